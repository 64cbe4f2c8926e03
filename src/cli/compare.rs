//! `colddeck compare`: what moved between two records.

use clap::Args;

use super::screen::{self, screen};
use super::stdio::{print, print_json};
use super::{Exit, exports};
use crate::options::compared;
use ::run::explain;
use record::to_json;

/// The help that goes beyond that of the options.
const HELP: &str = "\
Both records must be of decks of one size; their numbers of decks may differ. Routines are paired by their \
names; where each record has but one, those are compared whatever they are called.

Compared are means (Welch's t) and counts to which each deck contributes one (likelihood ratio of two \
samples with rare cells pooled; Fisher's exact law where two cells remain); of a matrix the row or cell \
that moved most, and the single cell that did, times their number. Neither record needs to be of an ideal shuffle. All tests share one \
error level (Holm). Not compared are statistics that learn from the decks that they judge, or that count \
a deck several times.

Where the tests from deck to deck of either record show that decks depend on earlier ones (a program that \
shuffles on from the deck before), only means are compared, by sums of consecutive decks that the records \
keep; laws and cells are refused, by name, and so are means where even these sums depend on each other. A \
record without tests from deck to deck is said to have none.

Exit codes: 0 nothing moved beyond chance; 1 something did; 2 no records, or of different things; 3 too \
few decks to compare anything, or nothing that memory leaves to compare, or statistics that only one of the records has (--only-common leaves them \
out).";

/// Options of `colddeck compare`.
#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Options {
    #[command(flatten)]
    what: compared::Options,
    /// Print the comparison as JSON, and nothing else
    #[arg(long, conflicts_with_all = ["brief", "full"])]
    json: bool,
    #[command(flatten)]
    depth: screen::Options,
    #[command(flatten)]
    files: exports::Files,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    options.files.check()?;
    let comparison = options.what.comparison()?;
    if options.json {
        print_json(&to_json(&comparison)?)?;
    } else {
        print(&report::comparison_terminal(
            &comparison,
            options.depth.depth(),
            screen(),
        ))?;
    }
    exports::annotate(report::comparison_annotations(&comparison));
    options.files.write(&report::Found {
        comparisons: vec![&comparison],
        ..report::Found::new(explain::dictionary())
    })?;
    Ok(Exit::from(comparison.outcome))
}
