//! `footrule`: how far one order has moved its cards.

use serde::{Deserialize, Serialize};

use super::page::Page;
use super::question::{Kind, Topic, ask};
use super::{Parameter, Read, Unanswered};
use crate::deck::{Card, MAX_CARDS};
use crate::exact::null;
use crate::names::{p_value, significant};
use crate::params::ParamError;

pub(super) const QUESTION: Kind = Kind {
    name: "footrule",
    about: "How far one order has moved its cards, beside fair orders (Spearman's footrule)",
    topic: Topic::DECK,
    parameters: &[Parameter::new(
        "order",
        "C,C,…",
        Read::Different(1..=MAX_CARDS as u64),
        "All cards from the top, counted from 1, as in 3,1,2",
    )
    .required()
    .bare()],
    ask: |given| {
        let order: Vec<u64> = given.value("order");
        let most = order.iter().max().copied().unwrap_or(0);
        // They differ, so that they are all cards if they are as many and none is too large.
        if order.len() != given.cards || most != given.cards as u64 {
            return Err(ParamError::Within {
                key: "order".to_owned(),
                problem: format!(
                    "found {} cards, the highest {most}; accepted: each of 1 to {} once",
                    order.len(),
                    given.cards
                ),
            }
            .into());
        }
        ask(move |about| Footrule::of(&order, about.cards))
    },
};

/// The distance that one order has moved its cards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Footrule {
    /// The places that its cards have moved, all together.
    pub moved: u64,
    /// The mean of fair orders, (n² − 1)/3.
    pub mean: f64,
    /// Their standard deviation.
    pub standard_deviation: f64,
    /// The probability that a fair order has moved its cards no farther.
    pub at_most: f64,
    /// The probability that it has moved them as far or farther.
    pub at_least: f64,
    /// Twice the smaller of the two, at most 1.
    pub two_sided: f64,
}

impl Footrule {
    /// Measures the `order` of all `cards` cards of a deck, from the top, counted from 1.
    fn of(order: &[u64], cards: usize) -> Result<Self, Unanswered> {
        let unknown = |error: null::OutOfRange| Unanswered::Unknown(error.to_string());
        let law = null::find("footrule").expect("it is a law");
        let deck: Vec<Card> = order.iter().map(|card| *card as Card - 1).collect();
        let moments = law.moments(cards).map_err(unknown)?;
        let moved = law.value(&deck);
        let tails = law.floats(cards).map_err(unknown)?.tails(moved);
        Ok(Self {
            moved,
            mean: null::to_f64(&moments.mean),
            standard_deviation: moments.standard_deviation(),
            at_most: tails.lower,
            at_least: tails.upper,
            two_sided: (2.0 * tails.lower.min(tails.upper)).min(1.0),
        })
    }
}

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &Footrule, _name: &str, cards: usize) {
    let side = if found.at_most <= found.at_least {
        format!(
            "that little or less with probability {}",
            p_value(found.at_most)
        )
    } else {
        format!(
            "that much or more with probability {}",
            p_value(found.at_least)
        )
    };
    page.line(format!(
        "This order has moved its {cards} cards by {} places in all; a fair one moves them by {} ± {} (mean and standard \
         deviation), and {side}.",
        found.moved,
        significant(found.mean, 4),
        significant(found.standard_deviation, 3)
    ));
    page.note(format!("both sides together: {}", p_value(found.two_sided)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_judged_by_all_orders() {
        // There are six orders of three cards: one moves nothing, two move 2 places and three move 4.
        let of = |order: &[u64]| Footrule::of(order, 3).unwrap();
        let two = of(&[2, 1, 3]);
        assert_eq!((two.moved, of(&[3, 1, 2]).moved), (2, 4));
        assert!((two.mean - 8.0 / 3.0).abs() < 1e-12);
        assert!((two.at_most - 0.5).abs() < 1e-12 && (two.at_least - 5.0 / 6.0).abs() < 1e-12);
        assert!((of(&[1, 2, 3]).two_sided - 1.0 / 3.0).abs() < 1e-12);
    }
}
