//! Rules of drawing: how one symbol after the other is drawn, one file for each rule.
//!
//! A [`Rule`] is a program with its state. It draws as that program does, and it says what its next draw can
//! be, which is what an opponent who knows the rule goes by. All kinds stand in [`KINDS`].

mod adaptive_dice;
pub mod bag;
mod fill_up;
mod independent;
mod items;
mod never_empty;
#[cfg(test)]
mod testing;
mod thresholds;
mod weighted;

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use deck::rng::Draws;
use deck::subject::Weights;
use text::params::{self, KindError, ParamError, Parameter, Params};
use text::sorting;
use text::whole;

/// A rule by which one symbol after the other is drawn, with its state.
pub trait Rule: fmt::Debug + Send + Sync {
    /// The weight of each symbol for the next draw, given all that came before: not negative, one of them
    /// positive. They need not sum to 1.
    fn weights(&self, into: &mut Vec<f64>);

    /// Draws the next symbol as the rule's own program does.
    fn draw(&mut self, draws: &mut dyn Draws) -> u16;

    /// Goes on as if `symbol` had been drawn; false, and nothing changes, where it could not.
    fn see(&mut self, symbol: u16) -> bool;

    /// A copy of it in the same state.
    fn boxed(&self) -> Box<dyn Rule>;

    /// The state that draws change, in bytes; none of a rule without any.
    fn state(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Goes on from a state that a rule of the same parameters had; false, and nothing changes, if it is none.
    fn restore(&mut self, state: &[u8]) -> bool {
        state.is_empty()
    }
}

/// The state of a rule in bytes: the program alone keeps any.
fn state_of(rule: &impl Serialize) -> Vec<u8> {
    if cfg!(not(target_family = "wasm")) {
        postcard::to_allocvec(rule).unwrap_or_default()
    } else {
        Vec::new()
    }
}

/// Puts a state in the place of `rule`; false, and nothing changes, if these bytes are none.
fn restored<T: DeserializeOwned>(rule: &mut T, state: &[u8]) -> bool {
    if !cfg!(not(target_family = "wasm")) {
        return false;
    }
    match postcard::from_bytes(state) {
        Ok(found) => {
            *rule = found;
            true
        }
        Err(_) => false,
    }
}

/// Makes a rule from its parameters, for a sequence of as many symbols as there are weights: those that the
/// experiment states.
pub type Build = fn(&Params, &Weights) -> Result<Box<dyn Rule>, ParamError>;

/// A kind of rule that specs can name.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Its name in a spec.
    pub name: &'static str,
    /// One line for lists.
    pub about: &'static str,
    /// The page that describes it.
    pub source: &'static str,
    /// The keys that it takes.
    pub parameters: &'static [Parameter],
    /// Makes one.
    pub build: Build,
}

/// All kinds of rules.
pub static KINDS: &[Kind] = &[
    independent::KIND,
    weighted::KIND,
    thresholds::KIND,
    bag::KIND,
    fill_up::KIND,
    never_empty::KIND,
    adaptive_dice::KIND,
];

/// A rule and its name.
#[derive(Debug)]
pub struct Described {
    /// Its kind and its parameters, for records: `bag 3:3:3 take 9`.
    pub name: String,
    /// The rule, before the first draw.
    pub rule: Box<dyn Rule>,
}

/// Makes the rule `name` with the parameters in `table`, for a sequence with such weights.
pub fn build(name: &str, table: Table, fair: &Weights) -> Result<Described, KindError> {
    let kind = params::pick("draws", name, KINDS, |kind| kind.name)?;
    let described = described(kind, &table);
    let rule = (kind.build)(&Params::new(name, table, kind.parameters)?, fair)?;
    Ok(Described {
        name: described,
        rule,
    })
}

/// Independent draws with these weights.
pub fn independent(weights: &Weights) -> Box<dyn Rule> {
    Box::new(weighted::Weighted::new(weights))
}

/// The kind and its parameters in the order of its list, on one line. Lists and words go without their keys.
fn described(kind: &Kind, table: &Table) -> String {
    let mut words = vec![kind.name.to_owned()];
    for Parameter { name, .. } in kind.parameters {
        words.extend(table.get(*name).map(|value| match value {
            Value::Array(items) if !items.iter().any(Value::is_table) => shown(value),
            Value::String(_) => shown(value),
            _ => format!("{name} {}", shown(value)),
        }));
    }
    words.join(" ")
}

