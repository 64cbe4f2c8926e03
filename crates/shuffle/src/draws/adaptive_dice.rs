//! Adaptive dice: what has just come becomes rarer, by a weight for each side that every roll changes.
//!
//! All weights start at 1. After a roll each rises by u, the "unrandomness", and that of the side rolled falls
//! by s·u on s sides, so that their sum stays; if the smallest is then below 0, it is taken from all of them,
//! and becomes 0. So the sum only grows, and the same u weighs less and less. From u = 1/(s − 1) on the side just
//! rolled falls to 0 at once, all weights are multiples of u ever after, and the law is the same for every
//! such u: it cannot "be adjusted". A smaller u above 0 differs only until a weight first falls below 0. With u = 0
//! draws are independent.
//!
//! The reader's program in MATLAB: a roll is the first side whose weights up to its own, over the sum of all
//! of them, are at least a uniform number.

use serde::{Deserialize, Serialize};

use super::{Kind, Rule, open_double};
use deck::rng::Draws;
use laws::sequences::adaptive::AdaptiveDice;
use text::params::{Parameter, Params};

/// The unrandomness of the reader's program.
const DEFAULT: f64 = 1.0;

/// Beyond it the law is the same as at 1.
const MOST: f64 = 1e6;

const UNRANDOMNESS: &str = "unrandomness";

pub(super) const KIND: Kind = Kind {
    name: "adaptive-dice",
    about: "weights that rise with each roll and fall for the side rolled, whatever the stated weights",
    source: "Never-ending Shuffled Sequences: a reader's comment, changing the probabilities (MATLAB)",
    parameters: &[Parameter {
        name: UNRANDOMNESS,
        about: "what each weight gains with a roll, and the side rolled loses once for each side, from 0 to a million; \
            default 1",
    }],
    build: |params, fair| {
        let unrandomness = params.number(UNRANDOMNESS, 0.0..=MOST)?.unwrap_or(DEFAULT);
        let dice = AdaptiveDice::new(fair.get().len(), unrandomness);
        let dice = dice.map_err(|error| Params::refuse(UNRANDOMNESS, error.to_string()))?;
        Ok(Box::new(Rolled { dice }))
    },
};

/// The dice, one roll after the other.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Rolled {
    dice: AdaptiveDice,
}

impl Rule for Rolled {
    fn weights(&self, into: &mut Vec<f64>) {
        into.clear();
        into.extend(self.dice.weights().iter().map(|weight| *weight as f64));
    }

    fn draw(&mut self, draws: &mut dyn Draws) -> u16 {
        let number = open_double(draws);
        let weights = self.dice.weights();
        let sum = weights.iter().sum::<u64>() as f64;
        let mut up_to = 0;
        // The last sum over itself is 1 and above every number, so that a side is always found.
        let side = weights.iter().position(|weight| {
            up_to += weight;
            up_to as f64 / sum >= number
        });
        let side = side.unwrap_or(weights.len() - 1);
        self.dice.see(side);
        side as u16
    }

    fn see(&mut self, symbol: u16) -> bool {
        let side = usize::from(symbol);
        let possible = self
            .dice
            .weights()
            .get(side)
            .is_some_and(|&weight| weight > 0);
        if possible {
            self.dice.see(side);
        }
        possible
    }

    fn boxed(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }

    fn state(&self) -> Vec<u8> {
        super::state_of(self)
    }

    fn restore(&mut self, state: &[u8]) -> bool {
        super::restored(self, state)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, made, refusal};

    fn dice(sides: usize, unrandomness: &str) -> Box<dyn super::Rule> {
        made(
            "adaptive-dice",
            &format!("unrandomness = {unrandomness}"),
            &vec![1; sides],
        )
    }

    #[test]
    fn over_all_numbers_each_side_has_its_share() {
        for unrandomness in ["0", "0.05", "0.25", "1", "7"] {
            testing::numbers_follow_the_weights(&*dice(3, unrandomness), 5);
            testing::numbers_follow_the_weights(&*dice(6, unrandomness), 3);
        }
    }

    #[test]
    fn the_side_just_rolled_falls_to_nothing_and_comes_back() {
        let mut rule = made("adaptive-dice", "", &[1; 6]);
        assert!(rule.see(2));
        assert_eq!(testing::weights(&*rule), [6.0, 6.0, 0.0, 6.0, 6.0, 6.0]);
        assert!(!rule.see(2) && !rule.see(6));
        assert!(rule.see(0));
        // 7 − 6 = 1 for the first side, and the third is at 1 again.
        assert_eq!(testing::weights(&*rule), [1.0, 7.0, 1.0, 7.0, 7.0, 7.0]);
    }

    #[test]
    fn with_no_unrandomness_rolls_are_independent() {
        let mut rule = dice(6, "0");
        for side in [0, 0, 5, 0] {
            assert!(rule.see(side));
        }
        assert_eq!(testing::weights(&*rule), [1.0; 6]);
    }

    #[test]
    fn above_one_over_the_other_sides_the_law_is_the_same_for_every_unrandomness() {
        let laws = ["0.2", "0.25", "1", "64"].map(|u| testing::law_of_weights(&*dice(6, u), 5));
        for law in &laws[1..] {
            testing::same_law(&laws[0], law);
        }
        let small = testing::law_of_weights(&*dice(6, "0.125"), 5);
        let twice = |law: &testing::Law| law.get(&vec![0; 5]).is_some_and(|p| *p > 0.0);
        assert!(!twice(&laws[0]) && small != laws[0]);
        // Below 1/5 the side just rolled may come again.
        assert!(dice(6, "0.125").see(0));
        let mut rule = dice(6, "0.125");
        assert!(rule.see(0) && rule.see(0));
    }

    #[test]
    fn the_sum_of_the_weights_only_grows() {
        let mut rule = dice(6, "1");
        let mut before = 6.0;
        for roll in 0..1000_u16 {
            let mut sides = (0..6).map(|side| (roll * 7 + roll / 5 + side) % 6);
            assert!(sides.any(|side| rule.see(side)));
            let sum: f64 = testing::weights(&*rule).iter().sum();
            assert!(sum >= before, "{roll}: {sum} after {before}");
            before = sum;
        }
    }

    #[test]
    fn what_is_no_unrandomness_is_refused() {
        for wrong in ["-0.5", "nan", "inf", "1e7", "\"much\""] {
            let error = refusal("adaptive-dice", &format!("unrandomness = {wrong}"), &[1; 6]);
            assert!(error.starts_with("key `unrandomness`: found `"), "{error}");
            assert!(
                error.ends_with("accepted: a number from 0 to 1000000"),
                "{error}"
            );
        }
    }
}
