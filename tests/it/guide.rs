//! The commands in README.md and in docs/: each runs as it stands there, in a copy of `tests/guide` beside decks and records
//! that are made here.
//!
//! A line may end with 0, 1 or 3, since it may find evidence. By default each runs for a second, in which a wrong one is
//! refused, and lines are passed over whose language is not at hand; `.ci/run guide` runs all of them to their end.

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::common::{files, shell};

/// Lines that are not run here, and why.
const NOT_RUN: &[(&str, &str)] = &[
    (
        "cargo test --release --workspace",
        "it runs this test: .ci/run tests",
    ),
    (
        "rustup target add wasm32-unknown-unknown",
        "it needs a network: .ci/run platforms",
    ),
    (
        "cargo run --release --manifest-path web/Cargo.toml",
        "it needs a network and minutes: .ci/full elsewhere",
    ),
    (
        "maturin build --release --manifest-path python/Cargo.toml --out target/wheels",
        "it needs a network and minutes: .ci/run wheel",
    ),
    (
        "pip install target/wheels/colddeck-*.whl",
        "it needs the package: .ci/run wheel",
    ),
    (
        "npm ci --prefix javascript && npm run build --prefix javascript && npm pack ./javascript",
        "it needs a network and minutes: .ci/run npm",
    ),
    (
        "npm install --save-dev ./colddeck-*.tgz",
        "it needs the package: .ci/run npm",
    ),
    (
        "colddeck claims",
        "it needs the results of all specs: .ci/run pages",
    ),
];

/// Lines of which only the first second is run, and why.
const BEGUN: &[(&str, &str)] = &[
    (
        "colddeck run experiments",
        "it takes minutes: .ci/run experiments",
    ),
    (
        "colddeck run experiments --time-limit 2h --resume",
        "it takes minutes: .ci/run experiments",
    ),
    (
        "colddeck test decks.fifo --deck 52 --follow --status status.json",
        "it watches for ever: .ci/full follow",
    ),
    (
        "colddeck test decks.fifo --deck 52 --follow --stake \"first:2 natural pays 1.5\" --accept-stakes 5pt",
        "it watches for ever: .ci/full follow",
    ),
];

/// Programs that a line may need and a machine may lack.
const LANGUAGES: &[&str] = &["python3", "node", "jshell", "jq"];

/// Files that lines name: decks in several formats, and records.
const MADE: &[&str] = &[
    "colddeck emit S --as decks --deck 52 --trials 3000 --seed 3 > decks.txt",
    "colddeck emit S --as decks --deck 52 --trials 3000 --seed 3 --format u8 > decks.bin",
    "colddeck emit G --as decks --deck 52 --trials 500 --memory in-place > in-place.txt",
    "cp decks.txt decks.fifo",
    "colddeck emit S --as decks --deck 49 --trials 600 --seed 5 | \
     awk '{ for (at = 1; at < 7; at++) printf \"%d \", $at + 1; print \"\" }' > draws.txt",
    "head -200 decks.txt | tr ' ' , > plain.csv",
    "awk '{ print NR, $0 }' plain.csv | tr ' ' , > deals.csv",
    "sed 's/.*/{\"cards\": [&]}/' plain.csv > deals.jsonl",
    "seq 0 9999 | shuf > seen.txt",
    "seq 0 51 | tr '\\n' ' ' > start.txt",
    "colddeck test decks.txt --deck 52 --json > baseline.json",
    "colddeck emit S --as decks --deck 52 --trials 3000 --seed 4 | colddeck test --deck 52 --json > new.json",
    "colddeck run G*7 --deck 52 --trials 2000 --json > record.json || true",
    "colddeck report record.json --export record.baseline.json",
    "cat decks.txt | colddeck test --deck 52 --follow --status status.json",
    "for part in $(seq 16); do colddeck run my/night.toml --shard $part/16 --quiet; done",
];

/// Seconds in which a wrong line is refused.
const A_MOMENT: u32 = 1;
/// Seconds in which a line that ends has ended.
const AT_LAST: u32 = 280;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The commands of a page: the lines of its indented blocks, and of its fenced ones that name no language but a shell's,
/// each without its remark, and those in the cells of tables.
fn commands(text: &str) -> Vec<String> {
    let (mut found, mut fence) = (Vec::new(), None);
    for line in text.lines() {
        if line.starts_with('|') && fence.is_none() {
            let line = line.replace("\\|", "|");
            let codes = line.split('`').skip(1).step_by(2).map(str::to_owned);
            let is_command =
                |code: &String| code.starts_with("colddeck ") || code.contains("| colddeck ");
            found.extend(codes.filter(is_command));
            continue;
        }
        let command = match (line.strip_prefix("```"), fence) {
            (Some(language), None) => {
                fence = Some(
                    !["rust", "toml", "json", "python", "yaml", "js", "text"].contains(&language),
                );
                continue;
            }
            (Some(_), Some(_)) => {
                fence = None;
                continue;
            }
            (None, Some(of_a_shell)) => Some(line).filter(|_| of_a_shell),
            (None, None) => line.strip_prefix("    "),
        };
        let command = command.map(|line| line.split(" # ").next().unwrap_or(line).trim());
        found.extend(command.filter(|line| !line.is_empty()).map(str::to_owned));
    }
    found
}

