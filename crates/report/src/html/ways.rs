//! The ways from a page of results to others: the index, the results beside it, its spec, and the page in the browser.

use maud::{Markup, html};

use super::super::chart::shown;

/// A place that a link leads to.
#[derive(Debug, Clone)]
pub struct Way {
    /// The link, ready to stand in a page.
    pub link: String,
    /// The words on it.
    pub words: String,
}

/// The ways from a page.
#[derive(Debug, Clone, Default)]
pub struct Ways {
    /// The link to the index.
    pub index: String,
    /// The link to the page's part of the index, and that part's name.
    pub topic: Option<Way>,
    /// The result before it in the index.
    pub previous: Option<Way>,
    /// The result after it.
    pub next: Option<Way>,
    /// The spec that it was made from.
    pub spec: Option<Way>,
    /// The page in the browser with the same routines.
    pub browser: Option<Way>,
    /// The address of the same routines in the page in the browser, where that page is not at hand.
    pub address: Option<String>,
}

impl Ways {
    /// The page between its ways: the index before it, all others after it.
    pub(super) fn around(&self, main: &Markup) -> Markup {
        html! {
            nav class="ways" aria-label="All results" {
                a href=(self.index) { "All results" }
                @if let Some(topic) = &self.topic { (link("", topic)) }
            }
            (main)
            nav class="ways end" aria-label="From here" {
                @if let Some(previous) = &self.previous { (link("Before: ", previous)) }
                @if let Some(next) = &self.next { (link("Next: ", next)) }
                @if let Some(spec) = &self.spec { (link("The spec: ", spec)) }
                @if let Some(browser) = &self.browser { (link("", browser)) }
                @if let Some(address) = &self.address {
                    span {
                        "In a browser: open " code { "colddeck.html" } " with " code { (shown(address)) }
                        " after its name. README.md says how to get it."
                    }
                }
            }
        }
    }
}

fn link(before: &str, way: &Way) -> Markup {
    html! { a href=(way.link) { (before) (shown(&way.words)) } }
}
