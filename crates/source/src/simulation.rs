//! Decks that a routine shuffles here: each starts sorted, unless a policy says otherwise.

use super::departing::Departing;
use super::keeper::Keeper;
use super::{Source, SourceError, SourceState};
use deck::rng::{Seeds, Stream, Streams};
use deck::{BLOCK, Block};
use shuffle::policy::Memory;
use shuffle::routine::Plan;
use shuffle::{Backwards, Scratch};

/// A run of simulated decks from one stream.
#[derive(Debug)]
pub struct Simulated<'a> {
    plan: &'a Plan,
    stream: Stream,
    streams: Streams,
    next: u64,
    end: u64,
    scratch: Scratch,
    backwards: Option<Backwards>,
    seeds: Option<Seeds>,
    keeper: Keeper,
    departing: Option<Departing<'a>>,
}

impl<'a> Simulated<'a> {
    /// The decks `first..end`, shuffled by `plan` with the draws of `stream`.
    pub fn new(plan: &'a Plan, stream: Stream, streams: Streams, first: u64, end: u64) -> Self {
        Self {
            plan,
            stream,
            streams,
            next: first,
            end,
            scratch: Scratch::default(),
            backwards: None,
            seeds: None,
            keeper: Keeper::new(Memory::None),
            departing: None,
        }
    }

    /// Shuffles each deck with a stream of its own, from these seeds if there are any, and remembers
    /// what `memory` says. Both begin anew with each source.
    #[must_use]
    pub fn under(self, seeds: Option<Seeds>, memory: Memory) -> Self {
        Self {
            seeds,
            keeper: Keeper::new(memory),
            ..self
        }
    }

    /// Makes some decks otherwise than the plan.
    #[must_use]
    pub fn departing(self, departing: Option<Departing<'a>>) -> Self {
        Self { departing, ..self }
    }
}

impl Source for Simulated<'_> {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        let len = (self.end - self.next).min(BLOCK as u64) as usize;
        let first = self.next;
        self.next += len as u64;
        if self.keeper.deals(block, len, first) {
            return Ok(());
        }
        if self.seeds.is_some() {
            self.seeded(block, len, first);
        } else {
            self.shuffled(block, len, first);
        }
        if let Some(departing) = &mut self.departing {
            departing.replace(block, self.plan);
        }
        self.keeper.remembers(block);
        Ok(())
    }

    fn go_on(&mut self, decks: u64) {
        self.end += decks;
    }

    /// Decks of a serial stream are not kept from one to the next.
    fn state(&self) -> Option<SourceState> {
        let departing = self.departing.as_ref().map(Departing::stream);
        let streams = [&self.stream].into_iter().chain(departing).cloned();
        Some(SourceState::of(streams.collect(), (self.next, self.end)))
    }

    fn restore(&mut self, state: SourceState) -> bool {
        let SourceState {
            streams, indices, ..
        } = state;
        let mut streams = streams.into_iter();
        let Some(stream) = streams.next() else {
            return false;
        };
        let departing = match (&mut self.departing, streams.next()) {
            (Some(departing), Some(stream)) => departing.go_on_with(stream),
            (None, None) => true,
            _ => false,
        };
        (self.next, self.end) = indices;
        departing && self.stream.go_on_as(stream)
    }
}

impl Simulated<'_> {
    /// Sorted decks, each shuffled from a seed of its own.
    fn seeded(&mut self, block: &mut Block, len: usize, first: u64) {
        let cards = block.cards();
        block.fill_sorted(len, first);
        let decks = block.decks_mut().chunks_exact_mut(cards);
        for (deck, at) in decks.zip(first..) {
            let Some(seeds) = &mut self.seeds else { return };
            let seed = seeds.next_seed(at);
            let mut stream = self.stream.of_deck(seed);
            for shuffle in self.plan.steps() {
                shuffle.apply(deck, cards, &mut self.scratch, &mut stream);
            }
        }
    }

    /// Sorted decks, shuffled by the stream.
    fn shuffled(&mut self, block: &mut Block, len: usize, first: u64) {
        let cards = block.cards();
        if let Stream::Xoshiro(draws) = &mut self.stream {
            if len == 0 {
                block.clear(first);
                return;
            }
            let isa = block.isa();
            let backwards = self
                .backwards
                .get_or_insert_with(|| Backwards::new(cards, isa));
            let rows = block.fill_rows(len, first);
            backwards.begin(len);
            for shuffle in self.plan.steps().iter().rev() {
                backwards.prepend(shuffle.as_ref(), rows, draws);
            }
            backwards.end(rows);
            return;
        }
        block.fill_sorted(len, first);
        // A serial stream is spent deck by deck, as the program that it reproduces spends it; other
        // streams shuffle by shuffle, so that a block costs one dispatch for each shuffle.
        let stride = match self.streams {
            Streams::Batches => block.decks_mut().len(),
            Streams::Serial => cards,
        };
        for decks in block.decks_mut().chunks_mut(stride.max(1)) {
            for shuffle in self.plan.steps() {
                shuffle.apply(decks, cards, &mut self.scratch, &mut self.stream);
            }
        }
    }
}
