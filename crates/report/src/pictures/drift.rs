//! Pictures that show if decks change along the way: means of consecutive decks, beside the mean of all.

use super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch};
use super::super::glance::plain;
use super::super::nouns;
use super::super::tables::significant;
use super::verdicts::Shows;
use super::{Judged, label, shown, size};
use record::{Figures, Record, Routine, Test, Verdict};
use text::names::grouped;

/// The test of a number that looks for a change.
const CHANGE: &str = "change";

/// The number of parts below which they show no way.
const FEWEST: usize = 8;

/// Parts that a panel shows; of more, neighbours are taken together.
const MOST: usize = 64;

/// Simulated decks do not change unless that was asked for, so they are shown where they do; decks from outside always.
pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let routines: Vec<&Routine> = shown(record)
        .into_iter()
        .map(|(_, routine)| routine)
        .collect();
    let changes = routines
        .iter()
        .filter(|routine| !routine.control)
        .flat_map(|routine| {
            let tests = routine
                .tests
                .iter()
                .filter(|test| test.test == CHANGE && test.lag == 0);
            tests.map(move |test| (*routine, test))
        });
    let strength = |test: &Test| (test.verdict != Verdict::Fail, test.p.unwrap_or(1.0));
    let strongest = changes.min_by(|(_, a), (_, b)| {
        let ((a_passes, a), (b_passes, b)) = (strength(a), strength(b));
        a_passes.cmp(&b_passes).then(a.total_cmp(&b))
    });
    let Some((routine, test)) = strongest else {
        return Vec::new();
    };
    let fails = test.verdict == Verdict::Fail;
    let shows = Shows {
        statistic: test.statistic.clone(),
        test: Some(CHANGE),
    };
    if !fails && record.experiment.source.is_none() {
        return Vec::new();
    }
    let name = &test.statistic;
    let found = routines.iter().filter(|routine| !routine.control);
    let found =
        found.filter_map(|routine| Some((*routine, Parts::of(routine.statistics.get(name)?)?)));
    let found: Vec<(&Routine, Parts)> = found.collect();
    let panels: Vec<Panel> = (found.iter())
        .map(|(routine, parts)| parts.panel(record, routine, size(found.len())))
        .collect();
    if panels.is_empty() {
        return Vec::new();
    }
    let what = plain(record, name);
    let title = if fails {
        let words = if test.words.is_empty() {
            what
        } else {
            &test.words
        };
        format!(
            "{} changes along the way: {words}.",
            nouns::name(&record.experiment, routine)
        )
    } else {
        let of = format!("of a change along the way in {what}");
        shows.verdicts(record).nothing(record, &of)
    };
    let picture = Picture {
        quiet: false,
        name: "drift",
        title,
        about: format!(
            "Means of {what} in consecutive {}, in the order in which they came. The band is two standard errors of such a mean \
             around that of all: one part in 22 lies outside it by chance.",
            nouns::unit(&record.experiment, 2)
        ),
        legend: vec![
            Key {
                class: "seen",
                swatch: Swatch::Dot,
                means: "mean of a part".to_owned(),
            },
            Key {
                class: "band seen",
                swatch: Swatch::Area,
                means: "two standard errors".to_owned(),
            },
        ],
        panels,
    };
    vec![Judged::by(shows, picture)]
}

/// The parts of a run: the decks before each, its decks, and the mean of its decks.
struct Parts {
    all: Vec<(u64, u64, f64)>,
    mean: f64,
    /// The standard deviation of a single deck.
    deviation: f64,
}

impl Parts {
    fn of(figures: &Figures) -> Option<Self> {
        let (decks, sums) = (
            figures.counts("batches.decks")?,
            figures.counts("batches.sums")?,
        );
        let whole = |counts: &[u64]| {
            counts
                .iter()
                .fold(0_u64, |sum, count| sum.saturating_add(*count))
        };
        let number = whole(&decks);
        let error = figures.number("standard_error")?;
        if decks.len() != sums.len() || decks.len() < FEWEST || number == 0 {
            return None;
        }
        let mut before = 0_u64;
        let take = decks.len().div_ceil(MOST);
        let parts = decks
            .chunks(take)
            .zip(sums.chunks(take))
            .filter_map(|(decks, sums)| {
                let (decks, sum) = (whole(decks), whole(sums));
                let part = (before, decks, sum as f64 / decks as f64);
                before = before.saturating_add(decks);
                (decks > 0).then_some(part)
            });
        Some(Self {
            all: parts.collect(),
            mean: whole(&sums) as f64 / number as f64,
            deviation: error * (number as f64).sqrt(),
        })
    }

    fn panel(&self, record: &Record, routine: &Routine, size: (f64, f64)) -> Panel {
        let units = nouns::unit(&record.experiment, 2);
        let band = |decks: u64| 2.0 * self.deviation / (decks as f64).sqrt();
        let ends = self
            .all
            .iter()
            .flat_map(|&(_, decks, mean)| [mean, self.mean - band(decks), self.mean + band(decks)]);
        let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| {
            (low.min(end), high.max(end))
        });
        let number = self
            .all
            .last()
            .map_or(1, |(before, decks, _)| before + decks);
        let x = Axis::new(format!("{units} so far"), 0.0, number as f64);
        let mut plot = Plot::new(size, x, Axis::new("mean of the part", low, high));
        let middle = |&(before, decks, _): &(u64, u64, f64)| before as f64 + 0.5 * decks as f64;
        let around: Vec<_> = (self.all.iter())
            .map(|part| {
                (
                    middle(part),
                    self.mean - band(part.1),
                    self.mean + band(part.1),
                )
            })
            .collect();
        plot.band("seen", &around);
        let marks = self.all.iter().map(|part| {
            let (before, decks, mean) = part;
            let says = format!(
                "{units} {} to {}: {}, all {}",
                grouped(before + 1),
                grouped(before + decks),
                significant(*mean, 5),
                significant(self.mean, 5)
            );
            Mark::new(middle(part), *mean, says)
        });
        plot.dots("seen", &marks.collect::<Vec<_>>());
        let words = format!(
            "{}: means of {} parts around {}.",
            routine.name,
            self.all.len(),
            significant(self.mean, 5)
        );
        plot.panel(&label(record, routine), &words)
    }
}
