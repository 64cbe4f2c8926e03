//! The shape of an order as a whole: pairs of items, and the longest line of items that kept their order.
//!
//! Inversions and Hoeffding's D come from one count. D sees every departure at the scale of the whole, however it looks, if there are
//! enough items (Hoeffding, 1948); pieces that are shuffled as wholes leave the whole alone, and are for other tests.

use crate::counter::{AnyCounter, Counter};
use crate::longest_increasing_subsequence;
use crate::{
    Assessment, Column, Compares, Design, Evidence, Feature, Kind, Notes, Outcome, Statistic, Test,
};
use deck::subject::{MAX_ITEMS, Orders};
use laws::independence::{self, LEAST};
use laws::longest_increasing::{longest_increasing, tails};
use laws::tail::PValue;
use text::figures::{Declaration, json};
use text::names::{figure, grouped};

use super::sums::split;

pub(crate) const KIND: Kind = Kind {
    name: "hoeffding-d",
    about: "does the new place of an item depend on its old one, in whatever way? Hoeffding's D, with the law of many items",
    plain: "how new places depend on old ones",
    causes: "too little mixing of any kind that changes the whole order",
    example: "If every item is as far from the middle as before, on either side, neither inversions nor rank correlation depart, and D does.",
    compares: &Compares::Nothing,
    source: "Hoeffding (1948), A non-parametric test of independence; Blum, Kiefer and Rosenblatt (1961)",
    parameters: &[],
    cards: LEAST as usize..=MAX_ITEMS,
    covers: &[Feature::Trend],
    suite: None,
    on: deck::subject::Kind::ORDER,
    lagged: false,
    build: |_, design| Ok(Box::new(Whole { items: design.size })),
};

/// The name of its test.
const DEPENDENCE: &str = "dependence";

/// Parts of one in which D is noted, which is above −1.
const PARTS: f64 = (1_u64 << 60) as f64;

/// Counts pairs of items.
#[derive(Debug)]
pub(super) struct Pairs;

impl Counter<Orders> for Pairs {
    fn name(&self) -> &'static str {
        "order-pairs"
    }

    /// The inversions, in two parts.
    fn cells(&self, _items: usize) -> usize {
        2
    }

    /// The low part is the largest.
    fn most(&self, _items: usize) -> u64 {
        1 << 48
    }

    fn layout(&self) {}

    fn count(&self, orders: &Orders, cells: &mut [u64], notes: &mut Notes) {
        for order in orders.orders() {
            let counts = independence::counts(order);
            for (cell, part) in cells.iter_mut().zip(split(u128::from(counts.inversions()))) {
                *cell += part;
            }
            let d = if order.len() as u64 >= LEAST {
                counts.hoeffding_d()
            } else {
                0.0
            };
            notes.see_each(&[((d + 1.0) * PARTS) as u64]);
        }
    }
}

/// Hoeffding's D.
#[derive(Debug)]
pub(super) struct Whole {
    pub items: usize,
}

impl Statistic for Whole {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Orders(&Pairs)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![DEPENDENCE]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("d", "Hoeffding's D").with_ideal("fair"),
            Declaration::number("fair", "Hoeffding's D").known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column {
            seen: Some("dependence on old places (Hoeffding's D)".to_owned()),
            fair: Some("fair"),
            ..Column::new("Hoeffding's D", "d", 7)
        }]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let orders = evidence.tally.subjects();
        let mut test = Test::new(DEPENDENCE, "dependence (Hoeffding's D)".to_owned());
        let greatest = evidence.tally.greatest().first();
        let d = greatest.map_or(0.0, |parts| *parts as f64 / PARTS - 1.0);
        if orders > 0 {
            let one = independence::upper(self.items as u64, d);
            // The greatest of all orders.
            let p = -libm::expm1(orders as f64 * libm::log1p(-one));
            test.value = Some(d);
            test.outcome = Outcome::P(PValue::new(p));
            test.words = evidence.in_full(|| {
                format!(
                    "where an item comes depends on where it was (Hoeffding's D is {}; by chance it is 0, give or take a little)",
                    figure(d, 3)
                )
            });
        }
        Assessment {
            figures: json!({ "d": crate::rounded(d), "fair": 0.0 }).into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}

/// The longest increasing line of many items.
#[derive(Debug)]
pub(super) struct Longest {
    pub items: usize,
}

impl Counter<Orders> for Longest {
    fn name(&self) -> &'static str {
        "order-longest-increasing"
    }

    /// The sum over all orders.
    fn cells(&self, _items: usize) -> usize {
        1
    }

    fn most(&self, items: usize) -> u64 {
        items as u64
    }

    fn layout(&self) {}

    fn count(&self, orders: &Orders, cells: &mut [u64], notes: &mut Notes) {
        for order in orders.orders() {
            let longest = longest_increasing(order);
            cells[0] += longest;
            // The greatest, and the least.
            notes.see_each(&[longest, u64::MAX - longest]);
        }
    }
}

impl Statistic for Longest {
    fn name(&self) -> &'static str {
        longest_increasing_subsequence::KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Orders(self)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec!["mean"]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("value", "items").known(),
            Declaration::number("ideal", "items").known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column {
            seen: Some("most items that kept their order".to_owned()),
            fair: Some("ideal"),
            ..Column::new("longest increasing", "value", 0)
        }]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let orders = evidence.tally.subjects();
        let mut test = Test::new("mean", "longest increasing (Tracy-Widom)".to_owned());
        let mean = evidence.tally.cells()[0] as f64 / orders.max(1) as f64;
        let n = self.items as f64;
        // The first two terms for many items (Baik, Deift and Johansson, 1999).
        let fair = 2.0 * n.sqrt() - 1.771_086_807 * libm::pow(n, 1.0 / 6.0);
        if let [greatest, least, ..] = *evidence.tally.greatest() {
            let p = [greatest, u64::MAX - least].map(|length| {
                let tails = tails(self.items as u64, length);
                tails.two_sided()
            });
            test.value = Some(mean);
            let several = orders as f64;
            test.outcome = Outcome::P(PValue::new((several * p[0].min(p[1])).min(1.0)));
            test.words = evidence.in_full(|| {
                format!(
                    "the longest line of items in their old order has {} items, with others between them; by chance {}",
                    grouped(mean.round() as u64),
                    grouped(fair.round() as u64)
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
