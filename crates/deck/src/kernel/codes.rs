//! Values read off 64 decks side by side: Lehmer codes, codes by swaps, inversions, longest
//! increasing subsequences. Plain loops over lanes are the definition of each function, and the
//! compiler turns them into vectors at every level.

#![expect(
    clippy::inline_always,
    reason = "a function must be compiled anew, with other instructions, in each kernel"
)]

use super::DECKS;
use super::grid::{BYTE_CARDS, Cell};

/// See [`Cells::lehmer`](super::Cells::lehmer).
#[inline(always)]
pub(crate) fn lehmer<T: Cell>(places: &[[T; DECKS]], digits: &mut [[T; DECKS]]) {
    if places.len() > BYTE_CARDS {
        return each_smaller_below(places, |deck, at, smaller| {
            digits[at][deck] = T::of(smaller);
        });
    }
    for (at, digit) in digits.iter_mut().enumerate() {
        *digit = smaller_below(places, at);
    }
}

/// See [`Cells::inversions`](super::Cells::inversions).
#[inline(always)]
pub fn inversions<T: Cell>(places: &[[T; DECKS]], inversions: &mut [u32; DECKS]) {
    inversions.fill(0);
    if places.len() > BYTE_CARDS {
        return each_smaller_below(places, |deck, _, smaller| {
            inversions[deck] += smaller as u32;
        });
    }
    for at in 0..places.len() {
        let smaller = smaller_below(places, at);
        for (sum, smaller) in inversions.iter_mut().zip(smaller) {
            *sum += smaller.index() as u32;
        }
    }
}

/// Counts the cards further down that are smaller than the card at `at`.
#[inline(always)]
fn smaller_below<T: Cell>(places: &[[T; DECKS]], at: usize) -> [T; DECKS] {
    let here = &places[at];
    let mut smaller = [T::default(); DECKS];
    for below in &places[at + 1..] {
        for ((count, card), below) in smaller.iter_mut().zip(here).zip(below) {
            *count = count.plus(T::of(usize::from(below < card)));
        }
    }
    smaller
}

/// The same for large decks, deck by deck from the bottom up, without comparing all pairs: calls
/// `visit` with the deck, the place and the number. Cards seen are bits; how many of them are in the
/// words before each one is kept. Decks that are no orders may have anything.
#[inline(always)]
fn each_smaller_below<T: Cell>(places: &[[T; DECKS]], mut visit: impl FnMut(usize, usize, usize)) {
    let words = places.len().div_ceil(64);
    let (mut seen, mut before) = (vec![0_u64; words], vec![0_u16; words]);
    for deck in 0..DECKS {
        seen.fill(0);
        before.fill(0);
        for (at, lane) in places.iter().enumerate().rev() {
            let card = lane[deck].index() % (64 * words);
            let (word, bit) = (card / 64, card % 64);
            let here = (seen[word] & ((1 << bit) - 1)).count_ones();
            visit(deck, at, usize::from(before[word]) + here as usize);
            seen[word] |= 1 << bit;
            for (count, other) in before.iter_mut().zip(0_u16..) {
                *count = count.wrapping_add(u16::from(usize::from(other) > word));
            }
        }
    }
}

/// See [`Cells::swaps`](super::Cells::swaps).
#[inline(always)]
pub fn swaps<T: Cell>(places: &[[T; DECKS]], from_top: bool, swaps: &mut [[T; DECKS]]) {
    if places.len() > BYTE_CARDS {
        return swaps_by_cycles(places, from_top, swaps);
    }
    if from_top {
        for (at, places) in places.iter().enumerate() {
            swaps[at] = follow((0..at).zip(&swaps[..at]), places);
        }
    } else {
        let cards = places.len();
        for (at, places) in places.iter().enumerate().rev() {
            let done = (at + 1..cards).zip(&swaps[at + 1..]);
            swaps[at] = follow(done.rev(), places);
        }
    }
}

/// Goes on from places that are done to the ones that they are swapped with, which are done later or
/// not at all: so one look at each, in order, is enough.
#[inline(always)]
fn follow<'a, T: Cell>(
    done: impl Iterator<Item = (usize, &'a [T; DECKS])>,
    places: &[T; DECKS],
) -> [T; DECKS] {
    let mut at = *places;
    for (place, swaps) in done {
        let place = T::of(place);
        for (at, &swap) in at.iter_mut().zip(swaps) {
            *at = if *at == place { swap } else { *at };
        }
    }
    at
}

