//! Runs that are stopped and gone on from, and runs that are shared out: the same bytes as in one go, and a clear word
//! where that cannot be.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::common::{PATIENCE, Ran, program, ran, run, write};

/// Takes some rounds of the engine, however fast the machine is.
const SPEC: &str = "name = \"long\"\nquestion = \"?\"\ndeck = 20\ntrials = 1_500_000\nseed = 7\nroutines = [\"RRR\", \"H\", \"S\"]\n\
                    suite = \"quick\"\n";

const SHORT: &str = "name = \"short\"\nquestion = \"?\"\ndeck = 12\ntrials = 60_001\nseed = 7\nroutines = [\"RRR\", \"S\"]\n\
                     suite = \"standard\"\n";

/// The files of a result that depend on the spec alone.
const FILES: [&str; 3] = ["record.json", "report.md", "report.html"];

fn results(folder: &Path, out: &str, name: &str) -> PathBuf {
    folder.join(out).join("specs").join(name)
}

#[track_caller]
fn same_files(a: &Path, b: &Path) {
    for name in FILES {
        let read = |folder: &Path| fs::read(folder.join(name)).unwrap();
        assert!(
            read(a) == read(b),
            "{name} of {} and {}",
            a.display(),
            b.display()
        );
    }
}

/// Runs the spec `specs/x.toml`, with these words beside it.
fn spec(folder: &Path, words: &[&str]) -> Ran {
    run(folder, ["run", "specs/x.toml"].iter().chain(words))
}

#[test]
#[ignore = "some 50 s of processor: .ci/run ignored"]
fn a_run_whose_time_is_over_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "specs/x.toml", SPEC);
    spec(folder, &["--out", "whole", "-q"]).ends(1);
    let stopped = spec(folder, &["--out", "cut", "--time-limit", "0.01"]).ends(1);
    assert!(stopped.out.contains("Interim, after"), "{stopped:#?}");
    let stopped = stopped.says("the time is over: saved in").says("--resume");
    drop(stopped);
    let cut = results(folder, "cut", "long");
    // A verdict on the way is written nowhere.
    assert!(!cut.join("record.json").exists());
    assert!(cut.join("checkpoint.colddeck").exists());
    let mut stops = 0;
    loop {
        let ran = spec(
            folder,
            &["--out", "cut", "--resume", "--time-limit", "0.01", "--json"],
        )
        .ends(1);
        if ran.json().get("interim").is_none() {
            break;
        }
        stops += 1;
        assert!(stops < 1_000);
    }
    assert!(!cut.join("checkpoint.colddeck").exists());
    same_files(&results(folder, "whole", "long"), &cut);
    // A finished run is not run again.
    spec(folder, &["--out", "cut", "--resume"])
        .ends(1)
        .says("finished before");
    fs::write(cut.join("record.json"), "{}").unwrap();
    let again = spec(folder, &["--out", "cut", "--resume"]).ends(1);
    assert!(!again.err.contains("finished before"), "{again:#?}");
    same_files(&results(folder, "whole", "long"), &cut);
}

#[cfg(unix)]
#[test]
fn a_signal_saves_what_was_counted_and_tells_the_verdict_so_far() {
    use std::process::{Command, Stdio};
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        write(
            folder,
            "specs/x.toml",
            SPEC.replace("1_500_000", "40_000_000"),
        );
        let mut command = Command::new(env!("CARGO_BIN_EXE_colddeck"));
        command.current_dir(folder).args([
            "run",
            "specs/x.toml",
            "--out",
            "out",
            "--checkpoint",
            "0.1s",
        ]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        let saved = folder.join("out/specs/long/checkpoint.colddeck");
        let until = Instant::now() + PATIENCE;
        while !saved.exists() {
            assert!(Instant::now() < until, "nothing was saved");
            std::thread::sleep(Duration::from_millis(5));
        }
        let pid = child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &pid]).status();
        assert!(sent.unwrap().success());
        let ended = child.wait_with_output().unwrap();
        let (out, err) = (
            String::from_utf8_lossy(&ended.stdout),
            String::from_utf8_lossy(&ended.stderr),
        );
        assert_eq!(ended.status.code(), Some(code), "{out}{err}");
        assert!(out.contains("Interim, after"), "{out}{err}");
        assert!(err.contains("interrupted: saved in"), "{err}");
    }
}

