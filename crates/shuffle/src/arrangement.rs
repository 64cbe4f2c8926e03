//! Shuffles in which nothing is random: one rearrangement, the same each time.
//!
//! All that is known of such a shuffle follows from where each card comes from, so a [`Fixed`] one
//! needs no more than an [`Arrangement`].

use std::fmt;

use super::{Law, Mixing, Scratch, two_card};
use deck::Card;
use deck::rng::Draws;
use laws::matrix::Matrix;
use laws::pairs::{Direction, Effort, Pairs};
use laws::permutation::Permutation;

/// A rearrangement of decks of any size.
pub(super) trait Arrangement: fmt::Debug + Send + Sync {
    /// The positions, from 0, that the cards of the new deck had in the old one of `cards` cards,
    /// from the top down: each of 0 to `cards` − 1 once.
    fn gathered(&self, cards: usize) -> impl Iterator<Item = usize>;

    /// One line for legends.
    fn describe(&self) -> String;
}

/// The shuffle that always makes this arrangement.
#[derive(Debug)]
pub(super) struct Fixed<A>(pub A);

impl<A: Arrangement> Law for Fixed<A> {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, _draws: &mut D) {
        scratch.deck.clear();
        scratch.deck.extend_from_slice(deck);
        for (slot, from) in deck.iter_mut().zip(self.0.gathered(scratch.deck.len())) {
            *slot = scratch.deck[from];
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let moves = self.0.gathered(cards).enumerate();
        Some(Matrix::permutation(
            cards,
            moves.map(|(to, from)| (from, to)),
        ))
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        let mut to = vec![0; pairs.cards()];
        for (end, start) in self.0.gathered(pairs.cards()).enumerate() {
            to[start] = end;
        }
        Some(two_card::moved(pairs, direction, &to))
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(two_card::effort_of_moving(cards))
    }

    fn ln_support(&self, _cards: usize) -> f64 {
        0.0
    }

    fn is_odd(&self, cards: usize) -> Option<bool> {
        let deck: Vec<Card> = self.0.gathered(cards).map(|from| from as Card).collect();
        Some(Permutation::of_deck(&deck).is_odd())
    }

    fn mixing(&self) -> Mixing {
        Mixing::Fixed
    }

    fn describe(&self) -> String {
        self.0.describe()
    }
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use crate::testing;

    /// The sorted deck of `cards` cards after the shuffle, top first.
    pub fn once<A: Arrangement>(arrangement: A, cards: usize) -> Vec<Card> {
        testing::sample(&Fixed(arrangement), cards, 1).remove(0)
    }

    /// The chain, the two-card chain and the support are those of a single order, for small decks.
    pub fn is_a_single_order<A: Arrangement>(arrangement: A) {
        let shuffle = Fixed(arrangement);
        for cards in 2..=9 {
            assert_eq!(testing::enumeration_agrees(&shuffle, cards), 1);
            testing::two_cards_agree(&shuffle, cards);
            assert_eq!(shuffle.ln_support(cards).to_bits(), 0.0_f64.to_bits());
            testing::simulation_follows_the_chain(&shuffle, cards, 20);
        }
    }
}
