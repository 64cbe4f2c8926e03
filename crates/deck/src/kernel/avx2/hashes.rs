//! Hashes of rows, four decks at a time.

use std::arch::x86_64::*;

use super::super::hashes::{HALVES, LAST_ROUNDS, START, length_word};
use super::super::{DECKS, Grid};
use super::draws::rotate_left;
use super::{load, store_words};

/// Decks that are hashed at once, and words of each that a vector holds.
const TOGETHER: usize = 4;

/// Bytes of a vector.
const WIDTH: usize = 32;

type State = [__m256i; 4];

#[inline]
#[target_feature(enable = "avx2")]
fn round([mut a, mut b, mut c, mut d]: State) -> State {
    a = _mm256_add_epi64(a, b);
    c = _mm256_add_epi64(c, d);
    b = _mm256_xor_si256(rotate_left::<13, 51>(b), a);
    d = _mm256_xor_si256(rotate_left::<16, 48>(d), c);
    a = _mm256_add_epi64(_mm256_shuffle_epi32::<0b10_11_00_01>(a), d);
    c = _mm256_add_epi64(c, b);
    d = _mm256_xor_si256(rotate_left::<21, 43>(d), a);
    b = _mm256_xor_si256(rotate_left::<17, 47>(b), c);
    [a, b, _mm256_shuffle_epi32::<0b10_11_00_01>(c), d]
}

#[inline]
#[target_feature(enable = "avx2")]
fn with_word([a, b, c, d]: State, word: __m256i) -> State {
    let [a, b, c, d] = round([a, b, c, _mm256_xor_si256(d, word)]);
    [_mm256_xor_si256(a, word), b, c, d]
}

/// A half of each hash, whose mark goes to that part of the state.
#[inline]
#[target_feature(enable = "avx2")]
fn half(state: &mut State, at: usize, mark: u64) -> [u64; TOGETHER] {
    state[at] = _mm256_xor_si256(state[at], _mm256_set1_epi64x(mark.cast_signed()));
    for _ in 0..LAST_ROUNDS {
        *state = round(*state);
    }
    let (one, other) = (
        _mm256_xor_si256(state[0], state[1]),
        _mm256_xor_si256(state[2], state[3]),
    );
    let mut half = [0; TOGETHER];
    store_words(&mut half, _mm256_xor_si256(one, other));
    half
}

/// Word j of vector i of the result is word i of vector j.
#[inline]
#[target_feature(enable = "avx2")]
fn transposed([a, b, c, d]: [__m256i; TOGETHER]) -> [__m256i; TOGETHER] {
    let (even, odd) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    let (even_next, odd_next) = (_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
    [
        _mm256_permute2x128_si256::<0x20>(even, even_next),
        _mm256_permute2x128_si256::<0x20>(odd, odd_next),
        _mm256_permute2x128_si256::<0x31>(even, even_next),
        _mm256_permute2x128_si256::<0x31>(odd, odd_next),
    ]
}

/// See [`Cells::hashes`](crate::kernel::Cells::hashes).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn hashes(rows: &Grid<u8>, decks: usize, hashes: &mut [u128; DECKS]) {
    const PLACES: [u8; WIDTH] = {
        let mut places = [0; WIDTH];
        let mut at = 0;
        while at < WIDTH {
            places[at] = at as u8;
            at += 1;
        }
        places
    };
    let (bytes, stride) = (rows.cards(), rows.stride());
    let length = _mm256_set1_epi64x(length_word(bytes).cast_signed());
    let (groups, _) = hashes[..decks.next_multiple_of(TOGETHER)].as_chunks_mut::<TOGETHER>();
    for (first, hashes) in (0..).step_by(TOGETHER).zip(groups) {
        let mut state = START.map(|word| _mm256_set1_epi64x(word.cast_signed()));
        // The last piece of a row has its last word, which may hold no more than its length.
        for piece in 0..=bytes / WIDTH {
            let left = (bytes - WIDTH * piece).min(WIDTH);
            let held = _mm256_cmpgt_epi8(_mm256_set1_epi8(left as i8), load(&PLACES));
            let mut words = [_mm256_setzero_si256(); TOGETHER];
            for (words, deck) in words.iter_mut().zip(first..) {
                let cells = load(&rows.cells()[deck * stride + piece * WIDTH..]);
                *words = _mm256_and_si256(cells, held);
            }
            let mut words = transposed(words);
            let count = if left < WIDTH {
                let last = &mut words[left / 8];
                *last = _mm256_or_si256(*last, length);
                left / 8 + 1
            } else {
                TOGETHER
            };
            for word in &words[..count] {
                state = with_word(state, *word);
            }
        }
        let low = half(&mut state, 2, HALVES[0]);
        let high = half(&mut state, 1, HALVES[1]);
        for (hash, (low, high)) in hashes.iter_mut().zip(low.into_iter().zip(high)) {
            *hash = u128::from(low) | u128::from(high) << 64;
        }
    }
}
