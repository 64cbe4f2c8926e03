//! The cards that an opponent calls: at least so many, by the rules that were tried, and what is proved of all rules.

use super::super::tables::{significant, upper};
use super::meaning::{has_one_law, is_beyond, is_over_all, told};
use super::{SAME, ours};
use record::{Outcome, Record, Routine};

/// A list without looking is worth a word if it has so many cards right; of fair decks 1.
const UNSEEN_WORTH_SAYING: f64 = 1.5;

/// Decks from which rules learn nearly all that they can of small decks; of larger ones fewer are looked at.
const WELL_LEARNED: u64 = 8_192;

/// The number of cards of a small deck.
const SMALL: u64 = 128;

/// The number of cards that an opponent calls in a routine's decks.
pub(super) struct Calls {
    /// The mean by the best of the rules that were tried.
    pub mean: f64,
    error: f64,
    /// True if a test shows that the rules call more than of fair decks, or fewer.
    shown: bool,
    pub ideal: f64,
    /// True if the rules had as many decks to learn from as make their gain that of the routine: from fewer they learn
    /// less, and no interval says how much.
    pub well_learned: bool,
    /// The ends of its confidence interval, which has the same level for each routine of a run.
    pub low: f64,
    pub high: f64,
    /// The calls of the best of all rules, where they are known.
    exact: Option<f64>,
    /// The best of all rules has at least so many, and at most so many, as is proved.
    at_least: Option<f64>,
    pub at_most: Option<f64>,
    /// The cards that are right of the best list without seeing any.
    unseen: Option<f64>,
    /// An opponent who remembers the last deck calls at least so many; `None` if that is not more beyond doubt.
    remembered: Option<f64>,
}

impl Calls {
    pub fn of(routine: &Routine) -> Option<Self> {
        let figures = routine.statistics.get("opponent")?;
        let rule = figures.text("rule")?;
        let best = |key: &str| figures.number(&format!("{rule}.{key}"));
        let last = |key: &str| {
            let rule = figures.text("from_last_deck.rule")?;
            figures.number(&format!("from_last_deck.{rule}.{key}"))
        };
        let (high, ideal) = (best("high")?, figures.number("calls_ideal")?);
        let tests = routine.tests.iter();
        let tests = tests.filter(|test| test.statistic == "opponent" && is_over_all(test));
        let learned = figures.whole("learned_from").unwrap_or(0);
        let cards = figures
            .counts("right_by_place")
            .map_or(SMALL, |places| places.len() as u64);
        Some(Self {
            well_learned: learned >= WELL_LEARNED * SMALL / cards.max(SMALL),
            shown: is_beyond(tests) == Some(true),
            mean: best("mean")?,
            error: best("standard_error")?,
            ideal,
            low: best("low")?,
            high,
            exact: figures.number("most_calls_exact"),
            at_least: figures.number("most_calls_at_least"),
            at_most: figures.number("most_calls_at_most"),
            unseen: figures.number("unseen_exact"),
            // Rules that learned from decks that changed may call fewer than of fair ones.
            remembered: last("low").filter(|low| *low > high.max(ideal)),
        })
    }

    /// Returns true if the rules are shown to call more than of fair decks.
    pub(super) fn is_more(&self) -> bool {
        self.shown && self.low > self.ideal
    }

    /// The calls of the best of all rules, as far as they are known: at least so many.
    pub(super) fn best_of_all(&self) -> Option<f64> {
        self.exact.or(self.at_least)
    }

    /// Says what the rules that were tried call of so many cards.
    fn tried(&self, cards: usize) -> String {
        if !self.is_more() {
            let error = significant(self.error, 1);
            let digits = error.split_once('.').map_or(1, |(_, after)| after.len());
            let [mean, ideal] = [self.mean, self.ideal].map(|calls| format!("{calls:.digits$}"));
            return format!(
                "The three rules tried call {mean} ± {error} of {cards} cards (fair: {ideal})."
            );
        }
        let (low, ideal) = at_least(self.low, self.ideal);
        format!(
            "By the three rules tried, an opponent calls at least {low} of {cards} cards (fair: {ideal})."
        )
    }

