//! `colddeck exec`, and specs that name a program: real programs that write well, badly, slowly, without
//! end, or not at all.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{PATIENCE, Ran, program, ran, record, run, without_lines, write};

/// Writes `count` fair decks, or no end of them for -1, seeded by the number of the job; then does
/// what `end` says.
fn shuffler(folder: &Path, name: &str, count: i64, end: &str) {
    let script = format!(
        "import os, random, sys, time\n\
         random.seed(int(os.environ['COLDDECK_JOB']) + 100)\n\
         count = {count}\n\
         while count:\n    count -= 1\n    print(*random.sample(range(12), 12))\n\
         sys.stdout.flush()\n\
         {end}\n"
    );
    write(folder, name, script);
}

pub fn exec(folder: &Path, options: &[&str], command: &[&str]) -> Ran {
    let start = ["exec", "--deck", "12", "--suite", "quick"];
    run(
        folder,
        start.iter().chain(options).chain(&["--"]).chain(command),
    )
}

/// Processes whose command line holds this text, those that are done but not waited for included.
pub fn running(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("processes").flatten() {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        if line.contains(text) && !line.contains("colddeck exec") && !line.contains("--deck") {
            found.push(format!("{}: {line}", entry.path().display()));
        }
    }
    found
}

/// Fails if such a process runs on; one that was just stopped may take a moment to go.
#[track_caller]
pub fn none_is_left(text: &str) {
    let until = Instant::now() + PATIENCE;
    while !running(text).is_empty() && Instant::now() < until {
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(running(text), Vec::<String>::new());
}

#[test]
fn an_endless_program_is_read_as_far_as_wanted_and_stopped() {
    let folder = tempfile::tempdir().unwrap();
    shuffler(folder.path(), "endless-one.py", -1, "");
    let ran = exec(
        folder.path(),
        &["--decks", "3000", "--json"],
        &["python3", "endless-one.py"],
    );
    let ran = ran.ends(0);
    let record = ran.json();
    assert_eq!(record["experiment"]["trials"], 3000);
    assert_eq!(
        record["experiment"]["source"],
        "python3 endless-one.py, text, cards counted from 0, so that 0 is card 1"
    );
    assert_eq!(record["routines"][0]["decks"], 3000);
    none_is_left("endless-one.py");
}

/// Each job is asked by a line of its own: the decks that it gives, and a seed. The same command asks the same.
#[test]
fn a_program_is_told_how_many_decks_are_wanted_and_a_seed() {
    let asked = |seed: &str| {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        write(
            here,
            "asked.py",
            "import os, random, sys\n\
             line = sys.stdin.read()\n\
             open('asked-' + os.environ['COLDDECK_JOB'], 'w').write(line)\n\
             decks, seed = map(int, line.split())\n\
             random.seed(seed)\n\
             for _ in range(decks):\n    print(*random.sample(range(12), 12))\n",
        );
        let options = ["--decks", "1000", "--jobs", "3", "--seed", seed, "--json"];
        let record = exec(here, &options, &["python3", "asked.py"])
            .ends(0)
            .json();
        assert_eq!(record["routines"][0]["decks"], 1000);
        let line = |job| fs::read_to_string(here.join(format!("asked-{job}"))).unwrap();
        [0, 1, 2].map(line)
    };
    let lines = asked("5");
    let numbers = lines.each_ref().map(|line| {
        let (decks, seed) = line.trim_end().split_once(' ').unwrap();
        (decks.parse::<u64>().unwrap(), seed.parse::<u32>().unwrap())
    });
    assert_eq!(numbers.iter().map(|(decks, _)| decks).sum::<u64>(), 1000);
    assert!(numbers.iter().all(|(_, seed)| *seed < 1 << 31));
    assert!(numbers[0].1 != numbers[1].1 && numbers[1].1 != numbers[2].1);
    assert_eq!(asked("5"), lines);
    assert_ne!(asked("6"), lines);
}

#[test]
fn a_program_without_two_dashes_before_it_is_answered_with_the_whole_command() {
    for (words, meant) in [
        (
            &["exec", "--deck", "52", "python3", "x.py"][..],
            "--deck 52 -- python3 x.py",
        ),
        (
            &["exec", "./deal", "--deck", "52", "--jobs=2", "a b"],
            "--deck 52 --jobs=2 -- ./deal 'a b'",
        ),
    ] {
        let Ran { code, err, .. } = run(Path::new("."), words);
        assert_eq!(code, 2, "{err}");
        let begin = format!("error: did you mean `colddeck exec {meant}`?");
        assert!(err.starts_with(&begin), "{err}");
    }
}

/// The same decks through a pipe, to `test`.
#[test]
fn one_job_gives_the_record_of_test() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    shuffler(here, "some.py", 1000, "");
    let through = exec(
        here,
        &["--decks", "1000", "--json"],
        &["python3", "some.py"],
    )
    .ends(0);
    let decks = Command::new("python3")
        .arg("some.py")
        .current_dir(here)
        .env("COLDDECK_JOB", "0")
        .output()
        .unwrap();
    write(here, "decks.txt", decks.stdout);
    let options = [
        "test",
        "decks.txt",
        "--deck",
        "12",
        "--suite",
        "quick",
        "--json",
    ];
    let (mut ours, mut theirs) = (through.json(), run(here, options).ends(0).json());
    for record in [&mut ours, &mut theirs] {
        record["experiment"]["name"].take();
        crate::decks::without_source(record);
    }
    assert_eq!(ours, without_lines(theirs));
}

