//! Counts the decks in which each card lies above each other one.

#![expect(
    clippy::inline_always,
    reason = "a function must be compiled anew, with other instructions, in each kernel"
)]

use super::DECKS;
use super::grid::Cell;

/// Decks that are compared at once: adding up the counts of a pair costs as much as comparing some
/// blocks, so it is done for several of them together.
pub const HELD: usize = 8 * DECKS;

/// Adds to each pair of cards a < b, in the order (0, 1), (0, 2), …, the number of decks with
/// `lanes[a]` at most `lanes[b]`.
#[inline(always)]
pub fn above<T: Cell>(lanes: &[[T; HELD]], counts: &mut [u32]) {
    let mut counts = counts.iter_mut();
    for (at, first) in lanes.iter().enumerate() {
        for (second, count) in lanes[at + 1..].iter().zip(&mut counts) {
            let mut sums = [T::default(); DECKS];
            for (first, second) in first
                .as_chunks::<DECKS>()
                .0
                .iter()
                .zip(second.as_chunks::<DECKS>().0)
            {
                for ((sum, first), second) in sums.iter_mut().zip(first).zip(second) {
                    *sum = sum.plus(T::of(usize::from(first <= second)));
                }
            }
            *count += sums.iter().map(|sum| sum.index() as u32).sum::<u32>();
        }
    }
}
