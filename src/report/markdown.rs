//! The record as a page of Markdown: `report.md`.

use super::nouns;
use crate::harmless;
use crate::names::grouped;
use std::fmt::{self, Write};

use super::few_decks::few;
use super::page::legend;
use super::table::{Align, Cell, Table, Tone};
use super::{anytime, blocks, glance, tables};

use crate::record::{Record, Unpromised};

/// The whole report.
#[allow(
    clippy::missing_panics_doc,
    reason = "writing to a string does not fail"
)]
pub fn markdown(record: &Record) -> String {
    let mut page = String::new();
    write_page(&mut page, record).expect("writing to a string");
    page
}

fn write_page(page: &mut String, record: &Record) -> fmt::Result {
    let experiment = &record.experiment;
    writeln!(page, "# {}\n", escape(&experiment.name))?;
    if !experiment.question.is_empty() {
        writeln!(page, "*{}*\n", escape(experiment.question.trim()))?;
    }
    writeln!(page, "**{}**\n", escape(glance::headline(record).trim()))?;
    for text in glance::glance(record).next {
        writeln!(page, "Next: {}\n", escape(&text))?;
    }
    if record.routines.is_empty() {
        return write_answers(page, record);
    }
    if let Some(declared) = &experiment.until_decided {
        writeln!(page, "{}.\n", escape(&anytime::setup(record, declared)))?;
        return write_decided(page, record);
    }
    let policy = experiment.policy.as_ref();
    write_setup(page, record)?;
    if let Some(undefined) = nouns::undefined(experiment) {
        writeln!(page, "{undefined}.\n")?;
    }
    if let Some(policy) = policy {
        writeln!(
            page,
            "Seeds: {}; decks: {}{}. The control's decks are independent, and sorted before each.\n",
            escape(&policy.seeding),
            escape(&policy.memory),
            (policy.departing.as_ref())
                .map_or_else(String::new, |words| format!(", {}", marked(words)))
        )?;
    }
    if let Some(source) = &experiment.source {
        let seed = if nouns::is_order(experiment) {
            ""
        } else {
            "; the seed is that of the control"
        };
        let subjects = nouns::subjects(experiment);
        writeln!(page, "{subjects} from {}{seed}.\n", escape(source))?;
    }
    if !record.letters.is_empty() {
        writeln!(page, "Letters: {}.\n", escape(&legend(&record.letters)))?;
    }
    claims(page, record)?;
    if nouns::is_order(experiment) {
        return write_order(page, record);
    }
    let verdicts = tables::verdicts(record);
    section(
        page,
        "Verdicts",
        "p-values are adjusted for all tests of the run. `positions` fails for shuffles that are not ideal, also where no place is favoured but cards move together, as in a cut. Total variation: 0 is an ideal shuffle, 1 is as far from it as possible.",
        &verdicts,
    )?;
    departures(page, record)?;
    findings(page, record)?;
    few_decks(page, record)?;
    pictures(page, record)?;
    section(
        page,
        "Figures",
        "± is one standard error; `exact` needs no simulation; `off` is the difference in standard errors. `share in same half`: share of cards that stay in their half of the deck. `farthest card`: exact total variation from uniform of the place of the card that is worst off.",
        &tables::figures(record),
    )?;
    if experiment.tests > 0 {
        let note = detectable_note(record);
        section(page, "Tests", &note, &tables::tests(record))?;
    }
    let checks = tables::checks(record);
    if !checks.rows.is_empty() {
        let note = format!(
            "Does the simulation do what it should? `off`: simulated less exact, in standard errors. A departure at the \
             error level of {:e}, all comparisons together, would be a fault of colddeck.",
            experiment.fault_level
        );
        section(page, "Simulated beside exact", &note, &checks)?;
    }
    section(
        page,
        "Total variation",
        "Over all orders, enclosed between what was shown and what is proved.",
        &tables::distances(record),
    )?;
    answers(page, record)?;
    made_by(page, record)
}