    /// Says what is known of all rules, a sentence each.
    fn of_all_rules(&self) -> Vec<String> {
        if let Some(exact) = self.exact {
            let more = exact - self.ideal;
            let (exact, ideal) = told(exact, self.ideal, more > 0.0);
            return vec![if more <= SAME {
                "No rule calls more than with fair decks.".to_owned()
            } else if exact == ideal {
                format!(
                    "The best of all rules calls at most {} more than with fair decks.",
                    upper(more)
                )
            } else {
                format!("The best of all rules calls {exact}.")
            }];
        }
        let least = self.at_least.filter(|least| *least > self.high);
        let least = least.map(|least| {
            let (least, _) = at_least(least, self.ideal);
            format!("The best of all rules calls at least {least}, since it leaves few orders.")
        });
        let most = self.at_most.map(|most| {
            let most = (100.0 * most).ceil() / 100.0;
            format!("No rule at all calls more than {most:.2}, as is proved.")
        });
        let open = "Other rules may call more.".to_owned();
        if least.is_none() && most.is_none() && !self.is_more() {
            return vec![open];
        }
        least.into_iter().chain(most).collect()
    }
}

/// A lower limit, rounded down, and the fair figure below it, with as many digits as it takes to show it below.
fn at_least(limit: f64, fair: f64) -> (String, String) {
    let at = |digits: i32| {
        let unit = libm::pow(10.0, f64::from(digits));
        let places = digits.unsigned_abs() as usize;
        let down = (limit * unit).floor() / unit;
        (format!("{down:.places$}"), format!("{fair:.places$}"))
    };
    (1..3)
        .map(at)
        .find(|(limit, fair)| {
            let [limit, fair] = [limit, fair].map(|text| text.parse().unwrap_or(0.0));
            limit > fair
        })
        .unwrap_or_else(|| at(3))
}

/// Says how many cards an opponent calls right. `None` where that was not counted, where there were
/// too few decks, or where their number was not fixed: the interval would not hold.
pub(super) fn calls(record: &Record) -> Option<String> {
    let [routine] = ours(record).as_slice()[..] else {
        return None;
    };
    if record.experiment.until_decided.is_some() || record.outcome == Outcome::TooLittle {
        return None;
    }
    let calls = Calls::of(routine)?;
    let mut sentences = Vec::new();
    if has_one_law(&record.experiment, routine) {
        sentences.push(calls.tried(record.experiment.deck));
        sentences.extend(calls.of_all_rules());
    }
    let unseen = calls.unseen.filter(|unseen| *unseen >= UNSEEN_WORTH_SAYING);
    sentences.extend(unseen.map(|unseen| {
        format!("A list written down before the deck is turned has {unseen:.1} right (fair: 1).")
    }));
    sentences.extend(calls.remembered.map(|remembered| {
        let (low, ideal) = at_least(remembered, calls.ideal);
        format!("One who remembers the last deck calls at least {low} (fair: {ideal}).")
    }));
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Calls = Calls {
        mean: 4.55,
        error: 0.02,
        ideal: 4.538,
        low: 4.5,
        high: 4.6,
        exact: None,
        at_least: None,
        at_most: None,
        unseen: None,
        remembered: None,
        shown: false,
        well_learned: true,
    };

    #[test]
    fn limits_are_rounded_to_the_safe_side_and_told_from_the_fair_figure() {
        assert_eq!(at_least(8.579, 4.538), ("8.5".to_owned(), "4.5".to_owned()));
        assert_eq!(
            at_least(4.561, 4.538),
            ("4.56".to_owned(), "4.54".to_owned())
        );
        // A limit that is above the fair figure is shown above it.
        assert_eq!(at_least(4.69, 4.68), ("4.69".to_owned(), "4.68".to_owned()));
        let most = Calls {
            at_most: Some(6.0271),
            ..NOTHING
        };
        assert_eq!(
            most.of_all_rules(),
            ["No rule at all calls more than 6.03, as is proved."]
        );
    }

    #[test]
    fn no_more_is_said_of_other_rules_than_is_proved() {
        assert_eq!(
            NOTHING.tried(52),
            "The three rules tried call 4.55 ± 0.02 of 52 cards (fair: 4.54)."
        );
        assert_eq!(NOTHING.of_all_rules(), ["Other rules may call more."]);
        let many = Calls {
            low: 8.5,
            high: 8.7,
            shown: true,
            ..NOTHING
        };
        assert!(many.of_all_rules().is_empty());
        let fair = Calls {
            exact: Some(4.538),
            ..NOTHING
        };
        assert_eq!(
            fair.of_all_rules(),
            ["No rule calls more than with fair decks."]
        );
        // An upper limit is never rounded down.
        let nearly = Calls {
            exact: Some(4.538 + 5.14e-5),
            ..NOTHING
        };
        assert_eq!(
            nearly.of_all_rules(),
            ["The best of all rules calls at most 5.2e-5 more than with fair decks."]
        );
        let seeds = Calls {
            at_least: Some(44.0),
            ..NOTHING
        };
        assert!(seeds.of_all_rules()[0].contains("at least 44.0"));
    }
}
