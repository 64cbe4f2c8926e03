//! Subjects that are read on one thread while those before them are counted on another.

use std::io;
use std::panic;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;

use super::{Counts, Never, Progress, count};
use deck::batch::Batch;
use deck::kernel::Isa;
use source::{Source, SourceError};
use statistic::{Counted, Probe};

/// Cards that go from thread to thread together, about, and batches at the most: to hand them over takes as long as to read a few
/// decks.
const TOGETHER: usize = 1 << 17;
const MOST_BATCHES: usize = 64;

/// Bundles of batches that are read ahead.
const AHEAD: usize = 2;

/// Counts all subjects of a source, at most `most`, as [`count`] does for a watcher that never looks: this thread reads, and
/// another one counts. Where none can be started, this one does both.
pub fn count_ahead<B: Counted>(
    source: &mut dyn Source<B>,
    (size, most): (usize, u64),
    statistics: &[Probe],
    isa: Isa,
    progress: &dyn Progress,
) -> Result<Counts, SourceError> {
    let (read, to_count) = mpsc::sync_channel(AHEAD);
    let (counted, to_fill) = mpsc::channel();
    let bundles = Bundles::new((size, isa), read, to_fill);
    let there = Bundled {
        bundle: Vec::new(),
        next: 0,
        to_count,
        counted,
    };
    let room = (size, most);
    let counts: io::Result<_> = thread::scope(|scope| {
        let counting = thread::Builder::new().spawn_scoped(scope, move || {
            count(&mut { there }, room, statistics, isa, progress, &mut Never)
        })?;
        bundles.read(source);
        Ok(counting.join())
    });
    match counts {
        Ok(Ok(counts)) => counts,
        Ok(Err(panicked)) => panic::resume_unwind(panicked),
        Err(_) => count(source, room, statistics, isa, progress, &mut Never),
    }
}

/// Batches that were read, or the fault behind the last one.
type Came<B> = Result<Vec<B>, SourceError>;

/// The thread that reads.
struct Bundles<B> {
    /// The cards of each subject, and what batches are worked on with.
    room: (usize, Isa),
    read: SyncSender<Came<B>>,
    to_fill: Receiver<Vec<B>>,
}

impl<B: Batch> Bundles<B> {
    fn new(room: (usize, Isa), read: SyncSender<Came<B>>, to_fill: Receiver<Vec<B>>) -> Self {
        Self {
            room,
            read,
            to_fill,
        }
    }

    /// Reads the source to its end, or until nobody counts any more.
    fn read(self, source: &mut dyn Source<B>) {
        let (size, isa) = self.room;
        let batches = (TOGETHER / (B::MOST * size).max(1)).clamp(1, MOST_BATCHES);
        loop {
            let mut bundle = self.to_fill.try_recv().unwrap_or_default();
            bundle.resize_with(batches, || B::new(size, isa));
            let (mut filled, mut last) = (0, None);
            for batch in &mut bundle {
                last = source.fill(batch).err().map(Err);
                if last.is_some() || batch.is_empty() {
                    last.get_or_insert(Ok(()));
                    break;
                }
                filled += 1;
                // Such come from slow sources, which nobody waits for.
                if batch.len() < B::MOST {
                    break;
                }
            }
            bundle.truncate(filled);
            if filled > 0 && self.read.send(Ok(bundle)).is_err() {
                return;
            }
            if let Some(last) = last {
                if let Err(fault) = last {
                    // Nobody hears of it if all that was asked for was counted.
                    self.read.send(Err(fault)).ok();
                }
                return;
            }
        }
    }
}

/// The source of the thread that counts.
struct Bundled<B> {
    bundle: Vec<B>,
    /// The place of the next batch in the bundle.
    next: usize,
    to_count: Receiver<Came<B>>,
    counted: Sender<Vec<B>>,
}

impl<B: Batch> Source<B> for Bundled<B> {
    fn fill(&mut self, batch: &mut B) -> Result<(), SourceError> {
        loop {
            if let Some(next) = self.bundle.get_mut(self.next) {
                std::mem::swap(batch, next);
                self.next += 1;
                return Ok(());
            }
            // Nobody needs it again if all was read.
            self.counted.send(std::mem::take(&mut self.bundle)).ok();
            self.next = 0;
            let Ok(came) = self.to_count.recv() else {
                batch.clear(0);
                return Ok(());
            };
            self.bundle = came?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Unwatched;
    use deck::{Block, Card};
    use statistic::{Design, Suite};

    /// So many decks, each turned a little further; then a fault, if there is one.
    struct Turned {
        decks: u64,
        next: u64,
        faulty: bool,
        /// Decks in a batch.
        at_once: usize,
    }

    impl Source for Turned {
        fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
            block.clear(self.next);
            while self.next < self.decks && block.len() < self.at_once {
                let mut deck: Vec<Card> = (0..52).collect();
                deck.rotate_left((self.next * self.next % 52) as usize);
                block.push(&deck);
                self.next += 1;
            }
            if self.faulty && block.is_empty() {
                return Err(SourceError::Read {
                    name: "decks.txt".to_owned(),
                    source: io::ErrorKind::BrokenPipe.into(),
                });
            }
            Ok(())
        }
    }

    #[test]
    fn decks_that_are_read_ahead_are_counted_alike() {
        let design = Design {
            size: 52,
            trials: 1,
            replicates: 1,
        };
        let probes = Suite::Quick.probes(&design).unwrap();
        for (decks, at_once, most) in [
            (0, 64, u64::MAX),
            (1, 64, u64::MAX),
            (20_000, 64, u64::MAX),
            (700, 7, u64::MAX),
            (20_000, 64, 5_000),
        ] {
            let source = |faulty| Turned {
                decks,
                next: 0,
                faulty,
                at_once,
            };
            let (room, isa) = ((52, most), Isa::best());
            let ahead = |faulty| count_ahead(&mut source(faulty), room, &probes, isa, &Unwatched);
            let counts = ahead(false).unwrap();
            let other = count(
                &mut source(false),
                room,
                &probes,
                isa,
                &Unwatched,
                &mut Never,
            )
            .unwrap();
            assert_eq!(counts.subjects(), other.subjects());
            for probe in &probes {
                assert_eq!(
                    counts.of(probe).unwrap().cells(),
                    other.of(probe).unwrap().cells(),
                    "{decks} decks: {}",
                    probe.name()
                );
            }
            assert_eq!(ahead(true).is_err(), most == u64::MAX, "{decks} decks");
        }
    }
}
