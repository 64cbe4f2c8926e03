//! A number for each state: 0 for the solved cube, and then all others without a gap.
//!
//! The number of an arrangement is found in time linear in the number of cubies, by the exchanges that sort it (Myrvold
//! and Ruskey 2001), here counted such that an arrangement that needs none has the number 0.

use super::{CUBIES, State};

/// Arrangements of the seven cubies that move.
pub const ARRANGEMENTS: u32 = 5040;

/// Ways to turn them: six at will, the last one as it must be.
pub const ORIENTATIONS: u32 = 729;

/// States of a pocket cube.
pub const STATES: u32 = ARRANGEMENTS * ORIENTATIONS;

/// The number of an arrangement of 0..N, at most 12 of them (12! fits).
///
/// # Panics
/// If it is no arrangement of 0..N.
pub(crate) fn of_arrangement<const N: usize>(mut arrangement: [u8; N]) -> u32 {
    let mut place = [0; N];
    for (at, &which) in arrangement.iter().enumerate() {
        place[usize::from(which)] = at;
    }
    let (mut rank, mut weight) = (0, 1);
    // The last place holds `which`; the exchange that puts the largest one there leaves a shorter arrangement.
    for last in (1..N).rev() {
        let which = usize::from(arrangement[last]);
        rank += (last - which) as u32 * weight;
        weight *= last as u32 + 1;
        let hole = place[last];
        arrangement[hole] = which as u8;
        place[which] = hole;
    }
    rank
}

/// The arrangement of 0..N with this number, which is below N!; of a larger one, that of its remainder.
pub(crate) fn to_arrangement<const N: usize>(mut rank: u32) -> [u8; N] {
    let mut arrangement = std::array::from_fn(|at| at as u8);
    for last in (1..N).rev() {
        let of = last as u32 + 1;
        arrangement.swap(last, last - (rank % of) as usize);
        rank /= of;
    }
    arrangement
}

impl State {
    /// Its number, below [`STATES`]; the solved cube's is 0.
    pub fn rank(&self) -> u32 {
        self.arrangement() * ORIENTATIONS + self.orientation()
    }

    /// The number of its arrangement alone.
    pub fn arrangement(&self) -> u32 {
        let moving: [u8; CUBIES - 1] = std::array::from_fn(|at| self.at[at + 1] - 1);
        of_arrangement(moving)
    }

    /// The number of its orientations alone: the last one is left out, since the others say what it is.
    pub fn orientation(&self) -> u32 {
        let free = &self.turned[1..CUBIES - 1];
        free.iter().fold(0, |code, &by| code * 3 + u32::from(by))
    }

    /// The state with this number, if it is below [`STATES`].
    pub fn of_rank(rank: u32) -> Option<Self> {
        (rank < STATES).then(|| Self::of_parts(rank / ORIENTATIONS, rank % ORIENTATIONS))
    }

    /// The state of this arrangement with these orientations.
    fn of_parts(arrangement: u32, mut orientation: u32) -> Self {
        let mut state = Self::SOLVED;
        let moving: [u8; CUBIES - 1] = to_arrangement(arrangement);
        for (at, cubie) in state.at[1..].iter_mut().zip(moving) {
            *at = cubie + 1;
        }
        for by in state.turned[1..CUBIES - 1].iter_mut().rev() {
            *by = (orientation % 3) as u8;
            orientation /= 3;
        }
        let sum: u8 = state.turned.iter().sum();
        state.turned[CUBIES - 1] = (3 - sum % 3) % 3;
        state
    }
}
