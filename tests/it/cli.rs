//! The command line is a contract: exit codes, what goes to standard output and what does not,
//! where results are written, and how options are refused.

use std::fs;
use std::path::Path;

use crate::common::{files, program, ran, record, run, write};
use deck::rng;
use shuffle::policy::Memory;

use serde_json::Value;

/// A small spec; the outcome of its run is settled by its routines.
fn spec(name: &str, routines: &str, more: &str) -> String {
    format!(
        "name = \"{name}\"\ndeck = 10\ntrials = 2000\nseed = 3\nroutines = {routines}\n{more}\n"
    )
}

/// A claim that comes out as expected or not, whatever the random numbers are.
fn claim(expect: &str) -> String {
    format!(
        "[[claims]]\nid = \"c-is-even\"\ntext = \"a cut moves every card anywhere\"\nkind = \"equals\"\n\
         figure = \"position-matrix.same_half_exact\"\nroutine = \"C\"\npublished = \"0.5\"\nexpect = \"{expect}\""
    )
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

// Help and lists.

#[test]
fn every_command_has_its_help() {
    let folder = folder();
    let here = folder.path();
    for (arguments, says) in [
        (&["--help"][..], "no evidence against the shuffle"),
        (&["help"], "no evidence against the shuffle"),
        (&["run", "--help"], "--trials"),
        (&["help", "run"], "--trials"),
        (&["list", "--help"], "shuffles"),
        (
            &["--version"],
            concat!("colddeck ", env!("CARGO_PKG_VERSION")),
        ),
    ] {
        let ran = run(here, arguments).ends(0);
        assert!(
            ran.out.contains(says) && ran.err.is_empty(),
            "{arguments:?}: {ran:#?}"
        );
    }
    let help = run(here, ["--help"]).out;
    for command in ["run", "list"] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
    }
    let help = run(here, ["run", "--help"]).out;
    for option in [
        "--deck",
        "--trials",
        "--seed",
        "--shuffle",
        "--threads",
        "--out",
        "--json",
        "--quiet",
    ] {
        assert!(help.contains(option), "{option}: {help}");
    }
}

#[test]
fn a_wrong_command_line_ends_with_2_and_says_why() {
    let folder = folder();
    for (arguments, says) in [
        (&[][..], "Usage"),
        (&["run"], "SPEC|FOLDER|ROUTINE"),
        (&["runn", "S"], "run"),
        (&["run", "S", "--deck"], "--deck"),
        (&["run", "S", "--deck", "ten"], "ten"),
        (&["run", "S", "--deck", "10", "--threads", "0"], "--threads"),
        (
            &["run", "S", "--deck", "10", "--threads", "1025"],
            "from 1 to 1,024",
        ),
        (&["run", "S", "--deck", "10", "--colour"], "--colour"),
        (&["list", "decks"], "shuffles"),
        (&["run", "S", "--deck", "99999999999999999999"], "--deck"),
    ] {
        run(folder.path(), arguments)
            .ends(2)
            .prints_nothing()
            .says(says);
    }
}

