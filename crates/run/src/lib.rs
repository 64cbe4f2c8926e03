//! From a spec to its record: [`spec`] reads what is asked, [`conduct`] runs it, [`questions`] and [`advise`] answer without
//! decks or by a race, [`fit`](mod@fit) says what made some decks, `calibrate` judges the harness by itself.

pub mod advise;
#[cfg(not(target_family = "wasm"))]
pub mod calibrate;
#[cfg(not(target_family = "wasm"))]
pub mod checkpoint;
pub mod claims;
pub mod conduct;
pub mod explain;
pub mod fit;
pub mod inventory;
pub mod questions;
pub mod spec;
