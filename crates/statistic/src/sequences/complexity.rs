//! Linear complexity: do bits of the draws come from a shift register?
//!
//! Some symbols together come in exactly half of all draws: the even ones of six, or one that is as likely as all others.
//! A draw is one of them or not: that is a fair bit. So are all binary digits of symbols that are a power of two in number and
//! equally likely. Fair bits need a linear feedback shift register of about half their number, with a law that is
//! known exactly ([`laws::sequences::complexity`]); a generator that is one itself, or has such low bits, needs a short one.
//! p is multiplied by the number of ways to make bits (Bonferroni).
//!
//! Watched runs bet: as long as the shortest register of the bits so far is much shorter than half of them, on the bit that it
//! gives next. A fair bit is that one in half of all cases, whatever came before.

use super::first_draws::{FIRST_DRAWS, MOST_SYMBOLS, first_draws};
use super::{WEIGHTS, weights};
use crate::counter::AnyCounter;
use crate::grain::SHORTEST;
use crate::law::too_few;
use crate::suite::Suite;
use crate::wager::{LogE, Wager};
use crate::{
    Assessment, Column, Compares, Design, Detectable, Effort, Evidence, Kind, Outcome, Statistic,
    Tally, Test,
};
use deck::subject::{self, Weights};
use laws::sequences::complexity::{Register, at_most, linear_complexity};
use laws::tail::PValue;
use text::figures::{Declaration, json};
use text::names::grouped;
use text::params::ParamError;

pub(crate) const KIND: Kind = Kind {
    name: "linear-complexity",
    about: "do bits of the draws come from a short shift register? finds the shortest that gives the first 16,384",
    plain: "bits of a shift register",
    causes: "a shift register, a Mersenne twister whose bits are used alone, or a generator with bad low bits",
    example: "10,000 fair coins need a register of about 5,000 bits. Coins that a register of 31 bits makes need one of 31.",
    compares: &Compares::Nothing,
    source: "Massey (1969), Shift-register synthesis and BCH decoding; Rueppel (1986), Analysis and design of stream ciphers",
    parameters: &[WEIGHTS],
    cards: 2..=MOST_SYMBOLS,
    covers: &[],
    suite: Some(Suite::Standard),
    on: subject::Kind::SEQUENCE,
    lagged: false,
    build: |params, _| {
        let weights = weights(params)?;
        let ways = ways(&weights);
        if ways.is_empty() {
            return Err(ParamError::View {
                kind: KIND.name.to_owned(),
                view: "weights of which none make up exactly half".to_owned(),
                accepted:
                    "weights of which some together are half of all, in order or every second one"
                        .to_owned(),
            });
        }
        Ok(Box::new(Complexity { ways }))
    },
};

/// Bits that are looked at, at the most: a few milliseconds.
const MOST_BITS: usize = 1 << 14;

/// Fewer bits tell nothing of a register that anyone uses.
const FEWEST_BITS: usize = 64;

#[derive(Debug)]
struct Complexity {
    /// For each way to make bits, whether a symbol is a 1.
    ways: Vec<Vec<bool>>,
}

/// Bits more than twice those of the register, from which on bets are made on it: fair bits have so many once in 65,536 times.
const SPARE: usize = 16;

/// The share of the capital that is put on the other bit.
const OTHER: f64 = 1.0 / 64.0;

/// Bets on one way to make bits.
#[derive(Debug)]
struct Bet {
    ones: Vec<bool>,
    register: Register,
    ln_capital: f64,
}

impl Bet {
    fn see(&mut self, draw: u8) {
        let bit = self.ones[usize::from(draw)];
        let bets = self.register.bits() >= 2 * self.register.length() + SPARE;
        let right = self.register.see(bit);
        if bets {
            let share = if right { 1.0 - OTHER } else { OTHER };
            self.ln_capital += libm::log(2.0 * share);
        }
    }
}

/// Bets on all ways, with equal capital.
#[derive(Debug)]
struct Bets(Vec<Bet>);

