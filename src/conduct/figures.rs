//! Figures of a record by their paths, as claims name them.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::answer::Answer;
use crate::judgement::Verdict;
use crate::record::Routine;
use crate::spec::claim::{LookUp, RoutineName};
use crate::spec::{CONTROL, Experiment};
use crate::verdict::claims::{Figures, Number, Value};

/// The routines and answers of a record that is being made.
pub(super) struct RecordFigures<'a> {
    /// Canonical text, name as written, and the findings as JSON.
    routines: Vec<(Option<String>, String, Json)>,
    /// Answers as JSON, by their names.
    answers: BTreeMap<&'a str, Json>,
    experiment: &'a Experiment<'a>,
}

impl<'a> RecordFigures<'a> {
    pub(super) fn new(
        experiment: &'a Experiment<'a>,
        routines: &[Routine],
        answers: &'a BTreeMap<String, Answer>,
    ) -> Self {
        let canonical = experiment
            .routines()
            .iter()
            .map(|routine| Some(routine.canonical()))
            .chain([None]);
        let found = routines.iter().zip(canonical).map(|(routine, canonical)| {
            // Paths begin with a statistic's name, or with `total_variation`.
            let mut figures = routine.statistics.clone();
            figures.insert(
                "total_variation".to_owned(),
                serde_json::json!(routine.total_variation),
            );
            figures.insert("tests".to_owned(), serde_json::json!(routine.tests));
            (canonical, routine.name.clone(), Json::Object(figures))
        });
        let answers = answers
            .iter()
            .map(|(name, answer)| (name.as_str(), serde_json::json!(answer)));
        Self {
            routines: found.collect(),
            answers: answers.collect(),
            experiment,
        }
    }

    /// Whether all that a claim looks up has a place in the record, if only an empty one.
    pub(super) fn check(&self, routine: &RoutineName, what: LookUp<'_>) -> Result<(), String> {
        match what {
            LookUp::Test(test) => self.verdict(routine, test).map(drop),
            LookUp::Figure(path) => {
                let (_, here, _) = self.walk(routine, path)?;
                if here.is_null() {
                    Ok(())
                } else {
                    self.figure(routine, path).map(drop)
                }
            }
        }
    }

    /// The routine's name, what stands at `path`, and what holds it.
    fn walk(&self, routine: &RoutineName, path: &str) -> Result<(String, Json, &Json), String> {
        let root = self
            .find(routine)
            .ok_or("the routine is not in the record")?;
        let name = self.name(routine);
        let from = match routine {
            RoutineName::Answer { at, .. } => at.as_str(),
            RoutineName::Routine(_) | RoutineName::Control => "",
        };
        let (mut here, mut parent) = (root, root);
        let mut steps = (from.split('.').filter(|step| !step.is_empty()))
            .chain(path.split('.'))
            .peekable();
        while let Some(step) = steps.next() {
            parent = here;
            if let (Json::Array(items), "length", None) = (parent, step, steps.peek()) {
                return Ok((name, Json::from(items.len()), parent));
            }
            here = child(parent, step).ok_or_else(|| {
                let accepted = children(parent);
                format!("key `figure`: found `{path}`, but {name} has no `{step}` there; accepted: {accepted}")
            })?;
        }
        Ok((name, here.clone(), parent))
    }

    fn find(&self, name: &RoutineName) -> Option<&Json> {
        match name {
            RoutineName::Answer { name, .. } => self.answers.get(name.as_str()),
            _ => self.routine(name).map(|(_, _, found)| found),
        }
    }

    fn routine(&self, name: &RoutineName) -> Option<&(Option<String>, String, Json)> {
        self.routines.iter().find(|(canonical, ..)| match name {
            RoutineName::Control => canonical.is_none(),
            RoutineName::Routine(wanted) => canonical.as_ref() == Some(wanted),
            RoutineName::Answer { .. } => false,
        })
    }
}

