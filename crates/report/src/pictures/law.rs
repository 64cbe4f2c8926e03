//! The law of a number of each deck: how many decks have each value, beside what a fair shuffle gives.

use super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch};
use super::super::glance::{capital, plain};
use super::super::nouns;
use super::super::tables::significant;
use super::verdicts::{Shows, Verdicts, after};
use super::{Judged, label, named, shown, size};
use record::{Record, Routine, Statistic};
use text::names::percent_or_share;
use text::sorting;

/// Pictures of laws on a page: of the number that every record has, and of those that are farthest from fair.
const MOST: usize = 3;

/// The number that says most of a shuffle, and is shown first.
const FIRST: &str = "rising-sequences";

/// Bars in a panel; of more values, several are taken together.
const BARS: usize = 64;

/// Values with less of the law than this at both ends are left out.
const SELDOM: f64 = 2e-4;

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let all = record.statistics.iter().filter(|of| of.lag == 0);
    let mut laws: Vec<(&Statistic, f64)> = all
        .filter(|of| of.ideal_law.is_some())
        .map(|of| (of, strongest(record, &of.name)))
        .collect();
    // Numbers that players look at come before others of the same strength.
    let seen = |of: &Statistic| {
        let columns = record.columns.iter();
        columns
            .filter(|column| column.statistic == of.name)
            .any(|column| column.seen.is_some())
    };
    sorting::by(&mut laws, |(a, p), (b, q)| {
        let key = |of: &Statistic| (of.name != FIRST, !seen(of));
        let place = |of: &Statistic| named::place(record, &of.name).unwrap_or(usize::MAX);
        (place(a).cmp(&place(b)))
            .then((a.name != FIRST).cmp(&(b.name != FIRST)))
            .then(p.total_cmp(q))
            .then(key(a).cmp(&key(b)))
    });
    let pictures = laws.into_iter().filter_map(|(of, _)| picture(record, of));
    pictures.take(MOST).collect()
}

/// The smallest p-value of the statistic on any routine that was asked about.
fn strongest(record: &Record, name: &str) -> f64 {
    let routines = record.routines.iter().filter(|routine| !routine.control);
    let tests = routines.flat_map(|routine| &routine.tests);
    let p = tests
        .filter(|test| test.statistic == name)
        .filter_map(|test| test.p);
    p.fold(1.0, f64::min)
}

fn picture(record: &Record, of: &Statistic) -> Option<Judged> {
    let law = of.ideal_law.as_deref()?;
    let seen: Vec<(&Routine, Seen)> = shown(record)
        .into_iter()
        .filter(|(_, routine)| !routine.control)
        .filter_map(|(_, routine)| Some((routine, Seen::of(routine, of, law)?)))
        .collect();
    let laws: Vec<&Seen> = seen.iter().map(|(_, seen)| seen).collect();
    let window = Window::of(&laws, law)?;
    let top = laws
        .iter()
        .map(|seen| window.highest(&seen.shares))
        .fold(window.highest(law), f64::max);
    let seen_by = &seen;
    let panels = seen_by.iter().map(|(routine, seen)| {
        panel(
            record,
            &of.name,
            (routine, seen),
            law,
            &window,
            (size(seen_by.len()), top),
        )
    });
    let shows = Shows::all_of(&of.name);
    let picture = Picture {
        quiet: false,
        name: "law",
        title: title(record, of, &shows.verdicts(record)),
        about: format!(
            "{}: the share of {} with each value (bars), beside the exact law of a fair shuffle (line).",
            capital(plain(record, &of.name)),
            nouns::unit(&record.experiment, 2)
        ),
        legend: vec![
            Key {
                class: "seen",
                swatch: Swatch::Area,
                means: "seen".to_owned(),
            },
            Key {
                class: "fair",
                swatch: Swatch::Line,
                means: "fair".to_owned(),
            },
        ],
        panels: panels.collect(),
    };
    Some(Judged::by(shows, picture))
}

/// Writes what the strongest evidence says, or that there is none.
fn title(record: &Record, of: &Statistic, verdicts: &Verdicts<'_>) -> String {
    let what = plain(record, &of.name);
    match verdicts.worst() {
        Some(_) if let Some(figures) = named::figures(record, &of.name) => figures,
        Some((routine, Some(test))) if !test.words.is_empty() => {
            after(record, routine, &test.words)
        }
        Some((routine, _)) => {
            format!(
                "After {}, the law of {what} is not that of a fair shuffle.",
                nouns::done(record, routine)
            )
        }
        None => {
            let nothing = verdicts.nothing(record, &format!("of a departure from fair in {what}"));
            match named::figures(record, &of.name) {
                Some(figures) => format!("{nothing} {figures}"),
                None => nothing,
            }
        }
    }
}

