//! Views: what is seen of a deck.

use std::fmt;
use std::str::FromStr;

use crate::batch::Batch;
use crate::kernel::Isa;

/// What is seen of a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The first so many cards, as a set.
    Hand(usize),
}

impl View {
    /// What is accepted as a view.
    pub const ACCEPTED: &'static str = "hand:7, the first seven cards as a set";

    /// The number of cards that are seen.
    pub fn cards(self) -> usize {
        match self {
            Self::Hand(cards) => cards,
        }
    }

    /// Whether decks of `cards` cards have such a part, and another one.
    pub fn check(self, cards: usize) -> Result<(), String> {
        if (1..cards).contains(&self.cards()) {
            return Ok(());
        }
        Err(format!(
            "found `{self}` of {cards} cards; accepted: hands of 1 to {} cards",
            cards - 1
        ))
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hand(cards) => write!(f, "hand:{cards}"),
        }
    }
}

impl FromStr for View {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let cards = text
            .strip_prefix("hand:")
            .and_then(|cards| cards.parse().ok());
        cards.map(Self::Hand).ok_or_else(|| {
            let accepted = Self::ACCEPTED;
            format!("found `{}`; accepted: {accepted}", text.escape_debug())
        })
    }
}

/// Hands: the cards that are seen of each deck, in any order.
#[derive(Debug, Clone)]
pub struct Hands {
    cards: usize,
    first: u64,
    len: usize,
    /// The cards of all hands, one hand after the other.
    seen: Vec<u16>,
}

impl Hands {
    /// Adds a hand, whose cards are numbers below [`Batch::size`], each once.
    pub fn push(&mut self, hand: impl IntoIterator<Item = u16>) {
        self.seen.extend(hand);
        self.len += 1;
    }

    /// All cards that are seen, hand by hand.
    pub fn cards(&self) -> &[u16] {
        &self.seen
    }
}

impl Batch for Hands {
    type Layout = ();

    const MOST: usize = crate::kernel::DECKS;

    fn new(size: usize, _isa: Isa) -> Self {
        Self {
            cards: size,
            first: 0,
            len: 0,
            seen: Vec::new(),
        }
    }

    fn size(&self) -> usize {
        self.cards
    }

    fn len(&self) -> usize {
        self.len
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn clear(&mut self, first: u64) {
        (self.first, self.len) = (first, 0);
        self.seen.clear();
    }

    fn head(&self, len: usize) -> Self {
        let mut head = self.clone();
        if let Some(hand) = self.seen.len().checked_div(self.len) {
            head.len = len.min(self.len);
            head.seen.truncate(head.len * hand);
        }
        head
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_written_as_it_is_read() {
        assert_eq!("hand:7".parse(), Ok(View::Hand(7)));
        assert_eq!(View::Hand(7).to_string(), "hand:7");
        for wrong in ["hand", "hand:", "hand:x", "hands:4x13", "7", "hand:-1"] {
            let error = wrong.parse::<View>().unwrap_err();
            assert!(error.contains("accepted: hand:7"), "{error}");
        }
        assert!(View::Hand(52).check(52).is_err() && View::Hand(0).check(52).is_err());
        assert!(View::Hand(51).check(52).is_ok());
    }

    #[test]
    fn the_head_of_hands_has_the_first_of_them() {
        let mut hands = Hands::new(10, Isa::best());
        hands.push([1, 2]);
        hands.push([3, 4]);
        let head = hands.head(1);
        assert_eq!((head.len(), head.cards()), (1, &[1, 2][..]));
        assert_eq!(hands.head(9).len(), 2);
    }
}
