//! The progress bar: on stderr, and only where that is a terminal.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::simulate::Progress;

const TEMPLATE: &str =
    "{msg} {wide_bar} {percent:>3}% {human_pos} of {human_len} decks, {rate}, {eta} left";

/// For a stream of unknown length.
const ENDLESS: &str = "{spinner} {msg} {human_pos} decks, {rate}";

/// A bar for one experiment.
#[derive(Debug)]
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// A bar up to `decks`, if their number is known; hidden if `quiet` or without a terminal.
    pub fn new(name: &str, decks: Option<u64>, quiet: bool) -> Self {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let template = if decks.is_some() { TEMPLATE } else { ENDLESS };
        let style = ProgressStyle::with_template(template)
            .expect("the template is valid")
            .with_key(
                "rate",
                |state: &ProgressState, text: &mut dyn std::fmt::Write| {
                    // A rate that cannot be written is not worth an error.
                    let _ = write!(text, "{} decks/s", HumanCount(state.per_sec() as u64));
                },
            );
        Self(
            ProgressBar::with_draw_target(decks, target)
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
