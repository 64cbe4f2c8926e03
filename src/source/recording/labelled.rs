//! Simulated decks as they would be read, had somebody written them down: copies of a card are labelled anew in
//! each deck, as nobody can tell them apart.

use super::relative_order::RelativeOrder;
use crate::deck::{Block, Card};
use crate::source::{Reading, Source, SourceError};

/// The first of the streams of labels in simulated decks: recorded ones have the numbers of their jobs.
const FIRST_STREAM: u64 = 1 << 32;

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
            start: start.deck().to_vec(),
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
            order: copies.order(FIRST_STREAM + run),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Memory, Policy};
    use crate::rng::{Generator, Seed};
    use crate::routine::Plan;
    use crate::simulate::{Job, Supply as _};
    use crate::source::{Format, Recorded, Start};

    const CARDS: usize = 7;

    /// All decks of a source.
    fn all(mut source: impl Source) -> Vec<Vec<Card>> {
        let mut block = Block::new(CARDS);
        let mut decks = Vec::new();
        loop {
            source.fill(&mut block).unwrap();
            if block.is_empty() {
                return decks;
            }
            block.index_decks();
            decks.extend(block.decks().map(<[Card]>::to_vec));
        }
    }

    /// Written down by name and read, simulated decks are what they are labelled as here, card by card.
    #[test]
    fn simulated_decks_are_labelled_as_the_reader_labels_them() {
        let start = ["a", "b", "a", "c", "b", "a", "d"];
        for in_place in [false, true] {
            let reading = Reading {
                start: Some(
                    Start::read(start.join("\n").as_bytes(), "start".to_owned(), CARDS).unwrap(),
                ),
                labels: 3,
                in_place,
                ..Reading::from(Format::Cards)
            };
            let memory = if in_place {
                Memory::InPlace
            } else {
                Memory::None
            };
            let job = Job {
                plan: Plan::written("G", &[]),
                label: "here".to_owned(),
                generator: Generator::DEFAULT,
                seed: Seed::Integer(9),
                policy: Policy {
                    memory,
                    ..Policy::default()
                },
            };
            let written = all(job.source(0, 0, 0..150));
            let line = |deck: &Vec<Card>| {
                let names = deck.iter().map(|card| start[usize::from(*card)]);
                names.collect::<Vec<_>>().join(" ")
            };
            let text: Vec<String> = written.iter().map(line).collect();
            let text = text.join("\n");
            let read = Recorded::new(text.as_bytes(), "decks".to_owned(), CARDS, &reading);
            let read = all(read.stream(FIRST_STREAM + 5));
            let copies = Copies::of(&reading);
            assert!(copies.is_some());
            let labelled = all(Labelled::new(job.source(0, 0, 0..150), copies.as_ref(), 5));
            assert_eq!(labelled, read);
            assert_ne!(labelled, written);
            assert_eq!(
                all(Labelled::new(job.source(0, 0, 0..150), None, 5)),
                written
            );
        }
    }
}
