//! Reads the inventory, all that can be checked in the documents that the experiments are about, and holds it against
//! the claims that there are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use record::inventory::Document;
use text::harmless;
use text::sorting;

/// The folder of inventories among the experiments: it holds no specs.
pub const FOLDER: &str = "inventory";

/// Reasons why an inventory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum InventoryError {
    /// A file or folder cannot be read.
    #[error(
        "{}: cannot read it; accepted: a folder with an inventory of each document (TOML files)",
        harmless::path(file)
    )]
    Read {
        /// The path.
        file: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// A file is no inventory.
    #[error("{}: {}", harmless::path(file), harmless::lines(problem))]
    Wrong {
        /// The file.
        file: PathBuf,
        /// A message that says what was found and what is accepted.
        problem: String,
    },
}

/// Reads all inventories in `folder`, in the order of their documents.
pub fn read(folder: &Path) -> Result<Vec<Document>, InventoryError> {
    let unreadable = |file: &Path| {
        let file = file.to_owned();
        |source| InventoryError::Read { file, source }
    };
    let mut documents = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable(folder))? {
        let file = entry.map_err(unreadable(folder))?.path();
        if file.extension().is_none_or(|found| found != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&file).map_err(unreadable(&file))?;
        let wrong = |problem: String| InventoryError::Wrong {
            file: file.clone(),
            problem,
        };
        let document: Document = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        check(&document).map_err(wrong)?;
        documents.push(document);
    }
    sorting::by_key(&mut documents, |document: &Document| document.number);
    Ok(documents)
}

/// The first word of the reason why something cannot be checked.
pub(crate) const WHY: &[&str] = &["opinion", "history", "private", "absent", "hands", "rule"];

/// Says what is wrong with the items of a document.
fn check(document: &Document) -> Result<(), String> {
    for (at, item) in (1..).zip(&document.items) {
        let refuse = |problem: &str| Err(format!("item {}: {problem}", item.number));
        if item.number != at {
            return refuse(&format!(
                "found this number; accepted: {at}, they count on from 1"
            ));
        }
        if item.quote.is_some() == item.says.is_some() {
            return refuse("found both or none of `quote` and `says`; accepted: one of them");
        }
        let answers = [
            item.claims.is_empty(),
            item.commands.is_empty(),
            item.not_checkable.is_none(),
            item.to_come.is_none(),
        ];
        if answers.iter().all(|absent| *absent) {
            return refuse(
                "found no answer; accepted: `claims`, `commands`, `not-checkable` or `to-come`",
            );
        }
        if let Some(reason) = &item.not_checkable {
            let (word, text) = reason.split_once(": ").unwrap_or(("", ""));
            if !WHY.contains(&word) || text.is_empty() {
                return refuse(&format!(
                    "`not-checkable`: found `{}`; accepted: one of {} with a colon and the reason",
                    harmless::line(reason),
                    WHY.join(", ")
                ));
            }
        }
        if item.truth.is_none() && item.not_checkable.is_none() && item.to_come.is_none() {
            return refuse("found no `truth`; accepted: a sentence that says what is true");
        }
    }
    Ok(())
}

/// Says what is wrong between the inventory and the claims that there are, each as `folder/name#id`: claims that are named
/// and are not there, and such as are named twice.
pub fn mismatches(documents: &[Document], there: &[String]) -> Vec<String> {
    let mut named: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for document in documents {
        for (number, claim) in document.claims() {
            let item = format!("{} {number}", document.key);
            named.entry(claim).or_default().push(item);
        }
    }
    let mut wrong = Vec::new();
    for (claim, items) in named {
        if !there.iter().any(|known| known == claim) {
            wrong.push(format!(
                "{}: no spec has the claim `{claim}`",
                items.join(", ")
            ));
        }
        if items.len() > 1 {
            wrong.push(format!(
                "`{claim}` is named by {}; accepted: by one item",
                items.join(" and ")
            ));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "number = 1\nkey = \"a\"\ntitle = \"A\"\nauthor = \"B\"\nyear = \"2020\"\n\
                        [[items]]\nnumber = 1\nplace = \"p\"\nkind = \"claim\"\nquote = \"q\"\n\
                        claims = [\"cube/a#b\"]\ntruth = \"t\"\n";

    fn document(text: &str) -> Result<Document, String> {
        let document: Document = toml::from_str(text).map_err(|error| error.to_string())?;
        check(&document).map(|()| document)
    }

    #[test]
    fn items_are_numbered_worded_and_answered() {
        let good = document(GOOD).unwrap();
        assert_eq!(good.claims().collect::<Vec<_>>(), [(1, "cube/a#b")]);
        for (from, to, part) in [
            ("number = 1\nplace", "number = 2\nplace", "accepted: 1"),
            ("quote = \"q\"\n", "", "`quote` and `says`"),
            ("claims = [\"cube/a#b\"]\n", "", "found no answer"),
            ("truth = \"t\"\n", "", "found no `truth`"),
            (
                "truth = \"t\"",
                "not-checkable = \"nobody knows\"",
                "accepted: one of opinion",
            ),
            ("\"claim\"", "\"rumour\"", "rumour"),
            ("place", "plaice", "plaice"),
        ] {
            let error = document(&GOOD.replace(from, to)).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn claims_that_are_missing_or_named_twice_are_told() {
        let good = document(GOOD).unwrap();
        let there = ["cube/a#b".to_owned()];
        assert!(mismatches(std::slice::from_ref(&good), &there).is_empty());
        assert_eq!(
            mismatches(std::slice::from_ref(&good), &[]),
            ["a 1: no spec has the claim `cube/a#b`"]
        );
        assert_eq!(
            mismatches(&[good.clone(), good], &there),
            ["`cube/a#b` is named by a 1 and a 1; accepted: by one item"]
        );
    }
}