/// The same for large decks, deck by deck, without looking at all pairs: a place that is done is taken
/// out of its cycle, so that what follows a place is always the next one that is not done.
#[inline(always)]
fn swaps_by_cycles<T: Cell>(places: &[[T; DECKS]], from_top: bool, swaps: &mut [[T; DECKS]]) {
    let cards = places.len();
    let (mut next, mut before) = (vec![0; cards], vec![0; cards]);
    for deck in 0..DECKS {
        for (at, lane) in places.iter().enumerate() {
            // Lanes past the last deck may hold anything.
            next[at] = lane[deck].index().min(cards - 1);
            before[next[at]] = at;
        }
        for step in 0..cards {
            let at = if from_top { step } else { cards - 1 - step };
            let (previous, following) = (before[at], next[at]);
            next[previous] = following;
            before[following] = previous;
            swaps[at][deck] = T::of(following);
        }
    }
}

/// See [`Cells::increasing`](super::Cells::increasing).
///
/// Patience sorting with all piles in one number: a bit is 0 where a card is on top of a pile. To lay a
/// card is to add its bit: the carry runs through the larger cards that top no pile to the next one
/// that does, and covers it; all others stay (Crochemore, Iliopoulos, Pinzon and Reid 2001; Hyyrö 2004).
#[inline(always)]
pub(crate) fn increasing<T: Cell>(places: &[[T; DECKS]], lengths: &mut [u32; DECKS]) {
    match places.len() {
        0..=64 => increasing_in_a_word(places, lengths),
        65..=128 => increasing_in::<T, 2>(places, lengths),
        129..=256 => increasing_in::<T, 4>(places, lengths),
        _ => increasing_in_many(places, lengths),
    }
}

#[inline(always)]
fn increasing_in_a_word<T: Cell>(places: &[[T; DECKS]], lengths: &mut [u32; DECKS]) {
    // As many decks at once as have their words in registers.
    const TOGETHER: usize = 16;
    let firsts = (0..DECKS).step_by(TOGETHER);
    for (first, lengths) in firsts.zip(lengths.as_chunks_mut::<TOGETHER>().0) {
        let mut covered = [u64::MAX; TOGETHER];
        for lane in places {
            let lane: &[T; TOGETHER] = lane[first..].first_chunk().expect("lanes");
            for (covered, &card) in covered.iter_mut().zip(lane) {
                let bit = 1_u64 << (card.into() % 64);
                *covered = covered.wrapping_add(bit) | (*covered ^ bit);
            }
        }
        for (length, covered) in lengths.iter_mut().zip(covered) {
            *length = covered.count_zeros();
        }
    }
}

/// Takes the lengths in `WORDS` words, without a branch.
#[inline(always)]
fn increasing_in<T: Cell, const WORDS: usize>(places: &[[T; DECKS]], lengths: &mut [u32; DECKS]) {
    // As many decks at once as hide how long a carry takes.
    const TOGETHER: usize = 2;
    let firsts = (0..DECKS).step_by(TOGETHER);
    for (first, lengths) in firsts.zip(lengths.as_chunks_mut::<TOGETHER>().0) {
        let mut covered = [[u64::MAX; WORDS]; TOGETHER];
        for lane in places {
            let lane: &[T; TOGETHER] = lane[first..].first_chunk().expect("lanes");
            for (covered, &card) in covered.iter_mut().zip(lane) {
                let mut carry = false;
                for (at, word) in covered.iter_mut().enumerate() {
                    let bit = u64::from(card.index() / 64 == at) << (card.index() % 64);
                    let (sum, once) = word.overflowing_add(bit);
                    let (sum, twice) = sum.overflowing_add(u64::from(carry));
                    carry = once | twice;
                    *word = sum | (*word ^ bit);
                }
            }
        }
        for (length, covered) in lengths.iter_mut().zip(covered) {
            *length = covered.iter().map(|word| word.count_zeros()).sum();
        }
    }
}

/// Takes the lengths in any number of words: the carry seldom leaves its own.
#[inline(always)]
fn increasing_in_many<T: Cell>(places: &[[T; DECKS]], lengths: &mut [u32; DECKS]) {
    let words = places.len().div_ceil(64);
    let mut covered = vec![0; words];
    for (deck, length) in lengths.iter_mut().enumerate() {
        covered.fill(u64::MAX);
        for lane in places {
            let (mut word, bit) = (lane[deck].index() / 64, 1_u64 << (lane[deck].index() % 64));
            // Lanes past the last deck may hold anything.
            let Some(first) = covered.get_mut(word) else {
                continue;
            };
            let (sum, mut carry) = first.overflowing_add(bit);
            *first = sum | (*first ^ bit);
            while carry && word + 1 < words {
                word += 1;
                let (sum, again) = covered[word].overflowing_add(1);
                covered[word] |= sum;
                carry = again;
            }
        }
        *length = covered.iter().map(|word| word.count_zeros()).sum();
    }
}
