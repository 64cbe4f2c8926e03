//! The old order in the new one, looked at in blocks of several sizes at once: do items that lay together come together, or lie
//! too far apart, on any scale?
//!
//! A trend shows in sums over the whole order. A shuffle buffer, shards that are shuffled as wholes, or readers that take turns
//! leave no trend: they show in blocks of the right size. Each statistic here looks at a ladder of sizes, each twice the one
//! before, and its test takes the smallest p-value times their number (Bonferroni). Means and variances are exact, and tails
//! those of a law that has both: see [`laws::old_blocks`].

use super::{MOST_BLOCKS, fixed, released};
use crate::counter::{AnyCounter, Counter};
use crate::{
    Assessment, Column, Compares, Design, Evidence, Feature, Kind, Notes, Outcome, Statistic, Test,
};
use deck::subject::{MAX_ITEMS, Orders};
use laws::matched::Moments;
use laws::old_blocks::{Blocks, near_neighbours};
use laws::tail::PValue;
use text::figures::{Declaration, Shape, json};
use text::names::{figure, grouped};

/// Items from which on there are blocks to speak of.
pub(super) const FEWEST: usize = 25;

/// Blocks of the coarsest scale.
const COARSEST: usize = 5;

/// Blocks along each side of the picture of an order.
const PICTURE: usize = 40;

const CAUSES: &str = "a shuffle buffer that is too small, pieces that are shuffled as wholes, or readers that take turns";

pub(crate) const TABLE: Kind = Kind {
    name: "block-table",
    about: "do items of each old block come into all new blocks alike? Pearson's sum for 5 × 5 blocks, 10 × 10 and so on",
    plain: "old blocks in new blocks",
    causes: CAUSES,
    example: "Ten thousand items that went through a shuffle buffer of 1,000 stay near where they were: the first tenth of them lies in \
              the first three tenths of the new order.",
    compares: &Compares::Nothing,
    source: "Haldane (1940), The mean and variance of χ² when used as a test of homogeneity; Dawson (1954)",
    parameters: &[],
    cards: 100..=MAX_ITEMS,
    covers: &[Feature::LocalOrder],
    suite: None,
    on: deck::subject::Kind::ORDER,
    lagged: false,
    build: |_, design| Ok(Box::new(OldBlocks::new(Look::Table, design.size))),
};

pub(crate) const RANKS: Kind = Kind {
    name: "block-ranks",
    about: "do items that lay in one block stay together? Kruskal-Wallis over 5 blocks, 10 and so on, down to blocks of 4 items",
    plain: "mean places of old blocks",
    cards: FEWEST..=MAX_ITEMS,
    example: "If shards of 100 items are shuffled as wholes, the 100 items of each lie together somewhere: their mean place is far from the \
              middle.",
    source: "Kruskal (1952), A nonparametric test for the several sample problem",
    build: |_, design| Ok(Box::new(OldBlocks::new(Look::Ranks, design.size))),
    ..TABLE
};

pub(crate) const NEAR: Kind = Kind {
    name: "near-neighbours",
    about: "were neighbours near each other before? pairs that were at most 1 place apart, 2, 4 and so on",
    plain: "neighbours that were near before",
    cards: FEWEST..=MAX_ITEMS,
    example: "In a fair order of 10,000 items 0.32% of neighbours were at most 16 places apart before; behind a shuffle buffer of 100, 15%.",
    source: "Daniels (1944), The relation between measures of correlation in the universe of sample permutations",
    build: |_, design| Ok(Box::new(OldBlocks::new(Look::Near, design.size))),
    ..TABLE
};

/// Blocks along each side of the finest table. Of few items a cell holds four on average, as the sum over fuller ones is
/// nearer to the law that is taken for it; of many, one.
fn most_blocks(items: usize) -> usize {
    const MANY: usize = 2_000;
    let each = if items < MANY { 4 } else { 1 };
    (items / each).isqrt().min(MOST_BLOCKS)
}

/// The name of the one test of each.
const SCALES: &str = "scales";

/// A way to look at blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Old blocks in new blocks: scales are numbers of blocks.
    Table,
    /// Mean places of old blocks: scales are numbers of blocks.
    Ranks,
    /// Neighbours that were near before: scales are distances.
    Near,
}

