//! A hand of two types of cards, all of the first on top at the start, after an a-shuffle: how many of the first type it has.
//!
//! Give each place of the shuffled deck one of a labels, all equally likely; read the places by label, and those of one label
//! from the top. The places that are read first hold the m cards of the first type (Bayer and Diaconis 1992, the inverse
//! shuffle). Let y, from 0 to a - 1, be the label of the last of these places. The hand has the first k places and h cards of the
//! first type, and this last place lies in the hand or below it:
//!
//! - in the hand, if it is the h-th place of the hand in the order of reading, and m - h places below the hand have a
//!   smaller label than y;
//! - below it, if it is the (m-h)-th of the places there in the order of reading, and h places of the hand have a label of
//!   y or less.
//!
//! The labels of the hand and of the rest are independent. With B(k, h, y) = C(k, h) y^h (a-y)^(k-h), the labellings of k places
//! of which just h have a label below y, and T(k, h, y), those of which h or more do,
//!
//! ```text
//! N(a, h) = Σ_y B(n-k, m-h, y) (T(k, h, y+1) - T(k, h, y)) + B(k, h, y+1) (T(n-k, m-h, y+1) - T(n-k, m-h, y))
//! ```
//!
//! of all aⁿ labellings lead to such a hand. An order with r rising sequences comes of C(a+n-r, n) of them, for any a. So the
//! numbers for a from 1 to n tell how many orders there are with each number of rising sequences and h cards of the type in the
//! hand:
//!
//! ```text
//! c(r, h) = Σ_j (-1)^j C(n+1, j) N(r-j, h).
//! ```
//!
//! All of this is done in whole numbers. It serves all numbers of packets.

use dashu_int::{IBig, UBig};

use super::words::MOST_CARDS;
use crate::null::{binomials, factorial, quotient};

/// What a hand may show: its probability in an ideal deck, and P(r rising sequences, given that it is seen), at r - 1. The mean
/// of the ratios of orders ([`super::words::ratios`]) over the latter is the ratio of what is seen.
pub type Shown = (f64, Vec<f64>);

/// For each number of cards of the first type that the first `hand` cards may have, the fewest first, what [`Shown`] says. The
/// deck starts with `first` cards of one type on top of `second` of another. None where it has more than [`MOST_CARDS`]
/// cards, a type has none, or the hand is empty or the whole deck. Takes about 20 ms for 60 cards, a second for 170.
///
/// ```
/// use colddeck_laws::grouped::hand::of_two_types;
/// use colddeck_laws::grouped::words::ratios;
/// use colddeck_laws::gsr::Packets;
///
/// // Two cards, and the first is seen: it was on top with three of four labellings.
/// let seen = of_two_types(1, 1, 1).unwrap();
/// let ratios = ratios(2, Packets::riffles(1));
/// let (ideal, rising) = &seen[1];
/// let probability: f64 = rising.iter().zip(&ratios).map(|(p, q)| p * q * ideal).sum();
/// assert!((probability - 0.75).abs() < 1e-12);
/// ```
pub fn of_two_types(first: usize, second: usize, hand: usize) -> Option<Vec<Shown>> {
    let cards = first.checked_add(second)?;
    if first == 0 || second == 0 || hand == 0 || hand >= cards || cards > MOST_CARDS {
        return None;
    }
    let deck = Deck::new(first, cards, hand);
    let labellings: Vec<Vec<UBig>> = (1..=cards)
        .map(|packets| deck.labellings(packets))
        .collect();
    let orders = factorial(cards);
    let signed = binomials(cards + 1);
    let of_count = |at: usize| {
        let counts: Vec<UBig> = (0..cards)
            .map(|r| {
                let terms = signed[..=r].iter().enumerate().map(|(j, ways)| {
                    let term = IBig::from(ways * &labellings[r - j][at]);
                    if j % 2 == 0 { term } else { -term }
                });
                // No number of orders is negative.
                terms.sum::<IBig>().try_into().unwrap_or(UBig::ZERO)
            })
            .collect();
        let all: UBig = counts.iter().sum();
        let law = counts.iter().map(|count| quotient(count, &all)).collect();
        (quotient(&all, &orders), law)
    };
    Some((0..deck.counts.len()).map(of_count).collect())
}

/// A deck and the part of it that is a hand.
struct Deck {
    first: usize,
    /// The numbers of cards of the first type that the hand may have.
    counts: Vec<usize>,
    /// Powers, at [base][exponent].
    powers: Vec<Vec<UBig>>,
    of_hand: Vec<UBig>,
    of_rest: Vec<UBig>,
}

impl Deck {
    fn new(first: usize, cards: usize, hand: usize) -> Self {
        let rest = cards - hand;
        let powers = (0..=cards).map(|base| {
            let mut powers = vec![UBig::ONE];
            for exponent in 1..=hand.max(rest) {
                powers.push(&powers[exponent - 1] * UBig::from(base));
            }
            powers
        });
        Self {
            first,
            counts: (first.saturating_sub(rest)..=hand.min(first)).collect(),
            powers: powers.collect(),
            of_hand: binomials(hand),
            of_rest: binomials(rest),
        }
    }

    /// How many labellings of so many places have just i labels below `y`, at i, and how many have i or more.
    fn below(&self, y: usize, packets: usize, choices: &[UBig]) -> [Vec<UBig>; 2] {
        let places = choices.len() - 1;
        let (smaller, others) = (&self.powers[y], &self.powers[packets - y]);
        let just: Vec<UBig> = choices
            .iter()
            .enumerate()
            .map(|(i, ways)| ways * &smaller[i] * &others[places - i])
            .collect();
        let mut or_more = just.clone();
        for i in (0..places).rev() {
            let sum = &or_more[i] + &or_more[i + 1];
            or_more[i] = sum;
        }
        [just, or_more]
    }

