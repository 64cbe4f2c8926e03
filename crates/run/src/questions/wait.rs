//! `wait`: how long a game lasts that one of two rolls ends, given which.

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use laws::null::{fraction, to_f64};
use laws::puzzles::waits;
use record::answers::wait::{NAME, Rolls, Wait};
use text::params::ParamError;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "A game that a winning or a losing roll ends: how long it lasts, given that it is won",
    topic: Topic::Alone,
    parameters: &[
        Parameter::new(
            "win",
            "P",
            Read::Probability,
            "The probability that a roll wins, as in 3/36",
        )
        .required(),
        Parameter::new(
            "lose",
            "P",
            Read::Probability,
            "The probability that a roll loses, as in 6/36",
        )
        .required(),
    ],
    ask: |given| {
        let (win, lose) = (given.probability("win"), given.probability("lose"));
        let problem = format!(
            "found {win} and {lose}; accepted: more than 0 to win, and no more than 1 for both together"
        );
        let game = waits::Wait::new(win, lose).ok_or_else(|| ParamError::Within {
            key: "win, lose".to_owned(),
            problem,
        })?;
        ask(move |_| Ok(find(&game)))
    },
};

/// Rolls that are listed at the most.
const MOST_ROLLS: usize = 60;

/// Lengths that are less likely than this end the list.
const RARE: f64 = 1e-6;

fn find(game: &waits::Wait) -> Wait {
    let (ends, won, mean) = (game.ends(), game.won(), game.mean());
    let without = game.mean_without_losing_rolls();
    let law = game.law().map(|probability| to_f64(&probability));
    let likely = law.take(MOST_ROLLS).take_while(|p| *p > RARE);
    Wait {
        ends: to_f64(&ends),
        ends_exact: fraction(&ends),
        goes_on: to_f64(&(dashu_ratio::RBig::ONE - &ends)),
        won: to_f64(&won),
        won_exact: fraction(&won),
        mean: to_f64(&mean),
        mean_exact: fraction(&mean),
        standard_deviation: to_f64(&game.variance()).sqrt(),
        mean_without_losing_rolls: to_f64(&without),
        mean_without_losing_rolls_exact: fraction(&without),
        rolls: (1..)
            .zip(likely)
            .map(|(rolls, probability)| Rolls { rolls, probability })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::build;
    use record::answers::Found;
    use shuffle::routine::Letters;

    fn wait(text: &str) -> Result<Wait, String> {
        let letters = Letters::none();
        let question = build("wait", text.parse().unwrap(), 2, &letters);
        let question = question.map_err(|problem| problem.to_string())?;
        match question
            .answer(None, &letters, false, &search::advise::Alone)
            .unwrap()
            .found
        {
            Found::Wait(wait) => Ok(wait),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_two_puzzles_have_their_answers_and_no_deck() {
        let craps = wait("win = \"3/36\"\nlose = \"6/36\"").unwrap();
        assert_eq!(
            (craps.mean_exact.as_deref(), craps.won_exact.as_deref()),
            (Some("4"), Some("1/3"))
        );
        assert!((craps.rolls[1].probability - 0.1875).abs() < 1e-15);
        let zero = wait("win = \"1/6\"\nlose = 0.5").unwrap();
        assert_eq!(zero.mean_exact.as_deref(), Some("3/2"));
        assert_eq!(zero.mean_without_losing_rolls_exact.as_deref(), Some("3"));
    }

    #[test]
    fn what_is_no_game_is_refused_with_what_is_accepted() {
        for (text, part) in [
            (
                "win = 0\nlose = \"1/2\"",
                "found 0 and 1/2; accepted: more than 0 to win",
            ),
            ("win = \"2/3\"\nlose = \"1/2\"", "no more than 1 for both"),
            ("win = \"3/2\"\nlose = 0", "a probability, as in 18/38"),
            ("win = 0.1", "key `lose` is missing"),
        ] {
            let error = wait(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
