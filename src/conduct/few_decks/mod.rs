//! Bad shuffles that a few decks would have shown: shuffles by hand and by program, done as often in a row
//! as it takes to get past the tests.
//!
//! Each is simulated some hundred times, as many decks each time, and tested by the tests that are valid
//! for so many, at the level that the smallest p of the whole family must beat (Holm's first step).
//! Tests on the order from deck to deck are left out: on independent decks they show no more than the
//! tests on the decks themselves. So the result is a lower bound, and close to the truth.

use std::ops::RangeInclusive;

use super::{Bench, ideal_job, ladder, tested, tests};
use crate::policy::Policy;
use crate::record::{Missed, Shown};
use crate::rng::{Generator, Seed};
use crate::routine::{Letters, Plan, Routine};
use crate::shuffle;
use crate::simulate::{self, Job, Never, SimulateError};
use crate::statistic::{Design, Outcome, POWER, Probe, Suite};

/// Sizes of decks for which the names of the shuffles below are right.
const CARDS: RangeInclusive<usize> = 8..=256;

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
    /// The largest number of times in a row that is tried.
    most: u64,
    /// Whether to look for the decks that show the first number of times that is missed.
    needs: bool,
}

/// A shuffle that players repeat until the deck is mixed. The number of decks that would show the first
/// number of times that is missed is looked for.
const fn riffle(
    one: &'static str,
    several: &'static str,
    routine: &'static str,
    letters: &'static [(char, &'static str, &'static str)],
) -> Ladder {
    Ladder {
        one,
        several,
        routine,
        letters,
        most: 12,
        needs: true,
    }
}

const fn other(
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
        needs: false,
    }
}

/// The ways of shuffling: those by hand first, then those of programs.
const LADDERS: &[Ladder] = &[
    other("one cut", "cuts", "C", &[], 1),
    riffle("one riffle", "riffles", "G", &[]),
    riffle(
        "one mash shuffle",
        "mash shuffles",
        "M",
        &[('M', "mash", "")],
    ),
    other("one Hindu shuffle", "Hindu shuffles", "H", &[], 8),
    other(
        "one overhand shuffle",
        "overhand shuffles",
        "O",
        &[('O', "overhand", "")],
        16,
    ),
    other(
        "dealing seven piles",
        "",
        "P",
        &[('P', "pile", "piles = 7")],
        1,
    ),
    other(
        "a program that swaps every card with any",
        "",
        "Z",
        &[('Z', "swap-with-any", "")],
        1,
    ),
    other(
        "a program that sorts with a random comparison",
        "",
        "Z",
        &[('Z', "random-comparator", "")],
        1,
    ),
];

impl Ladder {
    fn plan(&self, times: u64) -> Plan {
        let mut letters = Letters::default();
        for (letter, kind, parameters) in self.letters {
            let table = parameters.parse().expect("parameters are TOML");
            let shuffle = shuffle::build(kind, table).expect("the kind and its parameters exist");
            letters.define(*letter, shuffle.into());
        }
        let routine = format!("{}*{times}", self.routine);
        let routine = Routine::parse(&routine, &letters).expect("the routine is well formed");
        routine.plan(&letters)
    }
}

/// A test of few decks: their number and size, and the tests.
#[derive(Debug, Clone, Copy)]
pub struct Few {
    /// Their statistics.
    pub suite: Suite,
    /// Cards in a deck.
    pub cards: usize,
    /// How many decks there are.
    pub decks: u64,
    /// The error level of all tests together.
    pub alpha: f64,
    /// Tests that are valid for so many decks.
    pub valid: usize,
    /// Tests in all.
    pub tests: usize,
}

/// Says how much of each way of shuffling these decks would have shown with the power [`POWER`]; gives an
/// empty list for decks of fewer than 8 or more than 256 cards. It assumes that more times in a row are
/// harder to see, and that more decks show more.
pub fn would_show(bench: &Bench<'_>, few: &Few) -> Result<Vec<Shown>, SimulateError> {
    if !CARDS.contains(&few.cards) {
        return Ok(Vec::new());
    }
    let bank = Bank::new(bench, few, few.suite, few.decks, few.level(few.valid))?;
    let ladders = LADDERS.iter();
    ladders
        .map(|ladder| climb(bench, few, &bank, ladder))
        .collect()
}

impl Few {
    /// Gives the level that the smallest of so many p-values must beat.
    fn level(&self, tests: usize) -> f64 {
        self.alpha / tests.max(1) as f64
    }
}

/// The tests that are valid for a number of decks.
struct Bank {
    design: Design,
    probes: Vec<Probe>,
    /// The level that a p-value must beat.
    level: f64,
    /// The p-value that a test must be able to reach to be valid at all: its share of the level.
    share: f64,
}

