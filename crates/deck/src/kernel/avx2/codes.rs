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
pub fn lehmer(places: &[[u8; DECKS]], digits: &mut [[u8; DECKS]]) {
    if places.len() > MOST {
        return codes::lehmer(places, digits);
    }
    let padded = padded(places);
    for half in [0, 32] {
        for (first, digits) in (0..MOST)
            .step_by(GROUP)
            .zip(digits[..places.len()].chunks_mut(GROUP))
        {
            let smaller = smaller_below(&padded[first..places.len().next_multiple_of(GROUP)], half);
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
    let padded = padded(places);
    let end = places.len().next_multiple_of(GROUP);
    for half in [0, 32] {
        // Sums of the even decks, and of the odd ones.
        let mut sums = [_mm256_setzero_si256(); 2];
        for first in (0..end).step_by(GROUP) {
            for two in smaller_below(&padded[first..end], half).as_chunks::<2>().0 {
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

/// The cards of all places, and beyond them cards that are smaller than none.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn padded(places: &[[u8; DECKS]]) -> [[u8; DECKS]; MOST] {
    let mut padded = [[127; DECKS]; MOST];
    padded[..places.len()].copy_from_slice(places);
    padded
}

/// Counts, for each of the first cards, the smaller ones further down, of the 32 decks from `half` on.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn smaller_below(places: &[[u8; DECKS]], half: usize) -> [__m256i; GROUP] {
    let (own, below) = places.split_first_chunk::<GROUP>().expect("a group");
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
