//! Texts as they were when somebody last read them, in tests/it/snapshots.

use std::fmt::Display;
use std::fs;
use std::path::Path;

/// Fails unless `text` is what the file of this name holds; ends of the whole do not count. With `COLDDECK_GOLDEN=write` the
/// file is written.
#[track_caller]
pub fn snapshot(name: &str, text: impl Display) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/snapshots");
    let path = folder.join(format!("{name}.txt"));
    let text = format!("{}\n", text.to_string().trim_start_matches('\n').trim_end());
    if crate::golden::are_written() {
        fs::write(&path, text).expect("a snapshot");
        return;
    }
    let expected = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; it would be:\n{text}", path.display()));
    if text == expected {
        return;
    }
    let mut lines = text.lines().zip(expected.lines());
    let first = lines.position(|(found, expected)| found != expected);
    let line = first.unwrap_or_else(|| text.lines().count().min(expected.lines().count()));
    let of = |text: &str| text.lines().nth(line).unwrap_or("(the end)").to_owned();
    panic!(
        "{}, line {}: expected\n{}\nfound\n{}\n\nall of it:\n{text}",
        path.display(),
        line + 1,
        of(&expected),
        of(&text)
    );
}
