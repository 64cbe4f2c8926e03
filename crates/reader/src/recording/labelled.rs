//! Simulated decks as they would be read, had somebody written them down: copies of a card are labelled anew in
//! each deck, as nobody can tell them apart.

use super::relative_order::RelativeOrder;
use crate::{Reading, Source, SourceError};
use deck::{Block, Card};

/// The first of the streams of labels in simulated decks: recorded ones have the numbers of their jobs.
pub const LABELS_OF_SIMULATED: u64 = 1 << 32;

/// The way in which copies of a card are told apart: by labels that are drawn at random for each deck.
#[derive(Debug, Clone)]
pub struct Copies {
    /// The symbol of each card of the deck before the shuffle, from the top.
    start: Vec<Card>,
    /// The seed of the labels.
    labels: u128,
    /// True if each deck is relative to the one before it.
    in_place: bool,
}

impl Copies {
    /// The copies in decks that are read so; `None` if no two cards have the same name.
    pub fn of(reading: &Reading) -> Option<Self> {
        let start = reading.start.as_ref().filter(|start| start.has_copies())?;
        Some(Self {
            start: start.symbols().to_vec(),
            labels: reading.labels,
            in_place: reading.in_place,
        })
    }

    /// Returns true if each deck is relative to the one before it.
    pub fn in_place(&self) -> bool {
        self.in_place
    }

    fn order(&self, stream: u64) -> RelativeOrder {
        let mut order = RelativeOrder::new();
        order.set_start(&self.start, self.labels, stream);
        if self.in_place {
            order.set_in_place(self.start.len());
        }
        order
    }
}

/// Decks with the labels of a reader.
#[derive(Debug)]
pub struct Labelled<S> {
    decks: S,
    labels: Option<Labels>,
}

#[derive(Debug)]
struct Labels {
    start: Vec<Card>,
    order: RelativeOrder,
    /// Room for the decks as they were shuffled; none before the first.
    shuffled: Option<Block>,
    symbols: Vec<Card>,
    /// Decks so far.
    index: u64,
}

impl<S> Labelled<S> {
    /// The decks as they are, or with their `copies` labelled, independently of those of another `run`.
    pub fn new(decks: S, copies: Option<&Copies>, run: u64) -> Self {
        let labels = copies.map(|copies| Labels {
            start: copies.start.clone(),
            order: copies.order(LABELS_OF_SIMULATED + run),
            shuffled: None,
            symbols: Vec::new(),
            index: 0,
        });
        Self { decks, labels }
    }
}

impl<S: Source> Source for Labelled<S> {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        let Some(labels) = &mut self.labels else {
            return self.decks.fill(block);
        };
        let room = || Block::with_isa(block.cards(), block.isa());
        let shuffled = labels.shuffled.get_or_insert_with(room);
        self.decks.fill(shuffled)?;
        shuffled.index_decks();
        block.clear(shuffled.first());
        for deck in shuffled.decks() {
            let symbols = deck.iter().map(|card| labels.start[usize::from(*card)]);
            labels.symbols.clear();
            labels.symbols.extend(symbols);
            if let Some(deck) = labels.order.of(&labels.symbols, labels.index) {
                block.push(deck);
            }
            labels.index += 1;
        }
        Ok(())
    }

    fn go_on(&mut self, decks: u64) {
        self.decks.go_on(decks);
    }
}
