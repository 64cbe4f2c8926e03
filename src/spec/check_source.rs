//! The policy of the source: how decks come to their seeds, and what they begin with.

use toml::{Spanned, Table, Value};

use super::{Overrides, Place, SpecError, wire};
use crate::params::{Parameter, Params, show};
use crate::policy::{Memory, Policy};
use crate::rng::seeding::{DECKS_PER_SECOND, DEFAULT_DECKS_PER_SECOND, Seeding, Tick};
use crate::rng::{Generator, Streams};

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
    overrides: &Overrides,
    generator: Generator,
) -> Result<(Policy, Generator), SpecError> {
    let source = file.source.as_ref().map(Spanned::get_ref);
    let seeding = match &overrides.seeding {
        Some(word) => Seeding::parse(word)
            .map_err(|problem| Place::CommandLine.key(0..0, "seeding", problem))?,
        None => seeding(place, source.and_then(|source| source.seeding.as_ref()))?,
    };
    let memory = match (
        &overrides.memory,
        source.and_then(|source| source.memory.as_ref()),
    ) {
        (Some(name), _) => Memory::named(name)
            .map_err(|problem| Place::CommandLine.key(0..0, "memory", problem))?,
        (None, Some(name)) => Memory::named(name.get_ref())
            .map_err(|problem| place.key(name.span(), "source.memory", problem))?,
        (None, None) => Memory::default(),
    };
    let policy = Policy { seeding, memory };
    let generator = generator_under(place, file, &policy, generator)?;
    Ok((policy, generator))
}

fn seeding(place: &Place<'_>, value: Option<&Spanned<Value>>) -> Result<Seeding, SpecError> {
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

/// Decks with seeds of their own come from `pcg64`, and a serial stream cannot be cut into batches.
fn generator_under(
    place: &Place<'_>,
    file: &wire::File,
    policy: &Policy,
    generator: Generator,
) -> Result<Generator, SpecError> {
    let refuse = |what: &str, accepted: &str| {
        let span = file.generator.as_ref().map_or(0..0, Spanned::span);
        let problem = format!("found `{}` {what}; accepted: {accepted}", generator.name());
        place.key(span, "generator", problem)
    };
    if policy.seeding != Seeding::default() {
        return match (&file.generator, generator) {
            (None, _) | (_, Generator::Pcg64) => Ok(Generator::Pcg64),
            _ => Err(refuse(
                "with seeds for each deck",
                "`pcg64`, or no `generator` at all",
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
