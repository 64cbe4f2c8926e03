//! The wager on hands: on each card, whether it is in the hand, as on a number that is 0 or 1; the mean over
//! all cards.

use super::categories::Categories;
use super::limit;
use super::{LogE, Wager};
use crate::statistic::Tally;

/// A wager on a tally with a cell for each card: the hands that it is in.
#[derive(Debug)]
pub struct Hands {
    law: [f64; 2],
    card: Categories,
}

impl Hands {
    /// For hands of `hand` of `cards` cards, not none and not all.
    pub fn new(cards: usize, hand: usize) -> Option<Self> {
        let share = hand as f64 / cards as f64;
        let law = [1.0 - share, share];
        let card = Categories::new(&law)?;
        Some(Self { law, card })
    }

    /// How many hands each card is not in, and in.
    fn counts(total: &Tally) -> impl Iterator<Item = [u64; 2]> + Clone + '_ {
        let cells = total.cells().iter();
        cells.map(|&held| [total.subjects() - held, held])
    }
}

impl Wager for Hands {
    fn look(&mut self, total: &Tally) -> LogE {
        LogE::mean(Self::counts(total).map(|counts| self.card.of_counts(&counts)))
    }

    fn limit(&self, total: &Tally, error: f64) -> Option<f64> {
        let distances = Self::counts(total);
        let distances = distances.map(|counts| limit::distance(counts.into_iter(), &self.law));
        let farthest = distances.fold(0.0, f64::max);
        Some(limit::upper(farthest, total.subjects(), error))
    }

    fn bounds(&self) -> String {
        "the share of hands that the worst card is in".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::Batch;
    use crate::kernel::Isa;
    use crate::statistic::hand_cards::InHand;
    use crate::subject;

    /// The wager after these hands of four cards.
    fn look(hands: &[[u16; 2]]) -> (f64, f64) {
        let mut batch = subject::Hands::new(4, Isa::best());
        for hand in hands {
            batch.push(*hand);
        }
        let mut tally = Tally::empty(&InHand, 4);
        tally.count(&InHand, &batch);
        let mut wager = Hands::new(4, 2).unwrap();
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
