//! Counts over consecutive subjects, by which a mean or a share is judged where subjects depend on each other: sums of
//! long batches hardly do, so that their own spread tells the error of the whole (Conway 1963; Law and Carson 1979).
//!
//! Batch b holds the subjects with an index from b·size up to (b + 1)·size. The size is the smallest power of two
//! with which there are at most [`MOST`] batches: how long a stream is need not be known beforehand, and as the
//! size depends on the largest index alone, parts merge in any order to the same batches.
//!
//! [`chance_of`] and [`chance_of_turns`] judge a difference between two parts of a run by that spread. Decks that
//! depend on earlier ones in the same batch alone are judged rightly; a memory that is longer than a batch looks like a
//! change, and cannot be told from one.

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

use laws::student::student_upper;
use text::figures::{Declaration, Shape, Value, json};

/// Batches at the most; of so many subjects or more there are more than half of it.
pub const MOST: usize = 64;

/// The cells of a batch of a number: the decks with an even index, the sum of their numbers, each less the least that
/// there can be, and the same of the others.
pub(crate) const OF_NUMBER: usize = 4;

/// The batches of a tally, from the first subject on, each a row of counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Batches {
    /// Binary logarithm of the size.
    log2: u32,
    rows: Vec<Vec<u64>>,
}

impl Batches {
    /// Returns true if there are no more batches than are allowed, and their rows are alike.
    pub fn fits(&self) -> bool {
        let mut pairs = self.rows.windows(2);
        self.rows.len() <= MOST
            && self.log2 < u64::BITS
            && pairs.all(|pair| pair[0].len() == pair[1].len())
    }

    /// Adds the numbers of decks with consecutive indices, from `first` on; `sums` are those of the decks with an even
    /// index and of the others.
    pub fn add(
        &mut self,
        first: u64,
        above: impl ExactSizeIterator<Item = u64>,
        [even, odd]: [u64; 2],
    ) {
        let decks = above.len() as u64;
        let Some(last) = (first + decks).checked_sub(1).filter(|_| decks > 0) else {
            return;
        };
        self.row(last, OF_NUMBER);
        let (row, next) = self.row(first, OF_NUMBER);
        if last < next {
            let of_even = (decks + 1 - first % 2) / 2;
            let more = [of_even, even, decks - of_even, odd];
            row.iter_mut()
                .zip(more)
                .for_each(|(cell, more)| *cell += more);
            return;
        }
        for (index, above) in (first..).zip(above) {
            let (row, _) = self.row(index, OF_NUMBER);
            let half = 2 * (index % 2) as usize;
            row[half] += 1;
            row[half + 1] += above;
        }
    }

    /// The counts, so many cells, of the batch with the subject of that index, and the index at which the next batch
    /// begins.
    pub fn row(&mut self, index: u64, cells: usize) -> (&mut [u64], u64) {
        while index >> self.log2 >= MOST as u64 {
            self.double();
        }
        let number = index >> self.log2;
        let at = number as usize;
        if self.rows.len() <= at {
            self.rows.resize(at + 1, vec![0; cells]);
        }
        (&mut self.rows[at], (number + 1) << self.log2)
    }

    /// Makes one of every two batches.
    fn double(&mut self) {
        self.log2 += 1;
        let pairs = self.rows.chunks(2);
        let pairs = pairs.map(|pair| {
            let mut both = pair[0].clone();
            pair[1..].iter().for_each(|row| add(&mut both, row));
            both
        });
        self.rows = pairs.collect();
    }

    /// Adds those of another part of the subjects.
    pub fn merge(&mut self, part: &Self) {
        let mut part = part.clone();
        while self.log2 < part.log2 {
            self.double();
        }
        while part.log2 < self.log2 {
            part.double();
        }
        if self.rows.len() < part.rows.len() {
            let cells = part.rows[0].len();
            self.rows.resize(part.rows.len(), vec![0; cells]);
        }
        for (ours, theirs) in self.rows.iter_mut().zip(&part.rows) {
            add(ours, theirs);
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.log2 = 0;
        self.rows.clear();
    }

    /// Indices in a batch.
    pub fn size(&self) -> u64 {
        1 << self.log2
    }

    /// The batches, the last of which may not be full, nor any one at a lag.
    pub fn rows(&self) -> &[Vec<u64>] {
        &self.rows
    }

    /// The batches that lie whole on one side of the cut before the subject of index `cut`, each with that side.
    pub(crate) fn on_sides(&self, cut: u64) -> impl Iterator<Item = (usize, &[u64])> {
        let size = self.size();
        let numbered = (0_u64..).zip(&self.rows);
        numbered.filter_map(move |(number, row)| {
            let (first, next) = (number * size, (number + 1).saturating_mul(size));
            let side = if next <= cut {
                0
            } else if first >= cut {
                1
            } else {
                return None;
            };
            Some((side, row.as_slice()))
        })
    }
}

fn add(to: &mut [u64], more: &[u64]) {
    to.iter_mut()
        .zip(more)
        .for_each(|(cell, more)| *cell += more);
}

/// Some subjects, and the sum of a number of each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Part {
    /// Subjects in it.
    pub subjects: u64,
    /// The sum of their numbers.
    pub sum: u64,
}