/// One of these statistics.
#[derive(Debug)]
pub(super) struct OldBlocks {
    look: Look,
    items: usize,
    /// From the coarsest blocks to the finest, or from the least distance on: each twice the one before.
    scales: Vec<usize>,
}

impl OldBlocks {
    fn new(look: Look, items: usize) -> Self {
        let doubled = |first: usize, most: usize| -> Vec<usize> {
            let all = std::iter::successors(Some(first), |scale| Some(2 * scale));
            all.take_while(|scale| *scale <= most).collect()
        };
        let scales = match look {
            Look::Table => doubled(COARSEST, most_blocks(items)),
            Look::Ranks => doubled(COARSEST, items / 4),
            Look::Near => doubled(1, items / 4),
        };
        Self {
            look,
            items,
            scales,
        }
    }

    /// The three of them.
    pub(super) fn all(items: usize) -> Vec<Self> {
        let looks = [Look::Table, Look::Ranks, Look::Near];
        let all = looks.map(|look| Self::new(look, items));
        let few = items < FEWEST;
        all.into_iter()
            .filter(|one| !few && !one.scales.is_empty())
            .collect()
    }

    /// The one that looks at neighbours, if there are enough items.
    pub(super) fn near_neighbours(items: usize) -> Option<Self> {
        (items >= FEWEST).then(|| Self::new(Look::Near, items))
    }

    fn kind(&self) -> &'static Kind {
        match self.look {
            Look::Table => &TABLE,
            Look::Ranks => &RANKS,
            Look::Near => &NEAR,
        }
    }

    /// The finest blocks.
    fn finest(&self) -> Blocks {
        let number = self.scales.last().copied().unwrap_or(1);
        Blocks::new(self.items, number)
    }

    /// The number that an order has on each scale: how many near neighbours, or a sum of squares.
    fn numbers(&self, order: &[u32]) -> Vec<f64> {
        match self.look {
            Look::Near => self
                .near(order)
                .into_iter()
                .map(|near| near as f64)
                .collect(),
            Look::Ranks => self.ranks(order),
            Look::Table => self.tables(order),
        }
    }

    /// Neighbours at most so many places apart.
    fn near(&self, order: &[u32]) -> Vec<u64> {
        let mut by_bits = [0_u64; 33];
        for two in order.windows(2) {
            // Two powers of two are apart at most as many places as the larger one: 1, 2, 3 to 4, 5 to 8 and so on.
            let apart = two[0].abs_diff(two[1]) - 1;
            by_bits[(u32::BITS - apart.leading_zeros()) as usize] += 1;
        }
        let within = by_bits.iter().scan(0, |sum, count| {
            *sum += count;
            Some(*sum)
        });
        within.take(self.scales.len()).collect()
    }

    /// Kruskal and Wallis' sum of each scale.
    fn ranks(&self, order: &[u32]) -> Vec<f64> {
        let finest = self.finest();
        let mut sums = vec![0_u64; finest.number()];
        for (place, item) in (0_u64..).zip(order) {
            sums[finest.of(*item)] += place;
        }
        let n = self.items as f64;
        let mut found = Vec::new();
        for scale in self.scales.iter().rev() {
            if sums.len() > *scale {
                sums = sums.chunks_exact(2).map(|two| two[0] + two[1]).collect();
            }
            let blocks = Blocks::new(self.items, *scale);
            let squares = sums.iter().enumerate().map(|(block, sum)| {
                let size = blocks.size(block) as f64;
                let off = 2.0 * *sum as f64 - size * (n - 1.0);
                off * off / size
            });
            found.push(3.0 / (n * (n + 1.0)) * squares.sum::<f64>());
        }
        found.reverse();
        found
    }

    /// Pearson's sum of each scale.
    fn tables(&self, order: &[u32]) -> Vec<f64> {
        let finest = self.finest();
        let mut side = finest.number();
        let mut table = grid(order, finest);
        let mut found = Vec::new();
        for scale in self.scales.iter().rev() {
            if side > *scale {
                table = halved(&table, side);
                side = *scale;
            }
            found.push(pearson(&table, Blocks::new(self.items, side)));
        }
        found.reverse();
        found
    }

    /// A scale's number in fair orders.
    fn fair(&self, scale: usize) -> Moments {
        match self.look {
            Look::Near => near_neighbours(self.items, scale),
            Look::Ranks => Blocks::new(self.items, scale).ranks(),
            Look::Table => Blocks::new(self.items, scale).table(),
        }
    }

    /// The smallest two-sided p-value and its scale, before their number is allowed for.
    fn extreme(&self, numbers: &[f64], orders: u64) -> Option<(f64, usize)> {
        let p_values = self.scales.iter().zip(numbers).map(|(scale, seen)| {
            let fair = self.fair(*scale).times(orders);
            let blocks = Blocks::new(self.items, *scale);
            let tails = match self.look {
                Look::Near => fair.of_count(*seen as u64),
                Look::Ranks => fair.of_bounded(*seen, blocks.most_of_ranks() * orders as f64),
                Look::Table => fair.of_bounded(*seen, blocks.most_of_table() * orders as f64),
            };
            tails.two_sided()
        });
        let smallest = p_values.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
        smallest.map(|(at, p)| (p, at))
    }

    /// True if neighbours in `order` were near each other more often than chance has it, by far.
    pub(super) fn are_near(order: &[u32], level: f64) -> bool {
        let near = Self::new(Look::Near, order.len());
        let numbers = near.numbers(order);
        near.extreme(&numbers, 1)
            .is_some_and(|(p, at)| p < level && numbers[at] > near.fair(near.scales[at]).mean)
    }

    /// Says in words how one scale looks.
    fn words(&self, scale: usize, (seen, fair): (f64, Moments), orders: u64) -> String {
        let times = figure(seen / fair.mean, 3);
        match self.look {
            Look::Near => {
                let pairs = (self.items as u64 - 1) * orders;
                let percent = |count: f64| figure(100.0 * count / pairs as f64, 3);
                let apart = if scale == 1 {
                    "next to each other".to_owned()
                } else {
                    format!("at most {} places apart", grouped(scale as u64))
                };
                format!(
                    "{}% of neighbours were {apart} before; by chance it is {}%",
                    percent(seen),
                    percent(fair.mean)
                )
            }
            Look::Ranks => format!(
                "the mean places of {} blocks of {} items that lay together differ {times} times as much as by chance",
                grouped(scale as u64),
                grouped((self.items / scale) as u64)
            ),
            Look::Table => format!(
                "with the old order and the new one each cut into {} blocks, the items that an old and a new block share \
                 depart {times} times as much as by chance from equal numbers",
                grouped(scale as u64)
            ),
        }
    }

    /// Blocks along each side of the picture: a number of blocks that is at hand.
    fn side(&self) -> usize {
        let side = self.scales.iter().rev().find(|scale| **scale <= PICTURE);
        side.copied().unwrap_or(1)
    }

    /// Cells that the picture takes after those of the scales.
    fn pictured(&self) -> usize {
        if self.look == Look::Table {
            self.side() * self.side()
        } else {
            0
        }
    }
}

