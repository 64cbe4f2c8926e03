//! Pictures of how often each routine came out best by the "number of duplicates", over many experiments.

use super::super::chart::{Axis, Key, Picture, Piece, Rows, Swatch};
use super::super::glance::ours;
use super::super::nouns;
use super::super::tables::significant;
use super::{Judged, duplicates, labels};
use record::{Record, Routine};
use text::names::grouped;
use text::sorting;

const WIDE: f64 = 440.0;

/// Experiments below which no shares are drawn.
const FEWEST: u64 = 100;

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let many = record.experiment.replicates;
    let mut wins: Vec<Wins<'_>> = ours(record).into_iter().filter_map(Wins::of).collect();
    if wins.len() < 2 || many < FEWEST {
        return Vec::new();
    }
    sorting::by(&mut wins, |a, b| {
        let expected = |wins: &Wins<'_>| duplicates::expected(wins.routine).unwrap_or(0.0);
        (b.alone, expected(b))
            .partial_cmp(&(a.alone, expected(a)))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let share = |of: u64| of as f64 / many as f64;
    let names = labels(record, wins.iter().map(|wins| wins.routine));
    let ends = wins
        .iter()
        .map(|wins| match duplicates::expected(wins.routine) {
            Some(expected) => format!(
                "{}, expected {}",
                percent(share(wins.alone)),
                significant(expected, 4)
            ),
            None => percent(share(wins.alone)),
        });
    let mut rows = Rows::new(WIDE, Axis::shares("share of experiments", 1.0), &names)
        .ends(&ends.collect::<Vec<_>>());
    for (row, wins) in wins.iter().enumerate() {
        let piece = |from: u64, to: u64, class, how: &str| Piece {
            from: share(from),
            to: share(to),
            class,
            says: format!(
                "{}: {how} in {} of {} experiments",
                names[row],
                grouped(to - from),
                grouped(many)
            ),
        };
        let both = wins.alone + wins.shared;
        rows.pieces(
            row,
            &[
                piece(0, wins.alone, "seen", "best alone"),
                piece(wins.alone, both, "pale", "best together with another"),
            ],
        );
    }
    let picture = Picture {
        quiet: false,
        name: "best",
        title: title(record, &wins, many),
        about: format!(
            "Each experiment does {} routines on {} decks each. Bars: the share of experiments in which a routine has the \
             most duplicates. At their end the expected number of duplicates.",
            wins.len(),
            grouped(record.experiment.trials)
        ),
        legend: vec![
            Key {
                class: "seen",
                swatch: Swatch::Area,
                means: "alone".to_owned(),
            },
            Key {
                class: "pale",
                swatch: Swatch::Area,
                means: "shared with another".to_owned(),
            },
        ],
        panels: vec![rows.panel(
            "",
            &format!(
                "How often each of {} routines had the most duplicates.",
                wins.len()
            ),
        )],
    };
    // The shares of these very experiments, which no test judges.
    vec![Judged {
        picture,
        shows: None,
    }]
}

/// A share to a tenth of a percent: a thousand experiments tell no more.
fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn title(record: &Record, wins: &[Wins<'_>], many: u64) -> String {
    let share = |wins: &Wins<'_>| percent(wins.alone as f64 / many as f64);
    let done = |wins: &Wins<'_>| nouns::done(record, wins.routine);
    let (first, second) = (&wins[0], &wins[1]);
    if first.alone == many {
        return format!(
            "There are most duplicates after {} in all {} experiments.",
            done(first),
            grouped(many)
        );
    }
    format!(
        "There are most duplicates after {} in {} of {} experiments, after {} in {}.",
        done(first),
        share(first),
        grouped(many),
        done(second),
        share(second)
    )
}

/// The experiments in which a routine was best, alone or together with another.
struct Wins<'a> {
    routine: &'a Routine,
    alone: u64,
    shared: u64,
}

impl<'a> Wins<'a> {
    fn of(routine: &'a Routine) -> Option<Self> {
        let figures = routine.statistics.get(duplicates::STATISTIC)?;
        Some(Self {
            routine,
            alone: figures.whole("best.alone")?,
            shared: figures.whole("best.shared")?,
        })
    }
}
