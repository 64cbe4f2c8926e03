//! `colddeck test --follow` and `exec --follow`: named pipes, files that grow, are cut or replaced, programs, signals,
//! and the file for monitors.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use deck::rng::{Draws, PcgDraws};
use serde_json::Value;

use crate::common::{PATIENCE, program, ran, run, write};

const CARDS: usize = 20;

/// Lines of fair decks; the same for the same `stream`.
fn fair(stream: u64, decks: usize) -> String {
    let mut draws = PcgDraws::for_batch(1, "follow", 0, stream);
    let line = |_| {
        let mut deck: Vec<u16> = (0..CARDS as u16).collect();
        draws.shuffle(&mut deck);
        line_of(&deck)
    };
    (0..decks).map(line).collect()
}

fn line_of(deck: &[u16]) -> String {
    let cards: Vec<String> = deck.iter().map(ToString::to_string).collect();
    format!("{}\n", cards.join(" "))
}

fn sorted() -> String {
    line_of(&(0..CARDS as u16).collect::<Vec<u16>>())
}

/// A watch that goes on beside the test.
struct Watch {
    child: Child,
    status: PathBuf,
}

impl Watch {
    /// Watches `file` in `folder`.
    fn begin(folder: &Path, file: &str) -> Self {
        let status = folder.join("status.json");
        let child = Command::new(env!("CARGO_BIN_EXE_colddeck"))
            .current_dir(folder)
            .args(["test", "--follow", file, "--deck", "20", "--suite", "quick"])
            .args(["--every", "0.02s", "--status", "status.json"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Self { child, status }
    }

    /// Waits until the file for monitors says that so many decks were seen. It can be read at any time.
    #[track_caller]
    fn reaches(&mut self, decks: u64) {
        let until = Instant::now() + PATIENCE;
        loop {
            let seen = fs::read_to_string(&self.status).ok().map(|text| {
                let status: Value = serde_json::from_str(&text).expect("never half written");
                assert_eq!(status["schema"], "colddeck.status/1");
                status["decks"].as_u64().unwrap()
            });
            if seen.is_some_and(|seen| seen >= decks) {
                assert_eq!(seen, Some(decks));
                return;
            }
            assert!(Instant::now() < until, "{seen:?} of {decks} decks");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args([name, &self.child.id().to_string()])
            .status();
        assert!(sent.expect("kill").success());
    }

    /// Waits for its end: exit code, standard output, standard error, last status.
    #[track_caller]
    fn ends(mut self) -> (i32, String, String, Value) {
        let until = Instant::now() + PATIENCE;
        while self.child.try_wait().expect("a child").is_none() {
            if Instant::now() > until {
                self.child.kill().expect("a child");
                panic!("it goes on");
            }
            thread::sleep(Duration::from_millis(5));
        }
        let (mut out, mut err) = (String::new(), String::new());
        let status = self.child.wait().expect("a child");
        let mut pipe = self.child.stdout.take().expect("piped");
        pipe.read_to_string(&mut out).expect("text");
        let mut pipe = self.child.stderr.take().expect("piped");
        pipe.read_to_string(&mut err).expect("text");
        let last = fs::read_to_string(&self.status).expect("a status");
        let last = serde_json::from_str(&last).expect("JSON");
        (status.code().expect("an exit code"), out, err, last)
    }
}

fn append(path: &Path, text: &str) {
    let mut file = OpenOptions::new().append(true).open(path).expect("a file");
    file.write_all(text.as_bytes()).expect("written");
}

#[test]
fn a_named_pipe_outlives_its_writers_and_a_jam_is_named_at_its_deck() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("decks");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let mut watch = Watch::begin(folder.path(), "decks");
    for (stream, decks, all) in [(1, 100, 100), (2, 50, 150)] {
        let mut writer = File::options().write(true).open(&pipe).unwrap();
        writer.write_all(fair(stream, decks).as_bytes()).unwrap();
        drop(writer);
        watch.reaches(all);
    }
    let mut writer = File::options().write(true).open(&pipe).unwrap();
    // The writer stays: nothing but the deck itself makes it be looked at.
    writer.write_all(sorted().as_bytes()).unwrap();
    let (code, out, err, status) = watch.ends();
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    let last = out.lines().last().unwrap();
    assert!(
        last.starts_with("FAIL after 151 decks: they are not those of a fair shuffle; deck 151 lies in its starting order"),
        "{out}"
    );
    assert_eq!(status["state"], "failed");
    assert_eq!(status["found"]["deck"]["number"], 151);
}

#[test]
fn a_file_that_grows_is_read_as_it_grows_half_lines_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "decks.txt", fair(3, 70));
    let mut watch = Watch::begin(folder.path(), "decks.txt");
    watch.reaches(70);
    let more = fair(4, 2);
    let (half, rest) = more.split_at(10);
    append(&path, half);
    thread::sleep(Duration::from_millis(100));
    watch.reaches(70);
    append(&path, rest);
    watch.reaches(72);
    // The deck before once more.
    append(&path, more.lines().last().unwrap());
    append(&path, "\n");
    let (code, out, _, status) = watch.ends();
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("deck 73 is the deck before it once more"),
        "{out}"
    );
    assert_eq!(status["found"]["deck"]["lag"], 1);
}

/// The deck before it is in another block, which was counted and put aside.
#[test]
fn a_repeated_deck_that_begins_a_block_is_named_with_nothing_after_it() {
    let folder = tempfile::tempdir().unwrap();
    for (name, stream, decks) in [("one", 6, 64), ("many", 7, 64 * 1_024)] {
        let decks_of_it = fair(stream, decks);
        let file = format!("{name}.txt");
        let path = write(folder.path(), &file, &decks_of_it);
        let watch = Watch::begin(folder.path(), &file);
        append(&path, decks_of_it.lines().last().unwrap());
        append(&path, "\n");
        let (code, out, _, status) = watch.ends();
        assert_eq!(code, 1, "{out}");
        let named = format!(
            "deck {} is the deck before it once more",
            text::names::grouped(decks as u64 + 1)
        );
        assert!(out.contains(&named), "{out}");
        assert_eq!(status["found"]["deck"]["number"], decks + 1);
    }
}

