//! Frustration Solitaire: the player turns the cards and calls ace, two, … king, again and again; a card of the
//! rank that he calls ends the game. He wins if none is. So do two decks turned at once, without a snap.

use super::suits::{MATCH, Match, ORDER, RANKS, SUITS, Suited};
use super::{About, CARDS, Counted, EventName, Rules, later};
use crate::{Compares, Design, Kind};
use deck::Card;
use laws::games;
use laws::known::Known;
use laws::lattice::sum::Sum;
use text::params::{ParamError, Params};

pub(crate) const KIND: Kind = Kind {
    name: "frustration",
    about: "Frustration Solitaire: how many cards have the rank that is called; how often none has (the game is won)",
    plain: "cards that match the count",
    causes: "cards that still lie where their rank is called",
    example: "Turn 52 cards and count ace, two, …, king four times. In a fair deck 4 cards on average have the rank that is called, and in 1.6% of decks none has: the game is won. In a new deck that was riffled once, 4.9 have.",
    compares: &Compares::Number,
    source: "rook polynomials: Riordan (1958), An Introduction to Combinatorial Analysis, 7",
    parameters: &[RANKS, SUITS, ORDER, MATCH],
    cards: CARDS,
    covers: &[],
    suite: None,
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |params, design| Ok(rules(params, design)?.statistic()),
};

pub(super) fn rules(params: &Params, design: &Design) -> Result<Rules, ParamError> {
    let suited = Suited::read(params, design.size)?;
    let what = Match::read(params, &suited)?;
    let law = suited
        .groups(what)
        .map(|(groups, size)| games::frustration(groups, size));
    let none = match law {
        Some(_) => None,
        None => games::frustration_by_rank_or_suit(suited.ranks, suited.suits).map(later),
    };
    let game = Frustration { suited, what };
    Ok(Rules {
        about: &ABOUT,
        cards: design.size,
        counted: Box::new(game),
        law,
        none,
    })
}

static ABOUT: About = About {
    name: KIND.name,
    title: "Frustration Solitaire",
    event: EventName {
        key: "won",
        error: "won_error",
        words: "no card as called",
    },
};

#[derive(Debug)]
struct Frustration {
    suited: Suited,
    what: Match,
}

impl Frustration {
    /// Rank and suit that are called at a place: all ranks of the first suit, then of the next.
    fn called(&self, place: usize) -> (u16, u16) {
        let ranks = self.suited.ranks;
        ((place % ranks) as u16, (place / ranks) as u16)
    }
}

impl Counted for Frustration {
    fn count(&self, deck: &[Card]) -> u32 {
        let places = deck.iter().enumerate();
        places
            .filter(|(place, card)| self.suited.like(self.what, **card, self.called(*place)))
            .count() as u32
    }

    fn counts(&self, dealt: &[Card], card: Card) -> Option<bool> {
        let called = self.called(dealt.len());
        Some(self.suited.like(self.what, card, called))
    }

    fn most(&self) -> u64 {
        (self.suited.ranks * self.suited.suits) as u64
    }

    fn unit(&self) -> String {
        format!("cards as called ({})", self.what.words())
    }

    fn known_mean(&self, known: &Known) -> Option<f64> {
        let chain = known.chain.as_ref()?;
        let n = chain.size();
        let matches = (0..n * n)
            .map(|cell| (cell / n, cell % n))
            .filter(|(card, place)| {
                let called = self.called(*place);
                self.suited.like(self.what, *card as Card, called)
            });
        Some(Sum::of(matches.map(|(card, place)| chain.get(card, place))).value())
    }
}
