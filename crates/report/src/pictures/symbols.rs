//! Sequences: how often each symbol comes, and how often right after itself.

use super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch};
use super::verdicts::{Shows, after};
use super::{Judged, label, shown, size};
use record::{Record, Routine};
use text::names::percent_or_share;
use text::shown::SHARES;

/// The statistic of the gaps between the comings of a symbol, drawn beside the shares.
const GAPS: &str = "symbol-gaps";

/// The statistic of the longest time without a symbol.
const DROUGHT: &str = "longest-drought";

/// Symbols that a panel shows.
const MOST: usize = 60;

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let Some(weights) = &record.experiment.subject.weights else {
        return Vec::new();
    };
    let all: f64 = weights.iter().map(|weight| f64::from(*weight)).sum();
    if weights.is_empty() || weights.len() > MOST || all <= 0.0 {
        return Vec::new();
    }
    let fair: Vec<f64> = weights
        .iter()
        .map(|weight| f64::from(*weight) / all)
        .collect();
    let counted = |routine: &Routine| -> Option<Vec<f64>> {
        let counts = routine.statistics.get(SHARES)?.counts("counts")?;
        let all: u64 = counts.iter().sum();
        Some(
            counts
                .iter()
                .map(|count| *count as f64 / (all as f64).max(1.0))
                .collect(),
        )
    };
    let again = |routine: &Routine| -> Option<Vec<f64>> {
        let shares = routine.statistics.get(GAPS)?.at("at_once")?.as_array()?;
        Some(
            shares
                .iter()
                .map(|share| share.as_f64().unwrap_or(f64::NAN))
                .collect(),
        )
    };
    let kinds = [
        picture(
            record,
            &fair,
            counted,
            (
                SHARES,
                "symbols",
                "that a symbol comes too often or too seldom",
            ),
            "share of the draws that each symbol has",
        ),
        picture(
            record,
            &fair,
            again,
            (
                GAPS,
                "gaps",
                "that a symbol comes too soon or too late after itself",
            ),
            "share of its comings after which a symbol comes again with the very next draw",
        ),
    ];
    kinds
        .into_iter()
        .flatten()
        .chain(droughts(record))
        .collect()
}

/// The longest waits for each symbol, beside those that independent draws would have.
fn droughts(record: &Record) -> Option<Judged> {
    let of = |routine: &Routine| -> Option<Vec<(f64, f64)>> {
        let figures = routine.statistics.get(DROUGHT)?;
        let (seen, fair) = (
            figures.counts("by_symbol")?,
            figures.counts("fair_by_symbol")?,
        );
        let pairs = seen.iter().zip(&fair);
        (seen.len() == fair.len() && !seen.is_empty() && seen.len() <= MOST)
            .then(|| pairs.map(|(a, b)| (*a as f64, *b as f64)).collect())
    };
    let found: Vec<(&Routine, Vec<(f64, f64)>)> = shown(record)
        .into_iter()
        .filter(|(_, routine)| !routine.control)
        .filter_map(|(_, routine)| Some((routine, of(routine)?)))
        .collect();
    if found.is_empty() {
        return None;
    }
    let shows = Shows::all_of(DROUGHT);
    let title = shows.verdicts(record).title(
        record,
        "symbols stay away longer or less long than fair ones do",
        "that a symbol stays away too long or never long enough",
    );
    let tops = found.iter().flat_map(|(_, waits)| waits);
    let top = tops.map(|(seen, fair)| seen.max(*fair)).fold(1.0, f64::max);
    let subject = &record.experiment.subject;
    let panels = found.iter().map(|(routine, waits)| {
        let x = Axis::new("symbol", 0.5, waits.len() as f64 + 0.5).whole();
        let mut plot = Plot::new(
            size(found.len()),
            x,
            Axis::new("draws without it", 0.0, 1.06 * top),
        );
        let at = |symbol: usize| (symbol + 1) as f64;
        let marks = waits.iter().enumerate().map(|(symbol, (seen, fair))| {
            let says = format!(
                "{}: away for {seen} draws at the longest, about {fair} of independent draws",
                subject.symbol(symbol)
            );
            Mark::new(at(symbol), *seen, says)
        });
        plot.bars("seen", 0.8, &marks.collect::<Vec<_>>());
        let fair = waits.iter().enumerate();
        let fair: Vec<(f64, f64)> = fair
            .map(|(symbol, (_, fair))| (at(symbol), *fair))
            .collect();
        plot.ticks("fair", 0.9, &fair);
        plot.panel(&label(record, routine), &routine.name)
    });
    let picture = Picture {
        quiet: false,
        name: "droughts",
        title,
        about: "The longest time that each symbol stayed away (bars), beside what is usual of independent draws (lines).".to_owned(),
        legend: keys(),
        panels: panels.collect(),
    };
    Some(Judged::by(shows, picture))
}

