//! Parameters of a shuffle or a statistic, as a spec gives them: `{ packet = [7, 12] }`.
//!
//! Each kind lists what it takes; reading is typed, and every error names the key, what was found
//! and what is accepted.

use std::any::Any;
use std::ops::RangeInclusive;
use std::sync::Arc;

use thiserror::Error;

use crate::whole;

#[cfg(not(feature = "full"))]
pub use absent::{Table, Value};
#[cfg(feature = "full")]
pub use toml::{Table, Value};

/// One parameter that a kind takes, for the lists, the help and the messages.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// The key, kebab-case.
    pub name: &'static str,
    /// Its meaning, what is accepted and what holds when it is absent.
    pub about: &'static str,
}

/// An error in a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParamError {
    /// A key that the kind does not take.
    #[error("unknown key `{key}` for `{kind}`; accepted: {accepted}{hint}")]
    Unknown {
        /// The kind that was asked for.
        kind: String,
        /// The key found.
        key: String,
        /// The keys that it takes.
        accepted: String,
        /// `; did you mean …?` or nothing.
        hint: String,
    },
    /// A value that does not fit.
    #[error("key `{key}`: found {found}; accepted: {accepted}")]
    Wrong {
        /// The key.
        key: String,
        /// The value found, as TOML.
        found: String,
        /// The values that would have been accepted.
        accepted: String,
    },
    /// A key without which the kind means nothing.
    #[error("key `{key}` is missing for `{kind}`; accepted: {accepted}")]
    Missing {
        /// The kind that was asked for.
        kind: String,
        /// The key.
        key: String,
        /// The values that would have been accepted.
        accepted: String,
    },
    /// A value, or something within it, that cannot be.
    #[error("key `{key}`: {problem}")]
    Within {
        /// The key.
        key: String,
        /// The problem with it.
        problem: String,
    },
    /// A view for which the kind is not made.
    #[error("`{kind}` is not for {view}; accepted: {accepted}")]
    View {
        /// The kind that was asked for.
        kind: String,
        /// The view that was asked for.
        view: String,
        /// The views that it is for.
        accepted: String,
    },
    /// A deck for which the kind is not made.
    #[error("`{kind}` is not for decks of {cards} cards; accepted: {least} to {most} cards")]
    Deck {
        /// The kind that was asked for.
        kind: String,
        /// Cards in the deck.
        cards: usize,
        /// The smallest deck.
        least: usize,
        /// The largest.
        most: usize,
    },
}

/// Reasons why a kind (of shuffle, of statistic) could not be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum KindError {
    /// No such kind.
    #[error("unknown {what} `{name}`; accepted: {accepted}{hint}")]
    Unknown {
        /// The word for the thing asked for: `shuffle`, `statistic`.
        what: &'static str,
        /// The name found.
        name: String,
        /// All kinds.
        accepted: String,
        /// `; did you mean …?` or nothing.
        hint: String,
    },
    /// The kind is known, its parameters are not right.
    #[error(transparent)]
    Parameters(#[from] ParamError),
    /// The kind is known, and is one of other subjects.
    #[error(
        "the {what} `{name}` looks at {on}, and this experiment is about {asked}; accepted: one that looks at these (colddeck list statistics)"
    )]
    Subject {
        /// The word for the thing asked for.
        what: &'static str,
        /// Its name.
        name: String,
        /// The subjects that it is defined on.
        on: &'static str,
        /// The subjects of the experiment.
        asked: &'static str,
    },
}

/// The kind `name` among all `kinds` of `what`.
pub fn pick<'a, K>(
    what: &'static str,
    name: &str,
    kinds: &'a [K],
    name_of: impl Fn(&K) -> &'static str,
) -> Result<&'a K, KindError> {
    let names = || kinds.iter().map(&name_of);
    kinds
        .iter()
        .find(|kind| name_of(kind) == name)
        .ok_or_else(|| KindError::Unknown {
            what,
            name: name.to_owned(),
            accepted: crate::names::list(names()),
            hint: crate::names::hint(name, names()),
        })
}

/// Refuses keys of `table` that are not among `names`, those that `kind` takes.
pub fn known<'a>(
    kind: &str,
    table: &Table,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Result<(), ParamError> {
    let strange = |key: &&String| names.clone().all(|name| name != **key);
    let Some(key) = table.keys().find(strange) else {
        return Ok(());
    };
    let accepted = match names.clone().next() {
        None => "no keys but `kind`".to_owned(),
        Some(_) => crate::names::list(names.clone()),
    };
    Err(ParamError::Unknown {
        kind: kind.to_owned(),
        key: key.clone(),
        accepted,
        hint: crate::names::hint(key, names),
    })
}

