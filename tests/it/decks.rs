//! `colddeck test` and `colddeck new` as a stranger uses them.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::without_lines;
use deck::rng::{Draws, Generator, Seed, Stream};

fn colddeck(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_colddeck"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that refuses its input early closes the pipe: that is its right.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// Forgets where the decks of a record came from, and the command that reads them again.
pub fn without_source(record: &mut serde_json::Value) {
    let experiment = record["experiment"].as_object_mut().unwrap();
    experiment.insert("source".to_owned(), serde_json::Value::Null);
    experiment.remove("fit");
}

fn stream() -> Stream {
    Generator::Pcg64
        .stream(&Seed::Integer(5), "decks", 0, 0)
        .unwrap()
}

/// `count` decks, each made by `shuffle` from sorted cards.
fn decks(
    cards: u16,
    count: usize,
    shuffle: impl Fn(&mut [u16], &mut dyn FnMut(u32) -> u32),
) -> Vec<Vec<u16>> {
    let Stream::Pcg64(mut draws) = stream() else {
        unreachable!("asked for pcg64")
    };
    (0..count)
        .map(|_| {
            let mut deck: Vec<u16> = (0..cards).collect();
            shuffle(&mut deck, &mut |bound| draws.below(bound));
            deck
        })
        .collect()
}

fn fair(deck: &mut [u16], below: &mut dyn FnMut(u32) -> u32) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, below(last as u32 + 1) as usize);
    }
}

/// The common mistake: every card is swapped with any card.
fn swap_with_any(deck: &mut [u16], below: &mut dyn FnMut(u32) -> u32) {
    for at in 0..deck.len() {
        deck.swap(at, below(deck.len() as u32) as usize);
    }
}

/// Another one: the last card never stays (Sattolo's cycles).
fn sattolo(deck: &mut [u16], below: &mut dyn FnMut(u32) -> u32) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, below(last as u32) as usize);
    }
}

fn text(decks: &[Vec<u16>], base: u16, separator: &str) -> Vec<u8> {
    let line = |deck: &Vec<u16>| {
        let cards: Vec<String> = deck.iter().map(|card| (card + base).to_string()).collect();
        cards.join(separator) + "\n"
    };
    decks.iter().map(line).collect::<String>().into_bytes()
}

fn code(output: &Output) -> i32 {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!error.contains("panicked"), "{error}");
    output.status.code().unwrap()
}

#[test]
fn fair_decks_pass_in_every_format_with_the_same_figures() {
    let folder = tempfile::tempdir().unwrap();
    let decks = decks(52, 20_000, fair);
    let bytes: Vec<u8> = decks.iter().flatten().map(|&card| card as u8).collect();
    let words: Vec<u8> = decks
        .iter()
        .flatten()
        .flat_map(|card| card.to_le_bytes())
        .collect();
    let names = standard();
    let start = folder.path().join("start");
    std::fs::write(&start, names.join("\n")).unwrap();
    let named = |join: &str, quote: &str| {
        lines(&decks, join, |card| {
            format!("{quote}{}{quote}", names[card])
        })
    };
    let json = named(",", "\"");
    let json = json.split_inclusive(|byte| *byte == b'\n');
    let json: Vec<u8> = json
        .flat_map(|line| [b"{\"deck\":[", &line[..line.len() - 1], b"]}\n"].concat())
        .collect();
    let (text, from_one) = (text(&decks, 0, " "), text(&decks, 1, ","));
    let header = [
        (1..=52)
            .map(|at| format!("card {at}"))
            .collect::<Vec<_>>()
            .join(","),
        "\n".to_owned(),
    ]
    .concat();
    let inputs = [
        (
            text.clone(),
            "text",
            "text, cards counted from 0, so that 0 is card 1",
        ),
        (
            text.clone(),
            "auto",
            "text, cards counted from 0, so that 0 is card 1",
        ),
        (from_one.clone(), "text", "text, cards counted from 1"),
        (bytes, "u8", "u8, cards counted from 0, so that 0 is card 1"),
        (
            words,
            "u16",
            "u16, cards counted from 0, so that 0 is card 1",
        ),
        (
            [header.as_bytes(), &from_one].concat(),
            "auto",
            "csv separated by commas after a header row, cards counted from 1",
        ),
        (named(";", "\""), "auto", "csv separated by semicolons"),
        (json, "auto", "jsonl"),
        (named(" ", ""), "auto", "cards"),
    ];
    let mut figures = Vec::new();
    for (input, format, said) in inputs {
        let mut arguments = vec!["test", "-", "--deck", "52", "--format", format, "--json"];
        let mut said = format!("standard input, {said}");
        if !said.contains("counted") {
            arguments.extend(["--start", "start"]);
            said += ", relative to start";
        }
        let output = colddeck(folder.path(), &arguments, &input);
        assert_eq!(code(&output), 0, "{format}");
        let mut record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(record["experiment"]["trials"], 20_000);
        assert_eq!(record["experiment"]["source"], said.as_str());
        without_source(&mut record);
        figures.push(without_lines(record));
    }
    assert!(figures.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "no file without --out"
    );
}

