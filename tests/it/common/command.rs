//! A command with its input and a limit of time.

use std::ffi::OsStr;
use std::io::{self, Read, Write as _};
use std::path::Path;
use std::process::{self, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::PATIENCE;

/// The time between two looks at whether a command has ended.
const TICK: Duration = Duration::from_millis(2);

/// A command that is killed when it hangs. Its input ends with what [`Command::write_stdin`] gave.
#[derive(Debug)]
pub struct Command {
    command: process::Command,
    input: Vec<u8>,
}

impl Command {
    /// The command of this name or path.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        Self {
            command: process::Command::new(program),
            input: Vec::new(),
        }
    }

    /// Adds an argument.
    pub fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Self {
        self.command.arg(argument);
        self
    }

    /// Adds arguments.
    pub fn args<A: AsRef<OsStr>>(&mut self, arguments: impl IntoIterator<Item = A>) -> &mut Self {
        self.command.args(arguments);
        self
    }

    /// Sets a variable of its environment.
    pub fn env(&mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Self {
        self.command.env(name, value);
        self
    }

    /// Removes a variable of its environment.
    pub fn env_remove(&mut self, name: impl AsRef<OsStr>) -> &mut Self {
        self.command.env_remove(name);
        self
    }

    /// Empties its environment.
    pub fn env_clear(&mut self) -> &mut Self {
        self.command.env_clear();
        self
    }

    /// Lets it run in `folder`.
    pub fn current_dir(&mut self, folder: impl AsRef<Path>) -> &mut Self {
        self.command.current_dir(folder);
        self
    }

    /// Gives it this to read.
    pub fn write_stdin(&mut self, input: impl Into<Vec<u8>>) -> &mut Self {
        self.input = input.into();
        self
    }

    /// Runs it to its end, or kills it when it hangs: then it has no exit code.
    pub fn output(&mut self) -> io::Result<Output> {
        let pipes = self.command.stdin(Stdio::piped());
        let pipes = pipes.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn()?;
        let (mut stdin, input) = (child.stdin.take(), self.input.clone());
        // It need not read all of it.
        let written = thread::spawn(move || {
            let _ = stdin.as_mut().map(|stdin| stdin.write_all(&input));
        });
        let (stdout, stderr) = (read(child.stdout.take()), read(child.stderr.take()));
        let until = Instant::now() + PATIENCE;
        let status = loop {
            match child.try_wait()? {
                Some(status) => break status,
                None if Instant::now() > until => {
                    child.kill()?;
                    break child.wait()?;
                }
                None => thread::sleep(TICK),
            }
        };
        let _ = written.join();
        Ok(Output {
            status,
            stdout: stdout.join().expect("no panic")?,
            stderr: stderr.join().expect("no panic")?,
        })
    }
}

fn read(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<io::Result<Vec<u8>>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.expect("piped").read_to_end(&mut bytes)?;
        Ok(bytes)
    })
}
