//! War, won whole: a player who takes every trick by the higher rank, with no war at all. Counted is how many
//! tricks the player who wins the most does not win.

use super::suits::{ORDER, RANKS, SUITS, Suited};
use super::war::{DEAL, Deal};
use super::{About, CARDS, Counted, EventName, Rules};
use crate::{Compares, Design, Kind};
use deck::Card;
use laws::games;
use text::params::{ParamError, Params};

pub(crate) const KIND: Kind = Kind {
    name: "war-sweep",
    about: "the game of War: how many tricks the better player does not win; how often one player wins all",
    plain: "rounds won",
    causes: "high cards in one half of the deck",
    example: "With a fair deck, the better player fails to win 11.8 of the 26 tricks of War on average; one player wins all 26 in 1 of 160 million decks. After one riffle of a new deck the better player fails to win 8.3.",
    compares: &Compares::Number,
    source: "the law of wars; every other trick is as likely won by either player",
    parameters: &[RANKS, SUITS, ORDER, DEAL],
    cards: CARDS,
    covers: &[],
    suite: None,
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |params, design| Ok(rules(params, design)?.statistic()),
};

pub(super) fn rules(params: &Params, design: &Design) -> Result<Rules, ParamError> {
    let suited = Suited::read(params, design.size)?;
    if suited.ranks < 2 {
        return Err(ParamError::Wrong {
            key: RANKS.name.to_owned(),
            found: suited.ranks.to_string(),
            accepted: "two ranks or more, so that a card can beat another".to_owned(),
        });
    }
    let law = games::sweep(suited.ranks, suited.suits);
    let deal = Deal::read(params)?;
    let sweep = Sweep { suited, deal };
    Ok(Rules {
        about: &ABOUT,
        cards: design.size,
        counted: Box::new(sweep),
        law: Some(law),
        none: None,
    })
}

static ABOUT: About = About {
    name: KIND.name,
    title: "War, won whole",
    event: EventName {
        key: "one_wins_all",
        error: "one_wins_all_error",
        words: "one player wins all tricks",
    },
};

#[derive(Debug)]
struct Sweep {
    suited: Suited,
    deal: Deal,
}

impl Sweep {
    /// The ace, rank 0, is the highest.
    fn strength(&self, card: Card) -> usize {
        (usize::from(self.suited.rank(card)) + self.suited.ranks - 1) % self.suited.ranks
    }
}

impl Counted for Sweep {
    fn count(&self, deck: &[Card]) -> u32 {
        let (mut tricks, mut first, mut second) = (0, 0, 0);
        for (one, other) in self.deal.tricks(deck) {
            let (one, other) = (self.strength(one), self.strength(other));
            tricks += 1;
            first += u32::from(one > other);
            second += u32::from(other > one);
        }
        tricks - first.max(second)
    }

    fn counts(&self, _dealt: &[Card], _card: Card) -> Option<bool> {
        None
    }

    fn most(&self) -> u64 {
        (self.suited.ranks * self.suited.suits / 2) as u64
    }

    fn unit(&self) -> String {
        "tricks that the better player does not win".to_owned()
    }
}
