//! Rising sequences: R = 1 + the number of cards c with pos[c+1] < pos[c].
//!
//! A deck falls apart into R interleaved runs of consecutive cards, each in order from the top
//! down: a sorted deck has one, one riffle gives at most two, each further riffle at most doubles
//! them. On ideal decks R follows the Eulerian law, mean (n+1)/2, variance (n+1)/12. Two tests: the
//! mean, through the exact law of the sum over all decks (valid from one deck on, both tails), and
//! the full law, by chi-squared with rare values pooled. Source: Bayer and Diaconis (1992); the
//! Eulerian law: Tanny (1973).

use serde_json::json;

use super::counter::{Counter, View};
use super::{
    Assessment, Check, Column, Detectable, Evidence, Kind, Outcome, POWER, Statistic, Tally, Test,
    object, rounded,
};
use crate::deck::{BLOCK, Block, Rows};
use crate::exact::eulerian;
use crate::exact::lattice::sum_tails;
use crate::exact::power::{chi_squared_noncentrality, normal_shift};
use crate::exact::tail::{PValue, chi_squared_upper, two_sided};

pub(super) const KIND: Kind = Kind {
    name: "rising-sequences",
    about: "is the order random? mean number of rising sequences (exact law) and its full law against the Eulerian",
    source: "Bayer and Diaconis (1992), Trailing the dovetail shuffle to its lair; Tanny (1973)",
    parameters: &[],
    build: |_, _| Ok(Box::new(RisingSequences)),
};

/// Counts decks by R, in two halves: decks with even index and decks with odd index. An event that
/// one half suggests can be tested on the other.
pub const RISING_SEQUENCES: &dyn Counter = &RisingCounts;

#[derive(Debug)]
struct RisingCounts;

impl Counter for RisingCounts {
    fn name(&self) -> &'static str {
        "rising-sequences"
    }

    fn cells(&self, cards: usize) -> usize {
        2 * cards
    }

    fn view(&self) -> View {
        View::Rows
    }

    fn count(&self, block: &Block, cells: &mut [u64]) {
        let mut falls = [0; BLOCK];
        let kernel = block.isa().kernel();
        match block.rows() {
            Some(Rows::Bytes(rows)) => kernel.falls(rows, &mut falls),
            Some(Rows::Words(rows)) => kernel.falls(rows, &mut falls),
            None => return,
        }
        let (even, odd) = cells.split_at_mut(block.cards());
        for (index, &falls) in (block.first()..).zip(&falls[..block.len()]) {
            let half = if index % 2 == 0 {
                &mut *even
            } else {
                &mut *odd
            };
            half[usize::from(falls)] += 1;
        }
    }
}

/// The two halves of a [`RISING_SEQUENCES`] tally: number of decks with R = 1, 2, …, n.
#[derive(Debug, Clone, Copy)]
pub struct Halves<'a> {
    /// Decks with an even index.
    pub even: &'a [u64],
    /// Decks with an odd index.
    pub odd: &'a [u64],
}

impl<'a> Halves<'a> {
    /// The halves of `tally`.
    pub fn of(tally: &'a Tally) -> Self {
        let (even, odd) = tally.cells().split_at(tally.cells().len() / 2);
        Self { even, odd }
    }

    /// Both together.
    pub fn whole(self) -> Vec<u64> {
        self.even
            .iter()
            .zip(self.odd)
            .map(|(even, odd)| even + odd)
            .collect()
    }
}

/// Values whose expected number of decks is smaller are pooled with their neighbours.
const FEWEST_EXPECTED: f64 = 10.0;

#[derive(Debug)]
struct RisingSequences;

impl Statistic for RisingSequences {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> &'static dyn Counter {
        RISING_SEQUENCES
    }

    fn tests(&self) -> usize {
        2
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column {
                title: "rising seq.",
                figure: "mean",
                error: Some("standard_error"),
                digits: 4,
            },
            Column {
                title: "exact",
                figure: "exact",
                error: None,
                digits: 4,
            },
            Column {
                title: "off",
                figure: "difference",
                error: None,
                digits: 1,
            },
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let cards = evidence.design.cards;
        let decks = evidence.design.decks();
        let halves = Halves::of(evidence.tally);
        let histogram = halves.whole();
        let sums = Sums::of(&histogram);
        let law = eulerian::law(cards);
        let (mean, standard_error) = (sums.total as f64 / decks as f64, sums.standard_error(decks));
        let check = evidence.known.rising_mean.map(|exact| {
            let varying = decks - histogram.iter().max().copied().unwrap_or(0);
            Check::of_mean("mean", mean, exact, standard_error, decks, varying)
        });
        let figures = json!({
            "mean": mean,
            "standard_error": standard_error,
            "exact": evidence.known.rising_mean.map(rounded),
            "difference": check.as_ref().and_then(Check::difference),
            "ideal": eulerian::mean(cards),
            "histogram": histogram,
            "histogram_even": halves.even,
            "histogram_odd": halves.odd,
        });
        let figures = object(figures);
        let tests = vec![
            mean_test(&sums, &law, decks, evidence.level),
            law_test(&histogram, &law, decks, evidence.level),
        ];
        Assessment {
            figures,
            tests,
            checks: check.into_iter().collect(),
        }
    }
}

/// Sum and sum of squares of R over all decks.
struct Sums {
    total: u128,
    squares: u128,
}

impl Sums {
    fn of(histogram: &[u64]) -> Self {
        let moment = |power: u32| {
            (1u128..)
                .zip(histogram)
                .map(|(r, &decks)| r.pow(power) * u128::from(decks))
                .sum()
        };
        Self {
            total: moment(1),
            squares: moment(2),
        }
    }

