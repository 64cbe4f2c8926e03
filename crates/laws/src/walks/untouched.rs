//! The law of a deck of which one random card after the other went to the top (Diaconis, Fill and Pitman 1992, "Analysis
//! of top to random shuffles").
//!
//! After k moves the cards that moved lie on top, in any order, all equally likely, and those that did not lie below in
//! the order of the start. So an order whose last l cards rise, and not one more, needs that no more than l cards stayed:
//! with P(i) the probability that i cards of n did not move in k draws, its probability times n! is
//!
//!   q(l) = Σ i! P(i), i from 0 to l,
//!
//! and a share of 1/l! − 1/(l+1)! of all orders is of that class; of l = n, the sorted order alone, 1/n!. The
//! least likely ones end in a descent, so that the separation distance is the probability that two cards or more
//! did not move: a collector's who lacks two coupons.
//!
//! The top card to a random place is the inverse, and as far from uniform.
//!
//! # Accuracy
//!
//! All terms of q are positive. q − 1 = Σ (i! − 1) P(i), i to l, less the probability that more than l stayed: the two
//! never nearly cancel in more than a few of 31 digits.

use std::sync::Arc;

use super::super::classes::{Classes, Density};
use super::super::wide::Wide;

/// Decks of more cards are not followed: n ln n moves of n steps each would take long.
const MOST_CARDS: usize = 1_000;

/// Cards times moves, some seconds.
const MOST_STEPS: usize = 30_000_000;

/// The moves of a deck that are followed, at the most; `None` if it is too large.
pub(super) fn most_moves(cards: usize) -> Option<u32> {
    let moves = u32::try_from(MOST_STEPS / cards.max(1)).unwrap_or(u32::MAX);
    (cards <= MOST_CARDS).then_some(moves)
}

/// The law of a deck after some moves.
#[derive(Debug, Clone)]
pub(super) struct Untouched {
    /// The probability that i cards did not move, at index i.
    stayed: Vec<Wide>,
    /// The classes by l from n down, in an ideal deck.
    ideal: Arc<[Wide]>,
    /// i! at index i.
    factorials: Arc<[Wide]>,
}

impl Untouched {
    /// A sorted deck. `None` if it is too large.
    pub fn from_start(cards: usize) -> Option<Self> {
        if cards > MOST_CARDS {
            return None;
        }
        let mut stayed = vec![Wide::ZERO; cards + 1];
        stayed[cards] = Wide::ONE;
        let mut factorials = vec![Wide::ONE];
        for i in 1..=cards + 1 {
            factorials.push(factorials[i - 1] * Wide::from(i));
        }
        let share = |last: usize| match last {
            last if last == cards => Wide::ONE / factorials[cards],
            last => Wide::from(last) / factorials[last + 1],
        };
        let ideal = (1..=cards).rev().map(share).collect();
        Some(Self {
            stayed,
            ideal,
            factorials: factorials.into(),
        })
    }

    /// One card more is drawn.
    pub fn step(&mut self) {
        let cards = self.stayed.len() - 1;
        let n = Wide::from(cards);
        for i in 0..=cards {
            let again = self.stayed[i] * Wide::from(cards - i);
            let first = match self.stayed.get(i + 1) {
                Some(more) => *more * Wide::from(i + 1),
                None => Wide::ZERO,
            };
            self.stayed[i] = (again + first) / n;
        }
    }

    /// The classes by l, from n down.
    pub fn classes(&self) -> Classes {
        let cards = self.stayed.len() - 1;
        // P(more than l stayed), at index l.
        let mut more = vec![Wide::ZERO; cards + 1];
        for last in (0..cards).rev() {
            more[last] = more[last + 1] + self.stayed[last + 1];
        }
        let mut ratio = self.stayed[0];
        let mut head = Wide::ZERO;
        let mut densities = Vec::with_capacity(cards);
        let classes = self.stayed.iter().zip(&*self.factorials).zip(&more);
        for ((&here, &factorial), &more) in classes.skip(1) {
            ratio = ratio + here * factorial;
            head = head + here * (factorial - Wide::ONE);
            densities.push(Density {
                ratio,
                excess: head - more,
            });
        }
        densities.reverse();
        Classes::new(Arc::clone(&self.ideal), densities)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Followed, Walk};
    use super::*;
    use crate::testing::assert_close;

    fn after(cards: usize, moves: u32) -> Classes {
        Walk::TopToRandom.after(cards, moves).unwrap()
    }

