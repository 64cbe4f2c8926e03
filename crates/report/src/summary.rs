//! A record in short, as JSON: for scripts that want the answer and a few figures, and not all counts.

use serde::Serialize;

use super::glance::{headline, ours};
use record::{
    Claim, Extent, Outcome, Record, Routine, Size, Test, TotalVariation, Verdict, to_json,
};
use text::sorting;

/// The version of the layout.
const SUMMARY_SCHEMA: &str = "colddeck.summary/1";

/// Bytes that a summary has at the most.
const MOST_BYTES: usize = 4_096;

/// Characters of a name or a sentence that others wrote.
const LONGEST: usize = 300;

/// Characters of the sentences of the headline.
const LONGEST_HEADLINE: usize = 1_200;

#[derive(Serialize)]
struct Summary<'a> {
    schema: &'static str,
    version: &'a str,
    name: String,
    question: String,
    subject: &'a str,
    outcome: Outcome,
    headline: String,
    alpha: f64,
    tests: usize,
    routines: Vec<Short<'a>>,
    claims: Vec<ShortClaim<'a>>,
    left_out: LeftOut,
}

/// Entries that a summary has no room for.
#[derive(Default, Serialize)]
struct LeftOut {
    routines: usize,
    tests_that_failed: usize,
    figures: usize,
    claims: usize,
}

/// A routine, or what was read.
#[derive(Serialize)]
struct Short<'a> {
    name: String,
    decks: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    departure: Option<Extent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_variation: Option<Distance>,
    figures: Vec<Figure<'a>>,
    failed: Vec<Failed<'a>>,
}

/// How far the orders are from fair ones: between these, or just this.
#[derive(Serialize)]
struct Distance {
    low: f64,
    high: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<f64>,
    confidence: f64,
}

/// A figure that one sees.
#[derive(Serialize)]
struct Figure<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fair: Option<f64>,
}

/// A test that failed.
#[derive(Serialize)]
struct Failed<'a> {
    test: &'a str,
    p_adjusted: Option<f64>,
    words: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<&'a Size>,
}

#[derive(Serialize)]
struct ShortClaim<'a> {
    id: &'a str,
    verdict: &'static str,
    expected: &'static str,
}

/// The record in short: at most 4 KB of JSON, with the number of entries that are left out.
///
/// # Errors
/// None for a record: all its keys are strings and all its numbers finite.
pub fn summary(record: &Record) -> Result<String, serde_json::Error> {
    let mut short = of(record);
    loop {
        let text = to_json(&short)?;
        if text.len() <= MOST_BYTES || !shorten(&mut short) {
            return Ok(text);
        }
    }
}

fn of(record: &Record) -> Summary<'_> {
    let experiment = &record.experiment;
    Summary {
        schema: SUMMARY_SCHEMA,
        version: &record.version,
        name: cut(&experiment.name, LONGEST),
        question: cut(&experiment.question, LONGEST),
        subject: &experiment.subject.kind,
        outcome: record.outcome,
        headline: cut(&headline(record), LONGEST_HEADLINE),
        alpha: experiment.alpha,
        tests: experiment.tests,
        routines: (ours(record).iter())
            .map(|routine| routine_of(record, routine))
            .collect(),
        claims: record.claims.iter().map(claim).collect(),
        left_out: LeftOut::default(),
    }
}

fn routine_of<'a>(record: &'a Record, routine: &'a Routine) -> Short<'a> {
    let failed = routine.tests.iter();
    let mut failed: Vec<&Test> = failed
        .filter(|test| test.verdict == Verdict::Fail)
        .collect();
    let p = |test: &Test| test.p_adjusted.or(test.p).unwrap_or(1.0);
    sorting::by(&mut failed, |a, b| p(a).total_cmp(&p(b)));
    let watched = routine.anytime.iter().flat_map(|found| &found.culprits);
    let watched = watched.map(|name| Failed {
        test: name,
        p_adjusted: None,
        words: "",
        size: None,
    });
    Short {
        name: cut(&routine.name, LONGEST),
        decks: routine.decks,
        departure: routine.departure.as_ref().map(|departure| departure.extent),
        total_variation: routine.total_variation.as_ref().map(distance),
        figures: figures(record, routine),
        failed: failed.into_iter().map(test).chain(watched).collect(),
    }
}

fn distance(found: &TotalVariation) -> Distance {
    Distance {
        low: found.least(),
        high: found.most(),
        exact: found.exact,
        confidence: if found.exact.is_some() {
            1.0
        } else {
            found.confidence
        },
    }
}

/// The figures that are shown to those who look at the deck and not at statistics.
fn figures<'a>(record: &'a Record, routine: &'a Routine) -> Vec<Figure<'a>> {
    let seen = record.columns.iter().filter_map(|column| {
        let name = column.seen.as_deref()?;
        let figures = routine.statistics.get(&column.statistic)?;
        let one = &record.experiment.subject.words.one;
        Some(Figure {
            name,
            unit: (column.figure == "mean").then(|| format!("per {one}")),
            value: figures.number(&column.figure)?,
            standard_error: (column.error.as_ref()).and_then(|error| figures.number(error)),
            fair: column.fair.as_ref().and_then(|fair| figures.number(fair)),
        })
    });
    seen.collect()
}

fn test(test: &Test) -> Failed<'_> {
    Failed {
        test: &test.title,
        p_adjusted: test.p_adjusted,
        words: &test.words,
        size: test.size.as_ref(),
    }
}

fn claim(claim: &Claim) -> ShortClaim<'_> {
    ShortClaim {
        id: &claim.id,
        verdict: claim.verdict.name(),
        expected: claim.expected.name(),
    }
}

/// Leaves out the least important entry that there still is; returns false if there is none.
fn shorten(short: &mut Summary<'_>) -> bool {
    // Claims that came out as expected say least, then figures, then what failed less, then whole routines.
    let expected = |claim: &ShortClaim<'_>| claim.verdict == claim.expected;
    if let Some(at) = short.claims.iter().rposition(expected) {
        short.claims.remove(at);
        short.left_out.claims += 1;
        return true;
    }
    let most = |of: fn(&Short<'_>) -> usize, routines: &[Short<'_>]| {
        let longest = routines.iter().enumerate().max_by_key(|(_, one)| of(one));
        longest.filter(|(_, one)| of(one) > 0).map(|(at, _)| at)
    };
    if let Some(at) = most(|one| one.figures.len().saturating_sub(FEW), &short.routines) {
        short.routines[at].figures.pop();
        short.left_out.figures += 1;
        return true;
    }
    if let Some(at) = most(|one| one.failed.len().saturating_sub(1), &short.routines) {
        short.routines[at].failed.pop();
        short.left_out.tests_that_failed += 1;
        return true;
    }
    if let Some(at) = most(|one| one.figures.len(), &short.routines) {
        short.routines[at].figures.pop();
        short.left_out.figures += 1;
        return true;
    }
    if let Some(at) = most(|one| one.failed.len(), &short.routines) {
        short.routines[at].failed.pop();
        short.left_out.tests_that_failed += 1;
        return true;
    }
    if short.routines.pop().is_some() {
        short.left_out.routines += 1;
        return true;
    }
    let left = short.claims.pop().is_some();
    short.left_out.claims += usize::from(left);
    left
}

/// Figures that stay as long as there is anything else to leave out.
const FEW: usize = 3;

/// The beginning of a text, with a mark where it goes on.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
