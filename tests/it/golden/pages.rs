//! Pages beside those that are expected.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common;

use super::case::here;
use super::page::Page;

/// The variable that, set to `write`, turns what comes out into what is expected.
const WRITE: &str = "COLDDECK_GOLDEN";

/// Lines of a difference that a message shows.
const SHOWN: usize = 60;

fn expected() -> PathBuf {
    here().join("expected")
}

/// Returns true if other tests, at the same time, write what comes out as the expected pages.
pub fn are_written() -> bool {
    std::env::var_os(WRITE).is_some_and(|value| value == "write")
}

/// The folders of expected pages, in order.
pub fn groups() -> Vec<String> {
    let files = common::files(&expected());
    let folders = files.iter().filter_map(|file| file.split('/').next());
    let folders: BTreeSet<String> = folders.map(str::to_owned).collect();
    folders.into_iter().collect()
}

/// Fails if pages of the group are not as expected, or are no more, with what differs in each.
#[track_caller]
pub fn check(group: &str, pages: Vec<Page>) {
    let folder = expected().join(group);
    let mut left: BTreeSet<String> = common::files(&folder).into_iter().collect();
    let write = are_written();
    let made = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("golden")
        .join(group);
    let mut problems = Vec::new();
    for page in pages {
        let file = format!("{}.txt", page.name);
        left.remove(&file);
        let before = fs::read_to_string(folder.join(&file)).unwrap_or_default();
        if before == page.text {
            continue;
        }
        if write {
            common::write(&folder, &file, &page.text);
            continue;
        }
        common::write(&made, &file, &page.text);
        for (name, text) in &page.long {
            common::write(&made, &format!("{}.whole/{name}", page.name), text);
        }
        let difference = difference(&folder.join(&file), &made.join(&file));
        problems.push(format!("{group}/{file}\n{difference}"));
    }
    for file in left {
        if write {
            fs::remove_file(folder.join(&file)).expect("a page that is no more");
        } else {
            problems.push(format!("{group}/{file}: there is no such case"));
        }
    }
    assert!(
        problems.is_empty(),
        "\n{}\n{} pages differ (- expected, + found); what was found is in {}, with long texts whole.\n\
         If the change is meant: {WRITE}=write, run the test again, and read `git diff`.\n",
        problems.join("\n\n"),
        problems.len(),
        made.display(),
    );
}

/// The difference between two files, as `diff` shows it.
fn difference(expected: &Path, found: &Path) -> String {
    let nothing = Path::new("/dev/null");
    let expected = if expected.exists() { expected } else { nothing };
    let output = Command::new("diff")
        .arg("-u")
        .args([expected, found])
        .output();
    let Ok(output) = output else {
        return "there is no `diff` to show it".to_owned();
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines: Vec<&str> = text.lines().take(SHOWN).collect();
    if text.lines().count() > SHOWN {
        lines.push("…");
    }
    lines.join("\n")
}

#[test]
fn a_difference_is_shown_where_it_is() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let old = common::write(folder.path(), "old", "a\nb\nc\nd\ne\nf\ng\n");
    let new = common::write(folder.path(), "new", "a\nb\nc\nd\nE\nf\ng\n");
    let shown = difference(&old, &new);
    assert!(shown.ends_with(" b\n c\n d\n-e\n+E\n f\n g"), "{shown}");
}