/// The words of a page, wherever its lines end.
fn in_one_line(page: &str) -> String {
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn lists_name_every_kind() {
    let folder = folder();
    let list = |what: &[&str]| {
        let page = run(folder.path(), [&["list"][..], what].concat())
            .ends(0)
            .out;
        let wide = page.lines().find(|line| line.chars().count() > 100);
        assert_eq!(wide, None);
        in_one_line(&page)
    };
    let has = |list: &str, name: &str, about: &str| {
        let entry = in_one_line(&format!("{name} {about}"));
        assert!(list.contains(&entry), "{entry}: {list}");
    };
    let shuffles = list(&["shuffles"]);
    for kind in shuffle::KINDS {
        has(&shuffles, kind.name, kind.about);
        let all = list(&["shuffles", kind.name]);
        for parameter in kind.parameters {
            has(&all, &format!("{}:", parameter.name), parameter.about);
        }
        has(&all, "", kind.source);
    }
    for (letter, kind, _) in shuffle::DEFAULT_LETTERS {
        has(&shuffles, &letter.to_string(), kind);
    }
    for group in shuffle::Group::ALL {
        has(&shuffles, "", group.title());
    }
    let statistics = list(&["statistics"]);
    for kind in statistic::KINDS {
        has(&statistics, kind.name, kind.about);
    }
    let generators = list(&["generators"]);
    for about in rng::GENERATORS {
        has(&generators, about.name, about.about);
    }
    let sources = list(&["sources"]);
    for (word, about) in rng::Seeding::WORDS {
        has(&sources, word, about);
    }
    for (name, _, about) in Memory::NAMES {
        has(&sources, name, about);
    }
    let loaders = list(&["loaders"]);
    for step in shuffle::loader::STEPS {
        has(&loaders, &step.written(), step.about);
    }
}

#[test]
fn a_list_without_a_name_says_which_lists_there_are() {
    let folder = folder();
    let here = folder.path();
    let page = run(here, ["list"]).ends(0).out;
    assert!(page.lines().count() < 20, "{page}");
    for what in [
        "shuffles",
        "statistics",
        "generators",
        "draws",
        "sources",
        "loaders",
        "claims",
        "experiments",
    ] {
        assert!(page.contains(&format!("\n  {what} (")), "{what}: {page}");
        if what != "experiments" {
            run(here, ["list", what]).ends(0);
        }
    }
    let number = format!("shuffles ({})", shuffle::KINDS.len());
    assert!(page.contains(&number), "{number}: {page}");
    run(here, ["list", "shuffles", "inversions"])
        .ends(2)
        .says("which is not among the shuffles");
    run(here, ["list", "claims", "equal"])
        .ends(2)
        .says("did you mean `equals`?");
}

#[test]
fn the_version_says_what_it_was_built_from() {
    let folder = folder();
    let long = run(folder.path(), ["--version"]).ends(0).out;
    for head in ["commit: ", "date: ", "features: cli", "target: "] {
        assert!(long.contains(&format!("\n{head}")), "{head}: {long}");
    }
    let short = run(folder.path(), ["-V"]).ends(0).out;
    assert_eq!(short.lines().count(), 1, "{short}");
}

#[test]
fn man_pages_and_completions_are_made_of_the_command_line() {
    let folder = folder();
    let here = folder.path();
    let page = run(here, ["generate", "man"]).ends(0).out;
    assert!(page.contains(".TH colddeck 1"), "{page}");
    run(here, ["generate", "man", "--out", "man"])
        .ends(0)
        .prints_nothing();
    for name in ["colddeck.1", "colddeck-test.1", "colddeck-exact-tv.1"] {
        let page = fs::read_to_string(here.join("man").join(name)).expect(name);
        assert!(page.starts_with(".ie"), "{page}");
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = run(here, ["generate", "completions", shell]).ends(0).out;
        assert!(text.contains("until-decided"), "{shell}");
    }
    run(here, ["generate", "completions", "sh"])
        .ends(2)
        .says("found `sh`; accepted: bash");
}

#[test]
fn a_summary_is_short_and_says_what_failed() {
    let folder = folder();
    let here = folder.path();
    let many = ["C", "R", "H", "M", "G", "RR", "CC", "HH", "GG", "MM"];
    let deck = ["--deck", "20", "--trials", "2000", "--json=summary"];
    for routines in [&many[..1], &many[..]] {
        let text = run(here, [&["run"][..], routines, &deck].concat())
            .ends(1)
            .out;
        assert!(text.len() <= 4_096, "{} bytes", text.len());
        let summary: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(summary["schema"], "colddeck.summary/1");
        assert_eq!(summary["outcome"], "evidence");
        assert_eq!(summary["version"], env!("CARGO_PKG_VERSION"));
        let said = summary["headline"].as_str().expect("a sentence");
        assert!(
            said.contains("not fair") || said.contains("is fair"),
            "{said}"
        );
        let first = &summary["routines"][0];
        assert_eq!(first["name"], "C");
        assert!(!first["failed"].as_array().expect("tests").is_empty());
        let shown = summary["routines"].as_array().expect("routines").len();
        let left = summary["left_out"]["routines"].as_u64().expect("a number");
        assert_eq!(shown as u64 + left, routines.len() as u64);
    }
    let deck = ["--deck", "20", "--trials", "2000", "--export", "all.json"];
    run(here, [&["run", "C"][..], &deck].concat()).ends(1);
    let again = run(here, ["report", "all.json", "--json=summary"])
        .ends(0)
        .out;
    let once = run(
        here,
        [&["run", "C"][..], &deck[..4], &["--json=summary"]].concat(),
    )
    .out;
    assert_eq!(again, once);
}

#[test]
fn experiments_are_listed_with_their_questions() {
    let folder = folder();
    let here = folder.path();
    let spec = spec("even", "[\"C\"]", "question = \"Is a cut even?\"");
    write(
        here,
        "experiments/cuts/even.toml",
        spec.replace("name", "# a comment\nname"),
    );
    write(here, "elsewhere/one.toml", &spec);
    let listed = run(here, ["list", "experiments"]).ends(0).out;
    assert!(
        listed.contains("cuts/even.toml") && listed.contains("Is a cut even?"),
        "{listed}"
    );
    let listed = run(here, ["list", "experiments", "--folder", "elsewhere"])
        .ends(0)
        .out;
    assert!(listed.contains("elsewhere/one.toml"), "{listed}");
    run(here, ["list", "experiments", "--folder", "nowhere"])
        .ends(2)
        .says("nowhere: found no such folder here");
}

// Exit codes.

#[test]
fn exit_0_without_evidence_1_with_evidence_3_with_too_few_decks() {
    let folder = folder();
    let here = folder.path();
    let deck = ["--deck", "10", "--trials", "2000", "--seed", "3"];
    run(here, [&["run", "S"][..], &deck].concat()).ends(0);
    run(here, [&["run", "C"][..], &deck].concat()).ends(1);
    run(here, [&["run", "S", "C"][..], &deck].concat()).ends(1);
    // Only statistics that state how many decks they need, and too few of them.
    write(
        here,
        "few.toml",
        spec("few", "[\"C\"]", "statistics = [\"position-matrix\"]"),
    );
    let few = run(here, ["run", "few.toml", "--trials", "1"]).ends(3);
    assert!(
        few.out.contains("Too few decks to say anything: 1 given"),
        "{few:#?}"
    );
    // A spec whose statistics make no test says nothing either.
    write(
        here,
        "none.toml",
        spec("none", "[\"C\"]", "statistics = [\"duplicates\"]"),
    );
    run(here, ["run", "none.toml"]).ends(3);
}

/// The default statistics have a test that is valid from one deck on, so one deck passes.
#[test]
fn one_deck_of_the_default_statistics_ends_with_a_verdict() {
    let folder = folder();
    let ran = run(
        folder.path(),
        ["run", "S", "--deck", "10", "--trials", "1", "--json"],
    )
    .ends(0);
    let record = ran.json();
    let verdicts = record["routines"][0]["tests"].as_array().unwrap().iter();
    let verdicts: Vec<&str> = verdicts
        .map(|test| test["verdict"].as_str().unwrap())
        .collect();
    // A pair of a card and a place cannot be a surprise in one deck; its number of inversions can.
    assert_eq!(verdicts[..3], ["invalid"; 3]);
    assert!(verdicts.contains(&"pass") && !verdicts.contains(&"fail"));
}

#[test]
fn with_claims_they_alone_decide() {
    let folder = folder();
    let here = folder.path();
    // A cut fails the test of the order, and the claim is true all the same.
    write(
        here,
        "good.toml",
        spec("good", "[\"C\"]", &claim("confirmed")),
    );
    write(here, "bad.toml", spec("bad", "[\"C\"]", &claim("refuted")));
    let good = run(here, ["run", "good.toml"]).ends(0);
    assert!(good.out.contains("The claim came out"), "{good:#?}");
    let bad = run(here, ["run", "bad.toml"]).ends(1);
    assert!(
        bad.out
            .replace('\n', " ")
            .contains("did not come out as the spec expects: c-is-even"),
        "{bad:#?}"
    );
    // Too few decks for any test change nothing.
    run(here, ["run", "good.toml", "--trials", "1"]).ends(0);
}

#[test]
fn over_several_specs_the_worst_exit_wins() {
    let folder = folder();
    let here = folder.path();
    write(here, "fair/s.toml", spec("s", "[\"S\"]", ""));
    write(here, "fair/also.toml", spec("also", "[\"(S)*2\"]", ""));
    write(here, "cut.toml", spec("cut", "[\"C\"]", ""));
    write(
        here,
        "none.toml",
        spec("none", "[\"S\"]", "statistics = [\"duplicates\"]"),
    );
    write(
        here,
        "wrong/deck.toml",
        spec("deck", "[\"S\"]", "").replace("10", "1"),
    );
    for (what, code) in [
        (&["fair"][..], 0),
        (&["fair", "none.toml"], 3),
        (&["none.toml", "fair"], 3),
        (&["none.toml", "cut.toml", "fair"], 1),
        (&["cut.toml", "none.toml", "fair/s.toml"], 1),
        (&["cut.toml", "fair", "wrong"], 2),
        (&["wrong", "cut.toml"], 2),
    ] {
        run(here, [&["run"], what].concat()).ends(code);
    }
    let results = files(&here.join("results/fair"));
    assert_eq!(
        results
            .iter()
            .filter(|file| file.ends_with("record.json"))
            .count(),
        2
    );
}

#[test]
fn specs_folders_and_routines_can_be_mixed() {
    let folder = folder();
    let here = folder.path();
    write(here, "fair/s.toml", spec("s", "[\"S\"]", ""));
    let both = run(
        here,
        ["run", "fair", "C*2", "--deck", "10", "--trials", "500"],
    )
    .ends(1);
    assert!(both.out.contains("C*2"), "{both:#?}");
    // The record, its page, report and pictures, and what the machine did, of the spec alone.
    assert_eq!(files(&here.join("results")).len(), 5);
}

// Standard output.

#[test]
fn json_prints_the_record_and_nothing_else() {
    let folder = folder();
    let here = folder.path();
    let ran = run(
        here,
        ["run", "S", "--deck", "10", "--trials", "100", "--json"],
    )
    .ends(0);
    let printed = ran.json();
    assert_eq!(printed["schema"], "colddeck.record/3");
    assert!(ran.out.ends_with("}\n"), "{ran:#?}");
    let first = printed.as_object().unwrap().keys().next();
    assert_eq!(first.map(String::as_str), Some("schema"));
    assert_eq!(files(here), [""; 0]);
    // The same text as in the file.
    run(
        here,
        [
            "run", "S", "--deck", "10", "--trials", "100", "--quiet", "--out", "o",
        ],
    )
    .ends(0);
    let written = fs::read_to_string(here.join("o/routine/record.json")).unwrap();
    assert_eq!(written, ran.out);
    let quiet = run(
        here,
        [
            "run", "S", "--deck", "10", "--trials", "100", "--json", "--quiet",
        ],
    )
    .ends(0);
    assert_eq!((quiet.out, quiet.err), (written, String::new()));
}

#[test]
fn json_of_several_experiments_is_refused_before_anything_runs() {
    let folder = folder();
    let here = folder.path();
    write(here, "two/a.toml", spec("a", "[\"S\"]", ""));
    write(here, "two/b.toml", spec("b", "[\"S\"]", ""));
    run(here, ["run", "two", "--json"])
        .ends(2)
        .prints_nothing()
        .says("--json prints one record, but there are 2 experiments");
    assert_eq!(files(&here.join("results")), [""; 0]);
}

/// The record as the contract outlines it: keys are added, never renamed.
#[test]
fn the_record_has_the_keys_that_others_rely_on() {
    let folder = folder();
    write(
        folder.path(),
        "s.toml",
        spec("even", "[\"C\"]", &claim("confirmed")),
    );
    let record = run(folder.path(), ["run", "s.toml", "--json"])
        .ends(0)
        .json();
    let has = |value: &Value, keys: &[&str]| {
        let missing: Vec<_> = keys.iter().filter(|key| value.get(key).is_none()).collect();
        assert!(missing.is_empty(), "no {missing:?} in {value:#}");
    };
    has(
        &record,
        &["schema", "version", "experiment", "routines", "claims"],
    );
    has(
        &record["experiment"],
        &[
            "name",
            "subject",
            "deck",
            "trials",
            "replicates",
            "seed",
            "generator",
            "alpha",
        ],
    );
    let routine = &record["routines"][0];
    has(
        routine,
        &["name", "control", "statistics", "tests", "total_variation"],
    );
    has(
        &routine["tests"][0],
        &[
            "statistic",
            "test",
            "value",
            "df",
            "p",
            "p_adjusted",
            "verdict",
            "detectable",
        ],
    );
    has(
        &routine["total_variation"],
        &["lower", "lower_by", "confidence", "upper", "upper_by"],
    );
    has(
        &record["claims"][0],
        &[
            "id",
            "text",
            "source",
            "published",
            "measured",
            "exact",
            "standard_error",
            "verdict",
        ],
    );
    assert_eq!(record["claims"][0]["published"], "0.5");
    assert_eq!(record["routines"][1]["control"], true);
    let text = record.to_string();
    for private in ["threads", "seconds", "platform"] {
        assert!(!text.contains(private), "{private} belongs in machine.json");
    }
}

#[test]
fn quiet_prints_nothing_but_errors() {
    let folder = folder();
    let here = folder.path();
    write(here, "s.toml", spec("s", "[\"S\"]", ""));
    for what in [
        &["s.toml"][..],
        &["S", "--deck", "10"],
        &["C", "--deck", "10"],
    ] {
        for quiet in ["--quiet", "-q"] {
            let ran = run(here, [&["run"], what, &["--trials", "300", quiet]].concat());
            assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", ""), "{what:?}");
        }
    }
    assert!(here.join("results").is_dir());
    run(here, ["run", "S", "--deck", "1", "--quiet"])
        .ends(2)
        .says("--deck");
}

#[test]
fn there_are_no_escape_codes_where_no_terminal_is() {
    let folder = folder();
    let here = folder.path();
    let deck = ["--deck", "10", "--trials", "500"];
    for what in [
        &["run", "C", "S"][..],
        &["run", "S"],
        &["run", "X"],
        &["list"],
        &["--help"],
        &["runn"],
    ] {
        for no_color in [false, true] {
            let mut command = program(here);
            command.args(what);
            if what[0] == "run" {
                command.args(deck);
            }
            if no_color {
                command.env("NO_COLOR", "1");
            }
            let ran = ran(&mut command);
            assert!(
                !ran.out.contains('\x1b') && !ran.err.contains('\x1b'),
                "{ran:#?}"
            );
        }
    }
    // NO_COLOR has the last word.
    let forced = |no_color: bool| {
        let mut command = program(here);
        command
            .args(["run", "C"])
            .args(deck)
            .env("CLICOLOR_FORCE", "1");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        ran(&mut command).ends(1).out.contains('\x1b')
    };
    assert!(forced(false));
    assert!(!forced(true));
}

#[test]
fn a_legend_explains_the_letters_in_use() {
    let folder = folder();
    let ran = run(
        folder.path(),
        ["run", "RH", "--deck", "12", "--trials", "100"],
    );
    let (legend, _) = ran
        .out
        .split_once("RH is")
        .unwrap_or_else(|| panic!("{ran:#?}"));
    assert!(
        legend.contains("R = ") && legend.contains("H = ") && !legend.contains("S = "),
        "{legend}"
    );
}

// Results.

#[test]
fn results_go_to_the_folder_of_the_spec_and_its_name() {
    let folder = folder();
    let here = folder.path();
    let expected = [
        "machine.json",
        "pictures.svg",
        "record.json",
        "report.html",
        "report.md",
    ];
    write(
        here,
        "experiments/cuts/spec.toml",
        spec("a-name", "[\"S\"]", ""),
    );
    let ran = run(here, ["run", "experiments/cuts/spec.toml"]).ends(0);
    assert_eq!(
        files(&here.join("results")),
        expected.map(|file| format!("cuts/a-name/{file}"))
    );
    assert!(
        ran.err.contains("results/cuts/a-name/record.json"),
        "{ran:#?}"
    );
    run(here, ["run", "experiments/cuts", "--out", "elsewhere/deep"]).ends(0);
    assert_eq!(
        files(&here.join("elsewhere/deep")),
        expected.map(|file| format!("cuts/a-name/{file}"))
    );
    // Records are the same; times may differ.
    for file in ["record.json", "report.md"] {
        assert_eq!(
            fs::read(here.join("results/cuts/a-name").join(file)).unwrap(),
            fs::read(here.join("elsewhere/deep/cuts/a-name").join(file)).unwrap()
        );
    }
}

/// The folder of a spec has the same name, however the path to it is written.
#[test]
fn results_do_not_depend_on_how_the_path_is_written() {
    let folder = folder();
    let here = folder.path();
    write(here, "cuts/spec.toml", spec("a-name", "[\"S\"]", ""));
    fs::create_dir_all(here.join("cuts/inner")).unwrap();
    for (from, path) in [
        ("", "cuts/spec.toml"),
        ("", "./cuts/spec.toml"),
        ("", "./cuts/inner/../spec.toml"),
        ("cuts", "spec.toml"),
        ("cuts", "../cuts/spec.toml"),
        ("cuts/inner", "../spec.toml"),
        ("cuts/inner", ".."),
        ("cuts", "."),
    ] {
        let from = here.join(from);
        run(&from, ["run", path, "--quiet", "--trials", "50"]).ends(0);
        let record = from.join("results/cuts/a-name/record.json");
        assert!(record.is_file(), "{path} in {from:?}: {:?}", files(&from));
        fs::remove_dir_all(from.join("results")).unwrap();
    }
    let whole = here.join("cuts/spec.toml");
    run(here, ["run".as_ref(), whole.as_os_str(), "-q".as_ref()]).ends(0);
    assert!(here.join("results/cuts/a-name/record.json").is_file());
}

#[test]
fn a_routine_writes_nothing_unless_out_asks_for_it() {
    let folder = folder();
    let here = folder.path();
    let arguments = ["run", "S", "--deck", "10", "--trials", "100"];
    run(here, arguments).ends(0);
    assert_eq!(files(here), [""; 0]);
    run(here, [&arguments[..], &["--out", "mine"]].concat()).ends(0);
    assert!(here.join("mine/routine/record.json").is_file());
}

#[test]
fn existing_results_are_replaced_whole() {
    let folder = folder();
    let here = folder.path();
    write(here, "cuts/s.toml", spec("s", "[\"S\"]", ""));
    let results = here.join("results/cuts/s");
    for file in ["record.json", "report.md", "machine.json"] {
        write(&results, file, "x".repeat(1_000_000));
    }
    write(&results, "notes.txt", "mine");
    run(here, ["run", "cuts/s.toml", "--trials", "50"]).ends(0);
    assert_eq!(
        record(&results.join("record.json"))["experiment"]["trials"],
        50
    );
    assert!(
        !fs::read_to_string(results.join("report.md"))
            .unwrap()
            .contains('x'.to_string().repeat(9).as_str())
    );
    // Nobody else's files are touched and no temporary ones stay.
    assert_eq!(
        files(&results),
        [
            "machine.json",
            "notes.txt",
            "pictures.svg",
            "record.json",
            "report.html",
            "report.md"
        ]
    );
}

/// Root may write anywhere, so a file stands where a folder should be.
#[test]
fn results_that_cannot_be_written_end_with_2_and_the_path() {
    let folder = folder();
    let here = folder.path();
    write(here, "s.toml", spec("s", "[\"S\"]", ""));
    write(here, "taken", "a file");
    run(here, ["run", "s.toml", "--out", "taken"])
        .ends(2)
        .says("taken/")
        .says("cannot write it");
    assert_eq!(fs::read_to_string(here.join("taken")).unwrap(), "a file");
    run(
        here,
        [
            "run",
            "S",
            "--deck",
            "10",
            "--trials",
            "50",
            "--out",
            "taken/deeper",
        ],
    )
    .ends(2)
    .says("taken/deeper");
    // A folder stands where the record should be: nothing is written beside it.
    fs::create_dir_all(here.join("o/routine/record.json/inner")).unwrap();
    run(
        here,
        ["run", "S", "--deck", "10", "--trials", "50", "--out", "o"],
    )
    .ends(2)
    .says("o/routine/record.json");
    assert_eq!(files(&here.join("o")), [""; 0]);
}

/// A full disk behind standard output is a failure of the machine, not a panic; messages that nobody
/// can read change no exit code.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_the_output_is_no_panic() {
    let folder = folder();
    let full = || {
        fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap()
    };
    let start = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_colddeck"));
        command.args(arguments).current_dir(folder.path());
        command
    };
    for arguments in [
        &["list"][..],
        &["run", "S", "--deck", "10", "--trials", "50"],
        &["run", "S", "--deck", "10", "--trials", "50", "--json"],
    ] {
        let output = start(arguments).stdout(full()).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {err}");
        assert!(!err.contains("panicked"), "{arguments:?}: {err}");
    }
    for (arguments, code) in [
        (["run", "S", "--deck", "10", "--trials", "50"], 0),
        (["run", "S", "--deck", "1", "--trials", "50"], 2),
    ] {
        let output = start(&arguments).stderr(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    }
}

