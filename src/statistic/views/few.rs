//! Tails of tables of few decks, by ideal decks: where counts are too small for any law.
//!
//! The rank of what was found among as many tables of ideal decks is an exact p-value, whatever the table. It is
//! looked for one by one, until enough of them are as far off (Besag and Clifford, 1991): a table that is not far off
//! takes few. The tables depend on the view and the number of decks alone, and are kept: many runs of as many decks, as
//! power is found by, are compared with the same ones.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Seen;
use super::cells::InCells;
use crate::batch::Batch;
use crate::deck::Card;
use crate::exact::as_far::{self, AS_FAR, MOST};
use crate::kernel::Isa;
use crate::rng::{Draws as _, PcgDraws};
use crate::statistic::Notes;
use crate::statistic::counter::Counter;
use crate::subject::Hands;

/// Cards that are dealt at the most: some seconds.
const MOST_CARDS: u64 = 1 << 30;

/// Ideal tables of one view, by the number of decks; copies share them.
#[derive(Debug, Clone, Default)]
pub(super) struct Ideal(Arc<Mutex<BTreeMap<u64, Arc<Mutex<Tables>>>>>);

impl Ideal {
    /// The probability that `decks` ideal decks give a table whose `measure`, always the same one, is at least `found`;
    /// `None` where too many cards would have to be dealt for it.
    pub fn tail(
        &self,
        seen: &Seen,
        counter: &InCells,
        decks: u64,
        found: f64,
        measure: impl Fn(&[u64]) -> f64,
    ) -> Option<f64> {
        if decks * MOST * seen.view.shape.seen() as u64 > MOST_CARDS {
            return None;
        }
        let tables = locked(&self.0)
            .entry(decks)
            .or_insert_with(|| Tables::new(seen, counter, decks))
            .clone();
        let mut tables = locked(&tables);
        // Sums of the same counts in another order differ in their last bits.
        let found = found * (1.0 - 1e-12);
        let (mut as_far, mut looked_at) = (0, 0);
        while looked_at < MOST as usize && as_far < AS_FAR {
            if looked_at == tables.made.len() {
                let value = tables.next(seen, counter, &measure);
                tables.made.push(value);
            }
            as_far += u64::from(tables.made[looked_at] >= found);
            looked_at += 1;
        }
        Some(as_far::tail(as_far, looked_at as u64))
    }
}

/// What a thread that panicked has left is whole: a value is added once it is made.
fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ideal tables of so many decks, one after the other.
#[derive(Debug)]
struct Tables {
    /// The measure of each that was made.
    made: Vec<f64>,
    decks: u64,
    draws: PcgDraws,
    deck: Vec<Card>,
    /// Room for the hands and the counts of a table.
    hands: Hands,
    counts: Vec<u64>,
}

impl Tables {
    fn new(seen: &Seen, counter: &InCells, decks: u64) -> Arc<Mutex<Self>> {
        let shape = seen.view.shape;
        let mut hands = Hands::new(seen.cards, Isa::best());
        hands.seen_as(shape);
        Arc::new(Mutex::new(Self {
            made: Vec::new(),
            decks,
            draws: PcgDraws::for_batch(0, "tables of few decks", decks, shape.seen() as u64),
            deck: (0..seen.cards as Card)
                .map(|card| seen.view.class(card))
                .collect(),
            hands,
            counts: vec![0; counter.cells(seen.cards)],
        }))
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
        let tail = |ideal: &Ideal, found: f64| ideal.tail(&seen, &counter, 6, found, largest);
        let kept = Ideal::default();
        for found in [4.0, 6.0, 2.0, 5.0, 4.0] {
            let fresh = tail(&Ideal::default(), found);
            assert!(fresh.is_some_and(|p| p > 0.0 && p <= 1.0));
            assert_eq!(tail(&kept.clone(), found), fresh);
        }
        // Six decks hold a certain card each time with 1/729; nine cards do so.
        let all = tail(&kept, 6.0).unwrap_or_default();
        assert!((all * 729.0 / 9.0 - 1.0).abs() < 0.5, "{all}");
        assert!(kept.tail(&seen, &counter, 1 << 20, 6.0, largest).is_none());
    }
}
