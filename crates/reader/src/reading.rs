//! The rules for reading decks: one type for the command line, for specs and for the library.

use std::sync::Arc;

use super::{Base, Columns, Format, Header, Key, Logged, RowPlan, Separator, Start};
use text::harmless;

/// The notation of decks, and what they were shuffled from.
///
/// ```
/// # use colddeck_reader::{Format, Reading};
/// let reading = Reading { in_place: true, ..Reading::from(Format::Csv) };
/// assert_eq!(reading.skip_invalid, 0);
/// ```
#[derive(Debug, Clone)]
pub struct Reading {
    /// The notation of the decks.
    pub format: Format,
    /// The number of the lowest card; `None`: found out from the first deck.
    pub base: Option<Base>,
    /// Says if the first row of separated values names the columns.
    pub header: Header,
    /// The columns of separated values that hold the deck; `None`: all. A format that is to be found out
    /// is then separated values.
    pub columns: Option<Columns>,
    /// The separator of values; `None`: found out from the first row. If the format is to be found out too, a separator
    /// makes it separated values.
    pub separator: Option<Separator>,
    /// The key of an object that holds the deck; `None`: `deck`, also of each object in a list of `decks`.
    pub key: Option<Key>,
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
    /// Wrong decks that are passed over: wrong lines, or as many bytes as a deck has. If each deck
    /// was shuffled from the one before, the one after a wrong deck is not handed out either.
    pub skip_invalid: u64,
    /// The places of the values of rows with decks of their own, if these are read.
    pub rows: Option<Box<RowPlan>>,
    /// Draws that were read already, if they were logged in a table or by names.
    pub logged: Option<Arc<Logged>>,
}

impl From<Format> for Reading {
    /// Decks in this format, each shuffled from a sorted deck.
    fn from(format: Format) -> Self {
        Self {
            format,
            base: None,
            header: Header::Auto,
            columns: None,
            separator: None,
            key: None,
            start: None,
            labels: 0,
            in_place: false,
            skip_invalid: 0,
            rows: None,
            logged: None,
        }
    }
}

impl Reading {
    /// Checks that decks can be read so; the error says what is wrong with the format.
    pub fn check_decks(&self) -> Result<(), String> {
        match super::dealt::shape(self.format) {
            None => Ok(()),
            Some(shape) => {
                let format = self.format.name();
                Err(format!(
                    "found `{format}` with whole decks; accepted: with hands, as in --view {shape}"
                ))
            }
        }
    }