/// The parameters given to one shuffle or statistic.
#[derive(Debug, Clone, Default)]
pub struct Params {
    kind: String,
    table: Table,
    /// The subject that a statistic is told, of its own type.
    subject: Option<Arc<dyn Any + Send + Sync>>,
}

impl Params {
    /// Takes the keys of `table` for `kind`, refusing those that are not in `known`.
    pub fn new(kind: &str, table: Table, known: &[Parameter]) -> Result<Self, ParamError> {
        self::known(kind, &table, known.iter().map(|parameter| parameter.name))?;
        Ok(Self {
            kind: kind.to_owned(),
            table,
            subject: None,
        })
    }

    /// The same, told of a subject.
    #[must_use]
    pub fn about(self, subject: Arc<dyn Any + Send + Sync>) -> Self {
        Self {
            subject: Some(subject),
            ..self
        }
    }

    /// The subject, which stands in lists under this key.
    pub fn subject<T: Any>(&self, key: &str) -> Result<&T, ParamError> {
        let subject = self.subject.as_ref();
        let subject = subject.and_then(|subject| subject.downcast_ref());
        subject.ok_or_else(|| self.missing(key, "in the experiment".to_owned()))
    }

    /// A whole number within `range`, or `None` where the key is absent.
    pub fn whole(&self, key: &str, range: RangeInclusive<u32>) -> Result<Option<u32>, ParamError> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        whole_in(value, &range)
            .map(Some)
            .ok_or_else(|| ParamError::Wrong {
                key: key.to_owned(),
                found: show(value),
                accepted: format!("a whole number from {} to {}", range.start(), range.end()),
            })
    }

    /// A whole number within `range`; the key must be there.
    pub fn required_whole(&self, key: &str, range: RangeInclusive<u32>) -> Result<u32, ParamError> {
        let accepted = format!("a whole number from {} to {}", range.start(), range.end());
        self.whole(key, range)?
            .ok_or_else(|| self.missing(key, accepted))
    }

    /// A number from 0 to 1, or `None` where the key is absent.
    pub fn fraction(&self, key: &str) -> Result<Option<f64>, ParamError> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        let number = value
            .as_float()
            .or_else(|| value.as_integer().map(|whole| whole as f64));
        number
            .filter(|number| (0.0..=1.0).contains(number))
            .map(Some)
            .ok_or_else(|| ParamError::Wrong {
                key: key.to_owned(),
                found: show(value),
                accepted: "a number from 0 to 1".to_owned(),
            })
    }

    /// A number within `range`, or `None` where the key is absent.
    pub fn number(&self, key: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, ParamError> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        let number = value
            .as_float()
            .or_else(|| value.as_integer().map(|whole| whole as f64));
        number
            .filter(|number| range.contains(number))
            .map(Some)
            .ok_or_else(|| ParamError::Wrong {
                key: key.to_owned(),
                found: show(value),
                accepted: format!("a number from {} to {}", range.start(), range.end()),
            })
    }

    /// Reads two whole numbers within `range`, the first not above the second: `[7, 12]`.
    pub fn span(
        &self,
        key: &str,
        range: RangeInclusive<u32>,
    ) -> Result<Option<(u32, u32)>, ParamError> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        let pair = match value.as_array().map(Vec::as_slice) {
            Some([low, high]) => whole_in(low, &range).zip(whole_in(high, &range)),
            _ => None,
        };
        pair.filter(|(low, high)| low <= high)
            .map(Some)
            .ok_or_else(|| ParamError::Wrong {
                key: key.to_owned(),
                found: show(value),
                accepted: format!(
                    "[smallest, largest], whole numbers from {} to {}, the smaller first",
                    range.start(),
                    range.end()
                ),
            })
    }

    /// A list of whole numbers within `range`, or `None` where the key is absent.
    pub fn wholes(
        &self,
        key: &str,
        range: RangeInclusive<u32>,
    ) -> Result<Option<Vec<u32>>, ParamError> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        wholes_in(value, &range)
            .map(Some)
            .ok_or_else(|| ParamError::Wrong {
                key: key.to_owned(),
                found: show(value),
                accepted: format!(
                    "a list of whole numbers from {} to {}",
                    range.start(),
                    range.end()
                ),
            })
    }

    /// A list of numbers within `range`, or `None` where the key is absent.
    pub fn numbers(
        &self,
        key: &str,
        range: RangeInclusive<f64>,
    ) -> Result<Option<Vec<f64>>, ParamError> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        let number = |item: &Value| {
            let whole = item.as_integer().map(|whole| whole as f64);
            let number = item.as_float().or(whole);
            number.filter(|number| range.contains(number))
        };
        let items = value.as_array().map(|items| items.iter().map(number));
        items
            .and_then(Iterator::collect)
            .map(Some)
            .ok_or_else(|| ParamError::Wrong {
                key: key.to_owned(),
                found: show(value),
                accepted: format!(
                    "a list of numbers from {} to {}",
                    range.start(),
                    range.end()
                ),
            })
    }

    /// Refuses the value of a key, for this reason.
    pub fn refuse(key: &str, problem: String) -> ParamError {
        ParamError::Within {
            key: key.to_owned(),
            problem,
        }
    }

    /// Refuses `key`, if it is given: it means nothing beside `other`, as one says it in a message.
    pub fn not_beside(&self, key: &str, other: &str) -> Result<(), ParamError> {
        match self.table.get(key) {
            None => Ok(()),
            Some(value) => Err(ParamError::Wrong {
                key: key.to_owned(),
                found: show(value),
                accepted: format!("no `{key}` beside {other}"),
            }),
        }
    }

    /// A list of one or more different whole numbers within `range`.
    pub fn whole_list(
        &self,
        key: &str,
        range: RangeInclusive<u32>,
    ) -> Result<Option<Vec<u32>>, ParamError> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        let distinct = |list: &Vec<u32>| {
            let mut sorted = list.clone();
            sorted.sort_unstable();
            sorted.dedup();
            !list.is_empty() && sorted.len() == list.len()
        };
        wholes_in(value, &range)
            .filter(distinct)
            .map(Some)
            .ok_or_else(|| ParamError::Wrong {
                key: key.to_owned(),
                found: show(value),
                accepted: format!(
                    "a list of one or more different whole numbers from {} to {}",
                    range.start(),
                    range.end()
                ),
            })
    }

    /// A text, or `None` where the key is absent.
    pub fn text(&self, key: &str) -> Result<Option<&str>, ParamError> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        value.as_str().map(Some).ok_or_else(|| ParamError::Wrong {
            key: key.to_owned(),
            found: show(value),
            accepted: "a text in quotes".to_owned(),
        })
    }

    /// A list of texts, or one alone; empty where the key is absent.
    pub fn texts(&self, key: &str) -> Result<Vec<&str>, ParamError> {
        let Some(value) = self.table.get(key) else {
            return Ok(Vec::new());
        };
        let wrong = || ParamError::Wrong {
            key: key.to_owned(),
            found: show(value),
            accepted: "a text in quotes, or a list of these".to_owned(),
        };
        if let Some(one) = value.as_str() {
            return Ok(vec![one]);
        }
        let list = value.as_array().ok_or_else(wrong)?;
        let texts = list.iter().map(|text| text.as_str().ok_or_else(wrong));
        texts.collect()
    }

    /// One of the given words, or `None` where the key is absent.
    pub fn word(
        &self,
        key: &str,
        words: &[&'static str],
    ) -> Result<Option<&'static str>, ParamError> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        let found = value
            .as_str()
            .and_then(|text| words.iter().find(|word| **word == text));
        found.copied().map(Some).ok_or_else(|| ParamError::Wrong {
            key: key.to_owned(),
            found: show(value),
            accepted: crate::names::list(words.iter().copied()),
        })
    }

    /// Returns true if the key is there.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// A table, or a list of one table or more; the key must be there. `accepted` says what they stand for.
    #[cfg(feature = "full")]
    pub fn tables(&self, key: &str, accepted: &str) -> Result<Vec<&Table>, ParamError> {
        let Some(value) = self.table.get(key) else {
            return Err(self.missing(key, accepted.to_owned()));
        };
        let tables: Option<Vec<&Table>> = match value {
            Value::Table(table) => Some(vec![table]),
            Value::Array(items) => items.iter().map(Value::as_table).collect(),
            _ => None,
        };
        tables
            .filter(|tables| !tables.is_empty())
            .ok_or_else(|| ParamError::Wrong {
                key: key.to_owned(),
                found: show(value),
                accepted: accepted.to_owned(),
            })
    }

    /// A kind by its name, or a table that names it, or `None` where the key is absent.
    #[cfg(feature = "full")]
    pub fn kinded(&self, key: &str) -> Result<Option<Kinded>, ParamError> {
        match self.table.get(key) {
            None => Ok(None),
            Some(Value::String(kind)) => Ok(Some(Kinded {
                kind: kind.clone(),
                parameters: Table::new(),
            })),
            Some(Value::Table(table)) => Kinded::split(table.clone())
                .map(Some)
                .map_err(|problem| Self::refuse(key, problem)),
            Some(other) => Err(ParamError::Wrong {
                key: key.to_owned(),
                found: show(other),
                accepted: "a name in quotes, or a table with a `kind`".to_owned(),
            }),
        }
    }

    /// Yes or no, or `None` where the key is absent.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, ParamError> {
        let Some(value) = self.table.get(key) else {
            return Ok(None);
        };
        value.as_bool().map(Some).ok_or_else(|| ParamError::Wrong {
            key: key.to_owned(),
            found: show(value),
            accepted: "true or false".to_owned(),
        })
    }

    fn missing(&self, key: &str, accepted: String) -> ParamError {
        ParamError::Missing {
            kind: self.kind.clone(),
            key: key.to_owned(),
            accepted,
        }
    }
}

