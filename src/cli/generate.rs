//! `colddeck generate`: what packages of the program bring along, made from the command line itself.

use std::path::{Path, PathBuf};

use clap::{Args, Command, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;

use super::{Cli, Exit, stdio};
use text::harmless;

/// Options of `colddeck generate`.
#[derive(Debug, Args)]
pub(super) struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Man pages: the one of the program on standard output, or those of all commands in a folder
    Man {
        /// Folder for the pages of all commands
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Completions of commands and options for a shell, on standard output
    Completions {
        /// The shell
        shell: Shell,
    },
    /// The JSON schema of records, on standard output
    Schema,
}

/// The schema of records; a test keeps it as the types are.
const SCHEMA: &str = include_str!("../../docs/record.schema.json");

/// The name of the program.
const NAME: &str = "colddeck";

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    match &options.what {
        What::Man { out: None } => stdio::print(&page(Cli::line())?)?,
        What::Man { out: Some(folder) } => {
            let pages = pages()?;
            record::write(folder, &pages)?;
            stdio::note(&format!(
                "written: {} pages in {}",
                pages.len(),
                harmless::path(Path::new(folder))
            ));
        }
        What::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Cli::line(), NAME, &mut text);
            stdio::print(&String::from_utf8(text)?)?;
        }
        What::Schema => stdio::print(SCHEMA)?,
    }
    Ok(Exit::NoEvidence)
}

/// The pages of the program and of all commands, by the names of their files.
fn pages() -> anyhow::Result<Vec<(String, String)>> {
    fn add(command: &Command, found: &mut Vec<(String, String)>) -> anyhow::Result<()> {
        let name = command.get_display_name().unwrap_or(NAME).to_owned();
        found.push((format!("{name}.1"), page(command.clone())?));
        for within in command
            .get_subcommands()
            .filter(|within| within.get_name() != "help")
        {
            add(within, found)?;
        }
        Ok(())
    }
    let mut line = Cli::line();
    // Commands learn the names of those that they are within.
    line.build();
    let mut found = Vec::new();
    add(&line, &mut found)?;
    Ok(found)
}

/// One page, as `man` reads it.
fn page(command: Command) -> anyhow::Result<String> {
    let mut text = Vec::new();
    // The options of its questions are their own pages.
    Man::new(command).render(&mut text)?;
    Ok(String::from_utf8(text)?)
}
