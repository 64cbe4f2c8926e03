//! What a few decks would have shown: bad shuffles by hand and by program, as often in a row as it takes to
//! get past the tests.

use super::power::{INDEPENDENT, ladder, strongest};
use super::{Bench, Subject};
use crate::record::{Missed, Shown};
use crate::simulate::SimulateError;
use crate::statistic::{POWER, Suite};

/// Decks up to this number are few: what a person types in.
pub const FEW_DECKS: u64 = 200;

/// Sizes of decks for which the shuffles below are what their names say.
pub const CARDS: std::ops::RangeInclusive<usize> = 8..=256;

/// Runs for each shuffle: the share that catches it is then known to some 2%.
const RUNS: u64 = 200;

/// Decks beyond this number are not tried.
const MOST_DECKS: u64 = 500;

/// A way of shuffling, done again and again.
struct Ladder {
    one: &'static str,
    several: &'static str,
    routine: &'static str,
    letters: &'static [(char, &'static str, &'static str)],
    /// It is tried up to so many times in a row.
    most: u64,
}

const fn by_hand(
    one: &'static str,
    several: &'static str,
    routine: &'static str,
    letters: &'static [(char, &'static str, &'static str)],
    most: u64,
) -> Ladder {
    Ladder {
        one,
        several,
        routine,
        letters,
        most,
    }
}

/// By hand first, then what programs do.
const LADDERS: &[Ladder] = &[
    by_hand("one cut", "cuts", "C", &[], 1),
    by_hand("one riffle", "riffles", "G", &[], 12),
    by_hand(
        "one riffle in small packets",
        "riffles in small packets (mash)",
        "M",
        &[('M', "mash", "")],
        16,
    ),
    by_hand("one Hindu shuffle", "Hindu shuffles", "H", &[], 32),
    by_hand(
        "one overhand shuffle",
        "overhand shuffles",
        "O",
        &[('O', "overhand", "")],
        64,
    ),
    by_hand(
        "dealing seven piles",
        "deals of seven piles",
        "P",
        &[('P', "pile", "piles = 7")],
        1,
    ),
    by_hand(
        "a program that swaps every card with any",
        "",
        "Z",
        &[('Z', "swap-with-any", "")],
        1,
    ),
    by_hand(
        "a program that sorts with a random comparison",
        "",
        "Z",
        &[('Z', "random-comparator", "")],
        1,
    ),
];

/// What `decks` decks of `cards` cards, tested by `suite` at the error level `alpha`, show of each way of
/// shuffling with the power [`POWER`]; nothing for sizes of decks outside [`CARDS`]. More times in a row
/// are taken to be harder to see, and more decks to show more.
pub fn would_show(
    bench: &Bench<'_>,
    suite: Suite,
    cards: usize,
    decks: u64,
    alpha: f64,
) -> Result<Vec<Shown>, SimulateError> {
    if !CARDS.contains(&cards) {
        return Ok(Vec::new());
    }
    let ladders = LADDERS.iter();
    ladders
        .map(|ladder| climb(bench, suite, cards, decks, alpha, ladder))
        .collect()
}

