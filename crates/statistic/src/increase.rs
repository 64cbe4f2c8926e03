//! Counts of any width, and how one is added to the cells that lanes name.

use std::fmt::Debug;

use deck::BLOCK;
use deck::kernel::{Cell, Isa};

/// Two cells of lanes as one index.
pub(super) trait Joint: Cell {
    /// Holds all indices.
    type Index: Copy + Default + Into<u32>;

    /// `self` · `width` + `low`, where that is below 2¹⁶ for bytes.
    fn join(self, width: usize, low: Self) -> Self::Index;

    /// Adds one to the cell that two lanes of each of the first `decks` decks name together.
    #[inline]
    fn increase<C: Count>(
        _isa: Isa,
        cells: &mut [C],
        lanes: (&[Self; BLOCK], usize, &[Self; BLOCK]),
        decks: usize,
    ) {
        increase_each(cells, lanes, decks);
    }
}

impl Joint for u8 {
    type Index = u16;

    #[inline]
    fn join(self, width: usize, low: Self) -> u16 {
        u16::from(self)
            .wrapping_mul(width as u16)
            .wrapping_add(u16::from(low))
    }

    #[inline]
    fn increase<C: Count>(
        isa: Isa,
        cells: &mut [C],
        lanes: (&[u8; BLOCK], usize, &[u8; BLOCK]),
        decks: usize,
    ) {
        C::increase_joint(isa, cells, lanes, decks);
    }
}

impl Joint for u16 {
    type Index = u32;

    #[inline]
    fn join(self, width: usize, low: Self) -> u32 {
        u32::from(self)
            .wrapping_mul(width as u32)
            .wrapping_add(u32::from(low))
    }
}

/// A count of any width.
pub(super) trait Count: Copy + Default + PartialEq + Into<u64> + Debug + Send {
    /// The largest count.
    const MOST: u64;

    /// Adds one.
    fn increase(&mut self);

    /// Adds so many, with which it is no more than the largest count.
    fn add(&mut self, more: u32);

    /// Adds one to the cell that two lanes of bytes name together: see [`increase_joint`].
    #[inline]
    fn increase_joint(
        _isa: Isa,
        cells: &mut [Self],
        lanes: (&[u8; BLOCK], usize, &[u8; BLOCK]),
        decks: usize,
    ) {
        increase_each(cells, lanes, decks);
    }
}

macro_rules! count {
    ($type:ty $(, $faster:item)?) => {
        impl Count for $type {
            const MOST: u64 = <$type>::MAX as u64;

            #[inline]
            fn increase(&mut self) {
                *self += 1;
            }

            #[inline]
            fn add(&mut self, more: u32) {
                *self += more as $type;
            }

            $($faster)?
        }
    };
}

count!(
    u16,
    #[inline]
    fn increase_joint(
        isa: Isa,
        cells: &mut [u16],
        (high, width, low): (&[u8; BLOCK], usize, &[u8; BLOCK]),
        decks: usize,
    ) {
        let lanes = (high, width as u16, low);
        isa.kernel().joint(lanes, decks.min(BLOCK), cells);
    }
);
count!(u32);
count!(u64);

/// Adds one to the cell of each deck.
#[inline]
pub(super) fn increase<C: Count>(cells: &mut [C], of: &[impl Copy + Into<u32>]) {
    for &index in of {
        let index: u32 = index.into();
        if let Some(cell) = cells.get_mut(index as usize) {
            cell.increase();
        }
    }
}

/// Adds one to the cell that two lanes of each of the first `decks` decks name together.
#[inline]
pub(super) fn increase_joint<T: Joint, C: Count>(
    isa: Isa,
    cells: &mut [C],
    lanes: (&[T; BLOCK], usize, &[T; BLOCK]),
    decks: usize,
) {
    T::increase(isa, cells, lanes, decks);
}

/// The same deck by deck.
#[inline]
fn increase_each<T: Joint, C: Count>(
    cells: &mut [C],
    (high, width, low): (&[T; BLOCK], usize, &[T; BLOCK]),
    decks: usize,
) {
    let mut indices = [T::Index::default(); BLOCK];
    for ((index, high), low) in indices.iter_mut().zip(high).zip(low) {
        *index = high.join(width, *low);
    }
    increase(cells, &indices[..decks.min(BLOCK)]);
}