impl Figures for RecordFigures<'_> {
    fn figure(&self, routine: &RoutineName, path: &str) -> Result<Value, String> {
        let (name, here, parent) = self.walk(routine, path)?;
        let found = match routine {
            // A figure that was sampled is not exact.
            RoutineName::Answer { .. } if here.get("standard_error").is_some() => {
                value(&here, parent, path)
            }
            RoutineName::Answer { .. } => known(&here),
            RoutineName::Routine(_) | RoutineName::Control => value(&here, parent, path),
        };
        found.ok_or_else(|| {
            format!(
                "key `figure`: `{path}` of {name} is no number; accepted: {}",
                children(&here)
            )
        })
    }

    fn verdict(&self, routine: &RoutineName, test: &str) -> Result<Verdict, String> {
        let (_, name, root) = self
            .routine(routine)
            .ok_or("key `test`: only routines have tests")?;
        let all: Vec<(String, &Json)> = root["tests"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|found| {
                (
                    format!("{}.{}", text(&found["statistic"]), text(&found["test"])),
                    &found["verdict"],
                )
            })
            .collect();
        all.iter()
            .find(|(known, _)| known == test)
            .and_then(|(_, verdict)| Verdict::named(text(verdict)))
            .ok_or_else(|| {
                let accepted = crate::names::list(all.iter().map(|(known, _)| known.as_str()));
                format!(
                    "key `test`: found `{test}`, but {name} has no such test; accepted: {accepted}"
                )
            })
    }

    fn name(&self, routine: &RoutineName) -> String {
        if let RoutineName::Answer { name, at } = routine {
            let point = if at.is_empty() { "" } else { "." };
            return format!("{name}{point}{at}");
        }
        match self.routine(routine) {
            Some((_, name, _)) => name.clone(),
            None if self.experiment.control => CONTROL.to_owned(),
            None => String::new(),
        }
    }
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or("")
}

/// Finds the value that `step` names within `json`: by a key, or by a place in a list, from 0.
fn child<'j>(json: &'j Json, step: &str) -> Option<&'j Json> {
    match json {
        Json::Array(items) => items.get(step.parse::<usize>().ok()?),
        other => other.get(step),
    }
}

fn children(json: &Json) -> String {
    match json {
        Json::Object(object) => crate::names::list(object.keys().map(String::as_str)),
        Json::Array(items) if !items.is_empty() => format!("0 to {}", items.len() - 1),
        _ => "nothing further".to_owned(),
    }
}

/// A figure at `here`: an object with `mean` or `exact`; or a number or range, which is exact if it
/// needed no decks, and else simulated, with `…_exact` and `…_error` beside it.
fn value(here: &Json, parent: &Json, path: &str) -> Option<Value> {
    if here.is_object() {
        let value = Value {
            measured: number(&here["mean"]),
            exact: number(&here["exact"]),
            standard_error: here["standard_error"].as_f64(),
        };
        return (value.measured.is_some() || value.exact.is_some()).then_some(value);
    }
    let own = number(here)?;
    if needs_no_decks(parent, path) {
        return Some(Value {
            exact: Some(own),
            ..Value::default()
        });
    }
    let key = path.rsplit('.').next().unwrap_or(path);
    let beside = |suffix: &str| parent.get(format!("{key}{suffix}"));
    Some(Value {
        measured: Some(own),
        exact: beside("_exact").and_then(number),
        standard_error: beside("_error").and_then(Json::as_f64),
    })
}

/// Whether the figure at `path` is known without counting: its path says `exact`, or it is an end of
/// a total-variation interval that is proved.
fn needs_no_decks(parent: &Json, path: &str) -> bool {
    let proved = match path {
        "total_variation.upper" => true,
        "total_variation.lower" | "total_variation.lower_gap" => parent["confidence"] == 1.0,
        _ => false,
    };
    proved
        || path
            .split('.')
            .any(|step| step == "exact" || step.ends_with("_exact"))
}

/// A figure of an answer: a number, a large one that is written as text, or yes (1) or no (0).
fn known(here: &Json) -> Option<Value> {
    let exact = match here {
        Json::String(text) => text.parse().ok().map(Number::One),
        Json::Bool(yes) => Some(Number::One(f64::from(u8::from(*yes)))),
        other => number(other),
    };
    exact.map(|exact| Value {
        exact: Some(exact),
        ..Value::default()
    })
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
