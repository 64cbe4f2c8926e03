//! War: two players turn a card each, and where both match there is war. A deck without war is the boring game
//! of Snap in which both turn at once.

use super::suits::{MATCH, Match, ORDER, RANKS, SUITS, Suited};
use super::{About, CARDS, Counted, EventName, Rules};
use crate::{Compares, Design, Kind};
use deck::Card;
use laws::games;
use text::params::{ParamError, Parameter, Params};

pub(crate) const KIND: Kind = Kind {
    name: "war",
    about: "the game of War: in how many tricks both cards match; how often in none",
    plain: "wars",
    causes: "cards of equal rank that lie at the same depth of both halves",
    example: "Two players turn cards from the two halves of 52. With a fair deck both cards have the same rank in 1.53 of the 26 tricks on average; 21% of decks have no such trick. After one riffle of a new deck 60% have none.",
    compares: &Compares::Number,
    source: "inclusion and exclusion over pairs, as for matchings with forbidden pairs",
    parameters: &[RANKS, SUITS, ORDER, MATCH, DEAL],
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
    let law = match suited.groups(what) {
        Some((groups, size)) => Some(games::war(groups, size)),
        None => games::war_by_rank_or_suit(suited.ranks, suited.suits),
    };
    let war = War {
        suited,
        what,
        deal: Deal::read(params)?,
    };
    Ok(Rules {
        about: &ABOUT,
        cards: design.size,
        counted: Box::new(war),
        law,
        none: None,
    })
}

pub(super) const DEAL: Parameter = Parameter {
    name: "deal",
    about: "how the two players get their cards: \"in-turn\" (a card each, again and again; the default) or \"halves\" \
            (the upper half of the deck and the lower one, turned from the top)",
};

static ABOUT: About = About {
    name: KIND.name,
    title: "War",
    event: EventName {
        key: "no_war",
        error: "no_war_error",
        words: "no war",
    },
};

/// Ways to deal the cards to the players.
#[derive(Debug, Clone, Copy)]
pub(super) enum Deal {
    InTurn,
    Halves,
}

impl Deal {
    pub fn read(params: &Params) -> Result<Self, ParamError> {
        let halves = params.word(DEAL.name, &["in-turn", "halves"])? == Some("halves");
        Ok(if halves { Self::Halves } else { Self::InTurn })
    }

    /// The two cards of each trick; of an odd number the last card takes no part.
    pub(crate) fn tricks(self, deck: &[Card]) -> impl Iterator<Item = (Card, Card)> {
        let tricks = deck.len() / 2;
        (0..tricks).map(move |trick| match self {
            Self::InTurn => (deck[2 * trick], deck[2 * trick + 1]),
            Self::Halves => (deck[trick], deck[tricks + trick]),
        })
    }
}

#[derive(Debug)]
struct War {
    suited: Suited,
    what: Match,
    deal: Deal,
}

impl Counted for War {
    fn count(&self, deck: &[Card]) -> u32 {
        let tricks = self.deal.tricks(deck);
        tricks
            .filter(|&(one, other)| self.suited.alike(self.what, one, other))
            .count() as u32
    }

    /// Cards that are dealt in turn; the halves of an ideal deck are as any other two.
    fn counts(&self, dealt: &[Card], card: Card) -> Option<bool> {
        let first = dealt.last().filter(|_| dealt.len() % 2 == 1);
        Some(first.is_some_and(|&other| self.suited.alike(self.what, card, other)))
    }

    fn most(&self) -> u64 {
        (self.suited.ranks * self.suited.suits / 2) as u64
    }

    fn unit(&self) -> String {
        format!("wars ({})", self.what.words())
    }
}
