//! Two records side by side, on a screen.

use std::collections::BTreeSet;

use text::names::grouped;
use text::names::percent;

use super::compare_memory::{nothing_left, refusals, remembered};
use super::screen::{Screen, bold};
use super::table::{Align, Cell, Table, Tone};
use super::tables::{p_value, significant};
use super::terminal::Depth;
use record::Change;
use record::compare::{Comparison, Figure, Movement, Pair};
use text::sorting;

/// Rows that a routine has on a screen, where not everything moved.
const MOST_ROWS: usize = 12;

/// P-values below this are known to be below it only: 1e-300, times the number of cells of which the worst
/// was taken.
const SMALLEST: f64 = 1e-290;

pub(super) const LEGEND: &str = "moved by: standard errors, with a sign where it has a direction; p: adjusted for all tests \
                      of the comparison (Holm)";

/// Says the result of a comparison in a sentence or two, or three where decks depend on earlier ones.
pub fn comparison_headline(comparison: &Comparison) -> String {
    let parts = [
        Some(outcome(comparison)),
        remembered(comparison),
        left_out(comparison),
        not_compared(comparison),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Says which statistics have no figures to compare, where nothing moved: their tests may still fail in one record alone.
fn not_compared(comparison: &Comparison) -> Option<String> {
    let pairs = comparison.routines.iter();
    let names: BTreeSet<&String> = pairs.flat_map(|pair| &pair.not_compared).collect();
    let names: Vec<String> = names.into_iter().cloned().collect();
    (comparison.outcome == Movement::Same && !names.is_empty())
        .then(|| format!("Not compared: {}.", listed(&names)))
}

/// Says what a small baseline cannot show; `None` if none is compared.
fn left_out(comparison: &Comparison) -> Option<String> {
    let names = &comparison.left_out;
    (!names.is_empty()).then(|| {
        format!(
            "A small baseline keeps no single cells, and a change in them alone is not seen: {}.",
            listed(names)
        )
    })
}

fn outcome(comparison: &Comparison) -> String {
    let base = &comparison.base.name;
    let figures = || comparison.routines.iter().flat_map(|pair| &pair.figures);
    let of = |verdict: Change| figures().filter(|figure| figure.verdict == verdict).count();
    match comparison.outcome {
        Movement::Moved => {
            let worst = figures().filter(|figure| figure.verdict == Change::Moved);
            let worst = worst.min_by(|a, b| {
                let p = |figure: &Figure| figure.p.unwrap_or(1.0);
                p(a).total_cmp(&p(b))
            });
            let worst = worst.map_or_else(String::new, |figure| {
                format!(" The most: {}, {}.", title(figure), moved(figure))
            });
            format!(
                "{} of {} figures moved since {base} (error level {} for all of them together).{worst}",
                of(Change::Moved),
                comparison.tests,
                comparison.alpha
            )
        }
        Movement::Same => format!(
            "Nothing moved since {base} beyond chance. Compared: {} figures, at error level {} for all of them \
             together.",
            comparison.tests, comparison.alpha
        ),
        Movement::Partial => format!(
            "Nothing moved since {base} beyond chance among {} figures, but not all could be compared. Only one \
             of the records has {}. With --only-common they do not matter.",
            comparison.tests,
            listed(&comparison.only_in_one)
        ),
        Movement::TooLittle => nothing_left(comparison)
            .unwrap_or_else(|| format!("Too few decks to compare anything with {base}.")),
    }
}

/// The first few of them.
pub(super) fn listed(names: &[String]) -> String {
    const SHOWN: usize = 4;
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len() {
        0..=SHOWN => shown,
        more => format!("{shown} and {} more", more - SHOWN),
    }
}

/// The comparison in this depth, for a screen.
pub fn comparison_terminal(comparison: &Comparison, depth: Depth, screen: Screen) -> String {
    let headline = comparison_headline(comparison);
    if depth == Depth::Brief {
        return format!("{headline}\n");
    }
    let full = depth == Depth::Full;
    let mut page = vec![bold(&screen.wrapped(&headline))];
    if full && !comparison.only_in_one.is_empty() && comparison.outcome != Movement::Partial {
        page.push(screen.wrapped(&format!(
            "statistics that only one of the records has: {}",
            listed(&comparison.only_in_one)
        )));
    }
    let most = if full { MOST_ROWS } else { FEW_ROWS };
    let shown = if full {
        comparison.routines.len()
    } else {
        FEW_PAIRS
    };
    for pair in comparison.routines.iter().take(shown) {
        let (mut table, left_out) = table(pair, most, full);
        if !full {
            let kept = table.head.len() - 1;
            table.head.truncate(kept);
            table.rows.iter_mut().for_each(|row| row.truncate(kept));
        }
        page.push(format!("\n{}", screen.wrapped(&heading(pair))));
        page.push(screen.fitted(&table));
        if left_out > 0 {
            page.push(format!("… and {} more", grouped(left_out as u64)));
        }
        if !full {
            continue;
        }
        page.extend(refusals(pair).iter().map(|words| screen.wrapped(words)));
        if !pair.not_compared.is_empty() {
            page.push(screen.wrapped(&format!("not compared: {}", pair.not_compared.join(", "))));
        }
    }
    if comparison.routines.len() > shown {
        let more = comparison.routines.len() - shown;
        page.push(format!("… and {more} more"));
    }
    if !comparison.unpaired.is_empty() {
        page.push(screen.wrapped(&format!(
            "only in one of the records: {}",
            comparison.unpaired.join(", ")
        )));
    }
    page.push(screen.wrapped(if full { LEGEND } else { MORE }));
    page.push(String::new());
    page.join("\n")
}

/// Rows and routines of a first screen.
const FEW_ROWS: usize = 6;
const FEW_PAIRS: usize = 3;

/// Tells how to see more than the first screen.
const MORE: &str = "moved by: standard errors. --full shows all of it; colddeck explain WORD says what a word means.";

pub(super) fn heading(pair: &Pair) -> String {
    let name = if pair.base == pair.new {
        pair.new.clone()
    } else {
        format!("{} → {}", pair.base, pair.new)
    };
    format!(
        "{name} (decks: {} before, {} now)",
        grouped(pair.base_decks),
        grouped(pair.new_decks)
    )
}

/// `lag-1/rising-sequences (mean)`
pub(super) fn title(figure: &Figure) -> String {
    format!("{} ({})", figure.statistic, figure.test)
}

/// Says in words how a figure moved.
pub(super) fn moved(figure: &Figure) -> String {
    let ends = figure.base.zip(figure.new);
    let ends = ends.map(|(base, new)| match &figure.place {
        // The shares of decks in a cell.
        Some(place) => format!("{place}: {} and {}, ", percent(base), percent(new)),
        None => format!("from {} to {}, ", number(base), number(new)),
    });
    let errors = figure
        .errors
        .map(|errors| format!("by {} standard errors", significant(errors.abs(), 2)));
    let p = adjusted(figure).map(|p| {
        if p.starts_with('<') {
            format!(" (p {p})")
        } else {
            format!(" (p = {p})")
        }
    });
    [ends, errors, p].into_iter().flatten().collect()
}

/// The adjusted p-value; one that is only known to be below its floor is printed so.
fn adjusted(figure: &Figure) -> Option<String> {
    let shown = p_value(figure.p_adjusted?);
    let floor = figure.p.is_some_and(|p| p <= SMALLEST);
    Some(if floor && !shown.starts_with('<') {
        format!("< {shown}")
    } else {
        shown
    })
}

fn number(value: f64) -> String {
    significant(value, 5)
}

/// A row for each figure, what moved most first, at most so many, or all that moved; and how many are left out.
pub(super) fn table(pair: &Pair, most: usize, all_that_moved: bool) -> (Table, usize) {
    let mut table = Table::default();
    for (head, align) in [
        ("figure", Align::Left),
        ("before", Align::Right),
        ("now", Align::Right),
        ("moved by", Align::Right),
        ("p", Align::Right),
        ("verdict", Align::Left),
        ("where most", Align::Left),
    ] {
        table.column(head, align);
    }
    let mut figures: Vec<&Figure> = pair.figures.iter().collect();
    sorting::by(&mut figures, |a, b| {
        let key = |figure: &Figure| figure.p.unwrap_or(2.0);
        key(a).total_cmp(&key(b))
    });
    let notable = |figure: &&&Figure| [Change::Moved, Change::Suspicious].contains(&figure.verdict);
    let shown = figures
        .iter()
        .filter(notable)
        .count()
        .min(if all_that_moved { usize::MAX } else { most })
        .max(most)
        .min(figures.len());
    let text = |value: Option<f64>| value.map_or_else(String::new, number);
    for figure in &figures[..shown] {
        let tone = match figure.verdict {
            Change::Moved => Tone::Bad,
            Change::Suspicious => Tone::Doubtful,
            Change::Same => Tone::Good,
            Change::Invalid => Tone::Faint,
        };
        let verdict = figure.needed.map_or_else(
            || figure.verdict.to_string(),
            |needed| format!("invalid, needs {}", grouped(needed)),
        );
        table.rows.push(vec![
            Cell::plain(title(figure)),
            Cell::plain(text(figure.base)),
            Cell::plain(text(figure.new)),
            Cell::plain(
                figure
                    .errors
                    .map_or_else(String::new, |errors| format!("{errors:.1}")),
            ),
            Cell::plain(adjusted(figure).unwrap_or_default()),
            Cell::toned(verdict, tone),
            Cell::plain(figure.place.clone().unwrap_or_default()),
        ]);
    }
    (table, figures.len() - shown)
}
