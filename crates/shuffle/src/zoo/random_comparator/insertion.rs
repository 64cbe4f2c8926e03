//! Insertion sort by coins.
//!
//! Each card in turn goes up past the card above it as long as a coin says so. So card i passes k cards
//! with probability 2⁻ᵏ⁻¹, and all i of them with 2⁻ⁱ: half of all cards stay where they are, and hardly
//! any goes far.
//!
//! V8 before version 7.0 sorted arrays of up to 10 elements so (`InsertionSort` in src/js/array.js);
//! here it sorts decks of any size.

use super::super::super::prelude::*;
use super::super::super::two_card::insertions::{self, Insertion};
use super::{all_heads, coin};

#[derive(Debug)]
pub(super) struct InsertionSort;

/// Sorts `deck` by coins.
pub(super) fn sort<D: Draws>(deck: &mut [Card], draws: &mut D) {
    for from in 1..deck.len() {
        let mut to = from;
        while to > 0 && coin(draws) {
            deck.swap(to, to - 1);
            to -= 1;
        }
    }
}

/// The insertions that sort the cards from `top` up to `end`.
pub(super) fn insertions(top: usize, end: usize) -> impl DoubleEndedIterator<Item = Insertion> {
    (top + 1..end).map(move |at| {
        let places = (top..=at).map(|to| {
            let coins = (at - to) + usize::from(to > top);
            all_heads(coins)
        });
        Insertion::new(top, places.collect())
    })
}

impl Law for InsertionSort {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        sort(deck, draws);
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let steps = insertions(0, cards);
        Some(steps.fold(Matrix::identity(cards), |chain, step| step.one_card(&chain)))
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        let steps = insertions(0, pairs.cards());
        let through = |pairs: Pairs, step: Insertion| step.two_card(&pairs, direction);
        Some(match direction {
            Direction::Forward => steps.fold(pairs.clone(), through),
            Direction::Backward => steps.rev().fold(pairs.clone(), through),
        })
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(insertions::effort(cards, cards))
    }

    fn describe(&self) -> String {
        "sorted with a random comparison, by insertion (wrong)".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn the_chains_are_those_of_enumeration() {
        for cards in 2..=7_usize {
            let orders = testing::enumeration_agrees(&InsertionSort, cards);
            assert_eq!(orders, (1..=cards).product::<usize>());
            testing::two_cards_agree(&InsertionSort, cards);
        }
        testing::two_cards_are_consistent(&InsertionSort, 52);
        testing::simulation_follows_the_chain(&InsertionSort, 52, 20_000);
    }

    /// The last card is inserted once: with five names it stays with probability ½, as the browser
    /// at the right end did.
    #[test]
    fn the_last_card_stays_half_the_time() {
        for cards in [2, 5, 52, 200] {
            let chain = InsertionSort.one_card(cards).unwrap();
            let stays = chain.get(cards - 1, cards - 1);
            assert!((stays - 0.5).abs() < 1e-15);
        }
    }
}
