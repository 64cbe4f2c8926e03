//! The subject of an experiment: whole decks, what is seen of them, a sequence of draws, or the states of a puzzle.

use toml::Spanned;

use super::check_given::{refuse, refuse_decks};
use super::check_states;
use super::dealt;
use super::error::Errors;
use super::error::SpecError;
use super::place::Place;
use super::stakes;
use super::wire::{self, Choice};
use deck::subject::{Classes, OrderColumns, OwnDecks, Told, View, Weights, WholeDeck};
use reader::{Input, Origin};
use shuffle::draws::{self, Described};
use subjects::AnySubject;

/// The subject that the spec names.
pub(super) fn subject(place: &Place<'_>, file: &wire::File) -> Result<AnySubject, SpecError> {
    let named = file.subject.as_ref();
    let name = named.map_or("deck", |named| named.get_ref());
    if ["deck", "sequence", "rows"].contains(&name) {
        check_states::refuse_states(place, file)?;
    }
    match name {
        "deck" => decks(place, file),
        "sequence" => sequence(place, file),
        "rows" => rows(place, file),
        "state" => check_states::subject(place, file),
        other => {
            let problem = format!("found `{other}`; accepted: `deck`, `sequence`, `rows`, `state`");
            let span = named.map_or(0..0, Spanned::span);
            Err(place.key(span, "subject", problem))
        }
    }
}

fn decks(place: &Place<'_>, file: &wire::File) -> Result<AnySubject, SpecError> {
    let weights = file.weights.as_ref().map(Spanned::span);
    let draws = file.draws.as_ref().map(Spanned::span);
    let given = [("weights", weights), ("draws", draws)];
    refuse(place, &given, "with subject = \"sequence\"")?;
    let source = file.source.as_ref().map(Spanned::get_ref);
    if let Some((source, columns)) = source.and_then(|source| Some((source, columns(source)?))) {
        return order(place, file, source, &columns);
    }
    let Some(text) = &file.view else {
        return Ok(WholeDeck.into());
    };
    let shape = text.get_ref().parse();
    let shape = shape.map_err(|problem: String| place.key(text.span(), "view", problem))?;
    let cards = file.deck.as_ref().and_then(|deck| deck.get_ref().cards());
    let classes = match cards.and_then(|cards| usize::try_from(cards.0).ok()) {
        Some(cards) => classes(place, file, cards)?,
        // The deck is missing, which is said elsewhere.
        None => None,
    };
    let view = View {
        shape,
        classes,
        told: if dealt::recorded(file).is_some() {
            Told::Playing
        } else {
            Told::Places
        },
    };
    Ok(view.into())
}

/// The columns of a single order, if the source names any.
fn columns(source: &wire::Source) -> Option<OrderColumns> {
    let text = |text: &Spanned<String>| text.get_ref().clone();
    Some(OrderColumns {
        place: text(source.place.as_ref()?),
        groups: source.groups.as_ref().map(text),
    })
}

/// A single order, read from the file that the source names.
fn order(
    place: &Place<'_>,
    file: &wire::File,
    source: &wire::Source,
    columns: &OrderColumns,
) -> Result<AnySubject, SpecError> {
    let given = [
        ("deck", file.deck.as_ref().map(Spanned::span)),
        ("view", file.view.as_ref().map(Spanned::span)),
        ("types", file.types.as_ref().map(Spanned::span)),
        ("suite", file.suite.as_ref().map(Spanned::span)),
        ("statistics", file.statistics.as_ref().map(Spanned::span)),
        (
            "until-decided",
            file.until_decided.as_ref().map(Spanned::span),
        ),
        ("source.base", source.base.as_ref().map(Spanned::span)),
        ("source.header", source.header.as_ref().map(Spanned::span)),
        ("source.columns", source.columns.as_ref().map(Spanned::span)),
        ("source.start", source.start.as_ref().map(Spanned::span)),
        (
            "source.in-place",
            source.in_place.as_ref().map(Spanned::span),
        ),
        (
            "source.skip-invalid",
            source.skip_invalid.as_ref().map(Spanned::span),
        ),
    ];
    let accepted = "with decks, and this experiment is about one order (`source.place`)";
    refuse(place, &given, accepted)?;
    stakes::refuse(place, file, accepted)?;
    if !file.options.statistics.is_empty() {
        return Err(place.option("statistics", format!("found it; accepted: only {accepted}")));
    }
    let span = source.place.as_ref().map_or(0..0, Spanned::span);
    let Some(path) = &source.file else {
        let problem = "found it without a file; accepted: beside one, as in { file = \"draft.csv\", place = \"number\" }";
        return Err(place.key(span, "source.place", problem));
    };
    if let Some(format) = source
        .format
        .as_ref()
        .filter(|format| format.get_ref() != "csv")
    {
        let problem = format!(
            "found `{}` with one order; accepted: csv",
            format.get_ref().escape_debug()
        );
        return Err(place.key(format.span(), "source.format", problem));
    }
    let input = Input::File(place.folder().join(path.get_ref()));
    let order = input.order(path.get_ref(), columns);
    let order = order.map_err(|error| place.key(span, "source.place", error))?;
    Ok(order.into())
}