/// A table that names a kind, taken apart: `{ kind = "hindu", packet = [7, 12] }`.
#[cfg(feature = "full")]
#[derive(Debug, Clone, PartialEq)]
pub struct Kinded {
    /// The kind.
    pub kind: String,
    /// Its parameters.
    pub parameters: Table,
}

#[cfg(feature = "full")]
impl Kinded {
    /// Takes `kind` out of `table`; what is left are the parameters.
    pub fn split(mut table: Table) -> Result<Self, String> {
        match table.remove("kind") {
            Some(Value::String(kind)) => Ok(Self {
                kind,
                parameters: table,
            }),
            Some(other) => Err(format!(
                "key `kind`: found {}; accepted: a name in quotes",
                show(&other)
            )),
            None => Err("key `kind` is missing; accepted: a name in quotes".to_owned()),
        }
    }

    /// The table again.
    pub fn join(self) -> Table {
        let mut table = self.parameters;
        table.insert("kind".to_owned(), Value::String(self.kind));
        table
    }
}

/// A TOML value as a person wrote it, on one line and not too long.
pub fn show(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string().replace('\n', " ");
    if text.chars().count() <= LONGEST {
        return format!("`{text}`");
    }
    let start: String = text.chars().take(LONGEST).collect();
    format!("`{start}…`")
}