impl Wager for Bets {
    fn look(&mut self, total: &Tally) -> LogE {
        let seen = self.0.first().map_or(0, |bet| bet.register.bits());
        let fresh = total.kept().in_order_after(seen);
        for (_, bytes) in fresh.into_iter().take(MOST_BITS - seen) {
            for draw in bytes {
                for bet in &mut self.0 {
                    bet.see(*draw);
                }
            }
        }
        LogE::mean(self.0.iter().map(|bet| LogE::new(bet.ln_capital)))
    }
}

/// The ways to make a fair bit of a draw: every second symbol, the first ones, or a binary digit of the symbol.
fn ways(weights: &Weights) -> Vec<Vec<bool>> {
    let (each, total) = (weights.get(), u64::from(weights.total()));
    let symbols = each.len();
    let digits = (symbols - 1).checked_ilog2().unwrap_or(0) + 1;
    let by_digit = (0..digits).map(|digit| (0..symbols).map(|at| at >> digit & 1 == 1).collect());
    let first = (1..symbols).map(|end| (0..symbols).map(|at| at < end).collect());
    let all = by_digit.chain(first);
    let half = |ones: &Vec<bool>| {
        let chosen = ones.iter().zip(each).filter(|(one, _)| **one);
        2 * chosen.map(|(_, weight)| u64::from(*weight)).sum::<u64>() == total
    };
    let mut found: Vec<Vec<bool>> = Vec::new();
    for ones in all.filter(half) {
        // The same symbols the other way round give a register of one bit more or less.
        let turned: Vec<bool> = ones.iter().map(|one| !one).collect();
        if !found.contains(&ones) && !found.contains(&turned) {
            found.push(ones);
        }
    }
    found
}

