//! Counters, which count decks into rows of integers that merge exactly, in any order.

use std::fmt;

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

use super::tally::{Kept, Notes, Tally};
use deck::batch::Batch;
use deck::kernel::Isa;
use deck::subject::{Draws, Hands, Orders, Rows, States};
use deck::{BLOCK, Block};

/// A way to count decks into a row of cells. Counters are compared by name.
pub trait Counter<B: Batch = Block>: fmt::Debug + Send + Sync {
    /// Its name.
    fn name(&self) -> &str;

    /// Number of cells for decks of `cards` cards.
    fn cells(&self, cards: usize) -> usize;

    /// The side of a block that it reads.
    fn layout(&self) -> B::Layout;

    /// Adds all decks of `block` to `cells`; `notes` take what is no sum.
    fn count(&self, block: &B, cells: &mut [u64], notes: &mut Notes);

    /// The most that one subject of this size adds to one cell, or to a sum in the notes: one, unless it says
    /// otherwise. If the tallies hold the excess of a number over its least value, this is the number itself.
    fn most(&self, _size: usize) -> u64 {
        1
    }

    /// Subjects that it looks at: all, unless it says otherwise.
    fn looks_at(&self) -> u64 {
        u64::MAX
    }

    /// A faster way to count many blocks, if there is one.
    fn buffer(&self, _cards: usize) -> Option<Box<dyn Buffer<B>>> {
        None
    }

    /// The name of a counter whose counts are sums of what its buffer holds: where both count, only this one does.
    fn holds_sums_of(&self, _cards: usize) -> Option<&'static str> {
        None
    }

    /// Bytes that it takes for large decks, about.
    fn buffer_bytes(&self, _cards: usize) -> u128 {
        0
    }

    /// Says how much it keeps of single decks: nothing, unless it says otherwise.
    fn keeps(&self, _cards: usize) -> Keeps {
        Keeps::default()
    }

    /// Keeps what it needs of the decks of `block` that [`Keeps::has`], and hashes of later ones.
    fn keep(&self, _block: &B, _kept: &mut Kept) {}
}

/// The part of single decks that a counter keeps: memory stays bounded, since only the first decks of
/// a run are kept, by their index, and samples of the others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Keeps {
    /// Decks with an index below this are kept.
    pub decks: u64,
    /// Later ones that are kept, about, each time that their number grows e-fold: whole blocks, so that most have their neighbours.
    pub sampled: u64,
    /// Bytes of each.
    pub width: usize,
    /// Hashes of later decks that are kept, the least of all; their `width` is 16.
    pub later: usize,
}

impl Keeps {
    /// Returns true if the deck of that index is kept.
    pub(crate) fn has(self, index: u64) -> bool {
        if index < self.decks || self.sampled == 0 {
            return index < self.decks;
        }
        let block = index / BLOCK as u64;
        // A block at index i is kept if a number from 0 to 1 that looks random is below `sampled`/i.
        let above = u128::from(scattered(block)) * u128::from(block * BLOCK as u64);
        above < u128::from(self.sampled) << u64::BITS
    }

    /// Bytes that they take in a run of so many subjects, about.
    pub fn bytes(self, subjects: u64) -> u128 {
        let (decks, later) = (
            self.decks.min(subjects),
            subjects.saturating_sub(self.decks),
        );
        let growth = libm::log(subjects.max(1) as f64 / self.decks.max(1) as f64);
        let sampled = (self.sampled as f64 * growth.max(0.0)) as u64;
        let hashes = later.min(self.later as u64) * 2 * size_of::<(u128, u64)>() as u64;
        u128::from(decks + sampled) * (self.width + size_of::<u64>()) as u128 + u128::from(hashes)
    }
}

