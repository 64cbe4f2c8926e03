//! The machine that a command runs on: options that change no result.

use clap::Args;

use super::memory;
use crate::options;
use deck::kernel::{Isa, Level};
use engine::simulate::{self, Machine};
use text::whole;

/// Options for what a command runs on.
#[derive(Debug, Args)]
#[group(id = "machine")]
pub(super) struct Options {
    /// Threads; all processors if absent. Results do not depend on it
    #[arg(long, value_name = "N", value_parser = whole::within::<u16>(1..=1024))]
    threads: Option<u16>,
    /// Instruction set of the kernels: portable, avx2 or avx512; the best that there is if absent.
    /// Results do not depend on it
    #[arg(long, value_name = "LEVEL", env = "COLDDECK_ISA", value_parser = isa)]
    isa: Option<Isa>,
}

impl Options {
    /// Gives the machine that was asked for, or all that there is; programs that specs name may not run.
    pub fn machine(&self) -> Machine {
        Machine {
            threads: self
                .threads
                .map_or_else(simulate::available_threads, usize::from),
            isa: self.isa.unwrap_or_else(Isa::best),
            memory: memory::available(),
            programs: false,
        }
    }
}

fn isa(text: &str) -> Result<Isa, String> {
    let all = || Level::ALL.iter().map(|level| level.name());
    let level = Level::named(text).ok_or_else(|| options::accepted(text, all))?;
    Isa::at(level).map_err(|lacking| lacking.to_string())
}
