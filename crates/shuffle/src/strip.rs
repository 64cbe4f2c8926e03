//! The strip of a dealer at a table: a few packets are pulled off the top, one after the other, and each is
//! dropped on the ones before it.
//!
//! The number of packets is uniform on `low..=high`, and with so many packets all ways to cut the deck into
//! them are equally likely: k packets are k − 1 different gaps of the n − 1 between neighbours, and any such
//! set has probability 1 / C(n − 1, k − 1). So a packet of one card is as likely as any other size. A deck of fewer
//! cards than packets makes as many packets as it has cards.
//!
//! A strip does to the cards what a `box` does, as dealers say who know both names: a strip is
//! quicker, and made of more and smaller packets. Our models differ in where the cuts are: here
//! anywhere, as the hand goes for the number of pulls; there close to equal parts. A Hindu shuffle
//! differs in that it bounds the sizes, and leaves the number to chance.

use std::hint::select_unpredictable;

use super::marks;
use super::prelude::*;
use super::two_card::reversal::{self, Ending, Reversal};
use laws::entropy;

/// Half a dozen pulls at most; some tables ask for seven. A choice, to be replaced by a house's rule.
const DEFAULT_PACKETS: (u32, u32) = (4, 6);

/// The most packets: so many ways to cut the largest deck are still a double.
const MOST_PACKETS: u32 = 100;

/// The chains are given for decks up to this size: beyond, they would take many seconds.
const MOST_CARDS: usize = 1_000;

pub(super) const KIND: Kind = Kind {
    name: "strip",
    group: Group::Cards,
    time: Some(Time::of_hands(4.0, 0.0)),
    about: "a few packets pulled off the top, cut anywhere, dropped one on the other (casinos)",
    source: "our model of the practice described at pokerchipforum.com/threads/5241 and betyourluck.com, Casino card shuffling",
    parameters: &[Parameter {
        name: "packets",
        about: "[fewest, most] packets, each number equally likely, from 1 to 100; default [4, 6]",
    }],
    build: |params| {
        let (low, high) = params
            .span("packets", 1..=MOST_PACKETS)?
            .unwrap_or(DEFAULT_PACKETS);
        Ok(Box::new(Strip { low, high }))
    },
};

#[derive(Debug)]
struct Strip {
    low: u32,
    high: u32,
}

/// The number of ways to cut so many cards into so many packets.
fn ways(cards: usize, packets: usize) -> f64 {
    match (cards, packets) {
        (0, 0) => 1.0,
        (_, 0) => 0.0,
        (cards, packets) if packets > cards => 0.0,
        (cards, packets) => {
            // C(n, k) with the smaller of k and n − k.
            let (n, k) = (cards - 1, (packets - 1).min(cards - packets));
            (1..=k).fold(1.0, |ways, i| ways * (n + 1 - i) as f64 / i as f64)
        }
    }
}

/// All packets of a deck whose number of packets has this law: (number, probability).
///
/// The packet from s up to e with j packets above it and r below is there in ways(s, j) · ways(n − e, r) of
/// the ways(n, j + 1 + r) ways to cut the deck, and the cards below it make r packets in any way.
fn endings(cards: usize, numbers: &[(usize, f64)]) -> Vec<Ending<usize>> {
    let most = numbers.iter().map(|(packets, _)| *packets).max();
    let mut endings = Vec::new();
    for rest in 0..most.unwrap_or(0) {
        let of_start = |start: usize| -> f64 {
            let with = numbers.iter().filter(|(packets, _)| *packets > rest);
            with.map(|&(packets, p)| p * ways(start, packets - 1 - rest) / ways(cards, packets))
                .sum()
        };
        let starts: Vec<f64> = (0..cards).map(of_start).collect();
        for end in 1..=cards {
            let below = ways(cards - end, rest);
            let packets = starts.iter().take(end).map(|start| start * below);
            let packets = packets.enumerate().filter(|(_, p)| *p > 0.0);
            let packets: Vec<(usize, f64)> = packets.collect();
            if !packets.is_empty() {
                endings.push(Ending { end, rest, packets });
            }
        }
    }
    endings
}

impl Strip {
    /// The numbers of packets, with their probabilities.
    fn numbers(&self, cards: usize) -> Vec<(usize, f64)> {
        let each = 1.0 / f64::from(self.high - self.low + 1);
        let numbers: Vec<usize> = (self.low..=self.high)
            .map(|packets| cards.min(packets as usize))
            .collect();
        let same = numbers.chunk_by(|a, b| a == b);
        same.map(|same| (same[0], same.len() as f64 * each))
            .collect()
    }
}

