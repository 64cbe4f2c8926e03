//! Calls after a riffle of a packets of a deck in known order, by one who sees each card after calling it: exact.
//!
//! Cards are numbered by their places before. An order comes as often as there are ways to give each place one of the a
//! packets so that cards come from them in order. Add a card 0 in packet 1, which was seen first, and a card n + 1 in a packet
//! a + 1. Given the cards that were seen, let p be the packet of one of them, and q that of the next higher one:
//!
//! - if the second follows the first at once and was seen later, q ≥ p;
//! - if it follows at once and was seen earlier, q > p, a *fall*;
//! - if g cards between them are unseen, q > p, and these lie in the packets p, …, q − 1 in one of (q − p)ᵍ ways.
//!
//! Unseen cards of all packets mix freely. So with u of them, in gaps of g₁, …, gᵣ cards, and s falls,
//!
//!   ways = u! \[tᵃ\] tˢ Π `A_g(t)`/g! / (1 − t)ⁿ⁺¹,  as Σ qᵍ tᵍ = `A_g(t)` / (1 − t)ᵍ⁺¹, `A_g` the Eulerian polynomial.
//!
//! They depend on the sizes of the gaps and on the falls alone. A card that is seen splits its gap in two parts of j and g − 1 − j
//! cards; if it is the last one of the gap, one fall more is there. The ways after it, among all ways before, are the
//! probability that it comes next. His calls do not change what he sees, so he does best if he calls the likeliest card each
//! time, and the mean follows from the last card to the first.
//!
//! All terms are positive: the relative error is below 1e-12.

use super::super::eulerian;
use super::super::gsr::Packets;
use super::super::partitions::{next_partition, number, partitions};

/// Decks of more cards are not followed: their rarest states have probabilities near the end of doubles.
const MOST_CARDS: usize = 150;

/// States that are looked at in all, some seconds: 60 cards after any number of riffles, 104 after two. Those of 52 cards take less than
/// one second.
const MOST_STATES: u64 = 20_000_000;

/// The calls that the best rule has right, in the mean, after a riffle of so many packets of `cards` cards in known order, if
/// each card is seen after its call; k riffles are one of 2ᵏ packets (Bayer and Diaconis, 1992). `None` where
/// it would take more than a few seconds.
///
/// ```
/// use colddeck_laws::{calls, gsr};
///
/// let once = calls::riffled(52, gsr::Packets::riffles(1)).unwrap();
/// // Two packets of two cards: 1 2 comes three times in four.
/// let two = calls::riffled(2, gsr::Packets::riffles(1)).unwrap();
/// assert!((two - 1.75).abs() < 1e-12 && (31.0..32.0).contains(&once));
/// ```
pub fn riffled(cards: usize, packets: Packets) -> Option<f64> {
    if !(1..=MOST_CARDS).contains(&cards) {
        return None;
    }
    let deck = Deck::new(cards, packets);
    if deck.states() > MOST_STATES {
        return None;
    }
    let all_seen = deck.all_seen();
    let whole = (1..=cards).fold(all_seen, |below, unseen| deck.level(unseen, &below));
    whole.calls.first().copied()
}

/// A deck of cards, and its riffle.
struct Deck {
    cards: usize,
    /// The most gaps and falls that can be there: the packets, or as many as the cards have room for.
    most: usize,
    /// C(a + n − k, n) at k, in proportion; 0 above a.
    weights: Vec<f64>,
    /// The coefficients of `A_g(t)`/g! at g, from t¹ on.
    eulerian: Vec<Vec<f64>>,
    /// Partitions of m with no part above k, at `[m][k]`.
    counts: Vec<Vec<u32>>,
}

/// All states with so many unseen cards: gaps by the number of the partition that is conjugate to theirs, so that few gaps come
/// first; for each, falls from 0 on.
struct Level {
    /// States for each partition.
    width: usize,
    /// The ways of each state, in proportion, by u!.
    ways: Vec<f64>,
    /// The mean of calls to come that are right.
    calls: Vec<f64>,
}

impl Deck {
    fn new(cards: usize, packets: Packets) -> Self {
        let room = cards + 1;
        let most = packets.up_to(room as u64).map_or(room, |a| a as usize);
        let a = packets.value();
        let weight = |k: usize| {
            let factors = (1..=cards).map(|i| (a - k as f64 + i as f64) / (a + i as f64));
            if k > most { 0.0 } else { factors.product() }
        };
        Self {
            cards,
            most,
            weights: (0..=room).map(weight).collect(),
            eulerian: (0..=cards).map(eulerian::law).collect(),
            counts: partitions(cards),
        }
    }

