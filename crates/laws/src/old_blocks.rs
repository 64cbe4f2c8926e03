//! A fair order beside the one before it: blocks of old places in blocks of new ones, mean places of old blocks, and pairs of
//! neighbours that were near each other before.
//!
//! All three are sums whose mean and variance are exact at any number of items; their tails are those of laws that have both.

use super::matched::{Graph, Moments, common_edges};

/// Equal blocks of places, as many as are asked for, of which some have one place more: each has n/k.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blocks {
    items: usize,
    number: usize,
    /// 2⁶⁴ times `number`/`items`, rounded up.
    factor: u128,
}

impl Blocks {
    /// So many blocks, at most `items`.
    pub fn new(items: usize, number: usize) -> Self {
        Self {
            items,
            number,
            factor: ((number as u128) << 64).div_ceil(items as u128),
        }
    }

    /// Their number.
    pub fn number(self) -> usize {
        self.number
    }

    /// The block that a place is in: `place` times `number`/`items`, rounded down. The error of the factor is less than the
    /// least distance of such a number from the next whole one.
    pub fn of(self, place: u32) -> usize {
        ((u128::from(place) * self.factor) >> 64) as usize
    }

    /// The size of a block.
    pub fn size(self, block: usize) -> u64 {
        let first =
            |block: usize| (block as u128 * self.items as u128).div_ceil(self.number as u128);
        (first(block + 1) - first(block)) as u64
    }

    /// The sum of one over the size of each block.
    fn inverse(self) -> f64 {
        let (size, larger) = (self.items / self.number, self.items % self.number);
        (self.number - larger) as f64 / size as f64 + larger as f64 / (size as f64 + 1.0)
    }

    /// Pearson's sum over the table of old blocks and new blocks in a fair order: mean and variance of a table whose margins are
    /// fixed (Haldane, 1940; Dawson, 1954).
    pub fn table(self) -> Moments {
        let (n, k) = (self.items as f64, self.number as f64);
        let even = (n - k) * (k - 1.0) / (n - 1.0);
        let uneven = (n * self.inverse() - k * k) / (n - 2.0);
        Moments {
            mean: n * (k - 1.0) * (k - 1.0) / (n - 1.0),
            variance: 2.0 * n / (n - 3.0) * (even - uneven) * (even - uneven)
                + n * n / (n - 1.0) * uneven * uneven,
        }
    }

    /// The largest sum that such a table can have: each old block in a new one.
    pub fn most_of_table(self) -> f64 {
        self.items as f64 * (self.number as f64 - 1.0)
    }

    /// The largest sum of Kruskal and Wallis: the blocks one after the other.
    pub fn most_of_ranks(self) -> f64 {
        let (size, larger) = (self.items / self.number, self.items % self.number);
        let (small, large) = ((size as f64).powi(3), (size as f64 + 1.0).powi(3));
        let cubes = (self.number - larger) as f64 * small + larger as f64 * large;
        let n = self.items as f64;
        (n * n * n - cubes) / (n * (n + 1.0))
    }

    /// The sum of Kruskal and Wallis over old blocks in a fair order (Kruskal, 1952).
    pub fn ranks(self) -> Moments {
        ranks(self.items, self.number, self.inverse())
    }
}

/// The sum of Kruskal and Wallis over `groups` groups in a fair order, where `inverse` is the sum of one over the size of each
/// (Kruskal, 1952).
pub fn ranks(items: usize, groups: usize, inverse: f64) -> Moments {
    let (n, k) = (items as f64, groups as f64);
    Moments {
        mean: k - 1.0,
        variance: 2.0 * (k - 1.0)
            - 2.0 * (3.0 * k * k - 6.0 * k + n * (2.0 * k * k - 6.0 * k + 1.0))
                / (5.0 * n * (n + 1.0))
            - 1.2 * inverse,
    }
}

