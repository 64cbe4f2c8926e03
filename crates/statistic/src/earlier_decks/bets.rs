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
//! as of tables in turn, one for equal weights of all lags, as of tables at random, and one for equal weights of the first
//! 8,192 decks, as of a pool that is dealt again; each for so many riffles and each ε. They are averaged. No deck is picked for
//! being the nearest: that would not be fair. Of a pool only decks that share three cards in a row with this one are looked at:
//! the others count as 0 in the sum, so that the mean is at most 1.

use super::index::{DIGITS, LEAST_LATER, indexed, slots};
use super::pairs::{Decks, NEAR};
use crate::Tally;
use crate::first_decks::{fresh, restore};
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
    /// The logarithm of the capital on a pool.
    ln_pool: f64,
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
            ln_pool: 0.0,
        }
    }

    /// Settles the bets on a deck that has so many rising sequences from each of the ones before it, the last one first, and
    /// from some of `pool` decks.
    fn settle(&mut self, rising: &[usize], of_pool: &[usize], pool: usize) {
        for (capital, rising) in self.ln_at_lag.iter_mut().zip(rising) {
            *capital += self.ln_gains[rising - 1];
        }
        let mean = |rising: &[usize], decks: usize| {
            let ratios = rising.iter().map(|rising| self.ratios[rising - 1]);
            ratios.sum::<f64>() / decks as f64
        };
        self.ln_together += ln_gain(self.share, mean(rising, rising.len()));
        if pool > 0 {
            self.ln_pool += ln_gain(self.share, mean(of_pool, pool));
        }
    }
}

fn ln_gain(share: f64, ratio: f64) -> f64 {
    libm::log1p(share * (ratio - 1.0))
}

/// The first decks, by the three cards that follow each other in them.
#[derive(Debug)]
struct Pool {
    /// For each slot the last place where it came, counted from 1: all slots of a deck, then those of the next.
    last: Vec<u32>,
    /// For each place the one before it with the same slot; 0 is none.
    before: Vec<u32>,
    decks: usize,
    most: usize,
}

impl Pool {
    fn new(cards: usize) -> Self {
        let most = indexed(cards, usize::MAX);
        Self {
            last: vec![0; if most > 0 { 1 << DIGITS } else { 0 }],
            before: Vec::new(),
            decks: 0,
            most,
        }
    }

    /// The decks that share a slot with this one, at most the last [`LEAST_LATER`] of each slot. Then this one is added, if there
    /// is room.
    fn alike(&mut self, deck: &[Card]) -> Vec<usize> {
        let mut found = Vec::new();
        if self.most == 0 {
            return found;
        }
        let slots: Vec<u32> = slots(deck).collect();
        for slot in &slots {
            let mut place = self.last[*slot as usize];
            for _ in 0..LEAST_LATER {
                let Some(at) = place.checked_sub(1) else {
                    break;
                };
                found.push(at as usize / slots.len());
                place = self.before[at as usize];
            }
        }
        found.sort_unstable();
        found.dedup();
        if self.decks < self.most {
            for slot in slots {
                let last = &mut self.last[slot as usize];
                self.before.push(*last);
                *last = self.before.len() as u32;
            }
            self.decks += 1;
        }
        found
    }
}

/// All bets, and the decks so far.
#[derive(Debug)]
pub(super) struct Bets {
    decks: Decks,
    pool: Pool,
    bets: Vec<Bet>,
}

impl Bets {
    pub fn new(cards: usize) -> Self {
        let bets = (1..=MOST_RIFFLES)
            .flat_map(|riffles| SHARES.map(|share| Bet::new(cards, riffles, share)));
        Self {
            decks: Decks::new(cards, &[]),
            pool: Pool::new(cards),
            bets: bets.collect(),
        }
    }

    /// The rising sequences of the deck `at` from each of those before it.
    fn rising(&self, before: impl Iterator<Item = usize>, at: usize) -> Vec<usize> {
        let pairs: Vec<_> = before.map(|before| (before as u32, at as u32)).collect();
        let mut rising = Vec::with_capacity(pairs.len());
        self.decks
            .compare(&pairs, |_, seen| rising.push(seen.rising as usize));
        rising
    }

    fn see(&mut self, deck: &[Card]) {
        let at = self.decks.len();
        self.decks.push(deck);
        let before = (1..=NEAR).map_while(|lag| at.checked_sub(lag));
        let near = self.rising(before, at);
        // Those before this one.
        let pool = self.pool.decks;
        let of_pool = self.pool.alike(deck);
        let of_pool = self.rising(of_pool.into_iter(), at);
        if near.is_empty() {
            return;
        }
        for bet in &mut self.bets {
            bet.settle(&near, &of_pool, pool);
        }
    }

    /// A third of the capital is on single lags, one on all together, and one on a pool.
    fn e(&self) -> LogE {
        let at_lag = self.bets.iter().flat_map(|bet| &bet.ln_at_lag);
        let at_lag = LogE::mean(at_lag.map(|ln| LogE::new(*ln)));
        let together = self.bets.iter().map(|bet| LogE::new(bet.ln_together));
        let pool = self.bets.iter().map(|bet| LogE::new(bet.ln_pool));
        LogE::mean([at_lag, LogE::mean(together), LogE::mean(pool)].into_iter())
    }
}

impl Wager for Bets {
    fn look(&mut self, total: &Tally) -> LogE {
        let mut deck = vec![0; self.decks.cards];
        for bytes in fresh(total.kept(), self.decks.len(), self.decks.cards) {
            restore(bytes, &mut deck);
            self.see(&deck);
        }
        self.e()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ideal, riffled};
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
        assert!(fair < 3.0 && fair > -4.0, "{fair}");
        first.rotate_left(20);
        bets.see(&first);
        let seen = bets.e().ln();
        assert!(seen > fair + 50.0, "{seen}");
    }

    /// Each deck comes from one of 4,000 earlier ones, so that the 64 lags that are bet on see it seldom.
    #[test]
    fn decks_of_a_pool_pay_as_soon_as_they_are_dealt_again() {
        let mut random = PcgDraws::for_batch(9, "bets on a pool", 0, 0);
        let mut bets = Bets::new(52);
        let mut pool: Vec<Vec<Card>> = Vec::new();
        for _ in 0..4000 {
            let deck = ideal(52, &mut random);
            bets.see(&deck);
            pool.push(deck);
        }
        let before = bets.e().ln();
        assert!(before < 3.0, "{before}");
        for _ in 0..10 {
            let earlier = random.below(4000) as usize;
            bets.see(&riffled(&pool[earlier], 2, &mut random));
        }
        let e = bets.e().ln();
        assert!(e > 50.0, "{e}");
    }

    #[test]
    fn a_pool_is_searched_as_its_index_is() {
        let mut random = PcgDraws::for_batch(10, "a pool", 0, 0);
        let mut pool = Pool::new(20);
        let mut decks: Vec<Vec<Card>> = Vec::new();
        for _ in 0..400 {
            let deck = ideal(20, &mut random);
            let share = |other: &Vec<Card>| {
                let mut runs = other.windows(3);
                runs.any(|run| deck.windows(3).any(|own| own == run))
            };
            let wanted: Vec<usize> = (0..decks.len()).filter(|at| share(&decks[*at])).collect();
            assert_eq!(pool.alike(&deck), wanted);
            decks.push(deck);
        }
    }
}