    /// Of the mean; needs two decks.
    fn standard_error(&self, decks: u64) -> Option<f64> {
        let count = u128::from(decks);
        let spread = count * self.squares - self.total * self.total;
        (decks > 1).then(|| ((spread as f64 / (count * (count - 1)) as f64) / decks as f64).sqrt())
    }
}

/// The mean, by the exact law of the sum over all decks.
fn mean_test(sums: &Sums, law: &[f64], decks: u64, level: f64) -> Test {
    // The law starts at R = 1, the sum's law at 0.
    let tails = sum_tails(law, decks, (sums.total - u128::from(decks)) as u64);
    let shift = normal_shift(level, POWER) * (eulerian::variance(law.len()) / decks as f64).sqrt();
    Test {
        name: "mean",
        title: "order (mean)",
        value: Some(sums.total as f64 / decks as f64),
        df: None,
        outcome: Outcome::P(PValue::new(two_sided(tails.lower, tails.upper))),
        detectable: Some(Detectable {
            value: shift,
            unit: "rising sequences per deck",
        }),
    }
}

/// The full law: chi-squared over the values of R, the rare ones pooled.
fn law_test(histogram: &[u64], law: &[f64], decks: u64, level: f64) -> Test {
    let mut test = Test {
        name: "law",
        title: "order (law)",
        value: None,
        df: None,
        outcome: Outcome::TooFew { needed: 0 },
        detectable: None,
    };
    let bins = pool(law, decks);
    if bins.len() < 2 {
        test.outcome = Outcome::TooFew {
            needed: decks_for_two_bins(law),
        };
        return test;
    }
    let value = bins.iter().map(|bin| {
        let seen: u64 = histogram[bin.clone()].iter().sum();
        let expected = law[bin.clone()].iter().sum::<f64>() * decks as f64;
        (seen as f64 - expected) * (seen as f64 - expected) / expected
    });
    let value: f64 = value.sum();
    let df = (bins.len() - 1) as f64;
    let noncentrality = chi_squared_noncentrality(df, level, POWER);
    test.value = Some(value);
    test.df = Some(df);
    test.outcome = Outcome::P(PValue::new(chi_squared_upper(value, df)));
    test.detectable = Some(Detectable {
        value: (noncentrality / decks as f64).sqrt(),
        unit: "relative departure of the law of R (root mean square, weighted by the law)",
    });
    test
}

/// Neighbouring values of R together until each bin expects [`FEWEST_EXPECTED`] decks.
fn pool(law: &[f64], decks: u64) -> Vec<std::ops::Range<usize>> {
    let mut bins: Vec<std::ops::Range<usize>> = Vec::new();
    let (mut start, mut expected) = (0, 0.0);
    for (at, probability) in law.iter().enumerate() {
        expected += probability * decks as f64;
        if expected >= FEWEST_EXPECTED {
            bins.push(start..at + 1);
            (start, expected) = (at + 1, 0.0);
        }
    }
    // What is left over belongs to the last bin.
    if let Some(last) = bins.last_mut() {
        last.end = law.len();
    }
    bins
}

fn decks_for_two_bins(law: &[f64]) -> u64 {
    // Every law of two cards or more splits once its smaller half expects enough.
    let (mut low, mut high) = (1, 1 << 20);
    while low < high {
        let middle = u64::midpoint(low, high);
        if pool(law, middle).len() < 2 {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_reversed_and_riffled_decks_have_1_n_and_2() {
        let mut block = Block::new(4);
        block.clear(0);
        for deck in [[0, 1, 2, 3], [3, 2, 1, 0], [0, 2, 1, 3], [2, 3, 0, 1]] {
            block.push(&deck);
        }
        block.index_rows();
        let mut tally = Tally::empty(RISING_SEQUENCES, 4);
        tally.count(RISING_SEQUENCES, &block);
        let halves = Halves::of(&tally);
        assert_eq!(halves.even, [1, 1, 0, 0]);
        assert_eq!(halves.odd, [0, 1, 0, 1]);
        assert_eq!(halves.whole(), [1, 2, 0, 1]);
    }

    #[test]
    fn one_reversed_deck_is_as_rare_as_its_single_order() {
        let law = eulerian::law(6);
        let test = mean_test(&Sums::of(&[0, 0, 0, 0, 0, 1]), &law, 1, 0.001);
        let Outcome::P(p) = test.outcome else {
            panic!("valid from one deck on")
        };
        assert!((p.get() - 2.0 / 720.0).abs() < 1e-12);
    }

    #[test]
    fn pooled_bins_cover_every_value_once_and_expect_enough() {
        for (cards, decks) in [(2, 20), (6, 100), (40, 50_000), (52, 37)] {
            let law = eulerian::law(cards);
            let bins = pool(&law, decks);
            assert_eq!((bins[0].start, bins.last().unwrap().end), (0, cards));
            assert!(bins.windows(2).all(|pair| pair[0].end == pair[1].start));
            assert!(
                bins.iter()
                    .all(|bin| law[bin.clone()].iter().sum::<f64>() * decks as f64
                        >= FEWEST_EXPECTED * 0.999)
            );
        }
    }

    #[test]
    fn too_few_decks_say_how_many_are_needed() {
        let law = eulerian::law(40);
        let test = law_test(&vec![0; 40], &law, 5, 0.001);
        let Outcome::TooFew { needed } = test.outcome else {
            panic!("five decks are too few")
        };
        assert!(pool(&law, needed).len() == 2 && pool(&law, needed - 1).len() < 2);
    }
}
