//! The wager on the position matrix, at three resolutions: coarse zones see a smooth departure soonest,
//! single cells see any.

use super::cumulant::PermutationScore;
use super::limit::{self, ZONES, sizes, zone};
use super::linear::{Linear, Scores};
use super::{LogE, Standing, Wager, all_go_on};
use crate::Tally;

/// Zones of positions, and of cards, at each resolution; a smaller deck has one for each card.
const RESOLUTIONS: [usize; 3] = [4, 16, 64];

/// A wager on a tally of the position matrix, `cells[position * cards + card]`.
#[derive(Debug)]
pub struct Positions {
    cards: usize,
    /// The finest resolution last.
    wagers: Vec<Linear<Zones>>,
    /// The law of a card's zone.
    law: Vec<f64>,
}

impl Positions {
    /// Makes the wager for decks of `cards` cards.
    pub fn new(cards: usize) -> Self {
        let mut zones: Vec<usize> = RESOLUTIONS.iter().map(|zones| cards.min(*zones)).collect();
        zones.dedup();
        let law: Vec<f64> = sizes(cards, cards.min(ZONES))
            .iter()
            .map(|size| size / cards as f64)
            .collect();
        Self {
            cards,
            wagers: zones
                .into_iter()
                .map(|zones| Linear::new(Zones::new(cards, zones)))
                .collect(),
            law,
        }
    }
}

impl Wager for Positions {
    fn look(&mut self, total: &Tally) -> LogE {
        let wagers = self.wagers.iter_mut();
        LogE::mean(wagers.map(|wager| wager.look(total.cells(), total.subjects())))
    }

    /// The card that is worst off counts.
    fn standing(&self) -> Vec<Standing> {
        self.wagers.iter().flat_map(Wager::standing).collect()
    }

    fn go_on_from(&mut self, total: &Tally, standing: &[Standing]) -> bool {
        all_go_on(&mut self.wagers, total, standing)
    }

    fn limit(&self, total: &Tally, error: f64) -> Option<f64> {
        let zones = self.law.len();
        if limit::radius(total.subjects() as f64, error) >= 1.0 {
            // So few decks bound nothing, whatever they are.
            return Some(1.0);
        }
        // Loops over zones, then over cards, so that the cells are read in the order in which they lie.
        let mut counts = vec![0; zones * self.cards];
        for (position, row) in total.cells().chunks_exact(self.cards).enumerate() {
            let at = zone(position, self.cards, zones) * self.cards;
            let sums = &mut counts[at..at + self.cards];
            sums.iter_mut()
                .zip(row)
                .for_each(|(sum, count)| *sum += count);
        }
        let of = |card: usize| {
            let counts = counts[card..].iter().step_by(self.cards).copied();
            limit::distance(counts, &self.law)
        };
        let farthest = (0..self.cards).map(of).fold(0.0, f64::max);
        Some(limit::upper(farthest, total.subjects(), error))
    }

    fn bounds(&self) -> String {
        format!("the place of the worst card, in {} zones", self.law.len())
    }
}

/// The position matrix with rows and columns summed up in zones.
#[derive(Debug)]
pub(crate) struct Zones {
    cards: usize,
    /// The number of zones of positions, and of zones of cards.
    number: usize,
    sizes: Vec<f64>,
}

impl Zones {
    /// `zones` zones of positions and as many of cards, of nearly equal size.
    pub fn new(cards: usize, zones: usize) -> Self {
        Self {
            cards,
            number: zones,
            sizes: sizes(cards, zones),
        }
    }

    /// Zone of positions, zone of cards, positions × cards in both, value: cell by cell.
    fn cells<'a>(
        &'a self,
        values: &'a [f64],
    ) -> impl Iterator<Item = (usize, usize, f64, f64)> + 'a {
        values.iter().enumerate().map(|(at, value)| {
            let (row, column) = (at / self.number, at % self.number);
            (row, column, self.sizes[row] * self.sizes[column], *value)
        })
    }
}

impl Scores for Zones {
    type Known = PermutationScore;

    fn counts(&self, cells: &[u64]) -> Vec<u64> {
        if self.number == self.cards {
            return cells.to_vec();
        }
        let mut counts = vec![0; self.number * self.number];
        let columns: Vec<usize> = (0..self.cards)
            .map(|card| zone(card, self.cards, self.number))
            .collect();
        for (position, row) in cells.chunks_exact(self.cards).enumerate() {
            let at = zone(position, self.cards, self.number) * self.number;
            for (column, count) in columns.iter().zip(row) {
                counts[at + column] += count;
            }
        }
        counts
    }