/// Says what was run: cards, decks, generator, error level.
fn write_setup(page: &mut String, record: &Record) -> fmt::Result {
    let experiment = &record.experiment;
    if nouns::is_order(experiment) {
        return writeln!(
            page,
            "{} in one order; error level {} for all {} tests together (Holm).\n",
            nouns::size(experiment),
            experiment.alpha,
            experiment.tests
        );
    }
    let policy = experiment.policy.as_ref();
    let alone = nouns::is_sequence(experiment)
        || nouns::is_rows(experiment)
        || nouns::is_states(experiment);
    let memory = match (policy, alone) {
        (_, true) => String::new(),
        (Some(policy), _) => format!(", {}", escape(&policy.memory)),
        (None, _) => ", sorted before each".to_owned(),
    };
    writeln!(
        page,
        "{}; {} for each routine ({} × {}){memory}; generator {}, seed {}; error level {} for all {} tests together (Holm).\n",
        escape(&nouns::size(experiment)),
        nouns::counted(experiment, experiment.trials * experiment.replicates),
        grouped(experiment.replicates),
        grouped(experiment.trials),
        code(&experiment.generator),
        escape(&experiment.seed),
        experiment.alpha,
        experiment.tests,
    )
}

/// The rest of the page of a single order.
fn write_order(page: &mut String, record: &Record) -> fmt::Result {
    section(
        page,
        "Verdicts",
        "p-values are of both tails, by the law that the title names; the adjusted ones count all tests of the run.",
        &tables::verdicts(record),
    )?;
    findings(page, record)?;
    let note = "Rank correlations are Spearman's; runs and the longest increasing line are those of the places, read in the \
                order before.";
    section(page, "Figures", note, &tables::figures(record))?;
    answers(page, record)?;
    made_by(page, record)
}

/// Says how much each departure matters.
fn departures(page: &mut String, record: &Record) -> fmt::Result {
    let table = tables::departures(record);
    let known = record
        .routines
        .iter()
        .find_map(|routine| routine.departure.as_ref());
    let Some(known) = known else {
        return Ok(());
    };
    let note = format!(
        "Departures of up to {} (total variation) do not matter. `at most`: the largest departure of a law over all decks that \
         these decks leave possible, all laws together with {}% confidence. `seen besides`: evidence that no such law shows \
         the size of; it never counts as practical.",
        known.delta,
        glance::percent(known.confidence)
    );
    section(page, "How much it matters", &note, &table)
}

/// Says what so few decks would have shown, or that it is not known.
fn few_decks(page: &mut String, record: &Record) -> fmt::Result {
    let few = few(record);
    if !few.is_empty() {
        let head = if record.would_show.is_empty() {
            "Unknown power"
        } else {
            "Few decks"
        };
        writeln!(page, "## {head}\n")?;
    }
    for text in few {
        writeln!(page, "{}\n", escape(&text))?;
    }
    Ok(())
}

/// Says what `detectable` is, or why it is left empty.
fn detectable_note(record: &Record) -> String {
    match record.unpromised {
            None => format!(
                "`detectable`: the smallest departure that this many decks would have shown with probability {}.",
                record.experiment.power
            ),
            Some(Unpromised::Copies) => {
                "`detectable` is left empty: copies of cards hide order, so that the departures that distinct cards would \
                 have shown are not promised of these.".to_owned()
            }
            Some(Unpromised::UnknownOrder) => {
                "`detectable` is left empty: a departure from an order that is not known cannot be promised.".to_owned()
            }
    }
}

/// A page of questions that need no decks.
fn write_answers(page: &mut String, record: &Record) -> fmt::Result {
    claims(page, record)?;
    answers(page, record)?;
    made_by(page, record)
}

fn made_by(page: &mut String, record: &Record) -> fmt::Result {
    writeln!(
        page,
        "Made by colddeck {} from `record.json` ({}).",
        escape(&record.version),
        escape(&record.schema)
    )
}

