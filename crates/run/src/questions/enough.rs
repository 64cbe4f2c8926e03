//! `enough`: how often a routine must be done until it is near an ideal shuffle.

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::written::bound;
use record::answers::enough::{Enough, NAME, Point, Times};
use shuffle::Mixing;
use shuffle::routine::Plan;
use shuffle::theory::enough::{self, THRESHOLDS, more_riffles, times_and_curve};

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "How often a routine must be done until it is near an ideal shuffle",
    topic: Topic::routine("A routine, such as \"G\""),
    parameters: &[Parameter::new(
        "below",
        "D,D",
        Read::Numbers(THRESHOLDS),
        "How near: the total variation that it must be below",
    )
    .default(".25,.1,.01")],
    ask: |given| {
        let below: Vec<f64> = given.value("below");
        ask(move |about| Ok(find(about.plan()?, about.cards, &below)))
    },
};

/// Finds how often `plan` must be done until its total variation is below each of `below`.
fn find(plan: &Plan, cards: usize, below: &[f64]) -> Enough {
    let riffles = matches!(plan.steps(), [one] if one.mixing() == Mixing::Gsr);
    let (thresholds, curve) = times_and_curve(plan, cards, below);
    Enough {
        riffles,
        thresholds: thresholds.into_iter().map(times).collect(),
        more_riffles: more_riffles(plan, cards, below).filter(|_| !riffles),
        curve: curve.into_iter().map(point).collect(),
    }
}

/// Writes the times of a threshold as an answer holds them.
fn times(known: enough::Times) -> Times {
    Times {
        below: known.below,
        exact: known.exact,
        never: known.never,
        at_least: known.at_least,
        too_few: known.too_few.map(bound),
        at_most: known.at_most,
        enough: known.enough.map(bound),
    }
}

fn point(known: enough::Point) -> Point {
    Point {
        times: known.times,
        lower: known.lower,
        upper: known.upper,
    }
}
