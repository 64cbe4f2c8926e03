//! `support`: how many orders a routine can reach.

use serde::{Deserialize, Serialize};

use super::page::Page;
use super::question::{Kind, Topic, ask};
use crate::exact::order_law::ORDINARY_CARDS;
use crate::names::grouped;
use crate::routine::Plan;
use crate::theory::bounds::power_of_ten;

pub(super) const QUESTION: Kind = Kind {
    name: "support",
    about: "How many orders can be reached",
    topic: Topic::routine("A routine, such as \"HHH\""),
    parameters: &[],
    ask: |_| ask(|about| Ok(Support::of(about.plan()?, about.cards))),
};

/// Orders that can be reached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Support {
    /// Their number, where all were enumerated.
    pub reachable: Option<usize>,
    /// They are at most this many, with two digits: `3.1e12`.
    pub at_most: String,
    /// log₁₀ of that.
    pub at_most_log10: f64,
    /// log₁₀ n!
    pub orders_log10: f64,
    /// The way in which the bound is known.
    pub by: String,
    /// Each shuffle's own bound, log₁₀.
    pub steps: Vec<f64>,
}

impl Support {
    /// Bounds the support of a routine.
    pub fn of(plan: &Plan, cards: usize) -> Self {
        let log10 = |ln: f64| ln / std::f64::consts::LN_10;
        let steps: Vec<f64> = plan
            .steps()
            .iter()
            .map(|step| step.ln_support(cards))
            .collect();
        let all = libm::lgamma(cards as f64 + 1.0);
        let bound = plan.ln_support(cards);
        let by = if steps.iter().sum::<f64>() > all {
            "all n! orders: the shuffles' own numbers of orders multiply to more"
        } else if steps.len() == 1 {
            "counted for the shuffle"
        } else {
            "the product of the shuffles' own numbers of orders"
        };
        let orders = plan.orders(cards, ORDINARY_CARDS).ok();
        Self {
            reachable: orders.map(|orders| orders.support()),
            at_most: power_of_ten(bound),
            at_most_log10: log10(bound),
            orders_log10: log10(all),
            by: by.to_owned(),
            steps: steps.into_iter().map(log10).collect(),
        }
    }
}

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &Support, name: &str, cards: usize) {
    let power = |log10: f64| format!("10^{log10:.4}");
    page.line(match found.reachable {
        Some(orders) => format!(
            "{name} reaches {} orders of {cards} cards, of {} (all were enumerated).",
            grouped(orders as u64),
            grouped((1..=cards as u64).product())
        ),
        None => format!(
            "{name} reaches at most {} orders of {cards} cards, of {}.",
            power(found.at_most_log10),
            power(found.orders_log10)
        ),
    });
    page.note(format!("at most {}: {}", found.at_most, found.by));
}
