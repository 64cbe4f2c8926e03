//! The parts of the first screen, put together from a record.

use super::super::page::legend;
use super::super::sections::in_order;
use super::super::table::Table;
use super::super::{nouns, tables};
use super::calls::calls;
use super::rank::MOST_NAMED;
use super::{answer, meaning, next, ours, table};
use crate::answers::page as answer_page;
use record::{Experiment, Outcome, ROUTINE, Record};
use text::names::grouped;

/// The parts of the first screen.
#[derive(Debug, Default)]
pub(crate) struct Glance {
    /// The question, and what it was asked of.
    pub asked: String,
    /// The answer.
    pub answer: String,
    /// Its meaning, a sentence or two each; the last may be left out where there is no room.
    pub meaning: Vec<String>,
    /// Lists of faults, the features that nothing looked at last; never left out.
    pub lists: Vec<List>,
    /// True if lists stand in a paragraph, which takes fewer lines.
    pub is_short: bool,
    /// The table; rows that matter less come later.
    pub table: Option<Table>,
    /// The answers to questions that need no simulation.
    pub answers: Vec<String>,
    /// The next step.
    pub next: Vec<String>,
    /// How the claims of a spec came out, where the answer is another.
    pub badge: Option<String>,
    /// The way in which it was found, and the place where more is said.
    pub how: String,
}

/// A list below a few words: the faults that would have been shown, or what nothing looked at.
#[derive(Debug)]
pub(crate) struct List {
    /// The words above it, without a colon.
    pub head: String,
    pub items: Vec<String>,
}

impl List {
    /// All of it in a sentence.
    pub(crate) fn sentence(&self) -> String {
        format!("{}: {}.", self.head, self.items.join("; "))
    }
}

/// The first screen of a record.
pub(crate) fn glance(record: &Record) -> Glance {
    Glance {
        asked: asked(record),
        answer: answer(record),
        meaning: meaning::meaning(record),
        lists: meaning::lists(record),
        is_short: false,
        table: table::table(record),
        answers: answers(record),
        next: next::next(record),
        badge: meaning::badge(record),
        how: how(record),
    }
}

/// The answers to the questions of a spec, each by its name.
pub(crate) fn answers(record: &Record) -> Vec<String> {
    let answers = in_order(record).into_iter();
    let words = answers.map(|(name, found)| format!("{name}: {}", answer_page(found).words()));
    words.collect()
}

/// The answer in a line of its own.
pub(crate) fn brief(record: &Record) -> String {
    let experiment = &record.experiment;
    let name = match (experiment.name.as_str(), &experiment.source) {
        (_, Some(source)) => format!("{source}: "),
        (ROUTINE, None) => String::new(),
        (name, None) => format!("{name}: "),
    };
    let calls = calls(record).map_or_else(String::new, |text| format!(" {text}"));
    format!("{name}{}{calls}", answer(record))
}

/// The question, or what was asked about: `RRRC on 60 cards. C = one cut at a random place; R = riffle …`
fn asked(record: &Record) -> String {
    let experiment = &record.experiment;
    if !experiment.question.is_empty() {
        return format!("{}: {}", experiment.name, experiment.question);
    }
    match legend(&record.letters) {
        letters if letters.is_empty() && experiment.source.is_some() => {
            format!("Read {}", subject(record))
        }
        letters if letters.is_empty() => subject(record),
        letters => format!("{}. {letters}", subject(record)),
    }
}

/// `RRRC on 60 cards`
pub(crate) fn subject(record: &Record) -> String {
    let experiment = &record.experiment;
    let ours = ours(record);
    if ours.is_empty() {
        return experiment.name.clone();
    }
    let size = nouns::size(experiment);
    let what = if let Some(source) = &experiment.source {
        let decks = nouns::counted(experiment, ours[0].decks);
        format!("{decks} of {size} from {source}")
    } else {
        let names: Vec<&str> = ours.iter().map(|routine| routine.name.as_str()).collect();
        match names.len() {
            0..=MOST_NAMED => format!("{} on {size}", names.join(", ")),
            many => format!("{many} routines on {size}"),
        }
    };
    let policy = (experiment.policy.as_ref())
        .map_or_else(String::new, |policy| format!("; {}", policy.in_words()));
    format!("{what}{policy}")
}

/// Names what makes the subjects.
fn maker(experiment: &Experiment) -> &'static str {
    if experiment.subject.weights.is_some() {
        "source"
    } else {
        "shuffle"
    }
}

/// Decks, tests and error level, and how to see more.
fn how(record: &Record) -> String {
    const MORE: &str = "--full shows all of it; colddeck explain WORD says what a word means.";
    let experiment = &record.experiment;
    let ours = ours(record);
    let Some(first) = ours.first() else {
        return MORE.to_owned();
    };
    let rate = grouped((1.0 / experiment.alpha).round() as u64);
    let each = if ours.len() > 1 { " each" } else { "" };
    if experiment.until_decided.is_some() {
        let decks: u64 = ours.iter().map(|routine| routine.decks).sum();
        return format!(
            "{} {}. At most one fair {} in {rate} is ever called unfair this way. {MORE}",
            nouns::counted(experiment, decks),
            if decks == 1 {
                "was looked at as it came"
            } else {
                "were looked at as they came"
            },
            maker(experiment)
        );
    }
    let failed = ours.iter().map(|routine| tables::failed(routine)).sum();
    let tests = || ours.iter().flat_map(|routine| &routine.tests);
    let valid = tests().filter(|test| test.p.is_some()).count() as u64;
    let of = match (valid, tests().count() as u64 - valid) {
        (0, 0) => "; nothing was tested".to_owned(),
        (1, 0) => format!("; {failed} of one test failed"),
        (valid, 0) => format!("; {} of {} tests failed", grouped(failed), grouped(valid)),
        (valid, needing) => format!(
            "; {} of {} tests failed, {} {} more {}",
            grouped(failed),
            grouped(valid),
            grouped(needing),
            if needing == 1 {
                "other needs"
            } else {
                "others need"
            },
            nouns::lacking(experiment)
        ),
    };
    let level = match record.outcome {
        _ if experiment.tests == 0 => String::new(),
        Outcome::AsExpected | Outcome::NotAsExpected => String::new(),
        _ if nouns::is_single(experiment) && experiment.trials == 1 => {
            format!(", and chance fails any of them in at most one of {rate} orders")
        }
        _ if nouns::is_single(experiment) => {
            format!(", and chance fails any of them in at most one run in {rate}")
        }
        _ => format!(
            ", and a fair {} fails at most one run in {rate}",
            maker(experiment)
        ),
    };
    format!(
        "{}{each}{of}{level}. {MORE}",
        nouns::counted(experiment, first.decks),
    )
}
