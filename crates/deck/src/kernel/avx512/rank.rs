//! Orders from Lehmer digits.

use std::arch::x86_64::*;

use super::super::{DECKS, Grid, RANKED_CARDS};
use super::vectors::{deck_of, gather_bytes, load, one, store, transpose_words};

/// The places of `N` cards, `first` and those after it: one vector for each card, one byte for each
/// deck.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn places<const N: usize>(digits: &[[u8; DECKS]], first: usize) -> [__m512i; N] {
    let one = one();
    let mut places = [_mm512_setzero_si512(); N];
    for new in 0..N {
        let digit = load(&digits[digits.len() - 1 - first - new]);
        for place in &mut places[..new] {
            let down = _mm512_cmpge_epu8_mask(*place, digit);
            *place = _mm512_mask_add_epi8(*place, down, *place, one);
        }
        places[new] = digit;
    }
    for digit in digits[..digits.len() - first - N].iter().rev() {
        let digit = load(digit);
        for place in &mut places {
            let down = _mm512_cmpge_epu8_mask(*place, digit);
            *place = _mm512_mask_add_epi8(*place, down, *place, one);
        }
    }
    places
}

/// The places of eight cards, `first` and those after it, or of as many as there are.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn up_to_eight(digits: &[[u8; DECKS]], first: usize) -> [__m512i; 8] {
    let left = digits.len() - first;
    if left >= 8 {
        return places(digits, first);
    }
    let mut some = [_mm512_setzero_si512(); 8];
    for (place, card) in some[..left].iter_mut().zip(first..) {
        [*place] = places(digits, card);
    }
    some
}

/// See [`Cells::rank`](crate::kernel::Cells::rank).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub fn rank(digits: &[[u8; DECKS]], to: &mut Grid<u8>) {
    let (cards, stride) = (to.cards(), to.stride());
    assert!(cards <= RANKED_CARDS, "{cards} cards are not ranked");
    let digits = &digits[..cards];
    // 64 cards fill a vector of a row.
    for start in (0..cards).step_by(64) {
        // Eight cards of each deck stand together in a word.
        let mut words = [[_mm512_setzero_si512(); 8]; 8];
        let mut card = start;
        for pair in words.as_chunks_mut::<2>().0 {
            if cards - card >= 16 {
                // As many chains of comparisons at once as hide how long one takes.
                let [a, b, c, d, e, f, g, h, rest @ ..] = places::<16>(digits, card);
                *pair = [gather_bytes([a, b, c, d, e, f, g, h]), gather_bytes(rest)];
            } else {
                for (words, card) in pair.iter_mut().zip((card..cards).step_by(8)) {
                    *words = gather_bytes(up_to_eight(digits, card));
                }
            }
            card = (card + 16).min(cards);
        }
        for vector in 0..8 {
            let rows = transpose_words(words.map(|eight| eight[vector]));
            for (word, row) in rows.into_iter().enumerate() {
                let at = deck_of(vector, word) * stride + start;
                store(
                    to.cells_mut()[at..].first_chunk_mut::<64>().expect("room"),
                    row,
                );
            }
        }
    }
}
