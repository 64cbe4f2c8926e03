//! The law of a deck after random transpositions (Diaconis and Shahshahani 1981, "Generating a random permutation with
//! random transpositions").
//!
//! A move swaps two positions that are drawn independently, the same one with probability 1/n. The law of the order is
//! the same for all orders of one cycle type, and a swap of two cards merges their cycles or splits the one that both are
//! in. So with q(λ) the probability of an order of type λ times n!,
//!
//!   q′(λ) = q(λ)/n + 2/n² Σ w(λ, μ) q(μ),
//!
//! where w(λ, μ) of the n(n − 1)/2 swaps lead from λ to μ: a cycle of c cards splits into s and c − s by c of them, or
//! by c/2 if both are alike; two cycles of a and b cards merge by ab. There are as many types as partitions of n.
//!
//! # Accuracy
//!
//! All terms are positive, so that q is right to some 1e-14 after hundreds of moves. Once q is within ½ of 1 for all
//! types, q − 1 is carried on, which follows the same rule; its mean, 0, is restored after each move, so that even tiny
//! distances keep some 12 digits.

use std::sync::{Arc, Mutex};

use super::super::classes::{Classes, Density};
use super::super::partitions::{next_partition, number, partitions};
use super::super::wide::Wide;

/// Decks of more cards are not followed. 60 cards have 966,467 types, and 15 million ways from type to type.
const MOST_CARDS: usize = 60;

/// Ways that are gone in all, some ten seconds.
const MOST_STEPS: usize = 4_000_000_000;

/// The moves of a deck that are followed, at the most; `None` if it is too large.
pub(super) fn most_moves(cards: usize) -> Option<u32> {
    if cards > MOST_CARDS {
        return None;
    }
    // A cycle of c cards splits in ⌊c/2⌋ ways, whatever the others are.
    let counts = partitions(cards);
    let ways = (2..=cards).map(|cycle| counts[cards - cycle][cards] as usize * (cycle / 2));
    let moves = MOST_STEPS / ways.sum::<usize>().max(1);
    Some(u32::try_from(moves).unwrap_or(u32::MAX))
}

/// One cycle of a type splits so that the type `split` is left.
#[derive(Debug, Clone, Copy)]
struct Way {
    split: u32,
    /// Swaps that merge, of an order of the type `split`: no more than 60 · 59 / 2.
    merges: u16,
    /// Swaps that split, of an order of the first type: no more than it has cards.
    splits: u8,
}

/// The types of a deck, numbered, with the ways between them.
#[derive(Debug)]
struct Types {
    cards: usize,
    /// The share of all orders that each type has.
    ideal: Vec<f64>,
    /// All ways, those by which the first type splits first.
    ways: Vec<Way>,
    /// The first way of each type, and at last the number of ways.
    first: Vec<u32>,
}

/// The types of the deck that was asked about last: they take longer to list than a move takes.
static LAST: Mutex<Option<Arc<Types>>> = Mutex::new(None);

/// The law of a deck after some moves.
#[derive(Debug, Clone)]
pub(super) struct CycleTypes {
    types: Arc<Types>,
    /// q by type, or q − 1.
    values: Vec<f64>,
    next: Vec<f64>,
    excess: bool,
}

/// The parts of `rest`, without the one at `without`, and two more, all falling.
fn with_two(
    rest: &[usize],
    without: usize,
    [large, small]: [usize; 2],
) -> impl Iterator<Item = usize> {
    let mut others = rest
        .iter()
        .enumerate()
        .filter(move |(at, _)| *at != without)
        .map(|(_, part)| *part)
        .peekable();
    let mut more = [large, small].into_iter().peekable();
    std::iter::from_fn(move || match (others.peek(), more.peek()) {
        (Some(other), Some(new)) if other >= new => others.next(),
        (_, Some(_)) => more.next(),
        (_, None) => others.next(),
    })
}

impl Types {
    fn of(cards: usize) -> Self {
        let counts = partitions(cards);
        let (mut ideal, mut ways, mut first) = (Vec::new(), Vec::new(), vec![0]);
        let mut parts = vec![1; cards];
        loop {
            ideal.push(share(&parts));
            for alike in parts.chunk_by(|a, b| a == b) {
                let cycle = alike[0];
                let at = parts.iter().position(|part| *part == cycle);
                for small in 1..=cycle / 2 {
                    let large = cycle - small;
                    let new = with_two(&parts, at.unwrap_or(0), [large, small]);
                    let split = number(&counts, cards, new);
                    let have = |size: usize| {
                        let others = parts.iter().filter(|part| **part == size).count();
                        others + usize::from(large == size) + usize::from(small == size)
                    };
                    let (splits, merges) = if small == large {
                        let have = have(small);
                        (cycle / 2, small * small * have * (have - 1) / 2)
                    } else {
                        (cycle, small * large * have(small) * have(large))
                    };
                    ways.push(Way {
                        split,
                        merges: merges as u16,
                        splits: (splits * alike.len()) as u8,
                    });
                }
            }
            first.push(ways.len() as u32);
            if !next_partition(&mut parts) {
                break;
            }
        }
        Self {
            cards,
            ideal,
            ways,
            first,
        }
    }

