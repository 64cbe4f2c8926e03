//! The screen that is printed on, and how much of a report is wanted there.

use clap::Args;
use terminal_size::{Height, Width, terminal_size_of};

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

/// The screen behind standard output. Where that is no terminal, COLUMNS says how wide a line may be, and else it is a
/// usual one.
pub(super) fn screen() -> Screen {
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    (wide(terminal_size_of(std::io::stdout())).or_else(columns))
        .map_or_else(Screen::default, Screen::of)
}

/// The screen behind standard error, if that is a terminal.
pub(super) fn error_screen() -> Option<Screen> {
    wide(terminal_size_of(std::io::stderr())).map(Screen::of)
}

/// The columns of a terminal.
fn wide(size: Option<(Width, Height)>) -> Option<usize> {
    let (Width(columns), _) = size?;
    (columns > 0).then_some(columns.into())
}
