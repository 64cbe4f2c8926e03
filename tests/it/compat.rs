//! Whole experiments from numpy's legacy generator: every figure is the one that numpy gave.
//!
//! `tests/data/numpy_experiments.json` was written by `tests/data/numpy_experiments.py`, which says what
//! its fields mean; its header names the command and the version of numpy.

use std::path::Path;

use colddeck::spec::{self, Experiment, Overrides};
use deck::rng::Streams;
use deck::{BLOCK, Block};
use engine::simulate::{self, Unwatched};
use run::conduct::jobs;
use serde::Deserialize;
use source::{Simulated, Source};
use statistic::Halves;

/// Parameters of the checksum of a matrix.
const MODULUS: u128 = (1 << 61) - 1;
const MULTIPLIER: u128 = 1_000_003;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    command: String,
    numpy: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    deck: usize,
    seed: Seed,
    routine: String,
    trials: u64,
    replicates: u64,
    counts: Vec<u32>,
    duplicates: Vec<u64>,
    rising_sequences: u64,
    checksum: u64,
    first: Vec<Vec<u16>>,
    last: Vec<u16>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Seed {
    Word(u32),
    List(Vec<u32>),
}

impl Case {
    fn name(&self) -> String {
        format!(
            "{} of {} cards, seed {:?}",
            self.routine, self.deck, self.seed
        )
    }

    /// The case as a spec, read as every spec is.
    fn experiment(&self) -> Experiment<'static> {
        let seed = match &self.seed {
            Seed::Word(word) => word.to_string(),
            Seed::List(words) => format!("{words:?}"),
        };
        let text = format!(
            "name = \"compat\"\ndeck = {}\ntrials = {}\nreplicates = {}\nseed = {seed}\ngenerator = \"numpy-legacy\"\n\
             control = false\nroutines = [\"{}\"]\n\
             statistics = [{{ kind = \"duplicates\", counts = {:?} }}, \"rising-sequences\"]\n",
            self.deck, self.trials, self.replicates, self.routine, self.counts
        );
        spec::parse(Path::new("compat.toml"), &text, &Overrides::default())
            .unwrap_or_else(|error| panic!("{}: {error}", self.name()))
    }
}

fn cases() -> Vec<Case> {
    let file: File =
        serde_json::from_str(include_str!("../data/numpy_experiments.json")).expect("the data");
    assert!(file.command.contains("numpy_experiments.py") && !file.numpy.is_empty());
    assert!(file.cases.len() >= 100, "{} cases", file.cases.len());
    file.cases
}

fn checksum(cells: &[u64]) -> u64 {
    let sum = cells.iter().fold(0, |sum, &cell| {
        (sum * MULTIPLIER + u128::from(cell)) % MODULUS
    });
    u64::try_from(sum).expect("below 2^61")
}

#[test]
fn experiments_give_the_counts_that_numpy_gave() {
    for case in cases() {
        let experiment = case.experiment();
        let jobs = jobs(&experiment);
        let counts = simulate::run(
            &jobs,
            &experiment.design,
            &experiment.statistics,
            2,
            &Unwatched,
            &mut simulate::Never,
        )
        .unwrap();
        let [counts] = counts.as_slice() else {
            panic!("one routine and no control give one job");
        };
        let name = case.name();
        let duplicates = counts.series(0).expect("values by replicate");
        assert_eq!(duplicates.values, case.duplicates, "duplicates, {name}");
        let matrix = counts
            .tally(0, "positions")
            .expect("duplicates count positions");
        assert_eq!(checksum(matrix.cells()), case.checksum, "matrix, {name}");
        let rising = counts
            .tally(0, "rising-sequences")
            .expect("they were asked for");
        let rising: u64 = (1..)
            .zip(Halves::of(rising).whole())
            .map(|(rising, decks)| rising * decks)
            .sum();
        assert_eq!(rising, case.rising_sequences, "rising sequences, {name}");
    }
}

#[test]
fn sources_give_the_decks_that_numpy_gave() {
    for case in cases() {
        let decks = decks(&case);
        let name = case.name();
        assert_eq!(decks.len() as u64, case.trials * case.replicates, "{name}");
        assert_eq!(decks[..case.first.len()], case.first, "{name}");
        assert_eq!(decks.last(), Some(&case.last), "{name}");
    }
}

/// All decks of a case, replicate after replicate, from one stream.
fn decks(case: &Case) -> Vec<Vec<u16>> {
    let experiment = case.experiment();
    let jobs = jobs(&experiment);
    let job = &jobs[0];
    assert_eq!(job.generator.streams(), Streams::Serial);
    let stream = job.generator.stream(&job.seed, &job.label, 0, 0).unwrap();
    let mut source = Simulated::new(&job.plan, stream, Streams::Serial, 0, case.trials);
    let mut block = Block::new(case.deck);
    let mut decks = Vec::new();
    for replicate in 0..case.replicates {
        if replicate > 0 {
            source.go_on(case.trials);
        }
        loop {
            source.fill(&mut block).unwrap();
            if block.is_empty() {
                break;
            }
            assert!(block.len() <= BLOCK);
            decks.extend(block.decks().map(<[u16]>::to_vec));
        }
    }
    decks
}

/// The first of the published replicates, for the reader: seed 0xC7, 100 decks of 40 cards.
#[test]
fn the_first_published_replicates_are_ours() {
    for (routine, published) in [("S", 745), ("CCC", 880), ("RRR", 701)] {
        let cases = cases();
        let case = cases
            .iter()
            .find(|case| case.deck == 40 && case.routine == routine)
            .expect("a case of the published experiment");
        assert!(matches!(case.seed, Seed::Word(0xC7)) && case.trials == 100);
        assert_eq!(case.duplicates[0], published, "{routine}");
    }
}
