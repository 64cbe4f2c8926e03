//! Cards that are called.

use std::arch::x86_64::*;

use super::super::calls::{CALLED, Weights};
use super::super::portable::low_bits;
use super::vectors::{Number, load};

impl Number for i16 {}

/// Cells in a vector.
const WIDTH: usize = 32;

/// See [`Kernel::called`](crate::kernel::Kernel::called).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub fn called(place: &[Weights], successor: &[Weights], deck: &[u16]) -> u64 {
    let (mut called, mut left) = (0, low_bits(deck.len()));
    let mut before = deck.len();
    for (at, (place, card)) in place.iter().zip(deck).enumerate() {
        let card = usize::from(*card) % CALLED;
        let successor = &successor[before];
        let own = _mm512_set1_epi16(place[card].wrapping_add(successor[card]));
        let parts = place
            .as_chunks::<WIDTH>()
            .0
            .iter()
            .zip(successor.as_chunks::<WIDTH>().0);
        let (mut above, mut at_least) = (0, 0);
        for (shift, (place, successor)) in (0..).step_by(WIDTH).zip(parts) {
            let sum = _mm512_add_epi16(load(place), load(successor));
            above |= u64::from(_mm512_cmpgt_epi16_mask(sum, own)) << shift;
            at_least |= u64::from(_mm512_cmpge_epi16_mask(sum, own)) << shift;
        }
        let better = above | at_least & low_bits(card);
        called |= u64::from(better & left == 0) << at;
        left &= !(1 << card);
        before = card;
    }
    called
}
