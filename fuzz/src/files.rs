//! Asks of the readers of specs, records, checkpoints and parts that each ends, without a panic, with what it reads or
//! with an error that can be shown.

use std::path::Path;

use colddeck::conduct;
use colddeck::record::to_json;
use colddeck::spec::{self, Overrides};
use report::{Depth, Screen, markdown, terminal};
use run::checkpoint::decode;

/// Reads all bytes as a spec.
///
/// # Panics
///
/// If the reader is wrong.
pub fn spec(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    if let Err(error) = spec::parse(Path::new("it.toml"), text, &Overrides::default()) {
        shown(&error.to_string());
    }
}

/// Reads all bytes as a record, and shows it.
///
/// # Panics
///
/// If the reader is wrong, or reads what it writes as something else.
pub fn record(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    match conduct::parse("it", text) {
        Ok(record) => {
            let written = to_json(&record).expect("a record that was read");
            let again = conduct::parse("it", &written).expect("a record that was written");
            assert_eq!(to_json(&again).expect("the same"), written);
            // Words of a record were made harmless where they were read.
            let page = markdown(&record, None);
            let fit = |letter: char| letter == '\n' || !letter.is_control();
            assert!(page.chars().all(fit), "{page:?}");
            terminal(&record, Depth::Full, Screen::of(80));
        }
        Err(error) => shown(&error.to_string()),
    }
}

/// The beginning of a file of counts.
const MAGIC: &[u8] = b"colddeck counts 1\n";

/// Reads the first byte as a way to seal files, two as the length of the first one, and the others as one or two files of counts.
///
/// # Panics
///
/// If the reader is wrong, or parts that do not belong together are merged with a panic.
pub fn counts(bytes: &[u8]) {
    let Some((&[how, high, low], bytes)) = bytes.split_first_chunk() else {
        return;
    };
    // Hardly any input has the digest of its bytes as it is.
    if how % 4 == 0 {
        if let Err(error) = decode(bytes) {
            shown(&error.to_string());
        }
        return;
    }
    let length = usize::from(u16::from_be_bytes([high, low]));
    let (first, second) = match how % 4 {
        1 => (bytes, bytes),
        _ => bytes.split_at(length.min(bytes.len())),
    };
    let (Ok((about, counts)), Ok((other, more))) =
        (decode(&sealed(first)), decode(&sealed(second)))
    else {
        return;
    };
    if let Some(difference) = about.differs(&other) {
        shown(&difference);
    }
    assert_eq!(about.differs(&about), None);
    assert_eq!(about.name().len(), 8);
    if let (Some(mut counts), Some(more)) = (counts.saved, more.saved)
        && let Err(error) = counts.merge(more)
    {
        shown(&error.to_string());
    }
}

/// A file of counts of these bytes, with the digest that it should have.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut file = [MAGIC, body].concat();
    let digest = hmac_sha256::Hash::hash(&file);
    file.extend_from_slice(&digest);
    file
}

/// A message says something.
fn shown(text: &str) {
    assert!(!text.is_empty());
}
