//! Rows that depend on earlier ones: does a hand go together with the one L before it, for any L up to 1,024?
//!
//! Each hand has a departure from its mean, in standard deviations of its own law: mean 0 and variance 1, whatever the decks.
//! So the sum over m pairs of hands L apart, of the product of both departures, has mean 0 and variance m. Products of
//! different pairs are uncorrelated. The largest sum of all lags counts, and p is multiplied by the number of lags (Bonferroni);
//! of few rows it is compared with that of ideal ones.
//!
//! Hands that are all bad in the same way go together at all lags, and so do those of a shuffler that changes slowly. So a lag
//! counts only where it also stands out from the same departures, each from the mean of all hands of its law, in an order that
//! was shuffled within 64 hands (a permutation test): the larger of both p-values.

use std::collections::BTreeMap;

use super::few::tails;
use super::order::Order;
use super::{HAS_COVARIATE, Keeping, Law, Sheet, enough, settled};
use crate::counter::AnyCounter;
use crate::grain::LAG;
use crate::orders::{Orders, against_other_orders};
use crate::suite::Suite;
use crate::{
    Assessment, Column, Compares, Design, Detectable, Effort, Evidence, Feature, Kind, Outcome,
    POWER, Statistic, Test,
};
use deck::subject::{self, Rows};
use laws::power::normal_shift;
use laws::tail::{normal_upper, two_sided};
use text::figures::{Declaration, json};
use text::names::grouped;

pub(crate) const KIND: Kind = Kind {
    name: "rows-memory",
    about: "does what comes into a hand go together with what came into the one L before it, for any L up to 1,024?",
    plain: "hands that go together with earlier ones",
    causes: "a shuffle that starts from the order in which the last game left the cards; several shufflers whose games are logged in turn, not all of which are ideal",
    example: "The numbers of lands in two fair hands have the correlation 0. If a fifth of all hands have the lands of the hand three before, the correlation at lag 3 is 0.2.",
    compares: &Compares::Nothing,
    source: "serial correlation; a permutation test against hands in shuffled order: Fisher (1935)",
    parameters: &[HAS_COVARIATE],
    cards: Rows::SIZE..=Rows::SIZE,
    covers: &[Feature::FarBack],
    suite: Some(Suite::Standard),
    on: subject::Kind::ROWS,
    lagged: false,
    build: |_, _| Ok(Box::new(RowsMemory)),
};

/// The largest lag.
const MOST_LAG: usize = 1_024;

/// Rows that are looked at, at the most: all lags of them take a tenth of a second.
const MOST_ROWS: usize = 1 << 17;

/// Rows up to which the largest sum is compared with that of ideal rows.
const RANKED_ROWS: usize = 200;

/// Fewer rows tell nothing of any lag.
const FEWEST_ROWS: usize = 32;

/// The excess kurtosis of a sum, at the most, where the limit of many rows holds.
const MOST_EXCESS: f64 = 0.25;

/// Hands within which they are put in another order, and the number of orders.
const BLOCK: usize = 64;
const ORDERS: u64 = 128;

/// Laws of fewer hands have one mean together.
const FEWEST_OF_LAW: usize = 20;

#[derive(Debug)]
struct RowsMemory;

/// A sum over all pairs of hands that are so far apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sum {
    pub lag: usize,
    pairs: usize,
    pub sum: f64,
}

impl Sum {
    pub fn of(departures: &[f64], lag: usize) -> Self {
        // Several sums at once, which the processor adds side by side.
        const LANES: usize = 8;
        let (before, after) = (&departures[..departures.len() - lag], &departures[lag..]);
        let (first, first_rest) = before.as_chunks::<LANES>();
        let (second, second_rest) = after.as_chunks::<LANES>();
        let mut sums = [0.0; LANES];
        for (a, b) in first.iter().zip(second) {
            for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
                *sum += a * b;
            }
        }
        let rest = first_rest.iter().zip(second_rest).map(|(a, b)| a * b);
        Self {
            lag,
            pairs: before.len(),
            sum: sums.iter().sum::<f64>() + rest.sum::<f64>(),
        }
    }

    /// The sum in standard deviations of ideal hands.
    fn z(self) -> f64 {
        self.sum / (self.pairs as f64).sqrt()
    }
}

