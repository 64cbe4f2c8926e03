//! Rearranged rows.
//!
//! Vectors are written whole, past the end of what they are for: what comes after, in the same row or
//! in the next one, is written later, and after the last row there is room.

use std::arch::x86_64::*;

use super::super::portable::low_bits;
use super::super::{DECKS, Grid};
use super::vectors::{iota, load, store};

/// Makes the functions for rows of any length, from the type of a cell, how many of them a vector holds,
/// a mask for so many, how to compress them, and where one is less than another.
macro_rules! rows {
    ($cell:ty, $width:literal, $mask:ty, $compress:ident, $less:ident) => {
        #[inline]
        #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
        fn get(from: &[$cell], at: usize) -> __m512i {
            load::<$cell, $width>(from[at..].first_chunk().expect("room after the last row"))
        }

        #[inline]
        #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
        fn put(to: &mut [$cell], at: usize, cells: __m512i) {
            let room = to[at..].first_chunk_mut();
            store::<$cell, $width>(room.expect("room after the last row"), cells);
        }

        #[inline]
        #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
        fn copy(from: &[$cell], source: usize, to: &mut [$cell], target: usize, cells: usize) {
            for piece in (0..cells).step_by($width) {
                put(to, target + piece, get(from, source + piece));
            }
        }

        /// See [`Cells::unriffle`](crate::kernel::Cells::unriffle).
        #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
        pub fn unriffle(masks: &[u64], from: &Grid<$cell>, to: &mut Grid<$cell>) {
            let (cards, stride) = (from.cards(), from.stride());
            for row in (0..DECKS).map(|deck| deck * stride) {
                let mut at = row;
                for flip in [<$mask>::MAX, 0] {
                    for start in (0..cards).step_by($width) {
                        let mask = masks[start / 64 * DECKS + row / stride] >> (start % 64);
                        let mask = (mask as $mask ^ flip) & low_bits(cards - start) as $mask;
                        let cells = get(from.cells(), row + start);
                        put(to.cells_mut(), at, $compress(mask, cells));
                        at += mask.count_ones() as usize;
                    }
                }
            }
        }

        /// See [`Cells::rotate`](crate::kernel::Cells::rotate).
        #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
        pub fn rotate(by: &[$cell; DECKS], from: &Grid<$cell>, to: &mut Grid<$cell>) {
            let (cards, stride) = (from.cards(), from.stride());
            for (deck, &by) in by.iter().enumerate() {
                let (row, by) = (deck * stride, usize::from(by));
                copy(from.cells(), row + by, to.cells_mut(), row, cards - by);
                copy(from.cells(), row, to.cells_mut(), row + cards - by, by);
            }
        }

        /// See [`Cells::packets`](crate::kernel::Cells::packets).
        #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
        pub fn packets(
            (low, _): (usize, usize),
            draws: &[[$cell; DECKS]],
            from: &Grid<$cell>,
            to: &mut Grid<$cell>,
        ) {
            let (cards, stride) = (from.cards(), from.stride());
            for deck in 0..DECKS {
                let (row, mut start) = (deck * stride, 0);
                for draws in &draws[..cards.div_ceil(low)] {
                    let end = (start + low + usize::from(draws[deck])).min(cards);
                    let (source, target) = (row + cards - end, row + start);
                    copy(from.cells(), source, to.cells_mut(), target, end - start);
                    start = end;
                }
            }
        }

        /// See [`Cells::falls`](crate::kernel::Cells::falls).
        #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
        pub fn falls(rows: &Grid<$cell>, falls: &mut [u16; DECKS]) {
            let (pairs, stride) = (rows.cards() - 1, rows.stride());
            for (deck, falls) in falls.iter_mut().enumerate() {
                let starts = (0..pairs).step_by($width);
                *falls = starts
                    .map(|start| {
                        let at = deck * stride + start;
                        let (first, second) = (get(rows.cells(), at), get(rows.cells(), at + 1));
                        let all = low_bits(pairs - start) as $mask;
                        $less(all, second, first).count_ones() as u16
                    })
                    .sum();
            }
        }
    };
}

pub mod words {
    //! Cells of words.
    use super::*;

    rows!(
        u16,
        32,
        u32,
        _mm512_maskz_compress_epi16,
        _mm512_mask_cmplt_epu16_mask
    );
}

mod long {
    //! Cells of bytes, in rows of any length.
    use super::*;

    rows!(
        u8,
        64,
        u64,
        _mm512_maskz_compress_epi8,
        _mm512_mask_cmplt_epu8_mask
    );
}

pub mod bytes {
    //! Cells of bytes: a vector holds a row of up to 64.
    use super::*;

    /// Cells in a vector.
    const WIDTH: usize = 64;

    /// All cells of a grid of rows that a vector holds.
    const SHORT: usize = (DECKS + 2) * WIDTH;

    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    fn put(to: &mut [u8; SHORT], at: usize, cells: __m512i) {
        let room = to[at..].first_chunk_mut();
        store::<u8, WIDTH>(room.expect("room after the last row"), cells);
    }