/// Marks `chosen` of the first `all` bits of `words`, all 0 before, each set of them equally likely (Floyd's algorithm;
/// Bentley and Floyd, 1987, A sample of brilliance).
fn choose<D: Draws>(chosen: usize, all: usize, words: &mut [u64], draws: &mut D) {
    for last in all - chosen..all {
        let drawn = draws.below(last as u32 + 1) as usize;
        let taken = words[drawn / 64] >> (drawn % 64) & 1 == 1;
        marks::mark(words, select_unpredictable(taken, last, drawn));
    }
}

impl Law for Strip {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        marks::shuffle(self, Blockwise::Dropped, deck, scratch, draws);
    }

    fn mark<D: Draws>(&self, cards: usize, marks: &mut [u64], draws: &mut D) {
        let packets = (self.low + draws.below(self.high - self.low + 1)) as usize;
        choose(packets.min(cards) - 1, cards - 1, marks, draws);
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        (cards <= MOST_CARDS)
            .then(|| reversal::one_card(cards, &endings(cards, &self.numbers(cards))))
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        let cards = pairs.cards();
        if cards > MOST_CARDS {
            return None;
        }
        let one_card =
            |cards, packets| reversal::one_card(cards, &endings(cards, &[(packets, 1.0)]));
        let shuffle = Reversal {
            endings: endings(cards, &self.numbers(cards)),
            one_card,
        };
        Some(shuffle.two_card(pairs, direction))
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        (cards <= MOST_CARDS).then(|| reversal::effort(cards, cards, self.high as usize))
    }

    /// Exactly the number of ways to cut the deck: the packets show in the order.
    fn ln_support(&self, cards: usize) -> f64 {
        let numbers = self.numbers(cards).into_iter();
        libm::log(numbers.map(|(packets, _)| ways(cards, packets)).sum())
    }

    /// The order shows the packets: their number, and with it one of as many ways to cut, all as likely.
    fn entropy(&self, cards: usize) -> Option<f64> {
        let numbers = self.numbers(cards);
        let cuts = numbers
            .iter()
            .map(|(packets, p)| p * libm::log2(ways(cards, *packets)));
        Some(cuts.sum::<f64>() + entropy::bits(numbers.iter().map(|(_, p)| *p)))
    }

    fn mixing(&self) -> Mixing {
        if self.high == 1 {
            Mixing::Nothing
        } else {
            Mixing::Other
        }
    }

    fn blockwise(&self) -> Blockwise {
        Blockwise::from(self.mixing()).or(Blockwise::Dropped)
    }

    fn describe(&self) -> String {
        format!("strip, {} to {} packets", self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{build, testing};

    #[test]
    fn packets_come_out_in_reverse_order_in_the_numbers_asked_for() {
        let mut numbers = [0; 8];
        for deck in testing::sample(&Strip { low: 3, high: 5 }, 70, 3_000) {
            let packets: Vec<_> = deck.chunk_by(|a, b| a + 1 == *b).collect();
            assert!(packets.is_sorted_by(|a, b| a[0] > b[0]));
            numbers[packets.len()] += 1;
        }
        // Each number 1,000 times, with a standard deviation of 26: five of them are 129.
        assert_eq!(numbers.iter().filter(|&&count| count > 0).count(), 3);
        assert!(
            numbers[3..=5]
                .iter()
                .all(|count| (871..1_130).contains(count)),
            "{numbers:?}"
        );
    }

    #[test]
    fn the_chains_and_the_support_are_those_of_enumeration() {
        for (low, high) in [(1, 1), (2, 2), (1, 3), (3, 5), (4, 6), (6, 100)] {
            let strip = Strip { low, high };
            for cards in 2..=8 {
                let orders = testing::enumeration_agrees(&strip, cards);
                let exact = libm::log(orders as f64);
                assert!((strip.ln_support(cards) - exact).abs() < 1e-12);
                testing::two_cards_agree(&strip, cards.min(7));
            }
            testing::two_cards_are_consistent(&strip, 40);
        }
    }

    #[test]
    fn the_simulation_follows_the_chain() {
        for (low, high, cards) in [(4, 6, 60), (2, 2, 30), (7, 9, 130)] {
            testing::simulation_follows_the_chain(&Strip { low, high }, cards, 20_000);
        }
    }

    #[test]
    fn large_decks_and_many_packets_stay_doubly_stochastic() {
        let many = Strip { low: 1, high: 100 };
        testing::is_doubly_stochastic(&many.one_card(540).unwrap());
        assert_eq!(many.one_card(MOST_CARDS + 1), None);
        assert!(many.ln_support(MAX_CARDS).is_finite());
    }

    #[test]
    fn a_bad_number_of_packets_is_refused_and_shown() {
        let error = build("strip", "packets = [6, 4]".parse().unwrap()).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("key `packets`: found `[6, 4]`; accepted: ")
        );
        let default = build("strip", toml::Table::new()).unwrap().describe();
        assert_eq!(default, "strip, 4 to 6 packets");
    }
}
