//! Operations on rows: riffles, packets, falls.

use std::arch::x86_64::*;

use super::super::portable::low_bits;
use super::super::{Cell, DECKS, Grid};
use super::load;

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

/// See [`Cells::unriffle`](crate::kernel::Cells::unriffle).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn unriffle8(masks: &[u64], from: &Grid<u8>, to: &mut Grid<u8>) {
    match from.cards().div_ceil(8) {
        1 => unriffle_short::<1>(masks, from, to),
        2 => unriffle_short::<2>(masks, from, to),
        3 => unriffle_short::<3>(masks, from, to),
        4 => unriffle_short::<4>(masks, from, to),
        5 => unriffle_short::<5>(masks, from, to),
        6 => unriffle_short::<6>(masks, from, to),
        7 => unriffle_short::<7>(masks, from, to),
        8 => unriffle_short::<8>(masks, from, to),
        _ => unriffle_long(masks, from, to, &PARTITIONS),
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

/// See [`Cells::unriffle`](crate::kernel::Cells::unriffle).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn unriffle16(masks: &[u64], from: &Grid<u16>, to: &mut Grid<u16>) {
    unriffle_long(masks, from, to, &WIDE_PARTITIONS);
}

/// Rows of any length, in words of eight cells, by the table for cells of that size.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn unriffle_long<T: Cell>(
    masks: &[u64],
    from: &Grid<T>,
    to: &mut Grid<T>,
    partitions: &[[u8; 16]; 256],
) {
    const { assert!(T::BITS == 8 || T::BITS == 16) };
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
                    let table = &partitions[usize::from(byte)];
                    // SAFETY: a row has `stride` cells, a multiple of 64, and no more than that many
                    // come before these eight, after the last of which there is room for more.
                    unsafe {
                        let cells = rows.add(deck * stride + 64 * part + 8 * word);
                        let (result, indices) =
                            (results.add(at), _mm_loadu_si128(table.as_ptr().cast()));
                        if T::BITS == 8 {
                            let chosen = _mm_shuffle_epi8(_mm_loadl_epi64(cells.cast()), indices);
                            _mm_storel_epi64(result.cast(), chosen);
                        } else {
                            let chosen = _mm_shuffle_epi8(_mm_loadu_si128(cells.cast()), indices);
                            _mm_storeu_si128(result.cast(), chosen);
                        }
                    }
                    at += byte.count_zeros() as usize;
                }
            }
        }
    }
}

/// See [`Cells::packets`](crate::kernel::Cells::packets).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn packets(
    (low, high): (usize, usize),
    draws: &[[u8; DECKS]],
    from: &Grid<u8>,
    to: &mut Grid<u8>,
) {
    match high {
        0..=16 => packets_up_to::<16>(low, draws, from, to),
        17..=32 => packets_up_to::<32>(low, draws, from, to),
        _ => super::packets_any((low, high), draws, from, to),
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

/// See [`Cells::falls`](crate::kernel::Cells::falls).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn falls(rows: &Grid<u8>, falls: &mut [u16; DECKS]) {
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
