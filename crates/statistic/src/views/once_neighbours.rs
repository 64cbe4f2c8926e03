//! Once-neighbours in one hand: cards that lay side by side before the shuffle and are dealt to the same hand.
//!
//! Label the cards of the old order with the hands that they are dealt to: on ideal decks all words of such labels are
//! equally likely, and the number is the cards less the runs of labels. Its mean is Σ s(s−1)/n over hands of s cards.

use super::number::OfHand;
use super::{OF_VIEW, Seen};
use crate::scalar::OfDecks;
use crate::suite::Suite;
use crate::{Compares, Kind, Statistic};
use deck::subject::{Shape, Told};
use laws::views::neighbours;

pub(crate) const KIND: Kind = Kind {
    name: "once-neighbours",
    about: "do neighbours from before the shuffle come into the same hand?",
    plain: "old neighbours in one hand",
    causes: "packets of cards that stayed together, as after few riffles; or neighbours that were dealt to different hands, as in hardly shuffled decks",
    example: "In a fair deal of four bridge hands 12 of the 51 pairs of old neighbours are in the same hand, on average. After two riffles 7.8 are: neighbours that stay together are dealt to different players.",
    compares: &Compares::Number,
    source: "runs of the hands' labels in the old order (Mood, 1940)",
    parameters: OF_VIEW,
    cards: super::super::MIN_CARDS..=super::super::MAX_CARDS,
    covers: &[],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: |params, design| {
        let seen = Seen::of(params, design)?;
        let shape = seen.view.shape;
        let known = seen.view.told == Told::Places;
        if !known
            || !seen.view.is_distinct()
            || matches!(shape, Shape::First(_))
            || shape.hand() < 2
        {
            return Err(seen.refuse(
                KIND.name,
                "hands of two cards or more, without copies, dealt from a known order",
            ));
        }
        let (cards, hands) = (seen.cards, shape.hands());
        let law = neighbours::together(cards, shape.hand(), hands);
        let of = OfHand {
            name: KIND.name,
            title: "once-neighbours",
            unit: "old neighbours in one hand".to_owned(),
            seen: true,
            law,
            value: Box::new(move |deal| together(deal, cards, shape.hand())),
            called: |_| None,
            words: Box::new(|mean, ideal| {
                format!(
                    "{mean:.2} pairs of cards that lay side by side before the shuffle are in one hand; a fair deal has {ideal:.2}"
                )
            }),
        };
        let number = of.whole(shape.seen());
        let statistic: Box<dyn Statistic> = Box::new(OfDecks::of(number, cards));
        Ok(statistic)
    },
};

/// Pairs of cards i and i + 1 in the same hand of `hand` cards.
fn together(deal: &[u16], cards: usize, hand: usize) -> u32 {
    let mut holder = vec![0_usize; cards];
    for (number, hand) in deal.chunks(hand).enumerate() {
        for card in hand {
            holder[usize::from(*card)] = number + 1;
        }
    }
    let pairs = holder.windows(2);
    pairs
        .filter(|pair| pair[0] == pair[1] && pair[0] > 0)
        .count() as u32
}
