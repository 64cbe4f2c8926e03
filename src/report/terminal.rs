//! The record on a screen. Colours are ANSI codes; whoever prints strips them where they do not
//! belong.

use super::nouns;
use crate::names::grouped;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, ContentArrangement, LineStyle, TableStyle};

use super::few_decks::few;
use super::markdown::legend;
use super::table::{Align, Table, Tone};
use super::{anytime, headline, picture, tables};
use crate::record::{ROUTINE, Record};

/// A line under the head and nothing else.
const LINES: TableStyle = TableStyle::new().header_separator(LineStyle::new('─', '─', '─', '─'));

/// The meaning of the words and signs in the tables.
const LEGEND: &str = "p: adjusted for all tests of the run; ±: one standard error; off: simulated less exact, in \
standard errors; total variation: 0 ideal, 1 farthest";

/// The whole report.
pub fn terminal(record: &Record) -> String {
    let experiment = &record.experiment;
    let bold = Style::new().bold();
    let mut page = String::new();
    let mut line = |text: String| writeln!(page, "{text}").expect("writing to a string");
    if !experiment.question.is_empty() {
        line(format!(
            "{bold}{}{bold:#}: {}",
            experiment.name, experiment.question
        ));
    } else if experiment.source.is_none() && experiment.name != ROUTINE {
        line(format!("{bold}{}{bold:#}", experiment.name));
    }
    line(format!("{bold}{}{bold:#}", wrapped(&headline(record))));
    if !record.routines.is_empty() {
        line(wrapped(&setup(record)));
        if let Some(text) = nouns::undefined(experiment) {
            line(wrapped(text));
        }
    }
    if !record.letters.is_empty() {
        line(wrapped(&format!("letters: {}", legend(record))));
    }
    if !record.claims.is_empty() {
        line(format!("\n{}", drawn(&tables::claims(record))));
    }
    for (name, found) in &record.answers {
        line(wrapped(&format!(
            "{bold}{name}{bold:#}: {}",
            found.page().words()
        )));
    }
    if record.routines.is_empty() {
        return page;
    }
    line(format!("\n{}", drawn(&tables::verdicts(record))));
    for (at, culprit) in anytime::culprits(record).iter().enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        line(format!("{gap}{}", wrapped(culprit)));
    }
    for text in findings(record) {
        line(text);
    }
    for (at, text) in few(record).iter().enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        line(format!("{gap}{}", wrapped(text)));
    }
    let maps = picture::maps(record, WIDTH);
    if !maps.is_empty() {
        line(format!("\n{}", wrapped(picture::SHADES_ARE)));
        line(maps.join("\n"));
    }
    if let Some(counts) = picture::cell_counts(record) {
        for part in parts(&counts) {
            line(format!("\n{}", drawn(&part)));
        }
    }
    for part in parts(&tables::figures(record)) {
        line(format!("\n{}", drawn(&part)));
    }
    line(wrapped(if experiment.until_decided.is_some() {
        anytime::LEGEND
    } else {
        LEGEND
    }));
    page
}

/// Lines of findings that a routine has on a screen.
const MOST_FINDINGS: usize = 6;

/// Lists the evidence against each routine in words, for readers who want more than a table of p-values.
fn findings(record: &Record) -> Vec<String> {
    let mut lines = Vec::new();
    for routine in record.routines.iter().filter(|routine| !routine.control) {
        let found = tables::findings(routine);
        if found.is_empty() || routine.tests.len() <= 1 {
            continue;
        }
        lines.push(format!("\n{}", routine.name));
        let shown = found.iter().take(MOST_FINDINGS);
        lines.extend(shown.map(|(_, text)| indented(text)));
        if found.len() > MOST_FINDINGS {
            lines.push(format!("  … and {} more", found.len() - MOST_FINDINGS));
        }
    }
    lines
}

/// A line of a list, wrapped under its own beginning.
fn indented(text: &str) -> String {
    format!(
        "  - {}",
        wrapped_to(WIDTH - 4, text).replace('\n', "\n    ")
    )
}

