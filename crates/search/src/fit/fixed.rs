//! Shuffles that leave one order always, cuts, and no shuffle at all.

use toml::Table;

use super::Orders;
use super::model::{Fitted, Law, table, whole};
use super::recipe::Recipe;
use deck::Card;
use record::answers::fit::Parameter;

use shuffle::{Group, KINDS};

/// A cut at a uniformly random place, however often.
#[derive(Debug)]
pub(super) struct Cut;

impl Law for Cut {
    fn ln(&self, deck: &[Card]) -> f64 {
        match rotation(deck) {
            Some(_) => -libm::log(deck.len() as f64),
            None => f64::NEG_INFINITY,
        }
    }
}

/// The cards that were taken from the top to the bottom, if that is all that happened.
fn rotation(deck: &[Card]) -> Option<usize> {
    let (top, cards) = (usize::from(deck[0]), deck.len());
    let turned = |(place, card): (usize, &Card)| usize::from(*card) == (place + top) % cards;
    deck.iter().enumerate().all(turned).then_some(top)
}

/// Always the same order.
#[derive(Debug, Clone)]
pub(super) struct Fixed(pub Vec<Card>);

impl Law for Fixed {
    fn ln(&self, deck: &[Card]) -> f64 {
        if self.0 == deck {
            0.0
        } else {
            f64::NEG_INFINITY
        }
    }
}

/// Cuts, and every shuffle without chance that gives all of these decks.
pub(super) fn fit(orders: &Orders) -> Vec<Fitted> {
    let mut found = vec![Fitted::exact(
        orders,
        ("cut", "cut", Table::new()),
        Cut,
        Vec::new(),
    )];
    let Some(first) = orders.decks.first() else {
        return found;
    };
    if orders.decks.iter().any(|deck| deck != first) {
        return found;
    }
    let law = Fixed(first.clone());
    if let (Some(cards), 1) = (rotation(first), orders.times)
        && cards > 0
    {
        let parameter = Parameter {
            name: "cards".to_owned(),
            value: cards as f64,
            low: cards as f64,
            high: Some(cards as f64),
            whole: true,
        };
        let named = (
            "cut of a fixed number",
            "cut",
            table([("cards", whole(cards))]),
        );
        found.push(Fitted::exact(orders, named, law.clone(), vec![parameter]));
    }
    let kinds = KINDS.iter().filter(|kind| kind.group == Group::Cards);
    let default = kinds.map(|kind| (kind.name, kind.name, Table::new()));
    let piles =
        (2..=orders.cards.min(20)).map(|piles| ("pile", "pile", table([("piles", whole(piles))])));
    for (name, kind, keys) in default.chain(piles) {
        let Some(built) = Recipe::alone(kind, keys.clone()).built() else {
            continue;
        };
        if built.main.mixing().has_one_outcome()
            && built.decks((orders.cards, orders.times), 1, (0, "fixed")) == *first
        {
            found.push(Fitted::exact(
                orders,
                (name, kind, keys),
                law.clone(),
                Vec::new(),
            ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::model::testing::agrees;
    use super::*;

    #[test]
    fn the_law_of_cuts_is_that_of_enumeration() {
        for cards in 2..=6 {
            for times in 1..=2 {
                agrees(&Cut, "cut", cards, times);
            }
        }
    }

    #[test]
    fn an_order_without_chance_is_named() {
        let orders = |deck: Vec<Card>, times| Orders {
            cards: deck.len(),
            times,
            seen: super::super::Seen::default(),
            decks: vec![deck; 3],
        };
        let names = |orders: &Orders| -> Vec<String> {
            let possible = fit(orders).into_iter().filter(Fitted::is_possible);
            possible.map(|fitted| fitted.recipe.main.text()).collect()
        };
        assert!(names(&orders((0..8).collect(), 1)).contains(&"identity".to_owned()));
        assert_eq!(
            names(&orders(vec![2, 3, 4, 0, 1], 1)),
            ["cut", "cut cards=2"]
        );
        let dealt = Recipe::alone("pile", table([("piles", whole(4))]));
        let dealt = dealt.built().unwrap();
        let twice = dealt.decks((14, 2), 1, (0, "test"));
        assert_eq!(names(&orders(twice, 2)), ["pile piles=4"]);
    }
}
