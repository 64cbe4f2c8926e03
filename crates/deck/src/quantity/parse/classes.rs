//! Classes of cards, by the longest name that fits.

use super::super::Set;
use super::super::names::{self, Faces, Seen};
use super::{Parser, Wrong};

impl Parser<'_> {
    /// True if a class comes next.
    pub(super) fn names_class(&self) -> bool {
        self.longest_name().is_some()
    }

    /// The class whose name the next words are, as many of them as can be, and how many these are.
    fn longest_name(&self) -> Option<(Set, usize)> {
        let first = self.tokens.get(self.at)?;
        if first.quoted {
            let class = self.faces.class(&first.text, self.cards)?;
            return Some((class, 1));
        }
        // A name may have quotation marks around some of its words.
        let words = self.tokens[self.at..].iter();
        let ends = words.scan(String::new(), |name, token| {
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(&token.text);
            Some(name.clone())
        });
        let found = (1..).zip(ends.take(8)).filter_map(|(words, name)| {
            let class = self.faces.class(&name, self.cards)?;
            Some((class, words))
        });
        found.last()
    }

    pub(super) fn class(&mut self) -> Result<Set, Wrong> {
        let mut found = self.one_class()?;
        while self.takes("+") {
            found = names::union(&found, &self.one_class()?);
        }
        Ok(found)
    }

    fn one_class(&mut self) -> Result<Set, Wrong> {
        if let Some((class, words)) = self.longest_name() {
            self.at += words;
            return Ok(class);
        }
        // Single cards are not seen where types are.
        let are_told_apart = match self.faces {
            Faces::Types(_) => self.seen == Seen::Deck,
            Faces::Symbols(_) | Faces::Rows => false,
            Faces::Pack | Faces::Numbers => true,
        };
        if are_told_apart && self.takes("card") {
            let number = self.up_to(self.cards, "the number of a card,")?;
            return Ok(names::card(number, self.cards));
        }
        Err(self.wrong(&self.faces.accepted()))
    }
}
