//! `adaptive-dice`: dice that make rare what has just come.

use serde::{Deserialize, Serialize};

use super::page::{Page, figure};
use super::question::{Kind, Topic, ask};
use super::{Parameter, Read, Unanswered};
use crate::exact::fit::binomial_tails;
use crate::exact::sequences::adaptive::AdaptiveDice as Dice;
use crate::exact::tail::chi_squared_upper;
use crate::names::{grouped, p_value};
use crate::params::ParamError;

pub(super) const QUESTION: Kind = Kind {
    name: "adaptive-dice",
    about: "Dice whose weights rise with each roll and fall for the side rolled: how often they repeat a roll, and whether rolls can be theirs",
    topic: Topic::Alone,
    parameters: &[
        Parameter::new(
            "unrandomness",
            "U",
            Read::Number(0.0..=1e6),
            "What each weight gains with a roll, and the side rolled loses as often as there are sides",
        )
        .default("1")
        .bare(),
        Parameter::new("sides", "N", Read::Whole(2..=1000), "Sides of a die").default("6"),
        Parameter::new(
            "rolls",
            "N,N,…",
            Read::Wholes(1..=1000),
            "Rolls to judge, as in 3,2,4,5,6,2",
        ),
        Parameter::new(
            "pairs",
            "N",
            Read::Whole(0..=1000),
            "Pairs of neighbouring rolls of which the repeats are followed exactly",
        )
        .default("0"),
        Parameter::new(
            "same-as",
            "U",
            Read::Number(0.0..=1e6),
            "Another unrandomness: have the first six rolls the same law?",
        ),
    ],
    ask: |given| {
        let (u, sides): (f64, usize) = (given.value("unrandomness"), given.value("sides"));
        let wrong = |key: &str, problem: String| ParamError::Within {
            key: key.to_owned(),
            problem,
        };
        let dice = Dice::new(sides, u).map_err(|error| wrong("unrandomness", error.to_string()))?;
        let other = given.get::<f64>("same-as").map(|u| Dice::new(sides, u));
        let other = other
            .transpose()
            .map_err(|error| wrong("same-as", error.to_string()))?;
        let rolls = given.get::<Vec<usize>>("rolls");
        if let Some(roll) = rolls.iter().flatten().find(|roll| **roll > sides) {
            let problem = format!("found {roll}; accepted: sides from 1 to {sides}");
            return Err(wrong("rolls", problem).into());
        }
        let pairs: usize = given.value("pairs");
        ask(move |_| {
            let repeats = dice
                .repeats(pairs)
                .map_err(|error| Unanswered::Unknown(error.to_string()))?;
            Ok(AdaptiveDice {
                unrandomness: u,
                sides,
                mean_repeats: (pairs > 0).then(|| repeats.iter().sum::<f64>() / pairs as f64),
                repeats,
                repeats_independent: 1.0 / sides as f64,
                same_law: other.as_ref().map(|other| u8::from(same(&dice, other, ROLLS))),
                rolls: rolls.as_ref().map(|rolls| Rolls::of(&dice, sides, rolls)),
            })
        })
    },
};

/// Rolls over which two laws are compared, all sequences of them.
const ROLLS: u32 = 6;

/// Laws that differ by less are the same.
const SAME: f64 = 1e-12;

/// Adaptive dice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AdaptiveDice {
    /// The amount that each weight gains with a roll.
    pub unrandomness: f64,
    /// Sides of a die.
    pub sides: usize,
    /// The probability that a roll repeats the one before it, from the second roll on.
    pub repeats: Vec<f64>,
    /// Their mean.
    pub mean_repeats: Option<f64>,
    /// The same of independent dice.
    pub repeats_independent: f64,
    /// 1 if the first six rolls have the same law as with the other unrandomness.
    pub same_law: Option<u8>,
    /// The rolls that are judged.
    pub rolls: Option<Rolls>,
}

/// Rolls beside those of adaptive and of independent dice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rolls {
    /// Their number.
    pub rolls: usize,
    /// The number of times that each side came.
    pub counts: Vec<u64>,
    /// Pearson's sum over the sides, against equal shares.
    pub chi_squared: f64,
    /// The probability of as much or more with independent dice.
    pub p: f64,
    /// Rolls that repeat the one before.
    pub repeats: u64,
    /// The probability of no more with independent dice.
    pub repeats_at_most: f64,
    /// The first roll, from 1, that dice with this unrandomness could not give; null if all are possible.
    pub impossible: Option<usize>,
    /// log₂ of their likelihood with this unrandomness over that with independent dice; null where they are impossible.
    pub bits: Option<f64>,
}

