//! Counts of cards at positions.

use std::arch::x86_64::*;

use super::super::{DECKS, Grid, NarrowCounts, portable};
use super::{load_words, store_words};

/// A full adder for each bit: adds to `sum`, and returns what is carried.
#[inline]
#[target_feature(enable = "avx2")]
fn add_to(sum: &mut __m256i, a: __m256i, b: __m256i) -> __m256i {
    let either = _mm256_xor_si256(a, b);
    let carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(either, *sum));
    *sum = _mm256_xor_si256(either, *sum);
    carry
}

/// Cards whose positions stand in one vector, a word with one bit set for each.
const CARDS: usize = 4;

/// See [`Kernel::tally`](crate::kernel::Kernel::tally).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn tally(
    rows: &Grid<u8>,
    decks: usize,
    (first, step): (usize, usize),
    counts: &mut NarrowCounts,
) {
    let own = decks.saturating_sub(first).div_ceil(step);
    // A few decks are sooner added one by one.
    if rows.cards() > 64 || own < DECKS / step / 4 {
        return portable::tally(rows, decks, (first, step), counts);
    }
    match step {
        1 => add_rows::<1>(rows, (first, own), counts),
        2 => add_rows::<2>(rows, (first, own), counts),
        _ => portable::tally(rows, decks, (first, step), counts),
    }
}

/// Adds `decks` rows, every one of each `STEP`, to the planes.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn add_rows<const STEP: usize>(
    rows: &Grid<u8>,
    (from, decks): (usize, usize),
    counts: &mut NarrowCounts,
) {
    let cards = rows.cards();
    assert!(rows.stride() == 64 && from < STEP);
    // The bit that is set for each deck: none for rows that hold no deck.
    let mut bits = [0_i64; DECKS];
    bits[..decks].fill(1);
    let planes = counts.planes_mut(decks as u64);
    let (low, high) = planes.split_at_mut(6);
    for first in (0..cards).step_by(CARDS) {
        let cells = rows.cells()[first..].as_ptr();
        let word = |deck: usize| {
            // SAFETY: `first` is below 64, a multiple of 4, and there are 64 rows of 64 cells: `deck` is below
            // 64 / STEP, and `from` below STEP.
            let four = unsafe {
                cells
                    .add(64 * (STEP * deck + from))
                    .cast::<i32>()
                    .read_unaligned()
            };
            // Positions are below 64 (and what stands past the last card does not matter): said
            // aloud, this spares a comparison.
            let places = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));
            let places = _mm256_and_si256(places, _mm256_set1_epi64x(63));
            _mm256_sllv_epi64(_mm256_set1_epi64x(bits[deck]), places)
        };
        // The counters' bits of 1, 2, 4, …, 32 decks.
        let mut sums = [_mm256_setzero_si256(); 6];
        for (sum, plane) in sums.iter_mut().zip(low.iter()) {
            *sum = load_words(&plane[first..]);
        }
        let mut worth_16 = [_mm256_setzero_si256(); 4];
        for (decks, carry) in (0..DECKS / STEP).step_by(16).zip(&mut worth_16) {
            let mut worth_8 = [_mm256_setzero_si256(); 2];
            for (decks, carry) in (decks..).step_by(8).zip(&mut worth_8) {
                let two = |ones: &mut __m256i, at: usize| {
                    add_to(ones, word(decks + at), word(decks + at + 1))
                };
                let (a, b) = (two(&mut sums[0], 0), two(&mut sums[0], 2));
                let four = add_to(&mut sums[1], a, b);
                let (a, b) = (two(&mut sums[0], 4), two(&mut sums[0], 6));
                let four_more = add_to(&mut sums[1], a, b);
                *carry = add_to(&mut sums[2], four, four_more);
            }
            *carry = add_to(&mut sums[3], worth_8[0], worth_8[1]);
        }
        let a = add_to(&mut sums[4], worth_16[0], worth_16[1]);
        let b = add_to(&mut sums[4], worth_16[2], worth_16[3]);
        let mut carry = add_to(&mut sums[5], a, b);
        for (sum, plane) in sums.iter().zip(low.iter_mut()) {
            store_words(&mut plane[first..], *sum);
        }
        for plane in high.iter_mut() {
            let old = load_words(&plane[first..]);
            store_words(&mut plane[first..], _mm256_xor_si256(old, carry));
            carry = _mm256_and_si256(old, carry);
        }
    }
}
