//! Cards that are called.

use std::arch::x86_64::*;

use super::super::calls::{CALLED, Weights};
use super::super::portable::low_bits;

/// A vector of the weights from card `at` on.
#[inline]
#[target_feature(enable = "avx2")]
fn load(weights: &Weights, at: usize) -> __m256i {
    let weights: &[i16; 16] = weights[at..].first_chunk().expect("a vector");
    // SAFETY: 32 bytes are there, and no alignment is asked for.
    unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) }
}

/// The cards whose cells are true, of two vectors, as bits.
#[inline]
#[target_feature(enable = "avx2")]
fn bits(cells: [__m256i; 2]) -> u64 {
    // Halves of both take turns after they are packed.
    let packed = _mm256_packs_epi16(cells[0], cells[1]);
    let in_order = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
    u64::from(_mm256_movemask_epi8(in_order).cast_unsigned())
}

/// See [`Kernel::called`](crate::kernel::Kernel::called).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn called(place: &[Weights], successor: &[Weights], deck: &[u16]) -> u64 {
    let (mut called, mut left) = (0, low_bits(deck.len()));
    let mut before = deck.len();
    for (at, (place, card)) in place.iter().zip(deck).enumerate() {
        let card = usize::from(*card) % CALLED;
        let successor = &successor[before];
        let own = _mm256_set1_epi16(place[card].wrapping_add(successor[card]));
        let (mut above, mut equal) = (0, 0);
        for first in (0..CALLED).step_by(32) {
            let sums = [first, first + 16]
                .map(|at| _mm256_add_epi16(load(place, at), load(successor, at)));
            above |= bits(sums.map(|sum| _mm256_cmpgt_epi16(sum, own))) << first;
            equal |= bits(sums.map(|sum| _mm256_cmpeq_epi16(sum, own))) << first;
        }
        let better = above | equal & low_bits(card);
        called |= u64::from(better & left == 0) << at;
        left &= !(1 << card);
        before = card;
    }
    called
}
