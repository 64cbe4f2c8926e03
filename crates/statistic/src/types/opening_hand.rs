//! Cards of a type in the opening hand: hypergeometric on ideal decks.

use super::{ARRANGEMENT, About, CARDS, OfMarked, TYPES};
use crate::{Compares, Kind};
use laws::marked_cards;
use text::params::Parameter;

pub(crate) const KIND: Kind = Kind {
    name: "opening-hand",
    about: "how many cards of a type, lands for instance, are among the first seven?",
    plain: "opening hands",
    causes: "cards of a type that lie together, or that stay at the top or bottom",
    example: "With 24 lands in 60 cards a fair opening hand of seven has 2.8 lands on average, and none in 2.2% of decks. If all lands lie on top and the deck is riffled three times, it has 3.2.",
    compares: &Compares::Number,
    source: "hypergeometric law",
    parameters: &[
        TYPES,
        ARRANGEMENT,
        Parameter {
            name: "hand",
            about: "cards in the hand, off the top of the deck; 7 if absent, or half the deck if that is less",
        },
    ],
    cards: CARDS,
    covers: &[],
    suite: None,
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |params, design| {
        let hand = params.whole("hand", 1..=design.size as u32 - 1)?;
        let hand = hand.map_or(7.min(design.size / 2), |hand| hand as usize);
        Ok(Box::new(OfMarked::build(&ABOUT, params, design, hand)?))
    },
};

static ABOUT: About = About {
    name: KIND.name,
    title: "opening hand",
    value: |marks, hand| marks.take(hand).map(u32::from).sum(),
    law: marked_cards::hand,
    unit: |name, _| format!("cards of the type {name} in the opening hand"),
    words: |mean, ideal, name, hand| {
        format!(
            "an opening hand of {hand} holds {mean:.2} cards of the type {name}; a fair one {ideal:.2}"
        )
    },
};
