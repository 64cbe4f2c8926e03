//! The policies of a source besides shuffling: how it seeds, and what it keeps from deck to deck.
//!
//! These are no shuffles: a perfect shuffle behind a seed of 16 bits deals one of 65,536 decks, and
//! every deck by itself looks right. So they are policies of the source, and any routine can be put
//! under them.

use crate::names;
use crate::rng::Seeding;

/// The order that a deck begins with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Memory {
    /// Every deck is sorted before it is shuffled.
    #[default]
    None,
    /// Every deck is shuffled on from the one before. The first deck of a batch is sorted, so that
    /// results do not depend on who shuffles which batch.
    InPlace,
    /// The first deck of a batch is shuffled, and then dealt again and again.
    DealtAgain,
}

impl Memory {
    /// Their names in specs, and what they mean.
    pub const NAMES: &[(&'static str, Self, &'static str)] = &[
        (
            "none",
            Self::None,
            "every deck is sorted before it is shuffled; the default",
        ),
        (
            "in-place",
            Self::InPlace,
            "every deck is shuffled on from the one before, the first of each batch from a sorted one",
        ),
        (
            "kept",
            Self::DealtAgain,
            "the first deck of each batch is shuffled, and dealt again and again",
        ),
    ];

    /// The policy of that name.
    ///
    /// # Errors
    /// If no policy has that name; the message says what was found and what is accepted.
    pub fn named(name: &str) -> Result<Self, String> {
        let all = || Self::NAMES.iter().map(|(name, ..)| *name);
        let mut names = Self::NAMES.iter();
        let found = names.find(|(known, ..)| *known == name);
        found.map(|(_, memory, _)| *memory).ok_or_else(|| {
            format!(
                "found `{}`; accepted: {}{}",
                name.escape_debug(),
                names::list(all()),
                names::hint(name, all())
            )
        })
    }

    /// In words, for reports.
    pub fn describe(self) -> &'static str {
        match self {
            Self::None => "sorted before each",
            Self::InPlace => "each shuffled on from the one before",
            Self::DealtAgain => "shuffled once and then dealt again",
        }
    }
}

/// Both together.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Policy {
    /// How decks come to their seeds.
    pub seeding: Seeding,
    /// The order that they begin with.
    pub memory: Memory,
}

impl Policy {
    /// Whether a deck tells nothing of the decks before it, so that decks are independent draws from
    /// one law.
    pub fn is_independent(&self) -> bool {
        self.memory == Memory::None && self.seeding.is_independent()
    }

    /// In words, what is not as it should be.
    pub fn describe(&self) -> String {
        let seeding = (self.seeding != Seeding::default()).then(|| self.seeding.describe());
        let memory = (self.memory != Memory::default()).then(|| self.memory.describe().to_owned());
        let both: Vec<String> = seeding.into_iter().chain(memory).collect();
        both.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memories_are_found_by_their_names() {
        for (name, memory, about) in Memory::NAMES {
            assert_eq!(Memory::named(name), Ok(*memory));
            assert!(!about.is_empty() && !memory.describe().is_empty());
        }
        let error = Memory::named("inplace").unwrap_err();
        assert_eq!(
            error,
            "found `inplace`; accepted: `none`, `in-place`, `kept`; did you mean `in-place`?"
        );
    }

    #[test]
    fn only_what_is_wrong_is_described() {
        let mut policy = Policy::default();
        assert!(policy.is_independent() && policy.describe().is_empty());
        policy.seeding = Seeding::Bits(16);
        assert!(policy.is_independent());
        assert_eq!(policy.describe(), "each deck from a random seed of 16 bits");
        policy.memory = Memory::InPlace;
        assert!(!policy.is_independent());
        assert!(
            policy
                .describe()
                .ends_with("; each shuffled on from the one before")
        );
        policy = Policy {
            seeding: Seeding::One,
            memory: Memory::None,
        };
        assert!(!policy.is_independent());
    }
}
