//! The definition of every kernel function, in plain Rust.
//!
//! Loops run over all 64 decks without branches, so that compilers can turn them into whatever vector
//! instructions there are: other levels call these very functions where that is good enough, which
//! is why they are always inlined.

#![expect(
    clippy::inline_always,
    reason = "a function must be compiled anew, with other instructions, in each kernel"
)]
#![allow(
    clippy::missing_panics_doc,
    reason = "functions panic where the methods that they define do: on arguments of wrong lengths"
)]

use super::{
    Bound, Cell, Cells, DECKS, DRAW_WORDS, GeneratorStates, Grid, INTERLEAVED, Kernel,
    NarrowCounts, RANKED_CARDS, Streaks,
};

/// The kernel of every processor.
#[derive(Debug)]
pub struct Portable;

impl Cells<u8> for Portable {
    fn unriffle(&self, masks: &[u64], from: &Grid<u8>, to: &mut Grid<u8>) {
        if from.stride() == 64 {
            unriffle_short(masks, from, to);
        } else {
            unriffle(masks, from, to);
        }
    }
}

impl Cells<u16> for Portable {}

impl Kernel for Portable {}

/// See [`Kernel::words`].
#[inline(always)]
pub fn words(state: &mut GeneratorStates, out: &mut [u64]) {
    // As many generators as fit in the vectors of every x86-64: their states stay in registers.
    const TOGETHER: usize = 2;
    assert!(
        out.len().is_multiple_of(INTERLEAVED),
        "every generator gives a word"
    );
    for first in (0..INTERLEAVED).step_by(TOGETHER) {
        let take = |words: &[u64; INTERLEAVED]| -> [u64; TOGETHER] {
            *words[first..].first_chunk().expect("generators")
        };
        let [mut a, mut b, mut c, mut d] = state.each_ref().map(take);
        for out in out.as_chunks_mut::<INTERLEAVED>().0 {
            let out: &mut [u64; TOGETHER] = out[first..].first_chunk_mut().expect("generators");
            for i in 0..TOGETHER {
                // Blackman and Vigna (2021): the ++ scrambler, then the linear engine.
                out[i] = a[i].wrapping_add(d[i]).rotate_left(23).wrapping_add(a[i]);
                let shifted = b[i] << 17;
                c[i] ^= a[i];
                d[i] ^= b[i];
                b[i] ^= c[i];
                a[i] ^= d[i];
                c[i] ^= shifted;
                d[i] = d[i].rotate_left(45);
            }
        }
        for (words, new) in state.iter_mut().zip([a, b, c, d]) {
            words[first..][..TOGETHER].copy_from_slice(&new);
        }
    }
}

/// The 64 numbers of 16 bits of a draw.
#[inline(always)]
fn numbers(words: &[u64; DRAW_WORDS]) -> [u16; DECKS] {
    let mut numbers = [0; DECKS];
    for (numbers, word) in numbers.as_chunks_mut::<4>().0.iter_mut().zip(words) {
        for (number, bytes) in numbers
            .iter_mut()
            .zip(word.to_le_bytes().as_chunks::<2>().0)
        {
            *number = u16::from_le_bytes(*bytes);
        }
    }
    numbers
}

/// See [`Cells::below`].
#[inline(always)]
pub fn below<T: Cell>(words: &[u64], bounds: &[Bound], out: &mut [[T; DECKS]]) -> usize {
    let steps = words.as_chunks::<DRAW_WORDS>().0;
    for (at, (words, (bound, out))) in steps.iter().zip(bounds.iter().zip(out)).enumerate() {
        let numbers = numbers(words);
        let (even, odd) = numbers.split_at(DECKS / 2);
        let mut refused = 0;
        for ((pair, &even), &odd) in out.as_chunks_mut::<2>().0.iter_mut().zip(even).zip(odd) {
            for (cell, number) in pair.iter_mut().zip([even, odd]) {
                *cell = T::of(((u32::from(number) * u32::from(bound.bound)) >> 16) as usize);
                refused |= u16::from(number.wrapping_mul(bound.bound) < bound.refused);
            }
        }
        if refused != 0 {
            return at;
        }
    }
    bounds.len()
}

