//! Cards at positions, counted bit by bit.

use std::arch::x86_64::*;

use super::super::{DECKS, Grid, NarrowCounts, portable};
use super::vectors::{MAJORITY, PARITY, load, store};

/// Planes that a block fills; what it carries over goes to the others.
const OWN: usize = 6;

/// Adds three bits: the sum and the carry.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn add(a: __m512i, b: __m512i, c: __m512i) -> (__m512i, __m512i) {
    (
        _mm512_ternarylogic_epi64::<PARITY>(a, b, c),
        _mm512_ternarylogic_epi64::<MAJORITY>(a, b, c),
    )
}

/// See [`Kernel::tally`](crate::kernel::Kernel::tally).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
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
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn add_rows<const STEP: usize>(
    rows: &Grid<u8>,
    (from, decks): (usize, usize),
    counts: &mut NarrowCounts,
) {
    let cards = rows.cards();
    assert!(from < STEP);
    let rows = rows
        .cells()
        .as_chunks::<64>()
        .0
        .first_chunk::<DECKS>()
        .expect("a row for each deck");
    let planes = counts.planes_mut(decks as u64);
    // The bit that is set for each deck: none for rows that hold no deck.
    let mut bits = [0_i64; DECKS];
    bits[..decks].fill(1);
    // Eight cards at a time, a word for each.
    for group in 0..cards.div_ceil(8) {
        let seen = |deck: usize| {
            let positions = rows[STEP * deck + from].as_chunks::<8>().0[group];
            let positions = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(i64::from_le_bytes(positions)));
            // A rotation, since a shift would have to look for counts past the last bit.
            _mm512_rolv_epi64(_mm512_set1_epi64(bits[deck]), positions)
        };
        let mut own = [_mm512_setzero_si512(); OWN];
        for (own, plane) in own.iter_mut().zip(planes.iter()) {
            *own = load(&plane.as_chunks::<8>().0[group]);
        }
        let [
            mut ones,
            mut twos,
            mut fours,
            mut eights,
            mut sixteens,
            mut more,
        ] = own;
        // A tree of adders: each carry waits until there are two for the next plane.
        let mut carries = [_mm512_setzero_si512(); 4];
        for (quarter, carry) in carries[..4 / STEP].iter_mut().enumerate() {
            let mut carries = [_mm512_setzero_si512(); 2];
            for (half, carry) in carries.iter_mut().enumerate() {
                let first = quarter * 16 + half * 8;
                let (a, b, c, d);
                (ones, a) = add(ones, seen(first), seen(first + 1));
                (ones, b) = add(ones, seen(first + 2), seen(first + 3));
                (ones, c) = add(ones, seen(first + 4), seen(first + 5));
                (ones, d) = add(ones, seen(first + 6), seen(first + 7));
                let (e, f);
                (twos, e) = add(twos, a, b);
                (twos, f) = add(twos, c, d);
                (fours, *carry) = add(fours, e, f);
            }
            (eights, *carry) = add(eights, carries[0], carries[1]);
        }
        let (a, b, mut carry);
        (sixteens, a) = add(sixteens, carries[0], carries[1]);
        (sixteens, b) = add(sixteens, carries[2], carries[3]);
        (more, carry) = add(more, a, b);
        let own = [ones, twos, fours, eights, sixteens, more];
        for (own, plane) in own.into_iter().zip(planes.iter_mut()) {
            store(&mut plane.as_chunks_mut::<8>().0[group], own);
        }
        for plane in &mut planes[OWN..] {
            let plane = &mut plane.as_chunks_mut::<8>().0[group];
            let counted = load(plane);
            store(plane, _mm512_xor_si512(counted, carry));
            carry = _mm512_and_si512(counted, carry);
        }
    }
}
