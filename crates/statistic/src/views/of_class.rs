//! Cards of the first class in a hand: hypergeometric on ideal decks.

use super::number::OfHand;
use super::{CARDS, CLASSES, HAND, Seen, VIEW};
use crate::suite::Suite;
use crate::{Compares, Kind};
use laws::marked_cards;
use text::params::Params;

pub(crate) const KIND: Kind = Kind {
    name: "class-in-hand",
    about: "how many cards of a class, lands for instance, are in a hand? counts the first class listed",
    plain: "cards of a class in a hand",
    causes: "cards of a class that lie together, or that stay at the top or bottom",
    example: "With 24 lands in 60 cards a fair hand of seven has 2.8 lands, and none in 2.2% of deals.",
    compares: &Compares::Number,
    source: "hypergeometric law",
    parameters: &[
        VIEW,
        CLASSES,
        CARDS,
        HAND,
        text::params::Parameter {
            name: "class",
            about: "the class to look at; if absent, the first one listed",
        },
    ],
    cards: super::super::MIN_CARDS..=super::super::MAX_CARDS,
    covers: &[crate::Feature::InHand],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: |params, design| {
        let seen = Seen::of(params, design)?;
        let Some(classes) = &seen.view.classes else {
            return Err(seen.refuse(
                KIND.name,
                "cards in classes, as in --deck \"24 land, 36 spell\"",
            ));
        };
        let class = match params.text("class")? {
            None => 0,
            Some(name) => {
                let at = classes.names().iter().position(|known| known == name);
                let all = || classes.names().iter().map(String::as_str);
                at.ok_or_else(|| {
                    let (accepted, hint) =
                        (text::names::list(all()), text::names::hint(name, all()));
                    let name = name.escape_debug();
                    Params::refuse(
                        "class",
                        format!("found `{name}`; accepted: {accepted}{hint}"),
                    )
                })?
            }
        };
        let (hand, copies) = (seen.view.shape.hand(), seen.copies()[class]);
        if hand >= seen.cards {
            return Err(seen.refuse(KIND.name, "hands that are not the whole deck"));
        }
        let name = classes.names()[class].clone();
        let unit = format!("cards of the class {name} in the hand");
        let label = class as u16;
        OfHand {
            name: KIND.name,
            title: "class in hand",
            unit,
            seen: true,
            law: marked_cards::hand(seen.cards, copies, hand),
            value: Box::new(move |hand| {
                hand.iter().filter(|class| **class == label).count() as u32
            }),
            called: |_| None,
            words: Box::new(move |mean, ideal| {
                format!("a hand holds {mean:.2} cards of the class {name}; a fair one {ideal:.2}")
            }),
        }
        .build(&seen, params)
    },
};