/// The decks, in order, whose number of a draw was refused. See [`Cells::below`].
pub fn refused(words: &[u64; DRAW_WORDS], bound: Bound) -> impl Iterator<Item = usize> {
    let numbers = numbers(words);
    (0..DECKS).filter(move |deck| {
        let number = numbers[deck / 2 + deck % 2 * DECKS / 2];
        number.wrapping_mul(bound.bound) < bound.refused
    })
}

/// Masks that bring the chosen ones of eight cells together, for each choice of them: those chosen,
/// and those that move down by one place, then by two, then by four (Warren, "Hacker's Delight",
/// 2nd edition, 7-4, "compress", on bytes).
static GATHER: [[u64; 4]; 256] = {
    let mut table = [[0; 4]; 256];
    let mut choice = 0;
    while choice < 256 {
        let (mut cell, mut place) = (0, 0);
        while cell < 8 {
            if choice >> cell & 1 == 1 {
                table[choice][0] |= 0xff << (8 * cell);
                // The cell's place before each of the three moves.
                let (mut at, mut step) = (cell, 0);
                while step < 3 {
                    if (cell - place) >> step & 1 == 1 {
                        table[choice][step + 1] |= 0xff << (8 * at);
                        at -= 1 << step;
                    }
                    step += 1;
                }
                place += 1;
            }
            cell += 1;
        }
        choice += 1;
    }
    table
};

/// The cells of `choice` among the eight of `cells`, lowest first.
#[inline(always)]
fn gather(cells: u64, choice: u8) -> u64 {
    let [chosen, by_one, by_two, by_four] = GATHER[usize::from(choice)];
    let cells = cells & chosen;
    let moving = cells & by_one;
    let cells = (cells ^ moving) | (moving >> 8);
    let moving = cells & by_two;
    let cells = (cells ^ moving) | (moving >> 16);
    let moving = cells & by_four;
    (cells ^ moving) | (moving >> 32)
}

/// The same as [`unriffle`], for up to 64 cards, eight at a time.
fn unriffle_short(masks: &[u64], from: &Grid<u8>, to: &mut Grid<u8>) {
    const WORD: usize = 8;
    let cards = from.cards();
    let words = cards.div_ceil(WORD);
    let rows = from.cells().as_chunks::<64>().0;
    let results = to.cells_mut();
    for ((deck, row), &mask) in rows.iter().enumerate().zip(&masks[..DECKS]) {
        // Cells past the end come last of all.
        let mask = (mask | !low_bits(cards)).to_le_bytes();
        let row = &row.as_chunks::<WORD>().0[..words];
        let mut at = deck * 64;
        // Bytes past the end of the zeros, and of the row, are overwritten by those that come next.
        for bits in [0xff, 0] {
            for (cells, byte) in row.iter().zip(mask) {
                let choice = byte ^ bits;
                let together = gather(u64::from_le_bytes(*cells), choice);
                results[at..at + WORD].copy_from_slice(&together.to_le_bytes());
                at += COUNTS[usize::from(choice)];
            }
        }
    }
}

/// The number of bits set in each byte: not every processor has an instruction for it.
static COUNTS: [usize; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).count_ones() as usize;
        byte += 1;
    }
    table
};

/// The low `count` bits set, all 64 from 64 on.
#[inline(always)]
pub(crate) fn low_bits(count: usize) -> u64 {
    if count < 64 {
        (1 << count) - 1
    } else {
        u64::MAX
    }
}

/// Counts the bits set among the first `cards` bits of a deck's masks.
#[inline(always)]
pub fn ones(masks: &[u64], deck: usize, cards: usize) -> usize {
    let words = masks[deck..].iter().step_by(DECKS);
    let starts = (0..cards).step_by(64);
    let ones = words
        .zip(starts)
        .map(|(word, start)| (word & low_bits(cards - start)).count_ones());
    ones.sum::<u32>() as usize
}