impl Bank {
    fn new(
        bench: &Bench<'_>,
        few: &Few,
        suite: Suite,
        decks: u64,
        level: f64,
    ) -> Result<Self, SimulateError> {
        let share = few.level(few.tests);
        let design = Design {
            size: few.cards,
            trials: decks,
            replicates: 1,
        };
        let mut probes = tested(suite, &design);
        probes.retain(|probe| probe.lag() == 0);
        // Which are valid depends on the number of decks alone.
        let valid: Vec<bool> = simulate::each(
            1,
            |_| (ideal_job("few".to_owned(), bench.seed), Never),
            &design,
            &probes,
            bench.machine,
            bench.progress,
            |_, _, counts| {
                let valid = probes.iter().map(|probe| {
                    let found = tests(std::slice::from_ref(probe), &design, counts, share);
                    found
                        .iter()
                        .any(|(_, test)| matches!(test.outcome, Outcome::P(_)))
                });
                valid.collect()
            },
        )?
        .swap_remove(0);
        let mut valid = valid.into_iter();
        probes.retain(|_| valid.next() == Some(true));
        Ok(Self {
            design,
            probes,
            level,
            share,
        })
    }

    /// Counts the runs, of [`RUNS`], in which at least one test fails a shuffle done so many times in a row.
    fn caught(&self, bench: &Bench<'_>, of: &Ladder, times: u64) -> Result<u64, SimulateError> {
        let plan = of.plan(times);
        let caught = simulate::each(
            RUNS as usize,
            |run| {
                let job = Job {
                    plan: plan.clone(),
                    label: format!("few {times} {} {run}", of.one),
                    generator: Generator::DEFAULT,
                    seed: Seed::Integer(bench.seed.into()),
                    policy: Policy::default(),
                };
                (job, Never)
            },
            &self.design,
            &self.probes,
            bench.machine,
            bench.progress,
            |_, _, counts| {
                let fails = |outcome: Outcome| match outcome {
                    Outcome::P(p) => p.get() <= self.level,
                    Outcome::TooFew { .. } => false,
                };
                self.probes.iter().any(|probe| {
                    let found = tests(
                        std::slice::from_ref(probe),
                        &self.design,
                        counts,
                        self.share,
                    );
                    found.iter().any(|(_, test)| fails(test.outcome))
                })
            },
        )?;
        Ok(caught.into_iter().filter(|caught| *caught).count() as u64)
    }
}

fn is_enough(caught: u64) -> bool {
    caught as f64 >= POWER * RUNS as f64
}

fn climb(bench: &Bench<'_>, few: &Few, bank: &Bank, of: &Ladder) -> Result<Shown, SimulateError> {
    // The first number of times that is caught too seldom; one beyond the last if none is.
    let (mut low, mut first) = (1, of.most + 1);
    let mut caught = None;
    while low < first {
        let middle = u64::midpoint(low, first);
        let found = bank.caught(bench, of, middle)?;
        if is_enough(found) {
            low = middle + 1;
        } else {
            (first, caught) = (middle, Some(found));
        }
    }
    let missed = match caught {
        None => None,
        Some(caught) => Some(Missed {
            times: first,
            caught,
            decks: if of.needs {
                needed(bench, few, of, first)?
            } else {
                None
            },
            tried_up_to: if of.needs { MOST_DECKS } else { few.decks },
        }),
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

/// The fewest decks that would be enough, by the quick tests, which are those that see riffles, at the
/// level that they have when all tests are valid.
fn needed(
    bench: &Bench<'_>,
    few: &Few,
    of: &Ladder,
    times: u64,
) -> Result<Option<u64>, SimulateError> {
    let rungs = ladder(MOST_DECKS);
    let mut low = rungs.partition_point(|rung| *rung <= few.decks);
    let mut high = rungs.len();
    while low < high {
        let middle = usize::midpoint(low, high);
        let level = few.level(few.tests);
        let bank = Bank::new(bench, few, Suite::Quick, rungs[middle], level)?;
        if is_enough(bank.caught(bench, of, times)?) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(rungs.get(high).copied())
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
        would_show(&bench, &few(52, decks)).unwrap()
    }

    /// All eight tests of the quick suite, but those of two laws.
    fn few(cards: usize, decks: u64) -> Few {
        Few {
            suite: Suite::Quick,
            cards,
            decks,
            alpha: 0.001,
            valid: 5,
            tests: 8,
        }
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

    /// The simulated power is at least the exact power of one of the tests, less four standard errors
    /// (false alarms: 3e-5, were the seed ever changed).
    #[test]
    fn riffles_are_seen_as_far_as_the_exact_law_says() {
        let twenty = shown(20, 2);
        assert_eq!(twenty, shown(20, 1));
        let level = few(52, 20).level(5);
        assert!(power(6, 20, level) > 0.999 && power(7, 20, level) < POWER);
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
        // No more than the first rung at which that test alone is nearly sure: where its power is 0.95, 200
        // runs show less than 0.9 with a probability of 0.002.
        let level = few(52, 20).level(8);
        let sure = ladder(MOST_DECKS).into_iter();
        let sure = sure
            .filter(|decks| *decks > 20)
            .find(|decks| power(7, *decks, level) >= 0.95);
        let needed = missed.decks.unwrap();
        assert!((21..=sure.unwrap()).contains(&needed), "{needed}, {sure:?}");
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
            assert_eq!(would_show(&bench, &few(cards, 20)).unwrap(), []);
        }
    }
}
