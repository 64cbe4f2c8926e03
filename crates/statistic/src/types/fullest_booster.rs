//! The deck dealt out in boosters: how many cards of a type does the fullest one hold?

use super::{ARRANGEMENT, About, CARDS, OfMarked, TYPES};
use crate::{Compares, Kind};
use laws::marked_cards;
use text::params::Parameter;

pub(crate) const KIND: Kind = Kind {
    name: "fullest-booster",
    about: "are boosters balanced? counts cards of a type in the booster that has most of them",
    plain: "cards of a type in a booster",
    causes: "packs made from piles in which a type lay together",
    example: "Deal 60 cards, 24 of them of one type, into four boosters of 15. With a fair deck the fullest booster has 8.0 of the type on average; an even split would give 6. If the deck still lies sorted by type, it has 15.",
    compares: &Compares::Number,
    source: "largest of hypergeometric counts, by their generating function",
    parameters: &[
        TYPES,
        ARRANGEMENT,
        Parameter {
            name: "booster",
            about: "cards in a booster, off the top; 15 if absent, or a quarter of the deck if that is less",
        },
    ],
    cards: CARDS,
    covers: &[],
    suite: None,
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |params, design| {
        let booster = params.whole("booster", 1..=design.size as u32 - 1)?;
        let quarter = 15.min(design.size.div_ceil(4)).max(1);
        let booster = booster.map_or(quarter, |booster| booster as usize);
        Ok(Box::new(OfMarked::build(&ABOUT, params, design, booster)?))
    },
};

static ABOUT: About = About {
    name: KIND.name,
    title: "fullest booster",
    value: |marks, booster| {
        let (mut fullest, mut held) = (0, 0);
        for (at, marked) in marks.enumerate() {
            if at % booster == 0 {
                held = 0;
            }
            held += u32::from(marked);
            fullest = fullest.max(held);
        }
        fullest
    },
    law: marked_cards::fullest,
    unit: |name, _| format!("cards of the type {name} in the fullest booster"),
    words: |mean, ideal, name, booster| {
        let how = if mean > ideal { "less" } else { "more" };
        format!(
            "boosters of {booster} are {how} balanced than they should be: the fullest holds {mean:.2} cards of the type {name}; from a fair deck {ideal:.2}"
        )
    },
};
