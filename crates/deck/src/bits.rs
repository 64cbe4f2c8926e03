//! The uniform bits that the Lehmer digits of fairly shuffled decks carry.
//!
//! Digit i of a fair deck of n cards, the number of smaller cards below position i, is uniform on the
//! n − i numbers from 0, and independent of the others. A number that is uniform on 0..k gives bits as
//! follows (Elias, 1972, "The efficient construction of an unbiased random sequence", Annals of
//! Mathematical Statistics 43, on blocks of equally likely outcomes): with k = 2^a + 2^b + …, a > b > …,
//! the numbers fall into a block of 2^a, then one of 2^b, and so on; the number's place in its block is
//! uniform on as many bits as the block has, whichever block it is. Only these bits are given, the
//! highest first, and not which block it was, so that the bits are uniform and independent.
//!
//! A deck carries log₂ n! bits, and this gives Σ over k = 2..n of the mean of a number's bits: for
//! 52 cards 179.23 of 225.58. bits that a deck carries this gives Σ over k = 2..n of the mean of a
//! number's bits: for 52 cards 179.23 of 225.58. Digits taken together would give more (all at
//! once, less than two bits short of all), but each bit would then depend on many digits, and a
//! flaw of the shuffle would hide: with 20,000 decks of swaps with any card the number of ones is
//! 9.5 standard errors off as it is done here, 2.9 with digits joined to numbers below 2³², and 2.3
//! with the deck as one number.

use super::{BLOCK, Block, Lanes, Layout};
use crate::kernel::Cell;

/// Gathers bits, and gives them as bytes, the first bit highest.
///
/// ```
/// use colddeck_deck::Bits;
/// let mut bits = Bits::default();
/// // 12 numbers: a block of 8, and a block of 4.
/// bits.number(5, 12); // 101
/// bits.number(9, 12); // the second of four: 01
/// bits.number(7, 8); // 111
/// assert_eq!(bits.bytes(), [0b1010_1111]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Bits {
    bytes: Vec<u8>,
    /// The last bits, fewer than eight, the latest one lowest.
    rest: u64,
    held: u32,
}

impl Bits {
    /// Adds the bits of `number`, uniform on `0..of`, fewer than 2³².
    #[inline]
    pub fn number(&mut self, number: u32, of: u32) {
        debug_assert!(number < of);
        let (mut number, mut left) = (number, of);
        while left > 0 {
            let width = left.ilog2();
            let block = 1 << width;
            if number < block {
                self.push(number, width);
                return;
            }
            number -= block;
            left -= block;
        }
    }

    #[inline]
    fn push(&mut self, bits: u32, width: u32) {
        self.rest = (self.rest << width) | u64::from(bits);
        self.held += width;
        while self.held >= 8 {
            self.held -= 8;
            self.bytes.push((self.rest >> self.held) as u8);
        }
        self.rest &= (1 << self.held) - 1;
    }

    /// Adds the bits of all decks of `block`, deck after deck, each from the top.
    pub fn block(&mut self, block: &mut Block) {
        if block.is_empty() {
            return;
        }
        block.index(Layout::Lehmer);
        match block.lanes(Layout::Lehmer) {
            Some(Lanes::Bytes(digits)) => self.digits(digits, block.len()),
            Some(Lanes::Words(digits)) => self.digits(digits, block.len()),
            None => {}
        }
    }

    fn digits<T: Cell>(&mut self, digits: &[[T; BLOCK]], decks: usize) {
        let cards = digits.len();
        for deck in 0..decks {
            for (at, lane) in digits.iter().enumerate() {
                self.number(lane[deck].index() as u32, (cards - at) as u32);
            }
        }
    }

    /// The bytes that are complete.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Forgets the bytes that are complete; bits that wait for theirs stay.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The mean number of bits that a fair deck of `cards` cards gives.
    fn bits_of_a_deck(cards: usize) -> f64 {
        let mean = |of: usize| {
            let widths = (0..usize::BITS).filter(|width| of >> width & 1 == 1);
            let bits: u64 = widths.map(|width| u64::from(width) << width).sum();
            bits as f64 / of as f64
        };
        (2..=cards).map(mean).sum()
    }

