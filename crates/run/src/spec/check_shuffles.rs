//! The shuffles that the letters of a spec stand for. A shuffle of piles names a routine of other letters
//! (`each = "S"`): those are made first, whatever the order in the file.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::{Spanned, Table, Value};

use super::error::Errors;
use super::error::SpecError;
use super::flags;
use super::place::Place;
use super::wire::Choice;
use shuffle::routine::{Letters, Routine, may_use};
use text::params::Kinded;

use shuffle::inner_shuffles::{EACH, MOST_WITHIN, count};

/// The letters of a spec, or the default ones, and those of the command line.
pub(super) fn letters(
    place: &Place<'_>,
    shuffles: Option<BTreeMap<String, Spanned<Choice>>>,
    flags: &[String],
    errors: &mut Errors,
) -> Letters {
    let mut known = match &shuffles {
        None => Known(Letters::default()),
        Some(_) => Known(Letters::none()),
    };
    // A letter that is wrong stands for some shuffle, so that routines that have it are not wrong for that.
    let unread: Vec<char> = (errors.left_out_of("shuffles").filter_map(letter)).collect();
    for letter in unread {
        known.stand_in(letter);
    }
    known.define_all(place, shuffles.unwrap_or_default(), errors);
    for flag in flags {
        let choices = errors.keep(flags::letters(flag)).unwrap_or_default();
        known.define_all(&Place::CommandLine, choices, errors);
    }
    known.0
}

/// The letter that a key is.
fn letter(key: &str) -> Option<char> {
    let mut chars = key.chars();
    let first = chars.next().filter(|first| first.is_alphabetic());
    first.filter(|_| chars.next().is_none())
}

/// The shuffle that a letter stands for whose own is wrong.
const STAND_IN: &str = "identity";

/// Letters that are made.
struct Known(Letters);

/// A letter to be made.
struct Pending {
    letter: char,
    span: Range<usize>,
    /// The key, for messages.
    key: String,
    choice: Kinded,
}

impl Pending {
    /// The routine that its shuffle names for what is within it.
    fn within(&self) -> Option<&str> {
        self.choice.parameters.get(EACH)?.as_str()
    }

    /// Returns true if it cannot be made before `other` is.
    fn needs(&self, other: char, is_letter: impl Fn(char) -> bool) -> bool {
        let within = self.within();
        within.is_some_and(|text| may_use(text, other, is_letter))
    }
}

impl Known {
    /// Makes these letters, each after those that it needs.
    fn define_all(
        &mut self,
        place: &Place<'_>,
        choices: BTreeMap<String, Spanned<Choice>>,
        errors: &mut Errors,
    ) {
        let choices = choices.into_iter();
        let all = choices.map(|(key, choice)| read(place, &key, choice));
        let mut pending: Vec<Pending> = all.filter_map(|one| errors.keep(one)).collect();
        while !pending.is_empty() {
            let is_letter = |c: char| {
                let mut pending = pending.iter();
                self.0.get(c).is_some() || pending.any(|one| one.letter == c)
            };
            let free = |one: &Pending| {
                let mut others = pending.iter();
                others.all(|other| !one.needs(other.letter, is_letter))
            };
            let Some(at) = pending.iter().position(free) else {
                let first = &pending[0];
                let problem = format!(
                    "key `{EACH}`: found `{}`, which needs `{}` itself; accepted: letters that do not lead back to it",
                    first.within().unwrap_or_default(),
                    first.letter
                );
                errors.add(place.key(first.span.clone(), &first.key, problem));
                for one in &pending {
                    self.stand_in(one.letter);
                }
                return;
            };
            let next = pending.remove(at);
            let letter = next.letter;
            if errors.keep(self.define(place, next)).is_none() {
                self.stand_in(letter);
            }
        }
    }

    /// Makes the letter stand for any shuffle.
    fn stand_in(&mut self, letter: char) {
        if let Ok(any) = shuffle::build(STAND_IN, Table::new()) {
            self.0.define(letter, any.into());
        }
    }

    fn define(&mut self, place: &Place<'_>, pending: Pending) -> Result<(), SpecError> {
        let Pending {
            letter,
            span,
            key,
            choice: Kinded {
                kind,
                mut parameters,
            },
        } = pending;
        let refuse = |problem: String| place.key(span.clone(), &key, problem);
        if let Some(Value::String(text)) = parameters.get(EACH) {
            let routine = Routine::parse(text, &self.0)
                .map_err(|error| refuse(format!("key `{EACH}`: {error}")))?;
            let steps = routine.letters().iter();
            let tables = steps.filter_map(|step| self.0.table(*step));
            let tables: Vec<Table> = tables.collect();
            // Letters within letters multiply: none grows beyond what its shuffle would take.
            if tables.iter().map(count).sum::<usize>() > MOST_WITHIN {
                return Err(refuse(format!(
                    "key `{EACH}`: found more than {MOST_WITHIN} shuffles within one; accepted: at most that many"
                )));
            }
            let tables = tables.into_iter().map(Value::Table).collect();
            parameters.insert(EACH.to_owned(), Value::Array(tables));
        }
        let made = Kinded { kind, parameters };
        self.0
            .make(letter, made)
            .map_err(|error| refuse(error.to_string()))
    }
}

