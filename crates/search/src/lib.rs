//! Searches among routines: [`advise`] finds the best one, [`fit`](mod@fit) those that may have made some decks. [`loader`] finds the
//! least buffer of a loader, and [`distance`] limits of how far what is seen of riffled decks is from fair.

pub mod advise;
pub mod distance;
pub mod fit;
pub mod loader;
