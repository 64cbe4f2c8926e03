//! Decks of many routines at once: routines that begin alike share the decks of their beginning.
//!
//! The draws of a shuffle come from a stream of the routine up to there, so that a deck is the same whatever else is
//! searched, in whatever order, on however many threads. Decks of routines that begin alike hang together; each
//! routine's own are independent, which is all that is used of them.

use super::Move;
use super::candidates::Word;
use deck::Card;
use deck::rng::{Generator, Seed, SeedError};
use shuffle::Scratch;

/// The generator of all searches.
const GENERATOR: Generator = Generator::Pcg64;

/// Purposes of decks: those of one are independent of all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Decks for an opponent to watch.
    Watched,
    /// Decks to be scored, in the batch of this number.
    Scored(u64),
}

/// Shuffles decks of routines.
#[derive(Debug)]
pub struct Decks<'a> {
    moves: &'a [Move],
    cards: usize,
    seed: &'a Seed,
    scratch: Scratch,
    /// The decks after each of the moves done last, sorted ones first.
    after: Vec<Vec<Card>>,
}

impl<'a> Decks<'a> {
    /// Prepares to shuffle by these moves.
    ///
    /// # Errors
    /// If the seed is none for the generator.
    pub fn new(moves: &'a [Move], cards: usize, seed: &'a Seed) -> Result<Self, SeedError> {
        GENERATOR.check(seed)?;
        Ok(Self {
            moves,
            cards,
            seed,
            scratch: Scratch::default(),
            after: Vec::new(),
        })
    }

    /// Shows `count` decks of each of `words`, one after the other, and the place of the word.
    pub fn each(
        &mut self,
        words: &[&Word],
        (purpose, count): (Use, usize),
        mut seen: impl FnMut(usize, &[Card]),
    ) {
        let batch = match purpose {
            Use::Watched => (0, 0),
            Use::Scored(batch) => (1, batch),
        };
        let size = count * self.cards;
        self.after.resize_with(1, Vec::new);
        self.after[0].clear();
        self.after[0].extend((0..size).map(|at| (at % self.cards) as Card));
        let mut before: &[u8] = &[];
        for (place, word) in words.iter().enumerate() {
            let same = before.iter().zip(word.iter()).take_while(|(a, b)| a == b);
            let same = same.count();
            if words.len() == 1 {
                // Nobody else begins so: the decks between are not kept.
                self.apply_all(word, batch);
                seen(place, &self.after[1]);
                return;
            }
            for done in same..word.len() {
                self.apply(&word[..=done], batch);
            }
            seen(place, &self.after[word.len()]);
            before = word.as_slice();
        }
    }

    /// Does all moves of `word` to sorted decks.
    fn apply_all(&mut self, word: &[u8], batch: (u64, u64)) {
        let mut decks = std::mem::take(&mut self.after[0]);
        for done in 1..=word.len() {
            self.move_on(&word[..done], batch, &mut decks);
        }
        self.after.resize_with(2, Vec::new);
        self.after[1] = decks;
    }

    /// Does the last move of `word` to the decks after those before it.
    fn apply(&mut self, word: &[u8], batch: (u64, u64)) {
        let depth = word.len();
        if self.after.len() <= depth {
            self.after.push(Vec::new());
        }
        let mut decks = std::mem::take(&mut self.after[depth]);
        decks.clone_from(&self.after[depth - 1]);
        self.move_on(word, batch, &mut decks);
        self.after[depth] = decks;
    }

    /// Does the last move of `word` to `decks`.
    fn move_on(&mut self, word: &[u8], (purpose, batch): (u64, u64), decks: &mut [Card]) {
        let depth = word.len();
        let mut label = String::from("advise");
        for at in word {
            label.push(' ');
            label.push_str(&self.moves[usize::from(*at)].shuffle.describe());
        }
        // The seed was checked.
        let Ok(mut stream) = GENERATOR.stream(self.seed, &label, purpose, batch) else {
            return;
        };
        let one = &self.moves[usize::from(word[depth - 1])].shuffle;
        one.apply(decks, self.cards, &mut self.scratch, &mut stream);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advise::testing::moves;

    fn decks(words: &[&str], text: &str) -> Vec<Vec<Card>> {
        let moves = moves(text);
        let number = |letter: char| {
            moves
                .iter()
                .position(|one| one.name == letter.to_string())
                .unwrap() as u8
        };
        let words: Vec<Word> = words
            .iter()
            .map(|word| word.chars().map(number).collect())
            .collect();
        let words: Vec<&Word> = words.iter().collect();
        let mut all = vec![Vec::new(); words.len()];
        let seed = Seed::Integer(3);
        let mut made = Decks::new(&moves, 9, &seed).unwrap();
        made.each(&words, (Use::Scored(2), 4), |at, decks| {
            all[at] = decks.to_vec();
        });
        all
    }

    #[test]
    fn decks_are_the_same_whoever_else_is_searched() {
        let together = decks(&["GM", "GMM", "GO", "M", "MG"], "M=1 G=1 O=1");
        for (word, found) in ["GM", "GMM", "GO", "M", "MG"].iter().zip(&together) {
            assert_eq!(
                decks(&[word], "G=2 O=5 M=1"),
                std::slice::from_ref(found),
                "{word}"
            );
        }
        // A shuffle after the same beginning starts from the same decks.
        assert_ne!(together[0], together[1]);
        assert_ne!(together[0], together[4]);
    }
}
