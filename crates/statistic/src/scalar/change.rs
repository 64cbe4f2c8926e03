//! The test of a change on the way: is the mean of the first 2ᵏ blocks that of the rest, and that of even decks
//! that of odd ones? A source that is wrong in one direction first and in the other one later has the right
//! mean over all.
//!
//! The decks may be alike without being ideal, so they are judged by their own law, whatever it is:
//! each choice of decks for the one side is as likely as any other ([`two_samples`]). Decks that depend on each
//! other, as relative orders do that share a deck, have sums that vary more than that; so a difference must be too large
//! for the spread between batches too ([`batches::chance_of`]), which makes the test approximate for such decks.
//! The rarest of all cuts is the test, times their number (Bonferroni).

use super::OfDecks;
use crate as statistic;
use crate::Halves;
use crate::batches::{self, Part};
use crate::cuts::{Cut, Side};
use crate::grain::CHANGE;
use crate::law::has;
use crate::{Counted, Evidence, Outcome, Test};
use laws::tail::{PValue, normal_quantile_upper};
use laws::two_samples::Values;

/// Decks on each side of a cut, from which on it is looked at.
const FEWEST: u64 = 64;

impl<B: Counted> OfDecks<B> {
    /// The test of the largest change.
    pub(super) fn change_test(&self, evidence: &Evidence<'_>) -> Test {
        let mut test = Test::new(CHANGE, format!("{} (change)", self.number().title()));
        let cuts = cuts(evidence);
        let values = Values::new(&Halves::of(evidence.tally).whole());
        let found = cuts
            .iter()
            .map(|cut| (chance(cut, values.as_ref(), evidence), cut));
        let Some((p, cut)) = found.min_by(|(a, _), (b, _)| a.total_cmp(b)) else {
            test.outcome = Outcome::TooFew { needed: 2 * FEWEST };
            return test;
        };
        test.value = Some(normal_quantile_upper(0.5 * p));
        test.outcome = Outcome::P(PValue::new((cuts.len() as f64 * p).min(1.0)));
        let least = self.bins().least as f64;
        let (number, [first, rest]) = (self.number(), &cut.sides);
        let name = |side: &Side| side.name.replace("decks", number.subjects());
        let (one, other) = (name(first), name(rest));
        let unit = number.unit();
        let [before, after] = [first, rest].map(|side| least + mean(side));
        let fair = self.prepared().mean;
        test.words = match number.holder() {
            Some(holder) => format!(
                "in {one} {} {before:.2} {unit} on average, in {other} {after:.2}; fair is {fair:.2}",
                has(holder)
            ),
            None => format!(
                "{one} hold {before:.2} {unit} on average, {other} {after:.2}; fair is {fair:.2}"
            ),
        };
        test
    }
}

/// The probability of so large a difference between both sides, if all decks come from one law.
fn chance(cut: &Cut, values: Option<&Values>, evidence: &Evidence<'_>) -> f64 {
    // Decks that are all alike have not changed.
    let Some(values) = values else {
        return 1.0;
    };
    let [first, _] = &cut.sides;
    let alone = values.two_sided(first.decks, first.counts[BINNED]);
    let batches = evidence.tally.batches();
    let half = |row: &[u64], at: usize| Part {
        subjects: row[at],
        sum: row[at + 1],
    };
    let by_batches = match cut.at {
        None => batches::chance_of_turns(
            batches
                .rows()
                .iter()
                .map(|row| [half(row, 0), half(row, 2)]),
        ),
        Some(at) => {
            let sides = cut.sides.each_ref().map(|side| Part {
                subjects: side.decks,
                sum: side.counts[SUM],
            });
            let whole = |row: &[u64]| Part {
                subjects: row[0] + row[2],
                sum: row[1] + row[3],
            };
            let batches = batches.on_sides(at);
            batches::chance_of(sides, batches.map(|(side, row)| (side, whole(row))))
        }
    };
    alone.max(by_batches)
}

/// The place of the sum of the values of a side, each less the least one.
const SUM: usize = 1;

/// The place of the sum of the numbers of their bins, by which decks are compared: the law of the bins is known.
const BINNED: usize = 2;

/// The mean of the values, each less the least one.
fn mean(side: &Side) -> f64 {
    side.counts[SUM] as f64 / side.decks as f64
}

/// All cuts with enough decks on both sides.
fn cuts(evidence: &Evidence<'_>) -> Vec<Cut> {
    let halves = Halves::of(evidence.tally);
    let half = |bins: &[u64], sum: u64| {
        let numbered = (0..).zip(bins);
        let binned = numbered.map(|(bin, decks): (u64, &u64)| bin * decks);
        vec![bins.iter().sum(), sum, binned.sum()]
    };
    let alternate = [
        half(halves.even, halves.sums[0]),
        half(halves.odd, halves.sums[1]),
    ];
    let parts = evidence.tally.by_part();
    let parts = parts.map(|(next, counts)| (next, counts.to_vec()));
    statistic::cuts::cuts(parts, alternate, |counts| counts[0], FEWEST)
}
