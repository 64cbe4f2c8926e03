//! The riffle of Gilbert, Shannon and Reeds: n fair coins say, position by position, from which
//! packet the card comes.

use std::hint::select_unpredictable;

use super::super::prelude::*;
use super::super::two_card::interleaving::{self, Interleaving, UPPER, in_proportion};
use super::{cuts, ln_riffle_orders};
use crate::exact::beta::binomial_pmf;

#[derive(Debug)]
pub(in super::super) struct Gsr;

impl Law for Gsr {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len();
        draws.coins(cards, &mut scratch.coins);
        let lower: usize = scratch
            .coins
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum();
        scratch.deck.clear();
        scratch.deck.extend_from_slice(deck);
        // The places in the packets are kept as numbers: indexing an array by the coin would send
        // each of them through memory.
        let (mut upper, mut lower) = (0, cards - lower);
        for (slots, &word) in deck.chunks_mut(64).zip(&scratch.coins) {
            let mut coins = word;
            for slot in slots {
                let coin = (coins & 1) as usize;
                coins >>= 1;
                *slot = scratch.deck[select_unpredictable(coin == UPPER, upper, lower)];
                upper += 1 - coin;
                lower += coin;
            }
        }
    }

    /// The card that lands at j comes from the upper packet with probability ½, and then it was
    /// at i if i of the j coins before it show the upper packet; from the lower packet the same
    /// holds seen from the bottom. This is Bayer and Diaconis' (1992) s(i, j), summed.
    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let mut matrix = Matrix::zero(cards);
        for to in 0..cards {
            for coins in 0..=to {
                let half = 0.5 * binomial_pmf(coins as u64, to as u64, 0.5);
                matrix.add(coins, to, half);
                matrix.add(cards - 1 - coins, cards - 1 - to, half);
            }
        }
        Some(matrix)
    }

    /// Card by card: while x and y cards are left in the upper and the lower packet, the next one
    /// comes from them with probabilities proportional to x and y (Bayer and Diaconis, 1992).
    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        Some(
            Interleaving {
                after: vec![[0, 0]],
                exchanged: vec![0],
                start: 0,
                cuts: cuts(pairs.cards()),
                chances: |_, left| in_proportion(left),
            }
            .two_card(pairs, direction),
        )
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(interleaving::effort(cards, 1))
    }

    fn ln_support(&self, cards: usize) -> f64 {
        ln_riffle_orders(cards)
    }

    fn mixing(&self) -> Mixing {
        Mixing::Gsr
    }

    fn describe(&self) -> String {
        "riffle (Gilbert-Shannon-Reeds)".to_owned()
    }
}
