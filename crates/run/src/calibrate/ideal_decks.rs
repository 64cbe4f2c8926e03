//! Runs of ideal decks, judged as any other: p-values and family-wise false alarms.

use serde::{Deserialize, Serialize};

use super::power::Deals;
use super::uniform;
use crate::conduct::{Bench, ideal_job};
use deck::rng::PcgDraws;
use engine::simulate::{self, Job, Never, SimulateError, Supply};
use engine::verdict::battery::{level, members, tested_on, tests};
use engine::verdict::family::{Member, judge};
use laws::beta::beta_lower;
use laws::kolmogorov;
use laws::tail::PValue;
use record::calibration::{Family, Ideal, PValues};
use statistic::{Design, Effort, Grain, Outcome, Probe, Suite, Wanted};
use text::judgement::{Uniformity, Verdict};

/// The error levels at which families are judged.
pub(crate) const ALPHAS: [f64; 2] = [0.001, 0.05];

/// Levels at which reported p-values are counted.
const LEVELS: [f64; 3] = [0.05, 0.01, 0.001];

/// Bins of the pictures of p-values.
const BINS: usize = 20;

/// The probability with which a right level may come to more alarms than are accepted.
const RARE: f64 = 0.01;

/// The result of one run.
#[derive(Serialize, Deserialize)]
struct Run {
    /// True for each of [`ALPHAS`] at which a test failed.
    alarms: [bool; 2],
    /// For each test: the reported p-value, the uniform one, and whether that one was drawn; `None` if the
    /// test is not valid.
    p: Vec<Option<(f64, f64, bool)>>,
    /// The names of the tests, and what they look for; only the first run has them.
    names: Vec<(String, Grain)>,
}

/// `replicates` runs of `suite` on so many ideal decks, or on what is seen of them. [`judge_uniformity`] has the last word
/// on their p-values.
pub fn ideal(
    bench: &Bench<'_>,
    suite: Suite,
    (deals, trials): (&Deals, u64),
    replicates: usize,
) -> Result<Ideal, SimulateError> {
    let design = Design {
        size: deals.cards,
        trials,
        replicates: 1,
    };
    let probes = tested_on(suite, deals.subject(), &design, Effort::Learns);
    let of = (&design, &probes[..]);
    let runs = match deals.view() {
        None => {
            let label = |run| format!("calibration {} {trials} {run}", deals.cards);
            each(bench, of, replicates, label, |decks| decks)
        }
        Some((view, classes)) => {
            let view = classes.map_or(view.clone(), |classes| format!("{view} {classes}"));
            let label = |run| format!("calibration {} {view} {trials} {run}", deals.cards);
            each(bench, of, replicates, label, |decks| {
                deals.seen_of(decks, bench)
            })
        }
    }?;
    let names = runs.first().map_or(&[][..], |run| &run.names);
    let tests = names.iter().enumerate().filter_map(|(at, (name, grain))| {
        let valid: Option<Vec<_>> = runs.iter().map(|run| run.p[at]).collect();
        Some(p_values((name, *grain), &valid?))
    });
    let (view, classes) = deals.view().unzip();
    Ok(Ideal {
        deck: deals.cards,
        view,
        classes: classes.flatten(),
        trials,
        replicates: replicates as u64,
        families: (0..ALPHAS.len())
            .map(|at| Family {
                alpha: ALPHAS[at],
                alarms: runs.iter().filter(|run| run.alarms[at]).count() as u64,
                at_most: most(replicates as u64, ALPHAS[at]),
            })
            .collect(),
        tests: tests.collect(),
    })
}

