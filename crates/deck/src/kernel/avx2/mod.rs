//! x86-64 with AVX2, BMI2 and POPCNT.
//!
//! Compilers make good vector code of most of the portable definition, which is only compiled anew,
//! with these instructions; what they cannot see is written out: partitions of rows by table
//! look-up and byte shuffle, Lehmer digits in registers with a transposition of bytes, and vertical
//! counters.

#![allow(
    unsafe_code,
    reason = "vector instructions, and loads and stores of whole vectors"
)]
#![allow(clippy::wildcard_imports, reason = "instructions have long names")]

mod calls;
mod codes;
mod counts;
mod draws;
mod hashes;
mod pairs;
mod permutation;
mod rank;
mod rows;
mod squares;
mod tally;

use std::arch::x86_64::*;

pub(super) use counts::joint;
pub(super) use squares::to_lanes;

use super::pair_order::{self, HELD};
use super::pairs::{Left, SmallDeck};
use super::{
    Bound, Cells, DECKS, GeneratorStates, Grid, Kernel, NarrowCounts, Streaks, Weights,
    codes as definitions, keys, masks, portable, sums, transpose,
};

/// Exists only where the processor has the instructions.
#[derive(Debug)]
struct Avx2(());

/// The kernel, if this processor can run it.
pub(super) fn detected() -> Option<&'static dyn Kernel> {
    static KERNEL: Avx2 = Avx2(());
    let has = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    has.then_some(&KERNEL as &dyn Kernel)
}

/// Defines methods that call the function of the same purpose with this level's instructions.
macro_rules! methods {
    ($(fn $method:ident($($name:ident: $type:ty),*) $(-> $result:ty)? = $function:path;)*) => {
        $(
            #[inline]
            fn $method(&self, $($name: $type),*) $(-> $result)? {
                // SAFETY: the receiver exists only where the processor has the instructions.
                unsafe { $function($($name),*) }
            }
        )*
    };
}

/// Defines functions that are the definitions themselves, compiled with this level's instructions.
macro_rules! compiled_anew {
    ($(fn $function:ident($($name:ident: $type:ty),*) $(-> $result:ty)? = $definition:path;)*) => {
        $(
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            pub(super) fn $function($($name: $type),*) $(-> $result)? {
                $definition($($name),*)
            }
        )*
    };
}

impl Cells<u8> for Avx2 {
    methods! {
        fn below(words: &[u64], bounds: &[Bound], out: &mut [[u8; DECKS]]) -> usize = draws::below;
        fn unriffle(masks: &[u64], from: &Grid<u8>, to: &mut Grid<u8>) = rows::unriffle8;
        fn streaks(streaks: &mut Streaks<u8>, draws: &[[u8; DECKS]], masks: &mut [u64; DECKS]) = streaks8;
        fn rank(digits: &[[u8; DECKS]], to: &mut Grid<u8>) = rank::rank;
        fn packets(sizes: (usize, usize), draws: &[[u8; DECKS]], from: &Grid<u8>, to: &mut Grid<u8>) = rows::packets;
        fn rotate(by: &[u8; DECKS], from: &Grid<u8>, to: &mut Grid<u8>) = rotate8;
        fn falls(rows: &Grid<u8>, falls: &mut [u16; DECKS]) = rows::falls;
        fn transpose(rows: &Grid<u8>, lanes: &mut [[u8; DECKS]]) = to_lanes;
        fn lehmer(places: &[[u8; DECKS]], digits: &mut [[u8; DECKS]]) = codes::lehmer;
        fn inversions(places: &[[u8; DECKS]], inversions: &mut [u32; DECKS]) = codes::inversions;
        fn increasing(places: &[[u8; DECKS]], lengths: &mut [u32; DECKS]) = increasing8;
        fn swaps(places: &[[u8; DECKS]], from_top: bool, swaps: &mut [[u8; DECKS]]) = codes::swaps;
        fn compose(first: &Grid<u8>, second: &Grid<u8>, lag: usize, decks: usize, to: &mut Grid<u8>) = permutation::compose;
        fn at_least(lanes: &[[u8; DECKS]], bound: u8, masks: &mut [u64]) = at_least;
        fn hashes(rows: &Grid<u8>, decks: usize, hashes: &mut [u128; DECKS]) = hashes::hashes;
        fn above(lanes: &[[u8; HELD]], counts: &mut [u32]) = above8;
    }
}

impl Cells<u16> for Avx2 {
    methods! {
        fn below(words: &[u64], bounds: &[Bound], out: &mut [[u16; DECKS]]) -> usize = below16;
        fn unriffle(masks: &[u64], from: &Grid<u16>, to: &mut Grid<u16>) = rows::unriffle16;
        fn streaks(streaks: &mut Streaks<u16>, draws: &[[u16; DECKS]], masks: &mut [u64; DECKS]) = streaks16;
        fn falls(rows: &Grid<u16>, falls: &mut [u16; DECKS]) = falls16;
        fn transpose(rows: &Grid<u16>, lanes: &mut [[u16; DECKS]]) = transpose16;
        fn lehmer(places: &[[u16; DECKS]], digits: &mut [[u16; DECKS]]) = lehmer16;
        fn inversions(places: &[[u16; DECKS]], inversions: &mut [u32; DECKS]) = inversions16;
        fn increasing(places: &[[u16; DECKS]], lengths: &mut [u32; DECKS]) = increasing16;
        fn swaps(places: &[[u16; DECKS]], from_top: bool, swaps: &mut [[u16; DECKS]]) = swaps16;
        fn above(lanes: &[[u16; HELD]], counts: &mut [u32]) = above16;
    }
}

