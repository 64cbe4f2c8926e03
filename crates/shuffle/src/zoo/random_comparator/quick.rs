//! Quicksort by coins.
//!
//! Up to ten cards are sorted by insertion. A larger part of the deck is partitioned about a pivot, the
//! "median" of its first, last and middle card by three coins or two; above 1,000 cards the middle one
//! is the "median" of a sample, sorted by coins like everything else. The pivot goes to the second
//! place. Then each card is compared with it, from the third on: a smaller one is exchanged with the
//! pivot, which so moves down behind it; for a greater one a smaller one is looked for from the bottom up,
//! and put in its place. Both parts are then sorted in the same way, the smaller one first.
//!
//! V8 before version 7.0 (`QuickSort` in src/js/array.js), for arrays of more than ten elements: Chrome
//! until version 69, Node until 10. The scan from below ends where it meets the one from above, whatever
//! the coins say, and no card is compared twice with a pivot.
//!
//! No exact chain of it is known to us for more than ten cards.

use super::super::super::prelude::*;
use super::coin;
use super::insertion::{self, InsertionSort};

/// Above so many cards the third candidate for the pivot is taken from a sample.
const SAMPLED: usize = 1_000;

#[derive(Debug)]
pub(super) struct QuickSort {
    /// Up to so many cards, two at least, are sorted by insertion.
    short: usize,
}

impl QuickSort {
    /// The sort as it was shipped.
    pub(crate) const SHIPPED: Self = Self { short: 10 };

    fn sort<D: Draws>(&self, mut deck: &mut [Card], draws: &mut D) {
        while deck.len() > self.short {
            let third = if deck.len() > SAMPLED {
                self.sample(deck.len(), draws)
            } else {
                deck.len() / 2
            };
            let (smaller, greater) = partition(deck, third, draws);
            let (upper, lower) = deck.split_at_mut(greater);
            let upper = &mut upper[..smaller];
            deck = if lower.len() < upper.len() {
                self.sort(lower, draws);
                upper
            } else {
                self.sort(upper, draws);
                lower
            };
        }
        insertion::sort(deck, draws);
    }

    /// A position whose card stands in the middle of a sample, after it was sorted.
    fn sample<D: Draws>(&self, cards: usize, draws: &mut D) -> usize {
        let step = 200 + (cards & 15);
        let positions = (1..cards - 1).step_by(step);
        let mut sample: Vec<Card> = positions.map(|position| position as Card).collect();
        self.sort(&mut sample, draws);
        usize::from(sample[sample.len() / 2])
    }
}

/// Brings the cards that coins call smaller than a pivot above it, and the greater ones below it.
/// Returns how many are smaller, and where the greater ones begin.
fn partition<D: Draws>(deck: &mut [Card], third: usize, draws: &mut D) -> (usize, usize) {
    let last = deck.len() - 1;
    // The least, the greatest and the middle one of three, as far as coins can tell.
    let [mut least, mut pivot, mut greatest] = [deck[0], deck[last], deck[third]];
    if coin(draws) {
        std::mem::swap(&mut least, &mut pivot);
    }
    let third_is_least = coin(draws);
    if third_is_least {
        (least, pivot, greatest) = (greatest, least, pivot);
    }
    if !third_is_least && coin(draws) {
        std::mem::swap(&mut pivot, &mut greatest);
    }
    deck[0] = least;
    deck[last] = greatest;
    deck[third] = deck[1];
    deck[1] = pivot;
    // The pivot's position, and where the greater cards begin.
    let (mut smaller, mut greater) = (1, last);
    let mut at = 2;
    'scan: while at < greater {
        if coin(draws) {
            // Greater: look for a smaller one from the bottom up.
            loop {
                greater -= 1;
                if greater == at {
                    break 'scan;
                }
                if !coin(draws) {
                    break;
                }
            }
            deck.swap(at, greater);
        }
        deck.swap(at, smaller);
        smaller += 1;
        at += 1;
    }
    (smaller, greater)
}

impl Law for QuickSort {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        self.sort(deck, draws);
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let by_insertion = cards <= self.short;
        by_insertion
            .then(|| InsertionSort.one_card(cards))
            .flatten()
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        let by_insertion = pairs.cards() <= self.short;
        let insertion = || InsertionSort.two_card(pairs, direction);
        by_insertion.then(insertion).flatten()
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        let by_insertion = cards <= self.short;
        let insertion = || InsertionSort.two_card_effort(cards);
        by_insertion.then(insertion).flatten()
    }

    fn describe(&self) -> String {
        "sorted with a random comparison, by quicksort (wrong)".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shuffle, testing};
    use deck::MAX_CARDS;

    /// Comparisons that a list gives in turn, and the outcome of which is counted.
    fn permutes(cards: usize, decks: usize) {
        for mut deck in testing::sample(&QuickSort::SHIPPED, cards, decks) {
            deck.sort_unstable();
            assert!(deck.iter().copied().eq(0..cards as Card), "{cards} cards");
        }
    }

    #[test]
    fn it_ends_and_permutes_decks_of_all_sizes() {
        for cards in (2..200).chain([999, 1_000, 1_001, 1_015, 1_016, 5_000]) {
            permutes(cards, 3);
        }
        permutes(MAX_CARDS, 1);
    }

    /// Every outcome of every coin, on decks that are partitioned down to two or three cards: all
    /// orders come out, with probabilities that sum to 1.
    #[test]
    fn all_outcomes_of_all_coins_end() {
        for short in [2, 3] {
            for cards in 2..=8_usize {
                let orders = QuickSort { short }.orders(cards);
                assert_eq!(orders.len(), (1..=cards).product::<usize>());
                let total: f64 = orders.values().sum();
                assert!((total - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn up_to_ten_cards_it_is_insertion_sort() {
        for cards in [2, 6, 7] {
            assert_eq!(
                QuickSort::SHIPPED.orders(cards),
                InsertionSort.orders(cards)
            );
        }
        assert_eq!(
            Law::one_card(&QuickSort::SHIPPED, 10),
            Law::one_card(&InsertionSort, 10)
        );
        assert_eq!(Law::one_card(&QuickSort::SHIPPED, 11), None);
        testing::two_cards_agree(&QuickSort::SHIPPED, 7);
    }
}
