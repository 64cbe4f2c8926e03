//! The deck dealt out in boosters: how many cards of a type does the fullest one hold?

use super::{ARRANGEMENT, About, CARDS, OfMarked, TYPES};
use crate::exact::marked_cards;
use crate::params::Parameter;
use crate::statistic::{Compares, Kind};

pub(in crate::statistic) const KIND: Kind = Kind {
    name: "fullest-booster",
    about: "are boosters balanced? cards of a type in the booster that has most of them",
    plain: "cards of a type in a booster",
    causes: "packs made from piles in which a type was together",
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
    suite: None,
    lagged: false,
    build: |params, design| {
        let booster = params.whole("booster", 1..=design.cards as u32 - 1)?;
        let quarter = 15.min(design.cards.div_ceil(4)).max(1);
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
            "boosters of {booster} are {how} balanced than they should be: the fullest holds {mean:.2} cards of the type {name}; of a fair deck {ideal:.2}"
        )
    },
};
