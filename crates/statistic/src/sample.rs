//! A sample of hashes by their size: of however many, those that are least. Of two equal ones both are in it, or neither, but
//! at its edge. So a stream that repeats itself has pairs in the sample, however far apart they lie.
//! Source: Broder (1997), On the resemblance and containment of documents (the least k hashes).

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

/// The least hashes, each with the index of its deck.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub(crate) struct Sample {
    /// Hashes of the sample, once all are there.
    most: usize,
    /// Hashes and indices: up to twice as many as belong to the sample.
    rows: Vec<(u128, u64)>,
    /// Nothing above it belongs to the sample.
    limit: Option<(u128, u64)>,
}

impl Sample {
    /// A sample of so many hashes at the most.
    pub fn of(most: usize) -> Self {
        Self {
            most,
            ..Self::default()
        }
    }

    /// Takes in the hash of the deck of that index.
    pub fn push(&mut self, hash: u128, index: u64) {
        let row = (hash, index);
        if self.most == 0 || self.limit.is_some_and(|limit| row > limit) {
            return;
        }
        self.rows.push(row);
        if self.rows.len() >= 2 * self.most {
            self.rows.select_nth_unstable(self.most - 1);
            self.rows.truncate(self.most);
            self.limit = self.rows.last().copied();
        }
    }

    /// Takes in all of another part.
    pub fn merge(&mut self, part: &Self) {
        for (hash, index) in &part.rows {
            self.push(*hash, *index);
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.limit = None;
    }

    /// The sample, the least first.
    pub fn sorted(&self) -> Vec<(u128, u64)> {
        let mut rows = self.rows.clone();
        if rows.len() > self.most {
            rows.select_nth_unstable(self.most);
            rows.truncate(self.most);
        }
        rows.sort_unstable();
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_same_in_whatever_parts_the_hashes_come() {
        let hash = |index: u64| u128::from(index.wrapping_mul(0x9e37_79b9_7f4a_7c15) % 5_000);
        let mut whole = Sample::of(100);
        let mut parts = vec![Sample::of(100); 7];
        for index in 0..20_000 {
            whole.push(hash(index), index);
            parts[(index * index % 7) as usize].push(hash(index), index);
        }
        let mut merged = Sample::of(100);
        for part in parts.iter().rev() {
            merged.merge(part);
        }
        let mut all: Vec<(u128, u64)> = (0..20_000).map(|index| (hash(index), index)).collect();
        all.sort_unstable();
        assert_eq!(whole.sorted(), all[..100]);
        assert_eq!(merged.sorted(), all[..100]);
        // A sample of nothing stays empty.
        let mut none = Sample::of(0);
        none.push(1, 1);
        assert!(none.sorted().is_empty());
    }
}