#[test]
fn several_jobs_give_the_same_record_whoever_is_slow() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    shuffler(here, "even.py", -1, "");
    let records: Vec<String> = ["0", "1", "2"]
        .into_iter()
        .map(|slow| {
            // One of the jobs begins late.
            let script = format!(
                "test $COLDDECK_JOB = {slow} && sleep 0.4\ntest $COLDDECK_JOBS = 3 || exit 9\nexec python3 even.py\n"
            );
            write(here, "slow.sh", script);
            let options = ["--decks", "20000", "--jobs", "3", "--json"];
            exec(here, &options, &["sh", "slow.sh"]).ends(0).out
        })
        .collect();
    assert!(
        records[0].contains("sh slow.sh, 3 jobs, text, cards counted from 0, so that 0 is card 1")
    );
    assert_eq!(records[0], records[1]);
    assert_eq!(records[0], records[2]);
    none_is_left("even.py");
}

/// Programs that do not look at their number write the same decks: that is found out.
#[test]
fn jobs_with_the_same_seed_are_caught() {
    let folder = tempfile::tempdir().unwrap();
    let script =
        "import random\nrandom.seed(1)\nwhile True: print(*random.sample(range(12), 12))\n";
    write(folder.path(), "same.py", script);
    let options = [
        "exec", "--deck", "12", "--decks", "8000", "--jobs", "2", "--", "python3", "same.py",
    ];
    let ran = run(folder.path(), options).ends(1);
    assert!(ran.out.contains("the same deck came up again"), "{ran:#?}");
}

/// Sorted decks take a handful; nobody waits for the rest, and all jobs are stopped.
#[test]
fn a_program_runs_until_it_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let script = "import os, random\nrandom.seed(int(os.environ['COLDDECK_JOB']))\nwhile True:\n    deck = list(range(12))\n    cut = random.randrange(13)\n    print(*deck[cut:], *deck[:cut])\n";
    write(here, "cuts.py", script);
    let options = ["--until-decided", "--jobs", "2", "--json"];
    let ran = exec(here, &options, &["python3", "cuts.py"]).ends(1);
    none_is_left("cuts.py");
    let record = ran.json();
    assert_eq!(record["routines"][0]["anytime"]["verdict"], "fail");
    let decks = record["routines"][0]["decks"].as_u64().unwrap();
    assert!((1..10).contains(&decks), "{decks}");
    // The control was looked at as often.
    assert_eq!(record["routines"][1]["decks"], decks);
    assert_eq!(
        record["experiment"]["until_decided"]["max_trials"],
        1_000_000
    );
    assert_eq!(
        record["experiment"]["source"],
        "python3 cuts.py, 2 jobs, text, cards counted from 0, so that 0 is card 1"
    );

    shuffler(here, "fair-enough.py", -1, "");
    let options = ["--until-decided", "--delta", "0.5", "--json"];
    let ran = exec(here, &options, &["python3", "fair-enough.py"]).ends(0);
    assert_eq!(ran.json()["routines"][0]["anytime"]["verdict"], "pass");
    none_is_left("fair-enough.py");

    let options = ["--until-decided", "--max-trials", "100", "--json"];
    let ran = exec(here, &options, &["python3", "fair-enough.py"]).ends(3);
    assert_eq!(ran.json()["routines"][0]["anytime"]["verdict"], "undecided");
    assert_eq!(ran.json()["routines"][0]["decks"], 100);
}

