//! The generator, and draws below a bound.

use std::arch::x86_64::*;

use super::super::{Bound, DECKS, DRAW_WORDS, GeneratorStates, INTERLEAVED};
use super::{load_words, store, store_words};

/// The bits of each word rotated to the left.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn rotate_left<const LEFT: i32, const RIGHT: i32>(words: __m256i) -> __m256i {
    const { assert!(LEFT + RIGHT == 64) };
    _mm256_or_si256(
        _mm256_slli_epi64::<LEFT>(words),
        _mm256_srli_epi64::<RIGHT>(words),
    )
}

/// See [`Kernel::words`](crate::kernel::Kernel::words).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn words(state: &mut GeneratorStates, out: &mut [u64]) {
    assert!(
        out.len().is_multiple_of(INTERLEAVED),
        "every generator gives a word"
    );
    let mut states = [[_mm256_setzero_si256(); 4]; 2];
    for (half, states) in states.iter_mut().enumerate() {
        for (part, words) in states.iter_mut().zip(&*state) {
            *part = load_words(&words[4 * half..]);
        }
    }
    for out in out.as_chunks_mut::<INTERLEAVED>().0 {
        for (half, [a, b, c, d]) in states.iter_mut().enumerate() {
            // Blackman and Vigna (2021): the ++ scrambler, then the linear engine.
            let sum = rotate_left::<23, 41>(_mm256_add_epi64(*a, *d));
            store_words(&mut out[4 * half..], _mm256_add_epi64(sum, *a));
            let shifted = _mm256_slli_epi64::<17>(*b);
            *c = _mm256_xor_si256(*c, *a);
            *d = _mm256_xor_si256(*d, *b);
            *b = _mm256_xor_si256(*b, *c);
            *a = _mm256_xor_si256(*a, *d);
            *c = _mm256_xor_si256(*c, shifted);
            *d = rotate_left::<45, 19>(*d);
        }
    }
    for (half, new) in states.into_iter().enumerate() {
        for (words, new) in state.iter_mut().zip(new) {
            store_words(&mut words[4 * half..], new);
        }
    }
}

/// See [`Cells::below`](crate::kernel::Cells::below).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn below(words: &[u64], bounds: &[Bound], out: &mut [[u8; DECKS]]) -> usize {
    let steps = words.as_chunks::<DRAW_WORDS>().0;
    for (at, (words, (bound, out))) in steps.iter().zip(bounds.iter().zip(out)).enumerate() {
        let factor = _mm256_set1_epi16(bound.bound.cast_signed());
        let least = _mm256_set1_epi16(bound.refused.cast_signed());
        let mut refused = _mm256_setzero_si256();
        let mut draw = |words: &[u64]| {
            let numbers = load_words(words);
            // Above 0 where the low half is below `least`.
            let below = _mm256_subs_epu16(least, _mm256_mullo_epi16(numbers, factor));
            refused = _mm256_or_si256(refused, below);
            _mm256_mulhi_epu16(numbers, factor)
        };
        for half in 0..2 {
            let (even, odd) = (draw(&words[4 * half..]), draw(&words[4 * half + 8..]));
            let both = _mm256_or_si256(even, _mm256_slli_epi16::<8>(odd));
            store(&mut out[32 * half..], both);
        }
        if _mm256_testz_si256(refused, refused) == 0 {
            return at;
        }
    }
    bounds.len()
}
