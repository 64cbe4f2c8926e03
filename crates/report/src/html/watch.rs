//! The page of a watch: the evidence in its windows.

use maud::{Markup, html};

use super::super::chart::shown;
use super::super::follow::windows;
use super::super::pictures::of_watch;
use super::Document;
use super::parts::{Article, table};
use super::picture::figures;
use record::follow::{Status, Watching};

/// The page of one watch.
pub(super) fn document(found: &Status) -> Document {
    Document {
        kind: "watch",
        title: title(found),
        main: html! {
            header {
                p class="kicker" { "colddeck test --follow" }
                h1 class={ "answer " (tone(found)) } { (shown(&headline(found))) }
            }
            (body(found, 0))
        },
    }
}

/// The watch as a part of a page.
pub(super) fn article(found: &Status, prefix: &str) -> Article {
    Article {
        id: format!("{prefix}article"),
        title: title(found),
        body: html! {
            p class={ "answer " (tone(found)) } { (shown(&headline(found))) }
            (body(found, 1))
        },
    }
}

fn title(found: &Status) -> String {
    format!("How does the watch of {} stand?", found.source)
}

fn headline(found: &Status) -> String {
    format!("{}: {}.", found.source, found.words)
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
