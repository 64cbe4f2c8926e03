//! Riffles: cut the deck in two packets and interleave them.
//!
//! Without parameters, the model of Gilbert, Shannon and Reeds (Gilbert, 1955; Reeds, 1981; Bayer
//! and Diaconis, 1992): the cut is binomial(n, ½), and all interleavings are equally likely; that
//! is, n fair coins say, position by position, from which packet the card comes.
//!
//! With `max-streak = k`, the streak-limited riffle of the published refutation (for sleeved
//! cards): the cut is binomial(n, ½). While both packets have cards, x above and y below, the next
//! card comes from the lower packet with probability y / (x + y); but once a streak of k cards
//! from one packet is complete, the other one must give the next card (its draw is made all the
//! same). The limit does not bind on the very first streak. When a packet is empty, the rest of
//! the other follows without draws.

use super::{Blockwise, Kind, Law, Mixing, Scratch, Shuffle};
use crate::deck::{Card, MAX_CARDS};
use crate::exact::beta::binomial_pmf;
use crate::exact::matrix::Matrix;
use crate::params::Parameter;
use crate::rng::Draws;

pub(super) const KIND: Kind = Kind {
    name: "riffle",
    about: "Gilbert-Shannon-Reeds riffle; with `max-streak`, the streak-limited one",
    source: "Bayer and Diaconis (1992), Trailing the dovetail shuffle to its lair; streak-limited: Shiina (2020)",
    parameters: &[Parameter {
        name: "max-streak",
        about: "longest run of cards from one packet, the first run apart; default: no limit",
    }],
    build: |params| {
        let limit = params.whole("max-streak", 1..=MAX_CARDS as u32)?;
        Ok(limit.map_or_else(
            || Box::new(Gsr) as Box<dyn Shuffle>,
            |limit| Box::new(StreakLimited { limit }),
        ))
    },
};

#[derive(Debug)]
struct Gsr;

impl Law for Gsr {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len();
        draws.coins(cards, &mut scratch.coins);
        let lower: usize = scratch
            .coins
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum();
        scratch.deck.clear();
        scratch.deck.extend_from_slice(deck);
        // next[0] walks the upper packet, next[1] the lower one.
        let mut next = [0, cards - lower];
        for (slots, &word) in deck.chunks_mut(64).zip(&scratch.coins) {
            let mut coins = word;
            for slot in slots {
                let packet = (coins & 1) as usize;
                coins >>= 1;
                *slot = scratch.deck[next[packet]];
                next[packet] += 1;
            }
        }
    }

    /// The card that lands at j comes from the upper packet with probability ½, and then it was
    /// at i if i of the j coins before it show the upper packet; from the lower packet the same
    /// holds seen from the bottom. This is Bayer and Diaconis' (1992) s(i, j), summed.
    fn one_card(&self, cards: usize) -> Matrix {
        let mut matrix = Matrix::zero(cards);
        for to in 0..cards {
            for coins in 0..=to {
                let half = 0.5 * binomial_pmf(coins as u64, to as u64, 0.5);
                matrix.add(coins, to, half);
                matrix.add(cards - 1 - coins, cards - 1 - to, half);
            }
        }
        matrix
    }

    fn ln_support(&self, cards: usize) -> f64 {
        ln_riffle_orders(cards)
    }

    fn mixing(&self) -> Mixing {
        Mixing::Gsr
    }

    fn describe(&self) -> String {
        "riffle (Gilbert-Shannon-Reeds)".to_owned()
    }
}

#[derive(Debug)]
struct StreakLimited {
    limit: u32,
}

/// The two packets of a riffle, as indices.
const UPPER: usize = 0;
const LOWER: usize = 1;

/// Stands for a packet before the first card.
const NEITHER: usize = 2;

/// What the streak-limited riffle remembers: the packet of the last card, and how many cards in a
/// row have come from it. The first streak does not count: its length stays 0. Kept as two small
/// numbers, since a branch on them would be mispredicted every other card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Streak {
    packet: usize,
    length: u32,
}

impl Streak {
    const START: Self = Self {
        packet: NEITHER,
        length: 0,
    };

    /// The packet that gives the next card when the draw says `drawn`. A limit is at least 1.
    #[inline]
    fn obey(self, drawn: usize, limit: u32) -> usize {
        drawn ^ usize::from(self.length == limit && self.packet == drawn)
    }

    /// After a card from `taken`.
    #[inline]
    fn after(self, taken: usize) -> Self {
        let longer = self.length + u32::from(self.length > 0);
        let fresh = u32::from(self.packet != NEITHER);
        Self {
            packet: taken,
            length: if taken == self.packet { longer } else { fresh },
        }
    }

