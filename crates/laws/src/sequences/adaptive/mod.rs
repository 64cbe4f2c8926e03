//! Dice that make rare what has just come.
//!
//! A reader of the shuffle bag proposed (as a program for MATLAB): each of 6 faces starts with weight 1, and
//! has the probability (its weight) / (all weights). After each roll every weight grows by u, that of the face
//! rolled falls by 6u (so by 5u in all), and if one is then below 0, the least is subtracted from all. u, the
//! "unrandomness", "can be adjusted as desired". Here for any number f of faces in place of 6.
//!
//! # What u does
//!
//! The rule is homogeneous: weights and u times a constant give the same dice. After the first roll the face
//! rolled has 1 − (f − 1) u, the others 1 + u. For u ≥ 1/(f − 1) the least is subtracted (or is 0 already), and
//! leaves 0 for the face rolled and f u for each other. These weights are u times (0; f, …, f), and from then on
//! all weights are u times those of u = 1. The first roll is fair for every u. So **for all u ≥ 1/(f − 1) the dice
//! are the same**, as one sequence of rolls after the other: u adjusts nothing.
//!
//! For smaller u > 0 the weights, once the least was subtracted for the first time, are u times whole numbers
//! as well (0 for the face that was least, and all differ by multiples of f u), so u matters in a transient only.
//!
//! Subtracting a negative number adds: the sum of the weights never falls, and grows by f times what is
//! subtracted. The steps stay what they were, so the dice forget to be balanced: repeats become ever less rare.
//!
//! # Exactly
//!
//! A face *can* come only if its weight is not exactly 0, which rounding would blur. Weights are
//! whole numbers here, in units of 1/d where u = a/d is read as the decimal that it is written as.

mod likeliest;
mod repeats;

use serde::{Deserialize, Serialize};

use super::{Refused, Sum};

/// Decimals of u that are read.
const MOST_DECIMALS: u32 = 9;

/// The largest u: beyond it the dice are the same anyhow.
const LARGEST: f64 = 1e6;

/// Faces that a die may have.
const MOST_FACES: usize = 1000;

/// The dice, with the weights that they have now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdaptiveDice {
    /// The weights, in units of 1/d.
    weights: Vec<u64>,
    /// u in those units.
    step: u64,
}

impl AdaptiveDice {
    /// New dice with so many faces (2 to 1,000), each of weight 1, and the unrandomness `u`: 0 (fair dice) to a
    /// million, with at most nine decimals.
    ///
    /// ```
    /// use colddeck_laws::sequences::adaptive::AdaptiveDice;
    ///
    /// let mut dice = AdaptiveDice::new(6, 1.0).unwrap();
    /// dice.see(2);
    /// assert_eq!(dice.weights(), [6, 6, 0, 6, 6, 6]);
    /// // The first roll cannot come twice, whatever u from 1/5 on.
    /// assert_eq!(dice.first_impossible(&[2]), Some(0));
    /// ```
    pub fn new(faces: usize, u: f64) -> Result<Self, Refused> {
        if !(2..=MOST_FACES).contains(&faces) {
            let accepted = format!("2 to {MOST_FACES}");
            return Err(Refused::domain("a number of faces", faces, accepted));
        }
        let accepted = "0 to 1000000 with at most 9 decimals";
        let refused = || Refused::domain("an unrandomness of", u, accepted);
        if !(0.0..=LARGEST).contains(&u) {
            return Err(refused());
        }
        // The shortest decimal that is this double is the one that was meant.
        let written = u.to_string();
        let (whole, decimals) = written.split_once('.').unwrap_or((&written, ""));
        if decimals.len() > MOST_DECIMALS as usize {
            return Err(refused());
        }
        let unit = 10_u64.pow(decimals.len() as u32);
        let step = format!("{whole}{decimals}")
            .parse()
            .map_err(|_| refused())?;
        Ok(Self {
            weights: vec![unit; faces],
            step,
        })
    }

    /// The weights, up to a common factor.
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// The law of the next roll.
    pub fn law(&self) -> Vec<f64> {
        let all = self.weights.iter().sum::<u64>() as f64;
        self.weights.iter().map(|&w| w as f64 / all).collect()
    }

    /// Takes a roll into account, possible or not; a face that the dice have not changes nothing.
    pub fn see(&mut self, face: usize) {
        let Some(&here) = self.weights.get(face) else {
            return;
        };
        let fall = self.step * (self.weights.len() as u64 - 1);
        // The face rolled alone can fall below 0; what it lacks is added to all.
        let lacks = fall.saturating_sub(here);
        for weight in &mut self.weights {
            *weight += self.step + lacks;
        }
        self.weights[face] = here + lacks - fall;
    }

    /// The index of the first roll of these that cannot come, from here on; `None` if all can. A face that the
    /// dice have not cannot come.
    pub fn first_impossible(&self, rolls: &[usize]) -> Option<usize> {
        let mut dice = self.clone();
        rolls.iter().position(|&face| {
            let possible = dice.weights.get(face).is_some_and(|&weight| weight > 0);
            dice.see(face);
            !possible
        })
    }

