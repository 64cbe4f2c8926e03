//! Shuffles that a bit for each card describes, and what the bits do to a deck.
//!
//! A riffle of two packets is a bit for each place; packets that are dropped one on the other are a bit for
//! each gap. Blocks of decks go through either in the kernels ([`Blockwise::Interleaved`],
//! [`Blockwise::Dropped`]); here are the same for one deck, or a part of one.

use std::hint::select_unpredictable;

use super::two_card::interleaving::UPPER;
use super::{Blockwise, Law, Scratch};
use deck::Card;
use deck::rng::Draws;

/// Shuffles one deck as the marks of `law` say.
pub(super) fn shuffle<L: Law, D: Draws>(
    law: &L,
    way: Blockwise,
    deck: &mut [Card],
    scratch: &mut Scratch,
    draws: &mut D,
) {
    let Scratch {
        deck: old, coins, ..
    } = scratch;
    let cards = deck.len();
    old.clear();
    old.extend_from_slice(deck);
    coins.clear();
    coins.resize(cards.div_ceil(64), 0);
    law.mark(cards, coins, draws);
    if way == Blockwise::Dropped {
        drop_packets(deck, old, coins);
    } else {
        interleave(deck, old, coins);
    }
}

/// Puts the cards of `old` into `deck`, place by place from the packet that the coins say: from the lower
/// one where the coin is 1. Coins past the last place are 0.
pub(super) fn interleave(deck: &mut [Card], old: &[Card], coins: &[u64]) {
    let ones = coins.iter().map(|word| word.count_ones() as usize);
    // The places in the packets are kept as numbers: indexing an array by the coin would send
    // each of them through memory.
    let (mut upper, mut lower) = (0, old.len() - ones.sum::<usize>());
    for (slots, &word) in deck.chunks_mut(64).zip(coins) {
        let mut coins = word;
        for slot in slots {
            let coin = (coins & 1) as usize;
            coins >>= 1;
            *slot = old[select_unpredictable(coin == UPPER, upper, lower)];
            upper += 1 - coin;
            lower += coin;
        }
    }
}

/// Puts the packets of `old` into `deck`, each above those before it: one ends with each card whose bit is set,
/// and the last one with the last card, whose bit is 0.
fn drop_packets(deck: &mut [Card], old: &[Card], gaps: &[u64]) {
    let cards = old.len();
    let mut start = 0;
    for end in marked(gaps).map(|card| card + 1).chain([cards]) {
        // Card by card, as packets are small: a call that copies any number takes longer.
        let places = &mut deck[cards - end..cards - start];
        for (place, card) in places.iter_mut().zip(&old[start..end]) {
            *place = *card;
        }
        start = end;
    }
}

/// Sets a bit.
#[inline]
pub(super) fn mark(words: &mut [u64], at: usize) {
    words[at / 64] |= 1 << (at % 64);
}

/// Turns a bit over.
#[inline]
pub(super) fn change(words: &mut [u64], at: usize) {
    words[at / 64] ^= 1 << (at % 64);
}

/// The positions of the bits that are set, in order.
fn marked(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let without_lowest = |left: &u64| Some(left & left.checked_sub(1)?);
        std::iter::successors(Some(word), without_lowest)
            .take_while(|&left| left != 0)
            .map(move |left| 64 * at + left.trailing_zeros() as usize)
    })
}

/// Makes of marks where the packet changes the packet itself: each of the first `places` bits becomes the parity of
/// those up to it, and those past them 0.
pub(super) fn changes_to_packets(words: &mut [u64], places: usize) {
    let mut before = 0;
    for word in &mut *words {
        for shift in [1, 2, 4, 8, 16, 32] {
            *word ^= *word << shift;
        }
        *word ^= before;
        // All bits are the last one.
        before = (word.cast_signed() >> 63).cast_unsigned();
    }
    clear_from(words, places);
}

/// Clears the bits from that number on.
pub(super) fn clear_from(words: &mut [u64], places: usize) {
    if let Some(word) = words.get_mut(places / 64) {
        *word &= (1 << (places % 64)) - 1;
    }
}
