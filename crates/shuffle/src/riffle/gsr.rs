//! The riffle of Gilbert, Shannon and Reeds: n fair coins say, position by position, from which
//! packet the card comes.

use super::super::marks;
use super::super::prelude::*;
use super::super::two_card::cards_of;
use super::super::two_card::interleaving;
use super::{cuts, independent, ln_riffle_orders};
use laws::beta::binomial_pmf;

#[derive(Debug)]
pub(in super::super) struct Gsr;

impl Law for Gsr {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len();
        draws.coins(cards, &mut scratch.coins);
        let Scratch {
            deck: old, coins, ..
        } = scratch;
        old.clear();
        old.extend_from_slice(deck);
        marks::interleave(deck, old, coins);
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
        self.two_card_each(&[pairs], direction)?.pop()
    }

    fn two_card_each(&self, tables: &[&Pairs], direction: Direction) -> Option<Vec<Pairs>> {
        let cards = cards_of(tables);
        Some(independent(cuts(cards)).two_card(tables, direction))
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(interleaving::effort(cards, 1))
    }

    fn ln_support(&self, cards: usize) -> f64 {
        ln_riffle_orders(cards)
    }

    fn entropy(&self, cards: usize) -> Option<f64> {
        interleaving::has_entropy(cards, 1).then(|| independent(cuts(cards)).entropy(cards))
    }

    fn mixing(&self) -> Mixing {
        Mixing::Gsr
    }

    fn describe(&self) -> String {
        "riffle (Gilbert-Shannon-Reeds)".to_owned()
    }
}