    /// Dense numbering for tables.
    fn index(self, limit: u32) -> usize {
        self.packet * (limit as usize + 1) + self.length as usize
    }

    /// All states, in the order of their numbers.
    fn all(limit: u32) -> impl Iterator<Item = Self> {
        let of = move |packet| (0..=limit).map(move |length| Self { packet, length });
        of(UPPER).chain(of(LOWER)).chain([Self::START])
    }
}

impl Law for StreakLimited {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len();
        let cut = draws.binomial_half(cards as u32) as usize;
        scratch.deck.clear();
        scratch.deck.extend_from_slice(deck);
        let ends = [cut, cards];
        let mut next = [0, cut];
        let mut streak = Streak::START;
        let mut filled = 0;
        while next[UPPER] < ends[UPPER] && next[LOWER] < ends[LOWER] {
            let left = [UPPER, LOWER].map(|packet| (ends[packet] - next[packet]) as u32);
            let drawn = usize::from(draws.second_of(left[UPPER], left[LOWER]));
            let packet = streak.obey(drawn, self.limit);
            streak = streak.after(packet);
            deck[filled] = scratch.deck[next[packet]];
            next[packet] += 1;
            filled += 1;
        }
        for packet in [UPPER, LOWER] {
            let rest = &scratch.deck[next[packet]..ends[packet]];
            deck[filled..filled + rest.len()].copy_from_slice(rest);
            filled += rest.len();
        }
    }

    /// Dynamic programme over (cut, cards taken from each packet, streak): the probability of
    /// being in each state, forward.
    fn one_card(&self, cards: usize) -> Matrix {
        // A cut less likely than this changes no bit of a probability near 1/n.
        const NEGLIGIBLE: f64 = 1e-30;
        // Limits beyond the deck's size never bind.
        let limit = self.limit.min(cards as u32);
        let streaks: Vec<Streak> = Streak::all(limit).collect();
        let mut matrix = Matrix::zero(cards);
        for cut in 0..=cards {
            let weight = binomial_pmf(cut as u64, cards as u64, 0.5);
            if weight < NEGLIGIBLE {
                continue;
            }
            one_cut(&mut matrix, cut, cards - cut, limit, &streaks, weight);
        }
        matrix
    }

    /// Any order of a streak-limited riffle is one of a riffle: a bound, not the exact number.
    fn ln_support(&self, cards: usize) -> f64 {
        ln_riffle_orders(cards)
    }

    fn blockwise(&self) -> Blockwise {
        Blockwise::StreakLimited(self.limit as usize)
    }

    fn describe(&self) -> String {
        format!(
            "riffle, at most {} cards in a row from one packet",
            self.limit
        )
    }
}

/// Adds to `matrix` the moves of all cards when `upper` cards are cut off, weighted.
fn one_cut(
    matrix: &mut Matrix,
    upper: usize,
    lower: usize,
    limit: u32,
    streaks: &[Streak],
    weight: f64,
) {
    let sizes = [upper, lower];
    // states[b][s]: b cards taken from the lower packet, streak s; the cards taken from the upper
    // one are the outer loop.
    let mut states = vec![vec![0.0; streaks.len()]; lower + 1];
    states[0][Streak::START.index(limit)] = weight;
    for a in 0..=upper {
        let mut next_states = vec![vec![0.0; streaks.len()]; lower + 1];
        for b in 0..=lower {
            let here = std::mem::take(&mut states[b]);
            let left = [upper - a, lower - b];
            if left[UPPER] == 0 || left[LOWER] == 0 {
                let probability: f64 = here.iter().sum();
                finish(matrix, [a, b], sizes, probability);
                continue;
            }
            for (&streak, &probability) in streaks.iter().zip(&here) {
                if probability == 0.0 {
                    continue;
                }
                for drawn in [UPPER, LOWER] {
                    let share =
                        probability * left[drawn] as f64 / (left[UPPER] + left[LOWER]) as f64;
                    let packet = streak.obey(drawn, limit);
                    let after = streak.after(packet).index(limit);
                    if packet == UPPER {
                        matrix.add(a, a + b, share);
                        next_states[b][after] += share;
                    } else {
                        matrix.add(upper + b, a + b, share);
                        states[b + 1][after] += share;
                    }
                }
            }
        }
        states = next_states;
    }
}

/// With one packet empty, the rest of the other keeps its places.
fn finish(matrix: &mut Matrix, taken: [usize; 2], sizes: [usize; 2], probability: f64) {
    if probability == 0.0 {
        return;
    }
    let filled = taken[UPPER] + taken[LOWER];
    let rest = (taken[UPPER]..sizes[UPPER])
        .chain(sizes[UPPER] + taken[LOWER]..sizes[UPPER] + sizes[LOWER]);
    for (offset, from) in rest.enumerate() {
        matrix.add(from, filled + offset, probability);
    }
}

