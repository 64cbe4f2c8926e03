//! Even permutations only: half of all orders, all equally likely, and the other half never.
//!
//! For i from the bottom position up to the third, the card at i is swapped with one picked uniformly
//! from the positions 0 to i; then the two top cards are swapped if that makes the number of swaps
//! even. Each of the n!/2 outcomes is another even permutation, so all of them are equally likely: the
//! distance from an ideal shuffle is exactly ½.
//!
//! Whatever n − 2 cards do is exactly ideal. No test of positions, of pairs, of sequences, of anything
//! that leaves two cards out of account sees it; the parity sees it in twenty decks.
//!
//! Seen: wherever a shuffle is made of moves that are all even, such as the turning of three cards.
//! It is the right scramble of the fifteen puzzle, which can be solved from just these arrangements
//! (Johnson and Story, 1879, "Notes on the '15' puzzle", American Journal of Mathematics 2, 397-404),
//! and the wrong one for a deck.

use super::super::prelude::*;

pub(in super::super) const KIND: Kind = Kind {
    name: "even-only",
    group: Group::Wrong,
    time: None,
    about: "even permutations only, all equally likely: half of the orders never come up",
    source: "the scrambles of the fifteen puzzle: Johnson and Story (1879)",
    parameters: &[],
    build: |_| Ok(Box::new(EvenOnly)),
};

#[derive(Debug)]
struct EvenOnly;

impl Law for EvenOnly {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        let mut odd = false;
        for at in (2..deck.len()).rev() {
            let other = draws.below(at as u32 + 1) as usize;
            deck.swap(at, other);
            odd ^= other != at;
        }
        if odd {
            deck.swap(0, 1);
        }
    }

    /// Three cards or more: each card is equally likely to be anywhere. Two cards never move.
    fn one_card(&self, cards: usize) -> Option<Matrix> {
        Some(match cards {
            2 => Matrix::identity(cards),
            _ => Matrix::uniform(cards),
        })
    }

    /// Four cards or more: any two of them are where those of an ideal deck are. The even
    /// permutations of three cards are the cuts.
    fn two_card(&self, pairs: &Pairs, _direction: Direction) -> Option<Pairs> {
        let cards = pairs.cards();
        Some(match cards {
            2 => pairs.clone(),
            3 => Pairs::from_fn(cards, |i, j| {
                let around = (0..3).map(|turn| pairs.get((i + turn) % 3, (j + turn) % 3));
                around.sum::<f64>() / 3.0
            }),
            _ => pairs.levelled(),
        })
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(super::super::two_card::effort_of_moving(cards))
    }

    /// ln n!/2
    fn ln_support(&self, cards: usize) -> f64 {
        (ln_factorial(cards) - std::f64::consts::LN_2).max(0.0)
    }

    fn is_odd(&self, _cards: usize) -> Option<bool> {
        Some(false)
    }

    fn mixing(&self) -> Mixing {
        Mixing::EquallyLikely
    }

    fn describe(&self) -> String {
        "even permutations only (wrong: half of the orders)".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shuffle, testing};

    fn is_even(deck: &[Card]) -> bool {
        let inversions = (0..deck.len()).map(|i| {
            let later = deck[i + 1..].iter();
            later.filter(|&&card| card < deck[i]).count()
        });
        inversions.sum::<usize>().is_multiple_of(2)
    }

    #[test]
    fn every_even_order_is_equally_likely_and_no_odd_one_comes_up() {
        for cards in 2..=7_usize {
            let orders = EvenOnly.orders(cards);
            let half = ((1..=cards).product::<usize>() / 2).max(1);
            assert_eq!(orders.len(), half);
            for (deck, p) in orders {
                assert!(is_even(&deck) && (p * half as f64 - 1.0).abs() < 1e-12);
            }
        }
        assert!(
            testing::sample(&EvenOnly, 52, 500)
                .iter()
                .all(|deck| is_even(deck))
        );
    }

    #[test]
    fn the_chains_are_those_of_enumeration() {
        for cards in 2..=7_usize {
            testing::enumeration_agrees(&EvenOnly, cards);
            testing::two_cards_agree(&EvenOnly, cards);
        }
        testing::simulation_follows_the_chain(&EvenOnly, 52, 20_000);
    }

    /// The shuffle does not look at the cards: a deck that begins odd stays odd.
    #[test]
    fn it_moves_positions_and_not_cards() {
        let mut deck: Vec<Card> = vec![1, 0, 2, 3, 4];
        let mut stream = deck::rng::Generator::Pcg64
            .stream(&deck::rng::Seed::Integer(1), "test", 0, 0)
            .unwrap();
        for _ in 0..50 {
            EvenOnly.apply(&mut deck, 5, &mut Scratch::default(), &mut stream);
            assert!(!is_even(&deck));
        }
    }
}
