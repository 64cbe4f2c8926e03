//! The longest run of any symbol in independent draws: exact tails on both sides, for any probabilities.
//!
//! A run is a stretch of draws that show one symbol. The way and its accuracy are those of
//! `passage.rs`: a relative error of about 1e-13 in each tail, however small, times r where the
//! probabilities themselves are only known as doubles (p^r of a p that is off by 1e-16 is off by r as much).
//! Symbols of equal probability cost no more than one.

use super::passage::{Class, MOST_STEPS, Passage, affordable, passage};
use super::{Ends, Refused, checked, mean_of_tails};

use text::sorting;

/// P(L ≤ run) and P(L ≥ run) for the longest run L of any symbol in so many independent draws, symbol i with
/// probability `law[i]`. No draws have the longest run 0.
///
/// Refused: what is no law, and what takes more than some seconds (very long runs of very many different
/// probabilities, or of one beyond about 0.999999).
///
/// ```
/// use colddeck_laws::sequences::streaks::longest;
///
/// // Ten heads in a row, or tails, within 1,000 flips of a coin.
/// let ends = longest(&[0.5, 0.5], 1000, 10).unwrap();
/// assert_eq!(format!("{:.4}", ends.at_least), "0.6239");
/// ```
pub fn longest(law: &[f64], draws: u64, run: u64) -> Result<Ends, Refused> {
    checked(law)?;
    let alike = alike(law);
    let mut budget = MOST_STEPS;
    let mut tails = |run: u64| match run {
        0 => Ok(CERTAIN),
        _ => passage(&classes(&alike, run), draws, &mut budget),
    };
    Ok(Ends {
        at_least: tails(run)?.some,
        at_most: tails(run.saturating_add(1))?.none,
    })
}

/// A run of 0 always is.
const CERTAIN: Passage = Passage {
    none: 0.0,
    some: 1.0,
};

/// The probability that some symbol had its run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reached {
    /// P(no symbol reached its run).
    pub none: f64,
    /// P(some symbol reached its run).
    pub some: f64,
}

