//! Searches among routines: [`advise`] for the best to do, [`fit`](mod@fit) for those that may have made some decks.

pub mod advise;
pub mod fit;
