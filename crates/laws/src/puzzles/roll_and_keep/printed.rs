//! The recursion as it is printed, in "The distribution of 'roll and keep' dice".
//!
//! Its base cases are r(0 dice, 0 sides, score s) = 1 for every s, and r(n dice, d sides, score 0) = 0 for every n. Read so,
//! no die above the smallest kept value a counts as no way where a is below d, and as one way for every score where a is d.
//! It should be one way for no dice with score 0, whatever their sides, and none otherwise; the article's program has it so.

use dashu_int::{IBig, UBig};

use super::Dice;
use super::above::all_equal;

/// The ways of each score by the printed recursion, from the true ones.
pub fn ways(dice: &Dice, ways: &[UBig]) -> Vec<IBig> {
    let alone: Vec<UBig> = (1..=dice.sides)
        .map(|value| all_equal(dice, value))
        .collect();
    let (highest, others) = alone
        .split_last()
        .map_or((UBig::ZERO, &alone[..]), |(last, rest)| {
            (last.clone(), rest)
        });
    let printed = (dice.lowest()..).zip(ways).map(|(score, ways)| {
        let mut printed = IBig::from(ways.clone());
        let equal = score / dice.keep;
        if score % dice.keep == 0 && (1..dice.sides).contains(&equal) {
            printed -= IBig::from(others[equal - 1].clone());
        }
        if score != dice.highest() {
            printed += IBig::from(highest.clone());
        }
        printed
    });
    printed.collect()
}
