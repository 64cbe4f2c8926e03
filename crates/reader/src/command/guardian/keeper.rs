//! The guardian itself.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, IoSlice, Read as _, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::process::{
    Pid, WaitOptions, getpgid, getpid, kill_process, kill_process_group, set_child_subreaper, wait,
};

use super::super::ending::{GRACE, TICK};
use super::super::group::Ask;
use super::super::own;

/// The time between two looks at who has ended, while all goes well.
const LOOK: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 20_000_000,
};

/// The time to wait for programs that were killed: one that belongs to somebody else cannot be.
const LAST: Duration = Duration::from_secs(10);

/// Guards the programs of the process at the other end of standard input, until that end is shut.
pub(super) fn keep() {
    let Ok(mut keeper) = Keeper::new() else {
        return;
    };
    // Nothing may be left, whatever breaks.
    let _ = keeper.start_all();
    keeper.watch();
    keeper.stop();
}

struct Keeper {
    socket: UnixStream,
    /// The jobs that run, by the numbers of their processes.
    jobs: HashMap<u32, usize>,
    id: Pid,
}

impl Keeper {
    fn new() -> io::Result<Self> {
        let id = getpid();
        set_child_subreaper(Some(id))?;
        // A list of processes shows this name.
        let _ = rustix::thread::set_name(c"guardian");
        let socket = io::stdin().as_fd().try_clone_to_owned()?;
        Ok(Self {
            socket: UnixStream::from(socket),
            jobs: HashMap::new(),
            id,
        })
    }

    /// Starts the jobs, each when it is asked for it; an error if it cannot, or shall not.
    fn start_all(&mut self) -> io::Result<()> {
        let mut order = Vec::new();
        while order.last() != Some(&b'\n') {
            order.push(self.asked()?);
        }
        let (words, jobs, asks): (Vec<String>, usize, Vec<String>) =
            serde_json::from_slice(&order)?;
        for number in 0..jobs {
            self.asked()?;
            match own::spawn(
                &words,
                None,
                (number, jobs),
                asks.get(number).map_or("", String::as_str),
            ) {
                Ok(child) => self.hand_over(child, number)?,
                Err(error) => {
                    let code = error.raw_os_error();
                    let code = code.unwrap_or(Errno::INVAL.raw_os_error());
                    self.socket.write_all(b"-")?;
                    self.socket.write_all(&code.to_le_bytes())?;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The next byte from the process whose programs these are.
    fn asked(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.socket.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    /// Hands the pipes of a job over.
    fn hand_over(&mut self, child: Child, number: usize) -> io::Result<()> {
        self.jobs.insert(child.id(), number);
        let pipes: [OwnedFd; 2] = [
            child.stdout.expect("it is piped").into(),
            child.stderr.expect("it is piped").into(),
        ];
        let pipes = pipes.each_ref().map(OwnedFd::as_fd);
        let mut room = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
        let mut files = SendAncillaryBuffer::new(&mut room);
        files.push(SendAncillaryMessage::ScmRights(&pipes));
        let answer = &[IoSlice::new(b"+")];
        while let Err(error) = sendmsg(&self.socket, answer, &mut files, SendFlags::NOSIGNAL) {
            if error != Errno::INTR {
                return Err(error.into());
            }
        }
        Ok(())
    }

    /// Tells how jobs ended until there is nobody at the other end.
    fn watch(&mut self) {
        loop {
            let mut asked = [PollFd::new(&self.socket, PollFlags::IN)];
            let heard = match poll(&mut asked, Some(&LOOK)) {
                Ok(0) | Err(Errno::INTR) => false,
                Ok(_) => true,
                Err(_) => return,
            };
            if heard && self.asked().is_err() {
                return;
            }
            self.reap();
        }
    }

    /// Waits for those that have ended, tells it of the jobs, and says whether others run.
    fn reap(&mut self) -> bool {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((id, status))) => {
                    let id = id.as_raw_nonzero().get().cast_unsigned();
                    if let Some(number) = self.jobs.remove(&id) {
                        let word =
                            |number: Option<i32>| number.map_or("-".to_owned(), |n| n.to_string());
                        let (code, signal) = (status.exit_status(), status.terminating_signal());
                        // Nobody needs to know if nobody listens.
                        let _ = writeln!(self.socket, "{number} {} {}", word(code), word(signal));
                    }
                }
                Ok(None) => return true,
                Err(Errno::INTR) => {}
                Err(_) => return false,
            }
        }
    }

    /// Stops all its children, and those that become its children by that: asked politely first, and not asked any more
    /// after a moment.
    fn stop(&mut self) {
        let mut asked = HashSet::new();
        let firmly = Instant::now() + GRACE;
        let last = firmly + LAST;
        while self.reap() && Instant::now() < last {
            let ask = if Instant::now() < firmly {
                Ask::Politely
            } else {
                Ask::Firmly
            };
            for child in self.children() {
                // No number of a child is anybody else's before it was waited for, which only this thread does.
                if asked.insert((child, ask)) || ask == Ask::Firmly {
                    let _ = kill_process(child, ask.signal());
                    if getpgid(Some(child)) == Ok(child) {
                        let _ = kill_process_group(child, ask.signal());
                    }
                }
            }
            thread::sleep(TICK);
        }
    }

    /// The processes whose parent this is; the jobs alone where the system does not tell.
    fn children(&self) -> Vec<Pid> {
        let Ok(processes) = fs::read_dir("/proc") else {
            let jobs = self.jobs.keys().map(|id| id.cast_signed());
            return jobs.filter_map(Pid::from_raw).collect();
        };
        let processes = processes.flatten().filter_map(|process| {
            let id: i32 = process.file_name().to_str()?.parse().ok()?;
            let state = fs::read_to_string(process.path().join("stat")).ok()?;
            // The state and the parent come after the name, which is in brackets and may hold anything.
            let parent = state.rsplit_once(')')?.1.split_whitespace().nth(1)?;
            (parent.parse() == Ok(self.id.as_raw_nonzero().get())).then(|| Pid::from_raw(id))?
        });
        processes.collect()
    }
}
