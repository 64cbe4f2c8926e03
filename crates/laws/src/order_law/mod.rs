//! The law of a deck over all n! orders, for small decks: the oracle for chains, supports, null
//! laws and bounds.
//!
//! One probability for each order, indexed by its lexicographic rank (Lehmer 1960; Knuth 2005,
//! 7.2.1.2). A shuffle after another is a convolution on the symmetric group (Diaconis 1988,
//! chapter 2). Sums carry their rounding errors along, so that every figure here is right to 1e-12.

mod calls;
mod ranking;

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

use self::ranking::{Ranking, Weights, rank, sorted};

pub use self::ranking::next_order;
use super::entropy;
use super::lattice::sum::Sum;
use super::matrix::Matrix;
use deck::Card;

/// The largest deck whose law is made without being asked for: 40,320 orders, well below a second
/// for a step of a routine.
pub const ORDINARY_CARDS: usize = 8;

/// The largest deck at all: 362,880 orders, 2.9 MB, seconds for a step of a routine.
pub const MOST_CARDS: usize = 9;

/// The most terms that the convolutions of one routine may have, a quarter of a minute: n! for
/// each order that each of its shuffles can reach.
pub const MOST_TERMS: u64 = 4_000_000_000;

/// The most outcomes of its draws that one shuffle may have, some seconds.
pub const MOST_OUTCOMES: u64 = 10_000_000;

/// Reasons not to make a law over all orders.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OrderLawError {
    /// The deck has too many orders.
    #[error("found {cards} cards; accepted: from 1 to {most} for a law over all orders")]
    Cards {
        /// The size of the deck.
        cards: usize,
        /// The largest that is accepted here.
        most: usize,
    },
    /// A shuffle has too many outcomes.
    #[error(
        "the {shuffle} has more than {MOST_OUTCOMES} outcomes; \
         accepted: up to that many for a law over all orders"
    )]
    Outcomes {
        /// A description of the shuffle.
        shuffle: String,
    },
    /// The convolutions take too long.
    #[error(
        "this routine takes {terms} terms; \
         accepted: up to {MOST_TERMS} for a law over all orders (fewer shuffles, or a smaller deck)"
    )]
    Terms {
        /// The terms of all its convolutions.
        terms: u64,
    },
}

/// The probabilities of all orders of a small deck that started sorted; they sum to 1.
#[derive(Clone, PartialEq)]
pub struct OrderLaw {
    cards: usize,
    /// The probability of each order, by its lexicographic rank.
    probabilities: Vec<f64>,
}

/// Shows the size, and not all n! numbers.
impl fmt::Debug for OrderLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "law of {} cards, {} orders", self.cards, self.support())
    }
}

/// A value of a statistic, and how likely it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Value {
    /// The value.
    pub value: u64,
    /// Its probability under the law.
    pub probability: f64,
    /// Its probability on ideal decks.
    pub ideal: f64,
}

/// An event that tells a law from the uniform one.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The values of the statistic that make it up.
    pub values: Vec<u64>,
    /// The difference of its probability under the law and on ideal decks.
    pub distance: f64,
}

impl OrderLaw {
    /// The law that gives each of `orders`, permutations of `0..cards` as decks, its probability.
    ///
    /// # Errors
    /// Beyond [`MOST_CARDS`].
    ///
    /// # Panics
    /// If an order is not a permutation of `0..cards`.
    pub fn new<D: AsRef<[Card]>>(
        cards: usize,
        orders: impl IntoIterator<Item = (D, f64)>,
    ) -> Result<Self, OrderLawError> {
        let mut law = Self {
            cards,
            probabilities: vec![0.0; count(cards)?],
        };
        for (order, probability) in orders {
            law.probabilities[rank(order.as_ref(), cards)] += probability;
        }
        Ok(law)
    }

