//! `footrule`: how far one order has moved its cards.

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::unanswered::Unanswered;
use deck::{Card, MAX_CARDS};
use laws::null;
use record::answers::footrule::{Footrule, NAME};
use text::params::ParamError;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
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
                    "found a list of length {}, its highest card {most}; accepted: each of 1 to {} once",
                    order.len(),
                    given.cards
                ),
            }
            .into());
        }
        ask(move |about| find(&order, about.cards))
    },
};

/// Measures the `order` of all `cards` cards of a deck, from the top, counted from 1.
fn find(order: &[u64], cards: usize) -> Result<Footrule, Unanswered> {
    let unknown = |error: null::OutOfRange| Unanswered::Unknown(error.to_string());
    let law = null::find("footrule").expect("it is a law");
    let deck: Vec<Card> = order.iter().map(|card| *card as Card - 1).collect();
    let moments = law.moments(cards).map_err(unknown)?;
    let moved = law.value(&deck);
    let tails = law.floats(cards).map_err(unknown)?.tails(moved);
    Ok(Footrule {
        moved,
        mean: null::to_f64(&moments.mean),
        standard_deviation: moments.standard_deviation(),
        at_most: tails.lower,
        at_least: tails.upper,
        two_sided: (2.0 * tails.lower.min(tails.upper)).min(1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_judged_by_all_orders() {
        // There are six orders of three cards: one moves nothing, two move 2 places and three move 4.
        let of = |order: &[u64]| find(order, 3).unwrap();
        let two = of(&[2, 1, 3]);
        assert_eq!((two.moved, of(&[3, 1, 2]).moved), (2, 4));
        assert!((two.mean - 8.0 / 3.0).abs() < 1e-12);
        assert!((two.at_most - 0.5).abs() < 1e-12 && (two.at_least - 5.0 / 6.0).abs() < 1e-12);
        assert!((of(&[1, 2, 3]).two_sided - 1.0 / 3.0).abs() < 1e-12);
    }
}
