//! Turns the text of a spec into its wire type. Unreadable parts are left out, so that all that is wrong is told at
//! once: serde stops at the first.

use std::borrow::Cow;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, Deserializer};

use super::error::Errors;
use super::error::SpecError;
use super::place::Place;
use super::wire;

/// Errors after which the rest is not read any more.
const MOST: usize = 1000;

/// The spec in `text`, as far as it can be read.
pub(super) fn file(
    place: &Place<'_>,
    text: &str,
    errors: &mut Errors,
) -> Result<wire::File, SpecError> {
    let mut root = DeTable::parse(text).map_err(|error| place.toml(&error))?;
    // Tables of which something was left out: what they lack was perhaps meant by that.
    let mut touched: Vec<Range<usize>> = Vec::new();
    loop {
        let error = match wire::File::deserialize(Deserializer::from(root.clone())) {
            Ok(file) => return Ok(file),
            Err(error) => error,
        };
        let told = place.toml(&error);
        let Some(span) = error.span() else {
            return Err(told);
        };
        let (missing, of_root) = (missing(error.message()), span == root.span());
        let follows = match &missing {
            Some(key) if of_root => errors.doubts(key),
            Some(_) => touched.contains(&span),
            None => false,
        };
        if let (Some(key), true) = (missing, of_root) {
            let value = DeValue::String(Cow::Owned(key.clone()));
            let key = Spanned::new(0..0, Cow::Owned(key));
            root.get_mut().insert(key, Spanned::new(0..0, value));
        } else {
            let Some(Found { steps, table }) = find(root.get_ref(), &root.span(), &span) else {
                return Err(told);
            };
            touched.push(table);
            leave_out(root.get_mut(), &steps, errors);
        }
        if touched.len() > MOST {
            return Err(told);
        }
        if !follows {
            errors.add(told);
        }
    }
}

/// The key that a message says is missing.
fn missing(message: &str) -> Option<String> {
    let rest = message.strip_prefix("missing field `")?;
    rest.split_once('`').map(|(key, _)| key.to_owned())
}

/// A step towards a value: a key, or a place in a list.
#[derive(Clone)]
enum Step {
    Key(String),
    At(usize),
}

/// The subject of an error.
struct Found {
    /// The steps that lead to it.
    steps: Vec<Step>,
    /// The place of the table that has it.
    table: Range<usize>,
}

/// Finds the key or value at `span`, or else the innermost value around it.
fn find(table: &DeTable<'_>, at: &Range<usize>, span: &Range<usize>) -> Option<Found> {
    let is = |found: &Range<usize>| found == span;
    let around = |found: &Range<usize>| found.start <= span.start && span.end <= found.end;
    in_table(table, at, &is).or_else(|| in_table(table, at, &around))
}

fn in_table(
    table: &DeTable<'_>,
    at: &Range<usize>,
    fits: &dyn Fn(&Range<usize>) -> bool,
) -> Option<Found> {
    table.iter().find_map(|(key, value)| {
        let step = Step::Key(key.get_ref().clone().into_owned());
        if fits(&key.span()) {
            return Some(Found {
                steps: vec![step],
                table: at.clone(),
            });
        }
        in_value(value, at, fits).map(|found| found.after(step))
    })
}

fn in_value(
    value: &Spanned<DeValue<'_>>,
    at: &Range<usize>,
    fits: &dyn Fn(&Range<usize>) -> bool,
) -> Option<Found> {
    let span = value.span();
    let inner = match value.get_ref() {
        DeValue::Table(table) => in_table(table, &span, fits),
        DeValue::Array(items) => items.iter().enumerate().find_map(|(place, item)| {
            let found = in_value(item, at, fits);
            found.map(|found| found.after(Step::At(place)))
        }),
        _ => None,
    };
    let itself = || Found {
        steps: Vec::new(),
        table: at.clone(),
    };
    inner.or_else(|| fits(&span).then(itself))
}

impl Found {
    fn after(mut self, step: Step) -> Self {
        self.steps.insert(0, step);
        self
    }
}

/// Takes out what `steps` lead to.
fn leave_out(root: &mut DeTable<'_>, steps: &[Step], errors: &mut Errors) {
    let keys = steps.iter().map(|step| match step {
        Step::Key(key) => key.clone(),
        Step::At(at) => at.to_string(),
    });
    errors.leave_out(keys.collect());
    if let [Step::Key(list), Step::At(at)] = steps
        && let Some(DeValue::Array(items)) = root.get(list.as_str()).map(Spanned::get_ref)
    {
        errors.leave_out_item(list, *at, items.len());
    }
    remove_from_table(root, steps);
}

fn remove_from_table(table: &mut DeTable<'_>, steps: &[Step]) {
    match steps {
        [Step::Key(key)] => {
            table.remove(key.as_str());
        }
        [Step::Key(key), rest @ ..] => {
            if let Some(value) = table.get_mut(key.as_str()) {
                remove_from_value(value.get_mut(), rest);
            }
        }
        _ => {}
    }
}

fn remove_from_value(value: &mut DeValue<'_>, steps: &[Step]) {
    match (value, steps) {
        (DeValue::Table(table), steps) => remove_from_table(table, steps),
        (DeValue::Array(items), [Step::At(at)]) => {
            let all = std::mem::replace(items, DeArray::new())
                .into_iter()
                .enumerate();
            *items = (all.filter(|(place, _)| place != at).map(|(_, item)| item)).collect();
        }
        (DeValue::Array(items), [Step::At(at), rest @ ..]) => {
            if let Some(item) = items.get_mut(*at) {
                remove_from_value(item.get_mut(), rest);
            }
        }
        _ => {}
    }
}
