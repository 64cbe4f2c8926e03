//! Each test alone, at the fewest decks for which it says that it is valid, far out in its tail: that is
//! where a family's verdicts are made.

use super::uniform;
use crate::conduct::{Bench, ideal_job};
use deck::rng::PcgDraws;
use deck::subject::WholeDeck;
use engine::simulate::{self, Never, SimulateError};
use engine::verdict::battery::{tested_on, tests};
use laws::beta::clopper_pearson_lower;
use record::calibration::{Alarms, Tail};
use statistic::{Design, Effort, Outcome, Probe, Suite, Test, Wanted};

/// Levels, and how many times as many alarms as they say are accepted there: the last is what each of
/// some fifty tests has of 0.001.
const LEVELS: [(f64, f64); 3] = [(0.01, 1.2), (0.001, 1.3), (2e-5, 2.0)];

/// The error of the limit that a share of alarms is compared by.
const LIMIT_ERROR: f64 = 0.001;

/// Every test of `suite` on decks of `cards` cards, `replicates` runs each.
pub fn tails(
    bench: &Bench<'_>,
    suite: Suite,
    cards: usize,
    replicates: usize,
) -> Result<Vec<Tail>, SimulateError> {
    let one = Design {
        size: cards,
        trials: 1,
        replicates: 1,
    };
    let mut all = Vec::new();
    for at in 0..tested_on(suite, &WholeDeck, &one, Effort::Learns).len() {
        if tested_on(suite, &WholeDeck, &one, Effort::Learns)[at].lag() == 0 {
            all.extend(of_probe(bench, suite, at, cards, replicates)?);
        }
    }
    Ok(all)
}

fn of_probe(
    bench: &Bench<'_>,
    suite: Suite,
    at: usize,
    cards: usize,
    replicates: usize,
) -> Result<Vec<Tail>, SimulateError> {
    let design = |trials| Design {
        size: cards,
        trials,
        replicates: 1,
    };
    let probe = |trials| -> Vec<Probe> {
        vec![tested_on(suite, &WholeDeck, &design(trials), Effort::Learns).swap_remove(at)]
    };
    let label = |trials: u64, run: usize| format!("tails {cards} {trials} {at} {run}");
    let mut found: Vec<Tail> = Vec::new();
    let mut trials = 1;
    let mut seen: Vec<String> = Vec::new();
    loop {
        let (design, probes) = (design(trials), probe(trials));
        // The first run tells which tests are valid from this number of decks on, and which say that they need more.
        let first = simulate::each(
            1,
            |run| (ideal_job(label(trials, run), bench.seed), Never),
            &design,
            &probes,
            bench.machine,
            bench.progress,
            |_, _, counts| {
                let tests =
                    tests(&probes, &design, counts, (LEVELS[2].0, Wanted::PValues)).into_iter();
                let needed = |test: Test| match test.outcome {
                    Outcome::P(_) => None,
                    Outcome::TooFew { needed } => Some(needed),
                };
                tests
                    .map(|(name, test)| (name, needed(test)))
                    .collect::<Vec<(String, Option<u64>)>>()
            },
        )?
        .swap_remove(0);
        let fresh: Vec<usize> = (0..first.len())
            .filter(|&test| first[test].1.is_none())
            .filter(|&test| !seen.contains(&first[test].0))
            .collect();
        if !fresh.is_empty() {
            let p = simulate::each(
                replicates,
                |run| (ideal_job(label(trials, run), bench.seed), Never),
                &design,
                &probes,
                bench.machine,
                bench.progress,
                |run, _, counts| {
                    let tests = tests(&probes, &design, counts, (LEVELS[2].0, Wanted::PValues));
                    let mut draws = PcgDraws::for_batch(
                        u128::from(bench.seed),
                        &label(trials, run),
                        0,
                        u64::MAX,
                    );
                    let p = tests.iter().map(|(_, test)| uniform(test, &mut draws));
                    p.map(|p| p.map_or(1.0, |(p, _)| p)).collect::<Vec<f64>>()
                },
            )?;
            for test in fresh {
                let name = first[test].0.clone();
                seen.push(name.clone());
                let values: Vec<f64> = p.iter().map(|run| run[test]).collect();
                found.push(Tail {
                    deck: cards,
                    test: name,
                    trials,
                    replicates: replicates as u64,
                    alarms: LEVELS.map(|level| alarms(&values, level)).to_vec(),
                });
            }
        }
        let more = first.iter().filter_map(|(_, needed)| *needed);
        let more = more.filter(|needed| *needed > trials);
        match more.min() {
            Some(needed) if needed <= MOST_DECKS => trials = needed,
            _ => return Ok(found),
        }
    }
}

/// Tests that need more decks than this are left out.
const MOST_DECKS: u64 = 100_000;

fn alarms(p: &[f64], (level, accepted): (f64, f64)) -> Alarms {
    let seen = p.iter().filter(|p| **p <= level).count() as u64;
    let runs = p.len() as u64;
    Alarms {
        level,
        seen,
        ratio: seen as f64 / (runs as f64 * level),
        accepted,
        within: clopper_pearson_lower(seen, runs, LIMIT_ERROR) <= level * accepted,
    }
}
