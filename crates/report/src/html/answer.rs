//! The page of an answer without simulating.

use maud::{Markup, html};

use super::super::chart::shown;
use super::super::page::legend;
use super::super::pictures;
use super::Document;
use super::parts::{Article, table};
use super::picture::figure;
use crate::answers::page as answer_page;
use record::Answer;

/// The page of one answer.
pub(super) fn document(answer: &Answer) -> Document {
    let title = title(answer);
    let main = html! {
        header { p class="kicker" { "colddeck exact" } h1 { (shown(&title)) } }
        (whole(answer, 0))
    };
    Document {
        kind: "answer",
        title,
        main,
    }
}

/// The answer as a part of a page.
pub(super) fn article(answer: &Answer, prefix: &str) -> Article {
    Article {
        id: format!("{prefix}article"),
        title: title(answer),
        body: whole(answer, 1),
    }
}

fn title(answer: &Answer) -> String {
    let of = answer
        .routine
        .as_ref()
        .map_or_else(String::new, |routine| format!(" of {routine}"));
    let deck = answer
        .deck
        .map_or_else(String::new, |cards| format!(", {cards} cards"));
    format!("{}{of}{deck}", answer.what)
}

fn whole(answer: &Answer, deeper: usize) -> Markup {
    let drawn = pictures::of_answers(&[("", answer)]);
    html! {
        (body(answer, deeper))
        @for picture in &drawn { (figure(picture, 2 + deeper)) }
    }
}

/// Words and tables; the first line is the answer.
pub(super) fn body(answer: &Answer, deeper: usize) -> Markup {
    let page = answer_page(answer);
    // An answer is one of several within a record; by itself it is what the page is about.
    let first = if deeper == 0 { "answer" } else { "found" };
    html! {
        @for (at, line) in page.lines.iter().enumerate() {
            @if at == 0 { p class=(first) { (shown(line)) } } @else { p { (shown(line)) } }
        }
        @if !answer.letters.is_empty() { p { "Letters: " (shown(&legend(&answer.letters))) "." } }
        @for found in &page.tables { (table(page.words(), found, |_, _| None)) }
        @for note in &page.notes { p class="note" { (shown(note)) } }
    }
}
