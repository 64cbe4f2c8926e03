//! Sequences: draws of symbols, one after the other.

use crate::batch::Batch;
use crate::kernel::Isa;

/// Symbols, at the most.
pub const MOST_SYMBOLS: usize = 10_000;

/// How often each symbol should come, in proportion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights(Vec<u32>);

impl Weights {
    /// Two symbols at least; each comes at times, and all weights together are below 2³².
    pub fn new(weights: Vec<u32>) -> Result<Self, String> {
        let accepted = format!(
            "accepted: 2 to {MOST_SYMBOLS} whole numbers from 1 on, below 4294967296 together, as in 50, 25, 20, 5"
        );
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let found = if !(2..=MOST_SYMBOLS).contains(&weights.len()) {
            format!("found {} weights", weights.len())
        } else if weights.contains(&0) {
            "found a weight of 0".to_owned()
        } else if u32::try_from(total).is_err() {
            format!("found weights of {total} together")
        } else {
            return Ok(Self(weights));
        };
        Err(format!("{found}; {accepted}"))
    }

    /// The weight of each symbol.
    pub fn get(&self) -> &[u32] {
        &self.0
    }

    /// All of them together.
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The probability of each symbol.
    pub fn law(&self) -> Vec<f64> {
        let total = f64::from(self.total());
        self.0
            .iter()
            .map(|&weight| f64::from(weight) / total)
            .collect()
    }
}

/// Draws: each a symbol, a number below the number of symbols.
#[derive(Debug, Clone)]
pub struct Draws {
    symbols: usize,
    first: u64,
    drawn: Vec<u16>,
}

impl Draws {
    /// Adds a draw.
    pub fn push(&mut self, symbol: u16) {
        self.drawn.push(symbol);
    }

    /// The symbols, in order.
    pub fn drawn(&self) -> &[u16] {
        &self.drawn
    }
}

impl Batch for Draws {
    type Layout = ();

    /// What a deck is to decks, a draw is not to draws: as many are handed on as a batch of them has.
    const MOST: usize = 64 * crate::kernel::DECKS;

    fn new(size: usize, _isa: Isa) -> Self {
        Self {
            symbols: size,
            first: 0,
            drawn: Vec::new(),
        }
    }

    fn size(&self) -> usize {
        self.symbols
    }

    fn len(&self) -> usize {
        self.drawn.len()
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn clear(&mut self, first: u64) {
        self.first = first;
        self.drawn.clear();
    }

    fn head(&self, len: usize) -> Self {
        Self {
            drawn: self.drawn[..len.min(self.len())].to_vec(),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_whole_numbers_of_two_symbols_or_more() {
        let weights = Weights::new(vec![50, 25, 20, 5]).unwrap();
        assert_eq!((weights.total(), weights.law()[3]), (100, 0.05));
        for (wrong, found) in [
            (vec![1], "found 1 weights"),
            (vec![1, 0], "found a weight of 0"),
            (vec![u32::MAX, 1], "found weights of 4294967296 together"),
        ] {
            let error = Weights::new(wrong).unwrap_err();
            assert!(
                error.starts_with(found) && error.contains("accepted: 2 to"),
                "{error}"
            );
        }
    }
}