/// All jobs are heard soon, and whoever is slow, the record is the same.
#[test]
fn until_decided_several_jobs_give_the_same_record_whoever_is_slow() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    // The second job alone never moves its first two cards, the others are fair.
    let script = "import os, random\nrandom.seed(int(os.environ['COLDDECK_JOB']))\nfixed = 2 if os.environ['COLDDECK_JOB'] == '1' else 0\nwhile True:\n    print(*range(fixed), *random.sample(range(fixed, 12), 12 - fixed))\n";
    write(here, "second.py", script);
    let records: Vec<String> = ["0", "1"]
        .into_iter()
        .map(|slow| {
            let script =
                format!("test $COLDDECK_JOB = {slow} && sleep 0.4\nexec python3 second.py\n");
            write(here, "late.sh", script);
            let options = ["--until-decided", "--jobs", "3", "--json"];
            exec(here, &options, &["sh", "late.sh"]).ends(1).out
        })
        .collect();
    assert_eq!(records[0], records[1]);
    let record: serde_json::Value = serde_json::from_str(&records[0]).unwrap();
    let decks = record["routines"][0]["decks"].as_u64().unwrap();
    assert!((65..=256).contains(&decks), "{decks}");
    none_is_left("second.py");
}

#[test]
fn a_program_that_ends_undecided_is_undecided_and_two_numbers_of_decks_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    shuffler(folder.path(), "brief.py", 300, "");
    let options = ["--until-decided", "--max-trials", "500", "--json"];
    let record = exec(folder.path(), &options, &["python3", "brief.py"])
        .ends(3)
        .json();
    let source = record["experiment"]["source"].as_str().unwrap();
    assert!(
        source.contains("which ended after 300 of the 500 decks"),
        "{source}"
    );
    let options = ["--until-decided", "--decks", "500"];
    exec(folder.path(), &options, &["python3", "brief.py"])
        .ends(2)
        .says("--decks")
        .says("--until-decided");
}

#[test]
fn a_spec_may_run_its_program_until_it_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "sorted.py", "while True: print(*range(12))\n");
    let spec = "name = \"decided\"\nquestion = \"Is it fair?\"\ndeck = 12\nseed = 1\nsuite = \"quick\"\nuntil-decided = { delta = 0.2 }\nsource = { command = [\"python3\", \"sorted.py\"] }\n";
    write(here, "decided.toml", spec);
    let options = ["run", "decided.toml", "--allow-commands", "--json"];
    let record = run(here, options).ends(1).json();
    assert_eq!(record["routines"][0]["anytime"]["verdict"], "fail");
    assert_eq!(record["experiment"]["until_decided"]["delta"], 0.2);
    none_is_left("sorted.py");
}

#[test]
fn a_program_that_dies_early_is_reported_with_its_last_words() {
    let folder = tempfile::tempdir().unwrap();
    let end = "for line in range(50): print('line', line, file=sys.stderr)\nsys.exit(3)";
    shuffler(folder.path(), "dies.py", 130, end);
    exec(folder.path(), &["--decks", "2000"], &["python3", "dies.py"])
        .ends(2)
        .prints_nothing()
        .says("error: python3 dies.py ended with exit code 3 after 130 of the 2000 decks that it should write")
        .says("its last words on stderr:\n  | line 40\n")
        .says("  | line 49\n");
    // The message names the one of several that died.
    let end = "if os.environ['COLDDECK_JOB'] == '1': sys.exit(3)\nwhile True: print(*range(12))";
    shuffler(folder.path(), "one-dies.py", 700, end);
    exec(
        folder.path(),
        &["--decks", "2000", "--jobs", "2"],
        &["python3", "one-dies.py"],
    )
    .ends(2)
    .says("python3 one-dies.py (COLDDECK_JOB=1) ended with exit code 3 after 700 of the 976 decks");
    none_is_left("one-dies.py");
}

