//! A bell by which the readers of programs wake the thread that drains them, and by which they learn that it has
//! looked at every stream since.

#[cfg(unix)]
pub(super) use real::{Bell, Ear};
#[cfg(not(unix))]
pub(super) use silent::Bell;

#[cfg(unix)]
mod real {
    use std::io::{self, PipeReader, PipeWriter, Read as _, Write as _};
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A bell, with the rounds of the thread that hears it.
    #[derive(Debug)]
    pub(in super::super) struct Bell {
        rope: PipeWriter,
        rounds: AtomicU64,
    }

    /// The end that is heard, in a round over all streams.
    #[derive(Debug)]
    pub(in super::super) struct Ear(PipeReader);

    impl Bell {
        pub fn new() -> io::Result<(Self, Ear)> {
            let (ear, rope) = io::pipe()?;
            let rounds = AtomicU64::new(0);
            Ok((Self { rope, rounds }, Ear(ear)))
        }

        /// Wakes the thread. Nobody rings again and again without waiting for it, so that the pipe has room.
        pub(crate) fn ring(&self) {
            // Nobody is left to wake once the thread is gone.
            let _ = (&self.rope).write(&[0]);
        }

        /// The rounds that the thread has begun.
        pub fn rounds(&self) -> u64 {
            self.rounds.load(Ordering::SeqCst)
        }

        /// Returns true if it has looked at every stream since it had begun so many rounds: once two more have begun,
        /// the first of them is over.
        pub(crate) fn looked_since(&self, rounds: u64) -> bool {
            self.rounds() >= rounds + 2
        }

        pub(crate) fn begin_round(&self) {
            self.rounds.fetch_add(1, Ordering::SeqCst);
        }
    }

    impl Ear {
        pub(crate) fn pipe(&self) -> &PipeReader {
            &self.0
        }

        /// Forgets that it rang, once it did.
        pub(crate) fn heard(&mut self) {
            let _ = self.0.read(&mut [0; 4096]);
        }
    }
}

#[cfg(not(unix))]
mod silent {
    /// Nothing needs to be woken here: each stream has a thread of its own.
    #[derive(Debug)]
    pub(in super::super) struct Bell;

    #[expect(clippy::unused_self, reason = "elsewhere the bell is real")]
    impl Bell {
        pub(crate) fn ring(&self) {}

        pub fn rounds(&self) -> u64 {
            0
        }

        pub(crate) fn looked_since(&self, _rounds: u64) -> bool {
            true
        }
    }
}
