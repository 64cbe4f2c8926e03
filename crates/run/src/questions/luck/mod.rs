//! `luck`: how rare a draw is where all is fair, for one game, for many, and for the unluckiest of many players.

mod counted;
mod read;
#[cfg(test)]
mod tests;

use toml::Table;

use super::parameter::{MOST_DECKS, Parameter, Read};
use super::proof::proofs;
use super::question::{About, Given, Kind, Topic, ask};
use super::unanswered::Unanswered;
use counted::{Counted, Such};
use laws::luck::{at_least, some_player, unluckiest};
use read::Draw;
use record::answers::Found;
use record::answers::luck::{Games, Law, Luck, NAME, Players, Tail};
use shuffle::routine::Letters;
use text::names::grouped;
use text::params::ParamError;

/// The parameter that has the draw, and the one that has the deck.
const DRAW: &str = "draw";
const TYPES: &str = "types";

/// Games, or draws, at the most.
const MOST_GAMES: u64 = 1_000_000_000;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "Was that luck? The chance of a draw, in one game, in many, and for the unluckiest of many players",
    topic: Topic::Alone,
    parameters: &[
        Parameter::new(
            DRAW,
            "DRAW",
            Read::Text,
            "What came: \"0 of 16 land in first:20 of 60\", \"0 of 100 draws at 2%\", or an event such as \"no land in hand:7\" \
             and its deck",
        )
        .required()
        .bare(),
        Parameter::new(
            TYPES,
            "TYPES",
            Read::Text,
            "The deck of an event: \"16 land, 44 spell\", or 52 for a pack of cards; or --deck",
        )
        .alias("deck"),
        Parameter::new(
            "times",
            "K",
            Read::Whole(1..=MOST_GAMES),
            "Games in which it came, or more; 1 if absent",
        ),
        Parameter::new(
            "of",
            "N",
            Read::Whole(1..=MOST_GAMES),
            "Games that were played; by each player, in a week for instance",
        ),
        Parameter::new(
            "players",
            "N",
            Read::Whole(1..=MOST_DECKS),
            "Players who each play so many games",
        ),
    ],
    ask: |given| {
        let draw = Draw::read(given)?;
        let played = Played::read(given)?;
        ask(move |about| find(&draw, played, about))
    },
};

/// Games that were played, and by whom.
#[derive(Debug, Clone, Copy)]
struct Played {
    /// Games with the draw, and all games.
    games: Option<(u64, u64)>,
    players: Option<u64>,
}

impl Played {
    fn read(given: &Given<'_>) -> Result<Self, ParamError> {
        let number = |name: &str| given.get::<u64>(name);
        let (times, of, players) = (number("times"), number("of"), number("players"));
        let wrong = |key: &str, found: String, accepted: &str| ParamError::Wrong {
            key: key.to_owned(),
            found,
            accepted: accepted.to_owned(),
        };
        let Some(of) = of else {
            let alone = [("times", times), ("players", players)];
            return match alone.into_iter().find_map(|(key, it)| Some((key, it?))) {
                Some((key, it)) => Err(wrong(
                    key,
                    format!("{} without the number of games", grouped(it)),
                    "that beside `of`, the number of games that were played",
                )),
                None => Ok(Self {
                    games: None,
                    players: None,
                }),
            };
        };
        let times = times.unwrap_or(1);
        if times > of {
            return Err(wrong(
                "times",
                format!("{} of {} games", grouped(times), grouped(of)),
                "as many as there were games, or fewer",
            ));
        }
        Ok(Self {
            games: Some((times, of)),
            players,
        })
    }
}

/// How much more often it would come, which games would show.
const RATIOS: [f64; 2] = [2.0, 1.5];

/// Laws of more values are left out of the record.
const MOST_VALUES: u64 = 1_000;

fn find(draw: &Draw, played: Played, about: About<'_>) -> Result<Luck, Unanswered> {
    let (exactly, tail, law, by) = match &draw.event {
        read::Event::Counted {
            counted,
            such,
            words,
        } => {
            let (exactly, tail) = chances(counted, such);
            let law = law(counted, such, words);
            (exactly, tail, law, counted.by().to_owned())
        }
        read::Event::Other { cards, types } => {
            let (chance, by) = other(draw, *cards, types.as_deref(), about)?;
            (chance, None, None, by)
        }
    };
    let chance = tail.map_or(exactly, |tail: Tail| tail.chance);
    let games = played.games.map(|(times, of)| Games {
        times,
        of,
        expected: of as f64 * chance,
        chance: at_least(times, of, chance),
    });
    let players = games.zip(played.players).map(|(games, players)| {
        let (times, reached) = unluckiest(players, games.of, chance);
        Players {
            players,
            expected: players as f64 * games.chance,
            some: some_player(players, games.chance),
            unluckiest: times,
            unluckiest_chance: reached,
        }
    });
    Ok(Luck {
        draw: draw.text.clone(),
        words: draw.words.clone(),
        from: draw.from.clone(),
        exactly,
        tail,
        law,
        by,
        games,
        players,
        proofs: proofs(chance, &RATIOS),
        log: draw.log.clone(),
    })
}

/// The probability of a draw, and of all that is farther from the mean on its side.
fn chances(counted: &Counted, such: &Such) -> (f64, Option<Tail>) {
    let Such::One(value) = such else {
        return (counted.chance(such), None);
    };
    let side = counted.side(*value);
    let beyond = counted.beyond(*value, side);
    let tail = beyond.map(|chance| Tail { side, chance });
    (counted.pmf(*value), tail)
}

/// The law of what is counted, where it is short.
fn law(counted: &Counted, such: &Such, words: &str) -> Option<Law> {
    let (first, last) = counted.ends();
    if last - first >= MOST_VALUES {
        return None;
    }
    let is_such = |value: u64| match such {
        Such::One(one) => counted.is_beyond(value, *one),
        Such::Values(values) => values.contains(&value),
    };
    Some(Law {
        of: words.to_owned(),
        values: (first..=last).collect(),
        probabilities: (first..=last).map(|value| counted.pmf(value)).collect(),
        mean: counted.mean(),
        such: (first..=last).map(is_such).collect(),
    })
}

/// The probability of an event that is no single count, as the question of quantities has it.
fn other(
    draw: &Draw,
    cards: usize,
    types: Option<&str>,
    about: About<'_>,
) -> Result<(f64, String), Unanswered> {
    let unknown = |why: String| Unanswered::Unknown(why);
    let mut table = Table::new();
    table.insert("of".to_owned(), draw.text.clone().into());
    if let Some(types) = types {
        table.insert(TYPES.to_owned(), types.into());
    }
    let letters = Letters::none();
    let question = super::build(record::answers::quantity::NAME, table, cards, &letters);
    let question = question.map_err(|problem| unknown(problem.to_string()))?;
    let answer = question.answer(None, &letters, false, about.crew)?;
    let Found::Quantity(found) = answer.found else {
        return Err(unknown("it is no quantity".to_owned()));
    };
    let chance = found.fair.mean;
    if found.fair.sampled.is_some() {
        return Err(unknown(
            "the chance of this event is not known exactly; accepted: events of cards that are counted in places, of the place \
             of a card, of runs and of neighbours (`colddeck exact quantity` simulates others)"
                .to_owned(),
        ));
    }
    if chance <= 0.0 || found.fair.values == [1] {
        let always = if chance <= 0.0 { "never" } else { "always" };
        return Err(unknown(format!(
            "found an event that {always} comes: no luck is in it"
        )));
    }
    Ok((chance, found.fair.by))
}