/// The rest of the page of a run that stopped once it was decided.
fn write_decided(page: &mut String, record: &Record) -> fmt::Result {
    if let Some(source) = &record.experiment.source {
        writeln!(
            page,
            "{} from {}; the seed is that of the control.\n",
            nouns::subjects(&record.experiment),
            escape(source)
        )?;
    }
    if !record.letters.is_empty() {
        writeln!(page, "Letters: {}.\n", escape(&legend(&record.letters)))?;
    }
    let note = format!(
        "{}. Tests and comparisons for a number of decks that is fixed beforehand are left out.",
        anytime::LEGEND
    );
    section(page, "Verdicts", &note, &tables::verdicts(record))?;
    departures(page, record)?;
    for culprit in anytime::culprits(record) {
        writeln!(page, "- {}", escape(&culprit))?;
    }
    writeln!(page)?;
    section(
        page,
        "Wagers",
        "Each statistic by itself; `adjusted` for all statistics of all routines (closed testing). `limit`: an upper limit of the \
         total variation of what stands beside it from its ideal law.",
        &anytime::wagers(record),
    )?;
    section(
        page,
        "Figures",
        "± is one standard error; `exact` needs no simulation.",
        &tables::figures(record),
    )?;
    section(
        page,
        "Total variation",
        "Over all orders, as far as it is proved.",
        &tables::distances(record),
    )?;
    answers(page, record)?;
    made_by(page, record)
}

/// Columns of characters that a page has room for.
const WIDTH: usize = 132;

/// Where cards go, and how many decks the cells of the matrix hold, where the spec asks for pictures.
fn pictures(page: &mut String, record: &Record) -> fmt::Result {
    let maps = blocks::maps(record, WIDTH);
    if maps.is_empty() {
        return Ok(());
    }
    writeln!(page, "## Where cards go\n\n{}\n", blocks::SHADES_ARE)?;
    writeln!(page, "{}", fenced(&maps.join("\n")))?;
    if let Some(counts) = blocks::cell_counts(record) {
        section(
            page,
            "How many decks the cells hold",
            "Of all cells of the matrices, one for each replicate: the share that holds so many decks, and its exact \
             expectation. The last row draws them from 0 on.",
            &counts,
        )?;
    }
    Ok(())
}

/// Writes the answers that needed no simulation.
fn answers(page: &mut String, record: &Record) -> fmt::Result {
    for (name, found) in &record.answers {
        writeln!(page, "## {}\n", escape(name))?;
        found.page().write(page, &found.letters)?;
    }
    Ok(())
}

/// Writes the claims with their verdicts.
fn claims(page: &mut String, record: &Record) -> fmt::Result {
    if record.claims.is_empty() {
        return Ok(());
    }
    section(page, "Claims", super::claims::LEGEND, &claims_table(record))
}

/// Writes the evidence against each routine, in words.
fn findings(page: &mut String, record: &Record) -> fmt::Result {
    let mut routines = record.routines.iter().filter(|routine| !routine.control);
    if routines.all(|routine| tables::findings(routine).is_empty()) {
        return Ok(());
    }
    writeln!(page, "## What was seen\n")?;
    for routine in record.routines.iter().filter(|routine| !routine.control) {
        let found = tables::findings(routine);
        if found.is_empty() {
            continue;
        }
        writeln!(page, "{}\n", escape(&routine.name))?;
        for (_, text) in found {
            writeln!(page, "- {}", escape(&text))?;
        }
        writeln!(page)?;
    }
    Ok(())
}

/// The claims table with what was claimed and why it came out so.
fn claims_table(record: &Record) -> Table {
    let mut table = tables::claims(record);
    for title in ["claimed", "why", "source"] {
        table.column(title, Align::Left);
    }
    for (row, claim) in table.rows.iter_mut().zip(&record.claims) {
        row.extend([&claim.text, &claim.detail, &claim.source].map(Cell::plain));
    }
    table
}

