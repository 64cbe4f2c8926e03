//! Times of shuffles: assumptions, to be replaced by a stopwatch.
//!
//! No study that we know of timed hands, so each kind that is done with cards states what a practised
//! player takes, squaring up included, and a range for other hands. Advice weighs shuffles by these
//! times, and tells whether it depends on them; specs and the command line replace them.

use toml::{Table, Value};

use super::KINDS;
use super::routine::{Letters, Step};
use text::names::significant;
use text::params::Kinded;

/// The seconds that a shuffle takes, for a deck of any size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Time {
    /// Seconds whatever the size of the deck, such as squaring it up.
    pub fixed: f64,
    /// Seconds more for each card.
    pub each_card: f64,
    /// Quick hands take this many times as long.
    pub quick: f64,
    /// Slow hands take this many times as long.
    pub slow: f64,
    /// The parameter that is seconds itself, and what it is where it is not given.
    pub parameter: Option<(&'static str, u32)>,
}

impl Time {
    /// The time of a practised player; quick hands need six tenths of it, slow ones seventeen.
    pub(crate) const fn of_hands(fixed: f64, each_card: f64) -> Self {
        Self {
            fixed,
            each_card,
            quick: 0.6,
            slow: 1.7,
            parameter: None,
        }
    }

    /// The time of a machine, nearly the same each time.
    pub(crate) const fn of_a_machine(fixed: f64, each_card: f64) -> Self {
        Self {
            fixed,
            each_card,
            quick: 0.9,
            slow: 1.1,
            parameter: None,
        }
    }

    /// The same, and as long as a parameter of the shuffle says.
    #[must_use]
    pub const fn and(self, parameter: &'static str, usual: u32) -> Self {
        Self {
            parameter: Some((parameter, usual)),
            ..self
        }
    }

    /// Seconds of a shuffle with these parameters, for a deck of `cards` cards: of quick hands, usual, of slow hands.
    pub fn seconds(&self, cards: usize, parameters: &Table) -> [f64; 3] {
        let own = self.parameter.map_or(0.0, |(name, usual)| {
            let given = parameters.get(name).and_then(Value::as_integer);
            given.map_or(f64::from(usual), |given| given as f64)
        });
        let usual = self.fixed + self.each_card * cards as f64;
        [self.quick, 1.0, self.slow].map(|hands| hands * usual + own)
    }

    /// `6 s of 60 cards (3.6 to 10.2): an assumption`.
    pub fn in_words(&self, cards: usize) -> String {
        let seconds = self.seconds(cards, &Table::new());
        let [quick, usual, slow] = seconds.map(|seconds| significant(seconds, 3));
        format!("{usual} s for {cards} cards ({quick} to {slow}): an assumption")
    }
}

impl Letters {
    /// Seconds of the shuffle that a letter or a word stands for: of quick hands, usual, of slow hands. `None` where no time is
    /// assumed, as for programs.
    pub fn seconds(&self, step: Step, cards: usize) -> Option<[f64; 3]> {
        let made = Kinded::split(self.table(step)?).ok()?;
        let kind = KINDS.iter().find(|kind| kind.name == made.kind)?;
        Some(kind.time?.seconds(cards, &made.parameters))
    }
}

#[cfg(test)]
mod tests {
    use toml::Table;

    use crate::{Group, KINDS};

    #[test]
    fn the_range_holds_the_usual_time_and_grows_with_the_deck() {
        for kind in KINDS {
            let Some(time) = kind.time else {
                assert!(
                    kind.group != Group::Cards || kind.name == "identity",
                    "{}",
                    kind.name
                );
                continue;
            };
            let [quick, usual, slow] = time.seconds(60, &Table::new());
            assert!(
                0.0 < quick && quick < usual && usual < slow,
                "{}",
                kind.name
            );
            assert!(time.seconds(120, &Table::new())[1] >= usual);
        }
    }
}
