//! Piles shuffled two at a time: what most owners of a cube are said to do.
//!
//! The deck stands in piles of so many cards, the last of which may have fewer. In each round two of the piles,
//! any two with equal probability, are put together, shuffled, and split again at the same place. The
//! document names no number of rounds; that they give no "clear signal of when shuffling is complete"
//! is its point.
//!
//! Weizenbaum (2021), How to Randomize a Cube.

use super::inner_shuffles::Inner;
use super::piles::{Chains, EACH_PILE};
use super::prelude::*;

/// The most rounds.
const MOST_ROUNDS: u32 = 100_000;

/// The chain of all rounds is left out where it would take more multiplications.
const CHAIN_BUDGET: f64 = 2e10;

pub(super) const KIND: Kind = Kind {
    name: "pairwise-piles",
    group: Group::Cards,
    time: Some(Time::of_hands(5.0, 0.8)),
    about: "in piles, of which two at a time are shuffled together and split again",
    source: "Weizenbaum (2021), How to Randomize a Cube: the technique that most cube owners use",
    parameters: &[
        Parameter {
            name: "pile",
            about: "cards in a pile, from 1 to 10000; default 40",
        },
        Parameter {
            name: "rounds",
            about: "how often two piles are shuffled together, from 1 to 100000; default 1",
        },
        EACH_PILE,
    ],
    build: |params| {
        let pile = params.whole("pile", 1..=MAX_CARDS as u32)?.unwrap_or(40);
        Ok(Box::new(PairwisePiles {
            pile: pile as usize,
            rounds: params.whole("rounds", 1..=MOST_ROUNDS)?.unwrap_or(1),
            each: Inner::read(params)?,
        }))
    },
};

#[derive(Debug)]
struct PairwisePiles {
    pile: usize,
    rounds: u32,
    each: Inner,
}

impl PairwisePiles {
    fn piles(&self, cards: usize) -> usize {
        cards.div_ceil(self.pile)
    }

    /// The positions of the cards of a pile.
    fn places(&self, pile: usize, cards: usize) -> std::ops::Range<usize> {
        let top = pile * self.pile;
        top..(top + self.pile).min(cards)
    }

    /// All pairs of piles, the upper one first.
    fn pairs(&self, cards: usize) -> impl Iterator<Item = (usize, usize)> {
        let piles = self.piles(cards);
        (0..piles).flat_map(move |first| (first + 1..piles).map(move |second| (first, second)))
    }

    /// The chain of one round.
    fn one_round(&self, cards: usize) -> Option<Matrix> {
        let piles = self.piles(cards);
        if piles == 1 {
            return self.each.one_card(cards);
        }
        let places = |(first, second)| {
            let lower = self.places(second, cards);
            self.places(first, cards).chain(lower)
        };
        let sizes = self.pairs(cards).map(|pair| places(pair).count());
        let chains = Chains::of(sizes, Some(&self.each))?;
        let pairs = (piles * (piles - 1) / 2) as f64;
        let mut matrix = Matrix::zero(cards);
        if piles > 2 {
            // All the pairs that do not have the card's pile.
            let idle = (piles - 2) as f64 / piles as f64;
            for at in 0..cards {
                matrix.add(at, at, idle);
            }
        }
        for pair in self.pairs(cards) {
            let together: Vec<usize> = places(pair).collect();
            let chain = chains.of_size(together.len());
            for (&from, row) in together.iter().zip(chain.rows()) {
                for (&to, &p) in together.iter().zip(row).filter(|(_, p)| **p > 0.0) {
                    matrix.add(from, to, p / pairs);
                }
            }
        }
        Some(matrix)
    }
}

