//! Tags: one face of each cubicle is marked, and on the solved cube the same face of its cubie. The number for
//! the turn of a cubie depends on the marks.

use super::turn::around;
use super::{Axis, CUBIES, State};

/// Ways to mark one of three faces of each of eight cubicles.
pub const CONVENTIONS: u32 = 6561;

/// The marked face of each cubicle, by the axis along which it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tags([Axis; CUBIES]);

impl Default for Tags {
    /// All marks on the left and the right face, as the document has them and as [`State`] counts.
    fn default() -> Self {
        Self([Axis::X; CUBIES])
    }
}

impl Tags {
    /// These faces of cubicles 0 to 7.
    pub const fn new(faces: [Axis; CUBIES]) -> Self {
        Self(faces)
    }

    /// The convention with this number, below [`CONVENTIONS`]; 0 is the default. Its digits in base 3, the lowest first,
    /// are the faces of cubicles 0 to 7.
    pub(crate) fn of_number(number: u32) -> Option<Self> {
        let digit = |at: usize| Axis::ALL[(number / 3_u32.pow(at as u32) % 3) as usize];
        (number < CONVENTIONS).then(|| Self(std::array::from_fn(digit)))
    }

    /// All conventions in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CONVENTIONS).filter_map(Self::of_number)
    }

    /// The marked face of each cubicle.
    pub const fn faces(&self) -> &[Axis; CUBIES] {
        &self.0
    }

    /// The change that moving the mark of a cubicle, and of its cubie, from the x face makes.
    const fn shift(self, cubicle: usize) -> u8 {
        around(cubicle, self.0[cubicle].index())
    }

    /// The turn of the cubie in each cubicle by this convention: 120° turns clockwise, as seen from
    /// outside, that would bring its tag to the tag of the cubicle.
    #[must_use]
    pub const fn orientations(self, state: &State) -> [u8; CUBIES] {
        let mut turned = state.turned;
        let mut cubicle = 0;
        while cubicle < CUBIES {
            let cubie = state.at[cubicle] as usize;
            turned[cubicle] = (turned[cubicle] + self.shift(cubie) + 3 - self.shift(cubicle)) % 3;
            cubicle += 1;
        }
        turned
    }
}
