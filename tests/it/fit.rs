//! `colddeck fit`: what made some decks, as a person and as a program read it.

use std::path::Path;

use crate::common::{self, Ran, run};

/// Decks of a routine, in the file `decks.txt` of a new folder.
fn emitted(routine: &str, decks: &str, more: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "emit", routine, "--as", "decks", "--deck", "52", "--seed", "3", "--trials", decks,
    ];
    let typed = run(folder.path(), arguments.iter().chain(more)).ends(0).out;
    common::write(folder.path(), "decks.txt", typed);
    folder
}

fn fitted(here: &Path, more: &[&str]) -> Ran {
    run(
        here,
        ["fit", "decks.txt", "--deck", "52"].iter().chain(more),
    )
}

#[test]
fn mashes_are_named_and_can_be_gone_on_with() {
    let folder = emitted("M", "20", &["--shuffle", "M=mash packet=1..2 error=1"]);
    let page = fitted(folder.path(), &[]).ends(0).out;
    assert!(
        page.starts_with("These decks look like mash packet=1..2 error="),
        "{page}"
    );
    assert!(
        page.contains("One of your mashes moves the order as "),
        "{page}"
    );
    assert!(page.lines().count() <= 30, "{page}");
    // The text to be pasted is accepted.
    let (_, paste) = page.split_once("--shuffle 'X=").unwrap();
    let (shuffle, _) = paste.split_once('\'').unwrap();
    let shuffle = format!(
        "X={}",
        shuffle.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    let asked = [
        "exact",
        "support",
        "X",
        "--deck",
        "52",
        "--shuffle",
        &shuffle,
    ];
    run(folder.path(), asked).ends(0);
}

/// No riffle leaves as few old neighbours as decks that are upside down: nothing is said of fair decks.
#[test]
fn decks_upside_down_are_said_to_look_so() {
    let here = tempfile::tempdir().unwrap();
    let deck: Vec<String> = (1..=52).rev().map(|card| card.to_string()).collect();
    let decks = format!("{}\n", deck.join(" ")).repeat(30);
    common::write(here.path(), "decks.txt", decks);
    let page = fitted(here.path(), &[]).ends(0).out;
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for says in [
        "upside down",
        "0.0 old neighbours together on average, fewer than riffles ever leave",
    ] {
        assert!(page.contains(says), "{page}");
    }
}

#[test]
fn the_answer_is_there_for_programs_and_in_files() {
    let folder = emitted("S", "200", &[]);
    let ran = fitted(
        folder.path(),
        &["--json", "--export", "fit.md", "--export", "fit.html"],
    )
    .ends(0);
    let answer = ran.json();
    assert_eq!(answer["what"], "fit");
    assert_eq!(answer["verdict"], "fair");
    let models = answer["models"].as_array().unwrap();
    assert!(models.len() > 15, "{}", models.len());
    assert!(models.iter().any(|model| model["known"] == "simulated"));
    assert!(models.iter().any(|model| model["log_likelihood"].is_null()));
    assert_eq!(
        common::files(folder.path()),
        ["decks.txt", "fit.html", "fit.md"]
    );
    let again = fitted(folder.path(), &["--json"]).ends(0);
    assert_eq!(again.out, ran.out);
}

#[test]
fn too_few_decks_no_model_and_bad_input_have_exit_codes_of_their_own() {
    let folder = emitted("S", "2", &[]);
    fitted(folder.path(), &[]).ends(3);
    let folder = emitted("MX", "40", &["--shuffle", "X=cut cards=19"]);
    let page = fitted(folder.path(), &[]).ends(1).out;
    assert!(
        page.starts_with("None of these models fits the decks"),
        "{page}"
    );
    assert!(
        page.contains("I took each deck to be shuffled once; --times K"),
        "{page}"
    );
    common::write(folder.path(), "decks.txt", "0 1 2\n0 1 1\n");
    run(folder.path(), ["fit", "decks.txt", "--deck", "3"])
        .ends(2)
        .says("line 2");
    fitted(folder.path(), &["--view", "hands:4x13"])
        .ends(2)
        .says("--view");
    fitted(folder.path(), &["--view", "first:7", "--in-place"])
        .ends(2)
        .says("--in-place");
    let names = "AS 2S 3S\n3S AS 2S\n";
    common::write(folder.path(), "decks.txt", names);
    run(folder.path(), ["fit", "decks.txt", "--deck", "3"])
        .ends(2)
        .says("--start");
}

/// Copies that look alike do not hide what made them.
#[test]
fn decks_with_copies_have_a_maker_too() {
    let folder = emitted("MM", "100", &[]);
    let typed = std::fs::read_to_string(folder.path().join("decks.txt")).unwrap();
    // Four copies of each of thirteen cards, one after the other.
    let name = |card: usize| format!("card{}", card % 13);
    let named = typed.lines().map(|line| {
        let cards = line
            .split_whitespace()
            .map(|card| name(card.parse().unwrap()));
        cards.collect::<Vec<_>>().join(" ") + "\n"
    });
    common::write(folder.path(), "decks.txt", named.collect::<String>());
    let start: Vec<String> = (0..52).map(name).collect();
    common::write(folder.path(), "start.txt", start.join("\n") + "\n");
    let asked = ["--times", "2", "--start", "start.txt"];
    let page = fitted(folder.path(), &asked).ends(0).out;
    assert!(
        page.starts_with("These decks look like mash packet="),
        "{page}"
    );
    assert!(page.contains("colddeck run X*2 --deck 52"), "{page}");
    fitted(folder.path(), &["--start", "start.txt", "--in-place"]).ends(2);
}

/// The first cards of each deck are enough for one riffle, and the page says by which statistic.
#[test]
fn first_cards_have_a_maker_too() {
    let folder = emitted("G", "200", &[]);
    let typed = std::fs::read_to_string(folder.path().join("decks.txt")).unwrap();
    let first = typed.lines().map(|line| {
        let cards: Vec<&str> = line.split_whitespace().take(7).collect();
        cards.join(" ") + "\n"
    });
    common::write(folder.path(), "decks.txt", first.collect::<String>());
    let asked = ["--view", "first:7", "--base", "0"];
    let page = fitted(folder.path(), &asked).ends(0).out;
    assert!(page.starts_with("These decks look like riffle "), "{page}");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains("one coarse statistic"), "{page}");
    assert!(
        page.contains("colddeck run X --deck 52 --view first:7 --shuffle 'X=riffle'"),
        "{page}"
    );
}

