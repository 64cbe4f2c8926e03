//! Statistics of each deck against the definitions that stand beside their null laws, and the tails of
//! their tests.

use super::*;
use crate::deck::Card;
use crate::kernel::Isa;
use crate::rng::{Draws, Generator, Pcg64, Seed, Stream};
use crate::statistic::{Counting, Design, KINDS, Kind, Probe, Reading, build};

fn draws(name: &str) -> Pcg64 {
    let stream = Generator::Pcg64.stream(&Seed::Integer(3), name, 0, 0);
    let Stream::Pcg64(draws) = stream.unwrap() else {
        unreachable!("asked for pcg64")
    };
    draws
}

fn random_decks(cards: usize, count: usize, draws: &mut Pcg64) -> Vec<Vec<Card>> {
    let mut deck = || {
        let mut deck: Vec<Card> = (0..cards as Card).collect();
        // A good part of them nearly sorted: rare values too.
        let from = if draws.below(2) == 0 { 1 } else { cards * 3 / 4 };
        for at in from.max(1)..cards {
            deck.swap(at, draws.below(at as u32 + 1) as usize);
        }
        deck
    };
    (0..count).map(|_| deck()).collect()
}

/// All kinds that are a number of each deck.
fn scalars() -> impl Iterator<Item = (&'static Kind, &'static null::Law)> {
    let law = |kind: &'static Kind| null::find(kind.name).ok().map(|law| (kind, law));
    KINDS.iter().filter_map(law)
}

fn probe(kind: &Kind, cards: usize) -> Probe {
    let design = Design {
        cards,
        trials: 1,
        replicates: 1,
    };
    build(kind.name, toml::Table::new(), &design).unwrap()
}

#[test]
fn every_null_law_has_its_statistic() {
    assert_eq!(scalars().count(), null::LAWS.len());
}

#[test]
fn values_are_those_of_the_null_laws_at_every_level_in_whole_and_partial_blocks() {
    let mut draws = draws("values");
    for cards in [2, 3, 5, 20, 52, 60, 64, 65, 130, 255, 256, 400, 1000] {
        for (kind, law) in scalars().filter(|(kind, _)| kind.cards.contains(&cards)) {
            let probe = probe(kind, cards);
            for (count, first) in [(BLOCK, 0), (37, 5)] {
                let decks = random_decks(cards, count, &mut draws);
                for isa in Isa::all() {
                    let mut block = Block::with_isa(cards, isa);
                    block.clear(first);
                    decks.iter().for_each(|deck| block.push(deck));
                    let values = (first..).zip(decks.iter().map(|deck| law.value(deck)));
                    let values: Vec<(u64, u64)> = values.collect();
                    counts_are(&probe, &mut block, &values);
                }
            }
        }
    }
}

/// The counted halves are those of the values, each with the index of its deck.
fn counts_are(probe: &Probe, block: &mut Block, values: &[(u64, u64)]) {
    let counter = probe.statistic().counter();
    let cards = block.cards();
    let mut tally = vec![Tally::empty(counter, cards)];
    let mut counting = Counting::new(&[probe.reading()], cards);
    counting.count(block, &mut tally);
    counting.settle(&mut tally);
    let law = null::find(probe.name()).unwrap();
    let cells = tally[0].cells();
    let bins = cells.len() / 2 - 1;
    // As many values share a bin as there must be for the largest of any deck to have one.
    let width = (cells.len() / 2 - 1..)
        .find_map(|_| (1..).find(|width| values.iter().all(|(_, v)| (v - law.least) / width < bins as u64)));
    let width = width_of(probe, cards).unwrap_or(width.unwrap());
    for (half, parity) in cells.chunks(bins + 1).zip(0..) {
        let of_half = values.iter().filter(|(index, _)| index % 2 == parity);
        let mut expected = vec![0; bins + 1];
        for (_, value) in of_half {
            let above = value - law.least;
            expected[(above / width) as usize] += 1;
            expected[bins] += above;
        }
        assert_eq!(half, expected, "{}, {cards} cards", probe.name());
    }
}
