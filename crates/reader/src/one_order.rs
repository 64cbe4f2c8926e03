//! Orders of items that were read, as a source: one order or several, and no other.

use super::{Facts, Outside, Source, SourceError};
use deck::batch::Batch;
use deck::subject::{Order, Orders};

/// Gives the epochs of an order.
#[derive(Debug)]
pub struct OneOrder {
    order: Order,
    given: usize,
}

impl OneOrder {
    /// The orders that `order` has.
    pub fn new(order: Order) -> Self {
        Self { order, given: 0 }
    }
}

impl Source<Orders> for OneOrder {
    fn fill(&mut self, orders: &mut Orders) -> Result<(), SourceError> {
        orders.clear(self.given as u64);
        let left = &self.order.epochs[self.given..];
        for epoch in left.iter().take(Orders::MOST) {
            orders.push(epoch.clone());
        }
        self.given += orders.len();
        Ok(())
    }
}

impl Outside<Orders> for OneOrder {
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
