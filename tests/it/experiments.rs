//! Every committed experiment: its results are there and as its spec expects. That the specs give these results to the
//! byte is what `.ci/run experiments results` shows.

use std::path::{Path, PathBuf};
use std::process::Command;

use colddeck::record::{Outcome, Record, SCHEMA, Verdict};
use colddeck::spec;
use run::inventory;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All specs: folder name and path.
fn specs() -> Vec<(String, PathBuf)> {
    let folders = std::fs::read_dir(root().join("experiments"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut specs: Vec<(String, PathBuf)> = folders
        .filter(|path| path.is_dir() && !path.ends_with(inventory::FOLDER))
        .flat_map(|folder| {
            let name = folder.file_name().unwrap().to_string_lossy().into_owned();
            spec::in_folder(&folder)
                .unwrap()
                .into_iter()
                .map(move |spec| (name.clone(), spec))
        })
        .collect();
    specs.sort();
    assert!(!specs.is_empty());
    specs
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn each_committed_record_is_complete_and_as_expected() {
    for (folder, path) in specs() {
        let experiment = spec::read(&path, &spec::Overrides::default()).unwrap();
        let file = root()
            .join("results")
            .join(&folder)
            .join(&experiment.name)
            .join("record.json");
        let record: Record = serde_json::from_str(&read(&file)).unwrap();
        assert_eq!(record.schema, SCHEMA);
        assert_eq!(record.experiment.name, experiment.name);
        assert_eq!(record.outcome, Outcome::AsExpected, "{}", path.display());
        assert!(record.claims.iter().all(::record::Claim::as_expected));
        // Questions alone need no control.
        assert_eq!(
            record.routines.is_empty(),
            !record.answers.is_empty() && experiment.simulated().is_empty()
        );
        if experiment.control {
            let control = record.routines.last().unwrap();
            assert!(
                control.control
                    && control
                        .tests
                        .iter()
                        .all(|test| test.verdict != Verdict::Fail)
            );
        }
    }
}

#[test]
fn each_opens_with_its_question_and_has_results_and_nothing_else_has() {
    let mut expected = Vec::new();
    for (folder, path) in specs() {
        assert!(
            read(&path).starts_with("# "),
            "{} opens without a comment",
            path.display()
        );
        let experiment = spec::read(&path, &spec::Overrides::default()).unwrap();
        assert!(experiment.question.ends_with('?'), "{}", path.display());
        assert_eq!(
            Some(experiment.name.as_str()),
            path.file_stem().and_then(|stem| stem.to_str())
        );
        expected.push(format!("{folder}/{}", experiment.name));
    }
    let results = root().join("results");
    for folder in std::fs::read_dir(&results)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        // The results of `colddeck calibrate` have no spec.
        .filter(|path| path.is_dir() && !path.ends_with("calibration"))
    {
        for result in std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            let name = result
                .strip_prefix(&results)
                .unwrap()
                .to_string_lossy()
                .into_owned();
            // A page that somebody wrote, and its pictures.
            let topic = folder.file_name().unwrap();
            let written = root().join("experiments").join(topic).join("page.md");
            let of_page = result.is_file() && written.is_file();
            assert!(
                of_page || expected.contains(&name),
                "results/{name} belongs to no spec"
            );
        }
    }
}

#[test]
fn the_page_of_claims_is_that_of_these_results() {
    let out = tempfile::tempdir().unwrap();
    let page = out.path().join("claims.md");
    let status = Command::new(env!("CARGO_BIN_EXE_colddeck"))
        .args(["claims", "--quiet", "--out"])
        .arg(&page)
        .arg(root().join("results"))
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(0));
    for name in ["claims.md", "own-claims.md"] {
        assert!(
            read(&out.path().join(name)) == read(&root().join("results").join(name)),
            "{name} differs from the committed one: run `colddeck claims`"
        );
    }
}
