//! Decks that a program writes while it runs, several copies of it at once.
//!
//! Each copy, a job, is told its number by the environment variable [`INDEX_VARIABLE`] and how many
//! there are by [`JOBS_VARIABLE`]. Its standard input has one line: the decks that are wanted of it, and a seed of its own. Decks are taken from the jobs in turns whose length is fixed
//! beforehand, so that the result depends on what the programs write and never on which of them is
//! fast. While one job is read the others go on until their buffers are full: the memory needed does not
//! depend on the number of decks.
//!
//! A job that fails, stays silent or takes too long before it gave its share ends it all with an error; one that ends
//! well ends it with the decks that came, and it is said how many were wanted. Nothing is started again. Whatever happens, all jobs are stopped and waited for, and on Linux all that they started: see
//! [`guardian()`].

mod bell;
mod buffer;
mod drain;
mod ending;
mod group;
mod guardian;
mod jobs;
mod own;
mod pipe;
mod program;
mod tail;
#[cfg(test)]
mod tests;
mod turns;
mod whole;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::{Facts, Outside, Reading, Recorded, Source, SourceError};
use deck::rng::{Draws, PcgDraws};
use deck::{BLOCK, Block};
use ending::{Ending, GRACE, TICK};
pub use guardian::guardian;
use jobs::{Jobs, Unstarted};
use pipe::{Break, Pipe, Watch};
pub use program::{DEFAULT_PATIENCE, MOST_JOBS, Program, patience};
use tail::Tail;
use text::harmless;
use text::names::grouped;
use turns::Turns;

/// The environment variable that tells a job its number, from 0.
pub(crate) const INDEX_VARIABLE: &str = "COLDDECK_JOB";

/// The environment variable that tells a job how many there are.
pub(crate) const JOBS_VARIABLE: &str = "COLDDECK_JOBS";

/// Decks that are wanted of a program.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Cards in a deck.
    pub cards: usize,
    /// Decks from all jobs together.
    pub decks: u64,
    /// True if they may turn out to be fewer: then all jobs are heard soon, in short turns.
    pub at_most: bool,
    /// The seed of the run: each job is told one of its own.
    pub seed: u128,
}

/// The line that a job is asked with: how many decks are wanted of it, and a seed from 0 to 2³¹ − 1, which any language takes.
fn asked(decks: u64, seed: u128, job: u64) -> String {
    let seed = PcgDraws::for_batch(seed, "exec", 0, job).word() >> 33;
    format!("{decks} {seed}\n")
}

/// Decks from running programs.
#[derive(Debug)]
pub struct Commanded {
    shown: String,
    turns: Turns,
    wanted: u64,
    given: u64,
    patience: Option<Duration>,
    limit: Option<Duration>,
    relation: String,
    running: Arc<Jobs>,
    jobs: Vec<Job>,
    failed: bool,
    /// Decks that were wanted, if a job ended by itself before it gave its share.
    short_of: Option<u64>,
}

/// A job that is being read.
#[derive(Debug)]
struct Job {
    tail: Arc<Tail>,
    decks: Recorded<Pipe>,
    /// The reason why its stream broke, if it did.
    broken: Arc<Break>,
}

