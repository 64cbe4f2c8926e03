//! Experiments on the states of a puzzle: which one, and how it is scrambled.

use toml::Spanned;

use super::check_given::{refuse, refuse_decks};
use super::error::Errors;
use super::error::SpecError;
use super::place::Place;
use super::wire::{self, Choice};
use deck::cube::Metric;
use deck::subject::Puzzle;
use reader::Origin;
use source::{RandomMoves, SCRAMBLE_MOVES, Scramble};
use subjects::AnySubject;
use text::names;
use text::params::{ParamError, Parameter, Params};

/// The keys of random moves.
const MOVES: &[Parameter] = &[
    Parameter {
        name: "moves",
        about: "how many of them, from 1 to 1000",
    },
    Parameter {
        name: "turns",
        about: "what counts as one: \"half\" (quarter and half turns), or \"quarter\" (these alone)",
    },
    Parameter {
        name: "no-repeat",
        about: "whether no face is turned twice in a row",
    },
];

/// The puzzle that the spec is about.
pub(super) fn subject(place: &Place<'_>, file: &wire::File) -> Result<AnySubject, SpecError> {
    let accepted = "with decks, and this experiment is about the states of a puzzle";
    refuse_decks(place, file, accepted)?;
    let weights = file.weights.as_ref().map(Spanned::span);
    let draws = file.draws.as_ref().map(Spanned::span);
    let given = [("weights", weights), ("draws", draws)];
    refuse(place, &given, "with subject = \"sequence\"")?;
    refuse_policy(place, file)?;
    let Some(name) = &file.puzzle else {
        return Ok(Puzzle::DEFAULT.into());
    };
    let puzzle = Puzzle::named(name.get_ref()).map_err(|accepted| {
        let found = name.get_ref().escape_debug();
        place.key(
            name.span(),
            "puzzle",
            format!("found `{found}`; {accepted}"),
        )
    });
    puzzle.map(AnySubject::from)
}

/// Refuses what sources of decks do besides shuffling: scrambles have one stream for each batch, and begin solved.
fn refuse_policy(place: &Place<'_>, file: &wire::File) -> Result<(), SpecError> {
    let accepted = "with routines that shuffle decks, and these are scrambles of a puzzle";
    let Some(source) = file.source.as_ref().map(Spanned::get_ref) else {
        return Ok(());
    };
    let given = [
        ("source.seeding", source.seeding.as_ref().map(Spanned::span)),
        ("source.memory", source.memory.as_ref().map(Spanned::span)),
        ("source.others", source.others.as_ref().map(Spanned::span)),
        ("source.quotas", source.quotas.as_ref().map(Spanned::span)),
    ];
    refuse(place, &given, accepted)
}

/// Refuses what says how a puzzle is scrambled in experiments on something else.
pub(super) fn refuse_states(place: &Place<'_>, file: &wire::File) -> Result<(), SpecError> {
    let puzzle = file.puzzle.as_ref().map(Spanned::span);
    let scrambles = file.scrambles.as_ref().map(Spanned::span);
    let given = [("puzzle", puzzle), ("scrambles", scrambles)];
    refuse(place, &given, "with subject = \"state\"")
}

/// The scrambles that the spec asks for.
pub(super) fn scrambles(
    place: &Place<'_>,
    list: &Spanned<Vec<Spanned<Choice>>>,
    errors: &mut Errors,
) -> Option<Origin<'static>> {
    let count = errors.count();
    let mut all: Vec<(String, Scramble)> = Vec::new();
    for (at, choice) in list.get_ref().iter().enumerate() {
        let key = format!("scrambles[{}]", errors.place("scrambles", at));
        let refuse = |problem: String| place.key(choice.span(), &key, problem);
        let Some(scramble) = errors.keep(scramble(choice.get_ref()).map_err(refuse)) else {
            continue;
        };
        let name = scramble.name();
        if all.iter().any(|(known, _)| *known == name) {
            let problem = format!("found `{name}` twice; accepted: each once");
            errors.add(refuse(problem));
            continue;
        }
        all.push((name, scramble));
    }
    if list.get_ref().is_empty() && !errors.doubts("scrambles") {
        let problem =
            "found an empty list; accepted: scrambles to simulate, as in [\"random-state\"]";
        errors.add(place.key(list.span(), "scrambles", problem));
    }
    (errors.count() == count).then_some(Origin::scrambles(all))
}

fn scramble(choice: &Choice) -> Result<Scramble, String> {
    let Choice { kind, parameters } = choice;
    let read = match kind.as_str() {
        Scramble::RANDOM_STATE => {
            Params::new(kind, parameters.clone(), &[]).map(|_| Scramble::RandomState)
        }
        Scramble::RANDOM_MOVES => {
            Params::new(kind, parameters.clone(), MOVES).and_then(|params| moves(&params))
        }
        other => {
            let all = || [Scramble::RANDOM_STATE, Scramble::RANDOM_MOVES].into_iter();
            let (accepted, hint) = (names::list(all()), names::hint(other, all()));
            let other = other.escape_debug();
            return Err(format!(
                "unknown scramble `{other}`; accepted: {accepted}{hint}"
            ));
        }
    };
    read.map_err(|error| error.to_string())
}

fn moves(params: &Params) -> Result<Scramble, ParamError> {
    let moves = params.required_whole("moves", SCRAMBLE_MOVES)?;
    let turns = params.word("turns", &Metric::ALL.map(Metric::name))?;
    Ok(Scramble::RandomMoves(RandomMoves {
        moves,
        turns: turns.and_then(Metric::named).unwrap_or(Metric::Half),
        no_repeat: params.flag("no-repeat")?.unwrap_or(false),
    }))
}
