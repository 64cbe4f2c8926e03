//! The "number of duplicates" of each replicate: the metric of a widely shared article.

use super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch};
use super::super::glance::from_fair;
use super::super::nouns;
use super::super::tables::significant;
use super::verdicts::Shows;
use super::{Judged, WIDE, label, named, shown};
use record::{Figures, Record, Routine};
use text::names::percent;
use text::sorting;

pub(super) const STATISTIC: &str = "duplicates";

/// Bars in a panel.
const BARS: usize = 40;

/// A total variation above which a shuffle is far from fair.
const FAR: f64 = 0.5;

/// Expectations that differ by less, as a part of the whole, are called equal.
pub(super) const EQUAL: f64 = 1e-6;

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let mut found: Vec<(&Routine, Values)> = shown(record)
        .into_iter()
        .filter_map(|(_, routine)| Some((routine, Values::of(routine.statistics.get(STATISTIC)?)?)))
        .collect();
    // A single value has no law to be drawn.
    let ours = found.iter().any(|(routine, _)| !routine.control);
    if !ours || found.iter().all(|(_, values)| values.all.len() < 2) {
        return Vec::new();
    }
    // Those that the answer names come first, in its order.
    let named = named::routines(record, STATISTIC);
    sorting::by_key(&mut found, |(routine, _)| {
        let place = named.iter().position(|of| of.name == routine.name);
        place.unwrap_or(usize::MAX)
    });
    let fair = record
        .routines
        .iter()
        .find(|routine| super::is_fair(routine));
    let fair = fair.and_then(expected);
    let ends = found
        .iter()
        .flat_map(|(_, values)| &values.all)
        .copied()
        .chain(fair.map(|fair| fair as u64));
    let (low, high) = ends.fold((u64::MAX, 0), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let wide = (high.saturating_sub(low) / BARS as u64).max(1);
    let top = found
        .iter()
        .map(|(_, values)| values.highest(low, wide))
        .fold(0.0, f64::max);
    let picture = Picture {
        quiet: false,
        name: "duplicates",
        title: title(record, &found, fair),
        about: "The number of duplicates, once for each replicate: the share of replicates with so many (bars), and what a fair \
                shuffle has in expectation (line)."
            .to_owned(),
        legend: vec![
            Key { class: "seen", swatch: Swatch::Area, means: "seen".to_owned() },
            Key { class: "fair", swatch: Swatch::Line, means: "fair, in expectation".to_owned() },
        ],
        panels: found.iter().map(|(routine, values)| values.panel(record, routine, fair, (low, high, wide), top)).collect(),
    };
    vec![Judged::by(Shows::all_of(STATISTIC), picture)]
}

/// The exact expectation of a routine's number of duplicates, if the record has it.
pub(super) fn expected(routine: &Routine) -> Option<f64> {
    routine.statistics.get(STATISTIC)?.number("exact")
}

