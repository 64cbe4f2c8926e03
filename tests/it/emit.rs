//! Decks and bits that are put out for other programs.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::common;
use colddeck::spec::{self, Overrides};
use deck::kernel::Isa;
use deck::{Bits, Block};
use engine::simulate;
use reader::{Format, Recorded};
use statistic::{Design, Suite};

/// The mean number of bits that a fair deck of 52 cards gives: the sum of those of its Lehmer digits.
const MEAN_BITS: f64 = 179.228_664_374_554_37;

/// The program's output, its messages, and its exit code.
fn emitted(arguments: &[&str]) -> (Vec<u8>, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_colddeck"))
        .arg("emit")
        .args(arguments)
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    (output.stdout, stderr, output.status.code())
}

/// Checks in each format, with a last batch that is not full: the very decks that `run` counts.
#[test]
fn decks_put_out_and_read_again_give_the_tallies_of_a_run() {
    const DECKS: u64 = 4096 + 1000;
    let design = Design {
        size: 20,
        trials: DECKS,
        replicates: 1,
    };
    let statistics = Suite::Standard.probes(&design).unwrap();
    for (routine, more) in [
        ("GG", &[][..]),
        ("S", &["--seeding", "16-bit"]),
        ("RH", &["--memory", "in-place"]),
    ] {
        let overrides = Overrides {
            deck: Some(20),
            trials: Some(DECKS.cast_signed()),
            seed: Some("7".to_owned()),
            seeding: (more.first() == Some(&"--seeding")).then(|| more[1].to_owned()),
            memory: (more.first() == Some(&"--memory")).then(|| more[1].to_owned()),
            ..Overrides::default()
        };
        let experiment = spec::of_routines(&[routine.to_owned()], &overrides).unwrap();
        let jobs = run::conduct::jobs(&experiment);
        // One thread, so that decks are kept in their order.
        let run = simulate::run(
            &jobs[..1],
            &design,
            &statistics,
            1,
            &simulate::Unwatched,
            &mut simulate::Never,
        )
        .unwrap();
        for (name, format) in [
            ("text", Format::Auto),
            ("u8", Format::U8),
            ("u16", Format::U16),
        ] {
            let mut arguments = vec![routine, "--deck", "20", "--as", "decks", "--seed", "7"];
            arguments.extend(["--trials", "5096", "--format", name]);
            arguments.extend(more);
            let (bytes, stderr, code) = emitted(&arguments);
            assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
            let mut source = Recorded::new(&bytes[..], "emitted".to_owned(), 20, &format.into());
            let isa = Isa::best();
            let all = (20, u64::MAX);
            let (progress, mut never) = (&simulate::Unwatched, simulate::Never);
            let counts =
                simulate::count(&mut source, all, &statistics, isa, progress, &mut never).unwrap();
            assert_eq!(counts.subjects(), DECKS);
            for probe in &statistics {
                assert!(
                    counts.of(probe) == run[0].of(probe),
                    "{routine}, {name}, {}",
                    probe.name()
                );
            }
        }
    }
}

