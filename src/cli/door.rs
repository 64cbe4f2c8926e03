//! The command line without a command: `colddeck FILE`, `colddeck FOLDER`, `colddeck -`, `colddeck "mash*7 cut"`.
//!
//! A command wins, then something that is there, then a routine. A file is told by what it holds. What is found out becomes the command
//! that somebody would have typed, so that there is one way on.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::CommandFactory;

use super::Cli;
use super::stored::RECORD;
use shuffle::routine::{Letters, Routine};

/// Bytes that tell a record or a spec from decks.
const LOOKED_AT: u64 = 1 << 16;

/// The words of a command line, with the command that is meant where none is given.
pub(super) fn opened(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    let Some(first) = words.get(1) else {
        return words;
    };
    // Options may come first: what is looked at stands behind them.
    if first.to_str().is_some_and(super::is_long_option)
        && let Some(at) = behind_options(&words)
    {
        let word = words.remove(at);
        words.insert(1, word);
        return opened(words);
    }
    let Some(meant) = meant(first, words.get(2)) else {
        return words;
    };
    let folder = PathBuf::from(first);
    words.splice(1..1, meant.iter().map(OsString::from));
    // A folder of decks is one sample: all its files.
    if meant == TEST && folder.is_dir() {
        words.splice(2..3, files(&folder));
    }
    words
}

/// The place of the file, or else of the routine, among words that begin with an option.
fn behind_options(words: &[OsString]) -> Option<usize> {
    let is_file = |word: &OsString| Path::new(word).is_file();
    let is_routine = |word: &OsString| {
        let text = word.to_str();
        text.is_some_and(|text| Routine::parse(text, &Letters::default()).is_ok())
    };
    let is_value = |at: usize| {
        let before = words[at - 1].to_str();
        before.is_some_and(super::takes_value)
    };
    let find = |is: &dyn Fn(&OsString) -> bool| {
        (2..words.len()).find(|at| !is_value(*at) && is(&words[*at]))
    };
    find(&is_file).or_else(|| find(&is_routine))
}

/// The command that `word` asks for, with its options; `None` if it is a command or an option itself, or nothing known.
fn meant(word: &OsStr, next: Option<&OsString>) -> Option<&'static [&'static str]> {
    let text = word.to_str();
    if word == "-" {
        return Some(TEST);
    }
    if text.is_some_and(|text| text.starts_with('-') || is_command(text)) {
        return None;
    }
    let path = Path::new(word);
    if path.is_dir() {
        return Some(if holds(path, &|path| path.ends_with(RECORD)) {
            &["report"]
        } else if holds(path, &|path| Kind::of(path) == Kind::Spec) || files(path).is_empty() {
            LOOKING
        } else {
            TEST
        });
    }
    if path.exists() {
        return Some(match Kind::of(path) {
            Kind::Record if next.is_some_and(|next| Kind::of(Path::new(next)) == Kind::Record) => {
                &["compare"]
            }
            Kind::Record => &["report"],
            Kind::Spec => LOOKING,
            Kind::Other => TEST,
        });
    }
    let text = text?;
    match Routine::parse(text, &Letters::default()) {
        Ok(_) => Some(&["run"]),
        // The error of a routine says what was meant, that of a file that there is none. A word alone may be a command.
        Err(error)
            if error
                .meant
                .as_ref()
                .is_some_and(|meant| is_plain(text, meant)) =>
        {
            Some(&["run"])
        }
        Err(_) if text.contains(['.', '/', '\\']) && !text.contains([' ', '*']) => Some(TEST),
        Err(_) if text.contains([' ', '*', '(', ',', ';', '+']) => Some(&["run"]),
        Err(_) => None,
    }
}

const TEST: &[&str] = &["test"];

/// Whoever gives a spec or a folder alone looks at it: nothing is written unless a folder is named.
const LOOKING: &[&str] = &["run", "--no-results"];

/// Returns true for a text that no misspelt command is: several words, a number, or letters in lower case.
fn is_plain(text: &str, meant: &str) -> bool {
    text.contains(|c: char| c.is_whitespace() || c.is_ascii_digit()) || text.to_uppercase() == meant
}

fn is_command(text: &str) -> bool {
    text == "help" || Cli::command().find_subcommand(text).is_some()
}

/// Folders within folders are looked at so deep: results stand three deep.
const DEEPEST: usize = 3;