/// The metric against what is known: whether it calls a shuffle fair that is far from it.
fn title(record: &Record, found: &[(&Routine, Values)], fair: Option<f64>) -> String {
    let ours = || found.iter().filter(|(routine, _)| !routine.control);
    let far = |routine: &Routine| {
        routine
            .total_variation
            .as_ref()
            .filter(|distance| distance.least() > FAR)
            .cloned()
    };
    if let Some(fair) = fair {
        let same = ours().find_map(|(routine, values)| {
            let equal = ((values.exact? - fair) / fair).abs() < EQUAL;
            far(routine)
                .filter(|_| equal)
                .map(|distance| (routine, distance))
        });
        if let Some((routine, distance)) = same {
            return format!(
                "After {} there are as many duplicates as after a fair shuffle ({} in expectation), though the order is {} from fair.",
                nouns::done(record, routine),
                significant(fair, 4),
                from_fair(&distance)
            );
        }
    }
    let asked = named::among(record, STATISTIC, ours().collect(), |(routine, _)| {
        &routine.name
    });
    let each = asked.iter().map(|(routine, values)| {
        let expected = values.exact.unwrap_or(values.mean);
        format!(
            "{} after {}",
            significant(expected, 4),
            nouns::done(record, routine)
        )
    });
    if let (false, Some(fair)) = (asked.is_empty(), fair) {
        return format!(
            "Duplicates in expectation: {}; fair is {}.",
            each.collect::<Vec<_>>().join(", "),
            significant(fair, 4)
        );
    }
    let off = |values: &Values| fair.map_or(0.0, |fair| (values.mean - fair).abs());
    let worst = ours().max_by(|(_, a), (_, b)| off(a).total_cmp(&off(b)));
    match (worst, fair) {
        (Some((routine, values)), Some(fair)) => format!(
            "After {} there are {} duplicates on average, after a fair shuffle {}.",
            nouns::done(record, routine),
            significant(values.mean, 4),
            significant(fair, 4)
        ),
        (Some((routine, values)), None) => {
            format!(
                "After {} there are {} duplicates on average.",
                nouns::done(record, routine),
                significant(values.mean, 4)
            )
        }
        (None, _) => String::new(),
    }
}

/// The values of a routine's replicates.
struct Values {
    all: Vec<u64>,
    mean: f64,
    exact: Option<f64>,
}

impl Values {
    fn of(figures: &Figures) -> Option<Self> {
        let all = figures.counts("values").filter(|all| !all.is_empty())?;
        Some(Self {
            all,
            mean: figures.number("mean")?,
            exact: figures.number("exact"),
        })
    }

    /// Shares by bars from `low` on: the middle of each, its first and last value, and its share.
    fn bars(&self, low: u64, wide: u64) -> Vec<(f64, u64, u64, f64)> {
        let mut counts: Vec<u64> = Vec::new();
        for value in &self.all {
            let at = (value.saturating_sub(low) / wide) as usize;
            if counts.len() <= at {
                counts.resize(at + 1, 0);
            }
            counts[at] += 1;
        }
        let bars = counts.iter().enumerate().map(|(at, count)| {
            let first = low.saturating_add(at as u64 * wide);
            let share = *count as f64 / self.all.len() as f64;
            (
                first as f64 - 0.5 + 0.5 * wide as f64,
                first,
                first.saturating_add(wide - 1),
                share,
            )
        });
        bars.collect()
    }

    fn highest(&self, low: u64, wide: u64) -> f64 {
        self.bars(low, wide)
            .into_iter()
            .map(|(.., share)| share)
            .fold(0.0, f64::max)
    }

    fn panel(
        &self,
        record: &Record,
        routine: &Routine,
        fair: Option<f64>,
        (low, high, wide): (u64, u64, u64),
        top: f64,
    ) -> Panel {
        let x = Axis::new("duplicates", low as f64 - 0.5, high as f64 + 0.5);
        let mut plot = Plot::new((WIDE, 170.0), x, Axis::shares("share of replicates", top));
        let bars = self
            .bars(low, wide)
            .into_iter()
            .filter(|(.., share)| *share > 0.0);
        let marks = bars.map(|(middle, first, last, share)| {
            Mark::new(
                middle,
                share,
                format!("{first} to {last} duplicates: {}", percent(share)),
            )
        });
        plot.bars("seen", wide as f64, &marks.collect::<Vec<_>>());
        if let Some(fair) = fair {
            plot.whiskers("fair", &[(fair, 0.0, top)]);
        }
        let words = format!(
            "{}: {} duplicates on average.",
            routine.name,
            significant(self.mean, 6)
        );
        // The expectation, as the title says it: these decks have another mean.
        let named = label(record, routine);
        let named = match self.exact {
            Some(exact) => format!("{named}: {} expected", significant(exact, 4)),
            None => format!("{named}: {} on average", significant(self.mean, 4)),
        };
        plot.panel(&named, &words)
    }
}
