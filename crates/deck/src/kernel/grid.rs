//! A block of decks as rows of small numbers: `pos[card] = position`, one row for each deck.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::DECKS;

/// The largest deck whose positions, and numbers of cards from 0 to n, fit in a byte.
pub const BYTE_CARDS: usize = 255;

/// A number that a row holds: `u8` for decks of up to [`BYTE_CARDS`] cards, `u16` above.
pub trait Cell:
    Copy
    + Default
    + Ord
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Into<u64>
    + std::fmt::Debug
    + Send
    + Sync
    + 'static
{
    /// Its bits.
    const BITS: usize;

    /// The number, which must fit.
    fn of(number: usize) -> Self;

    /// The cell as an index.
    fn index(self) -> usize;

    /// The sum, modulo 2 to the number of bits.
    #[must_use]
    fn plus(self, other: Self) -> Self;
}

macro_rules! cell {
    ($cell:ty) => {
        impl Cell for $cell {
            const BITS: usize = <$cell>::BITS as usize;

            #[inline(always)]
            fn of(number: usize) -> Self {
                number as Self
            }

            #[inline(always)]
            fn index(self) -> usize {
                usize::from(self)
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    };
}

cell!(u8);
cell!(u16);

/// [`DECKS`] rows of `cards` cells each. Rows start `stride` cells apart; what stands between the end
/// of a row and the start of the next, and in the room after the last row, is of no meaning:
/// kernels write whole words there.
#[derive(Debug, Clone)]
pub struct Grid<T> {
    cards: usize,
    stride: usize,
    cells: Vec<T>,
}

impl<T: Cell> Grid<T> {
    /// Rows of `cards` zeros.
    pub fn new(cards: usize) -> Self {
        // 64, 128 and 256 let byte kernels work on arrays of fixed size.
        let stride = match cards {
            0..=64 => 64,
            65..=128 => 128,
            129..=256 => 256,
            _ => cards.next_multiple_of(64),
        };
        Self {
            cards,
            stride,
            cells: vec![T::default(); DECKS * stride + Self::room(stride)],
        }
    }

    /// Cells after the last row: enough to copy a whole row from, or to, any place in it.
    fn room(stride: usize) -> usize {
        stride + 64
    }

    /// Cards in each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Cells from the start of a row to the start of the next: at least `cards`.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// All cells: `DECKS` times `stride`, and `stride + 64` more.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// All cells, to write.
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// The row of one deck, `cards` cells.
    pub fn row(&self, deck: usize) -> &[T] {
        &self.cells[deck * self.stride..][..self.cards]
    }

    /// The row of one deck, to write.
    pub fn row_mut(&mut self, deck: usize) -> &mut [T] {
        &mut self.cells[deck * self.stride..][..self.cards]
    }

    /// Makes every row 0, 1, …, n − 1.
    pub fn sort(&mut self) {
        for deck in 0..DECKS {
            for (at, cell) in self.row_mut(deck).iter_mut().enumerate() {
                *cell = T::of(at);
            }
        }
    }
}
