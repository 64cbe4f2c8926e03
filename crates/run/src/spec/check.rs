//! Turns the wire type into a valid experiment: every rule that a spec must keep, with its message.

use std::collections::BTreeMap;

use toml::{Spanned, Value};

use super::check_answers::answers;
use super::check_claims::{Names, claims, finding};
use super::check_outside::{cards, outside};
use super::check_shuffles::letters;
use super::check_source::{departing, source};
use super::check_states::scrambles;
use super::check_statistics::{LookedAt, check_sums, probes, whole_decks};
use super::check_subject::{draws, subject};
use super::decks::{Handed, before};
use super::error::{Errors, SpecError};
use super::experiment::{Asked, Experiment, Lags};
use super::place::{Place, is_said, said};
use super::ranges::{
    ALPHA, CARDS, DEFAULT_ALPHA, DEFAULT_TRIALS, DELTA, MOST_DECKS, MOST_REPLICATES, TRIALS, whole,
};
use super::stop::{Stop, UntilDecided};
use super::until::{something_to_judge, until_decided};
use super::wire;
use crate::questions;
use deck::MIN_CARDS;
use deck::rng::{GENERATORS, Generator, Seed};
use deck::subject::WholeDeck;
use reader::Origin;
use shuffle::routine::{Letters, Routine};
use statistic::{Design, Probe, of_order};
use subjects::{About, AnySubject};
use text::harmless;
use text::names::{self, grouped};
use text::params::show;

/// Longest name: it becomes a folder.
const LONGEST_NAME: usize = 64;

