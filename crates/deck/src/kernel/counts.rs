//! Counts of what decks have, one added for each deck.

#![expect(
    clippy::inline_always,
    reason = "a function must be compiled anew, with other instructions, in each kernel"
)]

use super::DECKS;

/// The cell that two lanes of each deck name together.
#[inline(always)]
pub(super) fn indices(high: &[u8; DECKS], width: u16, low: &[u8; DECKS]) -> [u16; DECKS] {
    let mut indices = [0; DECKS];
    for ((index, high), low) in indices.iter_mut().zip(high).zip(low) {
        *index = u16::from(*high)
            .wrapping_mul(width)
            .wrapping_add(u16::from(*low));
    }
    indices
}

/// See [`Kernel::joint`](super::Kernel::joint).
#[inline(always)]
pub(super) fn joint(
    (high, width, low): (&[u8; DECKS], u16, &[u8; DECKS]),
    decks: usize,
    cells: &mut [u16],
) {
    for index in &indices(high, width, low)[..decks] {
        if let Some(cell) = cells.get_mut(usize::from(*index)) {
            *cell += 1;
        }
    }
}