/// Judges so many runs of ideal decks, which `label` names, or of what is `seen` of them.
fn each<S: Supply>(
    bench: &Bench<'_>,
    (design, probes): (&Design, &[Probe]),
    replicates: usize,
    label: impl Fn(usize) -> String + Sync,
    seen: impl Fn(Job) -> S + Sync,
) -> Result<Vec<Run>, SimulateError> {
    let (_, share) = level(ALPHAS[0], probes, 1);
    simulate::each(
        replicates,
        |run| (seen(ideal_job(label(run), bench.seed)), Never),
        design,
        probes,
        bench.machine,
        bench.progress,
        |run, _, counts| {
            let tests = tests(probes, design, counts, (share, Wanted::PValues));
            let members = members(probes, tests.iter().map(|(_, test)| test));
            let fails = |alpha: f64| {
                let mut judged = judge(&members, alpha).into_iter();
                judged.any(|judged| judged.verdict == Verdict::Fail)
            };
            let mut draws = PcgDraws::for_batch(u128::from(bench.seed), &label(run), 0, u64::MAX);
            let p = tests.iter().map(|(_, test)| {
                let Outcome::P(reported) = test.outcome else {
                    return None;
                };
                let (uniform, drawn) = uniform(test, &mut draws)?;
                Some((reported.get(), uniform, drawn))
            });
            Run {
                alarms: ALPHAS.map(fails),
                p: p.collect(),
                // The same for every run.
                names: tests
                    .iter()
                    .filter(|_| run == 0)
                    .map(|(name, test)| (name.clone(), Grain::of(test.name)))
                    .collect(),
            }
        },
    )
}

/// The largest number of alarms in so many runs that a right level exceeds no oftener than [`RARE`].
pub(super) fn most(runs: u64, level: f64) -> u64 {
    let exceeds = |most: u64| {
        most < runs && beta_lower((most + 1) as f64, (runs - most) as f64, level) > RARE
    };
    (0..=runs).find(|&most| !exceeds(most)).unwrap_or(runs)
}

/// The p-values of one test: (reported, uniform, drawn) of every run.
fn p_values((name, grain): (&str, Grain), found: &[(f64, f64, bool)]) -> PValues {
    let mut uniform: Vec<f64> = found.iter().map(|(_, uniform, _)| *uniform).collect();
    let mut bins = vec![0; BINS];
    for value in &uniform {
        bins[((value * BINS as f64) as usize).min(BINS - 1)] += 1;
    }
    // Tests of a fine grain err on the side of passing: only p-values that are too small are a fault.
    let (gap, p) = if grain == Grain::Fine {
        let gap = kolmogorov::gap_above(&mut uniform);
        (gap, kolmogorov::upper_of_one_side(gap, found.len()))
    } else {
        let gap = kolmogorov::gap(&mut uniform);
        (gap, kolmogorov::upper(gap, found.len()))
    };
    let reported = |level: f64| found.iter().filter(|(p, ..)| *p <= level).count() as u64;
    PValues {
        test: name.to_owned(),
        randomised: found.iter().any(|(.., drawn)| *drawn),
        bins,
        at_most: LEVELS.map(reported).to_vec(),
        gap,
        p,
        p_adjusted: 1.0,
        verdict: Uniformity::Uniform,
    }
}

/// Runs of fewer decks are judged by their small p-values alone: a law in two or three bins has p-values that move
/// in steps, which are no fault above them.
const FEWEST_FOR_UNIFORM: u64 = 500;

/// The probability of so many p-values at or below each of [`LEVELS`], or more, in so many runs: the smallest of them,
/// times their number.
fn too_small(at_most: &[u64], runs: u64) -> f64 {
    let upper = |(seen, level): (&u64, f64)| match *seen {
        0 => 1.0,
        seen => beta_lower(seen as f64, (runs - seen + 1) as f64, level),
    };
    let least = at_most.iter().zip(LEVELS).map(upper).fold(1.0, f64::min);
    (least * LEVELS.len() as f64).min(1.0)
}

