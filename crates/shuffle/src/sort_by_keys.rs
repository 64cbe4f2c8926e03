//! Sorting by random keys: each card gets a random number, and the deck is sorted by it.
//!
//! Keys have `bits` bits, and the sort is stable: cards with equal keys keep their order. So the
//! shuffle is the inverse of a riffle of 2^bits packets after Gilbert, Shannon and Reeds (Aldous and
//! Diaconis, 1986; Bayer and Diaconis, 1992), and the inverse of as many riffles as a key has bits.
//! Riffles settle everything: an inverse is as far from ideal as what it inverts, so 64-bit keys shuffle
//! 52 cards to within 2.4e-18 of ideal in total variation, 32-bit keys to within 1.0e-8, and 8-bit
//! keys are as good as eight riffles.
//!
//! With `values` instead of `bits` a key is one of so many numbers, all equally likely, as a rounded one is: the inverse
//! of a riffle of as many packets.
//!
//! It is not exactly ideal with any number of bits, though no number of decks shows it with 64.
//!
//! Cormen, Leiserson, Rivest and Stein (2009), Introduction to Algorithms, section 5.3, Permute-By-Sorting;
//! seen as `ORDER BY RAND()` in SQL, and as a column of random numbers in spreadsheets.

use super::prelude::*;
use super::riffle::{self, Gsr};

const DEFAULT_BITS: u32 = 64;

pub(super) const KIND: Kind = Kind {
    name: "sort-by-keys",
    group: Group::Ideal,
    time: None,
    about: "sorted by random keys; as good as its keys have bits, and nearly ideal with 64",
    source: "Cormen, Leiserson, Rivest and Stein (2009), Introduction to Algorithms, 5.3",
    parameters: &[
        Parameter {
            name: "bits",
            about: "bits of a key, from 1 to 64; cards with equal keys keep their order; default 64",
        },
        Parameter {
            name: VALUES,
            about: "how many different keys there are, from 2 to 4294967295, instead of `bits`: 100 if they are rounded to \
                    two digits",
        },
    ],
    build: |params| {
        if let Some(values) = params.whole(VALUES, 2..=u32::MAX)? {
            params.not_beside("bits", "`values`")?;
            return Ok(Box::new(SortByFewKeys { values }));
        }
        let bits = params.whole("bits", 1..=u64::BITS)?.unwrap_or(DEFAULT_BITS);
        Ok(Box::new(SortByKeys { bits }))
    },
};

const VALUES: &str = "values";

/// Sorts the deck by a key of each card; equal ones keep their order.
fn sort(deck: &mut [Card], scratch: &mut Scratch, mut key: impl FnMut(&mut Vec<u64>) -> u64) {
    let Scratch { keys, coins, .. } = scratch;
    keys.clear();
    keys.extend(deck.iter().map(|&card| (key(coins), card)));
    keys.sort_by_key(|(key, _)| *key);
    for (slot, (_, card)) in deck.iter_mut().zip(keys) {
        *slot = *card;
    }
}

#[derive(Debug)]
struct SortByFewKeys {
    values: u32,
}

impl Law for SortByFewKeys {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        sort(deck, scratch, |_| draws.below(self.values).into());
    }

    /// The chain of a riffle of as many packets, turned round.
    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let riffle = riffle::of_packets(self.values).one_card(cards)?;
        Some(riffle.transposed())
    }

    /// The orders are no more than the ways to give out keys.
    fn ln_support(&self, cards: usize) -> f64 {
        let keys = libm::log(f64::from(self.values)) * cards as f64;
        keys.min(ln_factorial(cards))
    }

    fn describe(&self) -> String {
        format!("sorted by random keys of {} values", self.values)
    }
}

#[derive(Debug)]
pub(super) struct SortByKeys {
    pub bits: u32,
}

