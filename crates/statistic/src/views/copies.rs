//! Copies in a hand: the pairs of cards of the same class.
//!
//! The count for a hand with xᵢ cards of class i is Σ xᵢ(xᵢ−1)/2. Clumps of copies give many, cards
//! dealt out in turn few. For a deal seen from the deal before, the classes are the hands of that
//! one: how many pairs of cards are together again?

use std::collections::HashMap;

use super::number::OfHand;
use super::{OF_HAND, Seen};
use crate::suite::Suite;
use crate::{Compares, Kind};
use deck::subject::Told;
use laws::views::copies;

pub(crate) const KIND: Kind = Kind {
    name: "copies",
    about: "how many pairs of the same card are in a hand? for deals, also pairs that were in one hand before",
    plain: "copies of a card in a hand",
    causes: "copies that lay together and stayed together, or copies that were kept apart before a weak shuffle",
    example: "With fifteen playsets in 60 cards a fair hand of seven has 1.07 pairs of the same card. After three riffles of the sorted list there are 1.97.",
    compares: &Compares::Number,
    source: "multivariate hypergeometric law",
    parameters: OF_HAND,
    cards: super::super::MIN_CARDS..=super::super::MAX_CARDS,
    covers: &[crate::Feature::InHand],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::VIEW,
    lagged: true,
    build: |params, design| {
        let seen = Seen::of(params, design)?;
        let (hand, copies) = (seen.view.shape.hand(), seen.copies());
        if seen.view.is_distinct() || hand < 2 || copies.len() < 3 {
            return Err(seen.refuse(
                KIND.name,
                "hands of cards of three classes or more, with copies",
            ));
        }
        let law = copies::pairs(&copies, hand);
        let before = seen.view.told == Told::Before;
        OfHand {
            name: KIND.name,
            title: if before { "together again" } else { "copies" },
            unit: if before {
                "pairs that were together before".to_owned()
            } else {
                "pairs of the same card in the hand".to_owned()
            },
            seen: true,
            law,
            value: Box::new(pairs),
            called: |_| None,
            words: Box::new(move |mean, ideal| {
                if before {
                    return format!(
                        "{mean:.3} pairs of cards of a hand were in one hand before; in a fair deal {ideal:.3} were"
                    );
                }
                let how = if mean > ideal { "together" } else { "apart" };
                format!(
                    "copies come {how}: a hand has {mean:.3} pairs of the same card; a fair one has {ideal:.3}"
                )
            }),
        }
        .build(&seen, params)
    },
};

/// Σ x(x−1)/2 over the numbers x of cards of each class.
fn pairs(hand: &[u16]) -> u32 {
    let mut counts: HashMap<u16, u32> = HashMap::new();
    let mut pairs = 0;
    for class in hand {
        let count = counts.entry(*class).or_default();
        pairs += *count;
        *count += 1;
    }
    pairs
}
