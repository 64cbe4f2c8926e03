//! `adaptive-dice`: dice that make rare what has just come.

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::unanswered::Unanswered;
use laws::fit::binomial_tails;
use laws::multinomial::evenness;
use laws::sequences::Refused;
use laws::sequences::adaptive::AdaptiveDice as Dice;
use record::answers::adaptive_dice::{AdaptiveDice, Likeliest, NAME, Rolls};
use text::params::ParamError;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "Dice whose weights rise with each roll and fall for the side rolled: how often they repeat a roll, and whether \
        your rolls can be theirs",
    topic: Topic::Alone,
    parameters: &[
        Parameter::new(
            "unrandomness",
            "U",
            Read::Number(0.0..=1e6),
            "What each weight gains with a roll; the side rolled loses it once for each side; if absent, the likeliest for \
             the rolls, or 1 without rolls",
        )
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
            "Another unrandomness: do the first six rolls have the same law?",
        ),
    ],
    ask: |given| {
        let (u, sides) = (given.get::<f64>("unrandomness"), given.value("sides"));
        let wrong = |key: &str, problem: String| ParamError::Within {
            key: key.to_owned(),
            problem,
        };
        Dice::new(sides, u.unwrap_or(USUAL)).map_err(|error| wrong("unrandomness", error.to_string()))?;
        let other = given.get::<f64>("same-as").map(|u| Dice::new(sides, u));
        let other = other
            .transpose()
            .map_err(|error| wrong("same-as", error.to_string()))?;
        let rolls = given.get::<Vec<usize>>("rolls");
        if let Some(roll) = rolls.iter().flatten().find(|roll| **roll > sides) {
            let problem = format!("found {roll}; accepted: sides from 1 to {sides}");
            return Err(wrong("rolls", problem).into());
        }
        let rolls: Option<Vec<usize>> =
            rolls.map(|rolls| rolls.iter().map(|roll| roll - 1).collect());
        let pairs: usize = given.value("pairs");
        ask(move |_| {
            let unknown = |error: Refused| Unanswered::Unknown(error.to_string());
            let unguided = rolls.as_ref().filter(|_| u.is_none());
            let likeliest = unguided.map(|rolls| Dice::likeliest(sides, rolls));
            let likeliest = likeliest.transpose().map_err(unknown)?;
            let u = likeliest.map_or(u.unwrap_or(USUAL), |found| found.unrandomness);
            let dice = Dice::new(sides, u).map_err(unknown)?;
            let repeats = dice.repeats(pairs).map_err(unknown)?;
            Ok(AdaptiveDice {
                unrandomness: u,
                sides,
                mean_repeats: (pairs > 0).then(|| repeats.iter().sum::<f64>() / pairs as f64),
                repeats,
                repeats_independent: 1.0 / sides as f64,
                same_law: other.as_ref().map(|other| u8::from(same(&dice, other, ROLLS))),
                rolls: rolls.as_ref().map(|rolls| count_rolls(&dice, sides, rolls)),
                likeliest: likeliest.map(|found| Likeliest {
                    unrandomness: found.unrandomness,
                    bits: found.ln_ratio / std::f64::consts::LN_2,
                    least: found.least,
                    most: found.most,
                }),
            })
        })
    },
};

/// The unrandomness where neither one nor rolls are given: it stands in the reader's program.
const USUAL: f64 = 1.0;

/// Rolls over which two laws are compared, all sequences of them.
const ROLLS: u32 = 6;

/// Laws that differ by less are the same.
const SAME: f64 = 1e-12;

/// Counts rolls, sides from 0.
fn count_rolls(dice: &Dice, sides: usize, rolls: &[usize]) -> Rolls {
    let mut counts = vec![0_u64; sides];
    for roll in rolls {
        counts[*roll] += 1;
    }
    let even = evenness(&counts);
    let pairs = rolls.windows(2);
    let repeats = pairs.filter(|pair| pair[0] == pair[1]).count() as u64;
    let others = (rolls.len() as u64).saturating_sub(1) - repeats;
    let fair = -(rolls.len() as f64) * libm::log(sides as f64);
    Rolls {
        rolls: rolls.len(),
        counts,
        chi_squared: even.value,
        p: even.tails.upper,
        as_even: even.exact.then_some(even.tails.lower),
        repeats,
        repeats_at_most: binomial_tails(repeats, others, 1.0 / sides as f64).lower,
        impossible: dice.first_impossible(rolls).map(|at| at + 1),
        bits: dice
            .log_likelihood(rolls)
            .map(|log| (log - fair) / std::f64::consts::LN_2),
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

#[cfg(test)]
mod tests {
    use super::super::build;
    use super::*;
    use record::answers::Found;
    use search::advise::Alone;
    use shuffle::routine::Letters;

    #[test]
    fn from_a_fifth_on_all_unrandomness_is_one() {
        let dice = |u: f64| Dice::new(6, u).unwrap();
        assert!(same(&dice(0.2), &dice(1.0), 5) && same(&dice(1.0), &dice(7.0), 5));
        assert!(!same(&dice(0.1), &dice(1.0), 5) && !same(&dice(0.0), &dice(0.1), 3));
    }

    #[test]
    fn rolls_are_counted_and_compared() {
        let dice = Dice::new(6, 1.0).unwrap();
        let rolls = count_rolls(&dice, 6, &[0, 1, 2, 3, 4, 5]);
        assert_eq!((rolls.repeats, rolls.impossible), (0, None));
        assert!(rolls.chi_squared.abs() < 1e-12 && rolls.bits.unwrap() > 0.0);
        assert_eq!(count_rolls(&dice, 6, &[1, 1]).impossible, Some(2));
        // Each side once: 6!/6⁶, and nothing is more even.
        assert!((rolls.as_even.unwrap() - 720.0 / 46_656.0).abs() < 1e-12 && rolls.p > 0.999_999);
        assert_eq!(count_rolls(&dice, 6, &[1; 1_000]).as_even, None);
    }

    /// A value that is given is kept; without one the rolls say which is likeliest, and without rolls it is 1.
    #[test]
    fn rolls_without_an_unrandomness_are_given_their_likeliest() {
        let letters = Letters::none();
        let found = |text: &str| {
            let question = build(NAME, text.parse().unwrap(), 0, &letters).unwrap();
            match question
                .answer(None, &letters, false, &Alone)
                .unwrap()
                .found
            {
                Found::AdaptiveDice(found) => found,
                other => panic!("{other:?}"),
            }
        };
        let each_side_once = found("rolls = [1, 2, 3, 4, 5, 6]");
        let likeliest = each_side_once.likeliest.unwrap();
        assert_eq!((likeliest.unrandomness, likeliest.most), (0.2, None));
        let bits = each_side_once.rolls.unwrap().bits.unwrap();
        assert!((bits - likeliest.bits).abs() < 1e-9);
        let given = found("unrandomness = 0.1\nrolls = [1, 2, 3, 4, 5, 6]");
        assert_eq!(given.likeliest, None);
        assert!((given.unrandomness - 0.1).abs() < 1e-15);
        let neither = found("");
        assert!((neither.unrandomness - 1.0).abs() < 1e-15 && neither.likeliest.is_none());
    }
}
