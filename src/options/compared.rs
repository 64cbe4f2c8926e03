//! Two records, and how they are compared.

use std::path::PathBuf;

use clap::Args;

use super::decks;
use ::run::conduct::{compare, read};
use ::run::spec::DEFAULT_ALPHA;
use record::compare::Comparison;
use text::harmless;

/// The records to compare.
#[derive(Debug, Args)]
#[group(id = "compared")]
pub struct Options {
    /// The record before
    #[arg(value_name = "BASE.json")]
    base: PathBuf,
    /// The record now
    #[arg(value_name = "NEW.json")]
    new: PathBuf,
    /// Error level of all tests together
    #[arg(long, value_name = "P", default_value_t = DEFAULT_ALPHA, value_parser = decks::level)]
    alpha: f64,
    /// Compare what both records have, and say nothing of statistics that only one of them has
    #[arg(long)]
    only_common: bool,
}

impl Options {
    /// Reads both records, and compares them.
    pub fn comparison(&self) -> anyhow::Result<Comparison> {
        let (base, new) = (read(&self.base)?, read(&self.new)?);
        let names = [&self.base, &self.new].map(|path| harmless::path(path));
        let (base, new) = ((&*names[0], &base), (&*names[1], &new));
        Ok(compare(base, new, self.alpha, self.only_common)?)
    }
}
