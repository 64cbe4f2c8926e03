//! Numbers that are their own images, and cycles.

use crate::counter::{AnyCounter, Counter};
use crate::{Assessment, Column, Design, Evidence, Kind, Notes, Outcome, Statistic, Test};
use crate::{cycles, fixed_points};
use deck::subject::Orders;
use laws::keyed;
use laws::null::count_cycles;
use laws::tail::PValue;
use text::figures::{Declaration, json};
use text::names::{figure, grouped};

/// A number of a permutation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    FixedPoints,
    Cycles,
}

/// One of these statistics.
#[derive(Debug)]
struct Number {
    of: Of,
    items: usize,
}

/// Both of them.
pub(super) fn all(items: usize) -> impl Iterator<Item = Box<dyn Statistic>> {
    [Of::FixedPoints, Of::Cycles]
        .into_iter()
        .map(move |of| Box::new(Number { of, items }) as Box<dyn Statistic>)
}

impl Number {
    fn kind(&self) -> &'static Kind {
        match self.of {
            Of::FixedPoints => &fixed_points::KIND,
            Of::Cycles => &cycles::KIND,
        }
    }

    fn count_of(&self, order: &[u32]) -> u64 {
        match self.of {
            Of::FixedPoints => {
                let each = (0_u32..).zip(order);
                each.filter(|(index, image)| index == *image).count() as u64
            }
            Of::Cycles => count_cycles(order.len(), |at| order[at] as usize),
        }
    }

    /// The mean of one permutation.
    fn fair(&self) -> f64 {
        match self.of {
            Of::FixedPoints => 1.0,
            Of::Cycles => keyed::moments_of_cycles(self.items).mean,
        }
    }

    fn seen(&self) -> &'static str {
        match self.of {
            Of::FixedPoints => "numbers that are their own image, for each key",
            Of::Cycles => "cycles, for each key",
        }
    }
}

impl Counter<Orders> for Number {
    fn name(&self) -> &'static str {
        self.kind().name
    }

    /// The sum over all keys.
    fn cells(&self, _items: usize) -> usize {
        1
    }

    fn most(&self, items: usize) -> u64 {
        items as u64
    }

    fn layout(&self) {}

    fn count(&self, orders: &Orders, cells: &mut [u64], _: &mut Notes) {
        let each = orders.orders().iter();
        cells[0] += each.map(|order| self.count_of(order)).sum::<u64>();
    }
}

impl Statistic for Number {
    fn name(&self) -> &'static str {
        self.kind().name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Orders(self)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec!["mean"]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("value", self.seen()).known(),
            Declaration::number("ideal", self.seen()).known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        let title = match self.of {
            Of::FixedPoints => "fixed points",
            Of::Cycles => "cycles",
        };
        vec![Column {
            seen: Some(self.seen().to_owned()),
            fair: Some("ideal"),
            ..Column::new(title, "value", 2)
        }]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let keys = evidence.tally.subjects();
        let seen = evidence.tally.cells()[0];
        let (mean, fair) = (seen as f64 / keys.max(1) as f64, self.fair());
        let title = match self.of {
            Of::FixedPoints => "fixed points (all keys)",
            Of::Cycles => "cycles (all keys)",
        };
        let mut test = Test::new("mean", title.to_owned());
        if keys > 0 {
            let tails = match self.of {
                Of::FixedPoints => keyed::fixed_points(self.items, keys, seen),
                Of::Cycles => keyed::cycles(self.items, keys, seen),
            };
            test.value = Some(mean);
            test.outcome = Outcome::P(PValue::new(tails.two_sided()));
            test.words = evidence.in_full(|| {
                let what = match self.of {
                    Of::FixedPoints => "numbers that are their own image",
                    Of::Cycles => "cycles",
                };
                format!(
                    "the permutations of {} keys have {} {what}; by chance {}",
                    grouped(keys),
                    grouped(seen),
                    figure(fair * keys as f64, 4)
                )
            });
        }
        Assessment {
            figures: json!({ "value": mean, "ideal": crate::rounded(fair) }).into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}
