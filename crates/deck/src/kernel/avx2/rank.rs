//! Orders from Lehmer digits.

use std::arch::x86_64::*;

use super::super::{DECKS, Grid, RANKED_CARDS};
use super::{load, store};

/// Cards whose ranks are in registers at a time.
const GROUP: usize = 8;

/// See [`Cells::rank`](crate::kernel::Cells::rank).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn rank(digits: &[[u8; DECKS]], to: &mut Grid<u8>) {
    match to.cards() {
        0..=48 => rank_up_to::<48>(digits, to),
        49..=64 => rank_up_to::<64>(digits, to),
        _ => rank_up_to::<RANKED_CARDS>(digits, to),
    }
}

/// Ranks decks of up to `MOST` cards.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn rank_up_to<const MOST: usize>(digits: &[[u8; DECKS]], to: &mut Grid<u8>) {
    let cards = to.cards();
    assert!(MOST <= RANKED_CARDS, "a rank is compared as a signed byte");
    // Digits less one, in the order of the cards: a rank is at or above a digit if it is above this.
    // Past the last card no rank is above.
    let mut below = [[127; DECKS]; MOST];
    let one = _mm256_set1_epi8(1);
    for (below, digits) in below[..cards].iter_mut().rev().zip(digits) {
        for half in [0, 32] {
            store(
                &mut below[half..],
                _mm256_sub_epi8(load(&digits[half..]), one),
            );
        }
    }
    let end = cards.next_multiple_of(GROUP);
    let mut places = [[0; DECKS]; MOST];
    for half in [0, 32] {
        for first in (0..end).step_by(GROUP) {
            let mut group = [_mm256_setzero_si256(); GROUP];
            for (card, place) in group.iter_mut().enumerate() {
                let mut ranked = _mm256_add_epi8(load(&below[first + card][half..]), one);
                for later in &below[first + card + 1..first + GROUP] {
                    let above = _mm256_cmpgt_epi8(ranked, load(&later[half..]));
                    ranked = _mm256_sub_epi8(ranked, above);
                }
                *place = ranked;
            }
            for later in &below[first + GROUP..end] {
                let later = load(&later[half..]);
                for place in &mut group {
                    *place = _mm256_sub_epi8(*place, _mm256_cmpgt_epi8(*place, later));
                }
            }
            for (place, row) in group.iter().zip(&mut places[first..]) {
                store(&mut row[half..], *place);
            }
        }
    }
    transpose(&places, to);
}

/// Sixteen cards of 32 decks at a time: four perfect shuffles of sixteen rows transpose them.
#[inline]
#[target_feature(enable = "avx2")]
fn transpose(places: &[[u8; DECKS]], to: &mut Grid<u8>) {
    const SIDE: usize = 16;
    let (cards, stride) = (to.cards(), to.stride());
    let cells = to.cells_mut();
    for first in (0..cards).step_by(SIDE) {
        for half in [0, 32] {
            let mut rows = [_mm256_setzero_si256(); SIDE];
            for (row, places) in rows.iter_mut().zip(&places[first..]) {
                *row = load(&places[half..]);
            }
            for _ in 0..4 {
                let old = rows;
                for pair in 0..SIDE / 2 {
                    rows[2 * pair] = _mm256_unpacklo_epi8(old[pair], old[pair + SIDE / 2]);
                    rows[2 * pair + 1] = _mm256_unpackhi_epi8(old[pair], old[pair + SIDE / 2]);
                }
            }
            for (deck, row) in rows.iter().enumerate() {
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

/// Stores half a vector at the start of `cells`.
#[inline]
#[target_feature(enable = "avx2")]
fn store_short(cells: &mut [u8], vector: __m128i) {
    let cells: &mut [u8; 16] = cells.first_chunk_mut().expect("half a vector");
    // SAFETY: there is room for 16 bytes, and no alignment is asked for.
    unsafe { _mm_storeu_si128(cells.as_mut_ptr().cast(), vector) }
}
