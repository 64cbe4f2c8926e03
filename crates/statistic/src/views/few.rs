//! Tails of tables of few decks, by ideal decks of the same view: see [`crate::ideal`].

use super::Seen;
use super::in_cells::InCells;
use crate::Notes;
use crate::counter::Counter;
use crate::ideal;
use deck::Card;
use deck::batch::Batch;
use deck::kernel::Isa;
use deck::rng::{Draws as _, PcgDraws};
use deck::subject::Hands;
use laws::as_far::MOST;

/// Cards that are dealt at the most: some seconds.
const MOST_CARDS: u64 = 1 << 30;

/// Ideal tables of one view, by the number of decks; copies share them.
#[derive(Debug, Clone, Default)]
pub(super) struct Ideal(ideal::Ideal<Tables>);

impl Ideal {
    /// The probability that `decks` ideal decks give a table whose `measure`, always the same one, is at least `found`,
    /// which need not be right where it is above `above`; `None` where too many cards would have to be dealt for it.
    pub fn tail(
        &self,
        seen: &Seen,
        counter: &InCells,
        decks: u64,
        (found, above): (f64, f64),
        measure: impl Fn(&[u64]) -> f64,
    ) -> Option<f64> {
        if decks * MOST * seen.view.shape.seen() as u64 > MOST_CARDS {
            return None;
        }
        let tables = || Tables::new(seen, counter, decks);
        let next = |tables: &mut Tables| tables.next(seen, counter, &measure);
        Some(self.0.tail(decks, (found, above), tables, next))
    }
}

/// Ideal tables of so many decks, one after the other.
#[derive(Debug)]
struct Tables {
    decks: u64,
    draws: PcgDraws,
    deck: Vec<Card>,
    /// Room for the hands and the counts of a table.
    hands: Hands,
    counts: Vec<u64>,
}

impl Tables {
    fn new(seen: &Seen, counter: &InCells, decks: u64) -> Self {
        let shape = seen.view.shape;
        let mut hands = Hands::new(seen.cards, Isa::best());
        hands.seen_as(shape);
        Self {
            decks,
            draws: PcgDraws::for_batch(0, "tables of few decks", decks, shape.seen() as u64),
            deck: (0..seen.cards as Card)
                .map(|card| seen.view.class(card))
                .collect(),
            hands,
            counts: vec![0; counter.cells(seen.cards)],
        }
    }

    /// The measure of the next table.
    fn next(&mut self, seen: &Seen, counter: &InCells, measure: impl Fn(&[u64]) -> f64) -> f64 {
        let places = seen.view.shape.seen();
        self.counts.fill(0);
        self.hands.clear(0);
        for _ in 0..self.decks {
            for place in 0..places {
                let rest = (self.deck.len() - place) as u32;
                self.deck
                    .swap(place, place + self.draws.below(rest) as usize);
            }
            self.hands.push(self.deck[..places].iter().copied());
        }
        counter.count(&self.hands, &mut self.counts, &mut Notes::default());
        measure(&self.counts)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::seen;
    use super::*;

    /// The tail of a table does not depend on those that were looked for before it.
    #[test]
    fn kept_tables_give_what_fresh_ones_give() {
        let seen = seen(9, "hand:3", None);
        let counter = InCells {
            classes: 9,
            cells: 1,
            places: 3,
        };
        let largest = |counts: &[u64]| counts.iter().copied().max().unwrap_or(0) as f64;
        let tail =
            |ideal: &Ideal, found: f64| ideal.tail(&seen, &counter, 6, (found, 1.0), largest);
        let kept = Ideal::default();
        for found in [4.0, 6.0, 2.0, 5.0, 4.0] {
            let fresh = tail(&Ideal::default(), found);
            assert!(fresh.is_some_and(|p| p > 0.0 && p <= 1.0));
            assert_eq!(tail(&kept.clone(), found), fresh);
        }
        // Six decks hold a certain card each time with 1/729; nine cards do so.
        let all = tail(&kept, 6.0).unwrap_or_default();
        assert!((all * 729.0 / 9.0 - 1.0).abs() < 0.5, "{all}");
        assert!(
            kept.tail(&seen, &counter, 1 << 20, (6.0, 1.0), largest)
                .is_none()
        );
    }
}
