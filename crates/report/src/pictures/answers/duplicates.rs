//! The refuted metric: how many cells hold the counts that it calls duplicates, beside an ideal shuffle.

use super::super::super::chart::{Axis, Key, Mark, Panel, Picture, Piece, Plot, Rows, Swatch};
use super::words::{all_of, letters, short};
use super::{Named, Of, PANELS, of, size, some_of, thinned};
use record::answers::Duplicates;
use text::names::grouped;

/// Rows at the most, and their width.
const ROWS: usize = 24;
const WIDE: f64 = 440.0;

/// A difference from an ideal shuffle that is none.
const SAME: f64 = 1e-9;

/// Counts from which on they are a law worth a panel.
const LAW: usize = 4;

/// Answers that a title tells of.
const TOLD: usize = 2;

type Found<'a> = Of<'a, Duplicates>;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let all = of!(answers, Duplicates);
    let rows = if all.len() > 1 { rows(&all) } else { None };
    cells(&all).into_iter().chain(rows).collect()
}

fn off(of: &Found<'_>) -> f64 {
    let ideal = of.found.expected_ideal;
    if ideal > 0.0 {
        of.found.expected / ideal - 1.0
    } else {
        0.0
    }
}

fn legend() -> Vec<Key> {
    vec![
        Key {
            class: "seen",
            swatch: Swatch::Area,
            means: "shuffled so".to_owned(),
        },
        Key {
            class: "fair",
            swatch: Swatch::Line,
            means: "ideal shuffle".to_owned(),
        },
    ]
}

/// Each answer beside an ideal shuffle.
fn rows(all: &[Found<'_>]) -> Option<Picture> {
    let shown = &all[..all.len().min(ROWS)];
    let same = shown
        .iter()
        .all(|of| of.found.trials == shown[0].found.trials);
    let name = |of: &Found<'_>| {
        if same {
            of.label()
        } else {
            format!("{}, {} decks", of.label(), grouped(of.found.trials))
        }
    };
    let names: Vec<String> = shown.iter().map(name).collect();
    let both = shown
        .iter()
        .flat_map(|of| [of.found.expected, of.found.expected_ideal]);
    let highest = both.fold(0.0, f64::max);
    let mut rows = Rows::new(
        WIDE,
        Axis::new("pairs that count as duplicates", 0.0, 1.02 * highest),
        &names,
    );
    for (row, of) in shown.iter().enumerate() {
        let piece = Piece {
            from: 0.0,
            to: of.found.expected,
            class: "seen",
            says: said(of),
        };
        rows.pieces(row, &[piece]);
    }
    let ideal = shown.iter().map(|of| Some(of.found.expected_ideal));
    rows.ticks("fair", &ideal.collect::<Vec<_>>());
    let farthest = shown
        .iter()
        .max_by(|a, b| off(a).abs().total_cmp(&off(b).abs()))?;
    let words: Vec<String> = shown.iter().map(said).collect();
    Some(Picture {
        quiet: false,
        name: "duplicates",
        title: said(farthest),
        about: format!(
            "The refuted metric: how many pairs of card and place come up a certain number of times, on average. Exact.{}{}",
            letters(shown.iter().map(|of| of.answer)),
            some_of(shown.len(), all.len())
        ),
        legend: legend(),
        panels: vec![rows.panel("", &words.join(" "))],
    })
}

fn said(of: &Found<'_>) -> String {
    let found = of.found;
    let same = off(of).abs() < SAME;
    let (expected, ideal) = (short(found.expected, 3), short(found.expected_ideal, 3));
    let ideal = if same {
        "as many as by an ideal shuffle".to_owned()
    } else {
        format!("by an ideal shuffle, {ideal}")
    };
    format!(
        "In {} decks shuffled by {}, {expected} pairs of card and place come up {} times; {ideal}.",
        grouped(found.trials),
        of.done(),
        counts(&found.counts)
    )
}

