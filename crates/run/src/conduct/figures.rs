//! Figures of a record by their paths, as claims name them.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::bench::tests_made;
use crate::claims::{FEWEST_FOR_NORMAL, Figures, Kind, Number, Value};
use crate::spec::claim::{Claim, LookUp, RoutineName, Statement};
use crate::spec::claim_kinds::Filling;
use crate::spec::finding::Source;
use crate::spec::{CONTROL, Experiment, Lags};
use record::Answer;
use record::{Routine, Test, TotalVariation};
use text::figures::{
    self, Declaration, Figures as Found, NoFigure, Place, Shape, Trials, child, find,
};
use text::judgement::Verdict;

use statistic::Probe;

/// The word by which paths name the distance from the ideal shuffle.
const TOTAL_VARIATION: &str = "total_variation";

/// The word by which paths name the tests.
const TESTS: &str = "tests";

/// The names that claims of an experiment may use.
#[derive(Debug)]
pub struct Claimable {
    /// The figures of each statistic.
    pub figures: Vec<(String, Vec<String>)>,
    /// The tests of each statistic.
    pub tests: Vec<(String, Vec<String>)>,
    /// The names that an example of a claim is filled in with.
    pub filling: Filling,
}

/// All that an experiment's claims may name, known before a deck is shuffled.
pub(super) struct Declared<'a> {
    experiment: &'a Experiment<'a>,
    /// The figures of a routine: a group for each statistic.
    figures: Vec<Declaration>,
    /// The tests of a routine: `rising-sequences.mean`.
    tests: Vec<String>,
    /// Answers as JSON, by their names.
    answers: BTreeMap<&'a str, Json>,
}

impl<'a> Declared<'a> {
    pub(super) fn new(
        experiment: &'a Experiment<'a>,
        answers: &'a BTreeMap<String, Answer>,
    ) -> Self {
        let probes = &experiment.statistics;
        let groups = probes.iter().map(|probe| {
            let figures = declared(experiment, probe);
            Declaration::group(probe.name().to_owned(), figures)
        });
        let distance = Declaration::group(TOTAL_VARIATION, TotalVariation::figures());
        let tests = probes.iter().flat_map(|probe| {
            let tests = tests_made(experiment, probe);
            tests.map(|test| format!("{}.{test}", probe.name()))
        });
        let tests: Vec<String> = tests.collect();
        let each = Shape::Group(Test::figures()).listed(tests.len());
        let each = Declaration::new(TESTS, each, "");
        let answers = answers
            .iter()
            .map(|(name, answer)| (name.as_str(), serde_json::json!(answer)));
        Self {
            experiment,
            figures: groups.chain([distance, each]).collect(),
            tests,
            answers: answers.collect(),
        }
    }

    /// The names that claims may use, and those that examples are filled in with.
    pub(super) fn names(&self) -> Claimable {
        let keys = |group: &Declaration| match &group.shape {
            Shape::Group(figures) => {
                let keys = figures.iter().flat_map(Declaration::keys);
                keys.map(str::to_owned).collect()
            }
            _ => Vec::new(),
        };
        let groups = self.figures.iter().filter(|group| group.key != TESTS);
        let first = |fits: &dyn Fn(&Place) -> bool| {
            let mut groups = self.figures.iter();
            let found = groups
                .find(|group| find(&self.figures, &group.key).is_ok_and(|place| fits(&place)));
            found.map(|group| group.key.to_string())
        };
        let probes = self.experiment.statistics.iter();
        let tests = probes.map(|probe| {
            let tests = tests_made(self.experiment, probe);
            (probe.name().to_owned(), tests.map(str::to_owned).collect())
        });
        let simulated = self.experiment.simulated();
        let routine = |at: usize| simulated.get(at).map_or(CONTROL, |name| *name).to_owned();
        let usual = Filling::default();
        let measured = |place: &Place| matches!(place, Place::Figure { error: Some(_), .. });
        let compared = |place: &Place| matches!(place, Place::Figure { ideal: Some(_), .. });
        Claimable {
            figures: groups
                .map(|group| (group.key.to_string(), keys(group)))
                .collect(),
            tests: tests.collect(),
            filling: Filling {
                routine: routine(0),
                other: routine(1),
                figure: first(&measured).unwrap_or(usual.figure),
                ideal: first(&compared).unwrap_or(usual.ideal),
                test: self.tests.first().cloned().unwrap_or(usual.test),
            },
        }
    }

