//! Reads where decks come from that something else shuffles: a program that the spec names, or a file; and how they are
//! read.

use std::error::Error;
use std::time::Duration;

use toml::Spanned;

use super::check_reading::reading;
use super::error::SpecError;
use super::place::{Place, is_said};
use super::wire;
use deck::rng::Seed;
use reader::{DEFAULT_PATIENCE, Input, MOST_JOBS, Origin, Program, patience};
use statistic::Design;

/// The source of decks that the spec names.
enum Named<'a> {
    Program(&'a Spanned<Vec<String>>),
    File(&'a Spanned<String>),
}

impl Named<'_> {
    fn key(&self) -> &'static str {
        match self {
            Self::Program(_) => "source.command",
            Self::File(_) => "source.file",
        }
    }

    /// The words for it in messages.
    fn about(&self) -> &'static str {
        match self {
            Self::Program(_) => "a program that makes the decks",
            Self::File(_) => "a file that holds the decks",
        }
    }

    fn span(&self) -> std::ops::Range<usize> {
        match self {
            Self::Program(words) => words.span(),
            Self::File(file) => file.span(),
        }
    }
}

/// The program that makes the decks or the file that holds them, if the spec names one.
pub(super) fn outside(
    place: &Place<'_>,
    file: &wire::File,
    design: &Design,
    seed: &Seed,
) -> Result<Option<Origin<'static>>, SpecError> {
    let Some(source) = file.source.as_ref().map(Spanned::get_ref) else {
        return Ok(None);
    };
    let Some(named) = named(place, source)? else {
        alone(place, source)?;
        return Ok(None);
    };
    check_beside(place, file, source, design, &named)?;
    let folder = place.folder();
    let reading = reading(place, source, &folder, Some(design.size), seed)?;
    let words = match named {
        Named::File(path) => {
            let input = Input::File(folder.join(path.get_ref()));
            return Ok(Some(Origin::stream(input, reading)));
        }
        Named::Program(words) => words,
    };
    let program = Program::new(words.get_ref().clone(), Some(folder));
    let program = program.ok_or_else(|| no_program(place, words))?;
    let jobs = jobs(place, source.jobs.as_ref())?;
    let silence = time(place, "source.timeout", source.timeout.as_ref())?;
    let limit = time(place, "source.time-per-job", source.time_per_job.as_ref())?;
    let program = program
        .run_as(jobs, silence.unwrap_or(Some(DEFAULT_PATIENCE)))
        .done_within(limit.flatten())
        .named_at(place.name(words.span(), named.key()));
    Ok(Some(Origin::program(program, reading)))
}

/// The number of cards in a deck of the file that holds the decks, where the spec does not say it: as many as the
/// deck before the shuffle has, or the first deck. None if there is no such file.
pub(super) fn cards(place: &Place<'_>, file: &wire::File) -> Result<Option<usize>, SpecError> {
    let Some(source) = file.source.as_ref().map(Spanned::get_ref) else {
        return Ok(None);
    };
    let Some(Named::File(path)) = named(place, source)? else {
        return Ok(None);
    };
    let folder = place.folder();
    // Labels of copies do not count cards.
    let reading = reading(place, source, &folder, None, &Seed::Integer(0))?;
    if let Some(cards) = reading.cards() {
        return Ok(Some(cards));
    }
    let input = Input::File(folder.join(path.get_ref()));
    let sized = input.sized(&reading).map_err(|error| {
        let cause = error.source();
        let cause = cause.map_or_else(String::new, |cause| format!(": {cause}"));
        place.key(path.span(), "source.file", format!("{error}{cause}"))
    });
    sized.map(|(cards, _)| Some(cards))
}

fn named<'a>(place: &Place<'_>, source: &'a wire::Source) -> Result<Option<Named<'a>>, SpecError> {
    match (&source.command, &source.file) {
        (None, None) => Ok(None),
        (None, Some(file)) => Ok(Some(Named::File(file))),
        (Some(words), None) => {
            if words.get_ref().first().is_none_or(String::is_empty) {
                return Err(no_program(place, words));
            }
            Ok(Some(Named::Program(words)))
        }
        (Some(_), Some(file)) => Err(place.key(
            file.span(),
            "source.file",
            "found it with a program that makes the decks (`source.command`); accepted: one of the two",
        )),
    }
}

fn no_program(place: &Place<'_>, words: &Spanned<Vec<String>>) -> SpecError {
    let problem = "found no program; accepted: a program and its arguments, as in [\"python3\", \"shuffle.py\"]";
    place.key(words.span(), "source.command", problem)
}

