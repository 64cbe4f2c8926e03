//! Decks that start in any way, of which any part is seen: all orders of a few cards are gone through.
//!
//! In general, how many orders lead from one word to another is #P-complete to count (Conger and Viswanath, 2006), so that no
//! law of many cards is known.

use std::collections::BTreeMap;

use crate::order_law::next_order;

/// The most cards: 3.6 million orders.
pub const MOST_CARDS: usize = 10;

/// The law of rising sequences for all that may be seen of a small deck.
#[derive(Debug, Clone, PartialEq)]
pub struct AnyStart {
    seen: Vec<(f64, Vec<f64>)>,
}

impl AnyStart {
    /// A deck that has cards of these types from the top, before it is riffled; none of more than [`MOST_CARDS`] cards. It
    /// is seen how many cards of each type are in each cell of places; `cells` has that of each place, from the top.
    ///
    /// ```
    /// use colddeck_laws::grouped::starts::AnyStart;
    ///
    /// let alternating = AnyStart::new(&[0, 1, 0, 1], &[0, 1, 2, 3]).unwrap();
    /// assert_eq!(alternating.seen().count(), 6);
    /// let two_hands = AnyStart::new(&[0, 1, 0, 1], &[0, 0, 1, 1]).unwrap();
    /// assert_eq!(two_hands.seen().count(), 3);
    /// ```
    pub fn new(start: &[usize], cells: &[usize]) -> Option<Self> {
        Self::after_cuts(start, cells, 1)
    }

    /// The same where the deck is cut at a random place after it was riffled; none of [`MOST_CARDS`] cards or more.
    pub fn cut(start: &[usize], cells: &[usize]) -> Option<Self> {
        let cards = start.len();
        (cards < MOST_CARDS).then(|| Self::after_cuts(start, cells, cards))?
    }

    /// The same where the first so many cuts are equally likely, of no card, one and so on.
    fn after_cuts(start: &[usize], cells: &[usize], cuts: usize) -> Option<Self> {
        let cards = start.len();
        if cards == 0 || cards > MOST_CARDS || cells.len() != cards {
            return None;
        }
        let mut by_cell: Vec<usize> = (0..cards).collect();
        by_cell.sort_by_key(|place| cells[*place]);
        let mut counts: BTreeMap<Vec<usize>, [u32; MOST_CARDS]> = BTreeMap::new();
        let mut order: Vec<usize> = (0..cards).collect();
        let (mut place, mut word) = (vec![0; cards], vec![0; cards]);
        loop {
            for (at, &card) in order.iter().enumerate() {
                place[card] = at;
            }
            let falls = place.windows(2).filter(|two| two[1] < two[0]).count();
            for cut in 0..cuts {
                for (to, at) in word.iter_mut().zip(&by_cell) {
                    *to = start[order[(at + cut) % cards]];
                }
                let mut rest = word.as_mut_slice();
                for cell in by_cell.chunk_by(|a, b| cells[*a] == cells[*b]) {
                    let (here, after) = rest.split_at_mut(cell.len());
                    here.sort_unstable();
                    rest = after;
                }
                if let Some(law) = counts.get_mut(&word) {
                    law[falls] += 1;
                } else {
                    let mut law = [0; MOST_CARDS];
                    law[falls] = 1;
                    counts.insert(word.clone(), law);
                }
            }
            if !next_order(&mut order) {
                break;
            }
        }
        let ways: f64 = (1..=cards).map(|card| card as f64).product::<f64>() * cuts as f64;
        let law = |counts: [u32; MOST_CARDS]| {
            let all: u32 = counts.iter().sum();
            let counts = counts.iter().take(cards);
            let law = counts.map(|count| f64::from(*count) / f64::from(all));
            (f64::from(all) / ways, law.collect())
        };
        let seen = counts.into_values().map(law).collect();
        Some(Self { seen })
    }

