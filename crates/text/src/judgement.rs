//! The words in which records, specs and reports judge: each a closed list, with the names that stand in
//! files.

use std::fmt;

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

/// Defines an enum whose variants have names in files.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
        pub enum $name {
            $($(#[$doc])* #[cfg_attr(feature = "full", serde(rename = $word))] $variant,)*
        }

        impl $name {
            /// All, with their names in specs and records.
            pub const NAMES: &[(&'static str, Self)] = &[$(($word, Self::$variant)),*];

            /// The one of that name.
            pub fn named(name: &str) -> Option<Self> {
                let mut all = Self::NAMES.iter();
                all.find(|(known, _)| *known == name).map(|(_, of)| *of)
            }

            /// Its name in specs and records.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }

            /// Its name as sentences have it: `not refuted`.
            pub fn spoken(self) -> String {
                self.name().replace('-', " ")
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

words! {
    /// The verdict on one test.
    Verdict {
        /// No evidence against the ideal shuffle.
        Pass = "pass",
        /// Not enough evidence for the level, but some.
        Suspicious = "suspicious",
        /// Evidence against the ideal shuffle, at the run's level.
        Fail = "fail",
        /// Too few decks for the test.
        Invalid = "invalid",
    }
}

words! {
    /// The verdict on a simulated figure beside its exact value: on the simulation itself.
    Agreement {
        /// They agree within chance.
        Agrees = "agrees",
        /// They do not: the program is wrong.
        Departs = "departs",
        /// Too few decks to compare.
        Invalid = "invalid",
    }
}

words! {
    /// The verdict on a routine that was watched until it was decided.
    Decision {
        /// Evidence that it is not ideal.
        Fail = "fail",
        /// No statistic departs by more than δ.
        Pass = "pass",
        /// Neither, up to the last deck.
        Undecided = "undecided",
    }
}

words! {
    /// The size of a departure from the ideal shuffle, and if it matters, as far as it is known.
    Extent {
        /// It is larger than what does not matter, or of a kind whose size no law over all decks shows and
        /// that never counts as small.
        NotFair = "not-fair",
        /// The law over all orders is proved to depart by no more than what does not matter.
        Practical = "fair-for-practical-purposes",
        /// Each law that a statistic bounds is shown to depart by no more than that; whole decks are not bounded.
        Bounded = "measurements-within-delta",
        /// Neither is known.
        Unknown = "size-not-known-yet",
    }
}

words! {
    /// A departure that laws over all decks do not show the size of: it never counts as small.
    Unaveraged {
        /// Single decks among many that were hardly shuffled.
        RareDecks = "rare-decks",
        /// One card that comes to one place, or after one card, too often or too seldom.
        SingleCells = "single-cells",
        /// Decks that change while they come.
        Drift = "drift",
        /// Counts that are nearer to what is expected than chance allows.
        TooEven = "too-even",
        /// Decks that come again, as of few seeds.
        Seeds = "seeds",
        /// Two decks that are more alike than fair ones.
        Alike = "alike",
        /// Decks that depend on those before them.
        Memory = "memory",
    }
}

impl Unaveraged {
    /// Returns true if decks go together or change: limits of independent decks do not hold then.
    pub fn is_between_decks(self) -> bool {
        matches!(self, Self::Memory | Self::Alike | Self::Seeds | Self::Drift)
    }
}

words! {
    /// The verdict on a claim.
    ClaimVerdict {
        /// The printed digits are ours, digit for digit.
        Reproduced = "reproduced",
        /// True, by an exact value or by a confidence limit that excludes the departure that the claim states.
        Confirmed = "confirmed",
        /// Nothing speaks against it, and nothing excludes a departure that is stated: a test that does not
        /// reject confirms nothing.
        NotRefuted = "not-refuted",
        /// False, by an exact value, by a confidence limit or by a test that rejects.
        Refuted = "refuted",
        /// These decks show it neither way.
        Undecided = "undecided",
    }
}

words! {
    /// The verdict on a figure that two records have.
    Change {
        /// It moved no farther than by chance.
        Same = "same",
        /// It may have moved.
        Suspicious = "suspicious",
        /// It moved beyond chance.
        Moved = "moved",
        /// Too few decks to compare.
        Invalid = "invalid",
    }
}

words! {
    /// The verdict on the p-values of a test in many runs of ideal decks.
    Uniformity {
        /// They are uniform within chance.
        Uniform = "uniform",
        /// They are not.
        Departs = "departs",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_a_file_is_the_name_in_a_message() {
        for (name, verdict) in Verdict::NAMES {
            assert_eq!(verdict.to_string(), *name);
            assert_eq!(Verdict::named(name), Some(*verdict));
            assert_eq!(serde_json::json!(verdict), *name);
        }
        assert_eq!(Verdict::named("passed"), None);
        assert_eq!(format!("{:>6}", Verdict::Pass), "  pass");
    }
}
