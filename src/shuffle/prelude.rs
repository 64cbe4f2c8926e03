//! Names that the file of a shuffle mentions: the parts of its law and of its kind.

pub(super) use super::{Blockwise, Group, Kind, Law, Mixing, Scratch, Time};
pub(super) use crate::deck::{Card, MAX_CARDS};
pub(super) use crate::exact::counting::ln_factorial;
pub(super) use crate::exact::matrix::Matrix;
pub(super) use crate::exact::pairs::{Direction, Effort, Pairs};
pub(super) use crate::params::Parameter;
pub(super) use crate::rng::Draws;