    /// See [`Cells::unriffle`](crate::kernel::Cells::unriffle).
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    pub(crate) fn unriffle(masks: &[u64], from: &Grid<u8>, to: &mut Grid<u8>) {
        let cards = from.cards();
        if cards > WIDTH {
            return long::unriffle(masks, from, to);
        }
        let rows = from.cells().as_chunks::<WIDTH>().0;
        let to: &mut [u8; SHORT] = to.cells_mut().first_chunk_mut().expect("short rows");
        let all = low_bits(cards);
        for ((deck, row), &mask) in (0..DECKS).zip(rows).zip(masks) {
            let row = load(row);
            let zeros = (!mask & all).count_ones() as usize;
            put(to, deck * WIDTH, _mm512_maskz_compress_epi8(!mask, row));
            put(
                to,
                deck * WIDTH + zeros,
                _mm512_maskz_compress_epi8(mask, row),
            );
        }
    }

    /// See [`Cells::rotate`](crate::kernel::Cells::rotate).
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    pub(crate) fn rotate(by: &[u8; DECKS], from: &Grid<u8>, to: &mut Grid<u8>) {
        let cards = from.cards();
        if cards > WIDTH {
            return long::rotate(by, from, to);
        }
        // 0, 1, …, n − 1, 0, 1, …: what comes first decides where to begin.
        let mut twice = [0; 2 * WIDTH];
        let size = _mm512_set1_epi8(cards as i8);
        for (half, twice) in twice.as_chunks_mut::<WIDTH>().0.iter_mut().enumerate() {
            let at = _mm512_add_epi8(iota(), _mm512_set1_epi8((half * WIDTH) as i8));
            let again = _mm512_cmpge_epu8_mask(at, size);
            store(twice, _mm512_mask_sub_epi8(at, again, at, size));
        }
        let rows = from.cells().as_chunks::<WIDTH>().0;
        let results = to.cells_mut().as_chunks_mut::<WIDTH>().0;
        for ((row, result), &by) in rows.iter().zip(results).zip(by) {
            let order = load::<u8, WIDTH>(
                twice[usize::from(by) % WIDTH..]
                    .first_chunk()
                    .expect("room"),
            );
            store(result, _mm512_permutexvar_epi8(order, load(row)));
        }
    }

    /// See [`Cells::packets`](crate::kernel::Cells::packets).
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    pub fn packets(
        (low, high): (usize, usize),
        draws: &[[u8; DECKS]],
        from: &Grid<u8>,
        to: &mut Grid<u8>,
    ) {
        let cards = from.cards();
        if cards > WIDTH {
            return long::packets((low, high), draws, from, to);
        }
        let draws = &draws[..cards.div_ceil(low)];
        // Small packets in small pieces; few of them without a loop.
        match (high.min(cards), draws.len()) {
            (..=16, ..=4) => packets_short::<16, 4>(low, draws, from, to),
            (..=16, ..=6) => packets_short::<16, 6>(low, draws, from, to),
            (..=16, ..=8) => packets_short::<16, 8>(low, draws, from, to),
            (..=16, _) => packets_short::<16, 64>(low, draws, from, to),
            (..=32, _) => packets_short::<32, 64>(low, draws, from, to),
            _ => packets_short::<64, 64>(low, draws, from, to),
        }
    }

    /// Does so for at most `STEPS` packets of at most `PIECE` cards.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    fn packets_short<const PIECE: usize, const STEPS: usize>(
        low: usize,
        draws: &[[u8; DECKS]],
        from: &Grid<u8>,
        to: &mut Grid<u8>,
    ) {
        let cards = from.cards();
        let from: &[u8; SHORT] = from.cells().first_chunk().expect("short rows");
        let to: &mut [u8; SHORT] = to.cells_mut().first_chunk_mut().expect("short rows");
        // The ends of the packets. Steps that are too many find nothing left.
        let mut ends = [[0_u8; DECKS]; STEPS];
        let (size, low) = (
            _mm512_set1_epi8(cards as i8),
            _mm512_set1_epi8(low.min(cards) as i8),
        );
        let mut end = _mm512_setzero_si512();
        for (step, ends) in ends.iter_mut().enumerate() {
            if let Some(draw) = draws.get(step) {
                end = _mm512_adds_epu8(end, _mm512_adds_epu8(low, load(draw)));
                end = _mm512_min_epu8(end, size);
            }
            store(ends, end);
        }
        let steps = if STEPS <= 8 { STEPS } else { draws.len() };
        for deck in 0..DECKS {
            let row = deck * WIDTH;
            let mut start = 0;
            for ends in &ends[..steps] {
                let end = usize::from(ends[deck] % 128);
                let source = row + cards.wrapping_sub(end) % 128;
                let piece: [u8; PIECE] = *from[source..].first_chunk().expect("room");
                *to[row + start..].first_chunk_mut().expect("room") = piece;
                start = end;
            }
        }
    }

    /// See [`Cells::falls`](crate::kernel::Cells::falls).
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    pub(crate) fn falls(rows: &Grid<u8>, falls: &mut [u16; DECKS]) {
        let cards = rows.cards();
        if cards > WIDTH {
            return long::falls(rows, falls);
        }
        let cells: &[u8; SHORT] = rows.cells().first_chunk().expect("short rows");
        let pairs = low_bits(cards - 1);
        for (deck, falls) in falls.iter_mut().enumerate() {
            let [row, next] = [deck * WIDTH, deck * WIDTH + 1]
                .map(|at| load::<u8, WIDTH>(cells[at..].first_chunk().expect("room")));
            *falls = _mm512_mask_cmplt_epu8_mask(pairs, next, row).count_ones() as u16;
        }
    }
}
