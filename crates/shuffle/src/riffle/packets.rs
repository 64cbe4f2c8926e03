//! The riffle with several packets at a time: the a-shuffle of Bayer and Diaconis (1992).
//!
//! A number from 1 to a for each place, all alike and independent, says from which packet the card comes: the first packet
//! holds as many cards of the top as there are ones, and so on, and each gives its cards in their order. An a-shuffle and
//! then a b-shuffle are one ab-shuffle; with a = 2 it is the riffle of Gilbert, Shannon and Reeds.
//!
//! With `clump`, each number but the first repeats the one before it with that probability, and is drawn otherwise. Two such
//! shuffles are no longer one of more packets. No chain of two cards is built: how two cards share three packets
//! or more does not follow from the cards that are left alone.

use super::super::prelude::*;
use super::counts::Counts;
use laws::beta::binomial_pmf;

/// The chain is given for decks up to this size, and up to so many steps: beyond, it would take many seconds.
const MOST_CARDS: usize = 520;
const MOST_STEPS: usize = 3_000_000_000;

#[derive(Debug)]
pub(super) struct Packets {
    /// Packets, at least one.
    pub packets: u32,
    /// The probability that a number repeats the one before it, whatever is drawn.
    pub clump: f64,
}

impl Law for Packets {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let places = deck.len();
        scratch.keys.clear();
        let mut number = 0;
        for place in 0..places {
            let clings = place > 0 && self.clump > 0.0 && draws.chance(self.clump);
            if !clings {
                number = draws.below(self.packets).into();
            }
            scratch.keys.push((number, place as Card));
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
    /// same and before j: binomial with probability (d + 1)/a among the j places above, and d/a among those below; and
    /// where numbers cling, as [`Counts`] has them.
    fn one_card(&self, cards: usize) -> Option<Matrix> {
        // The steps of one packet are the pairs of places above and below each place.
        let steps = (self.packets as usize).saturating_mul(cards.pow(3) / 6);
        if cards > MOST_CARDS || steps > MOST_STEPS {
            return None;
        }
        let packets = f64::from(self.packets);
        let mut matrix = Matrix::zero(cards);
        // For any number of places that belong to the first packets: after one that does, and one that does not.
        let laws = |of: u32| -> [Vec<Vec<f64>>; 2] {
            let share = f64::from(of) / packets;
            if self.clump > 0.0 {
                return Counts::table(share, self.clump, cards);
            }
            let law = |n: u64| (0..=n).map(|k| binomial_pmf(k, n, share)).collect();
            let laws: Vec<Vec<f64>> = (0..cards as u64).map(law).collect();
            [laws.clone(), laws]
        };
        let mut smaller = laws(0);
        for packet in 0..self.packets {
            let same = laws(packet + 1);
            for to in 0..cards {
                let (above, below) = (&same[0][to], &smaller[1][cards - 1 - to]);
                for (i, p) in above.iter().enumerate() {
                    for (j, q) in below.iter().enumerate() {
                        matrix.add(i + j, to, p * q / packets);
                    }
                }
            }
            smaller = same;
        }
        Some(matrix)
    }

    /// The orders are at most as many as strings of numbers.
    fn ln_support(&self, cards: usize) -> f64 {
        if self.clump >= 1.0 {
            return 0.0;
        }
        (cards as f64 * libm::log(f64::from(self.packets))).min(ln_factorial(cards))
    }

    fn mixing(&self) -> Mixing {
        if self.clump >= 1.0 {
            Mixing::Nothing
        } else if self.clump > 0.0 {
            Mixing::Other
        } else {
            Mixing::Packets(self.packets)
        }
    }

    fn describe(&self) -> String {
        let clump = if self.clump > 0.0 {
            format!(", cards cling with probability {:?}", self.clump)
        } else {
            String::new()
        };
        format!("riffle with {} packets{clump}", self.packets)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Clumped, Gsr};
    use super::*;
    use crate::testing;

    fn of(packets: u32, clump: f64) -> Packets {
        Packets { packets, clump }
    }

    #[test]
    fn the_chain_is_that_of_enumeration_and_of_simulation() {
        for (packets, clump) in [
            (1, 0.0),
            (2, 0.0),
            (3, 0.0),
            (5, 0.0),
            (2, 0.3),
            (3, 0.6),
            (4, 0.1),
            (3, 1.0),
        ] {
            let law = of(packets, clump);
            for cards in 2..=5 {
                testing::enumeration_agrees(&law, cards);
            }
            testing::simulation_follows_the_chain(&law, 20, 20_000);
        }
    }

    #[test]
    fn two_packets_are_a_riffle_and_four_two_of_them() {
        let two = of(2, 0.0).one_card(30).unwrap();
        let riffle = Law::one_card(&Gsr, 30).unwrap();
        let four = of(4, 0.0).one_card(30).unwrap();
        let twice = riffle.then(&riffle);
        let cling = of(2, 0.4).one_card(30).unwrap();
        let clumped = Clumped {
            name: "riffle",
            upper: 0.5,
            clump: 0.4,
        };
        let clumped = clumped.one_card(30).unwrap();
        for (ours, theirs) in [(&two, &riffle), (&four, &twice), (&cling, &clumped)] {
            for (a, b) in ours.cells().iter().zip(theirs.cells()) {
                assert!((a - b).abs() < 1e-13);
            }
        }
    }
}
