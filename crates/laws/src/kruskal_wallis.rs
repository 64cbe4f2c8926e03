//! Rank sums of groups: do some groups of items come early in a random order, and others late?
//!
//! With `R_g` the sum of the places of the `n_g` items of group g over N orders of n items, places from 0,
//!
//! ```text
//! H = 12/(n(n+1)N) · Σ_g (R_g − N n_g (n−1)/2)²/n_g
//! ```
//!
//! is about chi-squared with one degree of freedom less than there are groups (Kruskal and Wallis, 1952): for one
//! order it is their statistic. If a group is small, its tail is counted instead: in all ways to share the
//! places out among the groups, if these are few, or in random ones (Dwass, 1957), always the same.

use super::tail::chi_squared_upper;
use deck::rng::{Draws, PcgDraws};

/// Places that the smallest group has, in all orders together, from which on chi-squared is taken.
pub const FEWEST_PLACES: u64 = 20;

/// Ways to share the places out that are counted one by one.
const MOST_WAYS: f64 = 200_000.0;

/// Random orders that are counted otherwise: 10⁻⁵ is the smallest p-value that they give.
pub(crate) const RANDOM_ORDERS: u64 = 99_999;

/// The random orders have this seed.
pub(crate) const SEED: u128 = 1;

/// Sums that differ by less than this share of themselves are equal: their doubles are rounded.
const EQUAL: f64 = 1e-12;

/// Ways to compute a tail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// All ways to share the places out were counted.
    Exact,
    /// So many random orders were counted.
    Random,
    /// Taken from the chi-squared law.
    ChiSquared,
}

impl Method {
    /// The name for titles.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Random => "99,999 random orders",
            Self::ChiSquared => "chi-squared",
        }
    }
}

/// Groups of items, by their sizes.
#[derive(Debug, Clone)]
pub struct Groups {
    sizes: Vec<u64>,
    items: u64,
}

impl Groups {
    /// Groups of these sizes, none of them empty.
    pub fn new(sizes: Vec<u64>) -> Self {
        let items = sizes.iter().sum();
        Self { sizes, items }
    }

    /// Degrees of freedom.
    pub fn df(&self) -> f64 {
        self.sizes.len() as f64 - 1.0
    }

    /// The way in which the tail of so many orders is computed.
    pub fn method(&self, orders: u64) -> Method {
        let least = self.sizes.iter().min().copied().unwrap_or(0);
        if orders == 1 && self.ways() <= MOST_WAYS {
            Method::Exact
        } else if least * orders < FEWEST_PLACES {
            Method::Random
        } else {
            Method::ChiSquared
        }
    }

    /// The smallest p-value that any sums of so many orders have; 0 where it is not known and very small.
    pub fn smallest_p(&self, orders: u64) -> f64 {
        match self.method(orders) {
            Method::Exact => {
                let mut best = (0.0, 0.0);
                self.each_way(&mut |sums| {
                    let spread = self.spread(sums, 1);
                    if spread > best.0 * (1.0 + EQUAL) {
                        best = (spread, 1.0);
                    } else if spread >= best.0 * (1.0 - EQUAL) {
                        best.1 += 1.0;
                    }
                });
                best.1 / self.ways()
            }
            Method::Random => 1.0 / (RANDOM_ORDERS + 1) as f64,
            Method::ChiSquared => 0.0,
        }
    }

    /// H of these sums of places, from 0, over so many orders.
    pub fn h(&self, sums: &[u64], orders: u64) -> f64 {
        let items = self.items as f64;
        12.0 / (items * (items + 1.0) * orders as f64) * self.spread(sums, orders)
    }

    /// The probability of an H at least as large.
    pub fn p(&self, sums: &[u64], orders: u64) -> f64 {
        let least = self.spread(sums, orders) * (1.0 - EQUAL);
        match self.method(orders) {
            Method::ChiSquared => chi_squared_upper(self.h(sums, orders), self.df()),
            Method::Exact => {
                let mut beyond = 0.0;
                self.each_way(&mut |sums| {
                    if self.spread(sums, 1) >= least {
                        beyond += 1.0;
                    }
                });
                beyond / self.ways()
            }
            Method::Random => {
                let mut draws = PcgDraws::for_batch(SEED, "rank sums of groups", 0, 0);
                let mut order = self.sorted();
                let beyond = (0..RANDOM_ORDERS).filter(|_| {
                    let mut sums = vec![0; self.sizes.len()];
                    for _ in 0..orders {
                        draws.shuffle(&mut order);
                        for (place, group) in (0..).zip(&order) {
                            sums[usize::from(*group)] += place;
                        }
                    }
                    self.spread(&sums, orders) >= least
                });
                (1 + beyond.count()) as f64 / (1 + RANDOM_ORDERS) as f64
            }
        }
    }