    /// For all that may be seen: its probability in an ideal deck, and P(r rising sequences, given that it is seen), at
    /// r - 1. The mean of the ratios of orders ([`super::words::ratios`]) over the latter is the ratio of what is seen.
    pub fn seen(&self) -> impl Iterator<Item = (f64, &[f64])> {
        self.seen.iter().map(|(p, law)| (*p, law.as_slice()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grouped::testing::counts_from;
    use crate::grouped::words::{Grouped, ratios};
    use crate::gsr::Packets;
    use crate::testing::assert_close;

    /// Each place is a cell of its own.
    fn word(cards: usize) -> Vec<usize> {
        (0..cards).collect()
    }

    #[test]
    fn all_that_is_seen_is_as_likely_as_labels_say() {
        for (start, cells) in [
            (vec![0, 1, 0, 1], word(4)),
            (vec![0, 1, 1, 0, 1], word(5)),
            (vec![0, 1, 2, 0, 1, 2], word(6)),
            (vec![0, 0, 1, 0, 2, 2], word(6)),
            // Two hands in turn, back and forth and at once; the first two cards in order; a hand, and the rest.
            (word(6), vec![0, 1, 0, 1, 0, 1]),
            (word(6), vec![0, 1, 1, 0, 0, 1]),
            (word(6), vec![0, 0, 0, 1, 1, 1]),
            (word(6), vec![0, 1, 2, 2, 2, 2]),
            (vec![0, 1, 0, 0, 1, 1], vec![0, 1, 0, 1, 2, 2]),
        ] {
            let cards = start.len();
            for (deck, cuts) in [
                (AnyStart::new(&start, &cells).unwrap(), 1),
                (AnyStart::cut(&start, &cells).unwrap(), cards),
            ] {
                assert_close(deck.seen().map(|(p, _)| p).sum(), 1.0, 1e-12);
                for packets in [1, 2, 3, 4, 8] {
                    let ratios = ratios(cards, Packets::new(packets).unwrap());
                    let of =
                        |law: &[f64]| -> f64 { law.iter().zip(&ratios).map(|(p, q)| p * q).sum() };
                    let mut wanted: BTreeMap<Vec<(usize, usize)>, f64> = BTreeMap::new();
                    let all = packets.pow(cards as u32) as f64 * cuts as f64;
                    for (mut word, count) in counts_from(&start, packets) {
                        for _ in 0..cuts {
                            let mut seen: Vec<_> =
                                cells.iter().copied().zip(word.clone()).collect();
                            seen.sort_unstable();
                            *wanted.entry(seen).or_default() += count as f64 / all;
                            word.rotate_left(1);
                        }
                    }
                    let mut found: Vec<f64> = deck.seen().map(|(p, law)| p * of(law)).collect();
                    let mut wanted: Vec<f64> = wanted.into_values().collect();
                    wanted.resize(found.len(), 0.0);
                    found.sort_by(f64::total_cmp);
                    wanted.sort_by(f64::total_cmp);
                    for (found, wanted) in found.into_iter().zip(wanted) {
                        assert!((found - wanted).abs() < 1e-12, "{start:?}, {cells:?}");
                    }
                }
            }
        }
        assert_eq!(AnyStart::cut(&[0; 10], &word(10)), None);
    }

    #[test]
    fn a_grouped_start_is_one_of_them() {
        let (deck, any) = (
            Grouped::new(&[3, 4]).unwrap(),
            AnyStart::new(&[0, 0, 0, 1, 1, 1, 1], &word(7)).unwrap(),
        );
        let words = crate::grouped::testing::words(&[3, 4]);
        for (word, (probability, law)) in words.iter().zip(any.seen()) {
            assert_close(probability, 1.0 / 35.0, 1e-15);
            for (p, q) in deck.rising(word).into_iter().zip(law) {
                assert_close(p, *q, 1e-12);
            }
        }
        assert_eq!(AnyStart::new(&[0; 11], &word(11)), None);
    }
}