/// The number of cards is found out from a file, from a pipe and for a spec, and that makes no difference.
#[test]
fn the_first_deck_says_how_many_cards_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let decks = decks(12, 500, fair);
    let list = |deck: &Vec<u16>| format!("{deck:?},");
    let lists: String = decks.iter().map(list).collect();
    let document = format!("{{\"decks\": [{}]}}\n", lists.trim_end_matches(','));
    for (input, format) in [
        (text(&decks, 1, " "), "text"),
        (text(&decks, 0, ";"), "csv"),
        (document.into_bytes(), "json"),
    ] {
        let record = |arguments: &[&str], input: &[u8]| -> serde_json::Value {
            let output = colddeck(folder.path(), arguments, input);
            assert_eq!(code(&output), 0, "{output:?}");
            let mut record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            let source = record["experiment"]["source"].clone();
            assert!(source.as_str().unwrap().contains(format), "{source}");
            without_source(&mut record);
            without_lines(record)
        };
        std::fs::write(folder.path().join("decks"), &input).unwrap();
        let said = record(&["test", "--deck", "12", "--json"], &input);
        assert_eq!(said["experiment"]["deck"], 12);
        assert_eq!(record(&["test", "--json"], &input), said);
        assert_eq!(record(&["test", "decks", "--json"], b""), said);
        let spec = "name = \"found\"\nsource = { file = \"decks\" }\n";
        std::fs::write(folder.path().join("s.toml"), spec).unwrap();
        let found = record(&["run", "s.toml", "--json"], b"");
        assert_eq!(found["experiment"]["deck"], 12);
    }
    let bytes: Vec<u8> = decks.iter().flatten().map(|&card| card as u8).collect();
    for (input, arguments, part) in [
        (
            &bytes[..],
            &["test", "--format", "u8"][..],
            "whose bytes do not say where a deck ends",
        ),
        (
            b"\x00\x01\x02\x01",
            &["test"],
            "--deck N says how many cards a deck has",
        ),
        (
            b"1 2 3\n1 2\n",
            &["test"],
            "without --deck, decks are to have the 3 cards of the first",
        ),
        (
            b"1 2 3\n",
            &["test", "--view", "hand:3"],
            "--deck: it is missing",
        ),
        (b"", &["test"], "found no deck"),
        (b"", &["exec", "--", "true"], "--deck: it is missing"),
    ] {
        let output = colddeck(folder.path(), arguments, input);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(code(&output), 2, "{message}");
        assert!(message.contains(part), "{message}");
    }
}

