//! The law in doubles, for many dice.

use super::Dice;
use crate::wide::Wide;

/// Probabilities below this are left out: those above 1e-280 do not feel it.
const TINY: f64 = 1e-300;

/// Sides up to which sums of neighbours are added one by one.
const FEW_SIDES: usize = 16;

/// The numbers that are added up, as far as that can be said beforehand.
pub fn cells(dice: &Dice) -> f64 {
    let keep = dice.keep as f64;
    // A sum of b dice of k sides is within 40 k √b of its mean but for TINY probabilities.
    let width = (keep / 2.0).min(40.0 * keep.sqrt());
    (1..dice.sides)
        .map(|k| keep * width * k as f64 * k.min(FEW_SIDES) as f64 / 4.0)
        .sum()
}

/// The probabilities of the scores from the lowest to the highest. Probabilities above 1e-280 are right to a relative 1e-10.
pub fn nearly(dice: &Dice) -> Vec<f64> {
    let mut law = vec![0.0; dice.highest() - dice.lowest() + 1];
    for smallest in 1..=dice.sides {
        let placed = placed(dice, smallest);
        let from = smallest * dice.keep - dice.lowest();
        let sums = sums(&placed, dice.sides - smallest);
        for (cell, more) in law[from..].iter_mut().zip(&sums.values) {
            *cell += more;
        }
    }
    law
}

/// The probabilities that the smallest kept value is `smallest` and that b dice are above it, for b from 0 to m − 1.
fn placed(dice: &Dice, smallest: usize) -> Vec<f64> {
    let Dice {
        dice: n,
        sides,
        keep,
    } = *dice;
    let left_out = n - keep;
    let (a, d) = (Wide::from(smallest), Wide::from(sides));
    // The value of a die that is not above is below with probability y.
    let y = Wide::from(smallest - 1) / a;
    let equal = Wide::ONE / a;
    // P(C = c) of n such dice for c up to n − m, and P(C ≤ n − m).
    let mut probability = power(equal, n);
    let mut at_most = probability;
    for c in 0..left_out {
        probability =
            probability * Wide::from(n - c) / Wide::from(c + 1) * Wide::from(smallest - 1);
        at_most = at_most + probability;
    }
    let mut above = power(a / d, n);
    let ratio = Wide::from(sides - smallest) / a;
    let mut weights = Vec::with_capacity(keep);
    for b in 0..keep {
        weights.push((above * at_most).value());
        above = above * Wide::from(n - b) / Wide::from(b + 1) * ratio;
        // For one die less, P(C ≤ c) for N − 1 is that for N and y P(C = c) for N − 1.
        let others = n - b;
        probability = probability * Wide::from(others - left_out) / Wide::from(others) * a;
        at_most = at_most + y * probability;
    }
    weights
}

fn power(base: Wide, exponent: usize) -> Wide {
    let (mut result, mut square, mut rest) = (Wide::ONE, base, exponent);
    while rest > 0 {
        if rest % 2 == 1 {
            result = result * square;
        }
        square = square * square;
        rest /= 2;
    }
    result
}

/// Probabilities by sum, some of them: those outside are 0.
struct Sums {
    values: Vec<f64>,
    low: usize,
    high: usize,
}

/// The laws of the sums of 0, 1, 2, … dice of `sides` sides, each with its weight, added up.
fn sums(weights: &[f64], sides: usize) -> Sums {
    let last = weights.iter().rposition(|weight| *weight > TINY);
    let Some(last) = last else {
        return Sums {
            values: Vec::new(),
            low: 0,
            high: 0,
        };
    };
    let mut sums = Sums {
        values: vec![0.0; sides * last + 1],
        low: 0,
        high: 0,
    };
    sums.values[0] = weights[last];
    if sides == 0 {
        sums.values[0] = weights[0];
        return sums;
    }
    let mut spread = vec![0.0; sides * last + 1];
    for weight in weights[..last].iter().rev() {
        sums.roll_one_more(&mut spread, sides);
        sums.values[0] += *weight;
        sums.low = if *weight > 0.0 { 0 } else { sums.low };
        sums.trim();
    }
    sums
}

impl Sums {
    /// The sums with one die more.
    fn roll_one_more(&mut self, spread: &mut Vec<f64>, sides: usize) {
        let (low, high) = (self.low, self.high);
        let chance = 1.0 / sides as f64;
        let new = &mut spread[..=high + sides];
        new[..=high + sides].fill(0.0);
        let old = &self.values[low..=high];
        if sides <= FEW_SIDES {
            for value in 1..=sides {
                for (cell, from) in new[low + value..].iter_mut().zip(old) {
                    *cell += from;
                }
            }
        } else {
            of_blocks(old, &mut new[low + 1..], sides);
        }
        for cell in &mut new[low..] {
            *cell *= chance;
        }
        std::mem::swap(&mut self.values, spread);
        (self.low, self.high) = (low + 1, high + sides);
    }

    /// Leaves out what is tiny at both ends.
    fn trim(&mut self) {
        while self.low < self.high && self.values[self.low] < TINY {
            self.values[self.low] = 0.0;
            self.low += 1;
        }
        while self.high > self.low && self.values[self.high] < TINY {
            self.values[self.high] = 0.0;
            self.high -= 1;
        }
    }
}

/// Sums of `sides` neighbours, by sums from the ends of blocks of so many: a window is the end of one block and the beginning
/// of the next, so that nothing is subtracted (van Herk, 1992, for maxima).
fn of_blocks(old: &[f64], new: &mut [f64], sides: usize) {
    // new[i] = old[i − sides + 1] + … + old[i].
    let cells = old.len() + sides - 1;
    // ends[j] has the last j numbers of the block before: none before the first.
    let mut ends = vec![0.0; sides + 1];
    for start in (0..cells).step_by(sides) {
        let block = old.get(start..).unwrap_or_default();
        let block = &block[..block.len().min(sides)];
        let mut beginning = 0.0;
        for j in 0..sides.min(cells - start) {
            beginning += block.get(j).copied().unwrap_or(0.0);
            new[start + j] = beginning + ends[sides - 1 - j];
        }
        for j in 0..sides {
            ends[j + 1] = ends[j] + block.get(sides - 1 - j).copied().unwrap_or(0.0);
        }
    }
}
