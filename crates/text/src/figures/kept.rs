//! Figures that are kept, for reports and records.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The figures of a statistic on one routine, by their keys. A path such as `best.mean` or `cells.2.exact`
/// leads into groups and lists; items count from 0.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize), serde(transparent))]
pub struct Figures(Map<String, Value>);

impl Figures {
    /// Gives the value at `path`, if there is one.
    pub fn at(&self, path: &str) -> Option<&Value> {
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        let mut here = self.0.get(first)?;
        for step in rest.split('.').filter(|step| !step.is_empty()) {
            here = child(here, step)?;
        }
        Some(here).filter(|here| !here.is_null())
    }

    /// Gives the number at `path`.
    pub fn number(&self, path: &str) -> Option<f64> {
        self.at(path)?.as_f64()
    }

    /// Gives the whole number at `path`.
    pub fn whole(&self, path: &str) -> Option<u64> {
        self.at(path)?.as_u64()
    }

    /// Gives the text at `path`.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.at(path)?.as_str()
    }

    /// Returns true if the flag at `path` is there and set.
    pub fn is(&self, path: &str) -> bool {
        self.at(path).and_then(Value::as_bool) == Some(true)
    }

    /// Gives the list of counts at `path`.
    pub fn counts(&self, path: &str) -> Option<Vec<u64>> {
        counts(self.at(path)?)
    }

    /// Gives the matrix of counts at `path`, by rows.
    pub fn matrix(&self, path: &str) -> Option<Vec<Vec<u64>>> {
        self.at(path)?.as_array()?.iter().map(counts).collect()
    }

    /// Gives the list of groups at `path`.
    pub fn groups(&self, path: &str) -> Option<Vec<Self>> {
        let items = self.at(path)?.as_array()?.iter();
        items
            .map(|item| item.as_object().cloned().map(Self))
            .collect()
    }

    /// Adds a figure, or replaces it.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Value>) {
        self.0.insert(key.into(), value.into());
    }

    /// Takes a figure out.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let value = self.0.get_mut(key)?.take();
        // `remove` would put the last figure in its place.
        self.0.retain(|other, _| other != key);
        Some(value)
    }

    /// Adds all `others` at the end.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Gives all of them with their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }
}

/// The figures of `json!({ … })`.
impl From<Value> for Figures {
    fn from(value: Value) -> Self {
        match value {
            Value::Object(entries) => Self(entries),
            _ => Self::default(),
        }
    }
}

impl From<Figures> for Value {
    fn from(figures: Figures) -> Self {
        Self::Object(figures.0)
    }
}

/// Finds the value that `step` names within `value`: by a key, or by a place in a list, from 0.
pub fn child<'v>(value: &'v Value, step: &str) -> Option<&'v Value> {
    match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        other => other.get(step),
    }
}

fn counts(value: &Value) -> Option<Vec<u64>> {
    value.as_array()?.iter().map(Value::as_u64).collect()
}
