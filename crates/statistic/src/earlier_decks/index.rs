//! An index of three cards that follow each other: finds two decks that share some of them, however far apart they lie.
//!
//! Two fair decks share, of n − 2 such triples, (n − 2)²/(n (n − 1) (n − 2)) on average, .019 of 50 with 52 cards. A riffle keeps a
//! quarter of them: 12 of 50, and two riffles 3. So few pairs need to be looked at.

use super::pairs::Decks;
use deck::Card;

/// Binary digits of a slot: triples of up to 64 cards have one each; those of larger decks share them.
pub(super) const DIGITS: u32 = 18;
const SLOTS: f64 = (1_u32 << DIGITS) as f64;

/// The most decks.
const MOST_DECKS: usize = 1 << 13;

/// Triples that two fair decks share, in all pairs together, at the most: a twentieth of a second.
const MOST_SHARED: f64 = 3e6;

/// Pairs of fair decks that are looked at, on average, at the most.
const MOST_CANDIDATES: f64 = 50_000.0;

/// Pairs of entries of one slot, at the most, unless [`LEAST_LATER`] gives more: four times as many as fair decks have on
/// average. Decks that repeat themselves would have billions.
const MOST_COMPARED: usize = 12_000_000;

/// Later entries of its slot that each is compared with, at the least: fair decks have that many in hardly any slot.
pub(super) const LEAST_LATER: usize = 24;

/// Smaller decks share too much by chance.
pub(super) const FEWEST_CARDS: usize = 16;

/// The first decks, of so many, that are looked at: 8,192 of 52 cards.
pub(super) fn indexed(cards: usize, decks: usize) -> usize {
    if cards < FEWEST_CARDS {
        return 0;
    }
    let most = (2.0 * MOST_SHARED / shared_by_chance(cards)).sqrt() as usize;
    decks.min(MOST_DECKS).min(most)
}

/// The pairs of these decks, the earlier first, that share more triples than nearly all fair ones do. Where many decks share
/// a triple, each is compared with those that follow it soonest: fewer pairs than all, so that no test finds too much.
pub(super) fn candidates(decks: &Decks) -> Vec<(usize, usize)> {
    let cards = decks.cards;
    let number = indexed(cards, decks.len());
    let mut all = Vec::with_capacity(number * (cards - 2));
    (0..number).for_each(|at| all.extend(slots(decks.deck(at))));
    let slots = all;
    let index = Index::of(&slots, cards - 2);
    let later = LEAST_LATER.max(MOST_COMPARED / slots.len().max(1));
    let least = least_shared(cards, number);
    // How many triples each later deck shares with this one, and which share some.
    let (mut shared, mut with) = (vec![0_u32; number], Vec::new());
    let mut entries_before = vec![0_u32; index.starts.len()];
    let mut found = Vec::new();
    for (before, slots) in slots.chunks_exact(cards - 2).enumerate() {
        for slot in slots {
            let passed = &mut entries_before[*slot as usize];
            *passed += 1;
            let after = index.decks(*slot).iter().skip(*passed as usize);
            for after in after.take(later) {
                let shared = &mut shared[*after as usize];
                if *shared == 0 {
                    with.push(*after as usize);
                }
                *shared += 1;
            }
        }
        let first = found.len();
        for after in with.drain(..) {
            // Two triples of one deck may share a slot.
            if std::mem::take(&mut shared[after]) as usize >= least && after > before {
                found.push((before, after));
            }
        }
        found[first..].sort_unstable();
    }
    found
}

/// The decks that have a triple of each slot, in their order.
struct Index {
    /// Where the decks of each slot begin, and where the last one's end.
    starts: Vec<u32>,
    decks: Vec<u16>,
}

impl Index {
    /// The index of decks with so many triples each, whose slots come one deck after the other.
    fn of(slots: &[u32], triples: usize) -> Self {
        let mut starts = vec![0_u32; (1 << DIGITS) + 1];
        for slot in slots {
            starts[*slot as usize + 1] += 1;
        }
        for slot in 1..starts.len() {
            starts[slot] += starts[slot - 1];
        }
        let (mut next, mut decks) = (starts.clone(), vec![0; slots.len()]);
        for (slot, at) in slots.iter().zip(0..) {
            let next = &mut next[*slot as usize];
            let deck: usize = at / triples;
            decks[*next as usize] = deck as u16;
            *next += 1;
        }
        Self { starts, decks }
    }

    fn decks(&self, slot: u32) -> &[u16] {
        let [start, end] = [slot, slot + 1].map(|at| self.starts[at as usize] as usize);
        &self.decks[start..end]
    }
}

/// The slots of a deck's triples.
pub(super) fn slots(deck: &[Card]) -> impl Iterator<Item = u32> {
    deck.windows(3).map(|three| slot(deck.len(), three))
}

/// The slot of three cards.
fn slot(cards: usize, three: &[Card]) -> u32 {
    let [a, b, c] = [three[0], three[1], three[2]].map(u32::from);
    if cards <= 64 {
        return a << 12 | b << 6 | c;
    }
    let key = (u64::from(a) << 28 | u64::from(b) << 14 | u64::from(c))
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (key >> (u64::BITS - DIGITS)) as u32
}

/// The triples that two fair decks share on average, or that share a slot.
fn shared_by_chance(cards: usize) -> f64 {
    let triples = (cards - 2) as f64;
    triples * triples / SLOTS.min((cards * (cards - 1) * (cards - 2)) as f64)
}

/// The triples that two decks must share to be looked at.
fn least_shared(cards: usize, decks: usize) -> usize {
    let (together, decks) = (shared_by_chance(cards), decks as f64);
    let pairs = decks * (decks - 1.0) / 2.0;
    // The triples that two decks share are nearly a Poisson number.
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

#[cfg(test)]
mod tests {
    use super::super::tests::{decks_of, with_cuts};
    use super::*;

    #[test]
    fn pairs_are_those_that_a_list_of_all_triples_has() {
        for (cards, number) in [(16, 300), (52, 400), (100, 200)] {
            let all = with_cuts("index", cards, number);
            let found = candidates(&decks_of(&all));
            let least = least_shared(cards, number);
            let shared = |a: &[u16], b: &[u16]| {
                let has = |three: &[u16]| b.windows(3).any(|other| other == three);
                a.windows(3).filter(|three| has(three)).count()
            };
            let mut wanted = Vec::new();
            for after in 0..number {
                for before in 0..after {
                    if shared(&all[before], &all[after]) >= least {
                        wanted.push((before, after));
                    }
                }
            }
            // Large decks share slots of the index.
            let missed = wanted.iter().filter(|pair| !found.contains(pair)).count();
            assert!(
                missed == 0 && wanted.len() >= number / 10,
                "{cards}: {missed}"
            );
            assert!(
                cards > 64 || found.len() == wanted.len(),
                "{cards}: {found:?}"
            );
        }
    }

    #[test]
    fn decks_that_are_all_alike_are_compared_with_the_next_ones_only() {
        let (cards, number) = (52, 3_000);
        let found = candidates(&decks_of(&vec![(0..52).collect(); number]));
        let later = MOST_COMPARED / (number * (cards - 2));
        assert!(found.iter().all(|(before, after)| after - before <= later));
        assert_eq!(found.len(), number * later - later * (later + 1) / 2);
    }
}
