//! The box of a dealer at a table: the deck is taken down in a few packets of about the same size, a quarter
//! each by default, and each packet is put on the ones before it.
//!
//! The dealer aims at equal parts of what is still in the hand: with r packets to go and m cards left, the
//! next one has m / r cards, rounded to the nearest whole number (halves up), and an error that is uniform
//! on `-error..=error`; no packet is empty, so that an error that would leave one empty, or one of those to come,
//! takes the nearest number that does not. The last packet is what is left. A deck of fewer cards than packets makes
//! as many packets as it has cards.
//!
//! Poker dealers shuffle riffle, riffle, box, riffle, cut. The cards move as in [`super::strip`], and
//! some use the names for one another; those who know both say that the difference is in the hands, that a box is
//! easier to watch, and that a strip has more and smaller packets. Our models differ in where the cuts are:
//! here close to equal parts, there anywhere.

use super::marks;
use super::prelude::*;
use super::two_card::reversal::{self, Ending, Reversal};
use laws::entropy;

/// About a quarter of the deck each.
const DEFAULT_PACKETS: u32 = 4;

/// A quarter of 52 cards is then 10 to 16: a guess at a practised hand.
const DEFAULT_ERROR: u32 = 3;

/// The most packets: so many ways to cut the largest deck are still a double.
const MOST_PACKETS: u32 = 100;

/// The chains are given for decks up to this size: beyond, they would take many seconds.
const MOST_CARDS: usize = 1_000;

pub(super) const KIND: Kind = Kind {
    name: "box",
    group: Group::Cards,
    time: Some(Time::of_hands(4.0, 0.0)),
    about: "packets of about a quarter of the deck, put one on the other (casinos)",
    source: "our model of the practice described at pokerchipforum.com/threads/5241 and mycasinopartieshouston.com, \
             How to properly shuffle a deck of cards",
    parameters: &[
        Parameter {
            name: "packets",
            about: "packets of about the same size, from 1 to 100; default 4",
        },
        Parameter {
            name: "error",
            about: "largest number of cards by which a packet misses its share of what is left, in whole cards (halves up), \
                    from 0 to 5000; default 3",
        },
    ],
    build: |params| {
        let packets = params
            .whole("packets", 1..=MOST_PACKETS)?
            .unwrap_or(DEFAULT_PACKETS);
        let error = params
            .whole("error", 0..=MAX_CARDS as u32 / 2)?
            .unwrap_or(DEFAULT_ERROR);
        Ok(Box::new(CasinoBox { packets, error }))
    },
};

#[derive(Debug)]
struct CasinoBox {
    packets: u32,
    error: u32,
}

impl CasinoBox {
    /// Packets of a deck of so many cards.
    fn packets(&self, cards: usize) -> usize {
        cards.min(self.packets as usize)
    }

    /// Cards of the next of so many `packets`, two or more, that share `left` cards, when the draw of its
    /// error, from 0, is `drawn`.
    fn size(&self, left: usize, packets: usize, drawn: u32) -> usize {
        let share = (2 * left + packets) / (2 * packets);
        (share + drawn as usize)
            .saturating_sub(self.error as usize)
            .clamp(1, left + 1 - packets)
    }

    /// Outcomes of the draw of an error.
    fn errors(&self) -> u32 {
        2 * self.error + 1
    }

    /// All sizes of the next of so many `packets` that share `left` cards, with their probabilities.
    fn sizes(&self, left: usize, packets: usize) -> Vec<(usize, f64)> {
        if packets == 1 {
            return vec![(left, 1.0)];
        }
        let sizes: Vec<usize> = (0..self.errors())
            .map(|drawn| self.size(left, packets, drawn))
            .collect();
        let each = 1.0 / f64::from(self.errors());
        let same = sizes.chunk_by(|a, b| a == b);
        same.map(|same| (same[0], same.len() as f64 * each))
            .collect()
    }

    /// All packets of a deck that is taken down in so many.
    fn endings(&self, cards: usize, packets: usize) -> Vec<Ending<usize>> {
        let mut endings = Vec::new();
        // starts[s]: the next packet starts at s.
        let mut starts = vec![0.0; cards];
        starts[0] = 1.0;
        for rest in (0..packets).rev() {
            let mut by_end = vec![Vec::new(); cards + 1];
            let mut next = vec![0.0; cards + 1];
            for (start, &here) in starts.iter().enumerate().filter(|(_, here)| **here > 0.0) {
                for (size, probability) in self.sizes(cards - start, rest + 1) {
                    by_end[start + size].push((start, here * probability));
                    next[start + size] += here * probability;
                }
            }
            let ends = by_end.into_iter().enumerate();
            let ends = ends.filter(|(_, packets)| !packets.is_empty());
            endings.extend(ends.map(|(end, packets)| Ending { end, rest, packets }));
            starts = next;
        }
        endings
    }

    fn chain(&self, cards: usize, packets: usize) -> Matrix {
        reversal::one_card(cards, &self.endings(cards, packets))
    }
}

