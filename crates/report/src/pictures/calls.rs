//! Pictures of what an opponent calls: at each place of the deck, how often the next card is called right.

use super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch};
use super::super::nouns;
use super::super::tables::significant;
use super::verdicts::{Shows, after};
use super::{Judged, label, named, shown, size, thinned};
use record::{Figures, Record, Routine};
use text::names::share;

const STATISTIC: &str = "opponent";

/// Its test of calls by whoever remembers the deck before.
const FROM_LAST: &str = "mean-from-last-deck";

/// Standard errors on each side of fair: one place in 22 lies outside by chance.
const ERRORS: f64 = 2.0;

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
    let called: Vec<&(&Routine, Calls)> = called.collect();
    let most = called
        .iter()
        .copied()
        .max_by(|(_, a), (_, b)| a.mean.total_cmp(&b.mean));
    let mut named = named::among(record, STATISTIC, called, |(routine, _)| &routine.name);
    if named.is_empty() {
        named.extend(most);
    }
    let title = match (named.first(), verdicts.worst()) {
        (Some((_, first)), _) => {
            let each = named.iter().enumerate().map(|(at, (routine, calls))| {
                let of = if at == 0 {
                    format!(" of {cards} cards")
                } else {
                    String::new()
                };
                format!(
                    "{}{of} after {}",
                    whole(calls.mean),
                    nouns::done(record, routine)
                )
            });
            format!(
                "By the best of three rules an opponent calls {}; of fair decks {}.",
                each.collect::<Vec<_>>().join(", "),
                whole(first.fair)
            )
        }
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
    let ends = found.iter().map(|(_, calls)| calls.ends());
    let ends = ends.fold((0.0, 0.0), |(low, high), (least, most)| {
        (f64::min(low, least), f64::max(high, most))
    });
    let picture = Picture {
        quiet: false,
        name: "calls",
        title,
        about: "Calls by the best of three rules, of an opponent who has learned from earlier decks and sees each card after calling it: the share of decks \
                in which the next card is called right, by its place, less that of a fair deck, where it is one of those that are left."
            .to_owned(),
        legend: vec![
            Key { class: "seen", swatch: Swatch::Line, means: "called right, more than fair".to_owned() },
            Key { class: "band fair", swatch: Swatch::Area, means: format!("{ERRORS} standard errors of fair decks") },
        ],
        panels: found.iter().map(|(routine, calls)| calls.panel(record, routine, size(found.len()), ends)).collect(),
    };
    vec![Judged::by(shows, picture)]
}

/// The calls on decks of one routine.
struct Calls {
    /// Shares of the scored decks, by places.
    right: Vec<f64>,
    /// Scored decks.
    scored: f64,
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
            scored,
            mean: figures.number("calls")?,
            fair: figures.number("calls_ideal")?,
        })
    }

    /// The fair share of right calls at a place from 0, and its standard error.
    fn fair_at(&self, place: usize) -> (f64, f64) {
        let share = 1.0 / (self.right.len() - place) as f64;
        (share, (share * (1.0 - share) / self.scored).sqrt())
    }

    /// The lowest and the highest that a panel shows.
    fn ends(&self) -> (f64, f64) {
        let places = 0..self.right.len();
        let ends = places.flat_map(|place| {
            let (fair, error) = self.fair_at(place);
            [self.right[place] - fair, ERRORS * error, -ERRORS * error]
        });
        ends.fold((0.0, 0.0), |(low, high), end| {
            (f64::min(low, end), f64::max(high, end))
        })
    }

    fn panel(
        &self,
        record: &Record,
        routine: &Routine,
        size: (f64, f64),
        (low, high): (f64, f64),
    ) -> Panel {
        let cards = self.right.len();
        let x = Axis::new("place of the card, top first", 1.0, cards as f64);
        let room = 0.04 * (high - low);
        let y = Axis::percent("more than fair", low - room, high + room);
        let mut plot = Plot::new(size, x, y);
        let places: Vec<usize> = thinned(cards, MOST).collect();
        let band = places.iter().map(|place| {
            let error = self.fair_at(*place).1;
            ((place + 1) as f64, -ERRORS * error, ERRORS * error)
        });
        plot.band("fair", &band.collect::<Vec<_>>());
        plot.line("fair thin dashed", &[(1.0, 0.0), (cards as f64, 0.0)]);
        let marks = places.iter().map(|&place| {
            let (here, (fair, _)) = (self.right[place], self.fair_at(place));
            let says = format!(
                "place {}: called right in {}, fair {}",
                place + 1,
                share(here),
                share(fair)
            );
            Mark::new((place + 1) as f64, here - fair, says)
        });
        plot.curve("seen", &marks.collect::<Vec<_>>());
        let words = format!(
            "{}: {} of {cards} cards called, fair {}.",
            routine.name,
            significant(self.mean, 3),
            significant(self.fair, 3)
        );
        plot.panel(&label(record, routine), &words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fair_deck_departs_from_nothing() {
        let fair = Calls {
            right: vec![0.25, 1.0 / 3.0, 0.5, 1.0],
            scored: 300.0,
            mean: 2.083,
            fair: 2.083,
        };
        let (share, error) = fair.fair_at(0);
        // √(¼ · ¾ / 300) = 0.025
        assert!((share - 0.25).abs() < 1e-12 && (error - 0.025).abs() < 1e-12);
        assert_eq!(fair.fair_at(3), (1.0, 0.0), "the last card is known");
        let (low, high) = fair.ends();
        assert!((low + high).abs() < 1e-12 && high < 0.06, "{low} {high}");
    }
}
