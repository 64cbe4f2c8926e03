//! Jobs that are children of this process.
//!
//! A program is asked to end together with its process group. One that left the group (`setsid`) is out of reach,
//! and so is everything where this process is killed: see [`guardian`](super::guardian).

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Instant;

use super::ending::{Ending, GRACE, TICK};
use super::group::{self, Ask};
use super::{INDEX_VARIABLE, JOBS_VARIABLE, Program};

/// Jobs that are children of this process.
#[derive(Debug, Default)]
pub(super) struct Own(Vec<Child>);

impl Own {
    /// Starts the next one of `jobs` jobs.
    pub(super) fn start(&mut self, program: &Program, jobs: usize) -> io::Result<&mut Child> {
        let (words, folder) = (&program.words, program.folder.as_deref());
        let number = self.0.len();
        let ask = program.asks.get(number).map_or("", String::as_str);
        let child = spawn(words, folder, (number, jobs), ask)?;
        Ok(self.0.push_mut(child))
    }

    /// Tells how a job ended, if it has.
    pub(super) fn ended(&mut self, number: usize) -> Option<Ending> {
        self.0.get_mut(number).and_then(group::ended)
    }

    /// Stops them all at once and waits until they have ended: asked politely first, and not asked any more after a
    /// second. None is there any more then.
    pub(super) fn stop(&mut self) {
        let mut all = std::mem::take(&mut self.0);
        for child in &mut all {
            group::ask(child, Ask::Politely);
        }
        let until = Instant::now() + GRACE;
        for child in &mut all {
            while group::ended(child).is_none() && Instant::now() < until {
                thread::sleep(TICK);
            }
        }
        for child in &mut all {
            group::ask(child, Ask::Firmly);
        }
        for child in &mut all {
            let _ = child.wait();
        }
    }
}

/// Starts job `number` of `jobs`, whose standard output and standard error are pipes, and whose standard input is `ask` alone.
pub(super) fn spawn(
    words: &[String],
    folder: Option<&Path>,
    (number, jobs): (usize, usize),
    ask: &str,
) -> io::Result<Child> {
    let (name, arguments) = words.split_first().expect("a program has a name");
    let mut command = match folder {
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
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // A line fits into any pipe; a program that does not read it, or has ended, is no fault.
    if let Some(mut input) = child.stdin.take() {
        let _ = input.write_all(ask.as_bytes());
    }
    Ok(child)
}

/// The program's name: one that is a relative path starts in `folder`, whatever the current folder is.
fn found_in(name: &str, folder: &Path) -> io::Result<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 && path.is_relative() {
        return Ok(std::path::absolute(folder)?.join(path));
    }
    Ok(path.to_owned())
}
