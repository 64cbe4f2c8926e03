//! Pairs of decks that are some lag apart, and what is seen of them.

use crate::first_decks::Sample;
use deck::Card;
use laws::lags;

/// Lags up to this are looked at together: half of all pairs are of these.
pub(super) const NEAR: usize = 64;

/// The largest lag.
pub(super) const MOST_LAG: usize = 4096;

/// Pairs at each near lag, at the most: as many as there are, of 4,096 decks.
const NEAR_PAIRS: usize = 4096;

/// Pairs at each lag beyond.
const FAR_PAIRS: usize = 256;

/// Cards of all pairs, at the most: 1.3 million pairs of 52 cards have half as many, and take a twentieth of a second.
const MOST_CARDS: usize = 1 << 27;

/// The sum of a lag's scores is taken to be normal from a variance like this on: 19 pairs of 52 cards. Scores have tails
/// below those of the normal law, so that a test errs on the side of passing.
const LEAST_VARIANCE: f64 = 80.0;

/// Cells of 64 decks.
const WORD: usize = 64;

/// The fewest pairs of a lag that is looked at.
pub(super) fn fewest(cards: usize) -> usize {
    (LEAST_VARIANCE / lags::variance(cards)).ceil() as usize
}

/// A lag, and how many pairs are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lag {
    pub lag: usize,
    /// Decks that have another so much later.
    starts: usize,
    pub pairs: usize,
}

impl Lag {
    /// The lags of so many decks, the near ones first.
    pub fn all(decks: usize, cards: usize) -> Vec<Self> {
        let room = MOST_CARDS / cards / 2;
        let lag = |lag: usize, most: usize| {
            let starts = decks.checked_sub(lag)?;
            let pairs = starts.min(most);
            (pairs >= fewest(cards)).then_some(Self { lag, starts, pairs })
        };
        let near = (1..=NEAR).map_while(|at| lag(at, NEAR_PAIRS.min(room / NEAR)));
        let far = (NEAR + 1..=MOST_LAG).take(room / FAR_PAIRS);
        near.chain(far.map_while(|at| lag(at, FAR_PAIRS))).collect()
    }

    /// The first decks of its pairs, spread over all: where they begin differs from lag to lag, so that few pairs form
    /// triangles.
    pub fn starts(self) -> impl Iterator<Item = usize> {
        // The golden section spreads any number of lags evenly.
        let spread = (self.lag as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let offset = (spread % self.starts as u64) as usize;
        (0..self.pairs).map(move |at| (at * self.starts + offset) / self.pairs)
    }
}

/// Decks as they are looked at: their cards in order, and the places of these.
#[derive(Debug)]
pub(super) struct Decks {
    cards: usize,
    order: Vec<Card>,
    place: Vec<Card>,
}

impl Decks {
    pub fn of(sample: &Sample) -> Self {
        let cards = sample.cards();
        let order: Vec<Card> = sample.those(|_| true).concat();
        let mut place = vec![0; order.len()];
        for (deck, place) in order.chunks_exact(cards).zip(place.chunks_exact_mut(cards)) {
            for (at, &card) in (0..).zip(deck) {
                place[usize::from(card)] = at;
            }
        }
        Self {
            cards,
            order,
            place,
        }
    }

    pub fn len(&self) -> usize {
        self.order.len() / self.cards
    }

    /// Compares the deck at `after` with that at `before`.
    pub fn pair(&self, before: usize, after: usize) -> Seen {
        let order = &self.order[before * self.cards..][..self.cards];
        let place = &self.place[after * self.cards..][..self.cards];
        let mut seen = Seen { rising: 1, kept: 0 };
        let mut last = place[usize::from(order[0])];
        for &card in &order[1..] {
            let next = place[usize::from(card)];
            seen.rising += u32::from(next < last);
            seen.kept += u32::from(next == last + 1);
            last = next;
        }
        seen
    }

    /// The rising sequences of all pairs at that lag, if the deck at each place is the one that `at` says.
    pub fn sum(&self, lag: Lag, at: impl Fn(usize) -> usize) -> u64 {
        let pairs = lag.starts().map(|start| (at(start), at(start + lag.lag)));
        let rising = pairs.map(|(before, after)| u64::from(self.pair(before, after).rising));
        rising.sum()
    }
}

/// A pair of decks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    /// Rising sequences of the later deck, from the earlier one.
    pub rising: u32,
    /// Cards that follow the same card in both.
    pub kept: u32,
}

/// A pair that stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    pub before: usize,
    pub lag: usize,
    pub seen: Seen,
}

/// All pairs, as they were seen.
#[derive(Debug)]
pub(super) struct Found {
    /// Each lag with the sum of its rising sequences.
    pub lags: Vec<(Lag, u64)>,
    /// The pair with the fewest rising sequences.
    pub fewest: Pair,
    /// The pair with the most cards that follow the same card.
    pub most_kept: Pair,
    /// Pairs in all.
    pub pairs: u64,
}

