//! Rates at which the dice repeat themselves.

use std::collections::HashMap;

use super::AdaptiveDice;
use crate::sequences::{Refused, Sum};

/// States that [`AdaptiveDice::repeats`] follows in all: some seconds.
pub(crate) const MOST_STATES: usize = 2_000_000;

/// States less likely than this are left out: with [`MOST_STATES`] in all, 2e-14 at most.
const NEGLIGIBLE: f64 = 1e-20;

impl AdaptiveDice {
    /// The probability that a roll repeats the one before it: entry i for roll i + 2 from here on, over so many
    /// pairs of rolls. Exact to 1e-13, by following all states that the weights can be in, apart from which face
    /// is which.
    ///
    /// Refused where more than [`MOST_STATES`] states come up. 54 rolls of six faces take about two seconds.
    pub fn repeats(&self, pairs: usize) -> Result<Vec<f64>, Refused> {
        let mut states = Spread::default();
        states.add(self.sorted(None), 1.0);
        let mut list = Vec::new();
        let mut followed = 0;
        for _ in 0..pairs {
            states = states.after_a_roll(self.step);
            followed += states.states.len();
            let what = "the law of repeats of dice, by all their states,";
            Refused::beyond(what, followed as f64, MOST_STATES as f64)?;
            list.push(states.repeat());
        }
        Ok(list)
    }

    /// The weights as a state: that of the face rolled last first, the others sorted.
    fn sorted(&self, last: Option<usize>) -> Vec<u64> {
        let mut state = self.weights.clone();
        let from = last.map_or(0, |last| {
            state.swap(0, last);
            1
        });
        state[from..].sort_unstable();
        state
    }
}

/// States and their probabilities, in the order in which they came up: the same on every machine.
#[derive(Default)]
struct Spread {
    states: Vec<(Vec<u64>, f64)>,
    index: HashMap<Vec<u64>, usize>,
}

impl Spread {
    /// Adds to the probability of a state.
    fn add(&mut self, state: Vec<u64>, p: f64) {
        if let Some(&at) = self.index.get(&state) {
            self.states[at].1 += p;
        } else {
            self.index.insert(state.clone(), self.states.len());
            self.states.push((state, p));
        }
    }

    /// The states one roll later.
    fn after_a_roll(self, step: u64) -> Self {
        let mut after = Self::default();
        for (state, p) in self.states {
            if p < NEGLIGIBLE {
                continue;
            }
            let all = state.iter().sum::<u64>() as f64;
            let mut face = 0;
            while face < state.len() {
                let weight = state[face];
                // Faces of one weight lead to one state; the first stands apart.
                let alike = match face {
                    0 => 1,
                    _ => state[face..].iter().take_while(|&&w| w == weight).count(),
                };
                if weight > 0 {
                    let mut dice = AdaptiveDice {
                        weights: state.clone(),
                        step,
                    };
                    dice.see(face);
                    let p = p * alike as f64 * weight as f64 / all;
                    after.add(dice.sorted(Some(face)), p);
                }
                face += alike;
            }
        }
        after
    }

    /// The probability that the next roll is the last one again.
    fn repeat(&self) -> f64 {
        let mut sum = Sum::default();
        for (state, p) in &self.states {
            sum.add(p * state[0] as f64 / state.iter().sum::<u64>() as f64);
        }
        sum.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(u: f64) -> AdaptiveDice {
        AdaptiveDice::new(6, u).unwrap()
    }

    /// P(roll t + 2 repeats the one before) by all sequences of rolls.
    fn enumerated(dice: &AdaptiveDice, last: Option<usize>, p: f64, list: &mut [f64]) {
        let law = dice.law();
        let (here, rest) = match last {
            None => (None, list),
            Some(_) => match list.split_first_mut() {
                None => return,
                Some((here, rest)) => (Some(here), rest),
            },
        };
        if let (Some(here), Some(last)) = (here, last) {
            *here += p * law[last];
        }
        for (face, share) in law.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let mut next = dice.clone();
            next.see(face);
            enumerated(&next, Some(face), p * share, rest);
        }
    }

    #[test]
    fn repeats_agree_with_all_sequences() {
        for (faces, u, pairs) in [
            (6, 1.0, 5),
            (6, 0.1, 5),
            (3, 0.25, 8),
            (2, 1.0, 10),
            (4, 0.0, 6),
        ] {
            let mut start = AdaptiveDice::new(faces, u).unwrap();
            for seen in 0..3 {
                let mut reference = vec![0.0; pairs];
                enumerated(&start, None, 1.0, &mut reference);
                let ours = start.repeats(pairs).unwrap();
                for (ours, reference) in ours.iter().zip(reference) {
                    assert!((ours - reference).abs() < 1e-13, "{faces} {u} {seen}");
                }
                start.see(seen % 2);
            }
        }
    }

    #[test]
    fn repeats_are_rare_at_first() {
        // By 40,000 simulated games of 54 rolls: 0, .0333, .0624 …, about .129 at the end, .1115 in the mean.
        let list = dice(1.0).repeats(53).unwrap();
        let mean = list.iter().sum::<f64>() / 53.0;
        assert!((mean - 0.111_738).abs() < 1e-6, "{mean}");
        assert!(list[0].abs() < 1e-300);
        assert!((list[1] - 1.0 / 30.0).abs() < 1e-14, "{}", list[1]);
        assert!((list[52] - 0.128).abs() < 0.0005, "{}", list[52]);
        let same = dice(0.2).repeats(20).unwrap();
        for (a, b) in same.iter().zip(&list) {
            assert!((a - b).abs() < 1e-14);
        }
        let fair = dice(0.0).repeats(100).unwrap();
        assert!(fair.iter().all(|p| (p - 1.0 / 6.0).abs() < 1e-14));
    }
}