    /// The natural logarithm of the probability of these rolls, from here on; `None` if they cannot come.
    pub fn log_likelihood(&self, rolls: &[usize]) -> Option<f64> {
        let mut dice = self.clone();
        let mut log = Sum::default();
        for &face in rolls {
            let weight = dice.weights.get(face).copied().filter(|&w| w > 0)?;
            log.add(libm::log(weight as f64));
            log.add(-libm::log(dice.weights.iter().sum::<u64>() as f64));
            dice.see(face);
        }
        Some(log.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sequence printed as without unrandomness.
    pub(super) const FIRST: &str = "2 3 1 1 4 1 3 3 4 5 1 5 5 2 6 1 1 1 6 1 1 3 5 6 6 1 4 2 4 6 3 6 5 1 1 6 2 5 6 4 3 5 2 4 6 5 5 5 4 4 3 4 1 2";
    /// The sequence printed for u = 1.
    pub(super) const SECOND: &str = "3 2 4 5 6 2 6 2 4 1 5 5 1 6 4 3 1 4 2 1 3 2 6 5 3 6 5 3 1 4 1 6 5 3 4 2 1 6 5 4 1 4 3 1 6 6 5 4 3 1 5 2 3 2";

    pub(super) fn rolls(text: &str) -> Vec<usize> {
        text.split(' ')
            .map(|face| face.parse::<usize>().unwrap() - 1)
            .collect()
    }

    fn dice(u: f64) -> AdaptiveDice {
        AdaptiveDice::new(6, u).unwrap()
    }

    #[test]
    fn the_printed_sequences_are_what_they_say() {
        let (first, second) = (rolls(FIRST), rolls(SECOND));
        assert_eq!((first.len(), second.len()), (54, 54));
        for (u, at) in [
            (0.0, None),
            (0.03, None),
            (0.035, None),
            (0.036, Some(20)),
            (0.05, Some(20)),
            (0.055, Some(17)),
            (0.08, Some(16)),
            (0.2, Some(16)),
            (1.0, Some(16)),
        ] {
            assert_eq!(dice(u).first_impossible(&first), at, "{u}");
        }
        for u in [0.01, 0.1, 0.2, 0.5, 1.0, 7.0] {
            assert_eq!(dice(u).first_impossible(&second), None, "{u}");
        }
        // More likely than from fair dice.
        let fair = dice(0.0).log_likelihood(&second).unwrap();
        assert!((fair + 54.0 * libm::log(6.0)).abs() < 1e-12);
        assert!(dice(1.0).log_likelihood(&second).unwrap() > fair + 5.0);
        assert_eq!(dice(1.0).log_likelihood(&first), None);
        // Balanced beyond chance: chi-squared 0.22, 2 repeats.
        let counts = (0..6).map(|face| second.iter().filter(|&&roll| roll == face).count() as f64);
        let chi_squared: f64 = counts
            .map(|count| (count - 9.0) * (count - 9.0) / 9.0)
            .sum();
        assert!((chi_squared - 2.0 / 9.0).abs() < 1e-12);
        assert_eq!(
            second.windows(2).filter(|pair| pair[0] == pair[1]).count(),
            2
        );
    }

    /// The rule of the document in floats, as it stands there.
    fn documents(weights: &mut [f64], u: f64, face: usize) {
        for weight in weights.iter_mut() {
            *weight += u;
        }
        weights[face] -= 6.0 * u;
        let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
        if least < 0.0 {
            for weight in weights {
                *weight -= least;
            }
        }
    }

    #[test]
    fn weights_are_those_of_the_documents_program_and_u_from_a_fifth_on_changes_nothing() {
        let mut seed = 7_u64;
        for u in [0.0, 0.03, 0.125, 0.19, 0.2, 0.3, 1.0, 5.0] {
            let (mut ours, mut one, mut floats) = (dice(u), dice(1.0), vec![1.0; 6]);
            let mut sum = 0.0;
            for t in 0..2000 {
                let law = ours.law();
                let all: f64 = floats.iter().sum();
                for (face, p) in law.iter().enumerate() {
                    assert!((p - floats[face] / all).abs() < 1e-9, "{u} {t}");
                    if u >= 0.2 {
                        assert!((p - one.law()[face]).abs() < 1e-15, "{u} {t}");
                    }
                }
                assert!(all >= sum - 1e-9);
                sum = all;
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let face = (seed >> 33) as usize % 6;
                if law[face] > 0.0 {
                    ours.see(face);
                    one.see(face);
                    documents(&mut floats, u, face);
                }
            }
        }
        // Just below a fifth it is not the same.
        let (mut below, mut one) = (dice(0.19), dice(1.0));
        below.see(0);
        one.see(0);
        assert_eq!(below.first_impossible(&[0]), None);
        assert_eq!(one.first_impossible(&[0]), Some(0));
    }

    #[test]
    fn what_are_no_dice_is_refused() {
        for u in [-0.1, f64::NAN, f64::INFINITY, 2e6, 0.123_456_789_012] {
            assert!(AdaptiveDice::new(6, u).is_err(), "{u}");
        }
        assert!(AdaptiveDice::new(1, 1.0).is_err());
        assert!(AdaptiveDice::new(1001, 1.0).is_err());
        assert_eq!(dice(1.0).first_impossible(&[0, 6]), Some(1));
        assert_eq!(dice(1e-9).weights(), [1_000_000_000; 6]);
    }
}