    /// The number of labellings with each of the counts.
    fn labellings(&self, packets: usize) -> Vec<UBig> {
        let mut sums = vec![UBig::ZERO; self.counts.len()];
        let both = |y: usize| {
            [&self.of_hand, &self.of_rest].map(|choices| self.below(y, packets, choices))
        };
        let [mut hand, mut rest] = both(0);
        for y in 1..=packets {
            let [next_hand, next_rest] = both(y);
            for (sum, h) in sums.iter_mut().zip(&self.counts) {
                let (h, below) = (*h, self.first - h);
                let in_hand = &next_hand[1][h] - &hand[1][h];
                let in_rest = &next_rest[1][below] - &rest[1][below];
                *sum += &rest[0][below] * in_hand + &next_hand[0][h] * in_rest;
            }
            (hand, rest) = (next_hand, next_rest);
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grouped::starts::AnyStart;
    use crate::grouped::testing::counts;
    use crate::grouped::words::ratios;
    use crate::gsr::Packets;
    use crate::testing::assert_close;
    use std::collections::BTreeMap;

    fn probabilities(seen: &[Shown], cards: usize, packets: Packets) -> Vec<f64> {
        let ratios = ratios(cards, packets);
        let of = |law: &[f64]| -> f64 { law.iter().zip(&ratios).map(|(p, q)| p * q).sum() };
        seen.iter().map(|(ideal, law)| ideal * of(law)).collect()
    }

    #[test]
    fn hands_of_all_small_decks_are_as_likely_as_labels_say() {
        for (first, second) in [(1, 1), (1, 3), (2, 2), (4, 2), (1, 5), (3, 4), (2, 6)] {
            let cards = first + second;
            // More labellings than these take long; all orders of eight cards stand for the rest.
            let few = |packets: &u64| packets.pow(cards as u32) < 100_000;
            for packets in [1, 2, 3, 4, 8, 16].into_iter().filter(few) {
                let words = counts(&[first, second], packets);
                let all = packets.pow(cards as u32) as f64;
                for hand in 1..cards {
                    let mut wanted: BTreeMap<usize, f64> = BTreeMap::new();
                    for (word, count) in &words {
                        let h = word[..hand].iter().filter(|kind| **kind == 0).count();
                        *wanted.entry(h).or_default() += *count as f64 / all;
                    }
                    let seen = of_two_types(first, second, hand).unwrap();
                    let packets = Packets::new(packets).unwrap();
                    let found = probabilities(&seen, cards, packets);
                    for (h, p) in (first.saturating_sub(cards - hand)..).zip(found) {
                        let truth = wanted.get(&h).copied().unwrap_or(0.0);
                        assert_close(p + 1.0, truth + 1.0, 1e-12);
                    }
                }
            }
        }
    }

    #[test]
    fn all_orders_of_eight_cards_have_the_same_law() {
        for (first, hand) in (1..8).flat_map(|first| (1..8).map(move |hand| (first, hand))) {
            let start: Vec<usize> = (0..8).map(|place| usize::from(place >= first)).collect();
            let cells: Vec<usize> = (0..8).map(|place| usize::from(place >= hand)).collect();
            let all = AnyStart::new(&start, &cells).unwrap();
            // Its hands come with the most cards of the first type first.
            let mut found = of_two_types(first, 8 - first, hand).unwrap();
            found.reverse();
            assert_eq!(found.len(), all.seen().count());
            for ((ideal, law), (p, wanted)) in found.iter().zip(all.seen()) {
                assert_close(*ideal, p, 1e-14);
                for (found, wanted) in law.iter().zip(wanted) {
                    assert_close(*found + 1.0, *wanted + 1.0, 1e-12);
                }
            }
        }
    }

    /// Seven of 24 lands on 36 spells: by labels and binomial probabilities, added up by another program in doubles.
    #[test]
    fn a_hand_of_lands_is_as_far_from_fair_as_labels_say() {
        let seen = of_two_types(24, 36, 7).unwrap();
        for (riffles, truth) in [
            (1, 0.2454),
            (2, 0.2361),
            (5, 0.0316),
            (6, 0.0159),
            (7, 0.0080),
        ] {
            let found = probabilities(&seen, 60, Packets::riffles(riffles));
            assert_close(found.iter().sum(), 1.0, 1e-12);
            let lacking = seen
                .iter()
                .zip(found)
                .map(|((ideal, _), p)| (ideal - p).max(0.0));
            let distance: f64 = lacking.sum();
            assert!((distance - truth).abs() < 5.1e-5, "{riffles}: {distance}");
        }
    }

    #[test]
    fn large_decks_keep_whole_numbers_and_others_have_no_law() {
        let seen = of_two_types(80, 90, 20).unwrap();
        assert_close(seen.iter().map(|(ideal, _)| ideal).sum(), 1.0, 1e-12);
        let found = probabilities(&seen, 170, Packets::riffles(4));
        assert_close(found.iter().sum(), 1.0, 1e-11);
        for (first, second, hand) in [(0, 5, 2), (5, 0, 2), (2, 3, 0), (2, 3, 5), (100, 71, 7)] {
            assert!(of_two_types(first, second, hand).is_none());
        }
    }
}
