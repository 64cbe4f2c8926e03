//! Pictures of what an opponent calls: at each place of the deck, how often the next card is called right.

use super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch};
use super::super::nouns;
use super::super::tables::significant;
use super::{WIDE, label, shown, thinned};
use record::{Figures, Record, Routine};
use text::names::share;

const STATISTIC: &str = "opponent";

const SIZE: (f64, f64) = (WIDE, 170.0);

/// Values that a line tells of.
const MOST: usize = 120;

pub(super) fn pictures(record: &Record) -> Vec<Picture> {
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
    let most = found
        .iter()
        .max_by(|(_, a), (_, b)| a.mean.total_cmp(&b.mean));
    let Some((worst, calls)) = most else {
        return Vec::new();
    };
    let whole = |value: f64| significant(value, if value < 10.0 { 2 } else { 3 });
    let title = if calls.low > calls.fair {
        format!(
            "By the rules tried, whoever has seen decks of {} calls {} of {cards} cards of the next one; of a fair deck {}.",
            nouns::name(&record.experiment, worst),
            whole(calls.mean),
            whole(calls.fair)
        )
    } else {
        format!(
            "By the rules tried, no more cards are seen to be called than of fair decks, {} of {cards}.",
            whole(calls.fair)
        )
    };
    vec![Picture {
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
    }]
}

/// The calls on decks of one routine.
struct Calls {
    /// Shares of the scored decks, by places.
    right: Vec<f64>,
    mean: f64,
    low: f64,
    fair: f64,
}

impl Calls {
    fn of(figures: &Figures, cards: usize) -> Option<Self> {
        let right = figures.counts("right_by_place")?;
        let scored = figures.whole("scored_on").filter(|scored| *scored > 0)? as f64;
        let rule = figures.text("rule")?;
        (right.len() == cards && cards > 1).then_some(())?;
        Some(Self {
            right: right.iter().map(|count| *count as f64 / scored).collect(),
            mean: figures.number("calls")?,
            low: figures.number(&format!("{rule}.low"))?,
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
