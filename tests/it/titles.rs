//! Titles of pictures beside verdicts, in all committed records: none denies a failing test of what its picture shows, and
//! none claims a failure that did not happen. Each picture says itself which tests it shows.

use std::path::{Path, PathBuf};

use colddeck::conduct;
use colddeck::record::{Record, Verdict};
use report::{Shows, titles};

/// All `record.json` below a folder.
fn records(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            records(&path, found);
        } else if path.ends_with("record.json") {
            found.push(path);
        }
    }
}

/// Returns true if one of these tests of a routine that was asked about fails.
fn fails(record: &Record, shows: &Shows) -> bool {
    let routines = record.routines.iter().filter(|routine| !routine.control);
    let mut all = routines.map(|routine| {
        let tested = routine.tests.iter().any(|test| {
            test.verdict == Verdict::Fail
                && test.lag == 0
                && test.statistic == shows.statistic
                && shows.test.is_none_or(|name| name == test.test)
        });
        let culprits = routine.anytime.iter().flat_map(|found| &found.culprits);
        let mut whole = culprits.filter(|_| shows.test.is_none());
        tested || whole.any(|name| *name == shows.statistic)
    });
    all.any(|fails| fails)
}

/// Returns true if the title says that nothing was seen.
fn denies(title: &str) -> bool {
    ["No evidence ", "Too few "]
        .iter()
        .any(|words| title.starts_with(words))
}

/// Faults in the titles of a record.
fn objections(record: &Record) -> Vec<String> {
    let failing = record.routines.iter().filter_map(|routine| {
        let any = routine
            .tests
            .iter()
            .any(|test| test.verdict == Verdict::Fail);
        (any && !routine.control).then_some(&routine.name)
    });
    let failing: Vec<&String> = failing.collect();
    let wrong = titles(record).into_iter().filter(|(title, shows)| {
        match shows {
            // No statistic of these pictures makes tests, or they show what is proved.
            Some(shows) if shows.statistic == "duplicates" => denies(title),
            Some(shows) => fails(record, shows) == denies(title),
            None => {
                let called_fair = |name: &String| title.starts_with(&format!("{name} is fair"));
                title.contains("nothing") || failing.iter().any(|name| called_fair(name))
            }
        }
    });
    wrong
        .map(|(title, shows)| format!("{title} ({shows:?})"))
        .collect()
}

#[test]
fn no_title_denies_a_failing_test_or_claims_one_that_did_not_fail() {
    let mut files = Vec::new();
    records(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("results"),
        &mut files,
    );
    let (mut seen, mut denied, mut wrong) = (0, 0, Vec::new());
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        // The record of `colddeck calibrate` is of another kind.
        let Ok(record) = conduct::parse(&file.display().to_string(), &text) else {
            assert!(
                file.parent().unwrap().ends_with("calibration"),
                "{}",
                file.display()
            );
            continue;
        };
        let all = titles(&record);
        seen += all.len();
        denied += all.iter().filter(|(title, _)| denies(title)).count();
        let objections = objections(&record).into_iter();
        wrong.extend(objections.map(|words| format!("{}: {words}", file.display())));
    }
    assert!(
        seen > 50 && denied > 5,
        "{seen} titles, {denied} of no evidence"
    );
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Verdicts turned round, titles turn round too.
#[test]
fn a_verdict_that_is_changed_changes_the_title() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("results/zoo/freecell-million/record.json");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut record = conduct::parse("record.json", &text).unwrap();
    let before = titles(&record);
    let failing = |record: &Record| {
        let shown = titles(record).into_iter().filter_map(|(_, shows)| shows);
        shown.filter(|shows| fails(record, shows)).count()
    };
    assert!(failing(&record) > 0);
    let tests = record
        .routines
        .iter_mut()
        .flat_map(|routine| &mut routine.tests);
    tests.for_each(|test| test.verdict = Verdict::Pass);
    assert_eq!(failing(&record), 0);
    assert!(objections(&record).is_empty(), "{:?}", objections(&record));
    assert_ne!(titles(&record), before);
}

/// The answer comes first, in a sentence that one reads at a glance.
#[test]
fn findings_begin_with_one_short_sentence() {
    const MOST_WORDS: usize = 25;
    let mut files = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    specs(&root, &mut files);
    let (mut seen, mut wrong) = (0, Vec::new());
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("finding = "));
        let Some(finding) = line else {
            continue;
        };
        seen += 1;
        // A figure in braces is one word, whatever its name.
        let mut plain = String::new();
        let mut braces = 0_usize;
        for c in finding.trim_matches('"').chars() {
            match c {
                '{' => braces += 1,
                '}' => {
                    braces = braces.saturating_sub(1);
                    plain.push('1');
                }
                c if braces == 0 => plain.push(c),
                _ => {}
            }
        }
        for sentence in plain.split(". ") {
            let words = sentence.split_whitespace().count();
            if words > MOST_WORDS {
                wrong.push(format!("{}: {words} words: {sentence}", file.display()));
            }
        }
        if plain.starts_with("Hardly") {
            wrong.push(format!("{}: nobody says that", file.display()));
        }
    }
    assert!(seen > 90, "{seen} findings");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// All specs below a folder.
fn specs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            specs(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
}
