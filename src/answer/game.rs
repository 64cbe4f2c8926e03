//! `game`: the counts of a card game in an ideal deck, and how likely it is that it counts nothing; for
//! poker, the classes of hands.

use serde::{Deserialize, Serialize};

use super::page::{LAW_ROWS, Page, figure, largest_in_order};
use super::question::{Kind, Topic, ask};
use super::{Parameter, Read, Unanswered};
use crate::exact::games::poker::{CATEGORIES, Classes};
use crate::exact::null::{fraction, to_f64};
use crate::names::{grouped, significant};
use crate::statistic::{self, Rules};

/// The seed of the games that an estimate is made from.
const SEED: u128 = 1;

/// Games of an estimate, if no number is given: a per cent of error or so, in a second.
const GAMES: u64 = 10_000;

pub(super) const QUESTION: Kind = Kind {
    name: "game",
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

/// A game on ideal decks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// The game, by the name of its statistic.
    pub game: String,
    /// The thing that is counted, in words.
    pub counted: String,
    /// The event that nothing is counted, in words.
    pub event: String,
    /// Its probability, where that is known.
    pub none: Option<f64>,
    /// The same as a fraction, where it is short.
    pub none_exact: Option<String>,
    /// The mean of what is counted.
    pub mean: Option<f64>,
    /// The probability of each value.
    pub values: Vec<Likelihood>,
    /// The probability of the event from games that were dealt, where no law is known.
    pub estimate: Option<Estimate>,
    /// The classes of hands, if the game is poker.
    pub poker: Option<Poker>,
}

/// A value, and its probability.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Likelihood {
    /// The value.
    pub value: u64,
    /// Its probability.
    pub probability: f64,
}

/// A probability by sampling.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The probability.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Games that were dealt.
    pub games: u64,
}

/// Classes of poker hands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Poker {
    /// The number of classes: hands of one class tie with each other.
    pub classes: usize,
    /// The number of hands.
    pub hands: u64,
    /// The median hand.
    pub median: String,
    /// The share of all hands that it beats.
    pub beaten_by_median: f64,
    /// The categories, the lowest first.
    pub categories: Vec<Category>,
}

/// A category of poker hands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Category {
    /// Its name.
    pub name: String,
    /// Hands in it.
    pub hands: u64,
    /// Classes in it.
    pub classes: usize,
    /// Its probability.
    pub probability: f64,
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

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &Game, _: &str, cards: usize) {
    if let Some(poker) = &found.poker {
        page.line(format!(
            "A deck of {cards} cards has {} hands of five, in {} classes that do not tie. The median hand is {}: it beats \
             {} of all.",
            grouped(poker.hands),
            grouped(poker.classes as u64),
            poker.median,
            figure(poker.beaten_by_median, 9)
        ));
        page.table(&poker.categories)
            .left("category", |category| category.name.as_str())
            .right("hands", |category| category.hands)
            .right("classes", |category| category.classes)
            .right("probability", |category| {
                significant(category.probability, 6)
            });
        return;
    }
    let subject = format!("The game `{}`, an ideal deck of {cards} cards", found.game);
    if let Some(none) = found.none {
        let fraction = found.none_exact.as_ref();
        let fraction = fraction.map_or_else(String::new, |text| format!(" ({text})"));
        let mean = found.mean.map_or_else(String::new, |mean| {
            format!("; {} {} in the mean", figure(mean, 6), found.counted)
        });
        page.line(format!(
            "{subject}: {} with probability {}{fraction}{mean}.",
            found.event,
            figure(none, 9),
        ));
        let shown = largest_in_order(&found.values, LAW_ROWS, |value| value.probability);
        if !found.values.is_empty() {
            page.table(shown)
                .right("value", |value| value.value)
                .right("probability", |value| significant(value.probability, 6));
        }
    }
    if let Some(estimate) = &found.estimate {
        page.line(format!(
            "{subject}, {}: {} with probability {} ± {}, from {} games that were dealt so (no law is built in).",
            found.counted,
            found.event,
            significant(estimate.mean, 4),
            significant(estimate.standard_error, 2),
            grouped(estimate.games)
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Found, build};
    use crate::routine::Letters;

    fn game(text: &str, cards: usize) -> Game {
        let letters = Letters::none();
        let question = build("game", text.parse().unwrap(), cards, &letters).unwrap();
        match question
            .answer(None, &letters, false, &crate::advise::Alone)
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
        let open = game("game = \"snap\"\nmatch = \"rank-or-suit\"\ngames = 500", 52);
        let estimate = open.estimate.unwrap();
        assert!(open.none.is_none() && estimate.games == 500);
        assert!(estimate.mean > 1.5e-8 && estimate.mean < 2.5e-8);
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
