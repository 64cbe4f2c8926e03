//! Questions in the words of the command line: options, and the experiments and questions that they stand for. The
//! program and the page in a browser read the same.

pub mod advise;
pub mod compared;
pub mod decks;
pub mod exact;
mod exit;
pub mod fitted;
pub mod order;
pub mod rows;
pub mod run;
pub mod states;
pub mod test;
pub mod until;
pub mod weights;

use std::path::Path;

pub use exit::Exit;

use ::run::spec::{CARDS, Dealt};
use statistic::{SUITES, Suite};
use text::names;
use text::whole;

/// Reads the number of cards in a deck.
pub fn cards<T: TryFrom<u64>>() -> impl Fn(&str) -> Result<T, String> + Clone {
    whole::within(CARDS)
}

/// A suite by its name.
pub fn suite(text: &str) -> Result<Suite, String> {
    Suite::named(text).ok_or_else(|| accepted(text, || SUITES.iter().map(|about| about.name)))
}

/// The message about a word that is none of the names.
pub fn accepted<N: Iterator<Item = &'static str>>(text: &str, names: impl Fn() -> N) -> String {
    let (list, hint) = (names::list(names()), names::hint(text, names()));
    format!("accepted: {list}{hint}")
}

/// Reads the deck to shuffle, as an option says it.
pub fn dealt(text: &str) -> Result<Dealt, String> {
    Dealt::read(text, Path::new("."))
}

/// The message where `--deck` and `--types` both say the types.
const TWICE_TYPES: &str =
    "--types: found it beside a --deck that says its types; accepted: one of the two";

/// The cards of each type, which `--deck` or `--types` may say.
fn types(deck: Option<&Dealt>, types: Option<&String>) -> anyhow::Result<Option<String>> {
    let dealt = deck.and_then(|deck| deck.types.clone());
    match (dealt, types) {
        (Some(_), Some(_)) => anyhow::bail!(TWICE_TYPES),
        (dealt, types) => Ok(dealt.or_else(|| types.cloned())),
    }
}
