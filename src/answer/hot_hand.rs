//! `hot-hand`: what comes after a streak, among finitely many flips of a coin.

use serde::{Deserialize, Serialize};

use super::page::{Page, figure};
use super::question::{Kind, Topic, ask};
use super::{Parameter, Read};
use crate::exact::null::fraction;
use crate::exact::puzzles::hot_hand::{LONGEST_STREAK, MOST_EXACT, MOST_FLIPS, Wager, effort};
use crate::names::grouped;

pub(super) const QUESTION: Kind = Kind {
    name: "hot-hand",
    about: "Flips that are noted after a streak: how often more of them go on than end it, and their mean share",
    topic: Topic::Alone,
    parameters: &[
        Parameter::new(
            "flips",
            "N",
            Read::Whole(1..=MOST_FLIPS as u64),
            "Flips of the coin",
        )
        .required(),
        Parameter::new(
            "streak",
            "S",
            Read::Whole(1..=LONGEST_STREAK as u64),
            "A flip is noted if so many before it, or more, were heads",
        )
        .required(),
        Parameter::new(
            "p",
            "P",
            Read::Probability,
            "The probability of heads, as in 18/38",
        )
        .default("1/2"),
        Parameter::new(
            "either",
            "",
            Read::Flag,
            "Flips after so many tails are noted too",
        ),
    ],
    ask: |given| {
        let wager = Wager {
            flips: given.value("flips"),
            streak: given.value("streak"),
            heads: given.probability("p"),
            either: given.get("either").unwrap_or(false),
        };
        ask(move |_| Ok(HotHand::of(&wager)))
    },
};

/// Shares that differ by less may be equal.
const ROUNDING: f64 = 1e-9;

/// The flips that come after streaks. The noted flips go on with the streak, or end it; a wager is won if more of them
/// go on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HotHand {
    /// Flips in a sequence.
    pub flips: usize,
    /// Alike flips in a row from which on the next one is noted.
    pub streak: usize,
    /// The probability of heads, as a fraction.
    pub p: String,
    /// True if streaks of tails count too.
    pub either: bool,
    /// The expected return of a wager of 1: `win − lose`.
    pub expected_return: f64,
    /// The same as a fraction, where it is short.
    pub expected_return_exact: Option<String>,
    /// The probability that more noted flips go on than end a streak.
    pub win: f64,
    /// The probability that fewer do.
    pub lose: f64,
    /// The probability that as many do, none at all among them.
    pub push: f64,
    /// The probability that a flip is noted at all.
    pub any: f64,
    /// The mean share of noted flips that go on, among sequences with any.
    pub share: Option<f64>,
    /// The same as a fraction, where it is short.
    pub share_exact: Option<String>,
    /// The mean number of noted flips.
    pub noted: f64,
    /// The mean number of those that go on.
    pub going_on: f64,
    /// The share that goes on of all noted flips of many sequences together.
    pub share_of_all: Option<f64>,
    /// The steps of a recursion over the flips.
    pub effort: Efforts,
}

/// The states that recursions over the flips visit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Efforts {
    /// For the expected return: the tally is the flips that go on less those that end a streak.
    pub expected_return: Effort,
    /// For the mean share, with both counts as tallies.
    pub share_by_both: Effort,
    /// For the mean share, with the number of noted flips as the only tally, and two numbers in each state.
    pub share: Effort,
}

/// The effort of a recursion.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// States: flips done, run, tally.
    pub states: u64,
    /// Numbers in all of them.
    pub numbers: u64,
}

