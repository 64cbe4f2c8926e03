//! How many items lie before and below each item of an order, and what is summed from that in one pass.
//!
//! The items of a range of numbers are dealt, in their order, into sixteen parts of that range, each part again, and so
//! on. A counter for each part holds how many items went to lower ones, so that each item learns how many of its
//! range came before it and are lower; one that follows further down adds to it. As each number occurs once, the parts'
//! places are known before.

use super::MOST;

/// Parts of a range.
const PARTS: usize = 16;

/// Bits of a number that choose among them.
const BITS: u32 = 4;

/// The mask of 64 bits.
const LOW: i128 = (1 << 64) - 1;

/// Sums over all items of an order, exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    items: u32,
    inversions: u64,
    /// The numerator of D in two parts, `high` · 2⁶⁴ + `low`: it reaches 2¹⁵⁰.
    high: i128,
    low: i128,
}

/// An item on its way down.
#[derive(Clone, Copy, Default)]
struct Point {
    item: u32,
    place: u32,
    /// How many lower items are known to come before it.
    below: u32,
}

/// The sums of `order`, which holds each of 0..n once.
///
/// Takes n log n steps, 0.6 s of processor for ten million items, and 24 to 48 bytes for each sixteenth item.
///
/// # Panics
///
/// If an item is n or greater, or there are more than [`MOST`] items. The sums of an order in which one repeats are
/// those of no order.
pub fn counts(order: &[u32]) -> Counts {
    let n = order.len();
    assert!(n as u64 <= MOST, "{n} items are too many");
    assert!(
        order.iter().all(|&item| (item as usize) < n),
        "an item is none of 0..n"
    );
    let mut counts = Counts {
        items: n as u32,
        inversions: 0,
        high: 0,
        low: 0,
    };
    // One range after the other: the copies are small, and near.
    let size = n.div_ceil(PARTS).max(PARTS).next_power_of_two();
    let (mut here, mut there) = (
        vec![Point::default(); size + 1],
        vec![Point::default(); size],
    );
    for first in (0..n).step_by(size) {
        let length = size.min(n - first);
        let (mut below, mut found) = (0, 0);
        for (place, &item) in (0_u32..).zip(order) {
            let item = item.wrapping_sub(first as u32);
            // The place behind the last is written again and again until an item of the range comes.
            here[found] = Point { item, place, below };
            found = (found + usize::from((item as usize) < length)).min(length);
            below += item >> 31;
        }
        let bits = size.trailing_zeros().next_multiple_of(BITS);
        counts.descend(
            &mut here[..length],
            &mut there[..length],
            first as u32,
            bits - BITS,
        );
    }
    counts
}

impl Counts {
    /// The number of items.
    pub fn items(&self) -> u64 {
        u64::from(self.items)
    }

    /// How many pairs of items stand in the opposite of their order.
    pub fn inversions(&self) -> u64 {
        self.inversions
    }

    /// Hoeffding's D (1948), which is 0 on average if chance made the order, and at most 1/30; 0 below five items.
    ///
    /// With r and s the places of an item in both orders, from 1, and c the number of items before it in both,
    /// D = (A − 2(n−2)B + (n−2)(n−3)C) / (n(n−1)(n−2)(n−3)(n−4)), where A = Σ(r−1)(r−2)(s−1)(s−2),
    /// B = Σ(r−2)(s−2)c and C = Σc(c−1). Exact but for the last rounding.
    pub fn hoeffding_d(&self) -> f64 {
        if self.items < 5 {
            return 0.0;
        }
        let n = f64::from(self.items);
        let high = self.high + (self.low >> 64);
        let low = self.low & LOW;
        // A whole number while it fits: the two parts may have different signs.
        let numerator = if high.unsigned_abs() >> 62 == 0 {
            ((high << 64) + low) as f64
        } else {
            high as f64 * 18_446_744_073_709_551_616.0 + low as f64
        };
        numerator / (n * (n - 1.0) * (n - 2.0) * (n - 3.0) * (n - 4.0))
    }

    /// Deals the items `here`, numbers below 16 · 2^`shift`, to their parts in `there`, and those likewise. `first` is
    /// added to a number.
    fn descend(&mut self, here: &mut [Point], there: &mut [Point], first: u32, shift: u32) {
        let mut lower = [0_u32; PARTS];
        if shift == 0 {
            for point in here {
                let part = point.item as usize % PARTS;
                let below = point.below + lower[part];
                count(&mut lower, part);
                self.add(first + point.item, point.place, below);
            }
            return;
        }
        let mut next: [usize; PARTS] = std::array::from_fn(|part| part << shift);
        let mask = (1_u32 << shift) - 1;
        for point in &*here {
            let part = (point.item >> shift) as usize % PARTS;
            there[next[part]] = Point {
                item: point.item & mask,
                place: point.place,
                below: point.below + lower[part],
            };
            next[part] += 1;
            count(&mut lower, part);
        }
        let parts = there
            .chunks_mut(1 << shift)
            .zip(here.chunks_mut(1 << shift));
        for (part, (from, to)) in (0_u32..).zip(parts) {
            self.descend(from, to, first + (part << shift), shift - BITS);
        }
    }

    /// Adds an item with `below` lower ones before it.
    ///
    /// With a = r − 1, b = s − 1 and e = (n−2)c − (a−1)(b−1), an item's part of the numerator of D is
    /// e² − (n−2)c² − (n−2)(n−3)c + (a−1)(b−1)(a+b−1): large numbers do not cancel.
    fn add(&mut self, item: u32, place: u32, below: u32) {
        self.inversions += u64::from(place - below);
        let n = i64::from(self.items);
        let (a, b, c) = (i64::from(item), i64::from(place), i64::from(below));
        let product = (a - 1) * (b - 1);
        let excess = i128::from((n - 2) * c - product);
        let term = excess * excess - i128::from(n - 2) * i128::from(c * c + (n - 3) * c)
            + i128::from(product) * i128::from(a + b - 1);
        self.high += term >> 64;
        self.low += term & LOW;
    }
}

/// An item went to `part`: it is lower than those of all later parts.
fn count(lower: &mut [u32; PARTS], part: usize) {
    for (later, lower) in lower.iter_mut().enumerate() {
        *lower += u32::from(later > part);
    }
}
