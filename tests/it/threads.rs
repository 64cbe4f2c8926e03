//! A record depends on its spec alone: any number of threads, any instruction set and any way to
//! write a routine give the same bytes.

use std::fs;
use std::path::Path;

use crate::common::{self, program, ran, record, write};
use engine::simulate::BATCH;
use serde_json::Value;

/// All statistics, and shuffles with and without exact figures.
const SPEC: &str = r#"
seed = 11
routines = ["S", "C", "G*3", "RRH", "(RC)*2", "HHH"]
statistics = ["duplicates", "position-lines", "position-matrix", "rising-sequences"]
"#;

/// Designs: name, generator, cards, decks in a replicate, replicates.
const DESIGNS: &[(&str, &str, usize, u64, u64)] = &[
    ("one-batch", "xoshiro256pp-x8", 13, BATCH, 1),
    ("part-of-a-batch", "xoshiro256pp-x8", 13, 65, 1),
    ("many-replicates", "xoshiro256pp-x8", 13, 100, 61),
    (
        "several-batches",
        "xoshiro256pp-x8",
        13,
        5 * BATCH / 2 + 1,
        1,
    ),
    (
        "several-batches-in-each-replicate",
        "xoshiro256pp-x8",
        13,
        2 * BATCH + 100,
        7,
    ),
    ("serial", "numpy-legacy", 13, 2 * BATCH + 100, 3),
    ("serial-replicates", "numpy-legacy", 13, 50, 40),
    ("python", "python", 13, 50, 40),
    ("msvc", "msvc", 13, 50, 40),
    ("deck-by-deck", "pcg64", 13, BATCH + 100, 2),
    ("middle", "xoshiro256pp-x8", 130, 70, 3),
    ("large", "xoshiro256pp-x8", 260, 70, 2),
];

fn spec(design: &(&str, &str, usize, u64, u64)) -> String {
    let (name, generator, cards, trials, replicates) = design;
    format!(
        "name = \"{name}\"\ngenerator = \"{generator}\"\ndeck = {cards}\ntrials = {trials}\nreplicates = {replicates}{SPEC}"
    )
}

/// The bytes of the record of the spec in `folder/specs`, made with these settings.
fn bytes(folder: &Path, name: &str, threads: &str, tunables: Option<&str>) -> Vec<u8> {
    let out = folder.join("out");
    let mut command = program(folder);
    command
        .args(["run", "--quiet", "--threads", threads])
        .arg(folder.join(format!("specs/{name}.toml")))
        .arg("--out")
        .arg(&out);
    if let Some(tunables) = tunables {
        command.env("GLIBC_TUNABLES", tunables);
    }
    let ran = ran(&mut command);
    assert!([0, 1].contains(&ran.code), "{name}: {ran:#?}");
    let bytes = fs::read(out.join(format!("specs/{name}/record.json"))).expect("a record");
    fs::remove_dir_all(out).expect("it was written");
    bytes
}

/// Fails with the first line that differs.
fn same(name: &str, how: &str, first: &[u8], second: &[u8]) {
    let (first, second) = (
        String::from_utf8_lossy(first),
        String::from_utf8_lossy(second),
    );
    for (line, (a, b)) in first.lines().zip(second.lines()).enumerate() {
        assert_eq!(a, b, "{name}, {how}: line {}", line + 1);
    }
    assert_eq!(first.len(), second.len(), "{name}, {how}");
}

#[test]
fn one_thread_two_and_seven_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for design in DESIGNS {
        let name = design.0;
        write(folder.path(), &format!("specs/{name}.toml"), spec(design));
        let one = bytes(folder.path(), name, "1", None);
        for threads in ["2", "7"] {
            let more = bytes(folder.path(), name, threads, None);
            same(name, &format!("{threads} threads"), &one, &more);
        }
    }
}

/// Several batches in each replicate end in any order on seven threads; ten runs see some of them.
#[test]
fn replicates_of_several_batches_are_put_together_in_any_order() {
    let folder = tempfile::tempdir().unwrap();
    let design = ("many-open", "xoshiro256pp-x8", 5, BATCH + 1, 40);
    write(folder.path(), "specs/many-open.toml", spec(&design));
    let one = bytes(folder.path(), design.0, "1", None);
    for attempt in 0..10 {
        let seven = bytes(folder.path(), design.0, "7", None);
        same(design.0, &format!("attempt {attempt}"), &one, &seven);
    }
    let record: Value = serde_json::from_slice(&one).unwrap();
    for routine in record["routines"].as_array().unwrap() {
        let duplicates = &routine["statistics"]["duplicates"];
        assert_eq!(duplicates["values"].as_array().unwrap().len(), 40);
        // Every replicate counts each of its decks once: a cut of five cards leaves 25 cells.
        let cells = duplicates["cells"].as_array().unwrap();
        let cells: u64 = cells
            .iter()
            .map(|cell| cell["cells"].as_u64().unwrap())
            .sum();
        assert_eq!(cells, 25 * 40);
    }
}

