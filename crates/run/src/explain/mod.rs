//! Pages in plain words: for each statistic, each verdict and each word that screens and reports use, and for each
//! shuffle and whatever else can be named, what it is, an example with numbers, what to do about it, and its source.
//!
//! Verdicts and words have texts of their own here, as [`Entry`]; statistics, shuffles, generators and questions are
//! explained by what their own lists say of them.

mod figures;
mod kinds;
mod things;
mod verdicts;

use std::sync::LazyLock;

use record::explain::{Dictionary, Group, Page};

/// A word, and what is to be said of it. Empty parts are left out.
struct Entry {
    /// Its name, and others that it is found by.
    names: &'static [&'static str],
    /// Its meaning.
    about: &'static str,
    /// An example with numbers.
    example: &'static str,
    /// Advice on what to do about it.
    advice: &'static str,
    /// The paper that describes it: author and year.
    source: &'static str,
    group: Group,
}

impl From<&Entry> for Page {
    fn from(entry: &Entry) -> Self {
        let mut page = Self::new(entry.group, entry.names[0]);
        page.also = entry.names[1..].iter().map(|&name| name.into()).collect();
        page.say("", entry.about);
        page.say("Example", entry.example);
        page.say("What to do", entry.advice);
        page.say("Source", entry.source);
        page
    }
}

/// Every page.
pub fn dictionary() -> &'static Dictionary {
    static PAGES: LazyLock<Dictionary> = LazyLock::new(|| {
        let entries = [verdicts::VERDICTS, figures::FIGURES, things::THINGS];
        let words = entries.into_iter().flatten().map(Page::from);
        Dictionary::new(words.chain(kinds::pages()).collect())
    });
    &PAGES
}

#[cfg(test)]
mod tests;
