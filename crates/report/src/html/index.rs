//! The page that leads to all results of a folder.

use maud::{Markup, html};

use super::super::chart::shown;
use super::super::glance;
use super::Document;
use super::run_page::tone;
use super::text::drawn;
use record::Record;

/// A result and the folder that its page lies in, from the index on.
pub struct Entry<'a> {
    /// The folder, with `/` between its parts.
    pub folder: &'a str,
    /// The record.
    pub record: &'a Record,
}

/// The index of `entries`, in their order; `findings` is what is said before them, in Markdown, and `texts` are other pages:
/// file and title.
pub fn index(findings: &str, texts: &[(String, String)], entries: &[Entry<'_>]) -> String {
    let topics: Vec<&[Entry<'_>]> = entries.chunk_by(|a, b| topic(a) == topic(b)).collect();
    let title = "What colddeck found";
    let main = html! {
        header { p class="kicker" { "colddeck" } h1 { (title) } }
        @if !findings.is_empty() { section id="findings" class="findings" { (drawn(findings)) } }
        @if !texts.is_empty() {
            nav aria-label="Other pages" {
                h2 { "On one page" }
                ul class="plain" { @for (file, title) in texts { li { a href=(file) { (shown(title)) } } } }
            }
        }
        section id="experiments" {
            h2 { (entries.len()) " experiments" }
            @for topic_of in &topics {
                h3 { (shown(topic(&topic_of[0]))) }
                ul class="entries" { @for entry in topic_of.iter() { (line(entry)) } }
            }
        }
    };
    Document {
        kind: "index",
        title: title.to_owned(),
        main,
    }
    .written()
}

fn topic<'a>(entry: &Entry<'a>) -> &'a str {
    entry.folder.split('/').next().unwrap_or_default()
}

/// A result: its question, its answer, and how it came out.
fn line(entry: &Entry<'_>) -> Markup {
    let experiment = &entry.record.experiment;
    let link = format!("{}/report.html", super::super::markdown::link(entry.folder));
    let tone = tone(entry.record.outcome);
    let question = if experiment.question.trim().is_empty() {
        &experiment.name
    } else {
        &experiment.question
    };
    html! {
        li {
            a href=(link) { (shown(question.trim())) }
            " " span class=(tone) { (shown(&glance::answer(entry.record))) }
        }
    }
}
