//! The Hindu shuffle, as modelled for card games: packets are drawn off the top, one after the
//! other, and each is dropped on the new pile, until the old one is exhausted.
//!
//! Packet sizes are independent and uniform on `low..=high`; the last packet is what is left. The
//! model is that of the article whose metric is refuted (packets of 7 to 12 of 40 cards).

use super::prelude::*;
use super::two_card::reversal::{self, Ending, Reversal};
use laws::entropy;

pub(super) const KIND: Kind = Kind {
    name: "hindu",
    group: Group::Cards,
    time: Some(Time::of_hands(2.0, 0.05)),
    about: "packets from the top, of random sizes, dropped one on the other",
    source: "the model of the article that the refutation (Shiina, 2020) restates",
    parameters: &[Parameter {
        name: "packet",
        about: "[smallest, largest] number of cards drawn off at a time; default [7, 12]",
    }],
    build: |params| {
        let (low, high) = params
            .span("packet", 1..=MAX_CARDS as u32)?
            .unwrap_or((7, 12));
        Ok(Box::new(Hindu { low, high }))
    },
};

#[derive(Debug)]
struct Hindu {
    low: u32,
    high: u32,
}

impl Hindu {
    fn sizes(&self) -> std::ops::RangeInclusive<usize> {
        self.low as usize..=self.high as usize
    }

    /// A renewal process: `starts[s]` is the probability that a packet starts at position s. A
    /// packet that holds the positions s..e carries the card at i to n − e + (i − s).
    fn chain(&self, cards: usize) -> Matrix {
        let each = 1.0 / f64::from(self.high - self.low + 1);
        let mut matrix = Matrix::zero(cards);
        let mut starts = vec![0.0; cards];
        starts[0] = 1.0;
        for start in 0..cards {
            let weight = starts[start] * each;
            if weight == 0.0 {
                continue;
            }
            let mut carry = |end: usize, weight: f64| {
                for from in start..end {
                    matrix.add(from, cards - end + (from - start), weight);
                }
            };
            let left = cards - start;
            for size in self.sizes().take_while(|&size| size < left) {
                carry(start + size, weight);
                starts[start + size] += weight;
            }
            // All sizes that reach the bottom give the same last packet.
            let reaching = self
                .sizes()
                .end()
                .saturating_sub(left.max(self.low as usize) - 1);
            carry(cards, weight * reaching as f64);
        }
        matrix
    }
}

impl Law for Hindu {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len();
        scratch.deck.clear();
        scratch.deck.extend_from_slice(deck);
        let mut start = 0;
        while start < cards {
            let size = self.low + draws.below(self.high - self.low + 1);
            let end = (start + size as usize).min(cards);
            // The packet that was drawn first ends at the bottom.
            deck[cards - end..cards - start].copy_from_slice(&scratch.deck[start..end]);
            start = end;
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        Some(self.chain(cards))
    }