/// `colddeck list | head -1`: a reader that has seen enough is no error worth a panic.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_panic() {
    let folder = folder();
    for arguments in [
        &["list"][..],
        &["run", "S", "--deck", "100", "--trials", "50", "--json"],
    ] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_colddeck"))
            .args(arguments)
            .current_dir(folder.path())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!err.contains("panicked"), "{arguments:?}: {err}");
        assert_ne!(output.status.code(), Some(101), "{arguments:?}");
    }
}

// Options.

/// The record of a run with `--json`.
fn json(folder: &Path, arguments: &[&str]) -> Value {
    run(folder, [&["run"], arguments, &["--json"]].concat()).json()
}

#[test]
fn options_go_over_what_the_spec_says() {
    let folder = folder();
    let here = folder.path();
    write(here, "s.toml", spec("s", "[\"S\", \"R\"]", ""));
    let plain = json(here, &["s.toml"]);
    let settings = |record: &Value| {
        let experiment = &record["experiment"];
        let number = |key: &str| experiment[key].as_u64().unwrap();
        (
            number("deck"),
            number("trials"),
            experiment["seed"].as_str().unwrap().to_owned(),
        )
    };
    assert_eq!(settings(&plain), (10, 2000, "3".to_owned()));
    for (options, expected) in [
        (&["--deck", "12"][..], (12, 2000, "3")),
        (&["--cards", "12"], (12, 2000, "3")),
        (&["--trials", "70"], (10, 70, "3")),
        (&["--decks", "70"], (10, 70, "3")),
        (&["--seed", "4"], (10, 2000, "4")),
        (&["--seed", "0xff"], (10, 2000, "255")),
        (
            &["--seed=340282366920938463463374607431768211455"],
            (10, 2000, "340282366920938463463374607431768211455"),
        ),
        (
            &["--deck", "12", "--trials", "70", "--seed", "4"],
            (12, 70, "4"),
        ),
    ] {
        let changed = json(here, &[&["s.toml"], options].concat());
        let (deck, trials, seed) = expected;
        assert_eq!(
            settings(&changed),
            (deck, trials, seed.to_owned()),
            "{options:?}"
        );
        assert_ne!(changed["routines"], plain["routines"], "{options:?}");
    }
    assert_eq!(
        json(here, &["s.toml", "--seed", "3", "--deck", "10"]),
        plain
    );
}

