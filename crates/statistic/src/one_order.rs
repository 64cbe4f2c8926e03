//! The statistics of a single order: those of decks that have a law of one deck, each by one test and in the words of
//! items and places.
//!
//! A single order has no law over many, no change on the way and no deck beside it, so that nothing
//! but the number itself is tested: by its exact law, both tails, or by the approximation that its
//! title names. Few tests share the error level, so that each keeps much of it.

use std::fmt;

use super::group_ranks::GroupRanks;
use super::{
    AnyCounter, Assessment, Column, Design, Effort, Evidence, Kind, ParamError, Probe, Statistic,
    Test,
};
use super::{footrule, inversions, longest_increasing_subsequence, rising_sequences, spearman};
use deck::subject::Order;
use text::figures::{Declaration, json};
use text::params::Params;

/// The law of the footrule of a single order takes three seconds for so many items, and grows fast.
const MOST_FOR_FOOTRULE: usize = 500;

/// A statistic of decks as it is told of one order.
struct Told {
    kind: &'static Kind,
    /// The one of its tests that is made.
    test: &'static str,
    title: &'static str,
    /// The things counted, for the small table.
    seen: &'static str,
    digits: usize,
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
        most: usize::MAX,
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
        most: usize::MAX,
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
        most: usize::MAX,
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
        most: 500,
        words: |longest, fair, _| {
            format!(
                "the longest line of items in their old order has {longest:.0} items, with others between them; by chance {fair:.1}"
            )
        },
    },
];

/// The statistics of `order`.
///
/// # Errors
/// None that its parameters could have: it has none of its own.
pub fn of_order(order: &Order, design: &Design) -> Result<Vec<Probe>, ParamError> {
    let told = TOLD.iter().filter(|told| design.size <= told.most);
    let mut probes = Vec::new();
    for told in told {
        let inner = (told.kind.build)(&Params::default(), design)?;
        let one = OneOrder {
            inner,
            told,
            items: design.size,
        };
        probes.push(Probe::new(0, Box::new(one)));
    }
    if let Some(groups) = &order.groups {
        let names = groups.names.iter();
        let names = names.map(|name| named(&groups.column, name)).collect();
        probes.push(Probe::new(
            0,
            Box::new(GroupRanks::new(groups.of.clone(), names)),
        ));
    }
    Ok(probes)
}

/// The name of a group: that of the month where months are numbered, else the column and what stands in it.
fn named(column: &str, group: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let at = group.parse::<usize>().ok().filter(|_| column == "month");
    match at.and_then(|at| MONTHS.get(at.checked_sub(1)?)) {
        Some(month) => (*month).to_owned(),
        None => format!("{column} {group}"),
    }
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

impl Statistic for OneOrder {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn counter(&self) -> AnyCounter<'_> {
        self.inner.counter()
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
            in_full: true,
            ..*evidence
        };
        let found = self.inner.assess(&in_full);
        let (value, ideal) = (found.figures.number("mean"), found.figures.number("ideal"));
        let tau = value.zip(ideal).map(|(pairs, fair)| 1.0 - pairs / fair);
        let correlation = match self.name() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Tally};
    use deck::Block;
    use deck::subject::Groups;
    use laws::known::Known;

    /// An order of so many items by `place`, which gives the item at each place, in groups of three.
    fn order(items: u16, place: impl Fn(u16) -> u16) -> Order {
        Order {
            items: (0..items).map(place).collect(),
            place: "place".to_owned(),
            groups: Some(Groups {
                column: "group".to_owned(),
                names: (1..=items.div_ceil(3))
                    .map(|name| name.to_string())
                    .collect(),
                of: (0..items).map(|item| item / 3).collect(),
            }),
            source: String::new(),
        }
    }

    fn tests(order: &Order) -> Vec<Test> {
        let design = Design {
            size: order.items.len(),
            trials: 1,
            replicates: 1,
        };
        let probes = of_order(order, &design).unwrap();
        let tests = probes.iter().flat_map(|probe| {
            let counter = probe.statistic().counter().decks().unwrap();
            let mut block = Block::new(design.size);
            block.clear(0);
            block.push(&order.items);
            block.index(counter.layout());
            let mut tally = Tally::empty(counter, design.size);
            tally.count(counter, &block);
            let found = probe.assess(&Evidence {
                lag: 0,
                design,
                tally: &tally,
                series: None,
                known: &Known::default(),
                level: 0.001,
                in_full: false,
                lines: None,
            });
            let names: Vec<&str> = found.tests.iter().map(|test| test.name).collect();
            assert_eq!(names, probe.statistic().tests());
            found.tests
        });
        tests.collect()
    }

    #[test]
    fn the_old_order_and_its_reverse_are_no_chance() {
        for reversed in [false, true] {
            let order = order(60, |place| if reversed { 59 - place } else { place });
            let tests = tests(&order);
            assert_eq!(tests.len(), 6);
            for test in &tests {
                let Outcome::P(p) = test.outcome else {
                    panic!("{test:?}");
                };
                assert!(p.get() < 1e-4, "{test:?}");
                assert!(
                    !test.words.is_empty() && !test.words.contains("card"),
                    "{test:?}"
                );
                assert!(!test.words.contains("deck"), "{test:?}");
            }
        }
    }

    /// Three items have six orders: whatever comes is no surprise.
    #[test]
    fn few_items_have_no_order_that_could_fail() {
        let few = Order {
            groups: None,
            ..order(3, |place| place)
        };
        let tests = tests(&few);
        let too_few = |test: &Test| matches!(test.outcome, Outcome::TooFew { .. });
        assert!(tests.iter().all(too_few), "{tests:?}");
    }
}
