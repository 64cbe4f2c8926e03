//! The inventory as data: the documents that the experiments are about, and all that can be checked in them.
//!
//! One TOML file for each document, in the order of its own text: each claim, figure, table, picture, program and question
//! with the claims of specs that answer it (`folder/name#id`), or a command, or the reason why nothing can be checked, or
//! what is still to come. Claims of our own that go beyond a document are `prompted` by one of its items.

use serde::Deserialize;

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

impl Document {
    /// All claims that it names, with the number of the item that does.
    pub fn claims(&self) -> impl Iterator<Item = (u32, &str)> {
        self.items.iter().flat_map(|item| {
            let all = item.claims.iter().chain(&item.prompted);
            all.map(|claim| (item.number, claim.as_str()))
        })
    }
}
