//! Parity of the cubies' arrangement: half of all arrangements are odd. A quarter turn is an
//! exchange of four cubies in a ring, which is odd, and a half turn is even: after so many quarter
//! turns all states are of one kind.

use super::SIZE;
use super::number::OfStates;
use crate::scalar::Number;
use crate::suite::Suite;
use crate::wager::Wager;
use crate::{Compares, Kind};
use deck::BLOCK;
use deck::batch::Batch;
use deck::subject::States;
use laws::cube::is_odd;
use laws::known::Known;
use shuffle::theory::scrambles::PARITY;

pub(crate) const KIND: Kind = Kind {
    name: PARITY,
    about: "are half of the states odd arrangements of the cubies? (exact law)",
    plain: "odd and even arrangements of the cubies",
    causes: "a fixed number of quarter turns: each changes the parity, so an even number of them leads only to even arrangements",
    example: "Of 1,000 random states 500 are odd arrangements, give or take 16. After twelve quarter turns none is, after eleven all are; half turns change nothing.",
    compares: &Compares::Number,
    source: "Cramer (1750); Singmaster (1981), Notes on Rubik's Magic Cube",
    parameters: &[],
    cards: SIZE,
    covers: &[crate::Feature::Pieces],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::STATE,
    lagged: false,
    build: |_, design| Ok(Box::new(OfStates::new(Box::new(Parity), design.size))),
};

#[derive(Debug)]
struct Parity;

impl Number<States> for Parity {
    fn label(&self) -> &'static str {
        KIND.name
    }

    fn title(&self) -> String {
        "odd arrangements".to_owned()
    }

    fn unit(&self) -> String {
        "odd arrangements".to_owned()
    }

    fn range(&self, _size: usize) -> (u64, u64) {
        (0, 1)
    }

    fn layout_read(&self) {}

    fn values(&self, states: &States, values: &mut [u32; BLOCK]) {
        for (numbered, value) in states.states().iter().take(states.len()).zip(values) {
            *value = u32::from(is_odd(numbered.state.at()));
        }
    }

    fn known_mean(&self, known: &Known) -> Option<f64> {
        known.mean(KIND.name)
    }

    /// The mean is the law where there are two values.
    fn has_law_test(&self) -> bool {
        false
    }

    fn own_law(&self) -> Option<Vec<f64>> {
        Some(vec![0.5, 0.5])
    }

    fn own_wager(&self, _law: &[f64], _size: usize, _width: usize) -> Option<Box<dyn Wager>> {
        None
    }

    fn words(&self, mean: f64, ideal: f64) -> String {
        format!(
            "{:.1}% of the states are odd arrangements of the cubies; {:.0}% of fair ones are",
            100.0 * mean,
            100.0 * ideal
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::cube::{State, Turn};

    #[test]
    fn each_quarter_turn_changes_the_parity_and_no_half_turn_does() {
        let mut state = State::SOLVED;
        assert!(!is_odd(state.at()));
        for turn in Turn::ALL.into_iter().cycle().take(90) {
            let before = is_odd(state.at());
            state = state.after(turn);
            assert_eq!(is_odd(state.at()), before ^ (turn.quarters() != 2));
        }
    }

    #[test]
    fn half_of_all_arrangements_are_odd() {
        let states = (0..deck::cube::STATES)
            .step_by(729)
            .filter_map(State::of_rank);
        let (odd, even): (Vec<State>, Vec<State>) = states.partition(|state| is_odd(state.at()));
        assert_eq!((odd.len(), even.len()), (2520, 2520));
    }
}