/// Nobody said that each deck was shuffled twice.
#[test]
fn other_times_are_tried() {
    let folder = emitted("MM", "60", &[]);
    let page = fitted(folder.path(), &[]).ends(1).out;
    assert!(
        page.contains("Shuffled twice each, they look like mash: --times 2."),
        "{page}"
    );
    let page = fitted(folder.path(), &["--times", "1"]).ends(1).out;
    assert!(!page.contains("Shuffled twice"), "{page}");
}

/// A cut beside a shuffle is named with it, and the line to go on with is accepted.
#[test]
fn a_cut_is_named_with_the_shuffle() {
    let folder = emitted("GC", "100", &[]);
    let page = fitted(folder.path(), &[]).ends(0).out;
    assert!(
        page.starts_with("These decks look like riffle, then one cut "),
        "{page}"
    );
    assert!(
        page.contains("colddeck run 'X C' --deck 52 --shuffle 'X=riffle'"),
        "{page}"
    );
    let asked = [
        "exact",
        "support",
        "X C",
        "--deck",
        "52",
        "--shuffle",
        "X=riffle",
    ];
    run(folder.path(), asked).ends(0);
}

#[test]
fn a_failed_test_points_to_it() {
    let folder = emitted("GG", "200", &[]);
    let asked = [
        "test",
        "decks.txt",
        "--deck",
        "52",
        "--base",
        "0",
        "--no-control",
    ];
    let page = run(folder.path(), asked).ends(1).out;
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        page.contains("colddeck fit decks.txt --deck 52 --base 0"),
        "{page}"
    );
}

/// A fit needs the order before; where nobody said it, none is proposed.
#[test]
fn a_failed_test_of_names_points_to_no_fit() {
    let folder = tempfile::tempdir().unwrap();
    let names: String = (0..200).map(|_| "AS 2S 3S 4S 5S 6S\n").collect();
    common::write(folder.path(), "decks.txt", names);
    let asked = ["test", "decks.txt", "--deck", "6", "--no-control"];
    let ran = run(folder.path(), asked).ends(1);
    assert!(!ran.out.contains("colddeck fit"), "{}", ran.out);
}

#[test]
fn a_plan_says_how_many_decks_it_will_take() {
    let here = tempfile::tempdir().unwrap();
    let page = run(here.path(), ["fit", "--plan", "--deck", "30"])
        .ends(0)
        .out;
    assert!(
        page.contains("swap-with-any") && page.contains("decks to tell them"),
        "{page}"
    );
    run(here.path(), ["fit", "--plan"]).ends(2).says("--deck");
}
