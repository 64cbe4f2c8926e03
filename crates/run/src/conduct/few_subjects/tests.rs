//! The table is what simulation gives, and says nothing of what was not simulated.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;

use super::super::bench::ladder;
use super::super::few_decks::testing;
use super::ways::{Dealt, Kind, Way, drawn, riffled};
use super::*;
use crate::conduct;
use crate::spec::Testing;
use engine::simulate::{self, Machine, Never, Supply, Unwatched, available_threads};
use engine::verdict::battery::{level, members, tested_on, tests};
use engine::verdict::family::judge;
use reader::{Format, Input, Origin, Reading};
use statistic::{Effort, Wanted};
use text::judgement::Verdict;

/// Runs of which as many as [`CAUGHT`] must fail.
const RUNS: usize = 100;
const CAUGHT: usize = 90;

/// Runs that are made first: if more than [`MISSED`] of them miss a way, the others are not made. One that is caught nine
/// times in ten is missed so often with a probability below .003.
const PILOT: usize = 20;
const MISSED: usize = 6;

/// A kind of subject, and the statistics of each number of them: they keep what is costly.
struct Bench {
    kind: Kind,
    probes: Mutex<BTreeMap<u64, Vec<Probe>>>,
}

impl Bench {
    fn of(kind: Kind) -> Self {
        let probes = Mutex::default();
        Self { kind, probes }
    }

    /// The runs that fail, out of so many, with so many subjects that are made in this way.
    fn caught(&self, way: Way, subjects: u64, runs: usize) -> usize {
        match &self.kind {
            Kind::Hands(cards, view) => {
                let label = |run: usize| format!("few hands {run}");
                match way {
                    Way::Riffled(times) => self.failing(view, *cards, (subjects, runs), |run| {
                        riffled(*cards, view, times, label(run))
                    }),
                    _ => self.failing(view, *cards, (subjects, runs), |run| Dealt {
                        cards: *cards,
                        view,
                        way,
                        label: label(run),
                    }),
                }
            }
            Kind::Draws(weights) => {
                let symbols = weights.get().len();
                self.failing(weights, symbols, (subjects, runs), |run| {
                    drawn(weights, way, format!("few draws {run}"))
                })
            }
        }
    }

    fn failing<S: Supply>(
        &self,
        subject: &dyn deck::subject::Subject,
        size: usize,
        (trials, runs): (u64, usize),
        job: impl Fn(usize) -> S + Sync,
    ) -> usize {
        let design = Design {
            size,
            trials,
            replicates: 1,
        };
        let mut kept = self.probes.lock().unwrap();
        let made = || tested_on(Suite::Standard, subject, &design, Effort::Learns);
        let probes = kept.entry(trials).or_insert_with(made).clone();
        drop(kept);
        let (_, share) = level(DEFAULT_ALPHA, &probes, 1);
        let failing = simulate::each(
            runs,
            |run| (job(run), Never),
            &design,
            &probes,
            Machine::from(available_threads()),
            &Unwatched,
            |_, _, counts| {
                let tests = tests(&probes, &design, counts, (share, Wanted::PValues));
                let judged = judge(
                    &members(&probes, tests.iter().map(|(_, test)| test)),
                    DEFAULT_ALPHA,
                );
                judged.iter().any(|judged| judged.verdict == Verdict::Fail)
            },
        );
        failing.unwrap().into_iter().filter(|fails| *fails).count()
    }

    /// Returns true if at least nine runs in ten fail.
    fn is_enough(&self, way: Way, subjects: u64) -> bool {
        let pilot = self.caught(way, subjects, PILOT);
        pilot + MISSED >= PILOT && self.caught(way, subjects, RUNS) >= CAUGHT
    }

    /// The fewest subjects that are enough; `None` if the most are not. More subjects show more.
    fn needed(&self, way: Way) -> Option<u64> {
        let ladder = ladder(MOST);
        let at = ladder.partition_point(|subjects| !self.is_enough(way, *subjects));
        ladder.get(at).copied()
    }
}