impl Found {
    /// Looks at the pairs of all `lags`; `None` if there are none.
    pub fn of(decks: &Decks, lags: &[Lag]) -> Option<Self> {
        let mut extremes: Option<(Pair, Pair)> = None;
        let mut sums = Vec::with_capacity(lags.len());
        for &lag in lags {
            let mut sum = 0;
            for before in lag.starts() {
                let seen = decks.pair(before, before + lag.lag);
                sum += u64::from(seen.rising);
                let pair = Pair {
                    before,
                    lag: lag.lag,
                    seen,
                };
                let (fewest, most) = extremes.get_or_insert((pair, pair));
                if seen.rising < fewest.seen.rising {
                    *fewest = pair;
                }
                if seen.kept > most.seen.kept {
                    *most = pair;
                }
            }
            sums.push((lag, sum));
        }
        let (fewest, most_kept) = extremes?;
        Some(Self {
            pairs: lags.iter().map(|lag| lag.pairs as u64).sum(),
            lags: sums,
            fewest,
            most_kept,
        })
    }

    /// The near lags.
    pub fn near(&self) -> &[(Lag, u64)] {
        let near = self.lags.partition_point(|(lag, _)| lag.lag <= NEAR);
        &self.lags[..near]
    }

    /// The rising sequences of all near pairs, and the number of these.
    pub(super) fn near_sum(&self) -> (u64, u64) {
        let near = self.near().iter();
        near.fold((0, 0), |(all, pairs), (lag, sum)| {
            (all + sum, pairs + lag.pairs as u64)
        })
    }
}

/// Three decks of which all three pairs are looked at, in number.
pub(super) fn triangles(lags: &[Lag]) -> u64 {
    let bits = |lag: &Lag| {
        let mut bits = vec![0_u64; lag.starts / WORD + 2];
        for start in lag.starts() {
            bits[start / WORD] |= 1 << (start % WORD);
        }
        bits
    };
    let begun: Vec<Vec<u64>> = lags.iter().map(bits).collect();
    let mut found = 0;
    for (at, one) in lags.iter().enumerate() {
        for (next, other) in lags.iter().enumerate() {
            let Some(both) = (lags.iter()).position(|lag| lag.lag == one.lag + other.lag) else {
                continue;
            };
            let (words, shift) = (one.lag / WORD, one.lag % WORD);
            for (word, both) in begun[both].iter().enumerate() {
                let later = |word: usize| begun[next].get(word + words).copied().unwrap_or(0);
                let above = match shift {
                    0 => 0,
                    shift => later(word + 1) << (WORD - shift),
                };
                let second = later(word) >> shift | above;
                let first = begun[at].get(word).copied().unwrap_or(0);
                found += u64::from((first & second & both).count_ones());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lags_take_the_pairs_that_there_are_and_no_more_than_there_is_time_for() {
        assert!(Lag::all(10, 52).is_empty());
        let few = Lag::all(100, 52);
        assert_eq!(few.len(), 81);
        assert!(few.iter().all(|lag| lag.pairs == 100 - lag.lag));
        let many = Lag::all(32_768, 52);
        assert_eq!(many.len(), MOST_LAG);
        assert_eq!(
            (many[0].pairs, many[63].pairs, many[64].pairs),
            (4096, 4096, 256)
        );
        // Large decks have fewer pairs, and fewer lags.
        let large = Lag::all(209, 10_000);
        let pairs: usize = large.iter().map(|lag| lag.pairs).sum();
        assert!(
            pairs * 10_000 <= MOST_CARDS && large.len() > NEAR,
            "{}",
            large.len()
        );
        for lag in [few[5], many[9], many[2000]] {
            let starts: Vec<usize> = lag.starts().collect();
            assert_eq!(starts.len(), lag.pairs);
            assert!(starts.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(starts.iter().all(|start| start + lag.lag < 32_768));
        }
    }

    #[test]
    fn triangles_are_those_that_a_list_of_all_pairs_has() {
        for (decks, cards) in [(150, 52), (9_000, 52), (300, 10_000)] {
            let near: Vec<Lag> = Lag::all(decks, cards).into_iter().take(NEAR).collect();
            let mut pairs = std::collections::HashSet::new();
            for lag in &near {
                pairs.extend(lag.starts().map(|start| (start, start + lag.lag)));
            }
            let mut found = 0;
            for &(a, b) in &pairs {
                for next in 1..=NEAR {
                    let c = b + next;
                    found += u64::from(pairs.contains(&(b, c)) && pairs.contains(&(a, c)));
                }
            }
            assert_eq!(triangles(&near), found, "{decks} of {cards}");
        }
    }
}
