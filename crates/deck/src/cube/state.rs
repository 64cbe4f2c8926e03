//! A state of the pocket cube, and the one rule by which states follow each other.

use thiserror::Error;

use super::CUBIES;

/// The cubie in each cubicle, and how it is turned there.
///
/// A cubie's turn is the number of 120° turns clockwise, as seen from outside, that would bring its
/// tag to the tag of its cubicle, where all tags are on the left and the right face (x);
/// [`super::Tags`] tells it for any others. Only states that turns can reach are built: cubie 0 is
/// at home and not turned, and the numbers of all turned cubies add up to a multiple of three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub(super) at: [u8; CUBIES],
    pub(super) turned: [u8; CUBIES],
}

/// Reasons why numbers are no state of a pocket cube.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Misfit {
    /// Not each cubie is there once.
    #[error("found cubies {0:?} in cubicles 0 to 7; accepted: each of 0 to 7 once")]
    NotACube([u8; CUBIES]),
    /// Cubie 0 is not where it is held.
    #[error(
        "found cubie {at} in cubicle 0, turned by {turned}; accepted: cubie 0, turned by 0 (the cube is held by it)"
    )]
    Held {
        /// The cubie in cubicle 0.
        at: u8,
        /// The way it is turned.
        turned: u8,
    },
    /// A number that is no orientation.
    #[error("found orientations {0:?}; accepted: 0, 1 or 2 for each cubicle")]
    NoOrientation([u8; CUBIES]),
    /// A corner was turned by force.
    #[error(
        "found orientations {0:?}, which add up to {sum}; accepted: a sum that 3 divides (turns cannot reach others)",
        sum = .0.iter().sum::<u8>()
    )]
    Twisted([u8; CUBIES]),
}

impl State {
    /// The solved cube.
    pub const SOLVED: Self = Self {
        at: [0, 1, 2, 3, 4, 5, 6, 7],
        turned: [0; CUBIES],
    };

    /// The state with these cubies in cubicles 0 to 7, each turned as it says.
    pub fn new(at: [u8; CUBIES], turned: [u8; CUBIES]) -> Result<Self, Misfit> {
        let mut sorted = at;
        sorted.sort_unstable();
        if sorted != Self::SOLVED.at {
            return Err(Misfit::NotACube(at));
        }
        if turned.iter().any(|&by| by > 2) {
            return Err(Misfit::NoOrientation(turned));
        }
        if (at[0], turned[0]) != (0, 0) {
            return Err(Misfit::Held {
                at: at[0],
                turned: turned[0],
            });
        }
        if !turned.iter().sum::<u8>().is_multiple_of(3) {
            return Err(Misfit::Twisted(turned));
        }
        Ok(Self { at, turned })
    }

    /// The cubie in each cubicle.
    pub const fn at(&self) -> &[u8; CUBIES] {
        &self.at
    }

    /// The turn of the cubie in each cubicle: 0, 1 or 2.
    pub const fn turned(&self) -> &[u8; CUBIES] {
        &self.turned
    }

    /// This state, then what makes `other` of the solved cube. In the document's words, other after this is
    /// (π'π, π'q + q'): a cubicle holds what lay where `other` takes it from, turned by as much more as `other` turns it.
    #[must_use]
    pub const fn then(&self, other: &Self) -> Self {
        let mut after = *other;
        let mut cubicle = 0;
        while cubicle < CUBIES {
            let from = other.at[cubicle] as usize;
            after.at[cubicle] = self.at[from];
            after.turned[cubicle] = (self.turned[from] + other.turned[cubicle]) % 3;
            cubicle += 1;
        }
        after
    }

    /// The state that undoes it: after this one, it leads back to the solved cube.
    #[must_use]
    pub const fn inverse(&self) -> Self {
        let mut inverse = Self::SOLVED;
        let mut cubicle = 0;
        while cubicle < CUBIES {
            let cubie = self.at[cubicle] as usize;
            inverse.at[cubie] = cubicle as u8;
            inverse.turned[cubie] = (3 - self.turned[cubicle]) % 3;
            cubicle += 1;
        }
        inverse
    }
}