    /// A deck that nobody shuffled.
    ///
    /// # Errors
    /// Beyond [`MOST_CARDS`].
    pub fn sorted(cards: usize) -> Result<Self, OrderLawError> {
        Self::new(cards, [(sorted(cards), 1.0)])
    }

    /// All orders equally likely.
    ///
    /// # Errors
    /// Beyond [`MOST_CARDS`].
    pub fn uniform(cards: usize) -> Result<Self, OrderLawError> {
        let orders = count(cards)?;
        Ok(Self {
            cards,
            probabilities: vec![1.0 / orders as f64; orders],
        })
    }

    /// This shuffle followed by `next`, for a deck of the same size. Takes n! terms for each order
    /// of the one that reaches fewer, some nanoseconds each.
    ///
    /// # Panics
    /// If the two are for decks of different sizes.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        assert_eq!(self.cards, next.cards, "decks of one size");
        if self.support() < next.support() {
            // (d∘m)⁻¹ = m⁻¹∘d⁻¹: the one with fewer orders goes second.
            return next.inverse().then(&self.inverse()).inverse();
        }
        let ranking = Ranking::new(self.cards);
        // The deck d becomes x with x[i] = d[m[i]]. So x comes from the d whose card at m[i] is
        // x[i]: P(x) = Σ P(m) P(d), and d is ranked through x by weights that depend on m alone.
        let mut moves: Vec<(Weights, f64)> = Vec::with_capacity(next.support());
        next.for_each(|order, probability| {
            let mut weights = [0; MOST_CARDS];
            for (weight, &from) in weights.iter_mut().zip(order) {
                *weight = ranking.weights[usize::from(from)];
            }
            moves.push((weights, probability));
        });
        let mut probabilities = Vec::with_capacity(self.probabilities.len());
        let mut deck = sorted(self.cards);
        loop {
            let mut cards = [0; MOST_CARDS];
            for (slot, &card) in cards.iter_mut().zip(&deck) {
                *slot = u32::from(card);
            }
            let terms = moves
                .iter()
                .map(|(weights, p)| p * self.probabilities[ranking.rank_of(&cards, weights)]);
            probabilities.push(Sum::of(terms).value());
            if !next_order(&mut deck) {
                break;
            }
        }
        Self {
            cards: self.cards,
            probabilities,
        }
    }

    /// The law of the inverse orders: `pos` instead of `deck`.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let ranking = Ranking::new(self.cards);
        let mut probabilities = vec![0.0; self.probabilities.len()];
        self.for_each(|deck, probability| {
            let mut inverse = [0; MOST_CARDS];
            for (position, &card) in deck.iter().enumerate() {
                inverse[usize::from(card)] = position as u32;
            }
            probabilities[ranking.rank_of(&inverse, &ranking.weights)] = probability;
        });
        Self {
            cards: self.cards,
            probabilities,
        }
    }

    /// Cards in the deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// The probabilities of all n! orders, in lexicographic order of the decks.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// The probability of one order.
    ///
    /// # Panics
    /// If `deck` is not a permutation of `0..cards`.
    pub fn probability(&self, deck: &[Card]) -> f64 {
        self.probabilities[rank(deck, self.cards)]
    }

    /// Calls `visit` with every possible order and its probability, in lexicographic order.
    pub fn for_each(&self, mut visit: impl FnMut(&[Card], f64)) {
        let mut deck = sorted(self.cards);
        for &probability in &self.probabilities {
            if probability > 0.0 {
                visit(&deck, probability);
            }
            next_order(&mut deck);
        }
    }

    /// Number of orders that are possible.
    pub fn support(&self) -> usize {
        self.probabilities.iter().filter(|p| **p > 0.0).count()
    }

    /// The probability of one order of an ideal deck.
    fn ideal(&self) -> f64 {
        1.0 / self.probabilities.len() as f64
    }

    /// Total variation distance from the uniform law: ½ Σ |p − 1/n!|.
    pub fn total_variation(&self) -> f64 {
        let ideal = self.ideal();
        0.5 * Sum::of(self.probabilities.iter().map(|p| (p - ideal).abs())).value()
    }

    /// Separation distance: 1 − n! · the smallest probability (Aldous and Diaconis 1987).
    pub fn separation(&self) -> f64 {
        let least = self.probabilities.iter().copied().fold(1.0, f64::min);
        (1.0 - least / self.ideal()).max(0.0)
    }

    /// Distance in the sense of L-infinity: the largest |n! · p − 1|, up to n! − 1.
    pub fn infinity(&self) -> f64 {
        let ideal = self.ideal();
        let departures = self.probabilities.iter().map(|p| (p / ideal - 1.0).abs());
        departures.fold(0.0, f64::max)
    }

    /// Entropy of the order, in bits (Shannon 1948): −Σ p log₂ p, at most log₂ n!.
    pub fn entropy(&self) -> f64 {
        entropy::bits(self.probabilities.iter().copied())
    }

    /// Information that is left of the starting order, in bits: log₂ n! less the entropy, 0 on
    /// ideal decks.
    pub fn information_left(&self) -> f64 {
        // Σ p ln(n! p) is the mean of x ln x − x + 1 over all orders, x = n! p, for the mean of x
        // is 1. So no term is negative, and a small sum keeps its digits.
        let ideal = self.ideal();
        let terms = self.probabilities.iter().map(|p| {
            let more = p / ideal - 1.0;
            if more <= -1.0 {
                1.0
            } else {
                (1.0 + more) * libm::log1p(more) - more
            }
        });
        (Sum::of(terms).value() * ideal / std::f64::consts::LN_2).max(0.0)
    }

    /// The law of `statistic`, a number computed from a deck, top first; by increasing value, with
    /// every value that some order has.
    pub fn statistic(&self, statistic: impl Fn(&[Card]) -> u64) -> Vec<Value> {
        let mut values: BTreeMap<u64, (Sum, u64)> = BTreeMap::new();
        let mut deck = sorted(self.cards);
        for &probability in &self.probabilities {
            let (sum, orders) = values.entry(statistic(&deck)).or_default();
            sum.add(probability);
            *orders += 1;
            next_order(&mut deck);
        }
        let of = |(value, (sum, orders)): (u64, (Sum, u64))| Value {
            value,
            probability: sum.value(),
            ideal: orders as f64 / self.probabilities.len() as f64,
        };
        values.into_iter().map(of).collect()
    }

    /// The event in `statistic` that tells this law best from the uniform one. Its distance is the
    /// total variation between the two laws of the statistic: no test that looks at the statistic
    /// alone can prove a larger total variation.
    pub fn largest_event(&self, statistic: impl Fn(&[Card]) -> u64) -> Event {
        let law = self.statistic(statistic);
        let more = || law.iter().filter(|at| at.probability > at.ideal);
        Event {
            values: more().map(|at| at.value).collect(),
            distance: Sum::of(more().map(|at| at.probability - at.ideal)).value(),
        }
    }

    /// The one-card chain: from the starting position of each card to where it is.
    pub fn one_card(&self) -> Matrix {
        let n = self.cards;
        let mut sums = vec![Sum::default(); n * n];
        self.for_each(|deck, probability| {
            for (to, &from) in deck.iter().enumerate() {
                sums[usize::from(from) * n + to].add(probability);
            }
        });
        Matrix::of_cells(n, sums.into_iter().map(Sum::value))
    }

    /// Says where two cards are, those that started at `first` and at `second`: the cell (i, j) is the
    /// probability that the first is at i and the second at j. Its diagonal is 0.
    pub fn two_cards(&self, first: usize, second: usize) -> Matrix {
        let n = self.cards;
        let mut sums = vec![Sum::default(); n * n];
        self.for_each(|deck, probability| {
            let place = |wanted| deck.iter().position(|&card| usize::from(card) == wanted);
            if let (Some(i), Some(j)) = (place(first), place(second)) {
                sums[i * n + j].add(probability);
            }
        });
        Matrix::of_cells(n, sums.into_iter().map(Sum::value))
    }

    /// The largest total variation of where any two cards are, from two places drawn at random
    /// without replacement; 0 for a single card.
    pub fn largest_pair_distance(&self) -> f64 {
        let n = self.cards;
        let mut largest: f64 = 0.0;
        for first in 0..n {
            for second in first + 1..n {
                let ideal = 1.0 / (n * (n - 1)) as f64;
                let places = self.two_cards(first, second);
                let off_diagonal = (0..n * n).filter(|at| at / n != at % n);
                let gaps = off_diagonal.map(|at| (places.cells()[at] - ideal).abs());
                largest = largest.max(0.5 * Sum::of(gaps).value());
            }
        }
        largest
    }
}

