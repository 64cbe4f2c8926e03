//! The page of an answer without simulating.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::super::chart::shown;
use super::super::page::legend;
use super::super::pictures;
use super::Document;
use super::parts::{Article, all_digits, short_figures, table};
use super::picture::figure;
use crate::answers::page as answer_page;
use record::Answer;
use record::answers::Found;

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
    // A quantity is what was asked for.
    let (what, of) = match &answer.found {
        Found::Quantity(found) => (found.of.as_str(), "after"),
        _ => (answer.what.as_str(), "of"),
    };
    let of = answer
        .routine
        .as_ref()
        .map_or_else(String::new, |routine| format!(" {of} {routine}"));
    let deck = answer
        .deck
        .map_or_else(String::new, |cards| format!(", {cards} cards"));
    format!("{what}{of}{deck}")
}

fn whole(answer: &Answer, deeper: usize) -> Markup {
    let drawn = pictures::of_answers(&[("", answer)]);
    html! {
        (body(answer, deeper))
        @for picture in &drawn { (figure(picture, 2 + deeper)) }
    }
}

/// The letters that the routine of the answer uses; all of an answer without a routine.
fn used(answer: &Answer) -> BTreeMap<String, String> {
    let there = |letter: &str| {
        let routine = answer.routine.as_deref();
        routine.is_none_or(|routine| routine.contains(letter))
    };
    let letters = answer.letters.iter();
    let letters = letters.filter(|(letter, _)| there(letter));
    letters
        .map(|(letter, means)| (letter.clone(), means.clone()))
        .collect()
}

/// Words and tables; the first line is the answer.
pub(super) fn body(answer: &Answer, deeper: usize) -> Markup {
    let page = answer_page(answer);
    // An answer is one of several within a record; by itself it is what the page is about.
    let first = if deeper == 0 { "answer" } else { "found" };
    html! {
        @for (at, line) in page.lines.iter().enumerate() {
            @if at == 0 { p class=(first) { (short_figures(line)) } } @else { p { (short_figures(line)) } }
        }
        @let letters = used(answer);
        @if !letters.is_empty() { p { "Letters: " (shown(&legend(&letters))) "." } }
        @for found in &page.tables {
            (table(page.words(), found, |row, column| {
                let cell = &found.rows[row][column];
                (cell.link.is_none()).then(|| short_figures(&cell.text))
            }))
        }
        @for note in &page.notes { p class="note" { (shown(note)) } }
        @let cells = page.tables.iter().flat_map(|table| table.rows.iter().flatten());
        @let cells = cells.filter(|cell| cell.link.is_none()).map(|cell| cell.text.as_str());
        (all_digits(page.lines.iter().map(String::as_str).chain(cells)))
    }
}
