//! Tells in plain words how a stream stands that is watched for ever.

use super::screen::{Screen, bold};
use super::stakes;
use super::table::{Align, Cell, Table};
use record::follow::{Status, Stretch, Watching};
use text::names::{counted, grouped};

/// Figures that moved which a line names.
const MOST_NAMED: usize = 3;

/// Stakes that the end names, each on a line.
const MOST_STAKES: usize = 30;

/// A line of the log.
pub fn line(status: &Status) -> String {
    let mut parts = vec![format!(
        "{}: e-value 10^{:.1} (10^{:.1} is enough)",
        status.words, status.log10_e, status.log10_enough
    )];
    let full = status.windows.iter().rev();
    let full = full.filter_map(|window| window.last.as_ref());
    if let Some(last) = full.max_by(|a, b| a.log10_e.total_cmp(&b.log10_e)) {
        parts.push(format!("of full windows {}", of_stretch(last)));
    }
    if !status.drift.is_empty() {
        let named = status.drift.iter().take(MOST_NAMED).map(|drift| {
            let since = grouped(drift.since + 1);
            format!("{} since about deck {since}", drift.statistic)
        });
        let named: Vec<String> = named.collect();
        parts.push(format!("moved: {}", named.join(", ")));
    }
    if let Some(stakes) = stakes::in_a_line(&status.stakes) {
        parts.push(stakes);
    }
    if status.skipped > 0 {
        parts.push(format!("broken decks skipped: {}", grouped(status.skipped)));
    }
    parts.join("; ")
}

/// Says at the end what was found, on lines of its own.
pub fn ending(status: &Status) -> String {
    let mut text = format!("{}\n", line_of_end(status));
    for stake in status.stakes.iter().take(MOST_STAKES) {
        text = format!("{text}{}\n", stakes::seen(stake));
    }
    if let Some(first) = status.stakes.first() {
        text = format!("{text}{}\n", stakes::of_watch(&status.stakes, first));
    }
    let mut shares = status.hardly_shuffled.iter();
    match shares.find(|excluded| excluded.statistic == RISING) {
        Some(all) if status.state != Watching::Failed => format!(
            "{text}None of {} was hardly shuffled ({} rising sequences or fewer): such decks are at most one in {} (error level {})\n",
            counted(all.decks, "deck"),
            all.rising_at_most,
            grouped((1.0 / all.share) as u64),
            status.alpha
        ),
        _ => text,
    }
}

/// All of it on a screen: the end of the log, and the evidence in the windows.
pub fn terminal(status: &Status, screen: Screen) -> String {
    let mut page = vec![
        bold(&screen.wrapped(&status.source)),
        screen.wrapped(ending(status).trim_end()),
    ];
    let table = windows(status);
    if !table.rows.is_empty() {
        page.push(format!("\n{}", screen.fitted(&table)));
    }
    page.join("\n") + "\n"
}

/// A row for each length of windows: the e-values of the last ones.
pub(super) fn windows(status: &Status) -> Table {
    let mut table = Table::default();
    table.column("window", Align::Left);
    table.column("last full one", Align::Right);
    table.column("the one that runs", Align::Right);
    table.column("most by", Align::Left);
    // No evidence at all has no logarithm.
    let power = |stretch: &Stretch| format!("10^{:.1}", stretch.log10_e.max(-99.0));
    for of in &status.windows {
        let last = of.last.as_ref();
        let telling = last.unwrap_or(&of.running).loudest.as_ref();
        table.rows.push(vec![
            Cell::plain(counted(of.length, "deck")),
            Cell::plain(last.map_or_else(String::new, power)),
            Cell::plain(power(&of.running)),
            Cell::plain(telling.map_or("", |telling| telling.statistic.as_str())),
        ]);
    }
    table
}

/// The statistic of the decks themselves that looks for rare ones.
const RISING: &str = "rising-sequences";

fn line_of_end(status: &Status) -> String {
    format!(
        "{} (e-value 10^{:.1}, and 10^{:.1} is enough; a fair shuffler is ever called unfair with probability {} at most)",
        status.words, status.log10_e, status.log10_enough, status.alpha
    )
}

fn of_stretch(stretch: &Stretch) -> String {
    let first = grouped(stretch.from + 1);
    let last = grouped(stretch.from + stretch.decks);
    format!(
        "that of decks {first} to {last} tells most, 10^{:.1}",
        stretch.log10_e
    )
}