#[test]
fn a_program_that_a_signal_ends_in_the_middle_of_a_deck_is_reported_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let end = "print('1 2 3', end='', flush=True)\nos.kill(os.getpid(), 9)";
    shuffler(folder.path(), "killed.py", 5, end);
    exec(
        folder.path(),
        &["--decks", "2000"],
        &["python3", "killed.py"],
    )
    .ends(2)
    .says("python3 killed.py was ended by signal 9");
}

#[test]
fn the_decks_of_a_program_that_ends_well_are_tested_however_few() {
    let folder = tempfile::tempdir().unwrap();
    shuffler(folder.path(), "few.py", 100, "");
    let options = ["--decks", "2000", "--json"];
    let record = exec(folder.path(), &options, &["python3", "few.py"]).json();
    assert_eq!(record["routines"][0]["decks"], 100);
    let source = record["experiment"]["source"].as_str().unwrap();
    assert!(
        source.contains("which ended after 100 of the 2,000 decks"),
        "{source}"
    );
    exec(folder.path(), &["--decks", "10"], &["true"])
        .ends(2)
        .says("true ended with exit code 0 after 0 of the 10 decks");
}

#[test]
fn a_program_that_closes_its_output_but_runs_on_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    shuffler(
        folder.path(),
        "closes.py",
        100,
        "sys.stdout.close(); os.close(1); time.sleep(600)",
    );
    exec(
        folder.path(),
        &["--decks", "2000"],
        &["python3", "closes.py"],
    )
    .ends(2)
    .says("closed its output, but kept running, after 100 of the 2000 decks");
    none_is_left("closes.py");
}

#[test]
fn more_decks_than_wanted_are_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    shuffler(folder.path(), "more.py", 500, "time.sleep(600)");
    exec(folder.path(), &["--decks", "500"], &["python3", "more.py"]).ends(0);
    none_is_left("more.py");
}

#[test]
fn garbage_is_refused_with_its_place_and_everything_stops() {
    let folder = tempfile::tempdir().unwrap();
    let end = "print('hello world')\nwhile True: print(*range(12))";
    shuffler(folder.path(), "garbage.py", 70, end);
    exec(
        folder.path(),
        &["--decks", "2000", "--jobs", "2"],
        &["python3", "garbage.py"],
    )
    .ends(2)
    .prints_nothing()
    .says("python3 garbage.py (COLDDECK_JOB=0), line 71, byte ")
    .says("found `hello` as card 1");
    none_is_left("garbage.py");
    // A program that ends well after half a deck is told as well.
    shuffler(folder.path(), "half.py", 70, "print(1, 2, 3, end='')");
    exec(folder.path(), &["--decks", "2000"], &["python3", "half.py"])
        .ends(2)
        .says("python3 half.py, line 71, byte ")
        .says("accepted");
}

#[test]
fn jobs_that_write_differently_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let script = "import os, random\nbase = int(os.environ['COLDDECK_JOB'])\n\
                  while True: print(*random.sample(range(base, base + 12), 12))\n";
    write(folder.path(), "bases.py", script);
    exec(
        folder.path(),
        &["--decks", "2000", "--jobs", "2"],
        &["python3", "bases.py"],
    )
    .ends(2)
    .says("python3 bases.py (COLDDECK_JOB=1), first deck: found text, cards counted from 1");
    let script = "import os, random\nname = 'ab'[int(os.environ['COLDDECK_JOB'])]\n\
                  while True: print(*random.sample([name + str(i) + 'x' for i in range(12)], 12))\n";
    write(folder.path(), "names.py", script);
    exec(
        folder.path(),
        &["--decks", "2000", "--jobs", "2", "--format", "cards"],
        &["python3", "names.py"],
    )
    .ends(2)
    .says("found other names of cards than those that python3 names.py (COLDDECK_JOB=0) writes");
}

