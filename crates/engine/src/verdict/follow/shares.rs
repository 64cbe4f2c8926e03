//! Shares out capital over windows that begin anew for ever.
//!
//! The window of number j, from 1, has the share 6/π²j² of the capital of its length: all shares together are 1, and the
//! share of a window after t decks falls only with 1/t². A window that is full puts its capital aside, where it stays
//! as it is; the capital of windows to come waits. The capital of all windows together is a martingale if that of each is.

use laws::counting::ln_sum;
use statistic::LogE;

/// The capital of all windows of one length.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shares {
    /// The number of the window that runs.
    number: u64,
    /// Logarithm of what full windows put aside.
    aside: f64,
}

impl Default for Shares {
    /// The capital before the first window.
    fn default() -> Self {
        Self {
            number: 1,
            aside: f64::NEG_INFINITY,
        }
    }
}

impl Shares {
    /// The number of the window that runs, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Logarithm of the share of the window that runs.
    pub fn ln_share(&self) -> f64 {
        ln_share() - 2.0 * libm::log(self.number as f64)
    }

    /// The capital of all windows of this length, where the one that runs has the e-value `running`.
    pub fn capital(&self, running: LogE) -> LogE {
        let next = self.number as f64 + 1.0;
        // Σ 1/i² from i = m on is more than 1/m + 1/2m²: what is missing is nobody's.
        let to_come = ln_share() + libm::log(1.0 / next + 0.5 / (next * next));
        let parts = [self.aside, self.ln_share() + running.ln(), to_come];
        LogE::new(ln_sum(parts.into_iter()))
    }

    /// The window that runs is full, with the e-value `last`.
    pub(crate) fn put_aside(&mut self, last: LogE) {
        let parts = [self.aside, self.ln_share() + last.ln()];
        self.aside = ln_sum(parts.into_iter());
        self.number += 1;
    }
}

/// ln 6/π².
fn ln_share() -> f64 {
    libm::log(6.0) - 2.0 * libm::log(std::f64::consts::PI)
}

#[cfg(test)]
mod tests {
    use super::*;
    use statistic::wager::Uniform;

    /// Coins in windows of two lengths, each window with a wager of its own: the mean capital over all sequences of
    /// tosses is at most 1 after any number of them, and hardly less.
    #[test]
    fn the_mean_capital_over_all_sequences_is_1_at_most_at_any_time() {
        for tosses in 0..=12_u32 {
            let mut mean = 0.0;
            for sequence in 0..1_u32 << tosses {
                let capitals = [3, 5].map(|length| {
                    let (mut shares, mut counts) = (Shares::default(), vec![0, 0]);
                    for toss in 0..tosses {
                        counts[(sequence >> toss & 1) as usize] += 1;
                        if (toss + 1) % length == 0 {
                            shares.put_aside(Uniform::new(2).of_counts(&counts));
                            counts.fill(0);
                        }
                    }
                    shares.capital(Uniform::new(2).of_counts(&counts))
                });
                mean += libm::exp(LogE::mean(capitals.into_iter()).ln());
            }
            let mean = mean / f64::from(1_u32 << tosses);
            assert!((0.95..=1.0 + 1e-12).contains(&mean), "{tosses}: {mean}");
        }
    }

    #[test]
    fn nothing_is_lost_over_many_windows_and_a_late_one_has_the_share_of_its_number() {
        let mut shares = Shares::default();
        for _ in 0..1_000_000 {
            shares.put_aside(LogE::ONE);
        }
        assert!(shares.capital(LogE::ONE).ln().abs() < 1e-9);
        assert_eq!(shares.number(), 1_000_001);
        // One in 1.6 · 10¹².
        let share = -shares.ln_share() * std::f64::consts::LOG10_E;
        assert!((share - 12.216).abs() < 0.001, "{share}");
        // Evidence in a window is not lost once it is over.
        shares.put_aside(LogE::new(100.0));
        shares.put_aside(LogE::new(-1e6));
        assert!(shares.capital(LogE::ONE).log10() > 31.0);
    }
}