/// Columns of characters that a terminal has at least, nowadays.
const WIDTH: usize = 100;

/// The table in as many parts as it takes to keep within [`WIDTH`]; each begins with the first
/// column, and the columns `exact` and `off` stay with their figure.
pub(super) fn parts(table: &Table) -> Vec<Table> {
    let width = |at: usize| {
        let cells = table.rows.iter().map(|row| row[at].text.chars().count());
        3 + cells
            .chain([table.head[at].0.chars().count()])
            .max()
            .unwrap_or(0)
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for at in 1..table.head.len() {
        match groups.last_mut() {
            Some(group) if ["exact", "off"].contains(&table.head[at].0.as_str()) => group.push(at),
            _ => groups.push(vec![at]),
        }
    }
    let mut lines: Vec<(usize, Vec<usize>)> = Vec::new();
    for group in groups {
        let wide: usize = group.iter().map(|&at| width(at)).sum();
        match lines.last_mut().filter(|(used, _)| used + wide <= WIDTH) {
            Some((used, line)) => {
                *used += wide;
                line.extend(group);
            }
            None => lines.push((width(0) + wide, [vec![0], group].concat())),
        }
    }
    let pick = |line: Vec<usize>| Table {
        head: line.iter().map(|&at| table.head[at].clone()).collect(),
        rows: table
            .rows
            .iter()
            .map(|row| line.iter().map(|&at| row[at].clone()).collect())
            .collect(),
    };
    lines.into_iter().map(|(_, line)| pick(line)).collect()
}

/// Lines no longer than [`WIDTH`], broken between words: a terminal would break them anywhere.
pub(super) fn wrapped(text: &str) -> String {
    wrapped_to(WIDTH, text)
}

fn wrapped_to(width: usize, text: &str) -> String {
    let mut page = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            page.push('\n');
            used = 0;
        } else if used > 0 {
            page.push(' ');
            used += 1;
        }
        page.push_str(word);
        used += length;
    }
    page
}

/// Cards, generator, seed, error level.
fn setup(record: &Record) -> String {
    let experiment = &record.experiment;
    if let Some(declared) = &experiment.until_decided {
        return anytime::setup(record, declared);
    }
    let (trials, replicates) = (experiment.trials, experiment.replicates);
    let split = if replicates > 1 {
        format!(" ({} x {})", grouped(replicates), grouped(trials))
    } else {
        String::new()
    };
    let level = match experiment.tests {
        0 => "no tests".to_owned(),
        1 => format!("error level {}", experiment.alpha),
        tests => format!(
            "error level {} for all {tests} tests together",
            experiment.alpha
        ),
    };
    let policy = experiment
        .policy
        .as_ref()
        .map_or_else(String::new, |policy| format!(", {}", policy.in_words()));
    let (generator, seed) = (&experiment.generator, &experiment.seed);
    format!(
        "{}, {} each{split}, {generator}, seed {seed}{policy}, {level}",
        nouns::size(experiment),
        nouns::counted(experiment, trials * replicates)
    )
}

pub(super) fn drawn(table: &Table) -> String {
    let mut drawing = comfy_table::Table::new();
    drawing
        .load_style(LINES)
        .set_content_arrangement(ContentArrangement::Disabled);
    drawing.set_header(table.head.iter().map(|(title, _)| title));
    for row in &table.rows {
        drawing.add_row(row.iter().map(|cell| styled(&cell.text, cell.tone)));
    }
    for (at, (_, align)) in table.head.iter().enumerate() {
        if let (Align::Right, Some(column)) = (align, drawing.column_mut(at)) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    drawing.trim_fmt()
}

fn styled(text: &str, tone: Tone) -> String {
    let style = match tone {
        Tone::Plain => return text.to_owned(),
        Tone::Good => AnsiColor::Green.on_default(),
        Tone::Doubtful => AnsiColor::Yellow.on_default(),
        Tone::Bad => AnsiColor::Red.on_default().bold(),
        Tone::Faint => Style::new().dimmed(),
    };
    if text.is_empty() {
        String::new()
    } else {
        format!("{style}{text}{style:#}")
    }
}