/// Runs with longer and longer times until the program had enough to start and to say this, however slow the machine is.
#[track_caller]
pub fn in_time(times: &[&str], said: &str, run: impl Fn(&str) -> Ran) {
    let mut runs = times.iter().map(|time| run(time));
    assert!(
        runs.any(|ran| ran.err.contains(said)),
        "{said} is not said in {times:?}"
    );
}

#[test]
fn a_silent_program_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    shuffler(
        folder.path(),
        "silent.py",
        20,
        "print('waiting', file=sys.stderr); time.sleep(600)",
    );
    // It sleeps for longer than anybody waits for a command here.
    in_time(&["0.7", "3", "12", "48"], "  | waiting", |seconds| {
        let options = ["--decks", "2000", "--timeout", seconds];
        exec(folder.path(), &options, &["python3", "silent.py"])
            .ends(2)
            .says(&format!(
                "python3 silent.py wrote nothing for {seconds} s, after "
            ))
            .says("--timeout")
    });
    none_is_left("silent.py");
}

/// A deck at a time, each long after the other, but never too long.
#[test]
fn a_slow_program_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let script = "import random, sys, time\nwhile True:\n    print(*random.sample(range(12), 12), flush=True)\n    time.sleep(0.01)\n";
    write(folder.path(), "slow.py", script);
    let ran = exec(
        folder.path(),
        &["--decks", "80", "--timeout", "200", "--json"],
        &["python3", "slow.py"],
    );
    assert_eq!(ran.json()["routines"][0]["decks"], 80);
}

/// More on the standard error than a pipe holds, before and between the decks.
#[test]
fn a_talkative_program_does_not_block() {
    let folder = tempfile::tempdir().unwrap();
    let script = "import random, sys\nrandom.seed(1)\nwhile True:\n    print('x' * 100000, file=sys.stderr)\n    print(*random.sample(range(12), 12))\n";
    write(folder.path(), "talks.py", script);
    exec(folder.path(), &["--decks", "500"], &["python3", "talks.py"]).ends(0);
}

#[test]
fn a_program_that_does_not_want_to_end_is_ended_with_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    shuffler(folder.path(), "stubborn-child.py", -1, "");
    let script = "trap '' TERM PIPE\npython3 stubborn-child.py\nsleep 600 # stubborn-shell\n";
    write(folder.path(), "stubborn-shell.sh", script);
    exec(
        folder.path(),
        &["--decks", "2000"],
        &["sh", "stubborn-shell.sh"],
    )
    .ends(0);
    none_is_left("stubborn-child.py");
    none_is_left("stubborn-shell.sh");
}

fn interrupted(
    signal: &str,
    name: &str,
    jobs: &str,
    script_end: &str,
    count: i64,
) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    shuffler(folder.path(), name, count, script_end);
    let mut child: Child = Command::new(env!("CARGO_BIN_EXE_colddeck"))
        .args([
            "exec",
            "--deck",
            "12",
            "--suite",
            "quick",
            "--decks",
            "1000000000",
            "--jobs",
            jobs,
            "--",
        ])
        .args(["python3", name])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let until = Instant::now() + PATIENCE;
    let many: usize = jobs.parse().unwrap();
    // One look decides: a wrapper of python3 may fork for a moment, so that a second one sees fewer.
    let mut found = running(name);
    while found.len() < many && Instant::now() < until {
        thread::sleep(Duration::from_millis(10));
        found = running(name);
    }
    assert!(found.len() >= many, "they run: {found:?}");
    thread::sleep(Duration::from_millis(300));
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args([signal, &id])
            .status()
            .unwrap()
            .success()
    );
    let status = child.wait().unwrap();
    let mut error = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut error)
        .unwrap();
    none_is_left(name);
    (status.code().expect("it ends by itself"), error)
}

