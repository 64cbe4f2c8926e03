//! Avalanche: how often a bit of the image changes if a bit of the index is flipped, or a bit of the key.

use std::sync::Arc;

use super::{Between, FEWEST, MOST_INDICES, bits};
use crate::counter::{AnyCounter, Counter};
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, Notes, Outcome, Statistic, Test, Wanted,
};
use deck::batch::Batch;
use deck::subject::{MAX_ITEMS, Order, Orders};
use laws::hypergeometric;
use laws::keyed::{by_xor, classes, matching, set_in_both};
use laws::matched::{Moments, common_edges};
use laws::tail::PValue;
use text::figures::{Declaration, json};
use text::names::figure;

pub(crate) const INDEX: Kind = Kind {
    name: "index-avalanche",
    about: "if a bit of an index is flipped, does each bit of its image change as often as chance has it? all bits by all bits",
    plain: "how images change with a bit of the index",
    causes: "a generator of permutations with too few rounds, or one that is linear",
    example: "A Feistel network of one round passes half of the bits on as they are: if one of them is flipped, one bit of the image \
              changes always, and others never. In a fair permutation each changes in half of all cases.",
    compares: &Compares::Nothing,
    source: "Feistel (1973), Cryptography and computer privacy; Webster and Tavares (1986), On the design of S-boxes; Daniels (1944) \
             for mean and variance",
    parameters: &[],
    cards: FEWEST..=MAX_ITEMS,
    covers: &[],
    suite: None,
    on: deck::subject::Kind::ORDER,
    lagged: false,
    build: |_, design| Ok(Box::new(Index::new(design.size))),
};

pub(crate) const KEY: Kind = Kind {
    name: "key-avalanche",
    about: "if a bit of the key is flipped, does each bit of the images change as often as chance has it? all bits by all bits",
    plain: "how images change with a bit of the key",
    causes: "a key that is added to the index or to the image, or keys that follow each other and are used as they are",
    example: "If the key is added to each index by xor, its lowest bit changes the same bit of all images. In a fair generator half of \
              the images change there.",
    source: "Webster and Tavares (1986), On the design of S-boxes; draws without replacement",
    build: |params, _| {
        let order = params.subject::<Order>("permutation").ok();
        let orders = order.map(|order| order.epochs.clone());
        Ok(Box::new(Key::new(orders.unwrap_or_default())))
    },
    ..INDEX
};

/// The name of the one test of each.
const BITS: &str = "bits";

/// The cell of a table of bits that is least like chance.
#[derive(Debug, Clone, Copy)]
struct Cell {
    p: f64,
    from: u32,
    to: u32,
    /// The share of images that change, and that of fair ones.
    seen: f64,
    fair: f64,
}

/// The smallest p-value, once more for each cell; `None` if there is none.
fn extreme(cells: &[Cell]) -> Option<Cell> {
    let least = cells.iter().min_by(|a, b| a.p.total_cmp(&b.p))?;
    let p = (least.p * cells.len() as f64).min(1.0);
    Some(Cell { p, ..*least })
}

fn assessment(found: Option<Cell>, (title, flipped): (&str, &str), wanted: Wanted) -> Assessment {
    let mut test = Test::new(BITS, title.to_owned());
    test.outcome = Outcome::TooFew { needed: 2 };
    if let Some(cell) = found {
        test.outcome = Outcome::P(PValue::new(cell.p));
        if wanted == Wanted::InFull {
            test.words = format!(
                "if bit {} of {flipped} is flipped, bit {} of the image changes in {}% of all cases; by chance in {}%",
                cell.from,
                cell.to,
                figure(100.0 * cell.seen, 4),
                figure(100.0 * cell.fair, 4)
            );
        }
    }
    Assessment {
        figures: json!({
            "from": found.map(|cell| cell.from),
            "to": found.map(|cell| cell.to),
            "seen": found.map(|cell| crate::rounded(cell.seen)),
            "fair": found.map(|cell| crate::rounded(cell.fair)),
        })
        .into(),
        tests: vec![test],
        checks: Vec::new(),
    }
}

fn declared() -> Vec<Declaration> {
    vec![
        Declaration::whole("from", "the bit that is flipped, the lowest is 0"),
        Declaration::whole("to", "the bit of the image, the lowest is 0"),
        Declaration::number("seen", "share of images that change").with_ideal("fair"),
        Declaration::number("fair", "share of images that change").known(),
    ]
}

fn columns(title: &str) -> Vec<Column> {
    vec![Column {
        seen: Some(format!("{title}, the bit that is most off")),
        fair: Some("fair"),
        ..Column::new(title, "seen", 4)
    }]
}

/// Bits of the index.
#[derive(Debug)]
pub(super) struct Index {
    items: usize,
}

impl Index {
    pub fn new(items: usize) -> Self {
        Self { items }
    }

    /// Indices that are looked at.
    fn below(&self) -> usize {
        self.items.min(MOST_INDICES)
    }

    /// The p-value of a count over so many keys, the pairs of indices, and the mean of one key.
    fn law(&self, (from, to): (u32, u32), seen: u64, keys: u64) -> (f64, f64, f64) {
        let matching = matching(self.below() as u64, 1 << from);
        let sides = classes(self.items as u64, to, 1);
        let one = common_edges(self.items, matching, by_xor(&sides)[1]);
        let pairs = matching.edges as u64;
        // If all images are in pairs, as many pairs differ as there are images with the bit, or two fewer, or four.
        let all = 2 * pairs == self.items as u64;
        let between = Between {
            least: 0,
            most: keys * pairs.min(sides[0]).min(sides[1]),
            span: 1 + u64::from(all),
        };
        (between.p(one.times(keys), seen), pairs as f64, one.mean)
    }
}

