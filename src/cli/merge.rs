//! `colddeck merge`: the parts of a run that was shared out over machines.

use std::ffi::OsString;
use std::io::Cursor;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use super::keeping::{Book, Clock};
use super::output::Job;
use super::{Cli, Command, Exit, keeping, machine, output, run};
use ::run::checkpoint::{self, About};
use ::run::conduct::Shard;
use text::files;

/// Options of `colddeck merge`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The parts, as `colddeck run SPEC --shard K/N` wrote them: all of one run, in any order
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    machine: machine::Options,
    #[command(flatten)]
    output: output::Options,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let (about, saved) = checkpoint::merged(&options.parts)?;
    let job = again(About {
        shard: Shard::WHOLE,
        ..about
    })?;
    let keeping = keeping::Options::default();
    let clock = Clock::start(&keeping)?;
    let book = Book::of(&clock, job.about.clone(), saved);
    output::conduct_one(
        &job.experiment,
        options.machine.machine(),
        &options.output,
        Some(&book),
    )
}

/// The experiment that parts are of, from all that is said in them.
fn again(about: About) -> anyhow::Result<Job<'static>> {
    let given = about.files.clone();
    files::hand_over(Box::new(move |path| {
        let found = run::given(&given, path)?;
        let bytes = Cursor::new(found.text.clone().into_bytes());
        Some(Box::new(bytes) as files::Stream)
    }));
    let words = std::iter::once("colddeck").chain(about.words.iter().map(String::as_str));
    let cli =
        Cli::of(words.map(OsString::from)).context("the command that the parts were counted by")?;
    let Command::Run(mut asked) = cli.command else {
        bail!("the parts were not counted by `colddeck run`");
    };
    if let Some(spec) = &about.spec {
        asked.what.what = vec![spec.clone()];
    }
    let mut all = run::asked(&asked.what)?;
    let Some(one) = all.pop().filter(|_| all.is_empty()) else {
        bail!("the parts are of several runs");
    };
    Ok(Job {
        experiment: one.experiment,
        about,
    })
}
