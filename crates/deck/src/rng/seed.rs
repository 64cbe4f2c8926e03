//! Seeds as a spec gives them: a number, a number in a string (TOML's integers end at 2⁶³), or a
//! list of 32-bit words for generators that are seeded by lists.

use std::fmt;

use thiserror::Error;

use text::whole;

/// A seed: a whole number below 2¹²⁸, or a list of 32-bit words. Numpy treats `7` and `[7]` as
/// different seeds, and so do we.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seed {
    /// A whole number.
    Integer(u128),
    /// A list of one or more words.
    List(Vec<u32>),
}

/// Reasons to refuse a seed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SeedError {
    /// Not a number at all.
    #[error("found `{0}`; accepted: a whole number from 0 to 2^128 - 1, decimal or 0x…")]
    NotANumber(String),
    /// A list where the generator takes a number.
    #[error(
        "found the list {0}; accepted: a whole number (lists are for `numpy-legacy` and `python`)"
    )]
    ListRefused(Seed),
    /// A number that numpy would refuse.
    #[error(
        "found {0}; accepted with `numpy-legacy`: a whole number below 2^32, or a list of such numbers"
    )]
    TooLarge(Seed),
    /// A number that is no seed of 32 bits.
    #[error("found {found}; accepted with `{generator}`: a whole number below 2^32")]
    NotAWord {
        /// The seed.
        found: Seed,
        /// The generator's name.
        generator: &'static str,
    },
    /// In brackets, but no list of seed words.
    #[error(
        "found `{0}`; accepted: whole numbers below 2^32 in brackets, one or more, as in `[1, 2]`"
    )]
    NotAList(String),
}

/// A seed for a 32-bit generator.
pub(super) enum Words {
    /// A single word.
    One(u32),
    /// A list.
    Many(Vec<u32>),
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        Self::Integer(number.into())
    }
}

impl Seed {
    /// Reads decimal digits, or hexadecimal ones after `0x`, which underscores may separate; or a whole number as
    /// it is written elsewhere: `1,000`, `1e6`.
    pub fn parse(text: &str) -> Result<Self, SeedError> {
        let digits = text.trim().replace('_', "");
        let number = match digits
            .strip_prefix("0x")
            .or_else(|| digits.strip_prefix("0X"))
        {
            Some(hex) if !hex.starts_with('+') => u128::from_str_radix(hex, 16).ok(),
            None if !digits.starts_with('+') => {
                (digits.parse().ok()).or_else(|| whole::parse(text.trim()).map(u128::from))
            }
            _ => None,
        };
        number
            .map(Self::Integer)
            .ok_or_else(|| SeedError::NotANumber(text.to_owned()))
    }

    pub(super) fn integer(&self) -> Result<u128, SeedError> {
        match self {
            Self::Integer(number) => Ok(*number),
            Self::List(_) => Err(SeedError::ListRefused(self.clone())),
        }
    }

    /// Reads a number as [`Seed::parse`] does, or a list of words in brackets, as in `[1, 2]`.
    pub fn parse_with_lists(text: &str) -> Result<Self, SeedError> {
        let inner = |text: &str| Some(text.strip_prefix('[')?.strip_suffix(']')?.to_owned());
        let Some(list) = inner(text.trim()) else {
            return Self::parse(text);
        };
        let word = |word: &str| u32::try_from(Self::parse(word).ok()?.number()).ok();
        let words: Option<Vec<u32>> = list.split(',').map(word).collect();
        words
            .map(Self::List)
            .ok_or_else(|| SeedError::NotAList(text.to_owned()))
    }

    /// A number of 32 bits, for the generator of that name.
    pub(super) fn word(&self, generator: &'static str) -> Result<u32, SeedError> {
        u32::try_from(self.integer()?).map_err(|_| SeedError::NotAWord {
            found: self.clone(),
            generator,
        })
    }

    pub(super) fn words(&self) -> Result<Words, SeedError> {
        match self {
            Self::Integer(number) => u32::try_from(*number)
                .map(Words::One)
                .map_err(|_| SeedError::TooLarge(self.clone())),
            Self::List(words) => Ok(Words::Many(words.clone())),
        }
    }

    /// Its 32-bit words, the lowest first: those of a list as they are.
    #[must_use]
    pub fn little_endian(&self) -> Vec<u32> {
        match self {
            Self::Integer(number) => (0..4).map(|word| (number >> (32 * word)) as u32).collect(),
            Self::List(words) => words.clone(),
        }
    }

    /// The same seed as a whole number, for streams (the control's) that always take one.
    #[must_use]
    pub fn fold(&self) -> Self {
        Self::Integer(self.number())
    }

    /// The number itself, or one that is made of the list.
    pub fn number(&self) -> u128 {
        match self {
            Self::Integer(number) => *number,
            // Injective for up to three words, and numpy's lists seldom have more; the control
            // needs a stream of its own, not a one-to-one map.
            Self::List(words) => words.iter().fold(words.len() as u128, |folded, word| {
                folded.wrapping_mul(1 << 32).wrapping_add(u128::from(*word))
            }),
        }
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::List(words) => write!(f, "{words:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_both_bases_and_others_refused() {
        assert_eq!(Seed::parse("0xC7"), Ok(Seed::Integer(199)));
        assert_eq!(
            Seed::parse("18_446_744_073_709_551_616"),
            Ok(Seed::Integer(1 << 64))
        );
        for bad in ["", "-1", "+1", "0x", "0x+1", "1.5", "seed"] {
            assert!(Seed::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn lists_are_read_where_they_are_wanted() {
        let read = Seed::parse_with_lists;
        assert_eq!(
            read("[1, 0xC7,4294967295]"),
            Ok(Seed::List(vec![1, 199, u32::MAX]))
        );
        assert_eq!(read(" [7] "), Ok(Seed::List(vec![7])));
        assert_eq!(read("7"), Ok(Seed::Integer(7)));
        for bad in ["[]", "[1,]", "[4294967296]", "[-1]", "[[1]]", "[1 2]"] {
            assert_eq!(read(bad), Err(SeedError::NotAList(bad.to_owned())));
        }
        for bad in ["[1", "1]", "1, 2"] {
            assert_eq!(read(bad), Err(SeedError::NotANumber(bad.to_owned())));
        }
    }

    #[test]
    fn numpy_takes_a_word_or_a_list_and_pcg64_a_number() {
        assert!(Seed::Integer(1 << 32).words().is_err());
        assert!(Seed::Integer((1 << 32) - 1).words().is_ok());
        assert!(Seed::List(vec![7]).integer().is_err());
        assert_ne!(Seed::List(vec![7]).fold(), Seed::Integer(7));
    }
}
