//! The sections of a report below its answer, part by part, in the order of every page.

use super::table::{Align, Cell, Table};
use super::{anytime, blocks, claims, control, few_decks, nouns, stakes, tables};
use record::{Answer, Experiment, Record, Unpromised};
use text::names::confidence_number;
use text::names::grouped;
use text::sorting;

/// The parts of a page that sections belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Routines side by side.
    Routines,
    /// The claims and their verdicts.
    Claims,
    /// Answers that needed no simulation.
    Answers,
    /// All tests, and simulated figures beside exact ones.
    Tests,
    /// The way in which it was measured.
    How,
}

/// A section: its title, a note with names between backquotes, and what it shows.
pub(super) struct Section<'a> {
    pub part: Part,
    pub title: String,
    pub note: String,
    pub body: Body<'a>,
}

/// The contents of a section.
pub(super) enum Body<'a> {
    /// A table.
    Table(Table),
    /// Lists, each under the name of a routine or under none.
    Lists(Vec<(String, Vec<String>)>),
    /// Paragraphs, with names between backquotes.
    Paragraphs(Vec<String>),
    /// The page of an answer.
    Answer(&'a Answer),
}

/// All sections of a record.
pub(super) fn sections(record: &Record) -> Vec<Section<'_>> {
    let mut all = Vec::new();
    if !record.routines.is_empty() {
        all.extend(routines(record));
    }
    all.extend(claimed(record));
    all.extend(in_order(record).into_iter().map(|(name, found)| Section {
        part: Part::Answers,
        title: name.to_owned(),
        note: String::new(),
        body: Body::Answer(found),
    }));
    all.extend(tests(record));
    all.push(how(record));
    all.retain(|section| match &section.body {
        Body::Table(table) => !table.rows.is_empty(),
        Body::Lists(lists) => !lists.is_empty(),
        Body::Paragraphs(texts) => !texts.is_empty(),
        Body::Answer(_) => true,
    });
    all
}

/// The answers of a record with their names, numbers in these by their size.
pub(super) fn in_order(record: &Record) -> Vec<(&str, &Answer)> {
    let answers = record.answers.iter();
    let mut answers: Vec<(&str, &Answer)> = answers
        .map(|(name, answer)| (name.as_str(), answer))
        .collect();
    sorting::by(&mut answers, |(a, _), (b, _)| sorting::natural(a, b));
    answers
}

fn table<'a>(part: Part, title: &str, note: impl Into<String>, table: Table) -> Section<'a> {
    Section {
        part,
        title: title.to_owned(),
        note: note.into(),
        body: Body::Table(table),
    }
}

fn is_watched(record: &Record) -> bool {
    record.experiment.until_decided.is_some()
}

/// Routines side by side: verdicts, how much they matter, findings, figures, distances.
fn routines(record: &Record) -> Vec<Section<'_>> {
    let part = |title: &str, note: &str, of| table(Part::Routines, title, note, of);
    let watched = is_watched(record);
    let order = nouns::is_single(&record.experiment);
    let verdicts = match (watched, order) {
        (true, _) => format!(
            "{}. Tests and comparisons for a number of decks that is fixed beforehand are left out.",
            anytime::LEGEND
        ),
        (_, true) => "p-values are of both tails, by the law that the title names; the adjusted ones count all tests of the run.".to_owned(),
        _ => "p-values are adjusted for all tests of the run. `positions` fails for shuffles that are not ideal, also where no place is favoured but cards move together, as in a cut. Total variation: 0 is an ideal shuffle, 1 is as far from it as possible.".to_owned(),
    };
    let figures = match (watched, order) {
        (true, _) => "± is one standard error; `exact` needs no simulation.",
        (_, true) => {
            "Rank correlations are Spearman's; runs and the longest increasing line are those of the places, read in the order before."
        }
        _ => {
            "± is one standard error; `exact` needs no simulation; `off` is the difference in standard errors. `share in same half`: share of cards that stay in their half of the deck. `farthest card`: exact total variation from uniform of the place of the card that is worst off."
        }
    };
    let distances = if watched {
        "Over all orders, as far as it is proved."
    } else {
        "Over all orders, enclosed between what was shown and what is proved."
    };
    let mut all = vec![
        part("Verdicts", &verdicts, tables::verdicts(record)),
        part(
            "How much it matters",
            &departures_note(record),
            tables::departures(record),
        ),
        part("Stakes", &stakes::note(record), stakes::full(record)),
        findings(record),
        few(record),
    ];
    if !order {
        all.extend(cell_counts(record));
    }
    let figures = if record.exact_left_out {
        format!("{figures} {}", tables::EXACT_LEFT_OUT)
    } else {
        figures.to_owned()
    };
    all.push(part("Figures", &figures, tables::figures(record)));
    if !order {
        all.push(part(
            "Total variation",
            distances,
            tables::distances(record),
        ));
    }
    all
}

