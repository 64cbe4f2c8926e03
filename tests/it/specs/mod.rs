//! Malformed specs: each is refused with exit code 2 and a message that names the file and the line
//! or the key; nothing is printed on standard output and no result is written. And good specs that
//! look unusual are accepted.

mod good;
mod malformed;
mod tables;

use std::fs;
use std::path::Path;

use self::tables::{BASE, CLAIM_KINDS};
use crate::common::{files, run, write};

/// The file name under which every malformed spec is written.
const FILE: &str = "bad.toml";

/// A malformed spec and the parts that the message must have.
struct Case {
    about: String,
    bytes: Vec<u8>,
    says: Vec<String>,
}

impl Case {
    fn new(about: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        Self {
            about: about.into(),
            bytes: text.into(),
            says: vec![FILE.to_owned()],
        }
    }

    fn says(mut self, part: impl Into<String>) -> Self {
        self.says.push(part.into());
        self
    }

    /// The message must point at this line.
    fn at(self, line: usize) -> Self {
        self.says(format!("{FILE}:{line}: "))
    }
}

/// The line of `text`, from 1, that starts with `start`; the last one if there are several.
fn line_of(text: &str, start: &str) -> usize {
    let found = text.lines().collect::<Vec<_>>();
    let at = found.iter().rposition(|line| line.starts_with(start));
    1 + at.unwrap_or_else(|| panic!("no line starts with {start:?}"))
}

/// `text` with one line replaced.
fn with_line(text: &str, line: usize, new: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .enumerate()
        .map(|(at, old)| if at + 1 == line { new } else { old })
        .collect();
    lines.join("\n") + "\n"
}

/// `text` with another value for `key`, and the line where it stands.
fn with_value(text: &str, key: &str, value: &str) -> (String, usize) {
    let line = line_of(text, &format!("{key} = "));
    (with_line(text, line, &format!("{key} = {value}")), line)
}

/// The base without its claim.
fn without_claims() -> &'static str {
    BASE.split("[[claims]]").next().expect("a first part")
}

/// The base with this claim in place of its own.
fn with_claim(kind: &str, keys: &[(&str, &str)]) -> String {
    let lines: Vec<String> = keys
        .iter()
        .map(|(key, value)| format!("{key} = {value}\n"))
        .collect();
    format!(
        "{}[[claims]]\nid = \"first\"\ntext = \"as said\"\nkind = \"{kind}\"\nexpect = \"refuted\"\n{}",
        without_claims(),
        lines.concat()
    )
}

/// A good claim of this kind.
fn good_claim(kind: &str) -> String {
    let (_, keys, more) = CLAIM_KINDS
        .iter()
        .find(|(known, ..)| *known == kind)
        .expect("a known kind");
    with_claim(kind, &[*keys, *more].concat())
}

/// The complaint about how the program refuses `case`, if there is one.
fn complaint(folder: &Path, case: &Case) -> Option<String> {
    let spec = write(folder, FILE, &case.bytes);
    let out = folder.join("out");
    let ran = run(
        folder,
        [
            "run".as_ref(),
            spec.as_os_str(),
            "--out".as_ref(),
            out.as_os_str(),
        ],
    );
    let mut wrong = Vec::new();
    if ran.code != 2 {
        wrong.push(format!("exit code {}", ran.code));
    }
    if !ran.out.is_empty() {
        wrong.push("something on standard output".to_owned());
    }
    if ran.err.contains("panicked") {
        wrong.push("a panic".to_owned());
    }
    if ran.err.contains('\x1b') || ran.err.contains('\0') {
        wrong.push("a control character in the message".to_owned());
    }
    let missing = case
        .says
        .iter()
        .filter(|part| !ran.err.contains(part.as_str()));
    wrong.extend(missing.map(|part| format!("no `{part}`")));
    let written = files(&out);
    if !written.is_empty() {
        wrong.push(format!("written: {written:?}"));
        fs::remove_dir_all(&out).expect("it was there");
    }
    let message: String = ran.err.chars().take(400).collect();
    (!wrong.is_empty()).then(|| format!("{}: {}\n    {message}", case.about, wrong.join("; ")))
}

#[test]
fn malformed_specs_are_refused_with_file_and_line_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let cases = malformed::cases();
    let complaints: Vec<String> = cases
        .iter()
        .filter_map(|case| complaint(folder.path(), case))
        .collect();
    println!("{} malformed specs", cases.len());
    assert!(cases.len() >= 100);
    assert!(
        complaints.is_empty(),
        "{} of {} cases:\n{}",
        complaints.len(),
        cases.len(),
        complaints.join("\n")
    );
}

