//! The tests of the program and of the library from outside, in one binary: each module is a topic.
//!
//! They share a process, so none may change what belongs to all of it (its folder, its environment): what
//! needs that runs the program in a process of its own ([`common::program`]).

mod common;

mod answers;
mod anytime;
mod architecture;
mod battery;
mod blind_spots;
mod browser;
mod calibrate;
mod calibration;
mod claims;
mod cli;
mod compare;
mod compare_memory;
mod compat;
mod csv;
mod decks;
// The tests read in /proc who is whose child.
#[cfg(target_os = "linux")]
mod descendants;
mod emit;
mod exact;
mod exact_vs_enumeration;
mod exact_vs_simulation;
#[cfg(unix)]
mod exec;
mod experiments;
mod explained;
mod few_decks;
mod fit;
// Named pipes and signals.
#[cfg(unix)]
mod follow;
mod former_records;
mod games;
// The cases are lines for a shell, and paths are written with slashes.
#[cfg(unix)]
mod golden;
// Lines for a shell, and `timeout` of the GNU core utilities.
#[cfg(target_os = "linux")]
mod guide;
// Names of files hold what they like there.
#[cfg(unix)]
mod harmless;
mod ideal_runs;
mod ignored;
mod inventory;
mod levels;
mod library;
mod limits;
mod names_of_faults;
mod one_order;
mod orders;
mod pages;
mod peers;
mod planted;
mod policies;
mod public_face;
mod public_items;
mod puzzles;
mod rare_decks;
mod readme;
mod recording;
mod reports;
mod resume;
mod rows;
mod schema;
mod screens;
mod sizes;
mod specs;
mod stakes;
mod stakes_of_streams;
mod states;
mod strangers;
mod subjects;
mod tables;
mod threads;
mod titles;
mod tournament;
mod unknown_order;
mod until_decided;
mod value_stability;
mod views;
mod waiting;
mod wall;
