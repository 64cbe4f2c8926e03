//! Hashes of rows, by which equal decks are found: SipHash-1-3 of 128 bits with keys of 0, of the bytes of a row, the low
//! ones of a cell first (Aumasson and Bernstein, 2012, "`SipHash`: a fast short-input PRF").

#![expect(
    clippy::inline_always,
    reason = "a function must be compiled anew, with other instructions, in each kernel"
)]

use super::grid::Cell;
use super::{DECKS, Grid};

/// The state before the first word: keys of 0, and the mark of a hash of 128 bits.
pub(super) const START: [u64; 4] = [
    0x736f_6d65_7073_6575,
    0x646f_7261_6e64_6f6d ^ 0xee,
    0x6c79_6765_6e65_7261,
    0x7465_6462_7974_6573,
];

/// What goes into the state before each half of the hash is made.
pub(super) const HALVES: [u64; 2] = [0xee, 0xdd];

/// Rounds before each half.
pub(super) const LAST_ROUNDS: usize = 3;

/// Rows of so many bytes: the last word, which has their number, but for the bytes that are left.
pub(super) fn length_word(bytes: usize) -> u64 {
    (bytes as u64) << 56
}

#[inline(always)]
fn round([mut a, mut b, mut c, mut d]: [u64; 4]) -> [u64; 4] {
    a = a.wrapping_add(b);
    c = c.wrapping_add(d);
    b = b.rotate_left(13) ^ a;
    d = d.rotate_left(16) ^ c;
    a = a.rotate_left(32).wrapping_add(d);
    c = c.wrapping_add(b);
    d = d.rotate_left(21) ^ a;
    b = b.rotate_left(17) ^ c;
    [a, b, c.rotate_left(32), d]
}

#[inline(always)]
fn with_word([a, b, c, d]: [u64; 4], word: u64) -> [u64; 4] {
    let [a, b, c, d] = round([a, b, c, d ^ word]);
    [a ^ word, b, c, d]
}

/// See [`Cells::hashes`](super::Cells::hashes).
#[inline(always)]
pub(crate) fn hashes<T: Cell>(rows: &Grid<T>, decks: usize, hashes: &mut [u128; DECKS]) {
    let in_word = u64::BITS as usize / T::BITS;
    let word = |cells: &[T]| {
        let cells = cells.iter().rev();
        cells.fold(0, |word, cell| word << T::BITS | (*cell).into())
    };
    for (deck, hash) in hashes[..decks].iter_mut().enumerate() {
        let words = rows.row(deck).chunks_exact(in_word);
        let last = word(words.remainder()) | length_word(rows.cards() * T::BITS / 8);
        let mut state = words.fold(START, |state, cells| with_word(state, word(cells)));
        state = with_word(state, last);
        let mut half = |at: usize, mark: u64| {
            state[at] ^= mark;
            for _ in 0..LAST_ROUNDS {
                state = round(state);
            }
            u128::from(state[0] ^ state[1] ^ state[2] ^ state[3])
        };
        *hash = half(2, HALVES[0]) | half(1, HALVES[1]) << 64;
    }
}
