//! Ranks and suits of cards, and which two cards match.

use deck::Card;
use text::params::{ParamError, Parameter, Params};

pub(super) const RANKS: Parameter = Parameter {
    name: "ranks",
    about: "ranks in each suit; if absent, the deck divided by the number of suits (13 in a deck of 52)",
};

pub(super) const SUITS: Parameter = Parameter {
    name: "suits",
    about: "suits in the deck; if absent, the deck divided by the number of ranks, or else the first of 4, 3 and 2 that divides the deck",
};

pub(super) const ORDER: Parameter = Parameter {
    name: "order",
    about: "how the deck lies before the shuffle: \"by-suit\" (as a new deck: ace to king of the first suit, then of \
            the next; rank = card mod ranks; the default) or \"by-rank\" (all aces, then all twos; rank = card / suits)",
};

pub(super) const MATCH: Parameter = Parameter {
    name: "match",
    about: "what matches: \"rank\" (the default), \"suit\", or \"rank-or-suit\", for which War has its exact law, and Frustration and Snap of \
            two players the exact probability of no match",
};

/// Rank and suit of each card.
#[derive(Debug, Clone)]
pub(super) struct Suited {
    pub ranks: usize,
    pub suits: usize,
    cards: Vec<(u16, u16)>,
}

/// The property that two cards must share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Match {
    Rank,
    Suit,
    RankOrSuit,
}

impl Suited {
    /// Reads the keys `ranks`, `suits` and `order` for decks of `cards` cards.
    pub fn read(params: &Params, cards: usize) -> Result<Self, ParamError> {
        let divisor = |key| -> Result<Option<usize>, ParamError> {
            let found = params.whole(key, 1..=cards as u32)?;
            match found.map(|found| found as usize) {
                Some(found) if !cards.is_multiple_of(found) => Err(ParamError::Wrong {
                    key: key.to_owned(),
                    found: found.to_string(),
                    accepted: format!("a number that divides the deck of {cards} cards"),
                }),
                found => Ok(found),
            }
        };
        let (ranks, suits) = match (divisor(RANKS.name)?, divisor(SUITS.name)?) {
            (Some(ranks), Some(suits)) if ranks * suits != cards => {
                return Err(ParamError::Wrong {
                    key: RANKS.name.to_owned(),
                    found: format!("{ranks} ranks of {suits} suits"),
                    accepted: format!("ranks times suits = the deck of {cards} cards"),
                });
            }
            (Some(ranks), _) => (ranks, cards / ranks),
            (None, Some(suits)) => (cards / suits, suits),
            (None, None) => {
                let proper = |suits: &usize| cards.is_multiple_of(*suits) && cards > *suits;
                let suits = [4, 3, 2].into_iter().find(proper).unwrap_or(1);
                (cards / suits, suits)
            }
        };
        let by_rank = params.word(ORDER.name, &["by-suit", "by-rank"])? == Some("by-rank");
        let card = |card: usize| {
            let (rank, suit) = if by_rank {
                (card / suits, card % suits)
            } else {
                (card % ranks, card / ranks)
            };
            (rank as u16, suit as u16)
        };
        Ok(Self {
            ranks,
            suits,
            cards: (0..cards).map(card).collect(),
        })
    }

    pub fn rank(&self, card: Card) -> u16 {
        self.cards[usize::from(card)].0
    }

    pub fn suit(&self, card: Card) -> u16 {
        self.cards[usize::from(card)].1
    }

    /// Returns true if two cards match.
    pub(crate) fn alike(&self, what: Match, a: Card, b: Card) -> bool {
        self.like(what, a, (self.rank(b), self.suit(b)))
    }

    /// Returns true if a card matches a rank and a suit.
    pub fn like(&self, what: Match, card: Card, (rank, suit): (u16, u16)) -> bool {
        match what {
            Match::Rank => self.rank(card) == rank,
            Match::Suit => self.suit(card) == suit,
            Match::RankOrSuit => self.rank(card) == rank || self.suit(card) == suit,
        }
    }

    /// Gives the number of groups of cards that match each other, and the cards in each; `None` where groups
    /// overlap.
    pub fn groups(&self, what: Match) -> Option<(usize, usize)> {
        match what {
            Match::Rank => Some((self.ranks, self.suits)),
            Match::Suit => Some((self.suits, self.ranks)),
            Match::RankOrSuit => None,
        }
    }
}

impl Match {
    /// Reads the key `match`. Some two cards must match, and some not.
    pub fn read(params: &Params, suited: &Suited) -> Result<Self, ParamError> {
        let word = params.word(MATCH.name, &["rank", "suit", "rank-or-suit"])?;
        let what = match word {
            Some("suit") => Self::Suit,
            Some("rank-or-suit") => Self::RankOrSuit,
            _ => Self::Rank,
        };
        let (ranks, suits) = (suited.ranks, suited.suits);
        if ranks < 2 || suits < 2 {
            return Err(ParamError::Wrong {
                key: SUITS.name.to_owned(),
                found: format!("{ranks} ranks of {suits} suits"),
                accepted:
                    "two ranks and two suits or more, so that some cards match and others do not"
                        .to_owned(),
            });
        }
        Ok(what)
    }

    /// `same rank`
    pub fn words(self) -> &'static str {
        match self {
            Self::Rank => "same rank",
            Self::Suit => "same suit",
            Self::RankOrSuit => "same rank or suit",
        }
    }
}
