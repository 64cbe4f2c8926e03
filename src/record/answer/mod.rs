//! Answers without simulating: what `colddeck exact` finds, versioned like the record, and enough to
//! make its tables from.
//!
//! Positions count from 1 here, as people read them; the first entry of a list is position 1.

mod cube;
mod cycles;
mod distance;
mod duplicates;
mod hitting;
mod law;
mod null;
mod pairs;
mod position;
mod support;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use thiserror::Error;

pub use cube::{Balance, Choice, Colour, Cube, CubeQuestion, Even};
pub use cycles::{
    Besides, Compared, Cut, Cuts, Cycles, Deck, Decks, Length, ROUNDS_SHOWN, Related,
};
pub use distance::{Distance, Proof, Repeated, Riffles};
pub use duplicates::{Duplicates, Held};
pub use hitting::{Hitting, Time};
pub use law::{Law, Likely, Rising};
pub use null::{At, Null, Share};
pub use pairs::{Neighbours, Order, Pairs};
pub use position::{Card, Position, Power};
pub use support::Support;

use crate::exact::pairs::Effort;
use crate::exact::wide::Wide;
use crate::routine::{CHAIN_BUDGET, Plan, Refused};

/// The version of the layout.
pub const ANSWER_SCHEMA: &str = "colddeck.exact/1";

/// An answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// [`ANSWER_SCHEMA`].
    pub schema: String,
    /// Version of colddeck that made it.
    pub version: String,
    /// What was asked: `tv`, `position`, …
    pub what: String,
    /// The routine, where the question is about one.
    pub routine: Option<String>,
    /// Cards in a deck.
    pub deck: usize,
    /// What the letters of the routine stand for.
    pub letters: BTreeMap<String, String>,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
}

/// What was found, by question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Found {
    /// `tv`
    Distance(Distance),
    /// `position`
    Position(Position),
    /// `pairs`
    Pairs(Pairs),
    /// `duplicates`
    Duplicates(Duplicates),
    /// `hit`
    Hitting(Hitting),
    /// `support`
    Support(Support),
    /// `law`
    Law(Law),
    /// `null`
    Null(Null),
    /// `cycles`
    Cycles(Cycles),
    /// `piles`
    Cube(Cube),
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum Unanswered {
    /// The routine's one-card chain would take too long.
    #[error(
        "the one-card chain of {steps} shuffles of {cards} cards takes about {products:.1e} multiplications; \
         accepted: up to {most:.0e} (fewer shuffles, or a smaller deck)"
    )]
    Chain {
        /// Shuffles in the routine.
        steps: usize,
        /// Cards in a deck.
        cards: usize,
        /// Multiplications that it would take.
        products: f64,
        /// Multiplications that are accepted.
        most: f64,
    },
    /// The routine's two-card chain would take too long, or too much memory.
    #[error(
        "the two-card chain of this routine for {cards} cards takes about {:.1e} multiplications and {:.2} GB; \
         accepted: up to {:.0e} and {:.2} GB, or any with `--large`",
        effort.multiplications, effort.bytes / 1e9, Effort::SECONDS.multiplications, Effort::SECONDS.bytes / 1e9
    )]
    Effort {
        /// What it takes.
        effort: Effort,
        /// Cards in a deck.
        cards: usize,
    },
    /// What was asked is not known, and why.
    #[error("{0}")]
    Unknown(String),
}

impl Unanswered {
    /// Why there is no answer about pairs of cards.
    fn of_pairs(refused: &Refused, cards: usize) -> Self {
        match refused {
            Refused::Effort(effort) => Self::Effort {
                effort: *effort,
                cards,
            },
            Refused::Unknown { .. } => Self::Unknown(refused.to_string()),
        }
    }
}

/// The routine's one-card chain.
fn chain(plan: &Plan, cards: usize) -> Result<crate::exact::matrix::Matrix, Unanswered> {
    let products = plan.chain_effort(cards);
    if products > CHAIN_BUDGET {
        return Err(Unanswered::Chain {
            steps: plan.steps().len(),
            cards,
            products,
            most: CHAIN_BUDGET,
        });
    }
    plan.one_card(cards).ok_or_else(|| {
        let shuffle = plan.without_chain(cards).map(|shuffle| shuffle.describe());
        Unanswered::Unknown(format!(
            "no exact one-card chain is known for a shuffle in this routine ({}); accepted: shuffles \
             that have one (`colddeck run` simulates any)",
            shuffle.unwrap_or_default()
        ))
    })
}

/// A number that may lie outside the range of doubles: then it is text.
fn number(value: Wide) -> Value {
    let double = value.value();
    if value == Wide::ZERO || (double.is_normal() && double.is_finite()) {
        json!(double)
    } else {
        json!(value.to_string())
    }
}
