//! The progress bar: on stderr, and only where that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::simulate::Progress;

const TEMPLATE: &str =
    "{msg} {wide_bar} {percent:>3}% {human_pos} of {human_len} decks, {per_sec}, {eta} left";

/// A bar for one experiment.
#[derive(Debug)]
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// A bar up to `decks`, hidden if `quiet` or without a terminal.
    pub fn new(name: &str, decks: u64, quiet: bool) -> Self {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let style = ProgressStyle::with_template(TEMPLATE).expect("the template is valid");
        Self(
            ProgressBar::with_draw_target(Some(decks), target)
                .with_style(style)
                .with_message(name.to_owned()),
        )
    }
}

impl Progress for Bar {
    fn advance(&self, decks: u64) {
        self.0.inc(decks);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
