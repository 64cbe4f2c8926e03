//! The meanings of statistics and words, one click away: the pages of `colddeck explain` beside what they explain.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::super::chart::shown;
use record::Record;
use record::explain::{Dictionary, Page};

/// The explanations of a page, by the names that they are asked by.
pub(super) struct Explained {
    /// The prefix of all ids.
    prefix: String,
    pages: BTreeMap<String, Vec<Page>>,
}

impl Explained {
    /// The explanations of all statistics of a record, and of the words that every page uses.
    pub fn of(record: &Record, prefix: &str, dictionary: &Dictionary) -> Self {
        const WORDS: [&str; 6] = [
            "fail",
            "pass",
            "suspicious",
            "invalid",
            "total variation",
            "adjusted p",
        ];
        let statistics = record.statistics.iter().map(|of| base(&of.name));
        let names = statistics.chain(WORDS);
        let found = names.filter_map(|name| Some((name.to_owned(), dictionary.find(name).ok()?)));
        Self {
            prefix: prefix.to_owned(),
            pages: found.collect(),
        }
    }

    /// The prefix of all ids of the page's part.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    fn id(&self, name: &str) -> String {
        let letters = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' });
        format!("{}explain-{}", self.prefix, letters.collect::<String>())
    }

    /// The text as a button that opens what `name` means; the text alone where nothing is known of it.
    pub(crate) fn button(&self, name: &str, text: &str) -> Markup {
        let name = base(name);
        html! {
            @if self.pages.contains_key(name) {
                button type="button" class="explain" popovertarget=(self.id(name)) { (shown(text)) }
            } @else { (shown(text)) }
        }
    }

    /// All explanations; each is seen only when it was asked for.
    pub fn all(&self) -> Markup {
        html! {
            @for (name, pages) in &self.pages {
                div popover class="explanation" id=(self.id(name)) {
                    @for page in pages {
                        p class="name" { strong { (page.name) } ", " (page.group.one()) }
                        @for (head, text) in &page.parts {
                            p { @if !head.is_empty() { strong { (head) ": " } } (shown(text)) }
                        }
                    }
                    button type="button" popovertarget=(self.id(name)) popovertargetaction="hide" { "Close" }
                }
            }
        }
    }
}

/// The name of a statistic without its lag and hand.
fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}
