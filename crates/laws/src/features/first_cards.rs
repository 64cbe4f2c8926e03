//! Cards of a class among the first cards of a riffled deck, for any start and any number of packets.
//!
//! Cut the deck into packets and look at the first k cards of the riffled deck: they are the first sᵢ cards of the i-th
//! packet, and tᵢ are left of it. All ways to deal each place a packet are equally likely (Bayer and Diaconis 1992), so that
//! sizes have
//!
//! ```text
//! a⁻ⁿ k!/Π sᵢ! (n - k)!/Π tᵢ!
//! ```
//!
//! as their probability. Empty packets add nothing: with F(j, x) the sum over all ways to cut the deck into j packets that are
//! not empty, of which x of the first cards are of the class, the probability of x is Σ C(a, j) F(j, x) / aⁿ. So one
//! programme over the packets gives the law for all numbers of them. All terms are positive.

use super::super::counting::ln_factorial;
use super::super::gsr::Packets;

/// The largest deck: its factorials are doubles.
const MOST_CARDS: usize = 170;

/// Multiplications at the most.
const MOST: usize = 600_000_000;

/// The law of the cards of a class among the first cards after riffles.
///
/// ```
/// use colddeck_laws::features::first_cards::FirstCards;
/// use colddeck_laws::gsr::Packets;
///
/// // A riffle of two cards changes their order in one of four.
/// let law = FirstCards::new(&[true, false], 1).unwrap().law(Packets::riffles(1));
/// assert!((law[1] - 0.75).abs() < 1e-15);
/// ```
#[derive(Debug, Clone)]
pub struct FirstCards {
    cards: usize,
    /// ln F(j, x), at (j - 1)(most + 1) + x.
    ln: Vec<f64>,
    /// Cards of the class that can be among the first, at the most.
    most: usize,
}

impl FirstCards {
    /// The laws of a deck with cards of a class at these places, from the top, of which the `first` places are looked at.
    /// `None` where it takes too long.
    pub fn new(is_of_class: &[bool], first: usize) -> Option<Self> {
        let cards = is_of_class.len();
        let of_class = is_of_class.iter().filter(|is| **is).count();
        let most = of_class.min(first);
        let row = (first + 1) * (most + 1);
        let states = (cards + 1) * row;
        if cards > MOST_CARDS || states.checked_mul(cards * (2 * cards + first))? > MOST {
            return None;
        }
        let above: Vec<usize> = [0]
            .into_iter()
            .chain(is_of_class.iter().scan(0, |sum, is| {
                *sum += usize::from(*is);
                Some(*sum)
            }))
            .collect();
        let programme = Programme {
            cards,
            first,
            most,
            row,
            above,
        };
        let mut ways = vec![0.0; states];
        ways[0] = 1.0;
        let mut ln = Vec::with_capacity(cards * (most + 1));
        for _ in 0..cards {
            ways = programme.packet(&ways);
            let end = cards * row + first * (most + 1);
            ln.extend(ways[end..=end + most].iter().map(|ways| libm::log(*ways)));
        }
        Some(Self { cards, ln, most })
    }

    /// The probability of each number of cards, from 0, after a riffle of so many packets.
    pub fn law(&self, packets: Packets) -> Vec<f64> {
        let a = packets.value();
        let ln_ways = self.ln.chunks_exact(self.most + 1);
        let mut law = vec![0.0; self.most + 1];
        // ln C(a, j) - n ln a, a factor at a time: a may be as large as 2^1000.
        let (mut ln, ln_a) = (0.0, libm::log(a));
        for (ln_ways, empty) in ln_ways.zip(0..self.cards) {
            let left = a - empty as f64;
            if left <= 0.0 {
                break;
            }
            ln += libm::log(left / a);
            let j = empty + 1;
            let ln_share = ln - ln_factorial(j) - (self.cards - j) as f64 * ln_a;
            for (p, ln_ways) in law.iter_mut().zip(ln_ways) {
                *p += libm::exp(ln_share + ln_ways);
            }
        }
        // The ways lack their common factor k! (n - k)!, which the sum gives back.
        let sum: f64 = law.iter().sum();
        law.iter().map(|p| p / sum).collect()
    }
}

/// States: cards of the deck so far, first cards so far, and cards of the class among these.
struct Programme {
    cards: usize,
    first: usize,
    most: usize,
    /// States with the same number of cards.
    row: usize,
    /// Cards of the class above each place.
    above: Vec<usize>,
}

