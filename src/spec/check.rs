//! From the wire type to a valid experiment: every rule that a spec must keep, with its message.

use std::collections::BTreeMap;

use toml::{Spanned, Value};

use super::check_answers::answers;
use super::check_claims::{Names, claims};
use super::check_outside::outside;
use super::check_shuffles::letters;
use super::check_source::source;
use super::until::until_decided;
use super::wire::{self, Choice};
use super::{
    ALPHAS, DEFAULT_ALPHA, DEFAULT_TRIALS, Experiment, Lags, MOST_DECKS, MOST_REPLICATES, Origin,
    Overrides, Place, SpecError, Stop,
};
use crate::deck::{MAX_CARDS, MIN_CARDS};
use crate::names::ROUTINE;
use crate::names::{self, grouped};
use crate::params::show;
use crate::rng::{GENERATORS, Generator, Seed};
use crate::routine::{Letters, Routine};
use crate::statistic::{self, Design, Probe, SUITES, Suite};

/// Longest name: it becomes a folder.
const LONGEST_NAME: usize = 64;

/// A value with no place in a file.
fn unplaced<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

/// The spec that the command line's routines stand for.
pub(super) fn wire_of(routines: &[String], overrides: &Overrides) -> Result<wire::File, SpecError> {
    let deck = overrides.deck.ok_or_else(|| SpecError::Flag {
        flag: "--deck".to_owned(),
        problem: "it is missing; a routine needs the number of cards, as in `--deck 60`".to_owned(),
    })?;
    Ok(wire::File {
        name: unplaced(ROUTINE.to_owned()),
        question: String::new(),
        subject: None,
        deck: unplaced(deck),
        trials: None,
        replicates: None,
        seed: None,
        generator: None,
        source: None,
        alpha: None,
        until_decided: None,
        control: None,
        routines: Some(unplaced(routines.iter().cloned().map(unplaced).collect())),
        suite: None,
        types: None,
        arrangement: None,
        lags: None,
        statistics: None,
        shuffles: None,
        answers: None,
        claims: Vec::new(),
    })
}

/// The experiment that `file` describes.
pub(super) fn experiment(
    place: &Place<'_>,
    file: wire::File,
    overrides: &Overrides,
) -> Result<Experiment<'static>, SpecError> {
    let name = name(place, &file.name)?;
    subject(place, file.subject.as_ref())?;
    let until = until_decided(place, &file, overrides.until)?;
    let mut design = design(place, &file, overrides)?;
    if let Some(until) = &until {
        design.trials = until.max_trials;
    }
    let named = generator(place, file.generator.as_ref())?;
    let (policy, generator) = source(place, &file, overrides, named)?;
    let seed = seed(
        place,
        file.seed.as_ref(),
        overrides.seed.as_deref(),
        generator,
    )?;
    let outside = outside(place, &file, overrides, &design, &seed)?;
    if let (Some(Origin::Stream { .. }), None) = (&outside, &until) {
        design.trials = MOST_DECKS;
    }
    let alpha = alpha(place, file.alpha.as_ref())?;
    let lags = lags(place, file.lags.as_ref(), overrides.lags)?;
    let letters = letters(place, file.shuffles, &overrides.shuffles)?;
    let answers = answers(place, file.answers, &letters, design.cards)?;
    let routines = match &file.routines {
        Some(list) => routines(place, list, &letters)?,
        None if !answers.is_empty() || outside.is_some() => Vec::new(),
        None => {
            let problem = "it is missing; accepted: a list of routines, as in [\"RRH\"], questions, as in [answers.NAME], or a program, as in source = { command = [\"python3\", \"shuffle.py\"] }";
            return Err(place.key(0..0, "routines", problem));
        }
    };
    let suite = match overrides.suite {
        Some(suite) => Some(suite),
        None => (file.suite.as_ref())
            .map(|name| suite(place, name))
            .transpose()?,
    };
    let mut statistics = statistics(place, suite, file.statistics, &design)?;
    for text in &overrides.statistics {
        let probe = flagged(text, &design)?;
        match (statistics.iter()).position(|other| other.name() == probe.name()) {
            Some(at) => statistics[at] = probe,
            None => statistics.push(probe),
        }
    }
    for probe in types(place, file.types, file.arrangement, overrides, &design)? {
        // One that is named keeps its own parameters.
        if statistics.iter().all(|other| other.name() != probe.name()) {
            statistics.push(probe);
        }
    }
    let simulates = !routines.is_empty() || outside.is_some();
    let control = file.control.unwrap_or(true) && simulates;
    let known = Names {
        place,
        letters: &letters,
        routines: &routines,
        answers: &answers,
        control,
    };
    let claims = claims(&known, file.claims)?;
    if until.is_some() {
        whole_decks(place, &statistics)?;
    }
    let (stop, statistics) = Stop::of(until, statistics, &design);
    Ok(Experiment {
        name,
        question: file.question,
        folder: place.folder_name(),
        origin: outside.unwrap_or(Origin::Routines(routines)),
        design,
        seed,
        generator,
        policy,
        alpha,
        stop,
        control,
        letters,
        answers,
        statistics,
        // Whoever writes a spec says how many decks there are to be.
        few: None,
        lags,
        claims,
    })
}

