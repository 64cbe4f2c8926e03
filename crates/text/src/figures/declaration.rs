//! Declarations of the figures that a statistic will find, so that a claim which names anything
//! else is refused before a deck is shuffled.

use std::borrow::Cow;

#[cfg(feature = "full")]
use serde_json::Value;

/// A figure that a statistic will have found once decks were counted.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    /// Its key in records.
    pub key: Cow<'static, str>,
    /// The type of its value; any value may be missing.
    pub shape: Shape,
    /// The things that it counts or measures, in words: `rising sequences per deck`.
    pub unit: Cow<'static, str>,
    /// The key of its standard error, where it has one.
    pub error: Option<Cow<'static, str>>,
    /// The key of its exact value, where one stands beside it.
    pub exact: Option<Cow<'static, str>>,
    /// The key of its value on ideal decks, where one stands beside it.
    pub ideal: Option<Cow<'static, str>>,
    /// The key of the number of trials that had it, if it is a share of independent ones.
    pub hits: Option<(Cow<'static, str>, Trials)>,
    /// True if it is known without counting.
    pub known: bool,
}

/// The independent trials of which a figure is a share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trials {
    /// All decks.
    Decks,
    /// All replicates.
    Replicates,
}

/// The type of a figure's value.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A number.
    Number,
    /// A whole number that is not negative.
    Whole,
    /// First and last of a range of whole numbers.
    Range,
    /// A word or a few.
    Text,
    /// Yes or no.
    Flag,
    /// So many values of one shape, or fewer.
    List(usize, Box<Shape>),
    /// Figures with keys of their own.
    Group(Vec<Declaration>),
}

impl Declaration {
    /// Declares a figure of any shape.
    pub fn new(
        key: impl Into<Cow<'static, str>>,
        shape: Shape,
        unit: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            key: key.into(),
            shape,
            unit: unit.into(),
            error: None,
            exact: None,
            ideal: None,
            hits: None,
            known: false,
        }
    }

    /// Declares a number.
    pub fn number(key: impl Into<Cow<'static, str>>, unit: impl Into<Cow<'static, str>>) -> Self {
        Self::new(key, Shape::Number, unit)
    }

    /// Declares a whole number.
    pub fn whole(key: impl Into<Cow<'static, str>>, unit: impl Into<Cow<'static, str>>) -> Self {
        Self::new(key, Shape::Whole, unit)
    }

    /// Declares a list of `length` whole numbers.
    pub fn counts(key: &'static str, unit: &'static str, length: usize) -> Self {
        Self::new(key, Shape::Whole.listed(length), unit)
    }

    /// Declares figures under one key.
    pub fn group(key: impl Into<Cow<'static, str>>, figures: Vec<Self>) -> Self {
        Self::new(key, Shape::Group(figures), "")
    }

    /// Says that its standard error stands beside it, under this key.
    #[must_use]
    pub fn with_error(self, key: impl Into<Cow<'static, str>>) -> Self {
        Self {
            error: Some(key.into()),
            ..self
        }
    }

    /// Says that its exact value stands beside it, under this key.
    #[must_use]
    pub fn with_exact(self, key: impl Into<Cow<'static, str>>) -> Self {
        Self {
            exact: Some(key.into()),
            ..self
        }
    }

    /// Says that its value on ideal decks is the figure of this key, which is declared beside it.
    #[must_use]
    pub fn with_ideal(self, key: impl Into<Cow<'static, str>>) -> Self {
        Self {
            ideal: Some(key.into()),
            ..self
        }
    }

    /// Says that it is the share of `trials` that had something, and that their number is the figure of
    /// this key, which is declared beside it. The share has exact binomial limits.
    #[must_use]
    pub fn with_hits(self, key: impl Into<Cow<'static, str>>, trials: Trials) -> Self {
        Self {
            hits: Some((key.into(), trials)),
            ..self
        }
    }

    /// Says that it is known without counting.
    #[must_use]
    pub fn known(self) -> Self {
        Self {
            known: true,
            ..self
        }
    }

    /// Its key, and those of the figures that stand beside it.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let beside = [&self.error, &self.exact].into_iter().flatten();
        std::iter::once(&self.key).chain(beside).map(AsRef::as_ref)
    }
}

impl Shape {
    /// Makes the shape of a list of `length` such values.
    #[must_use]
    pub fn listed(self, length: usize) -> Self {
        Self::List(length, Box::new(self))
    }

    /// Returns true if `value` has this shape; a missing one has any.
    #[cfg(feature = "full")]
    pub fn admits(&self, value: &Value) -> bool {
        match (self, value) {
            (_, Value::Null) | (Self::Text, Value::String(_)) | (Self::Flag, Value::Bool(_)) => {
                true
            }
            (Self::Number, value) => value.is_number(),
            (Self::Whole, value) => value.is_u64(),
            (Self::Range, Value::Array(ends)) => ends.len() == 2 && ends.iter().all(Value::is_u64),
            (Self::List(length, shape), Value::Array(items)) => {
                items.len() <= *length && items.iter().all(|item| shape.admits(item))
            }
            (Self::Group(figures), Value::Object(found)) => found.iter().all(|(key, value)| {
                let mut declared = figures.iter();
                declared.any(|figure| {
                    let beside = figure.keys().skip(1).any(|beside| beside == key);
                    figure.key == *key && figure.shape.admits(value)
                        || beside && Self::Number.admits(value)
                })
            }),
            _ => false,
        }
    }
}

