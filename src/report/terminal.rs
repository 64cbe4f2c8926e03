//! The record on a screen. Colours are ANSI codes; whoever prints strips them where they do not
//! belong.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, ContentArrangement, LineStyle, TableStyle};

use super::markdown::legend;
use super::table::{Align, Table, Tone};
use super::{headline, tables};
use crate::record::Record;

/// A line under the head and nothing else.
const LINES: TableStyle = TableStyle::new().header_separator(LineStyle::new('─', '─', '─', '─'));

/// The whole report.
pub fn terminal(record: &Record) -> String {
    let experiment = &record.experiment;
    let bold = Style::new().bold();
    let mut page = String::new();
    let mut line = |text: String| writeln!(page, "{text}").expect("writing to a string");
    if experiment.question.is_empty() {
        line(format!("{bold}{}{bold:#}", title(record)));
    } else {
        line(format!(
            "{bold}{}{bold:#}: {}",
            experiment.name, experiment.question
        ));
    }
    line(format!("{bold}{}{bold:#}", headline(record)));
    line(setup(record));
    if !record.letters.is_empty() {
        line(format!("letters: {}", legend(record)));
    }
    if !record.claims.is_empty() {
        line(format!("\n{}", drawn(&tables::claims(record))));
    }
    line(format!("\n{}", drawn(&tables::verdicts(record))));
    line(format!("\n{}", drawn(&tables::figures(record))));
    line("p: adjusted for all tests of the run; ±: one standard error; total variation: 0 ideal, 1 farthest".to_owned());
    page
}

/// A name for what has no question: the routine itself, or where the decks came from.
fn title(record: &Record) -> String {
    let ours = record.routines.iter().filter(|routine| !routine.control);
    match &record.experiment.source {
        Some(source) => source.clone(),
        None => ours
            .map(|routine| routine.name.as_str())
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// Cards, decks, generator, seed, error level.
fn setup(record: &Record) -> String {
    let experiment = &record.experiment;
    let (trials, replicates) = (experiment.trials, experiment.replicates);
    let split = if replicates > 1 {
        format!(" ({replicates} x {trials})")
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
    let (cards, generator, seed) = (experiment.deck, &experiment.generator, &experiment.seed);
    format!(
        "{cards} cards, {} decks each{split}, {generator}, seed {seed}, {level}",
        trials * replicates
    )
}

fn drawn(table: &Table) -> String {
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