#[test]
fn letters_can_be_defined_on_the_command_line() {
    let folder = folder();
    let here = folder.path();
    let deck = ["--deck", "10", "--trials", "100"];
    let letters = |arguments: &[&str]| json(here, &[arguments, &deck].concat())["letters"].clone();
    let new = letters(&["MS", "--shuffle", "M={kind=\"riffle\", max-streak=3}"]);
    assert!(
        new["M"].as_str().unwrap().contains('3') && new["S"].is_string(),
        "{new}"
    );
    let two = letters(&[
        "MN",
        "--shuffle",
        "M=\"cut\"",
        "--shuffle",
        "N = \"identity\"",
    ]);
    assert!(two["M"].as_str().unwrap().contains("cut"), "{two}");
    // A letter that the spec has is replaced.
    write(
        here,
        "s.toml",
        spec("s", "[\"R\"]", "[shuffles]\nR = \"fisher-yates\""),
    );
    let replaced = json(here, &["s.toml", "--shuffle", "R=\"cut\""]);
    assert!(
        replaced["letters"]["R"].as_str().unwrap().contains("cut"),
        "{replaced:#}"
    );
}

/// Words with letters are these: the same streams, and so the same bytes but for the name.
#[test]
fn words_are_the_letters_of_their_kinds() {
    let folder = folder();
    let here = folder.path();
    let deck = ["--deck", "10", "--trials", "100"];
    let record = |routine: &str| json(here, &[&[routine], &deck[..]].concat());
    for (words, letters) in [
        ("mash*7 cut", "M*7 C"),
        ("Riffle*2 OVERHAND", "GGO"),
        ("pile hindu fisher-yates", "PHS"),
    ] {
        let (mut words_record, mut letters_record) = (record(words), record(letters));
        // The command that finds how often it must be done names it as it was typed.
        for (record, typed) in [(&mut words_record, words), (&mut letters_record, letters)] {
            let routine = record["routines"][0].as_object_mut().unwrap();
            let command = routine.remove("advise");
            assert!(command.is_none_or(|command| command.as_str().unwrap().contains(typed)));
        }
        assert_eq!(words_record["routines"][0]["name"], words);
        words_record["routines"][0]["name"] = letters.into();
        let headline = words_record["headline"].as_str().unwrap();
        words_record["headline"] = headline.replace(words, letters).into();
        assert_eq!(words_record, letters_record, "{words}");
    }
    let record = record("mash faro*2 CUT");
    let letters: Vec<&String> = record["letters"].as_object().unwrap().keys().collect();
    assert_eq!(letters, ["C", "M", "faro"]);
}

