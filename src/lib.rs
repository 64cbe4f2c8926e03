//! Is this deck really shuffled?
//!
//! `colddeck` tells, with numbers that can be trusted, how far a way of shuffling is from a perfect
//! shuffle. Data flows one way, and each module knows only those before it:
//!
//! ```text
//! experiments/*.toml ─► spec ─► source ─► simulate ─► verdict ─► record ─► report
//!                               │ shuffle  │ statistic  │ exact
//!                               │ rng      │            │ (null laws, chains, bounds)
//! ```
//!
//! | module | its job |
//! | --- | --- |
//! | [`kernel`] | what is done to 64 decks at once, at each level of instruction sets |
//! | [`deck`] | a deck is a permutation of 0..n, held top first; blocks of decks |
//! | [`rng`] | named, frozen generators, and the draws that shuffles are made of |
//! | [`policy`] | what a source does besides shuffling: few seeds, memory |
//! | [`exact`] | laws and tails that are known without simulating |
//! | [`shuffle`] | one file per shuffle: its law, its source, its exact one-card chain |
//! | [`routine`] | the little language that composes shuffles |
//! | [`theory`] | what is known of a routine without simulating: chains, closed forms, bounds |
//! | [`statistic`] | one file per statistic: what it counts, its figures, its tests |
//! | [`answer`] | questions that need no simulation, and what was found |
//! | [`spec`] | TOML as written becomes a valid experiment |
//! | [`source`] | where decks come from, in blocks of 64 |
//! | [`simulate`] | batches in parallel, tallies merged exactly |
//! | [`verdict`] | families of tests, total-variation bounds, claims |
//! | [`record`] | the versioned result, complete |
//! | [`calibrate`] | the harness judged by itself |
//! | [`report`] | terminal, Markdown: each a view of a record |
//! | [`mod@check`] | a shuffle in Rust, checked in its own tests: start here to use the library |
//! | [`cli`] | one file per command |

pub mod answer;
pub mod calibrate;
pub mod check;
pub mod cli;
pub mod conduct;
pub mod deck;
pub mod exact;
pub mod kernel;
pub mod names;
pub mod params;
pub mod policy;
pub mod record;
pub mod report;
pub mod rng;
pub mod routine;
pub mod shuffle;
pub mod simulate;
pub mod source;
pub mod spec;
pub mod statistic;
pub mod theory;
pub mod verdict;

pub use check::check;
