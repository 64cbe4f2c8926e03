//! A predictor that learns: someone who bets on the next draw and goes by what came before.
//!
//! He begins with rules that go by the last draws, one far back, the place in a round, runs, and how long each symbol has been
//! away ([`rules`]). Each rule learns the shares of symbols as the estimator of Krichevsky and Trofimov (1981) does, and his
//! capital is shared out over all of them (a Bayesian mixture). His gain is the product over all draws of the probability
//! that the mixture gave to what came, over the stated one. Of independent draws with the stated weights it ever reaches
//! 1/α with probability α at most (Ville, 1939), however often one looks. So p is one over the largest gain.
//!
//! Symbols whose shares are not the stated ones can be foretold, too, and so can shares that change slowly. So p is at least that
//! of the same draws in other orders, within blocks of 64 (a permutation test; the law of the logarithm of his gain is taken
//! to be Gumbel's). What he foretells then lies in their order.

mod rules;
#[cfg(test)]
mod tests;

use super::few;
use super::first_draws::{FIRST_DRAWS, MOST_SYMBOLS, first_draws};
use super::{WEIGHTS, weights};
use crate::counter::AnyCounter;
use crate::law::too_few;
use crate::orders::{Orders, against_other_orders};
use crate::suite::Suite;
use crate::wager::{LogE, Wager};
use crate::{
    Assessment, Column, Compares, Design, Effort, Evidence, Kind, Outcome, Statistic, Tally,
    rounded,
};
use deck::subject::{self, Weights};
use laws::tail::PValue;
use rules::{Known, Past, Rule, STRENGTHS};
use std::fmt::Write as _;
use text::figures::{Declaration, json};

pub(crate) const KIND: Kind = Kind {
    name: "predictor",
    about: "does someone who bets on the next draw win, if he learns as the draws come? looks at the first 131,072 draws",
    plain: "bets on the next draw by what came before",
    causes: "a draw that copies or avoids an earlier one, rounds, bags, or any other rule that goes by the last few draws",
    example: "With fair draws, he makes 1 into 100 in one of 100 cases at most. With a bag of seven pieces he makes 1 into a million within 100 draws.",
    compares: &Compares::Nothing,
    source: "Krichevsky and Trofimov (1981), The performance of universal encoding; Ville (1939), Étude critique de la notion de collectif",
    parameters: &[WEIGHTS],
    cards: 2..=MOST_SYMBOLS,
    covers: &[crate::Feature::Foretold],
    suite: Some(Suite::Standard),
    on: subject::Kind::SEQUENCE,
    lagged: false,
    build: |params, _| Ok(Box::new(Predicts::new(&weights(params)?))),
};

/// The name of the test.
const GAIN: &str = "gain";

/// The draws are put in another order within blocks of so many, so often.
const BLOCK: usize = 64;
const ORDERS: u64 = 8;

/// In other orders, the probability that the logarithm of his gain is larger falls e-fold for each so much: for fair draws at
/// least for each 1, which is Ville's limit; rules with many contexts reach it from below, and fall more slowly before.
const SCALE: f64 = 2.0;

/// The largest bag whose rounds are followed.
const LARGEST_BAG: u32 = 1_000;

/// Capitals are kept below this power of two, so that dividing by it rounds nothing.
const LARGE: f64 = (1_u128 << 100) as f64;

#[derive(Debug)]
struct Predicts {
    fresh: Predictor,
}

impl Predicts {
    fn new(weights: &Weights) -> Self {
        Self {
            fresh: Predictor::new(weights),
        }
    }

    /// Someone who has bet on these draws.
    fn after(&self, draws: impl Iterator<Item = u8>) -> Predictor {
        let mut predictor = self.fresh.clone();
        draws.for_each(|symbol| predictor.see(symbol));
        predictor
    }

    /// Someone who has bet on these draws, and has called each of them before it came.
    fn after_calls(&self, draws: &[u8]) -> (Predictor, Calls) {
        let (mut predictor, mut calls) = (self.fresh.clone(), Calls::default());
        for symbol in draws {
            let call = predictor.call();
            calls.right += u64::from(call == usize::from(*symbol));
            calls.fair += predictor.law[call];
            predictor.see(*symbol);
        }
        (predictor, calls)
    }
}

/// Someone who has seen some draws.
#[derive(Debug, Clone)]
struct Predictor {
    law: Vec<f64>,
    past: Past,
    rules: Vec<Rule>,
    /// The capital of each rule and strength; then that which is not bet.
    capital: Vec<f64>,
    /// Capitals are smaller than they should be by this factor, in logarithms.
    scale: f64,
    /// The logarithm of what 1 has become.
    gain: f64,
    /// The largest of these so far.
    largest: f64,
}

/// The calls of someone who names the next symbol by the rule that has gained most.
#[derive(Debug, Default)]
struct Calls {
    right: u64,
    /// Those that would be right of fair draws, on average.
    fair: f64,
}

impl Predictor {
    fn new(weights: &Weights) -> Self {
        let symbols = weights.get().len();
        let bag: u32 = weights.lowest().iter().sum();
        let round = (bag <= LARGEST_BAG).then_some(bag as usize);
        let known = Known::all(symbols, round);
        let bets = STRENGTHS.len() * known.len() + 1;
        Self {
            law: weights.law(),
            past: Past::new(symbols),
            rules: known
                .into_iter()
                .map(|known| Rule::new(known, symbols))
                .collect(),
            capital: vec![1.0 / bets as f64; bets],
            scale: 0.0,
            gain: 0.0,
            largest: 0.0,
        }
    }

