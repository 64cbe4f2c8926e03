//! The page that leads to all results of a folder.

use maud::{Markup, html};

use super::super::calibration::{QUESTION, answer, is_calibrated};
use super::super::chart::shown;
use super::super::glance;
use super::super::pictures::{of_calibration as pictures_of_calibration, pictures};
use super::Document;
use super::run_page::{in_two, question, tone};
use super::text::drawn;
use super::thumbnail::thumbnail;
use record::calibration::Calibration;
use record::{ClaimVerdict, Outcome, Record};
use text::names::grouped;

/// A result and the folder that its page lies in, from the index on.
pub struct Entry<'a> {
    /// The folder, with `/` between its parts.
    pub folder: &'a str,
    /// The record.
    pub record: &'a Record,
}

/// The index of `entries`, in their order; `findings` is what is said before them, in Markdown, and `texts` are other pages:
/// file and title.
pub fn index(
    findings: &str,
    texts: &[(String, String)],
    entries: &[Entry<'_>],
    calibrations: &[(&str, &Calibration)],
) -> String {
    let topics: Vec<&[Entry<'_>]> = entries.chunk_by(|a, b| topic(a) == topic(b)).collect();
    let title = "What colddeck found";
    let main = html! {
        header { p class="kicker" { "colddeck" } h1 { (title) } }
        p class="answer" { "colddeck tells whether a deck is really shuffled, by exact laws and by tests of simulated decks." }
        @if let Some(said) = of_claims(entries) { p class="besides" { (said) } }
        @if !findings.is_empty() { section id="findings" class="findings" { (drawn(findings)) } }
        @if !texts.is_empty() {
            nav aria-label="Other pages" {
                h2 { "On one page" }
                ul class="plain" { @for (file, title) in texts { li { a href=(file) { (shown(title)) } } } }
            }
        }
        section id="experiments" {
            h2 { (entries.len()) " experiments" }
            div class="filter" role="search" aria-label="Experiments" data-parts="Folder" hidden {}
            @for topic_of in &topics {
                @let topic = topic(&topic_of[0]);
                h3 id={ "topic-" (shown(topic)) } { (shown(topic)) }
                ul class="entries" data-part=(shown(topic)) { @for entry in topic_of.iter() { (line(entry)) } }
            }
            @for (folder, found) in calibrations {
                h3 id={ "topic-" (shown(folder)) } { (shown(folder)) }
                ul class="entries" data-part=(shown(folder)) { (of_calibration(folder, found)) }
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

/// How many of all claims hold: what all results come to.
fn of_claims(entries: &[Entry<'_>]) -> Option<String> {
    let claims = || entries.iter().flat_map(|entry| &entry.record.claims);
    let number = |wanted: &[ClaimVerdict]| {
        let of = claims().filter(|claim| wanted.contains(&claim.verdict));
        grouped(of.count() as u64)
    };
    (claims().count() > 0).then(|| {
        format!(
            "Of {} claims that these experiments test, of documents and of our own, {} hold, {} are refuted and {} are shown neither way.",
            grouped(claims().count() as u64),
            number(&[ClaimVerdict::Confirmed, ClaimVerdict::Reproduced]),
            number(&[ClaimVerdict::Refuted]),
            number(&[ClaimVerdict::NotRefuted, ClaimVerdict::Undecided])
        )
    })
}

fn topic<'a>(entry: &Entry<'a>) -> &'a str {
    entry.folder.split('/').next().unwrap_or_default()
}

/// A calibration: its picture, its question and its answer.
fn of_calibration(folder: &str, found: &Calibration) -> Markup {
    let link = format!("{}/report.html", super::super::markdown::link(folder));
    let (verdict, tone) = if is_calibrated(found) {
        ("calibrated", "good")
    } else {
        ("not calibrated", "bad")
    };
    html! {
        li data-verdict=(verdict) {
            div { (thumbnail(&pictures_of_calibration(found))) }
            div {
                p class="asked" { (QUESTION) }
                a class="headline" href=(link) { (shown(&answer(found))) }
                p class="claimed" { span class=(tone) { (verdict) } }
            }
        }
    }
}

/// A result: its picture, its question, its answer, and how its claims came out.
fn line(entry: &Entry<'_>) -> Markup {
    let record = entry.record;
    let link = format!("{}/report.html", super::super::markdown::link(entry.folder));
    let tone = tone(record.outcome);
    let counts = verdicts(record);
    let words: Vec<&str> = counts.iter().map(|(verdict, _)| verdict.as_str()).collect();
    let verdict = if words.is_empty() {
        outcome(record.outcome).to_owned()
    } else {
        words.join(",")
    };
    html! {
        li data-verdict=(verdict) {
            div { (thumbnail(&pictures(record))) }
            div {
                p class="asked" { (shown(name(entry))) ": " (shown(&question(record))) }
                @let answer = glance::answer(record);
                @let (first, rest) = in_two(&answer);
                a class="headline" href=(link) { (shown(first)) }
                @if !rest.is_empty() { p class="besides" { (shown(rest)) } }
                p class="claimed" {
                    @if counts.is_empty() {
                        span class=(tone) { (outcome(record.outcome)) }
                    } @else {
                        @let all = record.claims.len();
                        span { (all) @if all == 1 { " claim" } @else { " claims" } }
                        @for (verdict, count) in &counts { span { (count) " " (verdict) } }
                        span class=(tone) { (outcome(record.outcome)) }
                    }
                }
            }
        }
    }
}

/// The name of a result within its topic.
fn name<'a>(entry: &Entry<'a>) -> &'a str {
    entry
        .folder
        .split_once('/')
        .map_or(entry.folder, |(_, name)| name)
}

/// The verdicts on the claims of a record, and how many have each.
fn verdicts(record: &Record) -> Vec<(String, usize)> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for claim in &record.claims {
        let verdict = claim.verdict.spoken();
        match counts.iter_mut().find(|(known, _)| *known == verdict) {
            Some((_, count)) => *count += 1,
            None => counts.push((verdict, 1)),
        }
    }
    counts
}

/// The outcome of a run in words.
fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::NoEvidence => "no evidence",
        Outcome::Evidence => "evidence",
        Outcome::Accepted => "accepted",
        Outcome::TooLittle => "too little data",
        Outcome::AsExpected => "as expected",
        Outcome::NotAsExpected => "not as expected",
        Outcome::FaultyControl => "faulty control",
        Outcome::FaultySimulation => "faulty simulation",
    }
}
