//! Tests of what a run tells whoever waits for it, and asks of the machine: it says what it does before the first deck
//! and after the last, that it will take long, that nobody can read its result, and that it does not fit.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use colddeck::conduct::{self, Progress};
use colddeck::spec;

/// Writes down the stages of a run.
#[derive(Default)]
struct Stages(Mutex<Vec<String>>);

impl Stages {
    fn add(&self, what: &str) {
        self.0.lock().unwrap().push(what.to_owned());
    }
}

impl Progress for Stages {
    fn begin(&self, what: &str, _decks: Option<u64>) {
        self.add(what);
    }

    fn think(&self, what: &str) {
        self.add(what);
    }

    fn advance(&self, _decks: u64) {}

    fn end(&self) {
        self.add("end");
    }
}

/// Long routines and large decks are computed for seconds before a deck is shuffled, and after the last one.
#[test]
fn every_stage_of_a_run_is_announced_and_ends() {
    for (more, last) in [
        ("trials = 100", "tests and figures"),
        (
            "until-decided = { max-trials = 2_000 }",
            "tests and figures",
        ),
    ] {
        let text = format!(
            "name = \"a\"\ndeck = 6\nroutines = [\"GG\"]\nstatistics = [\"rising-sequences\"]\n{more}\n"
        );
        let overrides = spec::Overrides::default();
        let experiment = spec::parse("a.toml".as_ref(), &text, &overrides).unwrap();
        let stages = Stages::default();
        conduct::run(&experiment, 1.into(), &stages).unwrap();
        let stages = stages.0.into_inner().unwrap();
        let (begun, ended): (Vec<_>, Vec<_>) =
            stages.iter().enumerate().partition(|(at, _)| at % 2 == 0);
        assert!(ended.iter().all(|(_, what)| *what == "end"), "{stages:?}");
        let begun: Vec<&str> = begun.iter().map(|(_, what)| what.as_str()).collect();
        for stage in ["exact answers", "a", "exact laws of the routines"] {
            assert!(begun.contains(&stage), "{stages:?}");
        }
        assert_eq!(begun.last(), Some(&last), "{stages:?}");
    }
}

/// The program with these arguments, as a shell runs it with `redirected`, which may have commands before it.
#[cfg(unix)]
fn shell(before: &str, arguments: &[&str], redirected: &str) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{before} exec \"$0\" \"$@\" {redirected}");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_colddeck")]);
    command.args(arguments);
    command
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
#[test]
fn a_closed_output_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["run", "S", "--deck", "10", "--trials", "50"];
    let json = [&run[..], &["--json"]].concat();
    let quiet = [&run[..], &["--quiet"]].concat();
    let ends = |arguments: &[&str], redirected: &str, code: i32| {
        let output = shell("", arguments, redirected)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?} {redirected}: {err}"
        );
        assert_eq!(
            err.contains("standard output: it is closed"),
            code == 2,
            "{err}"
        );
    };
    for arguments in [
        &run[..],
        &json,
        &["list"],
        &["--help"],
        &["emit", "S", "--deck", "52", "--as", "decks"],
    ] {
        ends(arguments, ">&-", 2);
    }
    // A quiet command needs no output; and this is what Python makes of `stdout=subprocess.DEVNULL`.
    ends(&quiet, ">&-", 0);
    ends(&run, "1<>/dev/null", 0);
    ends(&run, ">/dev/null", 0);
    ends(&run, "2>&-", 0);
}

/// It was ended by the system, out of memory, where the process may take less than the machine has.
#[cfg(target_os = "linux")]
#[test]
fn a_process_that_may_take_little_memory_is_told_before_it_starts() {
    let folder = tempfile::tempdir().unwrap();
    for limit in ["-v", "-d"] {
        let run = [
            "run",
            "G*7",
            "--deck",
            "10000",
            "--trials",
            "10",
            "--threads",
            "1",
        ];
        let mut command = shell(&format!("ulimit {limit} 1500000;"), &run, "");
        let output = command.current_dir(folder.path()).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{limit}: {err}");
        assert!(
            err.contains("of memory") && err.contains("is available"),
            "{limit}: {err}"
        );
    }
}

/// Both ended it without a word: a signal for the file that grew too large, an overflow of the first thread's stack.
#[cfg(target_os = "linux")]
#[test]
fn small_files_and_a_small_stack_end_no_process() {
    let folder = tempfile::tempdir().unwrap();
    for (limit, code, says) in [
        ("-f 1", 2, "cannot write it: File too large"),
        ("-s 64", 0, ""),
    ] {
        let run = [
            "run", "S", "--deck", "52", "--trials", "10", "--out", "here", "-q",
        ];
        let mut command = shell(&format!("ulimit {limit};"), &run, "");
        let output = command.current_dir(folder.path()).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{limit}: {err}");
        assert!(err.contains(says), "{limit}: {err}");
    }
}

/// Runs in a pipe, too, where there is no bar.
#[test]
fn a_run_of_hours_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_colddeck"))
        .args([
            "run",
            "S",
            "--deck",
            "1000",
            "--trials",
            "1000000000",
            "--suite",
            "quick",
            "--threads",
            "1",
        ])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let first = lines.next().expect("a line").unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(
        first.starts_with("note: at this rate this run takes about "),
        "{first}"
    );
    assert!(first.contains("Ctrl-C ends it"), "{first}");
}
