//! Distances of all states of the pocket cube from the solved one, in moves, found by going out
//! from it in all directions.

use std::sync::LazyLock;

use super::Tables;
use deck::cube::{Metric, STATES, State};

/// A distance that is not found yet.
const NOT_YET: u8 = u8::MAX;

/// The distances of all states, in one metric.
#[derive(Debug)]
pub struct Distances {
    /// The distance of each state, by its number.
    of: Vec<u8>,
    /// States at each distance, from 0.
    counts: Vec<u32>,
}

static QUARTER: LazyLock<Distances> = LazyLock::new(|| Distances::new(Metric::Quarter));
static HALF: LazyLock<Distances> = LazyLock::new(|| Distances::new(Metric::Half));

impl Distances {
    /// The distances, found once: 3.7 MB for each metric.
    pub fn get(metric: Metric) -> &'static Self {
        match metric {
            Metric::Quarter => &QUARTER,
            Metric::Half => &HALF,
        }
    }

    fn new(metric: Metric) -> Self {
        let tables = Tables::get();
        let solved = State::SOLVED.rank();
        let mut of = vec![NOT_YET; STATES as usize];
        of[solved as usize] = 0;
        let (mut counts, mut edge) = (Vec::new(), vec![solved]);
        while !edge.is_empty() {
            counts.push(edge.len() as u32);
            let distance = counts.len() as u8;
            let mut next = Vec::new();
            for &rank in &edge {
                for &turn in metric.turns() {
                    let there = tables.after(rank, turn);
                    if of[there as usize] == NOT_YET {
                        of[there as usize] = distance;
                        next.push(there);
                    }
                }
            }
            edge = next;
        }
        Self { of, counts }
    }

    /// The fewest moves that solve a state.
    pub fn of(&self, state: &State) -> u8 {
        self.of[state.rank() as usize]
    }

    /// The same for all states, by their numbers.
    pub fn all(&self) -> &[u8] {
        &self.of
    }

    /// The number of states at each distance, from 0.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// The distance of the farthest states: God's number.
    pub fn farthest(&self) -> usize {
        self.counts.len() - 1
    }

    /// The mean distance of all states.
    pub fn mean(&self) -> f64 {
        let moves = (0..)
            .zip(&self.counts)
            .map(|(distance, &count)| distance * u64::from(count));
        moves.sum::<u64>() as f64 / f64::from(STATES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::cube::Turn;

    /// Moves that solve a state, as few as can be: each leads one nearer.
    fn solution(distances: &Distances, state: &State, metric: Metric) -> Vec<Turn> {
        let (mut state, mut turns) = (*state, Vec::new());
        while distances.of(&state) > 0 {
            let nearer = |turn: &&Turn| distances.of(&state.after(**turn)) < distances.of(&state);
            let turn = *metric.turns().iter().find(nearer).expect("a way home");
            turns.push(turn);
            state = state.after(turn);
        }
        turns
    }

    #[test]
    fn all_states_are_found_and_the_last_ones_are_as_far_as_is_known() {
        let quarter = Distances::get(Metric::Quarter);
        assert_eq!(
            quarter.counts(),
            [
                1, 6, 27, 120, 534, 2256, 8969, 33058, 114_149, 360_508, 930_588, 1_350_852,
                782_536, 90_280, 276
            ]
        );
        let half = Distances::get(Metric::Half);
        assert_eq!(
            half.counts(),
            [
                1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644
            ]
        );
        for found in [quarter, half] {
            assert_eq!(found.counts().iter().sum::<u32>(), STATES);
            assert!(!found.all().contains(&NOT_YET));
        }
        assert_eq!((quarter.farthest(), half.farthest()), (14, 11));
    }

    /// One move changes the distance by one at the most, and some move of each state but the solved one leads nearer:
    /// together with 0 at the solved state that is what a distance is.
    #[test]
    fn neighbours_differ_by_one_at_most_and_one_is_nearer() {
        for metric in Metric::ALL {
            let found = Distances::get(metric);
            for rank in (0..STATES).step_by(5) {
                let state = State::of_rank(rank).unwrap();
                let near: Vec<u8> = (metric.turns().iter())
                    .map(|turn| found.of(&state.after(*turn)))
                    .collect();
                let here = found.of(&state);
                assert!(near.iter().all(|there| there.abs_diff(here) <= 1));
                assert_eq!(near.iter().any(|&there| there < here), here > 0);
            }
        }
    }

    #[test]
    fn a_half_turn_counts_once_or_twice_and_solutions_are_as_short_as_they_say() {
        let twice = State::SOLVED.after(Turn::parse("x2").unwrap());
        assert_eq!(Distances::get(Metric::Half).of(&twice), 1);
        assert_eq!(Distances::get(Metric::Quarter).of(&twice), 2);
        for metric in Metric::ALL {
            let found = Distances::get(metric);
            for rank in (0..STATES).step_by(9973) {
                let state = State::of_rank(rank).unwrap();
                let turns = solution(found, &state, metric);
                assert_eq!(turns.len(), usize::from(found.of(&state)));
                assert_eq!(state.after_all(&turns), State::SOLVED);
                // The way back is as long.
                assert_eq!(found.of(&state.inverse()), found.of(&state));
            }
        }
    }

    #[test]
    fn the_mean_is_that_of_the_counts() {
        let half = Distances::get(Metric::Half);
        let sum: u64 = half.all().iter().map(|&distance| u64::from(distance)).sum();
        assert!((half.mean() - sum as f64 / f64::from(STATES)).abs() < 1e-12);
    }
}
