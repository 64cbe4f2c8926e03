//! Names that the file of a shuffle mentions: the parts of its law and of its kind.

pub(super) use super::{Blockwise, Eigenvalue, Group, Kind, Law, Mixing, Scratch, Time};
pub(super) use deck::rng::Draws;
pub(super) use deck::{Card, MAX_CARDS};
pub(super) use laws::counting::ln_factorial;
pub(super) use laws::matrix::Matrix;
pub(super) use laws::pairs::{Direction, Effort, Pairs};
pub(super) use text::params::Parameter;