/// A number in the table.
fn number(value: Option<u64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// The lines of a kind of subject, simulated.
fn simulated(kind: Kind) -> String {
    let bench = Bench::of(kind);
    let subject = bench.kind.name();
    let mut lines = String::new();
    for (way, times, what) in bench.kind.ways() {
        let columns = [&subject, &way, &number(times), &number(bench.needed(what))];
        let line = columns.map(String::as_str).join(BETWEEN);
        writeln!(lines, "{line}").unwrap();
    }
    lines
}

/// Makes the table anew: where another is found, it is written to the file that the environment names as
/// `COLDDECK_POWER_TABLE`, to be put into the place of `table.txt`.
#[test]
#[ignore = "some half an hour, all ways of all kinds of subject: .ci/full passes"]
fn the_table_is_what_simulation_gives() {
    let only = std::env::var("COLDDECK_POWER_ONLY").ok();
    let kinds = Kind::all().into_iter();
    let kinds = kinds.filter(|kind| only.as_ref().is_none_or(|only| kind.name() == *only));
    let table: String = kinds.map(simulated).collect();
    if let Ok(path) = std::env::var("COLDDECK_POWER_TABLE") {
        std::fs::write(path, &table).unwrap();
    }
    assert_eq!(table, TABLE);
}

/// The fewest subjects that show a way, as the table has it.
fn in_table(subject: &str, (way, times): (&str, Option<u64>)) -> Option<u64> {
    let mut ours = lines(TABLE)
        .filter(|(of, known)| (*of, known.times) == (subject, times) && known.way == way);
    ours.next().unwrap().1.needed
}

/// Some lines, simulated again: nine runs in ten fail, and fewer with a third of the subjects.
#[test]
fn lines_of_the_table_are_true() {
    for (subject, number) in [("10:5:4:1", 6), ("52 hands:4x13 of playing cards", 6)] {
        let bench = Bench::of(
            Kind::all()
                .into_iter()
                .find(|kind| kind.name() == subject)
                .unwrap(),
        );
        let (way, times, what) = bench.kind.ways().swap_remove(number);
        let needed = in_table(subject, (&way, times)).unwrap();
        // One that is caught nine times in ten is caught so seldom with a probability below .001.
        assert!(bench.caught(what, needed, 60) >= 46, "{subject}: {way}");
        assert!(bench.caught(what, needed / 3, 60) < 54, "{subject}: {way}");
    }
}

/// The kinds and the ways of the table are those that are simulated, in their order.
#[test]
fn the_table_has_a_line_for_each_way() {
    let all = Kind::all().into_iter().flat_map(|kind| {
        let ways = kind.ways().into_iter();
        ways.map(move |(way, times, _)| (kind.name(), way, times))
            .collect::<Vec<_>>()
    });
    let table = lines(TABLE).map(|(subject, known)| (subject.to_owned(), known.way, known.times));
    assert_eq!(all.collect::<Vec<_>>(), table.collect::<Vec<_>>());
}

/// Draws from a file, tested at this level by a suite.
fn known(weights: &[u32], draws: u64, alpha: f64, suite: Suite) -> Vec<Beforehand> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("draws.txt");
    let text: Vec<String> = (0..draws)
        .map(|draw| (draw * draw % 7 % 4).to_string())
        .collect();
    std::fs::write(&file, text.join("\n")).unwrap();
    let testing = Testing {
        subject: Weights::new(weights.to_vec()).unwrap().into(),
        alpha,
        ..testing(weights.len(), draws, suite)
    };
    let origin = Origin::stream(Input::File(file), Reading::from(Format::Auto));
    let experiment = testing.of(origin).unwrap();
    conduct::run(&experiment, 1.into(), &Unwatched)
        .unwrap()
        .beforehand
}

#[test]
fn nothing_is_said_of_what_was_not_simulated() {
    let usual = known(&[50, 25, 20, 5], 200, DEFAULT_ALPHA, Suite::Standard);
    assert_eq!(usual.len(), 7);
    assert!(
        usual
            .iter()
            .any(|known| known.needed.is_some_and(|needed| needed <= 200))
    );
    for (weights, draws, alpha, suite) in [
        (&[50, 25, 20, 6], 200, DEFAULT_ALPHA, Suite::Standard),
        (&[50, 25, 20, 5], MOST + 1, DEFAULT_ALPHA, Suite::Standard),
        (&[50, 25, 20, 5], 200, 0.01, Suite::Standard),
        (&[50, 25, 20, 5], 200, DEFAULT_ALPHA, Suite::Quick),
    ] {
        assert_eq!(known(weights, draws, alpha, suite), [], "{weights:?}");
    }
}