impl Law for SortByKeys {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        sort(deck, scratch, |coins| {
            draws.coins(self.bits as usize, coins);
            coins[0]
        });
    }

    /// Riffles turned round, one for each bit: the transposed chain of one, to that power.
    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let once = Gsr.one_card(cards)?.transposed();
        // By the binary digits of the exponent, the highest first.
        let digits = (0..self.bits.ilog2()).rev();
        Some(digits.fold(once.clone(), |power, digit| {
            let square = power.then(&power);
            if self.bits >> digit & 1 == 1 {
                square.then(&once)
            } else {
                square
            }
        }))
    }

    /// Does as many riffles, in the other direction.
    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        let turned = match direction {
            Direction::Backward => Direction::Forward,
            Direction::Forward => Direction::Backward,
        };
        (0..self.bits).try_fold(pairs.clone(), |pairs, _| Gsr.two_card(&pairs, turned))
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        let once = Gsr.two_card_effort(cards)?;
        Some(once.times(self.bits as usize))
    }

    /// The orders are no more than the ways to give out keys; exact with one bit.
    fn ln_support(&self, cards: usize) -> f64 {
        if self.bits == 1 {
            return riffle::ln_riffle_orders(cards);
        }
        let keys = f64::from(self.bits) * cards as f64 * std::f64::consts::LN_2;
        keys.min(ln_factorial(cards))
    }

    fn mixing(&self) -> Mixing {
        Mixing::InverseRiffles(self.bits)
    }

    fn describe(&self) -> String {
        format!("sorted by random keys of {} bits", self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shuffle, testing};
    use laws::gsr::{self, Packets};
    use laws::order_law::OrderLaw;

    #[test]
    fn few_keys_are_the_inverse_of_a_riffle_of_as_many_packets() {
        for values in 2..=5 {
            let keys = SortByFewKeys { values };
            for cards in 2..=6 {
                testing::enumeration_agrees(&keys, cards);
                let law = OrderLaw::new(cards, keys.orders(cards)).unwrap();
                let riffle =
                    OrderLaw::new(cards, riffle::of_packets(values).orders(cards)).unwrap();
                for (a, b) in law
                    .probabilities()
                    .iter()
                    .zip(riffle.inverse().probabilities())
                {
                    assert!((a - b).abs() < 1e-12, "{values} keys, {cards} cards");
                }
            }
        }
        for values in [3, 100] {
            testing::simulation_follows_the_chain(&SortByFewKeys { values }, 40, 20_000);
        }
    }

    #[test]
    fn it_is_the_inverse_of_riffles() {
        for (bits, cards) in [(1, 5), (1, 7), (2, 4), (2, 6), (3, 4)] {
            let keys = OrderLaw::new(cards, SortByKeys { bits }.orders(cards)).unwrap();
            let once = OrderLaw::new(cards, Gsr.orders(cards)).unwrap();
            let riffled = (1..bits).fold(once.clone(), |law, _| law.then(&once));
            let inverse = riffled.inverse();
            for (a, b) in keys.probabilities().iter().zip(inverse.probabilities()) {
                assert!((a - b).abs() < 1e-12, "{bits} bits, {cards} cards");
            }
            let law = gsr::Law::riffled(cards, Packets::riffles(bits));
            assert!((keys.total_variation() - law.total_variation()).abs() < 1e-12);
        }
    }

    #[test]
    fn the_chains_are_those_of_enumeration() {
        for bits in [1, 2, 3] {
            let keys = SortByKeys { bits };
            for cards in 2..=6 {
                testing::enumeration_agrees(&keys, cards);
                testing::two_cards_agree(&keys, cards);
            }
        }
        for bits in [5, 6, 7, 64] {
            testing::two_cards_are_consistent(&SortByKeys { bits }, 12);
        }
        for bits in [3, 8, 64] {
            testing::simulation_follows_the_chain(&SortByKeys { bits }, 40, 20_000);
        }
    }

    /// The distances that the documentation gives. The first is far below 7.2e-17, the chance that
    /// two keys of 52 · 51/2 pairs are equal.
    #[test]
    fn distances_of_52_cards() {
        for (bits, distance) in [(64, 2.4e-18), (32, 1.03e-8), (8, 0.167)] {
            let law = gsr::Law::riffled(52, Packets::riffles(bits));
            let ours = law.total_variation();
            assert!((ours / distance - 1.0).abs() < 0.05, "{bits}: {ours:e}");
        }
    }

    #[test]
    fn equal_keys_keep_the_order() {
        // With one bit: two rising packets, those with key 0 on top.
        for deck in testing::sample(&SortByKeys { bits: 1 }, 20, 100) {
            assert!(deck.windows(2).filter(|pair| pair[1] < pair[0]).count() <= 1);
        }
    }
}
