//! Shuffles that programs were really shipped with, and that are wrong.
//!
//! Each says where it was seen, and does what the program did, given perfect random numbers: what is
//! wrong is the shuffle. Wrong seeds and a deck that is not put back in order are no shuffles, but
//! policies of the source: see [`crate::policy`].

pub(super) mod asf_poker;
pub(super) mod even_only;
pub(super) mod favoured_place;
pub(super) mod freecell;
pub(super) mod modulo_rand;
pub(super) mod now_and_then;
pub(super) mod random_comparator;
pub(super) mod sattolo;
pub(super) mod swap_with_any;
