//! Transpositions of lanes to rows and of rows to lanes, sixteen cards of 32 decks at a time.

use std::arch::x86_64::*;

use super::super::{DECKS, Grid};
use super::{load, load_short, store};

/// The side of a square; a vector has a row of two of them.
const SIDE: usize = 16;

/// Transposes both squares by four perfect shuffles of their rows.
#[inline]
#[target_feature(enable = "avx2")]
fn transposed(mut rows: [__m256i; SIDE]) -> [__m256i; SIDE] {
    for _ in 0..4 {
        let old = rows;
        for pair in 0..SIDE / 2 {
            rows[2 * pair] = _mm256_unpacklo_epi8(old[pair], old[pair + SIDE / 2]);
            rows[2 * pair + 1] = _mm256_unpackhi_epi8(old[pair], old[pair + SIDE / 2]);
        }
    }
    rows
}

/// Makes rows of lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn to_rows(lanes: &[[u8; DECKS]], to: &mut Grid<u8>) {
    let (cards, stride) = (to.cards(), to.stride());
    let cells = to.cells_mut();
    for first in (0..cards).step_by(SIDE) {
        for half in [0, 32] {
            let mut rows = [_mm256_setzero_si256(); SIDE];
            for (row, lane) in rows.iter_mut().zip(&lanes[first..]) {
                *row = load(&lane[half..]);
            }
            for (deck, row) in transposed(rows).iter().enumerate() {
                let parts = [
                    _mm256_castsi256_si128(*row),
                    _mm256_extracti128_si256::<1>(*row),
                ];
                for (deck, part) in [deck, deck + SIDE].into_iter().zip(parts) {
                    store_short(&mut cells[(half + deck) * stride + first..], part);
                }
            }
        }
    }
}

/// See [`Cells::transpose`](crate::kernel::Cells::transpose).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn to_lanes(rows: &Grid<u8>, lanes: &mut [[u8; DECKS]]) {
    let (stride, cells) = (rows.stride(), rows.cells());
    for (square, lanes) in lanes.chunks_mut(SIDE).enumerate() {
        for half in [0, 32] {
            let mut cards = [_mm256_setzero_si256(); SIDE];
            for (deck, cards) in cards.iter_mut().enumerate() {
                let part = |deck: usize| load_short(&cells[deck * stride + SIDE * square..]);
                *cards = _mm256_set_m128i(part(half + deck + SIDE), part(half + deck));
            }
            for (lane, decks) in lanes.iter_mut().zip(transposed(cards)) {
                store(&mut lane[half..], decks);
            }
        }
    }
}

/// Stores half a vector at the start of `cells`.
#[inline]
#[target_feature(enable = "avx2")]
fn store_short(cells: &mut [u8], vector: __m128i) {
    let cells: &mut [u8; 16] = cells.first_chunk_mut().expect("half a vector");
    // SAFETY: there is room for 16 bytes, and no alignment is asked for.
    unsafe { _mm_storeu_si128(cells.as_mut_ptr().cast(), vector) }
}