/// Refuses keys that are for routines, or for a program where the decks come from a file.
fn check_beside(
    place: &Place<'_>,
    file: &wire::File,
    source: &wire::Source,
    design: &Design,
    named: &Named<'_>,
) -> Result<(), SpecError> {
    let key = named.key();
    let with = |span, what: &str, accepted: &str| {
        let about = named.about();
        let problem = format!("found it with {about} (`{key}`); accepted: {accepted}");
        Err(place.key(span, what, problem))
    };
    let what = match named {
        Named::Program(_) => "program",
        Named::File(_) => "file",
    };
    if let Some(routines) = &file.routines {
        return with(
            routines.span(),
            "routines",
            &format!("no routines, or no {what}"),
        );
    }
    if file.answers.is_some() {
        return with(
            named.span(),
            "answers",
            &format!("no questions, or no {what}"),
        );
    }
    let subject = file.subject.as_ref().map(Spanned::get_ref);
    let one = source.place.is_some() || subject.is_some_and(|subject| subject == "sequence");
    if let (Some(claim), false) = (file.claims.first(), one) {
        return with(claim.span(), "claims", "claims on routines only");
    }
    if let (Some(groups), None) = (&source.groups, &source.place) {
        let problem = "found it without `place`; accepted: beside it, as in { file = \"draft.csv\", place = \"number\", groups = \"month\" }";
        return Err(place.key(groups.span(), "source.groups", problem));
    }
    for_routines(place, source, named)?;
    if design.replicates != 1 {
        let span = file.replicates.as_ref().map_or(0..0, Spanned::span);
        return with(span, "replicates", "1");
    }
    if let Named::Program(_) = named {
        return Ok(());
    }
    if let Some(trials) = &file.trials {
        if is_said(trials) {
            let name = place.name(named.span(), named.key());
            let problem =
                format!("{name} is read to its end; accepted: routines and programs only");
            return Err(place.key(trials.span(), "trials", problem));
        }
        return with(
            trials.span(),
            "trials",
            "none, as the file is read to its end",
        );
    }
    let jobs = source.jobs.as_ref().map(Spanned::span);
    let timeout = source.timeout.as_ref().map(Spanned::span);
    let time_per_job = source.time_per_job.as_ref().map(Spanned::span);
    let for_programs = [
        ("source.jobs", jobs),
        ("source.timeout", timeout),
        ("source.time-per-job", time_per_job),
    ];
    match for_programs
        .into_iter()
        .find_map(|(key, span)| Some((key, span?)))
    {
        Some((key, span)) => with(span, key, "beside a program"),
        None => Ok(()),
    }
}

/// Refuses what only sources of routines do besides shuffling.
fn for_routines(
    place: &Place<'_>,
    source: &wire::Source,
    named: &Named<'_>,
) -> Result<(), SpecError> {
    let seeding = source.seeding.as_ref();
    let seeding = seeding.map(|seeding| (seeding.span(), is_said(seeding)));
    let memory = source.memory.as_ref();
    let memory = memory.map(|memory| (memory.span(), is_said(memory)));
    let given = [
        ("source.seeding", seeding, ""),
        (
            "source.memory",
            memory,
            "; for decks that are each shuffled from the one before, in-place = true",
        ),
    ];
    for (key, value, instead) in given {
        let Some((span, is_said)) = value else {
            continue;
        };
        let problem = if is_said {
            let name = place.name(named.span(), named.key());
            let does = match named {
                Named::Program(_) => "makes",
                Named::File(_) => "holds",
            };
            format!("{name} {does} the decks; accepted: routines only")
        } else {
            let (about, named) = (named.about(), named.key());
            format!("found it with {about} (`{named}`); accepted: routines only{instead}")
        };
        return Err(place.key(span, key, problem));
    }
    Ok(())
}

/// Keys that say how decks are read stand only beside a program or a file.
fn alone(place: &Place<'_>, source: &wire::Source) -> Result<(), SpecError> {
    let keys = [
        ("format", source.format.as_ref().map(Spanned::span)),
        ("jobs", source.jobs.as_ref().map(Spanned::span)),
        ("timeout", source.timeout.as_ref().map(Spanned::span)),
        (
            "time-per-job",
            source.time_per_job.as_ref().map(Spanned::span),
        ),
        ("base", source.base.as_ref().map(Spanned::span)),
        ("header", source.header.as_ref().map(Spanned::span)),
        ("columns", source.columns.as_ref().map(Spanned::span)),
        ("separator", source.separator.as_ref().map(Spanned::span)),
        ("key", source.key.as_ref().map(Spanned::span)),
        ("start", source.start.as_ref().map(Spanned::span)),
        ("in-place", source.in_place.as_ref().map(Spanned::span)),
        ("rows", source.rows.as_ref().map(Spanned::span)),
        (
            "skip-invalid",
            source.skip_invalid.as_ref().map(Spanned::span),
        ),
        ("place", source.place.as_ref().map(Spanned::span)),
        ("groups", source.groups.as_ref().map(Spanned::span)),
    ];
    for (key, span) in keys {
        if let Some(span) = span {
            return Err(place.key(
                span,
                &format!("source.{key}"),
                "found it without `command`; accepted: beside a program, as in \
                 { command = [\"python3\", \"shuffle.py\"], format = \"text\" }, or a file, as in \
                 { file = \"decks.txt\" }",
            ));
        }
    }
    Ok(())
}

fn jobs(place: &Place<'_>, jobs: Option<&Spanned<wire::Whole>>) -> Result<usize, SpecError> {
    let Some(jobs) = jobs else {
        return Ok(1);
    };
    let found = jobs.get_ref().0;
    if (1..=i64::from(MOST_JOBS)).contains(&found) {
        return Ok(found as usize);
    }
    Err(place.key(
        jobs.span(),
        "source.jobs",
        format!("found `{found}`; accepted: a whole number from 1 to {MOST_JOBS}"),
    ))
}

/// The time that a program may take for something, if the spec says it: for 0, for ever (`None`).
#[expect(clippy::option_option, reason = "nothing said is not for ever")]
fn time(
    place: &Place<'_>,
    key: &str,
    seconds: Option<&Spanned<f64>>,
) -> Result<Option<Option<Duration>>, SpecError> {
    let Some(seconds) = seconds else {
        return Ok(None);
    };
    let found = *seconds.get_ref();
    let time = Duration::try_from_secs_f64(found);
    time.map(|time| Some(patience(time))).map_err(|_| {
        place.key(
            seconds.span(),
            key,
            format!("found `{found}`; accepted: seconds from 0 on, such as 30 or 0.5"),
        )
    })
}
