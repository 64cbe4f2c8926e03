//! Rows with decks of their own: how many cards of a class were among those drawn, with another deck
//! in each row. Decklists differ from game to game, and so does the law of each row; statistics.md
//! says how they are added up.
//!
//! Only hands that nobody chose may stand there. A player who mulligans looks at the hand first, so
//! hands after a mulligan are left out, and kept hands alone are no sample of those dealt.

mod lands17;
mod number;
mod table;

use std::io::Read;

pub use lands17::Cards;

use crate::fault::Fault;
use number::{count, days, is_number, number};
use table::Table;

/// One hand.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Cards in the deck.
    pub deck: u32,
    /// Cards of the class in the deck.
    pub copies: u32,
    /// Cards drawn.
    pub drawn: u32,
    /// Cards of the class among those drawn.
    pub found: u32,
    /// A number that may go with it, such as the cards' place in the decklist.
    pub covariate: Option<f64>,
    /// The time of it: days since 1970-01-01, or a number in a unit of the file's own.
    pub time: Option<i64>,
    /// True if the time is a day.
    pub dated: bool,
    /// The line, from 1.
    pub line: u64,
}

/// The layout of a file.
#[derive(Debug, Clone)]
pub enum Layout {
    /// Columns by name.
    Named(Names),
    /// 17lands' replay data.
    Lands17 {
        /// The cards that are counted.
        cards: Cards,
    },
}

/// A count: a column, or the same in each row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// The column with this name.
    Column(String),
    /// This number.
    Constant(u32),
}

/// The cards of the class among those drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Their number.
    Count(Value),
    /// A column with the names of all cards drawn.
    Names {
        /// The name of the column.
        column: String,
        /// The character between two names.
        separator: char,
        /// The names of the class.
        class: Vec<String>,
    },
}

/// The places of the values of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    /// Cards in the deck.
    pub deck: Value,
    /// Cards of the class in the deck.
    pub copies: Value,
    /// Cards drawn.
    pub drawn: Value,
    /// Cards of the class among them.
    pub found: Found,
    /// The column of what may go with it.
    pub covariate: Option<String>,
    /// The column of dates or times.
    pub time: Option<String>,
    /// The column that numbers the hands of a game, if all hands have rows, kept or not: 0 for the
    /// first, 1 after one mulligan and so on. Only first hands are then taken.
    pub mulligans: Option<String>,
}

/// Counts of the rows that were passed over, by reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PassedOver {
    /// Rows without the value that was asked for.
    pub other: u64,
    /// Hands after a mulligan.
    pub mulligans: u64,
    /// Games without their first hand.
    pub without_first_hand: u64,
}

/// Rows that are read one after another.
pub struct Rows<R> {
    table: Table<R>,
    columns: Columns,
    only: Option<(usize, String)>,
    passed: PassedOver,
    /// Mulligans before the hand of the last row.
    mulligans: Option<u32>,
    any: bool,
    best_of_one: Option<u64>,
}

/// The columns of a layout.
enum Columns {
    Named(Box<Named>),
    Lands17(lands17::Columns),
}

/// The columns of a layout by names.
struct Named {
    /// Deck, copies, drawn.
    counts: [Place; 3],
    found: FoundIn,
    covariate: Option<usize>,
    time: Option<usize>,
    mulligans: Option<usize>,
}

#[derive(Clone, Copy)]
enum Place {
    Column(usize),
    Constant(u32),
}

enum FoundIn {
    Count(Place),
    Names {
        column: usize,
        separator: char,
        class: Vec<String>,
    },
}

/// A row before it is checked, each count with its column.
struct Hand {
    deck: (u32, usize),
    copies: (u32, usize),
    drawn: (u32, usize),
    found: (u32, usize),
    covariate: Option<f64>,
    time: Option<i64>,
    dated: bool,
}

