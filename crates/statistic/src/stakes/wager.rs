//! Bets on stakes, for runs that may stop at any time, and limits that hold at all times.
//!
//! A bet of the share λ of its capital on a number X of [0, 1] of each subject whose mean is m multiplies the capital by
//! 1 + λ(X - m), of which the mean is 1. So does a mean of such capitals over several λ (Waudby-Smith and Ramdas, 2024,
//! Estimating means of bounded random variables by betting). These bets are against one chance that all subjects have. Limits
//! of the mean of chances that change on the way are made of other bets, and are the means against which no capital
//! reached 1/error.

use std::ops::RangeInclusive;

use super::fair::Fair;
use super::limits::{Cases, Counted};
use crate::Tally;
use crate::wager::{Categories, LogE, Wager, radius};
use laws::counting::ln_sum;

/// Bets of 2⁻ʲ, j from 1 on, have shares of the capital in proportion to 1/j(j+1); the smallest sees what needs some 10¹²
/// subjects.
const BETS: i32 = 21;

/// The chance of events below which no learner is asked.
const RAREST: f64 = 1e-9;

/// ln of the capitals of the bets, from j = 1 on, each with its share.
fn shared(ln_grown: impl Fn(i32) -> f64 + Clone) -> impl Iterator<Item = f64> + Clone {
    (1..=BETS).map(move |j| ln_grown(j) - libm::log(f64::from(j * (j + 1))))
}

/// ln of the sum of all shares, which is 1 - 1/(BETS + 1).
fn ln_of_all_shares() -> f64 {
    libm::log1p(-1.0 / f64::from(BETS + 1))
}

/// ln of the mean capital of bets that the mean lies above `mean`, or below it.
fn ln_capital(counted: &Counted, mean: f64, above: bool) -> f64 {
    let sign = if above { 1.0 } else { -1.0 };
    let each = shared(|j| {
        let share = sign * libm::ldexp(1.0, -j);
        let grown = counted
            .shares()
            .filter(|(_, subjects)| *subjects > 0.0)
            .map(|(x, subjects)| subjects * libm::log1p(share * (x - mean)));
        counted.cases().weight() * grown.sum::<f64>()
    });
    ln_sum(each) - ln_of_all_shares()
}

/// ln of the mean capital of bets that the mean of the chances of each subject, given all before it, lies above `mean`, or
/// below it, whatever those chances are one by one.
///
/// A number X of [0, 1] with the mean m multiplies by r^X / (1 + (r - 1)m), of which the mean is at most 1, for a ratio r of
/// odds. The logarithm below is concave, so that the product over all subjects is at least that with the mean of their means.
/// Shares of several hands vary less than one hand does: half of the capital is on exp(λ(X - m) - ψ(λ)(X - c)²), with
/// ψ(λ) = -ln(1 - λ) - λ and any c that was fixed before, whose mean is at most 1, too (Howard et al.,
/// 2021, theorem 4).
fn ln_capital_of_mean(counted: &Counted, (mean, centre): (f64, f64), above: bool) -> f64 {
    let sign = if above { 1.0 } else { -1.0 };
    let weight = counted.cases().weight();
    let subjects = weight * counted.subjects() as f64;
    let (mut sum, mut squares) = (0.0, 0.0);
    for (x, of) in counted.shares().map(|(x, of)| (x, weight * of)) {
        sum += of * x;
        squares += of * (x - centre) * (x - centre);
    }
    let of_odds = shared(|j| {
        let ln_ratio = sign * libm::ldexp(1.0, 3 - j);
        ln_ratio * sum - subjects * libm::log1p(mean * libm::expm1(ln_ratio))
    });
    if counted.hands() == 1 {
        return ln_sum(of_odds) - ln_of_all_shares();
    }
    let of_squares = shared(|j| {
        let share = libm::ldexp(1.0, -j);
        let psi = -libm::log1p(-share) - share;
        sign * share * (sum - subjects * mean) - psi * squares
    });
    ln_sum(of_odds.chain(of_squares)) - ln_of_all_shares() - std::f64::consts::LN_2
}

/// Returns true if [`sequence`] leaves out a chance.
#[cfg(test)]
pub(super) fn excludes(counted: &Counted, (chance, centre): (f64, f64), error: f64) -> bool {
    let excluded = -libm::log(0.5 * error);
    let capital =
        |above: bool| ln_capital_of_mean(&counted.closed(!above), (chance, centre), above);
    capital(true) >= excluded || capital(false) >= excluded
}

