//! Checks that a page in a browser gets what the command line gives, byte for byte; and that the page is built of the
//! very libraries that the program is.

use std::collections::BTreeSet;
use std::path::Path;

use colddeck::conduct::Unwatched;
use colddeck::embedded::{Asked, Host, answer};

use crate::common::{run, write};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Asks the program and the page the same, and compares the exit code, the record and the page.
fn same(folder: &Path, words: &[&str]) {
    let (json, html) = (folder.join("found.json"), folder.join("found.html"));
    let export = |path: &Path| ["--export".to_owned(), path.display().to_string()];
    let all = words.iter().map(|word| (*word).to_owned());
    let all: Vec<String> = all.chain(export(&json)).chain(export(&html)).collect();
    let ran = run(folder, &all);
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let found = answer(&Asked::read(&words).unwrap(), Host::Page, &Unwatched).unwrap();
    assert_eq!(i32::from(found.exit()), ran.code, "{words:?}: {ran:?}");
    for (path, ending) in [(json, "json"), (html, "html")] {
        let written = std::fs::read_to_string(&path).unwrap();
        assert!(
            found.exported(ending).unwrap() == written,
            "{words:?}: another {ending}"
        );
    }
}

#[test]
fn routines_questions_and_specs_give_the_bytes_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let spec = "name = \"asked\"\nquestion = \"Is it fair?\"\ndeck = 8\ntrials = 2000\nroutines = [\"GGG\", \"S\"]\n";
    let spec = write(folder.path(), "asked.toml", spec);
    let spec = spec.to_str().unwrap();
    same(folder.path(), &["run", spec, "--seed", "9"]);
    let counts = root().join("experiments/refutation/counts.toml");
    same(folder.path(), &["run", counts.to_str().unwrap()]);
    same(
        folder.path(),
        &[
            "run",
            "M*3",
            "MC",
            "--deck",
            "24 land, 16 spell",
            "--trials",
            "1500",
        ],
    );
    same(
        folder.path(),
        &["run", "G*6", "--deck", "12", "--until-decided"],
    );
    same(folder.path(), &["exact", "position", "M*3", "--deck", "20"]);
    same(folder.path(), &["exact", "tv", "G*7", "--deck", "52"]);
    same(folder.path(), &["exact", "bag", "3,2,1"]);
}

#[test]
#[ignore = "some 35 s of processor: .ci/run ignored"]
fn decks_of_files_give_the_bytes_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let emitted = run(
        folder.path(),
        [
            "emit", "GGG", "--as", "decks", "--deck", "10", "--trials", "600",
        ],
    );
    let decks = write(folder.path(), "decks.txt", &emitted.out);
    let decks = decks.to_str().unwrap();
    same(folder.path(), &["test", decks]);
    same(
        folder.path(),
        &[
            "test",
            decks,
            "--base",
            "0",
            "--in-place",
            "--alpha",
            "0.01",
        ],
    );
    let draws = "0\n1\n2\n1\n0\n".repeat(100);
    let draws = write(folder.path(), "draws.txt", &draws);
    let draws = draws.to_str().unwrap();
    same(
        folder.path(),
        &["test", draws, "--subject", "sequence", "--weights", "2,2,1"],
    );
}

/// Digits of records come from libraries too: the page must not have others.
#[test]
fn the_page_is_built_of_the_same_libraries() {
    let locked = |path: &str| -> BTreeSet<(String, String)> {
        let text = std::fs::read_to_string(root().join(path)).unwrap();
        let lock: toml::Table = text.parse().unwrap();
        let packages = lock["package"].as_array().unwrap().iter();
        let text = |package: &toml::Value, key: &str| package[key].as_str().unwrap().to_owned();
        packages
            .map(|package| (text(package, "name"), text(package, "version")))
            .collect()
    };
    let (ours, pages) = (locked("Cargo.lock"), locked("web/Cargo.lock"));
    let manifests = std::fs::read_dir(root().join("crates")).unwrap();
    let manifests = manifests.map(|room| room.unwrap().path().join("Cargo.toml"));
    let needed: BTreeSet<String> = manifests
        .filter(|path| path.exists())
        .flat_map(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let manifest: toml::Table = text.parse().unwrap();
            let table = manifest["dependencies"].as_table().unwrap().clone();
            table.into_iter().map(|(name, _)| name)
        })
        .collect();
    let ours: Vec<_> = ours
        .iter()
        .filter(|(name, _)| needed.contains(name))
        .collect();
    assert!(ours.len() > 10, "{ours:?}");
    let others: Vec<_> = ours.iter().filter(|one| !pages.contains(**one)).collect();
    assert!(others.is_empty(), "other versions: {others:?}");
}