impl Law for CasinoBox {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        marks::shuffle(self, Blockwise::Dropped, deck, scratch, draws);
    }

    fn mark<D: Draws>(&self, cards: usize, marks: &mut [u64], draws: &mut D) {
        let mut start = 0;
        for packets in (2..=self.packets(cards)).rev() {
            start += self.size(cards - start, packets, draws.below(self.errors()));
            marks::mark(marks, start - 1);
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        (cards <= MOST_CARDS).then(|| self.chain(cards, self.packets(cards)))
    }

    /// Below a packet is a box of the rest, with the packets that are to come.
    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        let cards = pairs.cards();
        if cards > MOST_CARDS {
            return None;
        }
        let endings = self.endings(cards, self.packets(cards));
        let one_card = |cards, packets| self.chain(cards, packets);
        Some(Reversal { endings, one_card }.two_card(pairs, direction))
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        (cards <= MOST_CARDS).then(|| reversal::effort(cards, cards, self.packets as usize))
    }

    /// Exactly the number of ways to take the deck down: the packets show in the order.
    fn ln_support(&self, cards: usize) -> f64 {
        let mut ways = vec![0.0; cards + 1];
        ways[0] = 1.0;
        for packets in (1..=self.packets(cards)).rev() {
            let mut next = vec![0.0; cards + 1];
            for (start, &here) in ways.iter().enumerate().filter(|(_, here)| **here > 0.0) {
                for (size, _) in self.sizes(cards - start, packets) {
                    next[start + size] += here;
                }
            }
            ways = next;
        }
        libm::log(ways[cards])
    }

    /// The order shows the packets: the entropy of their sizes, one after the other.
    fn entropy(&self, cards: usize) -> Option<f64> {
        let mut bits = 0.0;
        // starts[s]: the next packet starts at s.
        let mut starts = vec![0.0; cards + 1];
        starts[0] = 1.0;
        for packets in (1..=self.packets(cards)).rev() {
            let mut next = vec![0.0; cards + 1];
            for (start, &here) in starts.iter().enumerate().filter(|(_, here)| **here > 0.0) {
                let sizes = self.sizes(cards - start, packets);
                bits += here * entropy::bits(sizes.iter().map(|(_, p)| *p));
                for (size, p) in sizes {
                    next[start + size] += here * p;
                }
            }
            starts = next;
        }
        Some(bits)
    }

    fn mixing(&self) -> Mixing {
        match (self.packets, self.error) {
            (1, _) => Mixing::Nothing,
            (_, 0) => Mixing::Fixed,
            _ => Mixing::Other,
        }
    }

    fn blockwise(&self) -> Blockwise {
        Blockwise::from(self.mixing()).or(Blockwise::Dropped)
    }

    fn describe(&self) -> String {
        format!(
            "box, {} packets within {} cards of equal shares",
            self.packets, self.error
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{build, testing};

    fn of(packets: u32, error: u32) -> CasinoBox {
        CasinoBox { packets, error }
    }

    #[test]
    fn a_dealer_without_errors_takes_equal_parts() {
        let once = |law: &CasinoBox, cards| testing::sample(law, cards, 1).remove(0);
        assert_eq!(once(&of(4, 0), 8), [6, 7, 4, 5, 2, 3, 0, 1]);
        // Ten cards in four: 3 of 10, 2 of 7, 3 of 5, and the rest.
        assert_eq!(once(&of(4, 0), 10), [8, 9, 5, 6, 7, 3, 4, 0, 1, 2]);
        assert_eq!(once(&of(9, 0), 3), [2, 1, 0]);
        assert_eq!(of(4, 0).mixing(), Mixing::Fixed);
    }

    #[test]
    fn packets_are_near_their_shares_and_none_is_empty() {
        for deck in testing::sample(&of(4, 3), 52, 500) {
            let packets: Vec<_> = deck.chunk_by(|a, b| a + 1 == *b).collect();
            assert_eq!(packets.len(), 4);
            assert!(packets.is_sorted_by(|a, b| a[0] > b[0]));
            // The first one off lies at the bottom.
            assert!((10..=16).contains(&packets[3].len()));
        }
        for deck in testing::sample(&of(4, 60), 12, 500) {
            assert_eq!(deck.chunk_by(|a, b| a + 1 == *b).count(), 4);
        }
    }

    #[test]
    fn the_chains_and_the_support_are_those_of_enumeration() {
        for (packets, error) in [(1, 3), (2, 1), (3, 0), (4, 3), (3, 9), (20, 2)] {
            let law = of(packets, error);
            for cards in 2..=7 {
                let orders = testing::enumeration_agrees(&law, cards);
                let exact = libm::log(orders as f64);
                assert!((law.ln_support(cards) - exact).abs() < 1e-12, "{law:?}");
                testing::two_cards_agree(&law, cards);
            }
            testing::two_cards_are_consistent(&law, 40);
        }
    }

    #[test]
    fn the_simulation_follows_the_chain() {
        for (packets, error, cards) in [(4, 3, 52), (3, 5, 40), (7, 2, 65)] {
            testing::simulation_follows_the_chain(&of(packets, error), cards, 20_000);
        }
    }

    #[test]
    fn large_decks_stay_doubly_stochastic_and_beyond_there_is_no_chain() {
        testing::is_doubly_stochastic(&of(4, 40).one_card(540).unwrap());
        assert_eq!(of(4, 3).one_card(MOST_CARDS + 1), None);
        assert!(of(100, 5_000).ln_support(600).is_finite());
    }

    #[test]
    fn a_bad_error_is_refused_and_shown() {
        let error = build("box", "error = -1".parse().unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "key `error`: found `-1`; accepted: a whole number from 0 to 5000"
        );
        let default = build("box", toml::Table::new()).unwrap().describe();
        assert_eq!(default, "box, 4 packets within 3 cards of equal shares");
    }
}
