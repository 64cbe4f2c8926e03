//! Sequences: draws of symbols, one after the other.

use std::any::Any;
use std::sync::Arc;

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

use super::{Kind, Subject};
use crate::batch::Batch;
use crate::kernel::Isa;
use text::params::Parameter;

/// Symbols, at the most.
pub const MOST_SYMBOLS: usize = 10_000;

/// The weights with which symbols should come, in proportion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights(Vec<u32>);

impl Weights {
    /// Reads the weights of two symbols at least; each comes at times, and all weights together are
    /// below 2³².
    pub fn new(weights: Vec<u32>) -> Result<Self, String> {
        let accepted = format!(
            "accepted: 2 to {MOST_SYMBOLS} whole numbers from 1 on, below 4294967296 together, as in 50, 25, 20, 5"
        );
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let found = if weights.len() < 2 {
            "at least two weights are needed".to_owned()
        } else if weights.len() > MOST_SYMBOLS {
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

    /// The same proportions in lowest terms.
    pub fn lowest(&self) -> Vec<u32> {
        let all = self.0.iter().map(|&weight| u64::from(weight));
        // What divides a weight is no larger.
        let divisor = common_divisor(all) as u32;
        self.0.iter().map(|weight| weight / divisor).collect()
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

/// The largest number that divides all of these; 1 if there is none but 0.
pub fn common_divisor(numbers: impl IntoIterator<Item = u64>) -> u64 {
    fn of_two(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { of_two(b, a % b) }
    }
    numbers.into_iter().fold(0, of_two).max(1)
}

/// The key of the weights, which the experiment gives.
pub const WEIGHTS: Parameter = Parameter {
    name: "weights",
    about: "how often each symbol should come, in proportion, as the experiment says",
};

impl Kind {
    /// Draws.
    pub const SEQUENCE: Self = Self {
        name: "sequence",
        plural: "sequences",
    };
}

impl Subject for Weights {
    fn kind(&self) -> Kind {
        Kind::SEQUENCE
    }

    fn value(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::new(self.clone())
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[WEIGHTS]
    }
}

/// Earlier draws that are remembered one by one.
pub const REMEMBERED: usize = 3;

/// The draws before a draw: a sequence goes on, however it is cut into batches.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Past {
    /// For each symbol the draws up to its last coming, this one included; 0 before it came.
    until: Vec<u64>,
    /// The last draws, the latest first.
    last: [Option<u16>; REMEMBERED],
    /// Equal draws up to now.
    run: u64,
    drawn: u64,
}

impl Past {
    /// A past in which nothing came, of so many symbols.
    pub fn of(symbols: usize) -> Self {
        Self {
            until: vec![0; symbols],
            last: [None; REMEMBERED],
            run: 0,
            drawn: 0,
        }
    }

    /// Goes on from what came before elsewhere; false, and nothing changes, if that is of other symbols.
    pub fn go_on_from(&mut self, past: Self) -> bool {
        let alike = past.until.len() == self.until.len();
        if alike {
            *self = past;
        }
        alike
    }

    /// Goes on by a draw.
    pub fn see(&mut self, symbol: u16) {
        self.run = if self.last[0] == Some(symbol) {
            self.run + 1
        } else {
            1
        };
        self.last.rotate_right(1);
        self.last[0] = Some(symbol);
        self.drawn += 1;
        self.until[usize::from(symbol)] = self.drawn;
    }

    /// Draws so far.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The draws from the last coming of a symbol to the next draw: 1 if it came just now. As if each had come just
    /// before the first draw.
    pub fn gap(&self, symbol: u16) -> u64 {
        self.drawn + 1 - self.until[usize::from(symbol)]
    }

    /// The last draws, the latest first; those that there are.
    pub fn last(&self) -> &[Option<u16>; REMEMBERED] {
        &self.last
    }

    /// Equal draws up to now.
    pub fn run(&self) -> u64 {
        self.run
    }
}

/// Draws: each a symbol, a number below the number of symbols.
#[derive(Debug, Clone)]
pub struct Draws {
    first: u64,
    drawn: Vec<u16>,
    /// True if the first of them begins a stream of its own: nothing came before it.
    begins: bool,
    /// Draws of the same stream behind the last of them, where these are counted already.
    rest: Option<u64>,
    past: Past,
}

impl Draws {
    /// Adds a draw.
    pub fn push(&mut self, symbol: u16) {
        self.drawn.push(symbol);
    }

    /// Begins a stream of its own: another player's draws came before it.
    pub fn begin(&mut self) {
        self.begins = true;
    }

    /// Returns true if the first of them begins a stream of its own.
    pub fn begins(&self) -> bool {
        self.begins
    }

    /// Says how many draws of the same stream come behind the last of them.
    pub fn go_on_for(&mut self, draws: u64) {
        self.rest = Some(draws);
    }

    /// Draws of the same stream behind the last of them; `None` where its end is not known yet.
    pub fn rest(&self) -> Option<u64> {
        self.rest
    }

    /// The symbols, in order.
    pub fn drawn(&self) -> &[u16] {
        &self.drawn
    }

    /// The draws before the first of them.
    pub fn past(&self) -> &Past {
        &self.past
    }

    /// Says what came before the first of them.
    pub fn follow(&mut self, past: &Past) {
        self.past.clone_from(past);
    }
}

impl Batch for Draws {
    type Layout = ();

    /// A batch of draws has as many as a batch of decks has, since a single draw is far less than a
    /// deck.
    const MOST: usize = 64 * crate::kernel::DECKS;

    fn new(size: usize, _isa: Isa) -> Self {
        Self {
            first: 0,
            drawn: Vec::new(),
            begins: false,
            rest: None,
            past: Past::of(size),
        }
    }

    fn size(&self) -> usize {
        self.past.until.len()
    }

    fn len(&self) -> usize {
        self.drawn.len()
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn clear(&mut self, first: u64) {
        self.first = first;
        self.begins = false;
        self.rest = None;
        self.drawn.clear();
    }

    fn head(&self, len: usize) -> Self {
        let len = len.min(self.len());
        let left = (self.len() - len) as u64;
        Self {
            first: self.first,
            drawn: self.drawn[..len].to_vec(),
            begins: self.begins,
            rest: self.rest.map(|rest| rest + left),
            past: self.past.clone(),
        }
    }

    /// The draws, and what came before them of each symbol.
    fn bytes(symbols: usize) -> u128 {
        (Self::MOST * size_of::<u16>()) as u128 + (symbols * size_of::<u64>()) as u128
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_past_knows_gaps_runs_and_the_last_draws() {
        let mut past = Past::of(3);
        assert_eq!((past.gap(0), past.run(), past.last()[0]), (1, 0, None));
        for symbol in [0, 1, 1, 1] {
            past.see(symbol);
        }
        let gaps: Vec<u64> = (0..3).map(|symbol| past.gap(symbol)).collect();
        assert_eq!((gaps, past.run(), past.drawn()), (vec![4, 1, 5], 3, 4));
        past.see(2);
        assert_eq!(past.last(), &[Some(2), Some(1), Some(1)]);
        assert_eq!((past.gap(2), past.run()), (1, 1));
    }

    #[test]
    fn weights_are_whole_numbers_of_two_symbols_or_more() {
        let weights = Weights::new(vec![50, 25, 20, 5]).unwrap();
        assert_eq!((weights.total(), weights.law()[3]), (100, 0.05));
        for (wrong, found) in [
            (vec![1], "at least two weights are needed"),
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
