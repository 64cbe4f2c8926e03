//! `roll-and-keep`: the sum of the highest dice of a roll.

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use dashu_ratio::RBig;
use serde_json::Value;

use super::parameter::{MOST, Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::unanswered::Unanswered;
use super::written::number;
use laws::null::{fraction, to_f64};
use laws::puzzles::roll_and_keep::{
    Dice, FEW_WORDS, MOST_DICE, MOST_SIDES, MOST_WORDS, cells, effort, nearly, printed,
};
use laws::wide::Wide;
use record::answers::roll_and_keep::{
    Coefficient, Modulo, NAME, OneScore, Printed, RollAndKeep, Score,
};
use text::params::ParamError;
use text::whole;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "The sum of the highest dice of a roll, such as 5d6k3: five dice of six sides, three kept",
    topic: Topic::Alone,
    parameters: &[
        Parameter::new(
            "roll",
            "ROLL",
            Read::Text,
            "The dice, as in 5d6k3: five of six sides, the three highest kept; 2d6 keeps all",
        )
        .required()
        .bare(),
        Parameter::new(
            "score",
            "S",
            Read::Whole(1..=(MOST_DICE * MOST_SIDES) as u64),
            "In how many rolls this is the sum, in full",
        ),
        Parameter::new(
            "modulo",
            "P",
            Read::Whole(2..=MOST),
            "The number of rolls with that score modulo this number, such as a prime",
        ),
    ],
    ask: |given| {
        let text: String = given.value("roll");
        let dice = read(&text).map_err(|problem| ParamError::Within {
            key: "roll".to_owned(),
            problem,
        })?;
        let score: Option<usize> = given.get("score");
        if let Some(score) = score.filter(|score| !(dice.lowest()..=dice.highest()).contains(score))
        {
            let problem = format!(
                "found {score}; accepted: a score of {text}, from {} to {}",
                dice.lowest(),
                dice.highest()
            );
            let key = "score".to_owned();
            return Err(ParamError::Within { key, problem }.into());
        }
        let modulus: Option<u64> = given.get("modulo");
        ask(move |_| find(&dice, score, modulus))
    },
};

/// Reads dice as players write them: `5d6k3`, `5d6`, `d6`.
fn read(text: &str) -> Result<Dice, String> {
    let accepted = || {
        format!(
            "found `{}`; accepted: dice as in 5d6k3: 1 to {MOST_DICE} dice, 2 to {MOST_SIDES} sides, and no more kept than rolled",
            text.escape_debug()
        )
    };
    let lower = text.trim().to_ascii_lowercase();
    let whole = |text: &str| whole::parse(text).and_then(|number| usize::try_from(number).ok());
    let parts = || {
        let (dice, rest) = lower.split_once('d')?;
        let dice = if dice.is_empty() { 1 } else { whole(dice)? };
        let (sides, keep) = match rest.split_once('k') {
            Some((sides, keep)) => (whole(sides)?, whole(keep)?),
            None => (whole(rest)?, dice),
        };
        Some(Dice { dice, sides, keep })
    };
    let fits = |dice: &Dice| {
        (1..=MOST_DICE).contains(&dice.dice)
            && (2..=MOST_SIDES).contains(&dice.sides)
            && (1..=dice.dice).contains(&dice.keep)
    };
    parts().filter(fits).ok_or_else(accepted)
}

/// Additions for which there is a law in doubles: some seconds.
const MOST_CELLS: f64 = 4e9;

/// Scores that are less likely than this are left out of a law in doubles.
const RARE: f64 = 1e-15;

/// Scores up to which the ways of the printed recursion are listed.
const LISTED: usize = 60;

fn find(
    dice: &Dice,
    score: Option<usize>,
    modulus: Option<u64>,
) -> Result<RollAndKeep, Unanswered> {
    let coefficient = effort::coefficient(dice.dice, dice.keep);
    let mut found = RollAndKeep {
        dice: dice.dice,
        sides: dice.sides,
        keep: dice.keep,
        lowest: dice.lowest(),
        highest: dice.highest(),
        rolls: long(&dice.rolls()),
        mean: None,
        mean_exact: None,
        standard_deviation: None,
        scores: Vec::new(),
        score: None,
        printed: None,
        coefficient: Coefficient {
            steps: coefficient.steps,
            primes: coefficient.primes,
            equal: coefficient.equal,
        },
    };
    let law = if dice.words(dice.highest()) <= FEW_WORDS {
        count(&mut found, dice)
    } else if cells(dice) <= MOST_CELLS {
        add_up(&mut found, dice)
    } else if score.is_some_and(|score| dice.words(score) <= MOST_WORDS) {
        Vec::new()
    } else {
        return Err(Unanswered::Unknown(too_long(dice)));
    };
    found.score = score.map(|score| find_one_score(dice, score, (&law, modulus)));
    Ok(found)
}

