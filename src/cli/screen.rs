//! The screen that is printed on, and how much of a report is wanted there.

use clap::Args;
use terminal_size::{Width, terminal_size_of};

use report::{Depth, Screen};

/// Options for the depth of a report.
#[derive(Debug, Default, Args)]
#[group(id = "depth")]
pub(super) struct Options {
    /// Print one line
    #[arg(long, conflicts_with = "full")]
    brief: bool,
    /// Print all tests, figures and pictures, and not the first screen alone
    #[arg(long)]
    full: bool,
}

impl Options {
    /// The depth that was asked for.
    pub fn depth(&self) -> Depth {
        match (self.brief, self.full) {
            (true, _) => Depth::Brief,
            (_, true) => Depth::Full,
            _ => Depth::Glance,
        }
    }
}

/// The screen behind standard output; a usual one where that is no terminal.
pub(super) fn screen() -> Screen {
    match terminal_size_of(std::io::stdout()) {
        Some((Width(columns), _)) if columns > 0 => Screen::of(columns.into()),
        _ => Screen::default(),
    }
}