impl Rolls {
    fn of(dice: &Dice, sides: usize, rolls: &[usize]) -> Self {
        let rolls: Vec<usize> = rolls.iter().map(|roll| roll - 1).collect();
        let mut counts = vec![0_u64; sides];
        for roll in &rolls {
            counts[*roll] += 1;
        }
        let expected = rolls.len() as f64 / sides as f64;
        let terms = counts.iter().map(|count| {
            let off = *count as f64 - expected;
            off * off / expected
        });
        let chi_squared = terms.sum();
        let pairs = rolls.windows(2);
        let repeats = pairs.filter(|pair| pair[0] == pair[1]).count() as u64;
        let others = (rolls.len() as u64).saturating_sub(1) - repeats;
        let fair = -(rolls.len() as f64) * libm::log(sides as f64);
        Self {
            rolls: rolls.len(),
            counts,
            chi_squared,
            p: chi_squared_upper(chi_squared, sides as f64 - 1.0),
            repeats,
            repeats_at_most: binomial_tails(repeats, others, 1.0 / sides as f64).lower,
            impossible: dice.first_impossible(&rolls).map(|at| at + 1),
            bits: dice
                .log_likelihood(&rolls)
                .map(|log| (log - fair) / std::f64::consts::LN_2),
        }
    }
}

/// Returns true if two dice have the same law over so many rolls, whatever comes. All first rolls are alike.
fn same(one: &Dice, other: &Dice, rolls: u32) -> bool {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() < SAME;
    let laws = (one.law(), other.law());
    if !laws.0.iter().zip(&laws.1).all(near) {
        return false;
    }
    if rolls <= 1 {
        return true;
    }
    let possible = (0..laws.0.len()).filter(|side| laws.0[*side] > 0.0);
    let mut next = possible.map(|side| {
        let (mut one, mut other) = (one.clone(), other.clone());
        one.see(side);
        other.see(side);
        same(&one, &other, rolls - 1)
    });
    next.all(|same| same)
}

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &AdaptiveDice, _name: &str, _cards: usize) {
    page.line(format!(
        "Dice of {} sides with an unrandomness of {}: {}.",
        found.sides,
        found.unrandomness,
        if found.unrandomness > 0.0 {
            "each roll makes its side rarer and the others likelier"
        } else {
            "rolls are independent"
        }
    ));
    if let Some(mean) = found.mean_repeats {
        page.line(format!(
            "Over the first {} pairs of neighbours a roll repeats the one before it with probability {}; independent dice do so with {}.",
            found.repeats.len(),
            figure(mean, 4),
            figure(found.repeats_independent, 4)
        ));
    }
    match found.same_law {
        Some(1) => page.line("The first six rolls have the same law with the other unrandomness."),
        Some(_) => page.line("The first six rolls have another law with the other unrandomness."),
        None => {}
    }
    let Some(rolls) = &found.rolls else {
        return;
    };
    page.line(match (rolls.impossible, rolls.bits) {
        (Some(at), _) => format!("Roll {at} of these could not have come from such dice."),
        (None, Some(bits)) if bits >= 0.0 => format!(
            "These rolls can be theirs, and are 2^{} times as likely as from independent dice.",
            figure(bits, 3)
        ),
        (None, bits) => format!(
            "These rolls can be theirs, and are 2^{} times less likely than from independent dice.",
            figure(-bits.unwrap_or_default(), 3)
        ),
    });
    let counts: Vec<String> = rolls.counts.iter().map(|count| grouped(*count)).collect();
    page.line(format!(
        "Sides came {} times each: chi-squared {} ({}); {} of {} rolls repeat the one before (no more of independent dice with probability {}).",
        counts.join(", "),
        figure(rolls.chi_squared, 3),
        p_value(rolls.p),
        rolls.repeats,
        rolls.rolls.saturating_sub(1),
        p_value(rolls.repeats_at_most)
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_a_fifth_on_all_unrandomness_is_one() {
        let dice = |u: f64| Dice::new(6, u).unwrap();
        assert!(same(&dice(0.2), &dice(1.0), 5) && same(&dice(1.0), &dice(7.0), 5));
        assert!(!same(&dice(0.1), &dice(1.0), 5) && !same(&dice(0.0), &dice(0.1), 3));
    }

    #[test]
    fn rolls_are_counted_and_compared() {
        let dice = Dice::new(6, 1.0).unwrap();
        let rolls = Rolls::of(&dice, 6, &[1, 2, 3, 4, 5, 6]);
        assert_eq!((rolls.repeats, rolls.impossible), (0, None));
        assert!(rolls.chi_squared.abs() < 1e-12 && rolls.bits.unwrap() > 0.0);
        assert_eq!(Rolls::of(&dice, 6, &[2, 2]).impossible, Some(2));
    }
}
