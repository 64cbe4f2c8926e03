//! The work on a block of 64 decks at once, and the instruction set for it.
//!
//! A [`Kernel`] is a set of pure functions on blocks: no randomness of its own, no policy. Its
//! default methods, in [`portable`], are the definition; the kernels of other [`Level`]s give the
//! same results to the last bit, faster. The kernel is chosen at run time ([`Isa`]).
//!
//! A block is a [`Grid`]: a row of bytes (of 16-bit words for decks of 256 cards and more) for each
//! deck, that holds the *inverse* permutation, `row[card] = position`. A routine is applied in
//! *reverse*, its last shuffle first: with s(i) the position to which a shuffle moves the card at i,
//! the row q of all that follows becomes `q′[c] = q[s(c)]`. So a shuffle rearranges rows as arrays, and
//! what it does to an array is the inverse of what it does to a deck: a riffle becomes a stable
//! partition of the row by a mask, whose bit i says whether the card that lands at i comes from the
//! lower packet.
//!
//! The only `unsafe` code of the crate is in the kernels of the vector instruction sets.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod calls;
pub(crate) mod codes;
mod counts;
mod grid;
mod hashes;
mod isa;
mod keys;
mod masks;
mod narrow_counts;
pub mod pair_order;
mod pairs;
pub mod permutation;
pub mod portable;
mod sums;
#[cfg(test)]
mod tests;
pub(crate) mod transpose;

use std::fmt;

pub use calls::{CALLED, Weights};
pub use grid::{BYTE_CARDS, Cell, Grid};
pub use isa::{Isa, Level};
pub use narrow_counts::{MOST_PENDING, NarrowCounts};
pub use pairs::{Left, SMALL, SmallDeck};

/// Decks in a block: everything is done to all of them at once.
pub const DECKS: usize = 64;

/// Words that a draw for every deck takes: 16 bits for each of 64.
pub const DRAW_WORDS: usize = 16;

/// Generators whose words the block generator gives in turn.
pub const INTERLEAVED: usize = 8;

/// The largest deck whose orders are decoded from Lehmer digits: the work grows as n².
pub const RANKED_CARDS: usize = 128;

/// The states of eight generators xoshiro256++ (Blackman and Vigna, 2021, "Scrambled linear
/// pseudorandom number generators"), word by word: `states[i][generator]`.
pub type GeneratorStates = [[u64; INTERLEAVED]; 4];

/// The range of a draw: a whole number below `bound`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// One more than the largest number, at least 1.
    pub bound: u16,
    /// 2¹⁶ mod `bound`: a product whose low half is below it is refused.
    pub refused: u16,
}

impl Bound {
    /// Numbers below `bound`, from 1 to 65,535.
    pub fn new(bound: usize) -> Self {
        Self {
            bound: bound as u16,
            refused: ((1 << 16) % bound) as u16,
        }
    }
}

/// The memory of the streak-limited riffle of 64 decks from card to card.
#[derive(Debug, Clone)]
pub struct Streaks<T> {
    /// Cards left in the upper packet of each deck.
    pub upper: [T; DECKS],
    /// Cards left in both packets together, the same in all decks.
    pub left: usize,
    /// All bits set where the last card came from the lower packet.
    pub last: [T; DECKS],
    /// Cards in a row from that packet; 0 throughout the first streak, which no limit binds.
    pub length: [T; DECKS],
    /// The longest streak.
    pub limit: T,
    /// True once a card was taken.
    pub begun: bool,
}

impl<T: Cell> Streaks<T> {
    /// Decks of `cards` cards, cut after `upper` cards each; a `limit` of `cards` never binds.
    pub fn new(upper: [T; DECKS], cards: usize, limit: usize) -> Self {
        Self {
            upper,
            left: cards,
            last: [T::default(); DECKS],
            length: [T::default(); DECKS],
            limit: T::of(limit.min(cards)),
            begun: false,
        }
    }
}

/// Functions on blocks whose rows have cells `T`. All default to the portable definition.
pub trait Cells<T: Cell>: fmt::Debug + Send + Sync {
    /// Draws a number below each bound for every deck: `out[step][deck]`.
    ///
    /// A step takes [`DRAW_WORDS`] words: 64 numbers of 16 bits, lowest bits first. Deck 2i takes number
    /// i and deck 2i + 1 number 32 + i. A number r gives ⌊r·bound/2¹⁶⌋, and is refused if r·bound mod 2¹⁶
    /// is below 2¹⁶ mod bound (Lemire, 2019, "Fast random integer generation in an interval").
    /// Returns the number of steps without a refusal: at the next one, where only what the
    /// numbers that were not refused give counts, it stops ([`portable::refused`] names the others).
    fn below(&self, words: &[u64], bounds: &[Bound], out: &mut [[T; DECKS]]) -> usize {
        portable::below(words, bounds, out)
    }