/// The place of a figure: the paths of its value, and of what stands beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A number, or a range of positions.
    Figure {
        /// The path of its value.
        value: String,
        /// The path of its standard error.
        error: Option<String>,
        /// The path of its exact value.
        exact: Option<String>,
        /// The path of its value on ideal decks.
        ideal: Option<String>,
        /// The path of the number of trials that had it, and what the trials are.
        hits: Option<(String, Trials)>,
    },
    /// A figure that is known without counting.
    Known(String),
    /// The length of the list at this path.
    Length(String),
}

/// The reason why a path leads to no figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoFigure {
    /// The step that leads nowhere; `None` if the path leads to something that is no number.
    pub step: Option<String>,
    /// The steps that lead on from there.
    pub accepted: String,
}

/// Finds the figure at `path` among those that are declared. A group is stood for by its `mean`, or else by
/// its `exact` value.
pub fn find(figures: &[Declaration], path: &str) -> Result<Place, NoFigure> {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let missing = || {
        let keys = || figures.iter().flat_map(Declaration::keys);
        let (list, hint) = (
            crate::names::list(keys()),
            crate::names::hint(first, keys()),
        );
        NoFigure {
            step: Some(first.to_owned()),
            accepted: format!("{list}{hint}"),
        }
    };
    if let Some(figure) = figures.iter().find(|figure| figure.key == first) {
        let found = within(&figure.shape, rest, figure.known)?;
        return Ok(match found.under(first) {
            // Errors and ideal values beside a figure belong to the whole of it, not to an item.
            Place::Figure { value, .. } if rest.is_empty() && value == first => Place::Figure {
                value,
                error: figure.error.as_deref().map(str::to_owned),
                exact: figure.exact.as_deref().map(str::to_owned),
                ideal: figure.ideal.as_deref().map(str::to_owned),
                hits: (figure.hits.as_ref()).map(|(key, of)| (key.clone().into_owned(), *of)),
            },
            other => other,
        });
    }
    let beside = |key: &Option<Cow<'static, str>>| key.as_deref() == Some(first);
    if figures.iter().any(|figure| beside(&figure.exact)) && rest.is_empty() {
        return Ok(Place::Known(first.to_owned()));
    }
    if figures.iter().any(|figure| beside(&figure.error)) && rest.is_empty() {
        return Ok(Place::plain(first));
    }
    Err(missing())
}

/// Gives the unit of the figure at `path`, in words: that of the innermost declaration on the way that states one.
pub fn unit<'a>(figures: &'a [Declaration], path: &str) -> Option<&'a str> {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let beside = |key: &Option<Cow<'static, str>>| key.as_deref() == Some(first);
    let figure = figures
        .iter()
        .find(|figure| figure.key == first || beside(&figure.exact) || beside(&figure.error))?;
    let (mut shape, mut rest) = (&figure.shape, rest);
    while let Shape::List(_, item) = shape {
        shape = item;
        rest = rest.split_once('.').map_or("", |(_, rest)| rest);
    }
    let inner = match shape {
        Shape::Group(figures) if rest.is_empty() => unit(figures, "mean"),
        Shape::Group(figures) => unit(figures, rest),
        _ => None,
    };
    inner.or(Some(figure.unit.as_ref()).filter(|unit| !unit.is_empty()))
}

/// Finds the figure at `path` within a value of this shape.
fn within(shape: &Shape, path: &str, known: bool) -> Result<Place, NoFigure> {
    let no_number = |accepted: String| NoFigure {
        step: None,
        accepted,
    };
    match shape {
        Shape::Number | Shape::Whole | Shape::Range if path.is_empty() => Ok(if known {
            Place::Known(String::new())
        } else {
            Place::plain("")
        }),
        Shape::Group(figures) if path.is_empty() => {
            let main = ["mean", "exact"].into_iter();
            let mut main = main.filter_map(|key| find(figures, key).ok());
            main.next().ok_or_else(|| {
                no_number(crate::names::list(
                    figures.iter().flat_map(Declaration::keys),
                ))
            })
        }
        Shape::Group(figures) => find(figures, path),
        Shape::List(..) if path == "length" => Ok(Place::Length(String::new())),
        Shape::List(length, shape) => {
            let accepted = match length.checked_sub(1) {
                Some(last) => format!("0 to {last}"),
                None => NOTHING.to_owned(),
            };
            let (step, rest) = path.split_once('.').unwrap_or((path, ""));
            match step.parse::<usize>() {
                Ok(at) if at < *length => Ok(within(shape, rest, known)?.under(step)),
                _ => Err(NoFigure {
                    step: (!step.is_empty()).then(|| step.to_owned()),
                    accepted,
                }),
            }
        }
        _ => Err(NoFigure {
            step: path
                .split('.')
                .next()
                .filter(|step| !step.is_empty())
                .map(str::to_owned),
            accepted: NOTHING.to_owned(),
        }),
    }
}

const NOTHING: &str = "nothing further";

impl Place {
    fn plain(path: &str) -> Self {
        Self::Figure {
            value: path.to_owned(),
            error: None,
            exact: None,
            ideal: None,
            hits: None,
        }
    }

    /// The same place, seen from where `step` leads to it.
    fn under(self, step: &str) -> Self {
        let join = |path: String| match path.as_str() {
            "" => step.to_owned(),
            path => format!("{step}.{path}"),
        };
        match self {
            Self::Figure {
                value,
                error,
                exact,
                ideal,
                hits,
            } => Self::Figure {
                value: join(value),
                error: error.map(join),
                exact: exact.map(join),
                ideal: ideal.map(join),
                hits: hits.map(|(path, of)| (join(path), of)),
            },
            Self::Known(path) => Self::Known(join(path)),
            Self::Length(path) => Self::Length(join(path)),
        }
    }
}
