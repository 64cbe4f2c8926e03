//! The record on a screen, in three depths. Colours are ANSI codes; whoever prints strips them where they do not
//! belong.

use super::few_decks::few;
use super::glance::{Glance, List, Ruler, answers, brief, glance, ours};
use super::pictures::scale_line;
use super::screen::{Screen, bold};
use super::{anytime, blocks, nouns, stakes, tables};
use record::{Outcome, Record};
use text::names::grouped;

/// The depth of a report on a screen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Depth {
    /// The answer in a line.
    Brief,
    /// The answer, what it means, a small table and what to do next.
    #[default]
    Glance,
    /// All of it.
    Full,
}

/// Lines of a first screen about one routine, and about many, a spec or draws with a line for each symbol.
const MOST_LINES: [usize; 2] = [22, 30];

/// Columns of a screen with room for a ruler.
const WIDE: usize = 80;

/// Rows of a table that stay, however many lines there are.
const FEWEST_ROWS: usize = 3;

/// The meaning of the words and signs in the tables.
const LEGEND: &str = "p: adjusted for all tests of the run; ±: one standard error; off: simulated less exact, in \
standard errors; total variation: 0 ideal, 1 farthest";

/// The report in this depth, for a screen.
pub fn terminal(record: &Record, depth: Depth, screen: Screen) -> String {
    match depth {
        Depth::Brief => format!("{}\n", brief(record)),
        Depth::Glance => first_screen(record, screen),
        Depth::Full => {
            let first = laid_out(record, &glance(record), screen);
            format!("{first}{}", all(record, screen))
        }
    }
}

/// Words of the first screen, at the most: a minute's reading.
const MOST_WORDS: usize = 300;

/// The first screen; where lines or words are many, rows of the table are left out, and then what it means.
fn first_screen(record: &Record, screen: Screen) -> String {
    let mut glance = glance(record);
    let symbols = record.experiment.subject.weights.is_some();
    let staked = ours(record)
        .iter()
        .any(|routine| !routine.stakes.is_empty());
    // The table of the one routine is that of its stakes.
    let stakes = match ours(record).as_slice() {
        [routine] if record.claims.is_empty() => routine.stakes.len(),
        _ => 0,
    };
    let many = ours(record).len() != 1 || !record.claims.is_empty() || symbols || staked;
    let most = MOST_LINES[usize::from(many)];
    loop {
        let page = laid_out(record, &glance, screen);
        let table = glance.table.as_mut();
        match table.filter(|table| table.rows.len() > FEWEST_ROWS) {
            _ if page.lines().count() <= most && page.split_whitespace().count() <= MOST_WORDS => {
                return page;
            }
            Some(table) if stakes > 0 => stakes::shorten(table, stakes),
            Some(table) => drop(table.rows.pop()),
            None if glance.answers.len() > 1 => drop(glance.answers.pop()),
            None if !glance.lists.is_empty() && !glance.is_short => glance.is_short = true,
            None if glance.meaning.len() > 1 => drop(glance.meaning.pop()),
            None => return page,
        }
    }
}

