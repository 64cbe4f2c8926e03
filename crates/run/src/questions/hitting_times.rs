//! `hit`: how many shuffles until a card is first at a position.

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::unanswered::{Unanswered, chain};
use laws::hitting_times;
use record::answers::hitting_times::{HittingTimes, NAME, Time};
use shuffle::routine::Plan;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "How often to repeat a routine until a card is first at a position",
    topic: Topic::routine("A routine, such as \"G\""),
    parameters: &[
        Parameter::new("to", "POSITION", Read::UpToCards(1), "The position, from 1").required(),
    ],
    ask: |given| {
        let to = given.value("to");
        ask(move |about| find(about.plan()?, about.cards, to))
    },
};

/// Finds the hitting times of a routine that is done again and again; `to` counts from 1.
fn find(plan: &Plan, cards: usize, to: usize) -> Result<HittingTimes, Unanswered> {
    let times = hitting_times::to(&chain(plan, cards)?, to - 1);
    Ok(HittingTimes {
        to,
        from: times
            .from
            .into_iter()
            .map(|time| time.map(time_taken))
            .collect(),
        mean_return: times.mean_return,
    })
}

fn time_taken(time: hitting_times::Time) -> Time {
    Time {
        mean: time.mean,
        standard_deviation: time.standard_deviation,
    }
}
