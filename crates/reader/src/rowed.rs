//! Rows with decks of their own from a table, as an experiment asks for them.

use std::io::Read;
use std::path::PathBuf;

use super::deals::rows::{self, Cards, Found, Layout, Names, Value};
use super::fault::Fault;
use super::{Facts, Outside, Separator, Source, SourceError};
use deck::MAX_CARDS;
use deck::batch::Batch;
use deck::subject::{Row, Rows};
use text::files;
use text::harmless;
use text::names::grouped;

/// The cards that are counted in 17lands' data if nothing else is said.
const LAND: &str = "Land";

/// The character between two names of cards in a column of hands.
const BETWEEN: char = '|';

/// The plan for reading a table of rows.
#[derive(Debug, Clone)]
pub struct RowPlan {
    layout: Layout,
    delimiter: Option<u8>,
    only: Option<(String, String)>,
}

/// The places of the values of rows, as options and specs say them: each a column's name or a number.
#[derive(Debug, Clone, Default)]
pub struct AskedRows {
    /// True if it is 17lands' layout.
    pub lands17: bool,
    /// Cards in the deck.
    pub deck: Option<String>,
    /// Cards of the class in the deck.
    pub copies: Option<String>,
    /// Cards drawn.
    pub drawn: Option<String>,
    /// Cards of the class among them, or with a class the column of their names.
    pub found: Option<String>,
    /// The column of what may go with it.
    pub covariate: Option<String>,
    /// The column of dates or times.
    pub time: Option<String>,
    /// The column that numbers the hands of a game.
    pub mulligans: Option<String>,
    /// The separator of two values.
    pub separator: Option<Separator>,
    /// 17lands' table of cards.
    pub card_table: Option<PathBuf>,
    /// The type of the cards that are counted (17lands), or their names.
    pub class: Option<String>,
    /// `column=value`: only these rows.
    pub only: Option<String>,
}

