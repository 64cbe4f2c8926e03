//! Orders from Lehmer digits.

use std::arch::x86_64::*;

use super::super::{DECKS, Grid, RANKED_CARDS};
use super::{load, squares, store};

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
    squares::to_rows(&places, to);
}
