//! Snap: players turn cards in turn, each onto a pile of his own, and whoever sees two piles show the same
//! rank calls. With two players these are neighbours in the deck that match; a game without any is boring.
//!
//! With p players the card on top of each pile is one of the last p cards turned, so that a card snaps with any
//! of the p − 1 before it.

use super::suits::{MATCH, Match, ORDER, RANKS, SUITS, Suited};
use super::{About, CARDS, Counted, EventName, Rules, later};
use crate::{Compares, Design, Kind};
use deck::Card;
use laws::games;
use text::params::{ParamError, Parameter, Params};

pub(crate) const KIND: Kind = Kind {
    name: "snap",
    about: "the game of Snap: how many cards match the one before; how often no card does (a boring game)",
    plain: "snaps",
    causes: "equal cards that stay together, or that are kept apart",
    example: "Go down a fair deck of 52 cards: on average 3 cards have the rank of the card before, and in 4.5% of decks none has. A new deck has no such card; after one riffle 20% of decks still have none.",
    compares: &Compares::Number,
    source: "Taylor (2016), Counting words with Laguerre series; the law of the number by inclusion and exclusion",
    parameters: &[
        RANKS,
        SUITS,
        ORDER,
        MATCH,
        Parameter {
            name: "players",
            about: "players, from 2; with more than two only the probability of no snap is exact, and nothing by rank-or-suit; 2 if absent",
        },
    ],
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
    let players = params
        .whole("players", 2..=design.size as u32)?
        .unwrap_or(2) as usize;
    let groups = suited.groups(what).filter(|_| players == 2);
    let law = groups.map(|(groups, size)| games::snap(groups, size));
    let none = match (suited.groups(what), players) {
        (Some((groups, size)), 3..) => games::without_snap(groups, size, players).map(later),
        (None, 2) => games::snap_by_rank_or_suit(suited.ranks, suited.suits).map(later),
        // Two players who match by rank or by suit have a law; of more who match by either nothing is known.
        _ => None,
    };
    let snap = Snap {
        suited,
        what,
        players,
    };
    Ok(Rules {
        about: &ABOUT,
        cards: design.size,
        counted: Box::new(snap),
        law,
        none,
    })
}

static ABOUT: About = About {
    name: KIND.name,
    title: "Snap",
    event: EventName {
        key: "boring",
        error: "boring_error",
        words: "no snap",
    },
};

#[derive(Debug)]
struct Snap {
    suited: Suited,
    what: Match,
    players: usize,
}

impl Counted for Snap {
    /// Cards that match at least one of the others that lie on top.
    fn count(&self, deck: &[Card]) -> u32 {
        let snaps = (1..deck.len()).filter(|&at| {
            let others = &deck[at.saturating_sub(self.players - 1)..at];
            let mut others = others.iter();
            others.any(|&other| self.suited.alike(self.what, deck[at], other))
        });
        snaps.count() as u32
    }

    fn counts(&self, dealt: &[Card], card: Card) -> Option<bool> {
        let others = &dealt[dealt.len().saturating_sub(self.players - 1)..];
        let mut others = others.iter();
        Some(others.any(|&other| self.suited.alike(self.what, card, other)))
    }

    fn most(&self) -> u64 {
        (self.suited.ranks * self.suited.suits) as u64 - 1
    }

    fn unit(&self) -> String {
        match self.players {
            2 => format!("snaps ({})", self.what.words()),
            players => format!("snaps of {players} players ({})", self.what.words()),
        }
    }
}