/// A number that looks random (Steele, Lea and Flood, 2014, "Fast splittable pseudorandom number generators": the finalizer of
/// `SplitMix64`).
fn scattered(number: u64) -> u64 {
    let mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Counts on their way to a tally.
pub trait Buffer<B = Block>: fmt::Debug + Send {
    /// Returns true if a full block still fits in.
    fn has_room(&self) -> bool;

    /// Counts all decks of `block`. There must be room.
    fn hold(&mut self, block: &B);

    /// Adds what it holds to `cells`, which are those of the tally from cell `first` on.
    fn add_to(&mut self, first: usize, cells: &mut [u64]);

    /// Adds what it holds to the notes, if it belongs there.
    fn add_to_notes(&mut self, _notes: &mut Notes) {}

    /// Adds the counts of the counter that [`Counter::holds_sums_of`] names to `cells`, which are those of its tally from
    /// cell `first` on.
    fn add_sums_to(&mut self, _first: usize, _cells: &mut [u64]) {}

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

    /// Calls `count` with all cells and the notes of a counter that has no buffer.
    fn count(&mut self, counter: usize, count: &mut dyn FnMut(&mut [u64], &mut Notes));
}

/// The counter of a statistic, by the subjects that it counts.
#[derive(Debug, Clone, Copy)]
pub enum AnyCounter<'a> {
    /// Whole decks.
    Decks(&'a dyn Counter<Block>),
    /// Views of decks.
    Views(&'a dyn Counter<Hands>),
    /// Draws of symbols.
    Sequences(&'a dyn Counter<Draws>),
    /// Hands from decks that differ.
    Rows(&'a dyn Counter<Rows>),
    /// States of a puzzle.
    States(&'a dyn Counter<States>),
    /// Orders of items.
    Orders(&'a dyn Counter<Orders>),
}

impl<'a> AnyCounter<'a> {
    /// Its name.
    pub fn name(self) -> &'a str {
        match self {
            Self::Decks(counter) => counter.name(),
            Self::Views(counter) => counter.name(),
            Self::Sequences(counter) => counter.name(),
            Self::Rows(counter) => counter.name(),
            Self::States(counter) => counter.name(),
            Self::Orders(counter) => counter.name(),
        }
    }

    /// The counter, if it is one of whole decks.
    pub fn decks(self) -> Option<&'a dyn Counter> {
        Block::counter(self)
    }
}

/// Batches of subjects that statistics are defined on.
pub trait Counted: Batch + 'static {
    /// The counter, if it is one of such subjects.
    fn counter(counter: AnyCounter<'_>) -> Option<&dyn Counter<Self>>;

    /// A counter of such subjects, as one of any.
    fn any(counter: &dyn Counter<Self>) -> AnyCounter<'_>;
}

impl Counted for Block {
    fn counter(counter: AnyCounter<'_>) -> Option<&dyn Counter> {
        match counter {
            AnyCounter::Decks(counter) => Some(counter),
            _ => None,
        }
    }

    fn any(counter: &dyn Counter) -> AnyCounter<'_> {
        AnyCounter::Decks(counter)
    }
}

impl Counted for Hands {
    fn counter(counter: AnyCounter<'_>) -> Option<&dyn Counter<Self>> {
        match counter {
            AnyCounter::Views(counter) => Some(counter),
            _ => None,
        }
    }

    fn any(counter: &dyn Counter<Self>) -> AnyCounter<'_> {
        AnyCounter::Views(counter)
    }
}

impl Counted for Draws {
    fn counter(counter: AnyCounter<'_>) -> Option<&dyn Counter<Self>> {
        match counter {
            AnyCounter::Sequences(counter) => Some(counter),
            _ => None,
        }
    }

    fn any(counter: &dyn Counter<Self>) -> AnyCounter<'_> {
        AnyCounter::Sequences(counter)
    }
}

impl Counted for Rows {
    fn counter(counter: AnyCounter<'_>) -> Option<&dyn Counter<Self>> {
        match counter {
            AnyCounter::Rows(counter) => Some(counter),
            _ => None,
        }
    }

    fn any(counter: &dyn Counter<Self>) -> AnyCounter<'_> {
        AnyCounter::Rows(counter)
    }
}

impl Counted for States {
    fn counter(counter: AnyCounter<'_>) -> Option<&dyn Counter<Self>> {
        match counter {
            AnyCounter::States(counter) => Some(counter),
            _ => None,
        }
    }

    fn any(counter: &dyn Counter<Self>) -> AnyCounter<'_> {
        AnyCounter::States(counter)
    }
}

impl Counted for Orders {
    fn counter(counter: AnyCounter<'_>) -> Option<&dyn Counter<Self>> {
        match counter {
            AnyCounter::Orders(counter) => Some(counter),
            _ => None,
        }
    }

    fn any(counter: &dyn Counter<Self>) -> AnyCounter<'_> {
        AnyCounter::Orders(counter)
    }
}

/// A counter, and the subjects that it reads.
#[derive(Debug)]
pub struct Gauge<'a, B: Batch = Block> {
    /// 0: the subjects themselves. l > 0: each subject relative to the one l before it.
    pub lag: usize,
    /// The counter that counts them.
    pub counter: &'a dyn Counter<B>,
}

#[allow(
    clippy::expl_impl_clone_on_copy,
    reason = "a derived one would ask for batches that can be copied"
)]
impl<B: Batch> Clone for Gauge<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Batch> Copy for Gauge<'_, B> {}

impl<'a, B: Batch> Gauge<'a, B> {
    /// Readings with the same key are the same.
    pub fn key(&self) -> (usize, &'a str) {
        (self.lag, self.counter.name())
    }
}

/// Counts batches for several counters.
#[derive(Debug)]
pub struct Counting<'a, B: Batch = Block> {
    gauges: Vec<Buffered<'a, B>>,
    /// Each lag that is read, from the smallest, with the relative subjects of the batch at hand. Like the
    /// layouts of a batch they are made once, for all counters.
    relative: Vec<(usize, B)>,
}

