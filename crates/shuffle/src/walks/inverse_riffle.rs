//! The inverse riffle: a coin marks each card, and the cards with heads are put on top of those with tails, both in
//! the order that they had.
//!
//! It undoes a riffle after Gilbert, Shannon and Reeds, and is as far from uniform after any number of times (Aldous and
//! Diaconis, 1986, who proved by it how many riffles are enough: two cards whose coins once differed are in random
//! order). It sorts the deck by random keys of one bit.

use super::super::prelude::*;
use super::super::sort_by_keys::SortByKeys;

pub(in super::super) const KIND: Kind = Kind {
    name: "inverse-riffle",
    group: Group::Studied,
    time: None,
    about: "a coin for each card; those with heads go on top, all in their order: a riffle undone",
    source: "Aldous and Diaconis (1986), Shuffling cards and stopping times",
    parameters: &[],
    build: |_| Ok(Box::new(InverseRiffle)),
};

/// Keys of one bit.
const KEYS: SortByKeys = SortByKeys { bits: 1 };

#[derive(Debug)]
struct InverseRiffle;

impl Law for InverseRiffle {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        KEYS.shuffle(deck, scratch, draws);
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        KEYS.one_card(cards)
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        KEYS.two_card(pairs, direction)
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        KEYS.two_card_effort(cards)
    }

    fn ln_support(&self, cards: usize) -> f64 {
        KEYS.ln_support(cards)
    }

    fn mixing(&self) -> Mixing {
        KEYS.mixing()
    }

    fn describe(&self) -> String {
        "inverse riffle".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn both_parts_keep_their_order_and_the_chains_are_those_of_enumeration() {
        for deck in testing::sample(&InverseRiffle, 30, 100) {
            assert!(deck.windows(2).filter(|two| two[0] > two[1]).count() <= 1);
        }
        for cards in 2..=7 {
            // 2ⁿ ways to toss, of which n + 1 leave the deck as it is.
            let orders = testing::enumeration_agrees(&InverseRiffle, cards);
            assert_eq!(orders, (1 << cards) - cards);
            testing::two_cards_agree(&InverseRiffle, cards);
        }
    }
}