/// A value as short as it goes: `3:3:3`, `0.5`, `forward`, `after 30 quantity 5 symbol 2`.
fn shown(value: &Value) -> String {
    if let Some(number) = whole::of_toml(value) {
        return number.to_string();
    }
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let tables = items.iter().any(Value::is_table);
            let items: Vec<String> = items.iter().map(shown).collect();
            items.join(if tables { ", " } else { ":" })
        }
        // In the order of the alphabet, so that the order in the file makes no other name.
        Value::Table(table) => {
            let mut keys: Vec<String> = table
                .iter()
                .map(|(key, value)| format!("{key} {}", shown(value)))
                .collect();
            sorting::strings(&mut keys);
            keys.join(" ")
        }
        other => other.to_string(),
    }
}

/// A number from 0 on and below 1, one of 2⁵³ that are equally likely, as Java's `Math.random` gives.
fn double(draws: &mut dyn Draws) -> f64 {
    (draws.word() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A number above 0 and below 1, one of 2⁵² that are equally likely: MATLAB's `rand` gives neither end.
fn open_double(draws: &mut dyn Draws) -> f64 {
    ((draws.word() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

#[cfg(test)]
mod tests {
    use super::testing::{fair, refusal, table};
    use super::*;

    fn name(kind: &str, text: &str) -> String {
        build(kind, table(text), &fair(&[50, 25, 20, 5]))
            .unwrap()
            .name
    }

    #[test]
    fn names_are_kinds_with_their_parameters() {
        for (kind, text, expected) in [
            ("independent", "", "independent"),
            (
                "weighted",
                "weights = [50, 25, 2e1, 6]",
                "weighted 50:25:20:6",
            ),
            (
                "thresholds",
                "at = [0.5, 0.75, 0.95]",
                "thresholds 0.5:0.75:0.95",
            ),
            ("bag", "", "bag"),
            (
                "bag",
                "take = 9\nitems = [10, 5, 4, 1]",
                "bag 10:5:4:1 take 9",
            ),
            ("bag", "cursor = \"forward\"", "bag forward"),
            (
                "bag",
                "add = { symbol = 2, quantity = 5, after = 30 }",
                "bag add after 30 quantity 5 symbol 2",
            ),
            (
                "bag",
                "add = [{ symbol = 3, after = 30 }, { symbol = 1, after = 31 }]",
                "bag add after 30 symbol 3, after 31 symbol 1",
            ),
            (
                "adaptive-dice",
                "unrandomness = 0.25",
                "adaptive-dice unrandomness 0.25",
            ),
            (
                "adaptive-dice",
                "unrandomness = 1.0",
                "adaptive-dice unrandomness 1",
            ),
        ] {
            assert_eq!(name(kind, text), expected);
        }
    }

    #[test]
    fn a_kind_or_a_key_that_is_not_there_is_refused_with_those_that_are() {
        let error = refusal("bags", "", &[1, 1]);
        assert!(
            error.starts_with("unknown draws `bags`; accepted: `independent`"),
            "{error}"
        );
        assert!(error.ends_with("did you mean `bag`?"), "{error}");
        let error = refusal("independent", "weights = [1, 1]", &[1, 1]);
        assert!(error.contains("accepted: no keys but `kind`"), "{error}");
    }

    #[test]
    fn every_kind_says_what_it_is_and_where_it_stands_written() {
        for (at, kind) in KINDS.iter().enumerate() {
            assert!(!kind.about.is_empty() && !kind.source.is_empty());
            assert!(KINDS[..at].iter().all(|other| other.name != kind.name));
            for parameter in kind.parameters {
                assert!(!parameter.about.is_empty(), "{}", parameter.name);
            }
        }
    }

    #[test]
    fn a_number_has_as_many_bits_as_the_programs_numbers() {
        let mut draws = testing::Words(0);
        assert_eq!(
            (double(&mut draws), open_double(&mut draws)),
            (0.0, 0.5_f64.powi(53))
        );
        let mut draws = testing::Words(u64::MAX);
        let most = 1.0 - 0.5_f64.powi(53);
        assert_eq!((double(&mut draws), open_double(&mut draws)), (most, most));
    }
}
