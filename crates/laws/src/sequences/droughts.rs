//! The longest absence of one symbol in independent draws: exact tails on both sides.
//!
//! An absence is a stretch of draws without the symbol, the one before its first coming and the one after its
//! last included: as if it had come just before the first draw. So the longest absence is the longest run of
//! "something else", and the tails come by the way of first passages (`passage.rs`).

use super::passage::{Class, MOST_STEPS, Passage, affordable, passage};
use super::{Ends, Refused, mean_of_tails, proper};

/// P(D ≤ length) and P(D ≥ length) for the longest absence D, in so many independent draws, of a symbol that
/// comes with this probability (above 0, below 1).
///
/// A relative error of about 1e-13 in both tails, times `length` where the probability is only known as a
/// double. A trillion draws of a symbol of 1 in 10,000 take less than a second.
///
/// ```
/// use colddeck_laws::sequences::droughts::longest;
///
/// // A six-sided die shows no six in 30 rolls in a row, some time in 1,000 rolls.
/// let ends = longest(1.0 / 6.0, 1000, 30).unwrap();
/// assert_eq!(format!("{:.3}", ends.at_least), "0.504");
/// ```
pub fn longest(probability: f64, draws: u64, length: u64) -> Result<Ends, Refused> {
    proper(probability)?;
    let mut budget = MOST_STEPS;
    let (_, at_least) = match length {
        0 => (0.0, 1.0),
        _ => tails(probability, draws, length, &mut budget)?,
    };
    let (at_most, _) = tails(probability, draws, length.saturating_add(1), &mut budget)?;
    Ok(Ends { at_most, at_least })
}

/// The mean of the longest absence; refused where the law is.
pub fn longest_mean(probability: f64, draws: u64) -> Result<f64, Refused> {
    proper(probability)?;
    affordable(&classes(probability, 1), draws)?;
    let mut budget = MOST_STEPS;
    mean_of_tails(draws, |length| {
        tails(probability, draws, length, &mut budget)
    })
}

/// A half that is missed by less is reached: tails are right to some 1e-13.
const ROUNDING: f64 = 1e-12;