/// See [`Cells::unriffle`].
#[inline(always)]
pub(crate) fn unriffle<T: Cell>(masks: &[u64], from: &Grid<T>, to: &mut Grid<T>) {
    let cards = from.cards();
    for deck in 0..DECKS {
        let (mut zeros, mut ones) = (0, cards - ones(masks, deck, cards));
        let result = to.row_mut(deck);
        for (part, cells) in from.row(deck).chunks(64).enumerate() {
            let mut rest = masks[part * DECKS + deck];
            for &cell in cells {
                let bit = (rest & 1) as usize;
                let at = if bit == 0 { zeros } else { ones };
                result[at] = cell;
                zeros += 1 - bit;
                ones += bit;
                rest >>= 1;
            }
        }
    }
}

/// See [`Cells::streaks`].
#[inline(always)]
pub fn streaks<T: Cell>(streaks: &mut Streaks<T>, draws: &[[T; DECKS]], masks: &mut [u64; DECKS]) {
    let (none, one) = (T::default(), T::of(1));
    let mask = |yes: bool| if yes { !none } else { none };
    let Streaks {
        mut upper,
        mut left,
        mut last,
        mut length,
        limit,
        mut begun,
    } = streaks.clone();
    masks.fill(0);
    for (part, draws) in draws.chunks(T::BITS).enumerate() {
        // Bit i of a deck's number: its i-th card of these comes from the lower packet.
        let mut packets = [none; DECKS];
        for (step, draws) in draws.iter().enumerate() {
            // The first streak's length stays 0: a streak that begins has length 1 only later on.
            let (all, fresh, bit) = (T::of(left), T::of(usize::from(begun)), T::of(1 << step));
            for deck in 0..DECKS {
                let x = upper[deck];
                let drawn = mask(draws[deck] >= x);
                let both = mask(x != none) & mask(x != all);
                let full = mask(length[deck] == limit) & !(drawn ^ last[deck]) & both;
                let taken = drawn ^ full;
                let changed = taken ^ last[deck];
                let longer = length[deck].plus(mask(length[deck] != none) & one);
                length[deck] = ((longer & !changed) | (one & changed)) & mask(fresh == one);
                last[deck] = taken;
                upper[deck] = x.plus(!taken);
                packets[deck] = packets[deck] | (taken & bit);
            }
            begun = true;
            left -= 1;
        }
        for (mask, &packets) in masks.iter_mut().zip(&packets) {
            *mask |= packets.into() << (part * T::BITS);
        }
    }
    *streaks = Streaks {
        upper,
        left,
        last,
        length,
        limit,
        begun,
    };
}

/// See [`Cells::rank`].
#[inline(always)]
pub fn rank<T: Cell>(digits: &[[T; DECKS]], to: &mut Grid<T>) {
    // Decks whose ranks stay in registers together.
    const GROUP: usize = 16;
    let (cards, stride) = (to.cards(), to.stride());
    assert!(cards <= RANKED_CARDS, "{cards} cards are not ranked");
    let (none, one) = (T::default(), T::of(1));
    for group in (0..DECKS).step_by(GROUP) {
        for card in 0..cards {
            let (later, own) = (&digits[..cards - 1 - card], &digits[cards - 1 - card]);
            let mut places: [T; GROUP] = own[group..][..GROUP].try_into().expect("a group");
            for digits in later.iter().rev() {
                for (place, &digit) in places.iter_mut().zip(&digits[group..]) {
                    *place = place.plus(if *place >= digit { one } else { none });
                }
            }
            for (deck, place) in (group..).zip(places) {
                to.cells_mut()[deck * stride + card] = place;
            }
        }
    }
}

