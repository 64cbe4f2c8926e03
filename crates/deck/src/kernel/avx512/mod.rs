//! x86-64 with AVX-512 (F, BW, VL, VBMI and VBMI2), BMI1, BMI2, LZCNT and POPCNT.
//!
//! Functions that step through 64 decks at once keep a byte (or a word) of each deck in vectors, and
//! facts about each deck that are true or false in mask registers. The byte-wise compression of VBMI2
//! undoes a riffle in a dozen instructions.
//!
//! Intrinsics on values are safe where their instructions are enabled. Two things remain that are
//! `unsafe`: to read and write vectors, which [`vectors`] does through references to arrays of their
//! very size; and to call what has instructions enabled, which only methods of [`Avx512`] do.
#![allow(
    unsafe_code,
    reason = "loads and stores of whole vectors, and calls of what has instructions enabled"
)]
#![allow(
    clippy::wildcard_imports,
    clippy::cast_possible_wrap,
    clippy::large_types_passed_by_value,
    reason = "instructions have long names, signed arguments, and registers for arrays of vectors"
)]

mod calls;
mod draws;
mod hashes;
mod masks;
mod pair_order;
mod pairs;
mod permutation;
mod rank;
mod rows;
mod streaks;
mod tally;
mod vectors;

use super::pair_order::HELD;
use super::{
    Bound, Cells, DECKS, GeneratorStates, Grid, Kernel, Left, NarrowCounts, SmallDeck, Streaks,
    Weights, avx2,
};

/// This kernel. There is none but where its instructions are.
#[derive(Debug)]
struct Avx512(());

/// The kernel, if this processor has all of its instructions.
pub(super) fn detected() -> Option<&'static dyn Kernel> {
    static KERNEL: Avx512 = Avx512(());
    let all = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    all.then_some(&KERNEL)
}

/// Defines a method that calls a function with the instructions enabled.
macro_rules! method {
    ($method:ident($($name:ident: $type:ty),*) $(-> $out:ty)?, $function:path) => {
        fn $method(&self, $($name: $type),*) $(-> $out)? {
            // SAFETY: there is no `self` but where `detected` found all that is enabled.
            unsafe { $function($($name),*) }
        }
    };
}

impl Kernel for Avx512 {
    method!(words(state: &mut GeneratorStates, out: &mut [u64]), draws::words);
    method!(tally(rows: &Grid<u8>, decks: usize, every: (usize, usize), counts: &mut NarrowCounts),
        tally::tally);
    method!(alike(within: &[u64], digits: &[Vec<u64>], counts: &mut [u64]), masks::alike);
    method!(called(place: &[Weights], successor: &[Weights], deck: &[u16]) -> u64, calls::called);
    method!(left(decks: &[SmallDeck], cards: usize, pairs: &[(u32, u32)], found: &mut [Left]), pairs::left);
    // Half as wide: they are bound by memory.
    method!(joint(lanes: (&[u8; DECKS], u16, &[u8; DECKS]), decks: usize, cells: &mut [u16]), avx2::joint);
    method!(largest(first: &[i32], second: &[i32], masks: &[i32]) -> i32, avx2::largest);
    method!(add_scaled(sum: &mut [f64], row: &[f64], factor: f64), avx2::add_scaled);
    method!(weighted(sum: &mut [f64], rows: [&[f64]; 2], weights: [f64; 2]), avx2::weighted);
}

/// The methods for cells of one type, but those that there are for bytes alone.
macro_rules! cells {
    ($cell:ty, $module:ident) => {
        method!(below(words: &[u64], bounds: &[Bound], out: &mut [[$cell; DECKS]]) -> usize,
            draws::$module::below);
        method!(unriffle(masks: &[u64], from: &Grid<$cell>, to: &mut Grid<$cell>),
            rows::$module::unriffle);
        method!(streaks(streaks: &mut Streaks<$cell>, draws: &[[$cell; DECKS]],
            masks: &mut [u64; DECKS]), streaks::$module::streaks);
        method!(packets(sizes: (usize, usize), draws: &[[$cell; DECKS]], from: &Grid<$cell>,
            to: &mut Grid<$cell>), rows::$module::packets);
        method!(rotate(by: &[$cell; DECKS], from: &Grid<$cell>, to: &mut Grid<$cell>),
            rows::$module::rotate);
        method!(falls(rows: &Grid<$cell>, falls: &mut [u16; DECKS]), rows::$module::falls);
        method!(lehmer(places: &[[$cell; DECKS]], digits: &mut [[$cell; DECKS]]),
            permutation::$module::lehmer);
        method!(inversions(places: &[[$cell; DECKS]], inversions: &mut [u32; DECKS]),
            permutation::$module::inversions);
        method!(increasing(places: &[[$cell; DECKS]], lengths: &mut [u32; DECKS]),
            permutation::$module::increasing);
        method!(swaps(places: &[[$cell; DECKS]], from_top: bool, swaps: &mut [[$cell; DECKS]]),
            permutation::$module::swaps);
        method!(at_least(lanes: &[[$cell; DECKS]], bound: $cell, masks: &mut [u64]),
            masks::$module::at_least);
        method!(hashes(rows: &Grid<$cell>, decks: usize, hashes: &mut [u128; DECKS]),
            hashes::$module::hashes);
        method!(above(lanes: &[[$cell; HELD]], counts: &mut [u32]), pair_order::$module::above);
    };
}

impl Cells<u8> for Avx512 {
    cells!(u8, bytes);
    method!(rank(digits: &[[u8; DECKS]], to: &mut Grid<u8>), rank::rank);
    // Half as wide: it is bound by loads and stores.
    method!(transpose(rows: &Grid<u8>, lanes: &mut [[u8; DECKS]]), avx2::to_lanes);
    method!(compose(first: &Grid<u8>, second: &Grid<u8>, lag: usize, decks: usize,
        to: &mut Grid<u8>), permutation::compose);
}

impl Cells<u16> for Avx512 {
    cells!(u16, words);
}
