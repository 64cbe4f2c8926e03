//! The Mongean shuffle: card by card from the top of one hand into the other, alternately on top of
//! the cards there and beneath them. No chance is in it.
//!
//! With the second card on top (`first = "top"`), `0 1 2 3 4 5` becomes `5 3 1 0 2 4`; with the second
//! card beneath (`first = "bottom"`), `4 2 0 1 3 5`. One is the other with the deck turned end for
//! end.
//!
//! The last card never moves where it goes beneath: with an even number of cards and `first =
//! "bottom"`, or with an odd number and `first = "top"`. In that form the Mongean shuffle is the
//! inverse of the Ouroboros shuffle; in the other form the last card goes to the top.
//!
//! Monge (1773), Réflexions sur un tour de cartes; Toponce, The Ouroboros Card Shuffle, which starts on
//! top.

use super::arrangement::{Arrangement, Fixed};
use super::prelude::*;

pub(super) const KIND: Kind = Kind {
    name: "mongean",
    group: Group::Cards,
    time: Some(Time::of_hands(3.0, 0.6)),
    about: "card by card into the other hand, alternately on top and beneath; nothing is random",
    source: "Monge (1773), Réflexions sur un tour de cartes; Toponce, The Ouroboros Card Shuffle",
    parameters: &[Parameter {
        name: "first",
        about: "where the second card goes, the first to have a choice: \"top\" or \"bottom\"; default \"top\"",
    }],
    build: |params| {
        Ok(Box::new(Fixed(
            match params.word("first", &["top", "bottom"])? {
                Some("bottom") => Mongean::Bottom,
                _ => Mongean::Top,
            },
        )))
    },
};

#[derive(Debug)]
enum Mongean {
    Top,
    Bottom,
}

impl Arrangement for Mongean {
    fn gathered(&self, cards: usize) -> impl Iterator<Item = usize> {
        // The last card that went on top lies highest; the very first lies on those beneath.
        let first_on_top = match self {
            Self::Top => 1,
            Self::Bottom => 2,
        };
        let first_beneath = 3 - first_on_top;
        let on_top = (first_on_top..cards).step_by(2).rev();
        let beneath = (first_beneath..cards).step_by(2);
        on_top.chain([0]).chain(beneath)
    }

    fn describe(&self) -> String {
        let second = match self {
            Self::Top => "on top",
            Self::Bottom => "beneath",
        };
        format!("Mongean shuffle, the second card goes {second}")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::arrangement::testing::{is_a_single_order, once};
    use crate::build;
    use deck::Card;
    use laws::permutation::{Permutation, order};

    /// Shuffles as hands do it.
    fn by_hand(on_top_first: bool, cards: usize) -> Vec<Card> {
        let mut hand = VecDeque::new();
        let mut on_top = !on_top_first;
        for card in 0..cards as Card {
            if on_top {
                hand.push_front(card);
            } else {
                hand.push_back(card);
            }
            on_top = !on_top;
        }
        hand.into()
    }

    #[test]
    fn six_cards_come_out_as_documented() {
        assert_eq!(once(Mongean::Top, 6), [5, 3, 1, 0, 2, 4]);
        assert_eq!(once(Mongean::Bottom, 6), [4, 2, 0, 1, 3, 5]);
    }

    #[test]
    fn it_does_as_hands_do() {
        for cards in 2..=60 {
            assert_eq!(once(Mongean::Top, cards), by_hand(true, cards), "{cards}");
            assert_eq!(
                once(Mongean::Bottom, cards),
                by_hand(false, cards),
                "{cards}"
            );
        }
    }

    #[test]
    fn it_is_a_single_order() {
        is_a_single_order(Mongean::Top);
        is_a_single_order(Mongean::Bottom);
    }

    /// Places count from the card that goes first, and signs from hand to hand: each round doubles the place, so that all
    /// cards are back after the least k with 2ᵏ = ±1 modulo 2n − 1 where the bottom card stays, and modulo 2n + 1 where it
    /// does not. Up to sign there are n − 1 or n numbers to go through: it never takes more rounds than cards.
    #[test]
    fn all_cards_are_back_after_the_least_power_of_two_that_is_1_up_to_sign() {
        for cards in 2..=300 {
            for hand in [Mongean::Top, Mongean::Bottom] {
                let deck = once(hand, cards);
                let stays = usize::from(deck[cards - 1]) == cards - 1;
                let modulus = if stays { 2 * cards - 1 } else { 2 * cards + 1 };
                let powers = std::iter::successors(Some(2 % modulus), |power| {
                    (*power != 1 && *power != modulus - 1).then(|| 2 * power % modulus)
                });
                let least = powers.count();
                let order = order(&Permutation::of_deck(&deck).lengths());
                assert_eq!(order, least.into(), "{cards}");
                assert!(least <= cards, "{cards}");
            }
        }
    }

    #[test]
    fn a_bad_hand_is_refused_and_the_default_is_on_top() {
        let error = build("mongean", "first = \"left\"".parse().unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "key `first`: found `\"left\"`; accepted: `top`, `bottom`"
        );
        let described = |text: &str| build("mongean", text.parse().unwrap()).unwrap().describe();
        assert_eq!(described(""), described("first = \"top\""));
        assert!(described("first = \"bottom\"").ends_with("beneath"));
    }
}
