//! Earlier decks: does a deck come from one that lay before it, at whatever lag?
//!
//! Tables that riffle a deck of their own and are logged in turn, and decks that are dealt again after a few riffles, are
//! fair one by one. They show in the order of a deck relative to an earlier one, which has few rising sequences if few
//! riffles lie between. Here are pairs at all lags to 4,096 ([`pairs`]), among the first 32,768 decks (fewer of large ones):
//!
//! - `sum`: the mean of rising sequences over all pairs up to 64 decks apart. Its law: [`laws::lags`].
//! - `lag`: the lag whose mean is farthest from fair, among all lags. Pairs at one lag are independent, so that the sum is
//!   normal but for less than a hundredth; p is multiplied by the number of lags (Bonferroni).
//! - `pair`: the pair with the fewest rising sequences, and that with the most neighbours kept, by their exact laws times
//!   the number of pairs: of these pairs, of all pairs of the first 8,192 decks, and of all of the first 100,000 and a sample
//!   of later ones. Of all pairs those that share some cards in a row are looked at ([`index`], [`far`]).
//!
//! Decks that are all bad in the same way are also alike, and do not remember: two decks with their aces on top. So `sum`
//! and `lag` must reject in both of two ways, of which the larger p counts. The second way compares with the same decks in
//! an order that was shuffled (a permutation test): within 512 decks for the sum and within 64 for a lag, so that a source
//! that changes slowly is not said to remember either. The mean and the variance of some such orders give Student's t. On
//! ideal decks the first way alone is exact, and the larger of the two errs on the side of passing. `pair` is not compared
//! so: it says of two decks that they are alike, and not why.

mod bets;
mod far;
mod index;
mod pairs;
#[cfg(test)]
mod tests;

use super::first_decks::{FIRST_DECKS, Sample, learned};
use super::suite::Suite;
use super::{
    AnyCounter, Assessment, Column, Compares, Design, Detectable, Effort, Evidence, Feature, Kind,
    MAX_CARDS, Outcome, POWER, Statistic, Test,
};
use crate::grain::{LAG, PAIR};
use crate::orders::{Orders, against_other_orders};
use crate::wager::Wager;
use bets::Bets;
use index::{candidates, indexed};
use laws::lags;
use laws::null::{self, Floats};
use laws::power::normal_shift;
use laws::tail::{PValue, normal_upper, two_sided};
use pairs::{Decks, Extremes, Found, Lag, Pair, fewest, triangles};
use text::figures::{Declaration, json};
use text::names::grouped;

pub(super) const KIND: Kind = Kind {
    name: "earlier-decks",
    about: "is a deck made from one that lay up to 4,096 before it? rising sequences between decks, at each lag and in each of a million pairs",
    plain: "decks that come from earlier ones",
    causes: "several tables that shuffle decks of their own and are logged together (split the log by table: colddeck fit FILE --in-place then says how much each shuffles); decks that are dealt again after a few riffles; a generator with a short memory",
    example: "Between two fair decks of 52 cards there are 26.5 rising sequences, give or take 2.1. If five tables riffle their decks three times and are logged in turn, there are 8 between a deck and the fifth after it.",
    compares: &Compares::Nothing,
    source: "rising sequences: Bayer and Diaconis (1992); a permutation test against decks in shuffled order: Fisher (1935)",
    parameters: &[],
    cards: FEWEST_CARDS..=MAX_CARDS,
    covers: &[Feature::FarBack],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |_, design| Ok(Box::new(EarlierDecks::new(design.size))),
};

/// Most pairs of smaller decks are alike.
const FEWEST_CARDS: usize = 8;

/// The test of near lags together.
const SUM: &str = "sum";

/// Blocks within which decks are put in another order, for the sum and for a lag.
const SUM_BLOCK: usize = 512;
const LAG_BLOCK: usize = 64;

#[derive(Debug)]
struct EarlierDecks {
    cards: usize,
}

impl EarlierDecks {
    fn new(cards: usize) -> Self {
        Self { cards }
    }

    /// Rising sequences between two ideal decks, on average.
    fn fair(&self) -> f64 {
        0.5 * (self.cards as f64 + 1.0)
    }

    /// A test that has no result yet.
    fn test(&self, name: &'static str, title: &str) -> Test {
        let needed = fewest(self.cards) as u64 + 1;
        let mut test = Test::new(name, format!("earlier decks ({title})"));
        test.outcome = Outcome::TooFew { needed };
        test
    }