/// The pairs of neighbours in a fair order that were at most `apart` places apart before; at most half of the items.
pub fn near_neighbours(items: usize, apart: usize) -> Moments {
    let (n, a) = (items as f64, apart as f64);
    // The sum of m (m − 1) below so many.
    let below = |most: f64| most * (most - 1.0) * (most - 2.0) / 3.0;
    let near = Graph {
        edges: a * n - 0.5 * a * (a + 1.0),
        paths: 2.0 * (below(2.0 * a) - below(a)) + (n - 2.0 * a) * 2.0 * a * (2.0 * a - 1.0),
    };
    let neighbours = Graph {
        edges: n - 1.0,
        paths: 2.0 * (n - 2.0),
    };
    common_edges(items, neighbours, near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// All orders of so many items (Heap, 1963).
    fn all_orders(items: usize, mut see: impl FnMut(&[usize])) {
        let mut order: Vec<usize> = (0..items).collect();
        let mut turns = vec![0; items];
        see(&order);
        let mut at = 0;
        while at < items {
            if turns[at] < at {
                order.swap(if at % 2 == 0 { 0 } else { turns[at] }, at);
                see(&order);
                turns[at] += 1;
                at = 0;
            } else {
                turns[at] = 0;
                at += 1;
            }
        }
    }

    /// Mean and variance over all orders of so many items.
    fn enumerated(items: usize, of: impl Fn(&[usize]) -> f64) -> [f64; 2] {
        let (mut all, mut sum, mut squares) = (0.0, 0.0, 0.0);
        all_orders(items, |order| {
            let value = of(order);
            all += 1.0;
            sum += value;
            squares += value * value;
        });
        let mean = sum / all;
        [mean, squares / all - mean * mean]
    }

    fn assert_same(moments: Moments, [mean, variance]: [f64; 2]) {
        assert_close(moments.mean, mean, 1e-10);
        assert!(
            (moments.variance - variance).abs() < 1e-9,
            "{moments:?}, {variance}"
        );
    }

    #[test]
    fn blocks_are_nested_and_exact() {
        for (items, number) in [(1_000_000_007, 2_560), (999_999_937, 1_280), (1_000, 5)] {
            let (fine, coarse) = (Blocks::new(items, number), Blocks::new(items, number / 2));
            let bounds =
                (1..number).map(|block| (block as u128 * items as u128).div_ceil(number as u128));
            for place in bounds.flat_map(|first| [first as u32 - 1, first as u32]) {
                let exact = u128::from(place) * number as u128 / items as u128;
                assert_eq!(fine.of(place), exact as usize);
                if number % 2 == 0 {
                    assert_eq!(fine.of(place) / 2, coarse.of(place));
                }
            }
        }
    }

    /// Pairs of two colours in pairs of places, which are no path.
    #[test]
    fn common_edges_are_those_of_all_orders() {
        let cliques = |sizes: &[usize]| Graph::cliques(sizes.iter().map(|size| *size as u64));
        let labels = [0, 0, 0, 1, 1, 1, 1];
        assert_same(
            common_edges(7, cliques(&[3, 4]), cliques(&[2, 2, 3])),
            enumerated(7, |order| {
                let batches = [&order[..2], &order[2..4], &order[4..]];
                let alike = batches.iter().flat_map(|batch| {
                    let pairs = (0..batch.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
                    pairs.filter(|(a, b)| labels[batch[*a]] == labels[batch[*b]])
                });
                alike.count() as f64
            }),
        );
    }

    #[test]
    fn moments_are_those_of_all_orders() {
        for (items, blocks) in [(6, 2), (6, 3), (7, 2), (7, 3), (8, 4), (5, 5)] {
            let all = Blocks::new(items, blocks);
            let sizes: Vec<u64> = (0..blocks).map(|block| all.size(block)).collect();
            assert_eq!(sizes.iter().sum::<u64>(), items as u64);
            let block = |place: usize| all.of(place as u32);
            for (place, size) in (0..items).map(|place| (place, sizes[block(place)])) {
                let same = (0..items).filter(|other| block(*other) == block(place));
                assert_eq!(same.count() as u64, size);
            }
            assert_same(
                all.table(),
                enumerated(items, |order| {
                    let mut table = vec![0.0; blocks * blocks];
                    for (place, item) in order.iter().enumerate() {
                        table[block(place) * blocks + block(*item)] += 1.0;
                    }
                    let cells = table.iter().enumerate().map(|(at, seen)| {
                        let fair = (sizes[at / blocks] * sizes[at % blocks]) as f64 / items as f64;
                        (seen - fair) * (seen - fair) / fair
                    });
                    cells.sum()
                }),
            );
            assert_same(
                all.ranks(),
                enumerated(items, |order| {
                    let n = items as f64;
                    let mut sums = vec![0.0; blocks];
                    for (place, item) in order.iter().enumerate() {
                        sums[block(*item)] += place as f64 - 0.5 * (n - 1.0);
                    }
                    let squares = sums.iter().zip(&sizes);
                    let squares: f64 = squares.map(|(sum, size)| sum * sum / *size as f64).sum();
                    12.0 / (n * (n + 1.0)) * squares
                }),
            );
        }
        for (items, apart) in [(5, 1), (6, 2), (7, 1), (7, 3), (8, 2)] {
            assert_same(
                near_neighbours(items, apart),
                enumerated(items, |order| {
                    let near = order
                        .windows(2)
                        .filter(|two| two[0].abs_diff(two[1]) <= apart);
                    near.count() as f64
                }),
            );
        }
    }
}
