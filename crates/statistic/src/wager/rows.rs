//! The wager on digits of a deck that are independent and uniform on ideal decks: a row of counts for
//! each. Coarse zones of each digit's values see a smooth departure soonest, single values see any.

use std::ops::Range;

use super::cumulant::Bounded;
use super::limit::{self, ZONES, sizes, zone};
use super::linear::{Linear, Scores};
use super::{LogE, Standing, Wager, all_go_on};
use crate::Tally;

/// Zones of the values of a digit at each resolution; a digit of fewer values has one for each.
const RESOLUTIONS: [usize; 2] = [4, 64];

/// A wager on a tally with a row of cells for each digit, each deck counted once in each row.
#[derive(Debug)]
pub(crate) struct Digits {
    rows: Vec<Range<usize>>,
    wagers: Vec<Linear<Rows>>,
}

impl Digits {
    /// Makes the wager for digits whose counts are at these places of the cells. Rows with a single value say
    /// nothing.
    pub fn new(rows: Vec<Range<usize>>) -> Self {
        let rows: Vec<Range<usize>> = rows.into_iter().filter(|row| row.len() > 1).collect();
        let widest = rows.iter().map(Range::len).max().unwrap_or(1);
        let mut zones = RESOLUTIONS.map(|zones| zones.min(widest)).to_vec();
        zones.dedup();
        let wagers = zones.into_iter().map(|zones| {
            let rows = rows.iter().map(|row| Row::new(row.clone(), zones));
            Linear::new(Rows {
                rows: rows.collect(),
            })
        });
        Self {
            wagers: wagers.collect(),
            rows,
        }
    }
}

impl Wager for Digits {
    fn look(&mut self, total: &Tally) -> LogE {
        let wagers = self.wagers.iter_mut();
        LogE::mean(wagers.map(|wager| wager.look(total.cells(), total.subjects())))
    }

    fn standing(&self) -> Vec<Standing> {
        self.wagers.iter().flat_map(Wager::standing).collect()
    }

    fn go_on_from(&mut self, total: &Tally, standing: &[Standing]) -> bool {
        all_go_on(&mut self.wagers, total, standing)
    }

    fn limit(&self, total: &Tally, error: f64) -> Option<f64> {
        let of = |row: &Range<usize>| {
            let row = Row::new(row.clone(), ZONES);
            let law: Vec<f64> = row.sizes.iter().map(|size| size / row.values()).collect();
            limit::distance(row.counts(total.cells()).into_iter(), &law)
        };
        let farthest = self.rows.iter().map(of).fold(0.0, f64::max);
        Some(limit::upper(farthest, total.subjects(), error))
    }

    fn bounds(&self) -> String {
        format!("the law of the worst digit, in {ZONES} zones")
    }
}

/// The counts of one digit, summed up in zones of its values.
#[derive(Debug)]
struct Row {
    cells: Range<usize>,
    sizes: Vec<f64>,
}

impl Row {
    fn new(cells: Range<usize>, zones: usize) -> Self {
        let sizes = sizes(cells.len(), zones.min(cells.len()));
        Self { cells, sizes }
    }

    fn values(&self) -> f64 {
        self.cells.len() as f64
    }

    fn counts(&self, cells: &[u64]) -> Vec<u64> {
        let mut counts = vec![0; self.sizes.len()];
        let cells = &cells[self.cells.clone()];
        for (value, count) in cells.iter().enumerate() {
            counts[zone(value, cells.len(), self.sizes.len())] += count;
        }
        counts
    }
}

/// Rows of counts of independent uniform digits.
#[derive(Debug)]
pub struct Rows {
    rows: Vec<Row>,
}

impl Rows {
    /// Pairs each row with its part of `values`, which are those of all zones.
    fn parts<'a, T>(&'a self, values: &'a [T]) -> impl Iterator<Item = (&'a Row, &'a [T])> {
        let mut rest = values;
        self.rows.iter().map(move |row| {
            let (part, more) = rest.split_at(row.sizes.len());
            rest = more;
            (row, part)
        })
    }
}

impl Scores for Rows {
    /// The bounds for each row.
    type Known = Vec<Bounded>;

    fn counts(&self, cells: &[u64]) -> Vec<u64> {
        self.rows.iter().flat_map(|row| row.counts(cells)).collect()
    }

    fn lean(&self, counts: &[u64], decks: u64) -> Vec<f64> {
        let departures = self.parts(counts).flat_map(|(row, counts)| {
            let zones = counts.iter().zip(&row.sizes);
            zones.map(|(count, size)| *count as f64 * row.values() / size - decks as f64)
        });
        departures.collect()
    }

    /// Digits are independent: the cumulants of their scores add up.
    fn known(&self, lean: &[f64]) -> Option<Vec<Bounded>> {
        let of = |(row, lean): (&Row, &[f64])| {
            let squares = lean.iter().zip(&row.sizes).map(|(x, size)| size * x * x);
            Bounded {
                variance: squares.sum::<f64>() / row.values(),
                greatest: lean.iter().copied().fold(0.0, f64::max),
            }
        };
        let known: Vec<Bounded> = self.parts(lean).map(of).collect();
        known.iter().any(|row| row.variance > 0.0).then_some(known)
    }

    fn promise(&self, known: &Vec<Bounded>) -> f64 {
        known.iter().map(|row| row.variance).sum()
    }

    fn cumulant(&self, known: &Vec<Bounded>, scale: f64) -> f64 {
        known.iter().map(|row| row.cumulant(scale)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::POSITIONS;

    /// A tally of three cards has nine cells: digits below 3, 2 and 1 are at the first six.
    const ROWS: [Range<usize>; 3] = [0..3, 3..5, 5..6];

    fn look(wager: &mut Digits, tally: &mut Tally, digits: [usize; 3]) -> LogE {
        for (row, digit) in ROWS.iter().zip(digits) {
            tally.cells_mut()[row.start + digit] += 1;
        }
        tally.parts_mut().1.subjects += 1;
        wager.look(tally)
    }

    #[test]
    fn the_mean_over_all_digits_is_at_most_1_and_not_far_below() {
        let mut sum = 0.0;
        for sequence in 0..6_usize.pow(4) {
            let mut wager = Digits::new(ROWS.to_vec());
            let mut tally = Tally::empty(POSITIONS, 3);
            let mut e = LogE::ONE;
            for at in 0..4 {
                let deck = sequence / 6_usize.pow(at) % 6;
                e = look(&mut wager, &mut tally, [deck % 3, deck / 3, 0]);
            }
            sum += libm::exp(e.ln());
        }
        let mean = sum / 1296.0;
        assert!((0.8..=1.0 + 1e-12).contains(&mean), "{mean}");
    }

    #[test]
    fn a_digit_that_never_changes_is_soon_refuted_and_its_limit_is_large() {
        let mut wager = Digits::new(ROWS.to_vec());
        let mut tally = Tally::empty(POSITIONS, 3);
        let mut e = LogE::ONE;
        for at in 0..60 {
            e = look(&mut wager, &mut tally, [at % 3, 1, 0]);
        }
        assert!(e.log10() > 6.0, "{e:?}");
        assert!(wager.limit(&tally, 0.01).unwrap() > 0.5);
    }
}