    /// The ways by which each type splits.
    fn splits(&self) -> impl Iterator<Item = &[Way]> {
        let bounds = self.first.windows(2);
        bounds.map(|bounds| &self.ways[bounds[0] as usize..bounds[1] as usize])
    }

    /// The types of so many cards.
    fn get(cards: usize) -> Arc<Self> {
        let Ok(mut last) = LAST.lock() else {
            return Arc::new(Self::of(cards));
        };
        match &*last {
            Some(types) if types.cards == cards => Arc::clone(types),
            _ => Arc::clone(last.insert(Arc::new(Self::of(cards)))),
        }
    }
}

/// The share of all orders that have cycles of these lengths: 1 / Π (cᵐ m!), of m cycles of c cards each.
fn share(parts: &[usize]) -> f64 {
    let alike = parts.chunk_by(|a, b| a == b);
    let ways = alike.map(|alike| {
        let each = (1..=alike.len()).map(|m| (m * alike[0]) as f64);
        each.product::<f64>()
    });
    1.0 / ways.product::<f64>()
}

impl CycleTypes {
    /// A sorted deck. `None` if it has too many cards.
    pub fn from_start(cards: usize) -> Option<Self> {
        if cards > MOST_CARDS {
            return None;
        }
        let types = Types::get(cards);
        let mut values = vec![0.0; types.ideal.len()];
        // The sorted order alone: all cycles have one card.
        values[0] = 1.0 / types.ideal[0];
        Some(Self {
            next: values.clone(),
            values,
            types,
            excess: false,
        })
    }

    /// Two positions more are swapped.
    pub fn step(&mut self) {
        let types = &*self.types;
        let n = types.cards as f64;
        // In units of 2/n².
        for (next, value) in self.next.iter_mut().zip(&self.values) {
            *next = 0.5 * n * value;
        }
        for (merged, ways) in types.splits().enumerate() {
            let here = self.values[merged];
            let mut sum = 0.0;
            for way in ways {
                let split = way.split as usize;
                sum += f64::from(way.splits) * self.values[split];
                self.next[split] += f64::from(way.merges) * here;
            }
            self.next[merged] += sum;
        }
        std::mem::swap(&mut self.values, &mut self.next);
        let unit = 2.0 / (n * n);
        for value in &mut self.values {
            *value *= unit;
        }
        self.settle();
    }

    /// Goes over to q − 1 where q is near 1, and keeps the mean of that at 0.
    fn settle(&mut self) {
        if !self.excess {
            self.excess = self.values.iter().all(|q| (q - 1.0).abs() < 0.5);
            if !self.excess {
                return;
            }
            for value in &mut self.values {
                *value -= 1.0;
            }
        }
        let terms = self.values.iter().zip(&self.types.ideal);
        let mean: f64 = terms.map(|(value, share)| value * share).sum();
        for value in &mut self.values {
            *value -= mean;
        }
    }

    /// The total variation distance from uniform, and 1 less it.
    pub fn total_variation(&self) -> (f64, f64) {
        let (mut distance, mut gap) = (0.0, 0.0);
        for (value, share) in self.values.iter().zip(&self.types.ideal) {
            let (q, excess) = if self.excess {
                (1.0 + value, *value)
            } else {
                (*value, value - 1.0)
            };
            if excess < 0.0 {
                distance -= share * excess;
                gap += share * q;
            } else {
                gap += share;
            }
        }
        (distance, gap)
    }

