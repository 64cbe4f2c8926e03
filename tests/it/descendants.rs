//! Programs with all that they start: none of it is left, whatever they do and however `colddeck` ends; and none of it
//! is waited for longer than it should be.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{self, PATIENCE, ran, run, write};
use crate::exec::{exec, in_time, none_is_left, running};

/// A program of which four processes run: it writes decks without end; a child has a session of its own and will not
/// be asked to end; a grandchild lives on in that session; and another has lost its parent.
fn daemon(folder: &Path, name: &str) {
    let script = "import os, random, signal, time\n\
                  def leave():\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n    os.close(1)\n    os.close(2)\n    time.sleep(600)\n\
                  if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: leave()\n    leave()\n\
                  if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: leave()\n    os._exit(0)\n\
                  os.wait()\n\
                  while True: print(*random.sample(range(12), 12), flush=True)\n";
    write(folder, name, script);
}

/// Processes of `daemon`, its jobs included.
const OF_DAEMON: usize = 4;

/// One at a time: a thousand jobs leave no room for other processes.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs such a program without end in two jobs, once all of it is there.
fn haunted(folder: &Path, name: &str) -> Child {
    daemon(folder, name);
    let mut child = Command::new(env!("CARGO_BIN_EXE_colddeck"))
        .args(["exec", "--deck", "12", "--decks", "1000000000"])
        .args(["--jobs", "2", "--suite", "quick", "--", "python3", name])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let until = Instant::now() + PATIENCE;
    while running(name).len() < 2 * OF_DAEMON && Instant::now() < until {
        thread::sleep(Duration::from_millis(20));
    }
    // A wrapper of python3 may have counted for a moment.
    thread::sleep(Duration::from_millis(300));
    let found = running(name);
    if found.len() < 2 * OF_DAEMON {
        child.kill().unwrap();
        panic!("of all that should run there are {found:?}");
    }
    child
}

fn signal(child: &Child, signal: &str) {
    let id = child.id().to_string();
    let status = Command::new("kill").args([signal, &id]).status();
    assert!(status.unwrap().success());
}

/// The processes whose parent this is.
fn children(parent: u32) -> Vec<u32> {
    let of = |id: u32| {
        let state = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let (_, rest) = state.rsplit_once(')')?;
        rest.split_whitespace().nth(1)?.parse::<u32>().ok()
    };
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|id| of(*id) == Some(parent)).collect()
}

#[test]
fn no_descendant_survives_a_run_that_is_done() {
    let folder = tempfile::tempdir().unwrap();
    daemon(folder.path(), "haunts-the-end.py");
    let options = ["--decks", "2000", "--jobs", "2"];
    exec(folder.path(), &options, &["python3", "haunts-the-end.py"]).ends(0);
    assert_eq!(running("haunts-the-end.py"), Vec::<String>::new());
}

#[test]
fn no_descendant_survives_an_error() {
    let folder = tempfile::tempdir().unwrap();
    daemon(folder.path(), "haunts-errors.py");
    let options = ["--decks", "2000", "--format", "u8"];
    exec(folder.path(), &options, &["python3", "haunts-errors.py"]).ends(2);
    assert_eq!(running("haunts-errors.py"), Vec::<String>::new());
}

#[test]
fn no_descendant_survives_an_interruption() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let mut child = haunted(folder.path(), "haunts-ctrl-c.py");
    signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert_eq!(running("haunts-ctrl-c.py"), Vec::<String>::new());
}

#[test]
fn no_descendant_survives_where_colddeck_is_killed() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let mut child = haunted(folder.path(), "haunts-the-killed.py");
    let guardians = children(child.id());
    assert_eq!(guardians.len(), 1, "the jobs are the guardian's");
    signal(&child, "-KILL");
    assert_eq!(child.wait().unwrap().code(), None);
    none_is_left("haunts-the-killed.py");
    let until = Instant::now() + PATIENCE;
    let guards = || fs::read_to_string(format!("/proc/{}/comm", guardians[0])).unwrap_or_default();
    while guards() == "guardian\n" && Instant::now() < until {
        thread::sleep(Duration::from_millis(20));
    }
    assert_ne!(guards(), "guardian\n");
}

