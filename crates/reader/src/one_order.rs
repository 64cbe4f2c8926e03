//! A single order as a source: one deck, and no other.

use super::{Facts, Outside, Source, SourceError};
use deck::Block;
use deck::subject::Order;

/// Gives an order as one deck.
#[derive(Debug)]
pub struct OneOrder {
    order: Order,
    given: bool,
}

impl OneOrder {
    /// The deck that `order` is.
    pub fn new(order: Order) -> Self {
        Self {
            order,
            given: false,
        }
    }
}

impl Source for OneOrder {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        block.clear(u64::from(self.given));
        if !self.given {
            block.push(&self.order.items);
        }
        self.given = true;
        Ok(())
    }
}

impl Outside for OneOrder {
    fn name(&self) -> &str {
        &self.order.source
    }

    fn described(&self) -> String {
        self.order.source.clone()
    }

    fn facts(&self) -> Facts {
        Facts::default()
    }
}
