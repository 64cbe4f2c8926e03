//! The page of a comparison: what moved between two records.

use maud::{Markup, html};

use super::super::chart::shown;
use super::super::compare::{self, comparison_headline};
use super::super::compare_memory::refusals;
use super::super::pictures::of_comparison;
use super::Document;
use super::parts::{Answered, Article, heading, table};
use super::picture::figures;
use record::compare::{Comparison, Movement};

/// The page of one comparison.
pub(super) fn document(found: &Comparison) -> Document {
    let body = |deeper| body(found, deeper);
    let answered = answered(found, &body);
    let command = format!("colddeck compare · {}", answered.title);
    answered.document("comparison", &command)
}

/// The comparison as a part of a page.
pub(super) fn article(found: &Comparison, prefix: &str) -> Article {
    answered(found, &|deeper| body(found, deeper)).article(prefix)
}

fn answered<'a>(found: &Comparison, body: &'a dyn Fn(usize) -> Markup) -> Answered<'a> {
    Answered {
        title: format!("What moved from {} to {}?", found.base.name, found.new.name),
        tone: tone(found),
        answer: comparison_headline(found),
        body,
    }
}

fn tone(found: &Comparison) -> &'static str {
    match found.outcome {
        Movement::Same => "good",
        Movement::Moved => "bad",
        Movement::TooLittle | Movement::Partial => "doubt",
    }
}

fn body(found: &Comparison, deeper: usize) -> Markup {
    let drawn = of_comparison(found);
    html! {
        (figures(&drawn.iter().collect::<Vec<_>>(), 2 + deeper))
        @for pair in &found.routines {
            section {
                (heading(deeper, 2, &html! { (shown(&compare::heading(pair))) }))
                (table(&pair.new, &compare::table(pair, usize::MAX, true).0, |_, _| None))
                @for words in refusals(pair) { p { (shown(&words)) } }
                @if !pair.not_compared.is_empty() { p { "Not compared: " (shown(&pair.not_compared.join(", "))) "." } }
            }
        }
        @if !found.unpaired.is_empty() { p { "Only in one of the records: " (shown(&found.unpaired.join(", "))) "." } }
        p class="note" { (compare::LEGEND) "." }
    }
}
