//! The levels of instruction sets, and which of them this processor has.

use std::fmt;

use thiserror::Error;

use super::Kernel;
use super::portable::Portable;

/// An instruction set that there is a kernel for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The instructions that every processor has.
    Portable,
    /// x86-64 with AVX2, BMI2 and POPCNT.
    Avx2,
    /// x86-64 with AVX-512 (F, BW, VL, VBMI and VBMI2), BMI2 and POPCNT.
    Avx512,
}

impl Level {
    /// All levels, slowest first.
    pub const ALL: &[Self] = &[Self::Portable, Self::Avx2, Self::Avx512];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// The level of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|level| level.name() == name)
    }

    /// Its kernel, if this processor can run it.
    fn kernel(self) -> Option<&'static dyn Kernel> {
        match self {
            Self::Portable => Some(&Portable),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => super::avx2::detected(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => super::avx512::detected(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => None,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A level that this processor does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("this processor has no `{level}`; accepted here: {}", available())]
pub struct Lacking {
    /// The level.
    pub level: Level,
}

/// The levels that this processor has, as a list for messages.
fn available() -> String {
    let names = Isa::all().map(|isa| format!("`{}`", isa.level()));
    names.collect::<Vec<_>>().join(", ")
}

/// A level that this processor has, with its kernel. Results do not depend on it.
#[derive(Debug, Clone, Copy)]
pub struct Isa {
    level: Level,
    kernel: &'static dyn Kernel,
}

impl Isa {
    /// The instruction set that every processor has.
    const PORTABLE: Self = Self {
        level: Level::Portable,
        kernel: &Portable,
    };

    /// The given level, if this processor has it.
    pub fn at(level: Level) -> Result<Self, Lacking> {
        let kernel = level.kernel().ok_or(Lacking { level })?;
        Ok(Self { level, kernel })
    }

    /// All levels that this processor has, slowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        Level::ALL.iter().filter_map(|&level| Self::at(level).ok())
    }

    /// The fastest level that this processor has.
    pub fn best() -> Self {
        Self::all().last().unwrap_or(Self::PORTABLE)
    }

    /// The level.
    pub fn level(self) -> Level {
        self.level
    }

    /// Its kernel.
    pub fn kernel(self) -> &'static dyn Kernel {
        self.kernel
    }
}

impl Default for Isa {
    fn default() -> Self {
        Self::best()
    }
}
