//! The answer that an experiment found, in a sentence or two, with figures of its claims, routines and answers.
//!
//! A figure stands in braces: `{ID}` is that of a claim, by the id that its row has in the record; `{figure @ ROUTINE}` is
//! one of a routine, named as claims name both, and `{NAME.path}` a number in an answer. `{ID|measured}`, `{ID|exact}`,
//! `{ID|fair}` and `{ID|published}` say which value; without it the exact one is taken where there is one. `{ID:2}` has
//! two decimals, `{ID:1%}` is a percentage with one, `{ID:in}` is `1 in 77,000`; else a figure has three significant digits.

use serde_json::Value;

use super::claim::RoutineName;
use record::Claim;
use text::harmless;
use text::names::{self, figure, grouped};

/// A finding as a spec has it.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    parts: Vec<Part>,
    /// Its place in the spec, for messages.
    pub place: String,
}

#[derive(Debug, Clone, PartialEq)]
enum Part {
    Words(String),
    Figure(Asked),
}

/// A figure that a finding asks for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Asked {
    pub of: Source,
    pub side: Option<Side>,
    format: Format,
}

/// The place that a figure is taken from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Source {
    /// A row of a claim.
    Claim(String),
    /// A figure of a routine, or of an answer.
    Figure(RoutineName, String),
}

/// One of the values of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Measured,
    Exact,
    Fair,
    Published,
}

const SIDES: [(&str, Side); 4] = [
    ("measured", Side::Measured),
    ("exact", Side::Exact),
    ("fair", Side::Fair),
    ("published", Side::Published),
];

/// The way in which a figure is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    /// Three significant digits, or a whole number.
    Short,
    Decimals(usize),
    /// A percentage with so many decimals.
    Percent(usize),
    /// A probability as `1 in 77,000`, to two significant digits.
    OneIn,
}

/// A figure that was looked up.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Found {
    Number(f64),
    /// Text stands as it is.
    Text(String),
}

/// The most decimals that a figure is written with.
const MOST_DECIMALS: usize = 12;

impl Finding {
    /// Reads a finding, in which `source` finds what a name in braces means; the error says what is wrong with it.
    pub(super) fn read(
        text: &str,
        place: String,
        source: impl Fn(&str) -> Result<Source, String>,
    ) -> Result<Self, String> {
        Self::of_lines(&harmless::words(text), place, source)
    }

    /// The same for text of several lines, which stays as it is.
    pub(crate) fn of_lines(
        text: &str,
        place: String,
        source: impl Fn(&str) -> Result<Source, String>,
    ) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((words, after)) = rest.split_once('{') {
            let (asked, after) = after.split_once('}').ok_or_else(|| {
                format!("found `{{{after}`, which no brace closes; accepted: a figure in braces, such as {{ID}}")
            })?;
            parts.push(Part::Words(words.to_owned()));
            parts.push(Part::Figure(Asked::read(asked, &source)?));
            rest = after;
        }
        parts.push(Part::Words(rest.to_owned()));
        Ok(Self { parts, place })
    }

    /// The figures that it asks for.
    pub(crate) fn figures(&self) -> impl Iterator<Item = &Asked> {
        self.parts.iter().filter_map(|part| match part {
            Part::Words(_) => None,
            Part::Figure(asked) => Some(asked),
        })
    }

    /// The finding with the figures that `look_up` finds.
    pub(crate) fn told(
        &self,
        look_up: impl Fn(&Asked) -> Result<Found, String>,
    ) -> Result<String, String> {
        let parts = self.parts.iter().map(|part| match part {
            Part::Words(words) => Ok(words.clone()),
            Part::Figure(asked) => Ok(asked.written(&look_up(asked)?)),
        });
        parts.collect()
    }
}