/// Returns true if a file in the folder, or in one within it, is of this kind.
fn holds(folder: &Path, is: &dyn Fn(&Path) -> bool) -> bool {
    fn within(folder: &Path, is: &dyn Fn(&Path) -> bool, deep: usize) -> bool {
        let mut paths = folder.read_dir().into_iter().flatten().flatten();
        paths.any(|entry| {
            let path = entry.path();
            let is_folder = path.is_dir();
            (!is_folder && is(&path)) || (is_folder && deep > 0 && within(&path, is, deep - 1))
        })
    }
    within(folder, is, DEEPEST)
}

/// The files of a folder that are not hidden, by their names.
fn files(folder: &Path) -> Vec<OsString> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let shown = entries.filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
    let mut files: Vec<OsString> = shown
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .map(PathBuf::into_os_string)
        .collect();
    text::sorting::by(&mut files, Ord::cmp);
    files
}

/// The kinds of files that are told apart by their first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Record,
    Spec,
    Other,
}

/// The beginnings of the schemas of records.
const RECORDS: [&str; 2] = ["\"colddeck.record/", "\"colddeck.baseline/"];

impl Kind {
    fn of(path: &Path) -> Self {
        let mut bytes = Vec::new();
        // Pipes are read once, by whoever takes the decks.
        let file = path.is_file().then(|| File::open(path).ok()).flatten();
        let read = file.map(|file| file.take(LOOKED_AT).read_to_end(&mut bytes));
        let text = String::from_utf8_lossy(&bytes);
        if read.is_none() {
            Self::Other
        } else if text.trim_start().starts_with('{')
            && RECORDS.iter().any(|schema| text.contains(schema))
        {
            Self::Record
        } else if path.extension().is_some_and(|ending| ending == "toml") || is_spec(&text) {
            Self::Spec
        } else {
            Self::Other
        }
    }
}

/// Returns true for TOML that asks something.
fn is_spec(text: &str) -> bool {
    let asks = |table: toml::Table| {
        ["routines", "source", "answers", "question"]
            .iter()
            .any(|key| table.contains_key(*key))
    };
    text.parse().is_ok_and(asks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &[&str]) -> Vec<String> {
        let words = opened(line.iter().map(OsString::from));
        words
            .into_iter()
            .map(|word| word.into_string().unwrap())
            .collect()
    }

    #[test]
    fn commands_win_and_routines_come_last() {
        assert_eq!(words(&["colddeck"]), ["colddeck"]);
        assert_eq!(words(&["colddeck", "7 mashes"])[1], "run");
        assert_eq!(words(&["colddeck", "none.txt"])[1], "test");
        for line in [
            ["colddeck", "list"],
            ["colddeck", "--help"],
            ["colddeck", "lst"],
        ] {
            assert_eq!(words(&line), line);
        }
        assert_eq!(words(&["colddeck", "-"]), ["colddeck", "test", "-"]);
        assert_eq!(
            words(&["colddeck", "--deck", "60", "--brief", "M*7 C"]),
            ["colddeck", "run", "M*7 C", "--deck", "60", "--brief"]
        );
        assert_eq!(
            words(&["colddeck", "mash*7 cut", "--deck", "60"]),
            ["colddeck", "run", "mash*7 cut", "--deck", "60"]
        );
    }

    #[test]
    fn files_are_told_by_what_they_hold() {
        let folder = tempfile::tempdir().unwrap();
        let made = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            path.into_os_string().into_string().unwrap()
        };
        let second = |path: &str| words(&["colddeck", path]).swap_remove(1);
        assert_eq!(second(&made("G", "0 1 2\n2 1 0\n")), "test");
        let record = made(
            "results/a/record.json",
            "{\n \"schema\": \"colddeck.record/3\"",
        );
        assert_eq!(second(&record), "report");
        assert_eq!(words(&["colddeck", &record, &record])[1], "compare");
        assert_eq!(
            second(folder.path().join("results").to_str().unwrap()),
            "report"
        );
        for name in ["decks/b.txt", "decks/a.txt", "decks/.hidden"] {
            made(name, "0 1 2\n");
        }
        let decks = folder.path().join("decks");
        let found = words(&["colddeck", decks.to_str().unwrap(), "--brief"]);
        assert_eq!(found.len(), 5, "{found:?}");
        assert!(found[1] == "test" && found[2].ends_with("a.txt") && found[3].ends_with("b.txt"));
        let spec = made("specs/spec", "deck = 5\nroutines = [\"G\"]\n");
        assert_eq!(words(&["colddeck", &spec])[1..3], ["run", "--no-results"]);
        assert_eq!(second(folder.path().join("specs").to_str().unwrap()), "run");
    }
}