/// The items of a list, all of them whole numbers within `range`.
fn wholes_in(value: &Value, range: &RangeInclusive<u32>) -> Option<Vec<u32>> {
    let items = value.as_array()?.iter();
    items.map(|item| whole_in(item, range)).collect()
}

fn whole_in(value: &Value, range: &RangeInclusive<u32>) -> Option<u32> {
    let number = u32::try_from(whole::of_either(value.as_integer(), value.as_float())?).ok()?;
    range.contains(&number).then_some(number)
}

#[cfg(not(feature = "full"))]
mod absent {
    use std::fmt::{Display, Formatter, Result};

    /// The value of a parameter. There is none: without specs nobody gives one, and each is what it is when absent.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Value {}

    /// Parameters by their names: none.
    #[derive(Debug, Clone, Default)]
    pub struct Table;

    #[expect(
        clippy::unused_self,
        reason = "the methods are those of a table that holds something"
    )]
    impl Table {
        /// Makes it.
        pub fn new() -> Self {
            Self
        }

        pub(super) fn get(&self, _name: &str) -> Option<&Value> {
            None
        }

        pub(super) fn contains_key(&self, _name: &str) -> bool {
            false
        }

        pub(super) fn keys(&self) -> impl Iterator<Item = &String> {
            std::iter::empty()
        }
    }

    impl Value {
        pub(super) fn as_integer(&self) -> Option<i64> {
            match *self {}
        }

        pub(super) fn as_array(&self) -> Option<&Vec<Self>> {
            match *self {}
        }

        pub(super) fn as_bool(&self) -> Option<bool> {
            match *self {}
        }

        pub(super) fn as_float(&self) -> Option<f64> {
            match *self {}
        }

        pub(super) fn as_str(&self) -> Option<&str> {
            match *self {}
        }
    }

    impl Display for Value {
        fn fmt(&self, _: &mut Formatter<'_>) -> Result {
            match *self {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Parameter] = &[Parameter {
        name: "packet",
        about: "",
    }];

    fn params(text: &str) -> Result<Params, ParamError> {
        Params::new("hindu", text.parse().unwrap(), KNOWN)
    }

    #[test]
    fn an_unknown_key_is_refused_with_the_nearest_name() {
        let error = params("packett = 3").unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown key `packett` for `hindu`; accepted: `packet`; did you mean `packet`?"
        );
    }

    #[test]
    fn a_span_out_of_order_is_refused_and_shown() {
        let error = params("packet = [12, 7]")
            .unwrap()
            .span("packet", 1..=100)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("key `packet`: found `[12, 7]`; accepted: [smallest"),
            "{error}"
        );
    }

    #[test]
    fn absent_keys_are_none_and_good_ones_are_read() {
        assert_eq!(params("").unwrap().span("packet", 1..=9), Ok(None));
        assert_eq!(
            params("packet = [7, 12]").unwrap().span("packet", 1..=100),
            Ok(Some((7, 12)))
        );
        assert_eq!(
            params("packet = [3, 2]")
                .unwrap()
                .whole_list("packet", 0..=9),
            Ok(Some(vec![3, 2]))
        );
        assert!(
            params("packet = [2, 2]")
                .unwrap()
                .whole_list("packet", 0..=9)
                .is_err()
        );
    }
}
