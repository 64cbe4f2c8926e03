//! Means of decks that depend on each other, by sums over batches of consecutive decks (Conway 1963; Law and
//! Carson 1979).
//!
//! Batches that are long beside the memory of the source hang together only as neighbours, by
//! little, and the spread of their sums tells the error of the mean. The rest is measured by
//! r, the correlation of neighbouring batches. While r is above [`MOST_LEFT`], every two batches
//! become one; where fewer than [`FEWEST_BATCHES`] would be left, nothing is compared. The variance
//! of the mean of batches of which only neighbours are correlated is (1 + 2r) times that of
//! independent ones; with r at its upper limit (one-sided, 97.5%: r + 1/G + 1.96/√G of G batches,
//! as independent ones have mean −1/G and standard deviation 1/√G), an r that came out too small
//! makes no false alarms.
//!
//! The first batch is left out: a program may begin with a sorted deck.

use super::{Estimate, FEWEST_DECKS};

/// The largest correlation of neighbouring batches with which they are compared: with a memory that fades
/// geometrically, batches two apart have then less than .09.
const MOST_LEFT: f64 = 0.3;

/// The fewest batches by which a mean is compared.
pub(crate) const FEWEST_BATCHES: usize = 16;

/// The upper limit of a normal law, one-sided, at 97.5%.
const LIMIT: f64 = 1.96;

/// Batches of consecutive decks, in their order: how many decks each has, and the sum of their numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Batches {
    /// Decks in each; none is empty.
    parts: Vec<(f64, f64)>,
}

/// A mean by batches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ByBatches {
    /// The mean with its error.
    Mean(Estimate),
    /// Fewer than [`FEWEST_DECKS`] decks.
    TooFew,
    /// Batches depend on each other: the memory is too long for so few decks.
    StillDependent,
}

impl Batches {
    /// Batches of so many decks each, and the sums of their numbers.
    pub fn new(decks: &[u64], sums: &[u64]) -> Self {
        let parts = decks.iter().zip(sums).filter(|(decks, _)| **decks > 0);
        Self {
            parts: parts
                .map(|(&decks, &sum)| (decks as f64, sum as f64))
                .collect(),
        }
    }

    /// The mean of the numbers of all decks but those of the first batch.
    pub fn mean(&self) -> ByBatches {
        let decks: f64 = self.parts.iter().map(|(decks, _)| decks).sum();
        if decks < FEWEST_DECKS as f64 {
            return ByBatches::TooFew;
        }
        let mut parts = self.parts.get(1..).unwrap_or_default().to_vec();
        while parts.len() >= FEWEST_BATCHES {
            let spread = Spread::of(&parts);
            if spread.left <= MOST_LEFT {
                return ByBatches::Mean(spread.estimate());
            }
            let pairs = parts.chunks(2);
            let both = |pair: &[(f64, f64)]| {
                let ends = pair.iter().copied();
                ends.fold((0.0, 0.0), |all, part| (all.0 + part.0, all.1 + part.1))
            };
            parts = pairs.map(both).collect();
        }
        ByBatches::StillDependent
    }

    /// The sum over batches of the squared departure of each sum from what `mean` gives for it, per deck; and
    /// their number less one. Divided by the variance of one number this is χ² with so many degrees of freedom
    /// if decks are independent.
    pub fn scatter(&self) -> (f64, f64) {
        let spread = Spread::of(&self.parts);
        let parts = self.parts.iter();
        let squares = parts.map(|(decks, sum)| {
            let off = sum - spread.mean * decks;
            off * off / decks
        });
        (squares.sum(), self.parts.len() as f64 - 1.0)
    }
}

/// The spread of batches about their mean.
#[derive(Debug, Clone, Copy)]
struct Spread {
    mean: f64,
    /// The variance of the mean, if batches are independent.
    variance: f64,
    /// The number of equal batches that tell as much.
    batches: f64,
    /// The correlation of neighbours.
    left: f64,
}

impl Spread {
    fn of(parts: &[(f64, f64)]) -> Self {
        let total = |of: &dyn Fn(&(f64, f64)) -> f64| parts.iter().map(of).sum::<f64>();
        let decks = total(&|part| part.0);
        let lengths = total(&|part| part.0 * part.0);
        let mean = total(&|part| part.1) / decks;
        let offs: Vec<f64> = parts.iter().map(|part| part.1 - mean * part.0).collect();
        let squares: f64 = offs.iter().map(|off| off * off).sum();
        let neighbours: f64 = offs.windows(2).map(|pair| pair[0] * pair[1]).sum();
        // A sum over m decks has the variance m·σ², and Σ off² the mean σ²·(N − Σm²/N).
        let of_one = squares / (decks - lengths / decks);
        // Sums of whole numbers that never vary leave nothing but rounding.
        let constant = squares <= 1e-18 * total(&|part| part.1 * part.1);
        Self {
            mean,
            variance: if constant { 0.0 } else { of_one / decks },
            batches: decks * decks / lengths,
            left: if constant { 0.0 } else { neighbours / squares },
        }
    }

