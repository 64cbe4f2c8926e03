//! A wager on one category of each deck, such as its number of rising sequences.
//!
//! Half of the capital is on a *shift*: the law tilted by exp(λx), for λ of all sizes and both signs,
//! which sees a shift of the mean soonest, and at once where it is large. A quarter is on a learner of
//! Krichevsky and Trofimov over some ten bins, a quarter on learners that begin at the ideal law and
//! leave it as slowly as the weight of their prior says: they see any other departure, the slower the
//! smaller. Weights are fixed before any deck. For 52 cards and seven riffles, the number of rising
//! sequences alone, at 0.001: median 22 decks by shifts alone, 40 by ten bins alone, 24 by all of it;
//! 52 bins would need some 200.

use super::learners::Learners;
use super::limit;
use super::{LogE, Wager};
use crate::{Halves, Tally};
use laws::counting::ln_sum;
use laws::dirichlet::Learner;

use std::ops::Range;

/// Values are pooled with their neighbours until a bin has this null probability: rarer ones cost
/// more to learn than they tell.
const LEAST_PROBABILITY: f64 = 0.02;

/// The least width of a bin, in standard deviations of the law: some ten bins in all.
const LEAST_WIDTH: f64 = 0.5;

/// Shifts of 2^-j standard deviations, j from 0, each with 1/(j+1)(j+2) of its share: the smallest
/// takes some 10¹³ decks to be seen.
const SHIFTS: i32 = 21;

/// Steeper ones, in 1 / standard deviation: where a single deck says it all. Each has this share.
const STEEP: [f64; 5] = [2.0, 4.0, 8.0, 16.0, 32.0];
const STEEP_SHARE: f64 = 0.002;

/// The largest exponent of a tilt: the law's own rounding below 1e-300 stays invisible.
const MOST_EXPONENT: f64 = 400.0;

/// Shares of the capital.
const SHARE_SHIFTS: f64 = 0.5;
const SHARE_LEARNERS: f64 = 0.5;

/// A wager on a category of each deck whose null law is known.
#[derive(Debug)]
pub struct Categories {
    /// The values that share each bin, and the law of the bins.
    bins: Vec<Range<usize>>,
    law: Vec<f64>,
    learners: Learners<Learner>,
    shifts: Vec<Shift>,
    mean: f64,
}

/// The law tilted by exp(slope · x).
#[derive(Debug)]
struct Shift {
    /// Logarithm of its share of all shifts.
    ln_share: f64,
    slope: f64,
    /// ln E exp(slope · (x - mean)).
    cumulant: f64,
}

impl Categories {
    /// Makes the bets on values 0, 1, 2, … with these null probabilities, in their order; `None` if
    /// all the law is in a single bin.
    pub fn new(law: &[f64]) -> Option<Self> {
        let deviation = moments(law).1;
        let bins = pool(law, (LEAST_WIDTH * deviation).round_ties_even() as usize);
        (bins.len() >= 2).then(|| Self::in_bins(law, bins))
    }

    /// Makes the bets on two values, however rare one of them is, with the probability of the first.
    #[cfg(feature = "full")]
    pub(crate) fn of_two(first: f64) -> Self {
        Self::in_bins(&[first, 1.0 - first], vec![0..1, 1..2])
    }

    fn in_bins(law: &[f64], bins: Vec<Range<usize>>) -> Self {
        let sum: f64 = law.iter().sum();
        let (mean, deviation) = moments(law);
        let pooled: Vec<f64> = bins
            .iter()
            .map(|bin| law[bin.clone()].iter().sum::<f64>() / sum)
            .collect();
        Self {
            learners: Learners::of_law(&pooled),
            shifts: shifts(law, mean, deviation),
            bins,
            law: pooled,
            mean,
        }
    }

    fn pooled<'a>(&'a self, counts: &'a [u64]) -> impl Iterator<Item = u64> + Clone + 'a {
        self.bins.iter().map(|bin| counts[bin.clone()].iter().sum())
    }

    /// The e-value of decks with these counts of the values.
    pub fn of_counts(&self, counts: &[u64]) -> LogE {
        let learned = self
            .learners
            .gain(|learner| learner.gain(self.pooled(counts)));
        let decks = counts.iter().sum::<u64>() as f64;
        let sum: u128 = (0u128..)
            .zip(counts)
            .map(|(value, &count)| value * u128::from(count))
            .sum();
        let above = sum as f64 - self.mean * decks;
        let shifts = self
            .shifts
            .iter()
            .map(|shift| shift.ln_share + shift.slope * above - shift.cumulant * decks);
        let parts = [
            libm::log(SHARE_SHIFTS) + ln_sum(shifts),
            libm::log(SHARE_LEARNERS) + learned,
        ];
        LogE::new(ln_sum(parts.into_iter()))
    }

    /// The upper limit of the total variation of the bins' law from the ideal one.
    pub(crate) fn limit_of_counts(&self, counts: &[u64], error: f64) -> f64 {
        let distance = limit::distance(self.pooled(counts), &self.law);
        limit::upper(distance, counts.iter().sum(), error)
    }
}

impl Wager for Categories {
    fn look(&mut self, total: &Tally) -> LogE {
        self.of_counts(&Halves::of(total).whole())
    }

