//! The program `colddeck`: parse the command line, call the command, map its result to an exit code.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::{self, ExitCode};
use std::thread;

use colddeck::cli::Exit;

/// The size of the stack, which is also what most systems give to the first thread.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    too_large_files_are_errors();
    // Another thread takes more addresses than the first one does (`ulimit -v`), so there is one only where it must be.
    if !has_small_stack() {
        return run();
    }
    match thread::Builder::new().stack_size(STACK).spawn(run) {
        // A panic has already printed its message.
        Ok(running) => running.join().unwrap_or_else(|_| ExitCode::from(101)),
        Err(error) => {
            let error = anyhow::Error::new(error).context("cannot start a thread");
            colddeck::cli::fail(&error);
            Exit::Failure.into()
        }
    }
}

/// Returns true if the stack of the first thread may grow less than usual, as `ulimit -s` says: a
/// program that overflows it is ended without a word.
#[cfg(unix)]
fn has_small_stack() -> bool {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Stack);
    limit.current.is_some_and(|bytes| bytes < STACK as u64)
}

#[cfg(not(unix))]
fn has_small_stack() -> bool {
    false
}

fn run() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    colddeck::cli::main(&words, &["/proc/self/exe".into()]).into()
}

/// The system's memory, with an error where there is no more: what stands without an allocator of its own aborts, and tells
/// nobody how to do better.
struct Memory;

#[global_allocator]
static MEMORY: Memory = Memory;

#[allow(
    unsafe_code,
    reason = "stable Rust has no other way to learn that memory is out; each function only hands on what it is given"
)]
// SAFETY: the system's allocator does all of it; what it cannot give ends the program.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the same promises to both.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.realloc(memory, layout, size) }, size)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// The memory that the system gave, or an end with an error, for which no memory is needed.
fn given(memory: *mut u8, bytes: usize) -> *mut u8 {
    if memory.is_null() {
        let _ = writeln!(
            io::stderr(),
            "error: the system gives no {bytes} bytes of memory more; accepted: fewer cards, decks or threads, or a higher limit (ulimit -v)"
        );
        process::exit(i32::from(Exit::Failure.code()));
    }
    memory
}

/// Past `ulimit -f` a write fails, and says so, where the signal would end the program at once. Programs that this one
/// starts have the signal as it was.
fn too_large_files_are_errors() {
    #[cfg(unix)]
    {
        // The signal does what it always did where there can be no handler.
        let noted = std::sync::Arc::default();
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, noted);
    }
}
