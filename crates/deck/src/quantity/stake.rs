//! Stakes: events that somebody bets on, and what a bet wins.

use std::fmt;

use super::Quantity;
use super::names::{Faces, Seen};
use super::parse::{self, Wrong};

/// The most that a bet of 1 may win.
const MOST_ODDS: f64 = 1e9;

/// The gain of a bet of 1 where its event comes up; the bet is lost where it does not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Odds(f64);

impl Odds {
    /// Odds of so many to 1.
    pub(super) fn new(to_one: f64) -> Option<Self> {
        (to_one > 0.0 && to_one <= MOST_ODDS).then_some(Self(to_one))
    }

    /// The number of units that a bet of 1 wins.
    pub fn to_one(self) -> f64 {
        self.0
    }
}

/// An event on which somebody bets, in one hand or in several of each deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Stake {
    /// The event, of each hand that it is looked for in.
    hands: Vec<Quantity>,
    odds: Option<Odds>,
}

impl Stake {
    /// Reads a stake on what is `seen` of decks of `cards` cards with these faces.
    ///
    /// # Errors
    ///
    /// If it does not follow the grammar above, is a number and no event, or names a card, a class or places that are not seen.
    pub fn read(text: &str, faces: Faces<'_>, cards: usize, seen: Seen) -> Result<Self, Wrong> {
        let first = parse::stake(text, (faces, cards, seen), 0)?;
        let mut hands = vec![first.event];
        for hand in 1..first.hands {
            hands.push(parse::stake(text, (faces, cards, seen), hand)?.event);
        }
        Ok(Self {
            hands,
            odds: first.odds,
        })
    }

    /// The event, of each hand that it is looked for in: one or more. In an ideal deck they have the same law, unless a hand is named beside each.
    pub fn hands(&self) -> &[Quantity] {
        &self.hands
    }

    /// The odds of a bet; `None` where none were named.
    pub fn odds(&self) -> Option<Odds> {
        self.odds
    }

    /// The number of hands of a deck in which the event comes up; a deck, or what is seen of it, top first.
    pub fn of(&self, deck: &[u16]) -> u32 {
        self.hands
            .iter()
            .map(|hand| u32::from(hand.of(deck) != 0))
            .sum()
    }
}