/// The experiment that `file` describes, of what is `handed` over if anything is. Faults are added to `errors`;
/// the rest is then checked as far as it does not depend on them.
#[expect(clippy::too_many_lines, reason = "one part of a spec after the other")]
pub(super) fn experiment<'a>(
    place: &Place<'_>,
    mut file: wire::File,
    handed: Option<Handed<'a>>,
    mut errors: Errors,
) -> Result<Experiment<'a>, SpecError> {
    let name = errors.keep(name(place, &file.name));
    let is_handed = handed.is_some();
    let until = errors.keep_unless(&["routines", "draws", "scrambles", "source"], || {
        match &handed {
            Some(handed) => handed.check(place, &file)?,
            None => something_to_judge(place, &file)?,
        }
        until_decided(place, &file)
    });
    let until = until.flatten();
    let (subject, origin) = if let Some(Handed { subject, origin }) = handed {
        (Some(subject), Some(origin))
    } else {
        let keys = ["subject", "view", "weights", "puzzle"];
        (errors.keep_unless(&keys, || subject(place, &file)), None)
    };
    let mut design = design(place, &file, subject.as_ref(), &mut errors);
    let named = errors.keep(generator(place, file.generator.as_ref()));
    let (policy, generator) = source(place, &file, named, &mut errors);
    let seed = errors.keep(seed(place, file.seed.as_ref(), named.map(|_| generator)));
    let of = (subject.as_ref(), design.as_ref(), seed.as_ref());
    let outside = elsewhere(place, &file, origin, of, &mut errors);
    if is_handed && errors.count() > 0 {
        // Statistics of decks that are not what they should be would only say the same again.
        errors.check()?;
        return Err(nothing_to_shuffle(place, &WholeDeck));
    }
    let read_to_its_end = until.is_none() && reads_a_stream(outside.as_ref());
    settle_trials(
        design.as_mut(),
        until.as_ref(),
        read_to_its_end && file.trials.is_none(),
    );
    let alpha = errors.keep(alpha(place, file.alpha.as_ref()));
    let accept_within = errors.keep(accept_within(place, file.options.accept_within));
    let accept_stakes = file.options.stakes.accept;
    let lags = errors.keep(lags(place, file.lags.as_ref()));
    let (of, from) = ((subject.as_ref(), design.as_ref()), outside.as_ref());
    let statistics = statistics(place, &mut file, of, from, &mut errors);
    let letters = letters(
        place,
        std::mem::take(&mut file.shuffles),
        &file.options.shuffles,
        &mut errors,
    );
    let lettered = !errors.doubts_all_of("shuffles");
    let asks = file.answers.is_some();
    let size = design.map(|design| design.size).filter(|_| lettered);
    let departs =
        size.and_then(|size| errors.keep(departing(place, &file, &letters, size, policy)));
    let asked = file.answers.take();
    let (answers, answered) = questions(
        place,
        asked,
        &letters,
        (subject.as_ref(), size),
        &mut errors,
    );
    let mut wrong = Vec::new();
    let routines = match &file.routines {
        Some(list) if lettered => routines(place, list, &letters, &mut errors, &mut wrong),
        _ => Vec::new(),
    };
    if routines.is_empty() && !asks && matches!(outside, Some(None)) {
        something_to_shuffle(place, &file, subject.as_ref(), &mut errors);
    }
    let simulates = !routines.is_empty() || matches!(outside, Some(Some(_)));
    // The laws of one order and of rows are exact, or stated; ideal ones beside them would say nothing.
    let alone = subject
        .as_ref()
        .is_some_and(|subject| subject.is_judged_alone());
    let read = subject
        .as_ref()
        .filter(|_| reads_a_stream(outside.as_ref()))
        .and_then(|subject| subject.read_as());
    let control = file.control.unwrap_or(!alone) && simulates && !alone;
    let known = Names {
        place,
        letters: &letters,
        routines: &routines,
        draws: match &outside {
            Some(Some(origin)) => origin.as_draws(),
            _ => &[],
        },
        scrambles: match &outside {
            Some(Some(origin)) => origin.as_scrambles(),
            _ => &[],
        },
        read,
        answers: &answers,
        control,
        wrong: &wrong,
        complete: lettered
            && answered
            && outside.is_some()
            && !errors.doubts_any(&[
                "routines",
                "answers",
                "draws",
                "scrambles",
                "source",
                "control",
            ]),
    };
    let claims = claims(&known, file.claims, &mut errors);
    let found = file.finding.as_ref();
    let found = found.map(|text| finding(&known, text, &claims));
    let finding = found.and_then(|found| errors.keep(found));
    if until.is_some() {
        errors.keep(whole_decks(place, &statistics));
    }
    if let Some(design) = design.filter(|_| !read_to_its_end) {
        errors.keep(check_sums(place, &statistics, &design));
    }
    errors.check()?;
    // All of these are there unless something is wrong.
    let (Some(name), Some(subject), Some(design), Some(seed)) = (name, subject, design, seed)
    else {
        return Err(nothing_to_shuffle(place, &WholeDeck));
    };
    let (stop, statistics) = Stop::of(until, statistics, &design);
    // A spec's author says how many decks there are to be.
    let few = is_handed && subject.may_be_few();
    Ok(Experiment {
        name,
        question: harmless::words(&file.question).into_owned(),
        finding,
        folder: place.folder_name(),
        subject,
        origin: outside
            .flatten()
            .unwrap_or_else(|| Origin::routines(routines)),
        design,
        seed,
        generator,
        policy: departs.unwrap_or_default(),
        alpha: alpha.unwrap_or(DEFAULT_ALPHA),
        accept_within: accept_within.flatten(),
        accept_stakes,
        named_stakes: file.named_stakes,
        stop,
        control,
        letters,
        answers,
        statistics,
        few,
        more: (!is_handed && matches!(place, Place::CommandLine)).then_some(file.options.shuffles),
        lags: lags.unwrap_or_default(),
        claims,
    })
}

/// The decks of a run that stops by itself are the most that it takes.
fn settle_trials(design: Option<&mut Design>, until: Option<&UntilDecided>, unknown: bool) {
    match (design, until) {
        (Some(design), Some(until)) => design.trials = until.max_trials,
        (Some(design), None) if unknown => design.trials = MOST_DECKS,
        _ => {}
    }
}