fn laid_out(record: &Record, glance: &Glance, screen: Screen) -> String {
    let mut lines = vec![
        screen.wrapped(&glance.asked),
        bold(&screen.wrapped(&glance.answer)),
    ];
    if !glance.meaning.is_empty() {
        lines.push(screen.wrapped(&glance.meaning.join(" ")));
    }
    if glance.is_short {
        let lists: Vec<String> = glance.lists.iter().map(List::sentence).collect();
        lines.extend((!lists.is_empty()).then(|| screen.wrapped(&lists.join(" "))));
    } else {
        for list in &glance.lists {
            lines.push(screen.wrapped(&format!("{}:", list.head)));
            let items = list.items.iter();
            lines.extend(items.map(|item| screen.listed("  - ", item)));
        }
    }
    // Below evidence nobody asks what would have hidden.
    let passes = !matches!(record.outcome, Outcome::Evidence | Outcome::Accepted);
    if let Some(text) =
        nouns::never(&record.experiment).filter(|_| passes && !record.routines.is_empty())
    {
        lines.push(screen.wrapped(&format!("{text}.")));
    }
    // Where there is no room, what it means in words stays.
    let ruler = (screen.columns() >= WIDE).then(|| {
        let of_calls = || Ruler::of(record)?.lines(screen.prose());
        scale_line(record, screen.prose()).or_else(of_calls)
    });
    let ruler = ruler.flatten();
    if let Some([ruler, signs]) = ruler {
        lines.push(format!("\n{ruler}"));
        lines.push(screen.listed("  ", &signs));
    }
    if let Some(table) = &glance.table {
        lines.push(format!("\n{}\n", screen.fitted(table)));
    }
    lines.extend(glance.answers.iter().map(|text| screen.wrapped(text)));
    match record.answers.len() - glance.answers.len() {
        0 => {}
        more => lines.push(format!("… and {more} more")),
    }
    if !glance.next.is_empty() {
        lines.push(screen.listed("Next: ", &glance.next.join(" ")));
    }
    lines.extend(glance.badge.iter().map(|badge| screen.wrapped(badge)));
    lines.push(screen.wrapped(&glance.how));
    lines.push(String::new());
    lines.join("\n")
}

/// All that the first screen leaves out.
fn all(record: &Record, screen: Screen) -> String {
    let experiment = &record.experiment;
    let mut page: Vec<String> = Vec::new();
    if !record.claims.is_empty() {
        page.push(format!("\n{}", screen.fitted(&tables::claims(record))));
    }
    page.extend(answers(record).iter().map(|text| screen.wrapped(text)));
    if record.routines.is_empty() {
        page.push(String::new());
        return page.join("\n");
    }
    page.push(format!("\n{}", screen.wrapped(&setup(record))));
    page.push(format!("\n{}", screen.fitted(&tables::verdicts(record))));
    let staked = stakes::full(record);
    if !staked.rows.is_empty() {
        page.push(format!("\n{}", screen.fitted(&staked)));
    }
    for (at, culprit) in anytime::culprits(record).iter().enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        page.push(format!("{gap}{}", screen.wrapped(culprit)));
    }
    page.extend(findings(record, screen));
    let departures = tables::departures(record);
    if !departures.rows.is_empty() {
        page.push(format!("\n{}", screen.fitted(&departures)));
    }
    for (at, text) in few(record).iter().enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        page.push(format!("{gap}{}", screen.wrapped(text)));
    }
    let maps = blocks::maps(record, screen.columns());
    if !maps.is_empty() {
        page.push(format!("\n{}", screen.wrapped(blocks::SHADES_ARE)));
        page.push(maps.join("\n"));
    }
    let tables = [blocks::cell_counts(record), Some(tables::figures(record))];
    for table in tables.into_iter().flatten() {
        let parts = screen.in_parts(&table).into_iter();
        page.extend(parts.map(|part| format!("\n{part}")));
    }
    if record.exact_left_out {
        page.push(screen.wrapped(tables::EXACT_LEFT_OUT));
    }
    page.push(screen.wrapped(if experiment.until_decided.is_some() {
        anytime::LEGEND
    } else {
        LEGEND
    }));
    page.push(String::new());
    page.join("\n")
}

/// Lists the evidence against each routine in words, for readers who want more than a table of p-values.
fn findings(record: &Record, screen: Screen) -> Vec<String> {
    let mut lines = Vec::new();
    for routine in record.routines.iter().filter(|routine| !routine.control) {
        let found = tables::findings(routine);
        if found.is_empty() || routine.tests.len() <= 1 {
            continue;
        }
        lines.push(format!("\n{}", screen.wrapped(&routine.name)));
        let texts = found.iter().map(|(_, text)| screen.listed("  - ", text));
        lines.extend(texts);
    }
    lines
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
    if nouns::is_single(experiment) {
        let orders = nouns::counted(experiment, trials);
        return format!("{orders} of {}, {level}", nouns::size(experiment));
    }
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
