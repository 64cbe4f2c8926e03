//! Helpers that the tests of the program share: running it, and reading what it wrote.

mod command;
mod snapshot;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

pub use command::Command;
pub use snapshot::snapshot;

/// A run that takes longer hangs: the largest of these tests needs some seconds.
pub const PATIENCE: Duration = Duration::from_mins(5);

/// Variables of the caller that a line sees; without the others, no setting of a terminal, of a user
/// or of a build server changes what comes out.
#[cfg(unix)]
const KEPT: &[&str] = &["COLDDECK_ISA", "LLVM_PROFILE_FILE"];

/// Tests decks of 52 cards, a byte for each card, from standard input.
pub const TEST_BYTES_OF_52: [&str; 7] = [
    "test",
    "-",
    "--deck",
    "52",
    "--format",
    "u8",
    "--no-control",
];

/// The result of a run of the program.
#[derive(Debug)]
pub struct Ran {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Ran {
    /// Fails unless the program ended with this code and did not panic.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert!(!self.err.contains("panicked"), "{self:#?}");
        assert_eq!(self.code, code, "{self:#?}");
        self
    }

    /// Fails unless the messages hold `part`.
    #[track_caller]
    pub fn says(self, part: &str) -> Self {
        assert!(self.err.contains(part), "no `{part}` in {self:#?}");
        self
    }

    /// Fails unless nothing was printed on standard output.
    #[track_caller]
    pub fn prints_nothing(self) -> Self {
        assert_eq!(self.out, "", "{self:#?}");
        self
    }

    /// Standard output as JSON, and nothing else there.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }
}

/// The program, to be run in `folder`, without settings of the terminal that runs the tests.
pub fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_colddeck"));
    command.current_dir(folder);
    for setting in [
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLUMNS",
        "RUST_BACKTRACE",
    ] {
        command.env_remove(setting);
    }
    command
}

/// Runs the program in `folder`.
pub fn run<A: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = A>) -> Ran {
    ran(program(folder).args(arguments))
}

/// Runs `command`.
pub fn ran(command: &mut Command) -> Ran {
    let output = command.output().expect("the program starts");
    Ran {
        code: output.status.code().expect("the program ends by itself"),
        out: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
        err: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
    }
}

/// A shell that runs `line` in `folder`, in which `colddeck` is the program.
#[cfg(unix)]
pub fn shell(folder: &Path, line: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_colddeck"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own = program.parent().map(Path::to_owned);
    let path = std::env::join_paths(own.into_iter().chain(std::env::split_paths(&path)))
        .expect("paths without colons");
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder);
    command.env_clear().env("PATH", path);
    for name in KEPT {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command
}

/// Writes a file and the folders above it; gives its path.
pub fn write(folder: &Path, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a name within the folder")).expect("a new folder");
    fs::write(&path, contents).expect("a new file");
    path
}

/// All files below `folder`, relative to it, in order; none if it is not there.
pub fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let within = path.strip_prefix(folder).expect("below the folder");
                found.push(within.display().to_string());
            }
        }
    }
    found.sort();
    found
}

/// The record at `path`.
#[track_caller]
pub fn record(path: &Path) -> Value {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Takes the lines of files out of the words of tests: not every format has lines.
pub fn without_lines(mut record: Value) -> Value {
    let routines = record["routines"].as_array_mut().into_iter().flatten();
    let tests = routines.filter_map(|routine| routine["tests"].as_array_mut());
    for words in tests.flatten().map(|test| &mut test["words"]) {
        // Words on two decks name two lines.
        while let Some((before, rest)) =
            words.as_str().and_then(|words| words.split_once(" (line "))
        {
            let (_, after) = rest.split_once(')').expect("a line ends");
            *words = format!("{before}{after}").into();
        }
    }
    record
}
