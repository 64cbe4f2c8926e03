//! Orders of items: a lottery or a ballot, which happens once, or the epochs of a data loader.
//!
//! Items count from 0 in the order before (that of their rows, or of their numbers), and the first place is the first that is
//! handed out.

use std::any::Any;
use std::sync::Arc;

use super::{Kind, Subject};
use crate::batch::Batch;
use crate::kernel::Isa;

/// Items of one order, at the most.
pub const MAX_ITEMS: usize = 1_000_000_000;

/// One order of items, or several of the same items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The item at each place of each epoch, the first place first. All have the same items, each once.
    pub epochs: Vec<Arc<[u32]>>,
    /// The column that holds the places, or whatever else the order was read from.
    pub place: String,
    /// The groups of the items, if a column holds any.
    pub groups: Option<Groups>,
    /// The labels of the items, or their files, if they are known.
    pub labels: Option<Labels>,
    /// The items of a batch, if they are handed out in batches.
    pub batch: Option<u32>,
    /// True if each epoch is the permutation of a key, 0, 1, 2 and so on: place i holds the image of i.
    pub keyed: bool,
    /// Its origin and how it was read, in a few words.
    pub source: String,
}

impl Order {
    /// Number of items.
    pub fn items(&self) -> usize {
        self.epochs.first().map_or(0, |items| items.len())
    }
}

impl Kind {
    /// Orders of items.
    pub const ORDER: Self = Self {
        name: "order",
        plural: "orders of items",
    };
}

impl Subject for Order {
    fn kind(&self) -> Kind {
        Kind::ORDER
    }

    fn value(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::new(self.clone())
    }
}

/// The groups that items belong to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    /// The column that holds them.
    pub column: String,
    /// The names of the groups, in the order in which they come first.
    pub names: Vec<String>,
    /// The group of each item, as a place in `names`.
    pub of: Vec<u32>,
}

/// Labels of items: classes, or the files in which they lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    /// Several items of one label, in words: `items of a file`.
    pub alike: String,
    /// Number of labels.
    pub number: usize,
    /// The label of each item, below `number`.
    pub of: Arc<[u32]>,
    /// True if they are the files that items are read from.
    pub are_files: bool,
}

/// The columns of a table that hold an order: its places and, perhaps, the groups of its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderColumns {
    /// The column of places.
    pub place: String,
    /// The column of groups.
    pub groups: Option<String>,
}

/// The place of each item of an order.
pub fn places(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    for (place, item) in (0..).zip(order) {
        places[*item as usize] = place;
    }
    places
}

/// Orders of the same number of items that are handed on together.
#[derive(Debug, Clone)]
pub struct Orders {
    size: usize,
    first: u64,
    orders: Vec<Arc<[u32]>>,
}

impl Orders {
    /// Adds an order.
    pub fn push(&mut self, order: Arc<[u32]>) {
        debug_assert_eq!(order.len(), self.size);
        self.orders.push(order);
    }

    /// The orders: of each, the item at each place.
    pub fn orders(&self) -> &[Arc<[u32]>] {
        &self.orders
    }
}

impl Batch for Orders {
    type Layout = ();

    const MOST: usize = crate::kernel::DECKS;

    fn new(size: usize, _isa: Isa) -> Self {
        Self {
            size,
            first: 0,
            orders: Vec::new(),
        }
    }

    fn size(&self) -> usize {
        self.size
    }

    fn len(&self) -> usize {
        self.orders.len()
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn clear(&mut self, first: u64) {
        self.first = first;
        self.orders.clear();
    }

    fn head(&self, len: usize) -> Self {
        Self {
            orders: self.orders[..len.min(self.len())].to_vec(),
            ..*self
        }
    }

    /// Each order relative to the one before it: the new place of the item that was at each place.
    fn relative(&mut self, lag: usize, to: &mut Self) {
        to.clear(self.first);
        for (before, after) in self.orders.iter().zip(self.orders.iter().skip(lag)) {
            let places = places(before);
            to.push(after.iter().map(|item| places[*item as usize]).collect());
        }
    }

    /// Orders are shared with those who made them; one is held beside another.
    fn bytes(size: usize) -> u128 {
        (2 * size * size_of::<u32>()) as u128
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_relative_to_the_one_before_name_places_there() {
        let mut orders = Orders::new(4, Isa::best());
        orders.clear(7);
        orders.push([2, 0, 3, 1].into());
        orders.push([2, 3, 0, 1].into());
        orders.push([2, 3, 0, 1].into());
        let mut relative = Orders::new(4, Isa::best());
        orders.relative(1, &mut relative);
        let found: Vec<&[u32]> = relative.orders().iter().map(|order| &**order).collect();
        assert_eq!(found, [[0, 2, 1, 3], [0, 1, 2, 3]]);
        assert_eq!((relative.first(), orders.head(2).len()), (7, 2));
    }
}
