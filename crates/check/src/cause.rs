//! The likeliest cause of a failure: the model that alone fits the first decks, as `colddeck fit` finds it, or that they are all
//! the same.

use deck::Card;
use record::answers::fit::Verdict;
use search::fit::{Orders, Seen, fit};

/// Cards of the largest deck that models are tried for.
const MOST_CARDS: usize = 100;

/// The seed of the models' simulations.
const SEED: u128 = 1;

/// Names the model that alone fits `decks`, if one does, or says that they are all the same. Models take minutes to simulate
/// without optimisation: then none is tried.
pub fn of(cards: usize, decks: &[Vec<Card>]) -> Option<String> {
    if decks.windows(2).all(|pair| pair[0] == pair[1]) {
        return Some(format!(
            "The first {} decks are all in the same order.",
            decks.len()
        ));
    }
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