/// The median of the longest absence: the least x with P(D ≤ x) ≥ ½. Refused where the law is.
///
/// ```
/// use colddeck_laws::sequences::droughts::longest_median;
///
/// assert_eq!(longest_median(1.0 / 6.0, 1000), Ok(30));
/// ```
pub fn longest_median(probability: f64, draws: u64) -> Result<u64, Refused> {
    proper(probability)?;
    let mut budget = MOST_STEPS;
    let mut reached = |length: u64| -> Result<bool, Refused> {
        Ok(length >= draws
            || tails(probability, draws, length + 1, &mut budget)?.0 >= 0.5 - ROUNDING)
    };
    // Absences of length x or more are nearly a Poisson number, with the mean N p (1 − p)ˣ.
    let near =
        libm::log(draws as f64 * probability / std::f64::consts::LN_2) / -libm::log1p(-probability);
    let (mut low, mut high) = (0, (near.max(0.0) as u64).min(draws));
    let mut step = 1;
    while !reached(high)? {
        low = high + 1;
        high = (high + step).min(draws);
        step *= 2;
    }
    // From below, unless that end is known already.
    while low == 0 && high > 0 {
        let below = high.saturating_sub(step);
        if reached(below)? {
            high = below;
            step *= 2;
        } else {
            low = below + 1;
        }
    }
    while low < high {
        let middle = low.midpoint(high);
        if reached(middle)? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(high)
}

/// P(D < length) and P(D ≥ length), for a length of at least 1.
fn tails(
    probability: f64,
    draws: u64,
    length: u64,
    budget: &mut f64,
) -> Result<(f64, f64), Refused> {
    let Passage { none, some } = passage(&classes(probability, length), draws, budget)?;
    Ok((none, some))
}

/// Anything else counts, the symbol itself does not.
fn classes(probability: f64, length: u64) -> [Class; 2] {
    let class = |probability, run| Class {
        probability,
        members: 1.0,
        run,
    };
    [
        class(1.0 - probability, Some(length)),
        class(probability, None),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::law_of_tails;
    use super::*;

    fn close(ours: f64, reference: f64, relative: f64) {
        assert!(
            (ours - reference).abs() <= relative * reference.abs(),
            "{ours:e} is not {reference:e} within {relative:e}"
        );
    }

    /// The law of the longest absence: entry x is P(D = x). The list ends where P(D ≥ x) falls below 1e-20 (or at
    /// the number of draws). Refused where it takes more than some seconds: for long sequences below about 0.001.
    fn longest_law(probability: f64, draws: u64) -> Result<Vec<f64>, Refused> {
        proper(probability)?;
        affordable(&classes(probability, 1), draws)?;
        let mut budget = MOST_STEPS;
        law_of_tails(draws, |length| {
            tails(probability, draws, length, &mut budget)
        })
    }

    #[test]
    fn both_tails_agree_with_all_sequences() {
        for p in [0.5, 0.05, 0.9, 1.0 / 6.0] {
            for draws in 0..11_u32 {
                let mut law = vec![0.0; draws as usize + 2];
                for comings in 0..1_u32 << draws {
                    let (mut here, mut longest) = (0, 0);
                    for t in 0..draws {
                        here = if comings >> t & 1 == 1 { 0 } else { here + 1 };
                        longest = here.max(longest);
                    }
                    let came = comings.count_ones();
                    law[longest] +=
                        libm::pow(p, f64::from(came)) * libm::pow(1.0 - p, f64::from(draws - came));
                }
                for length in 0..=draws as usize + 1 {
                    let ends = longest(p, u64::from(draws), length as u64).unwrap();
                    let at_most: f64 = law[..=length].iter().sum();
                    let at_least: f64 = law[length..].iter().sum();
                    close(ends.at_most, at_most, 1e-13);
                    close(ends.at_least, at_least, 1e-13);
                }
                let mut so_far = 0.0;
                let median = law.iter().position(|part| {
                    so_far += part;
                    so_far >= 0.5 - ROUNDING
                });
                let ours = longest_median(p, u64::from(draws)).unwrap();
                assert_eq!(Some(ours as usize), median, "{p}, {draws} draws");
                let list = longest_law(p, u64::from(draws)).unwrap();
                for (ours, reference) in list.iter().zip(&law) {
                    close(*ours, *reference, 1e-11);
                }
            }
        }
    }

    // The values are from 60-digit arithmetic, with the probability as the double is (mpmath).
    #[test]
    fn far_tails_and_long_sequences_keep_their_digits() {
        let trillion = 1_000_000_000_000;
        let below = |p, draws, length: u64| longest(p, draws, length - 1).unwrap().at_most;
        let reached = |p, draws, length| longest(p, draws, length).unwrap().at_least;
        close(
            reached(1e-4, trillion, 250_000),
            0.001_386_097_508_287_845_2,
            1e-10,
        );
        close(
            reached(1e-4, trillion, 500_000),
            1.923_932_732_270_808_6e-14,
            1e-10,
        );
        close(
            below(1e-4, trillion, 120_000),
            1.998_438_866_066_027_4e-267,
            1e-8,
        );
        close(
            below(0.05, 1_000_000, 100),
            2.773_646_858_585_355e-133,
            1e-11,
        );
        close(
            reached(0.05, 1_000_000, 900),
            4.465_112_616_595_211e-16,
            1e-12,
        );
        close(below(0.05, 2000, 20), 9.776_726_681_242_711e-41, 1e-12);
        close(reached(0.05, 2000, 300), 1.784_750_033_296_001_5e-5, 1e-12);
    }

    #[test]
    fn the_law_has_the_mean_and_rare_symbols_are_refused() {
        let list = longest_law(0.05, 100_000).unwrap();
        close(list.iter().sum(), 1.0, 1e-12);
        let mean = list.iter().zip(0..).map(|(p, x)| p * f64::from(x)).sum();
        close(longest_mean(0.05, 100_000).unwrap(), mean, 1e-12);
        assert!(longest_mean(1e-5, 1_000_000_000).is_err());
        for p in [0.0, 1.0, -0.1, f64::NAN, 2.0] {
            assert!(longest(p, 10, 2).is_err(), "{p}");
        }
    }
}
