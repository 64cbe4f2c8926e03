//! The program `colddeck`: parse the command line, call the command, map its result to an exit code.

use std::process::ExitCode;

use colddeck::cli::{Cli, Exit};

fn main() -> ExitCode {
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(exit) => return exit,
    };
    let exit = cli.run().unwrap_or_else(|error| {
        colddeck::cli::fail(&error);
        Exit::Failure
    });
    exit.into()
}
