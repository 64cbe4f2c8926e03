#![allow(clippy::cast_possible_wrap, reason = "the numbers are small")]
use dashu_int::IBig;

use super::effort::{coefficient, digits, effort};
use super::*;
use crate::puzzles::binomial;
use crate::testing::assert_close;

const fn dice(dice: usize, sides: usize, keep: usize) -> Dice {
    Dice { dice, sides, keep }
}

const SMALL: [Dice; 9] = [
    dice(5, 6, 3),
    dice(4, 6, 3),
    dice(3, 4, 3),
    dice(4, 3, 1),
    dice(2, 6, 2),
    dice(5, 4, 5),
    dice(1, 2, 1),
    dice(6, 2, 4),
    dice(2, 20, 1),
];

/// The ways of each score, from all rolls.
fn rolled(dice: &Dice) -> Vec<UBig> {
    let mut counts = vec![UBig::ZERO; dice.highest() - dice.lowest() + 1];
    for roll in 0..dice.sides.pow(dice.dice as u32) {
        let mut shown: Vec<usize> = (0..dice.dice as u32)
            .map(|at| roll / dice.sides.pow(at) % dice.sides + 1)
            .collect();
        shown.sort_unstable_by(|a, b| b.cmp(a));
        let score: usize = shown[..dice.keep].iter().sum();
        counts[score - dice.lowest()] += UBig::ONE;
    }
    counts
}

#[test]
fn all_rolls_of_few_dice_give_the_same() {
    for dice in SMALL {
        let rolled = rolled(&dice);
        assert_eq!(dice.ways_up_to(dice.highest()), rolled, "{dice:?}");
        let all = dice.rolls();
        for (score, ways) in (dice.lowest()..).zip(&rolled) {
            assert_eq!(&dice.ways(score), ways, "{dice:?} {score}");
        }
        for (ours, ways) in nearly(&dice).iter().zip(&rolled) {
            let exact = RBig::from_parts(ways.clone().into(), all.clone());
            assert_close(*ours, exact.to_f64().value(), 1e-14);
        }
    }
    let ways = dice(5, 6, 3).ways_up_to(18);
    let known = [
        1, 5, 15, 41, 90, 170, 296, 470, 665, 881, 1055, 1155, 1111, 935, 610, 276u32,
    ];
    assert_eq!(ways, known.map(UBig::from));
}

/// r(n, d, s) by the printed recursion, with its base cases as they are printed or as they should be.
fn all_kept(n: usize, d: usize, s: i64, as_printed: bool) -> IBig {
    let choose = |n: i64, k: i64| {
        if k < 0 || n < k {
            IBig::ZERO
        } else {
            IBig::from(binomial(n as usize, k as usize))
        }
    };
    match (n, d, s) {
        (0, 0, _) if as_printed => return IBig::ONE,
        (_, _, 0) if as_printed => return IBig::ZERO,
        (0, _, _) => {
            return if s == 0 && !as_printed {
                IBig::ONE
            } else {
                IBig::ZERO
            };
        }
        (_, 0, _) => return IBig::ZERO,
        _ => {}
    }
    if s < n as i64 {
        return IBig::ZERO;
    }
    let terms = (0..=(s - n as i64) / d as i64).map(|k| {
        let term = choose(n as i64, k) * choose(s - k * d as i64 - 1, n as i64 - 1);
        if k % 2 == 0 { term } else { -term }
    });
    terms.sum()
}

/// The article's nested sum.
fn nested(dice: &Dice, score: usize, as_printed: bool) -> IBig {
    let Dice {
        dice: n,
        sides: d,
        keep: m,
    } = *dice;
    let mut sum = IBig::ZERO;
    for a in 1..=d {
        for b in 0..m {
            for c in 0..=n - m {
                let multinomial = binomial(n, b) * binomial(n - b, c);
                let rest = all_kept(b, d - a, score as i64 - (a * m) as i64, as_printed);
                sum += IBig::from(multinomial * UBig::from(a - 1).pow(c)) * rest;
            }
        }
    }
    sum
}

#[test]
fn the_nested_sum_is_right_with_the_right_base_case_and_wrong_as_it_is_printed() {
    for dice in SMALL {
        let ways = rolled(&dice);
        let printed = printed::ways(&dice, &ways);
        for (at, score) in (dice.lowest()..=dice.highest()).enumerate() {
            assert_eq!(
                nested(&dice, score, false),
                IBig::from(ways[at].clone()),
                "{dice:?} {score}"
            );
            assert_eq!(nested(&dice, score, true), printed[at], "{dice:?} {score}");
        }
    }
    let five = dice(5, 6, 3);
    let printed = printed::ways(&five, &five.ways_up_to(18));
    assert_eq!(
        (&printed[0], &printed[15]),
        (&IBig::from(276), &IBig::from(276))
    );
    assert_eq!(printed[1], IBig::from(281));
}

#[test]
fn doubles_are_those_of_whole_numbers_far_into_the_tails() {
    for dice in [
        dice(60, 6, 20),
        dice(100, 20, 10),
        dice(40, 30, 40),
        dice(200, 2, 150),
        dice(150, 4, 1),
    ] {
        let ways = dice.ways_up_to(dice.highest());
        let rolls = dice.rolls();
        let sum: UBig = ways.iter().sum();
        assert_eq!(sum, rolls);
        for (ours, ways) in nearly(&dice).iter().zip(&ways) {
            let exact = RBig::from_parts(ways.clone().into(), rolls.clone());
            let exact = exact.to_f64().value();
            if exact > 1e-280 {
                assert_close(*ours, exact, 1e-11);
            }
        }
    }
}

#[test]
fn many_dice_have_the_mean_of_a_die_where_all_are_kept() {
    let law = nearly(&dice(1_000, 6, 1_000));
    let all: f64 = law.iter().sum();
    assert_close(all, 1.0, 1e-11);
    let mean: f64 = (1_000..)
        .zip(&law)
        .map(|(score, p)| f64::from(score) * p)
        .sum();
    assert_close(mean, 3_500.0, 1e-11);
    let (mean, variance) = dice(3, 6, 3).moments(&dice(3, 6, 3).ways_up_to(18));
    assert_eq!(
        (mean.to_string(), variance.to_string()),
        ("21/2".to_owned(), "35/4".to_owned())
    );
}

#[test]
fn steps_are_counted_and_both_ways_give_the_coefficient() {
    let found = effort(&dice(5, 6, 3), 10);
    assert_eq!(found.multinomials, 6 * 3 * 3);
    // 5!/(2! 2! 1!) = 30; of 10,000 dice 10000!/(3333! 3333! 3334!), where 6^10000 has 7,782 digits.
    assert_eq!(digits(&dice(5, 6, 3)), 2);
    assert_eq!(digits(&dice(10_000, 6, 5_000)), 4_768);
    // a = 1 leaves 7 for b = 0, 1, 2 dice of five sides: 2 + 2 + 2 calls; a = 2 leaves 4, a = 3 leaves 1.
    assert_eq!(found.binomial_calls, 6 + (2 + 1 + 1) + (1 + 1));
    for (n, k) in [(1, 1), (2, 1), (7, 3), (10, 0), (100, 50), (1_009, 400)] {
        let found = coefficient(n, k);
        assert!(found.equal, "{n} {k}");
    }
    assert_eq!(coefficient(10_000, 5_000).primes, 1_229);
}
