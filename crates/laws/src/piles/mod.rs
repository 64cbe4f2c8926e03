//! Two rounds of dealing onto piles and shuffling each, and what they leave undone.
//!
//! A deck of n cards is dealt onto p piles, each pile is shuffled ideally, the piles are stacked; all this
//! twice. A card that was dealt onto pile j is afterwards, with the same probability, at any of
//! the `m_j` places of that pile in the stack. Some number `N_jk` of these places is dealt onto pile k in
//! the second round, where again all `m_k` places are equally likely. So it ends at a given place of pile k with
//! probability `N_jk / (m_j m_k)`, and a further dealing without shuffling only renames the places.
//!
//! All places are equally likely just if p² divides n: otherwise some `m_j m_k / n` is no whole
//! number. No place is impossible just if every pile has p cards or more.
//!
//! The technique is that of Weizenbaum (2021), How to Randomize a Cube.

mod packs;

use std::ops::Range;

pub use packs::{Known, Packs, dealt_directly};

use super::lattice::sum::Sum;
use super::marked_cards::hand;

/// `cards` cards on `piles` piles, of which the first ones have one card more than the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dealing {
    cards: usize,
    piles: usize,
}

/// Bounds on a card's place after the two rounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Places {
    /// n times the least probability of any card for any place.
    pub smallest: f64,
    /// n times the largest.
    pub largest: f64,
    /// The largest total variation of any card's place from uniform.
    pub distance: f64,
}

impl Dealing {
    /// # Panics
    /// Without cards or piles.
    pub fn new(cards: usize, piles: usize) -> Self {
        assert!(cards > 0 && piles > 0, "a deck and piles");
        Self { cards, piles }
    }

    /// Piles that have a card.
    pub fn piles(&self) -> usize {
        self.piles.min(self.cards)
    }

    /// Cards in each pile.
    pub fn size(&self, pile: usize) -> usize {
        self.cards / self.piles + usize::from(pile < self.cards % self.piles)
    }

    /// The places of each pile once the piles are stacked, the first on top.
    pub(crate) fn stacked(&self, pile: usize) -> Range<usize> {
        let more = pile.min(self.cards % self.piles);
        let top = pile * (self.cards / self.piles) + more;
        top..top + self.size(pile)
    }

    /// The pile, from 0, that the last card is dealt onto.
    pub fn last(&self) -> usize {
        (self.cards - 1) % self.piles
    }

    /// The number of places in `range` that are dealt onto `pile`.
    pub fn dealt(&self, range: &Range<usize>, pile: usize) -> usize {
        let before = |end: usize| (end + self.piles - 1 - pile) / self.piles;
        before(range.end) - before(range.start)
    }

    /// The one-card law of two rounds, in a few figures. They are quotients of whole numbers.
    pub fn places(&self) -> Places {
        let n = self.cards;
        let mut places = Places {
            smallest: f64::INFINITY,
            largest: 0.0,
            distance: 0.0,
        };
        for first in 0..self.piles() {
            let (own, range) = (self.size(first), self.stacked(first));
            let mut off = 0;
            for second in 0..self.piles() {
                let size = self.size(second);
                let come = n * self.dealt(&range, second);
                let even = own * size;
                let times = come as f64 / even as f64;
                places.smallest = places.smallest.min(times);
                places.largest = places.largest.max(times);
                off += come.abs_diff(even);
            }
            let distance = off as f64 / (2 * own * n) as f64;
            places.distance = places.distance.max(distance);
        }
        places
    }

    /// The places of the stack from which the cards of a last dealing come, from the top of the new stack
    /// down; dealt face down, so that each pile is reversed.
    pub fn dealt_again(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.piles()).flat_map(|pile| (pile..self.cards).step_by(self.piles).rev())
    }

    /// The law of the number of marked cards at these places of the stack, for so many marked cards
    /// in each pile, all places in their pile equally likely. Hypergeometric for each pile, and the
    /// piles are independent.
    pub fn among(&self, marked: &[usize], places: &[usize]) -> Vec<f64> {
        let mut law = vec![1.0];
        for (pile, &marked) in marked.iter().enumerate() {
            let range = self.stacked(pile);
            let taken = places.iter().filter(|place| range.contains(place)).count();
            if taken > 0 && marked > 0 {
                law = sum_of(&law, &hand(self.size(pile), marked, taken));
            }
        }
        law
    }
}

/// The law of the sum of two independent numbers.
fn sum_of(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut law = vec![0.0; one.len() + other.len() - 1];
    for (i, p) in one.iter().enumerate() {
        for (j, q) in other.iter().enumerate() {
            law[i + j] += p * q;
        }
    }
    law
}

