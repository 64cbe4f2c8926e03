//! `duplicates`: the expected value of the refuted metric.

use serde::{Deserialize, Serialize};

use super::page::Page;
use super::parameter::MOST_DECKS;
use super::question::{Kind, Topic, ask};
use super::{Parameter, Read, Unanswered, chain};
use crate::exact::matrix::Matrix;
use crate::names::grouped;
use crate::routine::Plan;
use crate::statistic::expected_cells;

pub(super) const QUESTION: Kind = Kind {
    name: "duplicates",
    about: "The expected \"number of duplicates\", the refuted metric",
    topic: Topic::routine("A routine, such as \"HRR\""),
    parameters: &[
        Parameter::new(
            "trials",
            "N",
            Read::Whole(1..=MOST_DECKS),
            "Decks in a replicate",
        )
        .required()
        .alias("decks"),
        Parameter::new(
            "counts",
            "K,K",
            Read::Different(0..=MOST_DECKS),
            "Counts that make a cell a duplicate; default: trials/deck rounded down, and one more",
        ),
    ],
    ask: |given| {
        let (trials, counts) = (given.value("trials"), given.get::<Vec<u64>>("counts"));
        ask(move |about| Duplicates::of(about.plan()?, about.cards, trials, counts.clone()))
    },
};

/// The expected number of duplicates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Duplicates {
    /// Decks in a replicate.
    pub trials: u64,
    /// The counts that make a cell a duplicate.
    pub counts: Vec<u64>,
    /// The expected number of duplicates.
    pub expected: f64,
    /// The same of an ideal shuffle.
    pub expected_ideal: f64,
    /// Numbers of cells, by count.
    pub cells: Vec<Held>,
}

/// Cells with a certain count.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// The count.
    pub held: u64,
    /// Expected number of cells with it.
    pub expected: f64,
    /// The same of an ideal shuffle.
    pub expected_ideal: f64,
}

impl Duplicates {
    /// Finds the duplicates of a routine. Without `counts` it takes those that the article used:
    /// trials/cards rounded down, and one more.
    pub fn of(
        plan: &Plan,
        cards: usize,
        trials: u64,
        counts: Option<Vec<u64>>,
    ) -> Result<Self, Unanswered> {
        let chain = chain(plan, cards)?;
        let ideal = Matrix::uniform(cards);
        let near = trials / cards as u64;
        let counts = counts.unwrap_or_else(|| vec![near, near + 1]);
        let of = |&held: &u64| Held {
            held,
            expected: expected_cells(&chain, trials, held),
            expected_ideal: expected_cells(&ideal, trials, held),
        };
        let cells: Vec<Held> = counts.iter().map(of).collect();
        Ok(Self {
            trials,
            counts,
            expected: cells.iter().map(|held| held.expected).sum(),
            expected_ideal: cells.iter().map(|held| held.expected_ideal).sum(),
            cells,
        })
    }
}

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &Duplicates, name: &str, cards: usize) {
    page.line(format!(
        "{} decks of {cards} cards shuffled by {name} give {:.6} \"duplicates\" on average (ideal: {:.6}).",
        grouped(found.trials),
        found.expected,
        found.expected_ideal
    ));
    page.table(&found.cells)
        .right("decks in a cell", |held| held.held)
        .right("cells expected", |held| format!("{:.6}", held.expected))
        .right("ideal", |held| format!("{:.6}", held.expected_ideal));
    page.note("the refuted metric: a single cut has as many as an ideal shuffle");
}
