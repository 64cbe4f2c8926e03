//! How the decks of a program are read: the keys beside it.

use std::path::Path;

use toml::Spanned;

use super::{Place, SpecError, wire};
use crate::names;
use crate::rng::Seed;
use crate::source::{Base, Columns, FORMATS, Format, Header, Reading, Start};

/// The reading that the keys of `source` say, for decks of `cards` cards. Relative paths start in
/// `folder`; `seed` is that of the labels of copies.
pub(super) fn reading(
    place: &Place<'_>,
    source: &wire::Source,
    folder: &Path,
    cards: usize,
    seed: &Seed,
) -> Result<Reading, SpecError> {
    let format = one_of(place, "source.format", source.format.as_ref(), |name| {
        Format::named(name).ok_or_else(|| FORMATS.iter().map(|about| about.name).collect())
    })?;
    let header = one_of(place, "source.header", source.header.as_ref(), |name| {
        Header::named(name).ok_or_else(|| Header::NAMES.iter().map(|(name, ..)| *name).collect())
    })?;
    let reading = Reading {
        base: base(place, source.base.as_ref())?,
        header: header.unwrap_or(Header::Auto),
        columns: columns(place, source.columns.as_ref())?,
        in_place: source.in_place.as_ref().is_some_and(|yes| *yes.get_ref()),
        skip_invalid: skip_invalid(place, source.skip_invalid.as_ref())?,
        ..Reading::from(format.unwrap_or(Format::Auto))
    };
    if let Err(problem) = reading.check_columns(cards, "format = \"csv\"", "deck") {
        let span = source.columns.as_ref().map_or(0..0, Spanned::span);
        return Err(place.key(span, "source.columns", problem));
    }
    let Some(file) = &source.start else {
        return Ok(reading);
    };
    let Seed::Integer(labels) = *seed else {
        let problem =
            "found a list as the seed; accepted: a whole number, for the labels of copies";
        return Err(place.key(file.span(), "source.start", problem));
    };
    let key = place.name(file.span(), "source.start");
    let start = Start::open(&folder.join(file.get_ref()), cards, &key)?;
    Ok(Reading {
        start: Some(start),
        labels,
        ..reading
    })
}

/// Gives the value that `named` finds for a word, or `None` without a word. An error lists the words that
/// `named` accepts.
fn one_of<T>(
    place: &Place<'_>,
    key: &str,
    word: Option<&Spanned<String>>,
    named: impl Fn(&str) -> Result<T, Vec<&'static str>>,
) -> Result<Option<T>, SpecError> {
    let Some(word) = word else {
        return Ok(None);
    };
    let found = word.get_ref();
    let value = named(found).map_err(|all| {
        let all = || all.iter().copied();
        let (accepted, hint) = (names::list(all()), names::hint(found, all()));
        let problem = format!("found `{found}`; accepted: {accepted}{hint}");
        place.key(word.span(), key, problem)
    })?;
    Ok(Some(value))
}

fn base(place: &Place<'_>, base: Option<&Spanned<wire::Whole>>) -> Result<Option<Base>, SpecError> {
    let Some(base) = base else {
        return Ok(None);
    };
    match base.get_ref().0 {
        0 => Ok(Some(Base::Zero)),
        1 => Ok(Some(Base::One)),
        found => Err(place.key(
            base.span(),
            "source.base",
            format!("found `{found}`; accepted: 0 or 1, the number of the lowest card"),
        )),
    }
}

fn columns(
    place: &Place<'_>,
    columns: Option<&Spanned<String>>,
) -> Result<Option<Columns>, SpecError> {
    let Some(columns) = columns else {
        return Ok(None);
    };
    let found = columns.get_ref();
    let read: Result<Columns, String> = found.parse();
    read.map(Some).map_err(|accepted| {
        let problem = format!("found `{}`; {accepted}", found.escape_debug());
        place.key(columns.span(), "source.columns", problem)
    })
}

fn skip_invalid(place: &Place<'_>, most: Option<&Spanned<wire::Whole>>) -> Result<u64, SpecError> {
    let Some(most) = most else {
        return Ok(0);
    };
    u64::try_from(most.get_ref().0).map_err(|_| {
        let problem = format!(
            "found `{}`; accepted: a whole number from 0",
            most.get_ref().0
        );
        place.key(most.span(), "source.skip-invalid", problem)
    })
}