    /// The most gaps and falls with so many unseen cards.
    fn most_with(&self, unseen: usize) -> usize {
        self.most.min(self.cards - unseen + 1)
    }

    /// Partitions of so many unseen cards into gaps.
    fn partitions(&self, unseen: usize) -> usize {
        self.counts[unseen][self.most_with(unseen).min(unseen)] as usize
    }

    /// States of the whole deck, or more.
    fn states(&self) -> u64 {
        let level = |unseen| (self.partitions(unseen) * (self.most_with(unseen) + 1)) as u64;
        (1..=self.cards).map(level).sum()
    }

    fn all_seen(&self) -> Level {
        let width = self.most_with(0) + 1;
        Level {
            width,
            ways: self.weights[..width].to_vec(),
            calls: vec![0.0; width],
        }
    }

    /// All states with so many unseen cards; `below` are those with one less.
    fn level(&self, unseen: usize, below: &Level) -> Level {
        let width = self.most_with(unseen) + 1;
        let number = self.partitions(unseen);
        let mut level = Level {
            width,
            ways: vec![0.0; number * width],
            calls: vec![0.0; number * width],
        };
        // The conjugate partition: how many gaps have one card or more, two or more, and so on.
        let mut columns = vec![1; unseen];
        let states = level
            .ways
            .chunks_mut(width)
            .zip(level.calls.chunks_mut(width));
        for (ways, calls) in states {
            self.ways(&columns, ways);
            self.calls(&columns, below, ways, calls);
            next_partition(&mut columns);
        }
        level
    }

    /// The ways of these gaps, by falls.
    fn ways(&self, columns: &[usize], ways: &mut [f64]) {
        let gaps = columns[0];
        let mut product = vec![1.0];
        for (gap, alike) in gaps_of(columns) {
            for _ in 0..alike {
                product = times(&product, &self.eulerian[gap]);
                // The product begins with t to the number of gaps.
                product.truncate((self.most + 1).saturating_sub(gaps));
            }
        }
        let most_falls = ways.len() - 1 - gaps;
        for (falls, ways) in ways.iter_mut().enumerate().take(most_falls + 1) {
            let weights = self.weights[gaps + falls..].iter();
            *ways = product.iter().zip(weights).map(|(p, w)| p * w).sum();
        }
    }

    /// The mean of calls to come with these gaps, by falls.
    fn calls(&self, columns: &[usize], below: &Level, ways: &[f64], calls: &mut [f64]) {
        let unseen: usize = columns.iter().sum();
        let of_falls = ways.len() - columns[0];
        // An unseen card comes next with the ways after it by these.
        let all = |ways: &f64| {
            if *ways > 0.0 {
                1.0 / (unseen as f64 * ways)
            } else {
                0.0
            }
        };
        let shares: Vec<f64> = ways[..of_falls].iter().map(all).collect();
        let mut likeliest = vec![0.0_f64; of_falls];
        let mut left = columns.to_vec();
        for (gap, alike) in gaps_of(columns) {
            for split in splits(gap) {
                if columns[0] - 1 + split.parts() >= below.width {
                    continue;
                }
                split.apply(gap, columns, &mut left);
                let seen = left.iter().copied().take_while(|column| *column > 0);
                let at = number(&self.counts, unseen - 1, seen) as usize * below.width;
                let from = at + usize::from(split.falls);
                let next = below.ways[from..].iter().zip(&below.calls[from..]);
                let here = calls.iter_mut().zip(&mut likeliest).zip(&shares);
                let times = (split.times * alike) as f64;
                for (((calls, likeliest), share), (ways, to_come)) in here.zip(next) {
                    let probability = ways * share;
                    *likeliest = likeliest.max(probability);
                    *calls += times * probability * to_come;
                }
            }
        }
        for (calls, likeliest) in calls.iter_mut().zip(likeliest) {
            *calls += likeliest;
        }
    }
}

/// The sizes of gaps, and how many gaps have each.
fn gaps_of(columns: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let after = columns.iter().skip(1).copied().chain([0]);
    let alike = columns.iter().zip(after).map(|(here, after)| here - after);
    (1..).zip(alike).filter(|(_, alike)| *alike > 0)
}

/// The two parts of a gap, one card of which is seen.
struct Split {
    parts: [usize; 2],
    /// Cards of the gap that leave such parts.
    times: usize,
    /// True if it is the last card of the gap: the next one was seen before.
    falls: bool,
}

