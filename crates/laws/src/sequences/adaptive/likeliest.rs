//! The unrandomness under which rolls are likeliest.
//!
//! A side that came c times in t rolls of f sides has the lead f c − t: how often it came beyond its share, in units of
//! 1/f of a roll. With each roll the weights rise by u, and that of the side rolled falls by f u: so they differ by −f u c,
//! and what is added against negative weights is the same for all. Let M be the largest lead of any side since the
//! first roll. Then the next roll is a side with the lead L with probability
//!
//! (1 − L min(u, 1/M)) / f.
//!
//! So the likelihood has a corner at each 1/M, and beyond the last, 1/(f − 1), it is the same for all u. Between two corners
//! its logarithm is a sum of logarithms of linear functions of u, and so concave: the slope finds the one maximum there.

use super::AdaptiveDice;
use crate::sequences::Refused;
use crate::tail::chi_squared_quantile_upper;

/// The interval misses the true value with this probability, by Wilks' approximation.
const MISSES: f64 = 0.05;

/// Halvings of a stretch, which is no longer than 1: more than a double has digits.
const HALVINGS: u32 = 70;

/// The unit of the last decimal of an unrandomness that dice are made of.
const UNIT: f64 = 1e9;

/// The unrandomness under which rolls are likeliest, and those that fit them about as well.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likeliest {
    /// The likeliest value, with nine decimals; the smallest where several are. From 1/(f − 1) on all are the same.
    pub unrandomness: f64,
    /// ln of the likelihood with that value over that with independent dice.
    pub ln_ratio: f64,
    /// The smallest value whose likelihood is within 1.92 units of ln of the largest.
    pub least: f64,
    /// The largest such value; `None` where there is no end.
    pub most: Option<f64>,
}

impl AdaptiveDice {
    /// The unrandomness of new dice with so many faces under which these rolls are likeliest, with an interval by likelihood:
    /// 95% if twice the logarithm of the ratio is chi-squared, which holds in the limit of many rolls (Wilks, 1938).
    ///
    /// ```
    /// use colddeck_laws::sequences::adaptive::AdaptiveDice;
    ///
    /// // Each side once: the more the dice remember, the likelier.
    /// let found = AdaptiveDice::likeliest(6, &[0, 1, 2, 3, 4, 5]).unwrap();
    /// assert_eq!((found.unrandomness, found.most), (0.2, None));
    /// ```
    pub fn likeliest(faces: usize, rolls: &[usize]) -> Result<Likeliest, Refused> {
        Self::new(faces, 0.0)?;
        if let Some(roll) = rolls.iter().find(|roll| **roll >= faces) {
            let accepted = format!("0 to {}", faces - 1);
            return Err(Refused::domain("a face", roll, accepted));
        }
        let likelihood = Likelihood::of(faces, rolls);
        let stretches = likelihood.stretches();
        let best = stretches.iter().copied().reduce(
            |best, next| {
                if next.ln > best.ln { next } else { best }
            },
        );
        // One roll has the same law whatever the dice are.
        let (Some(best), Some(last)) = (best, stretches.last()) else {
            return Ok(Likeliest {
                unrandomness: 0.0,
                ln_ratio: 0.0,
                least: 0.0,
                most: None,
            });
        };
        let goal = best.ln - 0.5 * chi_squared_quantile_upper(MISSES, 1.0);
        let fits = |stretch: &&Stretch| stretch.ln >= goal;
        let first = stretches.iter().find(fits).unwrap_or(last);
        let least = if likelihood.ln(first.from, first.lead) >= goal {
            first.from
        } else {
            likelihood.crossing(first, first.from, goal)
        };
        let for_ever = likelihood.ln(last.to, 0.0) >= goal;
        let end = stretches.iter().rev().find(fits).unwrap_or(last);
        let units = best.at * UNIT;
        // Not below the value from which on all are the same.
        let units = if best.at < last.to {
            units.round()
        } else {
            units.ceil()
        };
        Ok(Likeliest {
            unrandomness: units / UNIT,
            ln_ratio: best.ln,
            least,
            most: (!for_ever).then(|| likelihood.crossing(end, end.to, goal)),
        })
    }
}