/// A notebook: the number of the deal, its date, the deck, and a remark.
#[test]
fn columns_beside_the_deck_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let decks = decks(12, 500, fair);
    let rows = |from: u16| {
        let rows = decks.iter().enumerate().map(|(at, deck)| {
            let deck: Vec<String> = deck.iter().map(|card| (card + from).to_string()).collect();
            format!("{};2026-11-21;{};\"a; {at}\"\n", at + 1, deck.join(";"))
        });
        rows.collect::<String>()
    };
    let cards: Vec<String> = (1..=12).map(|card| format!("card {card}")).collect();
    let header = format!("deal;date;{};remark\n", cards.join(";"));
    let test = |input: &[u8], more: &[&str]| {
        let arguments = ["test", "-", "--deck", "12", "--json"];
        colddeck(folder.path(), &[&arguments[..], more].concat(), input)
    };
    let plain = test(&text(&decks, 1, " "), &[]);
    let beside = test(rows(1).as_bytes(), &["--columns", "3-14"]);
    let named = test((header + &rows(1)).as_bytes(), &["--columns", "3-14"]);
    let mut records: Vec<serde_json::Value> = Vec::new();
    for (output, said) in [
        (plain, "text"),
        (beside, "csv separated by semicolons, columns 3-14"),
        (
            named,
            "csv separated by semicolons after a header row, columns 3-14",
        ),
    ] {
        assert_eq!(code(&output), 0, "{output:?}");
        let mut record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let said = format!("standard input, {said}, cards counted from 1");
        assert_eq!(record["experiment"]["source"], said.as_str());
        without_source(&mut record);
        records.push(without_lines(record));
    }
    assert!(records.windows(2).all(|pair| pair[0] == pair[1]));

    let good = rows(0);
    let short = format!("{good}501;today;1;2\n");
    let place = format!(
        "line 501, byte {}: found 4 columns; accepted: 14 or more, of which 3-14 hold the deck",
        good.len()
    );
    for (input, arguments, part) in [
        (short.as_str(), &["--columns", "3-14"][..], place.as_str()),
        (
            "",
            &["--columns", "3-15"],
            "--columns 3-15: found 13 columns; accepted: 12",
        ),
        (
            "",
            &["--columns", "0-5"],
            "accepted: the first and the last, from 1, as in 2-53",
        ),
        (
            "",
            &["--columns", "3-14", "--format", "u8"],
            "accepted: --format csv",
        ),
    ] {
        let output = test(input.as_bytes(), arguments);
        assert_eq!(code(&output), 2);
        assert!(said(&output).contains(part), "{}", said(&output));
    }
}

/// The 52 playing cards, suit by suit.
fn standard() -> Vec<String> {
    let suits = ["S", "H", "D", "C"].into_iter();
    let ranks = "A 2 3 4 5 6 7 8 9 10 J Q K".split(' ');
    suits
        .flat_map(|suit| ranks.clone().map(move |rank| format!("{rank}{suit}")))
        .collect()
}

/// A deck on each line, of cards as `name` writes them.
fn lines(decks: &[Vec<u16>], separator: &str, name: impl Fn(usize) -> String) -> Vec<u8> {
    let line = |deck: &Vec<u16>| {
        let cards: Vec<String> = deck.iter().map(|&card| name(usize::from(card))).collect();
        cards.join(separator) + "\n"
    };
    decks.iter().map(line).collect::<String>().into_bytes()
}

/// The text on stderr.
fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_deck_with_copies_passes_if_it_is_fair_and_fails_if_it_is_not() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("start"),
        "20 Forest\n16 Lightning Bolt\n4 Sol Ring\n",
    )
    .unwrap();
    let name = |card: usize| {
        ["Forest", "Lightning Bolt", "Sol Ring"][usize::from(card >= 20) + usize::from(card >= 36)]
            .to_owned()
    };
    let test = |shuffle: Mistake| {
        let input = lines(&decks(40, 20_000, shuffle), ", ", name);
        colddeck(
            folder.path(),
            &["test", "--deck", "40", "--start", "start"],
            &input,
        )
    };
    let fair = test(fair);
    assert_eq!(code(&fair), 0);
    assert!(said(&fair).contains("note: copies of a card are labelled at random in each deck"));
    for mistake in [swap_with_any as Mistake, sattolo] {
        assert_eq!(code(&test(mistake)), 1);
    }
}

