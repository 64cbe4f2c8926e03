//! Pairs of small decks: a deck is one vector.

use std::arch::x86_64::*;

use super::super::pairs::{Left, SMALL, SmallDeck};
use super::super::portable::low_bits;
use super::vectors::{iota, load};

/// Pairs between the one that is looked at and the one that is asked for.
const AHEAD: usize = 12;

/// See [`Kernel::left`](crate::kernel::Kernel::left).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub(crate) fn left(decks: &[SmallDeck], cards: usize, pairs: &[(u32, u32)], found: &mut [Left]) {
    const { assert!(SMALL == 64) };
    // Neighbours that there are.
    let neighbours = low_bits(cards.saturating_sub(1));
    let one = _mm512_set1_epi8(1);
    let following = _mm512_add_epi8(iota(), one);
    for (at, (left, &(before, after))) in found.iter_mut().zip(pairs).enumerate() {
        // Decks lie anywhere in memory: those that come soon are on their way while this pair is looked at.
        if let Some(&(before, after)) = pairs.get(at + AHEAD) {
            let (before, after) = (&decks[before as usize], &decks[after as usize]);
            _mm_prefetch::<_MM_HINT_T0>(before.order().as_ptr().cast());
            _mm_prefetch::<_MM_HINT_T0>(after.place().as_ptr().cast());
        }
        let order = load(decks[before as usize].order());
        let places = _mm512_permutexvar_epi8(order, load(decks[after as usize].place()));
        // The place of the card after each.
        let next = _mm512_permutexvar_epi8(following, places);
        let falls = _mm512_cmplt_epu8_mask(next, places) & neighbours;
        let kept = _mm512_cmpeq_epu8_mask(next, _mm512_add_epi8(places, one)) & neighbours;
        *left = Left {
            falls: falls.count_ones() as u8,
            kept: kept.count_ones() as u8,
        };
    }
}