/// A statistic of the command line: its name, or a table with `kind` and parameters.
fn flagged(text: &str, design: &Design) -> Result<Probe, SpecError> {
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
    statistic::build(&choice.kind, choice.parameters, design)
        .map_err(|error| refuse(error.to_string()))
}

fn name(place: &Place<'_>, name: &Spanned<String>) -> Result<String, SpecError> {
    let text = name.get_ref();
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if text.is_empty()
        || text.len() > LONGEST_NAME
        || !text.chars().all(good)
        || text.starts_with('-')
    {
        let problem = format!(
            "found `{}`; accepted: lower-case letters, digits and hyphens, at most {LONGEST_NAME} (it names a folder)",
            text.chars()
                .take(LONGEST_NAME)
                .collect::<String>()
                .escape_debug()
        );
        return Err(place.key(name.span(), "name", problem));
    }
    Ok(text.clone())
}

fn subject(place: &Place<'_>, subject: Option<&Spanned<String>>) -> Result<(), SpecError> {
    match subject {
        Some(found) if found.get_ref() != "deck" => Err(place.key(
            found.span(),
            "subject",
            format!("found `{}`; accepted: `deck`", found.get_ref()),
        )),
        _ => Ok(()),
    }
}

fn design(
    place: &Place<'_>,
    file: &wire::File,
    overrides: &Overrides,
) -> Result<Design, SpecError> {
    let whole = |key: &str,
                 value: Option<&Spanned<i64>>,
                 flag: Option<i64>,
                 default: i64,
                 low: u64,
                 high: u64| {
        let found = flag
            .or_else(|| value.map(|value| *value.get_ref()))
            .unwrap_or(default);
        let accepted = || {
            format!(
                "found `{found}`; accepted: a whole number from {} to {}",
                grouped(low),
                grouped(high)
            )
        };
        let fits = u64::try_from(found)
            .ok()
            .filter(|number| (low..=high).contains(number));
        fits.ok_or_else(|| match flag {
            Some(_) => Place::CommandLine.key(0..0, key, accepted()),
            None => place.key(value.map_or(0..0, Spanned::span), key, accepted()),
        })
    };
    let cards = whole(
        "deck",
        Some(&file.deck),
        overrides.deck,
        0,
        MIN_CARDS as u64,
        MAX_CARDS as u64,
    )? as usize;
    let trials = whole(
        "trials",
        file.trials.as_ref(),
        overrides.trials,
        DEFAULT_TRIALS,
        1,
        MOST_DECKS,
    )?;
    let replicates = whole(
        "replicates",
        file.replicates.as_ref(),
        None,
        1,
        1,
        MOST_REPLICATES,
    )?;
    if trials
        .checked_mul(replicates)
        .is_none_or(|decks| decks > MOST_DECKS)
    {
        let problem = format!(
            "found {} decks for each of {} replicates; accepted: at most {} decks in all",
            grouped(trials),
            grouped(replicates),
            grouped(MOST_DECKS)
        );
        return Err(place.key(
            file.trials.as_ref().map_or(0..0, Spanned::span),
            "trials",
            problem,
        ));
    }
    Ok(Design {
        cards,
        trials,
        replicates,
    })
}

