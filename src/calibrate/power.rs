//! How many decks it takes to catch a shuffle that is known to be bad, and which statistics catch it.

use std::collections::BTreeMap;

use crate::conduct::{Bench, ladder, level, members, tested, tests};
use crate::judgement::Verdict;
use crate::policy::{Memory, Policy};
use crate::record::calibration::Power;
use crate::rng::{Generator, Seed, Seeding};
use crate::routine::{Lettered, Plan};
use crate::simulate::{self, Job, Never, SimulateError};
use crate::statistic::{Design, Effort, Outcome, Suite, Test};
use crate::verdict::family::judge;

/// A known-bad shuffle.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    /// The shuffle in words.
    pub about: &'static str,
    /// The routine.
    pub routine: &'static str,
    /// Letters that it uses besides the usual ones, each with its kind and the kind's parameters.
    pub letters: &'static [Lettered],
    /// How the source seeds.
    pub seeding: Seeding,
    /// The decks that it begins with.
    pub memory: Memory,
    /// Numbers of decks beyond this are not tried.
    pub most: u64,
}

impl Subject {
    pub(super) fn plan(&self) -> Plan {
        Plan::written(self.routine, self.letters)
    }

    /// Gives the job of one run of `plan`; `label` names its random stream.
    pub(super) fn job(&self, plan: &Plan, label: String, seed: u64) -> Job {
        Job {
            plan: plan.clone(),
            label,
            generator: Generator::DEFAULT,
            seed: Seed::Integer(u128::from(seed)),
            policy: Policy {
                seeding: self.seeding,
                memory: self.memory,
                ..Policy::default()
            },
        }
    }
}

/// Gives the bad shuffles that the battery must catch.
pub fn known_bad() -> &'static [Subject] {
    KNOWN_BAD
}

const fn routine(about: &'static str, routine: &'static str, most: u64) -> Subject {
    Subject {
        about,
        routine,
        letters: &[],
        seeding: Seeding::Batches,
        memory: Memory::None,
        most,
    }
}

/// A shuffle of the zoo, as the letter Z.
const fn zoo(about: &'static str, letters: &'static [Lettered], most: u64) -> Subject {
    Subject {
        letters,
        ..routine(about, "Z", most)
    }
}

/// A perfect shuffle under a policy that spoils it.
const fn spoilt(about: &'static str, seeding: Seeding, memory: Memory, most: u64) -> Subject {
    Subject {
        seeding,
        memory,
        ..routine(about, "S", most)
    }
}

const KNOWN_BAD: &[Subject] = &[
    routine("one cut", "C", 10),
    routine("one riffle", "G", 10),
    routine("four riffles", "G*4", 10),
    routine("five riffles", "G*5", 100),
    routine("six riffles", "G*6", 200),
    routine("seven riffles", "G*7", 500),
    routine("eight riffles", "G*8", 2_000),
    routine("nine riffles", "G*9", 5_000),
    routine("ten riffles", "G*10", 20_000),
    zoo(
        "every card swapped with any",
        &[('Z', "swap-with-any", "")],
        1_000,
    ),
    zoo("random(51) + 1", &[('Z', "asf-poker", "")], 1_000),
    zoo("Sattolo's cycles", &[('Z', "sattolo", "")], 10),
    zoo("even orders only", &[('Z', "even-only", "")], 100),
    zoo(
        "random comparisons, binary insertion",
        &[('Z', "random-comparator", "algorithm = \"binary-insertion\"")],
        1_000,
    ),
    zoo(
        "random comparisons, insertion sort",
        &[('Z', "random-comparator", "algorithm = \"insertion\"")],
        1_000,
    ),
    zoo(
        "random comparisons, merge sort",
        &[('Z', "random-comparator", "algorithm = \"merge\"")],
        1_000,
    ),
    zoo(
        "random comparisons, quicksort",
        &[('Z', "random-comparator", "algorithm = \"quick\"")],
        1_000,
    ),
    zoo("seven piles", &[('Z', "pile", "piles = 7")], 10),
    zoo("a perfect riffle", &[('Z', "faro", "")], 10),
    spoilt("seeds of 16 bits", Seeding::Bits(16), Memory::None, 2_000),
    spoilt("one seed", Seeding::One, Memory::None, 10),
    spoilt("never reshuffled", Seeding::Batches, Memory::DealtAgain, 10),
    Subject {
        about: "three riffles, on from the last deck",
        memory: Memory::InPlace,
        ..routine("", "GGG", 100)
    },
];

/// The runs in which a shuffle must be caught, of how many.
const CAUGHT: (u64, u64) = (199, 200);

/// Finds how soon `suite` catches `subject` at the error level `alpha`.
pub fn power(
    bench: &Bench<'_>,
    suite: Suite,
    cards: usize,
    subject: &Subject,
    alpha: f64,
) -> Result<Power, SimulateError> {
    let ladder = ladder(subject.most);
    // The first rung at which enough runs catch it; more decks catch no fewer.
    let (mut low, mut high) = (0, ladder.len());
    let mut best = None;
    while low < high {
        let middle = usize::midpoint(low, high);
        let found = at(bench, suite, cards, subject, ladder[middle], alpha)?;
        if found.caught >= CAUGHT.0 {
            high = middle;
            best = Some(found);
        } else {
            low = middle + 1;
        }
    }
    if let Some(found) = best {
        return Ok(found);
    }
    Ok(Power {
        decks: None,
        ..at(bench, suite, cards, subject, subject.most, alpha)?
    })
}

/// The same at one number of decks.
fn at(
    bench: &Bench<'_>,
    suite: Suite,
    cards: usize,
    subject: &Subject,
    decks: u64,
    alpha: f64,
) -> Result<Power, SimulateError> {
    let design = Design {
        size: cards,
        trials: decks,
        replicates: 1,
    };
    let probes = tested(suite, &design, Effort::Learns);
    let (_, share) = level(alpha, &probes, 1);
    let plan = subject.plan();
    let found = simulate::each(
        CAUGHT.1 as usize,
        |run| {
            let label = format!("power {} {run}", subject.about);
            (subject.job(&plan, label, bench.seed), Never)
        },
        &design,
        &probes,
        bench.machine,
        bench.progress,
        |_, _, counts| {
            let tests = tests(&probes, &design, counts, share);
            let judged = judge(&members(&probes, &tests), alpha);
            let failed = judged.iter().zip(&tests);
            let failed = failed.filter(|(judged, _)| judged.verdict == Verdict::Fail);
            let p = |test: &Test| match test.outcome {
                Outcome::P(p) => p.get(),
                Outcome::TooFew { .. } => 1.0,
            };
            failed
                .min_by(|(_, (_, a)), (_, (_, b))| p(a).total_cmp(&p(b)))
                .map(|(_, (name, _))| name.clone())
        },
    )?;
    Ok(Power {
        shuffle: subject.about.to_owned(),
        routine: subject.routine.to_owned(),
        deck: cards,
        decks: Some(decks),
        tried_up_to: subject.most,
        runs: CAUGHT.1,
        caught: found.iter().flatten().count() as u64,
        by: commonest(found.iter().flatten()),
    })
}

/// Names and how often each comes, the commonest first.
pub(super) fn commonest<'a>(names: impl Iterator<Item = &'a String>) -> Vec<(String, u64)> {
    let mut by: BTreeMap<String, u64> = BTreeMap::new();
    for name in names {
        *by.entry(name.clone()).or_default() += 1;
    }
    let mut by: Vec<(String, u64)> = by.into_iter().collect();
    by.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    by
}
