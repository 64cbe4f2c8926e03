//! The statistics of decks that have a law of one deck, told of an order of no more items than a deck may have cards: each by one
//! test, its exact law, both tails, and in the words of items and places.

use std::fmt;

use crate::counter::Counter;
use crate::{
    AnyCounter, Assessment, Column, Design, Effort, Evidence, Kind, Notes, ParamError, Statistic,
    Test, Wanted,
};
use crate::{footrule, inversions, longest_increasing_subsequence, rising_sequences, spearman};
use deck::batch::Batch;
use deck::subject::Orders;
use deck::{Block, Card};
use text::figures::{Declaration, json};
use text::params::Params;

/// The law of the footrule of a single order takes a tenth of a second for so many items, and grows fast.
pub(super) const MOST_FOR_FOOTRULE: usize = 150;

/// Exact laws of so many items are made in a moment, and are normal for more to within what a test can tell.
pub(super) const MOST: usize = 500;

/// The law of the longest line of a single order is made for so many items.
pub(super) const MOST_FOR_LONGEST: usize = 200;

/// A statistic of decks as it is told of one order.
struct Told {
    kind: &'static Kind,
    /// The one of its tests that is made.
    test: &'static str,
    title: &'static str,
    /// The things counted, for the small table.
    seen: &'static str,
    digits: usize,
    /// Items for which its law is made, at the most.
    most: usize,
    /// Says what a value means beside the one that chance gives, with so many items.
    words: fn(f64, f64, usize) -> String,
}

const TOLD: [Told; 5] = [
    Told {
        kind: &inversions::KIND,
        test: "mean",
        title: "inversions (Kendall, exact)",
        seen: "pairs of items in the opposite of their order",
        digits: 0,
        most: MOST,
        words: |pairs, fair, _| {
            format!(
                "{:.1}% of all pairs of items came in the opposite of their old order (Kendall's tau {:.4}); by chance it \
                 is 50%",
                50.0 * pairs / fair,
                1.0 - pairs / fair
            )
        },
    },
    Told {
        kind: &spearman::KIND,
        test: spearman::CORRELATION,
        title: "rank correlation (Spearman)",
        seen: "rank correlation with the order before",
        digits: 4,
        most: MOST,
        words: |rho, _, items| {
            let early = if rho < 0.0 { "late" } else { "early" };
            format!(
                "items that stood {early} in the old order came early: the rank correlation is {rho:.4}; by chance it is 0, give or \
                 take {:.4}",
                1.0 / (items as f64 - 1.0).sqrt()
            )
        },
    },
    Told {
        kind: &footrule::KIND,
        test: "mean",
        title: "footrule (exact)",
        seen: "places moved, all items together",
        digits: 0,
        most: MOST_FOR_FOOTRULE,
        words: |places, fair, items| {
            let each = |places: f64| places / items as f64;
            format!(
                "on average an item lies {:.1} places from where it was; by chance it is {:.1}",
                each(places),
                each(fair)
            )
        },
    },
    Told {
        kind: &rising_sequences::KIND,
        test: "mean",
        title: "runs (rising sequences, exact)",
        seen: "runs of rising places",
        digits: 0,
        most: MOST,
        words: |runs, fair, _| {
            format!(
                "read in the old order, the new places rise in {runs:.0} runs; by chance in {fair:.1}"
            )
        },
    },
    Told {
        kind: &longest_increasing_subsequence::KIND,
        test: "mean",
        title: "longest increasing (exact)",
        seen: "most items that kept their order",
        digits: 0,
        most: MOST_FOR_LONGEST,
        words: |longest, fair, _| {
            format!(
                "the longest line of items in their old order has {longest:.0} items, with others between them; by chance {fair:.1}"
            )
        },
    },
];

/// Those of orders of so many items.
pub(super) fn all(design: &Design) -> Result<Vec<Box<dyn Statistic>>, ParamError> {
    let told = TOLD.iter().filter(|told| design.size <= told.most);
    let each = told.map(|told| -> Result<Box<dyn Statistic>, ParamError> {
        Ok(Box::new(OneOrder {
            inner: (told.kind.build)(&Params::default(), design)?,
            told,
            items: design.size,
        }))
    });
    each.collect()
}

/// One number of a single order.
struct OneOrder {
    inner: Box<dyn Statistic>,
    told: &'static Told,
    items: usize,
}

impl fmt::Debug for OneOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OneOrder").field(&self.inner).finish()
    }
}

impl OneOrder {
    /// The test that is made, in the words of items.
    fn told(&self, test: Test, value: Option<f64>, ideal: Option<f64>) -> Test {
        let approximated = test.title.rsplit_once(", ").map(|(_, how)| how);
        let title = match approximated {
            // The law of a correlation depends on the number of items.
            Some(how) => format!("{}, {how}", self.told.title.trim_end_matches(')')),
            None => self.told.title.to_owned(),
        };
        let words = match (value, ideal) {
            (Some(value), Some(ideal)) if !test.words.is_empty() => {
                (self.told.words)(value, ideal, self.items)
            }
            _ => String::new(),
        };
        Test {
            title,
            words,
            ..test
        }
    }
}

/// It counts an order as the deck that it is.
impl Counter<Orders> for OneOrder {
    fn name(&self) -> &str {
        self.inner.counter().name()
    }

    fn cells(&self, items: usize) -> usize {
        let counter = self.inner.counter().decks();
        counter.map_or(0, |counter| counter.cells(items))
    }

    fn most(&self, items: usize) -> u64 {
        let counter = self.inner.counter().decks();
        counter.map_or(1, |counter| counter.most(items))
    }

    fn layout(&self) {}

    fn count(&self, orders: &Orders, cells: &mut [u64], notes: &mut Notes) {
        let Some(counter) = self.inner.counter().decks() else {
            return;
        };
        let mut block = Block::new(orders.size());
        block.clear(orders.first());
        for order in orders.orders() {
            let items: Vec<Card> = order.iter().map(|item| *item as Card).collect();
            block.push(&items);
        }
        block.lay_out(counter.layout());
        counter.count(&block, cells, notes);
    }
}

impl Statistic for OneOrder {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Orders(self)
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("value", self.told.seen).known(),
            Declaration::number("ideal", self.told.seen).known(),
            Declaration::number("correlation", "correlation with the order before").known(),
        ]
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![self.told.test]
    }

    fn effort(&self) -> Effort {
        self.inner.effort()
    }

    fn columns(&self) -> Vec<Column> {
        let title = self.told.title.split(" (").next().unwrap_or_default();
        vec![Column {
            seen: Some(self.told.seen.to_owned()),
            fair: Some("ideal"),
            ..Column::new(title, "value", self.told.digits)
        }]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let in_full = Evidence {
            wanted: Wanted::InFull,
            ..*evidence
        };
        let found = self.inner.assess(&in_full);
        let (value, ideal) = (found.figures.number("mean"), found.figures.number("ideal"));
        let tau = value.zip(ideal).map(|(pairs, fair)| 1.0 - pairs / fair);
        let correlation = match self.told.kind.name {
            name if name == inversions::KIND.name => tau,
            name if name == spearman::KIND.name => value,
            _ => None,
        };
        let ours = found
            .tests
            .into_iter()
            .filter(|test| test.name == self.told.test);
        Assessment {
            tests: ours.map(|test| self.told(test, value, ideal)).collect(),
            figures: json!({ "value": value, "ideal": ideal, "correlation": correlation }).into(),
            checks: Vec::new(),
        }
    }
}
