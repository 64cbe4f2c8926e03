//! A spec as it is written: TOML, kebab-case, unknown keys refused. Values are checked later.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use toml::{Spanned, Table, Value};

use super::stakes;
use text::whole;

/// A spec file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct File {
    pub name: Spanned<String>,
    #[serde(default)]
    pub question: String,
    pub finding: Option<Spanned<String>>,
    pub subject: Option<Spanned<String>>,
    pub deck: Option<Spanned<Deck>>,
    pub view: Option<Spanned<String>>,
    pub weights: Option<Spanned<Vec<Whole>>>,
    pub draws: Option<Spanned<Vec<Spanned<Choice>>>>,
    pub puzzle: Option<Spanned<String>>,
    pub scrambles: Option<Spanned<Vec<Spanned<Choice>>>>,
    pub trials: Option<Spanned<Whole>>,
    pub replicates: Option<Spanned<Whole>>,
    pub seed: Option<Spanned<Value>>,
    pub generator: Option<Spanned<String>>,
    pub source: Option<Spanned<Source>>,
    pub alpha: Option<Spanned<f64>>,
    pub until_decided: Option<Spanned<UntilDecided>>,
    pub control: Option<bool>,
    pub routines: Option<Spanned<Vec<Spanned<String>>>>,
    pub suite: Option<Spanned<String>>,
    pub types: Option<Spanned<String>>,
    pub arrangement: Option<Spanned<String>>,
    pub lags: Option<Spanned<String>>,
    pub statistics: Option<Spanned<Vec<Spanned<Choice>>>>,
    pub stakes: Option<stakes::OfSpec>,
    pub shuffles: Option<BTreeMap<String, Spanned<Choice>>>,
    pub answers: Option<BTreeMap<String, Spanned<Asked>>>,
    #[serde(default)]
    pub claims: Vec<Spanned<Claim>>,
    #[serde(skip)]
    pub options: Options,
    /// Stakes that are named one by one, as far as these are read.
    #[serde(skip)]
    pub named_stakes: usize,
    /// The names of the symbols of draws, if they were logged by names.
    #[serde(skip)]
    pub symbols: Vec<String>,
}

/// Values that options of commands have, and no spec.
#[derive(Debug, Default)]
pub(super) struct Options {
    /// Statistics as `--statistic` says them: each takes the place of one of the same name.
    pub statistics: Vec<String>,
    /// Letters as `--shuffle` says them.
    pub shuffles: Vec<String>,
    /// The departure up to which evidence is accepted, if it is.
    pub accept_within: Option<f64>,
    /// Stakes as `--stake` and `--stakes` say them.
    pub stakes: stakes::Stakes,
}

impl File {
    /// A spec that has a name and nothing else.
    pub fn named(name: Spanned<String>) -> Self {
        Self {
            name,
            question: String::new(),
            stakes: None,
            named_stakes: 0,
            symbols: Vec::new(),
            finding: None,
            subject: None,
            deck: None,
            view: None,
            weights: None,
            draws: None,
            puzzle: None,
            scrambles: None,
            trials: None,
            replicates: None,
            seed: None,
            generator: None,
            source: None,
            alpha: None,
            until_decided: None,
            control: None,
            routines: None,
            suite: None,
            types: None,
            arrangement: None,
            lags: None,
            statistics: None,
            shuffles: None,
            answers: None,
            claims: Vec::new(),
            options: Options::default(),
        }
    }
}

/// A deck: a number of cards, or words for what is in it.
#[derive(Debug, Clone)]
pub(super) enum Deck {
    Whole(Whole),
    Text(String),
}

impl Deck {
    /// The number of cards; none of a deck in words.
    pub fn cards(&self) -> Option<Whole> {
        match self {
            Self::Whole(whole) => Some(*whole),
            Self::Text(_) => None,
        }
    }
}

impl<'de> Deserialize<'de> for Deck {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = Deck;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, as in 60, or the cards of each type in quotes, as in \"24 land, 36 spell\"")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Deck, E> {
                Ok(Deck::Whole(Whole(number)))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Deck, E> {
                let found = de::Unexpected::Float(number);
                let whole = whole::of_float(number).map(|number| Deck::Whole(Whole(number)));
                whole.ok_or_else(|| de::Error::invalid_value(found, &self))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Deck, E> {
                Ok(Deck::Text(text.to_owned()))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// A whole number; a float such as `1e6` is one as well.
#[derive(Debug, Clone, Copy)]
pub(super) struct Whole(pub i64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, as in 1000, 1_000 or 1e3")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Whole, E> {
                Ok(Whole(number))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Whole, E> {
                let found = de::Unexpected::Float(number);
                let whole = whole::of_float(number).map(Whole);
                whole.ok_or_else(|| de::Error::invalid_value(found, &self))
            }
        }
        deserializer.deserialize_any(Number)
    }
}

/// The keys of a run that stops once it is decided.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct UntilDecided {
    pub delta: Option<Spanned<f64>>,
    pub max_trials: Option<Spanned<Whole>>,
}

