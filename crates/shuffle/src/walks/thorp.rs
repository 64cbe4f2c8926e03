//! The Thorp shuffle: the deck is cut in two halves, and a coin says for each pair of cards at the same place of both which
//! of the two falls first.
//!
//! In a deck of 2m cards, those at i and i + m, counted from 0, come to 2i and 2i + 1, in either order. So one shuffle gives
//! 2ᵐ orders, all equally likely. It stood for riffles in Faro (Thorp, 1973), and is studied for decks of 2ᵈ cards, as a
//! cipher for small sets of numbers too (Morris, 2009).
//!
//! Papers define it for even decks. Of an odd one the upper part has a card more here, which falls last: the middle card
//! goes to the bottom.

use super::super::prelude::*;
use super::super::two_card;
use super::{Alike, MOVES, Move, build};

pub(in super::super) const KIND: Kind = Kind {
    name: "thorp",
    group: Group::Studied,
    time: None,
    about: "cut in half; a coin for each pair of cards says which of the two halves drops first",
    source: "Thorp (1973), Nonrandom shuffling with applications to the game of Faro; Morris (2009), Improved mixing time \
             bounds for the Thorp shuffle and L-reversal chain",
    parameters: MOVES,
    build: |params| build(Thorp, params),
};

#[derive(Debug)]
struct Thorp;

/// The pair that the card at a position falls with; `None` of the middle card of an odd deck, which falls last.
fn pair_of(at: usize, cards: usize) -> Option<usize> {
    let (pairs, upper) = (cards / 2, cards.div_ceil(2));
    if at < upper {
        (at < pairs).then_some(at)
    } else {
        Some(at - upper)
    }
}

impl Move for Thorp {
    fn go<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let Scratch {
            deck: old, coins, ..
        } = scratch;
        old.clear();
        old.extend_from_slice(deck);
        let (pairs, upper) = (deck.len() / 2, deck.len().div_ceil(2));
        draws.coins(pairs, coins);
        for (pair, both) in deck.chunks_exact_mut(2).enumerate() {
            let second = coins[pair / 64] >> (pair % 64) & 1 == 1;
            both.copy_from_slice(&[old[pair], old[upper + pair]]);
            if second {
                both.swap(0, 1);
            }
        }
        if pairs < upper {
            deck[2 * pairs] = old[pairs];
        }
    }

    fn one_card(&self, cards: usize) -> Matrix {
        let mut matrix = Matrix::zero(cards);
        for from in 0..cards {
            match pair_of(from, cards) {
                Some(pair) => {
                    matrix.add(from, 2 * pair, 0.5);
                    matrix.add(from, 2 * pair + 1, 0.5);
                }
                None => matrix.add(from, cards - 1, 1.0),
            }
        }
        matrix
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Pairs {
        let cards = pairs.cards();
        // The place that a card goes to for either side of its pair's coin.
        let places = |at: usize| match pair_of(at, cards) {
            Some(pair) => [2 * pair, 2 * pair + 1],
            None => [cards - 1; 2],
        };
        two_card::gone(pairs, direction, |[a, b], goes| {
            let (first, second) = (places(a), places(b));
            if first == second {
                goes(first, 0.5);
                goes([first[1], first[0]], 0.5);
                return;
            }
            for i in first {
                for j in second {
                    goes([i, j], 0.25);
                }
            }
        })
    }

    fn effort(&self, cards: usize) -> Effort {
        Effort::of_tables(cards, 2).and(4.0 * (cards * cards) as f64)
    }

    fn orders(&self, cards: usize) -> Vec<Alike> {
        Alike::all((cards / 2) as f64 * std::f64::consts::LN_2)
    }

    fn is_level(&self) -> bool {
        true
    }

    fn describe(&self) -> String {
        "Thorp shuffle, a coin for each pair of cards".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_both_halves_fall_together() {
        for (cards, upper) in [(8, 4), (9, 5)] {
            let walk = super::super::Moves {
                one: Thorp,
                moves: 1,
            };
            for deck in crate::testing::sample(&walk, cards, 100) {
                for (pair, both) in deck.chunks_exact(2).enumerate() {
                    let mut both = both.to_vec();
                    both.sort_unstable();
                    assert_eq!(both, [pair as Card, (upper + pair) as Card]);
                }
                assert!(cards == 8 || deck[8] == 4);
            }
        }
    }

    /// A deck of 2ᵈ cards has each card anywhere after d shuffles.
    #[test]
    fn one_card_is_anywhere_after_as_many_shuffles_as_the_deck_is_a_power_of_two() {
        let chain = Thorp.one_card(16).power(4);
        assert!(
            chain
                .cells()
                .iter()
                .all(|cell| (cell - 1.0 / 16.0).abs() < 1e-15)
        );
    }
}
