//! From a spec to its record: [`spec`] reads what is asked, [`conduct`] runs it, [`questions`] are answered without decks,
//! `calibrate` tests colddeck itself.

#[cfg(not(target_family = "wasm"))]
pub mod calibrate;
#[cfg(not(target_family = "wasm"))]
pub mod checkpoint;
pub mod claims;
pub mod conduct;
pub mod explain;
pub mod inventory;
pub mod pages;
pub mod questions;
pub mod spec;
