//! Reasons why a question has no answer.

use thiserror::Error;

use laws::matrix::Matrix;
use laws::pairs::Effort;
use shuffle::routine::{CHAIN_BUDGET, Plan, Refused};
use text::pieces::Left;

/// The reason why there is no answer.
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
        /// The effort that it takes.
        effort: Effort,
        /// Cards in a deck.
        cards: usize,
    },
    /// The answer is not known; the text says why.
    #[error("{0}")]
    Unknown(String),
    /// The search for it is to stop in its midst.
    #[error(transparent)]
    Left(Left),
}

impl Unanswered {
    /// The reason why there is no answer about pairs of cards.
    pub(super) fn of_pairs(refused: &Refused, cards: usize) -> Self {
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
pub(super) fn chain(plan: &Plan, cards: usize) -> Result<Matrix, Unanswered> {
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
