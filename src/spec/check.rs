//! From the wire type to a valid experiment: every rule that a spec must keep, with its message.

use toml::{Spanned, Value};

use super::check_answers::answers;
use super::check_claims::{Names, claims};
use super::check_outside::outside;
use super::check_shuffles::letters;
use super::check_source::{departing, source};
use super::check_statistics::{LookedAt, probes, whole_decks};
use super::check_subject::{draws, subject};
use super::decks::{before, check_origin};
use super::until::until_decided;
use super::wire;
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
use crate::statistic::Design;
use crate::subject::{Kind, Subject};

/// Longest name: it becomes a folder.
const LONGEST_NAME: usize = 64;

/// A value with no place in a file.
pub(super) fn unplaced<T>(value: T) -> Spanned<T> {
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
        deck: Some(unplaced(deck)),
        view: None,
        weights: None,
        draws: None,
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
    mut file: wire::File,
    overrides: &Overrides,
) -> Result<Experiment<'static>, SpecError> {
    let name = name(place, &file.name)?;
    let subject = subject(place, &file, overrides)?;
    let until = until_decided(place, &file, overrides.until)?;
    let mut design = design(place, &file, overrides, &subject)?;
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
    let mut outside = outside(place, &file, overrides, &design, &seed)?;
    if let (Subject::Sequence(weights), Some(list), None) = (&subject, &file.draws, &outside) {
        outside = Some(draws(place, list, weights)?);
    }
    if let (Some(origin), Some(source)) = (&outside, &file.source) {
        check_origin(&subject, origin).map_err(|(key, problem)| {
            place.key(source.span(), &format!("source.{key}"), problem)
        })?;
    }
    if let (Some(Origin::Stream { .. }), None) = (&outside, &until) {
        design.trials = MOST_DECKS;
    }
    let alpha = alpha(place, file.alpha.as_ref())?;
    let lags = lags(place, file.lags.as_ref(), overrides.lags)?;
    let before = outside.as_ref().and_then(before);
    let looked_at = LookedAt {
        subject: &subject,
        before: before.as_ref(),
        design: &design,
    };
    let statistics = probes(place, &mut file, overrides, &looked_at)?;
    drop(before);
    let letters = letters(
        place,
        std::mem::take(&mut file.shuffles),
        &overrides.shuffles,
    )?;
    let policy = departing(place, &file, &letters, design.size, policy)?;
    let answers = answers(place, file.answers, &letters, design.size)?;
    let routines = match &file.routines {
        Some(list) => routines(place, list, &letters)?,
        None if !answers.is_empty() || outside.is_some() => Vec::new(),
        None if subject.kind() == Kind::Sequence => {
            let problem = "it is missing; accepted: draws to simulate, as in [\"independent\"], or a file of draws, as in source = { file = \"rolls.txt\" }";
            return Err(place.key(0..0, "draws", problem));
        }
        None => {
            let problem = "it is missing; accepted: a list of routines, as in [\"RRH\"], questions, as in [answers.NAME], or a program, as in source = { command = [\"python3\", \"shuffle.py\"] }";
            return Err(place.key(0..0, "routines", problem));
        }
    };
    let simulates = !routines.is_empty() || outside.is_some();
    let control = file.control.unwrap_or(true) && simulates;
    let known = Names {
        place,
        letters: &letters,
        routines: &routines,
        draws: match &outside {
            Some(Origin::Draws(draws)) => draws,
            _ => &[],
        },
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
        subject,
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
        few: false,
        lags,
        claims,
    })
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

fn design(
    place: &Place<'_>,
    file: &wire::File,
    overrides: &Overrides,
    subject: &Subject,
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
    let size = if let Subject::Sequence(weights) = subject {
        weights.get().len()
    } else {
        if file.deck.is_none() && overrides.deck.is_none() {
            let problem = "it is missing; accepted: the number of cards, as in deck = 52";
            return Err(place.key(0..0, "deck", problem));
        }
        let (low, high) = (MIN_CARDS as u64, MAX_CARDS as u64);
        whole("deck", file.deck.as_ref(), overrides.deck, 0, low, high)? as usize
    };
    if let Subject::View(view) = subject {
        let span = file.view.as_ref().map_or(0..0, Spanned::span);
        view.check(size)
            .map_err(|problem| place.key(span, "view", problem))?;
    }
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
        size,
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
