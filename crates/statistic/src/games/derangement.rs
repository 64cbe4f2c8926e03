//! Derangements: no card is where it was. Two decks in the same order, one of them shuffled, turned at once
//! without the same card twice.

use super::{About, Counted, EventName, Rules};
use crate::{Compares, Design, Kind};
use deck::Card;
use laws::games::{self, MOST_CARDS};
use laws::known::Known;
use laws::lattice::sum::Sum;
use text::params::{ParamError, Params};

pub(crate) const KIND: Kind = Kind {
    name: "derangement",
    about: "how often is no card where it was? by the law of the number of cards that are",
    plain: "cards that stay in their place",
    causes: "cards that keep their place",
    example: "In 36.8% of fair decks, of any size from six cards on, no card is where it was. After one riffle of 52 cards that holds for 25% of decks, after Sattolo's loop for all.",
    compares: &Compares::Number,
    source: "Montmort (1713), Essay d'analyse sur les jeux de hazard",
    parameters: &[],
    cards: 2..=MOST_CARDS,
    covers: &[],
    suite: None,
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |params, design| Ok(rules(params, design)?.statistic()),
};

#[expect(clippy::unnecessary_wraps, reason = "as the rules of every game")]
pub(super) fn rules(_: &Params, design: &Design) -> Result<Rules, ParamError> {
    let law = games::frustration(design.size, 1);
    let stays = Stays { cards: design.size };
    Ok(Rules {
        about: &ABOUT,
        cards: design.size,
        counted: Box::new(stays),
        law: Some(law),
        none: None,
    })
}

static ABOUT: About = About {
    name: KIND.name,
    title: "derangements",
    event: EventName {
        key: "deranged",
        error: "deranged_error",
        words: "no card in its place",
    },
};

#[derive(Debug)]
struct Stays {
    cards: usize,
}

impl Counted for Stays {
    fn count(&self, deck: &[Card]) -> u32 {
        let places = deck.iter().enumerate();
        places
            .filter(|(place, card)| usize::from(**card) == *place)
            .count() as u32
    }

    fn counts(&self, dealt: &[Card], card: Card) -> Option<bool> {
        Some(usize::from(card) == dealt.len())
    }

    fn most(&self) -> u64 {
        self.cards as u64
    }

    fn unit(&self) -> String {
        "cards in their place".to_owned()
    }

    fn known_mean(&self, known: &Known) -> Option<f64> {
        let chain = known.chain.as_ref()?;
        let stays = (0..chain.size()).map(|card| chain.get(card, card));
        Some(Sum::of(stays).value())
    }
}
