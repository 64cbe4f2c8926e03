//! Streams that are watched for ever: `colddeck test --follow` and `colddeck exec --follow`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;

use super::{Exit, interrupt, machine, output, stdio};
use ::run::conduct::{Ended, Observer, follow};
use ::run::spec::Experiment;
use record::follow::{Status, Watching};
use report::follow::{ending, line};
use text::duration;
use text::harmless;

/// The help on it.
pub(super) const HELP: &str = "\
Watching for ever (--follow): a named pipe, a file that others go on writing, a pipe on standard input, or a program \
(exec). The log, a line every minute, goes to standard output, and the verdict as soon as there is one: the exit code is 1 at \
once when the decks are shown not to be fair. That a fair shuffler is ever called unfair, in a lifetime, has the probability \
--alpha. A deck that was hardly shuffled, or that is the deck before it once more, is named at that very deck (exec: at the \
end of its block of 64). Faults that begin later are seen in windows of 512 to 134 million decks, which begin anew for ever. Memory does \
not grow.

The end of a pipe or of a program ends the watch: exit code 0 without evidence, which shows no shuffle to be fair, or 3 with fewer \
than 64 decks. A named pipe does not end with its writer, nor a file at its end: Ctrl-C (130) or SIGTERM (143) ends the watch, and what \
was found so far is said. A file that is cut, replaced or removed is an error (2).

--status FILE is JSON for monitors, written anew at each line, never seen half written: `state` (watching, failed, ended, interrupted, \
broken), `words`, `decks`, `log10_e` and `log10_enough`, `windows`, `drift` (figures that moved, and since when), \
`hardly_shuffled` (the share of such decks that is excluded), `last_deck` (seconds since 1970).";

/// Options for watching a stream for ever.
#[derive(Debug, Args)]
#[group(id = "follow-options")]
pub(super) struct Options {
    /// Watch the decks for ever: a verdict as soon as there is one, a line every minute
    #[arg(long, conflicts_with = "until_decided")]
    pub follow: bool,
    /// The time between two lines
    #[arg(long, value_name = "TIME", default_value = "1m", requires = "follow", value_parser = duration::duration)]
    every: Duration,
    /// A file that is written anew at each line, for monitors: JSON
    #[arg(long, value_name = "FILE", requires = "follow")]
    status: Option<PathBuf>,
}

/// Watches the stream of `experiment`, and says how it ended.
pub(super) fn run(
    experiment: &Experiment<'_>,
    options: &Options,
    machine: &machine::Options,
    output: &output::Options,
) -> anyhow::Result<Exit> {
    check(output)?;
    let mut log = Log::begin(options, output)?;
    let ended = follow(experiment, machine.machine(), &mut log)?;
    log.end(ended)
}

/// Refuses what is there for a record: a watch has none.
fn check(output: &output::Options) -> anyhow::Result<()> {
    if output.out.is_some() {
        bail!("--out: found it with --follow; accepted: --status FILE");
    }
    if output.depth.depth() != report::Depth::Glance {
        bail!("--brief, --full: found one with --follow; accepted: --quiet, or neither");
    }
    stdio::check()
}

/// The log of a watch.
struct Log<'a> {
    options: &'a Options,
    quiet: bool,
    json: bool,
    next: Instant,
    /// True if it was said that the file for monitors cannot be written.
    warned: bool,
    watch: interrupt::Watch,
}

impl<'a> Log<'a> {
    fn begin(options: &'a Options, output: &output::Options) -> anyhow::Result<Self> {
        let watch = interrupt::Watch::begin().context("cannot watch for Ctrl-C")?;
        Ok(Self {
            options,
            quiet: output.quiet,
            json: output.json.is_some(),
            // The first status at once: a file that cannot be written is found out then.
            next: Instant::now(),
            warned: false,
            watch,
        })
    }

    /// Writes the file for monitors, if there is one; without it the watch goes on.
    fn write(&mut self, status: &Status) {
        let Some(path) = &self.options.status else {
            return;
        };
        match write(path, status) {
            Ok(()) => self.warned = false,
            Err(error) if !self.warned => {
                self.warned = true;
                let text = harmless::lines(&format!("{error:#}")).into_owned();
                stdio::note(&format!("warning: {text}; the watch goes on"));
            }
            Err(_) => {}
        }
    }

    fn end(mut self, ended: Ended) -> anyhow::Result<Exit> {
        let too_little = ended.is_too_little();
        let Ended { status, error } = ended;
        self.write(&status);
        if self.json {
            stdio::print_json(&record::to_json(&status)?)?;
        } else if status.decks > 0 || error.is_none() {
            // Of no deck at all, the error says enough.
            stdio::print(&ending(&status))?;
        }
        let exit = match status.state {
            Watching::Failed => Exit::Evidence,
            Watching::Interrupted => Exit::Signal(self.watch.signal().unwrap_or(0) as u8),
            Watching::Ended if too_little => Exit::TooLittle,
            Watching::Ended | Watching::Watching => Exit::NoEvidence,
            Watching::Broken => Exit::Failure,
        };
        match error {
            Some(error) => Err(error.into()),
            None => Ok(exit),
        }
    }
}

impl Observer for Log<'_> {
    fn goes_on(&mut self, status: &mut dyn FnMut() -> Status) -> bool {
        if self.watch.signal().is_some() {
            return false;
        }
        let now = Instant::now();
        if now >= self.next {
            let status = status();
            // Nothing is said before the first deck.
            if status.decks > 0 && !self.quiet && !self.json {
                // A log that nobody reads any more ends nothing.
                let _ = stdio::print(&format!("{}\n", line(&status)));
            }
            self.write(&status);
            self.next = now + self.options.every.max(LEAST);
        }
        true
    }
}

/// The shortest time between two lines.
const LEAST: Duration = Duration::from_millis(10);

/// Writes the file for monitors, whole or not at all.
fn write(path: &Path, status: &Status) -> anyhow::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.with_context(|| {
        let found = harmless::path(path);
        format!("--status: found `{found}`; accepted: the name of a file")
    })?;
    record::write(folder, &[(name, record::to_json(status)?)])?;
    Ok(())
}
