//! `colddeck exact`: answers without simulating, as a person and as a program read them.

use serde_json::Value;

use crate::common::{Command, snapshot};

fn exact(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_colddeck"));
    command.arg("exact").args(arguments);
    command
}

fn page(arguments: &[&str]) -> String {
    let output = exact(arguments).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && error.is_empty(),
        "{arguments:?}: {error}"
    );
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let text = page(&[arguments, &["--json"]].concat());
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["schema"], "colddeck.exact/1");
    assert_eq!(answer["what"], arguments[0]);
    answer
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

fn close(value: &Value, expected: f64) {
    let found = number(value);
    assert!(
        (found - expected).abs() <= 1e-9 * expected.abs().max(1e-3),
        "{found} is not {expected}"
    );
}

#[test]
fn every_answer_as_a_person_reads_it() {
    for (name, arguments) in [
        ("tv_of_riffles", &["tv", "G*7", "--deck", "52"][..]),
        ("tv_after_a_cut", &["tv", "CGCG", "--deck", "52"]),
        ("tv_enclosed", &["tv", "RRH", "--deck", "52"]),
        ("tv_of_a_small_deck", &["tv", "RRH", "--deck", "7"]),
        (
            "position",
            &["position", "HHH", "--deck", "12", "--decks", "100"],
        ),
        ("pairs", &["pairs", "RRH", "--deck", "40"]),
        ("game", &["game", "snap", "--deck", "12", "--ranks", "3"]),
        (
            "game_without_a_law",
            &[
                "game",
                "snap",
                "--deck",
                "52",
                "--match",
                "rank-or-suit",
                "--players",
                "3",
            ],
        ),
        ("game_of_poker", &["game", "poker-class", "--deck", "36"]),
        (
            "duplicates",
            &[
                "duplicates",
                "HRR",
                "--deck",
                "40",
                "--trials",
                "100",
                "--counts",
                "2,3",
            ],
        ),
        ("hit", &["hit", "G", "--deck", "10", "--to", "10"]),
        ("support", &["support", "HHH", "--deck", "40"]),
        ("law_of_a_small_deck", &["law", "RRH", "--deck", "6"]),
        ("null", &["null", "inversions", "--deck", "5"]),
        (
            "cycles",
            &[
                "cycles",
                "O",
                "--deck",
                "11",
                "--shuffle",
                "O={kind=\"ouroboros\"}",
                "--shuffle",
                "M={kind=\"mongean\"}",
                "--each-cut",
                "--compare",
                "M",
                "--decks-to",
                "8",
            ],
        ),
        ("piles_for_a_cube", &["piles", "--cards", "360"]),
        (
            "piles_that_are_not_sensible",
            &["piles", "--cards", "60", "--piles", "20", "--hand", "5"],
        ),
        (
            "null_of_a_sum",
            &[
                "null",
                "rising-sequences",
                "--deck",
                "52",
                "--decks",
                "100",
                "--at",
                "2700",
            ],
        ),
    ] {
        snapshot(&format!("exact__{name}"), page(arguments));
    }
}

#[test]
fn what_is_seen_by_type_as_a_person_reads_it() {
    for (name, arguments) in [
        (
            "tv_of_packets_and_types",
            &["tv", "--packets", "100", "--deck", "52", "--types", "26,26"][..],
        ),
        (
            "tv_of_two_colours",
            &["tv", "G*7", "--deck", "26 red, 26 black"],
        ),
        (
            "tv_of_suits",
            &["tv", "G*6", "--deck", "13 S, 13 H, 13 D, 13 C"],
        ),
        (
            "enough_for_colours",
            &["enough", "G", "--deck", "26 red, 26 black"],
        ),
        (
            "enough_for_suits",
            &[
                "enough",
                "G",
                "--deck",
                "13 S, 13 H, 13 D, 13 C",
                "--below",
                ".1,.02",
            ],
        ),
    ] {
        snapshot(&format!("exact__{name}"), page(arguments));
    }
}