    /// Refuses a claim that looks up what no record of this experiment has.
    pub(super) fn check(&self, claim: &Claim) -> Result<(), String> {
        let mut all = claim.looks_up().into_iter();
        all.try_for_each(|(routine, what)| match (what, routine) {
            (LookUp::Test(test), _) => self.test(routine, test),
            (LookUp::Figure(path), RoutineName::Answer { name, at }) => {
                self.answer(name, at, path).map(|_| ())
            }
            (LookUp::Figure(path), _) => self.place(routine, path).map(drop),
            (LookUp::Ideal(path), _) => self.ideal(routine, path),
        })
    }

    /// Refuses a figure of a finding that no record of this experiment has.
    pub(super) fn check_finding(&self, of: &Source, claims: &[Claim]) -> Result<(), String> {
        match of {
            Source::Figure(RoutineName::Answer { name, at }, path) => {
                self.answer(name, at, path).map(drop)
            }
            Source::Figure(routine, path) => self.place(routine, path).map(drop),
            Source::Claim(id) => {
                let rows = claims.iter().flat_map(|claim| {
                    let routines = claim.looks_up().into_iter().map(|(routine, _)| routine);
                    let rows =
                        routines.map(|routine| format!("{}/{}", claim.id, self.name(routine)));
                    rows.chain([claim.id.clone()])
                });
                let rows: Vec<String> = rows.collect();
                if rows.contains(id) {
                    return Ok(());
                }
                let known = || rows.iter().map(String::as_str);
                Err(format!(
                    "found `{{{id}}}`, which is no claim's row; accepted: {}{}",
                    text::names::list(known()),
                    text::names::hint(id, known())
                ))
            }
        }
    }

    fn test(&self, routine: &RoutineName, test: &str) -> Result<(), String> {
        if let RoutineName::Answer { .. } = routine {
            return Err("key `test`: only routines have tests".to_owned());
        }
        if self.tests.iter().any(|known| known == test) {
            return Ok(());
        }
        Err(format!(
            "key `test`: found `{test}`, but {} has no such test; accepted: {}{}",
            self.name(routine),
            text::names::list(self.tests.iter().map(String::as_str)),
            text::names::hint(test, self.tests.iter().map(String::as_str))
        ))
    }

    /// Finds the place that a path leads to in every routine.
    fn place(&self, routine: &RoutineName, path: &str) -> Result<Place, String> {
        find(&self.figures, path).map_err(|missing| self.missing(routine, path, missing))
    }

    /// Refuses a figure of which no value on ideal decks stands beside it.
    fn ideal(&self, routine: &RoutineName, path: &str) -> Result<(), String> {
        let known = match routine {
            RoutineName::Answer { .. } => false,
            _ => matches!(
                self.place(routine, path)?,
                Place::Figure { ideal: Some(_), .. }
            ),
        };
        if known {
            return Ok(());
        }
        Err(format!(
            "key `figure`: found `{path}` of {}, which has no value on ideal decks beside it; accepted: the mean of a \
             statistic that is one number for each deck, or the share of decks of a game's event",
            self.name(routine)
        ))
    }

    fn missing(&self, routine: &RoutineName, path: &str, missing: NoFigure) -> String {
        let (name, NoFigure { step, accepted }) = (self.name(routine), missing);
        match step {
            Some(step) => format!(
                "key `figure`: found `{path}`, but {name} has no `{step}` there; accepted: {accepted}"
            ),
            None => {
                format!("key `figure`: `{path}` of {name} is no number; accepted: {accepted}")
            }
        }
    }

    /// Finds a figure of an answer: what `at` and then `path` lead to.
    fn answer(&self, name: &str, at: &str, path: &str) -> Result<Value, String> {
        let routine = || RoutineName::Answer {
            name: name.to_owned(),
            at: at.to_owned(),
        };
        let mut here = self.answers.get(name).ok_or("the answer is not there")?;
        let steps = at.split('.').filter(|step| !step.is_empty());
        let mut steps = steps.chain(path.split('.')).peekable();
        while let Some(step) = steps.next() {
            if let (Json::Array(items), "length", None) = (here, step, steps.peek()) {
                return Ok(Value {
                    exact: Some(Number::One(items.len() as f64)),
                    ..Value::default()
                });
            }
            here = child(here, step).ok_or_else(|| {
                let (step, accepted) = (Some(step.to_owned()), children(here));
                self.missing(&routine(), path, NoFigure { step, accepted })
            })?;
        }
        let found = match &here["standard_error"] {
            Json::Number(error) => Value {
                measured: number(&here["mean"]),
                standard_error: error.as_f64(),
                kind: Kind::Mean,
                ..Value::default()
            },
            _ => Value {
                exact: known(here),
                ..Value::default()
            },
        };
        if found == Value::default() {
            let accepted = children(here);
            let missing = NoFigure {
                step: None,
                accepted,
            };
            return Err(self.missing(&routine(), path, missing));
        }
        Ok(found)
    }

