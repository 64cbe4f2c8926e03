//! Which statistics an experiment looks at: a suite, those that it names, those of its card types.

use std::collections::BTreeMap;

use toml::Spanned;

use super::check::unplaced;
use super::wire::{self, Choice};
use super::{Overrides, Place, SpecError};
use crate::names;
use crate::statistic::{self, Design, Probe, SUITES, Suite};
use crate::subject::Subject;

/// All statistics of the spec and of the command line, which takes the place of what the spec says.
pub(super) fn probes(
    place: &Place<'_>,
    file: &mut wire::File,
    overrides: &Overrides,
    subject: &Subject,
    design: &Design,
) -> Result<Vec<Probe>, SpecError> {
    let suite = match overrides.suite {
        Some(suite) => Some(suite),
        None => (file.suite.as_ref())
            .map(|name| suite(place, name))
            .transpose()?,
    };
    let mut statistics = statistics(place, subject, suite, file.statistics.take(), design)?;
    for text in &overrides.statistics {
        let probe = flagged(text, subject, design)?;
        match (statistics.iter()).position(|other| other.name() == probe.name()) {
            Some(at) => statistics[at] = probe,
            None => statistics.push(probe),
        }
    }
    for probe in types(
        place,
        (file.types.take(), file.arrangement.take()),
        overrides,
        design,
    )? {
        // One that is named keeps its own parameters.
        if statistics.iter().all(|other| other.name() != probe.name()) {
            statistics.push(probe);
        }
    }
    Ok(statistics)
}

/// A statistic of the command line: its name, or a table with `kind` and parameters.
fn flagged(text: &str, subject: &Subject, design: &Design) -> Result<Probe, SpecError> {
    let refuse = |problem: String| Place::CommandLine.key(0..0, "statistics", problem);
    let choice = if text.trim_start().starts_with('{') {
        let accepted =
            "accepted: a name such as `snap`, or a table such as {kind=\"snap\", players=3}";
        let read: Result<BTreeMap<String, Choice>, _> =
            toml::from_str(&format!("statistic = {text}"));
        read.ok()
            .and_then(|mut read| read.remove("statistic"))
            .ok_or_else(|| refuse(format!("found `{}`; {accepted}", text.escape_debug())))?
    } else {
        Choice {
            kind: text.to_owned(),
            parameters: toml::Table::new(),
        }
    };
    statistic::build_on(subject, &choice.kind, choice.parameters, design)
        .map_err(|error| refuse(error.to_string()))
}

/// The statistics of card types, if the deck has any.
fn types(
    place: &Place<'_>,
    (types, arrangement): (Option<Spanned<String>>, Option<Spanned<String>>),
    overrides: &Overrides,
    design: &Design,
) -> Result<Vec<Probe>, SpecError> {
    let flag = |text: &Option<String>| text.clone().map(unplaced);
    let given = overrides.types.is_some() || overrides.arrangement.is_some();
    let place = if given { &Place::CommandLine } else { place };
    let types = flag(&overrides.types).or(types);
    let arrangement = flag(&overrides.arrangement).or(arrangement);
    let arranged = arrangement.as_ref().map(|text| text.get_ref().as_str());
    match (&types, &arrangement) {
        (Some(text), _) => statistic::of_types(text.get_ref(), arranged, design)
            .map_err(|error| place.key(text.span(), "types", error)),
        (None, Some(alone)) => Err(place.key(
            alone.span(),
            "arrangement",
            "found it without `types`; accepted: both, as in types = \"24 land, 36 spell\"",
        )),
        (None, None) => Ok(Vec::new()),
    }
}

fn suite(place: &Place<'_>, name: &Spanned<String>) -> Result<Suite, SpecError> {
    Suite::named(name.get_ref()).ok_or_else(|| {
        let all = || SUITES.iter().map(|about| about.name);
        let (accepted, hint) = (names::list(all()), names::hint(name.get_ref(), all()));
        let problem = format!(
            "unknown suite `{}`; accepted: {accepted}{hint}",
            name.get_ref()
        );
        place.key(name.span(), "suite", problem)
    })
}

/// The statistics of the suite, then those that are named; the standard suite if nothing is asked for.
fn statistics(
    place: &Place<'_>,
    subject: &Subject,
    suite: Option<Suite>,
    list: Option<Spanned<Vec<Spanned<Choice>>>>,
    design: &Design,
) -> Result<Vec<Probe>, SpecError> {
    let suite = match &list {
        None => Some(suite.unwrap_or(Suite::Standard)),
        Some(_) => suite,
    };
    let mut probes = match suite {
        Some(suite) => suite
            .probes_on(subject, design)
            .map_err(|error| place.key(0..0, "suite", error))?,
        None => Vec::new(),
    };
    let Some(list) = list else {
        return Ok(probes);
    };
    if list.get_ref().is_empty() {
        return Err(place.key(
            list.span(),
            "statistics",
            "found an empty list; accepted: one statistic or more",
        ));
    }
    let of_suite = probes.len();
    for (at, choice) in list.into_inner().into_iter().enumerate() {
        let (span, key) = (choice.span(), format!("statistics[{at}]"));
        let Choice { kind, parameters } = choice.into_inner();
        let plain = parameters.is_empty();
        let probe = statistic::build_on(subject, &kind, parameters, design)
            .map_err(|error| place.key(span.clone(), &key, error))?;
        let same = |other: &Probe| other.name() == probe.name();
        if probes[of_suite..].iter().any(same) {
            return Err(place.key(
                span,
                &key,
                format!(
                    "found `{}` twice; accepted: each statistic once",
                    probe.name()
                ),
            ));
        }
        // One with parameters takes the place of the suite's own.
        match probes[..of_suite].iter().position(same) {
            Some(_) if plain => {}
            Some(at) => probes[at] = probe,
            None => probes.push(probe),
        }
    }
    Ok(probes)
}

/// A run that stops once it is decided has no replicates.
pub(super) fn whole_decks(place: &Place<'_>, statistics: &[Probe]) -> Result<(), SpecError> {
    let by_replicate = statistics
        .iter()
        .position(|probe| probe.statistic().per_replicate());
    by_replicate.map_or(Ok(()), |at| {
        let problem = format!(
            "found `{}`, which is evaluated by replicate, in a run that stops once it is decided; accepted: statistics of \
             single decks",
            statistics[at].name()
        );
        Err(place.key(0..0, "statistics", problem))
    })
}
