//! The chance of a stake's event in an ideal deck.

use std::collections::BTreeMap;

use super::limits::Counted;
use super::wager::Bet;
use deck::quantity::{DrawEvent, OnRows, Set, Stake};
use deck::rng::{PcgDraws, shuffle_items};
use deck::subject::Row;
use laws::bounded_mean::empirical_bernstein_error;
use laws::features;
use laws::fit::binomial_tails;
use laws::marked_cards::hand;

/// The chance of an event in an ideal deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Fair {
    /// It is at least and at most this: the same where it is known exactly.
    pub limits: [f64; 2],
    /// The chance, or the share of ideal decks that had the event.
    pub share: f64,
    /// How it is known, in words.
    pub by: String,
    /// The ideal decks that were looked at; `None` where it is known exactly.
    pub decks: Option<u64>,
}

/// Cards of the ideal decks that are looked at where no law is known.
const CARDS: u64 = 1 << 24;

/// The most and the fewest of these decks.
const MOST: u64 = 1 << 18;
const FEWEST: u64 = 1 << 12;

/// The chance that limits from ideal decks do not hold: a thousandth of the usual level of a run.
const ERROR: f64 = 1e-6;

impl Fair {
    /// The fair chance of a stake: the mean of its hands, which differ where a stake names one of them beside each.
    pub fn of(stake: &Stake) -> Self {
        let hands = stake.hands();
        let known: Option<Vec<_>> = hands.iter().map(features::fair).collect();
        if let Some(known) = known {
            let sum: f64 = known.iter().map(features::Fair::chance).sum();
            let chance = (sum / hands.len() as f64).clamp(0.0, 1.0);
            return Self {
                limits: [chance; 2],
                share: chance,
                by: known[0].by.to_owned(),
                decks: None,
            };
        }
        let cards = hands[0].cards();
        let decks = (CARDS / cards as u64).clamp(FEWEST, MOST);
        let mut draws = PcgDraws::for_batch(1, "stakes: ideal decks", cards as u64, 0);
        let mut deck: Vec<u16> = (0..cards as u16).collect();
        let mut by_hits = vec![0; hands.len() + 1];
        for _ in 0..decks {
            shuffle_items(&mut draws, &mut deck);
            by_hits[stake.of(&deck) as usize] += 1;
        }
        let counted = Counted::new(&by_hits);
        let limits = counted.limits(ERROR, 0.5);
        Self {
            limits: [*limits.start(), *limits.end()],
            share: counted.share(),
            by: format!("{} ideal decks", text::names::grouped(decks)),
            decks: Some(decks),
        }
    }

    /// The fair chance of an event among independent draws with this law.
    pub(super) fn among_draws(event: &DrawEvent, law: &[f64]) -> Self {
        let chance =
            |of: &Set| -> f64 { of.numbers().map(|symbol| law[symbol]).sum::<f64>().min(1.0) };
        let chance = match event {
            DrawEvent::Draw { of } | DrawEvent::Next { of, .. } => chance(of),
            DrawEvent::Repeat { .. } => law.iter().map(|p| p * p).sum::<f64>().min(1.0),
            DrawEvent::Drought { of, draws, comes } => {
                // ln of the chance that so many draws go by without it.
                let ln_away = *draws as f64 * libm::log1p(-chance(of));
                if *comes {
                    -libm::expm1(ln_away)
                } else {
                    libm::exp(ln_away)
                }
            }
        };
        Self {
            limits: [chance; 2],
            share: chance,
            by: "weights of independent draws".to_owned(),
            decks: None,
        }
    }