#[test]
fn what_is_of_another_run_or_damaged_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "specs/x.toml", SPEC);
    let stop = || spec(folder, &["--out", "out", "--time-limit", "0.01"]).ends(1);
    drop(stop());
    let saved = results(folder, "out", "long").join("checkpoint.colddeck");
    let good = fs::read(&saved).unwrap();
    let resume = |words: &[&str]| spec(folder, &[&["--out", "out", "--resume"], words].concat());
    write(folder, "specs/x.toml", SPEC.replace("seed = 7", "seed = 8"));
    drop(
        resume(&[])
            .ends(2)
            .says("x.toml was changed since")
            .prints_nothing(),
    );
    write(folder, "specs/x.toml", SPEC);
    drop(
        resume(&["--trials", "100000"])
            .ends(2)
            .says("other options"),
    );
    let mut damaged = good.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&saved, &damaged).unwrap();
    drop(resume(&[]).ends(2).says("it is damaged"));
    fs::write(&saved, &good[..middle]).unwrap();
    drop(resume(&[]).ends(2).says("it is damaged"));
    fs::write(&saved, "counts").unwrap();
    drop(resume(&[]).ends(2).says("no file of counts"));
    // A refusal changes nothing.
    assert_eq!(fs::read(&saved).unwrap(), b"counts");
    // Without --resume it begins anew, and says that something was left.
    drop(
        spec(folder, &["--out", "out"])
            .ends(1)
            .says("this run begins anew"),
    );
    assert!(!saved.exists());
}

#[test]
fn parts_are_merged_to_the_bytes_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "specs/x.toml", SHORT);
    write(folder, "deck.txt", "8 land\n12 spell\n");
    spec(folder, &["--out", "whole", "-q"]).ends(1);
    for part in 1..=3 {
        let shard = format!("{part}/3");
        drop(
            spec(folder, &["--out", "parts", "--shard", &shard])
                .ends(0)
                .says("colddeck merge")
                .prints_nothing(),
        );
    }
    let parts = results(folder, "parts", "short");
    let part = |number: u32| parts.join(format!("part-{number}-of-3.colddeck"));
    // Elsewhere, where the spec is not.
    let elsewhere = tempfile::tempdir().unwrap();
    let merge = |words: &[&Path]| {
        let words = words.iter().map(|path| path.as_os_str().to_owned());
        run(
            elsewhere.path(),
            ["merge".into(), "--out".into(), "merged".into()]
                .into_iter()
                .chain(words),
        )
    };
    merge(&[&part(3), &part(1), &part(2)]).ends(1);
    same_files(
        &results(folder, "whole", "short"),
        &results(elsewhere.path(), "merged", "short"),
    );
    drop(merge(&[&part(3), &part(1)]).ends(2).says("without `2`"));
    drop(
        merge(&[&part(3), &part(1), &part(3)])
            .ends(2)
            .says("both are part 3 of 3"),
    );
    drop(
        merge(&[&part(1), Path::new("none")])
            .ends(2)
            .says("none: cannot read it"),
    );
    drop(spec(folder, &["--out", "parts", "--shard", "1/4", "-q"]).ends(0));
    let foreign = parts.join("part-1-of-4.colddeck");
    drop(
        merge(&[&part(1), &foreign])
            .ends(2)
            .says("one of 4 parts, others of 3"),
    );
    drop(
        spec(
            folder,
            &["--out", "other", "--seed", "8", "--shard", "2/3", "-q"],
        )
        .ends(0),
    );
    let other = results(folder, "other", "short").join("part-2-of-3.colddeck");
    drop(merge(&[&part(1), &other]).ends(2).says("other options"));

    // A routine with a decklist, which is no more there.
    let routine = [
        "run", "RRR", "--deck", "deck.txt", "--trials", "30000", "--suite", "quick",
    ];
    let whole = run(folder, routine.iter().chain(&["--json"])).ends(1);
    for shard in ["1/2", "2/2"] {
        run(folder, routine.iter().chain(&["--shard", shard])).ends(0);
    }
    let parts: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with("-of-2.colddeck"))
        .collect();
    assert_eq!(parts.len(), 2);
    fs::remove_file(folder.join("deck.txt")).unwrap();
    let parts = parts.iter().map(|path| path.as_os_str().to_owned());
    let merged = run(
        folder,
        ["merge".into(), "--json".into()].into_iter().chain(parts),
    )
    .ends(1);
    assert_eq!(merged.out, whole.out);
}