#[test]
fn a_file_that_is_cut_ends_the_watch_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "decks.txt", fair(5, 20));
    let mut watch = Watch::begin(folder.path(), "decks.txt");
    watch.reaches(20);
    fs::write(&path, fair(6, 2)).unwrap();
    let (code, out, err, status) = watch.ends();
    assert_eq!(code, 2, "{out}");
    assert!(
        err.contains("fewer than the") && err.contains("accepted"),
        "{err}"
    );
    assert!(out.contains("broke off after 20 decks"), "{out}");
    assert_eq!(status["state"], "broken");
}

#[test]
fn signals_end_the_watch_and_what_was_found_is_said() {
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "decks.txt", fair(7, 65));
        let mut watch = Watch::begin(folder.path(), "decks.txt");
        watch.reaches(65);
        watch.signal(name);
        let (ended, out, _, status) = watch.ends();
        assert_eq!(ended, code, "{out}");
        assert!(out.contains("interrupted after 65 decks"), "{out}");
        assert_eq!(status["state"], "interrupted");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}

#[test]
fn a_pipe_ends_with_its_writer() {
    let folder = tempfile::tempdir().unwrap();
    let follow = ["test", "--follow", "--suite", "quick", "--json"];
    for (decks, code) in [(63, 3), (64, 0), (1_000, 0)] {
        let ran = ran(program(folder.path())
            .args(follow)
            .write_stdin(fair(8, decks)));
        let status = ran.ends(code).json();
        assert_eq!(status["decks"], decks as u64);
        assert_eq!(status["state"], "ended");
        assert_eq!(status["cards"], CARDS as u64);
    }
    // Riffled twice, all of them.
    let mut draws = PcgDraws::for_batch(1, "follow", 0, 9);
    let mut rising = || {
        let (mut top, mut rest) = (Vec::new(), Vec::new());
        for card in 0..CARDS as u16 {
            if draws.below(2) == 0 {
                top.push(card);
            } else {
                rest.push(card);
            }
        }
        top.extend(rest);
        line_of(&top)
    };
    let bad: String = (0..500).map(|_| rising()).collect();
    let ran = ran(program(folder.path()).args(follow).write_stdin(bad));
    let status = ran.ends(1).json();
    assert!(status["decks"].as_u64().unwrap() < 10, "{status}");
}

#[test]
fn how_a_watch_stands_is_shown_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let follow = ["test", "--follow", "--suite", "quick", "--json"];
    let status = ran(program(folder.path())
        .args(follow)
        .write_stdin(fair(8, 3_000)));
    write(folder.path(), "status.json", &status.ends(0).out);
    let shown = run(folder.path(), ["report", "status.json"]).ends(0).out;
    assert!(
        shown.contains("ended after 3,000 decks, no evidence"),
        "{shown}"
    );
    let windows: Vec<&str> = shown
        .lines()
        .filter(|line| line.contains(" decks  "))
        .collect();
    assert!(windows.len() > 1, "{shown}");
    let files = [
        "--export",
        "watch.svg",
        "--export",
        "watch.html",
        "--export",
        "watch.csv",
        "--quiet",
    ];
    run(
        folder.path(),
        ["report", "status.json"].into_iter().chain(files),
    )
    .ends(0);
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    for name in ["watch.svg", "watch.html"] {
        assert!(text(name).contains("enough in all"), "{name}");
    }
    assert!(
        text("watch.csv")
            .lines()
            .any(|line| line.contains(",window,"))
    );
    // A damaged one is no panic.
    write(folder.path(), "half.json", &shown[..shown.len() / 2]);
    run(folder.path(), ["report", "half.json"])
        .ends(2)
        .says("half.json");
}

#[test]
fn a_program_is_watched_until_it_ends_or_fails() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "fair.txt", fair(10, 640));
    write(
        folder.path(),
        "jam.txt",
        fair(11, 640) + &sorted().repeat(64),
    );
    let exec = |file: &str| {
        let start = ["exec", "--deck", "20", "--suite", "quick", "--follow", "--"];
        run(folder.path(), start.iter().copied().chain(["cat", file]))
    };
    let ran = exec("fair.txt");
    assert!(ran.out.contains("ended after 640 decks"), "{ran:?}");
    let ran = exec("jam.txt").ends(1);
    assert!(
        ran.out.contains("deck 641 lies in its starting order"),
        "{ran:?}"
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "decks.txt", fair(12, 10));
    let refused = |options: &[&str], found: &str| {
        let start = ["test", "decks.txt"];
        let ran = run(folder.path(), start.iter().chain(options));
        ran.ends(2).says(found).prints_nothing();
    };
    refused(&["--follow", "--until-decided"], "cannot be used with");
    refused(&["--status", "s.json"], "--follow");
    refused(&["--follow", "--out", "results"], "accepted: --status FILE");
    refused(&["--follow", "--full"], "--quiet, or neither");
    refused(&["--follow", "--view", "first:3"], "accepted: whole decks");
    refused(&["--follow", "--every", "soon"], "accepted");
    let jobs = [
        "exec", "--deck", "20", "--follow", "--jobs", "2", "--", "true",
    ];
    run(folder.path(), jobs).ends(2).says("accepted: one");
    let nowhere = ["test", "--follow", "nowhere.txt"];
    run(folder.path(), nowhere).ends(2).says("nowhere.txt");
}
