//! Laws and tails that are known without simulating.

pub mod beta;
pub mod eulerian;
pub mod gsr;
pub mod lattice;
pub mod matrix;
pub mod power;
pub mod tail;
