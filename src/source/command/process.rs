//! One running copy of a program, from its start until it was waited for.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::buffer::Buffer;
use super::group::{self, Ask};
use super::tail::Tail;
use super::{INDEX_VARIABLE, JOBS_VARIABLE, Program};

/// How long a program may take to end after it was asked, or after it closed its output.
const GRACE: Duration = Duration::from_secs(1);

/// The time between two looks at whether it has ended.
const TICK: Duration = Duration::from_millis(5);

/// A copy of a program.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    tail: Arc<Tail>,
    /// How it ended, once it was waited for; and whether it did so by itself.
    ended: Option<(Option<ExitStatus>, bool)>,
}

impl Process {
    /// Starts job `number` of `jobs`, and the threads that drain its output into a buffer of `room`
    /// bytes.
    pub(super) fn start(
        program: &Program,
        number: usize,
        jobs: usize,
        room: usize,
    ) -> io::Result<(Self, Arc<Buffer>)> {
        let (name, arguments) = program.words.split_first().expect("a program has a name");
        let mut command = match &program.folder {
            Some(folder) => {
                let mut command = Command::new(found_in(name, folder)?);
                command.current_dir(folder);
                command
            }
            None => Command::new(name),
        };
        group::lead(&mut command);
        let mut child = command
            .args(arguments)
            .env(INDEX_VARIABLE, number.to_string())
            .env(JOBS_VARIABLE, jobs.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let buffer = Buffer::fill_from(child.stdout.take().expect("it is piped"), room);
        let tail = Tail::of(child.stderr.take().expect("it is piped"));
        let process = Self {
            child,
            tail,
            ended: None,
        };
        Ok((process, buffer))
    }

    /// Stops them all at once and waits until they have ended: asked politely first, and not asked any
    /// more after a second.
    pub(super) fn stop<'a>(processes: impl Iterator<Item = &'a mut Self>) {
        let mut running: Vec<&mut Self> = processes
            .filter(|process| process.ended.is_none())
            .collect();
        for process in &mut running {
            // One that is gone already need not be asked.
            let _ = group::ask(&mut process.child, Ask::Politely);
        }
        let until = Instant::now() + GRACE;
        for process in running {
            process.await_until(until);
            process.reap(false);
        }
    }

    /// Whether it ended within the time.
    fn await_until(&mut self, until: Instant) -> bool {
        while !group::has_ended(&mut self.child) {
            if Instant::now() >= until {
                return false;
            }
            thread::sleep(TICK);
        }
        true
    }

    /// Ends what is left of it and waits for it.
    fn reap(&mut self, by_itself: bool) {
        let _ = group::ask(&mut self.child, Ask::Firmly);
        self.ended = Some((self.child.wait().ok(), by_itself));
    }

    /// Its end, which is waited for a moment, and then enforced.
    fn end(&mut self) -> (Option<ExitStatus>, bool) {
        if self.ended.is_none() {
            let by_itself = self.await_until(Instant::now() + GRACE);
            self.reap(by_itself);
        }
        self.ended.unwrap_or((None, false))
    }

    /// Whether it ended by itself, with exit code 0.
    pub(super) fn ended_well(&mut self) -> bool {
        matches!(self.end(), (Some(status), true) if status.success())
    }

    /// How it ended, in words that follow its name.
    pub(super) fn ending(&mut self) -> String {
        let (Some(status), true) = self.end() else {
            return "closed its output, but ran on,".to_owned();
        };
        match (status.code(), group::signal(status)) {
            (Some(code), _) => format!("ended with exit code {code}"),
            (None, Some(signal)) => format!("was ended by signal {signal}"),
            (None, None) => "ended".to_owned(),
        }
    }

    /// Gives the last lines that it wrote on its standard error.
    pub(super) fn said(&self) -> String {
        // A program that it started may hold the stream open even now.
        let wait = if self.ended.is_some() { GRACE } else { TICK };
        self.tail.shown(wait)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        Self::stop(std::iter::once(self));
    }
}

/// The program's name: one that is a relative path starts in `folder`, whatever the current folder is.
fn found_in(name: &str, folder: &Path) -> io::Result<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 && path.is_relative() {
        return Ok(std::path::absolute(folder)?.join(path));
    }
    Ok(path.to_owned())
}
