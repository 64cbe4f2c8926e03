//! The state of a run on its way: saved now and then, gone on from, and saved a last time where the run is stopped.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;

use super::interrupt::Watch;
use super::lock::Lock;
use super::progress::Console;
use super::{Exit, stdio};
use ::run::checkpoint::{self, About, Contents, FileError, Results};
use ::run::conduct::{Ledger, LedgerError, Progress, Saved, Shard, Wish};
use text::duration;
use text::harmless;
use text::pieces::{Left, Pieces};

/// The time between two saves of a run, unless told otherwise: a shorter run is never saved.
const EVERY: Duration = Duration::from_mins(1);

/// The name of a checkpoint in the folder of results.
pub(super) const NAME: &str = "checkpoint.colddeck";

/// Options for runs that outlast a process.
#[derive(Debug, Clone, Default, Args)]
#[group(id = "keeping")]
pub(super) struct Options {
    /// Save what was counted so often, as in 60s or 10m, and at Ctrl-C; 0: never. Specs are saved every minute without it,
    /// into the folder of their results
    #[arg(long, value_name = "TIME", value_parser = duration::duration)]
    pub checkpoint: Option<Duration>,
    /// Go on from what was saved, to the very bytes of a run that was never stopped; what is finished is not run again
    #[arg(long)]
    pub resume: bool,
    /// Stop after so long, save, and give the verdict so far
    #[arg(long, value_name = "TIME", value_parser = duration::duration)]
    pub time_limit: Option<Duration>,
}

/// The reason why a run was stopped before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopped {
    /// This signal came.
    Signal(i32),
    /// Its time was over.
    Time,
}

impl Stopped {
    /// The end of the command, if the verdict so far has `exit`.
    pub fn exit(self, exit: Exit) -> Exit {
        match self {
            Self::Signal(signal) => Exit::Signal(signal as u8),
            Self::Time => exit,
        }
    }

    /// The word for it in messages.
    pub fn told(self) -> &'static str {
        match self {
            Self::Signal(_) => "interrupted",
            Self::Time => "the time is over",
        }
    }
}

/// Limits of time of a whole command, and the signals that stop it.
#[derive(Debug)]
pub(super) struct Clock {
    watch: Watch,
    ends: Option<Instant>,
}

impl Clock {
    /// Starts now.
    ///
    /// # Errors
    /// If signals cannot be watched for.
    pub fn start(options: &Options) -> anyhow::Result<Self> {
        let watch = Watch::begin().context("cannot watch for Ctrl-C")?;
        let ends = options.time_limit;
        let ends = ends.and_then(|limit| Instant::now().checked_add(limit));
        Ok(Self { watch, ends })
    }

    /// The reason why the run should stop, if it should.
    pub fn stopped(&self) -> Option<Stopped> {
        let over = self.ends.is_some_and(|ends| Instant::now() >= ends);
        let signal = self.watch.signal().map(Stopped::Signal);
        signal.or_else(|| over.then_some(Stopped::Time))
    }
}

/// The state of one run.
pub(super) struct Book<'a> {
    clock: &'a Clock,
    about: About,
    /// The file in which it is saved, if it is.
    path: Option<PathBuf>,
    every: Duration,
    state: Mutex<State>,
    /// True if its counts came from elsewhere.
    merged: bool,
}

#[derive(Default)]
struct State {
    /// The state that an earlier run saved, until it is asked for.
    saved: Option<Saved>,
    pieces: Results,
    /// The first piece that an earlier run did, which is done again: a program that works otherwise is found out.
    first: Option<Vec<u8>>,
    stage: u32,
    /// The time at which it was last saved, or begun.
    last: Option<Instant>,
    written: bool,
    stopped: Option<Stopped>,
    /// The reason why a search cannot go on.
    failed: Option<anyhow::Error>,
    /// True once the work is to stop in its midst.
    left: bool,
}

impl<'a> Book<'a> {
    /// Opens the book of a run that begins, or goes on from what is saved at `path` if `options` say so.
    ///
    /// # Errors
    /// If what is saved there is of another run, or damaged.
    pub fn open(
        clock: &'a Clock,
        about: About,
        path: Option<PathBuf>,
        options: &Options,
    ) -> anyhow::Result<Self> {
        let every = options.checkpoint.unwrap_or(EVERY);
        let path = path.filter(|_| !every.is_zero());
        let mut state = State {
            last: Some(Instant::now()),
            ..State::default()
        };
        if let Some(path) = &path {
            if options.resume {
                state.go_on_from(path, &about)?;
            } else if about.shard == Shard::WHOLE && path.exists() {
                stdio::note(&format!(
                    "note: {} is left of a run that was stopped; --resume would go on from it, and this run begins anew",
                    harmless::path(path)
                ));
            }
        }
        Ok(Self {
            clock,
            about,
            path,
            every,
            state: Mutex::new(state),
            merged: false,
        })
    }

