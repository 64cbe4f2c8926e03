//! Decks that start in any way, not grouped: all orders of a few cards are gone through.
//!
//! In general, how many orders lead from one word to another is #P-complete to count (Conger and Viswanath, 2006), so that no
//! law of many cards is known.

use std::collections::BTreeMap;

use crate::order_law::next_order;

/// The most cards: 3.6 million orders.
pub const MOST_CARDS: usize = 10;

/// The law of rising sequences for each word of a small deck.
#[derive(Debug, Clone, PartialEq)]
pub struct AnyStart {
    words: Vec<Vec<f64>>,
}

impl AnyStart {
    /// A deck that has cards of these types from the top, before it is riffled; none of more than [`MOST_CARDS`] cards.
    ///
    /// ```
    /// use colddeck_laws::grouped::starts::AnyStart;
    ///
    /// let alternating = AnyStart::new(&[0, 1, 0, 1]).unwrap();
    /// assert_eq!(alternating.words().count(), 6);
    /// ```
    pub fn new(start: &[usize]) -> Option<Self> {
        let cards = start.len();
        if cards == 0 || cards > MOST_CARDS {
            return None;
        }
        let mut counts: BTreeMap<Vec<usize>, [u32; MOST_CARDS]> = BTreeMap::new();
        let mut order: Vec<usize> = (0..cards).collect();
        let (mut place, mut word) = (vec![0; cards], vec![0; cards]);
        loop {
            for (at, &card) in order.iter().enumerate() {
                place[card] = at;
                word[at] = start[card];
            }
            let falls = place.windows(2).filter(|two| two[1] < two[0]).count();
            if let Some(law) = counts.get_mut(&word) {
                law[falls] += 1;
            } else {
                let mut law = [0; MOST_CARDS];
                law[falls] = 1;
                counts.insert(word.clone(), law);
            }
            if !next_order(&mut order) {
                break;
            }
        }
        let law = |counts: [u32; MOST_CARDS]| {
            let all: u32 = counts.iter().sum();
            let counts = counts.iter().take(cards);
            counts
                .map(|count| f64::from(*count) / f64::from(all))
                .collect()
        };
        let words = counts.into_values().map(law).collect();
        Some(Self { words })
    }

    /// P(r rising sequences, given the word) in an ideal deck, at r - 1, for each word. The mean of the ratios of orders
    /// ([`super::words::ratios`]) over it is the ratio of the word.
    pub fn words(&self) -> impl Iterator<Item = &[f64]> {
        self.words.iter().map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grouped::testing::counts_from;
    use crate::grouped::words::{Grouped, ratios};
    use crate::gsr::Packets;
    use crate::testing::assert_close;

    #[test]
    fn words_from_any_start_are_as_likely_as_labels_say() {
        for start in [
            vec![0, 1, 0, 1],
            vec![0, 1, 1, 0, 1],
            vec![0, 1, 2, 0, 1, 2],
            vec![0, 0, 1, 0, 2, 2],
        ] {
            let deck = AnyStart::new(&start).unwrap();
            for packets in [1, 2, 3, 4, 8] {
                let seen = counts_from(&start, packets);
                let ratios = ratios(start.len(), Packets::new(packets).unwrap());
                let of = |law: &[f64]| -> f64 { law.iter().zip(&ratios).map(|(p, q)| p * q).sum() };
                let all = packets.pow(start.len() as u32) as f64;
                let words = deck.words().count() as f64;
                let mut found: Vec<f64> = deck.words().map(of).collect();
                let mut wanted: Vec<f64> = seen
                    .values()
                    .map(|count| *count as f64 / all * words)
                    .collect();
                wanted.resize(found.len(), 0.0);
                found.sort_by(f64::total_cmp);
                wanted.sort_by(f64::total_cmp);
                for (found, wanted) in found.into_iter().zip(wanted) {
                    assert!(
                        (found - wanted).abs() < 1e-12 * wanted.max(1.0),
                        "{start:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_grouped_start_is_one_of_them() {
        let (deck, any) = (
            Grouped::new(&[3, 4]).unwrap(),
            AnyStart::new(&[0, 0, 0, 1, 1, 1, 1]).unwrap(),
        );
        let words = crate::grouped::testing::words(&[3, 4]);
        for (word, law) in words.iter().zip(any.words()) {
            for (p, q) in deck.rising(word).into_iter().zip(law) {
                assert_close(p, *q, 1e-12);
            }
        }
        assert_eq!(AnyStart::new(&[0; 11]), None);
    }
}