#[test]
fn letters_and_statistics_need_no_quotes_within() {
    let folder = folder();
    let here = folder.path();
    let deck = ["--deck", "12", "--trials", "100"];
    let record = |options: &[&str]| {
        let mut record = json(here, &[&["M"], options, &deck[..]].concat());
        // It defines letters as they were typed.
        let command = record["routines"][0]
            .as_object_mut()
            .unwrap()
            .remove("advise");
        assert!(command.is_none_or(|command| command.as_str().unwrap().contains("--check M")));
        record
    };
    for (short, toml) in [
        (
            "M=mash packet=1..2 error=4",
            "M={kind=\"mash\", packet=[1,2], error=4}",
        ),
        ("M=hindu packet=[2,3]", "M={kind=\"hindu\", packet=[2,3]}"),
        ("M=cut", "M=\"cut\""),
        (
            "M=piles piles=3 each=G*2",
            "M={kind=\"piles\", piles=3, each=\"G*2\"}",
        ),
    ] {
        assert_eq!(
            record(&["--shuffle", short]),
            record(&["--shuffle", toml]),
            "{short}"
        );
    }
    assert_eq!(record(&["--shuffle", "M=mash"]), record(&[]));
    assert_eq!(
        record(&["--statistic", "descents"]),
        record(&["--statistic", "{kind=\"descents\"}"])
    );
    let snap = |players: &str| {
        json(
            here,
            &[
                "S",
                "--deck",
                "52",
                "--trials",
                "50",
                "--statistic",
                players,
            ],
        )
    };
    assert_eq!(snap("snap players=3"), snap("{kind=\"snap\", players=3}"));
}

