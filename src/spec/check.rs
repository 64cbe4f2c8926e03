//! From the wire type to a valid experiment: every rule that a spec must keep, with its message.

use std::collections::BTreeMap;

use toml::{Spanned, Value};

use super::claim::{Basis, Check, Claim, ClaimVerdict, End, Figure, RoutineName};
use super::wire::{self, Choice};
use super::{
    DEFAULT_ALPHA, DEFAULT_TRIALS, Experiment, MOST_DECKS, MOST_REPLICATES, Overrides, Place,
    ROUTINE, SpecError,
};
use crate::deck::{MAX_CARDS, MIN_CARDS};
use crate::names;
use crate::params::show;
use crate::rng::{GENERATORS, Generator, Seed};
use crate::routine::{Letters, Routine};
use crate::shuffle;
use crate::statistic::{self, Design, Statistic};

/// Longest name: it becomes a folder.
const LONGEST_NAME: usize = 64;

/// The word by which claims name the control group.
const CONTROL: &str = "control";

/// A value with no place in a file.
fn unplaced<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

/// The spec that the command line's routines stand for.
pub(super) fn wire_of(routines: &[String], overrides: &Overrides) -> Result<wire::File, SpecError> {
    let deck = overrides.deck.ok_or_else(|| SpecError::Flag {
        flag: "--deck".to_owned(),
        problem: "it is missing; a routine needs the number of cards, as in `--deck 60`".to_owned(),
    })?;
    Ok(wire::File {
        name: unplaced(ROUTINE.to_owned()),
        question: String::new(),
        subject: None,
        deck: unplaced(deck),
        trials: None,
        replicates: None,
        seed: None,
        generator: None,
        alpha: None,
        control: None,
        routines: unplaced(routines.iter().cloned().map(unplaced).collect()),
        statistics: None,
        shuffles: None,
        claims: Vec::new(),
    })
}

/// The experiment that `file` describes.
pub(super) fn experiment(
    place: &Place<'_>,
    file: wire::File,
    overrides: &Overrides,
) -> Result<Experiment, SpecError> {
    let name = name(place, &file.name)?;
    subject(place, file.subject.as_ref())?;
    let design = design(place, &file, overrides)?;
    let generator = generator(place, file.generator.as_ref())?;
    let seed = seed(
        place,
        file.seed.as_ref(),
        overrides.seed.as_deref(),
        generator,
    )?;
    let alpha = alpha(place, file.alpha.as_ref())?;
    let letters = letters(place, file.shuffles, &overrides.shuffles)?;
    let routines = routines(place, &file.routines, &letters)?;
    let statistics = statistics(place, file.statistics, &design)?;
    let control = file.control.unwrap_or(true);
    let known = Names {
        place,
        letters: &letters,
        routines: &routines,
        control,
    };
    let claims = claims(&known, file.claims)?;
    Ok(Experiment {
        name,
        question: file.question,
        folder: None,
        source: None,
        design,
        seed,
        generator,
        alpha,
        control,
        letters,
        routines,
        statistics,
        claims,
    })
}

fn name(place: &Place<'_>, name: &Spanned<String>) -> Result<String, SpecError> {
    let text = name.get_ref();
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if text.is_empty()
        || text.len() > LONGEST_NAME
        || !text.chars().all(good)
        || text.starts_with('-')
    {
        let problem = format!(
            "found `{}`; accepted: lower-case letters, digits and hyphens, at most {LONGEST_NAME} (it names a folder)",
            text.chars()
                .take(LONGEST_NAME)
                .collect::<String>()
                .escape_debug()
        );
        return Err(place.key(name.span(), "name", problem));
    }
    Ok(text.clone())
}

fn subject(place: &Place<'_>, subject: Option<&Spanned<String>>) -> Result<(), SpecError> {
    match subject {
        Some(found) if found.get_ref() != "deck" => Err(place.key(
            found.span(),
            "subject",
            format!("found `{}`; accepted: `deck`", found.get_ref()),
        )),
        _ => Ok(()),
    }
}

