//! The program that a spec names, and how its decks are read.

use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::Spanned;

use super::check_reading::reading;
use super::{Overrides, Place, SpecError, wire};
use crate::rng::Seed;
use crate::source::{DEFAULT_PATIENCE, MOST_JOBS, Program, Reading};
use crate::statistic::Design;

const KEY: &str = "source.command";

/// The program that makes the decks, if the spec names one.
pub(super) fn program(
    place: &Place<'_>,
    file: &wire::File,
    overrides: &Overrides,
    design: &Design,
    seed: &Seed,
) -> Result<Option<(Program, Reading)>, SpecError> {
    let Some(source) = file.source.as_ref().map(Spanned::get_ref) else {
        return Ok(None);
    };
    let Some(words) = &source.command else {
        alone(place, source)?;
        return Ok(None);
    };
    let none = || {
        let problem = "found no program; accepted: a program and its arguments, as in [\"python3\", \"shuffle.py\"]";
        place.key(words.span(), KEY, problem)
    };
    if words.get_ref().first().is_none_or(String::is_empty) {
        return Err(none());
    }
    let with = |span, key: &str, accepted: &str| {
        place.key(
            span,
            key,
            format!("found it with a program that makes the decks (`{KEY}`); accepted: {accepted}"),
        )
    };
    if let Some(routines) = &file.routines {
        return Err(with(
            routines.span(),
            "routines",
            "no routines, or no program",
        ));
    }
    if file.answers.is_some() {
        return Err(with(words.span(), "answers", "no questions, or no program"));
    }
    if let Some(claim) = file.claims.first() {
        return Err(with(claim.span(), "claims", "claims on routines only"));
    }
    if let Some(seeding) = &source.seeding {
        return Err(with(seeding.span(), "source.seeding", "routines only"));
    }
    if let Some(memory) = &source.memory {
        return Err(with(
            memory.span(),
            "source.memory",
            "routines only; for decks that are each shuffled from the one before, in-place = true",
        ));
    }
    if overrides.seeding.is_some() || overrides.memory.is_some() {
        let key = if overrides.seeding.is_some() {
            "seeding"
        } else {
            "memory"
        };
        return Err(Place::CommandLine.key(
            0..0,
            key,
            format!(
                "{} makes the decks; accepted: routines only",
                place.name(words.span(), KEY)
            ),
        ));
    }
    if design.replicates != 1 {
        let span = file.replicates.as_ref().map_or(0..0, Spanned::span);
        return Err(with(span, "replicates", "1"));
    }
    let folder = place.folder();
    let program = Program::new(words.get_ref().clone(), Some(folder.clone())).ok_or_else(none)?;
    let (jobs, patience) = (
        jobs(place, source.jobs.as_ref())?,
        patience(place, source.timeout.as_ref())?,
    );
    let program = program
        .run_as(jobs, patience)
        .named_at(place.name(words.span(), KEY));
    let reading = reading(place, source, &folder, design.cards, seed)?;
    Ok(Some((program, reading)))
}

/// Keys that say how a program is read stand only beside a program.
fn alone(place: &Place<'_>, source: &wire::Source) -> Result<(), SpecError> {
    let keys = [
        ("format", source.format.as_ref().map(Spanned::span)),
        ("jobs", source.jobs.as_ref().map(Spanned::span)),
        ("timeout", source.timeout.as_ref().map(Spanned::span)),
        ("base", source.base.as_ref().map(Spanned::span)),
        ("header", source.header.as_ref().map(Spanned::span)),
        ("columns", source.columns.as_ref().map(Spanned::span)),
        ("start", source.start.as_ref().map(Spanned::span)),
        ("in-place", source.in_place.as_ref().map(Spanned::span)),
        (
            "skip-invalid",
            source.skip_invalid.as_ref().map(Spanned::span),
        ),
    ];
    for (key, span) in keys {
        if let Some(span) = span {
            return Err(place.key(
                span,
                &format!("source.{key}"),
                "found it without `command`; accepted: beside a program, as in \
                 { command = [\"python3\", \"shuffle.py\"], format = \"text\" }",
            ));
        }
    }
    Ok(())
}

fn jobs(place: &Place<'_>, jobs: Option<&Spanned<i64>>) -> Result<usize, SpecError> {
    let Some(jobs) = jobs else {
        return Ok(1);
    };
    let found = *jobs.get_ref();
    if (1..=i64::from(MOST_JOBS)).contains(&found) {
        return Ok(found as usize);
    }
    Err(place.key(
        jobs.span(),
        "source.jobs",
        format!("found `{found}`; accepted: a whole number from 1 to {MOST_JOBS}"),
    ))
}

fn patience(
    place: &Place<'_>,
    seconds: Option<&Spanned<f64>>,
) -> Result<Option<Duration>, SpecError> {
    let Some(seconds) = seconds else {
        return Ok(Some(DEFAULT_PATIENCE));
    };
    let found = *seconds.get_ref();
    crate::source::patience(found).ok_or_else(|| {
        place.key(
            seconds.span(),
            "source.timeout",
            format!("found `{found}`; accepted: seconds from 0 on, such as 30 or 0.5"),
        )
    })
}

impl Place<'_> {
    /// The folder of the spec.
    fn folder(&self) -> PathBuf {
        let parent = match self {
            Self::File { path, .. } => path.parent(),
            Self::CommandLine => None,
        };
        let parent = parent.filter(|parent| !parent.as_os_str().is_empty());
        parent.unwrap_or(Path::new(".")).to_owned()
    }
}
