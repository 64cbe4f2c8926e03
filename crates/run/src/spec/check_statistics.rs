//! The statistics that an experiment looks at: a suite, those that it names, those of its card types.

use toml::Spanned;

use super::error::Errors;
use super::error::SpecError;
use super::flags;
use super::place::Place;
use super::stakes;
use super::wire::{self, Choice};
use text::names::{self, grouped};
use text::params::{KindError, ParamError};

use statistic::{Before, Design, Probe, SUITES, Suite, settle_types};
use subjects::AnySubject;

/// The decks that statistics look at.
pub(super) struct LookedAt<'a> {
    pub subject: &'a AnySubject,
    /// The deck before the shuffle, if a start gives it.
    pub before: Option<&'a Before<'a>>,
    pub design: &'a Design,
}

impl LookedAt<'_> {
    /// Makes the statistic of that name with these parameters.
    pub fn build(&self, kind: &str, mut parameters: toml::Table) -> Result<Probe, KindError> {
        let of_types = statistic::kind(kind).is_some_and(|kind| {
            let mut parameters = kind.parameters.iter();
            parameters.any(|parameter| parameter.name == "types")
        });
        if let (Some(before), true) = (self.before, of_types) {
            settle_types(&mut parameters, before, self.design.size)?;
        }
        statistic::build_on(&**self.subject, kind, parameters, self.design)
    }
}

/// All statistics of the spec and of the command line, which takes the place of what the spec says.
pub(super) fn probes(
    place: &Place<'_>,
    file: &mut wire::File,
    looked_at: &LookedAt<'_>,
    errors: &mut Errors,
) -> Vec<Probe> {
    let named = file.suite.as_ref();
    let suite = named.and_then(|name| errors.keep(suite(place, name)));
    let mut statistics = statistics(place, looked_at, suite, file.statistics.take(), errors);
    for text in &file.options.statistics {
        let Some(probe) = errors.keep(flagged(place, text, looked_at)) else {
            continue;
        };
        match (statistics.iter()).position(|other| other.name() == probe.name()) {
            Some(at) => statistics[at] = probe,
            None => statistics.push(probe),
        }
    }
    statistics.extend(stakes::probe(place, file, looked_at, errors));
    let of_types = types(place, file, looked_at);
    for probe in errors.keep(of_types).unwrap_or_default() {
        // One that is named keeps its own parameters.
        if statistics.iter().all(|other| other.name() != probe.name()) {
            statistics.push(probe);
        }
    }
    statistics
}

/// A statistic of the command line: its name, and its parameters if it has any.
fn flagged(place: &Place<'_>, text: &str, looked_at: &LookedAt<'_>) -> Result<Probe, SpecError> {
    let refuse = |problem: String| place.option("statistics", problem);
    let choice = flags::choice(text).map_err(|problem| {
        refuse(format!(
            "{problem}; accepted: a name such as `snap`, with parameters as in 'snap players=3', or a table as in \
             {{kind=\"snap\", players=3}}"
        ))
    })?;
    looked_at
        .build(&choice.kind, choice.parameters)
        .map_err(|error| refuse(error.to_string()))
}

/// The statistics of card types, if the deck has any.
fn types(
    place: &Place<'_>,
    file: &wire::File,
    looked_at: &LookedAt<'_>,
) -> Result<Vec<Probe>, SpecError> {
    let arranged = file.arrangement.as_ref();
    let arranged = arranged.map(|text| text.get_ref().as_str());
    match (&file.types, &file.arrangement) {
        // They are the classes of what is seen.
        (Some(_), _) if looked_at.subject.view().is_some() => Ok(Vec::new()),
        (Some(text), _) => {
            let LookedAt { before, design, .. } = looked_at;
            statistic::of_types(text.get_ref(), arranged, *before, design).map_err(|error| {
                let KindError::Parameters(ParamError::Wrong {
                    key,
                    found,
                    accepted,
                }) = &error
                else {
                    return place.key(text.span(), "types", error);
                };
                let problem = format!("found {found}; accepted: {accepted}");
                match &file.arrangement {
                    Some(arrangement) if key == "arrangement" => {
                        place.key(arrangement.span(), "arrangement", problem)
                    }
                    _ => place.key(text.span(), "types", problem),
                }
            })
        }
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
    looked_at: &LookedAt<'_>,
    suite: Option<Suite>,
    list: Option<Spanned<Vec<Spanned<Choice>>>>,
    errors: &mut Errors,
) -> Vec<Probe> {
    let suite = match &list {
        None => Some(suite.unwrap_or(Suite::Standard)),
        Some(_) => suite,
    };
    let mut probes = match suite {
        Some(suite) => {
            let probes = looked_at.subject.probes(suite, looked_at.design);
            let probes = probes.map_err(|error| place.key(0..0, "suite", error));
            errors.keep(probes).unwrap_or_default()
        }
        None => Vec::new(),
    };
    let Some(list) = list else {
        return probes;
    };
    if list.get_ref().is_empty() && !errors.doubts("statistics") {
        errors.add(place.key(
            list.span(),
            "statistics",
            "found an empty list; accepted: one statistic or more",
        ));
    }
    let of_suite = probes.len();
    for (at, choice) in list.into_inner().into_iter().enumerate() {
        let at = errors.place("statistics", at);
        let (span, key) = (choice.span(), format!("statistics[{at}]"));
        let Choice { kind, parameters } = choice.into_inner();
        let plain = parameters.is_empty();
        let probe = looked_at.build(&kind, parameters);
        let probe = probe.map_err(|error| place.key(span.clone(), &key, error));
        let Some(probe) = errors.keep(probe) else {
            continue;
        };
        let same = |other: &Probe| other.name() == probe.name();
        if probes[of_suite..].iter().any(same) {
            let problem = format!(
                "found `{}` twice; accepted: each statistic once",
                probe.name()
            );
            errors.add(place.key(span, &key, problem));
            continue;
        }
        // One with parameters takes the place of the suite's own.
        match probes[..of_suite].iter().position(same) {
            Some(_) if plain => {}
            Some(at) => probes[at] = probe,
            None => probes.push(probe),
        }
    }
    probes
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

/// Refuses a run with so many decks that a sum of a statistic could wrap.
pub(super) fn check_sums(
    place: &Place<'_>,
    statistics: &[Probe],
    design: &Design,
) -> Result<(), SpecError> {
    let Some((most, probe)) = statistic::most_subjects(statistics, design.size) else {
        return Ok(());
    };
    if design.subjects() <= most {
        return Ok(());
    }
    let problem = format!(
        "found {} decks of {} cards; accepted: at most {}, as the sums of `{}` hold no more",
        grouped(design.subjects()),
        grouped(design.size as u64),
        grouped(most),
        probe.name()
    );
    Err(place.key(0..0, "trials", problem))
}