    /// How far the sum is below that of ideal decks, in standard deviations.
    fn below(&self, sum: u64, pairs: u64) -> f64 {
        let pairs = pairs as f64;
        (self.fair() * pairs - sum as f64) / (pairs * lags::variance(self.cards)).sqrt()
    }

    /// The lag whose mean is farthest from that of ideal decks, and its sum.
    fn worst(&self, found: &Found) -> Option<(Lag, u64)> {
        let far = |(lag, sum): &(Lag, u64)| self.below(*sum, lag.pairs as u64).abs();
        let lags = found.lags.iter().copied();
        lags.max_by(|a, b| far(a).total_cmp(&far(b)))
    }

    fn mean_words(&self, earlier: &str, mean: f64) -> String {
        let fair = self.fair();
        format!(
            "from {earlier} before it, a deck has {mean:.2} runs of cards in their old order, on average; fair is {fair:.2}"
        )
    }

    fn detectable(&self, apart: &str, (pairs, level): (u64, f64)) -> Detectable {
        Detectable {
            value: normal_shift(level, POWER) * (lags::variance(self.cards) / pairs as f64).sqrt(),
            unit: format!("rising sequences between decks {apart} apart"),
        }
    }

    fn sum_test(&self, found: &Found, decks: &Decks, level: f64) -> Test {
        let mut test = self.test(SUM, "all near lags");
        let near = found.near();
        let Some((last, _)) = near.last() else {
            return test;
        };
        let (sum, pairs) = found.near_sum();
        let of_lags: Vec<Lag> = near.iter().map(|(lag, _)| *lag).collect();
        let skewness = lags::skewness(self.cards, pairs, triangles(&of_lags));
        let (lower, upper) = lags::tails(self.below(sum, pairs), skewness);
        let p = against_other_orders(two_sided(lower, upper), 1.0, || {
            let sums = |orders: &[Vec<u32>]| decks.sums(&of_lags, orders);
            let orders = Orders::of(KIND.name, found.decks, (SUM_BLOCK, ORDERS_OF_SUM), sums);
            orders.as_far(sum as f64)
        });
        let mean = sum as f64 / pairs as f64;
        let apart = format!("up to {}", last.lag);
        let earlier = format!("those {apart}");
        test.value = Some(mean);
        test.outcome = Outcome::P(PValue::new(p));
        test.words = self.mean_words(&earlier, mean);
        test.detectable = Some(self.detectable(&apart, (pairs, level)));
        test
    }

    fn lag_test(&self, found: &Found, decks: &Decks, level: f64) -> Test {
        let mut test = self.test(LAG, "one lag");
        let Some((lag, sum)) = self.worst(found) else {
            return test;
        };
        let (pairs, number) = (lag.pairs as u64, found.lags.len() as f64);
        let ideal = 2.0 * normal_upper(self.below(sum, pairs).abs());
        let p = against_other_orders((number * ideal).min(1.0), number, || {
            let sums = |orders: &[Vec<u32>]| decks.sums(&[lag], orders);
            let orders = Orders::of(KIND.name, found.decks, (LAG_BLOCK, ORDERS_OF_LAG), sums);
            orders.as_far(sum as f64)
        });
        let mean = sum as f64 / pairs as f64;
        let apart = grouped(lag.lag as u64);
        test.value = Some(mean);
        test.outcome = Outcome::P(PValue::new(p));
        test.words = self.mean_words(&format!("the one {apart}"), mean);
        let fewest = found.lags.iter().map(|(lag, _)| lag.pairs as u64).min();
        let each = (fewest.unwrap_or(pairs), level / number);
        test.detectable = Some(self.detectable("one number of decks", each));
        test
    }