    /// The probability that at least two of n coupons are missing after k draws, by inclusion and exclusion.
    fn two_are_missing(cards: usize, draws: u32) -> f64 {
        let n = cards as f64;
        let mut choose = 1.0;
        let mut sum = 0.0;
        for missing in 1..cards {
            choose *= (n + 1.0 - missing as f64) / missing as f64;
            let draw = libm::pow(1.0 - missing as f64 / n, f64::from(draws));
            let sign = if missing % 2 == 0 { 1.0 } else { -1.0 };
            sum += sign * (missing as f64 - 1.0) * choose * draw;
        }
        sum
    }

    #[test]
    fn the_separation_is_the_tail_of_a_collector_of_coupons() {
        for (cards, moves) in [(5, 4), (20, 90), (52, 205), (52, 256), (52, 400)] {
            let found = after(cards, moves).separation();
            assert_close(found, two_are_missing(cards, moves), 1e-9);
        }
        assert_close(after(52, 20).separation(), 1.0, 1e-15);
    }

    /// Three cards: one move gives 3 of 6 orders a third each; two give the sorted one and the two with one card in front
    /// their 1/9 each and the rest alike.
    #[test]
    fn three_cards_are_as_by_hand() {
        assert_close(after(3, 1).total_variation(), 0.5, 1e-15);
        // Two draws of three cards have 9 results: 3 draw one card twice: 3 orders with 1/9; 6 draw two cards: all orders with 1/9.
        assert_close(
            after(3, 2).total_variation(),
            3.0 * (2.0 / 9.0 - 1.0 / 6.0),
            1e-15,
        );
        assert_close(after(2, 1).total_variation() + 1.0, 1.0, 1e-15);
    }

    /// Whole numbers in a second program.
    #[test]
    fn fifty_two_cards_are_as_whole_numbers_say() {
        for (moves, found) in [
            (178, 0.251_373_937_368_681_97),
            (179, 0.245_908_298_666_324_58),
            (205, 0.126_166_995_073_235_3),
        ] {
            assert_close(after(52, moves).total_variation(), found, 1e-15);
        }
    }

    #[test]
    fn the_classes_are_a_law_at_any_number_of_moves() {
        for (cards, moves) in [
            (1, 3),
            (2, 5),
            (10, 0),
            (52, 1),
            (52, 300),
            (300, 40),
            (300, 9_000),
        ] {
            let law = after(cards, moves);
            let total: Wide = law.probabilities().into_iter().sum();
            assert!(
                (total - Wide::ONE).abs().value() < 1e-25,
                "{cards}, {moves}"
            );
            let ideal: Wide = law.ideal().iter().copied().sum();
            assert!((ideal - Wide::ONE).abs().value() < 1e-28, "{cards}");
            let ratios: Vec<Wide> = law.likelihoods().map(|(_, ratio)| ratio).collect();
            assert!(ratios.is_sorted_by(|a, b| a >= b));
            // Both add up if they are far from 0 and 1.
            let (distance, gap) = (law.total_variation(), law.gap().value());
            assert_close(distance + gap, 1.0, 1e-14);
        }
        // Far beyond, the second largest eigenvalue is left: (1 − 2/n)ᵏ C(n, 2) cards are two that stayed.
        let law = after(52, 5_000);
        let two_stayed = 1_326.0 * libm::pow(50.0 / 52.0, 5_000.0);
        assert_close(law.separation(), two_stayed, 1e-9);
        assert_close(law.total_variation(), 0.5 * two_stayed, 1e-9);
    }

    #[test]
    fn the_distance_is_below_the_mean_number_of_pairs_that_stayed() {
        for (cards, moves) in [(2, 1), (2, 2), (3, 4), (52, 200), (52, 300), (300, 2_000)] {
            let most = Walk::TopToRandom.at_most(cards, moves).unwrap();
            let found = after(cards, moves);
            assert!(
                found.separation() <= most * (1.0 + 1e-12),
                "{cards}, {moves}"
            );
            assert!(found.total_variation() <= most, "{cards}, {moves}");
        }
        assert_eq!(Walk::RandomTranspositions.at_most(70, 100), None);
    }

    #[test]
    fn too_much_is_not_followed() {
        assert!(Followed::from_start(Walk::RandomToTop, MOST_CARDS + 1).is_none());
        let mut deck = Followed::from_start(Walk::RandomToTop, 1_000).unwrap();
        assert_eq!(deck.go_on(30_001), None);
        assert_eq!(deck.go_on(2), Some(()));
        assert_eq!((deck.moves(), deck.walk()), (2, Walk::RandomToTop));
    }
}