/// A roll, from the second on.
#[derive(Debug)]
struct Roll {
    /// The lead of its side before it.
    lead: f64,
    /// The largest lead of any side so far.
    most: f64,
}

/// The likelihood of rolls as a function of the unrandomness.
#[derive(Debug)]
struct Likelihood(Vec<Roll>);

/// A stretch of it between two corners.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    from: f64,
    to: f64,
    /// Its end is 1 over this lead.
    lead: f64,
    /// The place of its maximum.
    at: f64,
    /// ln of the likelihood there, over that of independent dice.
    ln: f64,
}

impl Likelihood {
    fn of(faces: usize, rolls: &[usize]) -> Self {
        // Whole numbers, exact as doubles.
        let mut counts = vec![0.0; faces];
        let (faces, mut most) = (faces as f64, 0.0_f64);
        let rolls = rolls.iter().enumerate().map(|(t, &side)| {
            let t = t as f64;
            let lead = faces * counts[side] - t;
            let roll = Roll { lead, most };
            counts[side] += 1.0;
            most = most.max(lead + faces - 1.0);
            roll
        });
        // All first rolls are as likely.
        Self(rolls.skip(1).collect())
    }

    /// The stretches, from 0 on.
    fn stretches(&self) -> Vec<Stretch> {
        let mut from = 0.0;
        let leads = self.0.chunk_by(|a, b| a.most >= b.most).rev();
        let stretches = leads.map(|rolls| {
            let lead = rolls[0].most;
            let to = 1.0 / lead;
            let at = self.maximum(from, to, lead);
            let ln = self.ln(at, lead);
            let stretch = Stretch {
                from,
                to,
                lead,
                at,
                ln,
            };
            from = to;
            stretch
        });
        stretches.collect()
    }

    /// ln of the likelihood over that of independent dice, on the stretch that ends at 1 over `lead`; beyond all stretches
    /// where that is 0.
    fn ln(&self, u: f64, lead: f64) -> f64 {
        let rolls = self.0.iter().map(|roll| {
            libm::log1p(if roll.most <= lead {
                -roll.lead * u
            } else {
                -roll.lead / roll.most
            })
        });
        rolls.sum()
    }

    /// The place of the maximum on the stretch that ends at 1 over `lead`.
    fn maximum(&self, mut from: f64, mut to: f64, lead: f64) -> f64 {
        let rises = |u: f64| {
            let moving = self.0.iter().filter(|roll| roll.most <= lead);
            let slopes = moving.map(|roll| -roll.lead / (1.0 - roll.lead * u));
            slopes.sum::<f64>() > 0.0
        };
        if !rises(from) {
            return from;
        }
        if rises(to) {
            return to;
        }
        for _ in 0..HALVINGS {
            let middle = 0.5 * (from + to);
            if rises(middle) {
                from = middle;
            } else {
                to = middle;
            }
        }
        from
    }

