//! Runs that stop once they are decided: the key `until-decided`, and the options of that name.

use toml::Spanned;

use super::{MOST_DECKS, Place, SpecError, Stop, wire};
use crate::names::grouped;
use crate::statistic::{Design, Probe};

/// The rule that stops a run once every routine has failed, or is shown to depart by no more than `delta`.
#[derive(Debug, Clone, PartialEq)]
pub struct UntilDecided {
    /// The departure that does not matter, in total variation.
    pub delta: f64,
    /// The most decks of each routine.
    pub max_trials: u64,
    /// Statistics that were asked for and cannot be judged so: nothing is counted for them.
    pub unjudged: Vec<String>,
}

/// The same as it is asked for on the command line.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AskedUntil {
    /// `--delta`
    pub delta: Option<f64>,
    /// `--max-trials`
    pub max_trials: Option<i64>,
}

/// Departures that may be declared not to matter: the smallest takes a thousand million decks.
pub const DELTAS: std::ops::RangeInclusive<f64> = 1e-4..=0.5;

/// The departure that does not matter when nothing else is said: whoever can tell such decks from ideal
/// ones by one of the statistics wins 52.5% of his bets.
pub const DEFAULT_DELTA: f64 = 0.05;

/// The most decks when nothing else is said: a hundred times what a decision takes at the usual
/// departure.
pub const DEFAULT_MAX_TRIALS: u64 = 1_000_000;

impl AskedUntil {
    /// Checks the options, the usual ones in place of those that were not given; the error says what is wrong with
    /// which.
    pub fn checked(self) -> Result<UntilDecided, SpecError> {
        let place = Place::CommandLine;
        Ok(UntilDecided {
            delta: delta(&place, self.delta.map(unplaced).as_ref())?,
            max_trials: max_trials(
                &place,
                self.max_trials.map(wire::Whole).map(unplaced).as_ref(),
            )?,
            unjudged: Vec::new(),
        })
    }
}

impl Stop {
    /// The rule that stops the run once it is decided, if that was asked for, and the statistics that are then counted.
    pub(super) fn of(
        until: Option<UntilDecided>,
        statistics: Vec<Probe>,
        design: &Design,
    ) -> (Self, Vec<Probe>) {
        let Some(mut until) = until else {
            return (Self::Fixed, statistics);
        };
        let judged = until.judged(statistics, design);
        (Self::Decided(until), judged)
    }
}

impl UntilDecided {
    /// Picks those of `statistics` that can be judged at any time.
    fn judged(&mut self, statistics: Vec<Probe>, design: &Design) -> Vec<Probe> {
        let (judged, unjudged): (Vec<Probe>, Vec<Probe>) = statistics
            .into_iter()
            .partition(|probe| probe.statistic().wager(design).is_some());
        let names = unjudged.iter().map(|probe| probe.name().to_owned());
        self.unjudged.extend(names);
        judged
    }
}

/// A value with no place in a file.
fn unplaced<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

/// Reads when to stop from the file; the options of the command line take precedence. Gives `None` if
/// neither asks for a run that stops once it is decided.
pub(super) fn until_decided(
    place: &Place<'_>,
    file: &wire::File,
    asked: Option<AskedUntil>,
) -> Result<Option<UntilDecided>, SpecError> {
    let Some(span) = (file.until_decided.as_ref().map(Spanned::span)).or(asked.map(|_| 0..0))
    else {
        return Ok(None);
    };
    let by_file = file.until_decided.as_ref().map(Spanned::get_ref);
    let by_flag = asked.unwrap_or_default().checked()?;
    let asked = asked.unwrap_or_default();
    let until = UntilDecided {
        delta: match (asked.delta, by_file) {
            (None, Some(file)) => delta(place, file.delta.as_ref())?,
            _ => by_flag.delta,
        },
        max_trials: match (asked.max_trials, by_file) {
            (None, Some(file)) => max_trials(place, file.max_trials.as_ref())?,
            _ => by_flag.max_trials,
        },
        unjudged: Vec::new(),
    };
    let refuse = |key: &str, found: &str, accepted: &str| {
        let place = if by_file.is_some() {
            place
        } else {
            &Place::CommandLine
        };
        let problem = format!(
            "found {found} in `{key}`, and a run that stops once it is decided; accepted: {accepted}"
        );
        Err(place.key(span.clone(), "until-decided", problem))
    };
    let program = file
        .source
        .as_ref()
        .map(Spanned::get_ref)
        .is_some_and(|source| source.command.is_some() || source.file.is_some());
    if file.routines.is_none() && file.draws.is_none() && file.scrambles.is_none() && !program {
        return refuse(
            "routines",
            "none",
            "one to judge, or more, or a program (`source.command`)",
        );
    }
    if by_file.is_some() && file.trials.is_some() {
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

fn delta(place: &Place<'_>, delta: Option<&Spanned<f64>>) -> Result<f64, SpecError> {
    let Some(delta) = delta else {
        return Ok(DEFAULT_DELTA);
    };
    let value = *delta.get_ref();
    if DELTAS.contains(&value) {
        return Ok(value);
    }
    let problem = format!(
        "found `{value}`; accepted: a total variation from {} to {}",
        DELTAS.start(),
        DELTAS.end()
    );
    Err(place.key(delta.span(), "delta", problem))
}

fn max_trials(place: &Place<'_>, trials: Option<&Spanned<wire::Whole>>) -> Result<u64, SpecError> {
    let Some(trials) = trials else {
        return Ok(DEFAULT_MAX_TRIALS);
    };
    let value = trials.get_ref().0;
    let fits = u64::try_from(value)
        .ok()
        .filter(|number| (1..=MOST_DECKS).contains(number));
    fits.ok_or_else(|| {
        let problem = format!(
            "found `{value}`; accepted: a whole number from 1 to {}",
            grouped(MOST_DECKS)
        );
        place.key(trials.span(), "max-trials", problem)
    })
}
