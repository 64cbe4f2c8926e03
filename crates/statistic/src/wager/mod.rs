//! Wagers against the ideal shuffle: evidence that stays valid however often one looks at it.
//!
//! A wager multiplies its capital in each deck by a factor whose mean is at most 1 if the decks are
//! ideal, chosen from earlier decks alone. Then the probability that its capital, the *e-value*, ever
//! reaches 1/α is at most α (Ville, 1939), so that a run may stop as soon as it does. A mean of
//! e-values is an e-value, whatever the dependence between them (Vovk and Wang, 2021).
//!
//! All wagers here depend on merged counts alone. Decks of a batch are independent of all earlier
//! ones, if they are ideal, and so are the orders relative to a deck of the same block: a wager that is
//! fair by itself is fair beside all others.
//!
//! | wager | of | its e-value |
//! | --- | --- | --- |
//! | [`Categories`] | a number of each deck | closed form of the counts |
//! | [`RisingSequences`] | likewise, and rare decks that were hardly shuffled | likewise |
//! | [`Positions`]: [`Linear`] with [`positions::Zones`] | where each card is | product over looks: bets on what earlier decks showed |
//! | [`Digits`]: [`Linear`] with [`rows::Rows`] | independent uniform digits | likewise |
//! | [`Linear`] with [`Successors`], [`Gaps`], [`PairOrder`], [`DigitPairs`] | tables whose cells depend on each other | likewise |
//! | [`Uniform`] | independent draws that are all alike | closed form of the counts |
//! | [`Repeats`] | decks that came before | product over looks |
//!
//! Another matrix gets its wager by implementing [`linear::Scores`]: how its counts lean, and a bound of the
//! cumulant of a score. The other side of a wager is its [limit](Wager::limit): a departure that the
//! decks exclude, at all looks at once.

mod categories;
mod cumulant;
mod hands;
pub(crate) mod learners;
mod limit;
mod linear;
mod positions;
mod rare_decks;
mod repeats;
mod rows;
mod tables;
mod uniform;

use laws::counting::ln_sum;
use std::cmp::Ordering;
use std::fmt;

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

use super::Tally;

pub use categories::Categories;
pub use hands::Hands;
pub use limit::{fewest_decks, radius};
pub(crate) use linear::Linear;
use linear::Scores;
pub use positions::Positions;
pub(crate) use rare_decks::RisingSequences;
pub use rare_decks::{Excluded, HARDLY};
pub(crate) use repeats::Repeats;
pub(crate) use rows::Digits;
pub use tables::Gaps;
pub(crate) use tables::{DigitPairs, PairOrder, Successors};
pub use uniform::Uniform;

/// The natural logarithm of an e-value.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct LogE(f64);

impl LogE {
    /// The e-value 1, with which every wager begins.
    pub const ONE: Self = Self(0.0);

    /// Makes an e-value of its natural logarithm.
    ///
    /// # Panics
    ///
    /// If `ln` is not a number: it would be a false verdict either way.
    pub fn new(ln: f64) -> Self {
        assert!(!ln.is_nan(), "an e-value that is not a number");
        Self(ln)
    }

    /// The natural logarithm.
    pub fn ln(self) -> f64 {
        self.0
    }

    /// The decimal logarithm.
    pub fn log10(self) -> f64 {
        self.0 * std::f64::consts::LOG10_E
    }

    /// Returns true if it is evidence at level `alpha`.
    pub fn reaches(self, alpha: f64) -> bool {
        self.0 >= -libm::log(alpha)
    }

    /// The e-value of those who share their capital out over all of `values`, in equal parts; 1 if
    /// there are none.
    pub fn mean(values: impl Iterator<Item = Self>) -> Self {
        let values: Vec<Self> = values.collect();
        if values.is_empty() {
            return Self::ONE;
        }
        let sum = ln_sum(values.iter().map(|value| value.ln()));
        Self(sum - libm::log(values.len() as f64))
    }
}

impl Eq for LogE {}

impl PartialOrd for LogE {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for LogE {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The state of a wager between two looks.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Standing {
    /// Subjects at the last look.
    pub subjects: u64,
    /// Counts at the last look, from which it bets.
    pub counts: Vec<u64>,
    /// The logarithms of its capitals.
    pub capital: Vec<f64>,
}

/// Lets several wagers of a kind go on from where they stood.
fn all_go_on<S: Scores>(wagers: &mut [Linear<S>], total: &Tally, standing: &[Standing]) -> bool {
    let alike = wagers.len() == standing.len();
    let mut both = wagers.iter_mut().zip(standing);
    alike && both.all(|(wager, standing)| wager.go_on_from(total, std::slice::from_ref(standing)))
}

/// A wager on one statistic of one source.
pub trait Wager: fmt::Debug + Send {
    /// Looks at the counts of all decks so far, which hold those of the look before: the e-value now.
    /// Looks must come at numbers of decks that do not depend on the decks.
    fn look(&mut self, total: &Tally) -> LogE;

    /// An upper limit of the total variation of what [`Wager::bounds`] says from the ideal law. With
    /// probability 1 - `error` no such limit of a single departure is ever too small, at any look. `None`
    /// if it bounds nothing.
    fn limit(&self, _total: &Tally, _error: f64) -> Option<f64> {
        None
    }

    /// The state of the wager, but for what follows from counts and parameters: nothing for a
    /// closed form of the counts.
    fn standing(&self) -> Vec<Standing> {
        Vec::new()
    }

    /// Goes on from where a wager of the same parameters stood; `total` has at least the counts of its last look.
    /// False if it never stood so.
    fn go_on_from(&mut self, _total: &Tally, standing: &[Standing]) -> bool {
        standing.is_empty()
    }

    /// Says in a few words what the limit is a limit of.
    fn bounds(&self) -> String {
        String::new()
    }

    /// The share of hardly shuffled decks that these decks exclude: with probability 1 - `error` it is never
    /// too small, at any look. `None` if some were seen, or if it does not look for them.
    fn excluded(&self, _total: &Tally, _error: f64) -> Option<Excluded> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_does_not_overflow_and_counts_what_is_lost() {
        let mean = |values: &[f64]| LogE::mean(values.iter().map(|ln| LogE::new(*ln))).ln();
        assert!((mean(&[1e5, 1e5]) - 1e5).abs() < 1e-9);
        assert!((mean(&[0.0, f64::NEG_INFINITY]) - 0.5_f64.ln()).abs() < 1e-15);
        assert!((mean(&[2.0_f64.ln(), 4.0_f64.ln()]) - 3.0_f64.ln()).abs() < 1e-15);
        assert_eq!(LogE::mean(std::iter::empty()), LogE::ONE);
        assert!(LogE::new(1000.0_f64.ln()).reaches(0.001) && !LogE::new(6.9).reaches(0.001));
    }
}