    /// The place of the largest capital.
    fn leader(&self) -> usize {
        let mut best = 0;
        for (at, capital) in self.capital.iter().enumerate() {
            if *capital > self.capital[best] {
                best = at;
            }
        }
        best
    }

    /// The rule that has gained most; `None` if not betting was better.
    fn best_rule(&self) -> Option<Known> {
        let rule = self.rules.get(self.leader() / STRENGTHS.len());
        rule.map(Rule::known)
    }

    fn call(&self) -> usize {
        let leader = self.leader();
        match self.rules.get(leader / STRENGTHS.len()) {
            Some(rule) => rule.call(&self.past, &self.law, leader % STRENGTHS.len()),
            None => (0..self.law.len()).rev().fold(0, |best, symbol| {
                if self.law[symbol] >= self.law[best] {
                    symbol
                } else {
                    best
                }
            }),
        }
    }

    fn see(&mut self, symbol: u8) {
        let came = usize::from(symbol);
        let bets = self.capital.chunks_mut(STRENGTHS.len());
        for (rule, capital) in self.rules.iter_mut().zip(bets) {
            let gains = rule.gains(&self.past, &self.law, came);
            for (capital, gain) in capital.iter_mut().zip(gains) {
                *capital *= gain;
            }
        }
        self.past.see(symbol);
        for rule in &mut self.rules {
            rule.follow(&self.past, came);
        }
        let mut together: f64 = self.capital.iter().sum();
        if together > LARGE {
            for capital in &mut self.capital {
                *capital /= LARGE;
            }
            together /= LARGE;
            self.scale += libm::log(LARGE);
        }
        self.gain = libm::log(together) + self.scale;
        self.largest = self.largest.max(self.gain);
    }

    fn words(&self, calls: &Calls) -> String {
        /// The power of ten from which on gains are told.
        const TOLD: i32 = 2;
        let power = LogE::new(self.largest).log10().floor() as i32;
        let (right, fair) = (calls.right as f64, calls.fair);
        let share = |calls: f64| 100.0 * calls / self.past.draws.len() as f64;
        let mut words = if power < TOLD {
            "someone who bets on each draw, and learns, never makes 1 into 100".to_owned()
        } else {
            let by = self
                .best_rule()
                .map_or(String::new(), |known| format!(", mostly by {known}"));
            format!(
                "someone who bets on each draw, and learns, makes 1 into more than 10^{power}{by}; fair draws let him do so in at most one of 10^{power} cases"
            )
        };
        if right > fair {
            let _ = write!(
                words,
                "; he calls {:.2}% of draws right, where {:.2}% is fair",
                share(right),
                share(fair)
            );
        }
        words
    }
}

/// A bet on each draw as it comes.
#[derive(Debug)]
struct Bet(Predictor);

impl Wager for Bet {
    fn look(&mut self, total: &Tally) -> LogE {
        let known = self.0.past.draws.len();
        for (_, bytes) in total.kept().in_order_after(known) {
            for symbol in bytes {
                self.0.see(*symbol);
            }
        }
        LogE::new(self.0.gain)
    }
}

impl Statistic for Predicts {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Sequences(FIRST_DRAWS)
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        Some(Box::new(Bet(self.fresh.clone())))
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![GAIN]
    }

    fn effort(&self) -> Effort {
        Effort::Learns
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number(
                "log10_gain",
                "decimal logarithm of what 1 became, at its largest",
            ),
            Declaration::number("right", "calls right per draw")
                .with_error("standard_error")
                .with_ideal("ideal"),
            Declaration::number("ideal", "calls right per draw").known(),
            Declaration::whole("rules", "rules"),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column {
            seen: Some("right guesses of someone who learns".to_owned()),
            fair: Some("ideal"),
            ..Column::new("next draw called by learning", "right", 4)
        }]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let draws = first_draws(evidence.tally);
        let (predictor, calls) = self.after_calls(&draws);
        let of = draws.len() as f64;
        let (right, fair) = (calls.right as f64, calls.fair);
        let title = (GAIN, "bets on the next draw".to_owned());
        let mut test = too_few(title, 0);
        test.outcome = few::enough(draws.len() as u64).unwrap_or_else(|| {
            let ideal = libm::exp(-predictor.largest).min(1.0);
            Outcome::P(PValue::new(against_other_orders(ideal, 1.0, || {
                let gain = |order: &Vec<u32>| {
                    let other = order.iter().map(|at| draws[*at as usize]);
                    self.after(other).largest
                };
                let gains = |orders: &[Vec<u32>]| orders.iter().map(gain).collect();
                let orders = Orders::of(KIND.name, draws.len(), (BLOCK, ORDERS), gains);
                orders.at_least(predictor.largest, SCALE)
            })))
        });
        let log10_gain = LogE::new(predictor.largest).log10();
        let known = |number: f64| (!draws.is_empty()).then(|| rounded(number));
        if !draws.is_empty() {
            test.value = Some(rounded(log10_gain));
            test.words = predictor.words(&calls);
        }
        let figures = json!({
            "log10_gain": known(log10_gain),
            "right": known(right / of),
            "standard_error": known((right * (of - right) / of).max(0.0).sqrt() / of),
            "ideal": known(fair / of),
            "rules": predictor.rules.len(),
        });
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}
