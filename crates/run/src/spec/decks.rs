//! Decks that something else shuffles: which subjects can come from where.

use super::error::SpecError;
use super::place::Place;
use super::wire;
use reader::Origin;
use statistic::{Before, Named};
use subjects::AnySubject;

/// Decks that come from elsewhere and what they are, handed over by the caller since no text can say it.
pub(super) struct Handed<'a> {
    /// The kind of subject that is tested.
    pub subject: AnySubject,
    /// The source of the decks.
    pub origin: Origin<'a>,
}

impl Handed<'_> {
    /// Refuses to stop once it is decided where there is but one order.
    pub fn check(&self, place: &Place<'_>, file: &wire::File) -> Result<(), SpecError> {
        if file.until_decided.is_some() && self.subject.order().is_some() {
            let problem = "found it with one order; accepted: decks that keep coming";
            return Err(place.option("until-decided", problem));
        }
        Ok(())
    }
}

/// The deck before the shuffle, if a start gives it.
pub(super) fn before<'a>(origin: &'a Origin<'_>) -> Option<Before<'a>> {
    let reading = origin.reading()?;
    let start = reading.start.as_ref()?;
    Some(Before {
        file: start.name(),
        in_place: reading.in_place,
        named: start.names().map(|names| Named {
            deck: names.deck(),
            written: names.written(),
            find: Box::new(|name| names.symbol(name)),
        }),
    })
}
