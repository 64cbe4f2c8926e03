//! The random list: a random sequence says which pile each card goes to, each pile is shuffled, and the
//! piles are stacked with the first on top.
//!
//! The sequence has every pile's number ⌊n/p⌋ or ⌈n/p⌉ times, the first n mod p piles one time more, and all
//! such sequences are equally likely. If each pile is shuffled ideally, so is the deck: a
//! sequence and an order of each pile make an order of the deck, each order in exactly one way, as
//! n!/(m₁!…mₚ!) sequences times m₁!…mₚ! orders of the piles are n!.
//!
//! Weizenbaum (2021), How to Randomize a Cube, under "True Randomization", where the number of
//! sequences is misprinted as C!/(C/p)! and that of the orders of all piles as (C/p)!; both need
//! (C/p)!ᵖ.

use super::inner_shuffles::Inner;
use super::piles::{Chains, EACH_PILE, PILES_OF, sizes};
use super::prelude::*;
use laws::marked_cards::hand;

pub(super) const KIND: Kind = Kind {
    name: "random-list",
    group: Group::Cards,
    time: Some(Time::of_hands(5.0, 0.8)),
    about: "dealt onto piles as a random list says, each pile is shuffled; ideal if that is",
    source: "Weizenbaum (2021), How to Randomize a Cube: True Randomization",
    parameters: &[PILES_OF, EACH_PILE],
    build: |params| {
        let piles = params.required_whole("piles", 2..=MAX_CARDS as u32)? as usize;
        let each = Inner::read(params)?;
        Ok(Box::new(RandomList { piles, each }))
    },
};

/// The list before it is shuffled: for each of `cards` cards the number of a pile, from 0, as many of each as
/// the pile holds, in order.
pub fn in_order(cards: usize, piles: usize) -> impl Iterator<Item = usize> {
    sizes(cards, piles)
        .enumerate()
        .flat_map(|(pile, size)| std::iter::repeat_n(pile, size))
}

#[derive(Debug)]
struct RandomList {
    piles: usize,
    each: Inner,
}

impl RandomList {
    /// Natural logarithm of the number of sequences.
    fn ln_sequences(&self, cards: usize) -> f64 {
        let piles = sizes(cards, self.piles).map(ln_factorial);
        ln_factorial(cards) - piles.sum::<f64>()
    }

    /// Says where the top card of each pile comes to lie.
    fn tops(&self, cards: usize) -> impl Iterator<Item = usize> {
        sizes(cards, self.piles).scan(0, |next, size| {
            let top = *next;
            *next += size;
            Some(top)
        })
    }
}

impl Law for RandomList {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len();
        let mut list: Vec<Card> = in_order(cards, self.piles)
            .map(|pile| pile as Card)
            .collect();
        draws.shuffle(&mut list);
        scratch.deck.clear();
        scratch.deck.extend_from_slice(deck);
        // Each card covers those before it: a pile is filled from its bottom up.
        let ends = self.tops(cards).zip(sizes(cards, self.piles));
        let mut free: Vec<usize> = ends.map(|(top, size)| top + size).collect();
        for (&card, pile) in scratch.deck.iter().zip(list) {
            let place = &mut free[usize::from(pile)];
            *place -= 1;
            deck[*place] = card;
        }
        let mut left = deck;
        for size in sizes(cards, self.piles) {
            let (part, rest) = left.split_at_mut(size);
            self.each.shuffle(part, scratch, draws);
            left = rest;
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        if self.mixing() == Mixing::Ideal {
            return Some(Matrix::uniform(cards));
        }
        let chains = Chains::of(sizes(cards, self.piles), Some(&self.each))?;
        let mut matrix = Matrix::zero(cards);
        for (top, size) in self.tops(cards).zip(sizes(cards, self.piles)) {
            let to_pile = size as f64 / cards as f64;
            let chain = chains.of_size(size);
            for from in 0..cards {
                // So many of the cards dealt before it lie under it.
                let under = hand(cards - 1, size - 1, from);
                for (under, p) in under.into_iter().enumerate().filter(|(_, p)| *p > 0.0) {
                    let row = chain.row(size - 1 - under).iter().enumerate();
                    for (at, &there) in row.filter(|(_, there)| **there > 0.0) {
                        matrix.add(from, top + at, to_pile * p * there);
                    }
                }
            }
        }
        Some(matrix)
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        (self.mixing() == Mixing::Ideal).then(|| Effort::of_tables(cards, 1))
    }

    fn ln_support(&self, cards: usize) -> f64 {
        let piles = sizes(cards, self.piles).map(|size| self.each.ln_support(size));
        (self.ln_sequences(cards) + piles.sum::<f64>()).min(ln_factorial(cards))
    }

    fn mixing(&self) -> Mixing {
        if self.each.is_ideal() {
            Mixing::Ideal
        } else {
            Mixing::Other
        }
    }

    /// Shuffles as described, however ideal: the list and the piles are simulated.
    fn blockwise(&self) -> Blockwise {
        Blockwise::EachDeck
    }

    fn describe(&self) -> String {
        format!(
            "dealt onto {} piles as a random list says, each shuffled ({})",
            self.piles,
            self.each.describe()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shuffle, build, testing};

    fn made(piles: usize, each: &str) -> Box<dyn Shuffle> {
        let text = format!("piles = {piles}\neach = {each}");
        build("random-list", text.parse().unwrap()).unwrap()
    }

    const IDEAL: &str = "{ kind = \"fisher-yates\" }";

    #[test]
    fn with_ideal_piles_all_orders_are_equally_likely() {
        for (piles, cards) in [(2, 2), (2, 4), (3, 4), (2, 5), (3, 5), (7, 5)] {
            testing::is_ideal_by_enumeration(made(piles, IDEAL).as_ref(), cards);
        }
        let shuffle = made(8, IDEAL);
        assert_eq!(shuffle.mixing(), Mixing::Ideal);
        testing::simulation_follows_the_chain(shuffle.as_ref(), 52, 10_000);
    }

    /// The number of sequences is n!/(m₁!…mₚ!), and not n!/m! as printed: for six cards on three
    /// piles 90, and not 360. Nothing but the list moves cards here.
    #[test]
    fn sequences_are_counted() {
        let still = "{ kind = \"identity\" }";
        let list = RandomList {
            piles: 3,
            each: Inner::read(
                &text::params::Params::new(
                    "random-list",
                    format!("each = {still}").parse().unwrap(),
                    KIND.parameters,
                )
                .unwrap(),
            )
            .unwrap(),
        };
        assert!((libm::exp(list.ln_sequences(6)) - 90.0).abs() < 1e-9);
        for (piles, cards, sequences) in [(3, 6, 90), (2, 5, 10), (4, 6, 180), (9, 4, 24)] {
            let shuffle = made(piles, still);
            let reached = testing::enumeration_agrees(shuffle.as_ref(), cards);
            assert_eq!(reached, sequences, "{piles}, {cards}");
            assert!((shuffle.ln_support(cards) - libm::log(sequences as f64)).abs() < 1e-12);
        }
    }

    #[test]
    fn with_other_piles_the_chain_is_that_of_enumeration() {
        for each in ["{ kind = \"riffle\" }", "{ kind = \"cut\" }"] {
            for (piles, cards) in [(2, 4), (2, 5), (3, 5)] {
                testing::enumeration_agrees(made(piles, each).as_ref(), cards);
            }
            testing::simulation_follows_the_chain(made(5, each).as_ref(), 42, 10_000);
        }
    }
}
