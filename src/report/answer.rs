//! Answers without simulating, on a screen: the answer in words, then its tables.

mod cube;
mod cycles;
mod distance;
mod duplicates;
mod game;
mod hitting;
mod law;
mod null;
mod pairs;
mod position;
mod support;

use serde_json::Value;

use super::page::Page;
use super::table::{Align, Cell, Tone};
use super::tables::{scientific, significant};
use crate::record::answer::{Answer, Found, Proof};

/// Cards that a table shows at the most; of more, those that are worst off.
const SHOWN: usize = 60;

/// Rows of a law that are shown: the likeliest.
const LAW_ROWS: usize = 60;

/// The whole answer, on a screen.
pub fn answer(answer: &Answer) -> String {
    page(answer).drawn(&answer.letters)
}

/// What is shown of an answer.
pub(super) fn page(answer: &Answer) -> Page {
    let mut page = Page::default();
    let cards = answer.deck;
    let name = answer.routine.as_deref().unwrap_or_default();
    match &answer.found {
        Found::Distance(found) => distance::distance(&mut page, found, name, cards),
        Found::Position(found) => position::position(&mut page, found, name, cards),
        Found::Pairs(found) => pairs::pairs(&mut page, found, name, cards),
        Found::Duplicates(found) => duplicates::duplicates(&mut page, found, name, cards),
        Found::Hitting(found) => hitting::hitting(&mut page, found, name, cards),
        Found::Support(found) => support::support(&mut page, found, name, cards),
        Found::Law(found) => law::law(&mut page, found, name, cards),
        Found::Null(found) => null::null(&mut page, found, cards),
        Found::Game(found) => game::game(&mut page, found, cards),
        Found::Cycles(found) => cycles::cycles(&mut page, found, name, cards),
        Found::Cube(found) => cube::cube(&mut page, found, cards),
    }
    page
}

/// The `keep` of the numbers below `count` for which `of` is largest, the largest first and the
/// smaller number first of equals.
fn largest(count: usize, keep: usize, of: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| of(b).total_cmp(&of(a)).then(a.cmp(&b)));
    order.truncate(keep);
    order
}

/// The same numbers in their own order.
fn largest_in_order(count: usize, keep: usize, of: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut kept = largest(count, keep, of);
    kept.sort_unstable();
    kept
}

fn cell(text: impl Into<String>) -> Cell {
    Cell::plain(text)
}

fn faint(text: impl Into<String>) -> Cell {
    Cell::toned(text, Tone::Faint)
}

/// So many significant digits, without zeros at the end.
fn figure(value: f64, digits: usize) -> String {
    let text = significant(value, digits);
    if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// A number of the answer that may be text because no double holds it.
fn any(value: &Value) -> String {
    match (value.as_f64(), value.as_str()) {
        (Some(number), _) => figure(number, 6),
        (None, Some(text)) => text.to_owned(),
        _ => String::new(),
    }
}

/// Near 1, its distance from it.
fn near_one(value: f64, gap: &Value) -> String {
    match gap.as_str() {
        Some(text) => format!("1 - {text}"),
        None => closed(value, gap.as_f64().unwrap_or(0.0)),
    }
}

fn closed(value: f64, gap: f64) -> String {
    if gap > 0.0 && gap < 1e-3 {
        format!("1 - {}", scientific(gap))
    } else if value < 1e-3 && value > 0.0 {
        format!("{value:.6e}")
    } else {
        figure(value, 9)
    }
}

fn proof(proof: &Proof) -> String {
    closed(proof.value, proof.gap)
}
