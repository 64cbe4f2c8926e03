//! Runs of classes among the first cards: stretches of cards of one class, as long as they go.

use super::number::OfHand;
use super::{OF_VIEW, Seen};
use crate::suite::Suite;
use crate::{Compares, Kind};
use deck::subject::Shape;
use laws::views::runs;

pub(crate) const KIND: Kind = Kind {
    name: "class-runs",
    about: "do cards of a class come in clumps? counts runs of classes among the first cards, in order",
    plain: "clumps of equal cards",
    causes: "cards of a class that lie together, as after a game or in a sorted list, or that were laid out in turn",
    example: "The first 20 cards of a fair deck of 24 lands and 36 spells have 10.3 runs on average; if all lands lie on top, they have one.",
    compares: &Compares::Number,
    source: "Wald and Wolfowitz (1940), On a test whether two samples are from the same population",
    parameters: OF_VIEW,
    cards: super::super::MIN_CARDS..=super::super::MAX_CARDS,
    covers: &[crate::Feature::OrderInHand],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: |params, design| {
        let seen = Seen::of(params, design)?;
        let (Shape::First(first), false) = (seen.view.shape, seen.view.is_distinct()) else {
            return Err(seen.refuse(
                KIND.name,
                "the first cards in order (first:20), with copies",
            ));
        };
        if first < 2 {
            return Err(seen.refuse(KIND.name, "two cards or more"));
        }
        OfHand {
            name: KIND.name,
            title: "runs of classes",
            unit: "runs of equal cards".to_owned(),
            seen: true,
            law: runs::runs(&seen.copies(), first),
            value: Box::new(|cards| cards.chunk_by(|a, b| a == b).count() as u32),
            called: |_| None,
            words: Box::new(|mean, ideal| {
                let how = if mean < ideal {
                    "in clumps"
                } else {
                    "too evenly"
                };
                format!(
                    "equal cards come {how}: they form {mean:.2} runs; in a fair deck {ideal:.2}"
                )
            }),
        }
        .build(&seen, params)
    },
};
