//! Binary insertion sort by coins, after a run that is already in order.
//!
//! The first two cards, and all that follow them as long as a coin says that the order goes on, are a
//! run; if another coin says that it descends, it is turned round. Each card after the run is then
//! inserted among those above it by bisection: the coin chooses a half, again and again. A bisection
//! of s places ends in 2ᵐ or fewer equally likely ways, m the least with 2ᵐ > s, and its 2ᵐ outcomes are
//! not shared out evenly over s + 1 places.
//!
//! V8 since version 7.0 (Chrome 70, Node 11; Zünd, 28 September 2018, "Getting things sorted in V8",
//! v8.dev) sorts arrays of fewer than 64 elements so: its Timsort then has a single run (Peters, 2002,
//! listsort.txt of `CPython`). Larger arrays are sorted in several runs that are merged, and this is not
//! their law; here all decks are sorted in one run.

use super::super::super::prelude::*;
use super::super::super::two_card;
use super::super::super::two_card::insertions::{self, Insertion};
use super::coin;

#[derive(Debug)]
pub(super) struct BinaryInsertionSort;

/// The probability that the first run of a deck has so many cards, two at least.
fn run_chance(run: usize, cards: usize) -> f64 {
    // A coin lets each further card go on, and one more ends the run where there are cards left.
    let coins = (run - 2) + usize::from(run < cards);
    super::all_heads(coins)
}

/// The insertion of the card at `at`.
fn insertion(at: usize) -> Insertion {
    /// Shares `weight` out over the places from `left` to `right`, one of which is found.
    fn bisect(left: usize, right: usize, weight: f64, places: &mut [f64]) {
        if left == right {
            places[left] += weight;
            return;
        }
        let middle = left + (right - left) / 2;
        bisect(left, middle, 0.5 * weight, places);
        bisect(middle + 1, right, 0.5 * weight, places);
    }
    let mut places = vec![0.0; at + 1];
    bisect(0, at, 1.0, &mut places);
    Insertion::new(0, places)
}

/// Says where the cards go when the first `run` of them are turned round.
fn turned(run: usize, cards: usize) -> Vec<usize> {
    let to = |at: usize| if at < run { run - 1 - at } else { at };
    (0..cards).map(to).collect()
}

/// A table, as it is and with the run turned round, both with probability ½, times the chance of the
/// run.
fn begun(pairs: &Pairs, run: usize, direction: Direction) -> Pairs {
    let cards = pairs.cards();
    let half = 0.5 * run_chance(run, cards);
    let turned = two_card::moved(pairs, direction, &turned(run, cards));
    Pairs::from_fn(cards, |i, j| half * (pairs.get(i, j) + turned.get(i, j)))
}

impl Law for BinaryInsertionSort {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        let descends = coin(draws);
        let mut run = 2;
        while run < deck.len() && coin(draws) {
            run += 1;
        }
        if descends {
            deck[..run].reverse();
        }
        for at in run..deck.len() {
            let (mut left, mut right) = (0, at);
            while left < right {
                let middle = left + (right - left) / 2;
                if coin(draws) {
                    right = middle;
                } else {
                    left = middle + 1;
                }
            }
            deck[left..=at].rotate_right(1);
        }
    }

    /// Decks with a run of r cards join those with shorter ones before card r is inserted.
    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let mut chain = Matrix::zero(cards);
        for run in 2..=cards {
            if run > 2 {
                chain = insertion(run - 1).one_card(&chain);
            }
            let half = 0.5 * run_chance(run, cards);
            for (from, to) in turned(run, cards).into_iter().enumerate() {
                chain.add(from, from, half);
                chain.add(from, to, half);
            }
        }
        Some(chain)
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        let cards = pairs.cards();
        Some(match direction {
            Direction::Forward => {
                let mut law = begun(pairs, 2, direction);
                for run in 3..=cards {
                    law = insertion(run - 1).two_card(&law, direction);
                    law.add(&begun(pairs, run, direction));
                }
                law
            }
            Direction::Backward => {
                let mut value = pairs.clone();
                let mut sum = begun(&value, cards, direction);
                for run in (2..cards).rev() {
                    value = insertion(run).two_card(&value, direction);
                    sum.add(&begun(&value, run, direction));
                }
                sum
            }
        })
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        let tables = Effort::of_tables(cards, 4).times(cards);
        let insertions = insertions::effort(cards, cards);
        Some(Effort {
            bytes: tables.bytes + insertions.bytes,
            ..insertions.then(&tables)
        })
    }

    fn describe(&self) -> String {
        "sorted with a random comparison, by binary insertion (wrong)".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn the_chains_are_those_of_enumeration() {
        for cards in 2..=7_usize {
            let orders = testing::enumeration_agrees(&BinaryInsertionSort, cards);
            assert_eq!(orders, (1..=cards).product::<usize>());
            testing::two_cards_agree(&BinaryInsertionSort, cards);
        }
        testing::two_cards_are_consistent(&BinaryInsertionSort, 52);
        testing::simulation_follows_the_chain(&BinaryInsertionSort, 52, 20_000);
    }

    /// Five places above the card: bisection finds 2 and 5 with 1/4, the others with 1/8.
    #[test]
    fn bisections_do_not_share_out_evenly() {
        let five = insertion(5);
        assert_eq!(five.places(), [0.125, 0.125, 0.25, 0.125, 0.125, 0.25]);
        for at in 1..70 {
            let total: f64 = insertion(at).places().iter().sum();
            assert!((total - 1.0).abs() < 1e-15);
        }
        let total: f64 = (2..=40).map(|run| run_chance(run, 40)).sum();
        assert!((total - 1.0).abs() < 1e-15);
    }
}
