//! `position`: where each card goes; the findings.

use std::hash::Hasher as _;

use serde::{Deserialize, Serialize};
use siphasher::sip128::{Hasher128 as _, SipHasher24};

/// The name of the question.
pub const NAME: &str = "position";

/// The positions that the cards go to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// The largest total variation of any card's position from uniform.
    pub largest_distance: f64,
    /// The smallest cell of the matrix.
    pub smallest: f64,
    /// The largest cell.
    pub largest: f64,
    /// Cells that are exactly 0: (card, position) pairs that cannot come up.
    pub impossible: usize,
    /// Probability that a random card stays in its half of the deck.
    pub same_half: f64,
    /// The same of an ideal shuffle.
    pub same_half_ideal: f64,
    /// The power of the chi-squared test of the position matrix to see it.
    pub test: Power,
    /// The power of that test for about forty numbers of decks, evenly spaced on a logarithmic scale from a twentieth of
    /// the number that is needed to twenty times as many, that number among them. Empty where no number is
    /// enough, and in older answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub power: Vec<PowerWithDecks>,
    /// Cards that are called right on average by one who calls the likeliest card of each place, and sees none. Absent in
    /// older answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<f64>,
    /// The same of one who sees each card after its call; only where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked: Option<Looked>,
    /// Each card, by its starting position.
    pub cards: Vec<Card>,
    /// `matrix[from][to]`: the probability that the card at position `from` goes to `to`, to twelve decimals. With `bin`,
    /// entries are sums over so many cards and places, to six digits.
    pub matrix: Vec<Vec<f64>>,
    /// Cards, and places, that share an entry of `matrix`, where a record keeps it as it is drawn; absent where the
    /// matrix is whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bin: Option<usize>,
    /// The digest of the whole matrix, where a record keeps bins of it: SipHash-2-4 of 128 bits, with the key 0, of the
    /// bits of its numbers by rows, eight bytes each, the lowest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matrix_digest: Option<String>,
}

/// Cards that are called right on average by one who knows the order before, sees each card after its call, and calls the likeliest
/// each time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Looked {
    /// No fewer.
    pub at_least: f64,
    /// No more; the same where the number is exact.
    pub at_most: f64,
    /// The number in an ideal deck: 1 + 1/2 + … + 1/n.
    pub fair: f64,
    /// The way it was obtained, in words.
    pub by: String,
}

/// Entries in a row of the largest matrix that a record keeps, which is the largest that is drawn.
pub const DRAWN: usize = 128;

/// Digits of an entry of a matrix in bins.
const DIGITS: usize = 6;

/// The power of the test of the position matrix.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Power {
    /// Its error level.
    pub alpha: f64,
    /// Noncentrality for each deck.
    pub noncentrality_per_deck: f64,
    /// The power for which decks are counted.
    pub power: f64,
    /// Decks with which it fails so often; null where no number is enough.
    pub decks_needed: Option<u64>,
    /// A number of decks that was asked about.
    pub decks: Option<u64>,
    /// The power with so many decks.
    pub power_with_decks: Option<f64>,
}

/// The power of the test of the position matrix with one number of decks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PowerWithDecks {
    /// The number of decks.
    pub decks: u64,
    /// The probability that the test fails.
    pub power: f64,
}

/// The positions that one card goes to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Its starting position, from 1.
    pub from: usize,
    /// Total variation of its position from uniform.
    pub distance: f64,
    /// Its likeliest position, from 1: the first of several.
    pub likeliest: usize,
    /// The probability of that.
    pub largest: f64,
    /// The probability of its least likely position.
    pub smallest: f64,
    /// Positions that it cannot reach.
    pub impossible: usize,
    /// The first position that it can reach, from 1.
    pub first: usize,
    /// The last one.
    pub last: usize,
    /// Probability that it stays in its half of the deck.
    pub same_half: f64,
}

impl Position {
    /// Gives the cards of the deck.
    pub fn size(&self) -> usize {
        self.cards.len()
    }

    /// Puts a matrix that is larger than any that is drawn into bins, as a record keeps it, with the digest of the whole
    /// one; returns false if there was nothing to do.
    pub fn lighten(&mut self) -> bool {
        let cards = self.matrix.len();
        let square = self.matrix.iter().all(|row| row.len() == cards);
        if self.bin.is_some() || cards <= DRAWN || cards != self.cards.len() || !square {
            return false;
        }
        let mut hasher = SipHasher24::new();
        for cell in self.matrix.iter().flatten() {
            hasher.write(&cell.to_bits().to_le_bytes());
        }
        let bin = cards.div_ceil(DRAWN);
        let bins = cards.div_ceil(bin);
        let mut sums = vec![vec![0.0; bins]; bins];
        for (from, row) in self.matrix.iter().enumerate() {
            for (to, p) in row.iter().enumerate() {
                sums[from / bin][to / bin] += p;
            }
        }
        sums.iter_mut()
            .flatten()
            .for_each(|sum| *sum = to_digits(*sum));
        self.matrix = sums;
        self.bin = Some(bin);
        self.matrix_digest = Some(format!("{:032x}", hasher.finish128().as_u128()));
        true
    }
}

/// Rounds `value` to the digits of an entry in bins.
fn to_digits(value: f64) -> f64 {
    let text = format!("{value:.*e}", DIGITS - 1);
    text.parse().unwrap_or(value)
}