/// The hands in the order in which they came.
pub(super) struct Series<'a> {
    sheet: &'a Sheet,
    /// Places in the file.
    order: Vec<usize>,
    lags: usize,
}

impl<'a> Series<'a> {
    pub fn of(sheet: &'a Sheet) -> Self {
        let mut order = Order::of(sheet).in_turn(sheet);
        order.truncate(MOST_ROWS);
        Self {
            sheet,
            lags: (order.len() / 4).min(MOST_LAG),
            order,
        }
    }

    fn law(&self, at: usize) -> &Law {
        self.sheet.law(&self.sheet.hands[at])
    }

    /// The departures of hands with these numbers, in standard deviations.
    pub(super) fn departures(&self, sample: &[u32]) -> Vec<f64> {
        let of = |at: &usize| {
            let departure = self.sheet.departure(&self.sheet.hands[*at], sample[*at]);
            departure / self.law(*at).variance.sqrt()
        };
        self.order.iter().map(of).collect()
    }

    /// The same, from the means of all hands of the same law; laws of few hands have one mean together.
    fn about_means(&self, mut departures: Vec<f64>) -> Vec<f64> {
        let laws = self.order.iter().map(|at| self.sheet.hands[*at].law);
        let mut hands: BTreeMap<usize, usize> = BTreeMap::new();
        for law in laws.clone() {
            *hands.entry(law).or_default() += 1;
        }
        let group = |law: usize| (hands[&law] >= FEWEST_OF_LAW).then_some(law);
        let mut sums: BTreeMap<Option<usize>, (f64, f64)> = BTreeMap::new();
        for (law, departure) in laws.clone().zip(&departures) {
            let (sum, number) = sums.entry(group(law)).or_default();
            *sum += departure;
            *number += 1.0;
        }
        for (law, departure) in laws.zip(&mut departures) {
            let (sum, number) = sums[&group(law)];
            *departure -= sum / number;
        }
        departures
    }

    /// The lag whose sum is largest, of all.
    fn largest(&self, departures: &[f64]) -> Option<Sum> {
        let sums = (1..=self.lags).map(|lag| Sum::of(departures, lag));
        sums.max_by(|a, b| a.z().abs().total_cmp(&b.z().abs()))
    }

    /// The standardised third and fourth cumulants of a sum. A hand is in two pairs, so that squares of these two go together.
    pub(super) fn cumulants(&self, sum: Sum) -> (f64, f64) {
        let moments: Vec<(f64, f64)> = (self.order.iter())
            .map(|at| {
                let law = self.law(*at);
                let square = law.variance * law.variance;
                (
                    law.third / (law.variance * law.variance.sqrt()),
                    1.0 + law.spread / square,
                )
            })
            .collect();
        let pairs = moments.iter().zip(&moments[sum.lag..]);
        let (third, fourth) = pairs.fold((0.0, 0.0), |(third, fourth), (a, b)| {
            (third + a.0 * b.0, fourth + a.1 * b.1 - 3.0)
        });
        let within = sum.lag..moments.len().saturating_sub(sum.lag).max(sum.lag);
        let both = moments[within].iter().map(|(_, fourth)| fourth - 1.0);
        let pairs = sum.pairs as f64;
        (
            third / (pairs * pairs.sqrt()),
            (fourth + 6.0 * both.sum::<f64>()) / (pairs * pairs),
        )
    }

    /// The probability that ideal hands have a sum as large at one lag, in the limit of many rows (Cornish and Fisher, 1937).
    fn tail(&self, sum: Sum) -> Result<f64, Outcome> {
        let (skewness, excess) = self.cumulants(sum);
        if excess > MOST_EXCESS {
            let needed = self.order.len() as f64 * excess / MOST_EXCESS;
            return Err(Outcome::TooFew {
                needed: needed.ceil() as u64,
            });
        }
        let z = sum.z();
        // Beyond this the corrections would turn back.
        let within = z.clamp(-MOST_CORRECTED, MOST_CORRECTED);
        let corrected = z
            - skewness * (within * within - 1.0) / 6.0
            - excess * (within * within * within - 3.0 * within) / 24.0;
        Ok(two_sided(normal_upper(-corrected), normal_upper(corrected)))
    }