    fn limit(&self, total: &Tally, error: f64) -> Option<f64> {
        Some(self.limit_of_counts(&Halves::of(total).whole(), error))
    }

    fn bounds(&self) -> String {
        format!("its law, in {} bins", self.bins.len())
    }
}

/// Mean and standard deviation of a law of the values 0, 1, 2, …
fn moments(law: &[f64]) -> (f64, f64) {
    let sum: f64 = law.iter().sum();
    let mean = moment(law, |x| x) / sum;
    let variance = moment(law, |x| (x - mean) * (x - mean)) / sum;
    (mean, variance.sqrt())
}

fn moment(law: &[f64], power: impl Fn(f64) -> f64) -> f64 {
    let terms = law.iter().enumerate();
    terms.map(|(value, p)| p * power(value as f64)).sum()
}

/// Neighbouring values together until each bin is likely and wide enough; what is left over belongs to
/// the last.
fn pool(law: &[f64], width: usize) -> Vec<Range<usize>> {
    let mut bins: Vec<Range<usize>> = Vec::new();
    let (mut start, mut probability) = (0, 0.0);
    for (at, p) in law.iter().enumerate() {
        probability += p;
        if probability >= LEAST_PROBABILITY && at + 1 - start >= width {
            bins.push(start..at + 1);
            (start, probability) = (at + 1, 0.0);
        }
    }
    if let Some(last) = bins.last_mut() {
        last.end = law.len();
    }
    bins
}

fn shifts(law: &[f64], mean: f64, deviation: f64) -> Vec<Shift> {
    let farthest = mean.max((law.len() - 1) as f64 - mean);
    let small = (0..SHIFTS).map(|j| {
        let share = 1.0 / f64::from((j + 1) * (j + 2));
        (libm::ldexp(1.0, -j), share)
    });
    let steep = STEEP.iter().map(|steep| (*steep, STEEP_SHARE));
    let slopes = small.chain(steep).flat_map(|(slope, share)| {
        let slope = slope / deviation;
        [(slope, share), (-slope, share)]
    });
    let mut shifts: Vec<Shift> = slopes
        .filter(|(slope, _)| slope.abs() * farthest <= MOST_EXPONENT)
        .map(|(slope, share)| {
            // The mean of x - mean is 0: without it, small slopes keep their digits.
            let excess = moment(law, |x| {
                let exponent = slope * (x - mean);
                libm::expm1(exponent) - exponent
            });
            Shift {
                ln_share: libm::log(share),
                slope,
                cumulant: libm::log1p(excess),
            }
        })
        .collect();
    let all = ln_sum(shifts.iter().map(|shift| shift.ln_share));
    for shift in &mut shifts {
        shift.ln_share -= all;
    }
    shifts
}

#[cfg(test)]
mod tests {
    use super::*;
    use laws::eulerian;
    use laws::null::LAWS;

    #[test]
    fn fifty_two_cards_have_ten_bins_of_rising_sequences_and_all_are_likely() {
        assert_eq!(Categories::new(&eulerian::law(52)).unwrap().bins.len(), 10);
        for law in LAWS {
            for cards in [2, 3, 6, 20, 52, 60] {
                let floats = law.floats(cards).unwrap();
                let probabilities: Vec<f64> = (law.least..)
                    .map(|value| floats.probability(value))
                    .take(2000)
                    .collect();
                let Some(wager) = Categories::new(&probabilities) else {
                    continue;
                };
                assert!((2..=14).contains(&wager.bins.len()), "{} {cards}", law.name);
                assert!(wager.law.iter().all(|p| *p >= LEAST_PROBABILITY));
                let ends = (wager.bins[0].start, wager.bins.last().unwrap().end);
                assert_eq!(ends, (0, 2000));
            }
        }
    }

    /// Each sequence of values of a number of decks has an e-value. The mean of these e-values is 1.
    #[test]
    fn the_e_value_has_mean_1_on_ideal_decks_after_any_number() {
        for law in [
            &[1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0][..],
            &[0.5, 0.5],
            &[0.01, 0.69, 0.0, 0.2, 0.1],
        ] {
            let wager = Categories::new(law).unwrap();
            for decks in 0..=4 {
                let mut mean = 0.0;
                for sequence in 0..law.len().pow(decks) {
                    let mut counts = vec![0; law.len()];
                    let mut probability = 1.0;
                    let mut rest = sequence;
                    for _ in 0..decks {
                        counts[rest % law.len()] += 1;
                        probability *= law[rest % law.len()];
                        rest /= law.len();
                    }
                    mean += probability * wager.of_counts(&counts).ln().exp();
                }
                assert!((mean - 1.0).abs() < 1e-12, "{law:?}, {decks}: {mean}");
            }
        }
    }

    #[test]
    fn one_deck_in_its_old_order_is_enough_and_no_deck_says_nothing() {
        let wager = Categories::new(&eulerian::law(52)).unwrap();
        let mut counts = vec![0; 52];
        assert!(wager.of_counts(&counts).ln().abs() < 1e-12);
        assert!(wager.limit_of_counts(&counts, 0.01) >= 1.0);
        counts[1] = 1;
        assert!(wager.of_counts(&counts).log10() > 20.0);
    }
}
