//! Counts the decks in which each card lies above each other one: comparisons of whole vectors, whose bits are
//! counted in general registers.

use std::arch::x86_64::*;

use super::super::pair_order::HELD;
use super::vectors::load;

/// Defines `above` for cells of one type.
macro_rules! above {
    ($module:ident, $cell:ty, $at_most:ident) => {
        pub mod $module {
            use super::*;

            /// Cells in a vector.
            const WIDTH: usize = 64 / size_of::<$cell>();

            /// See [`Cells::above`](crate::kernel::Cells::above).
            #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
            pub fn above(lanes: &[[$cell; HELD]], counts: &mut [u32]) {
                let mut counts = counts.iter_mut();
                for (at, first) in lanes.iter().enumerate() {
                    let first = first.as_chunks::<WIDTH>().0;
                    for (second, count) in lanes[at + 1..].iter().zip(&mut counts) {
                        let second = second.as_chunks::<WIDTH>().0;
                        for (first, second) in first.iter().zip(second) {
                            *count += $at_most(load(first), load(second)).count_ones();
                        }
                    }
                }
            }
        }
    };
}

above!(bytes, u8, _mm512_cmple_epu8_mask);
above!(words, u16, _mm512_cmple_epu16_mask);
