//! `colddeck run`: experiments from specs, folders of specs, or routines.

use anyhow::bail;
use clap::Args;

use super::{Exit, machine, output};
use crate::conduct::Machine;
use crate::options;

/// Options of `colddeck run`.
#[derive(Debug, Args)]
#[command(after_help = options::POINTER)]
pub(super) struct Options {
    #[command(flatten)]
    what: options::run::Options,
    /// Run the programs that specs name (`source.command`): a spec can name any
    #[arg(long)]
    allow_commands: bool,
    #[command(flatten)]
    machine: machine::Options,
    #[command(flatten)]
    output: output::Options,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let experiments = options.what.experiments()?;
    if options.output.json && experiments.len() > 1 {
        bail!(
            "--json prints one record, but there are {} experiments; run them one by one, or use --out",
            experiments.len()
        );
    }
    let machine = Machine {
        programs: options.allow_commands,
        ..options.machine.machine()
    };
    output::conduct(&experiments, machine, &options.output)
}
