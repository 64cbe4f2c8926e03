//! A ruler of fairness: from a new deck to a fair one, by the cards that an opponent calls more than of fair decks.
//!
//! It is a logarithmic one, since each shuffle of a kind divides what is left by about the same number. Shuffles that
//! everybody knows are marked on it, and where a player would hardly notice what is left.

use super::super::line::Line;
use super::calls::Calls;
use super::meaning::has_one_law;
use super::ours;
use super::practical::NEARLY;
use record::{Outcome, Record, Routine};

/// The right end: an excess that no run of usual length tells from nothing.
const FAIR_WITHIN: f64 = 0.01;

/// A routine on the ruler: the cards that the best of the rules tried calls more than of fair decks.
pub(crate) struct Placed<'a> {
    pub routine: &'a Routine,
    /// The mean that was counted.
    pub mean: f64,
    /// The ends of its confidence interval.
    pub low: f64,
    pub high: f64,
    /// True if a test shows that it is more than 0.
    pub shown: bool,
}

/// The ruler of a run.
pub(crate) struct Ruler<'a> {
    pub cards: usize,
    /// The calls of fair decks.
    pub fair: f64,
    pub placed: Vec<Placed<'a>>,
    /// Well-known shuffles with what is called more of their decks, the farthest from fair first.
    pub landmarks: Vec<(&'a str, f64)>,
}

impl<'a> Ruler<'a> {
    /// The ruler of the routines that were asked about; `None` if calls were not counted of decks of one law.
    pub fn of(record: &'a Record) -> Option<Self> {
        if record.experiment.until_decided.is_some() || record.outcome == Outcome::TooLittle {
            return None;
        }
        let routines = ours(record).into_iter();
        let known: Vec<(&Routine, Calls)> = routines
            .filter(|routine| has_one_law(&record.experiment, routine))
            .filter_map(|routine| Some((routine, Calls::of(routine)?)))
            // From few decks rules learn little, and any routine would look fair.
            .filter(|(_, calls)| calls.well_learned)
            .collect();
        let fair = known.first()?.1.ideal;
        let placed = known.into_iter().map(|(routine, calls)| Placed {
            routine,
            mean: calls.mean - fair,
            low: calls.low - fair,
            high: calls.high - fair,
            shown: calls.is_more(),
        });
        let landmarks = record.landmarks.iter();
        let landmarks = landmarks.map(|one| (one.name.as_str(), one.calls - fair));
        let mut landmarks: Vec<(&str, f64)> = landmarks.collect();
        text::sorting::by(&mut landmarks, |a, b| b.1.total_cmp(&a.1));
        Some(Self {
            cards: record.experiment.deck,
            fair,
            placed: placed.collect(),
            landmarks,
        })
    }

    /// The ends of the ruler: all cards of a new deck are called, and of fair ones no more than chance gives.
    pub fn ends(&self) -> (f64, f64) {
        (self.cards as f64 - self.fair, FAIR_WITHIN)
    }

    /// The excess below which little is left at a table.
    pub fn table(&self) -> f64 {
        NEARLY * self.fair
    }

    /// The ruler of its only routine as a line of so many characters, and the meaning of its signs; `None` if there are
    /// several, or where it would say nothing.
    pub fn lines(&self, columns: usize) -> Option<[String; 2]> {
        let [placed] = self.placed.as_slice() else {
            return None;
        };
        let (new, fair) = self.ends();
        // Of a fair routine nothing is left to be placed.
        if super::super::pictures::is_fair(placed.routine)
            || self.landmarks.is_empty()
            || new <= self.table()
        {
            return None;
        }
        let mut line = Line::new(columns, (new, fair))?;
        line.interval(placed.high, placed.low.max(fair));
        line.limit(self.table());
        if placed.shown {
            line.point(placed.mean);
        }
        line.names(self.landmarks.iter().copied());
        let sign = if placed.shown { "●" } else { "━" };
        Some([
            line.drawn(),
            format!(
                "{sign} {}, on a log scale of cards called above fair; right of ┆: less than {:.0}% above",
                placed.routine.name,
                100.0 * NEARLY
            ),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruler(routine: &Routine, (mean, low, high): (f64, f64, f64), shown: bool) -> Ruler<'_> {
        Ruler {
            cards: 52,
            fair: 4.538,
            placed: vec![Placed {
                routine,
                mean,
                low,
                high,
                shown,
            }],
            landmarks: vec![("3 riffles", 4.1), ("7 mashes", 0.18), ("7 riffles", 0.03)],
        }
    }

    fn routine() -> Routine {
        serde_json::from_value(serde_json::json!({
            "name": "M*5", "control": false, "decks": 1000, "tests": [], "checks": [], "total_variation": null,
            "statistics": {},
        }))
        .unwrap()
    }

    #[test]
    fn a_routine_stands_between_its_landmarks() {
        let routine = routine();
        let [line, means] = ruler(&routine, (1.0, 0.95, 1.05), true).lines(100).unwrap();
        assert_eq!(line.chars().count(), 100);
        let place = |text: &str| line.find(text).map(|at| line[..at].chars().count());
        assert!(place("3 riffles") < place("●") && place("●") < place("┆"));
        assert!(place("┆") < place("7 mashes") && place("7 mashes") < place("7 riffles"));
        assert!(means.contains("less than 10% above"), "{means}");
    }

    #[test]
    fn what_is_not_shown_reaches_to_the_fair_end() {
        let routine = routine();
        let [line, _] = ruler(&routine, (0.01, -0.05, 0.06), false)
            .lines(80)
            .unwrap();
        assert!(line.ends_with("━ fair") && !line.contains('●'), "{line}");
        // The name of a shuffle that the routine lies on gives way.
        assert!(!line.contains("7 riffles"), "{line}");
    }
}
