//! Permutations row by row, and their codes: what the compiler makes vectors of by itself is only compiled anew.

use std::arch::x86_64::*;

use super::super::{DECKS, Grid, codes, permutation};
use super::vectors::{load, one, store};

/// Defines methods of [`Cells`](crate::kernel::Cells) that are the definitions, with these instructions.
macro_rules! compiled_anew {
    ($(fn $function:ident($($name:ident: $type:ty),*) = $definition:path;)*) => {
        $(
            #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
            pub fn $function($($name: $type),*) {
                $definition($($name),*);
            }
        )*
    };
}

/// For cells of a byte.
pub mod bytes {
    use super::*;

    /// Cards whose smaller ones are counted at a time.
    const GROUP: usize = 8;

    /// Counts, for each of the cards at `first` and after it, the smaller ones further down.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    fn smaller_below(places: &[[u8; DECKS]], first: usize) -> [__m512i; GROUP] {
        let one = one();
        let mut smaller = [_mm512_setzero_si512(); GROUP];
        let mut here = smaller;
        for (here, place) in here.iter_mut().zip(&places[first..]) {
            *here = load(place);
        }
        for below in 1..GROUP {
            // Past the last card stand zeros: nothing counts them, and what they count is not asked for.
            let there = if first + below < places.len() {
                here[below]
            } else {
                break;
            };
            for (count, here) in smaller[..below].iter_mut().zip(&here) {
                let less = _mm512_cmplt_epu8_mask(there, *here);
                *count = _mm512_mask_add_epi8(*count, less, *count, one);
            }
        }
        for below in places.iter().skip(first + GROUP) {
            let below = load(below);
            for (count, here) in smaller.iter_mut().zip(&here) {
                let less = _mm512_cmplt_epu8_mask(below, *here);
                *count = _mm512_mask_add_epi8(*count, less, *count, one);
            }
        }
        smaller
    }

    /// See [`Cells::lehmer`](crate::kernel::Cells::lehmer).
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    pub(crate) fn lehmer(places: &[[u8; DECKS]], digits: &mut [[u8; DECKS]]) {
        for (group, digits) in digits.chunks_mut(GROUP).enumerate() {
            let smaller = smaller_below(places, GROUP * group);
            for (digit, smaller) in digits.iter_mut().zip(smaller) {
                store(digit, smaller);
            }
        }
    }

    /// See [`Cells::inversions`](crate::kernel::Cells::inversions).
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    pub fn inversions(places: &[[u8; DECKS]], inversions: &mut [u32; DECKS]) {
        // Words hold the sums: half of 255 times 254 is below 2^16.
        let mut sums = [_mm512_setzero_si512(); 2];
        for first in (0..places.len()).step_by(GROUP) {
            for smaller in smaller_below(places, first) {
                let low = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(smaller));
                let high = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(smaller));
                sums = [
                    _mm512_add_epi16(sums[0], low),
                    _mm512_add_epi16(sums[1], high),
                ];
            }
        }
        let mut words = [[0_u16; 32]; 2];
        for (words, sums) in words.iter_mut().zip(sums) {
            store(words, sums);
        }
        for (sum, word) in inversions.iter_mut().zip(words.as_flattened()) {
            *sum = u32::from(*word);
        }
    }

    /// See [`Cells::swaps`](crate::kernel::Cells::swaps).
    ///
    /// Several places follow the swaps that are done at once, so that each of these is loaded once for all of them.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    pub fn swaps(places: &[[u8; DECKS]], from_top: bool, swaps: &mut [[u8; DECKS]]) {
        let cards = places.len();
        let place_of = |step: usize| if from_top { step } else { cards - 1 - step };
        for first in (0..cards).step_by(GROUP) {
            // Groups that are not full repeat their last place.
            let mut at = [_mm512_setzero_si512(); GROUP];
            for (at, step) in at.iter_mut().zip(first..) {
                *at = load(&places[place_of(step.min(cards - 1))]);
            }
            for step in 0..first {
                let done = place_of(step);
                let swap = load(&swaps[done]);
                for at in &mut at {
                    *at = next(*at, done, swap);
                }
            }
            for index in 0..GROUP {
                if first + index < cards {
                    let (done, swap) = (place_of(first + index), at[index]);
                    store(&mut swaps[done], swap);
                    for later in &mut at[index + 1..] {
                        *later = next(*later, done, swap);
                    }
                }
            }
        }
    }

    /// Goes on from a place that is done to the one that it is swapped with.
    #[inline]
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    fn next(at: __m512i, done: usize, swap: __m512i) -> __m512i {
        let here = _mm512_cmpeq_epi8_mask(at, _mm512_set1_epi8(done as i8));
        _mm512_mask_mov_epi8(at, here, swap)
    }

    compiled_anew! {
        fn increasing(places: &[[u8; DECKS]], lengths: &mut [u32; DECKS]) = codes::increasing;
    }
}

/// For cells of two bytes.
pub mod words {
    use super::*;

    compiled_anew! {
        fn lehmer(places: &[[u16; DECKS]], digits: &mut [[u16; DECKS]]) = codes::lehmer;
        fn inversions(places: &[[u16; DECKS]], inversions: &mut [u32; DECKS]) = codes::inversions;
        fn increasing(places: &[[u16; DECKS]], lengths: &mut [u32; DECKS]) = codes::increasing;
        fn swaps(places: &[[u16; DECKS]], from_top: bool, swaps: &mut [[u16; DECKS]]) = codes::swaps;
    }
}

/// A row of up to 64 bytes.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn row(grid: &Grid<u8>, deck: usize) -> __m512i {
    load::<u8, 64>(grid.cells()[64 * deck..].first_chunk().expect("a row"))
}

#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn store_row(grid: &mut Grid<u8>, deck: usize, row: __m512i) {
    let cells = &mut grid.cells_mut()[64 * deck..];
    store::<u8, 64>(cells.first_chunk_mut().expect("a row"), row);
}

/// See [`Cells::compose`](crate::kernel::Cells::compose).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub(crate) fn compose(
    first: &Grid<u8>,
    second: &Grid<u8>,
    lag: usize,
    decks: usize,
    to: &mut Grid<u8>,
) {
    if first.stride() != 64 {
        return permutation::compose(first, second, lag, decks, to);
    }
    assert!(
        second.stride() == 64 && to.stride() == 64,
        "decks of one size"
    );
    for deck in 0..decks {
        let composed = _mm512_permutexvar_epi8(row(first, deck), row(second, deck + lag));
        store_row(to, deck, composed);
    }
}
