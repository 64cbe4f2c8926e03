//! `colddeck list`: what specs can name.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Exit;
use crate::params::Parameter;
use crate::{rng, shuffle, spec, statistic};

/// Options of `colddeck list`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// What to list; everything but experiments if absent
    what: Option<What>,
    /// Where to look for experiments
    #[arg(long, default_value = "experiments")]
    folder: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Shuffles,
    Statistics,
    Generators,
    Experiments,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let all = [What::Shuffles, What::Statistics, What::Generators];
    for what in options
        .what
        .as_ref()
        .map_or(all.as_slice(), std::slice::from_ref)
    {
        match what {
            What::Shuffles => shuffles(),
            What::Statistics => statistics(),
            What::Generators => generators(),
            What::Experiments => experiments(options)?,
        }
    }
    Ok(Exit::NoEvidence)
}

fn head(title: &str) {
    let bold = anstyle::Style::new().bold();
    anstream::println!("{bold}{title}{bold:#}");
}

fn entry(name: &str, about: &str, source: &str, parameters: &[Parameter]) {
    anstream::println!("  {name:<18} {about}");
    if !source.is_empty() {
        anstream::println!("  {:<18} source: {source}", "");
    }
    for parameter in parameters {
        anstream::println!("  {:<18} {}: {}", "", parameter.name, parameter.about);
    }
}

fn shuffles() {
    head("shuffles");
    for kind in shuffle::KINDS {
        entry(kind.name, kind.about, kind.source, kind.parameters);
    }
    head("letters without a [shuffles] table");
    for (letter, kind, parameters) in shuffle::DEFAULT_LETTERS {
        let braces = if parameters.is_empty() {
            String::new()
        } else {
            format!(" {{ {parameters} }}")
        };
        entry(&letter.to_string(), &format!("{kind}{braces}"), "", &[]);
    }
}

fn statistics() {
    head("statistics");
    for kind in statistic::KINDS {
        entry(kind.name, kind.about, kind.source, kind.parameters);
    }
}

fn generators() {
    head("generators");
    for about in rng::GENERATORS {
        entry(about.name, about.about, "", &[]);
    }
}

/// The specs in the folder and in its folders.
fn experiments(options: &Options) -> anyhow::Result<()> {
    let mut folders = vec![options.folder.clone()];
    let entries = std::fs::read_dir(&options.folder).map_err(|source| spec::SpecError::Read {
        file: options.folder.clone(),
        source,
    })?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    head("experiments");
    for folder in folders {
        for path in spec::in_folder(&folder).unwrap_or_default() {
            let experiment = spec::read(&path, &spec::Overrides::default())?;
            entry(&path.display().to_string(), &experiment.question, "", &[]);
        }
    }
    Ok(())
}
