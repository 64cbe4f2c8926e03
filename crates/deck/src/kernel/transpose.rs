//! Rows, one for each deck, into lanes: 64 decks side by side.

#![expect(
    clippy::inline_always,
    reason = "a function must be compiled anew, with other instructions, in each kernel"
)]

use super::grid::Cell;
use super::{DECKS, Grid};

/// See [`Cells::transpose`](super::Cells::transpose).
#[inline(always)]
pub(crate) fn transpose<T: Cell>(rows: &Grid<T>, lanes: &mut [[T; DECKS]]) {
    // Sixteen bytes, or eight words, fill the vectors of every x86-64.
    if T::BITS == 8 {
        transpose_squares::<T, 16>(rows, lanes);
    } else {
        transpose_squares::<T, 8>(rows, lanes);
    }
}

/// Transposes squares of `SIDE` cards of `SIDE` decks. The room after the last row lets the last
/// square be read as a whole.
#[inline(always)]
fn transpose_squares<T: Cell, const SIDE: usize>(rows: &Grid<T>, lanes: &mut [[T; DECKS]]) {
    let stride = rows.stride();
    for (square, lanes) in lanes.chunks_mut(SIDE).enumerate() {
        for first in (0..DECKS).step_by(SIDE) {
            let mut cells = [[T::default(); SIDE]; SIDE];
            for (deck, cells) in cells.iter_mut().enumerate() {
                let from = &rows.cells()[(first + deck) * stride + square * SIDE..];
                cells.copy_from_slice(&from[..SIDE]);
            }
            let cells = transpose_square(cells);
            for (lane, cells) in lanes.iter_mut().zip(&cells) {
                lane[first..first + SIDE].copy_from_slice(cells);
            }
        }
    }
}

/// Rows of the upper half interleaved with those of the lower, as often as 2 has to be doubled to
/// `SIDE`: the bits of a cell's place go round by half.
#[inline(always)]
fn transpose_square<T: Cell, const SIDE: usize>(mut rows: [[T; SIDE]; SIDE]) -> [[T; SIDE]; SIDE] {
    for _ in 0..SIDE.ilog2() {
        let old = rows;
        for pair in 0..SIDE / 2 {
            let (upper, lower) = (&old[pair], &old[pair + SIDE / 2]);
            for at in 0..SIDE / 2 {
                rows[2 * pair][2 * at] = upper[at];
                rows[2 * pair][2 * at + 1] = lower[at];
                rows[2 * pair + 1][2 * at] = upper[SIDE / 2 + at];
                rows[2 * pair + 1][2 * at + 1] = lower[SIDE / 2 + at];
            }
        }
    }
    rows
}
