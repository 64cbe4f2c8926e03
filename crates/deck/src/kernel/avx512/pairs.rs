//! Pairs of small decks, each of which fits into one register.

use std::arch::x86_64::*;

use super::super::pairs::{Left, SmallDeck};
use super::super::portable::low_bits;
use super::vectors::{iota, load};

/// See [`Kernel::left`](crate::kernel::Kernel::left).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub(super) fn left(decks: &[SmallDeck], cards: usize, pairs: &[(u32, u32)], found: &mut [Left]) {
    // Neighbours that there are.
    let neighbours = low_bits(cards.saturating_sub(1));
    let one = _mm512_set1_epi8(1);
    let next = _mm512_add_epi8(iota(), one);
    for (left, &(before, after)) in found.iter_mut().zip(pairs) {
        let order = load(decks[before as usize].order());
        let places = _mm512_permutexvar_epi8(order, load(decks[after as usize].place()));
        let followers = _mm512_permutexvar_epi8(next, places);
        let falls = _mm512_cmplt_epu8_mask(followers, places);
        let follows = _mm512_cmpeq_epi8_mask(followers, _mm512_add_epi8(places, one));
        *left = Left {
            falls: (falls & neighbours).count_ones() as u8,
            kept: (follows & neighbours).count_ones() as u8,
        };
    }
}