fn climb(
    bench: &Bench<'_>,
    suite: Suite,
    cards: usize,
    decks: u64,
    alpha: f64,
    of: &Ladder,
) -> Result<Shown, SimulateError> {
    let caught = |times: u64, decks: u64| {
        let routine = format!("{}*{times}", of.routine);
        let about = format!("{times} of {}", of.one);
        let subject = Subject {
            about: &about,
            routine: &routine,
            letters: of.letters,
            policy: INDEPENDENT,
            most: MOST_DECKS,
        };
        let found = strongest(bench, suite, cards, &subject, decks, alpha, RUNS)?;
        Ok::<u64, SimulateError>(found.iter().flatten().count() as u64)
    };
    let enough = |caught: u64| caught as f64 >= POWER * RUNS as f64;
    // The first number of times that is not caught; one beyond the last if all are.
    let (mut low, mut high) = (1, of.most + 1);
    let mut missed = None;
    while low < high {
        let middle = u64::midpoint(low, high);
        let found = caught(middle, decks)?;
        if enough(found) {
            low = middle + 1;
        } else {
            (high, missed) = (middle, Some(found));
        }
    }
    let first = high;
    let missed = match missed {
        None => None,
        Some(found) => {
            let rungs = ladder(MOST_DECKS);
            let mut low = rungs.partition_point(|rung| *rung <= decks);
            let mut high = rungs.len();
            let mut needed = None;
            while low < high {
                let middle = usize::midpoint(low, high);
                if enough(caught(first, rungs[middle])?) {
                    (high, needed) = (middle, Some(rungs[middle]));
                } else {
                    low = middle + 1;
                }
            }
            Some(Missed {
                times: first,
                caught: found,
                decks: needed,
                tried_up_to: MOST_DECKS,
            })
        }
    };
    Ok(Shown {
        one: of.one.to_owned(),
        several: of.several.to_owned(),
        routine: of.routine.to_owned(),
        times: first - 1,
        tried_up_to: of.most,
        missed,
        runs: RUNS,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Unwatched;

    fn shown(decks: u64, threads: usize) -> Vec<Shown> {
        let bench = Bench {
            seed: 1,
            machine: threads.into(),
            progress: &Unwatched,
        };
        would_show(&bench, Suite::Quick, 52, decks, 0.001).unwrap()
    }

    fn times(shown: &[Shown], routine: &str) -> u64 {
        let found = shown.iter().find(|shown| shown.routine == routine);
        found.unwrap().times
    }

    /// The law of the number of rising sequences after one riffle of `packets` packets, or of an ideal
    /// deck: C(a + n − r, n)·A(n, r)/aⁿ and A(n, r)/n! (Bayer and Diaconis, 1992), A the Eulerian numbers.
    fn law(cards: usize, packets: Option<f64>) -> Vec<f64> {
        let mut euler = vec![1.0];
        for n in 2..=cards {
            let of = |at: usize| euler.get(at).copied().unwrap_or(0.0);
            euler = (0..n)
                .map(|at| {
                    let before = if at > 0 { of(at - 1) } else { 0.0 };
                    (at + 1) as f64 * of(at) + (n - at) as f64 * before
                })
                .collect();
        }
        let product = |of: &dyn Fn(f64) -> f64| (0..cards).map(|at| of(at as f64)).product::<f64>();
        let share = |rising: f64| match packets {
            // C(a + n − r, n)/aⁿ, factor by factor.
            Some(a) => product(&|at| (a + cards as f64 - rising - at).max(0.0) / a / (at + 1.0)),
            None => product(&|at| 1.0 / (at + 1.0)),
        };
        (1..)
            .zip(euler)
            .map(|(rising, number)| number * share(f64::from(rising)))
            .collect()
    }

    /// The power of the test of their mean, both tails, in `decks` decks of 52 cards after so many riffles.
    fn power(riffles: u32, decks: u64, level: f64) -> f64 {
        let sum = |law: Vec<f64>| {
            let convolve = |sum: Vec<f64>, law: &[f64]| {
                let mut next = vec![0.0; sum.len() + law.len() - 1];
                for (at, p) in sum.iter().enumerate() {
                    law.iter()
                        .zip(&mut next[at..])
                        .for_each(|(q, cell)| *cell += p * q);
                }
                next
            };
            (0..decks).fold(vec![1.0], |sum, _| convolve(sum, &law))
        };
        let (ideal, riffled) = (
            sum(law(52, None)),
            sum(law(52, Some(f64::from(1_u32 << riffles)))),
        );
        let reached = |at: &usize| {
            let (lower, upper) = (&ideal[..=*at], &ideal[*at..]);
            2.0 * lower.iter().sum::<f64>().min(upper.iter().sum()) <= level
        };
        (0..ideal.len()).filter(reached).map(|at| riffled[at]).sum()
    }

    /// What is simulated is at least what the exact law of one of the tests gives, less four standard
    /// errors (false alarms: 3e-5, were the seed ever changed).
    #[test]
    fn riffles_are_seen_as_far_as_the_exact_law_says() {
        let twenty = shown(20, 2);
        assert_eq!(twenty, shown(20, 1));
        let design = crate::statistic::Design {
            cards: 52,
            trials: 20,
            replicates: 1,
        };
        let probes = Suite::Quick.probes(&design).unwrap();
        let tests: usize = probes.iter().map(|probe| probe.statistic().tests()).sum();
        let level = 0.001 / tests as f64;
        assert!(power(6, 20, level) > 0.999 && power(7, 20, level) < 0.5);
        assert_eq!(times(&twenty, "G"), 6);
        let riffles = twenty.iter().find(|shown| shown.routine == "G").unwrap();
        let missed = riffles.missed.as_ref().unwrap();
        let share = missed.caught as f64 / RUNS as f64;
        let exact = power(7, 20, level);
        let error = (exact * (1.0 - exact) / RUNS as f64).sqrt();
        assert!(
            share > exact - 4.0 * error && share < 0.9,
            "{share}, {exact}"
        );
        // Nine in ten by that test alone with some 40; the others help.
        let alone = (20..)
            .find(|decks| power(7, *decks, level) >= POWER)
            .unwrap();
        let needed = missed.decks.unwrap();
        assert!(
            (20..=alone + alone / 8).contains(&needed),
            "{needed}, {alone}"
        );
        assert_eq!((times(&twenty, "C"), times(&twenty, "P")), (1, 1));
    }

    #[test]
    fn decks_of_other_sizes_get_no_answer() {
        let bench = Bench {
            seed: 1,
            machine: 1.into(),
            progress: &Unwatched,
        };
        for cards in [7, 257] {
            assert_eq!(
                would_show(&bench, Suite::Quick, cards, 20, 0.001).unwrap(),
                []
            );
        }
    }
}
