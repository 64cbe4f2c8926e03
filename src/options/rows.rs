//! Rows with decks of their own: where their values stand in a table.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use ::run::spec::Dealt;
use reader::{AskedRows, RowPlan, Separator};

/// The places of the values of rows (--subject rows, or --format 17lands).
#[derive(Debug, Clone, Args)]
#[group(id = "rows")]
pub struct Options {
    /// Rows: cards of the class in each deck, such as its lands, as a column's name or a number
    #[arg(long, value_name = "COLUMN|N")]
    copies: Option<String>,
    /// Rows: cards drawn
    #[arg(long, value_name = "COLUMN|N")]
    drawn: Option<String>,
    /// Rows: cards of the class among those drawn; with --class the column of their names, `|` between them
    #[arg(long, value_name = "COLUMN")]
    found: Option<String>,
    /// Rows: a column of numbers that may go with them, such as the place of the cards before the shuffle
    #[arg(long, value_name = "COLUMN")]
    covariate: Option<String>,
    /// Rows: a column of dates or times, to see whether the shuffler changed
    #[arg(long, value_name = "COLUMN")]
    time: Option<String>,
    /// Rows: a column with the mulligans before each hand; only first hands are then taken
    #[arg(long, value_name = "COLUMN")]
    mulligans: Option<String>,
    /// 17lands: the table of cards (cards.csv) that is published beside the replay data
    #[arg(long, value_name = "FILE")]
    card_table: Option<PathBuf>,
    /// 17lands: the type of the cards that are counted, Land if absent. Rows: the names of the class, as in Island,Plains
    #[arg(long, value_name = "CLASS")]
    class: Option<String>,
    /// Rows: only those with this value, as in `event_type=TradDraft`
    #[arg(long, value_name = "COLUMN=VALUE")]
    only: Option<String>,
}

impl Options {
    /// The option that is given, if any is: they mean nothing for other subjects.
    pub fn given(&self) -> Option<&'static str> {
        let texts = [
            ("--copies", &self.copies),
            ("--drawn", &self.drawn),
            ("--found", &self.found),
            ("--covariate", &self.covariate),
            ("--time", &self.time),
            ("--mulligans", &self.mulligans),
            ("--class", &self.class),
            ("--only", &self.only),
        ];
        let mut given = texts.into_iter().filter(|(_, value)| value.is_some());
        let table = self.card_table.as_ref().map(|_| "--card-table");
        given.next().map(|(name, _)| name).or(table)
    }

    /// Returns true if each row has something beside it.
    pub fn has_covariate(&self) -> bool {
        self.covariate.is_some()
    }

    /// The plan for reading the table; `deck` says where the decks' sizes stand.
    pub fn plan(
        &self,
        lands17: bool,
        deck: Option<String>,
        separator: Option<Separator>,
    ) -> anyhow::Result<RowPlan> {
        let asked = AskedRows {
            lands17,
            deck,
            copies: self.copies.clone(),
            drawn: self.drawn.clone(),
            found: self.found.clone(),
            covariate: self.covariate.clone(),
            time: self.time.clone(),
            mulligans: self.mulligans.clone(),
            separator,
            card_table: self.card_table.clone(),
            class: self.class.clone(),
            only: self.only.clone(),
        };
        let plan = asked.plan();
        plan.map_err(|(key, problem)| anyhow!("--{key}: {problem}"))
    }
}

/// The deck to shuffle, or the column that gives it for each row: which of the two is known once the subject is.
#[derive(Debug, Clone)]
pub struct Deck {
    /// The deck as it was written.
    pub text: String,
    /// The deck, or why it is none.
    pub dealt: Result<Dealt, String>,
}

impl Deck {
    /// A deck of so many cards.
    pub fn of(cards: usize) -> Self {
        Self {
            text: cards.to_string(),
            dealt: Ok(Dealt::of_cards(cards)),
        }
    }
}

/// Reads `--deck`.
#[expect(
    clippy::unnecessary_wraps,
    reason = "options are read by functions that may refuse"
)]
pub fn deck(text: &str) -> Result<Deck, std::convert::Infallible> {
    Ok(Deck {
        text: text.to_owned(),
        dealt: super::dealt(text),
    })
}
