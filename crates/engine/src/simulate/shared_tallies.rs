//! Tallies that all threads count into: those of large decks are too large for each to have its own.

use std::sync::Mutex;

use deck::batch::Batch;
use statistic::{Gauge, Notes, Sink, Tally};

/// Parts of a tally, each of which one thread at a time may add to.
const PARTS: usize = 64;

/// The tallies of one job, in the order of the counters.
#[derive(Debug)]
pub(super) struct SharedTallies<'a> {
    tallies: Vec<Parts<'a>>,
}

/// One tally: the number of cells in a part, the parts, and what it holds besides.
#[derive(Debug)]
struct Parts<'a> {
    size: usize,
    cells: Vec<Mutex<&'a mut [u64]>>,
    notes: Mutex<&'a mut Notes>,
}

impl<'a> SharedTallies<'a> {
    /// Shares `tallies` out. Only buffers add to parts.
    pub fn new<B: Batch>(tallies: &'a mut [Tally], gauges: &[Gauge<'_, B>], cards: usize) -> Self {
        let split = |(tally, gauge): (&'a mut Tally, &Gauge<'_, B>)| {
            let (cells, notes) = tally.parts_mut();
            let parts = if gauge.counter.buffer(cards).is_some() {
                PARTS
            } else {
                1
            };
            let size = cells.len().div_ceil(cards).div_ceil(parts) * cards;
            let parts = cells.chunks_mut(size.max(1)).map(Mutex::new).collect();
            let notes = Mutex::new(notes);
            Parts {
                size,
                cells: parts,
                notes,
            }
        };
        Self {
            tallies: tallies.iter_mut().zip(gauges).map(split).collect(),
        }
    }

    /// Gives the sink that the thread of this number counts into.
    pub fn sink(&self, thread: usize) -> ThreadSink<'_, 'a> {
        ThreadSink {
            shared: self,
            thread,
        }
    }
}

/// Threads begin with different parts, so that they seldom wait for each other.
pub(super) struct ThreadSink<'a, 'tallies> {
    shared: &'a SharedTallies<'tallies>,
    thread: usize,
}

impl Sink for ThreadSink<'_, '_> {
    fn add(&mut self, counter: usize, add: &mut dyn FnMut(usize, &mut [u64])) {
        let Parts {
            size, cells: parts, ..
        } = &self.shared.tallies[counter];
        if parts.is_empty() {
            return;
        }
        let start = self.thread * 7 % parts.len();
        for part in (start..parts.len()).chain(0..start) {
            let mut cells = parts[part].lock().expect("no thread panicked");
            add(part * size, &mut cells);
        }
    }

    fn note(&mut self, counter: usize, note: &mut dyn FnMut(&mut Notes)) {
        let parts = &self.shared.tallies[counter];
        note(&mut parts.notes.lock().expect("no thread panicked"));
    }

    fn count(&mut self, counter: usize, count: &mut dyn FnMut(&mut [u64], &mut Notes)) {
        let parts = &self.shared.tallies[counter];
        let mut notes = parts.notes.lock().expect("no thread panicked");
        // A tally of no cells has no part.
        match parts.cells.first() {
            Some(cells) => count(&mut cells.lock().expect("no thread panicked"), &mut notes),
            None => count(&mut [], &mut notes),
        }
    }
}
