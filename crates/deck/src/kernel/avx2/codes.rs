//! Lehmer digits, and their sums.

use std::arch::x86_64::*;

use super::super::{DECKS, codes};
use super::{load, store};

/// Cards whose digits are counted in registers at a time: each card below is loaded once for all of them.
const GROUP: usize = 8;

/// The largest deck whose cards are compared as signed bytes.
const MOST: usize = 128;

/// See [`Cells::lehmer`](crate::kernel::Cells::lehmer).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn lehmer(places: &[[u8; DECKS]], digits: &mut [[u8; DECKS]]) {
    if places.len() > MOST {
        return codes::lehmer(places, digits);
    }
    for (first, digits) in (0..).step_by(GROUP).zip(digits.chunks_mut(GROUP)) {
        for half in [0, 32] {
            let smaller = smaller_below(places, first, half);
            for (digit, smaller) in digits.iter_mut().zip(smaller) {
                store(&mut digit[half..], smaller);
            }
        }
    }
}

/// See [`Cells::inversions`](crate::kernel::Cells::inversions).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn inversions(places: &[[u8; DECKS]], inversions: &mut [u32; DECKS]) {
    if places.len() > MOST {
        return codes::inversions(places, inversions);
    }
    for half in [0, 32] {
        // Sums of the even decks, and of the odd ones.
        let mut sums = [_mm256_setzero_si256(); 2];
        for first in (0..places.len()).step_by(GROUP) {
            let smaller = smaller_below(places, first, half);
            for two in smaller.as_chunks::<2>().0 {
                // Each is below 128.
                let smaller = _mm256_add_epi8(two[0], two[1]);
                let even = _mm256_and_si256(smaller, _mm256_set1_epi16(0xff));
                sums[0] = _mm256_add_epi16(sums[0], even);
                sums[1] = _mm256_add_epi16(sums[1], _mm256_srli_epi16::<8>(smaller));
            }
        }
        for (parity, sums) in sums.into_iter().enumerate() {
            let mut bytes = [0; 32];
            store(&mut bytes, sums);
            let decks = inversions[half..].iter_mut().skip(parity).step_by(2);
            for (sum, bytes) in decks.zip(bytes.as_chunks::<2>().0) {
                *sum = u32::from(u16::from_le_bytes(*bytes));
            }
        }
    }
}

/// Counts, for each of the cards from place `first` on, the smaller ones further down, of the 32 decks from `half` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn smaller_below(places: &[[u8; DECKS]], first: usize, half: usize) -> [__m256i; GROUP] {
    // Past the last place there are cards that are smaller than none.
    let mut last = [[127; DECKS]; GROUP];
    let (own, below) = if let Some(both) = places[first..].split_first_chunk::<GROUP>() {
        both
    } else {
        last[..places.len() - first].copy_from_slice(&places[first..]);
        (&last, [].as_slice())
    };
    let mut here = [_mm256_setzero_si256(); GROUP];
    for (here, own) in here.iter_mut().zip(own) {
        *here = load(&own[half..]);
    }
    let mut smaller = [_mm256_setzero_si256(); GROUP];
    for at in 0..GROUP {
        for other in at + 1..GROUP {
            let is_smaller = _mm256_cmpgt_epi8(here[at], here[other]);
            smaller[at] = _mm256_sub_epi8(smaller[at], is_smaller);
        }
    }
    // Four at a time, so that they and their counts stay in registers.
    for (smaller, here) in smaller
        .as_chunks_mut::<{ GROUP / 2 }>()
        .0
        .iter_mut()
        .zip(here.as_chunks::<{ GROUP / 2 }>().0)
    {
        for card in below {
            let card = load(&card[half..]);
            for (smaller, here) in smaller.iter_mut().zip(here) {
                *smaller = _mm256_sub_epi8(*smaller, _mm256_cmpgt_epi8(*here, card));
            }
        }
    }
    smaller
}

/// See [`Cells::swaps`](crate::kernel::Cells::swaps).
///
/// Several places follow the swaps that are done at once, so that each of these is loaded once for all of them.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn swaps(places: &[[u8; DECKS]], from_top: bool, swaps: &mut [[u8; DECKS]]) {
    let cards = places.len();
    let place_of = |step: usize| if from_top { step } else { cards - 1 - step };
    for half in [0, 32] {
        for first in (0..cards).step_by(GROUP) {
            // Groups that are not full repeat their last place.
            let mut at = [_mm256_setzero_si256(); GROUP];
            for (at, step) in at.iter_mut().zip(first..) {
                *at = load(&places[place_of(step.min(cards - 1))][half..]);
            }
            for step in 0..first {
                let done = place_of(step);
                let swap = load(&swaps[done][half..]);
                for at in &mut at {
                    *at = next(*at, done, swap);
                }
            }
            for index in 0..GROUP {
                if first + index < cards {
                    let (done, swap) = (place_of(first + index), at[index]);
                    store(&mut swaps[done][half..], swap);
                    for later in &mut at[index + 1..] {
                        *later = next(*later, done, swap);
                    }
                }
            }
        }
    }
}

/// Goes on from a place that is done to the one that it is swapped with.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn next(at: __m256i, done: usize, swap: __m256i) -> __m256i {
    let here = _mm256_cmpeq_epi8(at, _mm256_set1_epi8(done as i8));
    _mm256_blendv_epi8(at, swap, here)
}
