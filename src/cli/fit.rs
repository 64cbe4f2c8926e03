//! `colddeck fit`: which model made some decks.

use clap::Args;

use super::progress::Console;
use super::screen::screen;
use super::{Exit, exports, stdio};
use crate::options::fitted;
use ::run::conduct::Progress;
use ::run::explain;
use record::answers::Found;
use record::to_json;

/// The help that goes beyond that of the options.
const HELP: &str = "\
Each deck is taken to have been shuffled --times from the order before (sorted, or --start; --in-place: the deck before it), \
always in the same way. Models are the right shuffle, riffles (of several packets, of sleeved cards, of clumps), mashes, \
overhand and Hindu shuffles, cuts, shelf shufflers, deals onto piles and other orders without chance, and the wrong programs \
of `colddeck list shuffles`. Likelihoods are exact where there is a law of whole orders; else they are simulated likelihoods \
of named statistics, and marked as such.

First cards and hands (--view first:7, hand:7): a file has a line of numbers for each deck. Their likelihood is that of one \
coarse statistic, the class of a view by a few counts, such as cards from each quarter of the deck. It takes some 200 views to \
tell one or two shuffles by hand, and thousands to tell wrong programs from fair ones.

How many decks it takes: 10 to 20 tell hands from each other, and some 100 tell wrong programs from fair ones. Before you \
record any, `colddeck fit --plan --deck 60` says so for each model; after, the answer says how many it takes to tell the best \
from the next.

The exit code is 0 where a model, or fair, is named; 1 where none of them fits; 2 for a wrong input; 3 where there are too \
few decks.";

/// Options of `colddeck fit`.
#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Options {
    #[command(flatten)]
    what: fitted::Options,
    /// Print the answer as JSON
    #[arg(long, conflicts_with = "full")]
    json: bool,
    /// Show all models, and all that is known of them
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    files: exports::Files,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    options.files.check()?;
    stdio::check()?;
    let asked = options.what.asked()?;
    let console = Console::new(false);
    console.think("likelihoods");
    let answer = asked.answer();
    console.end();
    options.files.write(&report::Found {
        answers: vec![&answer],
        ..report::Found::new(explain::dictionary())
    })?;
    let Found::Fit(found) = &answer.found else {
        return Ok(Exit::Failure);
    };
    if options.json {
        stdio::print_json(&to_json(&answer)?)?;
    } else if options.full {
        stdio::print(&report::answer(&answer, screen()))?;
    } else {
        let page = report::fit_at_a_glance(found, answer.deck.unwrap_or_default());
        stdio::print(&page.drawn(&answer.letters, screen()))?;
    }
    asked.remarks.iter().for_each(|remark| stdio::note(remark));
    Ok(found.verdict.into())
}
