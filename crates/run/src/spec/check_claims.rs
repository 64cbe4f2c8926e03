//! Reading claims: which keys each kind takes, and which routines they may name.

use std::ops::Range;

use toml::{Spanned, Value};

use super::claim::{Basis, Claim, Figure, RoutineName, Statement};
use super::claim_kinds::{Form, KINDS, Kind};
use super::error::Errors;
use super::error::SpecError;
use super::experiment::Asked;
use super::finding::{Finding, Source};
use super::place::Place;
use super::wire;
use shuffle::draws::Described;
use shuffle::routine::{Letters, Routine};
use source::Scramble;
use subjects::CONTROL;
use text::harmless;
use text::judgement::{ClaimVerdict, Verdict};
use text::names;
use text::params::show;

/// The things that a claim may name.
pub(super) struct Names<'a> {
    pub place: &'a Place<'a>,
    pub letters: &'a Letters,
    pub routines: &'a [Routine],
    /// Draws that are simulated in place of routines.
    pub draws: &'a [Described],
    /// Scrambles that are simulated in place of routines.
    pub scrambles: &'a [(String, Scramble)],
    /// The word for what is read and may be claimed of: a single order, or a sequence.
    pub read: Option<&'static str>,
    pub answers: &'a [Asked],
    pub control: bool,
    /// The texts of routines that are wrong.
    pub wrong: &'a [String],
    /// True if everything else that a claim may name is known.
    pub complete: bool,
}

/// All claims of a spec.
pub(super) fn claims(
    known: &Names<'_>,
    list: Vec<Spanned<wire::Claim>>,
    errors: &mut Errors,
) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    let mut ids: Vec<String> = Vec::new();
    for (at, claim) in list.into_iter().enumerate() {
        let place = at.to_string();
        let whole = errors.left_out_of("claims").all(|left| left != place);
        let reader = ClaimReader {
            known,
            key: format!("claims[{}]", errors.place("claims", at)),
            span: claim.span(),
        };
        let id = claim.get_ref().id.get_ref();
        if ids.contains(id) {
            let problem = format!("found `{id}` twice; accepted: each id once");
            errors.add(reader.error(None, "id", problem));
        }
        ids.push(id.clone());
        claims.extend(reader.claim(claim.get_ref(), whole, errors));
    }
    claims
}

/// The finding of a spec, in which the claims are named that there are.
pub(super) fn finding(
    known: &Names<'_>,
    text: &Spanned<String>,
    claims: &[Claim],
) -> Result<Finding, SpecError> {
    let reader = ClaimReader {
        known,
        key: "finding".to_owned(),
        span: text.span(),
    };
    let place = known.place.name(text.span(), "finding");
    let source = |name: &str| {
        if let Some((path, routine)) = name.split_once(" @ ") {
            let routine = Spanned::new(text.span(), routine.to_owned());
            let routine = reader.routine(&routine, "routine");
            let routine = routine.map_err(|error| error.to_string())?;
            return Ok(Source::Figure(routine, path.to_owned()));
        }
        let (id, _) = name.split_once('/').unwrap_or((name, ""));
        if !known.complete || claims.iter().any(|claim| claim.id == id) {
            return Ok(Source::Claim(name.to_owned()));
        }
        if let Some((answer, path)) = name.split_once('.')
            && known.answers.iter().any(|asked| asked.name == answer)
        {
            let answer = RoutineName::Answer {
                name: answer.to_owned(),
                at: String::new(),
            };
            return Ok(Source::Figure(answer, path.to_owned()));
        }
        let ids = || claims.iter().map(|claim| claim.id.as_str());
        Err(format!(
            "found `{{{name}}}`, which names no claim and no answer of this spec; accepted: {}{}",
            names::list(ids()),
            names::hint(id, ids())
        ))
    };
    Finding::read(text.get_ref(), place, source)
        .map_err(|problem| known.place.key(text.span(), "finding", problem))
}

/// The start of the name of an answer, which a claim may give in place of a routine.
const ANSWERS: &str = "answers.";