#[test]
fn wrong_options_are_refused_by_their_names() {
    let folder = folder();
    let here = folder.path();
    write(
        here,
        "s.toml",
        spec("s", "[\"S\"]", "generator = \"numpy-legacy\""),
    );
    for (arguments, says) in [
        (
            &["S"][..],
            "--deck: it is missing; a routine needs the number of cards",
        ),
        (
            &["S", "--deck", "0"],
            "--deck: found `0`; accepted: a whole number from 2 to 10,000",
        ),
        (&["S", "--deck", "-5"], "--deck: found `-5`"),
        (&["S", "--cards", "10001"], "--deck: found `10001`"),
        (&["s.toml", "--deck", "1"], "--deck: found `1`"),
        (&["s.toml", "--trials", "0"], "--trials: found `0`"),
        (&["s.toml", "--decks", "-1"], "--trials: found `-1`"),
        (
            &["s.toml", "--trials", "1000000000001"],
            "--trials: found `1000000000001`",
        ),
        (&["s.toml", "--seed", "x"], "--seed: found `x`"),
        (&["s.toml", "--seed", ""], "--seed: found ``"),
        (&["s.toml", "--seed=-1"], "--seed: found `-1`"),
        (
            &["s.toml", "--seed", "4294967296"],
            "--seed: found 4294967296; accepted with `numpy-legacy`",
        ),
        (
            &["X", "--deck", "10"],
            "ROUTINE: routine `X`, column 1: unknown letter `X`",
        ),
        (&["", "--deck", "10"], "ROUTINE: routine ``"),
        (
            &["S", "S", "--deck", "10"],
            "ROUTINE: found `S`, the same routine as `S`",
        ),
        (
            &["S", "--deck", "10", "--shuffle", "S"],
            "--shuffle: found `S`; accepted: a letter and its shuffle, as in M=mash",
        ),
        (
            &["S", "--deck", "10", "--shuffle", "S=mash 1..3"],
            "--shuffle: found `1..3` where key=value must be",
        ),
        (
            &["mahs*7", "--deck", "10"],
            "ROUTINE: did you mean `mash*7`? routine `mahs*7`, column 1: unknown word `mahs`",
        ),
        (
            &["piles", "--deck", "10"],
            "--shuffle 'X=piles piles=… each=…'",
        ),
        (
            &["S", "--deck", "52", "--statistic", "snapp"],
            "--statistic: unknown statistic `snapp`",
        ),
        (
            &[
                "S",
                "--deck",
                "52",
                "--statistic",
                "{kind=\"snap\", player=3}",
            ],
            "--statistic: unknown key `player` for `snap`",
        ),
        (
            &["S", "--deck", "52", "--statistic", "{snap"],
            "--statistic: found `{snap`; accepted: a name",
        ),
        (
            &["S", "--deck", "10", "--shuffle", "SS=\"cut\""],
            "--shuffle: found the name `SS`; accepted: a single letter",
        ),
        (
            &["S", "--deck", "10", "--shuffle", "S=\"cutt\""],
            "--shuffle: unknown shuffle `cutt`; accepted",
        ),
        (
            &["S", "--deck", "10", "--shuffle", "S={kind=\"cut\", at=3}"],
            "--shuffle: unknown key `at` for `cut`",
        ),
        (
            &["S", "--deck", "10", "--shuffle", "S={kind=\"cut\""],
            "--shuffle: ",
        ),
        (&["missing.toml"], "missing.toml: cannot read it"),
    ] {
        run(here, [&["run"], arguments, &["--out", "o"]].concat())
            .ends(2)
            .prints_nothing()
            .says(says);
        assert_eq!(files(&here.join("o")), [""; 0], "{arguments:?}");
    }
}

