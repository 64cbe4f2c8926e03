//! The exchange shuffle: each position in turn is swapped with any of the n positions.
//!
//! For i from the top down to the last position, the card at i is swapped with one picked uniformly
//! from *all* positions, where Fisher-Yates picks among those that it has not been through. Its
//! nⁿ outcomes cannot be shared out evenly over n! orders: n − 1 divides n! and not nⁿ. The sorted
//! order is the likeliest one for n ≥ 18 (Goldstein and Moews, 2003), and the deck keeps a trace of
//! its start: a card is likelier to end just above its place than just below it.
//!
//! Seen: Atwood (7 December 2007), "The Danger of Naïveté", codinghorror.com, who printed it as what
//! most programmers write; the mistake is found in programs of all kinds. Robbins and Bolker (1981),
//! "The bias of three pseudo-random shuffles", Aequationes Mathematicae 22, 268-292, computed its law;
//! Goldstein and Moews (2003), "The identity is the most likely exchange shuffle for large n",
//! Aequationes Mathematicae 65, 3-30.

use super::super::prelude::*;
use super::super::two_card::swaps::{self, Swap};

pub(in super::super) const KIND: Kind = Kind {
    name: "swap-with-any",
    group: Group::Wrong,
    time: None,
    about: "each position swapped with any of all positions, not with those that are left",
    source: "Atwood (2007), The Danger of Naïveté; Robbins and Bolker (1981)",
    parameters: &[],
    build: |_| Ok(Box::new(SwapWithAny)),
};

/// All orders can come up: whoever always picks a position that is still to come shuffles as
/// Fisher-Yates.
#[derive(Debug)]
struct SwapWithAny;

fn swaps(cards: usize) -> impl DoubleEndedIterator<Item = Swap> {
    (0..cards).map(move |at| Swap::evenly(at, cards))
}

impl Law for SwapWithAny {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len() as u32;
        for at in 0..deck.len() {
            let other = draws.below(cards) as usize;
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

    fn describe(&self) -> String {
        "each position swapped with any other or itself (wrong)".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    /// The 27 outcomes of three cards, as the article of 2007 counts them: 4, 5, 5, 5, 4, 4.
    #[test]
    fn three_cards_are_as_published() {
        let orders = crate::Shuffle::orders(&SwapWithAny, 3);
        let of = |deck: [Card; 3]| (orders[&deck.to_vec()] * 27.0).round() as u32;
        assert_eq!(
            [
                of([0, 1, 2]),
                of([0, 2, 1]),
                of([1, 0, 2]),
                of([1, 2, 0]),
                of([2, 0, 1]),
                of([2, 1, 0])
            ],
            [4, 5, 5, 5, 4, 4]
        );
    }

    #[test]
    fn the_chains_are_those_of_enumeration() {
        for cards in 2..=7_usize {
            let orders = testing::enumeration_agrees(&SwapWithAny, cards);
            assert_eq!(orders, (1..=cards).product::<usize>());
            testing::two_cards_agree(&SwapWithAny, cards);
        }
    }

    #[test]
    fn a_card_ends_above_its_place_more_often_than_below() {
        let chain = SwapWithAny.one_card(52).unwrap();
        assert!(chain.get(30, 29) > 1.2 / 52.0 && chain.get(30, 31) < 0.9 / 52.0);
        testing::simulation_follows_the_chain(&SwapWithAny, 52, 20_000);
    }
}
