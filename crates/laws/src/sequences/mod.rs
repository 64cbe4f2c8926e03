//! Laws of sequences that never end: draws of a game that go on, one symbol after the other.
//!
//! Independent draws with given probabilities are the ideal here. A shuffle bag, a bag to which items are
//! added, and dice that remember are the alternatives that people build, and for each this folder has what can
//! be known without simulating.
//!
//! | file | law |
//! | --- | --- |
//! | [`streaks`] | independent draws: the longest run of any symbol |
//! | [`droughts`] | independent draws: the longest absence of one symbol |
//! | [`waiting`] | independent draws: how long until the first run of a length |
//! | [`gaps`] | the distance between two comings of a symbol, independent or from a bag |
//! | [`bags`] | a bag: its entropy, what an opponent calls right, runs over the seams, counts in a window, items that are added |
//! | [`fill_up`] | a bag to which an item is added after each draw |
//! | [`adaptive`] | dice that make rare what has just come, and how much so given rolls are likeliest |

pub mod adaptive;
pub mod bags;
pub mod complexity;
pub mod droughts;
pub mod fill_up;
pub mod gaps;
mod passage;
pub mod streaks;
pub mod waiting;

use std::fmt;

/// The largest difference from 1 that the sum of the probabilities of a law may have: far more than
/// rounding makes, far less than a forgotten symbol.
const SUM_TOLERANCE: f64 = 1e-9;

/// Both ends of a law at a value x.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ends {
    /// P(X ≤ x).
    pub at_most: f64,
    /// P(X ≥ x).
    pub at_least: f64,
}

/// Reasons not to give a law.
#[derive(Debug, Clone, PartialEq)]
pub enum Refused {
    /// A value that makes no sense.
    Domain {
        /// The name of the value.
        what: &'static str,
        /// The value.
        found: String,
        /// The values that make sense.
        accepted: String,
    },
    /// More work, or more memory, than is worth waiting for.
    TooMuch {
        /// The law that was asked for.
        what: &'static str,
        /// About how many steps (or numbers held) it takes.
        needs: f64,
        /// The largest number that is done.
        most: f64,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Domain {
                what,
                found,
                accepted,
            } => write!(f, "found {what} `{found}`; accepted: {accepted}"),
            Self::TooMuch { what, needs, most } => {
                write!(
                    f,
                    "{what} takes {needs:.1e} steps; accepted: at most {most:.1e}"
                )
            }
        }
    }
}

impl std::error::Error for Refused {}

impl Refused {
    /// A value that makes no sense.
    fn domain(what: &'static str, found: impl fmt::Display, accepted: impl Into<String>) -> Self {
        Self::Domain {
            what,
            found: found.to_string(),
            accepted: accepted.into(),
        }
    }

    /// Refuses if `needs` is more than `most`.
    fn beyond(what: &'static str, needs: f64, most: f64) -> Result<(), Self> {
        // A need that is not a number is too much as well.
        if needs <= most {
            Ok(())
        } else {
            Err(Self::TooMuch { what, needs, most })
        }
    }
}

/// A probability of a symbol that comes, but not always.
fn proper(probability: f64) -> Result<(), Refused> {
    if probability > 0.0 && probability < 1.0 {
        Ok(())
    } else {
        let accepted = "more than 0 and less than 1";
        Err(Refused::domain("a probability of", probability, accepted))
    }
}

/// Refuses what is no law: probabilities from 0 to 1 that sum to 1.
fn checked(law: &[f64]) -> Result<(), Refused> {
    for &p in law {
        if !(0.0..=1.0).contains(&p) {
            return Err(Refused::domain("a probability of", p, "from 0 to 1"));
        }
    }
    let sum: f64 = law.iter().sum();
    if (sum - 1.0).abs() > SUM_TOLERANCE {
        let what = "probabilities with a sum of";
        return Err(Refused::domain(what, sum, "a sum of 1"));
    }
    Ok(())
}

/// A sum that keeps what rounding cuts off (Neumaier 1974): a million small terms cost no digits.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    high: f64,
    low: f64,
}

impl Sum {
    /// The number itself.
    fn from(value: f64) -> Self {
        Self {
            high: value,
            low: 0.0,
        }
    }

    /// Adds a term of either sign.
    fn add(&mut self, term: f64) {
        let high = self.high + term;
        let part = high - self.high;
        let low = self.low + ((self.high - (high - part)) + (term - part));
        self.high = high + low;
        self.low = low - (self.high - high);
    }

    /// The sum as a double.
    fn value(self) -> f64 {
        self.high + self.low
    }
}

/// The law of a longest run from its tails: `tails(r)` are P(X < r) and P(X ≥ r), for r from 1. Entry x is
/// P(X = x); the list ends where P(X ≥ x) falls below [`NOTHING`].
///
/// Each entry is a difference of the smaller tails, so what is rare keeps its digits.
fn law_of_tails(
    longest: u64,
    mut tails: impl FnMut(u64) -> Result<(f64, f64), Refused>,
) -> Result<Vec<f64>, Refused> {
    let mut law = Vec::new();
    let (mut below, mut here) = (0.0, 1.0);
    for next in 1..=longest.saturating_add(1) {
        let (less, more) = if next > longest {
            (1.0, 0.0)
        } else {
            tails(next)?
        };
        law.push(
            if here < 0.5 {
                here - more
            } else {
                less - below
            }
            .max(0.0),
        );
        (below, here) = (less, more);
        if here < NOTHING {
            break;
        }
    }
    Ok(law)
}

/// The mean of what [`law_of_tails`] gives the law of: the sum of P(X ≥ r) over r from 1.
fn mean_of_tails(
    longest: u64,
    mut tails: impl FnMut(u64) -> Result<(f64, f64), Refused>,
) -> Result<f64, Refused> {
    let mut sum = Sum::default();
    for run in 1..=longest {
        let tail = tails(run)?.1;
        sum.add(tail);
        if tail < NOTHING {
            break;
        }
    }
    Ok(sum.value())
}

/// A tail at which lists and sums end.
const NOTHING: f64 = 1e-20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_law_is_refused_with_what_was_found() {
        let text = |law: &[f64]| checked(law).unwrap_err().to_string();
        assert_eq!(
            text(&[0.5, 0.4]),
            "found probabilities with a sum of `0.9`; accepted: a sum of 1"
        );
        assert_eq!(
            text(&[1.5, -0.5]),
            "found a probability of `1.5`; accepted: from 0 to 1"
        );
        assert!(text(&[f64::NAN, 1.0]).contains("NaN"));
        assert!(text(&[]).contains("`0`") || text(&[]).contains("`-0`"));
        assert!(checked(&[0.5, 0.5, 0.0]).is_ok() && checked(&[1.0]).is_ok());
        let text = Refused::beyond("the law", 3e9, 1e9)
            .unwrap_err()
            .to_string();
        assert_eq!(text, "the law takes 3.0e9 steps; accepted: at most 1.0e9");
        assert!(Refused::beyond("the law", f64::NAN, 1e9).is_err());
    }

    #[test]
    fn a_sum_keeps_what_rounding_cuts_off() {
        let mut sum = Sum::from(1.0);
        for _ in 0..1000 {
            sum.add(1e-20);
        }
        sum.add(-1.0);
        assert!((sum.value() / 1e-17 - 1.0).abs() < 1e-12, "{sum:?}");
    }
}