/// The classes of cards, if the deck has types.
fn classes(
    place: &Place<'_>,
    file: &wire::File,
    cards: usize,
) -> Result<Option<Classes>, SpecError> {
    let Some(types) = &file.types else {
        return Ok(None);
    };
    let arrangement = file.arrangement.as_ref();
    let arrangement = arrangement.map(|text| text.get_ref().as_str());
    Classes::read(types.get_ref(), arrangement, cards)
        .map(Some)
        .map_err(|error| place.key(types.span(), "types", error))
}

fn rows(place: &Place<'_>, file: &wire::File) -> Result<AnySubject, SpecError> {
    let accepted = "with decks of one size, and this experiment is about rows with decks of their own (source.rows)";
    refuse_decks(place, file, accepted)?;
    let answers = file.answers.as_ref().map(|_| 0..0);
    refuse(place, &[("answers", answers)], accepted)?;
    let weights = file.weights.as_ref().map(Spanned::span);
    let draws = file.draws.as_ref().map(Spanned::span);
    let given = [("weights", weights), ("draws", draws)];
    refuse(place, &given, "with subject = \"sequence\"")?;
    let source = file.source.as_ref().map(Spanned::get_ref);
    let rows = source.and_then(|source| source.rows.as_ref());
    let covariate = rows.is_some_and(|rows| rows.get_ref().covariate.is_some());
    Ok(OwnDecks { covariate }.into())
}

fn sequence(place: &Place<'_>, file: &wire::File) -> Result<AnySubject, SpecError> {
    let accepted = "with decks, and this experiment is about a sequence";
    refuse_decks(place, file, accepted)?;
    let Some(weights) = &file.weights else {
        let problem = "it is missing; accepted: how often each symbol comes, in proportion, as in [50, 25, 20, 5]";
        return Err(place.key(0..0, "weights", problem));
    };
    let whole = weights
        .get_ref()
        .iter()
        .map(|weight| u32::try_from(weight.0));
    let parsed = match whole.collect::<Result<Vec<u32>, _>>() {
        Ok(whole) => Weights::new(whole),
        Err(_) => Err(
            "found a number that is no weight; accepted: whole numbers from 1 to 4294967295"
                .to_owned(),
        ),
    };
    let parsed = parsed.map_err(|problem| place.key(weights.span(), "weights", problem))?;
    Ok(parsed.into())
}

/// The draws that the spec asks for, each by its rule.
pub(super) fn draws(
    place: &Place<'_>,
    list: &Spanned<Vec<Spanned<Choice>>>,
    weights: &Weights,
    errors: &mut Errors,
) -> Option<Origin<'static>> {
    let count = errors.count();
    let mut all: Vec<Described> = Vec::new();
    for (at, choice) in list.get_ref().iter().enumerate() {
        let key = format!("draws[{}]", errors.place("draws", at));
        let refuse = |problem: String| place.key(choice.span(), &key, problem);
        let Choice { kind, parameters } = choice.get_ref();
        let found = draws::build(kind, parameters.clone(), weights);
        let Some(found) = errors.keep(found.map_err(|error| refuse(error.to_string()))) else {
            continue;
        };
        if all.iter().any(|known| known.name == found.name) {
            let problem = format!("found `{}` twice; accepted: each once", found.name);
            errors.add(refuse(problem));
            continue;
        }
        all.push(found);
    }
    if list.get_ref().is_empty() && !errors.doubts("draws") {
        let problem = "found an empty list; accepted: draws to simulate, as in [\"independent\"]";
        errors.add(place.key(list.span(), "draws", problem));
    }
    (errors.count() == count).then_some(Origin::draws(all))
}
