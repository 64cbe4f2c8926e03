//! Specs: TOML as written (wire types) becomes a valid [`Experiment`].

mod check;
mod check_answers;
mod check_claims;
mod check_given;
mod check_outside;
mod check_reading;
mod check_shuffles;
mod check_source;
mod check_states;
mod check_statistics;
mod check_subject;
pub mod claim;
pub mod claim_kinds;
mod dealt;
mod decks;
mod error;
mod experiment;
pub(crate) mod finding;
mod flags;
mod folder;
mod overrides;
mod place;
mod ranges;
mod read;
mod stakes;
mod stop;
mod testing;
mod until;
mod wire;

use std::path::Path;

use error::Errors;
use place::{Place, said};
use shuffle::routine::{Letters, Routine};
use text::files;
use text::harmless;
use text::names::ROUTINE;

pub use dealt::Dealt;
pub use deck::rng::{Generator, Seed};
pub use error::SpecError;
pub use experiment::{Asked, Experiment, Lags};
pub use flags::lettered;
pub use folder::in_folder;
pub use overrides::Overrides;
pub(crate) use ranges::DEFAULT_DELTA;
pub use ranges::{ALPHA, CARDS, DELTA, cards};
pub use ranges::{DEFAULT_ALPHA, DEFAULT_TRIALS, MOST_DECKS, TRIALS};
pub use reader::{Base, Columns, Format, Header, Input, Origin, Program, Reading, Start};
pub use source::Closure;
pub use stakes::{AUTO, Stakes};
pub use statistic::{Design, Suite};
pub use stop::{Stop, UntilDecided};
pub(crate) use subjects::CONTROL;
pub use testing::Testing;
pub use until::AskedUntil;

/// Reads the spec at `path`.
pub fn read(path: &Path, overrides: &Overrides) -> Result<Experiment<'static>, SpecError> {
    let bytes = files::read(path).map_err(|source| SpecError::Read {
        file: path.to_owned(),
        source,
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        SpecError::NotText {
            file: path.to_owned(),
            line: 1 + good.iter().filter(|byte| **byte == b'\n').count(),
        }
    })?;
    parse(path, &text, overrides)
}

/// Reads a spec from its text; `path` is for messages and for the folder's name.
pub fn parse(
    path: &Path,
    text: &str,
    overrides: &Overrides,
) -> Result<Experiment<'static>, SpecError> {
    let place = Place::File { path, text };
    let mut errors = Errors::default();
    let mut file = match read::file(&place, text, &mut errors) {
        Ok(file) => file,
        Err(error) => return Err(errors.and(error)),
    };
    dealt::settle_recorded(&mut file);
    dealt::settle(&place, &mut file, &mut errors);
    overrides.over(&mut file);
    check::experiment(&place, file, None, errors)
}

/// An experiment from routines given on the command line.
pub fn of_routines(
    routines: &[String],
    overrides: &Overrides,
) -> Result<Experiment<'static>, SpecError> {
    let place = Place::CommandLine;
    let mut file = wire::File::named(said(ROUTINE.to_owned()));
    file.routines = Some(said(routines.iter().cloned().map(said).collect()));
    overrides.over(&mut file);
    if file.deck.is_none() {
        return Err(place.option("deck", without_deck(routines, overrides)));
    }
    check::experiment(&place, file, None, Errors::default())
}

/// The message on routines of which nobody said how many cards they shuffle: the line that was probably meant.
fn without_deck(routines: &[String], overrides: &Overrides) -> String {
    let letters = letters(&overrides.shuffles).unwrap_or_default();
    let meant = |routine: &String| {
        let error = Routine::parse(routine, &letters).err();
        error.and_then(|error| error.meant)
    };
    let guessed = routines.iter().any(|routine| meant(routine).is_some());
    let shown = routines.iter().map(|routine| {
        let routine = meant(routine).unwrap_or_else(|| routine.clone());
        harmless::shell(&[routine])
    });
    let shown: Vec<String> = shown.collect();
    let trials = overrides
        .trials
        .and_then(|trials| u64::try_from(trials).ok());
    let cards = trials.filter(|trials| CARDS.contains(trials));
    let line = format!(
        "`colddeck {} --deck {}`",
        shown.join(" "),
        cards.map_or_else(|| "60".to_owned(), |cards| cards.to_string())
    );
    match (guessed, cards) {
        (_, Some(_)) => format!(
            "it is missing; did you mean {line}? --decks says how many decks are shuffled, --deck how many cards each has"
        ),
        (true, None) => format!("it is missing; did you mean {line}?"),
        (false, None) => {
            let one = if routines.len() > 1 {
                let whole = harmless::shell(&[routines.join(" ")]);
                format!(" ({} routines; in quotes, {whole} is one)", routines.len())
            } else {
                String::new()
            };
            format!("it is missing; a routine needs the number of cards, as in {line}{one}")
        }
    }
}

/// The usual letters, and those that `shuffles` define, as `--shuffle` does.
pub fn letters(shuffles: &[String]) -> Result<Letters, SpecError> {
    let mut errors = Errors::default();
    let letters = check_shuffles::letters(&Place::CommandLine, None, shuffles, &mut errors);
    errors.check().map(|()| letters)
}