    /// The sum of the squared departures of the sums from their means, each by the size of its group.
    fn spread(&self, sums: &[u64], orders: u64) -> f64 {
        let middle = 0.5 * (self.items as f64 - 1.0) * orders as f64;
        let each = sums.iter().zip(&self.sizes).map(|(sum, size)| {
            let size = *size as f64;
            let off = *sum as f64 - middle * size;
            off * off / size
        });
        each.sum()
    }

    /// The group of each item, one group after the other.
    fn sorted(&self) -> Vec<u16> {
        let groups = (0..).zip(&self.sizes);
        let each = groups.flat_map(|(group, size)| std::iter::repeat_n(group, *size as usize));
        each.collect()
    }

    /// The number of ways in which the places can be shared out.
    fn ways(&self) -> f64 {
        let mut ways = 1.0;
        let mut before = 0_u64;
        for size in &self.sizes {
            for one in 1..=*size {
                before += 1;
                ways *= before as f64 / one as f64;
            }
        }
        ways.round()
    }

    /// Calls `see` with the sums of each way to share the places out.
    fn each_way(&self, see: &mut dyn FnMut(&[u64])) {
        let mut sums = vec![0; self.sizes.len()];
        Self::place(self.items, &mut self.sizes.clone(), &mut sums, see);
    }

    /// Shares out the first `left` places, of which each group takes as many as it has left.
    fn place(left: u64, room: &mut [u64], sums: &mut [u64], see: &mut dyn FnMut(&[u64])) {
        let Some(place) = left.checked_sub(1) else {
            see(sums);
            return;
        };
        for group in 0..room.len() {
            if room[group] > 0 {
                room[group] -= 1;
                sums[group] += place;
                Self::place(place, room, sums, see);
                sums[group] -= place;
                room[group] += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// Two groups of three: Wilcoxon's rank sums 6 to 15 come 1, 1, 2, 3, 3, 3, 3, 2, 1, 1 times of 20.
    #[test]
    fn two_small_groups_have_wilcoxons_law() {
        let groups = Groups::new(vec![3, 3]);
        assert_eq!(groups.method(1), Method::Exact);
        // Places from 0: the first three have the sum 3, the last three 12.
        for (first, p) in [(3, 0.1), (12, 0.1), (4, 0.2), (5, 0.4), (6, 0.7), (7, 1.0)] {
            assert_close(groups.p(&[first, 15 - first], 1), p, 1e-12);
        }
        assert_close(groups.smallest_p(1), 0.1, 1e-12);
        assert_close(groups.h(&[3, 12], 1), 3.857_142_857, 1e-9);
    }

    /// The exact, the random and the chi-squared tail of the same sums.
    #[test]
    fn the_three_ways_agree() {
        let few = Groups::new(vec![4, 4, 4]);
        assert_eq!(
            (few.method(1), few.method(2)),
            (Method::Exact, Method::Random)
        );
        let sums = [10, 20, 36];
        let exact = few.p(&sums, 1);
        // Kruskal and Wallis: H = 6.5, P = .030.
        // 840 of the 34,650 ways, counted by a program of its own.
        assert_close(few.h(&sums, 1), 6.615_384_615, 1e-9);
        assert_close(exact, 840.0 / 34_650.0, 1e-12);
        let many = Groups::new(vec![30, 30, 40]);
        assert_eq!(many.method(1), Method::ChiSquared);
        let orders = Groups::new(vec![10, 10, 10]);
        assert_eq!(orders.method(1), Method::Random);
        assert_eq!(orders.method(2), Method::ChiSquared);
        let sums = [95, 150, 190];
        let (random, chi) = (
            orders.p(&sums, 1),
            chi_squared_upper(orders.h(&sums, 1), 2.0),
        );
        assert!((random / chi - 1.0).abs() < 0.15, "{random} {chi}");
    }
}
