//! Card games on decks that Python shuffled: `tests/data/games.json` was written by `tests/data/games.py`,
//! a program of its own, from `CPython`'s `random.shuffle`. Every deck is the same here, and so is every
//! number.

use std::path::Path;

use colddeck::spec::{self, Overrides};
use engine::simulate::{self, Unwatched};
use run::conduct::jobs;
use serde::Deserialize;
use statistic::Halves;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "command")]
    _command: String,
    #[serde(rename = "python")]
    _python: String,
    decks: u64,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    kind: String,
    parameters: String,
    seed: u32,
    /// Values and how many decks have each.
    histogram: Vec<(usize, u64)>,
}

#[test]
fn games_have_the_numbers_that_a_python_program_counts() {
    let file: File = serde_json::from_str(include_str!("../data/games.json")).unwrap();
    assert!(file.cases.len() > 10);
    for case in file.cases {
        let Case {
            kind,
            parameters,
            seed,
            histogram,
        } = case;
        let separator = if parameters.is_empty() { "" } else { ", " };
        let text = format!(
            "name = \"games\"\ndeck = 52\ntrials = {}\nseed = {seed}\ngenerator = \"python\"\ncontrol = false\n\
             routines = [\"S\"]\nstatistics = [{{ kind = \"{kind}\"{separator}{parameters} }}]\n",
            file.decks
        );
        let experiment =
            spec::parse(Path::new("games.toml"), &text, &Overrides::default()).unwrap();
        let jobs = jobs(&experiment);
        let (design, statistics) = (&experiment.design, &experiment.statistics);
        let counts = simulate::run(
            &jobs,
            design,
            statistics,
            2,
            &Unwatched,
            &mut simulate::Never,
        )
        .unwrap();
        let tally = counts[0].tally(0, &kind).unwrap();
        let mut expected = vec![0; Halves::of(tally).even.len()];
        for (value, decks) in histogram {
            expected[value] = decks;
        }
        assert_eq!(Halves::of(tally).whole(), expected, "{kind} {parameters}");
    }
}
