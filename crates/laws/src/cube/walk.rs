//! Random moves of the pocket cube, exactly: how likely each state is after so many, and how far that is from all states
//! alike.
//!
//! All numbers are sums of doubles in a fixed order by one thread, so they are the same on each machine.

use super::Tables;
use super::distance::Distances;
use deck::cube::rank::{ARRANGEMENTS, ORIENTATIONS};
use deck::cube::{Axis, Metric, STATES, State, Turn};

/// Orientations of one arrangement: they lie side by side.
const BLOCK: usize = ORIENTATIONS as usize;

/// Ways to draw each random move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draw {
    /// All moves alike, whatever came before.
    Any,
    /// As people who scramble do: never the face that was turned just before. First the face, each of the others alike,
    /// then the move of this face.
    OtherFace,
}

/// The law of the state after some random moves.
///
/// The next move needs the law alone, or where it must not turn the same face again one for each face: the probability of
/// each state times that of turning this face next.
#[derive(Debug)]
pub struct Walk {
    metric: Metric,
    draw: Draw,
    moves: u32,
    /// By the face that turns next (one law if it can be any): by state.
    next: Vec<Vec<f64>>,
}

impl Walk {
    /// Starts at the solved cube, with no move yet.
    pub fn new(metric: Metric, draw: Draw) -> Self {
        let (laws, at_solved) = match draw {
            Draw::Any => (1, 1.0),
            Draw::OtherFace => (3, 1.0 / 3.0),
        };
        let mut law = vec![0.0; STATES as usize];
        law[State::SOLVED.rank() as usize] = at_solved;
        Self {
            metric,
            draw,
            moves: 0,
            next: vec![law; laws],
        }
    }

    /// Bytes that a walk takes, with those of a step.
    pub const fn bytes(draw: Draw) -> u64 {
        let laws = match draw {
            Draw::Any => 2,
            Draw::OtherFace => 6,
        };
        laws * 8 * STATES as u64
    }

    /// Moves so far.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// One more random move.
    pub fn step(&mut self) {
        self.moves += 1;
        let mut after = vec![vec![0.0; STATES as usize]; self.next.len()];
        for arrangement in 0..ARRANGEMENTS as usize {
            // With quarter turns only every second arrangement has a chance.
            if !self.can_be(arrangement) {
                continue;
            }
            let place = arrangement * BLOCK..(arrangement + 1) * BLOCK;
            if self.draw == Draw::Any {
                let into = &mut after[0][place];
                for turn in self.metric.turns() {
                    self.gather(0, arrangement, *turn, into);
                }
                let share = 1.0 / self.metric.turns().len() as f64;
                for weight in into.iter_mut() {
                    *weight *= share;
                }
                continue;
            }
            let turned = Axis::ALL.map(|face| self.by_face(face, arrangement));
            for (face, law) in after.iter_mut().enumerate() {
                let (one, other) = (&turned[(face + 1) % 3], &turned[(face + 2) % 3]);
                let both = one.iter().zip(other);
                for (weight, (one, other)) in law[place.clone()].iter_mut().zip(both) {
                    *weight = 0.5 * (one + other);
                }
            }
        }
        self.next = after;
    }

    /// The law of one arrangement's states if this face was turned last.
    fn by_face(&self, face: Axis, arrangement: usize) -> [f64; BLOCK] {
        let mut into = [0.0; BLOCK];
        let turns = self
            .metric
            .turns()
            .iter()
            .filter(|turn| turn.axis() == face);
        for turn in turns.clone() {
            self.gather(face.index(), arrangement, *turn, &mut into);
        }
        let share = 1.0 / turns.count() as f64;
        into.map(|weight| weight * share)
    }

    /// Adds to each state of an arrangement the weight of the state from which a turn leads here. With each turn its
    /// opposite is a move too, so it does not matter which of the two is looked up.
    fn gather(&self, law: usize, arrangement: usize, turn: Turn, into: &mut [f64]) {
        let tables = Tables::get();
        let from = usize::from(tables.arrangements[turn.index()][arrangement]) * BLOCK;
        let from = &self.next[law][from..from + BLOCK];
        for (weight, &at) in into.iter_mut().zip(&tables.orientations[turn.index()]) {
            *weight += from[usize::from(at)];
        }
    }

    /// Returns true if an arrangement can be there after so many moves.
    fn can_be(&self, arrangement: usize) -> bool {
        let odd = self.moves % 2 == 1;
        self.metric == Metric::Half || Tables::get().odd[arrangement] == odd
    }

    /// The probability of a state.
    pub fn probability(&self, rank: u32) -> f64 {
        self.next.iter().map(|law| law[rank as usize]).sum()
    }

    /// The probabilities of the states of each arrangement in their order.
    fn blocks(&self) -> impl Iterator<Item = [f64; BLOCK]> {
        (0..ARRANGEMENTS as usize).map(|arrangement| {
            let mut sum = [0.0; BLOCK];
            for law in &self.next {
                let block = &law[arrangement * BLOCK..(arrangement + 1) * BLOCK];
                for (sum, weight) in sum.iter_mut().zip(block) {
                    *sum += weight;
                }
            }
            sum
        })
    }

    /// The total variation from all states alike: the most by which any event is likelier, or less likely, than of a
    /// fair cube.
    pub fn total_variation(&self) -> f64 {
        let even = 1.0 / f64::from(STATES);
        let block = |block: [f64; BLOCK]| block.iter().map(|p| (p - even).abs()).sum::<f64>();
        0.5 * self.blocks().map(block).sum::<f64>()
    }

    /// The same from that half of the states alone that so many quarter turns can reach; without a value where half
    /// turns are moves, which reach all of them.
    pub fn of_reached_half(&self) -> Option<f64> {
        let even = 2.0 / f64::from(STATES);
        let block = |(arrangement, block): (usize, [f64; BLOCK])| {
            if self.can_be(arrangement) {
                block.iter().map(|p| (p - even).abs()).sum::<f64>()
            } else {
                0.0
            }
        };
        let quarter = self.metric == Metric::Quarter;
        quarter.then(|| 0.5 * self.blocks().enumerate().map(block).sum::<f64>())
    }

    /// The probability of each distance from the solved cube, from 0.
    pub fn distances(&self, of: &Distances) -> Vec<f64> {
        let mut law = vec![0.0; of.counts().len()];
        for (block, distances) in self.blocks().zip(of.all().chunks_exact(BLOCK)) {
            // Sums of few first: the last bits of a long sum of small numbers would be lost.
            let mut part = vec![0.0; law.len()];
            for (weight, &distance) in block.iter().zip(distances) {
                part[usize::from(distance)] += weight;
            }
            law.iter_mut()
                .zip(part)
                .for_each(|(sum, part)| *sum += part);
        }
        law
    }
}

#[cfg(test)]
mod tests;