/// The observation of a routine: shares of its decks by bins.
struct Seen {
    shares: Vec<f64>,
    least: u64,
    bin: u64,
    mean: Option<(f64, f64)>,
}

impl Seen {
    fn of(routine: &Routine, of: &Statistic, law: &[f64]) -> Option<Self> {
        let figures = routine.statistics.get(&of.name)?;
        let counts = figures.counts("histogram")?;
        let all: f64 = counts.iter().map(|count| *count as f64).sum();
        if counts.len() != law.len() || all < 1.0 {
            return None;
        }
        Some(Self {
            shares: counts.iter().map(|count| *count as f64 / all).collect(),
            least: figures.whole("least").unwrap_or(0),
            bin: figures.whole("bin").unwrap_or(1).max(1),
            mean: figures.number("mean").zip(figures.number("ideal")),
        })
    }
}

/// The bins that are drawn, and how many of them a bar takes.
struct Window {
    from: usize,
    to: usize,
    take: usize,
}

impl Window {
    /// Leaves out both ends where nothing is to be seen.
    fn of(laws: &[&Seen], law: &[f64]) -> Option<Self> {
        let matters =
            |at: usize| law[at] > SELDOM || laws.iter().any(|seen| seen.shares[at] > SELDOM);
        let from = (0..law.len()).find(|at| matters(*at))?;
        let to = (0..law.len()).rfind(|at| matters(*at))? + 1;
        Some(Self {
            from,
            to,
            take: (to - from).div_ceil(BARS),
        })
    }

    /// Sums by bars: the first bin of each, and its share.
    fn bars<'a>(&'a self, shares: &'a [f64]) -> impl Iterator<Item = (usize, f64)> + 'a {
        let starts = (self.from..self.to).step_by(self.take);
        starts.map(|at| (at, shares[at..(at + self.take).min(self.to)].iter().sum()))
    }

    fn highest(&self, shares: &[f64]) -> f64 {
        self.bars(shares)
            .map(|(_, share)| share)
            .fold(0.0, f64::max)
    }
}

fn panel(
    record: &Record,
    name: &str,
    (routine, seen): (&Routine, &Seen),
    law: &[f64],
    window: &Window,
    (size, top): ((f64, f64), f64),
) -> Panel {
    let units = nouns::unit(&record.experiment, 2);
    // A value stands in the middle of its bin.
    let value = |bin: usize| (seen.least + bin as u64 * seen.bin) as f64;
    let wide = (window.take as u64 * seen.bin) as f64;
    let number = record
        .columns
        .iter()
        .find(|column| column.statistic == name && column.figure == "mean");
    let number = number.map_or("value", |column| &column.title);
    let x = Axis::new(number, value(window.from) - 0.5, value(window.to) - 0.5).whole();
    let mut plot = Plot::new(size, x, Axis::shares(format!("share of {units}"), top));
    let centre = |bin: usize| value(bin) - 0.5 + 0.5 * wide;
    let bars = window.bars(&seen.shares).zip(window.bars(law));
    let marks: Vec<Mark> = bars
        .map(|((bin, here), (_, fair))| {
            let (first, last) = (value(bin), value(bin) + wide - 1.0);
            let values = if wide > 1.0 {
                format!("{first} to {last}")
            } else {
                format!("{first}")
            };
            let says = format!(
                "{values}: {} of {units}, fair {}",
                percent_or_share(here),
                percent_or_share(fair)
            );
            Mark::new(centre(bin), here, says)
        })
        .collect();
    plot.bars("seen", wide, &marks);
    let fair: Vec<(f64, f64)> = window
        .bars(law)
        .map(|(bin, share)| (centre(bin), share))
        .collect();
    plot.ticks("fair", wide, &fair);
    let words = seen.mean.map_or_else(String::new, |(mean, ideal)| {
        format!(
            "{}: on average {}, fair {}.",
            routine.name,
            significant(mean, 4),
            significant(ideal, 4)
        )
    });
    plot.panel(&label(record, routine), &words)
}
