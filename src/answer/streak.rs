//! `streak`: how long until the same symbol comes so many times in a row, and how likely that is in so many draws.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::page::{Page, any};
use super::question::{Kind, Topic, ask};
use super::{Parameter, Read, Unanswered};
use crate::exact::sequences::streaks::longest_each;
use crate::exact::sequences::waiting::Wait;
use crate::names::{grouped, p_value};

pub(super) const QUESTION: Kind = Kind {
    name: "streak",
    about: "The same symbol so many times in a row, in independent draws: how long until then, and how likely in so many draws",
    topic: Topic::Alone,
    parameters: &[
        Parameter::new(
            "run",
            "R",
            Read::Whole(1..=1_000_000_000),
            "Draws of the symbol in a row",
        )
        .required()
        .bare(),
        Parameter::new(
            "p",
            "P",
            Read::Number(1e-9..=0.999_999_999),
            "The probability of the symbol in a draw",
        )
        .default("0.5"),
        Parameter::new(
            "draws",
            "N",
            Read::Whole(1..=1_000_000_000_000),
            "How likely is it in so many draws?",
        ),
    ],
    ask: |given| {
        let (run, p): (u64, f64) = (given.value("run"), given.value("p"));
        let draws = given.get::<u64>("draws");
        ask(move |_| Streak::of(run, p, draws))
    },
};

/// A streak of one symbol.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Streak {
    /// Draws of it in a row.
    pub run: u64,
    /// Its probability in a draw.
    pub p: f64,
    /// The decimal logarithm of the probability that it begins at a given draw.
    pub begins_log10: f64,
    /// The mean number of draws until it is complete; text where no double holds it.
    pub wait: Value,
    /// The decimal logarithm of that.
    pub wait_log10: f64,
    /// The digits of the whole part of that; null where they are not certain.
    pub wait_digits: Option<u64>,
    /// Draws in which it is looked for, if any.
    pub draws: Option<u64>,
    /// The probability that it comes in these.
    pub within: Option<f64>,
}

impl Streak {
    fn of(run: u64, p: f64, draws: Option<u64>) -> Result<Self, Unanswered> {
        let unknown =
            |error: crate::exact::sequences::Refused| Unanswered::Unknown(error.to_string());
        let wait = Wait::new(p, run).map_err(unknown)?;
        let within = draws.map(|draws| {
            let runs = [Some(run), None];
            longest_each(&[p, 1.0 - p], draws, &runs).map(|reached| reached.some)
        });
        let log10 = wait.ln_mean() / std::f64::consts::LN_10;
        Ok(Self {
            run,
            p,
            begins_log10: run as f64 * libm::log10(p),
            wait: if wait.mean().is_finite() {
                json!(wait.mean())
            } else {
                let whole = log10.floor();
                json!(format!("{:.3}e{whole}", libm::exp10(log10 - whole)))
            },
            wait_log10: log10,
            wait_digits: wait.digits(),
            draws,
            within: within.transpose().map_err(unknown)?,
        })
    }
}

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &Streak, _name: &str, _cards: usize) {
    page.line(format!(
        "A symbol with probability {} has come {} times in a row after {} draws on average.",
        found.p,
        grouped(found.run),
        any(&found.wait)
    ));
    if let Some(digits) = found.wait_digits.filter(|digits| *digits > 15) {
        page.line(format!("That is a number of {} digits.", grouped(digits)));
    }
    if let (Some(draws), Some(within)) = (found.draws, found.within) {
        page.line(format!(
            "In {} draws it does so with probability {}.",
            grouped(draws),
            p_value(within)
        ));
    }
    page.note("independent draws; it is certain to come in draws without end");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_in_a_row_take_as_long_as_they_should() {
        let ten = Streak::of(10, 0.5, Some(10)).unwrap();
        assert_eq!(ten.wait, json!(2046.0));
        assert_eq!(ten.wait_digits, Some(4));
        assert!((ten.within.unwrap() * 1024.0 - 1.0).abs() < 1e-12);
        let many = Streak::of(47_000_000, 0.5, None).unwrap();
        assert_eq!(many.wait_digits, Some(14_148_411));
        assert!(many.wait.is_string());
    }
}