/// Items of each old block, by rows, in each new one.
fn grid(order: &[u32], blocks: Blocks) -> Vec<u32> {
    let side = blocks.number();
    let mut table = vec![0; side * side];
    let mut places = order;
    for column in 0..side {
        let (here, rest) = places.split_at(blocks.size(column) as usize);
        for item in here {
            table[blocks.of(*item) * side + column] += 1;
        }
        places = rest;
    }
    table
}

/// The table of blocks of twice the size.
fn halved(table: &[u32], side: usize) -> Vec<u32> {
    let rows = table.chunks_exact(2 * side);
    let halved = rows.flat_map(|two| {
        let (upper, lower) = two.split_at(side);
        let columns = upper.chunks_exact(2).zip(lower.chunks_exact(2));
        columns.map(|(a, b)| a[0] + a[1] + b[0] + b[1])
    });
    halved.collect()
}

/// Pearson's sum of a table.
fn pearson(table: &[u32], blocks: Blocks) -> f64 {
    let sizes: Vec<u64> = (0..blocks.number())
        .map(|block| blocks.size(block))
        .collect();
    let least = sizes.iter().min().copied().unwrap_or(1);
    // Sums of squares over rows and columns of the smaller size and the larger one are exact.
    let mut squares = [0_u64; 4];
    for (row, size) in table.chunks_exact(blocks.number()).zip(&sizes) {
        for (seen, column) in row.iter().zip(&sizes) {
            let at = 2 * usize::from(*size > least) + usize::from(*column > least);
            squares[at] += u64::from(*seen) * u64::from(*seen);
        }
    }
    let items: u64 = sizes.iter().sum();
    let n = items as f64;
    let sums = squares.iter().enumerate().map(|(at, squares)| {
        let cell = (least + at as u64 / 2) as f64 * (least + at as u64 % 2) as f64;
        *squares as f64 * n / cell
    });
    (sums.sum::<f64>() - n).max(0.0)
}