/// P(some symbol i has a run of at least `runs[i]`) and P(none has) in so many independent draws, symbol i with
/// probability `law[i]`. `None`: runs of that symbol do not matter. A run of 0 is there without any draw.
pub fn longest_each(law: &[f64], draws: u64, runs: &[Option<u64>]) -> Result<Reached, Refused> {
    checked(law)?;
    if runs.len() != law.len() {
        let accepted = format!("{}, one for each probability", law.len());
        return Err(Refused::domain("a number of runs", runs.len(), accepted));
    }
    let mut pairs: Vec<(f64, Option<u64>)> =
        law.iter().copied().zip(runs.iter().copied()).collect();
    sorting::by(&mut pairs, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut classes: Vec<Class> = Vec::new();
    for (probability, run) in pairs {
        if run == Some(0) {
            return Ok(Reached {
                none: 0.0,
                some: 1.0,
            });
        }
        match classes.last_mut() {
            Some(last) if (last.probability, last.run) == (probability, run) => last.members += 1.0,
            _ if probability > 0.0 => classes.push(Class {
                probability,
                members: 1.0,
                run,
            }),
            _ => {}
        }
    }
    let mut budget = MOST_STEPS;
    let Passage { none, some } = passage(&classes, draws, &mut budget)?;
    Ok(Reached { none, some })
}

/// The mean of the longest run.
pub fn longest_mean(law: &[f64], draws: u64) -> Result<f64, Refused> {
    checked(law)?;
    let alike = alike(law);
    affordable(&classes(&alike, 1), draws)?;
    let mut budget = MOST_STEPS;
    mean_of_tails(draws, |run| {
        let Passage { none, some } = passage(&classes(&alike, run), draws, &mut budget)?;
        Ok((none, some))
    })
}

/// The probabilities above 0, each once, with how many symbols have it.
fn alike(law: &[f64]) -> Vec<(f64, f64)> {
    let mut sorted: Vec<f64> = law.iter().copied().filter(|&p| p > 0.0).collect();
    sorting::floats(&mut sorted);
    let groups = sorted.chunk_by(|a, b| a.to_bits() == b.to_bits());
    groups.map(|group| (group[0], group.len() as f64)).collect()
}

/// The classes of symbols if a run of any of them counts from this length on.
fn classes(alike: &[(f64, f64)], run: u64) -> Vec<Class> {
    let class = |&(probability, members): &(f64, f64)| Class {
        probability,
        members,
        run: Some(run),
    };
    alike.iter().map(class).collect()
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

    /// P(some symbol reaches its run) by all sequences.
    fn enumerated(law: &[f64], draws: u32, runs: &[Option<u64>]) -> f64 {
        let s = law.len();
        let mut sum = 0.0;
        for code in 0..s.pow(draws) {
            let (mut rest, mut p, mut run, mut last) = (code, 1.0, 0, usize::MAX);
            let mut reached = false;
            for _ in 0..draws {
                let symbol = rest % s;
                rest /= s;
                p *= law[symbol];
                run = if symbol == last { run + 1 } else { 1 };
                last = symbol;
                reached |= runs[symbol].is_some_and(|limit| run >= limit);
            }
            sum += if reached { p } else { 0.0 };
        }
        sum
    }

    const LAWS: [&[f64]; 6] = [
        &[0.5, 0.5],
        &[0.9, 0.1],
        &[0.5, 0.25, 0.2, 0.05],
        &[0.25; 4],
        &[0.98, 0.01, 0.01],
        &[0.6, 0.0, 0.4],
    ];

    /// The law of the longest run: entry x is P(L = x), with a relative error of about 1e-12. The list ends where
    /// P(L ≥ x) falls below 1e-20 (or at the number of draws).
    fn longest_law(law: &[f64], draws: u64) -> Result<Vec<f64>, Refused> {
        checked(law)?;
        let alike = alike(law);
        affordable(&classes(&alike, 1), draws)?;
        let mut budget = MOST_STEPS;
        law_of_tails(draws, |run| {
            let Passage { none, some } = passage(&classes(&alike, run), draws, &mut budget)?;
            Ok((none, some))
        })
    }

    #[test]
    fn both_tails_agree_with_all_sequences() {
        for law in LAWS {
            for draws in 0..9 {
                for run in 0..=draws + 2 {
                    let ends = longest(law, u64::from(draws), u64::from(run)).unwrap();
                    let at_least = |run: u32| match run {
                        0 => 1.0,
                        _ => enumerated(law, draws, &vec![Some(u64::from(run)); law.len()]),
                    };
                    assert!((ends.at_least - at_least(run)).abs() < 1e-12, "{law:?}");
                    assert!((ends.at_most - 1.0 + at_least(run + 1)).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn limits_of_their_own_agree_with_all_sequences() {
        let limits = [None, Some(1), Some(2), Some(3), Some(5)];
        for law in [&[0.7, 0.2, 0.1][..], &[0.4, 0.4, 0.2], &[0.34, 0.33, 0.33]] {
            for a in limits {
                for b in limits {
                    for c in limits {
                        let runs = [a, b, c];
                        let ours = longest_each(law, 7, &runs).unwrap();
                        let reference = enumerated(law, 7, &runs);
                        assert!((ours.some - reference).abs() < 1e-12, "{law:?} {runs:?}");
                        assert!((ours.none + reference - 1.0).abs() < 1e-12);
                    }
                }
            }
        }
    }

    #[test]
    fn the_law_sums_to_1_and_has_the_mean() {
        for law in LAWS {
            let list = longest_law(law, 60).unwrap();
            close(list.iter().sum(), 1.0, 1e-13);
            let mean = list.iter().zip(0..).map(|(p, x)| p * f64::from(x)).sum();
            close(longest_mean(law, 60).unwrap(), mean, 1e-12);
        }
        assert_eq!(longest_law(&[1.0], 3).unwrap(), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(longest_law(&[0.5, 0.5], 0).unwrap(), [1.0]);
    }

    // The values are from 60-digit arithmetic: powers of the chain's matrix by squaring, over
    // (symbol, length of the run), with probabilities as the doubles are (mpmath).
    #[test]
    fn far_tails_and_long_sequences_keep_their_digits() {
        let bag = [0.5, 0.25, 0.2, 0.05];
        let trillion = 1_000_000_000_000;
        let below = |law: &[f64], draws, run: u64| longest(law, draws, run - 1).unwrap().at_most;
        let reached = |law: &[f64], draws, run| longest(law, draws, run).unwrap().at_least;
        close(below(&[0.5; 2], 200, 10), 0.827_603_520_847_977_8, 1e-14);
        close(reached(&[0.5; 2], 200, 10), 0.172_396_479_152_022_23, 1e-14);
        close(reached(&bag, 300, 40), 1.191_438_059_273_430_6e-10, 1e-14);
        close(
            reached(&bag, trillion, 90),
            4.038_967_834_376_150_5e-16,
            1e-13,
        );
        close(reached(&bag, trillion, 41), 0.203_376_951_799_747_62, 1e-12);
        close(below(&bag, trillion, 41), 0.796_623_048_200_252_4, 1e-12);
        close(below(&bag, trillion, 33), 5.256_951_954_768_178e-26, 1e-11);
        close(
            reached(&[1.0 / 6.0; 6], trillion, 60),
            1.023_045_575_101_095_7e-34,
            1e-13,
        );
        // Plain recursion gets even the first digit of these wrong, with 80 digits.
        close(
            below(&[0.99, 0.01], 400, 3),
            5.864_751_218_992_36e-253,
            1e-12,
        );
        close(below(&[0.6, 0.4], 150, 2), 6.559_536_062_460_475e-47, 1e-12);
        close(
            below(&[0.9, 0.06, 0.04], 1500, 5),
            2.625_884_509_558_808_5e-189,
            1e-11,
        );
        close(below(&bag, 1000, 2), 1.722_859_324_734_736e-175, 1e-12);
    }

    #[test]
    fn ten_thousand_symbols_are_grouped() {
        let law = vec![1e-4; 10_000];
        // Repeats of 10,000 equal symbols: each next draw repeats with 1e-4.
        let ends = longest(&law, 1_000_000, 2).unwrap();
        close(
            1.0 - ends.at_least,
            libm::exp(999_999.0 * libm::log1p(-1e-4)),
            1.0,
        );
        let ends = longest(&law, 100, 1).unwrap();
        close(ends.at_most, libm::exp(99.0 * libm::log1p(-1e-4)), 1e-13);
        // All different.
        let sum: f64 = (1..=10_000).map(f64::from).sum();
        let law: Vec<f64> = (1..=10_000).map(|i| f64::from(i) / sum).collect();
        let ends = longest(&law, 1_000_000_000_000, 3).unwrap();
        assert!(ends.at_least <= 1.0 && ends.at_least > 0.99);
    }

    #[test]
    fn what_cannot_be_answered_is_refused() {
        assert!(longest(&[0.5, 0.4], 10, 2).is_err());
        assert!(longest_each(&[0.5, 0.5], 10, &[None]).is_err());
        let law = [1.0 - 1e-10, 1e-10];
        let refused = longest(&law, 1_000_000_000_000, 1_000_000_000);
        assert!(
            matches!(refused, Err(Refused::TooMuch { .. })),
            "{refused:?}"
        );
    }
}
