//! Runs that stop once they are decided: the key `until-decided`, and the options of that name.

use toml::Spanned;

use super::error::SpecError;
use super::place::{Place, is_said};
use super::ranges::{DEFAULT_DELTA, DEFAULT_MAX_TRIALS, DELTA, TRIALS, whole};
use super::stop::UntilDecided;
use super::wire;

/// The same as it is asked for on the command line.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AskedUntil {
    /// `--delta`
    pub delta: Option<f64>,
    /// `--max-trials`
    pub max_trials: Option<i64>,
}

/// Reads when to stop. Gives `None` if the run need not stop once it is decided.
pub(super) fn until_decided(
    place: &Place<'_>,
    file: &wire::File,
) -> Result<Option<UntilDecided>, SpecError> {
    let Some(asked) = &file.until_decided else {
        return Ok(None);
    };
    let in_file = !is_said(asked);
    let (span, asked) = (asked.span(), asked.get_ref());
    let until = UntilDecided {
        delta: delta(place, asked.delta.as_ref())?,
        max_trials: max_trials(place, asked.max_trials.as_ref())?,
        unjudged: Vec::new(),
    };
    let refuse = |key: &str, found: &str, accepted: &str| {
        let problem = format!(
            "found {found} in `{key}`, and a run that stops once it is decided; accepted: {accepted}"
        );
        Err(place.key(span.clone(), "until-decided", problem))
    };
    if in_file && file.trials.as_ref().is_some_and(|trials| !is_said(trials)) {
        return refuse("trials", "a number of decks", "`max-trials` alone");
    }
    if file
        .replicates
        .as_ref()
        .is_some_and(|replicates| replicates.get_ref().0 != 1)
    {
        return refuse("replicates", "more than one", "1, or nothing");
    }
    if !file.claims.is_empty() {
        return refuse(
            "claims",
            "some",
            "claims about a fixed number of decks only",
        );
    }
    Ok(Some(until))
}

/// Refuses to stop where nothing is judged.
pub(super) fn something_to_judge(place: &Place<'_>, file: &wire::File) -> Result<(), SpecError> {
    let source = file.source.as_ref().map(Spanned::get_ref);
    let outside = source.is_some_and(|source| source.command.is_some() || source.file.is_some());
    let judged =
        file.routines.is_some() || file.draws.is_some() || file.scrambles.is_some() || outside;
    match &file.until_decided {
        Some(asked) if !judged => {
            let problem = "found none in `routines`, and a run that stops once it is decided; accepted: one to judge, or more, or a program (`source.command`)";
            Err(place.key(asked.span(), "until-decided", problem))
        }
        _ => Ok(()),
    }
}

fn delta(place: &Place<'_>, delta: Option<&Spanned<f64>>) -> Result<f64, SpecError> {
    let Some(delta) = delta else {
        return Ok(DEFAULT_DELTA);
    };
    let found = DELTA.check(*delta.get_ref());
    found.map_err(|wrong| place.out_of_range(delta.span(), "delta", wrong))
}

fn max_trials(place: &Place<'_>, trials: Option<&Spanned<wire::Whole>>) -> Result<u64, SpecError> {
    let Some(trials) = trials else {
        return Ok(DEFAULT_MAX_TRIALS);
    };
    let found = whole(trials.get_ref().0, TRIALS);
    found.map_err(|wrong| place.out_of_range(trials.span(), "max-trials", wrong))
}