#[test]
fn what_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "notes/readme.txt", "no specs here");
    fs::create_dir_all(here.join("empty")).unwrap();
    fs::create_dir_all(here.join("folder/spec.toml")).unwrap();
    for (what, says) in [
        ("missing.toml", "missing.toml: cannot read it"),
        ("missing/spec.toml", "missing/spec.toml: cannot read it"),
        (
            "notes",
            "notes: found no spec (no file *.toml) in this folder",
        ),
        ("empty", "empty: found no file at all"),
        ("folder", "folder/spec.toml: cannot read it"),
        ("notes/readme.txt", "notes/readme.txt:1: "),
        (
            "notes/readme.txt/x.toml",
            "notes/readme.txt/x.toml: cannot read it",
        ),
    ] {
        run(here, ["run", what, "--out", "out"])
            .ends(2)
            .prints_nothing()
            .says(says);
        assert_eq!(files(&here.join("out")), [""; 0], "{what}");
    }
}

/// A wrong spec among good ones stops the run before the first of them starts.
#[test]
fn one_wrong_spec_in_a_folder_stops_all() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "specs/a.toml", BASE);
    write(here, "specs/b.toml", BASE.replace("deck = 6", "deck = 1"));
    run(here, ["run", "specs", "--out", "out"])
        .ends(2)
        .prints_nothing()
        .says("specs/b.toml:4: key `deck`");
    assert_eq!(files(&here.join("out")), [""; 0]);
}

#[test]
fn unusual_good_specs_are_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let specs = good::specs();
    for (about, text) in &specs {
        let spec = write(folder.path(), "good.toml", text);
        let ran = run(
            folder.path(),
            ["run".as_ref(), spec.as_os_str(), "--quiet".as_ref()],
        );
        assert!(
            !ran.err.contains("error") && !ran.err.contains("panicked") && ran.out.is_empty(),
            "{about}: {ran:#?}"
        );
        assert!([0, 1, 3].contains(&ran.code), "{about}: {ran:#?}");
    }
    println!("{} good specs", specs.len());
}

/// The lines that an error of several points at, in order.
fn pointed_at(error: &str) -> Vec<usize> {
    let lines = error.lines().filter_map(|line| {
        let rest = line.split_once(&format!("{FILE}:"))?.1;
        rest.split_once(':')?.0.parse().ok()
    });
    lines.collect()
}

/// A spec that is wrong in several ways is told all of them; what only follows from one of them is not told.
#[test]
fn all_that_is_wrong_is_told_at_once_in_the_order_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let wrong = |changes: &[(&str, &str)]| {
        let mut text = BASE.to_owned();
        for (old, new) in changes {
            assert!(text.contains(old), "{old}");
            text = text.replacen(old, new, 1);
        }
        write(here, FILE, &text);
        run(here, ["run", FILE]).ends(2).prints_nothing().err
    };
    let all = wrong(&[
        ("deck = 6", "deck = 1"),
        ("seed = 7", "sed = 7"),
        ("alpha = 0.001", "alpha = 1.0"),
        ("\"RRH\"]", "\"RRX\"]"),
        ("counts = [1, 2]", "counts = [-1]"),
        ("packet = [2, 3]", "packet = [3, 2]"),
        ("\"greater\"", "\"bigger\""),
    ]);
    assert!(all.contains("found 6 errors"), "{all}");
    // Statistics are not looked at without a deck.
    assert_eq!(pointed_at(&all), [4, 7, 10, 12, 18, 24], "{all}");
    for (changes, lines) in [
        // A letter that is wrong is no reason to refuse the routines that have it.
        (
            &[("R = { kind = \"riffle\"", "R = { kind = \"rifle\"")][..],
            &[17][..],
        ),
        (
            &[("R = { kind = \"riffle\", max-streak = 4 }", "R = 4")],
            &[17],
        ),
        // Nor is a routine that is wrong one to refuse the claims on it.
        (
            &[
                ("\"RRH\"]", "\"RR(\"]"),
                ("than = \"RRH\"", "than = \"RR(\""),
            ],
            &[12],
        ),
        (&[("routines = ", "rotines = ")], &[12]),
        (&[("[shuffles]", "[shufles]")], &[15]),
        (&[("deck = 6", "dekc = 6")], &[4]),
        (&[("deck = 6", "deck = \"6\"")], &[4]),
        (&[("name = \"trial\"", "nme = \"trial\"")], &[1]),
        (&[("figure = ", "figre = ")], &[25]),
        (&[("id = \"first\"", "id = 1")], &[21]),
        (
            &[(
                "routines = [\"S\", \"RRH\"]",
                "routines = [7, \"S\", \"RRX\"]",
            )],
            &[12, 12],
        ),
        (
            &[("margin = 1", "margin = nan"), ("by = ", "bye = ")],
            &[26, 29],
        ),
    ] {
        let error = wrong(changes);
        assert_eq!(pointed_at(&error), lines, "{error}");
    }
    let item = wrong(&[(
        "routines = [\"S\", \"RRH\"]",
        "routines = [7, \"S\", \"RRX\"]",
    )]);
    assert!(item.contains("key `routines[2]`"), "{item}");
    let many: Vec<String> = (0..30).map(|at| format!("key-{at} = 1\n")).collect();
    let many = many.concat();
    let error = wrong(&[("name = ", &format!("{many}name = "))]);
    assert!(
        error.contains("found 30 errors") && error.ends_with("and 10 more\n"),
        "{error}"
    );
    assert_eq!(pointed_at(&error).len(), 20, "{error}");
}
