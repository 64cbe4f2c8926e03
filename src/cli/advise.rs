//! `colddeck advise`: which routine mixes best in the time that there is.

use clap::Args;

use super::exact::answered;
use super::{Exit, exports, machine};
use crate::options::advise;

/// The question, what becomes of its answer, and what it is answered on.
#[derive(Debug, Args)]
pub(super) struct Options {
    #[command(flatten)]
    asked: advise::Options,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    files: exports::Files,
    #[command(flatten)]
    machine: machine::Options,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let Options {
        asked,
        json,
        files,
        machine,
    } = options;
    answered(&asked.0, (*json, files), machine.machine())
}
