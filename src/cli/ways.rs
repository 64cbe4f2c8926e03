//! The ways between the pages of a folder of results: to the index and the results beside each, to its spec, and to the same
//! routines on the page in the browser.

use std::fs;
use std::path::{Component, Path};

use ::run::conduct::Stored;
use record::Record;
use report::{Way, Ways};
use shuffle::routine::{Letters, Routine};
use toml::{Table, Value};

/// The folder of specs in a clone of the repository.
const SPECS: &str = "experiments";

/// The page in the browser, where it lies in the folder of results.
const BROWSER: &str = "colddeck.html";

/// The routines that the page in the browser shows side by side.
const MOST_ROUTINES: usize = 4;

/// Characters of a definition that an address may have.
const LONGEST_DEFINITION: usize = 300;

/// The ways from each of the pages of `stored`, which lie in `folder`, in their order.
pub(super) fn all(folder: &Path, stored: &[(String, Stored)]) -> Vec<Ways> {
    // Other results have no page of their own.
    let has_page = |at: usize| {
        stored
            .get(at)
            .filter(|(_, stored)| matches!(stored, Stored::Record(_) | Stored::Calibration(_)))
    };
    let of = |(at, (within, found)): (usize, &(String, Stored))| {
        let up = "../".repeat(within.split('/').filter(|part| !part.is_empty()).count());
        let way = |place: &(String, Stored)| Way {
            link: format!("{up}{}/report.html", linked(&place.0)),
            words: place.0.clone(),
        };
        let topic = within.split_once('/').map(|(topic, _)| topic);
        let spec = Path::new(SPECS).join(format!("{within}.toml"));
        let spec = spec.is_file().then_some(spec);
        let text = spec.as_ref().and_then(|spec| fs::read_to_string(spec).ok());
        let address = match found {
            Stored::Record(record) => address(record, text.as_deref()),
            _ => None,
        };
        let mut ways = Ways {
            index: format!("{up}index.html"),
            topic: topic.map(|topic| Way {
                link: format!("{up}index.html#topic-{}", linked(topic)),
                words: format!("All of {topic}"),
            }),
            previous: (0..at).rev().find_map(has_page).map(way),
            next: (at + 1..stored.len()).find_map(has_page).map(way),
            spec: spec.and_then(|spec| {
                Some(Way {
                    link: linked(&from(&folder.join(within), &spec)?),
                    words: format!("{within}.toml"),
                })
            }),
            ..Ways::default()
        };
        if folder.join(BROWSER).is_file() {
            ways.browser = address.map(|address| Way {
                link: format!("{up}{BROWSER}{address}"),
                words: "The same routines in the browser".to_owned(),
            });
        } else {
            ways.address = address;
        }
        ways
    };
    stored.iter().enumerate().map(of).collect()
}

/// The path of `file` from `folder` on, with `/` between its parts.
fn from(folder: &Path, file: &Path) -> Option<String> {
    let (folder, file) = (folder.canonicalize().ok()?, file.canonicalize().ok()?);
    let parts = |path: &Path| -> Option<Vec<String>> {
        let parts = path.components().map(|part| match part {
            Component::Normal(name) => name.to_str().map(str::to_owned),
            _ => Some(String::new()),
        });
        parts.collect()
    };
    let (folder, file) = (parts(&folder)?, parts(&file)?);
    let same = folder.iter().zip(&file).take_while(|(a, b)| a == b).count();
    let up = "../".repeat(folder.len() - same);
    Some(format!("{up}{}", file[same..].join("/")))
}

/// A path as a link has it.
fn linked(path: &str) -> String {
    encoded(path, b"-._~/")
}

fn encoded(text: &str, plain: &[u8]) -> String {
    let bytes = text.bytes().map(|byte| match byte {
        byte if byte.is_ascii_alphanumeric() || plain.contains(&byte) => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    });
    bytes.collect()
}

/// The address that asks the page in the browser for the routines of a record: `#deck=52&run=M*7`. The record says in words
/// what letters stand for; their definitions are those of its spec, where they are not the usual ones. `None` where the page
/// could not run them.
fn address(record: &Record, spec: Option<&str>) -> Option<String> {
    let experiment = &record.experiment;
    let plain = experiment.subject.kind == "deck"
        && experiment.source.is_none()
        && experiment.policy.is_none();
    let asked = record.routines.iter().filter(|routine| !routine.control);
    let names: Vec<&str> = asked.map(|routine| routine.name.as_str()).collect();
    if !plain || names.is_empty() || names.len() > MOST_ROUTINES {
        return None;
    }
    let spec: Option<Table> = spec.and_then(|text| text.parse().ok());
    let shuffles = spec
        .as_ref()
        .and_then(|spec| spec.get("shuffles")?.as_table());
    let definitions = if are_usual(record, &names) {
        Vec::new()
    } else {
        definitions(shuffles?)?
    };
    // As the page itself writes addresses.
    let value = |text: &str| encoded(text, b"-_.!~*'(),=: ").replace(' ', "+");
    let mut pairs = vec![format!("deck={}", experiment.deck)];
    pairs.extend(names.iter().map(|name| format!("run={}", value(name))));
    pairs.extend(
        definitions
            .iter()
            .map(|text| format!("shuffle={}", value(text))),
    );
    Some(format!("#{}", pairs.join("&")))
}

/// Returns true if the letters of the routines stand for what they stand for without a definition.
fn are_usual(record: &Record, names: &[&str]) -> bool {
    let letters = Letters::default();
    let routines = names.iter().map(|name| Routine::parse(name, &letters).ok());
    let Some(routines) = routines.collect::<Option<Vec<Routine>>>() else {
        return false;
    };
    letters.legend(routines.iter().flat_map(Routine::letters)) == record.letters
}

/// The definitions of a spec as `--shuffle` takes them; none if one is too long for an address.
fn definitions(shuffles: &Table) -> Option<Vec<String>> {
    let all = shuffles.iter().map(|(letter, value)| {
        let text = match value {
            Value::String(kind) => format!("{letter}={kind}"),
            table => format!("{letter}={table}"),
        };
        (text.len() <= LONGEST_DEFINITION && !text.contains('\n')).then_some(text)
    });
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_those_that_the_command_line_takes() {
        let table: Table = "M = \"mash\"\nF = { kind = \"pile\", piles = 8 }\n"
            .parse()
            .unwrap();
        let definitions = definitions(&table).unwrap();
        assert_eq!(definitions, ["M=mash", "F={ kind = \"pile\", piles = 8 }"]);
        let letters = definitions
            .iter()
            .flat_map(|text| ::run::spec::lettered(text));
        assert_eq!(letters.count(), 2);
    }

    #[test]
    fn a_file_is_found_from_any_folder() {
        let root = tempfile::tempdir().unwrap();
        let (folder, specs) = (root.path().join("r/zoo/one"), root.path().join("s/zoo"));
        fs::create_dir_all(&folder).unwrap();
        fs::create_dir_all(&specs).unwrap();
        let spec = specs.join("one.toml");
        fs::write(&spec, "").unwrap();
        assert_eq!(from(&folder, &spec).unwrap(), "../../../s/zoo/one.toml");
        assert_eq!(from(&folder, &root.path().join("none")), None);
    }
}
