//! Cases as their files have them, and how they are run.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{self, shell};

use super::page::Page;

/// Files that say what the machine did, not what was found.
const OF_THE_MACHINE: &[&str] = &["machine.json"];

/// Lines for a shell, in a folder of their own.
pub struct Case {
    name: String,
    lines: Vec<String>,
}

/// The folder of these tests.
pub fn here() -> PathBuf {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file!());
    file.parent().expect("a file is in a folder").to_owned()
}

/// Names of the files of cases, in order.
pub fn groups() -> Vec<String> {
    let files = common::files(&here().join("cases"));
    let name = |file: &String| file.trim_end_matches(".txt").to_owned();
    files.iter().map(name).collect()
}

/// The cases of a file. Comments begin with #; a line that ends with \ goes on in the next.
pub fn of(group: &str) -> Vec<Case> {
    let path = here().join(format!("cases/{group}.txt"));
    let text = fs::read_to_string(&path).expect("a file of cases");
    let mut cases: Vec<Case> = Vec::new();
    for line in text.replace("\\\n", "").lines().map(str::trim) {
        let name = line
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        match (name, cases.last_mut()) {
            _ if line.is_empty() || line.starts_with('#') => {}
            (Some(name), _) => {
                assert!(cases.iter().all(|case| case.name != name), "{name} twice");
                cases.push(Case {
                    name: name.to_owned(),
                    lines: Vec::new(),
                });
            }
            (None, Some(case)) => case.lines.push(line.to_owned()),
            (None, None) => panic!("{group}: a line before the first [name]: {line}"),
        }
    }
    assert!(cases.iter().all(|case| !case.lines.is_empty()), "{group}");
    cases
}

impl Case {
    /// Runs it, and shows what came out.
    pub fn page(&self) -> Page {
        let temporary = tempfile::tempdir().expect("a temporary folder");
        // Results of a spec are called after its folder, so that has a name of its own.
        let folder = &temporary.path().join("here");
        let input = copy(&here().join("input"), folder);
        let mut page = Page::new(&self.name, folder);
        for line in &self.lines {
            let output = shell(folder, line).output().expect("a shell");
            let code = output.status.code().expect("the shell ends by itself");
            page.line(line, code);
            page.section("stdout", &output.stdout);
            page.section("stderr", &output.stderr);
        }
        for name in common::files(folder) {
            let written = fs::read(folder.join(&name)).expect("a file");
            // Files that a case puts among its input are input of its later lines.
            let is_input = input.contains(name.split('/').next().unwrap_or(&name));
            let file = Path::new(&name).file_name().and_then(|file| file.to_str());
            if file.is_some_and(|file| OF_THE_MACHINE.contains(&file)) {
                page.named(&name);
            } else if !is_input {
                page.section(&name, &written);
            }
        }
        page
    }
}

/// Copies all files below `from`; gives the folders at the top.
fn copy(from: &Path, to: &Path) -> BTreeSet<String> {
    let mut folders = BTreeSet::new();
    for name in common::files(from) {
        let text = fs::read(from.join(&name)).expect("a file of the input");
        common::write(to, &name, text);
        folders.insert(name.split('/').next().unwrap_or(&name).to_owned());
    }
    folders
}