#[test]
fn an_interruption_stops_all_jobs() {
    let endless = interrupted("-INT", "interrupted.py", "3", "", -1);
    assert_eq!(endless.0, 2, "{}", endless.1);
    assert!(
        endless.1.contains("error: interrupted after "),
        "{}",
        endless.1
    );
    assert!(
        endless.1.contains("python3 interrupted.py was stopped"),
        "{}",
        endless.1
    );
    let silent = interrupted("-TERM", "terminated.py", "2", "time.sleep(600)", 10);
    assert_eq!(silent.0, 2, "{}", silent.1);
}

/// The programs of a second spec are stopped as those of the first.
#[test]
fn an_interruption_stops_the_programs_of_the_second_spec() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    shuffler(&here.join("specs"), "first-spec.py", -1, "");
    shuffler(&here.join("specs"), "second-spec.py", 10, "time.sleep(600)");
    for (name, script) in [("a", "first-spec.py"), ("b", "second-spec.py")] {
        let spec = SPEC.replace("mine", name).replace("shuffle.py", script);
        write(here, &format!("specs/{name}.toml"), spec);
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_colddeck"))
        .args(["run", "specs", "--allow-commands", "-q"])
        .current_dir(here)
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let until = Instant::now() + PATIENCE;
    while running("second-spec.py").len() < 2 && Instant::now() < until {
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(300));
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(2));
    none_is_left("first-spec.py");
    none_is_left("second-spec.py");
}

#[test]
fn a_program_that_cannot_be_started_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    exec(folder.path(), &[], &["no-such-program", "x"])
        .ends(2)
        .says("cannot start no-such-program x");
    run(folder.path(), ["exec", "--deck", "12"]).ends(2);
}

#[test]
fn copies_in_place_and_skipped_decks_work_as_in_test() {
    let folder = tempfile::tempdir().unwrap();
    let script = "import os, random\nrandom.seed(int(os.environ['COLDDECK_JOB']))\ndeck = ['a'] * 6 + ['b'] * 4 + ['c'] * 2\n\
                  print('broken')\nwhile True:\n    random.shuffle(deck)\n    print(*deck)\n";
    write(folder.path(), "copies.py", script);
    write(folder.path(), "start", "6 a\n4 b\n2 c\n");
    let options = [
        "--decks",
        "2000",
        "--jobs",
        "2",
        "--start",
        "start",
        "--skip-invalid",
        "1",
        "--json",
    ];
    let ran = exec(folder.path(), &options, &["python3", "copies.py"])
        .ends(0)
        .says("note: copies of a card")
        .says("note: broken decks skipped: 2, the first at python3 copies.py (COLDDECK_JOB=0), line 1");
    let source = ran.json()["experiment"]["source"].clone();
    assert_eq!(
        source,
        "python3 copies.py, 2 jobs, cards, relative to start, copies labelled at random (seed 1), 2 broken decks skipped"
    );
    let script = "import random\ndeck = list(range(12))\nwhile True:\n    random.shuffle(deck)\n    print(*deck)\n";
    write(folder.path(), "in-place.py", script);
    let options = ["--decks", "2000", "--jobs", "2", "--in-place"];
    exec(folder.path(), &options, &["python3", "in-place.py"]).ends(0);
}

const SPEC: &str = "name = \"mine\"\ndeck = 12\ntrials = 2000\nsuite = \"quick\"\n\
                    source = { command = [\"python3\", \"shuffle.py\"], format = \"text\", jobs = 2 }\n";

#[test]
fn a_spec_may_name_a_program_that_runs_only_when_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    shuffler(&here.join("specs"), "shuffle.py", -1, "open('ran', 'w')");
    write(here, "specs/mine.toml", SPEC);
    run(here, ["run", "specs/mine.toml"])
        .ends(2)
        .prints_nothing()
        .says("specs/mine.toml:5: key `source.command`: found the program `python3 shuffle.py`")
        .says("--allow-commands");
    assert!(!here.join("results").exists());
    run(here, ["run", "specs/mine.toml", "--allow-commands", "-q"]).ends(0);
    let record = record(&here.join("results/specs/mine/record.json"));
    assert_eq!(
        record["experiment"]["source"],
        "python3 shuffle.py, 2 jobs, text, cards counted from 0, so that 0 is card 1"
    );
    assert_eq!(record["experiment"]["trials"], 2000);
    assert_eq!(record["routines"][0]["name"], "decks");
}

