//! The stakes of an experiment: those that it names, and those of sets.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use toml::Spanned;

use super::check_statistics::LookedAt;
use super::error::{Errors, SpecError};
use super::place::Place;
use super::wire;
use deck::subject::Kind;
use record::Tolerance;
use statistic::Probe;
use statistic::stakes::{OF_DECKS, OF_DRAWS, OF_ROWS, OF_VIEWS, SETS, Set};
use text::names;
use text::params::{KindError, ParamError};

/// The stakes that options name, and how far they may be off.
#[derive(Debug, Clone, Default)]
pub struct Stakes {
    /// `--stake`
    pub of: Vec<String>,
    /// `--stakes`
    pub sets: Vec<String>,
    /// `--accept-stakes`
    pub accept: Option<Tolerance>,
}

/// The name that stands for the set of the game of recorded deals.
pub const AUTO: &str = "auto";

/// A stake of a spec.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Named {
    pub of: Spanned<String>,
}

/// The stakes of a spec, by their names.
pub(super) type OfSpec = BTreeMap<String, Named>;

/// The statistic of all stakes, if any are named: those that are named one by one come first, and their number is noted.
pub(super) fn probe(
    place: &Place<'_>,
    file: &mut wire::File,
    looked_at: &LookedAt<'_>,
    errors: &mut Errors,
) -> Option<Probe> {
    let options = file.options.stakes.clone();
    let mut texts: Vec<String> = Vec::new();
    let named = file.stakes.take().unwrap_or_default();
    let spans = named
        .values()
        .map(|named| (named.of.get_ref().clone(), named.of.span()));
    let spans: Vec<_> = spans.collect();
    texts.extend(spans.iter().map(|(text, _)| text.clone()));
    texts.extend(options.of.iter().cloned());
    let mut seen = BTreeSet::new();
    texts.retain(|text| seen.insert(text.clone()));
    file.named_stakes = texts.len();
    for name in &options.sets {
        match of_set(name, file, looked_at) {
            Ok(of) => texts.extend(of),
            Err(problem) => errors.add(place.option("stakes", problem)),
        }
    }
    // An event of a set is left out where it was named by itself, perhaps with odds.
    let mut seen = BTreeSet::new();
    let mut at = 0..;
    texts.retain(|text| {
        let is_named = at.next().is_some_and(|at| at < file.named_stakes);
        let event = text.split(" pays ").next().unwrap_or(text);
        seen.insert(event.to_owned()) || is_named
    });
    if texts.is_empty() {
        if options.accept.is_some() && options.sets.is_empty() {
            errors.add(place.option(
                "accept-stakes",
                "found it without stakes; accepted: with --stake or --stakes",
            ));
        }
        return None;
    }
    let found = build(&texts, file, looked_at).map_err(|problem| {
        let own = spans
            .iter()
            .find(|(text, _)| problem.contains(text.as_str()));
        match own {
            Some((_, span)) => place.key(span.clone(), "stakes", problem),
            None => place.option("stake", problem),
        }
    });
    errors.keep(found)
}

/// The stakes of a set that can be read off what is seen.
fn of_set(name: &str, file: &wire::File, looked_at: &LookedAt<'_>) -> Result<Vec<String>, String> {
    let all = || SETS.iter().map(|set| set.name);
    if name == AUTO {
        return Err(format!(
            "found `{AUTO}` with simulated decks, which do not tell their game; accepted: {}",
            names::list(all())
        ));
    }
    let Some(set) = Set::named(name) else {
        let (accepted, hint) = (names::list(all()), names::hint(name, all()));
        let name = name.escape_debug();
        return Err(format!("unknown set `{name}`; accepted: {accepted}{hint}"));
    };
    let (mut found, mut wrong) = (Vec::new(), String::new());
    for stake in set.stakes {
        let text = (*stake).to_owned();
        match build(std::slice::from_ref(&text), file, looked_at) {
            Ok(_) => found.push(text),
            Err(problem) => wrong = problem,
        }
    }
    if found.is_empty() {
        // A set is for other things than one of its stakes accepts.
        let wrong = wrong.split("; accepted").next().unwrap_or_default();
        let fits = |set: &&Set| {
            let mut stakes = set.stakes.iter().map(|stake| (*stake).to_owned());
            stakes.any(|text| build(&[text], file, looked_at).is_ok())
        };
        let others: Vec<&str> = SETS.iter().filter(fits).map(|set| set.name).collect();
        let accepted = if others.is_empty() {
            format!(" ({wrong}); accepted: {}", set.about)
        } else {
            let others = names::list(others.into_iter());
            format!("; accepted here: {others}; `{name}` is for {}", set.about)
        };
        return Err(format!(
            "found `{name}`, but none of its stakes can be read off what is seen{accepted}"
        ));
    }
    Ok(found)
}

/// Makes the statistic of these stakes.
fn build(texts: &[String], file: &wire::File, looked_at: &LookedAt<'_>) -> Result<Probe, String> {
    let kind = match looked_at.subject.kind() {
        Kind::DECK => OF_DECKS,
        Kind::VIEW => OF_VIEWS,
        Kind::SEQUENCE => OF_DRAWS,
        Kind::ROWS => OF_ROWS,
        other => {
            return Err(format!(
                "found stakes on {}; accepted: stakes on decks, hands, deals, rows and draws",
                other.plural()
            ));
        }
    };
    if kind == OF_DECKS && looked_at.before.is_some() && file.types.is_none() {
        return Err(
            "found stakes on single cards with a start: cards have the numbers of their places there; accepted: without \
             --start, where cards have their faces, or stakes on --types"
                .to_owned(),
        );
    }
    let mut table = toml::Table::new();
    let of = texts.iter().map(|text| text.as_str().into());
    table.insert("of".to_owned(), toml::Value::Array(of.collect()));
    if kind == OF_DECKS {
        let keys = [("types", &file.types), ("arrangement", &file.arrangement)];
        for (key, text) in keys {
            if let Some(text) = text {
                table.insert(key.to_owned(), text.get_ref().as_str().into());
            }
        }
    }
    if kind == OF_DRAWS && !file.symbols.is_empty() {
        let names = file.symbols.iter().map(|name| name.as_str().into());
        table.insert("names".to_owned(), toml::Value::Array(names.collect()));
    }
    looked_at.build(kind, table).map_err(|error| match error {
        KindError::Parameters(ParamError::Wrong {
            found, accepted, ..
        }) => format!("found {found}; accepted: {accepted}"),
        other => other.to_string(),
    })
}

/// Refuses stakes on what has none.
pub(super) fn refuse(
    place: &Place<'_>,
    file: &wire::File,
    accepted: &str,
) -> Result<(), SpecError> {
    let options = &file.options.stakes;
    if options.of.is_empty() && options.sets.is_empty() && file.stakes.is_none() {
        return Ok(());
    }
    Err(place.option("stake", format!("found it; accepted: only {accepted}")))
}