/// The keys of a source: what it does besides shuffling, or a program or a file that gives the decks.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Source {
    pub seeding: Option<Spanned<Value>>,
    pub memory: Option<Spanned<String>>,
    pub others: Option<Spanned<Others>>,
    pub quotas: Option<Spanned<String>>,
    pub command: Option<Spanned<Vec<String>>>,
    pub file: Option<Spanned<String>>,
    pub jobs: Option<Spanned<Whole>>,
    pub timeout: Option<Spanned<f64>>,
    pub time_per_job: Option<Spanned<f64>>,
    pub format: Option<Spanned<String>>,
    pub base: Option<Spanned<Whole>>,
    pub header: Option<Spanned<String>>,
    pub columns: Option<Spanned<String>>,
    pub separator: Option<Spanned<String>>,
    pub key: Option<Spanned<String>>,
    pub start: Option<Spanned<String>>,
    pub in_place: Option<Spanned<bool>>,
    pub skip_invalid: Option<Spanned<Whole>>,
    pub place: Option<Spanned<String>>,
    pub groups: Option<Spanned<String>>,
    pub rows: Option<Spanned<Rows>>,
}

/// The places of the values of rows with decks of their own.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Rows {
    pub deck: Option<Count>,
    pub copies: Option<Count>,
    pub drawn: Option<Count>,
    pub found: Option<Count>,
    pub covariate: Option<String>,
    pub time: Option<String>,
    pub mulligans: Option<String>,
    pub card_table: Option<String>,
    pub class: Option<String>,
    pub only: Option<String>,
}

/// A count in each row: the name of a column, or a number that holds for all rows.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "the name of a column in quotes, or a whole number"
)]
pub(super) enum Count {
    Number(u32),
    Column(String),
}

impl Count {
    /// Writes it as the command line would say it.
    pub fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Column(name) => name.clone(),
        }
    }
}

/// The decks that another routine shuffles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Others {
    pub routine: Spanned<String>,
    pub every: Option<Spanned<Whole>>,
    pub from: Option<Spanned<Whole>>,
}

/// A kind by its name alone, or a table with `kind` and parameters.
#[derive(Debug)]
pub(super) struct Choice {
    pub kind: String,
    pub parameters: Table,
}

impl<'de> Deserialize<'de> for Choice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Choice;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "a name, or a table with `kind`, as in { kind = \"hindu\", packet = [7, 12] }",
                )
            }

            fn visit_str<E: de::Error>(self, kind: &str) -> Result<Choice, E> {
                Ok(Choice {
                    kind: kind.to_owned(),
                    parameters: Table::new(),
                })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Choice, A::Error> {
                let mut parameters = Table::new();
                while let Some((key, value)) = map.next_entry::<String, Value>()? {
                    parameters.insert(key, value);
                }
                match parameters.remove("kind") {
                    Some(Value::String(kind)) => Ok(Choice { kind, parameters }),
                    Some(other) => Err(de::Error::custom(format!(
                        "key `kind`: found {}; accepted: a name in quotes",
                        text::params::show(&other)
                    ))),
                    None => Err(de::Error::missing_field("kind")),
                }
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// A question that needs no simulation; which other keys it takes depends on `what`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Asked {
    pub what: String,
    pub routine: Option<String>,
    pub deck: Option<Whole>,
    #[serde(flatten)]
    pub parameters: Table,
}

/// A claim: which keys it takes depends on its kind.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Claim {
    pub id: Spanned<String>,
    pub text: String,
    #[serde(default)]
    pub source: String,
    pub truth: Option<Spanned<String>>,
    pub kind: Spanned<String>,
    pub expect: Spanned<String>,
    pub figure: Option<Spanned<String>>,
    pub by: Option<Spanned<String>>,
    pub routine: Option<Spanned<String>>,
    pub routines: Option<Spanned<Vec<Spanned<String>>>>,
    pub among: Option<Spanned<Vec<Spanned<String>>>>,
    pub than: Option<Spanned<String>>,
    pub published: Option<Spanned<Value>>,
    pub within: Option<Spanned<f64>>,
    pub margin: Option<Spanned<f64>>,
    pub value: Option<Spanned<f64>>,
    pub test: Option<Spanned<String>>,
    pub is: Option<Spanned<String>>,
}

impl Claim {
    /// The keys that belong to certain kinds of claims, with where they stand if they are there.
    pub fn given(&self) -> [(&'static str, Option<Range<usize>>); 12] {
        fn at<T>(value: Option<&Spanned<T>>) -> Option<Range<usize>> {
            value.map(Spanned::span)
        }
        [
            ("figure", at(self.figure.as_ref())),
            ("by", at(self.by.as_ref())),
            ("routine", at(self.routine.as_ref())),
            ("routines", at(self.routines.as_ref())),
            ("among", at(self.among.as_ref())),
            ("than", at(self.than.as_ref())),
            ("published", at(self.published.as_ref())),
            ("within", at(self.within.as_ref())),
            ("margin", at(self.margin.as_ref())),
            ("value", at(self.value.as_ref())),
            ("test", at(self.test.as_ref())),
            ("is", at(self.is.as_ref())),
        ]
    }
}
