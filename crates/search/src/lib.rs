//! Searches among routines: [`advise`] finds the best one, [`fit`](mod@fit) those that may have made some decks.

pub mod advise;
pub mod fit;
