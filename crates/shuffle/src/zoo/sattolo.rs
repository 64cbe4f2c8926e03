//! Sattolo's algorithm, taken for a shuffle: every card leaves its place, and all in one cycle.
//!
//! For i from the bottom position up to the second, the card at i is swapped with one picked uniformly
//! from the positions *above* it: Fisher-Yates that forgets i itself. All (n − 1)! orders that are a
//! single cycle come out, all equally likely, and no others. So each is one order of n: the distance
//! from an ideal shuffle is 1 − 1/n, though every position looks nearly right.
//!
//! Sattolo (1986), "An algorithm to generate a random cyclic permutation", Information Processing
//! Letters 22(6), 315-317, meant just that. Seen: as an off-by-one mistake in Fisher-Yates, listed
//! as the commonest one by Wikipedia's "Fisher-Yates shuffle" (implementation errors).

use super::super::prelude::*;
use super::super::two_card::swaps::{self, Swap};

pub(in super::super) const KIND: Kind = Kind {
    name: "sattolo",
    group: Group::Wrong,
    time: None,
    about: "Fisher-Yates that never leaves a card in place: orders of a single cycle only",
    source: "Sattolo (1986); as a mistake: Wikipedia, Fisher-Yates shuffle, implementation errors",
    parameters: &[],
    build: |_| Ok(Box::new(Sattolo)),
};

#[derive(Debug)]
struct Sattolo;

fn swaps(cards: usize) -> impl DoubleEndedIterator<Item = Swap> {
    (1..cards).rev().map(|at| Swap::evenly(at, at))
}

impl Law for Sattolo {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        for at in (1..deck.len()).rev() {
            let other = draws.below(at as u32) as usize;
            deck.swap(at, other);
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        Some(swaps::one_card(cards, swaps(cards)))
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        Some(swaps::two_card(pairs, direction, swaps(pairs.cards())))
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(swaps::effort(cards, cards))
    }

    /// ln (n − 1)!: as many outcomes, each another order.
    fn ln_support(&self, cards: usize) -> f64 {
        ln_factorial(cards - 1)
    }

    /// A cycle of n cards is n − 1 swaps.
    fn is_odd(&self, cards: usize) -> Option<bool> {
        Some(cards.is_multiple_of(2))
    }

    fn mixing(&self) -> Mixing {
        Mixing::EquallyLikely
    }

    fn describe(&self) -> String {
        "Sattolo's cyclic orders (wrong: no card keeps its place)".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn every_order_is_a_single_cycle() {
        for cards in [2, 3, 8, 52] {
            for deck in testing::sample(&Sattolo, cards, 200) {
                let (mut at, mut length) = (usize::from(deck[0]), 1);
                while at != 0 {
                    at = usize::from(deck[at]);
                    length += 1;
                }
                assert_eq!(length, cards);
            }
        }
    }

    #[test]
    fn the_chains_and_the_support_are_those_of_enumeration() {
        for cards in 2..=7_usize {
            let orders = testing::enumeration_agrees(&Sattolo, cards);
            assert_eq!(orders, (1..cards).product::<usize>());
            testing::two_cards_agree(&Sattolo, cards);
        }
        testing::simulation_follows_the_chain(&Sattolo, 52, 20_000);
    }

    /// The other n − 1 places are equally likely.
    #[test]
    fn no_card_keeps_its_place() {
        let chain = Sattolo.one_card(30).unwrap();
        for (from, row) in chain.rows().enumerate() {
            for (to, p) in row.iter().enumerate() {
                let expected = if from == to { 0.0 } else { 1.0 / 29.0 };
                assert!((p - expected).abs() < 1e-15, "{from} {to} {p}");
            }
        }
    }
}
