//! The test of a change on the way: is the mean of the first 2ᵏ blocks that of the rest, and that of even decks
//! that of odd ones? A source that is wrong in one direction first and in the other one later has the right
//! mean over all.
//!
//! Both sides of a cut are sums of independent decks with an exact law, and [`contrast::score`] puts their tails
//! together. The largest of all cuts is the test, times their number (Bonferroni).

use super::OfDecks;
use crate as statistic;
use crate::Halves;
use crate::cuts::{Cut, Side};
use crate::grain::CHANGE;
use crate::{Counted, Evidence, Outcome, Test};
use laws::contrast;
use laws::tail::{PValue, normal_upper};

/// Cuts whose plain standardised difference is below this are no surprise: exact laws are made for others only.
const LOOKED_AT: f64 = 3.0;

/// Decks on each side of a cut, from which on it is looked at.
const FEWEST: u64 = 64;

impl<B: Counted> OfDecks<B> {
    /// The test of the largest change.
    pub(super) fn change_test(&self, evidence: &Evidence<'_>) -> Test {
        let mut test = Test::new(CHANGE, format!("{} (change)", self.number().title()));
        let cuts = cuts(evidence);
        let scores = cuts.iter().map(|cut| (self.score(cut), cut));
        let Some((score, cut)) = scores.max_by(|(a, _), (b, _)| a.total_cmp(b)) else {
            test.outcome = Outcome::TooFew { needed: 2 * FEWEST };
            return test;
        };
        test.value = Some(score);
        let either_way = 2.0 * cuts.len() as f64;
        test.outcome = Outcome::P(PValue::new((either_way * normal_upper(score)).min(1.0)));
        let least = self.bins().least as f64;
        let [first, rest] = &cut.sides;
        test.words = format!(
            "{} hold {:.2} {} on average, {} {:.2}; fair is {:.2}",
            first.name,
            least + mean(first),
            self.number().unit(),
            rest.name,
            least + mean(rest),
            self.prepared().mean
        );
        test
    }

    /// The distance between the means of both parts, in standard deviations, exact where it is
    /// large.
    fn score(&self, cut: &Cut) -> f64 {
        let prepared = self.prepared();
        let decks = cut.decks().map(|decks| decks as f64);
        let means = cut.sides.each_ref().map(mean);
        let error = prepared.deviation * (1.0 / decks[0] + 1.0 / decks[1]).sqrt();
        let plain = (means[0] - means[1]) / error;
        if plain.abs() < LOOKED_AT || !plain.is_finite() {
            return if plain.is_finite() { plain.abs() } else { 0.0 };
        }
        let least = self.bins().least;
        let tails = cut.sides.each_ref().map(|side| {
            let law = self.sums.of(&prepared.sums, side.decks);
            law.tails(least * side.decks + sum(side))
        });
        contrast::score(tails, cut.decks(), plain > 0.0)
    }
}

/// The sum of the values of a side, each less the least one.
fn sum(side: &Side) -> u64 {
    side.counts[1]
}

/// Its mean.
fn mean(side: &Side) -> f64 {
    sum(side) as f64 / side.decks as f64
}

/// All cuts with enough decks on both sides.
fn cuts(evidence: &Evidence<'_>) -> Vec<Cut> {
    let halves = Halves::of(evidence.tally);
    let half = |bins: &[u64], sum: u64| vec![bins.iter().sum(), sum];
    let alternate = [
        half(halves.even, halves.sums[0]),
        half(halves.odd, halves.sums[1]),
    ];
    let parts = evidence.tally.by_part().map(<[u64]>::to_vec);
    statistic::cuts::cuts(parts, alternate, |counts| counts[0], FEWEST)
}
