//! All that a program writes until it ends: what it is asked for is one thing, and no stream.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::ending::{Ending, GRACE};
use super::jobs::{Jobs, Unstarted};
use super::pipe::{Break, Pipe, Watch, Why};
use super::{Program, SourceError, buffer, drain};
use text::names::grouped;

impl Program {
    /// Runs it once to its end, and gives what it wrote on its standard output: so many bytes at the most. Setting `interrupted`
    /// stops it.
    ///
    /// # Errors
    /// If it cannot be started, fails, is silent for too long or writes more.
    pub(crate) fn written(
        &self,
        most: u64,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<Vec<u8>, SourceError> {
        let name = self.shown();
        let unlike = |problem: String| SourceError::Unlike {
            name: name.clone(),
            problem,
        };
        let unstarted = |source| SourceError::Start {
            name: name.clone(),
            source,
        };
        let asking = self.asking(vec![String::new()]);
        let (running, pipes) =
            Jobs::start(&asking, 1, interrupted).map_err(|error| match error {
                Unstarted::Job(_, source) => unstarted(source),
                Unstarted::Interrupted => unlike("it was stopped".to_owned()),
            })?;
        let running = Arc::new(running);
        let mut drained = drain::start(pipes, buffer::room(1)).map_err(unstarted)?;
        let (buffer, tail) = drained.remove(0);
        let broken = Arc::new(Break::default());
        let pipe = Pipe::new(
            buffer,
            Watch {
                jobs: Arc::clone(&running),
                number: 0,
                patience: self.patience,
                until: None,
                interrupted: Arc::clone(interrupted),
                broken: Arc::clone(&broken),
            },
        );
        let mut bytes = Vec::new();
        let read = pipe.take(most + 1).read_to_end(&mut bytes);
        if let Err(source) = read {
            return Err(match broken.why() {
                Some(Why::Interrupted) => unlike("it was stopped".to_owned()),
                Some(_) => unlike(format!(
                    "wrote nothing for {} s; accepted: a program that goes on writing, and ends{}",
                    self.patience.unwrap_or_default().as_secs_f64(),
                    tail.shown(GRACE)
                )),
                None => SourceError::Read { name, source },
            });
        }
        if bytes.len() as u64 > most {
            return Err(unlike(format!(
                "wrote more than {} bytes; accepted: as many numbers as it was asked for",
                grouped(most)
            )));
        }
        let how = match running.ending(0) {
            // It closed its output: all that it writes is there.
            None | Some(Ending::Code(0) | Ending::Unknown) => return Ok(bytes),
            Some(Ending::Code(code)) => format!("ended with exit code {code}"),
            Some(Ending::Signal(signal)) => format!("was ended by signal {signal}"),
        };
        Err(unlike(format!(
            "{how}; accepted: exit code 0{}",
            tail.shown(GRACE)
        )))
    }
}
