//! The reader of stakes on draws.

use super::super::draws::{DrawEvent, OnDraws};
use super::super::names::{self, Faces, Seen, Symbols};
use super::super::{Comparison, Set};
use super::{Parser, Wrong};

/// Words that begin a stake on draws.
pub(super) const WORDS: [&str; 3] = ["drought", "next", "draw"];

/// Reads a stake on draws of so many symbols.
pub(in super::super) fn on_draws(
    text: &str,
    symbols: Symbols<'_>,
    size: usize,
) -> Result<OnDraws, Wrong> {
    let seen = (Faces::Symbols(symbols), size, Seen::Deck);
    let mut parser = Parser::new(text, seen, 0)?;
    let event = parser.of_draws()?;
    let odds = parser.odds()?;
    parser.end("the end, or `pays 6`: a stake on draws is one event")?;
    Ok(OnDraws::new(event, odds))
}

impl Parser<'_> {
    fn of_draws(&mut self) -> Result<DrawEvent, Wrong> {
        if self.takes("drought") {
            self.needs("of")?;
            let of = self.class()?;
            return self.drought(of);
        }
        if self.takes("next") {
            self.takes("draw");
            self.needs("after")?;
            let after = self.class()?;
            self.needs("is")?;
            let of = self.class()?;
            return Ok(DrawEvent::Next { after, of });
        }
        if self.takes("draw") {
            self.needs("is")?;
            return Ok(DrawEvent::Draw { of: self.class()? });
        }
        Err(self.wrong(
            "a stake on draws, as in `drought of rarest > 100`, `next after rarest is rarest` or `draw is rarest`; places, \
             hands and cards are of decks",
        ))
    }

    /// The length of a drought.
    fn drought(&mut self, of: Set) -> Result<DrawEvent, Wrong> {
        let how = self.comparison();
        // The draws at which it is decided, and whether the symbol has to come before.
        let (more, comes) = match how {
            Some(Comparison::More) => (1, false),
            Some(Comparison::AtLeast) => (0, false),
            Some(Comparison::Less) => (0, true),
            Some(Comparison::AtMost) => (1, true),
            _ => {
                return Err(
                    self.wrong("`>`, `>=`, `<` or `<=` and a number of draws, as in `> 100`")
                );
            }
        };
        self.at += 1;
        let draws = self.word().and_then(names::number);
        let draws = draws.and_then(|draws| u64::try_from(draws).ok()?.checked_add(more));
        let Some(draws) = draws.filter(|draws| *draws > 0) else {
            return Err(self.wrong("a number of draws, such as 100"));
        };
        self.at += 1;
        self.takes("draws");
        Ok(DrawEvent::Drought { of, draws, comes })
    }
}