/// A key, and what is wrong with it.
type WrongKey = (&'static str, String);

impl AskedRows {
    /// Plans how to read the table. 17lands' table of cards is read at once.
    ///
    /// # Errors
    /// The key that is missing or wrong, and what is accepted.
    pub fn plan(self) -> Result<RowPlan, WrongKey> {
        let delimiter = self.separator.map(Separator::byte);
        let only = self.only.as_deref().map(only).transpose()?;
        let layout = if self.lands17 || self.card_table.is_some() {
            self.lands17()?
        } else {
            Layout::Named(self.names()?)
        };
        Ok(RowPlan {
            layout,
            delimiter,
            only,
        })
    }

    fn lands17(self) -> Result<Layout, WrongKey> {
        const KEY: &str = "card-table";
        let given = [
            ("deck", &self.deck),
            ("copies", &self.copies),
            ("drawn", &self.drawn),
            ("found", &self.found),
            ("covariate", &self.covariate),
            ("time", &self.time),
            ("mulligans", &self.mulligans),
        ];
        if let Some((key, _)) = given.into_iter().find(|(_, value)| value.is_some()) {
            let problem =
                "found it with 17lands' layout, which has its own columns; accepted: without it";
            return Err((key, problem.to_owned()));
        }
        let Some(path) = self.card_table else {
            let problem = "it is missing; accepted: 17lands' table of cards (cards.csv), which says which cards are lands";
            return Err((KEY, problem.to_owned()));
        };
        let shown = harmless::path(&path);
        let file = files::open_file(&path).map_err(|error| {
            (KEY, format!("found `{shown}`, but it cannot be read ({error}); accepted: 17lands' table of cards"))
        })?;
        let class = self.class.as_deref().unwrap_or(LAND);
        let cards =
            Cards::read(file, class).map_err(|fault| (KEY, fault.named(&shown).to_string()))?;
        Ok(Layout::Lands17 { cards })
    }

    fn names(self) -> Result<Names, WrongKey> {
        let value = |key, text: Option<String>| {
            let accepted = || {
                format!(
                    "it is missing; accepted: the name of a column, or one number for all rows ({key})"
                )
            };
            text.map(of_text).ok_or_else(|| (key, accepted()))
        };
        let found = match (self.class, self.found) {
            (Some(class), Some(column)) => Found::Names {
                column,
                separator: BETWEEN,
                class: class
                    .split(',')
                    .map(|name| name.trim().to_owned())
                    .collect(),
            },
            (_, found) => Found::Count(value("found", found)?),
        };
        Ok(Names {
            deck: value("deck", self.deck)?,
            copies: value("copies", self.copies)?,
            drawn: value("drawn", self.drawn)?,
            found,
            covariate: self.covariate,
            time: self.time,
            mulligans: self.mulligans,
        })
    }
}

fn only(text: &str) -> Result<(String, String), WrongKey> {
    let parts = text.split_once('=');
    let parts = parts.map(|(column, value)| (column.trim().to_owned(), value.trim().to_owned()));
    parts.ok_or_else(|| {
        let text = text.escape_debug();
        let problem =
            format!("found `{text}`; accepted: a column and its value, as in event_type=TradDraft");
        ("only", problem)
    })
}

/// A table of rows.
pub struct Rowed<R> {
    name: String,
    rows: rows::Rows<R>,
    read: u64,
    /// The layout of its values, in words.
    laid_out: String,
    /// True if mulligans are known.
    numbered: bool,
}

impl<R: Read> Rowed<R> {
    /// Reads the header of `input`, which messages call `name`.
    ///
    /// # Errors
    /// If a column lacks.
    pub fn new(input: R, name: String, plan: &RowPlan) -> Result<Self, SourceError> {
        let wrong = |fault: Fault| fault.named(&name);
        let (laid_out, numbered) = match &plan.layout {
            Layout::Named(names) => ("columns by name", names.mulligans.is_some()),
            Layout::Lands17 { .. } => ("17lands' replay data", true),
        };
        let mut laid_out = laid_out.to_owned();
        let mut rows =
            rows::Rows::new(input, plan.layout.clone(), plan.delimiter).map_err(wrong)?;
        if let Some((column, value)) = &plan.only {
            rows = rows.only(column, value).map_err(wrong)?;
            let only = format!("only {column} = {value}");
            laid_out = format!("{laid_out}, {}", harmless::words(&only));
        }
        Ok(Self {
            name,
            rows,
            read: 0,
            laid_out,
            numbered,
        })
    }
}

impl<R: Read> Source<Rows> for Rowed<R> {
    fn fill(&mut self, batch: &mut Rows) -> Result<(), SourceError> {
        batch.clear(self.read);
        while batch.len() < Rows::MOST {
            let row = self
                .rows
                .next_row()
                .map_err(|fault| fault.named(&self.name))?;
            let Some(row) = row else { break };
            if row.deck as usize > MAX_CARDS {
                return Err(Fault::at(
                    row.line,
                    1,
                    format!(
                        "found a deck of {} cards; accepted: 1 to {MAX_CARDS}",
                        row.deck
                    ),
                )
                .named(&self.name));
            }
            batch.push(Row {
                deck: row.deck,
                copies: row.copies,
                drawn: row.drawn,
                found: row.found,
                covariate: row.covariate,
                time: row.time,
                dated: row.dated,
            });
        }
        self.read += batch.len() as u64;
        Ok(())
    }
}

impl<R: Read> Outside<Rows> for Rowed<R> {
    fn name(&self) -> &str {
        &self.name
    }

    fn described(&self) -> String {
        let mut said = vec![format!("{}, {}", self.name, self.laid_out)];
        said.push(if self.numbered {
            "first hands only".to_owned()
        } else {
            "all taken to be first hands".to_owned()
        });
        let passed = self.rows.passed_over();
        for (count, one, what) in [
            (passed.other, "row", "with other values"),
            (passed.mulligans, "hand", "after a mulligan"),
            (passed.without_first_hand, "game", "without a first hand"),
        ] {
            if count > 0 {
                let s = if count == 1 { "" } else { "s" };
                said.push(format!("passed over {} {one}{s} {what}", grouped(count)));
            }
        }
        if let Some(games) = self.rows.best_of_one().filter(|games| *games > 0) {
            said.push(format!(
                "rows of best-of-one games, in which Arena smooths opening hands: {} (only best-of-three games: --only event_type=TradDraft)",
                grouped(games)
            ));
        }
        said.join("; ")
    }

    fn facts(&self) -> Facts {
        Facts::default()
    }
}

/// A number, or else the name of a column.
fn of_text(text: String) -> Value {
    match text.parse() {
        Ok(number) => Value::Constant(number),
        Err(_) => Value::Column(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::kernel::Isa;

    fn asked() -> AskedRows {
        let text = |text: &str| Some(text.to_owned());
        AskedRows {
            deck: text("40"),
            copies: text("in"),
            drawn: text("7"),
            found: text("lands"),
            ..AskedRows::default()
        }
    }

    fn read(asked: AskedRows, text: &str) -> Result<(Rows, String), String> {
        let plan = asked
            .plan()
            .map_err(|(key, problem)| format!("{key}: {problem}"))?;
        let source = Rowed::new(text.as_bytes(), "x.csv".to_owned(), &plan);
        let mut source = source.map_err(|error| error.to_string())?;
        let mut batch = Rows::new(Rows::SIZE, Isa::best());
        source.fill(&mut batch).map_err(|error| error.to_string())?;
        Ok((batch, source.described()))
    }

    #[test]
    fn numbers_hold_for_all_rows_and_words_name_columns() {
        let (rows, said) = read(asked(), "in,lands\n17,3\n16,2\n").unwrap();
        let found: Vec<_> = rows
            .rows()
            .iter()
            .map(|row| (row.deck, row.copies, row.found))
            .collect();
        assert_eq!(found, [(40, 17, 3), (40, 16, 2)]);
        assert!(
            said.ends_with("columns by name; all taken to be first hands"),
            "{said}"
        );
    }

    #[test]
    fn names_of_a_class_are_counted() {
        let asked = AskedRows {
            drawn: Some("2".to_owned()),
            class: Some("Island, Plains".to_owned()),
            ..asked()
        };
        let (rows, _) = read(asked, "in,lands\n17,Plains|Shock\n").unwrap();
        assert_eq!(rows.rows()[0].found, 1);
    }

    #[test]
    fn what_was_passed_over_is_said() {
        let asked = AskedRows {
            mulligans: Some("mulligans".to_owned()),
            only: Some("event=Trad".to_owned()),
            ..asked()
        };
        let text = "in,lands,mulligans,event\n17,3,0,Trad\n17,2,1,Trad\n17,2,0,Other\n";
        let (rows, said) = read(asked, text).unwrap();
        assert_eq!(rows.len(), 1);
        for part in [
            "only event = Trad",
            "first hands only",
            "1 row with other",
            "1 hand after a",
        ] {
            assert!(said.contains(part), "{said}");
        }
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        let without = |change: fn(&mut AskedRows)| {
            let mut asked = asked();
            change(&mut asked);
            asked
        };
        for (asked, says) in [
            (
                without(|asked| asked.copies = None),
                "copies: it is missing",
            ),
            (without(|asked| asked.found = None), "found: it is missing"),
            (
                without(|asked| asked.only = Some("x".to_owned())),
                "only: found `x`",
            ),
            (
                without(|asked| asked.lands17 = true),
                "deck: found it with 17lands",
            ),
            (
                AskedRows {
                    lands17: true,
                    ..AskedRows::default()
                },
                "card-table: it is missing",
            ),
            (
                AskedRows {
                    card_table: Some("no/such/file".into()),
                    ..AskedRows::default()
                },
                "card-table: found `no/such/file`, but it cannot be read",
            ),
            (
                without(|asked| asked.copies = Some("inn".to_owned())),
                "x.csv, line 1, column 1: ",
            ),
            (
                without(|asked| asked.deck = Some("10001".to_owned())),
                "line 2, column 1: found a deck of 10001",
            ),
        ] {
            let error = read(asked, "in,lands\n17,3\n").unwrap_err();
            assert!(error.contains(says), "{says}: {error}");
        }
        let error = read(asked(), "in,lands\n17,8\n").unwrap_err();
        assert!(error.contains("line 2, column 4: found 8"), "{error}");
    }
}