/// Each gives a block of decks, and none writes far more than that.
#[test]
fn a_thousand_jobs_run_at_once() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let script = "while :; do echo 0 11 1 10 2 9 3 8 4 7 5 6; done\n";
    write(folder.path(), "of-a-thousand.sh", script);
    let options = ["--decks", "64000", "--jobs", "1000", "--json"];
    let ran = exec(folder.path(), &options, &["sh", "of-a-thousand.sh"]).ends(1);
    let source = ran.json()["experiment"]["source"].clone();
    assert_eq!(
        source,
        "sh of-a-thousand.sh, 1000 jobs, text, cards counted from 0, so that 0 is card 1"
    );
    assert_eq!(running("of-a-thousand.sh"), Vec::<String>::new());
}

/// Many systems allow 1,024 open files at first, and more to whoever asks.
#[test]
fn jobs_have_the_open_files_that_they_need() {
    let folder = tempfile::tempdir().unwrap();
    let script = "test $(ulimit -Sn) = 40 || exit 9\nexec yes 0 1 2 3 4 5\n";
    write(folder.path(), "files.sh", script);
    let colddeck = env!("CARGO_BIN_EXE_colddeck");
    let line = format!(
        "ulimit -Sn 40; exec {colddeck} exec --deck 6 --decks 6400 --jobs 60 --suite quick -- sh files.sh"
    );
    let mut shell = common::Command::new("sh");
    ran(shell.args(["-c", &line]).current_dir(folder.path())).ends(1);
    let line = line.replace("-Sn", "-n");
    let mut shell = common::Command::new("sh");
    ran(shell.args(["-c", &line]).current_dir(folder.path()))
        .ends(2)
        .prints_nothing()
        .says("error: cannot start sh files.sh (COLDDECK_JOB=")
        .says("Too many open files");
}

/// A byte now and then is no silence.
#[test]
fn a_program_that_dribbles_is_given_up_when_its_time_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let script = "import sys, time\nprint('so it is', file=sys.stderr)\n\
                  while True:\n    print(end=' ', flush=True)\n    time.sleep(0.02)\n";
    write(here, "dribbles.py", script);
    in_time(&["1.5", "6", "24", "96"], "  | so it is", |seconds| {
        let options = ["--decks", "100", "--time-per-job", seconds];
        exec(here, &options, &["python3", "dribbles.py"])
            .ends(2)
            .prints_nothing()
            .says(&format!(
                "error: python3 dribbles.py ran for {seconds} s and wrote 0 of the 100 decks that it should write"
            ))
            .says("or a longer --time-per-job")
    });
    let spec = "name = \"slow\"\ndeck = 12\ntrials = 100\nsuite = \"quick\"\n\
                source = { command = [\"python3\", \"dribbles.py\"], time-per-job = 0.5 }\n";
    write(here, "slow.toml", spec);
    run(here, ["run", "slow.toml", "--allow-commands"])
        .ends(2)
        .says("ran for 0.5 s and wrote 0 of the 100 decks");
    write(here, "slow.toml", spec.replace("0.5", "-0.5"));
    run(here, ["run", "slow.toml", "--allow-commands"])
        .ends(2)
        .says("key `source.time-per-job`: found `-0.5`; accepted: seconds from 0 on");
    none_is_left("dribbles.py");
}

/// The program has ended, but another that it started still could write where it wrote.
#[test]
fn a_grandchild_that_holds_the_pipe_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let script = "import os, random, sys, time\nif os.fork() == 0: time.sleep(600)\n\
                  for deck in range(int(sys.argv[1])): print(*random.sample(range(12), 12))\n";
    write(here, "holds.py", script);
    // However long a silence may last.
    let options = ["--decks", "2000", "--timeout", "0", "--json"];
    let few = exec(here, &options, &["python3", "holds.py", "100"]).json();
    assert_eq!(few["routines"][0]["decks"], 100);
    exec(here, &options, &["python3", "holds.py", "2000"]).ends(0);
    none_is_left("holds.py");
}

/// One that goes on in the background is read as long as it writes.
#[test]
fn a_grandchild_that_writes_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let script = "import random\nwhile True: print(*random.sample(range(12), 12))\n";
    write(here, "behind.py", script);
    write(here, "ahead.sh", "python3 behind.py &\n");
    exec(here, &["--decks", "20000"], &["sh", "ahead.sh"]).ends(0);
    none_is_left("behind.py");
}
