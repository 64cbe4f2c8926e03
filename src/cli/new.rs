//! `colddeck new`: a commented spec to start from.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use super::{Exit, output};
use crate::spec;

/// Options of `colddeck new`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// Name of the experiment: lower-case letters, digits and hyphens
    name: String,
}

/// The spec, with `NAME` for its name.
const TEMPLATE: &str = include_str!("new.toml");

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let name = &options.name;
    let text = TEMPLATE.replace("NAME", name);
    let path = PathBuf::from(format!("{name}.toml"));
    // A name that makes no valid spec makes no file either.
    spec::parse(&path, &text, &spec::Overrides::default()).map_err(|_| {
        anyhow::anyhow!(
            "found the name `{}`; accepted: lower-case letters, digits and hyphens, at most 64",
            name.escape_debug()
        )
    })?;
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)
        .with_context(|| format!("{}: cannot make it", path.display()))?;
    file.write_all(text.as_bytes())
        .with_context(|| format!("{}: cannot write it", path.display()))?;
    output::print(&format!(
        "{0} is ready; try: colddeck run {0}\n",
        path.display()
    ))?;
    Ok(Exit::NoEvidence)
}