impl Law for PairwisePiles {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len();
        let piles = self.piles(cards);
        if piles == 1 {
            for _ in 0..self.rounds {
                self.each.shuffle(deck, scratch, draws);
            }
            return;
        }
        let mut together = std::mem::take(&mut scratch.deck);
        for _ in 0..self.rounds {
            let one = draws.below(piles as u32) as usize;
            let other = draws.below(piles as u32 - 1) as usize;
            let other = other + usize::from(other >= one);
            let upper = self.places(one.min(other), cards);
            let lower = self.places(one.max(other), cards);
            together.clear();
            together.extend_from_slice(&deck[upper.clone()]);
            together.extend_from_slice(&deck[lower.clone()]);
            self.each.shuffle(&mut together, scratch, draws);
            let (first, second) = together.split_at(upper.len());
            deck[upper].copy_from_slice(first);
            deck[lower].copy_from_slice(second);
        }
        scratch.deck = together;
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        // One matrix for each bit of the number of rounds, and one for each bit that is set.
        let products = self.rounds.ilog2() + self.rounds.count_ones() - 1;
        let n = cards as f64;
        if n * n * n * f64::from(products) > CHAIN_BUDGET {
            return None;
        }
        let mut square = self.one_round(cards)?;
        let mut chain: Option<Matrix> = None;
        let mut left = self.rounds;
        loop {
            if left & 1 == 1 {
                chain = Some(chain.map_or_else(|| square.clone(), |chain| chain.then(&square)));
            }
            left >>= 1;
            if left == 0 {
                return chain;
            }
            square = square.then(&square);
        }
    }

    fn ln_support(&self, cards: usize) -> f64 {
        let piles = self.piles(cards);
        let (ways, largest) = match piles {
            1 => (1, cards),
            _ => (piles * (piles - 1) / 2, (2 * self.pile).min(cards)),
        };
        let round = libm::log(ways as f64) + self.each.ln_support(largest);
        (f64::from(self.rounds) * round).min(ln_factorial(cards))
    }

    fn describe(&self) -> String {
        let rounds = match self.rounds {
            1 => "once".to_owned(),
            rounds => format!("{rounds} times"),
        };
        format!(
            "in piles of {}, two of them shuffled together and split {rounds} ({})",
            self.pile,
            self.each.describe()
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::{Shuffle, build, testing};

    fn made(text: &str) -> Box<dyn Shuffle> {
        build("pairwise-piles", text.parse().unwrap()).unwrap()
    }

    #[test]
    fn chains_and_supports_are_those_of_enumeration() {
        for each in ["{ kind = \"riffle\" }", "{ kind = \"cut\" }"] {
            for (pile, rounds, cards) in [
                (2, 1, 6),
                (2, 2, 5),
                (2, 3, 4),
                (3, 1, 7),
                (4, 2, 4),
                (1, 3, 4),
                (9, 1, 5),
            ] {
                let shuffle = made(&format!("pile = {pile}\nrounds = {rounds}\neach = {each}"));
                testing::enumeration_agrees(shuffle.as_ref(), cards);
            }
        }
    }

    #[test]
    fn a_cube_is_simulated_as_its_chain_says() {
        let each = "each = { kind = \"fisher-yates\" }";
        let small = made(&format!("pile = 10\nrounds = 5\n{each}"));
        testing::simulation_follows_the_chain(small.as_ref(), 45, 10_000);
        // After one round of all 14 piles, 12 in 14 cards of a full pile have not moved.
        let chain = made(&format!("pile = 40\n{each}")).one_card(540).unwrap();
        let full = 1.0 / 14.0 * 12.0 + (12.0 / 80.0 + 1.0 / 60.0) / 91.0;
        assert!((chain.get(0, 0) - full).abs() < 1e-12);
        assert_eq!(
            made(&format!("rounds = 1000\n{each}")).one_card(5_000),
            None
        );
    }

    #[test]
    fn rounds_are_the_power_of_one_round() {
        let rounds = |rounds: u32| {
            made(&format!(
                "pile = 3\nrounds = {rounds}\neach = {{ kind = \"riffle\" }}"
            ))
            .one_card(10)
            .unwrap()
        };
        let mut product = rounds(1);
        for count in 2..=7 {
            product = product.then(&rounds(1));
            for (a, b) in rounds(count).cells().iter().zip(product.cells()) {
                assert!((a - b).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn words_say_what_is_done() {
        let text = made("rounds = 20\neach = { kind = \"fisher-yates\" }").describe();
        assert_eq!(
            text,
            "in piles of 40, two of them shuffled together and split 20 times (ideal shuffle (Fisher-Yates))"
        );
    }
}