/// Checks that runs too large for the memory are refused before a deck is shuffled. A tally of 10,000 cards takes 800
/// MB, so each of these needs more than a terabyte.
#[test]
fn what_does_not_fit_in_memory_is_refused() {
    let folder = folder();
    let here = folder.path();
    let large = |name: &str, routines: &str| {
        let text = spec(name, routines, "statistics = [\"duplicates\"]");
        write(
            here,
            &format!("{name}.toml"),
            text.replace("deck = 10", "deck = 10000"),
        );
    };
    let many: Vec<String> = (1..=2000)
        .map(|times| format!("\"(G*2)*{}C*{}\"", times % 100 + 1, times / 100 + 1))
        .collect();
    large("many", &format!("[{}]", many.join(", ")));
    large("one", "[\"S\"]");
    for arguments in [
        ["many.toml", "--threads", "1"],
        ["one.toml", "--threads", "1024"],
    ] {
        run(
            here,
            [&["run"], &arguments[..], &["--trials", "1", "--out", "o"]].concat(),
        )
        .ends(2)
        .prints_nothing()
        .says("of memory")
        .says("10000 cards")
        .says("accepted: fewer cards, routines or threads");
    }
    assert_eq!(files(&here.join("o")), [""; 0]);
}

#[test]
fn more_threads_than_batches_do_no_harm() {
    let folder = folder();
    let deck = ["S", "--deck", "10", "--trials", "1"];
    let one = json(folder.path(), &[&deck[..], &["--threads", "1"]].concat());
    let many = json(folder.path(), &[&deck[..], &["--threads", "64"]].concat());
    assert_eq!(one, many);
}

#[test]
fn a_run_repeated_is_the_same() {
    let folder = folder();
    let again = || json(folder.path(), &["RRH", "--deck", "10", "--trials", "500"]);
    assert_eq!(again(), again());
}

/// 10^12 decks of 10,000 cards have more inversions than 64 bits count.
#[test]
fn a_run_whose_sums_would_wrap_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = "name = \"year\"\nquestion = \"?\"\ndeck = 10_000\ntrials = 1_000_000_000_000\nroutines = [\"S\"]\n\
                statistics = [\"inversions\"]\n";
    write(folder.path(), "year.toml", text);
    let ran = run(folder.path(), ["run", "year.toml"]).ends(2);
    ran.says("found 1,000,000,000,000 decks of 10,000 cards; accepted: at most")
        .says("the sums of `inversions` hold no more")
        .prints_nothing();
}