/// "2 or 3 cards", "0 to 5 cards".
fn counts(counts: &[u64]) -> String {
    let row = counts
        .windows(2)
        .all(|pair| pair[1] == pair[0].saturating_add(1));
    match counts {
        [first, .., last] if row && counts.len() > 2 => format!("{first} to {last}"),
        few if few.len() <= 6 => {
            let few: Vec<String> = few.iter().map(|count| grouped(*count)).collect();
            all_of(&few).replace(" and ", " or ")
        }
        many => format!("one of {} counts", many.len()),
    }
}

/// Cells by count, where there are enough to be a law.
fn cells(all: &[Found<'_>]) -> Option<Picture> {
    let mut found: Vec<&Found<'_>> = all
        .iter()
        .filter(|of| of.found.cells.len() >= LAW)
        .collect();
    // Counts like those of an ideal shuffle say nothing beside others, but for the first, which the others are compared
    // with.
    if found.iter().any(|of| off(of).abs() > SAME) {
        let first = found.first().map(|of| of.name);
        found.retain(|of| off(of).abs() > SAME || Some(of.name) == first);
    }
    let shown = &found[..found.len().min(PANELS)];
    let first = shown.first()?;
    let panels: Vec<Panel> = shown
        .iter()
        .map(|of| panel(of, size(shown.len())))
        .collect();
    let alike = |of: &&&Found<'_>| of.found.trials == first.found.trials;
    let each = shown.iter().filter(alike).take(TOLD);
    let each = each.filter_map(|of| Some((of, commonest(of)?)));
    let each = each.enumerate().map(|(at, (of, (times, pairs)))| {
        let what = if at == 0 {
            " pairs of card and place come up"
        } else {
            ""
        };
        format!("{pairs}{what} {times} after {}", of.done())
    });
    let each: Vec<String> = each.collect();
    let title = format!(
        "The commonest number in {} decks: {}.",
        grouped(first.found.trials),
        each.join(", ")
    );
    Some(Picture {
        quiet: false,
        name: "duplicates-cells",
        title,
        about: format!(
            "How many of the pairs of card and place come up so often. Exact.{}{}",
            letters(shown.iter().map(|of| of.answer)),
            some_of(shown.len(), found.len())
        ),
        legend: legend(),
        panels,
    })
}

/// The number of times that most pairs come up, in words, and how many pairs do.
fn commonest(of: &Found<'_>) -> Option<(String, String)> {
    let cells = of.found.cells.iter();
    let most = cells.max_by(|a, b| a.expected.total_cmp(&b.expected))?;
    let times = match most.held {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        times => format!("{} times", grouped(times)),
    };
    Some((times, short(most.expected, 3)))
}

fn panel(of: &Found<'_>, size: (f64, f64)) -> Panel {
    let cells = &of.found.cells;
    let held = cells.iter().map(|cell| cell.held as f64);
    let (low, high) = (
        held.clone().fold(f64::INFINITY, f64::min),
        held.fold(0.0, f64::max),
    );
    let both = cells
        .iter()
        .flat_map(|cell| [cell.expected, cell.expected_ideal]);
    let mut plot = Plot::new(
        size,
        Axis::new("times a pair came up", low - 0.5, high + 0.5).whole(),
        Axis::new(
            "pairs of card and place",
            0.0,
            1.05 * both.fold(0.0, f64::max),
        ),
    );
    let keep: Vec<_> = thinned(cells.len(), &[])
        .into_iter()
        .map(|at| cells[at])
        .collect();
    let marks = keep.iter().map(|cell| {
        let says = format!(
            "{} times: {} pairs; ideal {}",
            grouped(cell.held),
            short(cell.expected, 4),
            short(cell.expected_ideal, 4)
        );
        Mark::new(cell.held as f64, cell.expected, says)
    });
    plot.bars("seen", 1.0, &marks.collect::<Vec<_>>());
    let ideal = keep
        .iter()
        .map(|cell| (cell.held as f64, cell.expected_ideal));
    plot.ticks("fair", 1.0, &ideal.collect::<Vec<_>>());
    let label = format!("{}, {} decks", of.label(), grouped(of.found.trials));
    plot.panel(&label, &said(of))
}