impl Commanded {
    /// Starts the jobs of `program`, but no more than there are blocks of decks. Setting
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
        let name = |number: usize| {
            if turns.jobs() > 1 {
                format!("{shown} ({INDEX_VARIABLE}={number})")
            } else {
                shown.clone()
            }
        };
        let unstarted = |number, source| SourceError::Start {
            name: name(number),
            source,
        };
        let started = Instant::now();
        let asks = (0..turns.jobs()).map(|job| asked(turns.share(job), wanted.seed, job as u64));
        let asking = program.asking(asks.collect());
        let running = Jobs::start(&asking, turns.jobs(), interrupted);
        let (running, pipes) = running.map_err(|error| match error {
            Unstarted::Job(number, source) => unstarted(number, source),
            Unstarted::Interrupted => SourceError::Interrupted {
                name: shown.clone(),
                decks: 0,
                wanted: decks,
            },
        })?;
        let running = Arc::new(running);
        let drained = drain::start(pipes, buffer::room(turns.jobs()));
        let drained = drained.map_err(|source| unstarted(0, source))?;
        let mut relation = String::new();
        let jobs = drained
            .into_iter()
            .enumerate()
            .map(|(number, (buffer, tail))| {
                let broken = Arc::new(Break::default());
                let watch = Watch {
                    jobs: Arc::clone(&running),
                    number,
                    patience: program.patience,
                    until: program.limit.and_then(|limit| started.checked_add(limit)),
                    interrupted: Arc::clone(interrupted),
                    broken: Arc::clone(&broken),
                };
                let pipe = Pipe::new(buffer, watch);
                let decks = Recorded::new(pipe, name(number), cards, reading).stream(number as u64);
                relation = decks.relation();
                Job {
                    tail,
                    decks,
                    broken,
                }
            });
        let jobs = jobs.collect();
        Ok(Self {
            shown,
            turns,
            wanted: decks,
            given: 0,
            patience: program.patience,
            limit: program.limit,
            relation,
            running,
            jobs,
            failed: false,
            short_of: None,
        })
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
            // What came from a program that ended well is tested: nobody asked it twice.
            Ok(())
                if self.given + block.len() as u64 > 0
                    && self.running.ending(number) == Some(Ending::Code(0)) =>
            {
                self.short_of = Some(self.wanted);
                self.wanted = self.given + block.len() as u64;
            }
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
                "found {}, but {} writes {}; accepted: the same from all jobs, as --format and --base can say",
                this.notation(),
                first.name(),
                first.notation()
            )
        } else if !this.has_cards_of(first) {
            format!(
                "found other names of cards than those that {} writes; accepted: the same cards from all jobs",
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
        let how = match self.running.ending(number) {
            None => "closed its output, but kept running,".to_owned(),
            Some(Ending::Code(code)) => format!("ended with exit code {code}"),
            Some(Ending::Signal(signal)) => format!("was ended by signal {signal}"),
            Some(Ending::Unknown) => "ended".to_owned(),
        };
        SourceError::Ended {
            name: self.jobs[number].decks.name().to_owned(),
            how,
            decks,
            wanted: self.turns.share(number),
            said: self.said(number),
        }
    }

    /// The last lines that a job wrote on its standard error.
    fn said(&self, number: usize) -> String {
        // A program that it started may hold the stream open even now.
        let has_ended = self.running.ended(number).is_some();
        let wait = if has_ended { GRACE } else { TICK };
        self.jobs[number].tail.shown(wait)
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
        let job = &self.jobs[number];
        let name = job.decks.name().to_owned();
        let seconds = |time: Option<Duration>| time.unwrap_or_default().as_secs_f64();
        match job.broken.why() {
            None => error,
            // Half a deck is no surprise from a program that died; but one that ended well wrote
            // something that is no deck.
            Some(pipe::Why::Ended)
                if !job.decks.found_nothing()
                    && self.running.ending(number) == Some(Ending::Code(0)) =>
            {
                error
            }
            Some(pipe::Why::Ended) => self.ended(number, decks),
            Some(pipe::Why::Silent) => SourceError::Silent {
                name,
                seconds: seconds(self.patience),
                decks,
                wanted,
                said: self.said(number),
            },
            Some(pipe::Why::Late) => SourceError::Late {
                name,
                seconds: seconds(self.limit),
                decks,
                wanted,
                said: self.said(number),
            },
            Some(pipe::Why::Interrupted) => self.interrupted(),
        }
    }
}

impl Source for Commanded {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        if self.failed || self.given == self.wanted {
            block.clear(self.given);
            self.running.stop();
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
            self.running.stop();
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
        if let Some(wanted) = self.short_of {
            let (given, wanted) = (grouped(self.given), grouped(wanted));
            parts.push(format!(
                "which ended after {given} of the {wanted} decks that were wanted"
            ));
        }
        match self.facts().skipped {
            0 => {}
            1 => parts.push("1 broken deck skipped".to_owned()),
            more => parts.push(format!("{more} broken decks skipped")),
        }
        harmless::words(&parts.join(", ")).into_owned()
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
        self.running.stop();
    }
}
