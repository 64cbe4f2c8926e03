//! The policy of the source: how decks come to their seeds, and what they begin with.

use toml::{Spanned, Table, Value};

use super::error::Errors;
use super::error::SpecError;
use super::place::Place;
use super::wire;
use deck::rng::seeding::{DECKS_PER_SECOND, DEFAULT_DECKS_PER_SECOND, Seeding, Tick};
use deck::rng::{Generator, Streams};
use laws::null;
use shuffle::policy::{Memory, Others, Policy, Quotas, Which};
use shuffle::routine::{Letters, Routine};
use text::params::{Parameter, Params, show};

/// The keys of a table for `seeding`.
const SEEDING: &[Parameter] = &[
    Parameter {
        name: "bits",
        about: "bits of the random seed of each deck, from 1 to 64",
    },
    Parameter {
        name: "clock",
        about: "the seed is the time in \"seconds\" or in \"milliseconds\"",
    },
    Parameter {
        name: "decks-per-second",
        about: "decks that are dealt in a second by the clock; default 1000",
    },
];

/// The policy, and the generator that goes with it.
pub(super) fn source(
    place: &Place<'_>,
    file: &wire::File,
    generator: Option<Generator>,
    errors: &mut Errors,
) -> (Policy, Generator) {
    let source = file.source.as_ref().map(Spanned::get_ref);
    let seeding = source.and_then(|source| source.seeding.as_ref());
    let seeding = errors.keep(seeding_of(place, seeding));
    let memory = match source.and_then(|source| source.memory.as_ref()) {
        Some(name) => Memory::named(name.get_ref())
            .map_err(|problem| place.key(name.span(), "source.memory", problem)),
        None => Ok(Memory::default()),
    };
    let memory = errors.keep(memory);
    let all_known = generator.is_some() && seeding.is_some() && memory.is_some();
    let policy = Policy {
        seeding: seeding.unwrap_or_default(),
        memory: memory.unwrap_or_default(),
        ..Policy::default()
    };
    let generator = generator.unwrap_or(Generator::DEFAULT);
    if !all_known {
        return (policy, generator);
    }
    let under = errors.keep(generator_under(place, file, &policy, generator));
    (policy, under.unwrap_or(generator))
}

/// The decks that are not shuffled as the others, `policy` being all else.
pub(super) fn departing(
    place: &Place<'_>,
    file: &wire::File,
    letters: &Letters,
    cards: usize,
    mut policy: Policy,
) -> Result<Policy, SpecError> {
    let source = file.source.as_ref().map(Spanned::get_ref);
    let (others, quotas) = match source {
        Some(source) => (source.others.as_ref(), source.quotas.as_ref()),
        None => return Ok(policy),
    };
    let remembers = policy.memory != Memory::default();
    for (span, key) in [
        (others.map(Spanned::span), "source.others"),
        (quotas.map(Spanned::span), "source.quotas"),
    ] {
        if let (Some(span), true) = (span, remembers) {
            let problem = "found with `memory`; accepted: one of the two";
            return Err(place.key(span, key, problem));
        }
    }
    if let Some(others) = others {
        policy.others = Some(read_others(place, others, letters)?);
    }
    if let Some(name) = quotas {
        let refuse = |problem: String| place.key(name.span(), "source.quotas", problem);
        let law = null::find(name.get_ref()).map_err(|error| refuse(error.to_string()))?;
        let quotas = Quotas::new(law, cards).map_err(|error| refuse(error.to_string()))?;
        policy.quotas = Some(quotas);
    }
    Ok(policy)
}