/// A relative path of the program itself starts at the spec, from wherever it is run.
#[test]
fn paths_in_a_spec_start_at_the_spec() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    shuffler(&here.join("specs/tools"), "shuffle.py", -1, "");
    let path = write(
        here,
        "specs/tools/run.sh",
        "#!/bin/sh\nexec python3 tools/shuffle.py\n",
    );
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    write(
        here,
        "specs/start",
        "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n",
    );
    let spec = SPEC.replace("[\"python3\", \"shuffle.py\"]", "[\"tools/run.sh\"]");
    let spec = spec.replace("jobs = 2", "start = \"start\"");
    write(here, "specs/mine.toml", &spec);
    run(here, ["run", "specs/mine.toml", "--allow-commands", "-q"]).ends(0);
    let elsewhere = here.join("else");
    fs::create_dir(&elsewhere).unwrap();
    run(
        &elsewhere,
        ["run", "../specs/mine.toml", "--allow-commands", "-q"],
    )
    .ends(0);
}

#[test]
fn a_spec_says_how_decks_are_read_in_all_the_ways_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let script = "import random\nrandom.seed(5)\nprint('deal;' + ';'.join('card %d' % at for at in range(12)))\nprint('1;broken')\n\
                  deck = list(range(1, 13))\nfor deal in range(2001):\n    random.shuffle(deck)\n    print(deal, *deck, sep=';')\n";
    write(here, "shuffle.py", script);
    let keys = "format = \"csv\", base = 1, header = \"yes\", columns = \"2-13\", in-place = true, skip-invalid = 1";
    let spec = SPEC.replace("format = \"text\", jobs = 2", keys);
    write(here, "mine.toml", &spec);
    let json = |arguments: &[&str]| {
        let ran = run(here, arguments).ends(0);
        assert!(ran.err.contains("broken decks skipped: 1"), "{ran:?}");
        let record = ran.json();
        (
            record["experiment"]["source"].clone(),
            record["routines"].clone(),
        )
    };
    let (source, routines) = json(&["run", "mine.toml", "--allow-commands", "--json"]);
    assert_eq!(
        source,
        "python3 shuffle.py, csv separated by semicolons after a header row, columns 2-13, cards counted from 1, \
         each deck relative to the one before it, 1 broken deck skipped"
    );
    let flags = "--deck 12 --suite quick --format csv --base 1 --header yes --columns 2-13 --in-place --skip-invalid 1 --json";
    let flags: Vec<&str> = flags.split(' ').collect();
    let program = ["--decks", "2000", "--", "python3", "shuffle.py"];
    let by_flags = json(&[&["exec"], &flags[..], &program].concat());
    assert_eq!(by_flags, (source, routines));

    // A file, read to its end, wherever the program is run.
    let decks = Command::new("python3")
        .current_dir(here)
        .arg("shuffle.py")
        .output()
        .unwrap();
    fs::write(here.join("decks.csv"), decks.stdout).unwrap();
    let command = "command = [\"python3\", \"shuffle.py\"]";
    let spec = spec
        .replace(command, "file = \"decks.csv\"")
        .replace("trials = 2000\n", "");
    write(
        here,
        "specs/mine.toml",
        spec.replace("decks.csv", "../decks.csv"),
    );
    let (source, routines) = json(&["run", "specs/mine.toml", "--json", "--out", "out"]);
    assert!(
        source.as_str().unwrap().starts_with("decks.csv, csv"),
        "{source}"
    );
    let by_flags = json(&[&["test", "decks.csv"], &flags[..]].concat());
    assert_eq!(by_flags.1, routines);
    assert_eq!(routines[0]["decks"], 2000);
    wrong_keys_beside_a_file(here, &spec);
    write(here, "mine.toml", &spec);
    run(here, ["run", "mine.toml", "--trials", "5"])
        .ends(2)
        .says("--trials: mine.toml:4: key `source.file` is read to its end");
    // Watched, it stops when it is decided.
    let watched = format!("until-decided = {{ delta = 0.5, max-trials = 2000 }}\n{spec}");
    write(here, "mine.toml", watched);
    run(here, ["run", "mine.toml", "--out", "out", "-q"]).ends(0);
}

