//! Indexes of cards that follow each other: they find two decks that share some of them, however far apart these lie.
//!
//! Two fair decks share, of n − 2 triples, (n − 2)²/(n (n − 1) (n − 2)) on average, .019 of 50 with 52 cards, and of quadruples
//! .0004 of 49. A riffle keeps a quarter of the triples, 12 of 50, and an eighth of the quadruples, 6 of 49; two riffles keep 3 of
//! the triples. So few pairs need to be looked at: those that share triples among the first decks ([`TRIPLES`]), those that
//! share quadruples among many more ([`QUADRUPLES`]).

use super::pairs::Decks;
use deck::Card;

/// Cards that follow each other in two decks, and among how many decks they are looked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    /// Cards that follow each other.
    run: usize,
    /// Binary digits of a slot. Runs that are more in number share them.
    digits: u32,
    /// The most decks.
    decks: usize,
    /// Runs that two fair decks share, in all pairs together, at the most: a tenth of a second.
    shared: f64,
}

/// Three cards: those of up to 64 have a slot each.
pub(super) const TRIPLES: Reach = Reach {
    run: 3,
    digits: 18,
    decks: 1 << 13,
    shared: 3e6,
};

/// Four cards, of as many decks as are kept.
pub(super) const QUADRUPLES: Reach = Reach {
    run: 4,
    digits: 21,
    decks: 100_000,
    shared: 6e6,
};

/// Pairs of fair decks that are looked at, on average, at the most.
const MOST_CANDIDATES: f64 = 50_000.0;

/// Pairs of entries of one slot, at the most, unless [`LEAST_LATER`] gives more: four times as many as fair decks have on
/// average. Decks that repeat themselves would have billions.
const MOST_COMPARED: usize = 12_000_000;

/// Later entries of its slot that each is compared with, at the least: fair decks have that many in hardly any slot.
pub(super) const LEAST_LATER: usize = 24;

/// Smaller decks share too much by chance.
const FEWEST_CARDS: usize = 16;

impl Reach {
    /// The first decks, of so many, that are looked at: 8,192 of 52 cards for triples.
    pub(super) fn indexed(self, cards: usize, decks: usize) -> usize {
        if cards < FEWEST_CARDS {
            return 0;
        }
        let most = (2.0 * self.shared / self.shared_by_chance(cards)).sqrt() as usize;
        decks.min(self.decks).min(most)
    }

    /// Pairs of the decks that are looked at, of so many.
    pub(super) fn pairs(self, cards: usize, decks: usize) -> f64 {
        let indexed = self.indexed(cards, decks) as f64;
        (0.5 * indexed * (indexed - 1.0)).max(0.0)
    }

    /// The pairs of these decks, the earlier first, that share more runs than nearly all fair ones do. Where many decks share
    /// one, each is compared with those that follow it soonest: fewer pairs than all, so that no test finds too much.
    pub(super) fn candidates(self, decks: &Decks) -> Vec<(usize, usize)> {
        let cards = decks.cards;
        let number = self.indexed(cards, decks.len());
        let slots: Vec<u32> = (0..number)
            .flat_map(|at| self.slots(decks.deck(at)))
            .collect();
        if slots.is_empty() {
            return Vec::new();
        }
        let runs = slots.len() / number;
        let mut index = Index::of(&slots, runs, self.digits);
        let later = LEAST_LATER.max(MOST_COMPARED / slots.len());
        let least = self.least_shared(cards, number);
        // How many runs each later deck shares with this one, and which share some.
        let (mut shared, mut with) = (vec![0_u32; number], Vec::new());
        let mut found = Vec::new();
        for (before, slots) in slots.chunks_exact(runs).enumerate() {
            for slot in slots {
                let after = index.later(*slot);
                for after in after.iter().take(later) {
                    let shared = &mut shared[*after as usize];
                    if *shared == 0 {
                        with.push(*after as usize);
                    }
                    *shared += 1;
                }
            }
            with.sort_unstable();
            for after in with.drain(..) {
                // Two runs of one deck may share a slot.
                if std::mem::take(&mut shared[after]) as usize >= least && after > before {
                    found.push((before, after));
                }
            }
        }
        found
    }

    /// The slots of a deck's runs.
    pub(super) fn slots(self, deck: &[Card]) -> impl Iterator<Item = u32> {
        let cards = deck.len();
        deck.windows(self.run).map(move |run| self.slot(cards, run))
    }

    /// Number of slots.
    pub(super) fn slot_count(self) -> usize {
        1 << self.digits
    }