#[test]
fn published_figures_come_out_of_the_command() {
    // Bayer and Diaconis (1992), table 1, and its continuation to 12 riffles by the same formula.
    let published = [
        "1.000", "1.000", "1.000", "1.000", "0.924", "0.614", "0.334", "0.167", "0.085", "0.043",
        "0.022", "0.011",
    ];
    for (riffles, shown) in (1..).zip(published) {
        let answer = json(&["tv", &format!("G*{riffles}"), "--deck", "52"]);
        let distance = number(&answer["total_variation"]["value"]);
        assert_eq!(format!("{distance:.3}"), shown, "{riffles}");
    }
    // The tables of the refuted metric and the published times of a card.
    for (routine, expected) in [("S", 760.869), ("HRR", 698.467), ("HHH", 399.779)] {
        let answer = json(&["duplicates", routine, "--deck", "40", "--trials", "100"]);
        assert!(
            (number(&answer["expected"]) - expected).abs() < 5e-4,
            "{routine}"
        );
    }
    for (game, expected) in [
        ("snap", "0.0454763"),
        ("war", "0.2102142"),
        ("frustration", "0.0162327"),
        ("derangement", "0.3678794"),
    ] {
        let answer = json(&["game", game, "--deck", "52"]);
        assert_eq!(format!("{:.7}", number(&answer["none"])), expected);
    }
    let poker = json(&["game", "poker-class", "--deck", "52"]);
    assert_eq!(poker["poker"]["classes"], 7462);
    assert_eq!(poker["poker"]["median"], "high card A K Q J 7");
    let times = json(&["hit", "G", "--deck", "52", "--to", "52"]);
    close(&times["from"][0]["mean"], 104.0);
    assert_eq!(
        format!("{:.2}", number(&times["from"][1]["mean"])),
        "102.56"
    );
}

/// The figures of two documents: Weizenbaum (2021), How to Randomize a Cube, and Toponce, The Ouroboros
/// Card Shuffle.
#[test]
fn a_cube_and_a_snake() {
    let cube = json(&["piles", "--cards", "540", "--piles", "8"]);
    assert_eq!(cube["best"], 6);
    let eight = &cube["choices"][2];
    assert_eq!(
        [&eight["piles"], &eight["last_card"]],
        [&Value::from(8), &Value::from(4)]
    );
    assert_eq!(format!("{:.3}", number(&eight["smallest"])), "0.934");
    assert_eq!(format!("{:.3}", number(&eight["largest"])), "1.083");
    let technique = [
        "position",
        "PPF",
        "--deck",
        "540",
        "--shuffle",
        "P={kind=\"piles\", piles=8, each=\"S\"}",
        "--shuffle",
        "F={kind=\"pile\", piles=8}",
    ];
    let chain = json(&technique);
    close(&chain["largest_distance"], number(&eight["distance"]));
    // Packs for a card whose second pile is remembered, and a colour in packs of the last dealing.
    let known = &cube["remembered"]["second"]["dealt"];
    assert_eq!([&known["fewest"], &known["most"]], [12, 12]);
    close(&known["likeliest"], 9.0 / 67.0);
    close(&known["least_likeliest"], 9.0 / 68.0);
    let six = json(&["piles", "--cards", "540", "--piles", "6"]);
    assert_eq!(six["remembered"]["second"]["dealt"]["most"], 6);
    let made = &six["colour"]["made"];
    let variance = number(&made["variance"]) + number(&made["variance_of_means"]);
    assert_eq!(format!("{variance:.4}"), "2.0459");
    let ouroboros = ["--shuffle", "O={kind=\"ouroboros\", cut=19}"];
    let snake = json(&[&["cycles", "O", "--deck", "52"][..], &ouroboros].concat());
    assert_eq!(snake["order"], 6090);
    // One order more than 64 bits hold.
    let spiral = ["--shuffle", "O={kind=\"mexican-spiral\"}"];
    let large = json(&[&["cycles", "O", "--deck", "10000"][..], &spiral].concat());
    assert!(
        large["order"]
            .as_str()
            .is_some_and(|order| order.len() > 20)
    );
}

/// The same figure by two ways that share no formula.
#[test]
fn independent_paths_agree() {
    for k in 1..=6 {
        let routine = format!("G*{k}");
        let closed = json(&["tv", &routine, "--deck", "52"]);
        let pairs = json(&["pairs", &routine, "--deck", "52"]);
        close(
            &closed["rising_sequences"],
            number(&pairs["order"]["rising_sequences"]),
        );
        let small = ["--deck", "8"];
        let closed = json(&[&["tv", &routine][..], &small].concat());
        let walked = json(&[&["law", &routine][..], &small].concat());
        close(
            &closed["total_variation"]["value"],
            number(&walked["total_variation"]),
        );
        close(&closed["separation"], number(&walked["separation"]));
        close(
            &closed["information_left_bits"],
            number(&walked["information_left_bits"]),
        );
    }
}