impl<R: Read> Rows<R> {
    /// Reads the header. The delimiter (`,`, `;` or a tab) is found out from it unless it is given.
    ///
    /// # Errors
    /// If the file is empty or a column lacks.
    pub fn new(input: R, layout: Layout, delimiter: Option<u8>) -> Result<Self, Fault> {
        let table = Table::new(input, delimiter)?;
        let columns = match layout {
            Layout::Named(names) => Columns::Named(Box::new(Named::find(&table, names)?)),
            Layout::Lands17 { cards } => Columns::Lands17(lands17::Columns::find(&table, cards)?),
        };
        Ok(Self {
            table,
            columns,
            only: None,
            passed: PassedOver::default(),
            mulligans: None,
            any: false,
            best_of_one: None,
        })
    }

    /// Takes only the rows with this value in this column, as `event_type` and `TradDraft`. To be
    /// called before the first row is read.
    ///
    /// # Errors
    /// If the column lacks.
    pub fn only(mut self, column: &str, value: &str) -> Result<Self, Fault> {
        self.only = Some((self.table.column(column)?, value.to_owned()));
        Ok(self)
    }

    /// Counts the rows that were passed over so far.
    pub(crate) fn passed_over(&self) -> PassedOver {
        self.passed
    }

    /// Counts the rows taken so far that are of best-of-one games, whose first hands Arena chooses; `None` if the file
    /// does not tell.
    pub(crate) fn best_of_one(&self) -> Option<u64> {
        self.best_of_one
    }

    /// The next hand, or none at the end.
    ///
    /// # Errors
    /// At the value that is wrong; nothing is to be read after it. Also if there is no row at all.
    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, Fault> {
        while self.table.advance()? {
            self.any = true;
            if !self.is_wanted()? {
                continue;
            }
            let hand = match &self.columns {
                Columns::Named(named) => Some(named.hand(&self.table)?),
                Columns::Lands17(columns) => columns.hand(&self.table)?,
            };
            let Some(hand) = hand else {
                self.passed.without_first_hand += 1;
                continue;
            };
            if let Columns::Lands17(columns) = &self.columns
                && let Some(one) = columns.best_of_one(&self.table)
            {
                *self.best_of_one.get_or_insert(0) += u64::from(one);
            }
            return hand.check(&self.table).map(Some);
        }
        if self.any {
            return Ok(None);
        }
        Err(Fault::at(
            self.table.line(),
            1,
            "found a header without rows; accepted: a row for each hand".to_owned(),
        ))
    }

    /// Returns true if the row has the value asked for and is a first hand; counts it otherwise.
    fn is_wanted(&mut self) -> Result<bool, Fault> {
        let later = self.is_later()?;
        if let Some((column, value)) = &self.only
            && self.table.text(*column) != value.as_str()
        {
            self.passed.other += 1;
            return Ok(false);
        }
        self.passed.mulligans += u64::from(later);
        Ok(!later)
    }

    /// Returns true if the row's hand follows a mulligan. Its game's hand before must then be the last row: in a file
    /// of kept hands it is not, and kept hands are those that players chose.
    fn is_later(&mut self) -> Result<bool, Fault> {
        let Columns::Named(named) = &self.columns else {
            return Ok(false);
        };
        let Some(column) = named.mulligans else {
            return Ok(false);
        };
        let mulligans =
            count(&self.table.text(column)).map_err(|problem| self.table.wrong(column, problem))?;
        let before = self.mulligans.replace(mulligans);
        if mulligans > 0 && before != Some(mulligans - 1) {
            let last = before.map_or("no row".to_owned(), |before| format!("a row with {before}"));
            return Err(self.table.wrong(
                column,
                format!(
                    "found {mulligans} after {last}; accepted: 0, or one more than in the row \
                     before, since each hand needs its own row: the hands that players keep are their \
                     choice"
                ),
            ));
        }
        Ok(mulligans > 0)
    }
}

impl Named {
    fn find<R: Read>(table: &Table<R>, names: Names) -> Result<Self, Fault> {
        let place = |value: &Value| match value {
            Value::Column(name) => table.column(name).map(Place::Column),
            Value::Constant(number) => Ok(Place::Constant(*number)),
        };
        let column = |name: Option<String>| name.map(|name| table.column(&name)).transpose();
        Ok(Self {
            counts: [
                place(&names.deck)?,
                place(&names.copies)?,
                place(&names.drawn)?,
            ],
            found: match names.found {
                Found::Count(value) => FoundIn::Count(place(&value)?),
                Found::Names {
                    column,
                    separator,
                    class,
                } => FoundIn::Names {
                    column: table.column(&column)?,
                    separator,
                    class,
                },
            },
            covariate: column(names.covariate)?,
            time: column(names.time)?,
            mulligans: column(names.mulligans)?,
        })
    }