    /// The p-value of the largest sum.
    fn p(&self, largest: Sum, departures: &[f64]) -> Result<f64, Outcome> {
        let lags = self.lags as f64;
        let ideal = if self.order.len() <= RANKED_ROWS {
            let measure = |sample: &[u32]| {
                let largest = self.largest(&self.departures(sample));
                [largest.map_or(0.0, |sum| sum.z().abs())]
            };
            let [p] = tails(self.sheet, "rows: lags", measure);
            p
        } else {
            (lags * self.tail(largest)?).min(1.0)
        };
        Ok(against_other_orders(ideal, lags, || {
            let own = self.about_means(departures.to_vec());
            let sums = |orders: &[Vec<u32>]| {
                let in_order = |order: &Vec<u32>| {
                    let mixed: Vec<f64> = order.iter().map(|at| own[*at as usize]).collect();
                    Sum::of(&mixed, largest.lag).sum
                };
                orders.iter().map(in_order).collect()
            };
            let orders = Orders::of(KIND.name, own.len(), (BLOCK, ORDERS), sums);
            orders.as_far(Sum::of(&own, largest.lag).sum)
        }))
    }
}

/// Sums beyond so many standard deviations are corrected as if they were that large.
const MOST_CORRECTED: f64 = 6.0;

/// The correlation of departures so far apart (Pearson); `None` where nothing varies.
fn correlation(departures: &[f64], lag: usize) -> Option<f64> {
    let (before, after) = (&departures[..departures.len() - lag], &departures[lag..]);
    let pairs = before.len() as f64;
    let mean = |part: &[f64]| part.iter().sum::<f64>() / pairs;
    let (first, second) = (mean(before), mean(after));
    let pairs = before.iter().zip(after);
    let (mut both, mut squares) = (0.0, [0.0; 2]);
    for (a, b) in pairs.map(|(a, b)| (a - first, b - second)) {
        both += a * b;
        squares[0] += a * a;
        squares[1] += b * b;
    }
    let deviations = (squares[0] * squares[1]).sqrt();
    (deviations > 0.0).then(|| both / deviations)
}

fn words(sum: Sum, correlation: f64) -> String {
    let with = if correlation > 0.0 { "more" } else { "fewer" };
    let later = match sum.lag {
        1 => "next hand".to_owned(),
        lag => format!("hand {} later", grouped(lag as u64)),
    };
    format!(
        "a hand with more cards of the class than is fair goes with {with} in the {later} (correlation {correlation:.3}; fair is 0)"
    )
}

impl Statistic for RowsMemory {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Rows(&Keeping)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![LAG]
    }

    fn effort(&self) -> Effort {
        Effort::Simulates
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::whole("lags", "lags"),
            Declaration::whole("lag", "hands"),
            Declaration::whole("pairs", "pairs of hands"),
            Declaration::number("correlation", "correlation of hands"),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column::new("correlation of hands", "correlation", 3)]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let sheet = Sheet::of(evidence.tally.kept());
        let (series, sample) = (Series::of(&sheet), sheet.found());
        let departures = series.departures(&sample);
        let largest = series.largest(&departures);
        let correlation = largest.and_then(|sum| correlation(&departures, sum.lag));
        let figures = json!({
            "lags": series.lags,
            "lag": largest.map(|sum| sum.lag),
            "pairs": largest.map(|sum| sum.pairs),
            "correlation": correlation,
        });
        let mut test = Test::new(LAG, "hands that go together (one lag)".to_owned());
        let needed = (FEWEST_ROWS as u64).max(evidence.subjects() + 1);
        test.outcome = Outcome::TooFew { needed };
        if let Some(largest) = largest.filter(|_| series.order.len() >= FEWEST_ROWS) {
            test.value = correlation;
            test.words = words(largest, correlation.unwrap_or(0.0));
            let each = evidence.level / series.lags as f64;
            test.detectable = Some(Detectable {
                value: normal_shift(each, POWER) / (largest.pairs as f64).sqrt(),
                unit: "correlation of hands".to_owned(),
            });
            let p = enough(&sheet, sheet.sum(|law| law.variance))
                .and_then(|()| series.p(largest, &departures));
            match p {
                Ok(p) => test = settled(test, p),
                Err(outcome) => test.outcome = outcome,
            }
        }
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}
