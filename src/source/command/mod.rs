//! Decks that a program writes while it runs, several copies of it at once.
//!
//! Each copy, a job, is told its number by the environment variable [`INDEX_VARIABLE`] and how many
//! there are by [`JOBS_VARIABLE`]. Decks are taken from the jobs in turns whose length is fixed
//! beforehand, so that the result depends on what the programs write and never on which of them is
//! fast. While one job is read the others go on until their buffers are full: the memory needed does not
//! depend on the number of decks.
//!
//! A job that ends, or stays silent, before it gave its share ends it all with an error; nothing is
//! started again. Whatever happens, all jobs are stopped and waited for.

mod buffer;
mod group;
mod pipe;
mod process;
mod tail;
#[cfg(test)]
mod tests;
mod turns;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Facts, Outside, Reading, Recorded, Source, SourceError};
use crate::deck::{BLOCK, Block};
use crate::harmless;
use pipe::{Break, Pipe};
use process::Process;
use turns::Turns;

/// The environment variable that tells a job its number, from 0.
pub const INDEX_VARIABLE: &str = "COLDDECK_JOB";

/// The environment variable that tells a job how many there are.
pub const JOBS_VARIABLE: &str = "COLDDECK_JOBS";

/// A program that writes decks.
#[derive(Debug, Clone)]
pub struct Program {
    /// The program first, then its arguments; never empty.
    words: Vec<String>,
    /// Where it runs, if not in the current folder.
    folder: Option<PathBuf>,
    /// Copies of it that run at once.
    jobs: usize,
    /// How long a job may write nothing while it is waited for; `None`: for ever.
    patience: Option<Duration>,
    /// File, line and key of the spec that names it; `None` where the user typed it.
    place: Option<String>,
}

impl Program {
    /// The program `words[0]` with the other words as its arguments, which runs in `folder`, or else in
    /// the current one: one job of it, which may write nothing for a minute. A program's name that is a relative path
    /// starts there too. `None` without a word.
    pub fn new(words: Vec<String>, folder: Option<PathBuf>) -> Option<Self> {
        (!words.is_empty()).then_some(Self {
            words,
            folder,
            jobs: 1,
            patience: Some(DEFAULT_PATIENCE),
            place: None,
        })
    }

    /// Copies of it that run at once, at the most.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// So many copies of it run at once, each of which may write nothing for so long while it is waited
    /// for; `None`: for ever.
    #[must_use]
    pub fn run_as(self, jobs: usize, patience: Option<Duration>) -> Self {
        Self {
            jobs,
            patience,
            ..self
        }
    }

    /// It stands in a spec: file, line and key.
    #[must_use]
    pub fn named_at(self, place: String) -> Self {
        Self {
            place: Some(place),
            ..self
        }
    }

    /// File, line and key of the spec that names it; `None` where the user typed it.
    pub fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// Writes it as one would in a shell: `python3 -u 'my shuffle.py'`.
    pub fn shown(&self) -> String {
        harmless::shell(&self.words)
    }
}

/// Copies of a program that may run at once.
pub const MOST_JOBS: u16 = 1024;

/// How long a program may write nothing, if nothing else is said.
pub const DEFAULT_PATIENCE: Duration = Duration::from_mins(1);

/// How long is waited for a program that may write nothing for this time: for 0, for ever (`None`).
pub fn patience(time: Duration) -> Option<Duration> {
    (!time.is_zero()).then_some(time)
}

/// Decks that are wanted of a program.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Cards in a deck.
    pub cards: usize,
    /// Decks from all jobs together.
    pub decks: u64,
    /// Whether they may turn out to be fewer: then all jobs are heard soon, in short turns.
    pub at_most: bool,
}

/// Decks from running programs.
#[derive(Debug)]
pub struct Commanded {
    shown: String,
    turns: Turns,
    wanted: u64,
    given: u64,
    patience: Option<Duration>,
    relation: String,
    jobs: Vec<Job>,
    failed: bool,
}

#[derive(Debug)]
struct Job {
    process: Process,
    decks: Recorded<Pipe>,
    /// Why its stream broke, if it did.
    broken: Arc<Break>,
}

