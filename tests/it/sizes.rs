//! Sizes of what a failing test names: said in the asker's units, with limits that hold although the farthest was chosen.

use std::path::Path;

use colddeck::conduct;
use colddeck::record::{Record, Test, Verdict};
use deck::rng::{Draws, PcgDraws};

use crate::common::{TEST_BYTES_OF_52, program, ran};

const CARDS: usize = 52;

/// So many fair decks, in which the first card is then put on top in so many of 1,000, a byte for each card.
fn nailed(per_mille: u32, decks: u64) -> Vec<u8> {
    let mut draws = PcgDraws::for_batch(40, "nailed cards", u64::from(per_mille), 0);
    let mut bytes = Vec::with_capacity(CARDS * decks as usize);
    for _ in 0..decks {
        let mut deck: Vec<u16> = (0..CARDS as u16).collect();
        draws.shuffle(&mut deck);
        if draws.below(1_000) < per_mille {
            let at = deck.iter().position(|card| *card == 0).unwrap();
            deck[..=at].rotate_right(1);
        }
        bytes.extend(deck.iter().map(|card| *card as u8));
    }
    bytes
}

/// The screen that the program prints of them, and the record.
fn said(per_mille: u32, decks: u64) -> (String, Record) {
    let bytes = nailed(per_mille, decks);
    let of = |more: &[&str]| {
        let mut command = program(Path::new("."));
        ran(command
            .args(TEST_BYTES_OF_52)
            .args(more)
            .write_stdin(bytes.clone()))
        .out
    };
    let screen = of(&[]);
    let screen = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    let record = conduct::parse("record.json", &of(&["--json"])).unwrap();
    (screen, record)
}

fn sized(record: &Record) -> Vec<&Test> {
    let tests = record.routines[0].tests.iter();
    tests.filter(|test| test.size.is_some()).collect()
}

#[test]
fn a_card_that_is_nailed_in_one_deck_of_fifty_is_said_with_its_share() {
    let (screen, record) = said(20, 30_000);
    let truth = 0.02 + 0.98 / CARDS as f64;
    let sized = sized(&record);
    let cell = sized
        .iter()
        .find(|test| (test.statistic.as_str(), test.test.as_str()) == ("position-matrix", "cell"));
    let cell = cell.expect("one card in one place fails");
    let size = cell.size.as_ref().unwrap();
    assert!(
        size.low < truth && truth < size.high && size.low > size.fair,
        "{size:?}"
    );
    assert!(
        size.high - size.low < 0.02 && size.cells == 2_704,
        "{size:?}"
    );
    assert!(
        cell.words
            .starts_with("the card that started at position 1 ends at position 1 in ")
    );
    assert!(
        cell.words.contains("% of decks; fair is 1.92%, as if "),
        "{}",
        cell.words
    );
    assert!(screen.contains(&cell.words), "{screen}");
    assert!(
        !screen.contains("How much that matters is not known"),
        "{screen}"
    );
    // Each says the truth of its own cell: that card on top, from either side.
    for test in sized {
        let size = test.size.as_ref().unwrap();
        assert_eq!(test.verdict, Verdict::Fail);
        assert!(!(size.low..=size.high).contains(&size.fair), "{test:?}");
        assert!(test.p_adjusted.unwrap() <= record.experiment.alpha);
    }
}

#[test]
fn decks_that_pass_have_no_sizes() {
    let (_, record) = said(0, 5_000);
    assert!(sized(&record).is_empty());
}

/// Riffles from one deck to the next: limits would be for independent decks, so that none is given.
#[test]
fn decks_that_depend_on_those_before_have_no_sizes() {
    let mut command = program(Path::new("."));
    let arguments = [
        "run", "RRR", "--deck", "20", "--trials", "2000", "--json", "--memory", "in-place",
    ];
    let ran = ran(command.args(arguments));
    let record = conduct::parse("record.json", &ran.out).unwrap();
    assert!(
        record.routines[0]
            .tests
            .iter()
            .any(|test| test.verdict == Verdict::Fail)
    );
    assert!(sized(&record).is_empty());
}
