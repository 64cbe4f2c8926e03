//! The inventory: all that can be checked in the documents that the experiments are about, numbered, and what answers it.
//!
//! One TOML file for each document, in the order of its own text: each claim, figure, table, picture, program and question
//! with the claims of specs that answer it (`folder/name#id`), or a command, or the reason why nothing can be checked, or
//! what is still to come. Claims of our own that go beyond a document are `prompted` by one of its items.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use text::harmless;
use text::sorting;

/// The folder of inventories among the experiments: it holds no specs.
pub const FOLDER: &str = "inventory";

/// A document.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Document {
    /// Its place among the documents, from 1.
    pub number: u32,
    /// A word for it.
    pub key: String,
    /// Its title, as printed.
    pub title: String,
    /// Its author, as printed.
    pub author: String,
    /// The year in which it was published.
    pub year: String,
    /// All that can be checked in it, in its own order.
    pub items: Vec<Item>,
}

/// Something that can be checked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Item {
    /// Its number in its document, from 1.
    pub number: u32,
    /// The place where it stands.
    pub place: String,
    /// Its kind.
    pub kind: Kind,
    /// The words of the document.
    pub quote: Option<String>,
    /// The same in ours, where they are not quoted.
    pub says: Option<String>,
    /// The figures that the document prints for it.
    #[serde(default)]
    pub published: Vec<String>,
    /// The claims of specs that answer it, as `folder/name#id`.
    #[serde(default)]
    pub claims: Vec<String>,
    /// The commands that answer it.
    #[serde(default)]
    pub commands: Vec<String>,
    /// The reason why nothing can be checked.
    pub not_checkable: Option<String>,
    /// The thing that is missing to answer it.
    pub to_come: Option<String>,
    /// Claims of ours that go beyond it.
    #[serde(default)]
    pub prompted: Vec<String>,
    /// The truth, in a sentence.
    pub truth: Option<String>,
    /// Facts that a reader should know of it.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// Its rank among the findings that matter most, from 1.
    pub finding: Option<u32>,
}

/// The kind of thing that an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A statement.
    Claim,
    /// A system that is described.
    System,
    /// A way to do something.
    Procedure,
    /// A number.
    Figure,
    /// A table.
    Table,
    /// A picture.
    Picture,
    /// A program.
    Program,
    /// A question that the author asks.
    Question,
}

/// A fact that a reader should know of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// The document misprints it.
    Misprint,
    /// The author asks; the answer is ours.
    Asked,
    /// The author says so with a reservation.
    FairWarning,
}

impl Mark {
    /// Says it in a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Self::Misprint => "misprint",
            Self::Asked => "asked there, answered here",
            Self::FairWarning => "with a reservation",
        }
    }
}

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
        document.check().map_err(wrong)?;
        documents.push(document);
    }
    sorting::by_key(&mut documents, |document: &Document| document.number);
    Ok(documents)
}

impl Document {
    fn check(&self) -> Result<(), String> {
        for (at, item) in (1..).zip(&self.items) {
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
            if item.truth.is_none() && item.not_checkable.is_none() && item.to_come.is_none() {
                return refuse("found no `truth`; accepted: a sentence that says what is true");
            }
        }
        Ok(())
    }

    /// All claims that it names, with the number of the item that does.
    pub fn claims(&self) -> impl Iterator<Item = (u32, &str)> {
        self.items.iter().flat_map(|item| {
            let all = item.claims.iter().chain(&item.prompted);
            all.map(|claim| (item.number, claim.as_str()))
        })
    }
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
        document.check().map(|()| document)
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
