//! Keys that mean nothing for the subject of an experiment.

use toml::Spanned;

use super::error::SpecError;
use super::place::Place;
use super::wire;

/// Keys that the spec has.
pub(super) type Given = (&'static str, Option<std::ops::Range<usize>>);

/// Refuses keys that mean nothing for the subject.
pub(super) fn refuse(place: &Place<'_>, given: &[Given], accepted: &str) -> Result<(), SpecError> {
    for (key, span) in given {
        if let Some(span) = span {
            let problem = format!("found it; accepted: only {accepted}");
            return Err(place.key(span.clone(), key, problem));
        }
    }
    Ok(())
}

/// Refuses keys that are for decks of one size.
pub(super) fn refuse_decks(
    place: &Place<'_>,
    file: &wire::File,
    accepted: &str,
) -> Result<(), SpecError> {
    let given = [
        ("deck", file.deck.as_ref().map(Spanned::span)),
        ("view", file.view.as_ref().map(Spanned::span)),
        ("routines", file.routines.as_ref().map(Spanned::span)),
        ("types", file.types.as_ref().map(Spanned::span)),
        ("shuffles", file.shuffles.as_ref().map(|_| 0..0)),
    ];
    refuse(place, &given, accepted)
}
