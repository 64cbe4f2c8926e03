//! Is this deck really shuffled?
//!
//! `colddeck` tells, with numbers that can be trusted, how far a way of shuffling is from a perfect
//! shuffle. To check a shuffle that is written in Rust in its own tests, start at [`mod@check`].
//! Everything else that the program does is an experiment: [`spec`] reads one, [`conduct`] runs it, and
//! what was found is a [`record`].
//!
//! ```
//! use colddeck::{conduct, spec};
//! use std::path::Path;
//!
//! let text = "name = \"one\"\ndeck = 8\ntrials = 1000\nroutines = [\"GGG\"]\n";
//! let experiment = spec::parse(Path::new("one.toml"), text, &spec::Overrides::default())?;
//! let record = conduct::run(&experiment, 1.into(), &conduct::Unwatched)?;
//! assert_eq!(record.routines[0].decks, 1000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Inside
//!
//! Data flows one way, and each module knows only those before it:
//!
//! ```text
//! experiments/*.toml ─► spec ─► conduct ─────────────────────────► record ─► report
//!                                 │ source ─► simulate ─► verdict
//!                                 │ shuffle   statistic   exact
//!                                 │ rng                   (null laws, chains, bounds)
//! ```
//!
//! | module | its job |
//! | --- | --- |
//! | `files` | files by their names: of the system, or handed over |
//! | `harmless` | text from outside, made fit to be shown |
//! | `judgement` | the words in which records, specs and reports judge |
//! | `whole` | whole numbers as people write them |
//! | `duration` | lengths of time as people write them |
//! | `pieces` | results of work that are kept one by one |
//! | `kernel` | what is done to 64 decks at once, at each level of instruction sets |
//! | `deck` | a deck is a permutation of 0..n, held top first; blocks of decks |
//! | `cube` | the pocket cube: its states, its turns, a number for each state |
//! | `rng` | named, frozen generators, and the draws that shuffles are made of |
//! | `exact` | laws and tails that are known without simulating |
//! | `shuffle` | one file per shuffle: its law, its source, its exact one-card chain |
//! | `routine` | the little language that composes shuffles |
//! | `policy` | what a source does besides shuffling: few seeds, memory, some decks shuffled otherwise |
//! | `theory` | what is known of a routine without simulating: chains, closed forms, bounds |
//! | `statistic` | one file per statistic: what it counts, its figures, its tests |
//! | `advise` | which routine mixes best within a time: a race of all that fit |
//! | `questions` | each question: its words, its parameters, its exact answer |
//! | `explain` | a page in plain words for each statistic, verdict, shuffle and word |
//! | `source` | where decks come from, in blocks of 64: simulated, a stream, a program, a closure |
//! | `fit` | which model made some decks: the likelihood of each |
//! | `inventory` | what the documents say, item by item, and what answers it |
//! | [`spec`] | TOML as written becomes an experiment that is valid once built |
//! | `simulate` | batches in parallel, tallies merged exactly |
//! | `verdict` | families of tests, total-variation bounds |
//! | `claims` | what a spec claims, decided by what was found |
//! | [`record`] | the versioned result, complete |
//! | [`conduct`] | the one way from an experiment to its record |
//! | `calibrate` | the harness judged by itself |
//! | `report` | terminal, Markdown, pages of HTML, pictures: each a view of a record |
//! | `options` | what is asked, as commands say it |
//! | `browser` | what a page in a browser asks of the program |
//! | [`mod@check`] | a shuffle in Rust, checked in its own tests |
//! | `cli` | one file per command |

#![cfg_attr(
    not(feature = "cli"),
    allow(
        dead_code,
        unused_imports,
        reason = "some of it serves the command line alone"
    )
)]

mod advise;
mod batch;
#[cfg(feature = "commands")]
#[doc(hidden)]
pub mod browser;
#[cfg(feature = "cli")]
mod calibrate;
pub mod check;
#[cfg(feature = "cli")]
mod checkpoint;
mod claims;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod conduct;
mod cube;
mod deck;
mod draws;
#[cfg_attr(
    not(feature = "commands"),
    allow(dead_code, reason = "options alone give lengths of time as such")
)]
mod duration;
mod exact;
#[cfg(feature = "commands")]
mod explain;
mod figures;
mod files;
#[cfg_attr(
    not(feature = "commands"),
    allow(dead_code, unused_imports, reason = "commands alone ask for it")
)]
mod fit;
mod harmless;
#[cfg_attr(
    not(feature = "cli"),
    allow(dead_code, reason = "only the page of claims reads it")
)]
mod inventory;
mod judgement;
mod kernel;
mod names;
#[cfg(feature = "commands")]
mod options;
mod params;
mod pieces;
mod policy;
mod questions;
pub mod record;
mod report;
mod rng;
mod routine;
mod shuffle;
mod simulate;
mod sorting;
mod source;
pub mod spec;
mod statistic;
mod subject;
mod subjects;
mod theory;
mod verdict;
mod whole;

pub use check::check;

/// The rooms that the tests, benches and fuzz targets of this repository need beside the public face. Nothing here
/// is promised to anybody.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals {
    macro_rules! rooms {
        ($($room:ident)*) => { $(pub mod $room { pub use crate::$room::*; })* };
    }

    rooms! {
        batch cube deck exact figures inventory judgement kernel names params policy questions report rng routine shuffle simulate source
        statistic subject theory verdict
    }
    #[cfg(feature = "cli")]
    rooms! { calibrate checkpoint }

    pub mod conduct {
        pub use crate::conduct::jobs::jobs;
    }
}
