//! x86-64 with AVX2, BMI2 and POPCNT.
//!
//! Where compilers make good vector code of the portable definition, it is only compiled anew, with
//! these instructions; what they cannot see is written out: partitions of rows by table look-up and
//! byte shuffle, Lehmer digits in registers with a transposition of bytes, and vertical counters.

#![allow(
    unsafe_code,
    reason = "vector instructions, and loads and stores of whole vectors"
)]

mod permutation;

use std::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi32_si128, _mm_loadl_epi64, _mm_loadu_si128, _mm_shuffle_epi8,
    _mm_storel_epi64, _mm_storeu_si128, _mm_unpackhi_epi64, _mm_unpacklo_epi64, _mm256_add_epi8,
    _mm256_add_epi64, _mm256_and_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi8,
    _mm256_cmpgt_epi8, _mm256_cvtepu8_epi64, _mm256_extracti128_si256, _mm256_loadu_si256,
    _mm256_max_epu8, _mm256_movemask_epi8, _mm256_mulhi_epu16, _mm256_mullo_epi16, _mm256_or_si256,
    _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_slli_epi16, _mm256_slli_epi64, _mm256_sllv_epi64, _mm256_srli_epi64,
    _mm256_storeu_si256, _mm256_sub_epi8, _mm256_subs_epu16, _mm256_testz_si256,
    _mm256_unpackhi_epi8, _mm256_unpacklo_epi8, _mm256_xor_si256,
};

use super::pair_order::{self, HELD};
use super::portable::low_bits;
use super::{
    Bound, Cells, DECKS, DRAW_WORDS, GeneratorStates, Grid, INTERLEAVED, Kernel, NarrowCounts,
    RANKED_CARDS, Streaks, portable,
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

/// Defines functions that are those of [`portable`], compiled with this level's instructions.
macro_rules! compiled_anew {
    ($(fn $function:ident($($name:ident: $type:ty),*) $(-> $result:ty)? = $portable:ident;)*) => {
        $(
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn $function($($name: $type),*) $(-> $result)? {
                portable::$portable($($name),*)
            }
        )*
    };
}

impl Cells<u8> for Avx2 {
    methods! {
        fn below(words: &[u64], bounds: &[Bound], out: &mut [[u8; DECKS]]) -> usize = below8;
        fn unriffle(masks: &[u64], from: &Grid<u8>, to: &mut Grid<u8>) = unriffle8;
        fn streaks(streaks: &mut Streaks<u8>, draws: &[[u8; DECKS]], masks: &mut [u64; DECKS]) = streaks8;
        fn rank(digits: &[[u8; DECKS]], to: &mut Grid<u8>) = rank;
        fn packets(sizes: (usize, usize), draws: &[[u8; DECKS]], from: &Grid<u8>, to: &mut Grid<u8>) = packets8;
        fn rotate(by: &[u8; DECKS], from: &Grid<u8>, to: &mut Grid<u8>) = rotate8;
        fn falls(rows: &Grid<u8>, falls: &mut [u16; DECKS]) = falls8;
        fn transpose(rows: &Grid<u8>, lanes: &mut [[u8; DECKS]]) = permutation::bytes::transpose;
        fn lehmer(places: &[[u8; DECKS]], digits: &mut [[u8; DECKS]]) = permutation::bytes::lehmer;
        fn inversions(places: &[[u8; DECKS]], inversions: &mut [u32; DECKS]) = permutation::bytes::inversions;
        fn increasing(places: &[[u8; DECKS]], lengths: &mut [u32; DECKS]) = permutation::bytes::increasing;
        fn swaps(places: &[[u8; DECKS]], from_top: bool, swaps: &mut [[u8; DECKS]]) = permutation::bytes::swaps;
        fn compose(first: &Grid<u8>, second: &Grid<u8>, lag: usize, decks: usize, to: &mut Grid<u8>) = permutation::compose;
        fn above(lanes: &[[u8; HELD]], counts: &mut [u32]) = above8;
    }
}

impl Cells<u16> for Avx2 {
    methods! {
        fn below(words: &[u64], bounds: &[Bound], out: &mut [[u16; DECKS]]) -> usize = below16;
        fn unriffle(masks: &[u64], from: &Grid<u16>, to: &mut Grid<u16>) = unriffle16;
        fn streaks(streaks: &mut Streaks<u16>, draws: &[[u16; DECKS]], masks: &mut [u64; DECKS]) = streaks16;
        fn falls(rows: &Grid<u16>, falls: &mut [u16; DECKS]) = falls16;
        fn transpose(rows: &Grid<u16>, lanes: &mut [[u16; DECKS]]) = permutation::words::transpose;
        fn lehmer(places: &[[u16; DECKS]], digits: &mut [[u16; DECKS]]) = permutation::words::lehmer;
        fn inversions(places: &[[u16; DECKS]], inversions: &mut [u32; DECKS]) = permutation::words::inversions;
        fn increasing(places: &[[u16; DECKS]], lengths: &mut [u32; DECKS]) = permutation::words::increasing;
        fn swaps(places: &[[u16; DECKS]], from_top: bool, swaps: &mut [[u16; DECKS]]) = permutation::words::swaps;
        fn above(lanes: &[[u16; HELD]], counts: &mut [u32]) = above16;
    }
}

impl Kernel for Avx2 {
    methods! {
        fn words(state: &mut GeneratorStates, out: &mut [u64]) = words;
        fn tally(rows: &Grid<u8>, decks: usize, counts: &mut NarrowCounts) = tally;
    }
}

compiled_anew! {
    fn below16(words: &[u64], bounds: &[Bound], out: &mut [[u16; DECKS]]) -> usize = below;
    fn streaks8(state: &mut Streaks<u8>, draws: &[[u8; DECKS]], masks: &mut [u64; DECKS]) = streaks;
    fn streaks16(state: &mut Streaks<u16>, draws: &[[u16; DECKS]], masks: &mut [u64; DECKS]) = streaks;
    fn packets_any(sizes: (usize, usize), draws: &[[u8; DECKS]], from: &Grid<u8>, to: &mut Grid<u8>) = packets;
    fn rotate8(by: &[u8; DECKS], from: &Grid<u8>, to: &mut Grid<u8>) = rotate;
    fn falls16(rows: &Grid<u16>, falls: &mut [u16; DECKS]) = falls;
}

/// See [`Cells::above`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn above8(lanes: &[[u8; HELD]], counts: &mut [u32]) {
    pair_order::above(lanes, counts);
}

