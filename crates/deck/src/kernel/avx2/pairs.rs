//! Pairs of small decks.

use std::arch::x86_64::*;

use super::super::pairs::{Left, SMALL, SmallDeck};
use super::super::portable::low_bits;
use super::load;
use super::permutation::{chosen, quarters};

/// Pairs between the one that is looked at and the one that is asked for.
const AHEAD: usize = 12;

/// See [`Kernel::left`](crate::kernel::Kernel::left).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn left(decks: &[SmallDeck], cards: usize, pairs: &[(u32, u32)], found: &mut [Left]) {
    // Neighbours that there are.
    let neighbours = low_bits(cards.saturating_sub(1));
    for (at, (left, &(before, after))) in found.iter_mut().zip(pairs).enumerate() {
        // Decks lie anywhere in memory: those that come soon are on their way while this pair is looked at.
        if let Some(&(before, after)) = pairs.get(at + AHEAD) {
            let (before, after) = (&decks[before as usize], &decks[after as usize]);
            _mm_prefetch::<_MM_HINT_T0>(before.order().as_ptr().cast());
            _mm_prefetch::<_MM_HINT_T0>(after.place().as_ptr().cast());
        }
        let (order, table) = (
            decks[before as usize].order(),
            quarters(decks[after as usize].place()),
        );
        let places = [0, SMALL / 2].map(|half| chosen(table, load(&order[half..])));
        // The place of the card after each: 16 bytes that lie across are put together first.
        let across = [
            _mm256_permute2x128_si256::<0x21>(places[0], places[1]),
            _mm256_permute2x128_si256::<0x81>(places[1], places[1]),
        ];
        let next = [
            _mm256_alignr_epi8::<1>(across[0], places[0]),
            _mm256_alignr_epi8::<1>(across[1], places[1]),
        ];
        let bits = |halves: [__m256i; 2]| {
            let [low, high] =
                halves.map(|half| u64::from(_mm256_movemask_epi8(half).cast_unsigned()));
            low | high << 32
        };
        let one = _mm256_set1_epi8(1);
        let not_below =
            bits([0, 1].map(|half| {
                _mm256_cmpeq_epi8(_mm256_max_epu8(places[half], next[half]), next[half])
            }));
        let follows = bits(
            [0, 1].map(|half| _mm256_cmpeq_epi8(_mm256_add_epi8(places[half], one), next[half])),
        );
        *left = Left {
            falls: (!not_below & neighbours).count_ones() as u8,
            kept: (follows & neighbours).count_ones() as u8,
        };
    }
}