impl Asked {
    fn read(text: &str, source: &impl Fn(&str) -> Result<Source, String>) -> Result<Self, String> {
        let wrong = || {
            format!(
                "found `{{{text}}}`; accepted: `{{ID}}`, `{{ID|exact}}`, `{{ID:2}}`, `{{ID:1%}}` or `{{ID:in}}`"
            )
        };
        // Rows of claims may have a colon in their names.
        let format = |word: &str| match word.strip_suffix('%') {
            _ if word == "in" => Some(Format::OneIn),
            Some(digits) => digits.parse().ok().map(Format::Percent),
            None => word.parse().ok().map(Format::Decimals),
        };
        let formatted = text.rsplit_once(':');
        let formatted = formatted.and_then(|(name, word)| Some((name, format(word)?)));
        let (name, format) = formatted.unwrap_or((text, Format::Short));
        if matches!(format, Format::Decimals(digits) | Format::Percent(digits) if digits > MOST_DECIMALS)
        {
            return Err(wrong());
        }
        let (name, side) = match name.rsplit_once('|') {
            Some((name, word)) => {
                let side = SIDES.iter().find(|(known, _)| *known == word);
                let side = side.map(|(_, side)| *side).ok_or_else(|| {
                    let words = SIDES.iter().map(|(word, _)| *word);
                    format!(
                        "found `{word}` in `{{{text}}}`; accepted: {}",
                        names::list(words)
                    )
                })?;
                (name, Some(side))
            }
            None => (name, None),
        };
        if name.is_empty() {
            return Err(wrong());
        }
        Ok(Self {
            of: source(name)?,
            side,
            format,
        })
    }

    /// The value that is asked for, of those that there are; nothing was published of a figure itself.
    pub(crate) fn pick<T>(
        &self,
        measured: Option<T>,
        exact: Option<T>,
        fair: Option<T>,
    ) -> Option<T> {
        match self.side {
            Some(Side::Measured) => measured,
            Some(Side::Exact) => exact,
            Some(Side::Fair) => fair,
            Some(Side::Published) => None,
            None => exact.or(measured),
        }
    }

    /// The value that is asked for, of a claim's row.
    pub(crate) fn of_row(&self, row: &Claim) -> Result<Found, String> {
        if self.side == Some(Side::Published) {
            let text = row.published.clone();
            return text
                .map(Found::Text)
                .ok_or_else(|| format!("nothing was published of `{}`", row.id));
        }
        let value = self.pick(row.measured.as_ref(), row.exact.as_ref(), None);
        let number = value.and_then(Value::as_f64).map(Found::Number);
        let text = value
            .and_then(Value::as_str)
            .map(|text| Found::Text(text.to_owned()));
        number
            .or(text)
            .ok_or_else(|| format!("`{}` has no such value", row.id))
    }

    fn written(&self, found: &Found) -> String {
        let value = match found {
            Found::Number(value) => *value,
            Found::Text(text) => return text.clone(),
        };
        let decimals = |value: f64, digits: usize| {
            let text = format!("{:.digits$}", value.abs());
            let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
            let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
            let sign = if value < 0.0 { "−" } else { "" };
            format!("{sign}{whole}{rest}")
        };
        match self.format {
            Format::OneIn if value > 0.0 && value <= 1.0 => {
                let every = 1.0 / value;
                let unit = libm::pow(10.0, (libm::log10(every).floor() - 1.0).max(0.0));
                format!("1 in {}", decimals((every / unit).round() * unit, 0))
            }
            Format::Percent(digits) => format!("{}%", decimals(100.0 * value, digits)),
            Format::Decimals(digits) => decimals(value, digits),
            Format::Short if value.fract() == 0.0 || value.abs() >= 1000.0 => decimals(value, 0),
            Format::Short | Format::OneIn => figure(value, 3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Finding, String> {
        Finding::read(text, String::new(), |name| {
            Ok(Source::Claim(name.to_owned()))
        })
    }

    #[test]
    fn figures_are_put_into_the_words() {
        let text = "RRR has {table/RRR:2} of {n}, {a.b.0:1%} more than {old|published}; {x|measured}, {y|fair:in}.";
        let finding = read(text).unwrap();
        let told = finding.told(|asked| {
            let Source::Claim(name) = &asked.of else {
                panic!("{asked:?}")
            };
            Ok(match (name.as_str(), asked.side) {
                ("table/RRR", None) => Found::Number(709.917),
                ("n", None) => Found::Number(12_345.0),
                ("a.b.0", None) => Found::Number(0.034_56),
                ("old", Some(Side::Published)) => Found::Text("768.24".to_owned()),
                ("x", Some(Side::Measured)) => Found::Number(0.045_476_3),
                ("y", Some(Side::Fair)) => Found::Number(1.0 / 76_543.0),
                other => panic!("{other:?}"),
            })
        });
        assert_eq!(
            told.unwrap(),
            "RRR has 709.92 of 12,345, 3.5% more than 768.24; 0.0455, 1 in 77,000."
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, problem) in [
            ("so {far", "no brace closes"),
            ("so {far|away}", "found `away`"),
            ("so {}", "accepted"),
            ("so {x:99}", "accepted"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
