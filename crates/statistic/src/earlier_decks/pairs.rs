//! Pairs of decks that are some lag apart, and what is seen of them.

use crate::first_decks::Sample;
use deck::Card;
use deck::kernel::{Isa, Left, SMALL, SmallDeck};
use laws::lags;

/// Lags up to this are looked at together.
pub(super) const NEAR: usize = 64;

/// The largest lag.
pub(super) const MOST_LAG: usize = 4096;

/// Pairs at each near lag, at the most: as many as there are, of 1,024 decks.
const NEAR_PAIRS: usize = 1024;

/// Decks after each other that are compared with others, before some are left out.
const RUN: usize = 16;

/// Pairs at each lag beyond, at the least: as many as there are, of 1,024 decks.
const FAR_PAIRS: usize = 200;

/// Cards of all pairs, at the most: 900,000 pairs of 52 cards have a third as many, and take a tenth of a second.
const MOST_CARDS: usize = 1 << 27;

/// The sum of a lag's scores is taken to be normal from a variance like this on: 19 pairs of 52 cards. Scores have tails
/// below those of the normal law, so that a test errs on the side of passing.
const LEAST_VARIANCE: f64 = 80.0;

/// Pairs that are read together.
const TOGETHER: usize = 1024;

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
        let most = if decks <= NEAR_PAIRS && decks * decks / 2 <= room {
            decks
        } else {
            FAR_PAIRS
        };
        near.chain(far.map_while(|at| lag(at, most))).collect()
    }

    /// The first decks of its pairs: runs of [`RUN`], spread over all. Where they begin differs from lag to lag, so that few
    /// pairs form triangles. Decks that lie together are read faster than such as do not.
    pub fn starts(self) -> impl Iterator<Item = usize> {
        let (runs, left_out) = (self.pairs.div_ceil(RUN), self.starts - self.pairs);
        // The golden section spreads any number of lags evenly.
        let spread = (self.lag as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let offset = (spread % (left_out as u64 + 1)) as usize;
        (0..self.pairs).map(move |at| at + (at / RUN * left_out + offset) / runs)
    }
}

/// Decks as they are looked at: their cards in order, and the places of these.
#[derive(Debug)]
pub(super) struct Decks {
    pub cards: usize,
    order: Vec<Card>,
    place: Vec<Card>,
    /// The same of decks of up to [`SMALL`] cards.
    small: Vec<SmallDeck>,
}

impl Decks {
    pub fn of(sample: &Sample) -> Self {
        Self::new(sample.cards(), sample.all())
    }

    /// Decks of so many cards, one after the other.
    pub fn new(cards: usize, order: &[Card]) -> Self {
        let small = if cards <= SMALL {
            order.len() / cards
        } else {
            0
        };
        let mut decks = Self {
            cards,
            order: Vec::with_capacity(order.len()),
            place: Vec::new(),
            small: Vec::with_capacity(small),
        };
        for deck in order.chunks_exact(cards) {
            decks.push(deck);
        }
        decks
    }

    pub fn push(&mut self, deck: &[Card]) {
        self.order.extend_from_slice(deck);
        if self.cards <= SMALL {
            let cards = deck.iter().map(|card| *card as u8);
            self.small.push(SmallDeck::of(cards));
            return;
        }
        let first = self.place.len();
        self.place.resize(first + self.cards, 0);
        for (at, &card) in (0..).zip(deck) {
            self.place[first + usize::from(card)] = at;
        }
    }

    pub fn len(&self) -> usize {
        self.order.len() / self.cards
    }

    /// The cards of a deck, from the top.
    pub fn deck(&self, at: usize) -> &[Card] {
        &self.order[at * self.cards..][..self.cards]
    }

    /// Compares the decks of each pair, the earlier one first, which may be many.
    pub fn compare(&self, pairs: &[(u32, u32)], mut seen: impl FnMut((u32, u32), Seen)) {
        if self.cards > SMALL {
            for &(before, after) in pairs {
                let (before_at, after_at) = (before as usize, after as usize);
                let place = &self.place[after_at * self.cards..][..self.cards];
                let places = self.deck(before_at).iter();
                let found = Seen::of(places.map(|card| place[usize::from(*card)]));
                seen((before, after), found);
            }
            return;
        }
        let kernel = Isa::best().kernel();
        let mut left = [Left::default(); TOGETHER];
        for pairs in pairs.chunks(TOGETHER) {
            kernel.left(&self.small, self.cards, pairs, &mut left);
            for (pair, left) in pairs.iter().zip(&left) {
                let found = Seen {
                    rising: 1 + u32::from(left.falls),
                    kept: u32::from(left.kept),
                };
                seen(*pair, found);
            }
        }
    }

