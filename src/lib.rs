//! Is this deck really shuffled?
//!
//! `colddeck` measures how far a shuffle is from a perfect one. To check a shuffle that is written in
//! Rust in its own tests, start at [`mod@check`]. Everything else that the program does is an experiment:
//! [`spec`] reads one, [`conduct`] runs it, and what it found is a [`record`].
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
//! The crates in `crates/` do the work, and the README there says what each does. This crate puts them together:
//!
//! | module | its job |
//! | --- | --- |
//! | [`mod@check`] | a shuffle in Rust, checked in its own tests |
//! | `options` | what is asked, as commands say it |
//! | `embedded` | what others ask that have the program within: a page in a browser, a module of Python |
//! | `cli` | one file per command |

#![warn(missing_docs)]

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "commands")]
#[doc(hidden)]
pub mod embedded;
pub use ::run::conduct;
#[cfg(feature = "commands")]
mod options;
pub use ::check::{self, check};
pub use ::record;
pub use ::run::spec;
