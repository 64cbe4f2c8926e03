//! Searches among routines: [`advise`] finds the best one, [`fit`](mod@fit) those that may have made some decks. [`loader`] finds the
//! least buffer of a loader.

pub mod advise;
pub mod fit;
pub mod loader;
