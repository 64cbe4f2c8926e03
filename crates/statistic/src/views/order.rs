//! The order of the first cards: inversions among them, and cards that an opponent calls who knows the order before.

use super::number::OfHand;
use super::{OF_VIEW, Seen};
use crate::suite::Suite;
use crate::{Compares, Kind};
use deck::subject::Shape;
use laws::null;
use laws::views::calls;

pub(crate) const INVERSIONS: Kind = Kind {
    name: "first-inversions",
    about: "are the first cards in their old order? counts pairs of them that are turned round",
    plain: "the order of the first cards",
    causes: "cards that keep their old order, as after few riffles, a cut or an overhand shuffle",
    example: "Among the first seven cards of a fair deck 10.5 of 21 pairs are turned round on average; after two riffles 7.9 are.",
    compares: &Compares::Number,
    source: "Kendall (1938), A new measure of rank correlation",
    parameters: OF_VIEW,
    cards: super::super::MIN_CARDS..=super::super::MAX_CARDS,
    covers: &[crate::Feature::OrderInHand],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: |params, design| {
        let seen = Seen::of(params, design)?;
        let (Shape::First(first), true) = (seen.view.shape, seen.view.is_distinct()) else {
            return Err(seen.refuse(
                INVERSIONS.name,
                "the first cards in order (first:7), without copies",
            ));
        };
        if !(2..=MOST).contains(&first) {
            return Err(seen.refuse(INVERSIONS.name, "the first 2 to 60 cards"));
        }
        let law = null::find("inversions")
            .ok()
            .and_then(|law| law.floats(first).ok());
        let law = law.map_or_else(|| vec![1.0], |law| law.probabilities().to_vec());
        OfHand {
            name: INVERSIONS.name,
            title: "inversions of the first",
            unit: "inversions among the first cards".to_owned(),
            seen: false,
            law,
            value: Box::new(|cards| {
                let turned = |at: usize| cards[at + 1..].iter().filter(|card| **card < cards[at]).count();
                (0..cards.len()).map(turned).sum::<usize>() as u32
            }),
            called: |_| None,
            words: Box::new(|mean, ideal| {
                let how = if mean < ideal { "in their old order" } else { "in the reverse of their old order" };
                format!("the first cards are {how}: {mean:.2} of their pairs are turned round; fair is {ideal:.2}")
            }),
        }
        .build(&seen, params)
    },
};

/// Cards up to which the value of a deck is looked for pair by pair.
const MOST: usize = 60;

pub(crate) const CALLED: Kind = Kind {
    name: "next-card-calls",
    about: "how often is an opponent right who always calls the card that lay under the last one?",
    plain: "cards called by what lay under the last",
    causes: "packets of cards that stayed together: overhand shuffles, few riffles, cuts",
    example: "Turn the first seven of 60 cards, and each time call the card that lay under the last one. With a fair deck you are right 0.1 times on average; after two riffles 1.5 times.",
    compares: &Compares::Number,
    source: "successions: Whitworth (1901), Choice and Chance, prop. XXXII",
    parameters: OF_VIEW,
    cards: super::super::MIN_CARDS..=super::super::MAX_CARDS,
    covers: &[crate::Feature::OrderInHand],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: |params, design| {
        let seen = Seen::of(params, design)?;
        let (Shape::First(first), true) = (seen.view.shape, seen.view.is_distinct()) else {
            return Err(seen.refuse(
                CALLED.name,
                "the first cards in order (first:7), without copies",
            ));
        };
        if first < 2 {
            return Err(seen.refuse(CALLED.name, "two cards or more"));
        }
        OfHand {
            name: CALLED.name,
            title: "next card called",
            unit: "cards called by what lay under the last".to_owned(),
            seen: true,
            law: calls::successions(seen.cards, first),
            value: Box::new(|cards| {
                let pairs = cards.windows(2);
                pairs.filter(|pair| pair[1] == pair[0] + 1).count() as u32
            }),
            called: |_| None,
            words: Box::new(|mean, ideal| {
                format!("someone who calls the card that lay under the last one is right {mean:.3} times; with a fair deck {ideal:.3} times")
            }),
        }
        .build(&seen, params)
    },
};
