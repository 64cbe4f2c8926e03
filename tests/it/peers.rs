//! The peer in plain C, which `benches/compare.py` measures colddeck against, still does colddeck's
//! work: its position matrix follows the exact chain, its rising sequences are colddeck's.
//!
//! Needs gcc; where there is none, the test says so and checks nothing.

use std::path::Path;
use std::process::Command;

use crate::common;
use laws::tail::chi_squared_upper;
use serde::Deserialize;
use serde_json::Value;
use shuffle::routine::{Letters, Routine};

const DECKS: u32 = 20_000;
/// Another seed than this fails once in a thousand times per case, if the peer is right.
const ERROR: f64 = 0.001;
/// Neighbouring places are pooled until so many decks are expected: the law of χ² needs them.
const FEWEST_EXPECTED: f64 = 10.0;

#[derive(Deserialize)]
struct Counted {
    sum: u64,
    rising: f64,
    histogram: Vec<u64>,
    matrix: Vec<u64>,
}

/// Compiles the peer into `folder`; false without a compiler.
fn compile(folder: &Path) -> bool {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/plain.c");
    let mut gcc = Command::new("gcc");
    gcc.current_dir(folder)
        .args(["-O2", "-Wall", "-Wextra", "-Werror", "-o", "plain"]);
    match gcc.arg(source).output() {
        Ok(output) => {
            let messages = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{messages}");
            true
        }
        Err(_) => false,
    }
}

fn peer(folder: &Path, routine: &str, cards: usize) -> Counted {
    let output = Command::new(folder.join("plain"))
        .args([routine, &DECKS.to_string(), &cards.to_string(), "--matrix"])
        .output()
        .expect("the peer starts");
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("the peer prints JSON")
}

/// Colddeck's mean number of rising sequences and its standard error.
fn rising_sequences(routine: &str, cards: usize) -> (f64, f64) {
    let folder = tempfile::tempdir().unwrap();
    let (cards, decks) = (cards.to_string(), DECKS.to_string());
    let arguments = [
        "run", routine, "--deck", &cards, "--trials", &decks, "--suite", "quick", "--json",
    ];
    let record = common::run(folder.path(), arguments).json();
    let routines = record["routines"].as_array().unwrap();
    let ours = routines
        .iter()
        .find(|routine| routine["control"] == false)
        .unwrap();
    let figures = &ours["statistics"]["rising-sequences"];
    let number = |figure: &Value| figure.as_f64().unwrap();
    (number(&figures["mean"]), number(&figures["standard_error"]))
}

/// The smallest p-value of all cards' rows, times the number of cards.
fn worst_row(routine: &str, cards: usize, matrix: &[u64]) -> f64 {
    let letters = Letters::default();
    let plan = Routine::parse(routine, &letters).unwrap().plan(&letters);
    let chain = plan.one_card(cards).unwrap();
    let p_of = |card: usize| {
        let (mut value, mut bins) = (0.0, 0_u32);
        let (mut expected, mut seen) = (0.0, 0);
        for (position, &probability) in chain.row(card).iter().enumerate() {
            let count = matrix[position * cards + card];
            assert!(
                probability > 0.0 || count == 0,
                "card {card} at {position}, where it cannot be"
            );
            expected += probability * f64::from(DECKS);
            seen += count;
            if expected >= FEWEST_EXPECTED {
                value += (seen as f64 - expected).powi(2) / expected;
                bins += 1;
                (expected, seen) = (0.0, 0);
            }
        }
        match bins {
            0 | 1 => 1.0,
            _ => chi_squared_upper(value, f64::from(bins - 1)),
        }
    };
    (0..cards).map(p_of).fold(1.0, f64::min) * cards as f64
}

#[test]
fn the_peer_in_c_does_the_same_work() {
    let folder = tempfile::tempdir().unwrap();
    if !compile(folder.path()) {
        eprintln!("skipped: gcc is missing");
        return;
    }
    for (routine, cards) in [
        ("GGG", 40),
        ("RRR", 40),
        ("HHH", 40),
        ("CCC", 40),
        ("S", 40),
        ("GRHC", 52),
        ("G", 64),
        ("RH", 5),
        ("GSR", 130),
    ] {
        let counted = peer(folder.path(), routine, cards);
        assert_eq!(counted.sum, u64::from(DECKS) * cards as u64);
        assert_eq!(counted.histogram.iter().sum::<u64>(), u64::from(DECKS));
        let p = worst_row(routine, cards, &counted.matrix);
        assert!(p > ERROR, "{routine}, {cards} cards: p = {p}");
        let (mean, error) = rising_sequences(routine, cards);
        // Two samples, five standard errors: once in some million cases.
        let limit = 5.0 * error * std::f64::consts::SQRT_2;
        let away = (counted.rising - mean).abs();
        assert!(
            away <= limit,
            "{routine}, {cards} cards: {away} from {mean}"
        );
    }
}
