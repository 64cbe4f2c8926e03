//! Sums of a number over consecutive decks, by which its mean is compared between records whose decks depend on
//! each other: sums of long batches hardly do, so that their own spread tells the error of the mean (Conway
//! 1963; Law and Carson 1979).
//!
//! Batch b holds the decks with an index from b·size up to (b + 1)·size. The size is the smallest power of two
//! with which there are at most [`MOST`] batches: how long a stream is need not be known beforehand, and as the
//! size depends on the largest index alone, parts merge in any order to the same batches.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use text::figures::{Declaration, Shape};

/// Batches at the most; of so many decks or more there are more than half of it.
pub const MOST: usize = 64;

/// One batch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Decks in it.
    pub decks: u64,
    /// The sum of their numbers, each less the least that there can be.
    pub sum: u64,
}

impl Part {
    pub fn add(&mut self, more: Self) {
        self.decks += more.decks;
        self.sum += more.sum;
    }
}

/// The batches of a tally, from the first deck on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batches {
    /// Binary logarithm of the size.
    log2: u32,
    parts: Vec<Part>,
}

impl Batches {
    /// Returns true if there are no more parts than are allowed.
    pub fn fits(&self) -> bool {
        self.parts.len() <= MOST && self.log2 < u64::BITS
    }

    /// Adds the numbers of decks with consecutive indices, from `first` on; `sum` is their sum.
    pub fn add(&mut self, first: u64, above: impl ExactSizeIterator<Item = u64>, sum: u64) {
        let decks = above.len() as u64;
        let Some(last) = (first + decks).checked_sub(1) else {
            return;
        };
        self.make_room(last);
        if first >> self.log2 == last >> self.log2 {
            self.parts[(last >> self.log2) as usize].add(Part { decks, sum });
            return;
        }
        for (index, sum) in (first..).zip(above) {
            self.parts[(index >> self.log2) as usize].add(Part { decks: 1, sum });
        }
    }

    /// Makes a place for the deck of that index.
    fn make_room(&mut self, index: u64) {
        while index >> self.log2 >= MOST as u64 {
            self.double();
        }
        let len = (index >> self.log2) as usize + 1;
        if self.parts.len() < len {
            self.parts.resize(len, Part::default());
        }
    }

    /// Makes one of every two batches.
    fn double(&mut self) {
        self.log2 += 1;
        let pairs = self.parts.chunks(2);
        let pairs = pairs.map(|pair| {
            let mut both = pair[0];
            pair[1..].iter().for_each(|part| both.add(*part));
            both
        });
        self.parts = pairs.collect();
    }

    /// Adds those of another part of the decks.
    pub fn merge(&mut self, part: &Self) {
        let mut part = part.clone();
        while self.log2 < part.log2 {
            self.double();
        }
        while part.log2 < self.log2 {
            part.double();
        }
        if self.parts.len() < part.parts.len() {
            self.parts.resize(part.parts.len(), Part::default());
        }
        for (ours, theirs) in self.parts.iter_mut().zip(&part.parts) {
            ours.add(*theirs);
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.log2 = 0;
        self.parts.clear();
    }

    /// Indices in a batch.
    pub fn size(&self) -> u64 {
        1 << self.log2
    }

    /// The batches, the last of which may not be full, nor any one at a lag.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }
}

/// Declares them, of a number with that unit.
pub(crate) fn declared(unit: String) -> Declaration {
    let figures = vec![
        Declaration::whole("size", "decks"),
        Declaration::counts("decks", "decks", MOST),
        Declaration::new("sums", Shape::Whole.listed(MOST), unit),
    ];
    Declaration::group("batches", figures)
}

/// The figures of `batches`, of a number that is at least `least`: how many indices each batch has, and by batch
/// the decks and the sum of their numbers.
pub fn figures(batches: &Batches, least: u64) -> Value {
    let parts = batches.parts().iter();
    let (decks, sums): (Vec<u64>, Vec<u64>) = parts
        .map(|part| (part.decks, part.sum + least * part.decks))
        .unzip();
    json!({ "size": batches.size(), "decks": decks, "sums": sums })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(first: u64, values: &[u64]) -> Batches {
        let mut batches = Batches::default();
        for (at, block) in (first..).step_by(64).zip(values.chunks(64)) {
            batches.add(at, block.iter().copied(), block.iter().sum());
        }
        batches
    }

    /// Whatever the parts and their order, and wherever a block begins.
    #[test]
    fn parts_merge_in_any_order_to_the_batches_of_the_whole() {
        for decks in [1, 63, 64, 65, 700, 4096, 4097, 20_000] {
            let values: Vec<u64> = (0..decks).map(|at| at * at % 97).collect();
            let whole = of(0, &values);
            assert!(whole.parts().len() <= MOST, "{decks}");
            assert!(decks < 64 || whole.parts().len() > MOST / 2, "{decks}");
            let naive: Vec<Part> = (values.chunks(whole.size() as usize))
                .map(|batch| Part {
                    decks: batch.len() as u64,
                    sum: batch.iter().sum(),
                })
                .collect();
            assert_eq!(whole.parts(), naive, "{decks}");
            let cuts = [0, decks / 7, decks / 2 + 1, decks];
            let parts: Vec<Batches> = (cuts.windows(2))
                .filter(|cut| cut[0] < cut[1])
                .map(|cut| of(cut[0], &values[cut[0] as usize..cut[1] as usize]))
                .collect();
            let forward = parts.iter();
            let backward = parts.iter().rev();
            let merged = |parts: &mut dyn Iterator<Item = &Batches>| {
                let mut all = Batches::default();
                parts.for_each(|part| all.merge(part));
                all
            };
            assert_eq!(merged(&mut forward.into_iter()), whole, "{decks}");
            assert_eq!(merged(&mut backward.into_iter()), whole, "{decks}");
        }
    }

    #[test]
    fn nothing_is_neutral() {
        let mut batches = of(0, &[3, 4]);
        let before = batches.clone();
        batches.merge(&Batches::default());
        assert_eq!(batches, before);
        batches.clear();
        assert_eq!(batches, Batches::default());
        batches.merge(&before);
        assert_eq!(batches, before);
    }
}