    /// The last place from the maximum of a stretch to its `end` where ln of the likelihood is still at its `goal`.
    fn crossing(&self, stretch: &Stretch, end: f64, goal: f64) -> f64 {
        let (mut inside, mut outside) = (stretch.at, end);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (inside + outside);
            if self.ln(middle, stretch.lead) >= goal {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{FIRST, SECOND, rolls};
    use super::*;

    /// ln of the likelihood of dice by their program, over that of independent dice.
    fn by_the_program(faces: usize, u: f64, rolls: &[usize]) -> f64 {
        let dice = AdaptiveDice::new(faces, u).unwrap();
        let fair = rolls.len() as f64 * libm::log(faces as f64);
        dice.log_likelihood(rolls)
            .map_or(f64::NEG_INFINITY, |log| log + fair)
    }

    /// A corner: the largest lead is 10/6 after eight rolls. The exact ratios are those of the program in fractions.
    #[test]
    fn the_second_printed_sequence_is_likeliest_at_a_tenth() {
        let second = rolls(SECOND);
        let found = AdaptiveDice::likeliest(6, &second).unwrap();
        assert_eq!((found.unrandomness, found.most), (0.1, None));
        let largest = 10_200_589_612_930_377_330_718_737_683_617_623.0
            / 1_455_191_522_836_685_180_664_062_500_000.0;
        assert!((libm::exp(found.ln_ratio) / largest - 1.0).abs() < 1e-12);
        let from_a_fifth_on = by_the_program(6, 1.0, &second);
        assert!((found.ln_ratio - from_a_fifth_on - libm::log(429.0 / 256.0)).abs() < 1e-12);
        assert!((found.least - 0.0701).abs() < 5e-5, "{}", found.least);
    }

    #[test]
    fn the_first_printed_sequence_is_likeliest_near_nothing() {
        let found = AdaptiveDice::likeliest(6, &rolls(FIRST)).unwrap();
        assert!((found.unrandomness - 0.0049).abs() < 5e-5, "{found:?}");
        assert!((libm::exp(found.ln_ratio) - 1.119_07).abs() < 5e-6);
        assert!(found.least.abs() < 1e-15 && (found.most.unwrap() - 0.0218).abs() < 5e-5);
    }

    /// Against the program at each thousandth: nothing is likelier, and the interval holds what is likely enough.
    #[test]
    fn no_unrandomness_is_likelier_and_the_interval_holds_those_that_are_near() {
        let mut seed = 11_u64;
        let mut next = |below: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        for (faces, remember) in [(2, 0.3), (3, 0.0), (4, 0.1), (6, 0.02), (6, 0.2), (9, 0.05)] {
            for length in [0, 1, 2, 5, 20, 60] {
                let mut dice = AdaptiveDice::new(faces, remember).unwrap();
                let mut sequence = Vec::new();
                while sequence.len() < length {
                    let face = next(faces);
                    let largest = dice.weights().iter().max().copied().unwrap_or(1);
                    if (next(1 << 20) as u64) < dice.weights()[face] * (1 << 20) / largest {
                        dice.see(face);
                        sequence.push(face);
                    }
                }
                let found = AdaptiveDice::likeliest(faces, &sequence).unwrap();
                let at_best = by_the_program(faces, found.unrandomness, &sequence);
                assert!((at_best - found.ln_ratio).abs() < 1e-5, "{found:?}");
                let goal = found.ln_ratio - 1.920_729_410_347;
                for thousandths in 0..1_200 {
                    let u = f64::from(thousandths) / 1_000.0;
                    let here = by_the_program(faces, u, &sequence);
                    assert!(here <= found.ln_ratio + 1e-12, "{u} {found:?}");
                    let inside = u >= found.least && found.most.is_none_or(|most| u <= most);
                    assert!(inside || here < goal + 1e-9, "{u} {found:?}");
                }
                for end in [Some(found.least).filter(|least| *least > 0.0), found.most] {
                    let rounded = end.map(|end| (end * UNIT).round() / UNIT);
                    let here = rounded.map(|end| by_the_program(faces, end, &sequence));
                    assert!(
                        here.is_none_or(|here| (here - goal).abs() < 1e-4),
                        "{found:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn rolls_that_say_nothing_fit_all_and_faces_that_are_not_there_are_refused() {
        for rolls in [&[][..], &[3]] {
            let found = AdaptiveDice::likeliest(6, rolls).unwrap();
            assert_eq!(found.most, None);
            assert!(found.ln_ratio.abs() + found.least + found.unrandomness < 1e-15);
        }
        assert!(AdaptiveDice::likeliest(6, &[1, 6]).is_err());
        assert!(AdaptiveDice::likeliest(1, &[0]).is_err());
    }
}
