//! The likeliest cause of a failure: the model that alone fits the first decks, as `colddeck fit` finds it.

use deck::Card;
use record::answers::fit::Verdict;
use search::fit::{Orders, Seen, fit};

/// Cards of the largest deck that models are tried for.
const MOST_CARDS: usize = 100;

/// The seed of the models' simulations.
const SEED: u128 = 1;

/// Names the model that alone fits `decks`, if one does. Models take minutes to simulate without optimisation: then none is
/// tried.
pub fn of(cards: usize, decks: &[Vec<Card>]) -> Option<String> {
    if cards > MOST_CARDS || !cfg!(optimised) {
        return None;
    }
    let orders = Orders {
        cards,
        times: 1,
        seen: Seen::Whole,
        decks: decks.to_vec(),
    };
    let found = fit(&orders, SEED);
    let first = found.models.first()?;
    (found.verdict == Verdict::Model).then(|| {
        format!(
            "Of the models that colddeck fit knows, one alone fits the first {} decks: {}.",
            found.decks, first.shuffle
        )
    })
}