    /// The rising sequences of all pairs at these lags, for each of several orders in which the decks may have come.
    pub fn sums(&self, lags: &[Lag], orders: &[Vec<u32>]) -> Vec<f64> {
        let mut sums = vec![0_u64; orders.len()];
        let of_lag = |lag: &Lag| {
            let (starts, lag) = (lag.starts(), lag.lag);
            starts.map(move |start| (start, start + lag))
        };
        let mut pairs: Vec<(usize, usize)> = lags.iter().flat_map(of_lag).collect();
        // Decks change places with near ones only, so that pairs that begin close together read the same few.
        pairs.sort_unstable();
        let mut ordered = Vec::with_capacity(TOGETHER);
        for near in pairs.chunks(TOGETHER) {
            for (sum, order) in sums.iter_mut().zip(orders) {
                let these = near.iter();
                ordered.clear();
                ordered.extend(these.map(|(before, after)| (order[*before], order[*after])));
                self.compare(&ordered, |_, seen| *sum += u64::from(seen.rising));
            }
        }
        sums.into_iter().map(|sum| sum as f64).collect()
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

impl Seen {
    /// The pair in which the cards of the earlier deck, from the top, have these places in the later one.
    fn of(mut places: impl Iterator<Item = Card>) -> Self {
        let mut seen = Self { rising: 1, kept: 0 };
        let mut last = places.next().unwrap_or(0);
        for next in places {
            seen.rising += u32::from(next < last);
            seen.kept += u32::from(next == last + 1);
            last = next;
        }
        seen
    }
}

/// A pair that stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    pub before: usize,
    pub after: usize,
    pub seen: Seen,
}

impl Pair {
    fn of((before, after): (u32, u32), seen: Seen) -> Self {
        Self {
            before: before as usize,
            after: after as usize,
            seen,
        }
    }
}

/// The pairs that stand out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extremes {
    /// The pair with the fewest rising sequences.
    pub fewest: Pair,
    /// The pair with the most cards that follow the same card.
    pub most_kept: Pair,
}

impl Extremes {
    /// Those of several pairs, the earlier deck first; `None` if there are none.
    pub fn of(decks: &Decks, pairs: &[(u32, u32)]) -> Option<Self> {
        let mut extremes = None;
        decks.compare(pairs, |pair, seen| {
            extremes = Some(Self::with(extremes, Pair::of(pair, seen)));
        });
        extremes
    }

    fn with(found: Option<Self>, pair: Pair) -> Self {
        let mut found = found.unwrap_or(Self {
            fewest: pair,
            most_kept: pair,
        });
        if pair.seen.rising < found.fewest.seen.rising {
            found.fewest = pair;
        }
        if pair.seen.kept > found.most_kept.seen.kept {
            found.most_kept = pair;
        }
        found
    }
}

/// All pairs, as they were seen.
#[derive(Debug)]
pub(super) struct Found {
    /// Each lag with the sum of its rising sequences.
    pub lags: Vec<(Lag, u64)>,
    /// The pairs that stand out.
    pub extremes: Extremes,
    /// Pairs in all.
    pub pairs: u64,
    /// Decks among which they were chosen.
    pub decks: usize,
}

impl Found {
    /// Looks at the pairs of all `lags`, which are those of the first `number` decks; `None` if there are none.
    pub fn of(decks: &Decks, number: usize, lags: &[Lag]) -> Option<Self> {
        let mut extremes = None;
        let mut sums = Vec::with_capacity(lags.len());
        let mut pairs = Vec::new();
        for &lag in lags {
            let starts = lag.starts();
            pairs.clear();
            pairs.extend(starts.map(|start| (start as u32, (start + lag.lag) as u32)));
            let mut sum = 0;
            decks.compare(&pairs, |pair, seen| {
                sum += u64::from(seen.rising);
                extremes = Some(Extremes::with(extremes, Pair::of(pair, seen)));
            });
            sums.push((lag, sum));
        }
        Some(Self {
            pairs: lags.iter().map(|lag| lag.pairs as u64).sum(),
            lags: sums,
            extremes: extremes?,
            decks: number,
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
            (1024, 1024, 200)
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
