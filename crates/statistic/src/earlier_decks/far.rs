//! Pairs among all decks that are kept, however far apart they lie: those with four cards in a row that are the same.
//!
//! Two fair decks of 52 cards share .0004 of 49 such quadruples on average. A riffle keeps an eighth of them, 6, and two
//! riffles keep one. All of them would take a second. So only an eighth is looked at, the same ones in each deck: those whose
//! hash is in the lowest eighth. Of decks that are dealt again, half are found after one riffle, a tenth after two, and one in
//! eighty after three: a pool is, a single pair mostly is not.

use super::index::FEWEST_CARDS;
use super::pairs::Decks;
use deck::Card;

/// Cards in a row.
const RUN: usize = 4;

/// One quadruple in so many is looked at, at the most.
const ONE_IN: f64 = 8.0;

/// Pairs of fair decks that are looked at, on average, at the most, and pairs at all: decks that repeat themselves would have
/// billions.
const MOST_CANDIDATES: f64 = 400_000.0;
const MOST_PAIRS: usize = 1_000_000;

/// Binary digits of a card.
const CARD_DIGITS: u32 = 14;

/// Binary digits of a deck's number.
const DECK_DIGITS: u32 = 19;

/// Binary digits of a hash by which entries are put into buckets, before each bucket is sorted.
const BUCKET_DIGITS: u32 = 16;

/// The pairs of decks that share a quadruple that is looked at, the earlier first: some of them, if there are very many.
pub(super) fn candidates(decks: &Decks) -> Vec<(usize, usize)> {
    let Some(one_in) = one_in(decks.cards, decks.len()) else {
        return Vec::new();
    };
    let below = u64::MAX / one_in;
    let mask = (1 << DECK_DIGITS) - 1;
    let mut entries: Vec<u64> = Vec::new();
    for at in 0..decks.len().min(1 << DECK_DIGITS) {
        let (first, rest) = decks.deck(at).split_at(RUN - 1);
        let mut key = first.iter().fold(0, |key, card| with_card(key, *card));
        // Each has a place, and keeps it if it is looked at: what chance decides is no branch.
        let mut number = entries.len();
        entries.resize(number + rest.len(), 0);
        for card in rest {
            key = with_card(key, *card);
            let hash = hash(key);
            entries[number] = hash.wrapping_mul(one_in) & !mask | at as u64;
            number += usize::from(hash < below);
        }
        entries.truncate(number);
    }
    // Those with the same hash come together, in the order of their decks.
    let mut found = Vec::new();
    for same in sorted(&entries).chunk_by(|a, b| a & !mask == b & !mask) {
        for (at, before) in same.iter().enumerate() {
            let pairs = same[at + 1..]
                .iter()
                .map(|after| (before & mask, after & mask));
            let pairs = pairs.map(|(before, after)| (before as usize, after as usize));
            found.extend(pairs.take(MOST_PAIRS - found.len()));
        }
    }
    found
}

/// The entries in order: put into buckets first, so that few are compared with each other.
fn sorted(entries: &[u64]) -> Vec<u64> {
    let bucket = |entry: u64| (entry >> (u64::BITS - BUCKET_DIGITS)) as usize;
    let mut ends = vec![0; 1 << BUCKET_DIGITS];
    for entry in entries {
        ends[bucket(*entry)] += 1;
    }
    let mut before = 0;
    for end in &mut ends {
        (*end, before) = (before, before + *end);
    }
    let mut sorted = vec![0; entries.len()];
    for entry in entries {
        let end: &mut usize = &mut ends[bucket(*entry)];
        sorted[*end] = *entry;
        *end += 1;
    }
    let mut start = 0;
    for end in ends {
        sorted[start..end].sort_unstable();
        start = end;
    }
    sorted
}

/// One quadruple in so many is looked at; `None` for small decks, which share too much by chance.
fn one_in(cards: usize, decks: usize) -> Option<u64> {
    if cards < FEWEST_CARDS {
        return None;
    }
    let runs = (cards - RUN + 1) as f64;
    let different: f64 = (0..RUN).map(|taken| (cards - taken) as f64).product();
    let pairs = 0.5 * decks as f64 * (decks as f64 - 1.0);
    let shared = pairs * runs * runs / different;
    Some((shared / MOST_CANDIDATES).max(ONE_IN).ceil() as u64)
}

/// The last four cards as a number, when another one follows.
fn with_card(key: u64, card: Card) -> u64 {
    (key << CARD_DIGITS | u64::from(card)) & ((1 << (RUN as u32 * CARD_DIGITS)) - 1)
}

/// A number that looks random, the first digits more so than the last.
fn hash(key: u64) -> u64 {
    (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{decks_of, with_cuts};
    use super::*;

    #[test]
    fn pairs_are_those_that_a_list_of_all_chosen_quadruples_has() {
        for (cards, number) in [(16, 300), (52, 400), (100, 200)] {
            let all = with_cuts("far", cards, number);
            let mut found = candidates(&decks_of(&all));
            found.sort_unstable();
            found.dedup();
            let key = |run: &[u16]| run.iter().fold(0, |key, card| with_card(key, *card));
            let chosen = |run: &&[u16]| hash(key(run)) < u64::MAX / 8;
            let share = |a: &[u16], b: &[u16]| {
                let mut runs = a.windows(RUN).filter(chosen);
                runs.any(|run| b.windows(RUN).any(|other| other == run))
            };
            let mut wanted = Vec::new();
            for before in 0..number {
                let after = (before + 1..number).filter(|at| share(&all[before], &all[*at]));
                wanted.extend(after.map(|after| (before, after)));
            }
            assert!(wanted.len() >= number / 10);
            assert_eq!(found, wanted, "{cards}");
        }
    }

    #[test]
    fn decks_that_are_all_alike_have_no_more_pairs_than_others() {
        let found = candidates(&decks_of(&vec![(0..52).collect(); 3_000]));
        assert_eq!(found.len(), MOST_PAIRS);
        assert_eq!(one_in(52, 100_000), Some(8));
        assert_eq!(one_in(15, 100_000), None);
    }
}