    /// Undoes a riffle: the cells of each row whose bit is 0, in order, then those whose bit is 1.
    /// `masks[64·w + deck]` has the bits of the cells 64·w and up; bits past the last cell do not
    /// matter.
    fn unriffle(&self, masks: &[u64], from: &Grid<T>, to: &mut Grid<T>) {
        portable::unriffle(masks, from, to);
    }

    /// Goes on with a streak-limited riffle by up to 64 cards. With t cards left, x of them in the
    /// upper packet, a draw k below t takes the lower packet if k ≥ x; but if the limit is reached
    /// while both packets have cards, the other one. Bit i of `masks[deck]` says whether the i-th of
    /// these cards comes from the lower packet.
    fn streaks(&self, streaks: &mut Streaks<T>, draws: &[[T; DECKS]], masks: &mut [u64; DECKS]) {
        portable::streaks(streaks, draws, masks);
    }

    /// Decodes Lehmer digits: `digits[j][deck]`, below n − j, is the rank of card n − 1 − j among the
    /// cards 0..n − j. Cards are inserted in order, and all at or below the new one's place move
    /// down. For decks of up to [`RANKED_CARDS`] cards.
    fn rank(&self, digits: &[[T; DECKS]], to: &mut Grid<T>) {
        portable::rank(digits, to);
    }

    /// Undoes a shuffle that draws packets off the top and drops them one on the other: the packets of
    /// each row, from its end, in reverse order. The sizes are `low + draws[step][deck]`, until
    /// the row is exhausted; `draws` has at least ⌈cards/low⌉ steps of numbers up to `high − low`.
    fn packets(
        &self,
        (low, high): (usize, usize),
        draws: &[[T; DECKS]],
        from: &Grid<T>,
        to: &mut Grid<T>,
    ) {
        portable::packets((low, high), draws, from, to);
    }

    /// Undoes a shuffle that drops packets one on the other, as [`Self::packets`] does, where bits mark the
    /// gaps between them: bit i of a deck's, laid out as for [`Self::unriffle`], says that a packet ends
    /// with card i. The bits of the last card and past it are 0.
    fn drop_marked(&self, masks: &[u64], from: &Grid<T>, to: &mut Grid<T>) {
        portable::drop_marked(masks, from, to);
    }

    /// Undoes a cut: rotates each row so that its cell number `by[deck]` comes first.
    fn rotate(&self, by: &[T; DECKS], from: &Grid<T>, to: &mut Grid<T>) {
        portable::rotate(by, from, to);
    }

    /// The number of cells in each of the rows that are smaller than the one before them.
    fn falls(&self, rows: &Grid<T>, falls: &mut [u16; DECKS]) {
        portable::falls(rows, falls);
    }

    /// The inverses of the first `decks` rows: `to[deck][from[deck][i]] = i`.
    fn invert(&self, from: &Grid<T>, decks: usize, to: &mut Grid<T>) {
        permutation::invert(from, decks, to);
    }

    /// One order after another, for the first `decks` rows: `to[deck][i] = second[deck +
    /// lag][first[deck][i]]`.
    fn compose(
        &self,
        first: &Grid<T>,
        second: &Grid<T>,
        lag: usize,
        decks: usize,
        to: &mut Grid<T>,
    ) {
        permutation::compose(first, second, lag, decks, to);
    }

    /// `lanes[card][deck]` of rows; `lanes` has one entry for each card.
    fn transpose(&self, rows: &Grid<T>, lanes: &mut [[T; DECKS]]) {
        transpose::transpose(rows, lanes);
    }

    /// Lehmer digits: of `places[position][deck] = card`, the number of smaller cards further down.
    fn lehmer(&self, places: &[[T; DECKS]], digits: &mut [[T; DECKS]]) {
        codes::lehmer(places, digits);
    }

    /// The swaps of a Fisher-Yates shuffle that makes `places[position][deck] = card` of sorted decks:
    /// `swaps[i][deck]` is the position whose card the one at i is swapped with, not above i where
    /// the shuffle goes from the top down, not below it where it goes from the bottom up. It is
    /// the first of the cards i → deck\[i\] → deck[deck\[i\]] → … of which that is true.
    fn swaps(&self, places: &[[T; DECKS]], from_top: bool, swaps: &mut [[T; DECKS]]) {
        codes::swaps(places, from_top, swaps);
    }