/// See [`Cells::packets`].
#[inline(always)]
pub fn packets<T: Cell>(
    (low, high): (usize, usize),
    draws: &[[T; DECKS]],
    from: &Grid<T>,
    to: &mut Grid<T>,
) {
    // Packets are copied in pieces of fixed size, past their ends: the next packet, or the next row,
    // goes over what is too much.
    const PIECE: usize = 16;
    let (cards, stride) = (from.cards(), from.stride());
    let steps = &draws[..cards.div_ceil(low)];
    let (rows, results) = (from.cells(), to.cells_mut());
    for deck in 0..DECKS {
        let (row, result) = (&rows[deck * stride..], &mut results[deck * stride..]);
        let mut start = 0;
        for draws in steps {
            let end = (start + low + draws[deck].index()).min(cards);
            let mut copy = |at: usize| {
                let cells: &[T; PIECE] = row[cards - end + at..].first_chunk().expect("a piece");
                result[start + at..][..PIECE].copy_from_slice(cells);
            };
            copy(0);
            // A loop that ends early would be mispredicted, so that all short packets take as long.
            if high > PIECE {
                copy(PIECE);
            }
            if high > 2 * PIECE {
                (2 * PIECE..end - start).step_by(PIECE).for_each(copy);
            }
            start = end;
        }
    }
}

/// See [`Cells::drop_marked`].
pub(crate) fn drop_marked<T: Cell>(masks: &[u64], from: &Grid<T>, to: &mut Grid<T>) {
    // Short packets are copied as a piece of fixed size, past their ends: the next packet, or the next
    // row, goes over what is too much.
    const PIECE: usize = 16;
    let (cards, stride) = (from.cards(), from.stride());
    let (rows, results) = (from.cells(), to.cells_mut());
    for deck in 0..DECKS {
        let (row, result) = (&rows[deck * stride..], &mut results[deck * stride..]);
        let mut start = 0;
        let mut drop = |end: usize| {
            let packet = &row[cards - end..];
            if end - start <= PIECE {
                let cells: &[T; PIECE] = packet.first_chunk().expect("a piece");
                result[start..][..PIECE].copy_from_slice(cells);
            } else {
                result[start..end].copy_from_slice(&packet[..end - start]);
            }
            start = end;
        };
        for part in 0..cards.div_ceil(64) {
            let mut gaps = masks[part * DECKS + deck];
            while gaps != 0 {
                drop(64 * part + gaps.trailing_zeros() as usize + 1);
                gaps &= gaps - 1;
            }
        }
        drop(cards);
    }
}

/// See [`Cells::rotate`].
#[inline(always)]
pub(crate) fn rotate<T: Cell>(by: &[T; DECKS], from: &Grid<T>, to: &mut Grid<T>) {
    const PIECE: usize = 64;
    let cards = from.cards();
    if from.stride() == PIECE {
        // Pieces that go past the row: what comes next goes over it.
        for (deck, by) in by.iter().enumerate() {
            let row = deck * PIECE;
            for (source, target) in [(by.index(), 0), (0, cards - by.index())] {
                let cells: [T; PIECE] = from.cells()[row + source..][..PIECE]
                    .try_into()
                    .expect("a piece");
                to.cells_mut()[row + target..][..PIECE].copy_from_slice(&cells);
            }
        }
        return;
    }
    for (deck, by) in by.iter().enumerate() {
        let (row, result) = (from.row(deck), to.row_mut(deck));
        let (top, rest) = row.split_at(by.index());
        result[..rest.len()].copy_from_slice(rest);
        result[rest.len()..].copy_from_slice(top);
    }
}

/// See [`Kernel::tally`].
#[inline(always)]
pub fn tally(
    rows: &Grid<u8>,
    decks: usize,
    (from, step): (usize, usize),
    counts: &mut NarrowCounts,
) {
    // So many cards' counts stay in the fastest cache.
    const CARDS: usize = 64;
    let (counts, stride) = counts.counts_mut();
    for (first, counts) in counts.chunks_mut(CARDS * stride).enumerate() {
        for deck in (from..decks).step_by(step) {
            let row = &rows.row(deck)[first * CARDS..];
            for (counts, &position) in counts.chunks_exact_mut(stride).zip(row) {
                counts[usize::from(position)] += 1;
            }
        }
    }
}

/// See [`Cells::falls`].
#[inline(always)]
pub(crate) fn falls<T: Cell>(rows: &Grid<T>, falls: &mut [u16; DECKS]) {
    for (deck, falls) in falls.iter_mut().enumerate() {
        let row = rows.row(deck);
        let pairs = row.iter().zip(&row[1..]);
        *falls = pairs.map(|(first, second)| u16::from(second < first)).sum();
    }
}
