//! Counts of what decks have.

use super::super::{DECKS, counts};

/// See [`Kernel::joint`](crate::kernel::Kernel::joint).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn joint(lanes: (&[u8; DECKS], u16, &[u8; DECKS]), decks: usize, cells: &mut [u16]) {
    let (high, width, low) = lanes;
    let indices = counts::indices(high, width, low);
    let all = |indices: &[u16]| {
        let indices = indices.iter();
        indices.fold(0, |largest, index| (*index).max(largest))
    };
    // All are compared with the number of cells at once, so that no count waits for a comparison of its own.
    if decks == DECKS && usize::from(all(&indices)) < cells.len() {
        for index in indices {
            // SAFETY: it is at most the largest one, which is below the number of cells.
            unsafe { *cells.get_unchecked_mut(usize::from(index)) += 1 };
        }
        return;
    }
    counts::joint(lanes, decks, cells);
}
