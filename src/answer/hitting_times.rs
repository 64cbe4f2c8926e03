//! `hit`: how many shuffles until a card is first at a position.

use serde::{Deserialize, Serialize};

use super::page::{Page, SHOWN, figure};
use super::question::{Kind, Topic, ask};
use super::{Parameter, Read, Unanswered, chain};
use crate::exact::hitting_times::{self, Time};
use crate::routine::Plan;

pub(super) const QUESTION: Kind = Kind {
    name: "hit",
    about: "How often to repeat a routine until a card is first at a position",
    topic: Topic::routine("A routine, such as \"G\""),
    parameters: &[
        Parameter::new("to", "POSITION", Read::UpToCards(1), "The position, from 1").required(),
    ],
    ask: |given| {
        let to = given.value("to");
        ask(move |about| HittingTimes::of(about.plan()?, about.cards, to))
    },
};

/// Times until a card is at a position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HittingTimes {
    /// The position, from 1.
    pub to: usize,
    /// The times, by starting position; null where it may never happen.
    pub from: Vec<Option<Time>>,
    /// Mean time of a card that starts there to come back; null where it may never.
    pub mean_return: Option<f64>,
}

impl HittingTimes {
    /// Finds the hitting times of a routine that is done again and again; `to` counts from 1.
    pub fn of(plan: &Plan, cards: usize, to: usize) -> Result<Self, Unanswered> {
        let times = hitting_times::to(&chain(plan, cards)?, to - 1);
        Ok(Self {
            to,
            from: times.from,
            mean_return: times.mean_return,
        })
    }
}

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &HittingTimes, name: &str, cards: usize) {
    let top = found.from.first().copied().flatten();
    page.line(match top {
        Some(time) => format!(
            "A card from the top of {cards} is first at position {} after {} times {name} on average.",
            found.to,
            figure(time.mean, 8)
        ),
        None => format!(
            "A card from the top of {cards} may never come to position {} by {name}.",
            found.to
        ),
    });
    page.line(match found.mean_return {
        Some(mean) => format!(
            "A card that starts there is there again after {} times on average.",
            figure(mean, 8)
        ),
        None => "A card that starts there may never come back.".to_owned(),
    });
    let step = cards.div_ceil(SHOWN);
    let shown = found.from.iter().enumerate().step_by(step);
    let text = |time: &Option<Time>, of: fn(&Time) -> f64| {
        let text = time.as_ref().map(|time| figure(of(time), 9));
        text.unwrap_or_else(|| "may never come".to_owned())
    };
    page.table(shown)
        .right("from", |(at, _)| at + 1)
        .right("mean", |(_, time)| text(time, |time| time.mean))
        .right("std. deviation", |(_, time)| {
            text(time, |time| time.standard_deviation)
        });
    let means: Vec<f64> = (found.from.iter())
        .map_while(|time| time.map(|time| time.mean))
        .collect();
    if means.len() == cards && cards <= CURVE {
        page.picture(
            format!("Mean by starting position, 1 to {cards}:"),
            curve(&means),
        );
    }
    if step > 1 {
        page.note(format!("positions in steps of {step}; `--json` has all"));
    }
}

/// Positions of which a curve is drawn, at the most: a line of a terminal.
const CURVE: usize = 100;

/// Draws a block for each value, from the lowest (a low block) to the highest (a full one).
fn curve(values: &[f64]) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let block = |value: &f64| {
        let share = if high > low {
            (value - low) / (high - low)
        } else {
            0.0
        };
        BLOCKS[(share * 7.0).round() as usize]
    };
    values.iter().map(block).collect()
}