#[test]
fn emitted_decks_are_tested_as_run_tests_them() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let (decks, ..) = emitted(&["GGG", "--deck", "12", "--as", "decks", "--trials", "3000"]);
    std::fs::write(here.join("decks"), decks).unwrap();
    let json = |arguments: &str| {
        let arguments = arguments.split(' ').chain(["--json", "--quiet"]);
        common::run(here, arguments).json()
    };
    let read = json("test decks --deck 12");
    let ran = json("run GGG --deck 12 --trials 3000");
    // What is simulated deck by deck cannot change on the way: no test looks for it there.
    let key = |record: &serde_json::Value| {
        let tests = record["routines"][0]["tests"].as_array().unwrap().clone();
        tests
            .into_iter()
            .filter(|test| test["statistic"] != "position-drift" && test["test"] != "change")
            .map(|test| (test["test"].clone(), test["value"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(key(&read), key(&ran));
}

#[test]
fn bits_are_those_of_the_digits_and_come_from_files_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("decks.txt");
    let file = file.to_str().unwrap();
    let (decks, ..) = emitted(&["G", "--deck", "30", "--as", "decks", "--trials", "130"]);
    std::fs::write(file, &decks).unwrap();
    let (bits, stderr, code) = emitted(&["G", "--deck", "30", "--as", "bits", "--trials", "130"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert_eq!(
        emitted(&["--from", file, "--deck", "30", "--as", "bits"]).0,
        bits
    );
    let mut expected = Bits::default();
    for line in String::from_utf8(decks).unwrap().lines() {
        let deck: Vec<u16> = line.split(' ').map(|card| card.parse().unwrap()).collect();
        let mut block = Block::new(30);
        block.push(&deck);
        expected.block(&mut block);
    }
    assert_eq!(expected.bytes(), bits);
    let first = emitted(&[
        "--from", file, "--deck", "30", "--as", "decks", "--trials", "70",
    ])
    .0;
    assert_eq!(first.iter().filter(|byte| **byte == b'\n').count(), 70);
}

/// Ones among the bits of a fair shuffle: within five standard errors, a false-alarm rate of 6e-7 were
/// the seed ever changed; of one riffle: far outside.
#[test]
fn the_bits_of_a_fair_shuffle_are_fair_and_those_of_a_riffle_are_not() {
    let off = |routine| {
        let arguments = [routine, "--deck", "52", "--as", "bits", "--trials", "20000"];
        let (bytes, ..) = emitted(&arguments);
        let bits = bytes.len() as f64 * 8.0;
        let ones: u32 = bytes.iter().map(|byte| byte.count_ones()).sum();
        // 20,000 decks give 20,000 times the mean of one, within a percent.
        (
            bits / 20_000.0,
            (2.0 * f64::from(ones) - bits) / bits.sqrt(),
        )
    };
    let (bits, fair) = off("S");
    assert!((bits / MEAN_BITS - 1.0).abs() < 0.01, "{bits}");
    assert!(fair.abs() < 5.0, "{fair}");
    assert!(off("G*4").1.abs() > 50.0, "{}", off("G*4").1);
}

#[test]
fn a_closed_pipe_ends_an_endless_stream_quietly() {
    for what in [
        &["--as", "bits"][..],
        &["--as", "decks"],
        &["--as", "decks", "--format", "u8"],
        &["--like", "python", "--as", "doubles"],
        &["--like", "c++", "--as", "shuffle:52"],
    ] {
        let of: &[&str] = match what[0] {
            "--like" => &["emit"],
            _ => &["emit", "S", "--deck", "52"],
        };
        let mut child = Command::new(env!("CARGO_BIN_EXE_colddeck"))
            .args(of)
            .args(what)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 1000];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{what:?}");
        assert!(output.stderr.is_empty(), "{what:?}");
    }
}

#[test]
fn what_cannot_be_put_out_is_refused() {
    for (arguments, problem) in [
        (
            &["S", "--deck", "300", "--as", "decks", "--format", "u8"][..],
            "use u16",
        ),
        (
            &["S", "--deck", "52", "--as", "bits", "--format", "text"],
            "bits are raw bytes",
        ),
        (&["Q?", "--deck", "52", "--as", "bits"], "ROUTINE"),
        (&["--deck", "52", "--as", "bits"], "required"),
        (&["S", "--deck", "52"], "--as"),
        (&["S", "--as", "bits"], "--deck"),
        (
            &["S", "--deck", "52", "--as", "bit"],
            "--as: did you mean `bits`? Found `bit`; accepted: `decks`, `bits`, `piles:PILES`, `doubles`, `ints:BOUND`, `shuffle:ITEMS`, `code:LANGUAGE`",
        ),
        (
            &["S", "--deck", "52", "--as", "doubles"],
            "no --like that names it; accepted without --like: `decks`, `bits`, `piles:PILES`",
        ),
        (
            &["S", "--deck", "52", "--as", "bits", "--seed", "-1"],
            "found `-1`",
        ),
        (
            &["--from", "/nowhere", "--deck", "52", "--as", "bits"],
            "cannot read it",
        ),
    ] {
        let (out, stderr, code) = emitted(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(
            out.is_empty() && stderr.contains(problem),
            "{arguments:?}: {stderr}"
        );
    }
}

/// Lists of piles, each a line of numbers.
fn lists(arguments: &[&str]) -> Vec<Vec<usize>> {
    let (out, stderr, code) = emitted(arguments);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
    let lines = String::from_utf8(out).unwrap();
    let numbers = |line: &str| line.split(' ').map(|pile| pile.parse().unwrap()).collect();
    lines.lines().map(numbers).collect()
}

#[test]
fn lists_of_piles_have_each_pile_as_often_as_it_has_cards() {
    let arguments = ["S", "--deck", "540", "--as", "piles:8", "--trials", "20"];
    let random = lists(&arguments);
    assert_eq!(random.len(), 20);
    for list in &random {
        assert_eq!(list.len(), 540);
        assert!(!list.is_sorted());
        let held = |pile| list.iter().filter(|at| **at == pile).count();
        assert!((1..=8).map(held).eq([68, 68, 68, 68, 67, 67, 67, 67]));
    }
    // Nothing is moved: the list in order.
    let still = ["--shuffle", "I=\"identity\"", "--trials", "1"];
    let of = |deck, piles| [&["I", "--deck", deck, "--as", piles][..], &still].concat();
    assert_eq!(lists(&of("7", "piles:3")), [[1, 1, 1, 2, 2, 3, 3]]);
    assert_eq!(lists(&of("3", "piles:3")), [[1, 2, 3]]);
    assert_eq!(lists(&of("3", "piles:1")), [[1, 1, 1]]);
}

/// There are ten lists of five cards on two piles, and none of their counts is off by more than five standard
/// deviations: a false-alarm rate below 1e-5 were the seed ever changed.
#[test]
fn every_list_of_piles_is_equally_likely() {
    let arguments = ["S", "--deck", "5", "--as", "piles:2", "--trials", "20000"];
    let mut counts = std::collections::BTreeMap::new();
    for list in lists(&arguments) {
        *counts.entry(list).or_insert(0_u32) += 1;
    }
    assert_eq!(counts.len(), 10);
    let deviation = (20_000.0_f64 * 0.1 * 0.9).sqrt();
    for (list, count) in counts {
        let off = (f64::from(count) - 2000.0) / deviation;
        assert!(off.abs() < 5.0, "{list:?}: {off}");
    }
}

/// Checks, with Python's numbers, what its shuffle makes of the list in order, as a script would have it.
#[test]
fn lists_of_piles_are_those_of_a_script_in_python() {
    let arguments = ["S", "--deck", "30", "--as", "piles:4", "--trials", "3"];
    let generator = ["--generator", "python", "--seed", "7"];
    let ours = lists(&[&arguments[..], &generator].concat());
    // 30 cards on four piles: 8, 8, 7 and 7.
    let script: Vec<usize> = like("python", "7", "shuffle:30", "3")
        .split(' ')
        .map(|item| match item.parse::<usize>().unwrap() {
            0..8 => 1,
            8..16 => 2,
            16..23 => 3,
            _ => 4,
        })
        .collect();
    assert_eq!(ours.concat(), script);
}

#[test]
fn lists_of_no_piles_are_refused() {
    for (piles, more, problem) in [
        ("piles:0", &[][..], "accepted: piles:N, N from 1 to 10,000"),
        ("piles:10001", &[], "found `piles:10001`"),
        ("piles", &[], "found `piles`; accepted: piles:N"),
        ("piles:x", &[], "found `piles:x`; accepted: piles:N"),
        (
            "piles:9",
            &[],
            "found piles:9 with a deck of 8 cards; accepted with it: up to piles:8",
        ),
        ("pile:8", &[], "accepted: `decks`, `bits`, `piles:PILES`,"),
        ("piles:2", &["--format", "u8"], "lists of piles are text"),
        (
            "piles:2",
            &["--names", "a b"],
            "lists of piles have numbers",
        ),
    ] {
        let arguments = [&["S", "--deck", "8", "--as", piles][..], more].concat();
        let (out, stderr, code) = emitted(&arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(
            out.is_empty() && stderr.contains(problem),
            "{arguments:?}: {stderr}"
        );
    }
    let (_, stderr, code) = emitted(&["--like", "python", "--as", "piles:8"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("found piles:8 with --like"), "{stderr}");
}

/// The deals of `FreeCell`, as the game numbers them: 11982 is the one of the first 32,000 that cannot be won.
#[test]
fn the_deals_of_freecell_have_their_numbers_and_names() {
    let ranks = "A 2 3 4 5 6 7 8 9 T J Q K".split(' ');
    let names = ranks.flat_map(|rank| ["C", "D", "H", "S"].map(|suit| format!("{rank}{suit}")));
    let names = names.collect::<Vec<_>>().join(", ");
    let deals = |first: &str, count: &str| {
        let mut arguments = vec!["freecell", "--deck", "52", "--as", "decks"];
        arguments.extend(["--generator", "msvc", "--seeding", "numbers"]);
        arguments.extend(["--seed", first, "--trials", count, "--names", &names]);
        let (bytes, stderr, code) = emitted(&arguments);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        String::from_utf8(bytes).unwrap()
    };
    assert!(deals("1", "1").starts_with("JD 2D 9H JC 5D 7H 7C 5H KD KC "));
    let impossible = deals("11982", "1");
    assert!(impossible.starts_with("AH AS 4H AC 2D 6S TS JS 3D 3H "));
    // Deals go on from the seed, also from one batch to the next.
    let some = deals("1", "11982");
    assert_eq!(some.lines().last(), impossible.lines().last());
    let few = emitted(&["S", "--deck", "52", "--as", "decks", "--names", "AC AD"]);
    assert_eq!(few.2, Some(2));
    assert!(
        few.1
            .contains("--names: found 2 names; accepted: 52, one for each card")
    );
}

/// The lines that it prints of a program, joined by blanks.
fn like(program: &str, seed: &str, what: &str, trials: &str) -> String {
    let arguments = [
        "--like", program, "--seed", seed, "--as", what, "--trials", trials,
    ];
    let (out, stderr, code) = emitted(&arguments);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}");
    let lines = String::from_utf8(out).unwrap();
    assert_eq!(lines.lines().count().to_string(), trials);
    lines.lines().collect::<Vec<_>>().join(" ")
}

/// Values that many have seen, as the programs print them; `.ci/streams` compares far more with the programs.
#[test]
fn other_programs_numbers_are_put_out() {
    for (program, seed, what, expected) in [
        (
            "python",
            "1",
            "doubles",
            "0.13436424411240122 0.8474337369372327 0.763774618976614",
        ),
        (
            "numpy",
            "42",
            "doubles",
            "0.3745401188473625 0.9507143064099162 0.7319939418114051",
        ),
        (
            "numpy",
            "1",
            "doubles",
            "0.417022004702574 0.7203244934421581 0.00011437481734488664",
        ),
        (
            "c++",
            "5489",
            "ints:2^32",
            "3499211612 581869302 3890346734",
        ),
        (
            "c++-default",
            "1",
            "ints:2147483646",
            "16806 282475248 1622650072",
        ),
        (
            "matlab",
            "1",
            "doubles",
            "0.417022004702574 0.7203244934421581 0.00011437481734488664",
        ),
        ("matlab", "0", "ints:10", "8 9 1"),
    ] {
        assert_eq!(
            like(program, seed, what, "3"),
            expected,
            "{program} {seed} {what}"
        );
    }
    // Python ignores the sign, and seeds as numpy does from a list of one word.
    assert_eq!(
        like("python", "-7", "doubles", "50"),
        like("python", "7", "doubles", "50")
    );
    assert_eq!(
        like("python", "7", "doubles", "50"),
        like("numpy", "[7]", "doubles", "50")
    );
    assert_ne!(
        like("python", "7", "doubles", "1"),
        like("numpy", "7", "doubles", "1")
    );
    assert_eq!(like("c++", "5", "ints:1", "4"), "0 0 0 0");
}

/// The same generators shuffle the decks of routines: one code path, deck after deck.
#[test]
fn shuffles_of_programs_are_those_of_routines() {
    for (program, generator) in [
        ("python", "python"),
        ("numpy", "numpy-legacy"),
        ("c++", "cpp-mt19937"),
        ("c++-default", "cpp-minstd-rand0"),
        ("matlab", "matlab"),
    ] {
        let mut arguments = vec!["S", "--deck", "30", "--as", "decks", "--trials", "90"];
        arguments.extend(["--seed", "4294967295", "--generator", generator]);
        let (decks, stderr, code) = emitted(&arguments);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        let decks = String::from_utf8(decks).unwrap();
        assert_eq!(
            like(program, "4294967295", "shuffle:30", "90"),
            decks.lines().collect::<Vec<_>>().join(" "),
            "{program}"
        );
    }
}

#[test]
fn what_no_program_gives_is_refused() {
    for (arguments, problem) in [
        (
            &["--like", "pythn", "--as", "doubles"][..],
            "--like: did you mean `python`? Found `pythn`; accepted: `numpy`, `python`, `c++`, `c++-default`, `matlab`",
        ),
        (
            &["--like", "c++", "--as", "bits"],
            "--as: found bits with --like; accepted with it: `doubles`, `ints:BOUND`, `shuffle:ITEMS`, `code:LANGUAGE`",
        ),
        (
            &["--like", "c++", "--as", "decks"],
            "found decks with --like",
        ),
        (
            &["--like", "c++", "--as", "ints:2^33"],
            "found `ints:2^33`; accepted: ints:N, N from 1 to 4,294,967,296",
        ),
        (
            &["--like", "c++", "--as", "ints:0"],
            "accepted: ints:N, N from 1",
        ),
        (
            &["--like", "c++", "--as", "ints"],
            "found `ints`; accepted: ints:N",
        ),
        (
            &["--like", "c++", "--as", "shuffle:65537"],
            "accepted: shuffle:N, N from 1 to 65,536",
        ),
        (
            &["--like", "c++", "--as", "doubles", "--seed", "4294967296"],
            "--seed: found 4294967296; accepted with `cpp-mt19937`: a whole number below 2^32",
        ),
        (
            &["--like", "matlab", "--as", "doubles", "--seed", "[1]"],
            "--seed: found the list [1]; accepted: a whole number",
        ),
        (
            &["--like", "numpy", "--as", "doubles", "--seed", "[]"],
            "--seed: found `[]`; accepted: whole numbers below 2^32 in brackets",
        ),
        (
            &["--like", "numpy", "--as", "doubles", "--seed", "-1"],
            "found `-1`",
        ),
        (
            &["S", "--like", "c++", "--as", "doubles"],
            "cannot be used with",
        ),
        (
            &["--like", "c++", "--as", "doubles", "--deck", "52"],
            "cannot be used with",
        ),
        (
            &["--like", "c++", "--as", "doubles", "--generator", "msvc"],
            "cannot be used with",
        ),
        (&["--like", "c++"], "--as"),
        (
            &["S", "--deck", "52", "--as", "code:rust"],
            "no --like that names it; accepted without --like: `decks`, `bits`, `piles:PILES`",
        ),
        (
            &["--like", "c++", "--as", "code:perl"],
            "found `code:perl`; accepted: code:LANGUAGE, a language being one of `python`, `c++`, `javascript`, `rust`",
        ),
        (
            &["--like", "numpy", "--as", "code:matlab"],
            "MATLAB is not at hand, so nothing would check its lines",
        ),
        (
            &["--like", "numpy", "--as", "code:rust", "--trials", "5"],
            "--trials: found with --as code:rust; accepted without it",
        ),
        (
            &[
                "--like",
                "numpy",
                "--as",
                "code:rust",
                "--seed",
                "4294967296",
            ],
            "--seed: found 4294967296; accepted with `numpy-legacy`: a whole number below 2^32, or a list",
        ),
        (
            &["--like", "matlab", "--as", "code:rust", "--seed", "[1]"],
            "--seed: found the list [1]; accepted: a whole number",
        ),
    ] {
        let (out, stderr, code) = emitted(arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(
            out.is_empty() && stderr.contains(problem),
            "{arguments:?}: {stderr}"
        );
    }
}

/// Holds the page of recipes to the programs that are printed.
#[test]
fn every_pair_has_its_lines_on_the_page_of_recipes() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/results/recipes.md");
    let page = std::fs::read_to_string(page).unwrap();
    for program in ["numpy", "python", "c++", "c++-default", "matlab"] {
        let begin = format!("| `{program}` |");
        let row = page.lines().find(|line| line.starts_with(&begin)).unwrap();
        let cells = row.split('|').skip(2);
        let languages = ["python", "c++", "javascript", "rust"];
        for (cell, language) in cells.zip(languages) {
            let code = format!("code:{language}");
            let arguments = ["--like", program, "--seed", "1", "--as", &code];
            let (out, stderr, exit) = emitted(&arguments);
            assert_eq!((exit, stderr.as_str()), (Some(0), ""), "{arguments:?}");
            let lines = out.iter().filter(|byte| **byte == b'\n').count();
            let said = format!(" {lines} lines: ");
            assert!(cell.starts_with(&said), "{arguments:?}: {lines}");
        }
    }
}
