//! `game`: the counts of a card game in an ideal deck, and how likely it is that it counts nothing; for
//! poker, the classes of hands.

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::unanswered::Unanswered;
use laws::games::poker::{CATEGORIES, Classes};
use laws::null::{fraction, to_f64};
use record::answers::game::{Category, Estimate, Game, Likelihood, NAME, Poker};

use statistic::Rules;

/// The seed of the games that an estimate is made from.
const SEED: u128 = 1;

/// Games of an estimate, if no number is given: a per cent of error or so, in a second.
const GAMES: u64 = 10_000;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "What a card game counts in an ideal deck (snap, war, frustration, ...), and how often nothing",
    topic: Topic::DECK,
    parameters: &[
        Parameter::new(
            "game",
            "GAME",
            Read::Word(names),
            "The game, by the name of its statistic, such as snap or poker-class",
        )
        .required()
        .bare(),
        Parameter::new("ranks", "N", COUNT, "Ranks in each suit"),
        Parameter::new(
            "suits",
            "N",
            COUNT,
            "Suits in the deck; default 4, 3 or 2, whichever divides it first",
        ),
        Parameter::new(
            "match",
            "WHAT",
            Read::Text,
            "What matches: rank (the default), suit, or rank-or-suit",
        ),
        Parameter::new("players", "N", COUNT, "Players of snap; default 2"),
        Parameter::new(
            "games",
            "N",
            Read::Whole(2..=10_000_000),
            "Games to deal where no law is known; default 10,000",
        ),
    ],
    ask: |given| {
        let name: String = given.value("game");
        let games = given.get("games").unwrap_or(GAMES);
        let mut table = given.table.clone();
        table.retain(|key, _| !["game", "games"].contains(&key));
        let asked = if name == statistic::POKER {
            Asked::Poker(statistic::poker_classes(table, given.cards)?)
        } else {
            Asked::Rules(statistic::rules(&name, table, given.cards)?)
        };
        ask(move |_| match &asked {
            Asked::Rules(rules) => of_rules(rules, games),
            Asked::Poker(classes) => Ok(of_poker(classes)),
        })
    },
};

/// The game itself says which numbers it takes.
const COUNT: Read = Read::Whole(1..=u32::MAX as u64);

/// Lists all games that can be asked about.
fn names() -> Vec<&'static str> {
    statistic::games().chain([statistic::POKER]).collect()
}

/// A game that can be answered.
enum Asked {
    Rules(Rules),
    Poker(Classes),
}

fn of_rules(rules: &Rules, games: u64) -> Result<Game, Unanswered> {
    let mut game = Game {
        game: rules.name().to_owned(),
        counted: rules.unit(),
        event: rules.event().to_owned(),
        none: None,
        none_exact: None,
        mean: None,
        values: Vec::new(),
        estimate: None,
        poker: None,
    };
    if let Some(none) = rules.none() {
        game.none = Some(to_f64(&none));
        game.none_exact = fraction(&none);
    }
    if let Some(law) = rules.law() {
        game.mean = rules.mean();
        let values = 0..law.counts().len() as u64;
        let likelihood = |value| Likelihood {
            value,
            probability: to_f64(&law.probability(value)),
        };
        game.values = values.map(likelihood).collect();
    } else if game.none.is_none() {
        let found = rules.estimate(games, SEED).ok_or_else(|| {
            let problem = format!(
                "neither a law nor an estimate is known of `{}`",
                rules.name()
            );
            Unanswered::Unknown(problem)
        })?;
        game.estimate = Some(Estimate {
            mean: found.probability,
            standard_error: found.standard_error,
            games: found.games,
        });
    }
    Ok(game)
}

fn of_poker(classes: &Classes) -> Game {
    let hands = classes.hands();
    let (median, beaten) = classes.median();
    let category = |(at, name): (usize, &&str)| {
        let of = || {
            classes
                .all()
                .iter()
                .filter(move |class| class.category == at)
        };
        let held: u64 = of().map(|class| class.hands).sum();
        (held > 0).then(|| Category {
            name: (*name).to_owned(),
            hands: held,
            classes: of().count(),
            probability: held as f64 / hands as f64,
        })
    };
    Game {
        game: statistic::POKER.to_owned(),
        counted: "classes of hands of five cards".to_owned(),
        event: String::new(),
        none: None,
        none_exact: None,
        mean: None,
        values: Vec::new(),
        estimate: None,
        poker: Some(Poker {
            classes: classes.all().len(),
            hands,
            median: classes.name(median),
            beaten_by_median: beaten as f64 / hands as f64,
            categories: CATEGORIES.iter().enumerate().filter_map(category).collect(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::build;
    use record::answers::Found;
    use shuffle::routine::Letters;

    fn game(text: &str, cards: usize) -> Game {
        let letters = Letters::none();
        let question = build("game", text.parse().unwrap(), cards, &letters).unwrap();
        match question
            .answer(None, &letters, false, &search::advise::Alone)
            .unwrap()
            .found
        {
            Found::Game(game) => game,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_game_has_an_answer() {
        for name in names() {
            let found = game(&format!("game = \"{name}\""), 52);
            assert!(found.none.is_some() != found.poker.is_some(), "{name}");
            let all: f64 = found.values.iter().map(|value| value.probability).sum();
            assert!(
                found.values.is_empty() || (all - 1.0).abs() < 1e-12,
                "{name}"
            );
        }
        let small = game("game = \"snap\"\nranks = 2", 4);
        assert_eq!(small.none_exact.as_deref(), Some("1/3"));
        let poker = game("game = \"poker-class\"", 52).poker.unwrap();
        assert_eq!((poker.classes, poker.categories.len()), (7462, 9));
    }

    #[test]
    fn without_a_law_games_are_dealt_and_bad_decks_refused() {
        let either = "game = \"snap\"\nmatch = \"rank-or-suit\"";
        let open = game(&format!("{either}\nplayers = 3\ngames = 500"), 8);
        let estimate = open.estimate.unwrap();
        assert!(open.none.is_none() && estimate.games == 500);
        // Two players who match by either are known.
        let known = game(&format!("{either}\nsuits = 2"), 8);
        assert!(known.estimate.is_none() && known.mean.is_none());
        assert_eq!(known.none_exact.as_deref(), Some("1/280"));
        for (text, part) in [
            ("game = \"snape\"", "accepted: `snap`"),
            ("game = \"snap\"\nranks = 12", "divides the deck"),
            (
                "game = \"war\"\nplayers = 3",
                "unknown key `players` for `war`",
            ),
            ("", "key `game` is missing"),
        ] {
            let error = build("game", text.parse().unwrap(), 52, &Letters::none());
            let error = error.unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