fn wrong_keys_beside_a_file(here: &Path, spec: &str) {
    for (from, to, message) in [
        (
            "base = 1",
            "base = 2",
            "key `source.base`: found `2`; accepted: 0 or 1",
        ),
        (
            "\"yes\"",
            "\"yse\"",
            "key `source.header`: found `yse`; accepted: `auto`, `yes`, `no`; did you mean `yes`?",
        ),
        (
            "\"2-13\"",
            "\"2-14\"",
            "key `source.columns`: found 13 columns; accepted: 12",
        ),
        (
            "\"2-13\"",
            "\"x-\"",
            "key `source.columns`: found `x-`; accepted: the first and the last",
        ),
        (
            "\"csv\"",
            "\"u8\"",
            "key `source.columns`: found another format; accepted: format = \"csv\"",
        ),
        (
            "invalid = 1",
            "invalid = -1",
            "key `source.skip-invalid`: found `-1`",
        ),
        (
            "name =",
            "trials = 5\nname =",
            "key `trials`: found it with a file that holds the decks (`source.file`)",
        ),
        (
            "base = 1",
            "jobs = 2",
            "key `source.jobs`: found it with a file",
        ),
        (
            "base = 1",
            "time-per-job = 5",
            "key `source.time-per-job`: found it with a file",
        ),
        (
            "base = 1",
            "command = [\"python3\", \"shuffle.py\"]",
            "key `source.file`: found it with a program",
        ),
        ("decks.csv", "none.csv", "none.csv: cannot read it"),
    ] {
        assert!(spec.contains(from), "{from}");
        write(here, "wrong.toml", spec.replace(from, to));
        run(here, ["run", "wrong.toml"])
            .ends(2)
            .prints_nothing()
            .says(message);
    }
}

#[test]
fn wrong_keys_beside_a_program_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let refuse = |from: &str, to: &str, message: &str| {
        write(here, "mine.toml", SPEC.replace(from, to));
        run(here, ["run", "mine.toml", "--allow-commands"])
            .ends(2)
            .prints_nothing()
            .says(message);
    };
    refuse(
        "suite = \"quick\"",
        "routines = [\"S\"]",
        "mine.toml:4: key `routines`: found it with a program",
    );
    refuse(
        "suite = \"quick\"",
        "replicates = 2",
        "mine.toml:4: key `replicates`: found it with a program",
    );
    refuse(
        "jobs = 2",
        "jobs = 0",
        "key `source.jobs`: found `0`; accepted: a whole number from 1 to 1024",
    );
    refuse(
        "jobs = 2",
        "timeout = -1.0",
        "key `source.timeout`: found `-1`",
    );
    refuse(
        "jobs = 2",
        "time-per-job = -1.0",
        "key `source.time-per-job`: found `-1`",
    );
    refuse(
        "jobs = 2",
        "memory = \"kept\"",
        "key `source.memory`: found it with a program",
    );
    refuse(
        "\"text\"",
        "\"txet\"",
        "key `source.format`: found `txet`; accepted: `auto`, `text`",
    );
    refuse(
        "[\"python3\", \"shuffle.py\"]",
        "[]",
        "key `source.command`: found no program",
    );
    refuse(
        "command = [\"python3\", \"shuffle.py\"], format = \"text\", jobs = 2",
        "",
        "key `routines`: it is missing",
    );
    let spec = SPEC.replace("command = [\"python3\", \"shuffle.py\"], ", "");
    write(here, "mine.toml", format!("routines = [\"S\"]\n{spec}"));
    run(here, ["run", "mine.toml"])
        .ends(2)
        .says("key `source.format`: found it without `command`");
    write(here, "mine.toml", SPEC);
    ran(program(here).args(["run", "mine.toml", "--allow-commands", "--memory", "kept"]))
        .ends(2)
        .says("--memory: mine.toml:5: key `source.command` makes the decks");
}
