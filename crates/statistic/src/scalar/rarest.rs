//! The test of the rarest deck: a single deck that was hardly shuffled is lost in the mean and in the law of
//! many, but it has a value that no fair deck would have.
//!
//! With F the law of one deck, the smallest of N independent values is at most x with probability
//! 1 − (1 − F(x))^N, and the largest likewise. Values of relative orders at one lag are independent too: the
//! first decks and all relative orders determine the decks, and the other way round. The test takes the rarer
//! end twice, and is exact but for the steps of the law, which make it err on the side of passing.

use super::OfDecks;
use super::of_one::OfOne;
use crate::grain::RAREST;
use crate::law::counted;
use crate::tally::Extreme;
use crate::{Counted, Evidence, Outcome, Test};
use laws::tail::{PValue, two_sided};
use text::names::grouped;

/// A number whose rarest value comes oftener than this has no such test: in many decks that value is no
/// surprise.
pub(super) const RARE: f64 = 1e-6;

/// A deck with a value that comes more seldom than this was not shuffled, whatever the number of decks.
const IMPOSSIBLE: f64 = 1e-12;

impl<B: Counted> OfDecks<B> {
    /// Returns true if a single deck can be a surprise.
    pub(super) fn has_rarest_test(&self) -> bool {
        self.prepared().rarest < RARE
    }

    /// The test of the smallest and the largest value of all decks.
    pub(super) fn rarest_test(&self, evidence: &Evidence<'_>) -> Test {
        let mut test = Test::new(RAREST, format!("{} (rarest deck)", self.number().title()));
        test.outcome = Outcome::TooFew { needed: 1 };
        let Some(extremes) = evidence.tally.extremes() else {
            return test;
        };
        let law = &self.prepared().of_one;
        let decks = evidence.subjects() as f64;
        let tail = |end: End| match end {
            End::Least(extreme) => law.tails(u64::from(extreme.value)).lower,
            End::Greatest(extreme) => law.tails(u64::from(extreme.value)).upper,
        };
        let (least, greatest) = (End::Least(extremes.least), End::Greatest(extremes.greatest));
        let of_all = |p: f64| -libm::expm1(decks * libm::log1p(-p.min(1.0)));
        let (lower, upper) = (tail(least), tail(greatest));
        let end = if lower <= upper { least } else { greatest };
        test.value = Some(f64::from(end.extreme().value));
        test.outcome = Outcome::P(PValue::new(two_sided(of_all(lower), of_all(upper))));
        test.words = self.rarest_words(end, lower.min(upper), evidence, law);
        test
    }

    fn rarest_words(
        &self,
        end: End,
        probability: f64,
        evidence: &Evidence<'_>,
        law: &OfOne,
    ) -> String {
        let Extreme { value, deck } = end.extreme();
        let deck = evidence.deck(deck);
        let unit = self.number().unit();
        let ordinary = self.ordinary(end, evidence.subjects(), law);
        let beyond = match end {
            End::Least(_) => "fewer",
            End::Greatest(_) => "more",
        };
        let plain = format!(
            "{deck} has {}; among {} fair decks {ordinary} or {beyond} would be a surprise",
            counted(u64::from(value), &unit),
            grouped(evidence.subjects()),
        );
        if probability < IMPOSSIBLE {
            format!("{plain}: a fair shuffle hardly ever gives that")
        } else {
            plain
        }
    }

    /// The value at this end that the rarest of so many fair decks reaches in one run of a hundred.
    fn ordinary(&self, end: End, decks: u64, law: &OfOne) -> u64 {
        let level = -libm::expm1(libm::log1p(-0.01) / decks as f64);
        let bins = self.bins();
        let greatest = bins.least + bins.values as u64 - 1;
        // Tails are monotonous: the last value whose tail is small enough.
        let (mut inside, mut outside) = (0, bins.values as u64);
        while inside < outside {
            let middle = u64::midpoint(inside, outside);
            let small = match end {
                End::Least(_) => law.tails(bins.least + middle).lower <= level,
                End::Greatest(_) => law.tails(greatest - middle).upper <= level,
            };
            if small {
                inside = middle + 1;
            } else {
                outside = middle;
            }
        }
        let steps = inside.saturating_sub(1);
        match end {
            End::Least(_) => bins.least + steps,
            End::Greatest(_) => greatest - steps,
        }
    }
}

/// An end of the values, and the deck there.
#[derive(Debug, Clone, Copy)]
enum End {
    Least(Extreme),
    Greatest(Extreme),
}

impl End {
    fn extreme(self) -> Extreme {
        match self {
            Self::Least(extreme) | Self::Greatest(extreme) => extreme,
        }
    }
}