    fn hand<R: Read>(&self, table: &Table<R>) -> Result<Hand, Fault> {
        let [deck, copies, drawn] = self.counts.map(|place| counted(table, place));
        let (deck, copies, drawn) = (deck?, copies?, drawn?);
        let wrong = |column, problem| table.wrong(column, problem);
        Ok(Hand {
            deck,
            copies,
            drawn,
            found: self.found(table, drawn.0)?,
            covariate: self
                .covariate
                .map(|at| number(&table.text(at)).map_err(|problem| wrong(at, problem)))
                .transpose()?,
            time: self
                .time
                .map(|at| days(&table.text(at)).map_err(|problem| wrong(at, problem)))
                .transpose()?,
            dated: self.time.is_some_and(|at| !is_number(&table.text(at))),
        })
    }

    /// The cards of the class among those drawn.
    fn found<R: Read>(&self, table: &Table<R>, drawn: u32) -> Result<(u32, usize), Fault> {
        let (column, separator, class) = match &self.found {
            FoundIn::Count(place) => return counted(table, *place),
            FoundIn::Names {
                column,
                separator,
                class,
            } => (*column, *separator, class),
        };
        let text = table.text(column);
        let (mut names, mut found) = (0, 0);
        for name in text.split(separator).map(str::trim) {
            if name.is_empty() {
                let problem = format!(
                    "found a name without letters; accepted: {drawn} names, with `{}` between them",
                    separator.escape_debug()
                );
                return Err(table.wrong(column, problem));
            }
            names += 1;
            found += u32::from(class.iter().any(|of_class| of_class == name));
        }
        if names == drawn {
            return Ok((found, column));
        }
        let problem = format!("found {names} names; accepted: {drawn}, the cards drawn");
        Err(table.wrong(column, problem))
    }
}

/// A count and its column; the first for a constant.
fn counted<R: Read>(table: &Table<R>, place: Place) -> Result<(u32, usize), Fault> {
    match place {
        Place::Constant(number) => Ok((number, 0)),
        Place::Column(at) => match count(&table.text(at)) {
            Ok(number) => Ok((number, at)),
            Err(problem) => Err(table.wrong(at, problem)),
        },
    }
}

impl Hand {
    /// The row, if such a hand can be drawn from such a deck.
    fn check<R: Read>(self, table: &Table<R>) -> Result<Row, Fault> {
        let [(deck, at_deck), (copies, at_copies)] = [self.deck, self.copies];
        let [(drawn, at_drawn), (found, at_found)] = [self.drawn, self.found];
        let (column, problem) = if deck == 0 {
            (
                at_deck,
                "found a deck of 0 cards; accepted: 1 or more".to_owned(),
            )
        } else if drawn == 0 {
            (
                at_drawn,
                "found 0 cards drawn; accepted: 1 or more".to_owned(),
            )
        } else if copies > deck {
            let words = format!(
                "found {copies} cards of the class in a deck of {deck}; accepted: 0 to {deck}"
            );
            (at_copies, words)
        } else if drawn > deck {
            let words =
                format!("found {drawn} cards drawn from a deck of {deck}; accepted: 1 to {deck}");
            (at_drawn, words)
        } else {
            let least = drawn.saturating_sub(deck - copies);
            let most = drawn.min(copies);
            if (least..=most).contains(&found) {
                return Ok(Row {
                    deck,
                    copies,
                    drawn,
                    found,
                    covariate: self.covariate,
                    time: self.time,
                    dated: self.dated,
                    line: table.line(),
                });
            }
            let words = format!(
                "found {found} of the class among {drawn} cards drawn from {deck}, of which {copies} are of the \
                 class; accepted: {least} to {most}"
            );
            (at_found, words)
        };
        Err(table.wrong(column, problem))
    }
}

#[cfg(test)]
mod tests;
