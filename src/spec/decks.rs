//! Experiments on decks that something else shuffles, as the command line and the library ask for them.

use super::check_states;
use super::check_statistics::check_sums;
use super::{AskedUntil, Experiment, Lags, MOST_DECKS, Origin, Place, Reading, SpecError, Stop};
use crate::policy::Policy;
use crate::rng::Seed;
use crate::routine::Letters;
use crate::source::{Format, recorded_shape};
use crate::statistic::{self, Before, Design, Named, Suite};
use crate::subject::{Kind, Shape, Subject, View};

/// A test of decks that something else shuffles.
#[derive(Debug, Clone)]
pub struct Testing {
    /// The name of the experiment.
    pub name: &'static str,
    /// The subject that is tested.
    pub subject: Subject,
    /// Cards in a deck, or symbols of a sequence.
    pub size: usize,
    /// Decks, if their number is known.
    pub decks: Option<u64>,
    /// Seed of the control group, and of a closure's generator.
    pub seed: Seed,
    /// Error level of all tests together.
    pub alpha: f64,
    /// The suite of statistics.
    pub suite: Suite,
    /// Cards of each type, as in `24 land, 36 spell`.
    pub types: Option<String>,
    /// The order of the types before the shuffle.
    pub arrangement: Option<String>,
    /// If the run stops once it is decided: when.
    pub until: Option<AskedUntil>,
    /// The departure up to which evidence is accepted, if it is.
    pub accept_within: Option<f64>,
    /// True if a control group of ideal shuffles is simulated.
    pub control: bool,
    /// Says if the record holds the cells of matrices at lags.
    pub lags: Lags,
}