    fn estimate(self) -> Estimate {
        let limit = self.left + 1.0 / self.batches + LIMIT / self.batches.sqrt();
        Estimate {
            mean: self.mean,
            variance: self.variance * (1.0 + 2.0 * limit.max(0.0)),
            df: self.batches - 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::compare::welch;
    use deck::rng::{Draws, Generator, PcgDraws, Seed, Stream};

    fn draws(name: &str) -> PcgDraws {
        let seed = Seed::Integer(18);
        let Stream::Pcg64(draws) = Generator::Pcg64.stream(&seed, name, 0, 0).unwrap() else {
            unreachable!("asked for pcg64")
        };
        draws
    }

    /// A number that keeps most of its last value: the memory is `rho` from deck to deck.
    fn batches(draws: &mut PcgDraws, decks: u64, rho: f64, shift: f64) -> Batches {
        let size = decks.div_ceil(64).next_power_of_two();
        let (mut lengths, mut sums) = (Vec::new(), Vec::new());
        let mut state = 0.0;
        for deck in 0..decks {
            // The sum of four uniform numbers, about their mean.
            let noise: f64 = (0..4).map(|_| f64::from(draws.below(1 << 20))).sum();
            state = rho * state + noise / f64::from(1 << 20) - 2.0;
            if deck % size == 0 {
                lengths.push(0);
                sums.push(0);
            }
            let last = lengths.len() - 1;
            lengths[last] += 1;
            sums[last] += (1000.0 * (state + shift) + 100_000.0) as u64;
        }
        Batches::new(&lengths, &sums)
    }

    fn p(base: &Batches, new: &Batches) -> Option<f64> {
        match (base.mean(), new.mean()) {
            (ByBatches::Mean(base), ByBatches::Mean(new)) => welch(base, new)?.p(),
            _ => None,
        }
    }

    /// Pairs of one law, with memories from none to 1 / (1 − .98) decks, of lengths that differ: alarms at .01
    /// and .001 at most as often, as far as chance allows (4.5 standard deviations of 1,500 pairs); and a shift
    /// by six standard errors is seen in nearly all.
    #[test]
    fn memory_makes_no_false_alarms_and_hides_no_change() {
        const PAIRS: u32 = 1500;
        for (at, (rho, decks)) in [
            (0.0, [1000, 1500]),
            (0.5, [1000, 3000]),
            (0.9, [2000, 2700]),
            (0.98, [8000, 8000]),
        ]
        .into_iter()
        .enumerate()
        {
            let mut draws = draws(&format!("batches {at}"));
            let (mut alarms, mut refused, mut seen) = ([0u32; 2], 0, 0);
            // The error of the mean of a number with variance 1/3 a step.
            let error = |decks: u64| 1.0 / 3.0 / ((1.0 - rho) * (1.0 - rho) * decks as f64);
            let shift = 6.0 * (error(decks[0]) + error(decks[1])).sqrt();
            for _ in 0..PAIRS {
                let base = batches(&mut draws, decks[0], rho, 0.0);
                let new = batches(&mut draws, decks[1], rho, 0.0);
                let Some(p) = p(&base, &new) else {
                    refused += 1;
                    continue;
                };
                alarms[0] += u32::from(p <= 0.01);
                alarms[1] += u32::from(p <= 0.001);
            }
            for _ in 0..200 {
                let base = batches(&mut draws, decks[0], rho, 0.0);
                let new = batches(&mut draws, decks[1], rho, shift);
                seen += u32::from(p(&base, &new).is_some_and(|p| p <= 0.01));
            }
            for (alarms, level) in alarms.into_iter().zip([0.01, 0.001]) {
                let expected = level * f64::from(PAIRS - refused);
                assert!(
                    f64::from(alarms) <= expected + 4.5 * expected.sqrt(),
                    "{rho}: {alarms} at {level}"
                );
            }
            println!("{rho}: {alarms:?} alarms, {refused} refused, {seen} seen");
            assert!(refused <= PAIRS / 10, "{rho}: {refused} refused");
            assert!(seen >= 180, "{rho}: {seen} seen");
        }
    }

    /// A number that drifts all the way has no error that its batches could tell.
    #[test]
    fn a_memory_longer_than_the_record_is_refused() {
        let mut draws = draws("long");
        let batches = batches(&mut draws, 3000, 0.999, 0.0);
        assert_eq!(batches.mean(), ByBatches::StillDependent);
        assert_eq!(Batches::new(&[900], &[5]).mean(), ByBatches::TooFew);
        assert_eq!(
            Batches::new(&[900, 900], &[5, 6]).mean(),
            ByBatches::StillDependent
        );
    }

    /// Worked out by hand, for 17 batches of which the first is left out: 1, −1 and so on about 10,
    /// so that neighbours have the correlation −15/16.
    #[test]
    fn the_estimate_is_that_by_hand() {
        let sums: Vec<u64> = (0..17).map(|at| 1000 + 2 * (at % 2)).collect();
        let ByBatches::Mean(estimate) = Batches::new(&[100; 17], &sums).mean() else {
            unreachable!("they are enough")
        };
        // Σ off² = 16, σ² = 16 / (1600 − 100), over 1600 decks.
        assert!((estimate.mean - 10.01).abs() < 1e-12);
        assert!((estimate.variance - 16.0 / 1500.0 / 1600.0).abs() < 1e-15);
        assert!((estimate.df - 15.0).abs() < 1e-12);
        let same = Batches::new(&[100; 17], &[700; 17]);
        let ByBatches::Mean(constant) = same.mean() else {
            unreachable!("they are enough")
        };
        assert!(constant.variance <= 0.0);
        assert!(same.scatter().0 <= 1e-18);
    }
}