pub(super) fn section(page: &mut String, title: &str, note: &str, table: &Table) -> fmt::Result {
    writeln!(page, "## {title}\n\n{note}\n")?;
    rows(page, table)?;
    writeln!(page)
}

/// The table alone.
pub(super) fn rows(page: &mut String, table: &Table) -> fmt::Result {
    row(page, table.head.iter().map(|(title, _)| escape(title)))?;
    row(
        page,
        table.head.iter().map(|(_, align)| {
            if *align == Align::Right {
                "---:".to_owned()
            } else {
                "---".to_owned()
            }
        }),
    )?;
    for cells in &table.rows {
        row(
            page,
            cells.iter().map(|cell| {
                let text = escape(&cell.text);
                match &cell.link {
                    Some(path) => format!("[{text}]({})", link(path)),
                    None if cell.tone == Tone::Bad => format!("**{text}**"),
                    None => text,
                }
            }),
        )?;
    }
    Ok(())
}

pub(super) fn row(page: &mut String, cells: impl Iterator<Item = String>) -> fmt::Result {
    for cell in cells {
        write!(page, "| {cell} ")?;
    }
    writeln!(page, "|")
}

/// Text as it is: characters that would end a cell or begin a tag, emphasis, a link, a heading or a block of code are
/// escaped.
pub(super) fn escape(text: &str) -> String {
    let text = harmless::words(text);
    let mut escaped = String::new();
    for (at, c) in text.char_indices() {
        match c {
            '|' | '*' | '_' | '`' | '[' | ']' | '~' => escaped.extend(['\\', c]),
            // Before a letter or a digit it is itself.
            '\\' if !text[at + 1..].starts_with(char::is_alphanumeric) => {
                escaped.push_str("\\\\");
            }
            '#' if at == 0 => escaped.push_str("\\#"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Text as it was typed, in a cell too.
pub(super) fn code(text: &str) -> String {
    let text = harmless::words(text).replace('`', " ");
    format!("`{}`", text.replace('|', "\\|"))
}

/// Text in which names stand between backquotes: they stay names, and the rest is text as it is.
pub(super) fn marked(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // A backquote that nothing closes is one.
    let (pairs, rest) = parts.split_at(parts.len() - (parts.len() + 1) % 2);
    let pairs = pairs.iter().enumerate().map(|(at, part)| match at % 2 {
        0 => escape(part),
        _ => code(part),
    });
    let rest = rest.iter().map(|part| format!("\\`{}", escape(part)));
    pairs.chain(rest).collect()
}

/// Lines as they are, between fences that none of them can end.
pub(super) fn fenced(text: &str) -> String {
    let runs = text.split(|c| c != '`').map(str::len);
    let fence = "`".repeat(3.max(1 + runs.max().unwrap_or(0)));
    format!("{fence}text\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// The target of a link: a path below the page, whatever its folders are called.
pub(super) fn link(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/#".contains(&byte);
    let bytes = path.bytes().map(|byte| match byte {
        byte if plain(byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    bytes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_spec_says_cannot_break_the_table() {
        assert_eq!(escape("a|b\n<i>*c*"), "a\\|b &lt;i&gt;\\*c\\*");
        assert_eq!(escape("# a\\|b"), "\\# a\\\\\\|b");
        assert_eq!(escape("~~~\u{1b}"), "\\~\\~\\~\\u{1b}");
        assert_eq!(code("a`b|c\n"), "`a b\\|c `");
        assert_eq!(marked("all by `B*2`, <i>"), "all by `B*2`, &lt;i&gt;");
        assert_eq!(marked("a `*` b ` c*"), "a `*` b \\` c\\*");
        assert_eq!(fenced("a\n```\nb\n"), "````text\na\n```\nb\n````\n");
        assert_eq!(link("a b)/c<d>"), "a%20b%29/c%3Cd%3E");
    }
}
