//! Sums over orders of many items, whose laws are normal to within what a test can tell: inversions, rank correlation, footrule
//! and runs, with their exact means and variances.

use super::shape::Pairs;
use super::told::{MOST, MOST_FOR_FOOTRULE};
use crate::counter::{AnyCounter, Counter};
use crate::{
    Assessment, Column, Design, Detectable, Evidence, Kind, Notes, Outcome, POWER, Statistic, Test,
};
use crate::{footrule, inversions, rising_sequences, spearman};
use deck::subject::{Orders, places};
use laws::matched::Moments;
use laws::tail::{PValue, Tails, normal_quantile_upper, normal_upper};
use text::figures::{Declaration, json};
use text::names::{figure, grouped};

/// Items of which pairs are still counted: sorting more takes minutes.
pub(super) const MOST_SORTED: usize = 200_000_000;

/// A sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sum {
    /// Pairs of items in the opposite of their order.
    Inversions,
    /// Squares of places moved.
    Squares,
    /// Places moved.
    Footrule,
    /// Runs of rising places.
    Runs,
}

/// One of these statistics.
#[derive(Debug)]
struct OneSum {
    sum: Sum,
    items: usize,
}

/// Those for so many items: of fewer, exact laws are told.
pub(super) fn all(items: usize) -> Vec<Box<dyn Statistic>> {
    let all = [Sum::Inversions, Sum::Squares, Sum::Footrule, Sum::Runs];
    let ours = all.into_iter().filter(|sum| match sum {
        Sum::Footrule => items > MOST_FOR_FOOTRULE,
        Sum::Inversions => items > MOST && items <= MOST_SORTED,
        Sum::Squares | Sum::Runs => items > MOST,
    });
    ours.map(|sum| Box::new(OneSum { sum, items }) as Box<dyn Statistic>)
        .collect()
}

/// The low part of a number, and the rest: each fits, also added up.
pub(super) fn split(number: u128) -> [u64; 2] {
    const LOW: u32 = 48;
    [(number & ((1 << LOW) - 1)) as u64, (number >> LOW) as u64]
}

fn joined(cells: &[u64]) -> f64 {
    cells[0] as f64 + cells[1] as f64 * (1_u64 << 48) as f64
}

impl OneSum {
    fn kind(&self) -> &'static Kind {
        match self.sum {
            Sum::Inversions => &inversions::KIND,
            Sum::Squares => &spearman::KIND,
            Sum::Footrule => &footrule::KIND,
            Sum::Runs => &rising_sequences::KIND,
        }
    }

    /// The sum of an order; inversions are counted with other pairs.
    fn of(&self, order: &[u32]) -> u128 {
        let moved = || {
            let each = (0_u32..).zip(order);
            each.map(|(place, item)| u64::from(place.abs_diff(*item)))
        };
        match self.sum {
            Sum::Inversions => 0,
            Sum::Squares => moved().map(|places| u128::from(places * places)).sum(),
            Sum::Footrule => u128::from(moved().sum::<u64>()),
            Sum::Runs => {
                let places = places(order);
                places.windows(2).filter(|two| two[0] > two[1]).count() as u128 + 1
            }
        }
    }

    fn fair(&self) -> Moments {
        let n = self.items as f64;
        match self.sum {
            Sum::Inversions => Moments {
                mean: n * (n - 1.0) / 4.0,
                variance: n * (n - 1.0) * (2.0 * n + 5.0) / 72.0,
            },
            Sum::Squares => {
                let mean = n * (n * n - 1.0) / 6.0;
                Moments {
                    mean,
                    variance: mean * mean / (n - 1.0),
                }
            }
            Sum::Footrule => Moments {
                mean: (n * n - 1.0) / 3.0,
                variance: (n + 1.0) * (2.0 * n * n + 7.0) / 45.0,
            },
            Sum::Runs => Moments {
                mean: 0.5 * (n + 1.0),
                variance: (n + 1.0) / 12.0,
            },
        }
    }

    fn title(&self) -> &'static str {
        match self.sum {
            Sum::Inversions => "inversions (Kendall, normal)",
            Sum::Squares => "rank correlation (Spearman, normal)",
            Sum::Footrule => "footrule (normal)",
            Sum::Runs => "runs (rising sequences, normal)",
        }
    }

    fn seen(&self) -> &'static str {
        match self.sum {
            Sum::Inversions => "pairs of items in the opposite of their order",
            Sum::Squares => "rank correlation with the order before",
            Sum::Footrule => "places moved, all items together",
            Sum::Runs => "runs of rising places",
        }
    }

    /// The correlation with the order before that a mean stands for, if it stands for one.
    fn correlation(&self, mean: f64) -> Option<f64> {
        let correlates = matches!(self.sum, Sum::Inversions | Sum::Squares);
        correlates.then(|| 1.0 - mean / self.fair().mean)
    }

    fn words(&self, mean: f64) -> String {
        let fair = self.fair().mean;
        let items = self.items as f64;
        match self.sum {
            Sum::Inversions => format!(
                "{}% of all pairs of items came in the opposite of their old order; by chance it is 50%",
                figure(50.0 * mean / fair, 4)
            ),
            Sum::Squares => format!(
                "the rank correlation with the old order is {}; by chance it is 0, give or take {}",
                figure(1.0 - mean / fair, 3),
                figure(1.0 / (items - 1.0).sqrt(), 2)
            ),
            Sum::Footrule => format!(
                "on average an item lies {} places from where it was; by chance it is {}",
                grouped((mean / items).round() as u64),
                grouped((fair / items).round() as u64)
            ),
            Sum::Runs => format!(
                "read in the old order, the new places rise in {} runs; by chance in {}",
                grouped(mean.round() as u64),
                grouped(fair.round() as u64)
            ),
        }
    }
}