/// Tells whether the subjects come from a stream, as far as that is known.
fn reads_a_stream(outside: Option<&Option<Origin<'_>>>) -> bool {
    let origin = outside.and_then(Option::as_ref);
    origin.is_some_and(|origin| origin.as_stream().is_some())
}

/// Finds out where the decks come from if not from routines: nothing if they do, and nothing at all if it is not known.
#[expect(
    clippy::option_option,
    reason = "nothing is one thing, and not to know it another"
)]
fn elsewhere<'a>(
    place: &Place<'_>,
    file: &wire::File,
    handed: Option<Origin<'a>>,
    (subject, design, seed): (Option<&AnySubject>, Option<&Design>, Option<&Seed>),
    errors: &mut Errors,
) -> Option<Option<Origin<'a>>> {
    if let (Some(origin), Some(subject)) = (handed, subject) {
        let checked = subject.check_origin(&origin);
        errors.keep(checked.map_err(|(key, problem)| place.option(key, problem)));
        return Some(Some(origin));
    }
    let mut found = errors.keep(outside(place, file, design?, seed?));
    let weights = subject.and_then(|subject| subject.weights());
    if let (Some(weights), Some(list), Some(None)) = (weights, &file.draws, &found) {
        found = draws(place, list, weights, errors).map(Some);
    }
    let puzzle = subject.and_then(|subject| subject.puzzle());
    if let (Some(_), Some(list), Some(None)) = (puzzle, &file.scrambles, &found) {
        found = scrambles(place, list, errors).map(Some);
    }
    if let (Some(subject), Some(Some(origin)), Some(source)) = (subject, &found, &file.source) {
        errors.keep(
            subject.check_origin(origin).map_err(|(key, problem)| {
                place.key(source.span(), &format!("source.{key}"), problem)
            }),
        );
    }
    found
}

/// The statistics; none if it is not known what they would look at.
fn statistics(
    place: &Place<'_>,
    file: &mut wire::File,
    (subject, design): (Option<&AnySubject>, Option<&Design>),
    outside: Option<&Option<Origin<'_>>>,
    errors: &mut Errors,
) -> Vec<Probe> {
    let (Some(subject), Some(design)) = (subject, design) else {
        return Vec::new();
    };
    if let Some(order) = subject.order() {
        let probes = of_order(order, design);
        let probes = probes.map_err(|error| place.key(0..0, "source.place", error));
        return errors.keep(probes).unwrap_or_default();
    }
    let before = outside.and_then(Option::as_ref).and_then(before);
    let looked_at = LookedAt {
        subject,
        before: before.as_ref(),
        design,
    };
    probes(place, file, &looked_at, errors)
}

/// The questions, and whether all of them are known; without a size of decks, none is read.
fn questions(
    place: &Place<'_>,
    asked: Option<BTreeMap<String, Spanned<wire::Asked>>>,
    letters: &Letters,
    (subject, size): (Option<&AnySubject>, Option<usize>),
    errors: &mut Errors,
) -> (Vec<Asked>, bool) {
    let Some(size) = size else {
        return (Vec::new(), asked.is_none());
    };
    let count = errors.count();
    // A sequence has symbols, a puzzle has states, and neither has a deck.
    let cards = subject.is_none_or(|subject| subject.has_cards());
    let cards = cards.then_some(size);
    let answers = answers(place, asked, letters, cards, errors);
    (answers, errors.count() == count)
}

/// Refuses a spec that names nothing to shuffle, unless what it names could not be read.
fn something_to_shuffle(
    place: &Place<'_>,
    file: &wire::File,
    subject: Option<&AnySubject>,
    errors: &mut Errors,
) {
    let unread = errors.doubts_any(&[
        "routines",
        "draws",
        "scrambles",
        "source",
        "answers",
        "subject",
    ]);
    if let (None, Some(subject), false) = (&file.routines, subject, unread) {
        errors.add(nothing_to_shuffle(place, &**subject));
    }
}

