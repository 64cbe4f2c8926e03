//! The program `colddeck`: parse the command line, call the command, map its result to an exit code.

use std::process::ExitCode;

use clap::Parser;
use colddeck::cli::{Cli, Exit};

fn main() -> ExitCode {
    let exit = Cli::parse().run().unwrap_or_else(|error| {
        colddeck::cli::report(&error);
        Exit::Failure
    });
    exit.into()
}
