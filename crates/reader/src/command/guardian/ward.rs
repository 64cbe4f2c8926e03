//! The side of the process whose programs are guarded.

use std::ffi::OsString;
use std::io::{self, IoSliceMut, Read as _, Write as _};
use std::mem::MaybeUninit;
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, recv, recvmsg,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::super::Program;
use super::super::ending::{Ending, Pipes};
use super::WORD;

/// The command that starts this program once more, if it can be its own guardian.
static ITSELF: OnceLock<Vec<OsString>> = OnceLock::new();

/// Programs have a guardian from now on.
pub(super) fn begin(itself: &[OsString]) {
    ITSELF.get_or_init(|| itself.to_vec());
}

/// Files that are open besides those of the jobs, and some more.
const OTHER_FILES: u64 = 64;

/// The jobs of a program that are the children of a guardian.
#[derive(Debug)]
pub(in super::super) struct Guarded {
    guardian: Child,
    socket: UnixStream,
    /// The beginning of a line of it.
    line: Vec<u8>,
    /// The ending of each job, if it has ended.
    ended: Vec<Option<Ending>>,
    /// It will say nothing more.
    gone: bool,
}

impl Guarded {
    /// A guardian for `jobs` jobs of `program`; none where there cannot be one.
    pub(in super::super) fn new(program: &Program, jobs: usize) -> Option<Self> {
        let (itself, more) = ITSELF.get()?.split_first()?;
        let (socket, theirs) = UnixStream::pair().ok()?;
        let mut command = Command::new(itself);
        if more.is_empty() {
            // A list of processes shows this name.
            command.arg0("guardian");
        }
        command
            .args(more)
            .arg(WORD)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Ctrl-C in a terminal is not for it.
            .process_group(0);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let guardian = command.spawn().ok()?;
        // The jobs have the limit that the user set.
        allow_files(jobs);
        let mut guarded = Self {
            guardian,
            socket,
            line: Vec::new(),
            ended: vec![None; jobs],
            gone: false,
        };
        let order = serde_json::to_string(&(&program.words, jobs, &program.asks)).ok()?;
        // A guardian that is gone already is noticed with the first job.
        let _ = writeln!(guarded.socket, "{order}");
        Some(guarded)
    }

    /// Lets it start the next job.
    pub(in super::super) fn start(&mut self) -> io::Result<Pipes> {
        // It starts one at a time, so that no more files than its own and ours are on their way.
        self.socket.write_all(b".")?;
        let mut room = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
        let mut files = RecvAncillaryBuffer::new(&mut room);
        let mut answer = [0];
        let received = loop {
            let into = &mut [IoSliceMut::new(&mut answer)];
            match recvmsg(&self.socket, into, &mut files, RecvFlags::CMSG_CLOEXEC) {
                Err(rustix::io::Errno::INTR) => {}
                received => break received?,
            }
        };
        if received.bytes == 0 {
            return Err(io::Error::other("its guardian was ended"));
        }
        if answer == *b"-" {
            let mut code = [0; 4];
            self.socket.read_exact(&mut code)?;
            return Err(io::Error::from_raw_os_error(i32::from_le_bytes(code)));
        }
        let pipes = files.drain().find_map(|message| match message {
            RecvAncillaryMessage::ScmRights(mut pipes) => Some((pipes.next()?, pipes.next()?)),
            _ => None,
        });
        match pipes {
            Some(pipes) if !received.flags.contains(ReturnFlags::CTRUNC) => Ok(pipes),
            // They did not all fit.
            _ => Err(rustix::io::Errno::MFILE.into()),
        }
    }

    /// Tells how a job ended, if it has.
    pub(in super::super) fn ended(&mut self, number: usize) -> Option<Ending> {
        self.listen(RecvFlags::DONTWAIT);
        let ended = self.ended.get(number).copied().flatten();
        ended.or(self.gone.then_some(Ending::Unknown))
    }

    /// Hears what it says: all that it has said, or all that it will say.
    fn listen(&mut self, flags: RecvFlags) {
        let mut bytes = [0_u8; 4096];
        while !self.gone {
            match recv(&self.socket, &mut bytes[..], flags) {
                Ok((0, _)) => self.gone = true,
                Ok((read, _)) => {
                    for &byte in &bytes[..read] {
                        if byte == b'\n' {
                            self.hear();
                        } else {
                            self.line.push(byte);
                        }
                    }
                }
                Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::AGAIN) => return,
                Err(_) => self.gone = true,
            }
        }
    }

    /// A line: the number of a job, its exit code, and the signal that ended it; `-` where there is none.
    fn hear(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        let mut words = line.split(' ').map(|word| word.parse::<i32>().ok());
        let number = words
            .next()
            .flatten()
            .and_then(|at| usize::try_from(at).ok());
        let (code, signal) = (words.next().flatten(), words.next().flatten());
        let ending = match (code, signal) {
            (Some(code), _) => Ending::Code(code),
            (None, Some(signal)) => Ending::Signal(signal),
            (None, None) => Ending::Unknown,
        };
        if let Some(ended) = number.and_then(|number| self.ended.get_mut(number)) {
            *ended = Some(ending);
        }
    }

    /// Lets it stop them all, with all that they started, and waits until it is done.
    pub(in super::super) fn stop(&mut self) {
        let _ = self.socket.shutdown(Shutdown::Write);
        self.listen(RecvFlags::empty());
        let _ = self.guardian.wait();
    }
}

/// Allows as many open files as the jobs need, as far as the user may: many systems allow no more than 1,024 at first.
fn allow_files(jobs: usize) {
    let wanted = 2 * jobs as u64 + OTHER_FILES + open_files();
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < wanted) {
        let current = limit.maximum.map_or(wanted, |most| most.min(wanted));
        let limit = Rlimit {
            current: Some(current),
            ..limit
        };
        // If it is not allowed, the job that has no files any more says so.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

/// Files that are open now.
fn open_files() -> u64 {
    std::fs::read_dir("/proc/self/fd").map_or(0, |files| files.count() as u64)
}
