//! Facts about cards in each deck, a mask for each card.

use std::arch::x86_64::*;

use super::super::{DECKS, masks};
use super::vectors::{load, store};

/// Defines `at_least` for cells of one type.
macro_rules! at_least {
    ($module:ident, $cell:ty, $signed:ty, $set1:ident, $ge:ident) => {
        pub mod $module {
            use super::*;

            /// Cells in a vector.
            const WIDTH: usize = 64 / size_of::<$cell>();

            /// See [`Cells::at_least`](crate::kernel::Cells::at_least).
            #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
            pub fn at_least(lanes: &[[$cell; DECKS]], bound: $cell, masks: &mut [u64]) {
                let bound = $set1(bound as $signed);
                for (mask, lane) in masks.iter_mut().zip(lanes) {
                    let parts = (0..).step_by(WIDTH).zip(lane.as_chunks::<WIDTH>().0);
                    *mask = parts.fold(0, |all, (shift, part)| {
                        all | u64::from($ge(load(part), bound)) << shift
                    });
                }
            }
        }
    };
}

at_least!(bytes, u8, i8, _mm512_set1_epi8, _mm512_cmpge_epu8_mask);
at_least!(words, u16, i16, _mm512_set1_epi16, _mm512_cmpge_epu16_mask);

/// See [`Kernel::alike`](crate::kernel::Kernel::alike).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub fn alike(within: &[u64], digits: &[Vec<u64>], counts: &mut [u64]) {
    // All processors of this level that are known have it, but it is a part of the set by itself.
    if digits.len() <= 2 && is_x86_feature_detected!("avx512vpopcntdq") {
        let none = Vec::new();
        let digit = |at: usize| digits.get(at).unwrap_or(&none).as_slice();
        // SAFETY: the instructions are there.
        unsafe {
            match digits.len() {
                0 => counted::<0>(within, [], counts),
                1 => counted::<1>(within, [digit(0)], counts),
                _ => counted::<2>(within, [digit(0), digit(1)], counts),
            }
        }
    } else {
        masks::alike(within, digits, counts);
    }
}

/// Counts eight pairs at a time.
#[target_feature(enable = "avx512vpopcntdq,avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn counted<const DIGITS: usize>(within: &[u64], digits: [&[u64]; DIGITS], counts: &mut [u64]) {
    const TOGETHER: usize = 8;
    let mut left = counts;
    for (one, &own) in within.iter().enumerate() {
        let (counts, rest) = left.split_at_mut(within.len() - one - 1);
        left = rest;
        let own_digits = digits.map(|masks| masks[one]);
        let (eights, last) = counts.as_chunks_mut::<TOGETHER>();
        let wide = _mm512_set1_epi64(own as i64);
        let wide_digits = own_digits.map(|own| _mm512_set1_epi64(own as i64));
        for (first, counts) in (one + 1..).step_by(TOGETHER).zip(eights) {
            let eight =
                |masks: &[u64]| load::<u64, TOGETHER>(masks[first..].first_chunk().expect("masks"));
            let mut both = _mm512_and_si512(wide, eight(within));
            for (own, masks) in wide_digits.iter().zip(digits) {
                // both & !(own ^ other)
                both = _mm512_ternarylogic_epi64::<0x90>(both, *own, eight(masks));
            }
            let more = _mm512_popcnt_epi64(both);
            let counted = _mm512_add_epi64(load(counts), more);
            store(counts, counted);
        }
        let first = within.len() - last.len();
        for (at, count) in (first..).zip(last) {
            let differ =
                (0..DIGITS).fold(0, |all, digit| all | own_digits[digit] ^ digits[digit][at]);
            *count += u64::from((own & within[at] & !differ).count_ones());
        }
    }
}