fn design(
    place: &Place<'_>,
    file: &wire::File,
    overrides: &Overrides,
) -> Result<Design, SpecError> {
    let whole = |key: &str,
                 value: Option<&Spanned<i64>>,
                 flag: Option<i64>,
                 default: i64,
                 low: u64,
                 high: u64| {
        let found = flag
            .or_else(|| value.map(|value| *value.get_ref()))
            .unwrap_or(default);
        let accepted = || {
            format!(
                "found `{found}`; accepted: a whole number from {} to {}",
                grouped(low),
                grouped(high)
            )
        };
        let fits = u64::try_from(found)
            .ok()
            .filter(|number| (low..=high).contains(number));
        fits.ok_or_else(|| match flag {
            Some(_) => Place::CommandLine.key(0..0, key, accepted()),
            None => place.key(value.map_or(0..0, Spanned::span), key, accepted()),
        })
    };
    let cards = whole(
        "deck",
        Some(&file.deck),
        overrides.deck,
        0,
        MIN_CARDS as u64,
        MAX_CARDS as u64,
    )? as usize;
    let trials = whole(
        "trials",
        file.trials.as_ref(),
        overrides.trials,
        DEFAULT_TRIALS,
        1,
        MOST_DECKS,
    )?;
    let replicates = whole(
        "replicates",
        file.replicates.as_ref(),
        None,
        1,
        1,
        MOST_REPLICATES,
    )?;
    if trials
        .checked_mul(replicates)
        .is_none_or(|decks| decks > MOST_DECKS)
    {
        let problem = format!(
            "found {} decks for each of {} replicates; accepted: at most {} decks in all",
            grouped(trials),
            grouped(replicates),
            grouped(MOST_DECKS)
        );
        return Err(place.key(
            file.trials.as_ref().map_or(0..0, Spanned::span),
            "trials",
            problem,
        ));
    }
    Ok(Design {
        cards,
        trials,
        replicates,
    })
}

/// 1000000 as 1,000,000.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn generator(place: &Place<'_>, name: Option<&Spanned<String>>) -> Result<Generator, SpecError> {
    let Some(name) = name else {
        return Ok(Generator::Pcg64);
    };
    Generator::named(name.get_ref()).ok_or_else(|| {
        let all = || GENERATORS.iter().map(|about| about.name);
        let (accepted, hint) = (names::list(all()), names::hint(name.get_ref(), all()));
        place.key(
            name.span(),
            "generator",
            format!(
                "unknown generator `{}`; accepted: {accepted}{hint}",
                name.get_ref()
            ),
        )
    })
}

fn seed(
    place: &Place<'_>,
    value: Option<&Spanned<Value>>,
    flag: Option<&str>,
    generator: Generator,
) -> Result<Seed, SpecError> {
    if let Some(text) = flag {
        let seed = Seed::parse(text).and_then(|seed| generator.check(&seed).map(|()| seed));
        return seed.map_err(|error| Place::CommandLine.key(0..0, "seed", error));
    }
    let Some(value) = value else {
        return Ok(Seed::Integer(1));
    };
    let refuse = |problem: String| place.key(value.span(), "seed", problem);
    let word = |item: &Value| {
        item.as_integer()
            .and_then(|number| u32::try_from(number).ok())
    };
    let seed = match value.get_ref() {
        Value::Integer(number) => u128::try_from(*number).ok().map(Seed::Integer),
        Value::String(text) => Some(Seed::parse(text).map_err(|error| refuse(error.to_string()))?),
        Value::Array(items) if !items.is_empty() => items
            .iter()
            .map(word)
            .collect::<Option<_>>()
            .map(Seed::List),
        _ => None,
    };
    let seed = seed.ok_or_else(|| {
        refuse(format!(
            "found {}; accepted: a whole number from 0 (in quotes from 2^63 up), or a list of whole numbers below 2^32",
            show(value.get_ref())
        ))
    })?;
    generator
        .check(&seed)
        .map_err(|error| refuse(error.to_string()))?;
    Ok(seed)
}

