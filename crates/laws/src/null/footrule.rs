//! Spearman's footrule: how many places all cards together have moved, Σ |π(i) - i| over the cards.
//!
//! Cut the deck below place i: as many cards have come up across the cut as have gone down, k of each,
//! and a card that moves d places crosses d cuts. So the footrule is twice the sum of all these k, always
//! even, from 0 to 2⌊n²/4⌋. Now go through places and cards together, one of each at a time. So far k
//! places wait for a card from further down, and k cards for a place there. A new place and a new card
//!
//! - both wait: k grows by one, in one way;
//! - take each other, or one of them takes one of k that wait and the other one waits: k stays, in
//!   2k + 1 ways;
//! - both take one that waits: k falls by one, in k² ways.
//!
//! With the power of z for the sum of the k these are weighted paths from 0 to 0, of n steps (OEIS A062869).
//! Mean (n² - 1)/3, variance (n + 1)(2n² + 7)/45 (n ≥ 2). The law is not symmetric: one order has 0, and
//! (n/2)!² of an even number of cards have the greatest value, those that exchange the halves.
//!
//! ```
//! use colddeck_laws::null;
//! let law = null::find("footrule").unwrap();
//! // The top card goes to the bottom: it moves three places, each of the others one.
//! assert_eq!(law.value(&[1, 2, 3, 0]), 6);
//! assert_eq!(null::fraction(&law.exact(4).unwrap().probability(6)).unwrap(), "3/8");
//! assert_eq!(null::fraction(&law.moments(4).unwrap().mean).unwrap(), "5");
//! ```

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::big_numbers::{factorial, ratio};
use super::{Card, HEADROOM, Law, MAX_CARDS, Moments, NEGLIGIBLE, without_negligible};

pub(super) const LAW: Law = Law {
    name: "footrule",
    about: "Spearman's footrule: the number of places that all cards together have moved",
    source: "Diaconis and Graham (1977), Spearman's footrule as a measure of disarray",
    least: 0,
    exact_up_to: 200,
    floats_up_to: 500,
    moments_up_to: MAX_CARDS,
    counts,
    probabilities,
    moments: |n| {
        Moments::closed(n, ratio(n * n - 1, 3), || {
            ratio((n + 1) * (2 * n * n + 7), 45)
        })
    },
    sums: None,
    value,
};

/// Half the greatest value for `cards` cards.
fn most(cards: usize) -> usize {
    cards * cards / 4
}

/// The polynomial of each k is one whole number, its coefficients side by side in slots that hold n!: some
/// n⁴/48 slots are made in all, each from three others, 33 million of 160 bytes at 200 cards. Making
/// them takes four seconds and 60 MB.
///
/// Each starts from the least sum that leads to k, k(k+1)/2. Then a step up to k shifts nothing, one that
/// stays shifts k slots, and one down from k + 1 shifts 2k + 1.
fn counts(n: usize) -> Vec<UBig> {
    let slot = factorial(n).bit_len().next_multiple_of(64);
    let mut rows = vec![UBig::ONE];
    for step in 1..=n {
        // All that waits must find its place before the end.
        let highest = step.min(n - step);
        rows.resize(rows.len().max(highest + 2), UBig::ZERO);
        let mut before = UBig::ZERO;
        for k in 0..=highest {
            let stays = (&rows[k] * UBig::from(2 * k + 1)) << (k * slot);
            let falls = (&rows[k + 1] * UBig::from((k + 1) * (k + 1))) << ((2 * k + 1) * slot);
            let row = before + stays + falls;
            before = std::mem::replace(&mut rows[k], row);
        }
        rows.truncate(highest + 1);
    }
    let bytes = rows[0].to_le_bytes();
    with_gaps(bytes.chunks(slot / 8).map(UBig::from_le_bytes).collect())
}

/// The polynomial of one k, as probabilities, from its first coefficient that is not negligible.
#[derive(Debug, Clone, Default)]
struct Row {
    start: usize,
    cells: Vec<f64>,
}

impl Row {
    fn end(&self) -> usize {
        self.start + self.cells.len()
    }

    /// The sum of `parts`, each row shifted and weighted.
    fn of(parts: [(&Self, usize, f64); 3]) -> Self {
        let parts = parts.into_iter().filter(|(row, ..)| !row.cells.is_empty());
        let start = parts.clone().map(|(row, shift, _)| row.start + shift).min();
        let end = parts.clone().map(|(row, shift, _)| row.end() + shift).max();
        let (start, end) = (start.unwrap_or(0), end.unwrap_or(0));
        let mut cells = vec![0.0; end - start];
        for (row, shift, weight) in parts {
            for (cell, term) in cells[row.start + shift - start..]
                .iter_mut()
                .zip(&row.cells)
            {
                *cell += weight * term;
            }
        }
        Self { start, cells }.trimmed()
    }