fn read(place: &Place<'_>, key: &str, choice: Spanned<Choice>) -> Result<Pending, SpecError> {
    let (span, full) = (choice.span(), format!("shuffles.{key}"));
    let Some(letter) = letter(key) else {
        return Err(place.key(
            span,
            &full,
            format!(
                "found the name `{}`; accepted: a single letter",
                key.escape_debug()
            ),
        ));
    };
    let Choice { kind, parameters } = choice.into_inner();
    Ok(Pending {
        letter,
        span,
        key: full,
        choice: Kinded { kind, parameters },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Overrides;

    fn read(shuffles: &str) -> Result<Letters, String> {
        let text = format!("name = \"t\"\ndeck = 12\nroutines = [\"P\"]\n[shuffles]\n{shuffles}");
        crate::spec::parse("t.toml".as_ref(), &text, &Overrides::default())
            .map(|experiment| experiment.letters)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_shuffle_within_is_a_routine_of_other_letters_in_any_order() {
        let described = |text: &str| read(text).unwrap().get('P').unwrap().describe();
        let plain =
            described("P = { kind = \"piles\", piles = 3, each = { kind = \"fisher-yates\" } }");
        let lettered =
            described("P = { kind = \"piles\", piles = 3, each = \"S\" }\nS = \"fisher-yates\"");
        assert_eq!(plain, lettered);
        let deeper = described(
            "P = { kind = \"piles\", piles = 3, each = \"(Q G)*2\" }\nQ = { kind = \"piles\", piles = 2, each = \"G*3\" }\nG = \"riffle\"",
        );
        assert!(
            deeper.contains("3 times: riffle") && deeper.matches("2 piles").count() == 2,
            "{deeper}"
        );
    }

    #[test]
    fn the_default_letters_are_there_on_the_command_line() {
        let overrides = Overrides {
            deck: Some(12),
            shuffles: vec!["P={kind=\"piles\", piles=3, each=\"S\"}".to_owned()],
            ..Overrides::default()
        };
        let routines = ["PP".to_owned()];
        let experiment = crate::spec::of_routines(&routines, &overrides).unwrap();
        assert!(
            experiment
                .letters
                .get('P')
                .unwrap()
                .describe()
                .contains("ideal")
        );
    }

    #[test]
    fn a_shuffle_within_may_be_words() {
        let described = |text: &str| read(text).unwrap().get('P').unwrap().describe();
        // `c` is no part of the word `cut`.
        let worded = described(
            "P = { kind = \"piles\", piles = 3, each = \"cut faro*2\" }\nc = { kind = \"piles\", piles = 2, each = \"P\" }",
        );
        assert!(worded.contains("one cut at a random place"), "{worded}");
        assert!(worded.contains("faro"), "{worded}");
    }

    #[test]
    fn letters_that_lead_back_or_are_unknown_are_refused() {
        let error = |text: &str| read(text).unwrap_err();
        let itself = error("P = { kind = \"piles\", piles = 3, each = \"P\" }");
        assert!(itself.contains("`P`, which needs `P` itself"), "{itself}");
        let around = error(
            "P = { kind = \"piles\", piles = 3, each = \"Q\" }\nQ = { kind = \"piles\", piles = 3, each = \"P\" }",
        );
        assert!(around.contains("lead back"), "{around}");
        let unknown = error("P = { kind = \"piles\", piles = 3, each = \"S\" }");
        assert!(
            unknown.contains("key `shuffles.P`") && unknown.contains("unknown letter `S`"),
            "{unknown}"
        );
        let missing = error("P = { kind = \"piles\", piles = 3 }");
        assert!(missing.contains("key `each` is missing"), "{missing}");
        let extra = error("P = { kind = \"cut\", each = \"C\" }\nC = \"cut\"");
        assert!(extra.contains("unknown key `each` for `cut`"), "{extra}");
    }

    /// Letters within letters within letters, a thousand times each: refused at once.
    #[test]
    fn shuffles_within_shuffles_do_not_explode() {
        let mut text = String::from("A = \"riffle\"\n");
        for (letter, inner) in ('B'..='Z').zip('A'..='Y') {
            let line =
                format!("{letter} = {{ kind = \"piles\", piles = 2, each = \"{inner}*900\" }}\n");
            text.push_str(&line);
        }
        let error = read(&text).unwrap_err();
        assert!(error.contains("more than 1000 shuffles"), "{error}");
    }
}
