//! `support`: how many orders a routine can reach.

use super::enough::ONE_CARD;
use super::question::{Kind, Topic, ask};
use laws::counting::{ln, power_of_ten};
use laws::order_law::ORDINARY_CARDS;
use record::answers::support::{NAME, OneMove, Support};
use shuffle::routine::Plan;
use shuffle::theory::{entropy, reachable};

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "How many orders can be reached; of one move, the entropy in bits and bits a second",
    topic: Topic::routine("A routine, such as \"HHH\""),
    parameters: &[],
    ask: |_| {
        ask(|about| {
            let plan = about.plan()?;
            if about.cards == 1 {
                return Ok(of_one_card(plan.steps().len()));
            }
            Ok(find(plan, about.cards, about.seconds()))
        })
    },
};

/// The support of a deck of one card after so many shuffles.
fn of_one_card(shuffles: usize) -> Support {
    Support {
        reachable: Some(1),
        counted: Some("1".to_owned()),
        at_most: "1".to_owned(),
        at_most_log10: 0.0,
        orders_log10: 0.0,
        by: ONE_CARD.to_owned(),
        steps: vec![0.0; shuffles],
        one_move: None,
    }
}

/// Bounds the support of a routine that takes so many seconds, where that is known.
fn find(plan: &Plan, cards: usize, seconds: Option<f64>) -> Support {
    let log10 = |ln: f64| ln / std::f64::consts::LN_10;
    let steps: Vec<f64> = plan
        .steps()
        .iter()
        .map(|step| step.ln_support(cards))
        .collect();
    let all = libm::lgamma(cards as f64 + 1.0);
    let counted = reachable(plan, cards);
    let bound = plan.ln_support(cards);
    let product: f64 = steps.iter().sum();
    let by = if bound < product.min(all) - 1e-9 {
        "the product of the shuffles' own numbers of orders, cuts in a row taken as one cut"
    } else if product > all {
        "all n! orders: the shuffles' own numbers of orders multiply to more"
    } else if steps.len() == 1 {
        "counted for the shuffle"
    } else {
        "the product of the shuffles' own numbers of orders"
    };
    let orders = plan.orders(cards, ORDINARY_CARDS).ok();
    let (bound, by) = match &counted {
        Some(counted) => (ln(&counted.orders), counted.by.as_str()),
        None => (bound, by),
    };
    let one_move = (steps.len() == 1).then(|| OneMove {
        entropy_bits: match &orders {
            Some(orders) => Some(orders.entropy()),
            None => entropy(plan, cards),
        },
        seconds,
    });
    Support {
        reachable: orders.map(|orders| orders.support()),
        counted: counted.as_ref().map(|counted| counted.orders.to_string()),
        at_most: power_of_ten(bound),
        at_most_log10: log10(bound),
        orders_log10: log10(all),
        by: by.to_owned(),
        steps: steps.into_iter().map(log10).collect(),
        one_move,
    }
}