impl Commanded {
    /// Starts the jobs of `program`, but no more than there are blocks of decks. Whoever sets
    /// `interrupted` stops it all.
    ///
    /// # Panics
    ///
    /// If the size of the decks is out of range.
    pub fn start(
        program: &Program,
        reading: &Reading,
        wanted: Wanted,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<Self, SourceError> {
        let Wanted { cards, decks, .. } = wanted;
        let turns = if wanted.at_most {
            Turns::short(decks, program.jobs)
        } else {
            Turns::long(decks, program.jobs, cards)
        };
        let shown = program.shown();
        let mut jobs: Vec<Job> = Vec::new();
        let mut relation = String::new();
        for number in 0..turns.jobs() {
            let name = if turns.jobs() > 1 {
                format!("{shown} ({INDEX_VARIABLE}={number})")
            } else {
                shown.clone()
            };
            // Those that run already are stopped when they are dropped.
            let started = Process::start(program, number, turns.jobs(), buffer::room(cards));
            let (process, buffer) = started.map_err(|source| SourceError::Start {
                name: name.clone(),
                source,
            })?;
            let broken = Arc::new(Break::default());
            let pipe = Pipe::new(
                buffer,
                program.patience,
                Arc::clone(interrupted),
                Arc::clone(&broken),
            );
            let decks = Recorded::new(pipe, name, cards, reading).stream(number as u64);
            relation = decks.relation();
            jobs.push(Job {
                process,
                decks,
                broken,
            });
        }
        Ok(Self {
            shown,
            turns,
            wanted: decks,
            given: 0,
            patience: program.patience,
            relation,
            jobs,
            failed: false,
        })
    }

    /// Stops all jobs and waits until they have ended.
    fn stop(&mut self) {
        Process::stop(self.jobs.iter_mut().map(|job| &mut job.process));
    }

    /// Fills `block` from the job whose turn it is.
    fn take(&mut self, block: &mut Block) -> Result<(), SourceError> {
        let wanted = (self.wanted - self.given).min(BLOCK as u64) as usize;
        let number = self.turns.job_at(self.given);
        let job = &mut self.jobs[number];
        let before = job.decks.decks();
        let found = job.decks.fill_some(block, self.given, wanted);
        let decks = before + block.len() as u64;
        match found {
            Ok(()) if block.len() == wanted => {}
            Ok(()) => return Err(self.ended(number, decks)),
            Err(error) => return Err(self.explained(number, decks, error)),
        }
        if number > 0 && before == 0 {
            self.check_alike(number)?;
        }
        self.given += block.len() as u64;
        Ok(())
    }

    /// All jobs must write in the same way: `colddeck` cannot know which of them is wrong.
    fn check_alike(&self, number: usize) -> Result<(), SourceError> {
        let (first, this) = (&self.jobs[0].decks, &self.jobs[number].decks);
        let problem = if first.notation() != this.notation() {
            format!(
                "found {}, but {} writes {}; accepted: all jobs alike; --format and --base say how",
                this.notation(),
                first.name(),
                first.notation()
            )
        } else if !this.has_cards_of(first) {
            format!(
                "found other names of cards than {} writes; accepted: the same cards from all jobs",
                first.name()
            )
        } else {
            return Ok(());
        };
        Err(SourceError::Deck {
            name: this.name().to_owned(),
            place: "first deck".to_owned(),
            problem,
        })
    }

    /// The job's output ended too soon.
    fn ended(&mut self, number: usize, decks: u64) -> SourceError {
        let wanted = self.turns.share(number);
        let job = &mut self.jobs[number];
        let how = job.process.ending();
        SourceError::Ended {
            name: job.decks.name().to_owned(),
            how,
            decks,
            wanted,
            said: job.process.said(),
        }
    }

    fn interrupted(&self) -> SourceError {
        SourceError::Interrupted {
            name: self.shown.clone(),
            decks: self.given,
            wanted: self.wanted,
        }
    }

    /// Turns an error of the job's reader into one that names the cause.
    fn explained(&mut self, number: usize, decks: u64, error: SourceError) -> SourceError {
        let wanted = self.turns.share(number);
        let job = &mut self.jobs[number];
        let name = job.decks.name().to_owned();
        match job.broken.why() {
            None => error,
            // Half a deck is no surprise from a program that died; but one that ended well wrote
            // something that is no deck.
            Some(pipe::Why::Ended) if job.process.ended_well() && !job.decks.found_nothing() => {
                error
            }
            Some(pipe::Why::Ended) => self.ended(number, decks),
            Some(pipe::Why::Silent) => SourceError::Silent {
                name,
                seconds: self.patience.unwrap_or_default().as_secs_f64(),
                decks,
                wanted,
                said: job.process.said(),
            },
            Some(pipe::Why::Interrupted) => self.interrupted(),
        }
    }
}

impl Source for Commanded {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        if self.failed || self.given == self.wanted {
            block.clear(self.given);
            self.stop();
            return if self.failed {
                Err(self.interrupted())
            } else {
                Ok(())
            };
        }
        let taken = self.take(block);
        if taken.is_err() {
            self.failed = true;
            block.clear(self.given);
            self.stop();
        }
        taken
    }
}

impl Outside for Commanded {
    fn name(&self) -> &str {
        &self.shown
    }

    fn described(&self) -> String {
        let mut parts = vec![self.shown.clone()];
        if self.jobs.len() > 1 {
            parts.push(format!("{} jobs", self.jobs.len()));
        }
        if let Some(first) = self.jobs.first() {
            parts.push(format!("{}{}", first.decks.notation(), self.relation));
        }
        match self.facts().skipped {
            0 => {}
            1 => parts.push("1 broken deck skipped".to_owned()),
            more => parts.push(format!("{more} broken decks skipped")),
        }
        parts.join(", ")
    }

    fn facts(&self) -> Facts {
        let mut all = Facts::default();
        for job in &self.jobs {
            let facts = job.decks.facts();
            all.copies |= facts.copies;
            all.unknown_start |= facts.unknown_start;
            all.unmoved_first |= facts.unmoved_first;
            all.skipped += facts.skipped;
            all.unused += facts.unused;
            if all.first_skipped.is_empty() && facts.skipped > 0 {
                all.first_skipped = format!("{}, {}", job.decks.name(), facts.first_skipped);
            }
        }
        all
    }
}

impl Drop for Commanded {
    fn drop(&mut self) {
        self.stop();
    }
}