fn read_others(
    place: &Place<'_>,
    others: &Spanned<wire::Others>,
    letters: &Letters,
) -> Result<Others, SpecError> {
    let wire::Others {
        routine,
        every,
        from,
    } = others.get_ref();
    let number = |key: &str, value: &Spanned<wire::Whole>| match u64::try_from(value.get_ref().0) {
        Ok(number) if number > 0 => Ok(number),
        _ => {
            let problem = format!(
                "found {}; accepted: a deck, counted from 1",
                value.get_ref().0
            );
            Err(place.key(value.span(), key, problem))
        }
    };
    let which = match (every, from) {
        (Some(every), None) => Which::Every(number("source.others.every", every)?),
        (None, Some(from)) => Which::From(number("source.others.from", from)?),
        _ => {
            let problem = "found both or none of `every` and `from`; accepted: one of the two, as in { routine = \"G\", every = 10000 }, which is each ten-thousandth deck, or { routine = \"G\", from = 10001 }";
            return Err(place.key(others.span(), "source.others", problem));
        }
    };
    let parsed = Routine::parse(routine.get_ref(), letters)
        .map_err(|error| place.key(routine.span(), "source.others.routine", error))?;
    Ok(Others {
        which,
        plan: parsed.plan(letters),
        routine: parsed,
    })
}

fn seeding_of(place: &Place<'_>, value: Option<&Spanned<Value>>) -> Result<Seeding, SpecError> {
    const KEY: &str = "source.seeding";
    let Some(value) = value else {
        return Ok(Seeding::default());
    };
    let refuse = |problem: String| place.key(value.span(), KEY, problem);
    match value.get_ref() {
        Value::String(word) => Seeding::parse(word).map_err(refuse),
        Value::Table(table) => table_of(table.clone()).map_err(refuse),
        other => Err(refuse(format!(
            "found {}; accepted: a word in quotes, as in \"16-bit\", or a table, as in {{ bits = 16 }}",
            show(other)
        ))),
    }
}

fn table_of(table: Table) -> Result<Seeding, String> {
    let clock: Vec<&'static str> = Tick::NAMES.iter().map(|(name, _)| *name).collect();
    let read = Params::new("seeding", table, SEEDING).and_then(|params| {
        let bits = params.whole("bits", 1..=u64::BITS)?;
        let tick = params.word("clock", &clock)?;
        let rate = params.number("decks-per-second", DECKS_PER_SECOND)?;
        Ok((bits, tick, rate))
    });
    let (bits, tick, rate) = read.map_err(|error| error.to_string())?;
    let tick = Tick::NAMES.iter().find(|(name, _)| Some(*name) == tick);
    match (bits, tick, rate) {
        (Some(bits), None, None) => Ok(Seeding::Bits(bits)),
        (None, Some((_, tick)), rate) => Ok(Seeding::Clock {
            tick: *tick,
            decks_per_second: rate.unwrap_or(DEFAULT_DECKS_PER_SECOND),
        }),
        (Some(_), Some(_), _) => {
            Err("found `bits` and `clock`; accepted: one of the two".to_owned())
        }
        (_, None, Some(_)) => {
            Err("found `decks-per-second` without `clock`; accepted: with `clock` alone".to_owned())
        }
        (None, None, None) => Err(
            "found an empty table; accepted: { bits = 16 }, or { clock = \"seconds\" }".to_owned(),
        ),
    }
}

/// Decks with seeds of their own come from `pcg64` or `msvc`, and a serial stream cannot be cut into batches.
fn generator_under(
    place: &Place<'_>,
    file: &wire::File,
    policy: &Policy,
    generator: Generator,
) -> Result<Generator, SpecError> {
    let named = file.generator.is_some();
    let refuse = |what: &str, accepted: &str| {
        let span = file.generator.as_ref().map_or(0..0, Spanned::span);
        let problem = format!("found `{}` {what}; accepted: {accepted}", generator.name());
        place.key(span, "generator", problem)
    };
    if policy.seeding != Seeding::default() {
        return match (named, generator) {
            (false, _) => Ok(Generator::Pcg64),
            (_, Generator::Pcg64 | Generator::Msvc) => Ok(generator),
            _ => Err(refuse(
                "with seeds for each deck",
                "`pcg64`, `msvc`, or no `generator` at all",
            )),
        };
    }
    if policy.memory != Memory::default() && generator.streams() == Streams::Serial {
        return Err(refuse(
            "with decks that are kept",
            "a generator with a stream for each batch (`xoshiro256pp-x8`, `pcg64`)",
        ));
    }
    Ok(generator)
}
