//! Facts about cards that are true or false in each deck: a mask for each card, with a bit for each deck.

#![expect(
    clippy::inline_always,
    reason = "a function must be compiled anew, with other instructions, in each kernel"
)]

use super::DECKS;
use super::grid::Cell;

/// See [`Cells::at_least`](super::Cells::at_least).
#[inline(always)]
pub(crate) fn at_least<T: Cell>(lanes: &[[T; DECKS]], bound: T, masks: &mut [u64]) {
    for (mask, lane) in masks.iter_mut().zip(lanes) {
        let holds = lane.map(|cell| u8::from(cell >= bound));
        let eights = holds.as_chunks().0.iter().rev();
        *mask = eights.fold(0, |all, eight| {
            // Moves the lowest bit of each byte to the highest byte, one beside the other.
            let bits = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            all << 8 | bits
        });
    }
}

/// See [`Kernel::alike`](super::Kernel::alike).
#[inline(always)]
pub(crate) fn alike(within: &[u64], digits: &[Vec<u64>], counts: &mut [u64]) {
    let mut left = counts;
    for (one, &own) in within.iter().enumerate() {
        let (counts, rest) = left.split_at_mut(within.len() - one - 1);
        left = rest;
        let others = counts.iter_mut().zip(&within[one + 1..]);
        match digits {
            [] => others.for_each(|(count, other)| *count += u64::from((own & other).count_ones())),
            [low, high] => {
                let digits = low[one + 1..].iter().zip(&high[one + 1..]);
                for ((count, other), (low_other, high_other)) in others.zip(digits) {
                    let differ = low[one] ^ low_other | high[one] ^ high_other;
                    *count += u64::from((own & other & !differ).count_ones());
                }
            }
            _ => {
                for (at, (count, other)) in (one + 1..).zip(others) {
                    let differ = digits.iter().map(|masks| masks[one] ^ masks[at]);
                    let differ = differ.fold(0, |all, differ| all | differ);
                    *count += u64::from((own & other & !differ).count_ones());
                }
            }
        }
    }
}