#[test]
fn matrices_have_a_row_for_each_starting_position_from_the_top() {
    let answer = json(&["position", "HHH", "--deck", "40"]);
    let matrix = answer["matrix"].as_array().unwrap();
    assert_eq!(matrix.len(), 40);
    // Rows and columns sum to 1, but for the thirteenth decimal of 40 cells, and the top card cannot stay where it is.
    let rounded = 40.0 * 5e-13;
    for at in 0..40 {
        let row: f64 = matrix[at].as_array().unwrap().iter().map(number).sum();
        let column: f64 = matrix.iter().map(|row| number(&row[at])).sum();
        assert!((row - 1.0).abs() < rounded && (column - 1.0).abs() < rounded);
    }
    close(&matrix[0][0], 0.0);
    assert_eq!(answer["cards"][0]["first"], 7);
    // One riffle leaves card 1 above card 2 unless the cut falls between them and they change
    // places: a cut of one card, 5 of 32, of which 4 put it below.
    let pairs = json(&["pairs", "G", "--deck", "5"]);
    close(&pairs["above"][0][1], 1.0 - 4.0 / 32.0);
    close(&pairs["above"][1][0], 4.0 / 32.0);
}

#[test]
fn a_spec_gives_the_letters_and_the_deck() {
    let answer = json(&[
        "duplicates",
        "RRR",
        "--trials",
        "100",
        "--spec",
        "experiments/refutation/duplicates.toml",
    ]);
    assert_eq!(answer["deck"], 40);
    assert!((number(&answer["expected"]) - 709.917).abs() < 5e-4);
    let own = json(&["tv", "FF", "--deck", "8", "--shuffle", "F={kind=\"faro\"}"]);
    assert_eq!(own["letters"]["F"], "perfect out-shuffle (faro)");
}

/// Quicksort by coins has no chain that is known: what needs one says whose is missing, and what needs
/// none answers all the same.
#[test]
fn a_shuffle_without_a_chain_is_named() {
    let quick = "Q={kind=\"random-comparator\", algorithm=\"quick\"}";
    let of = |what: &[&str], routine: &str, deck: &str| {
        let mut command = exact(what);
        command.args([routine, "--deck", deck, "--shuffle", quick]);
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), error)
    };
    for (what, cards) in [
        (&["position"][..], "one-card"),
        (&["pairs"], "two-card"),
        (&["pairs", "--large"], "two-card"),
        (&["hit", "--to", "3"], "one-card"),
        (&["duplicates", "--trials", "100"], "one-card"),
    ] {
        let (code, error) = of(what, "GQ", "52");
        let expected =
            format!("no exact {cards} chain is known for a shuffle in this routine (sorted");
        assert_eq!(code, Some(2), "{what:?}: {error}");
        assert!(error.contains(&expected), "{what:?}: {error}");
        // Up to ten cards it is insertion sort, whose chain is known.
        assert_eq!(of(what, "GQ", "10").0, Some(0), "{what:?}");
    }
    for what in ["tv", "support"] {
        assert_eq!(of(&[what], "GQ", "52").0, Some(0), "{what}");
    }
    assert_eq!(of(&["law"], "GQ", "7").0, Some(0));
}