#[test]
fn decks_shuffled_in_place_are_judged_by_what_each_shuffle_did() {
    let folder = tempfile::tempdir().unwrap();
    let in_place = |shuffle: Mistake, arguments: &[&str]| {
        let Stream::Pcg64(mut draws) = stream() else {
            unreachable!("asked for pcg64")
        };
        let mut deck: Vec<u16> = (0..40).collect();
        let decks: Vec<Vec<u16>> = (0..5_000)
            .map(|_| {
                shuffle(&mut deck, &mut |bound| draws.below(bound));
                deck.clone()
            })
            .collect();
        let output = colddeck(
            folder.path(),
            &[&["test", "--deck", "40"], arguments].concat(),
            &text(&decks, 0, " "),
        );
        code(&output)
    };
    assert_eq!(in_place(fair, &["--in-place"]), 0);
    assert_eq!(in_place(fair, &[]), 0);
    // After many of them a weak shuffle looks like none: each deck by itself is well mixed.
    let cycles = |deck: &mut [u16], below: &mut dyn FnMut(u32) -> u32| sattolo(deck, below);
    assert_eq!(in_place(cycles, &["--in-place"]), 1);
    assert_eq!(in_place(cycles, &["--suite", "quick"]), 0);
    // But what lies between it and the deck before does not.
    assert_eq!(in_place(cycles, &[]), 1);
}

#[test]
fn a_starting_order_that_was_not_sorted_is_taken_into_account() {
    let folder = tempfile::tempdir().unwrap();
    let names = standard();
    let order = &decks(52, 1, fair)[0];
    let listed: Vec<&str> = order
        .iter()
        .map(|&card| names[usize::from(card)].as_str())
        .collect();
    std::fs::write(folder.path().join("start"), listed.join(" ")).unwrap();
    // Cuts of that deck, seen only by what compares neighbours.
    let cut = |deck: &mut [u16], below: &mut dyn FnMut(u32) -> u32| {
        deck.copy_from_slice(order);
        deck.rotate_left(below(52) as usize);
    };
    let input = lines(&decks(52, 200, cut), " ", |card| names[card].clone());
    let rising = |arguments: &[&str]| {
        let output = colddeck(
            folder.path(),
            &[&["test", "--deck", "52", "--json"], arguments].concat(),
            &input,
        );
        let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let tests = record["routines"][0]["tests"].as_array().unwrap();
        let test = tests
            .iter()
            .find(|test| test["statistic"] == "rising-sequences")
            .unwrap();
        (test["p"].as_f64().unwrap(), said(&output))
    };
    let (p, note) = rising(&["--start", "start"]);
    assert!(p < 1e-100 && !note.contains("--start"), "{p} {note}");
    assert!(
        rising(&[])
            .1
            .contains("note: without --start the order before the shuffle is not known")
    );
}

#[test]
fn broken_decks_are_skipped_only_if_asked_for_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let mut input = text(&decks(10, 500, fair), 1, " ");
    input.splice(0..0, *b"what is this?\n1 2 3\n");
    for most in ["0", "1"] {
        let output = colddeck(
            folder.path(),
            &[
                "test",
                "--deck",
                "10",
                "--format",
                "text",
                "--skip-invalid",
                most,
            ],
            &input,
        );
        assert_eq!(code(&output), 2);
        assert!(output.stdout.is_empty());
    }
    let output = colddeck(
        folder.path(),
        &[
            "test",
            "--deck",
            "10",
            "--format",
            "text",
            "--skip-invalid",
            "2",
            "--json",
        ],
        &input,
    );
    assert_eq!(code(&output), 0);
    let note = "note: broken decks skipped: 2, the first at line 1, byte 0: found `what` as card 1";
    assert!(said(&output).contains(note), "{}", said(&output));
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(record["experiment"]["trials"], 500);
    assert_eq!(
        record["experiment"]["source"],
        "standard input, text, cards counted from 1, 2 broken decks skipped"
    );
}