    /// The slot of some cards.
    fn slot(self, cards: usize, run: &[Card]) -> u32 {
        if cards <= 64 && 6 * run.len() <= self.digits as usize {
            return run.iter().fold(0, |key, card| key << 6 | u32::from(*card));
        }
        let key = run.iter().fold(0, |key, card| key << 14 | u64::from(*card));
        let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (key >> (u64::BITS - self.digits)) as u32
    }

    /// The runs that two fair decks share on average, or that share a slot.
    fn shared_by_chance(self, cards: usize) -> f64 {
        let runs = (cards - self.run + 1) as f64;
        let different: f64 = (0..self.run).map(|taken| (cards - taken) as f64).product();
        runs * runs / different.min(self.slot_count() as f64)
    }

    /// The runs that two decks must share to be looked at.
    fn least_shared(self, cards: usize, decks: usize) -> usize {
        let together = self.shared_by_chance(cards);
        let pairs = self.pairs(cards, decks);
        // The runs that two decks share are nearly a Poisson number.
        let mut exactly = libm::exp(-together) * together;
        let mut below = libm::exp(-together) + exactly;
        for least in 2..cards {
            if pairs * (1.0 - below) <= MOST_CANDIDATES {
                return least;
            }
            exactly *= together / least as f64;
            below += exactly;
        }
        cards
    }
}

/// The decks that have a run of each slot, in their order.
struct Index {
    /// Where the decks of each slot begin that were not yet passed.
    next: Vec<u32>,
    /// Where those of each slot end.
    ends: Vec<u32>,
    decks: Vec<u32>,
}

impl Index {
    /// The index of decks with so many runs each, whose slots come one deck after the other.
    fn of(slots: &[u32], runs: usize, digits: u32) -> Self {
        let mut ends = vec![0_u32; 1 << digits];
        for slot in slots {
            ends[*slot as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let (mut next, mut decks) = (ends.clone(), vec![0; slots.len()]);
        // From the last deck to the first, so that each slot's end with the places where they begin.
        for (deck, slots) in slots.chunks_exact(runs).enumerate().rev() {
            for slot in slots {
                let next = &mut next[*slot as usize];
                *next -= 1;
                decks[*next as usize] = deck as u32;
            }
        }
        Self { next, ends, decks }
    }

    /// Passes the first deck of the slot that was not passed, and gives those after it.
    fn later(&mut self, slot: u32) -> &[u32] {
        let next = &mut self.next[slot as usize];
        *next += 1;
        &self.decks[*next as usize..self.ends[slot as usize] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::decks_of;
    use super::*;
    use deck::rng::{Draws as _, PcgDraws};

    #[test]
    fn pairs_are_those_that_a_list_of_all_runs_has() {
        for (reach, cards, number) in [
            (TRIPLES, 16, 300),
            (TRIPLES, 52, 400),
            (TRIPLES, 100, 200),
            (QUADRUPLES, 16, 300),
            (QUADRUPLES, 52, 400),
            (QUADRUPLES, 100, 200),
        ] {
            let mut random = PcgDraws::for_batch(4, "index", 0, cards as u64);
            let mut all: Vec<Vec<u16>> = Vec::new();
            for at in 0..number {
                let mut deck: Vec<u16> = (0..cards as u16).collect();
                random.shuffle(&mut deck);
                if at % 10 == 9 {
                    // A cut of an earlier one.
                    deck.clone_from(&all[at - 7]);
                    deck.rotate_left(cards / 3);
                }
                all.push(deck);
            }
            let found = reach.candidates(&decks_of(&all));
            let least = reach.least_shared(cards, number);
            let shared = |a: &[u16], b: &[u16]| {
                let has = |run: &[u16]| b.windows(reach.run).any(|other| other == run);
                a.windows(reach.run).filter(|run| has(run)).count()
            };
            let mut wanted = Vec::new();
            for after in 0..number {
                for before in 0..after {
                    if shared(&all[before], &all[after]) >= least {
                        wanted.push((before, after));
                    }
                }
            }
            let missed = wanted.iter().filter(|pair| !found.contains(pair)).count();
            assert!(
                missed == 0 && wanted.len() >= number / 10,
                "{reach:?}, {cards}: {missed}"
            );
            // Others share slots of the index.
            let own_slots = reach.run == 3 && cards <= 64;
            assert!(
                !own_slots || found.len() == wanted.len(),
                "{cards}: {found:?}"
            );
        }
    }

    #[test]
    fn decks_that_are_all_alike_are_compared_with_the_next_ones_only() {
        let (cards, number) = (52, 3_000);
        let found = TRIPLES.candidates(&decks_of(&vec![(0..52).collect(); number]));
        let later = MOST_COMPARED / (number * (cards - 2));
        assert!(found.iter().all(|(before, after)| after - before <= later));
        assert_eq!(found.len(), number * later - later * (later + 1) / 2);
    }
}