    /// The book of a run whose counts are all there.
    pub fn of(clock: &'a Clock, about: About, saved: Saved) -> Self {
        let state = State {
            saved: Some(saved),
            ..State::default()
        };
        Self {
            clock,
            about,
            path: None,
            every: EVERY,
            state: Mutex::new(state),
            merged: true,
        }
    }

    /// The run that it is of.
    pub fn about(&self) -> &About {
        &self.about
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The reason why it was stopped, if it was.
    pub fn stopped(&self) -> Option<Stopped> {
        self.state().stopped
    }

    /// The file in which it was saved, if it was.
    pub fn written(&self) -> Option<&Path> {
        let written = self.state().written;
        self.path.as_deref().filter(|_| written)
    }

    /// Does `work`, a search that may be left in its midst; tells how it ended then.
    ///
    /// # Errors
    /// The failures of `work`, or the reason why the search could not go on.
    pub fn until_left(&self, work: impl FnOnce() -> anyhow::Result<Exit>) -> anyhow::Result<Exit> {
        let done = work();
        let (failed, stopped) = {
            let mut state = self.state();
            if done.is_ok() || !state.left {
                return done;
            }
            (state.failed.take(), state.stopped)
        };
        match (failed, stopped) {
            (None, Some(stopped)) => {
                self.tell(stopped);
                Ok(stopped.exit(Exit::TooLittle))
            }
            (failed, _) => Err(failed.unwrap_or_else(|| anyhow::anyhow!("the search was left"))),
        }
    }

    /// Removes what was saved: the results are there.
    pub fn close(&self) {
        let Some(path) = &self.path else { return };
        if self.about.shard == Shard::WHOLE && (self.state().written || path.exists()) {
            // One that stays is of this run, and no harm.
            let _ = fs::remove_file(path);
        }
    }

    /// Says that the run was stopped, and how to go on.
    pub fn tell(&self, stopped: Stopped) {
        stdio::note(&match self.written() {
            Some(path) => format!(
                "{}: saved in {}; the same command with --resume goes on from there",
                stopped.told(),
                harmless::path(path)
            ),
            None => format!(
                "{}: nothing was saved; --checkpoint 60s saves what was counted",
                stopped.told()
            ),
        });
    }

    fn write(
        &self,
        state: &mut State,
        saved: Option<&Saved>,
        whole: bool,
    ) -> Result<(), LedgerError> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let about = About {
            whole,
            ..self.about.clone()
        };
        let contents = Contents {
            saved,
            pieces: &state.pieces,
        };
        checkpoint::write(path, &about, contents).map_err(|error| {
            let kept = if state.written {
                "; what was saved before is kept, and --resume goes on from it"
            } else {
                ""
            };
            LedgerError(
                format!("the run was stopped, as it could not be saved{kept}"),
                Some(Box::new(error)),
            )
        })?;
        (state.last, state.written) = (Some(Instant::now()), true);
        Ok(())
    }

    fn is_due(&self, state: &State) -> bool {
        let since = state.last.map_or(Duration::ZERO, |last| last.elapsed());
        self.path.is_some() && since >= self.every
    }
}

impl State {
    /// Leaves a search for this reason.
    fn leave(&mut self, why: anyhow::Error) -> Left {
        (self.failed, self.left) = (Some(why), true);
        Left
    }

    /// Takes what is saved at `path`, if anything is.
    fn go_on_from(&mut self, path: &Path, ours: &About) -> anyhow::Result<()> {
        let (about, counts) = match checkpoint::read(path) {
            Ok(found) => found,
            Err(FileError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        let other = (about.shard != ours.shard).then(|| {
            let Shard { number, of } = about.shard;
            format!("it is part {number} of {of}")
        });
        if let Some(difference) = about.differs(ours).or(other) {
            bail!(
                "{}: {difference}; accepted: what the same command saved, or to begin anew, without --resume",
                harmless::path(path)
            );
        }
        (self.saved, self.pieces) = (counts.saved, counts.pieces);
        self.first = self.pieces.remove(&(1, 0));
        self.written = true;
        Ok(())
    }
}

impl Ledger for Book<'_> {
    fn shard(&self) -> Shard {
        self.about.shard
    }

    fn saved(&self) -> Option<Saved> {
        self.state().saved.take()
    }

    fn wish(&self) -> Wish {
        let mut state = self.state();
        if let Some(stopped) = self.clock.stopped() {
            state.stopped = Some(stopped);
            return Wish::Stop;
        }
        if self.is_due(&state) {
            return Wish::Save;
        }
        Wish::GoOn
    }

    fn keeps(&self) -> bool {
        // Counts that came from elsewhere are held against this program's own.
        self.path.is_some() || self.merged
    }

    fn keep(&self, saved: &Saved, ended: bool) -> Result<(), LedgerError> {
        let mut state = self.state();
        let shared_out = self.about.shard != Shard::WHOLE;
        if ended && !shared_out && !state.written && !self.is_due(&state) {
            return Ok(());
        }
        self.write(&mut state, Some(saved), ended)
    }

    fn pieces(&self) -> Option<&dyn Pieces> {
        Some(self)
    }
}

impl Pieces for Book<'_> {
    fn begin(&self) {
        self.state().stage += 1;
    }

