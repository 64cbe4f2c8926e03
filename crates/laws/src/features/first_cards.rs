//! Cards of a class, or of each of several, among the first cards of a riffled deck, for any start and any number of packets.
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
//! programme over the packets gives the law for all numbers of them. All terms are positive. Of several classes, x is the list of
//! their numbers.

use super::super::counting::ln_factorial;
use super::super::gsr::Packets;

/// The largest deck: its factorials are doubles.
const MOST_CARDS: usize = 170;

/// Multiplications at the most.
const MOST: usize = 600_000_000;

/// The same where several classes are counted: most of these are by zero, and half of them are never made.
const MOST_OF_CLASSES: usize = 3 * MOST;

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
    /// ln F(j, x), at (j - 1) numbers + x.
    ln: Vec<f64>,
    /// Lists of numbers of cards of each class, as if each could be combined with all others.
    numbers: usize,
    /// By how much a card of each kind makes the place of a list of numbers larger; 0 for the one that is not counted.
    steps: Vec<usize>,
}

impl FirstCards {
    /// The laws of a deck with cards of a class at these places, from the top, of which the `first` places are looked at.
    /// `None` where it takes too long.
    pub fn new(is_of_class: &[bool], first: usize) -> Option<Self> {
        let kinds: Vec<usize> = is_of_class.iter().map(|is| usize::from(!is)).collect();
        Self::counting(&kinds, &[0], first, MOST)
    }

    /// The laws of a deck with cards of these kinds, numbered from 0, from the top, of which the `first` places are looked at: how
    /// many cards of each kind they have. `None` where it takes too long.
    pub fn of_kinds(kinds: &[usize], first: usize) -> Option<Self> {
        let mut copies = vec![0; kinds.iter().max()? + 1];
        for kind in kinds {
            copies[*kind] += 1_usize;
        }
        // The numbers of all but one tell that of the last: the one with the most cards.
        let mut counted: Vec<usize> = (0..copies.len()).collect();
        counted.sort_by_key(|kind| copies[*kind]);
        counted.pop();
        counted.sort_unstable();
        let most = if counted.len() > 1 {
            MOST_OF_CLASSES
        } else {
            MOST
        };
        Self::counting(kinds, &counted, first, most)
    }

    fn counting(kinds: &[usize], counted: &[usize], first: usize, most: usize) -> Option<Self> {
        let cards = kinds.len();
        let mut steps = vec![0; kinds.iter().max()? + 1];
        let mut numbers = 1_usize;
        for kind in counted {
            let copies = kinds.iter().filter(|of| *of == kind).count();
            if let Some(step) = steps.get_mut(*kind) {
                *step = numbers;
            }
            numbers = numbers.checked_mul(copies.min(first) + 1)?;
        }
        let row = numbers.checked_mul(first + 1)?;
        let states = row.checked_mul(cards + 1)?;
        if cards > MOST_CARDS || states.checked_mul(cards * (2 * cards + first))? > most {
            return None;
        }
        let above = kinds.iter().scan(0, |sum, kind| {
            *sum += steps[*kind];
            Some(*sum)
        });
        let programme = Programme {
            cards,
            first,
            numbers,
            row,
            above: [0].into_iter().chain(above).collect(),
        };
        let mut ways = vec![0.0; states];
        ways[0] = 1.0;
        let mut ln = Vec::with_capacity(cards * numbers);
        for _ in 0..cards {
            ways = programme.packet(&ways);
            let end = cards * row + first * numbers;
            ln.extend(ways[end..end + numbers].iter().map(|ways| libm::log(*ways)));
        }
        Some(Self {
            cards,
            ln,
            numbers,
            steps,
        })
    }

    /// The place in a law of so many cards of each kind, which are no more than all first cards together.
    pub fn place(&self, counts: &[usize]) -> usize {
        let both = self.steps.iter().zip(counts);
        both.map(|(step, count)| step * count).sum()
    }

    /// The probability of each number of cards of the one class, from 0, or of each list of numbers, at its [`Self::place`], after
    /// a riffle of so many packets.
    pub fn law(&self, packets: Packets) -> Vec<f64> {
        let a = packets.value();
        let ln_ways = self.ln.chunks_exact(self.numbers);
        let mut law = vec![0.0; self.numbers];
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

/// States: cards of the deck so far, first cards so far, and the numbers of those that are counted among these.
struct Programme {
    cards: usize,
    first: usize,
    numbers: usize,
    /// States with the same number of cards.
    row: usize,
    /// The place of the numbers of all cards above each place, in the whole deck.
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
                // Lists that leave no room for these have no ways.
                let more = self.above[begin + seen] - self.above[begin];
                if more >= self.numbers {
                    continue;
                }
                for before in 0..=self.first - seen {
                    let (old, new) = (
                        begin * self.row + before * self.numbers,
                        (begin + seen) * self.row + (before + seen) * self.numbers + more,
                    );
                    let lists = self.numbers - more;
                    let both = some_seen[new..new + lists].iter_mut();
                    for (sum, ways) in both.zip(&from[old..old + lists]) {
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

    /// All ways to deal each place of six cards one of a few packets, for lists of numbers.
    #[test]
    fn lists_of_small_decks_are_those_of_all_ways_to_riffle() {
        for kinds in [[0, 1, 2, 0, 1, 2], [0, 0, 1, 2, 2, 2], [3, 2, 1, 0, 0, 2]] {
            for (packets, first) in [(2_u32, 2), (3, 3), (4, 4)] {
                let law = FirstCards::of_kinds(&kinds, first).unwrap();
                let found = law.law(Packets::new(u64::from(packets)).unwrap());
                let all = packets.pow(6);
                let mut counted = vec![0_u32; found.len()];
                for way in 0..all {
                    let label = |place: usize| way / packets.pow(place as u32) % packets;
                    let mut places: Vec<usize> = (0..6).collect();
                    places.sort_by_key(|place| (label(*place), *place));
                    let mut counts = [0; 4];
                    for (place, kind) in places.iter().zip(kinds) {
                        counts[kind] += usize::from(*place < first);
                    }
                    counted[law.place(&counts)] += 1;
                }
                for (p, count) in found.iter().zip(counted) {
                    let share = f64::from(count) / f64::from(all);
                    assert!(
                        (p - share).abs() < 1e-12,
                        "{kinds:?} {packets}: {p}, {share}"
                    );
                }
            }
        }
        // Sixteen types of four cards each have too many lists.
        let many: Vec<usize> = (0..64).map(|card| card / 4).collect();
        assert!(FirstCards::of_kinds(&many, 7).is_none());
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
