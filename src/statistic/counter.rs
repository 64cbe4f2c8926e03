//! Counters, which count decks into rows of integers that merge exactly, in any order.

use std::fmt;

use super::tally::{Kept, Notes, Tally};
use crate::deck::{Block, Layout};

/// A way to count decks into a row of cells. Counters are compared by name.
pub trait Counter: fmt::Debug + Send + Sync {
    /// Its name.
    fn name(&self) -> &str;

    /// Number of cells for decks of `cards` cards.
    fn cells(&self, cards: usize) -> usize;

    /// The side of a block that it reads.
    fn layout(&self) -> Layout;

    /// Adds all decks of `block` to `cells`.
    fn count(&self, block: &Block, cells: &mut [u64]);

    /// A faster way to count many blocks, if there is one.
    fn buffer(&self, _cards: usize) -> Option<Box<dyn Buffer>> {
        None
    }

    /// Bytes that it takes for large decks, about.
    fn buffer_bytes(&self, _cards: usize) -> u128 {
        0
    }

    /// Says how much it keeps of single decks: nothing, unless it says otherwise.
    fn keeps(&self, _cards: usize) -> Keeps {
        Keeps { decks: 0, width: 0 }
    }

    /// Keeps what it needs of the decks of `block` with an index below [`Keeps::decks`].
    fn keep(&self, _block: &Block, _kept: &mut Kept) {}
}

/// The part of single decks that a counter keeps: memory stays bounded, since only the first decks of
/// a run are kept, by their index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keeps {
    /// Decks with an index below this are kept.
    pub decks: u64,
    /// Bytes of each.
    pub width: usize,
}

impl Keeps {
    /// Bytes that they take at the most.
    pub fn bytes(self) -> u128 {
        u128::from(self.decks) * (self.width + size_of::<u64>()) as u128
    }
}

/// Counts on their way to a tally.
pub trait Buffer: fmt::Debug + Send {
    /// Whether a full block still fits in.
    fn has_room(&self) -> bool;

    /// Counts all decks of `block`. There must be room.
    fn hold(&mut self, block: &Block);

    /// Adds what it holds to `cells`, which are those of the tally from cell `first` on.
    fn add_to(&mut self, first: usize, cells: &mut [u64]);

    /// Forgets what it holds.
    fn clear(&mut self);
}

/// The place where counts end up.
pub trait Sink {
    /// Calls `add` with the cells of the counter at place `counter` in the list and the number of the
    /// first of them, or with several parts of them in any order if the counter has a buffer.
    fn add(&mut self, counter: usize, add: &mut dyn FnMut(usize, &mut [u64]));

    /// Calls `note` with the notes that the tally of that counter holds besides its cells.
    fn note(&mut self, counter: usize, note: &mut dyn FnMut(&mut Notes));
}

/// A counter, and the decks that it reads.
#[derive(Debug, Clone, Copy)]
pub struct Gauge<'a> {
    /// 0: the decks themselves. l > 0: the order of each deck relative to the one l before it.
    pub lag: usize,
    /// The counter that counts them.
    pub counter: &'a dyn Counter,
}

impl<'a> Gauge<'a> {
    /// Readings with the same key are the same.
    pub fn key(&self) -> (usize, &'a str) {
        (self.lag, self.counter.name())
    }
}

/// Counts blocks for several counters.
#[derive(Debug)]
pub struct Counting<'a> {
    gauges: Vec<Buffered<'a>>,
    /// Each lag that is read, from the smallest, with the relative orders of the block at hand.
    relative: Vec<(usize, Block)>,
}

/// A gauge, and its faster way to count if it has one.
type Buffered<'a> = (Gauge<'a>, Option<Box<dyn Buffer>>);

impl<'a> Counting<'a> {
    /// Makes it for decks of `cards` cards.
    pub fn new(gauges: &[Gauge<'a>], cards: usize) -> Self {
        let mut lags: Vec<usize> = gauges.iter().map(|gauge| gauge.lag).collect();
        lags.sort_unstable();
        lags.dedup();
        let relative = lags.into_iter().filter(|lag| *lag > 0);
        let with_buffer = |gauge: &Gauge<'a>| (*gauge, gauge.counter.buffer(cards));
        Self {
            gauges: gauges.iter().map(with_buffer).collect(),
            relative: relative.map(|lag| (lag, Block::new(cards))).collect(),
        }
    }

    /// Counts all decks of `block`; `sink` has them once [`Counting::settle`] is called.
    pub fn count(&mut self, block: &mut Block, sink: &mut dyn Sink) {
        for (lag, relative) in &mut self.relative {
            block.relative(*lag, relative);
        }
        for (at, (gauge, buffer)) in self.gauges.iter_mut().enumerate() {
            let relative = self.relative.iter_mut();
            let block = match relative.into_iter().find(|(lag, _)| *lag == gauge.lag) {
                Some((_, relative)) => relative,
                None => &mut *block,
            };
            if !block.is_empty() {
                count_one(at, gauge.counter, buffer.as_deref_mut(), block, sink);
            }
        }
    }

    /// Hands over all counts that are still here.
    pub fn settle(&mut self, sink: &mut dyn Sink) {
        for (at, (_, buffer)) in self.gauges.iter_mut().enumerate() {
            if let Some(buffer) = buffer {
                sink.add(at, &mut |first, cells| buffer.add_to(first, cells));
                buffer.clear();
            }
        }
    }
}

fn count_one(
    at: usize,
    counter: &dyn Counter,
    buffer: Option<&mut (dyn Buffer + 'static)>,
    block: &mut Block,
    sink: &mut dyn Sink,
) {
    block.index(counter.layout());
    let keeps = counter.keeps(block.cards());
    sink.note(at, &mut |notes| {
        notes.decks += block.len() as u64;
        if block.first() < keeps.decks {
            counter.keep(block, &mut notes.kept);
        }
    });
    let Some(buffer) = buffer else {
        sink.add(at, &mut |_, cells| counter.count(block, cells));
        return;
    };
    if !buffer.has_room() {
        sink.add(at, &mut |first, cells| buffer.add_to(first, cells));
        buffer.clear();
    }
    buffer.hold(block);
}

/// Tallies of one's own, in the order of the counters.
impl Sink for Vec<Tally> {
    fn add(&mut self, counter: usize, add: &mut dyn FnMut(usize, &mut [u64])) {
        add(0, self[counter].cells_mut());
    }

    fn note(&mut self, counter: usize, note: &mut dyn FnMut(&mut Notes)) {
        note(self[counter].notes_mut());
    }
}
