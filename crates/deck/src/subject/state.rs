//! States of a puzzle: what a scramble leaves.

use std::any::Any;
use std::sync::Arc;

use super::{Kind, Subject};
use crate::batch::Batch;
use crate::cube::{STATES, State};
use crate::kernel::Isa;

/// A puzzle whose states can be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Puzzle {
    /// The cube of two by two by two corners.
    PocketCube,
}

impl Puzzle {
    /// All of them, by their names in specs, on the command line and in records.
    pub(crate) const NAMES: &[(&'static str, Self)] = &[("pocket-cube", Self::PocketCube)];

    /// The puzzle that is meant if nothing is said.
    pub const DEFAULT: Self = Self::PocketCube;

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::PocketCube => "pocket-cube",
        }
    }

    /// The puzzle of that name; the error says what is accepted.
    pub fn named(name: &str) -> Result<Self, String> {
        let mut all = Self::NAMES.iter();
        let found = all.find(|(known, _)| *known == name);
        found.map(|(_, puzzle)| *puzzle).ok_or_else(|| {
            let accepted = text::names::list(Self::NAMES.iter().map(|(known, _)| *known));
            format!("accepted: {accepted}")
        })
    }

    /// States that it can be in: the size that all batches of them have in common.
    pub fn states(self) -> usize {
        match self {
            Self::PocketCube => STATES as usize,
        }
    }
}

impl Kind {
    /// States of a puzzle.
    pub const STATE: Self = Self {
        name: "state",
        plural: "states of a puzzle",
    };
}

impl Subject for Puzzle {
    fn kind(&self) -> Kind {
        Kind::STATE
    }

    fn value(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::new(*self)
    }
}

/// A state, and its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbered {
    /// The state.
    pub state: State,
    /// Its number, below [`STATES`].
    pub rank: u32,
}

/// States of a pocket cube that are handed on together.
#[derive(Debug, Clone)]
pub struct States {
    size: usize,
    first: u64,
    states: Vec<Numbered>,
}

impl States {
    /// Adds a state.
    pub fn push(&mut self, state: State) {
        let rank = state.rank();
        self.states.push(Numbered { state, rank });
    }

    /// The states, in order.
    pub fn states(&self) -> &[Numbered] {
        &self.states
    }
}

impl Batch for States {
    type Layout = ();

    const MOST: usize = crate::kernel::DECKS;

    fn new(size: usize, _isa: Isa) -> Self {
        Self {
            size,
            first: 0,
            states: Vec::new(),
        }
    }

    fn size(&self) -> usize {
        self.size
    }

    fn len(&self) -> usize {
        self.states.len()
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn clear(&mut self, first: u64) {
        self.first = first;
        self.states.clear();
    }

    fn head(&self, len: usize) -> Self {
        Self {
            states: self.states[..len.min(self.len())].to_vec(),
            ..*self
        }
    }

    fn bytes(_size: usize) -> u128 {
        (Self::MOST * size_of::<Numbered>()) as u128
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Turn;

    #[test]
    fn puzzles_have_names() {
        for (name, puzzle) in Puzzle::NAMES {
            assert_eq!((puzzle.name(), Puzzle::named(name)), (*name, Ok(*puzzle)));
        }
        assert_eq!(
            Puzzle::named("megaminx"),
            Err("accepted: `pocket-cube`".to_owned())
        );
        assert_eq!(Puzzle::DEFAULT.states(), 3_674_160);
    }

    #[test]
    fn the_head_of_states_has_the_first_of_them_with_their_numbers() {
        let mut states = States::new(STATES as usize, Isa::best());
        states.push(State::SOLVED);
        states.push(State::SOLVED.after(Turn::ALL[0]));
        let head = states.head(1);
        assert_eq!((head.len(), head.states()[0].rank), (1, 0));
        assert_eq!(states.head(9).len(), 2);
        assert_eq!(
            State::of_rank(states.states()[1].rank),
            Some(states.states()[1].state)
        );
    }
}