    /// Drops what is negligible at both ends.
    fn trimmed(mut self) -> Self {
        let counts = |cell: &f64| *cell >= NEGLIGIBLE;
        let len = self.cells.iter().rposition(counts).map_or(0, |at| at + 1);
        self.cells.truncate(len);
        let first = self.cells.iter().position(counts).unwrap_or(0);
        self.cells.drain(..first);
        self.start += first;
        self
    }
}

/// The same, each step weighted by the share of the orders that go that way: with r cards to come, of
/// those at k (r-k)(r-k-1)/r² go up, (2k+1)(r-k)/r² stay, and k²/r² go down. All terms are positive, so
/// that no digits cancel. Some n⁴/48 steps too, a third of a millisecond at 52 cards; 500 cards take
/// up to three seconds, and 50 MB.
fn probabilities(n: usize) -> Vec<f64> {
    let mut rows = vec![Row {
        start: 0,
        cells: vec![HEADROOM],
    }];
    for step in 1..=n {
        let highest = step.min(n - step);
        rows.resize_with(rows.len().max(highest + 2), Row::default);
        let left = n - step + 1;
        let share = |ways: usize| ways as f64 / (left * left) as f64;
        let mut before = Row::default();
        for k in 0..=highest {
            let row = Row::of([
                (&before, 0, share((left + 1 - k) * (left - k))),
                (&rows[k], k, share((2 * k + 1) * (left - k))),
                (&rows[k + 1], 2 * k + 1, share((k + 1) * (k + 1))),
            ]);
            before = std::mem::replace(&mut rows[k], row);
        }
        rows.truncate(highest + 1);
    }
    let Row { start, cells } = &rows[0];
    let mut law = vec![0.0; *start];
    law.extend(cells.iter().map(|scaled| scaled / HEADROOM));
    law.resize(most(n) + 1, 0.0);
    with_gaps(without_negligible(law))
}

/// The law of the footrule from that of its half: no order has an odd one.
fn with_gaps<T: Default>(half: Vec<T>) -> Vec<T> {
    let pairs = half.into_iter().flat_map(|even| [T::default(), even]);
    pairs.skip(1).collect()
}

fn value(deck: &[Card]) -> u64 {
    let moved = (0..).zip(deck).map(|(place, &card)| card.abs_diff(place));
    moved.map(u64::from).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::null::to_f64;
    use crate::testing::assert_close;

    /// Half the footrule of 12 cards: the permanent of z^|i-j|, by a sum over all sets of cards, in Python.
    const TWELVE: [u32; 37] = [
        1, 11, 75, 381, 1582, 5582, 17_222, 47_194, 116_457, 261_163, 537_459, 1_022_981,
        1_817_652, 3_040_352, 4_810_720, 7_230_928, 10_360_160, 14_178_912, 18_577_792, 23_327_872,
        28_132_048, 32_571_504, 36_310_464, 38_903_904, 40_028_724, 39_552_156, 37_457_388,
        33_941_412, 29_314_944, 24_179_904, 18_835_776, 13_777_344, 9_452_736, 5_716_800,
        3_211_200, 1_742_400, 518_400,
    ];

    #[test]
    fn twelve_cards_agree_with_a_sum_over_all_sets() {
        let counts = counts(12);
        assert_eq!(counts.len(), 73);
        let even: Vec<UBig> = counts.iter().step_by(2).cloned().collect();
        assert_eq!(even, TWELVE.map(UBig::from));
        assert!(counts.iter().skip(1).step_by(2).all(UBig::is_zero));
    }

    #[test]
    fn the_ends_have_closed_forms() {
        for n in [2, 7, 52, 61] {
            let counts = counts(n);
            assert_eq!(counts.len(), 2 * most(n) + 1);
            // No card has moved, or two neighbours alone.
            assert_eq!(counts[0], UBig::ONE);
            assert_eq!(counts[2], UBig::from(n - 1));
            // The halves exchanged; with an odd number of cards the middle one may be anywhere.
            let half = factorial(n / 2);
            let middle = UBig::from(if n % 2 == 0 { 1 } else { n });
            assert_eq!(counts[2 * most(n)], half.sqr() * middle);
        }
    }

    #[test]
    fn fifty_two_cards_have_their_moments() {
        let law = LAW.floats(52).unwrap();
        let moments = LAW.moments(52).unwrap();
        assert_close(to_f64(&moments.mean), 901.0, 1e-15);
        // 53 · 5415/45
        assert_close(to_f64(&moments.variance), 19_133.0 / 3.0, 1e-15);
        let moment = |f: &dyn Fn(f64) -> f64| -> f64 {
            let values = (0_u32..).map(f64::from).zip(law.probabilities());
            values.map(|(value, p)| p * f(value - 901.0)).sum()
        };
        assert_close(moment(&|_| 1.0), 1.0, 1e-13);
        assert!(moment(&|x| x).abs() < 1e-11);
        assert_close(moment(&|x| x * x), 19_133.0 / 3.0, 1e-13);
        // The lower tail is the longer one.
        assert!(moment(&|x| x * x * x) < 0.0);
    }
}