#[test]
fn wrong_questions_are_answered_with_2_and_what_is_accepted() {
    for (arguments, part) in [
        (&["tv", "GX", "--deck", "52"][..], "unknown letter `X`"),
        (&["tv", "G"], "--deck"),
        (&["tv", "G", "--deck", "0"], "found 0; accepted: 1 to"),
        (
            &["position", "G", "--deck", "1"],
            "accepted: a whole number from 2 to 10,000",
        ),
        (&["tv", "--deck", "52"], "<ROUTINE>"),
        (
            &["tv", "G", "--deck", "52", "--types", "26,25"],
            "these come to 51",
        ),
        (
            &["tv", "R", "--deck", "52", "--types", "26,26"],
            "is known after riffles (Gilbert-Shannon-Reeds), and after a cut",
        ),
        (
            &["tv", "G", "--deck", "26 red, 26 black", "--types", "26,26"],
            "--types: found it beside a --deck that says its types",
        ),
        (
            &["tv", "G", "--deck", "12", "--types", "12"],
            "two types or more",
        ),
        (
            &["tv", "G", "--deck", "52", "--arrangement", "played"],
            "accepted: it beside types",
        ),
        (
            &["hit", "G", "--deck", "52", "--to", "53"],
            "accepted: a position from 1 to 52",
        ),
        (
            &["hit", "G", "--deck", "52", "--to", "0"],
            "accepted: a position from 1 to 52",
        ),
        (
            &["position", "G", "--deck", "52", "--alpha", "0.5"],
            "accepted: from 1e-9 to 0.05",
        ),
        (
            &["position", "RRR", "--deck", "10000"],
            "accepted: up to 2e10",
        ),
        (&["pairs", "RRR", "--deck", "400"], "or any with `--large`"),
        (&["law", "RRR", "--deck", "9"], "9 with `--nine`"),
        (
            &["null", "inversion", "--deck", "5"],
            "did you mean `inversions`?",
        ),
        (
            &["null", "longest-increasing-subsequence", "--deck", "1000"],
            "1 to 500 cards",
        ),
        (
            &["tv", "G", "--deck", "52", "--spec", "nowhere.toml"],
            "nowhere.toml",
        ),
    ] {
        let output = exact(arguments).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(part), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

/// The distance of four cards of either colour in turn was added up over all 4^8 labellings by another program.
#[test]
fn types_in_turn_are_answered_exactly_for_few_cards_and_between_limits_for_many() {
    let after = |deck: &str, riffles: usize| -> [f64; 2] {
        let mut ran = exact(&[
            "tv",
            "G*2",
            "--deck",
            deck,
            "--arrangement",
            "alternating",
            "--json",
        ]);
        let output = ran.output().unwrap();
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let row = &found["repeated"]["after"][riffles - 1]["total_variation"];
        [0, 1].map(|end| row[end].as_f64().unwrap())
    };
    for end in after("4 red, 4 black", 2) {
        assert!((end - 0.224_490_792_410_714_3).abs() < 1e-12, "{end}");
    }
    let [lower, upper] = after("26 red, 26 black", 2);
    assert!(
        lower > 0.5 && upper <= 1.0 && lower < upper,
        "{lower} {upper}"
    );
}

#[test]
fn riffles_that_are_enough_for_types_are_those_after_which_their_distance_is_below() {
    for (deck, each) in [
        ("26 red, 26 black", 1),
        ("24 land, 36 spell", 2),
        ("3 a, 2 b, 4 c", 1),
    ] {
        let routine = "G".repeat(each as usize);
        let answer = json(&["enough", &routine, "--deck", deck, "--below", ".3,.06,.004"]);
        for times in answer["thresholds"].as_array().unwrap() {
            let below = times["below"].as_f64().unwrap();
            let most = times["at_most"].as_u64().unwrap() as u32;
            let least = times["at_least"].as_u64().unwrap() as u32;
            assert_eq!(
                times["exact"].as_u64(),
                Some(u64::from(most)),
                "{deck}, {below}"
            );
            assert_eq!(least, most, "{deck}, {below}");
            assert!(by_type(most * each, deck).0[1] < below, "{deck}, {below}");
            if least > 1 {
                assert!(
                    by_type((least - 1) * each, deck).0[0] >= below,
                    "{deck}, {below}"
                );
            }
        }
    }
}

/// The bounds of total variation as to types, and separation, after so many riffles.
fn by_type(riffles: u32, deck: &str) -> ([f64; 2], f64) {
    let answer = json(&["tv", &format!("G*{riffles}"), "--deck", deck]);
    let rows = answer["repeated"]["after"].as_array().unwrap().clone();
    let row = rows.iter().find(|row| row["asked"] == true).unwrap();
    let end = |at: usize| row["total_variation"][at].as_f64().unwrap();
    ([end(0), end(1)], row["separation"].as_f64().unwrap())
}

#[test]
fn decks_seen_by_type_are_as_far_from_ideal_as_is_known_of_simpler_laws() {
    // One marked card, on top or at the bottom: the law of its place.
    let position = json(&["position", "G*4", "--deck", "52"]);
    let place = position["largest_distance"].as_f64().unwrap();
    for deck in ["1 ace, 51 other", "51 other, 1 ace"] {
        let ([lower, upper], _) = by_type(4, deck);
        assert!(
            lower <= place && place <= upper,
            "{deck}: {lower} to {upper}, not {place}"
        );
        assert!(upper - lower < 1e-5, "{deck}: {lower} to {upper}");
    }
    // Where all cards differ, arrangements are orders.
    let ([lower, upper], _) = by_type(4, "1 a, 1 b, 1 c, 1 d, 1 e, 1 f");
    let all = json(&["tv", "G*4", "--deck", "6"])["total_variation"]["value"]
        .as_f64()
        .unwrap();
    assert!(
        lower <= all && all <= upper,
        "{lower} to {upper}, not {all}"
    );
    // What takes too long is bounded all the same.
    let ([lower, upper], separation) = by_type(18, "26 red, 26 black");
    assert!(lower <= 0.0, "{lower}");
    assert!(
        (upper - separation).abs() < 1e-12,
        "{upper}, not {separation}"
    );
    // A type more can only add to what is seen.
    let (two, separation) = by_type(5, "26 red, 26 black");
    let (drawn, _) = by_type(5, "26 red, 25 black, 1 joker");
    assert!(two[1] - two[0] < 1e-4);
    assert!(two[0] <= drawn[1], "{drawn:?} is below {two:?}");
    assert!((separation - 0.508).abs() < 5e-4);
}