impl Testing {
    /// The experiment that tests the decks of `origin` so.
    pub fn of(self, origin: Origin<'_>) -> Result<Experiment<'_>, SpecError> {
        let until = self.until.map(AskedUntil::checked).transpose()?;
        if until.is_some() && self.subject.order().is_some() {
            let problem = "found it with one order; accepted: decks that keep coming";
            return Err(Place::CommandLine.key(0..0, "until-decided", problem));
        }
        let trials = match &until {
            Some(until) => until.max_trials,
            None => self.decks.unwrap_or(MOST_DECKS),
        };
        let design = Design {
            size: self.size,
            trials,
            replicates: 1,
        };
        check_origin(&self.subject, &origin)
            .map_err(|(key, problem)| Place::CommandLine.key(0..0, key, problem))?;
        if let Subject::View(view) = &self.subject {
            view.check(self.size)
                .map_err(|problem| Place::CommandLine.key(0..0, "view", problem))?;
        }
        let refuse = |key, error: &dyn std::fmt::Display| Place::CommandLine.key(0..0, key, error);
        let statistics = match &self.subject {
            Subject::Order(order) => statistic::of_order(order, &design),
            subject => self.suite.probes_on(subject, &design),
        };
        let mut statistics = statistics.map_err(|error| refuse("suite", &error))?;
        if let (Some(types), Subject::Deck) = (&self.types, &self.subject) {
            let (arrangement, before) = (self.arrangement.as_deref(), before(&origin));
            let of_types = statistic::of_types(types, arrangement, before.as_ref(), &design);
            statistics.extend(of_types.map_err(|error| refuse("types", &error))?);
        }
        // Nobody knows how many decks there are in a stream that is read to its end.
        if until.is_some() || self.decks.is_some() {
            check_sums(&Place::CommandLine, &statistics, &design)?;
        }
        let (stop, statistics) = Stop::of(until, statistics, &design);
        let few = matches!(self.subject, Subject::Deck | Subject::View(_));
        // Each row has an exact law of its own, and nothing is simulated beside it.
        let control = self.control && self.subject.kind() != Kind::Rows;
        let generator = origin.generator();
        Ok(Experiment {
            name: self.name.to_owned(),
            question: String::new(),
            folder: None,
            subject: self.subject,
            origin,
            design,
            seed: self.seed,
            generator,
            policy: Policy::default(),
            alpha: self.alpha,
            accept_within: self.accept_within,
            stop,
            control,
            letters: Letters::none(),
            answers: Vec::new(),
            statistics,
            few,
            more: false,
            lags: self.lags,
            claims: Vec::new(),
        })
    }
}

/// The deck before the shuffle, if a start gives it.
pub(super) fn before<'a>(origin: &'a Origin<'_>) -> Option<Before<'a>> {
    let reading = origin.reading()?;
    let start = reading.start.as_ref()?;
    Some(Before {
        file: start.name(),
        in_place: reading.in_place,
        named: start.names().map(|names| Named {
            deck: names.deck(),
            written: names.written(),
            find: Box::new(|name| names.symbol(name)),
        }),
    })
}

/// Checks that a single order can come from there: it was read already.
fn check_order(origin: &Origin<'_>) -> Result<(), (&'static str, String)> {
    if origin.as_stream().is_some() {
        return Ok(());
    }
    let problem = "found it without a file; accepted: a file, or standard input (colddeck test)";
    Err(("place", problem.to_owned()))
}

/// Checks that subjects other than whole decks can come from there; the error has a key and what is wrong with it.
pub(super) fn check_origin(
    subject: &Subject,
    origin: &Origin<'_>,
) -> Result<(), (&'static str, String)> {
    let what = match subject {
        Subject::Deck => {
            check_no_rows(origin)?;
            let check = origin.reading().map_or(Ok(()), Reading::check_decks);
            return check.map_err(|problem| ("format", problem));
        }
        Subject::View(_) => "hands",
        Subject::Sequence(_) => "draws",
        Subject::Rows { .. } => "rows with decks of their own",
        Subject::State(_) => "states",
        Subject::Order(_) => return check_order(origin),
    };
    if origin.is_simulated() {
        return Ok(());
    }
    let Some((_, reading)) = origin.as_stream() else {
        let problem = format!(
            "found a program with {what}; accepted: a file of them, or standard input (colddeck test)"
        );
        return Err(("command", problem));
    };
    match subject {
        Subject::State(_) => check_states::check_reading(reading),
        Subject::View(view) if recorded_shape(reading.format).is_some() => {
            check_recorded(reading.format, view).map_err(|problem| ("view", problem))
        }
        Subject::Rows { .. } => reading.check_rows().map_err(|key| {
            let problem = if key == "rows" {
                "it is missing; accepted: where the values stand, as in { deck = \"cards\", copies = \"lands\", drawn = 7, found = \"lands-in-hand\" }"
            } else {
                "found it with rows that have decks of their own; accepted: csv or 17lands, and the names of columns"
            };
            (key, problem.to_owned())
        }),
        _ => reading.check_numbers().map_err(|key| {
            let problem = format!(
                "found it with {what}; accepted with these: text, whole numbers, and `base`"
            );
            (key, problem)
        }),
    }
}

/// Checks that a format that records hands tells what `view` looks at.
fn check_recorded(format: Format, view: &View) -> Result<(), String> {
    let Some(all) = recorded_shape(format) else {
        return Ok(());
    };
    let told = match (all, view.shape) {
        (Shape::Hands { .. }, Shape::Hand(cards)) => cards == all.hand(),
        (Shape::Hands { .. }, Shape::Hands { hands, cards }) => {
            cards == all.hand() && hands <= all.hands()
        }
        (_, Shape::Hand(_)) => true,
        _ => false,
    };
    if told {
        return Ok(());
    }
    let accepted = match all {
        Shape::Hands { .. } => format!(
            "--view {all}, or --view hand:{} for the first seat, North",
            all.hand()
        ),
        _ => format!("--view {all}"),
    };
    Err(format!(
        "found `{}` with {}; accepted: {accepted}",
        view.shape,
        format.name()
    ))
}

/// Refuses what is particular to rows with decks of their own.
fn check_no_rows(origin: &Origin<'_>) -> Result<(), (&'static str, String)> {
    let Some(reading) = origin.reading() else {
        return Ok(());
    };
    let key = match reading {
        Reading { rows: Some(_), .. } => "rows",
        Reading {
            format: Format::Lands17,
            ..
        } => "format",
        _ => return Ok(()),
    };
    let problem = "found rows with decks of their own; accepted: with subject \"rows\"";
    Err((key, problem.to_owned()))
}