#[test]
fn what_cannot_be_shared_out_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let refused = |words: &[&str], why: &str| {
        let ran = run(folder, ["run", "S", "--deck", "10"].iter().chain(words));
        drop(ran.ends(2).says(why).prints_nothing());
    };
    refused(
        &["--shard", "1/2", "--until-decided"],
        "it stops once it is decided",
    );
    refused(
        &["--shard", "3/2"],
        "accepted: the part and the number of parts",
    );
    refused(&["--shard", "slurm"], "SLURM_ARRAY_TASK_ID is missing");
    refused(&["--checkpoint", "soon"], "a length of time");
    write(folder, "decks.txt", "0 1 2\n2 1 0\n");
    write(
        folder,
        "specs/x.toml",
        "name = \"outside\"\nquestion = \"?\"\ndeck = 3\nsource = { file = \"../decks.txt\" }\n",
    );
    drop(
        spec(folder, &["--shard", "1/2"])
            .ends(2)
            .says("its decks come from outside"),
    );
}

#[cfg(unix)]
#[test]
fn one_run_at_a_time_has_a_folder_and_clears_what_a_killed_one_left() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "specs/x.toml", SHORT);
    let results = folder.join("out/specs/short");
    fs::create_dir_all(&results).unwrap();
    for left in [
        ".colddeck-record.json-a1b2c3",
        ".colddeck-checkpoint.colddeck-x",
    ] {
        fs::write(results.join(left), "half").unwrap();
    }
    // Parts that others count now, and files of the user's own, stay.
    for theirs in [".colddeck-part-1-of-2.colddeck-q", "notes.txt"] {
        fs::write(results.join(theirs), "theirs").unwrap();
    }
    let held = fs::File::open(&results).unwrap();
    held.lock().unwrap();
    drop(
        spec(folder, &["--out", "out"])
            .ends(2)
            .says("another run of colddeck writes here now")
            .prints_nothing(),
    );
    assert!(results.join(".colddeck-record.json-a1b2c3").exists());
    held.unlock().unwrap();
    spec(folder, &["--out", "out", "-q"]).ends(1);
    let mut names: Vec<String> = fs::read_dir(&results)
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name().into_string().unwrap())
        .filter(|name| !FILES.contains(&name.as_str()))
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            ".colddeck-part-1-of-2.colddeck-q",
            "machine.json",
            "notes.txt",
            "pictures.svg"
        ]
    );
}

#[test]
fn a_routine_writes_nothing_unless_it_is_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = [
        "run",
        "RRR",
        "--deck",
        "20",
        "--trials",
        "1500000",
        "--suite",
        "quick",
        "--time-limit",
        "0.01",
    ];
    let ran = run(folder, words)
        .ends(1)
        .says("nothing was saved; --checkpoint");
    assert!(ran.out.contains("Interim"), "{ran:#?}");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
    let asked = run(folder, words.iter().chain(&["--checkpoint", "60s"])).ends(1);
    drop(asked.says("saved in"));
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
    let whole = run(folder, words[..8].iter().chain(&["--json"])).ends(1);
    let resumed = ran_json(folder, &words[..8]);
    assert_eq!(resumed, whole.out);
    assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
}

fn ran_json(folder: &Path, words: &[&str]) -> String {
    let mut command = program(folder);
    ran(command.args(words).args(["--resume", "--json"]))
        .ends(1)
        .out
}

#[test]
#[ignore = "some 55 s of processor: .ci/run ignored"]
fn a_calibration_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = |out: &'static str| {
        [
            "calibrate",
            "--deck",
            "6",
            "--only",
            "ideal,anytime",
            "--replicates",
            "3000",
            "--anytime-replicates",
            "40",
            "--decks",
            "100",
            "--out",
            out,
        ]
    };
    run(folder, words("whole")).ends(0);
    let mut stops = 0;
    loop {
        let limit = if stops == 0 { "0.01" } else { "1" };
        let ran = run(
            folder,
            words("cut")
                .iter()
                .chain(&["--resume", "--time-limit", limit]),
        );
        if folder.join("cut/record.json").exists() {
            ran.ends(0);
            break;
        }
        drop(ran.ends(3).says("the time is over: saved in"));
        stops += 1;
        assert!(stops < 1_000);
    }
    assert!(stops > 0);
    let read = |out: &str| fs::read(folder.join(out).join("record.json")).unwrap();
    assert_eq!(read("whole"), read("cut"));
    assert!(!folder.join("cut/checkpoint.colddeck").exists());
}
