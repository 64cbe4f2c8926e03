//! The two halves of the tally of a number.

use super::tally::Tally;

/// The two halves of a scalar's tally: number of decks in each bin.
#[derive(Debug, Clone, Copy)]
pub struct Halves<'a> {
    /// Decks with an even index.
    pub even: &'a [u64],
    /// Decks with an odd index.
    pub odd: &'a [u64],
    /// The sums of all values of each, each value less the least one.
    pub sums: [u64; 2],
}

impl<'a> Halves<'a> {
    /// The halves of `tally`.
    pub fn of(tally: &'a Tally) -> Self {
        let (even, odd) = tally.cells().split_at(tally.cells().len() / 2);
        let last = even.len() - 1;
        Self {
            even: &even[..last],
            odd: &odd[..last],
            sums: [even[last], odd[last]],
        }
    }

    /// The counts of both together.
    pub fn whole(self) -> Vec<u64> {
        let pairs = self.even.iter().zip(self.odd);
        pairs.map(|(even, odd)| even + odd).collect()
    }

    /// The sum of all values, each less the least one.
    pub fn sum(self) -> u64 {
        self.sums[0] + self.sums[1]
    }
}
