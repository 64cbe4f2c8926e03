//! `colddeck test` and `colddeck new` as a stranger uses them.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use colddeck::rng::{Draws, Generator, Seed, Stream};

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
    let inputs = [
        (text(&decks, 0, " "), "text"),
        (text(&decks, 1, ","), "text"),
        (bytes, "u8"),
        (words, "u16"),
    ];
    let mut figures = Vec::new();
    for (input, format) in inputs {
        let output = colddeck(
            folder.path(),
            &["test", "-", "--deck", "52", "--format", format, "--json"],
            &input,
        );
        assert_eq!(code(&output), 0, "{format}");
        let mut record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(record["experiment"]["trials"], 20_000);
        record["experiment"]["source"] = serde_json::Value::Null;
        figures.push(record);
    }
    assert!(figures.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        0,
        "no file without --out"
    );
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
            page.contains("is not a fair shuffle of 52 cards"),
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
        (&["test"], "--deck"),
        (&["test", "--deck", "52", "--format", "u32"], "`u16`"),
        (&["test", "--deck", "52", "--alpha", "0.5"], "0.05"),
        (&["test", "--deck", "52", "--base", "2"], "--base"),
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
        .take_while(|line| !line.starts_with("# A claim"))
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