/// Reads one claim.
struct ClaimReader<'a> {
    known: &'a Names<'a>,
    key: String,
    span: Range<usize>,
}

impl ClaimReader<'_> {
    fn error(
        &self,
        span: Option<Range<usize>>,
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

    /// The claim, unless it is wrong. Values are not looked at if something was left out.
    fn claim(&self, claim: &wire::Claim, whole: bool, errors: &mut Errors) -> Option<Claim> {
        let id = errors.keep(self.id(&claim.id));
        let kinds = KINDS.each_ref().map(|kind| (kind.name, kind));
        let kind = errors.keep(self.word(&claim.kind, "kind", &kinds));
        let expect = errors.keep(self.word(&claim.expect, "expect", ClaimVerdict::NAMES));
        let truth = expect.map(|expect| self.truth(claim.truth.as_ref(), expect));
        let truth = truth.and_then(|truth| errors.keep(truth));
        let (kind, count) = (kind?, errors.count());
        self.only_its_keys(claim, kind, errors);
        self.check_numbers(claim, errors);
        // Mistakes in a key would be told twice.
        if !whole || errors.count() > count {
            return None;
        }
        let states = errors.keep(self.statement(claim, kind));
        Some(Claim {
            id: id?,
            text: harmless::words(&claim.text).into_owned(),
            source: harmless::words(&claim.source).into_owned(),
            truth: truth?,
            place: self.known.place.name(self.span.clone(), &self.key),
            states: states?,
            expect: expect?,
        })
    }

    fn id(&self, id: &Spanned<String>) -> Result<String, SpecError> {
        let text = id.get_ref();
        let good = |c: char| c.is_ascii_alphanumeric() || "-./".contains(c);
        if text.is_empty() || !text.chars().all(good) {
            let problem = format!(
                "found `{}`; accepted: letters, digits, `-`, `.`, `/`",
                text.escape_debug()
            );
            return Err(self.error(Some(id.span()), "id", problem));
        }
        Ok(text.clone())
    }

    fn truth(
        &self,
        truth: Option<&Spanned<String>>,
        expect: ClaimVerdict,
    ) -> Result<Option<String>, SpecError> {
        let Some(truth) = truth else {
            return Ok(None);
        };
        let wrong = match expect {
            _ if truth.get_ref().trim().is_empty() => "found no words",
            ClaimVerdict::Refuted => {
                return Ok(Some(harmless::words(truth.get_ref()).into_owned()));
            }
            _ => "found it in a claim that is not expected to be refuted",
        };
        let problem = format!("{wrong}; accepted: what is true instead of a refuted claim");
        Err(self.error(Some(truth.span()), "truth", problem))
    }

    fn check_numbers(&self, claim: &wire::Claim, errors: &mut Errors) {
        for (key, number) in [
            ("within", &claim.within),
            ("margin", &claim.margin),
            ("value", &claim.value),
        ] {
            let Some(number) = number else { continue };
            let accepted = match number.get_ref() {
                number if !number.is_finite() => "a finite number",
                number if *number < 0.0 && key == "within" => "0 or more",
                _ => continue,
            };
            let problem = format!("found `{}`; accepted: {accepted}", number.get_ref());
            errors.add(self.error(Some(number.span()), key, problem));
        }
    }

    fn statement(&self, claim: &wire::Claim, kind: &Kind) -> Result<Statement, SpecError> {
        let (form, kind) = (kind.form, kind.name);
        let one = || {
            self.routine(
                self.need(claim.routine.as_ref(), "routine", kind)?,
                "routine",
            )
        };
        Ok(match form {
            Form::Equals => Statement::Equals {
                figure: self.figure(claim, kind)?,
                cases: self.cases(claim, kind)?,
                within: claim.within.as_ref().map(|within| *within.get_ref()),
            },
            Form::Extreme(end) => Statement::Extreme {
                figure: self.figure(claim, kind)?,
                routine: one()?,
                among: self.list(self.need(claim.among.as_ref(), "among", kind)?, "among")?,
                end,
            },
            Form::Compare(end) => Statement::Compare {
                figure: self.figure(claim, kind)?,
                routine: one()?,
                than: self.routine(self.need(claim.than.as_ref(), "than", kind)?, "than")?,
                margin: claim
                    .margin
                    .as_ref()
                    .map_or(0.0, |margin| *margin.get_ref()),
                end,
            },
            Form::Bound(end) => Statement::Bound {
                figure: self.figure(claim, kind)?,
                routines: self.some(claim, kind)?,
                value: *self.need(claim.value.as_ref(), "value", kind)?.get_ref(),
                end,
            },
            Form::Ideal => Statement::Ideal {
                figure: self.figure(claim, kind)?,
                routines: self.some(claim, kind)?,
                within: *self.need(claim.within.as_ref(), "within", kind)?.get_ref(),
            },
            Form::Verdict => Statement::Verdict {
                test: self
                    .need(claim.test.as_ref(), "test", kind)?
                    .get_ref()
                    .clone(),
                routines: self.some(claim, kind)?,
                is: self.word(
                    self.need(claim.is.as_ref(), "is", kind)?,
                    "is",
                    Verdict::NAMES,
                )?,
            },
        })
    }

    /// A key that means nothing for the kind is a mistake, not an ornament.
    fn only_its_keys(&self, claim: &wire::Claim, kind: &Kind, errors: &mut Errors) {
        for (key, span) in claim.given() {
            let taken = || kind.keys.iter().map(|key| key.name);
            if let Some(span) = span.filter(|_| taken().all(|taken| taken != key)) {
                let problem = format!(
                    "claims of kind `{}` do not take it; accepted: {}",
                    kind.name,
                    names::list(taken())
                );
                errors.add(self.error(Some(span), key, problem));
            }
        }
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
        // Names are looked up once what is wrong there is mended.
        if self.known.wrong.contains(name) || !self.known.complete {
            return Ok(RoutineName::Control);
        }
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
        if let Some(path) = name.strip_prefix(ANSWERS) {
            return self.answer(text, path, key);
        }
        if let Some(read) = self.known.read {
            return if name == read {
                Ok(RoutineName::Routine(name.clone()))
            } else {
                let problem = format!("found `{}`; accepted: `{read}`", name.escape_debug());
                Err(self.error(Some(text.span()), key, problem))
            };
        }
        let draws = || self.known.draws.iter().map(|drawn| drawn.name.as_str());
        if draws().next().is_some() {
            if draws().any(|known| known == name) {
                return Ok(RoutineName::Routine(name.clone()));
            }
            let all = names::list(draws());
            let problem = format!(
                "found `{name}`, which is not among the draws; accepted: {all}, `{CONTROL}`"
            );
            return Err(self.error(Some(text.span()), key, problem));
        }
        let scrambles = || self.known.scrambles.iter().map(|(name, _)| name.as_str());
        if scrambles().next().is_some() {
            if scrambles().any(|known| known == name) {
                return Ok(RoutineName::Routine(name.clone()));
            }
            let all = names::list(scrambles());
            let name = name.escape_debug();
            let problem = format!(
                "found `{name}`, which is not among the scrambles; accepted: {all}, `{CONTROL}`"
            );
            return Err(self.error(Some(text.span()), key, problem));
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

    /// A place in an answer: its name, and what leads on from there.
    fn answer(
        &self,
        text: &Spanned<String>,
        path: &str,
        key: &str,
    ) -> Result<RoutineName, SpecError> {
        let (name, at) = path.split_once('.').unwrap_or((path, ""));
        let all = || self.known.answers.iter().map(|asked| asked.name.as_str());
        if all().all(|known| known != name) {
            let (accepted, hint) = (names::list(all()), names::hint(name, all()));
            let problem = format!(
                "found `{}`, which is not among the answers; accepted: {accepted}{hint}",
                text.get_ref()
            );
            return Err(self.error(Some(text.span()), key, problem));
        }
        Ok(RoutineName::Answer {
            name: name.to_owned(),
            at: at.to_owned(),
        })
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
}
