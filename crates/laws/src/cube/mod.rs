//! Exact answers about the pocket cube: how far each state is from the solved cube, and how likely each is after so many
//! random moves.
//!
//! A state's number is 729 times the number of its arrangement plus that of its orientations (see
//! [`deck::cube::rank`]). A turn rearranges cubies whatever their orientations are, and changes orientations whatever
//! cubies have them, so that two small tables say where it leads.

pub mod distance;
pub mod rules;
pub mod walk;

use std::sync::LazyLock;

use deck::cube::rank::{ARRANGEMENTS, ORIENTATIONS};
use deck::cube::{State, Turn};

/// Tables of the state that each turn leads to.
#[derive(Debug)]
pub struct Tables {
    /// By turn, the arrangement after it.
    arrangements: [Vec<u16>; 9],
    /// By turn, the orientations after it.
    orientations: [Vec<u16>; 9],
    /// By arrangement: true if it is an odd permutation of the solved cube's.
    odd: Vec<bool>,
}

/// The tables, made once.
static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    /// The tables of the pocket cube.
    pub fn get() -> &'static Self {
        &TABLES
    }

    fn new() -> Self {
        let part = |count: u32, scale: u32, of: fn(&State) -> u32| {
            Turn::ALL.map(|turn| {
                let states = (0..count).filter_map(|at| State::of_rank(at * scale));
                states.map(|state| of(&state.after(turn)) as u16).collect()
            })
        };
        let states = (0..ARRANGEMENTS).filter_map(|at| State::of_rank(at * ORIENTATIONS));
        Self {
            arrangements: part(ARRANGEMENTS, ORIENTATIONS, State::arrangement),
            orientations: part(ORIENTATIONS, 1, State::orientation),
            odd: states.map(|state| is_odd(state.at())).collect(),
        }
    }

    /// The number of the state after a turn.
    pub fn after(&self, rank: u32, turn: Turn) -> u32 {
        let (arrangement, orientation) = (rank / ORIENTATIONS, rank % ORIENTATIONS);
        let turn = turn.index();
        u32::from(self.arrangements[turn][arrangement as usize]) * ORIENTATIONS
            + u32::from(self.orientations[turn][orientation as usize])
    }
}

/// Returns true if an arrangement takes an odd number of exchanges.
pub fn is_odd(arrangement: &[u8]) -> bool {
    let pairs = |at: usize| arrangement[..at].iter().map(move |left| (left, at));
    let out_of_order = (0..arrangement.len())
        .flat_map(pairs)
        .filter(|(left, at)| **left > arrangement[*at]);
    out_of_order.count() % 2 == 1
}