/// n!
fn count(cards: usize) -> Result<usize, OrderLawError> {
    if (1..=MOST_CARDS).contains(&cards) {
        Ok((1..=cards).product())
    } else {
        Err(OrderLawError::Cards {
            cards,
            most: MOST_CARDS,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A law in which every order of `cards` cards has a probability of its own, with zeros among
    /// them.
    fn uneven(cards: usize, every: usize, seed: u64) -> OrderLaw {
        let mut law = OrderLaw::uniform(cards).unwrap();
        let mut state = seed;
        for (at, p) in law.probabilities.iter_mut().enumerate() {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            *p = if at % every == 0 {
                (state >> 40) as f64
            } else {
                0.0
            };
        }
        let total: f64 = law.probabilities.iter().sum();
        law.probabilities.iter_mut().for_each(|p| *p /= total);
        law
    }

    #[test]
    fn a_convolution_moves_every_deck_by_every_order() {
        for cards in 1..=5 {
            // Either may be the one with fewer orders.
            for (every, other) in [(1, 3), (3, 1), (2, 2)] {
                let (first, second) = (uneven(cards, every, 1), uneven(cards, other, 2));
                let mut moved = vec![0.0; first.probabilities.len()];
                first.for_each(|deck, p| {
                    second.for_each(|moves, q| {
                        let both: Vec<Card> =
                            moves.iter().map(|&from| deck[usize::from(from)]).collect();
                        moved[rank(&both, cards)] += p * q;
                    });
                });
                let ours = first.then(&second);
                for (ours, theirs) in ours.probabilities.iter().zip(&moved) {
                    assert!((ours - theirs).abs() < 1e-15, "{cards} cards");
                }
            }
        }
    }

    #[test]
    fn the_uniform_law_is_at_no_distance_and_absorbs_any_other() {
        for cards in 1..=6 {
            let uniform = OrderLaw::uniform(cards).unwrap();
            let orders = uniform.probabilities.len();
            for law in [uniform.clone(), uneven(cards, 2, 3).then(&uniform)] {
                assert!(law.total_variation() < 1e-14);
                assert!(law.separation() < 1e-12 && law.infinity() < 1e-12);
                assert!((law.entropy() - libm::log2(orders as f64)).abs() < 1e-12);
                assert!(law.information_left() < 1e-14);
                assert!(law.largest_pair_distance() < 1e-14);
                assert_eq!(law.support(), orders);
            }
        }
    }

    #[test]
    fn a_single_order_is_as_far_as_can_be() {
        let law = OrderLaw::new(4, [([2, 0, 3, 1], 1.0)]).unwrap();
        assert!((law.total_variation() - 23.0 / 24.0).abs() < 1e-15);
        assert!((law.separation() - 1.0).abs() < 1e-15 && (law.infinity() - 23.0).abs() < 1e-13);
        assert!(law.entropy().abs() < 1e-15);
        assert!((law.information_left() - libm::log2(24.0)).abs() < 1e-13);
        assert_eq!(law.support(), 1);
        assert_eq!(law.probability(&[2, 0, 3, 1]).to_bits(), 1.0_f64.to_bits());
        assert_eq!(law.probability(&[0, 1, 2, 3]).to_bits(), 0.0_f64.to_bits());
        // pos[card], the inverse of deck[position].
        assert_eq!(
            law.inverse().probability(&[1, 3, 0, 2]).to_bits(),
            1.0_f64.to_bits()
        );
        // Each pair is in one of 12 places.
        assert!((law.largest_pair_distance() - 11.0 / 12.0).abs() < 1e-15);
    }

    /// A random cut of five cards: 5 of 120 orders, each with 1/5.
    #[test]
    fn figures_of_a_random_cut_by_hand() {
        let rotations = (0..5).map(|by| {
            let deck: Vec<Card> = (0..5).map(|at| (at + by) % 5).collect();
            (deck, 0.2)
        });
        let law = OrderLaw::new(5, rotations).unwrap();
        assert!((law.total_variation() - (1.0 - 5.0 / 120.0)).abs() < 1e-15);
        assert!((law.separation() - 1.0).abs() < 1e-15 && (law.infinity() - 23.0).abs() < 1e-13);
        assert!((law.entropy() - libm::log2(5.0)).abs() < 1e-14);
        assert!((law.information_left() - libm::log2(24.0)).abs() < 1e-13);
        for (ours, uniform) in law
            .one_card()
            .cells()
            .iter()
            .zip(Matrix::uniform(5).cells())
        {
            assert!((ours - uniform).abs() < 1e-15);
        }
        // The next card follows in 5 of 20 places, each with 1/5.
        let places = law.two_cards(1, 2);
        assert!((places.get(4, 0) - 0.2).abs() < 1e-15 && places.get(0, 4).abs() < 1e-15);
        assert!((law.largest_pair_distance() - 0.75).abs() < 1e-15);
        // The sorted deck has no descent, the other rotations one; of 120 orders 1 and 26 do.
        let descents =
            |deck: &[Card]| deck.windows(2).filter(|pair| pair[1] < pair[0]).count() as u64;
        let values = law.statistic(descents);
        assert_eq!(values.len(), 5);
        assert!((values[1].probability - 0.8).abs() < 1e-15);
        assert!((values[1].ideal - 26.0 / 120.0).abs() < 1e-15);
        let event = law.largest_event(descents);
        assert_eq!(event.values, [0, 1]);
        assert!((event.distance - (1.0 - 27.0 / 120.0)).abs() < 1e-15);
    }

    #[test]
    fn small_departures_keep_their_digits() {
        // Half of the orders of four cards have (1 + ε)/24, the others (1 − ε)/24: ε/2, ε, ε, and
        // ((1 + ε) log₂(1 + ε) + (1 − ε) log₂(1 − ε))/2, which is ε²/(2 ln 2) up to ε².
        let departure = libm::ldexp(1.0, -20);
        let mut law = OrderLaw::uniform(4).unwrap();
        for (at, p) in law.probabilities.iter_mut().enumerate() {
            *p *= if at % 2 == 0 {
                1.0 + departure
            } else {
                1.0 - departure
            };
        }
        assert!((law.total_variation() / departure - 0.5).abs() < 1e-9);
        assert!((law.separation() / departure - 1.0).abs() < 1e-9);
        assert!((law.infinity() / departure - 1.0).abs() < 1e-9);
        let bits = departure * departure / (2.0 * std::f64::consts::LN_2);
        assert!((law.information_left() / bits - 1.0).abs() < 1e-8);
    }

    #[test]
    fn decks_that_are_too_large_are_refused() {
        let error = OrderLaw::uniform(10).unwrap_err().to_string();
        assert_eq!(
            error,
            "found 10 cards; accepted: from 1 to 9 for a law over all orders"
        );
        assert!(OrderLaw::uniform(0).is_err());
    }
}