/// Writes how it was read: `a flush among the first 5 cards`.
impl fmt::Display for Stake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.hands[0].fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::Shape;

    fn stake(text: &str, seen: Seen) -> Result<Stake, String> {
        Stake::read(text, Faces::Pack, 52, seen).map_err(|wrong| wrong.to_string())
    }

    #[test]
    fn stakes_are_read_with_their_odds() {
        for (text, words, odds) in [
            (
                "first:5 flush pays 6",
                "a flush among the first 5 cards",
                Some(6.0),
            ),
            (
                "first:2 natural pays 1.5",
                "a natural among the first 2 cards",
                Some(1.5),
            ),
            ("top is AS pays 51", "AS on top", Some(51.0)),
            ("top is AS pays 3 to 2", "AS on top", Some(1.5)),
            ("N+S spades >= 8", "at least 8 spades with N+S", None),
            (
                "best-hand full-house pays 9",
                "a full house among the first 7 cards",
                Some(9.0),
            ),
            ("hcp N 15..17", "15 to 17 high-card points with N", None),
            ("hcp N >= 12", "at least 12 high-card points with N", None),
            ("hcp N = 1", "exactly 1 high-card point with N", None),
            ("N aces 0..1", "0 or 1 aces with N", None),
            ("not not top is AS", "AS on top", None),
            (
                "first:5 straight or better",
                "a straight or better among the first 5 cards",
                None,
            ),
            (
                "first:5 straight or first:5 flush",
                "a straight among the first 5 cards or a flush among the first 5 cards",
                None,
            ),
            (
                "hands:10x5 flush pays 500",
                "a flush in a hand of 5 cards",
                Some(500.0),
            ),
        ] {
            let stake = stake(text, Seen::Deck).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
            assert_eq!(stake.to_string(), words, "{text}");
            assert_eq!(stake.odds().map(Odds::to_one), odds, "{text}");
        }
    }

    #[test]
    fn wrong_stakes_are_told_where() {
        for (text, says) in [
            ("first:5 flush pays", "at its end"),
            ("first:5 flush pays -1", "column 20"),
            ("first:5 flush pays six hundred", "column 20"),
            ("spades in N", "an event"),
            ("first:10 flush", "at most 9"),
            ("hands:11x5 flush", "hands:11x5"),
            ("NS spades >= 8", "several seats are `N+S`"),
            ("spades in NES >= 8", "several seats are `N+E+S`"),
            ("hands:2x5 flush or hands:4x5 flush", "the same hands"),
        ] {
            let wrong = stake(text, Seen::Deck).unwrap_err();
            assert!(wrong.contains(says), "{text}: {wrong}");
        }
        for (text, seen) in [
            ("top is AS", Shape::Hand(5)),
            ("bottom is AS", Shape::First(5)),
            ("first:6 flush", Shape::Hand(5)),
            ("longest run of red = 2", Shape::Hand(5)),
            ("first:5 flush", Shape::in_turn(4, 13)),
            ("N spades = 5", Shape::in_turn(2, 5)),
        ] {
            assert!(stake(text, Seen::View(seen)).is_err(), "{text}");
        }
    }

    #[test]
    fn stakes_on_numbers_are_read() {
        let seen = Seen::View(Shape::Hand(6));
        let read = |text: &str| Stake::read(text, Faces::Numbers, 49, seen);
        let hand = [0, 12, 13, 14, 39, 48];
        for (text, words, comes) in [
            ("hand:6 has 13", "13 among the first 6 cards", true),
            ("hand has 12", "12 among the first 6 cards", false),
            (
                "hand odd = 4",
                "exactly 4 odd cards among the first 6 cards",
                true,
            ),
            (
                "hand low = 4",
                "exactly 4 low cards among the first 6 cards",
                true,
            ),
            (
                "hand 1..31 = 6",
                "exactly 6 1..31 cards among the first 6 cards",
                false,
            ),
            (
                "hand consecutive >= 2",
                "at least 2 pairs of consecutive numbers among the first 6 cards",
                true,
            ),
            (
                "hand sum 132..132",
                "the sum among the first 6 cards is 132",
                true,
            ),
            (
                "sum in hand < 132",
                "the sum among the first 6 cards is less than 132",
                false,
            ),
        ] {
            let stake = read(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
            assert_eq!(
                (stake.to_string().as_str(), stake.of(&hand) == 1),
                (words, comes),
                "{text}"
            );
        }
        for (text, says) in [
            ("hand has 50", "`odd`"),
            ("hand 40..60 = 1", "`13..19`"),
            (
                "drought of card 3 > 100",
                "droughts and what is drawn next are of draws",
            ),
        ] {
            let wrong = read(text).unwrap_err().to_string();
            assert!(wrong.contains(says), "{text}: {wrong}");
        }
    }

    /// A view shows the same as its deck.
    #[test]
    fn a_view_shows_what_the_deck_shows() {
        let mut draws = crate::rng::PcgDraws::for_batch(48, "stakes of views", 0, 0);
        let mut deck: Vec<u16> = (0..52).collect();
        let deal = Shape::in_turn(4, 13);
        let both = [
            ("N+S spades >= 6", "N+S spades >= 6", deal),
            ("points in N 12..14", "N hcp 12..14", deal),
            ("hands:4x13 aces = 2", "each hand aces = 2", deal),
            ("shortest suit in E <= 1", "shortest suit in E <= 1", deal),
            (
                "hands:2x13:blocks longest suit >= 5",
                "hand longest suit >= 5",
                "hands:2x13:blocks".parse().unwrap(),
            ),
            ("first:5 pair", "hand pair", Shape::Hand(5)),
            ("best-hand two pairs", "best-hand two pairs", Shape::Hand(7)),
            ("place 3 is red", "place 3 is red", Shape::First(5)),
            (
                "top is ace or place 2 is ace",
                "first:2 aces >= 1",
                Shape::First(5),
            ),
        ];
        let both = both.map(|(of_deck, of_view, shape)| {
            let of_deck = stake(of_deck, Seen::Deck).unwrap();
            let of_view = stake(of_view, Seen::View(shape))
                .unwrap_or_else(|wrong| panic!("{of_view}: {wrong}"));
            (of_deck, of_view, shape)
        });
        let mut came = [0_u32; 9];
        for _ in 0..200 {
            crate::rng::shuffle_items(&mut draws, &mut deck);
            for ((of_deck, of_view, shape), came) in both.iter().zip(&mut came) {
                let seen: Vec<u16> = shape.places().map(|place| deck[place]).collect();
                assert_eq!(of_deck.of(&deck), of_view.of(&seen), "{of_deck}, {of_view}");
                *came += of_deck.of(&deck);
            }
        }
        assert!(came.iter().all(|came| *came > 5), "{came:?}");
    }
}