fn generator(place: &Place<'_>, name: Option<&Spanned<String>>) -> Result<Generator, SpecError> {
    let Some(name) = name else {
        return Ok(Generator::DEFAULT);
    };
    Generator::named(name.get_ref()).ok_or_else(|| {
        let all = || GENERATORS.iter().map(|about| about.name);
        let (accepted, hint) = (names::list(all()), names::hint(name.get_ref(), all()));
        place.key(
            name.span(),
            "generator",
            format!(
                "unknown generator `{}`; accepted: {accepted}{hint}",
                name.get_ref()
            ),
        )
    })
}

fn seed(
    place: &Place<'_>,
    value: Option<&Spanned<Value>>,
    flag: Option<&str>,
    generator: Generator,
) -> Result<Seed, SpecError> {
    if let Some(text) = flag {
        let seed = Seed::parse(text).and_then(|seed| generator.check(&seed).map(|()| seed));
        return seed.map_err(|error| Place::CommandLine.key(0..0, "seed", error));
    }
    let Some(value) = value else {
        return Ok(Seed::Integer(1));
    };
    let refuse = |problem: String| place.key(value.span(), "seed", problem);
    let word = |item: &Value| {
        item.as_integer()
            .and_then(|number| u32::try_from(number).ok())
    };
    let seed = match value.get_ref() {
        Value::Integer(number) => u128::try_from(*number).ok().map(Seed::Integer),
        Value::String(text) => Some(Seed::parse(text).map_err(|error| refuse(error.to_string()))?),
        Value::Array(items) if !items.is_empty() => items
            .iter()
            .map(word)
            .collect::<Option<_>>()
            .map(Seed::List),
        _ => None,
    };
    let seed = seed.ok_or_else(|| {
        refuse(format!(
            "found {}; accepted: a whole number from 0 (in quotes from 2^63 up), or a list of whole numbers below 2^32",
            show(value.get_ref())
        ))
    })?;
    generator
        .check(&seed)
        .map_err(|error| refuse(error.to_string()))?;
    Ok(seed)
}

fn lags(
    place: &Place<'_>,
    name: Option<&Spanned<String>>,
    flag: Option<Lags>,
) -> Result<Lags, SpecError> {
    match (flag, name) {
        (Some(lags), _) => Ok(lags),
        (None, None) => Ok(Lags::default()),
        (None, Some(name)) => Lags::named(name.get_ref()).map_err(|accepted| {
            let found = name.get_ref().escape_debug();
            place.key(name.span(), "lags", format!("found `{found}`; {accepted}"))
        }),
    }
}

fn alpha(place: &Place<'_>, alpha: Option<&Spanned<f64>>) -> Result<f64, SpecError> {
    let Some(alpha) = alpha else {
        return Ok(DEFAULT_ALPHA);
    };
    let value = *alpha.get_ref();
    if ALPHAS.contains(&value) {
        return Ok(value);
    }
    Err(place.key(
        alpha.span(),
        "alpha",
        format!(
            "found `{value}`; accepted: an error level from {:e} to {}",
            ALPHAS.start(),
            ALPHAS.end()
        ),
    ))
}

fn routines(
    place: &Place<'_>,
    list: &Spanned<Vec<Spanned<String>>>,
    letters: &Letters,
) -> Result<Vec<Routine>, SpecError> {
    if list.get_ref().is_empty() {
        return Err(place.key(
            list.span(),
            "routines",
            "found an empty list; accepted: one routine or more, as in [\"RRH\"]",
        ));
    }
    let mut routines: Vec<Routine> = Vec::new();
    for (at, text) in list.get_ref().iter().enumerate() {
        let key = format!("routines[{at}]");
        let routine = Routine::parse(text.get_ref(), letters)
            .map_err(|error| place.key(text.span(), &key, error))?;
        if let Some(same) = routines
            .iter()
            .find(|other| other.letters() == routine.letters())
        {
            let problem = format!(
                "found `{}`, the same routine as `{}`; accepted: each routine once",
                routine.name(),
                same.name()
            );
            return Err(place.key(text.span(), &key, problem));
        }
        routines.push(routine);
    }
    Ok(routines)
}

/// The statistics of card types, if the deck has any.
fn types(
    place: &Place<'_>,
    types: Option<Spanned<String>>,
    arrangement: Option<Spanned<String>>,
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
            .probes(design)
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
        let probe = statistic::build(&kind, parameters, design)
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
fn whole_decks(place: &Place<'_>, statistics: &[Probe]) -> Result<(), SpecError> {
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
