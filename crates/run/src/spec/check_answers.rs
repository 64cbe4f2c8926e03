//! Reading questions: `[answers.NAME]` with `what`, `routine`, `deck` and the keys of the question.

use std::collections::BTreeMap;

use toml::Spanned;

use super::error::Errors;
use super::error::SpecError;
use super::experiment::Asked;
use super::place::Place;
use super::wire;
use crate::questions::{self, OfRoutine};
use shuffle::routine::{Letters, Routine};

/// Cards by which a question is read that should not be about decks, until it turns out that it is.
const ANY_DECK: usize = 52;

/// All questions of a spec; without a deck of its own, one is about decks of `cards` cards, if there are such.
pub(super) fn answers(
    place: &Place<'_>,
    asked: Option<BTreeMap<String, Spanned<wire::Asked>>>,
    letters: &Letters,
    cards: Option<usize>,
    errors: &mut Errors,
) -> Vec<Asked> {
    let asked = asked.unwrap_or_default().into_iter();
    let read = asked.map(|(name, asked)| one(place, name, asked, letters, cards));
    read.filter_map(|read| errors.keep(read)).collect()
}

fn one(
    place: &Place<'_>,
    name: String,
    asked: Spanned<wire::Asked>,
    letters: &Letters,
    known: Option<usize>,
) -> Result<Asked, SpecError> {
    let (span, key) = (asked.span(), format!("answers.{name}"));
    let error = |key: &str, problem: &dyn std::fmt::Display| place.key(span.clone(), key, problem);
    let good = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || !name.chars().all(good) {
        let problem = format!(
            "found the name `{}`; accepted: letters, digits and hyphens",
            name.escape_debug()
        );
        return Err(error("answers", &problem));
    }
    let asked = asked.into_inner();
    if let (Some(found), false) = (&asked.deck, questions::of_decks(&asked.what)) {
        let problem = format!("found `{}`; `{}` asks about no deck", found.0, asked.what);
        return Err(error(&format!("{key}.deck"), &problem));
    }
    let accepted = questions::cards(&asked.what);
    let cards = match asked.deck {
        None => known.unwrap_or(ANY_DECK),
        Some(found) => usize::try_from(found.0)
            .ok()
            .filter(|cards| accepted.contains(&(*cards as u64)))
            .ok_or_else(|| {
                let problem = format!(
                    "found `{}`; accepted: a whole number from {} to {}",
                    found.0,
                    accepted.start(),
                    accepted.end()
                );
                error(&format!("{key}.deck"), &problem)
            })?,
    };
    let question = questions::build(&asked.what, asked.parameters, cards, letters)
        .map_err(|problem| error(&key, &problem))?;
    if questions::of_decks(&asked.what) && known.is_none() && asked.deck.is_none() {
        let problem = format!(
            "it is missing; `{}` needs a number of cards, and this experiment has no deck",
            asked.what
        );
        return Err(error(&format!("{key}.deck"), &problem));
    }
    let routine = match (question.routine(), &asked.routine) {
        (OfRoutine::Needed | OfRoutine::Optional, Some(text)) => Some(
            Routine::parse(text, letters)
                .map_err(|problem| error(&format!("{key}.routine"), &problem))?,
        ),
        (OfRoutine::None | OfRoutine::Optional, None) => None,
        (OfRoutine::Needed, None) => {
            let problem = format!("it is missing; `{}` asks about a routine", asked.what);
            return Err(error(&format!("{key}.routine"), &problem));
        }
        (OfRoutine::None, Some(text)) => {
            let problem = format!("found `{text}`; `{}` asks about no routine", asked.what);
            return Err(error(&format!("{key}.routine"), &problem));
        }
    };
    Ok(Asked {
        name,
        question,
        routine,
        place: place.name(span, &key),
    })
}