impl Part {
    fn mean(self) -> f64 {
        self.sum as f64 / self.subjects as f64
    }

    fn weight(self) -> f64 {
        self.subjects as f64
    }
}

/// The probability that the means of two parts of a run differ by as much, by the spread of the `batches` that lie
/// inside each: Student's t with the batches less their sides as degrees of freedom.
pub(super) fn chance_of(parts: [Part; 2], batches: impl Iterator<Item = (usize, Part)>) -> f64 {
    let mut sides: [Vec<Part>; 2] = Default::default();
    for (side, batch) in batches.filter(|(_, batch)| batch.subjects > 0) {
        sides[side].push(batch);
    }
    let spread = |batches: &Vec<Part>| {
        let weight: f64 = batches.iter().map(|batch| batch.weight()).sum();
        let sum = batches.iter().map(|batch| batch.weight() * batch.mean());
        let mean = sum.sum::<f64>() / weight;
        let squares = batches.iter();
        squares
            .map(|batch| batch.weight() * (batch.mean() - mean).powi(2))
            .sum::<f64>()
    };
    let squares: f64 = sides
        .iter()
        .map(spread)
        .filter(|spread| spread.is_finite())
        .sum();
    let df = sides
        .iter()
        .map(|side| side.len().saturating_sub(1))
        .sum::<usize>() as f64;
    let error = squares / df * (1.0 / parts[0].weight() + 1.0 / parts[1].weight());
    two_sided((parts[0].mean() - parts[1].mean()) / error.sqrt(), df)
}

/// The probability that the means of subjects in turn, the first, third, … of a run and the others, differ by as much,
/// by the spread of their differences in each batch.
pub(super) fn chance_of_turns(batches: impl Iterator<Item = [Part; 2]>) -> f64 {
    let differences = batches.filter(|both| both.iter().all(|part| part.subjects > 0));
    let differences = differences.map(|both| {
        let [one, other] = both.map(Part::weight);
        (one * other / (one + other), both[0].mean() - both[1].mean())
    });
    let differences: Vec<(f64, f64)> = differences.collect();
    let weight: f64 = differences.iter().map(|(weight, _)| weight).sum();
    let mean = differences
        .iter()
        .map(|(weight, off)| weight * off)
        .sum::<f64>()
        / weight;
    let squares = differences.iter();
    let squares: f64 = squares
        .map(|(weight, off)| weight * (off - mean).powi(2))
        .sum();
    let df = differences.len().saturating_sub(1) as f64;
    two_sided(mean / (squares / df / weight).sqrt(), df)
}

/// Both tails of Student's t. What cannot be judged is no surprise; where nothing varies between batches, batches say
/// nothing against a difference.
fn two_sided(t: f64, df: f64) -> f64 {
    if t.is_nan() || df < 1.0 {
        1.0
    } else if t.is_infinite() {
        0.0
    } else {
        (2.0 * student_upper(t.abs(), df)).min(1.0)
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
    let rows = batches.rows().iter();
    let (decks, sums): (Vec<u64>, Vec<u64>) = rows
        .map(|row| {
            let decks = row[0] + row[2];
            (decks, row[1] + row[3] + least * decks)
        })
        .unzip();
    json!({ "size": batches.size(), "decks": decks, "sums": sums })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(first: u64, values: &[u64]) -> Batches {
        let mut batches = Batches::default();
        for (at, block) in (first..).step_by(64).zip(values.chunks(64)) {
            let sum = |parity: u64| {
                let pairs = (at..).zip(block);
                pairs
                    .filter(|(index, _)| index % 2 == parity)
                    .map(|(_, value)| value)
                    .sum()
            };
            batches.add(at, block.iter().copied(), [sum(0), sum(1)]);
        }
        batches
    }

    /// Whatever the parts and their order, and wherever a block begins.
    #[test]
    fn parts_merge_in_any_order_to_the_batches_of_the_whole() {
        for decks in [1, 63, 64, 65, 700, 4096, 4097, 20_000] {
            let values: Vec<u64> = (0..decks).map(|at| at * at % 97).collect();
            let whole = of(0, &values);
            assert!(whole.rows().len() <= MOST, "{decks}");
            assert!(decks < 64 || whole.rows().len() > MOST / 2, "{decks}");
            let naive: Vec<Vec<u64>> = (values.chunks(whole.size() as usize))
                .enumerate()
                .map(|(number, batch)| {
                    let first = number as u64 * whole.size();
                    let mut row = vec![0; OF_NUMBER];
                    for (index, value) in (first..).zip(batch) {
                        row[2 * (index % 2) as usize] += 1;
                        row[2 * (index % 2) as usize + 1] += value;
                    }
                    row
                })
                .collect();
            assert_eq!(whole.rows(), naive, "{decks}");
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