impl Programme {
    /// One more packet that is not empty.
    fn packet(&self, from: &[f64]) -> Vec<f64> {
        let mut some_seen = vec![0.0; from.len()];
        for begin in 0..self.cards {
            let mut share = 1.0;
            for seen in 1..=self.first.min(self.cards - begin) {
                share /= seen as f64;
                let of_class = self.above[begin + seen] - self.above[begin];
                for before in 0..=self.first - seen {
                    let (old, new) = (
                        begin * self.row + before * (self.most + 1),
                        (begin + seen) * self.row + (before + seen) * (self.most + 1) + of_class,
                    );
                    if of_class > self.most {
                        continue;
                    }
                    let counts = self.most + 1 - of_class;
                    let both = some_seen[new..new + counts].iter_mut();
                    for (sum, ways) in both.zip(&from[old..old + counts]) {
                        *sum += share * ways;
                    }
                }
            }
        }
        // Behind the cards that are seen come any others; without any, one other at least.
        let mut to = some_seen.clone();
        for begin in 0..self.cards {
            let mut share = 1.0;
            for others in 1..=self.cards - begin {
                share /= others as f64;
                let (old, new) = (begin * self.row, (begin + others) * self.row);
                let both = some_seen[old..old + self.row]
                    .iter()
                    .zip(&from[old..old + self.row]);
                for (sum, (some, none)) in to[new..new + self.row].iter_mut().zip(both) {
                    *sum += share * (some + none);
                }
            }
        }
        to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to deal each place of seven cards one of a few packets.
    #[test]
    fn laws_of_small_decks_are_those_of_all_ways_to_riffle() {
        let cards = 7;
        for packets in [1_u32, 2, 3, 4] {
            for class in [0b000_0111_u32, 0b101_0010, 0b111_1110, 0b001_0000] {
                let is: Vec<bool> = (0..cards).map(|card| class >> card & 1 == 1).collect();
                for first in 1..cards {
                    let mut counted = vec![0_u32; first + 1];
                    for way in 0..packets.pow(cards as u32) {
                        let label = |place: usize| way / packets.pow(place as u32) % packets;
                        let mut places: Vec<usize> = (0..cards).collect();
                        places.sort_by_key(|place| (label(*place), *place));
                        let both = places.iter().zip(&is);
                        counted[both.filter(|(place, is)| **place < first && **is).count()] += 1;
                    }
                    let all = f64::from(packets.pow(cards as u32));
                    let count = Packets::new(u64::from(packets)).unwrap();
                    let law = FirstCards::new(&is, first).unwrap().law(count);
                    for (seen, count) in counted.iter().enumerate() {
                        let p = law.get(seen).copied().unwrap_or(0.0);
                        assert!(
                            (p - f64::from(*count) / all).abs() < 1e-12,
                            "{packets} {class:b} {first}"
                        );
                    }
                }
            }
        }
    }

    /// Seven of 24 lands on 36 spells, by another program; and many packets are an ideal deck.
    #[test]
    fn hands_of_lands_are_as_another_program_has_them() {
        let start: Vec<bool> = (0..60).map(|place| place < 24).collect();
        let hand = FirstCards::new(&start, 7).unwrap();
        let fair: Vec<f64> = {
            let choose = |n, k| crate::counting::choose(n, k) as f64;
            (0..=7)
                .map(|lands| choose(24, lands) * choose(36, 7 - lands) / choose(60, 7))
                .collect()
        };
        let distance = |law: &[f64]| -> f64 {
            let both = law.iter().zip(&fair);
            0.5 * both.map(|(p, q)| (p - q).abs()).sum::<f64>()
        };
        for (riffles, figure) in [
            (1, 0.2454),
            (2, 0.2361),
            (5, 0.0316),
            (6, 0.0159),
            (7, 0.0080),
        ] {
            let found = distance(&hand.law(Packets::riffles(riffles)));
            assert!((found - figure).abs() < 5.1e-5, "{riffles}: {found}");
        }
        assert!(distance(&hand.law(Packets::riffles(900))) < 1e-12);
        // One packet moves nothing.
        assert!((hand.law(Packets::new(1).unwrap())[7] - 1.0).abs() < 1e-15);
        assert!(FirstCards::new(&[true; 200], 7).is_none());
    }
}