impl Counter<Orders> for OneSum {
    fn name(&self) -> &'static str {
        self.kind().name
    }

    fn cells(&self, _items: usize) -> usize {
        2
    }

    /// The low part is the largest.
    fn most(&self, _items: usize) -> u64 {
        1 << 48
    }

    fn layout(&self) {}

    fn count(&self, orders: &Orders, cells: &mut [u64], _: &mut Notes) {
        for order in orders.orders() {
            for (cell, part) in cells.iter_mut().zip(split(self.of(order))) {
                *cell += part;
            }
        }
    }
}

impl Statistic for OneSum {
    fn name(&self) -> &'static str {
        self.kind().name
    }

    fn counter(&self) -> AnyCounter<'_> {
        if self.sum == Sum::Inversions {
            return AnyCounter::Orders(&Pairs);
        }
        AnyCounter::Orders(self)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec!["mean"]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("value", self.seen()).known(),
            Declaration::number("ideal", self.seen()).known(),
            Declaration::number("correlation", "correlation with the order before").known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        let title = self.title().split(" (").next().unwrap_or_default();
        vec![Column {
            seen: Some(self.seen().to_owned()),
            fair: Some("ideal"),
            ..Column::new(title, "value", if self.sum == Sum::Squares { 4 } else { 0 })
        }]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let orders = evidence.tally.subjects();
        let mut test = Test::new("mean", self.title().to_owned());
        let fair = self.fair();
        let mean = joined(evidence.tally.cells()) / orders as f64;
        let deviation = (fair.variance / orders as f64).sqrt();
        let z = (mean - fair.mean) / deviation;
        if orders > 0 {
            let tails = Tails {
                lower: normal_upper(-z),
                upper: normal_upper(z),
            };
            test.value = Some(z);
            test.outcome = Outcome::P(PValue::new(tails.two_sided()));
            test.words = evidence.in_full(|| self.words(mean));
            let shift =
                normal_quantile_upper(0.5 * evidence.level) + normal_quantile_upper(1.0 - POWER);
            // A correlation is told as one, not as the sum of squares that it is made of.
            let unit = if self.sum == Sum::Squares {
                fair.mean
            } else {
                1.0
            };
            test.detectable = Some(Detectable {
                value: shift * deviation / unit,
                unit: self.seen().to_owned(),
            });
        }
        let correlation = self.correlation(mean);
        let (value, ideal) = match self.sum {
            Sum::Squares => (correlation.unwrap_or(0.0), 0.0),
            _ => (mean, fair.mean),
        };
        Assessment {
            tests: vec![test],
            figures: json!({ "value": value, "ideal": ideal, "correlation": correlation }).into(),
            checks: Vec::new(),
        }
    }
}