#[test]
fn broken_decks_of_every_format_end_with_2_and_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("start"), "2 a\n1 b\n").unwrap();
    let endless = " ".repeat(300_000);
    for (input, format, part) in [
        ("1,2,3\n1,2,2\n", "csv", "line 2, byte 10: found `2` twice"),
        (
            "1,2,3\n1,\"2,3\n",
            "csv",
            "line 2, byte 8: found `\"` without a closing quote",
        ),
        (
            "[1,2,3]\n[1,2]\n",
            "jsonl",
            "line 2, byte 8: found 2 cards on the line",
        ),
        (
            "[1,2,3]\n{\"cards\":[1,2,3]}\n",
            "jsonl",
            "found an object without the key `deck`, but `cards`",
        ),
        (
            "AS KD QC\nAS KD 2C\n",
            "cards",
            "line 2, byte 15: found `2C` as card 3",
        ),
        (
            "AS KD QC\n\u{1}\u{2}\u{3}",
            "auto",
            "line 2, byte 9: found bytes that are no text",
        ),
        ("\u{2}\0\u{1}", "auto", "use --format u8"),
        ("1 2 3\n", "jsonl", "use --format text"),
        ("1 2 3\n", "u8", "use --format text"),
        ("[1,2,3]\n", "u16", "use --format json"),
        ("AS KD QC\n", "text", "use --format cards"),
        (&endless, "cards", "found no end of the line within"),
        (
            &endless,
            "text",
            "found no end of the line within 4096 bytes",
        ),
        ("", "auto", "found no deck"),
        ("", "csv", "found no deck"),
    ] {
        let output = colddeck(
            folder.path(),
            &["test", "--deck", "3", "--format", format],
            input.as_bytes(),
        );
        let error = said(&output);
        assert_eq!(code(&output), 2, "{error}");
        assert!(
            error.contains(part) && error.contains("; accepted: "),
            "{error}"
        );
        assert!(output.stdout.is_empty());
    }
    for (start, part) in [
        ("missing", "--start missing: cannot read it"),
        (".", "--start .: found a folder"),
        (
            "start",
            "start, line 1, byte 0: found 3 cards in all; accepted: 4, as --deck says",
        ),
    ] {
        let output = colddeck(
            folder.path(),
            &["test", "--deck", "4", "--start", start],
            b"a a b b\n",
        );
        assert_eq!(code(&output), 2);
        assert!(said(&output).contains(part), "{}", said(&output));
    }
}

type Mistake = fn(&mut [u16], &mut dyn FnMut(u32) -> u32);

#[test]
fn known_mistakes_fail_at_two_thousand_decks() {
    let folder = tempfile::tempdir().unwrap();
    for (name, mistake) in [
        ("swap with any", swap_with_any as Mistake),
        ("Sattolo", sattolo),
    ] {
        let output = colddeck(
            folder.path(),
            &["test", "--deck", "52"],
            &text(&decks(52, 2_000, mistake), 0, " "),
        );
        assert_eq!(code(&output), 1, "{name}");
        let page = String::from_utf8(output.stdout).unwrap();
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            page.contains("The shuffle that made these decks is not fair"),
            "{name}: {page}"
        );
    }
}

#[test]
fn no_shuffle_at_all_is_found_out_on_a_handful_of_decks() {
    let folder = tempfile::tempdir().unwrap();
    let output = colddeck(
        folder.path(),
        &["test", "--deck", "52"],
        &text(&decks(52, 5, |_, _| ()), 0, " "),
    );
    assert_eq!(code(&output), 1);
}

#[test]
fn wrong_decks_never_get_a_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let mut good = text(&decks(3, 100, fair), 1, " ");
    let cases: &[(&[u8], &str)] = &[
        (b"1 2 2\n", "line 101"),
        (b"1 2\n", "line 101"),
        (b"1 2 4\n", "line 101"),
        (b"1 2 x\n", "line 101"),
        (b"3 2 1 3\n", "line 101"),
        (b"0 1 2\n", "line 101"),
    ];
    let length = good.len();
    for (wrong, place) in cases {
        good.truncate(length);
        good.extend_from_slice(wrong);
        for extra in [&["--quiet"][..], &["--json"], &["--out", "out"]] {
            let output = colddeck(
                folder.path(),
                &[&["test", "--deck", "3"], extra].concat(),
                &good,
            );
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(code(&output), 2, "{error}");
            assert!(
                error.contains(place) && error.contains("accepted"),
                "{error}"
            );
            assert!(output.stdout.is_empty());
        }
    }
    for (input, arguments) in [
        (&b""[..], &["test", "--deck", "3"][..]),
        (b"\x00\x01", &["test", "--deck", "3", "--format", "u8"]),
    ] {
        assert_eq!(code(&colddeck(folder.path(), arguments, input)), 2);
    }
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        0,
        "nothing is left behind"
    );
}

