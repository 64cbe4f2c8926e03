//! One parameter of a question: a key in a spec, and a flag on the command line. Both end up as a TOML value
//! that is read here.

use std::ops::RangeInclusive;

use record::Tolerance;
use toml::Value;

use deck::{MAX_CARDS, MIN_CARDS};
use laws::puzzles::probability;
use text::whole;

/// The largest whole number that TOML holds.
pub(super) const MOST: u64 = i64::MAX as u64;

/// Cards that a deck may have.
pub const CARDS: RangeInclusive<u64> = MIN_CARDS as u64..=MAX_CARDS as u64;

/// The most decks that a question may be about.
pub(super) const MOST_DECKS: u64 = 1_000_000_000_000;

/// One parameter of a question.
#[derive(Debug)]
#[must_use]
pub struct Parameter {
    /// The key, kebab-case; with two hyphens before it, the flag.
    pub name: &'static str,
    /// The letter or word that stands for its value in the help.
    pub value: &'static str,
    /// Its meaning, as the help says it.
    pub about: &'static str,
    /// The values that are accepted.
    pub read: Read,
    /// Its value where nothing is given, as it would be typed.
    pub default: Option<&'static str>,
    /// True if it must be given.
    pub required: bool,
    /// True if it stands without its name on the command line.
    pub bare: bool,
    /// Another name of the flag.
    pub alias: Option<&'static str>,
    /// The list of all its values, for those who leave it out.
    pub catalogue: Option<&'static Catalogue>,
}

/// Names that a parameter accepts.
#[derive(Debug)]
pub struct Catalogue {
    /// The meaning of `--list`, as the help says it.
    pub about: &'static str,
    /// The line above the names.
    pub title: &'static str,
    /// Each name, its meaning and its source.
    pub entries: fn() -> Vec<[&'static str; 3]>,
}

/// The values that a parameter accepts.
#[derive(Debug)]
pub enum Read {
    /// True; on the command line, the flag alone.
    Flag,
    /// A whole number.
    Whole(RangeInclusive<u64>),
    /// A whole number from this one to the number of cards in the deck.
    UpToCards(u64),
    /// A number.
    Number(RangeInclusive<f64>),
    /// One number or more.
    Numbers(RangeInclusive<f64>),
    /// One distance or more: numbers, or tolerances of stakes such as 1pt and 1%.
    Near(RangeInclusive<f64>),
    /// One whole number or more.
    Wholes(RangeInclusive<u64>),
    /// The same, all of them different.
    Different(RangeInclusive<u64>),
    /// One of these words.
    Word(fn() -> Vec<&'static str>),
    /// A probability: a fraction or a decimal number.
    Probability,
    /// A text that the question itself understands.
    Text,
    /// A routine.
    Routine,
}

impl Parameter {
    /// Makes a parameter that may be left out, and then has no value.
    pub const fn new(
        name: &'static str,
        value: &'static str,
        read: Read,
        about: &'static str,
    ) -> Self {
        Self {
            name,
            value,
            about,
            read,
            default: None,
            required: false,
            bare: false,
            alias: None,
            catalogue: None,
        }
    }

    /// Makes it one that must be given.
    pub const fn required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }

    /// Makes it one that stands without its name on the command line.
    pub const fn bare(self) -> Self {
        Self { bare: true, ..self }
    }

    /// Left out, it means this.
    pub const fn default(self, typed: &'static str) -> Self {
        Self {
            default: Some(typed),
            ..self
        }
    }

    /// The flag has another name as well.
    pub const fn alias(self, alias: &'static str) -> Self {
        Self {
            alias: Some(alias),
            ..self
        }
    }

    /// Its names can be listed.
    pub const fn listed(self, catalogue: &'static Catalogue) -> Self {
        Self {
            catalogue: Some(catalogue),
            ..self
        }
    }

    /// The value that was typed on a command line. A value that cannot be read stays a text, which is then refused.
    pub fn typed(&self, text: &str) -> Value {
        let whole = |text: &str| whole::parse_signed(text).map(Value::Integer);
        let read = match &self.read {
            Read::Flag => text.parse().map(Value::Boolean).ok(),
            Read::Whole(_) | Read::UpToCards(_) => whole(text).ok(),
            Read::Number(_) => text.parse().map(Value::Float).ok(),
            Read::Wholes(_) | Read::Different(_) => {
                let list: Result<_, _> = text.split(',').map(whole).collect();
                list.map(Value::Array).ok()
            }
            Read::Numbers(_) => {
                let list: Result<_, _> = text
                    .split(',')
                    .map(|text| text.trim().parse().map(Value::Float))
                    .collect();
                list.map(Value::Array).ok()
            }
            Read::Near(_) => {
                let each = text.split(',').map(str::trim);
                let each = each.map(|text| text.parse().map_or_else(|_| text.into(), Value::Float));
                Some(Value::Array(each.collect()))
            }
            Read::Probability | Read::Word(_) | Read::Text | Read::Routine => None,
        };
        read.unwrap_or_else(|| text.into())
    }