    /// The mean chance of an event in rows that each have a deck of their own, which come as often as this.
    pub(super) fn of_rows(stake: &OnRows, rows: &BTreeMap<[u32; 3], u64>) -> Self {
        let (mut mean, mut all) = (0.0, 0);
        for ([deck, copies, drawn], times) in rows {
            let p = hand(*deck as usize, *copies as usize, *drawn as usize);
            // It comes up, or does not.
            let mut sums = [0.0; 2];
            for (p, found) in p.iter().zip(0..) {
                let row = Row {
                    deck: *deck,
                    copies: *copies,
                    drawn: *drawn,
                    found,
                    ..Row::default()
                };
                sums[usize::from(!stake.comes(&row))] += p;
            }
            mean += *times as f64 * sums[0] / (sums[0] + sums[1]);
            all += times;
        }
        let chance = if all == 0 { 0.0 } else { mean / all as f64 };
        Self {
            limits: [chance; 2],
            share: chance,
            by: "hypergeometric laws of the rows".to_owned(),
            decks: None,
        }
    }

    /// The chance that is nearest to a share.
    pub(super) fn nearest(&self, share: f64) -> f64 {
        let [least, most] = self.limits;
        if share.is_nan() {
            self.share
        } else {
            share.clamp(least, most)
        }
    }

    /// The probability that its limits do not hold.
    pub fn error(&self) -> f64 {
        if self.decks.is_some() { ERROR } else { 0.0 }
    }

    /// How often fair decks have a share as far away as this, or more seldom: a p-value, on both sides.
    pub(super) fn p_value(&self, counted: &Counted) -> f64 {
        if counted.subjects() == 0 {
            return 1.0;
        }
        if !counted.is_set() && self.share > 0.0 && self.share < 1.0 {
            // The reciprocal of an e-value is a p-value (Vovk and Wang, 2021), whenever one stops.
            let e = Bet::new(counted.cases(), self.clone()).e(counted);
            return libm::exp(-e.ln()).min(1.0);
        }
        let share = counted.share();
        let fair = self.nearest(share);
        let p = if counted.hands() == 1 {
            let (hits, all) = (counted.hits(), counted.subjects());
            if fair <= 0.0 || fair >= 1.0 {
                // It cannot come up, or fail to.
                let as_fair = (hits as f64 - fair * all as f64).abs() < 0.5;
                if as_fair { 1.0 } else { 0.0 }
            } else if counted.is_mixed() {
                mixed_tails(hits, all, fair)
            } else {
                binomial_tails(hits, all - hits, fair).two_sided()
            }
        } else {
            let bernstein = empirical_bernstein_error(
                (share - fair).abs(),
                counted.variance(),
                counted.subjects(),
            );
            let bets = libm::exp(-Bet::new(counted.cases(), self.clone()).e(counted).ln());
            (2.0 * bernstein.min(bets)).min(1.0)
        };
        (p + self.error()).min(1.0)
    }

    /// The fewest subjects of which any could fail at this level.
    pub(super) fn fewest_to_fail(&self, hands: usize, level: f64) -> u64 {
        let fair = self.share;
        if level <= self.error() {
            return u64::MAX;
        }
        if hands > 1 {
            // The variance may be nothing: L = ln(4/level), 7L/3(N - 1) below the largest departure.
            let farthest = fair.max(1.0 - fair);
            return (7.0 * libm::log(4.0 / level) / (3.0 * farthest)).ceil() as u64 + 1;
        }
        let rarest = fair.min(1.0 - fair);
        if rarest <= 0.0 {
            return 1;
        }
        (libm::log(0.5 * level) / libm::log(rarest)).ceil().max(1.0) as u64
    }
}

/// A bound of both tails of the number of cases in which an event came up, of independent ones with chances of their own whose
/// mean this is.
///
/// From one case off the mean the binomial tails bound them (Hoeffding, 1956, theorem 4); nearer, one case is bounded by
/// Markov's inequality, and more are no evidence.
fn mixed_tails(hits: u64, all: u64, mean: f64) -> f64 {
    let [expected, not] = [mean, 1.0 - mean].map(|mean| mean * all as f64);
    if (hits as f64 - expected).abs() >= 1.0 {
        return binomial_tails(hits, all - hits, mean).two_sided();
    }
    let markov = [(hits, expected), (all - hits, not)].map(|(came, expected)| {
        let is_one = came == 1 && expected < 1.0;
        if is_one { 2.0 * expected } else { 1.0 }
    });
    markov[0].min(markov[1]).min(1.0)
}