impl Statistic for Complexity {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Sequences(FIRST_DRAWS)
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        let bets = self.ways.iter().map(|ones| Bet {
            ones: ones.clone(),
            register: Register::default(),
            ln_capital: 0.0,
        });
        Some(Box::new(Bets(bets.collect())))
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![SHORTEST]
    }

    fn effort(&self) -> Effort {
        Effort::Learns
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::whole("complexity", "bits"),
            Declaration::whole("bits", "bits"),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let title = (SHORTEST, "linear complexity".to_owned());
        let draws = first_draws(evidence.tally);
        let draws = &draws[..draws.len().min(MOST_BITS)];
        let bits = draws.len();
        let complexities = self
            .ways
            .iter()
            .filter(|_| bits >= FEWEST_BITS)
            .map(|ones| {
                let bits: Vec<bool> = draws.iter().map(|draw| ones[usize::from(*draw)]).collect();
                linear_complexity(&bits)
            });
        let shortest = complexities.min();
        let test = match shortest {
            None => too_few(title, FEWEST_BITS as u64),
            Some(shortest) => {
                let ways = self.ways.len() as f64;
                // A register that is shorter by d bits has a probability of about 4⁻ᵈ.
                let less = 0.5 * libm::log2(ways / evidence.level);
                Test {
                    value: Some(shortest as f64),
                    outcome: Outcome::P(PValue::new((ways * at_most(bits, shortest)).min(1.0))),
                    detectable: Some(Detectable {
                        value: (0.5 * bits as f64 - less).floor().max(0.0),
                        unit: "bits of a register, or fewer".to_owned(),
                    }),
                    words: format!(
                        "a shift register of {} bits gives one bit of each of {} draws; fair draws need one of about {}",
                        grouped(shortest as u64),
                        grouped(bits as u64),
                        grouped(bits as u64 / 2)
                    ),
                    ..too_few(title, 0)
                }
            }
        };
        let figures = json!({ "complexity": shortest, "bits": bits });
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::first_draws::testing::tested;
    use super::*;
    use deck::rng::Draws as _;
    use laws::testing::binomial_upper;

    #[test]
    fn bits_are_made_of_symbols_that_are_half_of_all() {
        let number = |list: &[u32]| ways(&Weights::new(list.to_vec()).unwrap()).len();
        assert_eq!(number(&[1, 1]), 1);
        // Even and odd; the first three and the others.
        assert_eq!(number(&[1; 6]), 2);
        assert_eq!(number(&[1; 8]), 3);
        assert_eq!(number(&[50, 25, 20, 5]), 1);
        assert_eq!(number(&[1; 7]), 0);
        assert_eq!(number(&[3, 1, 1]), 0);
    }

    #[test]
    fn fair_draws_fail_as_seldom_as_the_level_says() {
        const RUNS: u64 = 400;
        for symbols in [2, 6, 16] {
            let weights = vec![1; symbols];
            let found = (0..RUNS).map(|seed| {
                let next = |_: &[u16], random: &mut deck::rng::PcgDraws| {
                    random.below(symbols as u32) as u16
                };
                tested(KIND.name, &weights, (300, seed), next).0
            });
            let found: Vec<f64> = found.collect();
            for level in [0.1, 0.01] {
                let fails = found.iter().filter(|p| **p <= level).count() as u64;
                let chance = binomial_upper(fails, RUNS, level);
                assert!(chance > 1e-3, "{symbols}: {fails} of {RUNS} at {level}");
            }
        }
    }

    #[test]
    fn registers_and_low_bits_are_found() {
        for (length, tap) in [(31, 3), (63, 1), (89, 38)] {
            let (p, words) = tested(KIND.name, &[1, 1], (600, 1), |drawn, random| {
                match drawn.len().checked_sub(length) {
                    Some(at) => drawn[at] ^ drawn[at + tap],
                    None => random.below(2) as u16,
                }
            });
            assert!(p < 1e-30, "{length}: {p}");
            let named =
                format!("a shift register of {length} bits gives one bit of each of 600 draws");
            assert!(words.starts_with(&named), "{words}");
        }
        // The fourth-lowest bits of a linear congruential generator make an octal digit with those below.
        let mut state = 12_345_u32;
        let (p, _) = tested(KIND.name, &[1; 8], (500, 1), |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state & 7) as u16
        });
        assert!(p < 1e-30, "{p}");
    }

    fn bet(ones: &[bool]) -> Bet {
        Bet {
            ones: ones.to_vec(),
            register: Register::default(),
            ln_capital: 0.0,
        }
    }

    /// Among all sequences of 20 bits, those that a short register gives for 16 bits and more are bet on.
    #[test]
    fn the_mean_over_all_sequences_is_1() {
        let mut mean = 0.0;
        let mut changed = 0;
        for code in 0..1_u32 << 20 {
            let mut bet = bet(&[false, true]);
            for at in 0..20 {
                bet.see((code >> at & 1) as u8);
            }
            mean += libm::exp(bet.ln_capital);
            changed += u32::from(bet.ln_capital != 0.0);
        }
        mean /= f64::from(1 << 20);
        assert!((mean - 1.0).abs() < 1e-12, "{mean}");
        // Those that begin with 16 zeros; with 1 and 17 zeros; with 18 ones.
        assert_eq!(changed, (1 << 4) + 2 * (1 << 2));
    }

    #[test]
    fn a_register_pays_soon_and_fair_bits_do_not() {
        let mut random = deck::rng::PcgDraws::for_batch(5, "bets on registers", 0, 0);
        let mut fair = bet(&[false, true]);
        for _ in 0..5000 {
            fair.see(random.below(2) as u8);
        }
        assert!(fair.ln_capital < 3.0, "{}", fair.ln_capital);
        let mut register = bet(&[false, true]);
        let mut drawn: Vec<u8> = (0..31).map(|_| random.below(2) as u8).collect();
        for at in 31..120 {
            drawn.push(drawn[at - 31] ^ drawn[at - 28]);
        }
        for draw in drawn {
            register.see(draw);
        }
        assert!(
            register.ln_capital > libm::log(1e9),
            "{}",
            register.ln_capital
        );
    }
}
