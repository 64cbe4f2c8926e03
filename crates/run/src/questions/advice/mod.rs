//! The routine that mixes best in the time that there is.

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use asked::Asked;
use record::answers::advice::NAME;

mod asked;
mod beside;
mod check;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "Which routine mixes best within a time, or whether one is enough",
    topic: Topic::Moves {
        about: "Cards in a deck, as in 60; or \"24 land, 36 spell\"",
    },
    parameters: &[
        Parameter::new("within", "TIME", Read::Text, "The time that you have, as in 60s or 3m"),
        Parameter::new(
            "check",
            "ROUTINE",
            Read::Text,
            "Is this routine enough, as in \"M*7\"? It needs no time",
        ),
        Parameter::new(
            "moves",
            "M,O,C",
            Read::Text,
            "Shuffles that a routine may be made of: letters, names",
        )
        .default("M,O,C"),
        Parameter::new(
            "times",
            "M=3,O=5",
            Read::Text,
            "Seconds that a move takes, or those of quick, usual and slow hands, as in M=2:3:5; our assumptions if absent",
        ),
        Parameter::new(
            "by",
            "SCALE|STAKE",
            Read::Text,
            "What decides: calls, opening-hands, clumps, neighbours, total-variation, or a stake, as in \
             \"hand:7 land 0..1\"",
        )
        .default("calls"),
        Parameter::new(
            "types",
            "TYPES",
            Read::Text,
            "Cards of each type, as in \"24 land, 36 spell\", for opening hands and clumps; the two halves if absent",
        ),
        Parameter::new(
            "arrangement",
            "LIST",
            Read::Text,
            "How they lie before: sorted, alternating, played, random, or a list from the top",
        )
        .default("sorted"),
        Parameter::new(
            "tie",
            "E",
            Read::Number(1e-6..=1e4),
            "A difference that does not matter: the simplest routine within it is advised; .1 cards called, .01 of hands \
             or of distance, .5 clumps or neighbours, .1 of what is staked if absent",
        ),
        Parameter::new(
            "confidence",
            "P",
            Read::Number(0.5..=0.999_999),
            "The confidence of the whole answer",
        )
        .default("0.99"),
        Parameter::new(
            "careful",
            "",
            Read::Flag,
            "Look at all routines that fit, and at whether other hands, times and starts change the advice; takes minutes",
        ),
        Parameter::new(
            "decks",
            "N",
            Read::Whole(1..=1_000_000_000_000),
            "Decks to score, at most",
        )
        .default("60000000"),
        Parameter::new("seed", "S", Read::Whole(0..=super::parameter::MOST), "The seed of all decks").default("1"),
    ],
    ask: |given| {
        let asked = Asked::read(given)?;
        ask(move |about| asked.answer(about.crew))
    },
};