/// Judges all p-values of all sizes of deck as one family at level `alpha`. Those of views are judged as those of few decks
/// are: where counts are small a tail is a rank among ideal tables, which all runs share, so that large p-values move in
/// steps.
pub fn judge_uniformity(all: &mut [Ideal], alpha: f64) {
    for ideal in all
        .iter_mut()
        .filter(|ideal| ideal.trials < FEWEST_FOR_UNIFORM || ideal.view.is_some())
    {
        for test in &mut ideal.tests {
            test.p = too_small(&test.at_most, ideal.replicates);
        }
    }
    let tests = || all.iter().flat_map(|ideal| &ideal.tests);
    let members: Vec<Member> = tests()
        .map(|test| Outcome::P(PValue::new(test.p)).into())
        .collect();
    let tests = all.iter_mut().flat_map(|ideal| &mut ideal.tests);
    for (test, judged) in tests.zip(judge(&members, alpha)) {
        test.p_adjusted = judged.p_adjusted.unwrap_or(1.0);
        let departs = judged.verdict == Verdict::Fail;
        test.verdict = if departs {
            Uniformity::Departs
        } else {
            Uniformity::Uniform
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::subject::{Told, View};
    use engine::simulate::Unwatched;

    #[test]
    fn only_too_many_small_p_values_are_too_small() {
        assert!(too_small(&[500, 100, 10], 10_000) > 0.9);
        assert!(too_small(&[400, 50, 1], 10_000) > 0.9);
        // scipy 1.17: 3 binom.sf(599, 10_000, 0.05).
        assert!((too_small(&[600, 100, 10], 10_000) / 1.352_816e-5 - 1.0).abs() < 1e-5);
    }

    #[test]
    fn alarms_that_are_accepted_are_the_upper_percent_point() {
        // scipy 1.17: binom.ppf(0.99, 10_000, [0.001, 0.05]).
        assert_eq!(most(10_000, 0.001), 18);
        assert_eq!(most(10_000, 0.05), 551);
        assert_eq!(most(0, 0.05), 0);
    }

    /// Views of ideal decks fail as seldom as the level says, and alike on any number of threads.
    #[test]
    #[ignore = "some 5 s of processor: .ci/run ignored"]
    fn ideal_hands_fail_as_seldom_as_the_level_says() {
        for (cards, shape) in [(52, "hand:2"), (20, "hands:4x5")] {
            let view = View {
                shape: shape.parse().unwrap(),
                classes: None,
                told: Told::Places,
            };
            let deals = Deals {
                cards,
                view: Some(view),
            };
            let found = |threads: usize| {
                let bench = Bench {
                    seed: 1,
                    machine: threads.into(),
                    progress: &Unwatched,
                };
                ideal(&bench, Suite::Quick, (&deals, 500), 300).unwrap()
            };
            let mut all = [found(2)];
            assert_eq!(all[0], found(1));
            judge_uniformity(&mut all, 0.001);
            let [ideal] = all;
            assert_eq!((ideal.deck, ideal.view.as_deref()), (cards, Some(shape)));
            assert!(!ideal.tests.is_empty());
            for test in &ideal.tests {
                assert_eq!(test.verdict, Uniformity::Uniform, "{shape}: {test:?}");
            }
            for family in &ideal.families {
                assert!(family.alarms <= family.at_most, "{shape}: {family:?}");
            }
        }
    }

    #[test]
    fn p_values_that_crowd_at_an_end_depart_and_even_ones_do_not() {
        let run = |of: &dyn Fn(f64) -> f64| {
            let found: Vec<_> = (0..1000)
                .map(|i| of((f64::from(i) + 0.5) / 1000.0))
                .map(|p| (p, p, false))
                .collect();
            let mut all = [Ideal {
                deck: 52,
                view: None,
                classes: None,
                trials: 1,
                replicates: 1000,
                families: Vec::new(),
                tests: vec![p_values(("x: y", Grain::Whole), &found)],
            }];
            judge_uniformity(&mut all, 0.001);
            let [ideal] = all;
            ideal.tests[0].clone()
        };
        let even = run(&|p| p);
        assert_eq!((even.verdict, even.bins[7]), (Uniformity::Uniform, 50));
        assert_eq!(even.at_most, [50, 10, 1]);
        assert_eq!(run(&|p| p * p).verdict, Uniformity::Departs);
    }
}
