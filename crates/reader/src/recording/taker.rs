//! Takes rows of cards as decks.
//!
//! The first deck says whether cards are numbers, playing cards or other names, unless the deck
//! before the shuffle is given, and does so for all.

use super::dictionary::Dictionary;
use super::inspector::Inspector;
use super::row::{Kind, Row, common_kind, kind, number};
use super::slips::{KINDS, mixed, repeated, unsure, wrong_numbers};
use crate::fault::Slip;
use deck::Card;

/// Takes row after row.
#[derive(Debug, Default)]
pub(super) struct Taker {
    row: Row,
    notation: Notation,
    /// True if wrong decks will be skipped.
    skips: bool,
}

/// The notation of the cards.
#[derive(Debug, Default)]
pub(super) enum Notation {
    /// The notation is not known yet.
    #[default]
    Unknown,
    /// Numbers, each once.
    Numbers,
    /// Names.
    Names(Dictionary),
}

impl Taker {
    /// The row that is taken next.
    pub(super) fn row(&self) -> &Row {
        &self.row
    }

    /// Room for the row that is taken next.
    pub(super) fn row_mut(&mut self) -> &mut Row {
        &mut self.row
    }

    /// The notation, as far as it is known.
    pub(super) fn notation(&self) -> &Notation {
        &self.notation
    }

    /// Says if wrong decks will be skipped: if they are, the first that is right must be known to be.
    pub(super) fn set_skips(&mut self, skips: bool) {
        self.skips = skips;
    }

    /// Cards are numbers, as in the deck before the shuffle.
    pub(super) fn expect_numbers(&mut self) {
        self.notation = Notation::Numbers;
    }

    /// Cards have these names, which are those of the deck before the shuffle.
    pub(super) fn expect_names(&mut self, names: Dictionary) {
        self.notation = Notation::Names(names);
    }

    /// The symbols of the deck taken last, if its cards are names.
    pub(super) fn symbols(&self) -> Option<&[Card]> {
        self.names().map(Dictionary::deck)
    }

    /// The names of its cards, if they are names that are known.
    pub(super) fn names(&self) -> Option<&Dictionary> {
        match &self.notation {
            Notation::Names(names) => Some(names),
            _ => None,
        }
    }

    /// Takes the row, which has as many cards as a deck; `hint` is for the message if it has cards of
    /// several kinds.
    pub(super) fn take(&mut self, check: &mut Inspector, hint: &str) -> Result<(), Slip> {
        let row = &self.row;
        match &mut self.notation {
            Notation::Numbers => take_numbers(row, check),
            Notation::Names(names) => names.take(row),
            Notation::Unknown => match common_kind(row.names()) {
                Some(Kind::Number) => {
                    take_numbers(row, check)?;
                    self.notation = Notation::Numbers;
                    Ok(())
                }
                Some(Kind::Playing | Kind::Other) => {
                    let mut names = Dictionary::sorted(row, "the first deck".to_owned());
                    if names.repeated().is_some() {
                        return Err(repeated(row));
                    }
                    if self.skips && !names.is_standard() {
                        return Err(unsure());
                    }
                    names.take(row)?;
                    self.notation = Notation::Names(names);
                    Ok(())
                }
                _ => Err(mixed(row, hint)),
            },
        }
    }

    /// Says how many cards the row has instead of as many as it should; `place`, such as `on the line`, is
    /// where they stand, and `hint` says what may be wrong.
    #[cold]
    pub(super) fn miscounted(&self, check: &Inspector, place: &str, hint: &str) -> Slip {
        let (count, cards) = (self.row.len(), check.cards());
        let plural = if count == 1 { "" } else { "s" };
        Slip::new(
            0,
            format!(
                "found {count} card{plural} {place}; accepted: {cards} {}, {}{hint}",
                place.replacen("the", "each", 1),
                self.accepted(check)
            ),
        )
    }

    /// Says what a deck may be.
    pub(super) fn accepted(&self, check: &Inspector) -> String {
        match &self.notation {
            Notation::Unknown => KINDS.to_owned(),
            Notation::Numbers => check.accepted(),
            Notation::Names(names) => names.accepted(),
        }
    }
}

fn take_numbers(row: &Row, check: &mut Inspector) -> Result<(), Slip> {
    check.start();
    let mut names = row.names();
    let good = names.all(|name| kind(name) == Kind::Number && check.take(number(name)));
    if good && check.finish() {
        Ok(())
    } else {
        Err(wrong_numbers(row, check))
    }
}
