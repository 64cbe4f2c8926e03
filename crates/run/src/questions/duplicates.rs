//! `duplicates`: the expected value of the refuted metric.

use super::parameter::MOST_DECKS;
use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::unanswered::{Unanswered, chain};
use laws::matrix::Matrix;
use record::answers::duplicates::{Duplicates, Held, NAME};
use shuffle::routine::Plan;
use statistic::expected_cells;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
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
        ask(move |about| find(about.plan()?, about.cards, trials, counts.clone()))
    },
};

/// Finds the duplicates of a routine. Without `counts` it takes those that the article used:
/// trials/cards rounded down, and one more.
fn find(
    plan: &Plan,
    cards: usize,
    trials: u64,
    counts: Option<Vec<u64>>,
) -> Result<Duplicates, Unanswered> {
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
    Ok(Duplicates {
        trials,
        counts,
        expected: cells.iter().map(|held| held.expected).sum(),
        expected_ideal: cells.iter().map(|held| held.expected_ideal).sum(),
        cells,
    })
}
