//! The shuffle of ASF Software's online poker, 1999.
//!
//! Its published source runs ctr from 1 to 52 and swaps `card[ctr]` with `card[random(51)+1]`. Pascal's
//! `random(51)` is uniform on 0 to 50, so that the place to swap with is uniform on 1 to 51: each
//! position is swapped with any *but the last*. Here, with positions from 0 and n cards: for i from 0
//! to n − 1, swap i with one of the first n − 1. It is the exchange shuffle with a second mistake: the
//! bottom card stays where it is until the last swap, and is then sent away for certain, so that it
//! never ends at the bottom.
//!
//! Seen: Arkin, Hill, Marks, Schmid and Walls (Reliable Software Technologies, later Cigital, 1999),
//! "How We Learned to Cheat at Online Poker: A Study in Software Security", developer.com; the code
//! was shown by ASF itself to prove that its game was fair. They could cheat because of the seed, the time
//! of day in milliseconds: a policy of the source, not of the shuffle.

use super::super::prelude::*;
use super::super::two_card::swaps::{self, Swap};

pub(in super::super) const KIND: Kind = Kind {
    name: "asf-poker",
    group: Group::Wrong,
    time: None,
    about: "each position swapped with any but the last: random(51)+1 of an online poker, 1999",
    source: "Arkin, Hill, Marks, Schmid and Walls (1999), How We Learned to Cheat at Online Poker",
    parameters: &[],
    build: |_| Ok(Box::new(AsfPoker)),
};

#[derive(Debug)]
struct AsfPoker;

fn swaps(cards: usize) -> impl DoubleEndedIterator<Item = Swap> {
    (0..cards).map(move |at| Swap::evenly(at, cards - 1))
}

impl Law for AsfPoker {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        let but_the_last = deck.len() as u32 - 1;
        for at in 0..deck.len() {
            let other = draws.below(but_the_last) as usize;
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

    /// The orders are at most the n! − (n − 1)! that do not leave the bottom card in its place, and
    /// at most (n − 1)ⁿ.
    fn ln_support(&self, cards: usize) -> f64 {
        let ln = libm::log((cards - 1) as f64);
        (ln + ln_factorial(cards - 1)).min(cards as f64 * ln)
    }

    fn describe(&self) -> String {
        "each position swapped with any but the last (ASF poker, wrong)".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn the_bottom_card_never_ends_at_the_bottom() {
        for cards in [2, 3, 52] {
            let last = cards as Card - 1;
            let decks = testing::sample(&AsfPoker, cards, 2_000);
            assert!(decks.iter().all(|deck| deck[cards - 1] != last));
            let chain = AsfPoker.one_card(cards).unwrap();
            assert!(chain.get(cards - 1, cards - 1) <= 0.0);
        }
    }

    /// Three cards, 2³ outcomes, followed by hand: swap 1 with 1 or 2, 2 with 1 or 2, 3 with 1 or 2.
    #[test]
    fn three_cards_by_hand() {
        let orders = crate::Shuffle::orders(&AsfPoker, 3);
        let orders: Vec<(Vec<Card>, f64)> = orders.into_iter().collect();
        let quarter = |deck: [Card; 3]| (deck.to_vec(), 0.25);
        assert_eq!(
            orders,
            [
                quarter([0, 2, 1]),
                quarter([1, 2, 0]),
                quarter([2, 0, 1]),
                quarter([2, 1, 0])
            ]
        );
    }

    #[test]
    fn the_chains_and_the_support_are_those_of_enumeration() {
        for cards in 2..=7_usize {
            let orders = testing::enumeration_agrees(&AsfPoker, cards);
            let possible: usize = (1..cards).product::<usize>() * (cards - 1);
            assert_eq!(orders, possible, "{cards} cards");
            testing::two_cards_agree(&AsfPoker, cards);
        }
        testing::simulation_follows_the_chain(&AsfPoker, 52, 20_000);
    }
}