    /// Says in words what the figures of a statement are, if it has any.
    pub(super) fn unit(&self, statement: &Statement) -> Option<String> {
        let (figure, routine) = statement.figure()?;
        let unit = match routine {
            RoutineName::Answer { .. } => None,
            _ => figures::unit(&self.figures, &figure.path),
        };
        // An answer's figures have names alone.
        let unit = unit.map_or_else(|| figure.path.replace(['.', '_'], " "), str::to_owned);
        Some(match statement {
            Statement::Compare { .. } => format!("difference, {unit}"),
            _ => unit,
        })
    }

    fn name(&self, routine: &RoutineName) -> String {
        match routine {
            RoutineName::Answer { name, at } if at.is_empty() => name.clone(),
            RoutineName::Answer { name, at } => format!("{name}.{at}"),
            RoutineName::Control => CONTROL.to_owned(),
            RoutineName::Routine(name) => {
                let at = self.experiment.place_of(name);
                let known = at.and_then(|at| self.experiment.simulated().get(at).copied());
                known.unwrap_or(name).to_owned()
            }
        }
    }
}

/// The figures of a record that is being made.
pub(super) struct RecordFigures<'a> {
    pub declared: &'a Declared<'a>,
    pub routines: &'a [Routine],
}

impl RecordFigures<'_> {
    fn routine(&self, name: &RoutineName) -> Result<&Routine, String> {
        let at = match name {
            RoutineName::Routine(name) => self.declared.experiment.place_of(name),
            _ => self.routines.iter().position(|routine| routine.control),
        };
        let found = at.and_then(|at| self.routines.get(at));
        found.ok_or_else(|| "the routine is not in the record".to_owned())
    }
}

impl RecordFigures<'_> {
    /// The limits that the number of a statistic sets to the truth behind it. `json` leads to figures of `statistic`.
    fn kind<'j>(
        &self,
        found: &Routine,
        statistic: &str,
        hits: Option<&(String, Trials)>,
        json: &dyn Fn(&str) -> Option<&'j Json>,
    ) -> Kind {
        let experiment = self.declared.experiment;
        let mut probes = experiment.statistics.iter();
        let Some(probe) = probes.find(|probe| probe.name() == statistic) else {
            return Kind::OfThisRun;
        };
        // Orders relative to earlier decks share decks, and decks with memory depend on each other: neither
        // has the errors of independent ones.
        let independent = found.control || experiment.policy.is_independent();
        if probe.lag() > 0 || !independent {
            return Kind::OfThisRun;
        }
        let replicates = experiment.design.replicates;
        if let Some((path, trials)) = hits {
            let of = match trials {
                Trials::Decks => found.decks,
                Trials::Replicates => replicates,
            };
            let hits = json(path).and_then(Json::as_u64);
            return hits.map_or(Kind::OfThisRun, |hits| Kind::Share { hits, of });
        }
        let values = if probe.statistic().per_replicate() {
            replicates
        } else {
            found.decks
        };
        match values {
            0..FEWEST_FOR_NORMAL => Kind::OfThisRun,
            _ => Kind::Mean,
        }
    }
}