    /// Checks that hands and draws can be read so: as text, with nothing that only decks have. The error names the key
    /// that says more.
    pub fn check_numbers(&self) -> Result<(), &'static str> {
        let particular = [
            (
                "format",
                !matches!(self.format, Format::Auto | Format::Text)
                    && super::dealt::shape(self.format).is_none()
                    && self.logged.is_none(),
            ),
            ("columns", self.columns.is_some()),
            (
                "separator",
                self.separator.is_some() && self.logged.is_none(),
            ),
            ("key", self.key.is_some() && self.logged.is_none()),
            ("start", self.start.is_some()),
            ("in-place", self.in_place),
            ("skip-invalid", self.skip_invalid > 0),
        ];
        match particular.iter().find(|(_, given)| *given) {
            Some((key, _)) => Err(key),
            None => Ok(()),
        }
    }

    /// Checks that rows with decks of their own can be read so. The error names the key that says more, or that lacks.
    pub fn check_rows(&self) -> Result<(), &'static str> {
        let named = matches!(self.format, Format::Auto | Format::Csv | Format::Lands17);
        let particular = [
            ("rows", self.rows.is_none()),
            ("format", !named),
            ("base", self.base.is_some()),
            ("columns", self.columns.is_some()),
            ("start", self.start.is_some()),
            ("in-place", self.in_place),
            ("skip-invalid", self.skip_invalid > 0),
        ];
        match particular.iter().find(|(_, wrong)| *wrong) {
            Some((key, _)) => Err(key),
            None => Ok(()),
        }
    }

    /// Writes the options of the command line by which decks are read so, each after a blank; `None` where some cards are
    /// the same.
    pub fn options(&self) -> Option<String> {
        if self.start.as_ref().is_some_and(Start::has_copies) {
            return None;
        }
        let mut text = String::new();
        let mut add = |option: &str, value: String| {
            for part in [" ", option, " ", &quoted(&harmless::words(&value))] {
                text.push_str(part);
            }
        };
        if self.format != Format::Auto {
            add("--format", self.format.name().to_owned());
        }
        if let Some(base) = self.base {
            add("--base", base.number().to_string());
        }
        let header = Header::NAMES
            .iter()
            .find(|(_, header, _)| *header == self.header);
        if let (Some((name, ..)), true) = (header, self.header != Header::Auto) {
            add("--header", (*name).to_owned());
        }
        if let Some(columns) = &self.columns {
            add("--columns", columns.to_string());
        }
        if let Some(separator) = self.separator {
            add("--separator", separator.option());
        }
        if let Some(key) = &self.key {
            add("--key", key.to_string());
        }
        if let Some(start) = &self.start {
            add("--start", start.name().to_owned());
        }
        if self.skip_invalid > 0 {
            add("--skip-invalid", self.skip_invalid.to_string());
        }
        if self.in_place {
            text += " --in-place";
        }
        Some(text)
    }

    /// Returns true if something is said that holds of separated values alone.
    pub(super) fn has_values(&self) -> bool {
        self.columns.is_some() || self.separator.is_some()
    }

    /// Checks the separator, if one is asked for: the format must be separated values. The error says what is
    /// wrong; `csv` says how that format is asked for.
    pub fn check_separator(&self, csv: &str) -> Result<(), String> {
        if self.separator.is_none() || matches!(self.format, Format::Auto | Format::Csv) {
            return Ok(());
        }
        Err(format!("found another format; accepted: {csv}"))
    }

    /// The number of cards that is known without a deck: from the deck before the shuffle, or the columns.
    pub fn cards(&self) -> Option<usize> {
        let start = self.start.as_ref().map(Start::cards);
        start.or_else(|| self.columns.as_ref().and_then(Columns::cards))
    }

    /// Checks the key of objects, if one is asked for: the format must have objects. The error says what is
    /// wrong.
    pub fn check_key(&self) -> Result<(), String> {
        if self.key.is_none() || self.format.has_keys() {
            return Ok(());
        }
        let name = self.format.name();
        Err(format!(
            "found it with the format {name}; accepted: with jsonl or json"
        ))
    }

    /// Checks the columns, if there are any: they must be of separated values, one for each of `cards` cards, if their
    /// number is known. The error says what is wrong. `csv` and `deck` say how that format and the number of cards are asked
    /// for.
    pub fn check_columns(&self, cards: Option<usize>, csv: &str, deck: &str) -> Result<(), String> {
        let Some(columns) = &self.columns else {
            return Ok(());
        };
        if !matches!(self.format, Format::Auto | Format::Csv) {
            return Err(format!("found another format; accepted: {csv}"));
        }
        match (columns.cards(), cards) {
            (Some(found), Some(cards)) if found != cards => Err(format!(
                "found {found} columns; accepted: {cards}, one for each card ({deck})"
            )),
            _ => Ok(()),
        }
    }
}

/// A value as a shell takes it.
pub fn quoted(value: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,".contains(c);
    if !value.is_empty() && value.chars().all(plain) {
        value.to_owned()
    } else {
        format!("'{}'", value.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_is_written_as_options() {
        assert_eq!(Reading::from(Format::Auto).options().unwrap(), "");
        let reading = Reading {
            base: Some(Base::One),
            columns: "2-53".parse().ok(),
            separator: "semicolon".parse().ok(),
            skip_invalid: 2,
            in_place: true,
            ..Reading::from(Format::Csv)
        };
        assert_eq!(
            reading.options().unwrap(),
            " --format csv --base 1 --columns 2-53 --separator ';' --skip-invalid 2 --in-place"
        );
        assert_eq!(quoted("my decks.txt"), "'my decks.txt'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
