//! How decks are read: one type for the command line, for specs and for the library.

use super::{Base, Columns, Format, Header, Start};

/// How decks are written, and what they were shuffled from.
///
/// ```
/// # use colddeck::internals::source::{Format, Reading};
/// let reading = Reading { in_place: true, ..Reading::from(Format::Csv) };
/// assert_eq!(reading.skip_invalid, 0);
/// ```
#[derive(Debug, Clone)]
pub struct Reading {
    /// How decks are written.
    pub format: Format,
    /// The number of the lowest card; `None`: found out from the first deck.
    pub base: Option<Base>,
    /// Whether the first row of separated values names the columns.
    pub header: Header,
    /// The columns of separated values that hold the deck; `None`: all. A format that is to be found out
    /// is then separated values.
    pub columns: Option<Columns>,
    /// The deck before the shuffle; `None`: sorted. Decks are handed out relative to it: card i is the one
    /// that was at place i from the top.
    pub start: Option<Start>,
    /// Seed of the labels of copies. Each copy of a card is labelled at random, each way equally likely,
    /// for each deck anew, from this and the deck's index: after an ideal shuffle all orders of the labels
    /// are then equally likely.
    pub labels: u128,
    /// Each deck was shuffled from the one before it, and is handed out relative to it: card i is the one
    /// that was at place i there. The first is relative to the start; where cards are names and no start
    /// is given, it is itself the start, and not handed out.
    pub in_place: bool,
    /// Wrong decks that are passed over: wrong lines, or as many bytes as a deck has. Of decks that were
    /// each shuffled from the one before, the one after a wrong deck is not handed out either.
    pub skip_invalid: u64,
}

impl From<Format> for Reading {
    /// Decks in this format, each shuffled from a sorted deck.
    fn from(format: Format) -> Self {
        Self {
            format,
            base: None,
            header: Header::Auto,
            columns: None,
            start: None,
            labels: 0,
            in_place: false,
            skip_invalid: 0,
        }
    }
}

impl Reading {
    /// Whether hands and draws can be read so: as text, with nothing of what is particular to decks. The error names the
    /// key that says more.
    pub fn check_numbers(&self) -> Result<(), &'static str> {
        let particular = [
            (
                "format",
                !matches!(self.format, Format::Auto | Format::Text),
            ),
            ("columns", self.columns.is_some()),
            ("start", self.start.is_some()),
            ("in-place", self.in_place),
            ("skip-invalid", self.skip_invalid > 0),
        ];
        match particular.iter().find(|(_, given)| *given) {
            Some((key, _)) => Err(key),
            None => Ok(()),
        }
    }

    /// Checks the columns, if there are any: they must be of separated values, one for each of `cards` cards.
    /// The error says what is wrong. `csv` and `deck` say how that format and the number of cards are asked
    /// for.
    pub fn check_columns(&self, cards: usize, csv: &str, deck: &str) -> Result<(), String> {
        let Some(columns) = self.columns else {
            return Ok(());
        };
        if !matches!(self.format, Format::Auto | Format::Csv) {
            return Err(format!("found another format; accepted: {csv}"));
        }
        if columns.len() != cards {
            return Err(format!(
                "found {} columns; accepted: {cards}, one for each card ({deck})",
                columns.len()
            ));
        }
        Ok(())
    }
}