impl Counter<Orders> for OldBlocks {
    fn name(&self) -> &'static str {
        self.kind().name
    }

    fn cells(&self, _items: usize) -> usize {
        self.scales.len() + self.pictured()
    }

    fn most(&self, items: usize) -> u64 {
        match self.look {
            Look::Near => items as u64,
            // Neither sum is more than the number of items times that of blocks.
            Look::Ranks => fixed(items as f64),
            Look::Table => fixed(items as f64 * self.finest().number() as f64),
        }
    }

    fn layout(&self) {}

    fn count(&self, orders: &Orders, cells: &mut [u64], _: &mut Notes) {
        for order in orders.orders() {
            let numbers = self.numbers(order);
            for (cell, number) in cells.iter_mut().zip(numbers) {
                *cell += if self.look == Look::Near {
                    number as u64
                } else {
                    fixed(number)
                };
            }
            if self.look == Look::Table {
                let picture = grid(order, Blocks::new(self.items, self.side()));
                let side = self.side();
                for (at, cell) in cells[self.scales.len()..].iter_mut().enumerate() {
                    *cell += u64::from(picture[at % side * side + at / side]);
                }
            }
        }
    }
}

impl Statistic for OldBlocks {
    fn name(&self) -> &'static str {
        self.kind().name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Orders(self)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![SCALES]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        let unit = match self.look {
            Look::Table | Look::Ranks => "blocks",
            Look::Near => "places apart",
        };
        let mut figures = vec![
            Declaration::whole("scale", unit),
            Declaration::number("seen", "of what chance gives").with_ideal("fair"),
            Declaration::number("fair", "of what chance gives").known(),
        ];
        if self.look == Look::Table {
            let side = self.side();
            figures.push(Declaration::new(
                "grid",
                Shape::Whole.listed(side).listed(side),
                "items of each new block from each old one",
            ));
        }
        figures
    }

    fn columns(&self) -> Vec<Column> {
        let seen = match self.look {
            Look::Table => "old blocks in new ones, beside chance",
            Look::Ranks => "places of old blocks, beside chance",
            Look::Near => "near neighbours, beside chance",
        };
        vec![Column {
            seen: Some(seen.to_owned()),
            fair: Some("fair"),
            ..Column::new(self.kind().plain, "seen", 3)
        }]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let orders = evidence.tally.subjects();
        let title = match self.look {
            Look::Table => "old blocks in new blocks",
            Look::Ranks => "places of old blocks (Kruskal-Wallis)",
            Look::Near => "neighbours that were near before",
        };
        let mut test = Test::new(SCALES, title.to_owned());
        let (numbers, picture) = evidence.tally.cells().split_at(self.scales.len());
        let numbers: Vec<f64> = numbers
            .iter()
            .map(|cell| {
                if self.look == Look::Near {
                    *cell as f64
                } else {
                    released(*cell)
                }
            })
            .collect();
        let grid: Vec<&[u64]> = picture.chunks(self.side()).collect();
        let extreme = self.extreme(&numbers, orders);
        let Some((p, at)) = extreme.filter(|_| orders > 0) else {
            test.outcome = Outcome::TooFew { needed: 1 };
            let mut figures = json!({ "scale": null, "seen": null, "fair": 1.0 });
            if self.look == Look::Table {
                figures["grid"] = json!(grid);
            }
            return Assessment {
                figures: figures.into(),
                tests: vec![test],
                checks: Vec::new(),
            };
        };
        let scale = self.scales[at];
        let fair = self.fair(scale).times(orders);
        test.outcome = Outcome::P(PValue::new((p * self.scales.len() as f64).min(1.0)));
        test.words = evidence.in_full(|| self.words(scale, (numbers[at], fair), orders));
        let mut figures = json!({
            "scale": scale,
            "seen": crate::rounded(numbers[at] / fair.mean),
            "fair": 1.0,
        });
        if self.look == Look::Table {
            figures["grid"] = json!(grid);
        }
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}
