//! Stakes on draws of symbols.

use std::fmt;

use super::Set;
use super::names::Symbols;
use super::parse::{self, Wrong};
use super::stake::Odds;

/// An event among draws.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DrawEvent {
    /// A draw is one of these symbols.
    Draw {
        /// The symbols.
        of: Set,
    },
    /// The draw after one of some symbols is one of others.
    Next {
        /// The symbols before.
        after: Set,
        /// The symbols that may come next.
        of: Set,
    },
    /// A draw is the same symbol as the one before it, whichever that is.
    Repeat {
        /// True if all symbols have the same weight: after each of them a repeat is equally likely.
        even: bool,
    },
    /// How long one waits for some symbols: from the first draw, and from each draw that was one of them.
    Drought {
        /// The symbols.
        of: Set,
        /// The draws without them at which it is decided.
        draws: u64,
        /// True if the event is that one of them comes before; false if it is that none does.
        comes: bool,
    },
}

/// An event among draws on which somebody bets.
#[derive(Debug, Clone, PartialEq)]
pub struct OnDraws {
    event: DrawEvent,
    odds: Option<Odds>,
}

impl OnDraws {
    pub(super) fn new(event: DrawEvent, odds: Option<Odds>) -> Self {
        Self { event, odds }
    }

    /// Reads a stake on draws of these symbols.
    ///
    /// # Errors
    ///
    /// If it is no event among draws as the grammar of this module says it, or names a symbol that there is not.
    pub fn read(text: &str, symbols: Symbols<'_>) -> Result<Self, Wrong> {
        parse::on_draws(text, symbols, symbols.len())
    }

    /// The event.
    pub fn event(&self) -> &DrawEvent {
        &self.event
    }

    /// The odds of a bet; `None` where none were named.
    pub fn odds(&self) -> Option<Odds> {
        self.odds
    }

    /// The cases of which the event has a share, in words: `draws`, `draws after Common`, `waits`.
    pub fn cases(&self) -> String {
        match &self.event {
            DrawEvent::Draw { .. } => "draws".to_owned(),
            DrawEvent::Next { after, .. } => format!("draws after {}", after.name),
            DrawEvent::Repeat { .. } => "draws after the first".to_owned(),
            DrawEvent::Drought { .. } => "waits".to_owned(),
        }
    }
}

/// Writes how it was read: `more than 100 draws without Legendary`.
impl fmt::Display for OnDraws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.event {
            DrawEvent::Draw { of } => f.write_str(&of.name),
            DrawEvent::Next { of, .. } => write!(f, "{} as the next draw", of.name),
            DrawEvent::Repeat { .. } => f.write_str("the same symbol again"),
            DrawEvent::Drought { of, draws, comes } => {
                let (how, at) = if *comes {
                    ("fewer than", *draws)
                } else {
                    ("more than", draws - 1)
                };
                let unit = if at == 1 { "draw" } else { "draws" };
                write!(f, "{how} {at} {unit} without {}", of.name)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEIGHTS: [u32; 4] = [50, 25, 20, 5];

    fn names() -> Vec<String> {
        ["Common", "Rare", "Very Rare", "Legendary"]
            .map(str::to_owned)
            .to_vec()
    }

    #[test]
    fn stakes_on_draws_are_read() {
        let names = names();
        let read = |text: &str| OnDraws::read(text, Symbols::new(&names, &WEIGHTS)).unwrap();
        for (text, words, cases) in [
            ("draw is Common pays 1", "Common", "draws"),
            ("draw is a legendary", "Legendary", "draws"),
            (
                "next after Common is Very Rare",
                "Very Rare as the next draw",
                "draws after Common",
            ),
            (
                "next draw after Rare + Very Rare is rarest",
                "Legendary as the next draw",
                "draws after Rare+Very Rare",
            ),
            (
                "drought of Legendary > 100",
                "more than 100 draws without Legendary",
                "waits",
            ),
            (
                "drought of commonest >= 3 draws pays 2",
                "more than 2 draws without Common",
                "waits",
            ),
            (
                "drought of symbol 2 <= 9",
                "fewer than 10 draws without Rare",
                "waits",
            ),
            (
                "drought of \"Very Rare\" < 1",
                "fewer than 1 draw without Very Rare",
                "waits",
            ),
            (
                "repeat pays 1.5",
                "the same symbol again",
                "draws after the first",
            ),
            (
                "draw is Very Rare or rarest",
                "Very Rare or Legendary",
                "draws",
            ),
            (
                "next after not Common is rare or (common and not rare)",
                "Common or Rare as the next draw",
                "draws after a symbol other than Common",
            ),
            (
                "drought of not Common and not Rare > 3",
                "more than 3 draws without Very Rare or Legendary",
                "waits",
            ),
            (
                "draw is NOT Common+Rare or Common or Rare",
                "any symbol",
                "draws",
            ),
            (
                "draw is not rarest pays 0.05",
                "a symbol other than Legendary",
                "draws",
            ),
        ] {
            let stake = read(text);
            assert_eq!(
                (stake.to_string().as_str(), stake.cases().as_str()),
                (words, cases),
                "{text}"
            );
            assert_eq!(stake.odds().is_some(), text.contains("pays"), "{text}");
        }
        let equal = |text: &str| OnDraws::read(text, Symbols::new(&[], &[1, 1])).unwrap();
        assert_eq!(equal("draw is 2").to_string(), "symbol 2");
        assert_eq!(equal("draw is rarest").to_string(), "symbol 2");
        assert_eq!(equal("draw is commonest").to_string(), "symbol 1");
        assert_eq!(equal("repeat").event(), &DrawEvent::Repeat { even: true });
        assert_eq!(read("repeat").event(), &DrawEvent::Repeat { even: false });
    }

    #[test]
    fn wrong_stakes_on_draws_are_told_where() {
        let names = names();
        let wrong = |text: &str| {
            let wrong = OnDraws::read(text, Symbols::new(&names, &WEIGHTS)).unwrap_err();
            wrong.to_string()
        };
        for (text, says) in [
            (
                "first:5 flush pays 6",
                "column 1: found `first:5`; accepted: a stake on draws",
            ),
            (
                "draw is Uncommon",
                "found `Uncommon`; accepted: a symbol (`Common`, `Rare`",
            ),
            ("draw is 3", "`3`"),
            ("drought of Rare", "at its end: `>`"),
            ("drought of Rare = 3", "column 17: found `=`"),
            ("drought of Rare > 1.5", "a number of draws"),
            ("drought of Rare >= 0", "a number of draws"),
            ("next after Rare", "`is`"),
            ("draw is Rare or draw is Common", "one event"),
            ("draw is Rare pays -1", "pays 6"),
            (
                "draw is Rare and Common",
                "column 9: found what no symbol can be, from `Rare`; accepted: symbols of which one may come, as in",
            ),
            (
                "draw is (Rare or Common",
                "it ends too early; accepted at its end: `or`, `and`, or `)`",
            ),
            ("draw is Rare or", "at its end: a symbol (`Common`"),
            ("draw is not", "at its end: a symbol (`Common`"),
            ("repeat of Rare", "column 8: found `of`; accepted: the end"),
            (
                "repeat or draw is Rare",
                "column 8: found `or`; accepted: the end",
            ),
        ] {
            let wrong = wrong(text);
            assert!(wrong.contains(says), "{text}: {wrong}");
        }
    }
}