/// ln(2ⁿ − n): each order but the sorted one comes from exactly one cut and interleaving, and the
/// sorted one from n + 1 of the 2ⁿ.
fn ln_riffle_orders(cards: usize) -> f64 {
    let n = cards as f64;
    n * std::f64::consts::LN_2 + libm::log1p(-n * libm::exp2(-n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::testing;

    /// The chain of `law`, by walking every sequence of cuts and draws.
    fn enumerate(cards: usize, limit: u32) -> Matrix {
        fn walk(
            matrix: &mut Matrix,
            deck: &mut Vec<usize>,
            next: [usize; 2],
            ends: [usize; 2],
            streak: Streak,
            limit: u32,
            probability: f64,
        ) {
            let left = [ends[0] - next[0], ends[1] - next[1]];
            if left[0] == 0 || left[1] == 0 {
                let whole = deck
                    .iter()
                    .copied()
                    .chain(next[0]..ends[0])
                    .chain(next[1]..ends[1]);
                for (to, from) in whole.enumerate() {
                    matrix.add(from, to, probability);
                }
                return;
            }
            for drawn in [UPPER, LOWER] {
                let limited = streak.length == limit && streak.packet == drawn;
                let packet = if limited { 1 - drawn } else { drawn };
                let mut moved = next;
                moved[packet] += 1;
                deck.push(next[packet]);
                let share = probability * left[drawn] as f64 / (left[0] + left[1]) as f64;
                walk(
                    matrix,
                    deck,
                    moved,
                    ends,
                    streak.after(packet),
                    limit,
                    share,
                );
                deck.pop();
            }
        }
        let mut matrix = Matrix::zero(cards);
        for cut in 0..=cards {
            let weight = binomial_pmf(cut as u64, cards as u64, 0.5);
            walk(
                &mut matrix,
                &mut Vec::new(),
                [0, cut],
                [cut, cards],
                Streak::START,
                limit,
                weight,
            );
        }
        matrix
    }

    #[test]
    fn the_streak_limited_chain_is_that_of_enumeration() {
        for (cards, limit) in [(2, 1), (5, 1), (8, 2), (9, 4), (10, 3)] {
            let (dp, walked) = (
                Law::one_card(&StreakLimited { limit }, cards),
                enumerate(cards, limit),
            );
            for (a, b) in dp.cells().iter().zip(walked.cells()) {
                assert!((a - b).abs() < 1e-13, "{cards} cards, limit {limit}");
            }
        }
    }

    #[test]
    fn without_a_binding_limit_it_is_the_riffle() {
        let (free, gsr) = (
            Law::one_card(&StreakLimited { limit: 60 }, 30),
            Law::one_card(&Gsr, 30),
        );
        for (a, b) in free.cells().iter().zip(gsr.cells()) {
            assert!((a - b).abs() < 1e-13);
        }
    }

    #[test]
    fn a_riffle_has_at_most_two_rising_sequences_and_2_to_n_minus_n_orders() {
        for shuffle in [&Gsr as &dyn Shuffle, &StreakLimited { limit: 2 }] {
            let mut orders = std::collections::HashSet::new();
            for deck in testing::sample(shuffle, 6, 20_000) {
                let mut pos = [0; 6];
                deck.iter()
                    .enumerate()
                    .for_each(|(at, &card)| pos[usize::from(card)] = at);
                assert!(pos.windows(2).filter(|pair| pair[1] < pair[0]).count() <= 1);
                orders.insert(deck);
            }
            assert!(libm::log(orders.len() as f64) <= shuffle.ln_support(6) + 1e-12);
            if shuffle.mixing() == Mixing::Gsr {
                assert_eq!(orders.len(), 58);
            }
        }
    }

    #[test]
    fn no_counted_streak_is_longer_than_the_limit() {
        for deck in testing::sample(&StreakLimited { limit: 4 }, 40, 300) {
            // The cut shows where the second rising sequence starts: the smallest card that stands
            // above its predecessor. Decks that are still sorted show none.
            let mut pos = [0; 40];
            deck.iter()
                .enumerate()
                .for_each(|(at, &card)| pos[usize::from(card)] = at);
            let Some(cut) = (1..40).find(|&card| pos[card] < pos[card - 1]) else {
                continue;
            };
            let lower: Vec<bool> = deck.iter().map(|&card| usize::from(card) >= cut).collect();
            let runs: Vec<usize> = lower.chunk_by(|a, b| a == b).map(<[bool]>::len).collect();
            // The last run may be the rest of a packet, and merge with a streak before it.
            assert!(
                runs[1..runs.len() - 1].iter().all(|&run| run <= 4),
                "{runs:?}"
            );
        }
    }
}