/// Says how much each departure matters.
fn departures_note(record: &Record) -> String {
    let mut known = record
        .routines
        .iter()
        .filter_map(|routine| routine.departure.as_ref());
    let Some(known) = known.next() else {
        return String::new();
    };
    format!(
        "`at most`: how far from fair any law that was measured may still be (total variation), with {1}% confidence; {0} \
         or less does not matter. It does not bound whole decks. `seen besides`: evidence whose size no such law shows.",
        known.delta,
        confidence_number(known.confidence)
    )
}

/// The evidence against each routine, in words.
fn findings(record: &Record) -> Section<'_> {
    let lists = if is_watched(record) {
        let culprits = anytime::culprits(record);
        if culprits.is_empty() {
            Vec::new()
        } else {
            vec![(String::new(), culprits)]
        }
    } else {
        let asked = record.routines.iter().filter(|routine| !routine.control);
        let found = asked.map(|routine| {
            let lines = tables::findings(routine).into_iter().map(|(_, text)| text);
            (routine.name.clone(), lines.collect::<Vec<_>>())
        });
        found.filter(|(_, lines)| !lines.is_empty()).collect()
    };
    Section {
        part: Part::Routines,
        title: "What was seen".to_owned(),
        note: String::new(),
        body: Body::Lists(lists),
    }
}

/// Says what so few decks would have shown, or that it is not known.
fn few(record: &Record) -> Section<'_> {
    let title = match (record.would_show.is_empty(), record.beforehand.is_empty()) {
        (true, true) => "Unknown power",
        (true, false) => "Known power",
        (false, _) => "Few decks",
    };
    Section {
        part: Part::Routines,
        title: title.to_owned(),
        note: String::new(),
        body: Body::Paragraphs(few_decks::few(record)),
    }
}

/// Shows how many decks the cells of the matrix hold, if the spec asks for pictures.
fn cell_counts(record: &Record) -> Option<Section<'_>> {
    let note = "There is a matrix for each replicate. The table shows the share of all cells that hold this many decks, \
        and its exact expectation. The last row draws them from 0 on.";
    Some(table(
        Part::Routines,
        "How many decks the cells hold",
        note,
        blocks::cell_counts(record)?,
    ))
}

/// The claims with what was claimed and why they came out so.
fn claimed(record: &Record) -> Option<Section<'_>> {
    let mut found = tables::claims(record);
    for title in ["claimed", "why", "source"] {
        found.column(title, Align::Left);
    }
    for (row, claim) in found.rows.iter_mut().zip(&record.claims) {
        row.extend([&claim.text, &claim.detail, &claim.source].map(Cell::plain));
    }
    (!record.claims.is_empty()).then(|| table(Part::Claims, "Claims", claims::LEGEND, found))
}