impl Counter<Orders> for Index {
    fn name(&self) -> &'static str {
        INDEX.name
    }

    /// A row for each bit of the index, a column for each of the image.
    fn cells(&self, _items: usize) -> usize {
        (bits(self.below()) * bits(self.items)) as usize
    }

    fn most(&self, items: usize) -> u64 {
        items as u64
    }

    fn layout(&self) {}

    fn count(&self, orders: &Orders, cells: &mut [u64], _: &mut Notes) {
        let below = self.below();
        for order in orders.orders() {
            let rows = cells.chunks_exact_mut(bits(self.items) as usize);
            for (from, row) in rows.enumerate() {
                let mut counts = [0_u32; 32];
                for first in (0..below).step_by(2 << from) {
                    let middle = below.min(first + (1 << from));
                    let (low, high) = (&order[first..middle], &order[middle..below]);
                    for (one, other) in low.iter().zip(high) {
                        see(one ^ other, &mut counts);
                    }
                }
                for (cell, count) in row.iter_mut().zip(counts) {
                    *cell += u64::from(count);
                }
            }
        }
    }
}

/// Counts the bits that are set.
fn see(number: u32, counts: &mut [u32; 32]) {
    for (bit, count) in (0..).zip(counts) {
        *count += number >> bit & 1;
    }
}

impl Statistic for Index {
    fn name(&self) -> &'static str {
        INDEX.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Orders(self)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![BITS]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        declared()
    }

    fn columns(&self) -> Vec<Column> {
        columns("index avalanche")
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let keys = evidence.tally.subjects();
        let width = bits(self.items);
        let each = (0..).zip(evidence.tally.cells()).map(|(at, count)| {
            let (from, to) = (at / width, at % width);
            let (p, pairs, mean) = self.law((from, to), *count, keys);
            let seen = *count as f64 / (pairs * keys as f64);
            let fair = mean / pairs;
            Cell {
                p,
                from,
                to,
                seen,
                fair,
            }
        });
        let cells: Vec<Cell> = if keys > 0 { each.collect() } else { Vec::new() };
        let title = ("index avalanche (all bits)", "an index");
        assessment(extreme(&cells), title, evidence.wanted)
    }
}

/// Bits of the key.
#[derive(Debug)]
pub(super) struct Key {
    /// The permutation of each key.
    orders: Vec<Arc<[u32]>>,
}

impl Key {
    pub fn new(orders: Vec<Arc<[u32]>>) -> Self {
        Self { orders }
    }

    /// Pairs of keys that differ in a bit alone.
    fn pairs(&self, from: u32) -> u64 {
        let keys = 0..self.orders.len();
        keys.filter(|key| key >> from & 1 == 1).count() as u64
    }

    /// The p-value of `both` numbers whose images have a bit set at both keys of a pair, in so many pairs; a fair permutation sets it
    /// in `set` of so many images.
    fn p(items: u64, set: u64, pairs: u64, both: u64) -> f64 {
        if pairs == 1 {
            let hits = [both, set - both];
            return hypergeometric::tails(hits, [set, items - set]).two_sided();
        }
        let Moments { mean, variance } = set_in_both(items, set);
        let least = (2 * set).saturating_sub(items);
        // From the least that there can be on it is a count that may be 0.
        let between = Between {
            least: 0,
            most: pairs * (set - least),
            span: 1,
        };
        let fair = Moments {
            mean: mean - least as f64,
            variance,
        };
        between.p(fair.times(pairs), both - pairs * least)
    }
}

impl Counter<Orders> for Key {
    fn name(&self) -> &'static str {
        KEY.name
    }

    /// A row for each bit of the key, a column for each of the image: numbers whose images have it set at both keys.
    fn cells(&self, items: usize) -> usize {
        (bits(self.orders.len()) * bits(items)) as usize
    }

    fn most(&self, items: usize) -> u64 {
        items as u64
    }

    fn layout(&self) {}

    fn count(&self, orders: &Orders, cells: &mut [u64], _: &mut Notes) {
        let width = bits(orders.size()) as usize;
        for (key, order) in (orders.first() as usize..).zip(orders.orders()) {
            for (from, row) in cells.chunks_exact_mut(width).enumerate() {
                let before = self.orders.get(key ^ (1 << from));
                let Some(before) = before.filter(|_| key >> from & 1 == 1) else {
                    continue;
                };
                let mut counts = [0_u32; 32];
                for (one, other) in order.iter().zip(before.iter()) {
                    see(one & other, &mut counts);
                }
                for (cell, count) in row.iter_mut().zip(counts) {
                    *cell += u64::from(count);
                }
            }
        }
    }
}

impl Statistic for Key {
    fn name(&self) -> &'static str {
        KEY.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Orders(self)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![BITS]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        declared()
    }

    fn columns(&self) -> Vec<Column> {
        columns("key avalanche")
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let items = evidence.design.size as u64;
        let width = bits(evidence.design.size);
        let cells = (0..).zip(evidence.tally.cells()).map(|(at, both)| {
            let (from, to) = (at / width, at % width);
            let (pairs, set) = (self.pairs(from), classes(items, to, 1)[1]);
            let share = |both: f64| 2.0 * (set as f64 - both) / items as f64;
            Cell {
                p: Self::p(items, set, pairs, *both),
                from,
                to,
                seen: share(*both as f64 / pairs as f64),
                fair: share(set_in_both(items, set).mean),
            }
        });
        let cells: Vec<Cell> = cells.collect();
        let title = ("key avalanche (all bits)", "the key");
        assessment(extreme(&cells), title, evidence.wanted)
    }
}