/// See [`Cells::above`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn above16(lanes: &[[u16; HELD]], counts: &mut [u32]) {
    pair_order::above(lanes, counts);
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

/// Half a vector from the start of `cells`.
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

/// The bits of each word rotated to the left.
#[inline]
#[target_feature(enable = "avx2")]
fn rotate_left<const LEFT: i32, const RIGHT: i32>(words: __m256i) -> __m256i {
    const { assert!(LEFT + RIGHT == 64) };
    _mm256_or_si256(
        _mm256_slli_epi64::<LEFT>(words),
        _mm256_srli_epi64::<RIGHT>(words),
    )
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn words(state: &mut GeneratorStates, out: &mut [u64]) {
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

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn below8(words: &[u64], bounds: &[Bound], out: &mut [[u8; DECKS]]) -> usize {
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

/// For each byte of a mask, which of eight cells have a 0 and, from the eighth byte on, which have a
/// 1, in order.
static PARTITIONS: [[u8; 16]; 256] = {
    let mut table = [[0; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut zeros, mut ones, mut cell) = (0, 8, 0);
        while cell < 8 {
            if mask >> cell & 1 == 0 {
                table[mask][zeros] = cell as u8;
                zeros += 1;
            } else {
                table[mask][ones] = cell as u8;
                ones += 1;
            }
            cell += 1;
        }
        mask += 1;
    }
    table
};

/// The mask of a deck's cells 64·part and up, with all bits past the last of `cards` cells set.
#[inline]
fn mask_of(masks: &[u64], deck: usize, part: usize, cards: usize) -> u64 {
    masks[part * DECKS + deck] | !low_bits(cards - 64 * part)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn unriffle8(masks: &[u64], from: &Grid<u8>, to: &mut Grid<u8>) {
    match from.cards().div_ceil(8) {
        1 => unriffle_short::<1>(masks, from, to),
        2 => unriffle_short::<2>(masks, from, to),
        3 => unriffle_short::<3>(masks, from, to),
        4 => unriffle_short::<4>(masks, from, to),
        5 => unriffle_short::<5>(masks, from, to),
        6 => unriffle_short::<6>(masks, from, to),
        7 => unriffle_short::<7>(masks, from, to),
        8 => unriffle_short::<8>(masks, from, to),
        _ => unriffle_long(masks, from, to),
    }
}

/// Rows of up to 64 cards, in `WORDS` words of eight.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn unriffle_short<const WORDS: usize>(masks: &[u64], from: &Grid<u8>, to: &mut Grid<u8>) {
    let cards = from.cards();
    assert!(from.stride() == 64 && to.stride() == 64 && WORDS * 8 <= 64 && cards <= 64);
    let (rows, results) = (from.cells().as_ptr(), to.cells_mut().as_mut_ptr());
    for (deck, &mask) in masks[..DECKS].iter().enumerate() {
        let mask = mask | !low_bits(cards);
        let bytes = mask.to_le_bytes();
        let mut parts = [_mm_cvtsi32_si128(0); WORDS];
        for (word, part) in parts.iter_mut().enumerate() {
            let table = &PARTITIONS[usize::from(bytes[word])];
            // SAFETY: a row has 64 cells, and WORDS is at most 8; the table's entry has 16 bytes.
            *part = unsafe {
                let cells = _mm_loadl_epi64(rows.add(64 * deck + 8 * word).cast());
                let both = _mm_unpacklo_epi64(cells, cells);
                _mm_shuffle_epi8(both, _mm_loadu_si128(table.as_ptr().cast()))
            };
        }
        // First all zeros, then all ones: either go past their ends, and what follows goes over it.
        let mut at = 64 * deck;
        for (part, byte) in parts.iter().zip(bytes) {
            // SAFETY: at most 64 zeros come before these eight bytes of a row, after the last of which
            // there is room for another one.
            unsafe { _mm_storel_epi64(results.add(at).cast(), *part) };
            at += byte.count_zeros() as usize;
        }
        for (part, byte) in parts.iter().zip(bytes) {
            // SAFETY: as before: zeros and ones together are at most 64.
            unsafe { _mm_storel_epi64(results.add(at).cast(), _mm_unpackhi_epi64(*part, *part)) };
            at += byte.count_ones() as usize;
        }
    }
}

/// Rows of any length.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn unriffle_long(masks: &[u64], from: &Grid<u8>, to: &mut Grid<u8>) {
    let (cards, stride) = (from.cards(), from.stride());
    assert!(to.stride() == stride);
    let (rows, results) = (from.cells().as_ptr(), to.cells_mut().as_mut_ptr());
    for deck in 0..DECKS {
        let mut at = deck * stride;
        for bit in [0, u64::MAX] {
            for part in 0..cards.div_ceil(64) {
                // Now the cells with a 0 are wanted, in both rounds; those past the end in neither,
                // or last of all.
                let mask = mask_of(masks, deck, part, cards) ^ bit;
                let words = (cards - 64 * part).min(64).div_ceil(8);
                for (word, &byte) in mask.to_le_bytes()[..words].iter().enumerate() {
                    let table = &PARTITIONS[usize::from(byte)];
                    // SAFETY: a row has `stride` cells, a multiple of 64, and no more than that many
                    // come before these eight, after the last of which there is room for more.
                    unsafe {
                        let cells = rows.add(deck * stride + 64 * part + 8 * word);
                        let indices = _mm_loadl_epi64(table.as_ptr().cast());
                        let chosen = _mm_shuffle_epi8(_mm_loadl_epi64(cells.cast()), indices);
                        _mm_storel_epi64(results.add(at).cast(), chosen);
                    }
                    at += byte.count_zeros() as usize;
                }
            }
        }
    }
}

/// As [`PARTITIONS`], for the zeros alone, of cells of two bytes.
static WIDE_PARTITIONS: [[u8; 16]; 256] = {
    let mut table = [[0; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut cell = 0;
        while cell < 8 {
            table[mask][2 * cell] = 2 * PARTITIONS[mask][cell];
            table[mask][2 * cell + 1] = 2 * PARTITIONS[mask][cell] + 1;
            cell += 1;
        }
        mask += 1;
    }
    table
};

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn unriffle16(masks: &[u64], from: &Grid<u16>, to: &mut Grid<u16>) {
    let (cards, stride) = (from.cards(), from.stride());
    assert!(to.stride() == stride);
    let (rows, results) = (from.cells().as_ptr(), to.cells_mut().as_mut_ptr());
    for deck in 0..DECKS {
        let mut at = deck * stride;
        for bit in [0, u64::MAX] {
            for part in 0..cards.div_ceil(64) {
                let mask = mask_of(masks, deck, part, cards) ^ bit;
                let words = (cards - 64 * part).min(64).div_ceil(8);
                for (word, &byte) in mask.to_le_bytes()[..words].iter().enumerate() {
                    let table = &WIDE_PARTITIONS[usize::from(byte)];
                    // SAFETY: as for bytes, with cells of two.
                    unsafe {
                        let cells = rows.add(deck * stride + 64 * part + 8 * word);
                        let indices = _mm_loadu_si128(table.as_ptr().cast());
                        let chosen = _mm_shuffle_epi8(_mm_loadu_si128(cells.cast()), indices);
                        _mm_storeu_si128(results.add(at).cast(), chosen);
                    }
                    at += byte.count_zeros() as usize;
                }
            }
        }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn packets8(
    (low, high): (usize, usize),
    draws: &[[u8; DECKS]],
    from: &Grid<u8>,
    to: &mut Grid<u8>,
) {
    match high {
        0..=16 => packets_up_to::<16>(low, draws, from, to),
        17..=32 => packets_up_to::<32>(low, draws, from, to),
        _ => packets_any((low, high), draws, from, to),
    }
}

/// Packets of up to `MOST` cards, 16 or 32: each is copied with a single vector, past its end.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn packets_up_to<const MOST: usize>(
    low: usize,
    draws: &[[u8; DECKS]],
    from: &Grid<u8>,
    to: &mut Grid<u8>,
) {
    const { assert!(MOST == 16 || MOST == 32) };
    let (cards, stride) = (from.cards(), from.stride());
    assert!(to.stride() == stride && low > 0);
    let steps = &draws[..cards.div_ceil(low)];
    let (rows, results) = (from.cells().as_ptr(), to.cells_mut().as_mut_ptr());
    for deck in 0..DECKS {
        let mut start = 0;
        for draws in steps {
            let end = (start + low + usize::from(draws[deck])).min(cards);
            // SAFETY: `start` and `end` are at most `cards`, so that both vectors start in the deck's
            // row or right after it, and after every row there is room for 64 cells.
            unsafe {
                let packet = rows.add(deck * stride + cards - end);
                let result = results.add(deck * stride + start);
                std::ptr::copy_nonoverlapping(packet, result, MOST);
            }
            start = end;
        }
    }
}

/// Cards whose ranks are in registers at a time.
const GROUP: usize = 8;

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn rank(digits: &[[u8; DECKS]], to: &mut Grid<u8>) {
    match to.cards() {
        0..=48 => rank_up_to::<48>(digits, to),
        49..=64 => rank_up_to::<64>(digits, to),
        _ => rank_up_to::<RANKED_CARDS>(digits, to),
    }
}

/// Of decks of up to `MOST` cards.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn rank_up_to<const MOST: usize>(digits: &[[u8; DECKS]], to: &mut Grid<u8>) {
    let cards = to.cards();
    assert!(MOST <= RANKED_CARDS, "a rank is compared as a signed byte");
    // Digits less one, in the order of the cards: a rank is at or above a digit if it is above this.
    // Past the last card no rank is above.
    let mut below = [[127; DECKS]; MOST];
    let one = _mm256_set1_epi8(1);
    for (below, digits) in below[..cards].iter_mut().rev().zip(digits) {
        for half in [0, 32] {
            store(
                &mut below[half..],
                _mm256_sub_epi8(load(&digits[half..]), one),
            );
        }
    }
    let end = cards.next_multiple_of(GROUP);
    let mut places = [[0; DECKS]; MOST];
    for half in [0, 32] {
        for first in (0..end).step_by(GROUP) {
            let mut group = [_mm256_setzero_si256(); GROUP];
            for (card, place) in group.iter_mut().enumerate() {
                let mut ranked = _mm256_add_epi8(load(&below[first + card][half..]), one);
                for later in &below[first + card + 1..first + GROUP] {
                    let above = _mm256_cmpgt_epi8(ranked, load(&later[half..]));
                    ranked = _mm256_sub_epi8(ranked, above);
                }
                *place = ranked;
            }
            for later in &below[first + GROUP..end] {
                let later = load(&later[half..]);
                for place in &mut group {
                    *place = _mm256_sub_epi8(*place, _mm256_cmpgt_epi8(*place, later));
                }
            }
            for (place, row) in group.iter().zip(&mut places[first..]) {
                store(&mut row[half..], *place);
            }
        }
    }
    transpose(&places, to);
}

/// Sixteen cards of 32 decks at a time: four perfect shuffles of sixteen rows transpose them.
#[inline]
#[target_feature(enable = "avx2")]
fn transpose(places: &[[u8; DECKS]], to: &mut Grid<u8>) {
    const SIDE: usize = 16;
    let (cards, stride) = (to.cards(), to.stride());
    let cells = to.cells_mut();
    for first in (0..cards).step_by(SIDE) {
        for half in [0, 32] {
            let mut rows = [_mm256_setzero_si256(); SIDE];
            for (row, places) in rows.iter_mut().zip(&places[first..]) {
                *row = load(&places[half..]);
            }
            for _ in 0..4 {
                let old = rows;
                for pair in 0..SIDE / 2 {
                    rows[2 * pair] = _mm256_unpacklo_epi8(old[pair], old[pair + SIDE / 2]);
                    rows[2 * pair + 1] = _mm256_unpackhi_epi8(old[pair], old[pair + SIDE / 2]);
                }
            }
            for (deck, row) in rows.iter().enumerate() {
                let parts = [
                    _mm256_castsi256_si128(*row),
                    _mm256_extracti128_si256::<1>(*row),
                ];
                for (deck, part) in [deck, deck + SIDE].into_iter().zip(parts) {
                    store_short(&mut cells[(half + deck) * stride + first..], part);
                }
            }
        }
    }
}

/// Stores half a vector at the start of `cells`.
#[inline]
#[target_feature(enable = "avx2")]
fn store_short(cells: &mut [u8], vector: __m128i) {
    let cells: &mut [u8; 16] = cells.first_chunk_mut().expect("half a vector");
    // SAFETY: there is room for 16 bytes, and no alignment is asked for.
    unsafe { _mm_storeu_si128(cells.as_mut_ptr().cast(), vector) }
}

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

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn tally(rows: &Grid<u8>, decks: usize, counts: &mut NarrowCounts) {
    let cards = rows.cards();
    if cards > 64 || decks < DECKS {
        return portable::tally(rows, decks, counts);
    }
    assert!(rows.stride() == 64);
    let planes = counts.planes_mut(decks as u64);
    let (low, high) = planes.split_at_mut(6);
    for first in (0..cards).step_by(CARDS) {
        let cells = rows.cells()[first..].as_ptr();
        let word = |deck: usize| {
            // SAFETY: `first` is below 64, a multiple of 4, and there are 64 rows of 64 cells.
            let four = unsafe { cells.add(64 * deck).cast::<i32>().read_unaligned() };
            // Positions are below 64 (and what stands past the last card does not matter): said
            // aloud, this spares a comparison.
            let places = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));
            let places = _mm256_and_si256(places, _mm256_set1_epi64x(63));
            _mm256_sllv_epi64(_mm256_set1_epi64x(1), places)
        };
        // The counters' bits of 1, 2, 4, …, 32 decks.
        let mut sums = [_mm256_setzero_si256(); 6];
        for (sum, plane) in sums.iter_mut().zip(low.iter()) {
            *sum = load_words(&plane[first..]);
        }
        let mut worth_16 = [_mm256_setzero_si256(); 4];
        for (decks, carry) in (0..DECKS).step_by(16).zip(&mut worth_16) {
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

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn falls8(rows: &Grid<u8>, falls: &mut [u16; DECKS]) {
    let (cards, stride) = (rows.cards(), rows.stride());
    if stride == 64 {
        let pairs = low_bits(cards - 1);
        for (deck, falls) in falls.iter_mut().enumerate() {
            // A row, and one cell more: 64 cards have 63 pairs.
            let row: &[u8; 65] = rows.cells()[64 * deck..].first_chunk().expect("a row");
            let half = |at: usize| {
                let (first, second) = (load(&row[at..]), load(&row[at + 1..]));
                let not_below = _mm256_cmpeq_epi8(_mm256_max_epu8(first, second), second);
                u64::from(_mm256_movemask_epi8(not_below).cast_unsigned())
            };
            let not_below = half(0) | half(32) << 32;
            *falls = (!not_below & pairs).count_ones() as u16;
        }
        return;
    }
    for (deck, falls) in falls.iter_mut().enumerate() {
        let mut count = 0;
        for start in (0..cards - 1).step_by(32) {
            let cells = &rows.cells()[deck * stride + start..];
            let (first, second) = (load(cells), load(&cells[1..]));
            let not_below = _mm256_cmpeq_epi8(_mm256_max_epu8(first, second), second);
            let not_below = u64::from(_mm256_movemask_epi8(not_below).cast_unsigned());
            count += (!not_below & low_bits((cards - 1 - start).min(32))).count_ones();
        }
        *falls = count as u16;
    }
}
