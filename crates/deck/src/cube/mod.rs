//! The pocket cube (2×2×2): its states, its turns, and a number for each state.
//!
//! Cubies and cubicles have the numbers 0 to 7. A number's binary digits say on which side it lies: the digit worth 1
//! is set on the right (x), that worth 2 on top (y), that worth 4 in front (z). Cubie 0, at the hidden corner, is held
//! fixed, so that each state is counted once however the cube is turned in the hand, and only the three faces around
//! cubie 7 turn. A move x turns the right face counterclockwise: cubie 1 goes to cubicle 3, 3 to 7, 7 to 5, 5 to 1.
//!
//! A state is what lies in each cubicle and how it is turned there; what happens to it is one rule, composition
//! ([`State::then`]). [`stickers`] knows nothing of this rule: it moves 24 stickers in space, and is what the rule is
//! checked against.

pub mod rank;
mod space;
pub(crate) mod state;
pub mod stickers;
pub mod tags;
pub mod three;
pub(crate) mod turn;

pub use rank::STATES;
pub use state::State;
pub use tags::Tags;
pub use turn::{Axis, Metric, Turn, UnknownTurn};

/// Cubies of a pocket cube, and as many cubicles.
pub const CUBIES: usize = 8;

#[cfg(test)]
mod tests;