/// The law of the number of marked cards among a random number of cards drawn from `cards` cards,
/// `marked` of them marked.
pub fn thinned(law: &[f64], cards: usize, marked: usize) -> Vec<f64> {
    let mut thinned = vec![0.0; law.len()];
    for (drawn, p) in law.iter().enumerate().filter(|(_, p)| **p > 0.0) {
        for (cell, q) in thinned.iter_mut().zip(hand(cards, marked, drawn)) {
            *cell += p * q;
        }
    }
    thinned
}

/// Mean and variance of a law on 0, 1, 2, …
pub fn moments(law: &[f64]) -> (f64, f64) {
    let terms = |of: &dyn Fn(f64) -> f64| {
        let each = law.iter().enumerate();
        Sum::of(each.map(|(value, p)| p * of(value as f64))).value()
    };
    let mean = terms(&|value| value);
    (mean, terms(&|value| (value - mean) * (value - mean)))
}

/// Total variation of two laws on 0, 1, 2, …
pub fn distance(one: &[f64], other: &[f64]) -> f64 {
    let at = |law: &[f64], value: usize| law.get(value).copied().unwrap_or(0.0);
    let values = 0..one.len().max(other.len());
    0.5 * Sum::of(values.map(|value| (at(one, value) - at(other, value)).abs())).value()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn piles_are_those_of_a_dealing_card_by_card() {
        for (cards, piles) in [(540, 8), (540, 6), (7, 3), (6, 3), (5, 9), (100, 10)] {
            let dealing = Dealing::new(cards, piles);
            let mut dealt = vec![0; piles];
            (0..cards).for_each(|at| dealt[at % piles] += 1);
            let sizes: Vec<usize> = (0..dealing.piles())
                .map(|pile| dealing.size(pile))
                .collect();
            assert_eq!(sizes, dealt[..dealing.piles()]);
            assert_eq!(dealing.stacked(dealing.piles() - 1).end, cards);
            for range in [0..cards, 2..5, 3..3] {
                for pile in 0..dealing.piles() {
                    let counted = range.clone().filter(|at| at % piles == pile).count();
                    assert_eq!(dealing.dealt(&range, pile), counted);
                }
            }
            let mut again: Vec<usize> = dealing.dealt_again().collect();
            again.sort_unstable();
            assert!(again.into_iter().eq(0..cards));
        }
        // The document's check that no card is missing: the fourth pile.
        assert_eq!(Dealing::new(540, 8).last() + 1, 4);
    }

    #[test]
    fn a_cube_of_540_cards() {
        let eight = Dealing::new(540, 8).places();
        assert!((eight.smallest - 0.934).abs() < 5e-4 && (eight.largest - 1.083).abs() < 5e-4);
        let six = Dealing::new(540, 6).places();
        let six = [six.smallest, six.largest, six.distance];
        assert_eq!(six.map(f64::to_bits), [1.0, 1.0, 0.0].map(f64::to_bits));
        let nine = Dealing::new(540, 9).places();
        assert_close(nine.smallest, 0.9, 1e-15);
        assert_close(nine.largest, 1.05, 1e-15);
    }

    /// Every place is equally likely just where p² divides n, and none is impossible just where each pile has
    /// p cards or more: p, and not more than p.
    #[test]
    fn places_are_equal_just_where_the_square_divides() {
        for cards in 2..=150 {
            for piles in 2..=cards {
                let places = Dealing::new(cards, piles).places();
                let divides = cards.is_multiple_of(piles * piles);
                assert_eq!(places.distance <= 0.0, divides, "{cards}, {piles}");
                assert_eq!(places.smallest >= 1.0 && places.largest <= 1.0, divides);
                assert_eq!(places.smallest > 0.0, cards / piles >= piles);
            }
        }
    }

    #[test]
    fn laws_add_thin_and_compare() {
        let two = sum_of(&[0.5, 0.5], &[0.5, 0.5]);
        assert_eq!(two, [0.25, 0.5, 0.25]);
        assert_eq!(moments(&two), (1.0, 0.5));
        assert_close(distance(&two, &[0.0, 0.0, 0.0, 1.0]), 1.0, 1e-15);
        // Two of four cards are drawn, and two of four are marked.
        let drawn = thinned(&[0.0, 0.0, 1.0], 4, 2);
        assert!(distance(&drawn, &hand(4, 2, 2)) < 1e-15);
    }
}