/// All commands of README.md and docs/, each once.
fn all() -> BTreeSet<String> {
    let pages = files(&root().join("docs"));
    let pages = pages.iter().filter(|page| {
        Path::new(page)
            .extension()
            .is_some_and(|ending| ending == "md")
    });
    let pages = pages.map(|page| root().join("docs").join(page));
    let pages = pages.chain([root().join("README.md")]);
    pages
        .flat_map(|page| commands(&fs::read_to_string(page).expect("a page")))
        .collect()
}

fn is_named(list: &[(&str, &str)], line: &str) -> bool {
    list.iter().any(|(named, _)| *named == line)
}

/// A folder as a reader may have it, with all files that lines name.
fn readers_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let root = root().display();
    let copied = format!(
        "cp -R '{root}/tests/guide/.' . && ln -s '{root}/experiments' experiments && mkdir -p results/refutation/hundred && \
         cp '{root}/results/refutation/hundred/record.json' results/refutation/hundred"
    );
    for line in [copied.as_str()].iter().chain(MADE) {
        let output = shell(folder.path(), line).output().expect("a shell");
        assert!(output.status.success(), "{line}\n{output:?}");
    }
    folder
}

/// What is wrong with a line that may take so many seconds; nothing if it does what it says.
fn wrong_with(line: &str, from: &Path, seconds: u32, may_go_on: bool) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    // Cargo would build the program that is at hand.
    let command = line.replacen("cargo run --release -- ", "colddeck ", 1);
    let quoted = command.replace('\'', r"'\''");
    let output = shell(
        folder.path(),
        &format!(
            "cp -R '{}/.' . && PATH=\"$PWD/bin:$PATH\" exec timeout -s KILL {seconds} bash -c '{quoted}'",
            from.display()
        ),
    )
    .output()
    .expect("a shell");
    let is_right = match output.status.code() {
        Some(0) => true,
        Some(1 | 3) => command.contains("colddeck"),
        // Killed, since nothing is to be saved.
        None | Some(137) => may_go_on,
        _ => false,
    };
    let said = String::from_utf8_lossy(&output.stderr);
    (!is_right).then(|| format!("{line}\n{}\n{said}", output.status))
}

/// Runs all lines, and fails with those that are wrong. `to_its_end`: each, and none is passed over for want of a language.
fn run_all(to_its_end: bool) {
    let lines = all();
    for (named, why) in NOT_RUN.iter().chain(BEGUN) {
        assert!(lines.contains(*named), "no page says `{named}` ({why})");
    }
    let folder = readers_folder();
    let is_there = |language: &str| {
        let looked_up = shell(folder.path(), &format!("command -v {language}")).output();
        looked_up.expect("a shell").status.success()
    };
    let missing: Vec<&str> = (LANGUAGES.iter().copied())
        .filter(|language| !is_there(language))
        .collect();
    assert!(!to_its_end || missing.is_empty(), "missing: {missing:?}");
    let lacks = |line: &str| line.split(' ').any(|word| missing.contains(&word));
    let lines: Vec<&String> = (lines.iter())
        .filter(|line| !is_named(NOT_RUN, line) && !lacks(line))
        .collect();
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let to_its_end = to_its_end && !is_named(BEGUN, line);
                    let seconds = if to_its_end { AT_LAST } else { A_MOMENT };
                    let said = wrong_with(line, folder.path(), seconds, !to_its_end);
                    wrong.lock().expect("no panic").extend(said);
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn commands_are_lines_of_blocks_that_are_for_a_shell() {
    let page = "Say\n\n    a \"x\"   # a remark\n    b\n\n```rust\nlet c;\n```\n\n```sh\nd # e\n```\n| `e` | `f \\| colddeck g` |\n";
    assert_eq!(commands(page), ["a \"x\"", "b", "d", "f | colddeck g"]);
}

#[test]
fn a_wrong_line_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    for line in [
        "colddeck run XYZ --deck 52",
        "colddeck test no.txt",
        "colddeck tests",
        "nothing-of-this-name",
    ] {
        assert!(
            wrong_with(line, folder.path(), AT_LAST, false).is_some(),
            "{line}"
        );
    }
}

#[test]
fn each_command_of_the_guide_is_accepted() {
    run_all(false);
}

#[test]
#[ignore = "some minutes, and Python, Node.js, Java and jq: .ci/run guide"]
fn each_command_of_the_guide_runs_to_its_end() {
    run_all(true);
}