impl Kernel for Avx2 {
    methods! {
        fn words(state: &mut GeneratorStates, out: &mut [u64]) = draws::words;
        fn tally(rows: &Grid<u8>, decks: usize, every: (usize, usize), counts: &mut NarrowCounts) = tally::tally;
        fn alike(within: &[u64], digits: &[Vec<u64>], counts: &mut [u64]) = alike;
        fn left(decks: &[SmallDeck], cards: usize, pairs: &[(u32, u32)], found: &mut [Left]) = pairs::left;
        fn largest(first: &[i32], second: &[i32], masks: &[i32]) -> i32 = largest;
        fn add_scaled(sum: &mut [f64], row: &[f64], factor: f64) = add_scaled;
        fn weighted(sum: &mut [f64], rows: [&[f64]; 2], weights: [f64; 2]) = weighted;
        fn joint(lanes: (&[u8; DECKS], u16, &[u8; DECKS]), decks: usize, cells: &mut [u16]) = joint;
        fn called(place: &[Weights], successor: &[Weights], deck: &[u16]) -> u64 = calls::called;
    }
}

compiled_anew! {
    fn alike(within: &[u64], digits: &[Vec<u64>], counts: &mut [u64]) = masks::alike;
    fn below16(words: &[u64], bounds: &[Bound], out: &mut [[u16; DECKS]]) -> usize = portable::below;
    fn streaks8(state: &mut Streaks<u8>, draws: &[[u8; DECKS]], masks: &mut [u64; DECKS]) = portable::streaks;
    fn streaks16(state: &mut Streaks<u16>, draws: &[[u16; DECKS]], masks: &mut [u64; DECKS]) = portable::streaks;
    fn packets_any(sizes: (usize, usize), draws: &[[u8; DECKS]], from: &Grid<u8>, to: &mut Grid<u8>) = portable::packets;
    fn rotate8(by: &[u8; DECKS], from: &Grid<u8>, to: &mut Grid<u8>) = portable::rotate;
    fn falls16(rows: &Grid<u16>, falls: &mut [u16; DECKS]) = portable::falls;
    fn increasing8(places: &[[u8; DECKS]], lengths: &mut [u32; DECKS]) = definitions::increasing;
    fn above8(lanes: &[[u8; HELD]], counts: &mut [u32]) = pair_order::above;
    fn transpose16(rows: &Grid<u16>, lanes: &mut [[u16; DECKS]]) = transpose::transpose;
    fn lehmer16(places: &[[u16; DECKS]], digits: &mut [[u16; DECKS]]) = definitions::lehmer;
    fn inversions16(places: &[[u16; DECKS]], inversions: &mut [u32; DECKS]) = definitions::inversions;
    fn increasing16(places: &[[u16; DECKS]], lengths: &mut [u32; DECKS]) = definitions::increasing;
    fn swaps16(places: &[[u16; DECKS]], from_top: bool, swaps: &mut [[u16; DECKS]]) = definitions::swaps;
    fn above16(lanes: &[[u16; HELD]], counts: &mut [u32]) = pair_order::above;
    fn largest(first: &[i32], second: &[i32], masks: &[i32]) -> i32 = keys::largest;
    fn add_scaled(sum: &mut [f64], row: &[f64], factor: f64) = sums::add_scaled;
    fn weighted(sum: &mut [f64], rows: [&[f64]; 2], weights: [f64; 2]) = sums::weighted;
}

/// See [`Cells::at_least`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn at_least(lanes: &[[u8; DECKS]], bound: u8, masks: &mut [u64]) {
    let bound = _mm256_set1_epi8(bound.cast_signed());
    for (mask, lane) in masks.iter_mut().zip(lanes) {
        let half = |cells: &[u8]| {
            let cells = load(cells);
            let holds = _mm256_cmpeq_epi8(_mm256_max_epu8(cells, bound), cells);
            u64::from(_mm256_movemask_epi8(holds).cast_unsigned())
        };
        *mask = half(lane) | half(&lane[32..]) << 32;
    }
}

/// A vector from the start of `cells`.
#[inline]
#[target_feature(enable = "avx2")]
fn load(cells: &[u8]) -> __m256i {
    let cells: &[u8; 32] = cells.first_chunk().expect("a vector");
    // SAFETY: 32 bytes are there, and no alignment is asked for.
    unsafe { _mm256_loadu_si256(cells.as_ptr().cast()) }
}

/// Stores a vector at the start of `cells`.
#[inline]
#[target_feature(enable = "avx2")]
fn store(cells: &mut [u8], vector: __m256i) {
    let cells: &mut [u8; 32] = cells.first_chunk_mut().expect("a vector");
    // SAFETY: there is room for 32 bytes, and no alignment is asked for.
    unsafe { _mm256_storeu_si256(cells.as_mut_ptr().cast(), vector) }
}

/// Loads half a vector from the start of `cells`.
#[inline]
#[target_feature(enable = "avx2")]
fn load_short(cells: &[u8]) -> __m128i {
    let cells: &[u8; 16] = cells.first_chunk().expect("half a vector");
    // SAFETY: 16 bytes are there, and no alignment is asked for.
    unsafe { _mm_loadu_si128(cells.as_ptr().cast()) }
}

/// Four words as a vector.
#[inline]
#[target_feature(enable = "avx2")]
fn load_words(words: &[u64]) -> __m256i {
    let words: &[u64; 4] = words.first_chunk().expect("a vector");
    // SAFETY: 32 bytes are there, and no alignment is asked for.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

/// Stores four words.
#[inline]
#[target_feature(enable = "avx2")]
fn store_words(words: &mut [u64], vector: __m256i) {
    let words: &mut [u64; 4] = words.first_chunk_mut().expect("a vector");
    // SAFETY: there is room for 32 bytes, and no alignment is asked for.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), vector) }
}
