//! The reader of stakes on draws.

use super::super::draws::{DrawEvent, OnDraws};
use super::super::names::{self, Faces, Seen, Symbols};
use super::super::{Comparison, Set};
use super::{Parser, Wrong};

/// Words that begin a stake on draws.
pub(super) const WORDS: [&str; 4] = ["drought", "next", "draw", "repeat"];

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
    parser.end(
        "the end, or `pays 6`: a stake on draws is one event, and symbols have `or`, `and` or `not` between them",
    )?;
    Ok(OnDraws::new(event, odds))
}

impl Parser<'_> {
    fn of_draws(&mut self) -> Result<DrawEvent, Wrong> {
        if self.takes("drought") {
            self.needs("of")?;
            let of = self.symbols()?;
            return self.drought(of);
        }
        if self.takes("next") {
            self.takes("draw");
            self.needs("after")?;
            let after = self.symbols()?;
            self.needs("is")?;
            let of = self.symbols()?;
            return Ok(DrawEvent::Next { after, of });
        }
        if self.takes("draw") {
            self.needs("is")?;
            let of = self.symbols()?;
            return Ok(DrawEvent::Draw { of });
        }
        if self.takes("repeat") {
            let even = match self.faces {
                Faces::Symbols(symbols) => symbols.are_even(),
                _ => false,
            };
            return Ok(DrawEvent::Repeat { even });
        }
        Err(self.wrong(
            "a stake on draws, as in `drought of rarest > 100`, `next after rarest is rarest`, `draw is rarest` or `repeat`; \
             places, hands and cards are of decks",
        ))
    }

    /// The symbols that one draw may be, with `or`, `and` and `not`: one at least.
    fn symbols(&mut self) -> Result<Set, Wrong> {
        let begin = self.at;
        let found = self.any()?;
        if found.is_empty() {
            let mut wrong = self.wrong_at(
                begin,
                "symbols of which one may come, as in `A or B`, `not A` or `not A and not B`",
            );
            wrong.found = format!("what no symbol can be, from {}", wrong.found);
            return Err(wrong);
        }
        Ok(found)
    }

    fn any(&mut self) -> Result<Set, Wrong> {
        let mut found = self.all()?;
        while self.goes_on("or") {
            let other = self.all()?;
            found = self.told(&found, &other, |one, other| one || other);
        }
        Ok(found)
    }

    fn all(&mut self) -> Result<Set, Wrong> {
        let mut found = self.unless()?;
        while self.goes_on("and") {
            let other = self.unless()?;
            found = self.told(&found, &other, |one, other| one && other);
        }
        Ok(found)
    }

    /// One condition, perhaps with `not` before it. Symbols may have these words for names.
    fn unless(&mut self) -> Result<Set, Wrong> {
        if self.names_class() {
            return self.class();
        }
        if self.takes("not") {
            let found = self.deeper(Self::unless)?;
            return Ok(self.told(&found, &found, |one, _| !one));
        }
        if self.takes("(") {
            let found = self.deeper(Self::any)?;
            if !self.takes(")") {
                return Err(self.wrong("`or`, `and`, or `)`"));
            }
            return Ok(found);
        }
        self.class()
    }

    /// Takes a word between two conditions, unless an event comes after it.
    fn goes_on(&mut self, word: &str) -> bool {
        let begin = self.at;
        if !self.takes(word) {
            return false;
        }
        let begins_event = self.word().is_some_and(|next| WORDS.contains(&next));
        if begins_event && !self.names_class() {
            self.at = begin;
            return false;
        }
        true
    }

    /// The symbols of two sets that go together, named one by one: those that are left out where these are fewer.
    fn told(&self, one: &Set, other: &Set, is: fn(bool, bool) -> bool) -> Set {
        let both = one.members.iter().zip(&other.members);
        let members: Vec<bool> = both.map(|(one, other)| is(*one, *other)).collect();
        let Faces::Symbols(symbols) = self.faces else {
            return Set {
                members,
                name: one.name.clone(),
            };
        };
        let named = |inside: bool| {
            let of = members.iter().enumerate();
            let of = of.filter(|(_, is)| **is == inside);
            of.map(|(at, _)| symbols.name(at)).collect::<Vec<_>>()
        };
        let (inside, outside) = (named(true), named(false));
        let name = if outside.is_empty() {
            "any symbol".to_owned()
        } else if inside.len() > outside.len() {
            format!("a symbol other than {}", outside.join(" or "))
        } else {
            inside.join(" or ")
        };
        Set { members, name }
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
