//! Bets on decks that come from earlier ones: a wager for watched runs.
//!
//! Given all decks before it, a fair deck is as likely in any order. So whatever earlier deck one looks at, the number R of
//! rising sequences from that deck to this has its fair law, and
//!
//! ```text
//! 1 − ε + ε Σ w(j) q(R from the deck j before)/p(R),  Σ w(j) = 1,
//! ```
//!
//! has the mean 1, q being the law after some riffles of Gilbert, Shannon and Reeds. There is a capital for each lag alone,
//! as of tables in turn, and one for equal weights of all lags, as of tables at random; each for so many riffles and each ε.
//! They are averaged. No deck is picked for being the nearest: that would not be fair.

use super::pairs::{Decks, NEAR};
use crate::Tally;
use crate::first_decks::restore;
use crate::wager::{LogE, Wager};
use deck::Card;
use laws::gsr::{Packets, ln_densities};

/// Riffles between two decks, at the most: after seven, hardly anything is seen of 52 cards.
const MOST_RIFFLES: u32 = 6;

/// Shares of decks that come from the one looked at.
const SHARES: [f64; 2] = [0.5, 0.03125];

/// The logarithm of q/p, at the most: a bet that brings less is still fair.
const MOST_LN: f64 = 600.0;

/// The bets on one number of riffles, with one share.
#[derive(Debug)]
struct Bet {
    share: f64,
    /// q/p for each number of rising sequences, from 1 on.
    ratios: Vec<f64>,
    /// ln(1 − ε + ε q/p).
    ln_gains: Vec<f64>,
    /// The logarithm of the capital on each lag, from 1 on.
    ln_at_lag: Vec<f64>,
    /// The logarithm of the capital on all lags together.
    ln_together: f64,
}

impl Bet {
    fn new(cards: usize, riffles: u32, share: f64) -> Self {
        let ln_ratios = ln_densities(cards, Packets::riffles(riffles));
        let ratios = ln_ratios.iter().map(|ln| libm::exp(ln.min(MOST_LN)));
        let ratios: Vec<f64> = ratios.collect();
        Self {
            share,
            ln_gains: ratios.iter().map(|ratio| ln_gain(share, *ratio)).collect(),
            ratios,
            ln_at_lag: vec![0.0; NEAR],
            ln_together: 0.0,
        }
    }

    /// Settles the bets on a deck that has so many rising sequences from each of the ones before it, the last one first.
    fn settle(&mut self, rising: &[usize]) {
        for (capital, rising) in self.ln_at_lag.iter_mut().zip(rising) {
            *capital += self.ln_gains[rising - 1];
        }
        let mean = rising
            .iter()
            .map(|rising| self.ratios[rising - 1])
            .sum::<f64>();
        self.ln_together += ln_gain(self.share, mean / rising.len().max(1) as f64);
    }
}

fn ln_gain(share: f64, ratio: f64) -> f64 {
    libm::log1p(share * (ratio - 1.0))
}

/// All bets, and the decks so far.
#[derive(Debug)]
pub(super) struct Bets {
    decks: Decks,
    bets: Vec<Bet>,
}

impl Bets {
    pub fn new(cards: usize) -> Self {
        let bets = (1..=MOST_RIFFLES)
            .flat_map(|riffles| SHARES.map(|share| Bet::new(cards, riffles, share)));
        Self {
            decks: Decks::new(cards, &[]),
            bets: bets.collect(),
        }
    }

    fn see(&mut self, deck: &[Card]) {
        let at = self.decks.len();
        self.decks.push(deck);
        let before = (1..=NEAR).map_while(|lag| at.checked_sub(lag));
        let rising: Vec<usize> = before
            .map(|before| self.decks.pair(before, at).rising as usize)
            .collect();
        if rising.is_empty() {
            return;
        }
        for bet in &mut self.bets {
            bet.settle(&rising);
        }
    }

    /// Half of the capital is on single lags, and half on all together.
    fn e(&self) -> LogE {
        let together = self.bets.iter().map(|bet| LogE::new(bet.ln_together));
        let at_lag = self.bets.iter().flat_map(|bet| &bet.ln_at_lag);
        let at_lag = LogE::mean(at_lag.map(|ln| LogE::new(*ln)));
        LogE::mean([LogE::mean(together), at_lag].into_iter())
    }
}

impl Wager for Bets {
    fn look(&mut self, total: &Tally) -> LogE {
        let mut deck = vec![0; self.decks.cards];
        for (_, bytes) in total.kept().in_order_after(self.decks.len()) {
            restore(bytes, &mut deck);
            self.see(&deck);
        }
        self.e()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::rng::{Draws as _, PcgDraws};

    fn all_orders(cards: usize) -> Vec<Vec<Card>> {
        let mut all = vec![Vec::new()];
        for _ in 0..cards {
            let longer = all.iter().flat_map(|order: &Vec<Card>| {
                let left = (0..cards as Card).filter(|card| !order.contains(card));
                left.map(|card| [order.as_slice(), &[card]].concat())
            });
            all = longer.collect();
        }
        all
    }

    #[test]
    fn the_mean_over_all_decks_is_1() {
        let orders = all_orders(4);
        let mut mean = 0.0;
        for one in &orders {
            for two in &orders {
                for three in &orders {
                    let mut bets = Bets::new(4);
                    for deck in [one, two, three] {
                        bets.see(deck);
                    }
                    mean += libm::exp(bets.e().ln());
                }
            }
        }
        mean /= (orders.len() as f64).powi(3);
        assert!((mean - 1.0).abs() < 1e-12, "{mean}");
    }

    #[test]
    fn a_deck_that_comes_from_an_earlier_one_brings_much_and_fair_ones_little() {
        let mut random = PcgDraws::for_batch(9, "bets", 0, 0);
        let mut bets = Bets::new(52);
        let mut first: Vec<Card> = (0..52).collect();
        for at in 0..2000 {
            let mut deck: Vec<Card> = (0..52).collect();
            random.shuffle(&mut deck);
            bets.see(&deck);
            first = if at == 1980 { deck } else { first };
        }
        let fair = bets.e().ln();
        assert!(fair < 3.0 && fair > -3.0, "{fair}");
        first.rotate_left(20);
        bets.see(&first);
        let seen = bets.e().ln();
        assert!(seen > fair + 50.0, "{seen}");
    }
}
