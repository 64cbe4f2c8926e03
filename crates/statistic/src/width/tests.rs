//! The bounds that counters state, against subjects that add as much as they can.

use super::*;
use crate::tests::{found, seen_once};
use crate::{Counting, Design, KINDS, Tally};
use deck::Block;
use deck::subject;

fn design(size: usize) -> Design {
    Design {
        size,
        trials: 1,
        replicates: 1,
    }
}

/// The sizes of decks that `kind` is for, of these.
fn sizes(kind: &crate::Kind, wanted: &[usize]) -> Vec<usize> {
    // Views need hands of several cards.
    let least = if kind.on == subject::Kind::VIEW {
        16
    } else {
        0
    };
    let mut sizes: Vec<usize> = wanted
        .iter()
        .map(|&size| {
            size.max(least)
                .clamp(*kind.cards.start(), *kind.cards.end())
        })
        .collect();
    sizes.dedup();
    sizes
}

/// The largest of all sums of a tally.
fn largest(tally: &Tally) -> u64 {
    let parts = tally.by_part().flat_map(|(_, part)| part);
    let batches = tally.batches().rows().iter().flatten();
    let all = tally.cells().iter().chain(parts).chain(batches);
    all.copied().max().unwrap_or(0)
}

fn of_deck(probe: &Probe, deck: &[u16]) -> Tally {
    let mut block = Block::new(deck.len());
    block.clear(0);
    block.push(deck);
    let gauge = probe.gauge::<Block>();
    let mut tally = vec![Tally::empty(gauge.counter, deck.len())];
    let mut counting = Counting::new(&[gauge], deck.len());
    counting.count(&mut block, &mut tally);
    counting.settle(&mut tally);
    tally.remove(0)
}

/// Decks in order, upside down, cut, woven, and at random.
fn decks(cards: usize) -> Vec<Vec<u16>> {
    let sorted: Vec<u16> = (0..cards as u16).collect();
    let mut turned = sorted.clone();
    turned.reverse();
    let mut cut = sorted.clone();
    cut.rotate_left(cards / 2);
    let woven = (0..2)
        .flat_map(|half| sorted.iter().copied().skip(half).step_by(2))
        .collect();
    let mut all = vec![sorted.clone(), turned, cut, woven];
    let mut state = 1_u64;
    for _ in 0..40 {
        let mut deck = sorted.clone();
        for at in (1..deck.len()).rev() {
            // Knuth's generator will do: no law is tested here.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            deck.swap(at, (state >> 33) as usize % (at + 1));
        }
        all.push(deck);
    }
    all
}

#[test]
fn no_deck_adds_more_than_its_counter_says() {
    for kind in KINDS.iter().filter(|kind| kind.on == subject::Kind::DECK) {
        for size in sizes(kind, &[2, 3, 7, 8, 52, 60]) {
            let Some((_, probe)) = found(kind, &design(size)) else {
                continue;
            };
            let Some(counter) = probe.statistic().counter().decks() else {
                continue;
            };
            let most = per_subject(counter, size);
            for deck in decks(size) {
                let sum = largest(&of_deck(&probe, &deck));
                assert!(sum <= most, "{} of {size} cards: {sum} > {most}", kind.name);
            }
        }
    }
}

/// The largest sums are reached, so that no bound is far too high.
#[test]
fn the_bounds_of_sums_are_those_of_the_worst_deck() {
    for (name, cards, most) in [("inversions", 52, 1_326), ("spearman", 52, 23_426)] {
        let kind = KINDS.iter().find(|kind| kind.name == name).unwrap();
        let (_, probe) = found(kind, &design(cards)).unwrap();
        let turned: Vec<u16> = (0..cards as u16).rev().collect();
        assert_eq!(largest(&of_deck(&probe, &turned)), most, "{name}");
        let counter = probe.statistic().counter().decks().unwrap();
        assert_eq!(counter.most(cards), most, "{name}");
    }
}

#[test]
fn no_other_subject_adds_more_than_its_counter_says() {
    for kind in KINDS.iter().filter(|kind| kind.on != subject::Kind::DECK) {
        for size in sizes(kind, &[16, 52]) {
            let Some((subject, probe)) = found(kind, &design(size)) else {
                continue;
            };
            let sum = largest(&seen_once(&*subject, &probe, size));
            let (most, _) = most_subjects(std::slice::from_ref(&probe), size).unwrap();
            assert!(u128::from(sum) * u128::from(most) <= u128::from(u64::MAX) || most == u64::MAX);
        }
    }
}

#[test]
#[ignore = "minutes, the laws of all statistics of the largest decks: .ci/full laws"]
fn a_year_of_the_largest_decks_is_refused_or_fits() {
    const DECKS: u64 = 1_000_000_000_000;
    let mut refused = Vec::new();
    for kind in KINDS {
        let size = (*kind.cards.end()).min(10_000);
        let Some((_, probe)) = found(kind, &design(size)) else {
            continue;
        };
        let (most, _) = most_subjects(std::slice::from_ref(&probe), size).unwrap();
        // Room for a day of simulation at the least, and nothing that wraps.
        assert!(most >= 100_000_000, "{}: {most}", kind.name);
        if most < DECKS {
            refused.push(kind.name);
        }
    }
    assert!(refused.contains(&"inversions"), "{refused:?}");
}