    fn pair_test(
        &self,
        (found, decks): (&Found, &Decks),
        sample: &Sample,
        evidence: &Evidence<'_>,
    ) -> Test {
        let mut test = self.test(PAIR, "two decks");
        let law = |name: &str| -> Option<Floats> { null::find(name).ok()?.floats(self.cards).ok() };
        let (Some(rising), Some(kept)) = (law("rising-sequences"), law("successions")) else {
            return test;
        };
        let p = |(extremes, number): (Extremes, f64)| {
            let few = rising.tails(u64::from(extremes.fewest.seen.rising)).lower;
            let many = kept.tails(u64::from(extremes.most_kept.seen.kept)).upper;
            (number * few, number * many)
        };
        // Those that share some cards in a row are the only ones among all pairs that may stand out.
        let among = |alike: Vec<(usize, usize)>, decks_of: usize| {
            let number = decks_of as f64;
            let pairs = alike.into_iter().map(|(a, b)| (a as u32, b as u32));
            let extremes = Extremes::of(decks, &pairs.collect::<Vec<_>>())?;
            Some((extremes, 0.5 * number * (number - 1.0)))
        };
        let sources = [
            Some((found.extremes, found.pairs as f64)),
            among(candidates(decks), indexed(self.cards, decks.len())),
            among(far::candidates(decks), decks.len()),
        ];
        let ways = 2.0 * sources.len() as f64;
        let each = sources.into_iter().flatten().map(|seen| (seen.0, p(seen)));
        let least = |p: (f64, f64)| p.0.min(p.1);
        let Some((extremes, (few, many))) = each.min_by(|a, b| least(a.1).total_cmp(&least(b.1)))
        else {
            return test;
        };
        // Each source has two ways to stand out.
        test.outcome = Outcome::P(PValue::new((ways * few.min(many)).min(1.0)));
        let deck = |at: usize| evidence.deck(sample.index(at));
        let name = |pair: &Pair| (deck(pair.after), deck(pair.before));
        (test.value, test.words) = if few <= many {
            let (after, before) = name(&extremes.fewest);
            let rising = extremes.fewest.seen.rising;
            let fair = self.fair();
            // So many riffles give at most twice as many rising sequences each.
            let riffles = u32::BITS - (rising - 1).leading_zeros();
            let s = if riffles == 1 { "" } else { "s" };
            let words = if rising == 1 {
                format!("{after} is {before} again")
            } else {
                format!(
                    "{after} has {rising} runs of cards in the order of {before}, which {riffles} riffle{s} can give; fair decks have {fair} on average"
                )
            };
            (Some(f64::from(rising)), words)
        } else {
            let (after, before) = name(&extremes.most_kept);
            let kept = extremes.most_kept.seen.kept;
            let words = format!(
                "in {after} {kept} cards follow the same card as in {before}; in fair decks 1 does, on average"
            );
            (Some(f64::from(kept)), words)
        };
        test
    }
}

impl Statistic for EarlierDecks {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(FIRST_DECKS)
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        Some(Box::new(Bets::new(self.cards)))
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![SUM, LAG, PAIR]
    }

    fn effort(&self) -> Effort {
        Effort::Learns
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::whole("pairs", "pairs of decks"),
            Declaration::number("near_mean", "rising sequences per pair of decks"),
            Declaration::whole("lag", "decks"),
            Declaration::number("lag_mean", "rising sequences per pair of decks"),
            Declaration::number("fair", "rising sequences per pair of decks").known(),
            Declaration::whole("fewest_rising", "rising sequences"),
            Declaration::whole("most_kept", "cards"),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let sample = Sample::of(evidence.tally.kept(), self.cards, usize::MAX);
        let decks = Decks::of(&sample);
        let near = decks.len().min(learned(self.cards));
        let lags = Lag::all(near, self.cards);
        let found = Found::of(&decks, near, &lags);
        let found = found.as_ref();
        let worst = found.and_then(|found| self.worst(found));
        let near = found.map(|found| {
            let (sum, pairs) = found.near_sum();
            sum as f64 / pairs as f64
        });
        let figures = json!({
            "pairs": found.map_or(0, |found| found.pairs),
            "near_mean": near,
            "lag": worst.map(|(lag, _)| lag.lag),
            "lag_mean": worst.map(|(lag, sum)| sum as f64 / lag.pairs as f64),
            "fair": self.fair(),
            "fewest_rising": found.map(|found| found.extremes.fewest.seen.rising),
            "most_kept": found.map(|found| found.extremes.most_kept.seen.kept),
        });
        let tests = match found {
            Some(found) => vec![
                self.sum_test(found, &decks, evidence.level),
                self.lag_test(found, &decks, evidence.level),
                self.pair_test((found, &decks), &sample, evidence),
            ],
            None => vec![
                self.test(SUM, "all near lags"),
                self.test(LAG, "one lag"),
                self.test(PAIR, "two decks"),
            ],
        };
        Assessment {
            figures: figures.into(),
            tests,
            checks: Vec::new(),
        }
    }
}

/// Orders that the decks are put in: as many as make Student's t nearly normal, or as there is time for.
const ORDERS_OF_SUM: u64 = 16;
const ORDERS_OF_LAG: u64 = 64;