/// All ways to split a gap.
fn splits(gap: usize) -> impl Iterator<Item = Split> {
    let first = Split {
        parts: [0, gap - 1],
        times: 1,
        falls: gap == 1,
    };
    let last = (gap > 1).then_some(Split {
        parts: [gap - 1, 0],
        times: 1,
        falls: true,
    });
    let others = (1..=(gap - 1) / 2).map(move |small| {
        let parts = [small, gap - 1 - small];
        Split {
            parts,
            times: 1 + usize::from(parts[0] != parts[1]),
            falls: false,
        }
    });
    std::iter::once(first).chain(last).chain(others)
}

impl Split {
    /// Parts that have cards.
    fn parts(&self) -> usize {
        self.parts.iter().filter(|part| **part > 0).count()
    }

    /// The columns of the gaps that are left of those with `columns`.
    fn apply(&self, gap: usize, columns: &[usize], left: &mut [usize]) {
        for ((size, column), left) in (1..).zip(columns).zip(left) {
            let more = self.parts.iter().filter(|part| **part >= size).count();
            *left = column + more - usize::from(gap >= size);
        }
    }
}

/// The product of two polynomials.
fn times(left: &[f64], right: &[f64]) -> Vec<f64> {
    let mut product = vec![0.0; left.len() + right.len() - 1];
    for (at, left) in left.iter().enumerate() {
        for (product, right) in product[at..].iter_mut().zip(right) {
            *product += left * right;
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::harmonic;
    use crate::order_law::OrderLaw;
    use crate::testing::assert_close;
    use std::collections::BTreeMap;

    fn calls(cards: usize, packets: u64) -> f64 {
        riffled(cards, Packets::new(packets).unwrap()).unwrap()
    }

    /// All decks that come of all ways to give each place a packet.
    fn interleaved(cards: usize, packets: usize) -> OrderLaw {
        let mut decks: BTreeMap<Vec<deck::Card>, u32> = BTreeMap::new();
        let mut labels = vec![0; cards];
        loop {
            let mut tops = vec![0; packets];
            for label in &labels {
                for top in &mut tops[label + 1..] {
                    *top += 1;
                }
            }
            let deal = labels.iter().map(|label| {
                tops[*label] += 1;
                tops[*label] - 1
            });
            *decks.entry(deal.collect()).or_default() += 1;
            let Some(at) = labels.iter().position(|label| label + 1 < packets) else {
                break;
            };
            labels[at] += 1;
            labels[..at].fill(0);
        }
        let all: u32 = decks.values().sum();
        let each = decks.into_iter();
        let each = each.map(|(deck, times)| (deck, f64::from(times) / f64::from(all)));
        OrderLaw::new(cards, each).unwrap()
    }

    #[test]
    fn small_decks_are_as_all_interleavings_say() {
        for cards in 1..=7 {
            for packets in [1, 2, 3, 4, 8] {
                if libm::pow(packets as f64, cards as f64) < 3e5 {
                    let best = interleaved(cards, packets).most_calls();
                    assert_close(calls(cards, packets as u64), best, 1e-12);
                }
            }
        }
    }

    #[test]
    fn a_deck_that_is_not_riffled_is_called_whole_and_an_ideal_one_by_chance() {
        for cards in [1, 2, 13, 30] {
            assert_close(calls(cards, 1), cards as f64, 1e-12);
            assert_close(calls(cards, 1 << 60), harmonic(cards), 1e-12);
            let each = [1, 2, 3, 4, 7, 8, 16, 31, 32, 1 << 10, 1 << 20];
            let each = each.map(|packets| calls(cards, packets));
            assert!(each.is_sorted_by(|a, b| a >= b), "{cards}: {each:?}");
        }
    }

    /// n/2 + √(2n/π) + O(1) after one riffle (Liu, 2021).
    #[test]
    fn one_riffle_leaves_half_of_the_cards_and_a_root() {
        for cards in [10, 52, 78, 104, 150] {
            let n = cards as f64;
            let near = 0.5 * n + (2.0 * n / std::f64::consts::PI).sqrt();
            assert_close(calls(cards, 2), near, 1.0);
        }
    }

    #[test]
    fn what_would_take_too_long_is_not_begun() {
        for (cards, packets) in [(0, 2), (151, 2), (104, 128)] {
            assert_eq!(riffled(cards, Packets::new(packets).unwrap()), None);
        }
    }
}
