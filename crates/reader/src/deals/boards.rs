//! The boards of a file that have been seen.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The deals with a board number, each as a hash of 64 bits: two of a million deals would be taken
/// for one with a chance of 3 in 100 million. A deal takes 10 to 20 bytes, so a million about 19 MB,
/// and half as much again for a moment while the table grows.
#[derive(Debug, Default)]
pub(super) struct Boards {
    seen: HashSet<u64>,
    again: u64,
}

impl Boards {
    /// Returns true if the deal with this `key` stands in the file for the first time. Counts it if not.
    pub(super) fn first(&mut self, key: impl Hash) -> bool {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let first = self.seen.insert(hasher.finish());
        self.again += u64::from(!first);
        first
    }

    /// Counts a deal that says itself that it is one seen before.
    pub(super) fn count(&mut self) {
        self.again += 1;
    }

    /// Deals that stood in the file before.
    pub(super) fn again(&self) -> u64 {
        self.again
    }
}

#[cfg(test)]
mod tests {
    use super::Boards;

    #[test]
    fn a_board_is_new_once() {
        let mut boards = Boards::default();
        assert!(boards.first((1, "one")));
        assert!(boards.first((2, "one")));
        assert!(boards.first((1, "two")));
        assert!(!boards.first((1, "one")));
        boards.count();
        assert_eq!(boards.again(), 2);
    }
}
