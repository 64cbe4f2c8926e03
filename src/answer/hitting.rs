//! `hit`: how many shuffles until a card is first at a position.

use serde::{Deserialize, Serialize};

use super::question::{Kind, Topic, ask};
use super::{Parameter, Read, Unanswered, chain};
use crate::exact::hitting;
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
        ask(move |about| Hitting::of(about.plan()?, about.cards, to))
    },
};

/// Times until a card is at a position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hitting {
    /// The position, from 1.
    pub to: usize,
    /// The times, by starting position; null where it may never happen.
    pub from: Vec<Option<Time>>,
    /// Mean time of a card that starts there to come back; null where it may never.
    pub mean_return: Option<f64>,
}

/// A random number of times that the whole routine is done.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Time {
    /// Its mean.
    pub mean: f64,
    /// Its standard deviation.
    pub standard_deviation: f64,
}

impl Hitting {
    /// Of a routine, done again and again; `to` counts from 1.
    pub fn of(plan: &Plan, cards: usize, to: usize) -> Result<Self, Unanswered> {
        let times = hitting::to(&chain(plan, cards)?, to - 1);
        let time = |time: hitting::Time| Time {
            mean: time.mean,
            standard_deviation: time.standard_deviation,
        };
        Ok(Self {
            to,
            from: times.from.into_iter().map(|from| from.map(time)).collect(),
            mean_return: times.mean_return,
        })
    }
}