/// The colours of bars and lines.
fn keys() -> Vec<Key> {
    let key = |class, swatch, means: &str| Key {
        class,
        swatch,
        means: means.to_owned(),
    };
    vec![
        key("seen", Swatch::Area, "seen"),
        key("fair", Swatch::Line, "independent draws"),
    ]
}

fn picture(
    record: &Record,
    fair: &[f64],
    of: impl Fn(&Routine) -> Option<Vec<f64>>,
    (statistic, name, of_what): (&str, &'static str, &str),
    what: &str,
) -> Option<Judged> {
    let found: Vec<(&Routine, Vec<f64>)> = shown(record)
        .into_iter()
        .filter(|(_, routine)| !routine.control)
        .filter_map(|(_, routine)| Some((routine, of(routine)?)))
        .filter(|(_, shares)| shares.len() == fair.len())
        .collect();
    if found.is_empty() {
        return None;
    }
    let shows = Shows::all_of(statistic);
    let verdicts = shows.verdicts(record);
    let worst = verdicts.worst().map(|(routine, _)| routine);
    // The words of the test may be of longer gaps, which are not drawn.
    let drawn = found
        .iter()
        .find(|(routine, _)| {
            statistic == GAPS && worst.is_some_and(|worst| worst.name == routine.name)
        })
        .and_then(|(routine, shares)| at_once(record, routine, shares, fair));
    let title = drawn
        .unwrap_or_else(|| verdicts.title(record, "symbols do not come as fair ones do", of_what));
    let top = found.iter().flat_map(|(_, shares)| shares).chain(fair);
    let top = top
        .copied()
        .filter(|share| share.is_finite())
        .fold(0.0, f64::max);
    let panels = found
        .iter()
        .map(|(routine, shares)| panel(record, (routine, shares), fair, (size(found.len()), top)));
    let picture = Picture {
        quiet: false,
        name,
        title,
        about: format!("The {what} (bars), beside that of independent draws (lines)."),
        legend: keys(),
        panels: panels.collect(),
    };
    Some(Judged::by(shows, picture))
}

/// Says how often the symbol that is farthest off comes again at once; `None` where that is not beyond chance.
fn at_once(record: &Record, routine: &Routine, shares: &[f64], fair: &[f64]) -> Option<String> {
    /// Standard errors that no symbol of so few is off by chance.
    const BEYOND: f64 = 6.0;
    let off = |at: usize| {
        let comings = routine.decks as f64 * fair[at];
        (shares[at] - fair[at]).abs() / (fair[at] * (1.0 - fair[at]) / comings).sqrt()
    };
    let known = (0..fair.len()).filter(|at| shares[*at].is_finite() && off(*at) > BEYOND);
    let worst = known.max_by(|a, b| off(*a).total_cmp(&off(*b)))?;
    let [seen, fair] = [shares[worst], fair[worst]].map(percent_or_share);
    Some(after(
        record,
        routine,
        &format!(
            "{} comes again at once in {seen} of cases; fair is {fair}",
            record.experiment.subject.symbol(worst)
        ),
    ))
}

fn panel(
    record: &Record,
    (routine, shares): (&Routine, &[f64]),
    fair: &[f64],
    (size, top): ((f64, f64), f64),
) -> Panel {
    let x = Axis::new("symbol", 0.5, fair.len() as f64 + 0.5);
    let mut plot = Plot::new(size, x, Axis::shares("share", top));
    let seen = shares
        .iter()
        .zip(fair)
        .enumerate()
        .filter(|(_, (seen, _))| seen.is_finite());
    let marks = seen.map(|(at, (seen, fair))| {
        let says = format!(
            "{}: {}, fair {}",
            record.experiment.subject.symbol(at),
            percent_or_share(*seen),
            percent_or_share(*fair)
        );
        Mark::new((at + 1) as f64, *seen, says)
    });
    plot.bars("seen", 0.8, &marks.collect::<Vec<_>>());
    let lines: Vec<(f64, f64)> = fair
        .iter()
        .enumerate()
        .map(|(at, fair)| ((at + 1) as f64, *fair))
        .collect();
    plot.ticks("fair", 0.9, &lines);
    plot.panel(&label(record, routine), &routine.name)
}