fn alpha(place: &Place<'_>, alpha: Option<&Spanned<f64>>) -> Result<f64, SpecError> {
    let Some(alpha) = alpha else {
        return Ok(DEFAULT_ALPHA);
    };
    let value = *alpha.get_ref();
    if (1e-9..=0.05).contains(&value) {
        return Ok(value);
    }
    Err(place.key(
        alpha.span(),
        "alpha",
        format!("found `{value}`; accepted: an error level from 1e-9 to 0.05"),
    ))
}

fn letters(
    place: &Place<'_>,
    shuffles: Option<BTreeMap<String, Spanned<Choice>>>,
    flags: &[String],
) -> Result<Letters, SpecError> {
    let mut letters = match shuffles {
        None => Letters::default(),
        Some(table) => {
            let mut letters = Letters::none();
            for (key, choice) in table {
                define(place, &mut letters, &key, choice)?;
            }
            letters
        }
    };
    for flag in flags {
        let choice: BTreeMap<String, Spanned<Choice>> =
            toml::from_str(flag).map_err(|error| Place::CommandLine.toml(&error))?;
        for (key, choice) in choice {
            define(&Place::CommandLine, &mut letters, &key, choice)?;
        }
    }
    Ok(letters)
}

fn define(
    place: &Place<'_>,
    letters: &mut Letters,
    key: &str,
    choice: Spanned<Choice>,
) -> Result<(), SpecError> {
    let (span, full) = (choice.span(), format!("shuffles.{key}"));
    let mut chars = key.chars();
    let (Some(letter), None) = (chars.next().filter(|c| c.is_alphabetic()), chars.next()) else {
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
    let shuffle =
        shuffle::build(&kind, parameters).map_err(|error| place.key(span, &full, error))?;
    letters.define(letter, shuffle.into());
    Ok(())
}

fn routines(
    place: &Place<'_>,
    list: &Spanned<Vec<Spanned<String>>>,
    letters: &Letters,
) -> Result<Vec<Routine>, SpecError> {
    if list.get_ref().is_empty() {
        return Err(place.key(
            list.span(),
            "routines",
            "found an empty list; accepted: one routine or more, as in [\"RRH\"]",
        ));
    }
    let mut routines: Vec<Routine> = Vec::new();
    for (at, text) in list.get_ref().iter().enumerate() {
        let key = format!("routines[{at}]");
        let routine = Routine::parse(text.get_ref(), letters)
            .map_err(|error| place.key(text.span(), &key, error))?;
        if let Some(same) = routines
            .iter()
            .find(|other| other.letters() == routine.letters())
        {
            let problem = format!(
                "found `{}`, the same routine as `{}`; accepted: each routine once",
                routine.name(),
                same.name()
            );
            return Err(place.key(text.span(), &key, problem));
        }
        routines.push(routine);
    }
    Ok(routines)
}

fn statistics(
    place: &Place<'_>,
    list: Option<Spanned<Vec<Spanned<Choice>>>>,
    design: &Design,
) -> Result<Vec<Box<dyn Statistic>>, SpecError> {
    let Some(list) = list else {
        let choices = statistic::DEFAULT
            .iter()
            .map(|name| statistic::build(name, toml::Table::new(), design));
        return choices
            .collect::<Result<_, _>>()
            .map_err(|error| place.key(0..0, "statistics", error));
    };
    if list.get_ref().is_empty() {
        return Err(place.key(
            list.span(),
            "statistics",
            "found an empty list; accepted: one statistic or more",
        ));
    }
    let mut statistics: Vec<Box<dyn Statistic>> = Vec::new();
    for (at, choice) in list.into_inner().into_iter().enumerate() {
        let (span, key) = (choice.span(), format!("statistics[{at}]"));
        let Choice { kind, parameters } = choice.into_inner();
        let statistic = statistic::build(&kind, parameters, design)
            .map_err(|error| place.key(span.clone(), &key, error))?;
        if statistics
            .iter()
            .any(|other| other.name() == statistic.name())
        {
            return Err(place.key(
                span,
                &key,
                format!("found `{kind}` twice; accepted: each statistic once"),
            ));
        }
        statistics.push(statistic);
    }
    Ok(statistics)
}

/// What a claim may name.
struct Names<'a> {
    place: &'a Place<'a>,
    letters: &'a Letters,
    routines: &'a [Routine],
    control: bool,
}