#[test]
fn wrong_options_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, part) in [
        (&["test", "missing.txt", "--deck", "52"][..], "missing.txt"),
        (&["test", ".", "--deck", "52"], "folder"),
        (&["test", "--deck", "1"], "--deck"),
        (&["test", "--deck", "10001"], "--deck"),
        (&["test", "--deck", "52", "--format", "u32"], "`u16`"),
        (&["test", "--deck", "52", "--alpha", "0.5"], "0.05"),
        (&["test", "--deck", "52", "--base", "2"], "--base"),
        (
            &["test", "--deck", "52", "--skip-invalid", "x"],
            "--skip-invalid",
        ),
        (&["test", "--deck", "52", "--header", "maybe"], "--header"),
        (&["test", "--deck", "52", "--format", "cvs"], "`csv`"),
        (&["test", "--deck", "52", "--seed", "x"], "--seed"),
    ] {
        let output = colddeck(folder.path(), arguments, b"");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(code(&output), 2, "{error}");
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn results_go_where_out_says() {
    let folder = tempfile::tempdir().unwrap();
    let input = text(&decks(10, 200, fair), 0, " ");
    let output = colddeck(
        folder.path(),
        &["test", "--deck", "10", "--out", "there", "--quiet"],
        &input,
    );
    assert_eq!(code(&output), 0);
    for file in ["record.json", "report.md"] {
        assert!(
            folder.path().join("there/test").join(file).exists(),
            "{file}"
        );
    }
}

#[test]
fn a_new_spec_runs_as_it_is_and_replaces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(
        code(&colddeck(folder.path(), &["new", "my-routine"], b"")),
        0
    );
    let written = std::fs::read_to_string(folder.path().join("my-routine.toml")).unwrap();
    let run = colddeck(
        folder.path(),
        &["run", "my-routine.toml", "--trials", "2000", "--out", "out"],
        b"",
    );
    assert_eq!(code(&run), 1, "three riffles and a cut are no fair shuffle");
    // The values behind the comments are the defaults: with them the result is the same.
    let uncommented: String = written
        .lines()
        .map(|line| {
            line.strip_prefix("# ")
                .filter(|rest| {
                    rest.contains(" = ") && !rest.contains('"') || rest.starts_with("generator")
                })
                .unwrap_or(line)
                .to_owned()
                + "\n"
        })
        .take_while(|line| !line.starts_with("# Claims make"))
        .collect();
    std::fs::write(
        folder.path().join("all.toml"),
        uncommented.replace("my-routine", "all"),
    )
    .unwrap();
    let all = colddeck(
        folder.path(),
        &["run", "all.toml", "--trials", "2000", "--out", "out"],
        b"",
    );
    assert_eq!(code(&all), 1, "{}", String::from_utf8_lossy(&all.stderr));
    let table = |output: &Output| {
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(table(&run), table(&all));
    // A second time it refuses, and leaves the file alone.
    std::fs::write(folder.path().join("my-routine.toml"), "mine").unwrap();
    assert_eq!(
        code(&colddeck(folder.path(), &["new", "my-routine"], b"")),
        2
    );
    assert_eq!(
        std::fs::read_to_string(folder.path().join("my-routine.toml")).unwrap(),
        "mine"
    );
    for bad in ["", "a/b", "../a", "A", "-x", "a b"] {
        assert_eq!(
            code(&colddeck(folder.path(), &["new", "--", bad], b"")),
            2,
            "{bad}"
        );
    }
}