    /// Ideal decks have N·rc/n counts in r positions and c cards. Weighted by r and c, rows and columns
    /// of the lean sum to 0, as those of the whole matrix that it stands for do.
    fn lean(&self, counts: &[u64], decks: u64) -> Vec<f64> {
        let (cards, decks) = (self.cards as f64, decks as f64);
        let mut lean = Vec::with_capacity(counts.len());
        for (row, counts) in self.sizes.iter().zip(counts.chunks_exact(self.number)) {
            for (column, count) in self.sizes.iter().zip(counts) {
                lean.push(*count as f64 * cards / (row * column) - decks);
            }
        }
        lean
    }

    fn known(&self, lean: &[f64]) -> Option<PermutationScore> {
        let (mut squares, mut total, mut largest) = (0.0, 0.0, 0.0_f64);
        let mut rows = vec![f64::NEG_INFINITY; self.number];
        let mut columns = rows.clone();
        for (row, column, size, value) in self.cells(lean) {
            squares += size * value * value;
            total += size * value.abs();
            largest = largest.max(value.abs());
            rows[row] = rows[row].max(value);
            columns[column] = columns[column].max(value);
        }
        let greatest = |most: &[f64]| -> f64 {
            let terms = most.iter().zip(&self.sizes);
            terms.map(|(value, size)| value * size).sum()
        };
        let cards = self.cards as f64;
        (squares > 0.0).then(|| PermutationScore {
            cards,
            square: squares / cards,
            largest,
            total,
            greatest: greatest(&rows).min(greatest(&columns)),
        })
    }

    /// Σ (1/n)(1 + a)·a over all cells, whose rows sum to 0: q.
    fn promise(&self, known: &PermutationScore) -> f64 {
        known.square
    }

    fn cumulant(&self, known: &PermutationScore, scale: f64) -> f64 {
        known.cumulant(scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::POSITIONS;

    const THREE: [[usize; 3]; 6] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];

    /// The e-value after the last look of decks that come as `sequence` says.
    fn e_value(sequence: impl Iterator<Item = usize>, looks: &[u64]) -> f64 {
        let mut wager = Positions::new(3);
        let mut tally = Tally::empty(POSITIONS, 3);
        let mut e = LogE::ONE;
        for (decks, order) in (1..).zip(sequence) {
            for (position, card) in THREE[order].iter().enumerate() {
                tally.cells_mut()[position * 3 + card] += 1;
            }
            tally.parts_mut().1.subjects += 1;
            if looks.contains(&decks) {
                e = wager.look(&tally);
            }
        }
        libm::exp(e.ln())
    }

    #[test]
    fn the_mean_over_all_sequences_of_decks_is_at_most_1_and_not_far_below() {
        for looks in [&[1, 2, 3, 4][..], &[2, 4], &[1, 4]] {
            let sequences = 0..6_usize.pow(4);
            let values = sequences.map(|sequence| {
                let digits = (0..4).map(move |at| sequence / 6_usize.pow(at) % 6);
                e_value(digits, looks)
            });
            let mean = values.sum::<f64>() / 1296.0;
            assert!((0.8..=1.0 + 1e-12).contains(&mean), "{looks:?}: {mean}");
        }
    }

    #[test]
    fn decks_that_are_never_shuffled_are_soon_refuted_and_a_limit_needs_many() {
        let looks: Vec<u64> = (1..100).collect();
        assert!(e_value([3; 30].into_iter(), &looks) > 1e6);
        let mut tally = Tally::empty(POSITIONS, 52);
        let wager = Positions::new(52);
        assert!(wager.limit(&tally, 0.001) == Some(1.0));
        // The counts are as even as can be: each card is as often at each place.
        for (decks, least, most) in [(520, 0.08, 0.15), (520_000, 0.002, 0.004)] {
            tally.cells_mut().fill(decks / 52);
            tally.parts_mut().1.subjects = decks;
            let limit = wager.limit(&tally, 0.001).unwrap();
            assert!((least..most).contains(&limit), "{limit}");
        }
    }

    #[test]
    fn zones_of_unequal_size_lean_nowhere_where_all_is_even() {
        let zones = Zones::new(7, 3);
        assert_eq!(zones.sizes, [3.0, 2.0, 2.0]);
        let counts = zones.counts(&[5; 49]);
        assert!(
            zones
                .lean(&counts, 35)
                .iter()
                .all(|lean| lean.abs() < 1e-12)
        );
        // Any counts of whole decks: weighted rows and columns sum to 0.
        let mut cells = vec![0; 49];
        for shift in [0, 1, 1, 3] {
            (0..7).for_each(|at| cells[at * 7 + (at + shift) % 7] += 1);
        }
        let lean = zones.lean(&zones.counts(&cells), 4);
        for at in 0..3 {
            let row: f64 = (0..3).map(|j| lean[at * 3 + j] * zones.sizes[j]).sum();
            let column: f64 = (0..3).map(|i| lean[i * 3 + at] * zones.sizes[i]).sum();
            assert!(row.abs() < 1e-12 && column.abs() < 1e-12);
        }
    }
}
