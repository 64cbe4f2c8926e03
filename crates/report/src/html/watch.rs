//! The page of a watch: the evidence in its windows.

use maud::{Markup, html};

use super::super::follow::windows;
use super::super::pictures::of_watch;
use super::Document;
use super::parts::{Answered, Article, table};
use super::picture::figures;
use record::follow::{Status, Watching};

/// The page of one watch.
pub(super) fn document(found: &Status) -> Document {
    answered(found, &|deeper| body(found, deeper)).document("watch", "colddeck test --follow")
}

/// The watch as a part of a page.
pub(super) fn article(found: &Status, prefix: &str) -> Article {
    answered(found, &|deeper| body(found, deeper)).article(prefix)
}

fn answered<'a>(found: &Status, body: &'a dyn Fn(usize) -> Markup) -> Answered<'a> {
    Answered {
        title: format!("How does the watch of {} stand?", found.source),
        tone: tone(found),
        answer: format!("{}: {}.", found.source, found.words),
        body,
    }
}

fn tone(found: &Status) -> &'static str {
    match found.state {
        Watching::Failed => "bad",
        Watching::Broken | Watching::Interrupted => "doubt",
        Watching::Watching | Watching::Ended => "good",
    }
}

fn body(found: &Status, deeper: usize) -> Markup {
    let drawn = of_watch(found);
    html! {
        (figures(&drawn.iter().collect::<Vec<_>>(), 2 + deeper))
        (table("windows", &windows(found), |_, _| None))
    }
}
