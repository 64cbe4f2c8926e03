//! The wager on hands: on each card, which of the cells that are seen it is in, or on each two cards, whether they are in
//! one; the mean over all of them.

use super::categories::Categories;
use super::limit;
use super::{LogE, Wager};
use crate::Tally;

use std::collections::BTreeMap;

/// A wager on a tally with a cell for each card and each cell of places that is seen.
#[derive(Debug)]
pub struct Hands {
    /// The probability of each cell of places, the rest last if there is one.
    law: Vec<f64>,
    /// Cells that are counted.
    seen: usize,
    card: Categories,
    /// The quantity that its limit bounds, in words.
    bounds: String,
}

impl Hands {
    /// Makes the wager on cells of these probabilities, of which the first `seen` are counted; `bounds` says of what it bounds
    /// the distance.
    pub fn new(law: Vec<f64>, seen: usize, bounds: &str) -> Option<Self> {
        let card = Categories::new(&law)?;
        Some(Self {
            law,
            seen,
            card,
            bounds: bounds.to_owned(),
        })
    }

    /// Makes the wager on events of this probability, each of which a tally has a cell for.
    #[cfg(feature = "full")]
    pub(crate) fn of_events(probability: f64, bounds: String) -> Self {
        Self {
            law: vec![probability, 1.0 - probability],
            seen: 1,
            card: Categories::of_two(probability),
            bounds,
        }
    }

    /// Counts the decks that had each card in each cell.
    fn counts(&self, total: &Tally) -> impl Iterator<Item = Vec<u64>> {
        let rows = total.cells().chunks(self.seen);
        rows.map(|row| {
            let rest = total.subjects() - row.iter().sum::<u64>();
            let rest = (self.law.len() > self.seen).then_some(rest);
            row.iter().copied().chain(rest).collect()
        })
    }
}

impl Wager for Hands {
    fn look(&mut self, total: &Tally) -> LogE {
        // Of a thousand pairs of cards, most have one of a few counts.
        let mut known: BTreeMap<Vec<u64>, LogE> = BTreeMap::new();
        LogE::mean(self.counts(total).map(|counts| {
            let known = known.entry(counts);
            *known.or_insert_with_key(|counts| self.card.of_counts(counts))
        }))
    }

    fn limit(&self, total: &Tally, error: f64) -> Option<f64> {
        let distances = self.counts(total);
        let distances = distances.map(|counts| limit::distance(counts.into_iter(), &self.law));
        let farthest = distances.fold(0.0, f64::max);
        Some(limit::upper(farthest, total.subjects(), error))
    }

    fn bounds(&self) -> String {
        self.bounds.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::InCells;
    use deck::batch::Batch;
    use deck::kernel::Isa;
    use deck::subject;

    /// The wager after these hands of four cards.
    fn look(hands: &[[u16; 2]]) -> (f64, f64) {
        let mut batch = subject::Hands::new(4, Isa::best());
        for hand in hands {
            batch.push(*hand);
        }
        let counter = InCells {
            classes: 4,
            cells: 1,
            places: 2,
        };
        let mut tally = Tally::empty(&counter, 4);
        tally.count(&counter, &batch);
        let mut wager = Hands::new(vec![0.5, 0.5], 1, "").unwrap();
        let e = libm::exp(wager.look(&tally).ln());
        (e, wager.limit(&tally, 0.01).unwrap())
    }

    #[test]
    fn the_e_value_has_mean_1_on_ideal_hands() {
        let all = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        let one: f64 = all.iter().map(|hand| look(&[*hand]).0).sum();
        assert!((one / 6.0 - 1.0).abs() < 1e-9, "{one}");
        let pairs = all
            .iter()
            .flat_map(|one| all.map(|two| look(&[*one, two]).0));
        let two: f64 = pairs.sum();
        assert!((two / 36.0 - 1.0).abs() < 1e-9, "{two}");
    }

    #[test]
    fn the_same_hand_again_and_again_gains_and_fair_ones_come_within_limits() {
        let (gain, limit) = look(&[[0, 1]; 60]);
        assert!(gain > 1e6 && limit > 0.4, "{gain} {limit}");
        let fair = [[0, 1], [2, 3]].repeat(3_000);
        let (gain, limit) = look(&fair);
        assert!(gain < 1.0 && limit < 0.05, "{gain} {limit}");
    }
}
