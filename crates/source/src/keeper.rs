//! The memory of a source: the deck that it keeps until the next one.

use deck::{Block, Card};
use shuffle::policy::Memory;

/// The deck that is kept, and how it is used.
#[derive(Debug)]
pub(super) struct Keeper {
    memory: Memory,
    /// The last deck, once there is one.
    last: Option<Vec<Card>>,
}

impl Keeper {
    /// Nothing is kept yet.
    pub fn new(memory: Memory) -> Self {
        Self { memory, last: None }
    }

    /// Fills `block` with `len` decks without any shuffle, if that is how it is done now.
    pub fn deals(&self, block: &mut Block, len: usize, first: u64) -> bool {
        let (Memory::DealtAgain, Some(deck)) = (self.memory, &self.last) else {
            return false;
        };
        block.clear(first);
        (0..len).for_each(|_| block.push(deck));
        true
    }

    /// Makes decks with memory of the decks in `block`, each of which was shuffled from a sorted one.
    ///
    /// A shuffle moves positions, whatever lies there: if it makes a sorted deck σ, then it makes of a
    /// deck D the deck with the card D[σ(i)] at i.
    pub(crate) fn remembers(&mut self, block: &mut Block) {
        if self.memory == Memory::None || block.is_empty() {
            return;
        }
        block.index_decks();
        let fresh: Vec<Vec<Card>> = block.decks().map(<[Card]>::to_vec).collect();
        let first = block.first();
        if self.memory == Memory::DealtAgain {
            self.last = fresh.first().cloned();
            self.deals(block, fresh.len(), first);
            return;
        }
        block.clear(first);
        for shuffled in fresh {
            let deck = match &self.last {
                Some(last) => shuffled.iter().map(|&at| last[usize::from(at)]).collect(),
                None => shuffled,
            };
            block.push(&deck);
            self.last = Some(deck);
        }
    }
}