    /// The number of pairs of which the larger comes first, for each deck: the sum of its Lehmer digits.
    /// An order and its inverse have the same number.
    fn inversions(&self, places: &[[T; DECKS]], inversions: &mut [u32; DECKS]) {
        codes::inversions(places, inversions);
    }

    /// The length of the longest increasing subsequence of each deck. An order and its inverse have
    /// the same.
    fn increasing(&self, places: &[[T; DECKS]], lengths: &mut [u32; DECKS]) {
        codes::increasing(places, lengths);
    }

    /// Says of each lane in which decks its number is at least `bound`: bit `deck` of `masks[lane]`.
    fn at_least(&self, lanes: &[[T; DECKS]], bound: T, masks: &mut [u64]) {
        masks::at_least(lanes, bound, masks);
    }

    /// Hashes the first `decks` rows: the same rows have the same hash. Hashes of other decks may become anything.
    fn hashes(&self, rows: &Grid<T>, decks: usize, hashes: &mut [u128; DECKS]) {
        hashes::hashes(rows, decks, hashes);
    }

    /// Adds to `counts`, for each pair of cards a < b in the order (0, 1), (0, 2), …, the number of
    /// decks with `lanes[a]` at most `lanes[b]`: those of [`pair_order::HELD`] decks side by side
    /// in which a lies above b.
    fn above(&self, lanes: &[[T; pair_order::HELD]], counts: &mut [u32]) {
        pair_order::above(lanes, counts);
    }
}

/// Functions on blocks of [`DECKS`] decks. All default to the portable definition.
pub trait Kernel: Cells<u8> + Cells<u16> {
    /// The next words of eight generators, interleaved: word 8·k + l is the k-th of number l, from 0.
    ///
    /// # Panics
    /// If the length of `out` is no multiple of 8.
    fn words(&self, state: &mut GeneratorStates, out: &mut [u64]) {
        portable::words(state, out);
    }

    /// Adds some of the first `decks` rows to the counts of each card at each position: from row `first` on every
    /// one (`step` 1) or every other one (`step` 2).
    fn tally(
        &self,
        rows: &Grid<u8>,
        decks: usize,
        (first, step): (usize, usize),
        counts: &mut NarrowCounts,
    ) {
        portable::tally(rows, decks, (first, step), counts);
    }

    /// Adds to `counts`, for each pair of cards a < b in the order (0, 1), (0, 2), …, the number of bits that are set
    /// `within` the masks of both and are the same in each of the `digits` of both.
    fn alike(&self, within: &[u64], digits: &[Vec<u64>], counts: &mut [u64]) {
        masks::alike(within, digits, counts);
    }

    /// Finds for each of `pairs` of `decks`, by number, the earlier one first, how much of its order is left in the later one.
    /// All have `cards` cards, up to [`SMALL`].
    fn left(&self, decks: &[SmallDeck], cards: usize, pairs: &[(u32, u32)], found: &mut [Left]) {
        pairs::left(decks, cards, pairs, found);
    }

    /// Adds one, for each of the first `decks` decks, to the cell that two lanes name: `high · width + low`, modulo 2¹⁶, if
    /// there is one.
    fn joint(
        &self,
        (high, width, low): (&[u8; DECKS], u16, &[u8; DECKS]),
        decks: usize,
        cells: &mut [u16],
    ) {
        counts::joint((high, width, low), decks, cells);
    }

    /// Plays through a deck of up to [`CALLED`] cards: bit i says if of the cards that are still there at place i that one
    /// lies there whose `place[i][card] + successor[the card before it][card]` is the largest, the smaller card of equals.
    /// The last of as many rows of `successor` as there are cards, and one more, is that of the first place. Sums fit in 16
    /// bits.
    fn called(&self, place: &[Weights], successor: &[Weights], deck: &[u16]) -> u64 {
        calls::called(place, successor, deck)
    }

    /// The largest sum of two keys at the same place, of those where all bits of the mask are set; 0 if that is nowhere. Masks
    /// are 0 or −1, sums are positive.
    fn largest(&self, first: &[i32], second: &[i32], masks: &[i32]) -> i32 {
        keys::largest(first, second, masks)
    }

    /// Adds `factor` times `row` to `sum`, as far as both go: each product is rounded before it is added, at every level.
    fn add_scaled(&self, sum: &mut [f64], row: &[f64], factor: f64) {
        sums::add_scaled(sum, row, factor);
    }

    /// Sets `sum` to two rows, each times its weight, as far as all go: products are rounded before they are added, at every
    /// level.
    fn weighted(&self, sum: &mut [f64], rows: [&[f64]; 2], weights: [f64; 2]) {
        sums::weighted(sum, rows, weights);
    }
}
