//! `colddeck run`: experiments from specs, folders of specs, or routines.

use std::path::Path;

use anyhow::{anyhow, bail};
use clap::Args;

use super::output::Job;
use super::{Exit, POINTER, keeping, machine, output};
use crate::options::{
    self,
    run::{Made, check_names},
};
use ::run::checkpoint::{About, Given};
use ::run::conduct::{self, Machine, Shard};
use ::run::spec::Experiment;
use text::files::{self, Noted};

/// Options of `colddeck run`.
#[derive(Debug, Args)]
#[command(after_help = POINTER)]
pub(super) struct Options {
    #[command(flatten)]
    pub what: options::run::Options,
    /// Run the programs that specs name (`source.command`): a spec can name any
    #[arg(long)]
    allow_commands: bool,
    /// Count one part of the run alone, as in 3/16, for `colddeck merge`; slurm: the part of this task of an array job
    #[arg(long, value_name = "K/N|slurm")]
    shard: Option<String>,
    #[command(flatten)]
    keeping: keeping::Options,
    #[command(flatten)]
    machine: machine::Options,
    #[command(flatten)]
    output: output::Options,
}

pub(super) fn run(options: &Options, files: &[Noted]) -> anyhow::Result<Exit> {
    let asked = asked(&options.what)?;
    if options.output.json.is_some() && asked.len() > 1 {
        bail!(
            "--json prints one record, but there are {} experiments; run them one by one, or use --out",
            asked.len()
        );
    }
    let shard = options.shard.as_deref().map_or(Ok(Shard::WHOLE), shard)?;
    let jobs = asked.into_iter().map(|asked| job(asked, files, shard));
    let jobs: Vec<Job<'_>> = jobs.collect();
    if options.shard.is_some() {
        for Job { experiment, .. } in &jobs {
            if let Some(why) = conduct::undivided(experiment) {
                bail!("--shard: `{}` cannot be shared out: {why}", experiment.name);
            }
        }
    }
    let machine = Machine {
        programs: options.allow_commands,
        ..options.machine.machine()
    };
    output::conduct_kept(&jobs, machine, &options.output, &options.keeping)
}

/// An experiment, and what it was made of.
#[derive(Debug)]
pub(super) struct Asked {
    /// The experiment.
    pub experiment: Experiment<'static>,
    /// The name of its spec, if it has one.
    spec: Option<String>,
    /// The routines that were given instead.
    routines: Vec<String>,
    /// The files that were read for it.
    files: Vec<Noted>,
    /// All options that change it, as a text to compare.
    options: String,
}

/// All experiments with what they were made of, read and checked before the first one runs.
pub(super) fn asked(options: &options::run::Options) -> anyhow::Result<Vec<Asked>> {
    let overrides = options.overrides()?;
    let mut all: Vec<Asked> = Vec::new();
    for made in options.made_of()? {
        let (experiment, read) = files::noting(|| made.read(&overrides));
        let (spec, routines, files) = match made {
            Made::Spec(file) => (Some(file.to_string_lossy().into_owned()), Vec::new(), read),
            Made::Routines(routines) => (None, routines, Vec::new()),
        };
        all.push(Asked {
            experiment: experiment?,
            spec,
            routines,
            files,
            options: format!("{overrides:?}"),
        });
    }
    check_names(
        &all.iter()
            .map(|asked| &asked.experiment)
            .collect::<Vec<_>>(),
    )?;
    Ok(all)
}

/// An experiment and all that it was made of, `files` of options included.
pub(super) fn job(asked: Asked, files: &[Noted], shard: Shard) -> Job<'static> {
    let Asked {
        experiment,
        spec,
        routines,
        files: mut read,
        options,
    } = asked;
    read.extend_from_slice(files);
    let options = format!("{routines:?} {options}");
    let about = About {
        words: std::env::args().skip(1).collect(),
        shard,
        ..About::new("run", options, spec, &read)
    };
    Job { experiment, about }
}

/// Finds a file among those that a run was made of.
pub(super) fn given<'a>(files: &'a [Given], path: &Path) -> Option<&'a Given> {
    let is_it = |given: &&Given| Path::new(&given.name) == path;
    files.iter().find(is_it)
}

/// Reads which part of a run is to be counted.
fn shard(text: &str) -> anyhow::Result<Shard> {
    if text == "slurm" {
        return slurm(|name| std::env::var(name).ok());
    }
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let both = text.split_once('/').map(|(k, n)| (number(k), number(n)));
    match both {
        Some((Some(number), Some(of))) if (1..=of).contains(&number) && of <= MOST_SHARDS => {
            Ok(Shard { number, of })
        }
        _ => bail!(
            "--shard: found `{text}`; accepted: the part and the number of parts, from 1/1 to {MOST_SHARDS}/{MOST_SHARDS}, as in 3/16, or `slurm`"
        ),
    }
}

/// Parts of a run at the most.
const MOST_SHARDS: u32 = 100_000;

/// The part that belongs to a task of an array job of Slurm, by the variables that it sets.
fn slurm(variable: impl Fn(&str) -> Option<String>) -> anyhow::Result<Shard> {
    let number = |name: &str| {
        let text = variable(name).ok_or_else(|| {
            anyhow!(
                "--shard slurm: the environment variable {name} is missing; accepted: a task of an array job, as in `sbatch --array=1-16`"
            )
        })?;
        text.parse::<u32>()
            .map_err(|_| anyhow!("--shard slurm: {name}: found `{text}`; accepted: a whole number"))
    };
    let (task, first) = (
        number("SLURM_ARRAY_TASK_ID")?,
        number("SLURM_ARRAY_TASK_MIN")?,
    );
    let (last, count) = (
        number("SLURM_ARRAY_TASK_MAX")?,
        number("SLURM_ARRAY_TASK_COUNT")?,
    );
    if last.checked_sub(first) != count.checked_sub(1) || !(first..=last).contains(&task) {
        bail!(
            "--shard slurm: found {count} tasks from {first} to {last}; accepted: an array without gaps, as in `sbatch --array=1-16`"
        );
    }
    let number = task - first + 1;
    Ok(Shard { number, of: count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_read_as_it_is_written() {
        assert_eq!(shard("3/16").unwrap(), Shard { number: 3, of: 16 });
        for text in ["0/4", "5/4", "3", "3/", "a/b", "1/100001", "-1/4"] {
            let said = shard(text).unwrap_err().to_string();
            assert!(said.contains("accepted: the part"), "{said}");
        }
    }

    #[test]
    fn a_task_of_an_array_has_its_part() {
        let array =
            |id: &'static str, first: &'static str, last: &'static str, count: &'static str| {
                slurm(move |name| {
                    let value = match name {
                        "SLURM_ARRAY_TASK_ID" => id,
                        "SLURM_ARRAY_TASK_MIN" => first,
                        "SLURM_ARRAY_TASK_MAX" => last,
                        _ => count,
                    };
                    (!value.is_empty()).then(|| value.to_owned())
                })
            };
        assert_eq!(
            array("3", "1", "8", "8").unwrap(),
            Shard { number: 3, of: 8 }
        );
        assert_eq!(
            array("0", "0", "7", "8").unwrap(),
            Shard { number: 1, of: 8 }
        );
        // Every second task only.
        assert!(array("3", "1", "7", "4").is_err());
        assert!(
            array("", "", "", "")
                .unwrap_err()
                .to_string()
                .contains("sbatch")
        );
        assert!(array("x", "1", "8", "8").is_err());
    }
}
