//! The policies of a source besides shuffling: how it seeds, what it keeps from deck to deck, and which decks it does not
//! shuffle as the others.
//!
//! These are no shuffles: a perfect shuffle behind a seed of 16 bits deals one of 65,536 decks, and
//! every deck by itself looks right. So they are policies of the source, and any routine can be put
//! under them.

use crate::routine::{Plan, Routine};
use deck::Card;
use deck::rng::Seeding;
use laws::null::{Law, OutOfRange};
use text::names::{self, grouped};

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
            "every deck is shuffled on from the one before; the first of each batch starts sorted",
        ),
        (
            "kept",
            Self::DealtAgain,
            "the first deck of each batch is shuffled once, and then dealt again and again",
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

    /// Says it in words, for reports.
    pub fn describe(self) -> &'static str {
        match self {
            Self::None => "sorted before each",
            Self::InPlace => "each shuffled on from the one before",
            Self::DealtAgain => "shuffled once and then dealt again",
        }
    }
}

/// The decks of a run that are shuffled otherwise, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Every so many-th one.
    Every(u64),
    /// The deck of this number and all after it.
    From(u64),
}

impl Which {
    /// Returns true if the deck with that index, counted from 0, is one of them.
    pub fn has(self, index: u64) -> bool {
        match self {
            Self::Every(every) => (index + 1).is_multiple_of(every),
            Self::From(first) => index + 1 >= first,
        }
    }
}

/// Decks that are shuffled by another routine.
#[derive(Debug, Clone)]
pub struct Others {
    /// The decks.
    pub which: Which,
    /// The routine.
    pub routine: Routine,
    /// Its shuffles.
    pub plan: Plan,
}

impl Others {
    fn describe(&self) -> String {
        let which = match self.which {
            Which::Every(every) => format!("every {}th deck", grouped(every)),
            Which::From(first) => format!("from deck {} on all", grouped(first)),
        };
        format!("{which} by `{}`", self.routine.name())
    }
}

impl PartialEq for Others {
    fn eq(&self, other: &Self) -> bool {
        (self.which, self.routine.letters()) == (other.which, other.routine.letters())
    }
}

/// Decks are shuffled until a number of each is the one whose turn it is, so that each number comes as often as its
/// probability on ideal decks says, and not a deck more or less.
#[derive(Debug, Clone)]
pub struct Quotas {
    law: &'static Law,
    /// Its distribution function, from the least value on.
    distribution: Vec<f64>,
}

/// Multiples of the golden ratio fill an interval as evenly as can be.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

impl Quotas {
    /// Prepares quotas of the number that `law` is the null law of, for decks of `cards` cards.
    ///
    /// # Errors
    /// If its probabilities are not known for such decks.
    pub fn new(law: &'static Law, cards: usize) -> Result<Self, OutOfRange> {
        let floats = law.floats(cards)?;
        let sums = floats.probabilities().iter().scan(0.0, |sum, p| {
            *sum += p;
            Some(*sum)
        });
        let distribution = sums.collect();
        Ok(Self { law, distribution })
    }

    /// The value whose turn it is at the deck with that index.
    pub fn turn(&self, index: u64) -> u64 {
        let share = ((index as f64 + 0.5) * GOLDEN).fract();
        let place = self.distribution.partition_point(|sum| *sum <= share);
        self.law.least + place.min(self.distribution.len() - 1) as u64
    }

    /// The value of a deck.
    pub fn value(&self, deck: &[Card]) -> u64 {
        self.law.value(deck)
    }
}

impl PartialEq for Quotas {
    fn eq(&self, other: &Self) -> bool {
        (self.law.name, self.distribution.len()) == (other.law.name, other.distribution.len())
    }
}

/// All of them together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Policy {
    /// The way in which decks come to their seeds.
    pub seeding: Seeding,
    /// The order that they begin with.
    pub memory: Memory,
    /// Decks that another routine shuffles.
    pub others: Option<Others>,
    /// The number that has its quotas.
    pub quotas: Option<Quotas>,
}

impl Policy {
    /// Returns true if a deck tells nothing of the decks before it, so that decks are independent
    /// draws from one law.
    pub fn is_independent(&self) -> bool {
        self.memory == Memory::None && self.seeding.is_independent() && self.departing().is_none()
    }

    /// Says in words which decks are not shuffled as the routine says.
    pub fn departing(&self) -> Option<String> {
        let others = self.others.as_ref().map(Others::describe);
        let quotas = |quotas: &Quotas| {
            format!(
                "shuffled again until the {} are those whose turn it is",
                quotas.law.name
            )
        };
        let quotas = self.quotas.as_ref().map(quotas);
        let both: Vec<String> = others.into_iter().chain(quotas).collect();
        (!both.is_empty()).then(|| both.join("; "))
    }

    /// Says in words what is not as it should be.
    pub fn describe(&self) -> String {
        let seeding = (self.seeding != Seeding::default()).then(|| self.seeding.describe());
        let memory = (self.memory != Memory::default()).then(|| self.memory.describe().to_owned());
        let all = seeding.into_iter().chain(memory).chain(self.departing());
        all.collect::<Vec<String>>().join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routine::Letters;

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
            ..Policy::default()
        };
        assert!(!policy.is_independent());
        policy = Policy {
            others: Some(Others {
                which: Which::From(10_001),
                routine: Routine::parse("C", &Letters::default()).unwrap(),
                plan: Plan::new(Vec::new()),
            }),
            ..Policy::default()
        };
        assert!(!policy.is_independent());
        assert_eq!(policy.describe(), "from deck 10,001 on all by `C`");
    }

    #[test]
    fn decks_that_are_shuffled_otherwise_count_from_one() {
        let (every, from) = (Which::Every(4), Which::From(3));
        let has = |which: Which| (0..8).map(|at| which.has(at)).collect::<Vec<_>>();
        assert_eq!(
            has(every),
            [false, false, false, true, false, false, false, true]
        );
        assert_eq!(
            has(from),
            [false, false, true, true, true, true, true, true]
        );
    }

    #[test]
    fn each_value_has_its_turn_as_often_as_it_should() {
        let law = laws::null::find("rising-sequences").unwrap();
        let quotas = Quotas::new(law, 6).unwrap();
        let mut seen = [0_u64; 6];
        for index in 0..72_000 {
            seen[quotas.turn(index) as usize - 1] += 1;
        }
        // The Eulerian numbers of six cards, a hundred times each.
        for (seen, exact) in seen.iter().zip([1_u64, 57, 302, 302, 57, 1]) {
            assert!(seen.abs_diff(100 * exact) <= 4, "{seen} {exact}");
        }
    }
}
