//! `colddeck advise`: which routine mixes best in the time that there is.

use clap::Args;

use super::exact::answered;
use super::keeping::{self, Book, Clock};
use super::{Exit, exports, machine};
use crate::options::advise;
use ::run::checkpoint::About;
use text::files::Noted;

/// The question, what becomes of its answer, and what it is answered on.
#[derive(Debug, Args)]
pub(super) struct Options {
    #[command(flatten)]
    asked: advise::Options,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    files: exports::Files,
    #[command(flatten)]
    keeping: keeping::Options,
    #[command(flatten)]
    machine: machine::Options,
}

pub(super) fn run(options: &Options, read: &[Noted]) -> anyhow::Result<Exit> {
    let Options {
        asked,
        json,
        files,
        keeping,
        machine,
    } = options;
    let about = About::new("advise", keeping::words(), None, read);
    let place = keeping::place(None, "advise", &about, keeping)?;
    let (place, _lock) = place.unzip();
    let clock = Clock::start(keeping)?;
    let book = Book::open(&clock, about, place, keeping)?;
    book.until_left(|| {
        let exit = answered(&asked.0, (*json, files), machine.machine(), Some(&book))?;
        book.close();
        Ok(exit)
    })
}