/// Fills in the law from the ways of all scores; the probabilities are returned.
fn count(found: &mut RollAndKeep, dice: &Dice) -> Vec<f64> {
    let (ways, rolls) = (dice.ways_up_to(dice.highest()), dice.rolls());
    let probability = |ways: &UBig| to_f64(&RBig::from_parts(ways.clone().into(), rolls.clone()));
    let law: Vec<f64> = ways.iter().map(probability).collect();
    let (mean, variance) = dice.moments(&ways);
    found.mean = Some(to_f64(&mean));
    found.mean_exact = fraction(&mean);
    found.standard_deviation = Some(to_f64(&variance).sqrt());
    let few = ways.len() <= LISTED;
    let scores = (dice.lowest()..).zip(ways.iter().zip(&law));
    let likely = scores.filter(|(_, (_, probability))| few || **probability > RARE);
    found.scores = likely
        .map(|(score, (ways, &probability))| Score {
            score,
            ways: few.then(|| ways.to_string()),
            probability,
        })
        .collect();
    let by_print = printed::ways(dice, &ways);
    let all: dashu_int::IBig = by_print.iter().sum();
    // Each score has one way too many at least, of all dice at their highest.
    let all = UBig::try_from(all).unwrap_or(UBig::ZERO);
    found.printed = Some(Printed {
        total: to_f64(&RBig::from_parts(all.clone().into(), rolls)),
        rolls: long(&all),
        ways: (by_print.iter().filter(|_| few))
            .map(ToString::to_string)
            .collect(),
    });
    law
}

/// Fills in the law in doubles; the probabilities are returned.
fn add_up(found: &mut RollAndKeep, dice: &Dice) -> Vec<f64> {
    let law = nearly(dice);
    let scores = || (dice.lowest()..).zip(&law);
    let mean: f64 = scores().map(|(score, p)| score as f64 * p).sum();
    let square = |(score, p): (usize, &f64)| (score as f64 - mean) * (score as f64 - mean) * p;
    found.mean = Some(mean);
    found.standard_deviation = Some(scores().map(square).sum::<f64>().sqrt());
    let likely = scores().filter(|(_, probability)| **probability > RARE);
    found.scores = likely
        .map(|(score, &probability)| Score {
            score,
            ways: None,
            probability,
        })
        .collect();
    law
}

/// The probabilities of all scores are in `law`, or nothing is.
fn find_one_score(dice: &Dice, score: usize, (law, modulus): (&[f64], Option<u64>)) -> OneScore {
    let ways = (dice.words(score) <= MOST_WORDS).then(|| dice.ways(score));
    let at = score - dice.lowest();
    let exactly = ways
        .as_ref()
        .map(|ways| number(wide(ways) / wide(&dice.rolls())));
    let sum = |part: Option<&[f64]>| {
        let part = part.filter(|_| !law.is_empty());
        part.map(|part| part.iter().sum::<f64>().min(1.0))
    };
    let effort = effort::effort(dice, score);
    let modulo = ways.as_ref().zip(modulus).and_then(|(ways, modulus)| {
        let rest = ways % UBig::from(modulus);
        Some(Modulo {
            modulus,
            ways: u64::try_from(&rest).ok()?,
            // The coefficients are of no more than all dice, or than the score.
            digits: (dice.dice.max(score) as u64).ilog(modulus) + 1,
        })
    });
    OneScore {
        modulo,
        score,
        ways: ways.map(|ways| ways.to_string()),
        probability: exactly.unwrap_or_else(|| law.get(at).copied().into()),
        at_most: sum(law.get(..=at)),
        at_least: sum(law.get(at..)),
        multinomials: effort.multinomials,
        multinomial_digits: effort::digits(dice),
        binomial_calls: effort.binomial_calls,
        steps: effort.steps,
    }
}

/// A whole number of any length: as it is where a double holds it, else with its first digits and an exponent.
fn long(value: &UBig) -> Value {
    u64::try_from(value)
        .ok()
        .filter(|number| *number < 1 << 53)
        .map_or_else(|| number(wide(value)), Value::from)
}

/// A whole number, to its first 31 digits.
fn wide(value: &UBig) -> Wide {
    let bits = value.bit_len();
    let shift = bits.saturating_sub(128);
    let top = value >> shift;
    let top = u128::try_from(&top).unwrap_or(0);
    let word = Wide::from(1u64 << 63) + Wide::from(1u64 << 63);
    let top = Wide::from((top >> 64) as u64) * word + Wide::from(top as u64);
    top * Wide::power_of_two(i64::try_from(shift).unwrap_or(i64::MAX))
}

fn too_long(dice: &Dice) -> String {
    format!(
        "the law of {}d{}k{} takes about {:.0e} additions; accepted: up to {MOST_CELLS:.0e} (fewer dice or sides), or one score \
         (`--score`) whose ways take up to {MOST_WORDS:.0e} steps: the lowest scores take the fewest",
        dice.dice,
        dice.sides,
        dice.keep,
        cells(dice)
    )
}

#[cfg(test)]
mod tests;