impl Figures for RecordFigures<'_> {
    fn figure(&self, routine: &RoutineName, path: &str) -> Result<Value, String> {
        if let RoutineName::Answer { name, at } = routine {
            return self.declared.answer(name, at, path);
        }
        let place = self.declared.place(routine, path)?;
        let found = self.routine(routine)?;
        let (first, _) = path.split_once('.').unwrap_or((path, ""));
        let distance = found.total_variation.as_ref();
        let own;
        let (figures, proved) = match (first, distance) {
            (TOTAL_VARIATION, Some(distance)) => {
                own = Found::from(serde_json::json!(distance));
                // The lower end is proved, as the upper one always is, if its confidence is 1.
                (Some(&own), distance.confidence >= 1.0)
            }
            (TESTS, _) => {
                own = Found::from(serde_json::json!({ TESTS: found.tests }));
                (Some(&own), false)
            }
            _ => (found.statistics.get(first), false),
        };
        let json = |path: &str| match first {
            TESTS => figures?.at(path),
            _ => figures?.at(path.split_once('.')?.1),
        };
        let at = |path: &str| json(path).and_then(number);
        let kind = match (path.strip_prefix(TOTAL_VARIATION), &place) {
            (Some(".lower"), _) => Kind::LowerLimit,
            (Some(".lower_gap" | ".upper"), _) => Kind::UpperLimit,
            (_, Place::Figure { hits, .. }) => self.kind(found, first, hits.as_ref(), &json),
            _ => Kind::OfThisRun,
        };
        let value = match place {
            Place::Length(path) => {
                let length = json(&path).and_then(Json::as_array).map(Vec::len);
                Value {
                    exact: length.map(|length| Number::One(length as f64)),
                    ..Value::default()
                }
            }
            Place::Known(path) => Value {
                exact: at(&path),
                kind,
                ..Value::default()
            },
            Place::Figure { value, .. } if proved => Value {
                exact: at(&value),
                kind,
                ..Value::default()
            },
            Place::Figure {
                value,
                error,
                exact,
                ideal,
                ..
            } => Value {
                measured: at(&value),
                exact: exact.as_deref().and_then(at),
                ideal: ideal.as_deref().and_then(at).and_then(Number::one),
                kind,
                standard_error: error.and_then(|error| match at(&error)? {
                    Number::One(error) => Some(error),
                    Number::Range(..) => None,
                }),
            },
        };
        if value.measured.is_none() && value.exact.is_none() {
            let name = self.declared.name(routine);
            return Err(format!(
                "key `figure`: `{path}` of {name} is not known; accepted: a figure that it has"
            ));
        }
        Ok(value)
    }

    fn verdict(&self, routine: &RoutineName, test: &str) -> Result<Verdict, String> {
        self.declared.test(routine, test)?;
        let mut tests = self.routine(routine)?.tests.iter();
        let found = tests.find(|found| {
            let rest = test.strip_prefix(found.statistic.as_str());
            rest.and_then(|rest| rest.strip_prefix('.')) == Some(found.test.as_str())
        });
        found
            .map(|found| found.verdict)
            .ok_or_else(|| format!("key `test`: `{test}` was not made"))
    }

    fn name(&self, routine: &RoutineName) -> String {
        self.declared.name(routine)
    }
}

fn children(json: &Json) -> String {
    match json {
        Json::Object(object) => text::names::list(object.keys().map(String::as_str)),
        Json::Array(items) if !items.is_empty() => format!("0 to {}", items.len() - 1),
        _ => "nothing further".to_owned(),
    }
}

/// A figure of an answer: a number, a large one that is written as text, or yes (1) or no (0).
fn known(here: &Json) -> Option<Number> {
    match here {
        Json::String(text) => text.parse().ok().map(Number::One),
        Json::Bool(yes) => Some(Number::One(f64::from(u8::from(*yes)))),
        other => number(other),
    }
}

fn number(json: &Json) -> Option<Number> {
    match json {
        Json::Number(number) => number.as_f64().map(Number::One),
        Json::Array(items) => match items.as_slice() {
            [first, last] => Some(Number::Range(first.as_u64()?, last.as_u64()?)),
            _ => None,
        },
        _ => None,
    }
}

/// Declares the figures that the record has of a statistic: its own, without the cells of lags unless these
/// are asked for, and how often a routine came out best among several.
pub(super) fn declared(experiment: &Experiment<'_>, probe: &Probe) -> Vec<Declaration> {
    let statistic = probe.statistic();
    let mut figures = statistic.figures(&experiment.design);
    if let Some(cells) = left_out(experiment, probe) {
        figures.retain(|figure| figure.key != cells);
    }
    if statistic.per_replicate() && experiment.routines().len() > 1 {
        let best = vec![
            Declaration::whole("alone", "replicates"),
            Declaration::whole("shared", "replicates"),
            Declaration::number("mean", "share of replicates")
                .with_error("standard_error")
                .with_hits("alone", Trials::Replicates),
        ];
        figures.push(Declaration::group("best", best));
    }
    figures
}

/// The key of the cells of a lag that the record leaves out: they take much room, and few look at them.
pub(super) fn left_out(experiment: &Experiment<'_>, probe: &Probe) -> Option<&'static str> {
    let brief = probe.lag() > 0 && experiment.lags == Lags::Brief;
    let kind = statistic::kind(probe.statistic().name()).filter(|_| brief)?;
    kind.compares.matrix()
}