fn tests(record: &Record) -> Vec<Section<'_>> {
    if is_watched(record) {
        let note = "Each statistic by itself; `adjusted` for all statistics of all routines (closed testing). `limit`: \
            what stands beside it is at most this far from its ideal law (total variation).";
        return vec![table(Part::Tests, "Wagers", note, anytime::wagers(record))];
    }
    if nouns::is_single(&record.experiment) {
        return Vec::new();
    }
    let checks = format!(
        "Does the simulation do what it should? `off`: simulated less exact, in standard errors. A departure at the \
         error level of {:e}, all comparisons together, would be a fault of colddeck.",
        record.experiment.fault_level
    );
    let mut all = Vec::new();
    if record.experiment.tests > 0 {
        all.push(table(
            Part::Tests,
            "Tests",
            detectable_note(record),
            tables::tests(record),
        ));
    }
    all.push(table(
        Part::Tests,
        "Simulated beside exact",
        checks,
        tables::checks(record),
    ));
    all
}

/// Says what `detectable` is, or why it is left empty.
fn detectable_note(record: &Record) -> String {
    match record.unpromised {
        None => format!(
            "`detectable`: the smallest departure that this many decks would have shown with probability {}.",
            record.experiment.power
        ),
        Some(Unpromised::Copies) => {
            "`detectable` is left empty: copies of cards hide order, so I cannot say which departures these would have shown.".to_owned()
        }
        Some(Unpromised::UnknownOrder) => {
            "`detectable` is left empty: the order before the shuffle is not known, so I cannot say which departures these \
             would have shown.".to_owned()
        }
    }
}

/// Tells how it was measured: cards, decks, generator, seed, error level, and where decks came from.
fn how(record: &Record) -> Section<'_> {
    let experiment = &record.experiment;
    let mut texts = Vec::new();
    if record.routines.is_empty() {
        texts.push(
            "Nothing was simulated: these answers are exact, or computed as they say.".to_owned(),
        );
    } else if let Some(declared) = &experiment.until_decided {
        texts.push(format!("{}.", anytime::setup(record, declared)));
    } else {
        texts.push(set_up(experiment));
        texts.extend(nouns::never(experiment).map(|never| format!("{never}.")));
        if let Some(policy) = &experiment.policy {
            let departing = policy.departing.as_ref();
            texts.push(format!(
                "Seeds: {}; decks: {}{}. The control's decks are independent, and sorted before each shuffle.",
                policy.seeding,
                policy.memory,
                departing.map_or_else(String::new, |words| format!(", {words}"))
            ));
        }
    }
    texts.extend(control::drawn_again(record));
    if let Some(source) = &experiment.source {
        let seed = if nouns::is_single(experiment) {
            ""
        } else {
            "; the seed is that of the control"
        };
        texts.push(format!(
            "{} from {source}{seed}.",
            nouns::subjects(experiment)
        ));
    }
    Section {
        part: Part::How,
        title: "How it was measured".to_owned(),
        note: String::new(),
        body: Body::Paragraphs(texts),
    }
}

/// Says what was run: cards, decks, generator, error level.
fn set_up(experiment: &Experiment) -> String {
    if nouns::is_single(experiment) {
        return format!(
            "{} of {}; {}.",
            nouns::counted(experiment, experiment.trials),
            nouns::size(experiment),
            level(experiment)
        );
    }
    let memory = match (&experiment.policy, experiment.subject.of_decks) {
        (_, false) => String::new(),
        (Some(policy), _) => format!(", {}", policy.memory),
        (None, _) => ", sorted before each".to_owned(),
    };
    format!(
        "{}; {} for each routine ({} × {}){memory}; generator `{}`, seed {}; {}.",
        nouns::size(experiment),
        nouns::counted(
            experiment,
            experiment.trials.saturating_mul(experiment.replicates)
        ),
        grouped(experiment.replicates),
        grouped(experiment.trials),
        experiment.generator,
        experiment.seed,
        level(experiment),
    )
}

/// The error level, and the tests that share it.
fn level(experiment: &Experiment) -> String {
    match experiment.tests {
        0 => "no tests".to_owned(),
        1 => format!("error level {}", experiment.alpha),
        tests => format!(
            "error level {} for all {tests} tests together (Holm)",
            experiment.alpha
        ),
    }
}