    /// The bits that numbers give, each with what it is uniform on, as text.
    fn text(numbers: &[(u32, u32)]) -> String {
        let mut bits = Bits::default();
        for &(number, of) in numbers {
            bits.number(number, of);
        }
        let bytes = bits.bytes().iter().map(|byte| format!("{byte:08b}"));
        let mut text: String = bytes.collect();
        if bits.held > 0 {
            let rest = format!("{:0width$b}", bits.rest, width = bits.held as usize);
            text.push_str(&rest);
        }
        text
    }

    /// Given how many bits there are, each string of so many is equally frequent.
    fn assert_unbiased(counts: &BTreeMap<String, u32>) {
        let mut by_length: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (text, count) in counts {
            by_length.entry(text.len()).or_default().push(*count);
        }
        for (length, counts) in by_length {
            assert_eq!(counts.len(), 1 << length, "all strings of {length} bits");
            assert!(
                counts.iter().all(|count| *count == counts[0]),
                "{length} bits: {counts:?}"
            );
        }
    }

    #[test]
    fn every_number_gives_unbiased_bits() {
        for of in 1..=1100 {
            let mut counts = BTreeMap::new();
            let mut bits = 0;
            for number in 0..of {
                let text = text(&[(number, of)]);
                bits += text.len();
                *counts.entry(text).or_insert(0) += 1;
            }
            assert_unbiased(&counts);
            let mean = bits as f64 / f64::from(of);
            let exact = bits_of_a_deck(of as usize) - bits_of_a_deck(of as usize - 1);
            assert!(
                of < 2 || (mean - exact).abs() < 1e-9,
                "{of}: {mean}, {exact}"
            );
        }
    }

    /// Enumerates all decks, and, so that bits of one deck stand beside those of the next, all
    /// pairs of small ones. Bits of different digits follow each other without a mark, so what must
    /// be uniform is each prefix that all decks have.
    #[test]
    fn all_decks_together_give_unbiased_bits() {
        fn orders(cards: u16) -> Vec<Vec<u16>> {
            if cards == 0 {
                return vec![Vec::new()];
            }
            let smaller = orders(cards - 1);
            let places = (0..usize::from(cards)).flat_map(|place| {
                let put = |deck: &Vec<u16>| {
                    let mut deck = deck.clone();
                    deck.insert(place, cards - 1);
                    deck
                };
                smaller.iter().map(put).collect::<Vec<_>>()
            });
            places.collect()
        }
        for cards in 2..=7_u16 {
            let mut counts: BTreeMap<Vec<usize>, BTreeMap<String, u32>> = BTreeMap::new();
            for deck in orders(cards) {
                let digits = (0..deck.len()).map(|at| {
                    let below = deck[at + 1..].iter();
                    let digit = below.filter(|card| **card < deck[at]).count();
                    (digit as u32, (deck.len() - at) as u32)
                });
                let digits: Vec<(u32, u32)> = digits.collect();
                // The number of bits that each digit gave is independent of what the bits are.
                let widths = digits.iter().map(|digit| text(&[*digit]).len()).collect();
                let whole = text(&digits);
                *counts.entry(widths).or_default().entry(whole).or_insert(0) += 1;

                let mut block = Block::new(deck.len());
                block.push(&deck);
                let mut bits = Bits::default();
                bits.block(&mut block);
                let mut same = Bits::default();
                for &(number, of) in &digits {
                    same.number(number, of);
                }
                assert_eq!(
                    (bits.bytes, bits.rest, bits.held),
                    (same.bytes, same.rest, same.held)
                );
            }
            for counts in counts.values() {
                assert_unbiased(counts);
            }
        }
    }

    #[test]
    fn a_deck_of_52_cards_gives_179_of_its_226_bits() {
        // Exactly Σ over k = 2..52 of Σ over the set bits w of k of w·2^w/k, in Python's fractions.
        assert!((bits_of_a_deck(52) - 179.228_664_374_554_37).abs() < 1e-9);
    }

    #[test]
    fn bytes_are_cut_without_losing_bits() {
        let mut whole = Bits::default();
        let mut cut = Bits::default();
        let mut bytes = Vec::new();
        for at in 0..1000 {
            for bits in [&mut whole, &mut cut] {
                bits.number(at * 7919 % 1013, 1013);
            }
            bytes.extend_from_slice(cut.bytes());
            cut.clear();
        }
        assert_eq!(whole.bytes(), bytes);
    }
}