/// The C library takes other code for logarithms and exponentials without fused multiply-add and wide vectors, whose
/// last bits differ; no figure may come from there.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn a_plainer_instruction_set_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for design in DESIGNS {
        let name = design.0;
        write(folder.path(), &format!("specs/{name}.toml"), spec(design));
        let here = bytes(folder.path(), name, "2", None);
        let plain = bytes(
            folder.path(),
            name,
            "2",
            Some("glibc.cpu.hwcaps=-FMA,-AVX2,-AVX2_Usable,-FMA_Usable,-FMA4"),
        );
        same(name, "without FMA and AVX2", &here, &plain);
    }
}

#[test]
fn a_routine_has_the_same_figures_however_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let figures = |name: &str, routine: &str, generator: &str| {
        let text = spec(&(name, generator, 20, 3000, 2));
        let list = "[\"S\", \"C\", \"G*3\", \"RRH\", \"(RC)*2\", \"HHH\"]";
        let text = text.replace(list, &format!("[\"{routine}\"]"));
        write(here, &format!("specs/{name}.toml"), text);
        bytes(here, name, "2", None);
        let text = bytes(here, name, "2", None);
        let mut record: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(record["routines"][0]["name"], routine);
        record["routines"][0]["name"].take();
        record["experiment"]["name"].take();
        // It names the routine.
        let headline = record["headline"].as_str().unwrap().replace(routine, "");
        record["headline"] = headline.into();
        record
    };
    for generator in ["xoshiro256pp-x8", "pcg64", "numpy-legacy"] {
        let long = figures("long", "GGGGGGG", generator);
        for (name, routine) in [
            ("short", "G*7"),
            ("nested", "(GG)*3 G"),
            ("spaced", " G ( G*2 )*3"),
        ] {
            let name = format!("{name}-{generator}");
            let routine = routine.trim();
            assert_eq!(figures(&name, routine, generator), long, "{routine}");
        }
        assert_ne!(
            figures("eight", "G*8", generator)["routines"],
            long["routines"]
        );
    }
}

/// The other routines of a spec, and their order, change none of a routine's figures but those that
/// compare it with them.
#[test]
fn a_routine_does_not_depend_on_its_neighbours() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let values = |routines: &str, name: &str| {
        let text = format!(
            "name = \"{name}\"\ndeck = 12\ntrials = 100\nreplicates = 50\nroutines = {routines}\nstatistics = [\"duplicates\", \"position-matrix\"]\n"
        );
        let spec = write(here, &format!("{name}.toml"), text);
        let out = here.join("out").join(name);
        let mut command = program(here);
        let ran = ran(command
            .args(["run", "--quiet"])
            .arg(&spec)
            .arg("--out")
            .arg(&out));
        assert!([0, 1].contains(&ran.code), "{ran:#?}");
        let record = record(&find(&out));
        let routines = record["routines"].as_array().unwrap();
        let of = |name: &str| {
            let routine = routines
                .iter()
                .find(|routine| routine["name"] == name)
                .unwrap();
            let statistics = &routine["statistics"];
            (
                statistics["duplicates"]["values"].clone(),
                statistics["position-matrix"]["matrix"].clone(),
            )
        };
        (of("RRH"), of("control"))
    };
    let alone = values("[\"RRH\"]", "alone");
    assert_eq!(values("[\"C\", \"RRH\", \"G\"]", "among"), alone);
    assert_eq!(values("[\"RRH\", \"S\"]", "first"), alone);
    assert_ne!(alone.0, alone.1);
}

/// The only record below `folder`.
fn find(folder: &Path) -> std::path::PathBuf {
    let files = common::files(folder);
    let records: Vec<_> = files
        .iter()
        .filter(|file| file.ends_with("record.json"))
        .collect();
    assert_eq!(records.len(), 1, "{files:?}");
    folder.join(records[0])
}