/// A gauge, with how it counts.
#[derive(Debug)]
struct Buffered<'a, B: Batch> {
    gauge: Gauge<'a, B>,
    /// A faster way to count, if it has one.
    buffer: Option<Box<dyn Buffer<B>>>,
    /// The gauge whose counts are sums of what the buffer holds.
    sums_of: Option<usize>,
    /// True if its own counts come from the buffer of another gauge.
    is_summed: bool,
}

impl<'a, B: Batch> Counting<'a, B> {
    /// Makes it for subjects of this size.
    pub fn new(gauges: &[Gauge<'a, B>], size: usize) -> Self {
        let mut lags: Vec<usize> = gauges.iter().map(|gauge| gauge.lag).collect();
        lags.sort_unstable();
        lags.dedup();
        let relative = lags.into_iter().filter(|lag| *lag > 0);
        let sums_of = |gauge: &Gauge<'a, B>| {
            let key = (gauge.lag, gauge.counter.holds_sums_of(size)?);
            gauges.iter().position(|other| other.key() == key)
        };
        let sums_of: Vec<Option<usize>> = gauges.iter().map(sums_of).collect();
        let buffered = |(at, gauge): (usize, &Gauge<'a, B>)| {
            let is_summed = sums_of.contains(&Some(at));
            Buffered {
                gauge: *gauge,
                buffer: gauge.counter.buffer(size).filter(|_| !is_summed),
                sums_of: sums_of[at],
                is_summed,
            }
        };
        Self {
            gauges: gauges.iter().enumerate().map(buffered).collect(),
            relative: relative
                .map(|lag| (lag, B::new(size, Isa::best())))
                .collect(),
        }
    }

    /// Counts all subjects of `batch`; `sink` has them once [`Counting::settle`] is called.
    pub fn count(&mut self, batch: &mut B, sink: &mut dyn Sink) {
        for (lag, relative) in &mut self.relative {
            batch.relative(*lag, relative);
        }
        // All layouts are made first: some counters are faster with those that others ask for.
        for buffered in &self.gauges {
            if buffered.gauge.lag == 0 && !buffered.is_summed {
                batch.lay_out(buffered.gauge.counter.layout());
            }
        }
        for (at, buffered) in self.gauges.iter_mut().enumerate() {
            let relative = self.relative.iter_mut();
            let batch = match relative
                .into_iter()
                .find(|(lag, _)| *lag == buffered.gauge.lag)
            {
                Some((_, relative)) => relative,
                None => &mut *batch,
            };
            if !batch.is_empty() {
                buffered.count(at, batch, sink);
            }
        }
    }

    /// Hands over all counts that are still here.
    pub fn settle(&mut self, sink: &mut dyn Sink) {
        for (at, buffered) in self.gauges.iter_mut().enumerate() {
            buffered.settle(at, sink);
        }
    }
}

impl<B: Batch> Buffered<'_, B> {
    /// Counts a batch; `at` is the place of the gauge.
    fn count(&mut self, at: usize, batch: &mut B, sink: &mut dyn Sink) {
        let counter = self.gauge.counter;
        if self.is_summed {
            return sink.note(at, &mut |notes| notes.take(counter, batch));
        }
        batch.lay_out(counter.layout());
        if self.buffer.is_none() {
            return sink.count(at, &mut |cells, notes| {
                notes.take(counter, batch);
                counter.count(batch, cells, notes);
            });
        }
        sink.note(at, &mut |notes| notes.take(counter, batch));
        if self
            .buffer
            .as_ref()
            .is_some_and(|buffer| !buffer.has_room())
        {
            self.settle(at, sink);
        }
        if let Some(buffer) = &mut self.buffer {
            buffer.hold(batch);
        }
    }

    /// Hands over what its buffer holds.
    fn settle(&mut self, at: usize, sink: &mut dyn Sink) {
        let Some(buffer) = &mut self.buffer else {
            return;
        };
        sink.add(at, &mut |first, cells| buffer.add_to(first, cells));
        sink.note(at, &mut |notes| buffer.add_to_notes(notes));
        if let Some(other) = self.sums_of {
            sink.add(other, &mut |first, cells| buffer.add_sums_to(first, cells));
        }
        buffer.clear();
    }
}

/// Tallies of one's own, in the order of the counters.
impl Sink for Vec<Tally> {
    fn add(&mut self, counter: usize, add: &mut dyn FnMut(usize, &mut [u64])) {
        add(0, self[counter].cells_mut());
    }

    fn note(&mut self, counter: usize, note: &mut dyn FnMut(&mut Notes)) {
        note(self[counter].parts_mut().1);
    }

    fn count(&mut self, counter: usize, count: &mut dyn FnMut(&mut [u64], &mut Notes)) {
        let (cells, notes) = self[counter].parts_mut();
        count(cells, notes);
    }
}