    /// The types, the likeliest first.
    pub fn classes(&self) -> Classes {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_unstable_by(|a, b| self.values[*b].total_cmp(&self.values[*a]));
        let ideal = order
            .iter()
            .map(|at| Wide::from_double(self.types.ideal[*at]));
        let density = |at: &usize| {
            let value = Wide::from_double(self.values[*at]);
            if self.excess {
                Density::of_excess(value)
            } else {
                Density::of_ratio(value)
            }
        };
        Classes::new(ideal.collect(), order.iter().map(density).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Walk;
    use super::*;
    use crate::testing::assert_close;

    fn after(cards: usize, moves: u32) -> Classes {
        Walk::RandomTranspositions.after(cards, moves).unwrap()
    }

    #[test]
    fn types_are_partitions_in_the_order_of_their_numbers() {
        // Partitions of 1, 5, 10 and 40.
        for (cards, expected) in [(1, 1), (5, 7), (10, 42), (40, 37_338)] {
            let counts = partitions(cards);
            let mut parts = vec![1; cards];
            let mut count = 0;
            loop {
                assert!(parts.is_sorted_by(|a, b| a >= b));
                assert_eq!(parts.iter().sum::<usize>(), cards);
                assert_eq!(number(&counts, cards, parts.iter().copied()), count);
                count += 1;
                if !next_partition(&mut parts) {
                    break;
                }
            }
            assert_eq!(count, expected);
        }
    }

    #[test]
    fn shares_add_up_and_all_swaps_lead_somewhere() {
        for cards in [2, 3, 7, 20] {
            let types = Types::of(cards);
            assert_close(types.ideal.iter().sum(), 1.0, 1e-13);
            let most = (MOST_STEPS / types.ways.len()) as u32;
            assert_eq!(most_moves(cards), Some(most));
            let mut swaps = vec![0; types.ideal.len()];
            for (merged, ways) in types.splits().enumerate() {
                for way in ways {
                    let split = way.split as usize;
                    swaps[merged] += usize::from(way.splits);
                    swaps[split] += usize::from(way.merges);
                    // As many orders go one way as the other.
                    let there = types.ideal[merged] * f64::from(way.splits);
                    let back = types.ideal[split] * f64::from(way.merges);
                    assert_close(there, back, 1e-13);
                }
            }
            assert!(swaps.iter().all(|all| *all == cards * (cards - 1) / 2));
        }
    }

    /// With three cards, a move leaves the order with 1/3 and swaps two with 2/9 each.
    #[test]
    fn three_cards_are_as_by_hand() {
        let law = after(3, 1);
        assert_close(law.total_variation(), 1.0 / 3.0, 1e-14);
        assert_close(law.separation(), 1.0, 1e-15);
        // Twice: sorted 1/9 + 3 · 4/81 = 21/81, each swap 2 · 2/27 = 12/81, each turn 3 · 4/81 = 12/81.
        assert_close(
            after(3, 2).total_variation(),
            21.0 / 81.0 - 1.0 / 6.0,
            1e-13,
        );
    }

    /// A second program that follows each pair of cycles of 30 cards.
    #[test]
    fn thirty_cards_are_as_a_second_program_finds() {
        for (moves, found) in [
            (53, 0.262_983_958_079_255_8),
            (54, 0.246_861_143_608_023_08),
            (100, 0.010_884_059_160_815_116),
        ] {
            assert_close(after(30, moves).total_variation(), found, 1e-12);
        }
    }

    /// After an even number of moves two characters are left in the end, with the same eigenvalue up to its sign:
    /// (1 − 2/n)ᵏ times (n − 1)(fixed points − 1), and the sign of the order.
    #[test]
    fn far_beyond_the_slowest_part_is_left() {
        let slowest = libm::pow(1.0 - 2.0 / 12.0, 400.0);
        let law = after(12, 400);
        assert_close(
            law.l_infinity().value(),
            (11.0 * 11.0 + 1.0) * slowest,
            1e-9,
        );
        assert_close(law.separation(), (11.0 + 1.0) * slowest, 1e-9);
    }

    /// Teyssier (2020), Limit profile for random transpositions: after ½ n (ln n + c) moves the distance is near that of
    /// two Poisson laws, with means 1 + exp(−c) and 1.
    #[test]
    fn the_limit_profile_is_approached() {
        let cards = 40;
        let poisson = |mean: f64, k: i32| {
            let ln = f64::from(k) * libm::log(mean) - mean - libm::lgamma(f64::from(k) + 1.0);
            libm::exp(ln)
        };
        for moves in [60_u32, 74, 90, 110] {
            let c = 2.0 * f64::from(moves) / cards as f64 - libm::log(cards as f64);
            let mean = 1.0 + libm::exp(-c);
            let limit: f64 = (0..60)
                .map(|k| 0.5 * (poisson(mean, k) - poisson(1.0, k)).abs())
                .sum();
            let found = after(cards, moves).total_variation();
            assert!((found - limit).abs() < 0.03, "{moves}: {found}, {limit}");
        }
    }

    #[test]
    fn both_ways_to_the_distance_are_one() {
        for (cards, moves) in [(1, 4), (2, 3), (20, 5), (20, 40), (20, 200)] {
            let mut deck = CycleTypes::from_start(cards).unwrap();
            for _ in 0..moves {
                deck.step();
            }
            let (distance, gap) = deck.total_variation();
            let law = deck.classes();
            let total: Wide = law.probabilities().into_iter().sum();
            assert!(
                (total - Wide::ONE).abs().value() < 1e-12,
                "{cards}, {moves}"
            );
            assert!((distance - law.total_variation()).abs() <= 1e-12 * distance);
            assert_close(gap, law.gap().value(), 1e-12);
        }
        assert!(CycleTypes::from_start(MOST_CARDS + 1).is_none());
        assert_eq!(most_moves(MOST_CARDS + 1), None);
    }
}
