//! Permutations, one in each row of a block: the definitions of what is made of them. Rows past the last deck may
//! hold anything, and are not looked at.

#![expect(
    clippy::inline_always,
    reason = "a function must be compiled anew, with other instructions, in each kernel"
)]

use super::Grid;
use super::grid::Cell;

/// Does `$short::<N>` where rows have N = 64, 128 or 256 cells with the room after them, so that no
/// index of theirs need be compared with their length; else `$any`.
macro_rules! by_stride {
    ($stride:expr, $function:ident($($argument:expr),*)) => {
        match $stride {
            64 => $function::<T, 64>($($argument),*),
            128 => $function::<T, 128>($($argument),*),
            256 => $function::<T, 256>($($argument),*),
            _ => $function::<T, ANY>($($argument),*),
        }
    };
}

/// Stands for rows of any other length.
const ANY: usize = 0;

/// A cell as an index of a row of `N` cells.
#[inline(always)]
fn index<T: Cell, const N: usize>(cell: T) -> usize {
    if N == ANY {
        cell.index()
    } else {
        cell.index() % N
    }
}

/// The row of a deck, with the room after it.
#[inline(always)]
fn row<T: Cell, const N: usize>(grid: &Grid<T>, deck: usize) -> &[T] {
    let stride = if N == ANY { grid.stride() } else { N };
    &grid.cells()[deck * stride..][..stride]
}

#[inline(always)]
fn row_mut<T: Cell, const N: usize>(grid: &mut Grid<T>, deck: usize) -> &mut [T] {
    let stride = if N == ANY { grid.stride() } else { N };
    &mut grid.cells_mut()[deck * stride..][..stride]
}

/// See [`Cells::invert`](super::Cells::invert).
#[inline(always)]
pub(crate) fn invert<T: Cell>(from: &Grid<T>, decks: usize, to: &mut Grid<T>) {
    by_stride!(from.stride(), invert_rows(from, decks, to));
}

#[inline(always)]
fn invert_rows<T: Cell, const N: usize>(from: &Grid<T>, decks: usize, to: &mut Grid<T>) {
    let cards = from.cards();
    for deck in 0..decks {
        let inverse = row_mut::<T, N>(to, deck);
        for (at, cell) in row::<T, N>(from, deck)[..cards].iter().enumerate() {
            inverse[index::<T, N>(*cell)] = T::of(at);
        }
    }
}

/// See [`Cells::compose`](super::Cells::compose).
#[inline(always)]
pub(crate) fn compose<T: Cell>(
    first: &Grid<T>,
    second: &Grid<T>,
    lag: usize,
    decks: usize,
    to: &mut Grid<T>,
) {
    by_stride!(first.stride(), compose_rows(first, second, lag, decks, to));
}

#[inline(always)]
fn compose_rows<T: Cell, const N: usize>(
    first: &Grid<T>,
    second: &Grid<T>,
    lag: usize,
    decks: usize,
    to: &mut Grid<T>,
) {
    let cards = first.cards();
    for deck in 0..decks {
        let table = row::<T, N>(second, deck + lag);
        let places = &row::<T, N>(first, deck)[..cards];
        for (cell, at) in row_mut::<T, N>(to, deck).iter_mut().zip(places) {
            *cell = table[index::<T, N>(*at)];
        }
    }
}
