//! The riffle with several packets at a time: the a-shuffle of Bayer and Diaconis (1992).
//!
//! A number from 1 to a for each place, all alike and independent, says from which packet the card comes: the first packet
//! holds as many cards of the top as there are ones, and so on, and each gives its cards in their order. An a-shuffle and
//! then a b-shuffle are one ab-shuffle; with a = 2 it is the riffle of Gilbert, Shannon and Reeds.

use super::super::prelude::*;
use crate::exact::beta::binomial_pmf;

/// The chain is given for decks up to this size: beyond, it would take many seconds.
const MOST_CARDS: usize = 520;

#[derive(Debug)]
pub(super) struct Packets {
    /// Packets, at least one.
    pub packets: u32,
}

impl Law for Packets {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let places = deck.len();
        scratch.keys.clear();
        for place in 0..places {
            scratch
                .keys
                .push((draws.below(self.packets).into(), place as Card));
        }
        // Places by packet, and in their order within one: they get the cards from the top.
        scratch.keys.sort_unstable();
        scratch.deck.clear();
        scratch.deck.extend_from_slice(deck);
        for (&(_, place), &card) in scratch.keys.iter().zip(&scratch.deck) {
            deck[usize::from(place)] = card;
        }
    }

    /// The card that lands at j comes from packet d + 1 with probability 1/a. It was at i if i numbers are smaller, or the
    /// same and before j: binomial with probability (d + 1)/a among the j places above, and d/a among those below.
    fn one_card(&self, cards: usize) -> Option<Matrix> {
        if cards > MOST_CARDS {
            return None;
        }
        let packets = f64::from(self.packets);
        let mut matrix = Matrix::zero(cards);
        let law = |n: usize, p: f64| -> Vec<f64> {
            (0..=n)
                .map(|k| binomial_pmf(k as u64, n as u64, p))
                .collect()
        };
        for packet in 0..self.packets {
            let (smaller, same) = (f64::from(packet) / packets, f64::from(packet + 1) / packets);
            for to in 0..cards {
                let (above, below) = (law(to, same), law(cards - 1 - to, smaller));
                for (i, p) in above.iter().enumerate() {
                    for (j, q) in below.iter().enumerate() {
                        matrix.add(i + j, to, p * q / packets);
                    }
                }
            }
        }
        Some(matrix)
    }

    /// At most so many orders as strings of numbers.
    fn ln_support(&self, cards: usize) -> f64 {
        (cards as f64 * libm::log(f64::from(self.packets))).min(ln_factorial(cards))
    }

    fn describe(&self) -> String {
        format!("riffle with {} packets", self.packets)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Gsr;
    use super::*;
    use crate::shuffle::testing;

    #[test]
    fn the_chain_is_that_of_enumeration_and_of_simulation() {
        for packets in [1, 2, 3, 5] {
            let law = Packets { packets };
            for cards in 2..=5 {
                testing::enumeration_agrees(&law, cards);
            }
            testing::simulation_follows_the_chain(&law, 20, 20_000);
        }
    }

    #[test]
    fn two_packets_are_a_riffle_and_four_two_of_them() {
        let two = Law::one_card(&Packets { packets: 2 }, 30).unwrap();
        let riffle = Law::one_card(&Gsr, 30).unwrap();
        let four = Law::one_card(&Packets { packets: 4 }, 30).unwrap();
        let twice = riffle.then(&riffle);
        for (ours, theirs) in [(&two, &riffle), (&four, &twice)] {
            for (a, b) in ours.cells().iter().zip(theirs.cells()) {
                assert!((a - b).abs() < 1e-13);
            }
        }
    }
}