    /// Makes integers of floats that are whole numbers, where those are asked for, texts of probabilities, and numbers of
    /// fractions.
    pub(super) fn settle(&self, value: &mut Value) {
        let settle = |value: &mut Value| {
            if let Some(number) = whole::of_toml(value) {
                *value = Value::Integer(number);
            }
        };
        match (&self.read, value) {
            (Read::Whole(_) | Read::UpToCards(_), value) => settle(value),
            (Read::Wholes(_) | Read::Different(_), Value::Array(items)) => {
                items.iter_mut().for_each(settle);
            }
            // Its shortest digits are what was written.
            (Read::Probability, value) if value.is_float() || value.is_integer() => {
                let float = value.as_float().map(|float| float.to_string());
                let whole = value.as_integer().map(|whole| whole.to_string());
                *value = Value::String(float.or(whole).unwrap_or_default());
            }
            (Read::Near(_), value) => {
                if let Some(text) = value.as_str() {
                    *value = self.typed(text);
                }
            }
            (Read::Number(_), value) => {
                if let Some(number) = value.as_str().and_then(quotient) {
                    *value = Value::Float(number);
                }
            }
            _ => {}
        }
    }

    /// Returns true if `value` is accepted, for decks of so many cards.
    pub(super) fn accepts(&self, value: &Value, cards: usize) -> bool {
        let whole = |value: &Value, range: &RangeInclusive<u64>| {
            let number = value.as_integer().and_then(|found| found.try_into().ok());
            number.is_some_and(|number| range.contains(&number))
        };
        let number = |value: &Value, range: &RangeInclusive<f64>| {
            let number = value.as_integer().map(|whole| whole as f64);
            let number = number.or(value.as_float());
            number.is_some_and(|number| range.contains(&number))
        };
        let wholes = |range| {
            let list = value.as_array().filter(|list| !list.is_empty());
            list.is_some_and(|list| list.iter().all(|value| whole(value, range)))
        };
        match &self.read {
            Read::Flag => value.is_bool(),
            Read::Whole(range) => whole(value, range),
            Read::UpToCards(least) => whole(value, &(*least..=cards as u64)),
            Read::Number(range) => number(value, range),
            Read::Numbers(range) => {
                let list = value.as_array().filter(|list| !list.is_empty());
                list.is_some_and(|list| list.iter().all(|value| number(value, range)))
            }
            Read::Near(range) => {
                let is_near = |value: &Value| match value.as_str() {
                    Some(text) => text.parse::<Tolerance>().is_ok(),
                    None => number(value, range),
                };
                let list = value.as_array().filter(|list| !list.is_empty());
                list.is_some_and(|list| list.iter().all(is_near))
            }
            Read::Wholes(range) => wholes(range),
            Read::Different(range) => {
                let list = value.as_array().map_or(&[][..], Vec::as_slice);
                let mut each = list.iter().enumerate();
                wholes(range) && each.all(|(at, value)| !list[..at].contains(value))
            }
            Read::Probability => value.as_str().and_then(probability).is_some(),
            Read::Word(words) => value.as_str().is_some_and(|word| words().contains(&word)),
            Read::Text | Read::Routine => value.is_str(),
        }
    }

    /// The accepted values in words, for decks of so many cards.
    pub(super) fn accepted(&self, cards: usize) -> String {
        let from =
            |range: &RangeInclusive<u64>| format!("from {} to {}", range.start(), range.end());
        match &self.read {
            Read::Flag => "true or false".to_owned(),
            Read::Whole(range) => format!("a whole number {}", from(range)),
            Read::UpToCards(least) => format!("a whole number from {least} to {cards}"),
            Read::Number(range) => format!("from {:e} to {}", range.start(), range.end()),
            Read::Numbers(range) => format!(
                "a list of one or more numbers from {:e} to {}",
                range.start(),
                range.end()
            ),
            Read::Near(range) => format!(
                "a list of one or more numbers from {:e} to {}; of a stake also points of its chance (1pt) or the edge of a bet (1%)",
                range.start(),
                range.end()
            ),
            Read::Wholes(range) => format!("a list of one or more whole numbers {}", from(range)),
            Read::Different(range) => {
                format!(
                    "a list of one or more different whole numbers {}",
                    from(range)
                )
            }
            Read::Word(words) => text::names::list(words().into_iter()),
            Read::Probability => "a probability, as in 18/38 or 0.47".to_owned(),
            Read::Text => "a text in quotes".to_owned(),
            Read::Routine => "a routine in quotes".to_owned(),
        }
    }
}

/// A fraction of two numbers, as in 1/28.
fn quotient(text: &str) -> Option<f64> {
    let (above, below) = text.split_once('/')?;
    let above: f64 = above.trim().parse().ok()?;
    let below: f64 = below.trim().parse().ok()?;
    (below > 0.0).then(|| above / below)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `exact adaptive-dice 1/28` was refused.
    #[test]
    fn a_number_may_be_written_as_a_fraction() {
        let parameter = Parameter::new("u", "U", Read::Number(0.0..=1.0), "about");
        for (text, number) in [
            ("1/28", Some(1.0 / 28.0)),
            ("0.5", Some(0.5)),
            ("3/2", None),
            ("1/0", None),
            ("a/2", None),
        ] {
            let mut value = parameter.typed(text);
            parameter.settle(&mut value);
            let accepted = parameter
                .accepts(&value, 0)
                .then(|| value.as_float())
                .flatten();
            assert_eq!(accepted, number, "{text}");
        }
    }
}