impl HotHand {
    fn of(wager: &Wager) -> Self {
        let found = wager.outcome();
        let exact = found.exact.as_ref();
        let steps = effort(wager);
        let effort = |states: u64, each: u64| Effort {
            states,
            numbers: each * states,
        };
        Self {
            flips: wager.flips,
            streak: wager.streak,
            p: wager.heads.to_string(),
            either: wager.either,
            expected_return: found.expected,
            expected_return_exact: exact.and_then(|exact| fraction(&exact.expected)),
            win: found.win,
            lose: found.lose,
            push: found.push,
            any: found.any,
            share: found.share,
            share_exact: (exact.and_then(|exact| exact.share.as_ref())).and_then(fraction),
            noted: found.noted,
            going_on: found.going_on,
            share_of_all: (found.noted > 0.0).then(|| found.going_on / found.noted),
            effort: Efforts {
                expected_return: effort(steps.difference, 1),
                share_by_both: effort(steps.both, 1),
                share: effort(steps.sum, 2),
            },
        }
    }
}

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &HotHand, _name: &str, _cards: usize) {
    let of = if found.either { "alike" } else { "heads" };
    let exact = |text: &Option<String>| match text {
        Some(text) if text.contains('/') => format!(" ({text})"),
        _ => String::new(),
    };
    page.line(format!(
        "A dollar that more flips go on with a streak than end it returns {}{} on average: it is won with probability {}, lost with \
         {} and given back with {}.",
        figure(found.expected_return, 7),
        exact(&found.expected_return_exact),
        figure(found.win, 6),
        figure(found.lose, 6),
        figure(found.push, 6),
    ));
    page.line(format!(
        "Of {} flips, with heads of probability {}, those count that come after {} {of} or more in a row.",
        grouped(found.flips as u64),
        found.p,
        found.streak,
    ));
    page.line(match (found.share, found.share_of_all) {
        (Some(share), Some(all)) => format!(
            "The share of them that go on is {}{} in the mean of sequences that have any (probability {}); of those of many \
             sequences together it is {}.",
            figure(share, 7),
            exact(&found.share_exact),
            figure(found.any, 6),
            figure(all, 7),
        ),
        _ => "No flip is ever noted.".to_owned(),
    });
    if found
        .share
        .zip(found.share_of_all)
        .is_some_and(|(share, all)| share < all - ROUNDING)
    {
        page.line(
            "No flip knows of the streak before it: flips that go on come many at a time in few sequences, those that end a streak \
             one by one in many.",
        );
    }
    let effort = &found.effort;
    page.table([
        (
            "return: those that go on less those that end",
            effort.expected_return,
        ),
        ("share: both counts", effort.share_by_both),
        ("share: their sum, with two numbers", effort.share),
    ])
    .left("recursion over the flips, and its tally", |(name, _)| *name)
    .right("states", |(_, effort)| grouped(effort.states))
    .right("numbers", |(_, effort)| grouped(effort.numbers));
    if found.flips > MOST_EXACT {
        page.note(format!(
            "in doubles, right to about 1e-12; up to {MOST_EXACT} flips all sequences are counted in whole numbers"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Found, build};
    use crate::routine::Letters;

    fn hot_hand(text: &str) -> Result<HotHand, String> {
        let letters = Letters::none();
        let question = build("hot-hand", text.parse().unwrap(), 2, &letters);
        let question = question.map_err(|problem| problem.to_string())?;
        match question
            .answer(None, &letters, false, &crate::advise::Alone)
            .unwrap()
            .found
        {
            Found::HotHand(found) => Ok(found),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_hundred_fair_flips_return_what_is_known() {
        let found = hot_hand("flips = 100\nstreak = 4").unwrap();
        assert!((found.expected_return + 0.150_824_622_2).abs() < 1e-10);
        assert!((found.share.unwrap() - 0.412_527_732).abs() < 1e-9);
        assert!((found.share_of_all.unwrap() - 0.5).abs() < 1e-15);
        let effort = found.effort;
        assert!(effort.expected_return.numbers < effort.share.numbers);
        assert!(effort.share.numbers < effort.share_by_both.numbers);
        let one = hot_hand("flips = 5\nstreak = 4").unwrap();
        assert_eq!((one.win, one.lose, one.push), (0.031_25, 0.031_25, 0.9375));
        assert_eq!(one.expected_return_exact.as_deref(), Some("0"));
    }

    #[test]
    fn few_flips_have_no_share_and_wrong_ones_are_refused() {
        let none = hot_hand("flips = 4\nstreak = 4\np = 0.3\neither = true").unwrap();
        assert_eq!((none.share, none.any, none.push), (None, 0.0, 1.0));
        for (text, part) in [
            ("flips = 0\nstreak = 4", "a whole number from 1 to 10000"),
            ("flips = 100\nstreak = 101", "from 1 to 100"),
            (
                "flips = 100\nstreak = 4\np = \"38/18\"",
                "a probability, as in 18/38",
            ),
            ("flips = 100", "key `streak` is missing"),
        ] {
            let error = hot_hand(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
