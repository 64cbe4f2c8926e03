//! Hashes of rows, eight decks at a time.

use std::arch::x86_64::*;

use super::super::hashes::{HALVES, LAST_ROUNDS, START, length_word};
use super::super::portable::low_bits;
use super::super::{DECKS, Grid};
use super::vectors::{PARITY, load, store, transpose_words};

/// Decks that are hashed at once, and words of each that a vector holds.
const TOGETHER: usize = 8;

type State = [__m512i; 4];

#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn round([mut a, mut b, mut c, mut d]: State) -> State {
    a = _mm512_add_epi64(a, b);
    c = _mm512_add_epi64(c, d);
    b = _mm512_xor_si512(_mm512_rol_epi64::<13>(b), a);
    d = _mm512_xor_si512(_mm512_rol_epi64::<16>(d), c);
    a = _mm512_add_epi64(_mm512_rol_epi64::<32>(a), d);
    c = _mm512_add_epi64(c, b);
    d = _mm512_xor_si512(_mm512_rol_epi64::<21>(d), a);
    b = _mm512_xor_si512(_mm512_rol_epi64::<17>(b), c);
    [a, b, _mm512_rol_epi64::<32>(c), d]
}

#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn with_word([a, b, c, d]: State, word: __m512i) -> State {
    let [a, b, c, d] = round([a, b, c, _mm512_xor_si512(d, word)]);
    [_mm512_xor_si512(a, word), b, c, d]
}

/// A half of each hash, whose mark goes to that part of the state.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn half(state: &mut State, at: usize, mark: u64) -> [u64; TOGETHER] {
    state[at] = _mm512_xor_si512(state[at], _mm512_set1_epi64(mark as i64));
    for _ in 0..LAST_ROUNDS {
        *state = round(*state);
    }
    let three = _mm512_ternarylogic_epi64::<PARITY>(state[0], state[1], state[2]);
    let mut half = [0; TOGETHER];
    store(&mut half, _mm512_xor_si512(three, state[3]));
    half
}

/// Defines `hashes` for cells of one type.
macro_rules! hashes {
    ($module:ident, $cell:ty) => {
        pub mod $module {
            use super::*;

            /// Cells in a vector.
            const WIDTH: usize = 64 / size_of::<$cell>();

            /// See [`Cells::hashes`](crate::kernel::Cells::hashes).
            #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
            pub(crate) fn hashes(rows: &Grid<$cell>, decks: usize, hashes: &mut [u128; DECKS]) {
                let bytes = rows.cards() * size_of::<$cell>();
                let (stride, length) = (rows.stride(), length_word(bytes));
                let (groups, _) =
                    hashes[..decks.next_multiple_of(TOGETHER)].as_chunks_mut::<TOGETHER>();
                for (first, hashes) in (0..).step_by(TOGETHER).zip(groups) {
                    let mut state = START.map(|word| _mm512_set1_epi64(word as i64));
                    // The last piece of a row has its last word, which may hold no more than its length.
                    for piece in 0..=bytes / 64 {
                        let left = bytes - 64 * piece;
                        let mut words = [_mm512_setzero_si512(); TOGETHER];
                        for (words, deck) in words.iter_mut().zip(first..) {
                            let cells = &rows.cells()[deck * stride + piece * WIDTH..];
                            let cells = load::<$cell, WIDTH>(cells.first_chunk().expect("room"));
                            *words = _mm512_maskz_mov_epi8(low_bits(left), cells);
                        }
                        let mut words = transpose_words(words);
                        let count = if left < 64 {
                            let last = &mut words[left / 8];
                            *last = _mm512_or_si512(*last, _mm512_set1_epi64(length as i64));
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
        }
    };
}

hashes!(bytes, u8);
hashes!(words, u16);
