//! The streak-limited riffle, 64 decks at a time.

use std::arch::x86_64::*;

use super::super::{DECKS, Streaks};
use super::vectors::{load, store, transpose_all_bits};

/// The type of a cell, its signed twin, how many a vector holds, and the instructions for them.
macro_rules! streaks {
    ($cell:ty, $signed:ty, $width:literal, $set1:ident, $add:ident, $sub:ident, $eq:ident,
        $ge:ident, $blend:ident) => {
        /// See [`Cells::streaks`](crate::kernel::Cells::streaks).
        #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
        pub fn streaks(
            streaks: &mut Streaks<$cell>,
            draws: &[[$cell; DECKS]],
            masks: &mut [u64; DECKS],
        ) {
            assert!(draws.len() <= 64, "a mask has 64 bits");
            // Bit `deck` of word i: the i-th card of that deck comes from the lower packet.
            let mut lower = [0_u64; 64];
            for part in 0..DECKS / $width {
                advance(streaks, part, draws, &mut lower);
            }
            streaks.begun |= !draws.is_empty();
            streaks.left -= draws.len();
            transpose_all_bits(&lower, draws.len(), masks);
        }

        /// Does so for as many decks as a vector has cells.
        #[inline]
        #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
        fn advance(
            streaks: &mut Streaks<$cell>,
            part: usize,
            draws: &[[$cell; DECKS]],
            lower: &mut [u64; 64],
        ) {
            let (none, one) = (_mm512_setzero_si512(), $set1(1));
            let most = $set1(<$cell>::MAX as $signed);
            // A limit as large as a cell is never reached: a deck has no more cards than that.
            let limit = if streaks.limit == <$cell>::MAX {
                0
            } else {
                streaks.limit
            };
            let limit = $set1(limit as $signed);
            let upper = &mut streaks.upper.as_chunks_mut::<$width>().0[part];
            let length = &mut streaks.length.as_chunks_mut::<$width>().0[part];
            let last = &mut streaks.last.as_chunks_mut::<$width>().0[part];
            let mut left = $set1(streaks.left as $signed);
            let mut x = load(upper);
            // A first streak counts as the longest there can be, and stays so when a card is added.
            let counted = load(length);
            let mut streak = $blend($eq(counted, none), counted, most);
            // The next streak's length if the card comes from the lower packet, and if not.
            let mut if_lower = most;
            let mut if_upper = most;
            // This stands for a draw after a full streak: the largest, or the smallest there is, so that the
            // other packet gives the card, if it has any.
            let mut other = none;
            let mut is_lower = !$eq(load(last), none);
            if streaks.begun {
                let longer = $add(streak, one);
                if_lower = $blend(is_lower, one, longer);
                if_upper = $blend(is_lower, longer, one);
                other = $blend(is_lower, $sub(left, one), none);
            }
            for (draws, lower) in draws.iter().zip(lower) {
                left = $sub(left, one);
                let draw = load(&draws.as_chunks::<$width>().0[part]);
                let draw = $blend($eq(streak, limit), draw, other);
                is_lower = $ge(draw, x);
                x = $blend(is_lower, $sub(x, one), x);
                streak = $blend(is_lower, if_upper, if_lower);
                let longer = $add(streak, one);
                if_lower = $blend(is_lower, one, longer);
                if_upper = $blend(is_lower, longer, one);
                other = $blend(is_lower, $sub(left, one), none);
                *lower |= u64::from(is_lower) << (part * $width % 64);
            }
            store(upper, x);
            store(length, $blend($eq(streak, most), streak, none));
            store(last, $blend(is_lower, none, most));
        }
    };
}

pub mod bytes {
    //! Cells of bytes.
    use super::*;

    streaks!(
        u8,
        i8,
        64,
        _mm512_set1_epi8,
        _mm512_adds_epu8,
        _mm512_sub_epi8,
        _mm512_cmpeq_epu8_mask,
        _mm512_cmpge_epu8_mask,
        _mm512_mask_blend_epi8
    );
}

pub mod words {
    //! Cells of words.
    use super::*;

    streaks!(
        u16,
        i16,
        32,
        _mm512_set1_epi16,
        _mm512_adds_epu16,
        _mm512_sub_epi16,
        _mm512_cmpeq_epu16_mask,
        _mm512_cmpge_epu16_mask,
        _mm512_mask_blend_epi16
    );
}
