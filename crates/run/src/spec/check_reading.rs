//! Checks the keys that say how the decks of a program are read.

use std::path::Path;
use std::str::FromStr;

use toml::Spanned;

use super::error::SpecError;
use super::place::Place;
use super::wire;
use deck::rng::Seed;
use reader::{
    AskedRows, Base, Columns, FORMATS, Format, Header, Key, Reading, RowPlan, Separator, Start,
};
use text::names;

/// The reading that the keys of `source` say, for decks of `cards` cards, if their number is known. Relative paths start in
/// `folder`; `seed` is that of the labels of copies.
pub(super) fn reading(
    place: &Place<'_>,
    source: &wire::Source,
    folder: &Path,
    cards: Option<usize>,
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
        columns: parsed::<Columns>(place, "source.columns", source.columns.as_ref())?,
        separator: parsed::<Separator>(place, "source.separator", source.separator.as_ref())?,
        key: parsed::<Key>(place, "source.key", source.key.as_ref())?,
        in_place: source.in_place.as_ref().is_some_and(|yes| *yes.get_ref()),
        skip_invalid: skip_invalid(place, source.skip_invalid.as_ref())?,
        ..Reading::from(format.unwrap_or(Format::Auto))
    };
    if let Err(problem) = reading.check_columns(cards, "format = \"csv\"", "deck") {
        let span = source.columns.as_ref().map_or(0..0, Spanned::span);
        return Err(place.key(span, "source.columns", problem));
    }
    if let Err(problem) = reading.check_separator("format = \"csv\"") {
        let span = source.separator.as_ref().map_or(0..0, Spanned::span);
        return Err(place.key(span, "source.separator", problem));
    }
    if let Err(problem) = reading.check_key() {
        let span = source.key.as_ref().map_or(0..0, Spanned::span);
        return Err(place.key(span, "source.key", problem));
    }
    let reading = Reading {
        rows: rows(place, source, folder, reading.separator)?,
        ..reading
    };
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

/// The plan for reading rows with decks of their own, if they are read.
fn rows(
    place: &Place<'_>,
    source: &wire::Source,
    folder: &Path,
    separator: Option<Separator>,
) -> Result<Option<Box<RowPlan>>, SpecError> {
    let Some(spanned) = &source.rows else {
        return Ok(None);
    };
    let rows = spanned.get_ref();
    let count = |count: &Option<wire::Count>| count.as_ref().map(wire::Count::text);
    let format = source
        .format
        .as_ref()
        .map(|format| format.get_ref().as_str());
    let asked = AskedRows {
        lands17: format.and_then(Format::named) == Some(Format::Lands17),
        deck: count(&rows.deck),
        copies: count(&rows.copies),
        drawn: count(&rows.drawn),
        found: count(&rows.found),
        covariate: rows.covariate.clone(),
        time: rows.time.clone(),
        mulligans: rows.mulligans.clone(),
        separator,
        card_table: rows.card_table.as_ref().map(|file| folder.join(file)),
        class: rows.class.clone(),
        only: rows.only.clone(),
    };
    let plan = asked.plan().map_err(|(key, problem)| {
        place.key(spanned.span(), &format!("source.rows.{key}"), problem)
    })?;
    Ok(Some(Box::new(plan)))
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

/// Gives the value that a text stands for, or `None` without a text. The error of `T` says what is accepted.
fn parsed<T: FromStr<Err = String>>(
    place: &Place<'_>,
    key: &str,
    text: Option<&Spanned<String>>,
) -> Result<Option<T>, SpecError> {
    let Some(text) = text else {
        return Ok(None);
    };
    let found = text.get_ref();
    let read: Result<T, String> = found.parse();
    read.map(Some).map_err(|accepted| {
        let problem = format!("found `{}`; {accepted}", found.escape_debug());
        place.key(text.span(), key, problem)
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
