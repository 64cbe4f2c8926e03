//! Counts of the cells, and of the pairs of cells, of 64 decks at once for which something holds.

use deck::BLOCK;
use deck::kernel::Cell;

/// Does the same with lanes of bytes as of words; nothing without lanes.
macro_rules! on_lanes {
    ($block:expr, $layout:expr, |$lanes:ident| $do:expr) => {
        match $block.lanes($layout) {
            Some(deck::Lanes::Bytes($lanes)) => $do,
            Some(deck::Lanes::Words($lanes)) => $do,
            None => {}
        }
    };
}
pub(super) use on_lanes;

/// Counts, for each deck, the places for which `holds(place, cell at that place)`.
pub(super) fn count_places<T: Cell>(
    lanes: &[[T; BLOCK]],
    holds: impl Fn(T, T) -> bool,
    values: &mut [u32; BLOCK],
) {
    let mut counts = [T::default(); BLOCK];
    for (at, lane) in lanes.iter().enumerate() {
        let at = T::of(at);
        for (count, &here) in counts.iter_mut().zip(lane) {
            *count = count.plus(T::of(usize::from(holds(at, here))));
        }
    }
    for (value, count) in values.iter_mut().zip(counts) {
        *value = count.index() as u32;
    }
}

/// Counts, for each deck, the pairs of neighbours for which `holds(the upper, the lower)`.
pub(super) fn count_pairs<'a, T: Cell>(
    pairs: impl Iterator<Item = (&'a [T; BLOCK], &'a [T; BLOCK])>,
    holds: impl Fn(T, T) -> bool,
    values: &mut [u32; BLOCK],
) {
    let mut counts = [T::default(); BLOCK];
    for (upper, lower) in pairs {
        for ((count, &upper), &lower) in counts.iter_mut().zip(upper).zip(lower) {
            *count = count.plus(T::of(usize::from(holds(upper, lower))));
        }
    }
    for (value, count) in values.iter_mut().zip(counts) {
        *value = count.index() as u32;
    }
}

/// Counts, for each deck, the inner places for which `holds(the upper neighbour, the cell, the lower neighbour)`.
pub(super) fn count_triples<T: Cell>(
    lanes: &[[T; BLOCK]],
    holds: impl Fn(T, T, T) -> bool,
    values: &mut [u32; BLOCK],
) {
    let mut counts = [T::default(); BLOCK];
    for three in lanes.windows(3) {
        let [upper, here, lower] = three else {
            continue;
        };
        for (((count, &upper), &here), &lower) in counts.iter_mut().zip(upper).zip(here).zip(lower)
        {
            *count = count.plus(T::of(usize::from(holds(upper, here, lower))));
        }
    }
    for (value, count) in values.iter_mut().zip(counts) {
        *value = count.index() as u32;
    }
}

/// The pairs of neighbours, from the top down.
pub(super) fn neighbours<T>(lanes: &[T]) -> impl Iterator<Item = (&T, &T)> {
    lanes.iter().zip(lanes.iter().skip(1))
}