    fn done(&self, number: usize) -> Result<Option<Vec<u8>>, Left> {
        let state = self.state();
        if state.left {
            // Another thread has left.
            return Err(Left);
        }
        let place = u32::try_from(number)
            .ok()
            .map(|number| (state.stage, number));
        Ok(place.and_then(|place| state.pieces.get(&place).cloned()))
    }

    fn keep(&self, number: usize, result: Vec<u8>) -> Result<(), Left> {
        let mut state = self.state();
        if state.failed.is_some() {
            return Err(Left);
        }
        if (state.stage, number) == (1, 0)
            && let Some(first) = state.first.take()
            && first != result
        {
            return Err(state.leave(anyhow::anyhow!(
                "this program works otherwise than the one that saved its results; accepted: to begin anew, without --resume"
            )));
        }
        if let Ok(number) = u32::try_from(number) {
            let place = (state.stage, number);
            state.pieces.insert(place, result);
        }
        let stopped = self.clock.stopped();
        if stopped.is_none() && !self.is_due(&state) {
            return Ok(());
        }
        if let Err(error) = self.write(&mut state, None, false) {
            return Err(state.leave(error.into()));
        }
        if stopped.is_some() {
            (state.stopped, state.left) = (stopped, true);
            return Err(Left);
        }
        Ok(())
    }
}

/// The file in which a run is saved, and the lock on it; `None` if it is not saved. Results that go to `folder` are
/// saved there; without one, a file in the current folder has the run's `name`, if it was asked for.
pub(super) fn place(
    folder: Option<&Path>,
    name: &str,
    about: &About,
    options: &Options,
) -> anyhow::Result<Option<(PathBuf, Lock)>> {
    let Shard { number, of } = about.shard;
    let part = (of > 1).then(|| format!("part-{number}-of-{of}.colddeck"));
    let asked = part.is_some() || options.checkpoint.is_some() || options.resume;
    if let Some(folder) = folder {
        let lock = Lock::take(folder, part.as_deref())?;
        return Ok(Some((folder.join(part.as_deref().unwrap_or(NAME)), lock)));
    }
    if !asked {
        return Ok(None);
    }
    let file = part.unwrap_or_else(|| NAME.to_owned());
    let file = format!("{name}-{}-{file}", about.name());
    let lock = Lock::take(Path::new("."), Some(&file))?;
    Ok(Some((PathBuf::from(file), lock)))
}

/// Options that change no result: those without a value, and those with one.
const NEUTRAL: (&[&str], &[&str]) = (
    &["--resume", "--json", "--quiet", "-q"],
    &[
        "--checkpoint",
        "--time-limit",
        "--threads",
        "--isa",
        "--export",
        "--out",
    ],
);

/// The words of the command line that its result depends on.
pub(super) fn words() -> String {
    let mut words = std::env::args().skip(1);
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let (alone, with_value) = NEUTRAL;
        if with_value.contains(&word.as_str()) {
            words.next();
            continue;
        }
        let named = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        if !alone.contains(&named) && !with_value.contains(&named) {
            kept.push(word);
        }
    }
    kept.join(" ")
}

/// A console whose pieces of work are kept.
pub(super) struct Kept<'a>(pub &'a Console, pub &'a Book<'a>);

impl Progress for Kept<'_> {
    fn begin(&self, what: &str, decks: Option<u64>) {
        self.0.begin(what, decks);
    }

    fn think(&self, what: &str) {
        self.0.think(what);
    }

    fn advance(&self, decks: u64) {
        self.0.advance(decks);
    }

    fn end(&self) {
        self.0.end();
    }

    fn announce(&self, what: &str) {
        self.0.announce(what);
    }

    fn pieces(&self) -> Option<&dyn Pieces> {
        Some(self.1)
    }
}