/// Limits of the mean chance of each subject, given all before it, that hold at all numbers of subjects at once: each end
/// has half of the error. `centre` is any chance that was named before: the nearer it is, the narrower they are.
pub(super) fn sequence(counted: &Counted, centre: f64, error: f64) -> RangeInclusive<f64> {
    if counted.subjects() == 0 {
        return 0.0..=1.0;
    }
    let excluded = -libm::log(0.5 * error);
    let end = |mut outside: f64, above: bool| {
        // Cases that are open may go against the bet.
        let counted = &counted.closed(!above);
        let capital = |mean: f64| ln_capital_of_mean(counted, (mean, centre), above);
        let mut inside = counted.share();
        if capital(outside) < excluded {
            return outside;
        }
        for _ in 0..50 {
            let middle = 0.5 * (inside + outside);
            if capital(middle) < excluded {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        outside
    };
    end(0.0, true)..=end(1.0, false)
}

/// Bets on all stakes: each has an equal part of the capital.
#[derive(Debug)]
pub(super) struct Bets {
    of: Vec<Bet>,
}

#[derive(Debug)]
pub(super) struct Bet {
    cases: Cases,
    fair: Fair,
    /// The bets on one hand a subject, whose chance is known exactly.
    exact: Option<Categories>,
}

impl Bets {
    pub fn new(of: impl Iterator<Item = (Cases, Fair)>) -> Self {
        Self {
            of: of.map(|(cases, fair)| Bet::new(cases, fair)).collect(),
        }
    }

    /// The e-value of the first stake alone.
    #[cfg(test)]
    pub fn of_one(&self, counted: &Counted) -> LogE {
        self.of[0].e(counted)
    }

    /// The counts of each stake.
    fn counts(&self, total: &Tally) -> Vec<Counted> {
        Counted::each(total.cells(), self.of.iter().map(|bet| bet.cases))
    }
}

impl Bet {
    pub fn new(cases: Cases, fair: Fair) -> Self {
        let [least, most] = fair.limits;
        // Learners of two values need some of each.
        let is_exact = fair.decks.is_none() && least > RAREST && most < 1.0 - RAREST;
        Self {
            exact: (cases.hands() == 1 && cases != Cases::Pairs && is_exact)
                .then(|| Categories::of_two(1.0 - least)),
            cases,
            fair,
        }
    }

    /// The e-value: the smallest, whatever becomes of cases that are not decided.
    pub fn e(&self, counted: &Counted) -> LogE {
        if let Some(exact) = &self.exact {
            let of = |came_up: u64| exact.of_counts(counted.closed_with(came_up).by_hits());
            // The capital is a convex function of the cases that came up.
            let (mut low, mut high) = (0, counted.open());
            while low < high {
                let middle = low + (high - low) / 2;
                if of(middle).ln() <= of(middle + 1).ln() {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return of(low);
        }
        let both = [false, true].map(|came_up| counted.closed(came_up));
        // Against all means that may be fair: the smallest capital. Each side has half of it.
        let [least, most] = self.fair.limits;
        let sides = [
            ln_capital(&both[0], most, true),
            ln_capital(&both[1], least, false),
        ];
        LogE::new(ln_sum(sides.into_iter()) - std::f64::consts::LN_2)
    }
}

impl Wager for Bets {
    fn look(&mut self, total: &Tally) -> LogE {
        let counts = self.counts(total);
        LogE::mean(
            self.of
                .iter()
                .zip(&counts)
                .map(|(bet, counted)| bet.e(counted)),
        )
    }

    fn limit(&self, total: &Tally, error: f64) -> Option<f64> {
        let counts = self.counts(total);
        let farthest = self.of.iter().zip(&counts).map(|(bet, counted)| {
            if counted.subjects() == 0 {
                return 1.0;
            }
            let [least, most] = bet.fair.limits;
            let above = counted.closed(true).share() - least;
            let below = most - counted.closed(false).share();
            let subjects = bet.cases.weight() * counted.subjects() as f64;
            above.max(below) + radius(subjects, error)
        });
        Some(farthest.fold(0.0, f64::max).min(1.0))
    }

    fn bounds(&self) -> String {
        "the stakes that were named".to_owned()
    }
}