fn claims(known: &Names<'_>, list: Vec<Spanned<wire::Claim>>) -> Result<Vec<Claim>, SpecError> {
    let mut claims: Vec<Claim> = Vec::new();
    for (at, claim) in list.into_iter().enumerate() {
        let reader = ClaimReader {
            known,
            key: format!("claims[{at}]"),
            span: claim.span(),
        };
        let claim = reader.claim(claim.get_ref())?;
        if claims.iter().any(|other| other.id == claim.id) {
            return Err(reader.error(
                None,
                "id",
                format!("found `{}` twice; accepted: each id once", claim.id),
            ));
        }
        claims.push(claim);
    }
    Ok(claims)
}

/// Reads one claim.
struct ClaimReader<'a> {
    known: &'a Names<'a>,
    key: String,
    span: std::ops::Range<usize>,
}

const KINDS: &[&str] = &[
    "equals", "largest", "smallest", "greater", "less", "at-least", "at-most", "verdict",
];
const TEST_VERDICTS: &[&str] = &["pass", "suspicious", "fail", "invalid"];

impl ClaimReader<'_> {
    fn error(
        &self,
        span: Option<std::ops::Range<usize>>,
        key: &str,
        problem: impl std::fmt::Display,
    ) -> SpecError {
        self.known.place.key(
            span.unwrap_or_else(|| self.span.clone()),
            &format!("{}.{key}", self.key),
            problem,
        )
    }

    fn need<'v, T>(
        &self,
        value: Option<&'v Spanned<T>>,
        key: &str,
        kind: &str,
    ) -> Result<&'v Spanned<T>, SpecError> {
        value.ok_or_else(|| {
            self.error(
                None,
                key,
                format!("it is missing; claims of kind `{kind}` need it"),
            )
        })
    }

    /// One of the given words.
    fn word<T: Copy>(
        &self,
        found: &Spanned<String>,
        key: &str,
        words: &[(&'static str, T)],
    ) -> Result<T, SpecError> {
        let all = || words.iter().map(|(word, _)| *word);
        words
            .iter()
            .find(|(word, _)| word == found.get_ref())
            .map(|(_, value)| *value)
            .ok_or_else(|| {
                let (accepted, hint) = (names::list(all()), names::hint(found.get_ref(), all()));
                self.error(
                    Some(found.span()),
                    key,
                    format!("found `{}`; accepted: {accepted}{hint}", found.get_ref()),
                )
            })
    }

    fn claim(&self, claim: &wire::Claim) -> Result<Claim, SpecError> {
        let id = claim.id.get_ref();
        if id.is_empty()
            || !id
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-./".contains(c))
        {
            let problem = format!(
                "found `{}`; accepted: letters, digits, `-`, `.`, `/`",
                id.escape_debug()
            );
            return Err(self.error(Some(claim.id.span()), "id", problem));
        }
        let kinds: Vec<(&'static str, &'static str)> =
            KINDS.iter().map(|kind| (*kind, *kind)).collect();
        let kind = self.word(&claim.kind, "kind", &kinds)?;
        self.only_its_keys(claim, kind)?;
        Ok(Claim {
            id: id.clone(),
            text: claim.text.clone(),
            source: claim.source.clone(),
            place: self.known.place.name(self.span.clone(), &self.key),
            check: self.check(claim, kind)?,
            expect: self.word(&claim.expect, "expect", ClaimVerdict::NAMES)?,
        })
    }

    fn check(&self, claim: &wire::Claim, kind: &'static str) -> Result<Check, SpecError> {
        for (key, number) in [
            ("within", &claim.within),
            ("margin", &claim.margin),
            ("value", &claim.value),
        ] {
            if let Some(number) = number
                .as_ref()
                .filter(|number| !number.get_ref().is_finite())
            {
                let problem = format!("found `{}`; accepted: a finite number", number.get_ref());
                return Err(self.error(Some(number.span()), key, problem));
            }
        }
        let end = if matches!(kind, "largest" | "greater" | "at-least") {
            End::Largest
        } else {
            End::Smallest
        };
        let one = || {
            self.routine(
                self.need(claim.routine.as_ref(), "routine", kind)?,
                "routine",
            )
        };
        Ok(match kind {
            "equals" => Check::Equals {
                figure: self.figure(claim, kind)?,
                cases: self.cases(claim, kind)?,
                within: claim.within.as_ref().map(|within| *within.get_ref()),
            },
            "largest" | "smallest" => Check::Extreme {
                figure: self.figure(claim, kind)?,
                routine: one()?,
                among: self.list(self.need(claim.among.as_ref(), "among", kind)?, "among")?,
                end,
            },
            "greater" | "less" => Check::Compare {
                figure: self.figure(claim, kind)?,
                routine: one()?,
                than: self.routine(self.need(claim.than.as_ref(), "than", kind)?, "than")?,
                margin: claim
                    .margin
                    .as_ref()
                    .map_or(0.0, |margin| *margin.get_ref()),
                end,
            },
            "at-least" | "at-most" => Check::Bound {
                figure: self.figure(claim, kind)?,
                routines: self.some(claim, kind)?,
                value: *self.need(claim.value.as_ref(), "value", kind)?.get_ref(),
                end,
            },
            _ => {
                let words: Vec<(&'static str, &'static str)> =
                    TEST_VERDICTS.iter().map(|word| (*word, *word)).collect();
                Check::Verdict {
                    test: self
                        .need(claim.test.as_ref(), "test", kind)?
                        .get_ref()
                        .clone(),
                    routines: self.some(claim, kind)?,
                    is: self
                        .word(self.need(claim.is.as_ref(), "is", kind)?, "is", &words)?
                        .to_owned(),
                }
            }
        })
    }

    /// A key that means nothing for the kind is a mistake, not an ornament.
    fn only_its_keys(&self, claim: &wire::Claim, kind: &str) -> Result<(), SpecError> {
        let takes: &[&str] = match kind {
            "equals" => &["figure", "by", "routine", "published", "within"],
            "largest" | "smallest" => &["figure", "by", "routine", "among"],
            "greater" | "less" => &["figure", "by", "routine", "than", "margin"],
            "at-least" | "at-most" => &["figure", "by", "routine", "routines", "value"],
            _ => &["routine", "routines", "test", "is"],
        };
        let given = [
            ("figure", claim.figure.as_ref().map(Spanned::span)),
            ("by", claim.by.as_ref().map(Spanned::span)),
            ("routine", claim.routine.as_ref().map(Spanned::span)),
            ("routines", claim.routines.as_ref().map(Spanned::span)),
            ("among", claim.among.as_ref().map(Spanned::span)),
            ("than", claim.than.as_ref().map(Spanned::span)),
            ("published", claim.published.as_ref().map(Spanned::span)),
            ("within", claim.within.as_ref().map(Spanned::span)),
            ("margin", claim.margin.as_ref().map(Spanned::span)),
            ("value", claim.value.as_ref().map(Spanned::span)),
            ("test", claim.test.as_ref().map(Spanned::span)),
            ("is", claim.is.as_ref().map(Spanned::span)),
        ];
        for (key, span) in given {
            if let Some(span) = span.filter(|_| !takes.contains(&key)) {
                let problem = format!(
                    "claims of kind `{kind}` do not take it; accepted: {}",
                    names::list(takes.iter().copied())
                );
                return Err(self.error(Some(span), key, problem));
            }
        }
        Ok(())
    }

    fn figure(&self, claim: &wire::Claim, kind: &str) -> Result<Figure, SpecError> {
        let path = self
            .need(claim.figure.as_ref(), "figure", kind)?
            .get_ref()
            .clone();
        let by = claim
            .by
            .as_ref()
            .map(|by| self.word(by, "by", Basis::NAMES))
            .transpose()?;
        Ok(Figure { path, by })
    }

    fn routine(&self, text: &Spanned<String>, key: &str) -> Result<RoutineName, SpecError> {
        let name = text.get_ref();
        if name == CONTROL {
            return if self.known.control {
                Ok(RoutineName::Control)
            } else {
                Err(self.error(
                    Some(text.span()),
                    key,
                    "found `control`, but this spec has `control = false`",
                ))
            };
        }
        let parsed = Routine::parse(name, self.known.letters)
            .map_err(|error| self.error(Some(text.span()), key, error))?;
        if self
            .known
            .routines
            .iter()
            .all(|routine| routine.letters() != parsed.letters())
        {
            let all = names::list(self.known.routines.iter().map(Routine::name));
            let problem = format!(
                "found `{name}`, which is not among the routines; accepted: {all}, `{CONTROL}`"
            );
            return Err(self.error(Some(text.span()), key, problem));
        }
        Ok(RoutineName::Routine(parsed.canonical()))
    }

    fn list(
        &self,
        list: &Spanned<Vec<Spanned<String>>>,
        key: &str,
    ) -> Result<Vec<RoutineName>, SpecError> {
        if list.get_ref().is_empty() {
            return Err(self.error(
                Some(list.span()),
                key,
                "found an empty list; accepted: one routine or more",
            ));
        }
        list.get_ref()
            .iter()
            .map(|text| self.routine(text, key))
            .collect()
    }

    /// `routine` or `routines`.
    fn some(&self, claim: &wire::Claim, kind: &str) -> Result<Vec<RoutineName>, SpecError> {
        match (&claim.routine, &claim.routines) {
            (Some(one), None) => Ok(vec![self.routine(one, "routine")?]),
            (None, Some(list)) => self.list(list, "routines"),
            (Some(_), Some(list)) => Err(self.error(
                Some(list.span()),
                "routines",
                "found `routine` beside it; accepted: one of the two",
            )),
            (None, None) => Err(self.error(
                None,
                "routine",
                format!("it is missing; claims of kind `{kind}` need it, or `routines`"),
            )),
        }
    }

    /// `routine` and `published`, or a table of both.
    fn cases(
        &self,
        claim: &wire::Claim,
        kind: &str,
    ) -> Result<Vec<(RoutineName, String)>, SpecError> {
        const ACCEPTED: &str = "the printed figure in quotes, as in \"761.6\" or \"29-34\", \
                                or a table of them by routine, as in { RRH = \"601.118\" }";
        let published = self.need(claim.published.as_ref(), "published", kind)?;
        let span = published.span();
        let wrong = |value: &Value| {
            self.error(
                Some(span.clone()),
                "published",
                format!("found {}; accepted: {ACCEPTED}", show(value)),
            )
        };
        let figure = |value: &Value| match value {
            Value::String(text) if is_figure(text) => Ok(text.clone()),
            other => Err(wrong(other)),
        };
        match (published.get_ref(), &claim.routine) {
            (Value::Table(table), None) if !table.is_empty() => table
                .iter()
                .map(|(name, value)| {
                    let name = Spanned::new(span.clone(), name.clone());
                    Ok((self.routine(&name, "published")?, figure(value)?))
                })
                .collect(),
            (Value::Table(_), Some(routine)) => Err(self.error(
                Some(routine.span()),
                "routine",
                "found it beside a table of routines; accepted: one of the two",
            )),
            (value, routine) => {
                let text = figure(value)?;
                let routine = self.need(routine.as_ref(), "routine", kind)?;
                Ok(vec![(self.routine(routine, "routine")?, text)])
            }
        }
    }
}

/// A decimal number, or two whole ones with a hyphen between.
fn is_figure(text: &str) -> bool {
    let whole = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((first, last)) = text.split_once('-').filter(|(first, _)| !first.is_empty()) {
        return whole(first) && whole(last);
    }
    let number = text.strip_prefix('-').unwrap_or(text);
    match number.split_once('.') {
        Some((before, after)) => (before.is_empty() || whole(before)) && whole(after),
        None => whole(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_numbers_or_ranges_of_whole_ones() {
        for good in ["761.6", ".204", "0", "-3.5", "29-34"] {
            assert!(is_figure(good), "{good}");
        }
        for bad in ["", "-", ".", "7.", "1e5", "29-", "3.5-4", "--3", "1,000"] {
            assert!(!is_figure(bad), "{bad}");
        }
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(1_000_000), "1,000,000");
        assert_eq!(grouped(999), "999");
    }
}
