//! Pictures of what an opponent calls: at each place of the deck, how often the next card is called right.

use super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch};
use super::super::nouns;
use super::super::tables::significant;
use super::verdicts::{Shows, after};
use super::{Judged, WIDE, label, shown, thinned};
use record::{Figures, Record, Routine};
use text::names::share;

const STATISTIC: &str = "opponent";

/// Its test of calls by whoever remembers the deck before.
const FROM_LAST: &str = "mean-from-last-deck";

const SIZE: (f64, f64) = (WIDE, 170.0);

/// Values that a line tells of.
const MOST: usize = 120;

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let cards = record.experiment.deck;
    let found: Vec<(&Routine, Calls)> = shown(record)
        .into_iter()
        .filter(|(_, routine)| !routine.control)
        .filter_map(|(_, routine)| {
            Some((
                routine,
                Calls::of(routine.statistics.get(STATISTIC)?, cards)?,
            ))
        })
        .collect();
    let Some((_, first)) = found.first() else {
        return Vec::new();
    };
    let shows = Shows::all_of(STATISTIC);
    let verdicts = shows.verdicts(record);
    let whole = |value: f64| significant(value, if value < 10.0 { 2 } else { 3 });
    // Those whose decks by themselves fail, and not as seen from the deck before alone.
    let called = verdicts
        .failing
        .iter()
        .filter(|(_, tests)| tests.is_empty() || tests.iter().any(|test| test.test != FROM_LAST));
    let called = called.filter_map(|(routine, _)| {
        let mut all = found.iter();
        all.find(|(of, _)| of.name == routine.name)
    });
    let most = called.max_by(|(_, a), (_, b)| a.mean.total_cmp(&b.mean));
    let title = match (most, verdicts.worst()) {
        (Some((worst, calls)), _) => format!(
            "By the best of three rules an opponent calls {} of {cards} cards in decks of {}; in fair decks {}.",
            whole(calls.mean),
            nouns::name(&record.experiment, worst),
            whole(calls.fair)
        ),
        (None, Some((routine, Some(test)))) => after(record, routine, &test.words),
        (None, Some((routine, None))) => {
            after(record, routine, "more cards are called than of fair decks")
        }
        (None, None) => verdicts.nothing(
            record,
            &format!(
                "that the rules tried call more cards than of fair decks, {} of {cards}",
                whole(first.fair)
            ),
        ),
    };
    let picture = Picture {
        name: "calls",
        title,
        about: "Calls by the best of three rules, of an opponent who has learned from earlier decks and sees each card after calling it: the share of decks \
                in which the next card is called right, by its place. Of a fair deck it is one of those that are left."
            .to_owned(),
        legend: vec![
            Key { class: "seen", swatch: Swatch::Line, means: "called right".to_owned() },
            Key { class: "fair dashed", swatch: Swatch::Line, means: "fair".to_owned() },
        ],
        panels: found.iter().map(|(routine, calls)| calls.panel(routine)).collect(),
    };
    vec![Judged::by(shows, picture)]
}

/// The calls on decks of one routine.
struct Calls {
    /// Shares of the scored decks, by places.
    right: Vec<f64>,
    mean: f64,
    fair: f64,
}

impl Calls {
    fn of(figures: &Figures, cards: usize) -> Option<Self> {
        let right = figures.counts("right_by_place")?;
        let scored = figures.whole("scored_on").filter(|scored| *scored > 0)? as f64;
        (right.len() == cards && cards > 1).then_some(())?;
        Some(Self {
            right: right.iter().map(|count| *count as f64 / scored).collect(),
            mean: figures.number("calls")?,
            fair: figures.number("calls_ideal")?,
        })
    }

    fn panel(&self, routine: &Routine) -> Panel {
        let cards = self.right.len();
        let fair = |place: usize| 1.0 / (cards - place) as f64;
        let x = Axis::new("place of the card, top first", 1.0, cards as f64);
        let mut plot = Plot::new(SIZE, x, Axis::shares("called right", 1.0));
        let places: Vec<usize> = thinned(cards, MOST).collect();
        let line = |of: &dyn Fn(usize) -> f64| -> Vec<(f64, f64)> {
            places
                .iter()
                .map(|place| ((place + 1) as f64, of(*place)))
                .collect()
        };
        plot.line("fair dashed", &line(&fair));
        let marks = places.iter().map(|&place| {
            let (here, fair) = (self.right[place], fair(place));
            let says = format!(
                "place {}: called right in {}, fair {}",
                place + 1,
                share(here),
                share(fair)
            );
            Mark::new((place + 1) as f64, here, says)
        });
        plot.curve("seen", &marks.collect::<Vec<_>>());
        let words = format!(
            "{}: {} of {cards} cards called, fair {}.",
            routine.name,
            significant(self.mean, 3),
            significant(self.fair, 3)
        );
        plot.panel(&label(routine), &words)
    }
}