/// The error of a spec that names nothing to shuffle and asks nothing.
fn nothing_to_shuffle(place: &Place<'_>, subject: &dyn About) -> SpecError {
    let (key, problem) = subject.nothing_to_look_at();
    place.key(0..0, key, problem)
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

/// The design, if all of it is right and `subject` is known.
fn design(
    place: &Place<'_>,
    file: &wire::File,
    subject: Option<&AnySubject>,
    errors: &mut Errors,
) -> Option<Design> {
    let number = |key: &str, value: Option<&Spanned<wire::Whole>>, usual, range| {
        let found = value.map_or(usual, |value| value.get_ref().0);
        let span = value.map_or(0..0, Spanned::span);
        whole(found, range).map_err(|wrong| place.out_of_range(span, key, wrong))
    };
    let says_no_deck = file.deck.is_none();
    let decks = subject.filter(|subject| says_no_deck && subject.is_whole_decks());
    let size = match (subject, decks) {
        (None, _) => None,
        (Some(subject), _) if subject.size().is_some() => subject.size(),
        (Some(_), Some(_)) if names_a_file(file) => errors.keep(cards(place, file)).flatten(),
        (Some(_), Some(_)) if asks_of_no_deck(file) => Some(MIN_CARDS),
        (Some(_), _) if says_no_deck => {
            if !errors.doubts("deck") {
                let problem = "it is missing; accepted: the number of cards, as in deck = 52";
                errors.add(place.key(0..0, "deck", problem));
            }
            None
        }
        (Some(_), _) => {
            let deck = file.deck.as_ref();
            let deck =
                deck.and_then(|deck| Some(Spanned::new(deck.span(), deck.get_ref().cards()?)));
            let size = number("deck", deck.as_ref(), 0, CARDS);
            errors.keep(size).map(|size| size as usize)
        }
    };
    if let (Some(subject), Some(size)) = (subject, size) {
        let span = file.view.as_ref().map_or(0..0, Spanned::span);
        let fits = subject.check_cards(size);
        errors.keep(fits.map_err(|problem| place.key(span, "view", problem)));
    }
    let trials = number("trials", file.trials.as_ref(), DEFAULT_TRIALS, TRIALS);
    let trials = errors.keep(trials);
    let replicates = number(
        "replicates",
        file.replicates.as_ref(),
        1,
        1..=MOST_REPLICATES,
    );
    let replicates = errors.keep(replicates);
    let decks = trials.zip(replicates);
    if let Some((trials, replicates)) = decks.filter(|(trials, replicates)| {
        let decks = trials.checked_mul(*replicates);
        decks.is_none_or(|decks| decks > MOST_DECKS)
    }) {
        let problem = format!(
            "found {} decks for each of {} replicates; accepted: at most {} decks in all",
            grouped(trials),
            grouped(replicates),
            grouped(MOST_DECKS)
        );
        let span = file.trials.as_ref().map_or(0..0, Spanned::span);
        errors.add(place.key(span, "trials", problem));
    }
    Some(Design {
        size: size?,
        // The usual number stands in for a wrong one, to check what follows.
        trials: trials.unwrap_or(DEFAULT_TRIALS as u64),
        replicates: replicates.unwrap_or(1),
    })
}

/// Returns true if the decks lie in a file, which says how many cards they have.
fn names_a_file(file: &wire::File) -> bool {
    let source = file.source.as_ref().map(Spanned::get_ref);
    source.is_some_and(|source| source.file.is_some() && source.command.is_none())
}

/// Returns true if the spec shuffles nothing and asks about puzzles only: then it needs no deck.
fn asks_of_no_deck(file: &wire::File) -> bool {
    let shuffles = file.routines.as_ref();
    let shuffles = shuffles.is_some_and(|routines| !routines.get_ref().is_empty());
    let asked = file.answers.as_ref().filter(|asked| !asked.is_empty());
    let mut asked = asked.into_iter().flat_map(BTreeMap::values).peekable();
    !shuffles
        && file.source.as_ref().is_none_or(is_said)
        && asked.peek().is_some()
        && asked.all(|asked| !questions::of_decks(&asked.get_ref().what))
}

fn generator(place: &Place<'_>, name: Option<&Spanned<String>>) -> Result<Generator, SpecError> {
    let Some(name) = name else {
        return Ok(Generator::DEFAULT);
    };
    let (span, name) = (name.span(), name.get_ref().as_str());
    Generator::named(name).ok_or_else(|| {
        let all = || GENERATORS.iter().map(|about| about.name);
        let (accepted, hint) = (names::list(all()), names::hint(name, all()));
        let problem = format!(
            "unknown generator `{}`; accepted: {accepted}{hint}",
            name.escape_debug()
        );
        place.key(span, "generator", problem)
    })
}

fn seed(
    place: &Place<'_>,
    value: Option<&Spanned<Value>>,
    generator: Option<Generator>,
) -> Result<Seed, SpecError> {
    let check = |seed: &Seed| generator.map_or(Ok(()), |generator| generator.check(seed));
    let Some(value) = value else {
        return Ok(Seed::Integer(1));
    };
    let refuse = |problem: String| place.key(value.span(), "seed", problem);
    let word =
        |item: &Value| text::whole::of_toml(item).and_then(|number| u32::try_from(number).ok());
    let seed = match value.get_ref() {
        number @ (Value::Integer(_) | Value::Float(_)) => {
            let number =
                text::whole::of_toml(number).and_then(|number| u128::try_from(number).ok());
            number.map(Seed::Integer)
        }
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
    check(&seed).map_err(|error| refuse(error.to_string()))?;
    Ok(seed)
}

fn lags(place: &Place<'_>, name: Option<&Spanned<String>>) -> Result<Lags, SpecError> {
    let Some(name) = name else {
        return Ok(Lags::default());
    };
    Lags::named(name.get_ref()).map_err(|accepted| {
        let found = name.get_ref().escape_debug();
        place.key(name.span(), "lags", format!("found `{found}`; {accepted}"))
    })
}

fn alpha(place: &Place<'_>, alpha: Option<&Spanned<f64>>) -> Result<f64, SpecError> {
    let Some(alpha) = alpha else {
        return Ok(DEFAULT_ALPHA);
    };
    let found = ALPHA.check(*alpha.get_ref());
    found.map_err(|wrong| place.out_of_range(alpha.span(), "alpha", wrong))
}

fn accept_within(place: &Place<'_>, asked: Option<f64>) -> Result<Option<f64>, SpecError> {
    let found = asked.map(|delta| DELTA.check(delta)).transpose();
    found.map_err(|wrong| place.out_of_range(said(()).span(), "accept-within", wrong))
}

/// The routines that are right; the texts of the others go to `wrong`.
fn routines(
    place: &Place<'_>,
    list: &Spanned<Vec<Spanned<String>>>,
    letters: &Letters,
    errors: &mut Errors,
    wrong: &mut Vec<String>,
) -> Vec<Routine> {
    if list.get_ref().is_empty() && !errors.doubts("routines") {
        errors.add(place.key(
            list.span(),
            "routines",
            "found an empty list; accepted: one routine or more, as in [\"RRH\"]",
        ));
    }
    let mut routines: Vec<Routine> = Vec::new();
    for (at, text) in list.get_ref().iter().enumerate() {
        let key = format!("routines[{}]", errors.place("routines", at));
        let parsed = Routine::parse(text.get_ref(), letters);
        let parsed = parsed.map_err(|error| place.key(text.span(), &key, error));
        let Some(routine) = errors.keep(parsed) else {
            wrong.push(text.get_ref().clone());
            continue;
        };
        if let Some(same) = routines
            .iter()
            .find(|other| other.letters() == routine.letters())
        {
            let problem = format!(
                "found `{}`, the same routine as `{}`; accepted: each routine once",
                routine.name(),
                same.name()
            );
            errors.add(place.key(text.span(), &key, problem));
            continue;
        }
        routines.push(routine);
    }
    routines
}
