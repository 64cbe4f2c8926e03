//! The number of draws until a symbol has come so many times in a row, for independent draws.
//!
//! A symbol of probability p needs (1 − p^r) / (p^r (1 − p)) draws in the mean until its first run of r is
//! complete (Feller 1968, XIII.7), 2 + 4 + … + 2^r for a coin. The figure leaves the range of doubles soon, so
//! it is given as a logarithm and by its number of digits.
//!
//! The law of the wait is that of runs: P(wait > n) is P(no such run in n draws),
//! [`longest_each`](super::streaks::longest_each).

use super::{Refused, proper};

/// The largest distance from a whole number, relative to the decimal logarithm, at which the digits
/// before the point are uncertain: some units in the last place.
const UNCERTAIN: f64 = 1e-14;

/// The mean number of draws until a symbol of this probability (above 0, below 1) has come `run` times in a
/// row: a double where it is one, its logarithms where it is none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wait {
    /// p.
    probability: f64,
    /// r.
    run: u64,
}

impl Wait {
    /// The wait for this run, of at least 1.
    pub fn new(probability: f64, run: u64) -> Result<Self, Refused> {
        proper(probability)?;
        if run == 0 {
            return Err(Refused::domain("a run of", run, "at least 1"));
        }
        Ok(Self { probability, run })
    }

    /// The mean, infinite above 1.8e308.
    pub fn mean(&self) -> f64 {
        let power = libm::pow(self.probability, self.run as f64);
        self.missed() / power / (1.0 - self.probability)
    }

    /// 1 − p^r, without the loss of digits where p is nearly 1.
    fn missed(&self) -> f64 {
        -libm::expm1(self.run as f64 * self.log_probability())
    }

    /// ln p; through 1 − p where p is nearly 1.
    fn log_probability(&self) -> f64 {
        if self.probability > 0.5 {
            libm::log1p(self.probability - 1.0)
        } else {
            libm::log(self.probability)
        }
    }

    /// The natural logarithm of the mean.
    pub fn ln_mean(&self) -> f64 {
        let rest = libm::log(self.missed()) - libm::log1p(-self.probability);
        rest - self.run as f64 * self.log_probability()
    }

    /// The number of digits of the whole part of the mean; `None` where doubles cannot tell (the
    /// decimal logarithm is too near a whole number).
    ///
    /// ```
    /// use colddeck_laws::sequences::waiting::Wait;
    ///
    /// // 47 million heads in a row.
    /// assert_eq!(Wait::new(0.5, 47_000_000).unwrap().digits(), Some(14_148_411));
    /// ```
    pub fn digits(&self) -> Option<u64> {
        let mean = self.mean();
        // Whole numbers of a double are exact; sums of powers of 2 are, as far as doubles go.
        if mean < 1e15 {
            let mut digits = 1;
            let mut bound = 10.0;
            while mean >= bound {
                bound *= 10.0;
                digits += 1;
            }
            return Some(digits);
        }
        let log = self.ln_mean() / std::f64::consts::LN_10;
        let margin = UNCERTAIN * log + UNCERTAIN;
        let whole = (log - margin) as u64;
        (whole == (log + margin) as u64).then_some(whole + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequences::streaks::longest_each;

    fn close(ours: f64, reference: f64, relative: f64) {
        assert!(
            (ours - reference).abs() <= relative * reference.abs(),
            "{ours:e} is not {reference:e} within {relative:e}"
        );
    }

    #[test]
    fn heads_in_a_row_take_the_sum_of_powers_of_two() {
        for (run, mean) in [(1, 2.0), (2, 6.0), (10, 2046.0)] {
            close(Wait::new(0.5, run).unwrap().mean(), mean, 1e-15);
        }
        let hundred = Wait::new(0.5, 100).unwrap();
        close(hundred.mean(), 2.535_301_200_456_459e30, 1e-15);
        assert_eq!(hundred.digits(), Some(31));
        let many = Wait::new(0.5, 47_000_000).unwrap();
        assert!(many.mean().is_infinite());
        close(many.ln_mean(), 47_000_001.0 * std::f64::consts::LN_2, 1e-15);
        assert_eq!(many.digits(), Some(14_148_411));
        for (run, digits) in [(1, 1), (2, 1), (3, 2), (6, 3), (48, 15), (49, 16), (60, 19)] {
            assert_eq!(Wait::new(0.5, run).unwrap().digits(), Some(digits), "{run}");
        }
    }

    #[test]
    fn the_mean_is_the_sum_of_the_waits_still_going_on() {
        for (p, run) in [(0.3, 2), (0.5, 3), (0.8, 4), (0.999, 5)] {
            let law = [p, 1.0 - p];
            let going = |runs: &[Option<u64>]| -> f64 {
                let none = |n| longest_each(&law, n, runs).unwrap().none;
                (0..3000).map(none).sum()
            };
            close(
                Wait::new(p, run).unwrap().mean(),
                going(&[Some(run), None]),
                1e-12,
            );
        }
    }

    #[test]
    fn a_power_of_ten_is_not_guessed_and_nonsense_is_refused() {
        // (1 − p) / (p (1 − p)) = 1/p = 10 digits or 11: 1/1e-10 is 1e10, a double decides.
        assert_eq!(Wait::new(1e-10, 1).unwrap().digits(), Some(11));
        // 10^20 / 0.99999… = 1.00000000010e20 for p = 1e-10 and r = 2: certain.
        assert_eq!(Wait::new(1e-10, 2).unwrap().digits(), Some(21));
        // For r = 1 the mean is 1e20 as far as doubles go.
        assert_eq!(Wait::new(1e-20, 1).unwrap().digits(), None);
        for (p, run) in [(0.0, 1), (1.0, 1), (0.5, 0), (f64::NAN, 2)] {
            assert!(Wait::new(p, run).is_err(), "{p} {run}");
        }
    }
}
