//! Decks that a closure shuffles.

use std::ops::Range;

use rand::TryRng;

use super::{Source, SourceError};
use deck::rng::{Draws, PcgDraws};
use deck::{BLOCK, Block, Card};

/// Names the streams that the closure draws from.
const LABEL: &str = "check";

/// The name of the closure in errors.
const NAME: &str = "the shuffle that is checked";

/// A shuffle of a deck in the order 0, 1, …, n − 1, by a generator.
pub type Closure<'a> = &'a (dyn Fn(&mut [u16], &mut Random) + Sync);

/// The generator that a checked shuffle draws from: PCG XSL RR 128/64, a stream for each batch of decks,
/// derived from the seed. Through `rand` 0.10's traits it is an [`Rng`](rand::Rng).
#[derive(Debug, Clone)]
pub struct Random(PcgDraws);

impl Random {
    /// The stream of a batch.
    pub fn for_batch(seed: u128, batch: u64) -> Self {
        Self(PcgDraws::for_batch(seed, LABEL, 0, batch))
    }

    /// 64 fair bits, for shuffles that do without `rand`'s traits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.word()
    }
}

impl TryRng for Random {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.0.word() as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.0.word())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&self.0.word().to_le_bytes()[..part.len()]);
        }
        Ok(())
    }
}

/// The decks of one batch, as the closure shuffles them.
pub struct Shuffled<'a> {
    shuffle: Closure<'a>,
    random: Random,
    /// The indices of those that are left.
    decks: Range<u64>,
    /// The deck, counted from 1, in which each card was last seen.
    seen: Vec<u64>,
}

impl<'a> Shuffled<'a> {
    /// The decks with these indices, of `cards` cards, which make up batch `batch` of the run with this
    /// seed.
    pub fn new(
        shuffle: Closure<'a>,
        cards: usize,
        seed: u128,
        batch: u64,
        decks: Range<u64>,
    ) -> Self {
        Self {
            shuffle,
            random: Random::for_batch(seed, batch),
            decks,
            seen: vec![0; cards],
        }
    }
}

impl Source for Shuffled<'_> {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        let len = (self.decks.end - self.decks.start).min(BLOCK as u64);
        block.fill_sorted(len as usize, self.decks.start);
        let cards = block.cards();
        for deck in block.decks_mut().chunks_exact_mut(cards) {
            (self.shuffle)(deck, &mut self.random);
            let index = self.decks.start;
            if let Some(problem) = flaw(deck, index + 1, &mut self.seen) {
                return Err(SourceError::Deck {
                    name: NAME.to_owned(),
                    place: format!("deck {index} (from 0)"),
                    problem,
                });
            }
            self.decks.start += 1;
        }
        Ok(())
    }
}

/// Says what is wrong with a deck that should be a permutation; `None` if nothing is. `mark` was never in
/// `seen`.
pub fn flaw(deck: &[Card], mark: u64, seen: &mut [u64]) -> Option<String> {
    let accepted = || format!("accepted: each of 0 to {} once", deck.len() - 1);
    for (position, &card) in deck.iter().enumerate() {
        let Some(last) = seen.get_mut(usize::from(card)) else {
            return Some(format!(
                "found {card} at position {position}; {}",
                accepted()
            ));
        };
        if std::mem::replace(last, mark) == mark {
            let first = deck.iter().position(|other| *other == card).unwrap_or(0);
            return Some(format!(
                "found {card} twice, at positions {first} and {position}; {}",
                accepted()
            ));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    #[test]
    fn the_stream_is_frozen_and_is_the_same_through_every_door() {
        let mut random = Random::for_batch(1, 0);
        let word = random.next_u64();
        assert_eq!(word, PcgDraws::for_batch(1, "check", 0, 0).word());
        let mut bytes = [0; 11];
        Random::for_batch(1, 0).fill_bytes(&mut bytes);
        assert_eq!(bytes[..8], word.to_le_bytes());
        assert_eq!(Rng::next_u32(&mut Random::for_batch(1, 0)), word as u32);
        assert_ne!(Random::for_batch(2, 0).next_u64(), word);
        assert_ne!(Random::for_batch(1, 1).next_u64(), word);
    }
}