    /// The packets of [`Self::chain`], and below each a Hindu shuffle of the rest.
    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        let cards = pairs.cards();
        let each = 1.0 / f64::from(self.high - self.low + 1);
        let mut packets = vec![Vec::new(); cards + 1];
        let mut starts = vec![0.0; cards];
        starts[0] = 1.0;
        for start in 0..cards {
            let weight = starts[start] * each;
            let left = cards - start;
            let mut last = 0.0;
            for size in self.sizes() {
                if size < left {
                    packets[start + size].push((start, weight));
                    starts[start + size] += weight;
                } else {
                    last += weight;
                }
            }
            packets[cards].push((start, last));
        }
        for ending in &mut packets {
            ending.retain(|(_, probability)| *probability > 0.0);
        }
        let endings = Ending::by_end(packets);
        let one_card = |cards, ()| self.chain(cards);
        Some(Reversal { endings, one_card }.two_card(pairs, direction))
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(reversal::effort(cards, self.high as usize, 1))
    }

    /// Exactly the number of ways to split the deck: the boundaries show in the order.
    fn ln_support(&self, cards: usize) -> f64 {
        // Scaled: the counts themselves overflow beyond some thousands of cards.
        const RESCALE: f64 = 1e200;
        let mut ways = vec![0.0; cards + 1];
        let mut ln_scale = 0.0;
        for left in 1..=cards {
            let ends_here = if left <= self.high as usize {
                libm::exp(-ln_scale)
            } else {
                0.0
            };
            let goes_on: f64 = self
                .sizes()
                .filter(|&size| size < left)
                .map(|size| ways[left - size])
                .sum();
            ways[left] = ends_here + goes_on;
            if ways[left] > RESCALE {
                for way in &mut ways {
                    *way /= RESCALE;
                }
                ln_scale += libm::log(RESCALE);
            }
        }
        ln_scale + libm::log(ways[cards])
    }

    /// The order shows the packets: the entropy of their sizes, one after the other. All sizes that reach the bottom are one.
    fn entropy(&self, cards: usize) -> Option<f64> {
        let each = 1.0 / f64::from(self.high - self.low + 1);
        let mut starts = vec![0.0; cards];
        starts[0] = 1.0;
        let mut bits = 0.0;
        for start in 0..cards {
            let here = starts[start];
            let sizes = || self.sizes().take_while(|&size| size < cards - start);
            for size in sizes() {
                starts[start + size] += here * each;
            }
            let shorter = sizes().map(|_| each);
            let reaching = (1.0 - each * sizes().count() as f64).max(0.0);
            bits += here * entropy::bits(shorter.chain([reaching]));
        }
        Some(bits)
    }

    fn blockwise(&self) -> Blockwise {
        Blockwise::Packets {
            low: self.low as usize,
            high: self.high as usize,
        }
    }

    fn describe(&self) -> String {
        format!(
            "Hindu shuffle, packets of {} to {} cards",
            self.low, self.high
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    const PUBLISHED: Hindu = Hindu { low: 7, high: 12 };

    #[test]
    fn packets_come_out_in_reverse_order_with_their_cards_in_order() {
        for deck in testing::sample(&PUBLISHED, 40, 200) {
            let packets: Vec<_> = deck.chunk_by(|a, b| a + 1 == *b).collect();
            assert!(packets.is_sorted_by(|a, b| a[0] > b[0]));
            // The first to be drawn off lies at the bottom; only the last drawn may be small.
            assert!(
                packets[1..]
                    .iter()
                    .all(|packet| (7..=12).contains(&packet.len()))
            );
            assert!(packets[0].len() <= 12);
        }
    }

    #[test]
    fn forty_cards_have_1122_orders() {
        // Enumerated in statistics of the published refutation's shuffles.
        assert!((PUBLISHED.ln_support(40) - libm::log(1122.0)).abs() < 1e-12);
        let orders: std::collections::HashSet<_> = testing::sample(&PUBLISHED, 40, 60_000)
            .into_iter()
            .collect();
        assert_eq!(orders.len(), 1122);
    }

    #[test]
    fn support_counts_what_sampling_reaches_on_small_decks() {
        for (low, high, cards) in [(1, 2, 6), (2, 3, 7), (1, 9, 5), (9, 9, 4)] {
            let hindu = Hindu { low, high };
            let orders: std::collections::HashSet<_> =
                testing::sample(&hindu, cards, 20_000).into_iter().collect();
            assert!(
                (hindu.ln_support(cards) - libm::log(orders.len() as f64)).abs() < 1e-9,
                "{low} {high} {cards}"
            );
        }
    }

    #[test]
    fn the_chains_are_those_of_enumeration() {
        for cards in 2..=7 {
            for (low, high) in [(1, 1), (1, 2), (2, 2), (2, 3), (1, 9), (3, 12), (9, 12)] {
                let hindu = Hindu { low, high };
                testing::enumeration_agrees(&hindu, cards);
                testing::two_cards_agree(&hindu, cards);
            }
        }
        for (low, high) in [(1, 60), (5, 5), (30, 70)] {
            testing::two_cards_are_consistent(&Hindu { low, high }, 52);
        }
    }

    #[test]
    fn a_packet_larger_than_the_deck_moves_nothing() {
        assert_eq!(Hindu { low: 9, high: 12 }.chain(5), Matrix::identity(5));
    }
}
