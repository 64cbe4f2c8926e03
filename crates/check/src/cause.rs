//! The likeliest cause of a failure: the model that alone fits the first decks, as `colddeck fit` finds it, that only so many orders
//! can come, or that they are all the same.

use deck::Card;
use record::answers::fit::Verdict;
use search::fit::{Orders, Seen, fit};

use crate::few_orders;

/// Decks that models are fitted to, at the most.
const FITTED: usize = 500;

/// The first decks that were made.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct First {
    decks: Vec<Vec<Card>>,
    seen: few_orders::Seen,
}

impl First {
    /// Takes the next deck.
    pub fn push(&mut self, deck: &[Card]) {
        self.seen.push(deck);
        if self.decks.len() < FITTED {
            self.decks.push(deck.to_vec());
        }
    }
}

/// Cards of the largest deck that models are tried for.
const MOST_CARDS: usize = 100;

/// Cards of the smallest deck whose repeats say that orders are few: 20,000 fair decks of 16 cards have one in 10⁵ times.
const FEWEST_CARDS: usize = 16;

/// The seed of the models' simulations.
const SEED: u128 = 1;

/// Names the model that alone fits the first decks, if one does, or says that they are all the same, or how many there can be.
/// Models take minutes to simulate without optimisation: then none is tried.
pub fn of(cards: usize, first: &First) -> Option<String> {
    let decks = &first.decks;
    if decks.windows(2).all(|pair| pair[0] == pair[1]) {
        return Some(format!(
            "The first {} decks are all in the same order.",
            decks.len()
        ));
    }
    // Decks of few cards have few orders anyway.
    if cards >= FEWEST_CARDS
        && let Some(words) = first.seen.words()
    {
        return Some(words);
    }
    if cards > MOST_CARDS || !cfg!(optimised) {
        return None;
    }
    let orders = Orders {
        cards,
        times: 1,
        seen: Seen::Whole,
        decks: decks.clone(),
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
