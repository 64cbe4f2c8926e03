//! Every layout against its definition, however a block was filled.

use super::*;
use crate::Card;
use crate::kernel::Isa;
use crate::rng::{Draws, Generator, Seed, Stream};

/// Sizes on both sides of all that is stored in other cells or strides.
const SIZES: &[usize] = &[2, 3, 7, 52, 60, 64, 65, 128, 129, 255, 256, 300];

fn random_decks(cards: usize, count: usize) -> Vec<Vec<Card>> {
    let seed = Seed::Integer(cards as u128);
    let stream = Generator::Pcg64.stream(&seed, "lanes", 0, 0).unwrap();
    let Stream::Pcg64(mut draws) = stream else {
        unreachable!("asked for pcg64")
    };
    let mut deck = || {
        let mut deck: Vec<Card> = (0..cards as Card).collect();
        for at in 1..cards {
            deck.swap(at, draws.below(at as u32 + 1) as usize);
        }
        deck
    };
    (0..count).map(|_| deck()).collect()
}

/// Blocks that hold `decks`, filled either way, at every level.
fn blocks(decks: &[Vec<Card>]) -> Vec<Block> {
    let cards = decks[0].len();
    let mut blocks = Vec::new();
    for isa in Isa::all() {
        let mut pushed = Block::with_isa(cards, isa);
        // Something was there before.
        pushed.fill_sorted(BLOCK, 0);
        for layout in [Layout::PlaceLanes, Layout::Lehmer, Layout::SwapsFromTop] {
            pushed.index(layout);
        }
        pushed.clear(128);
        for deck in decks {
            pushed.push(deck);
        }
        let mut filled = Block::with_isa(cards, isa);
        let rows = filled.fill_rows(decks.len(), 128);
        for (at, deck) in decks.iter().enumerate() {
            for (position, &card) in deck.iter().enumerate() {
                match rows {
                    Rows::Bytes(rows) => rows.row_mut(at)[usize::from(card)] = position as u8,
                    Rows::Words(rows) => rows.row_mut(at)[usize::from(card)] = position as u16,
                }
            }
        }
        blocks.extend([pushed, filled]);
    }
    blocks
}

fn lane(block: &mut Block, layout: Layout, deck: usize) -> Vec<usize> {
    block.index(layout);
    match block.lanes(layout).unwrap() {
        Lanes::Bytes(lanes) => lanes.iter().map(|lane| usize::from(lane[deck])).collect(),
        Lanes::Words(lanes) => lanes.iter().map(|lane| usize::from(lane[deck])).collect(),
    }
}

fn row(rows: &Rows, deck: usize) -> Vec<usize> {
    match rows {
        Rows::Bytes(rows) => rows
            .row(deck)
            .iter()
            .map(|cell| usize::from(*cell))
            .collect(),
        Rows::Words(rows) => rows
            .row(deck)
            .iter()
            .map(|cell| usize::from(*cell))
            .collect(),
    }
}

fn inverse(deck: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; deck.len()];
    for (position, &card) in deck.iter().enumerate() {
        inverse[card] = position;
    }
    inverse
}

#[test]
fn every_view_is_what_it_says() {
    for &cards in SIZES {
        for count in [BLOCK, 1, 37] {
            let decks = random_decks(cards, count);
            for mut block in blocks(&decks) {
                for (at, deck) in decks.iter().enumerate().step_by(5) {
                    let deck: Vec<usize> = deck.iter().copied().map(usize::from).collect();
                    layouts_of(&mut block, at, &deck);
                }
            }
        }
    }
}

fn layouts_of(block: &mut Block, at: usize, deck: &[usize]) {
    let cards = deck.len();
    let places = inverse(deck);
    block.index(Layout::Rows);
    block.index(Layout::DeckRows);
    assert_eq!(row(block.rows().unwrap(), at), places);
    assert_eq!(row(block.deck_rows().unwrap(), at), deck);
    assert_eq!(lane(block, Layout::CardLanes, at), places);
    assert_eq!(lane(block, Layout::PlaceLanes, at), deck);
    let smaller = |(place, card): (usize, &usize)| {
        let below = &deck[place + 1..];
        below.iter().filter(|other| *other < card).count()
    };
    let digits: Vec<usize> = deck.iter().enumerate().map(smaller).collect();
    assert_eq!(lane(block, Layout::Lehmer, at), digits);
    // The swaps make the deck of a sorted one.
    let mut sorted: Vec<usize> = (0..cards).collect();
    for (place, by) in lane(block, Layout::SwapsFromTop, at)
        .into_iter()
        .enumerate()
    {
        assert!(by < cards - place);
        sorted.swap(place, place + by);
    }
    assert_eq!(sorted, deck);
    let mut sorted: Vec<usize> = (0..cards).collect();
    let swaps = lane(block, Layout::SwapsFromBottom, at);
    for (place, with) in swaps.into_iter().enumerate().rev() {
        assert!(with <= place);
        sorted.swap(place, with);
    }
    assert_eq!(sorted, deck);
}

#[test]
fn a_relative_order_is_the_later_deck_in_terms_of_the_earlier() {
    for &cards in SIZES {
        let decks = random_decks(cards, 40);
        for mut block in blocks(&decks) {
            for lag in [1, 4, 32] {
                let mut relative = Block::new(cards);
                block.relative(lag, &mut relative);
                assert_eq!((relative.len(), relative.first()), (40 - lag, 128));
                relative.index(Layout::Decks);
                for (at, found) in relative.decks().enumerate() {
                    let earlier: Vec<usize> = decks[at].iter().copied().map(usize::from).collect();
                    let places = inverse(&earlier);
                    let later = decks[at + lag].iter();
                    let expected = later.map(|&card| places[usize::from(card)] as Card);
                    assert!(
                        found.iter().copied().eq(expected),
                        "{cards} cards, lag {lag}"
                    );
                }
            }
        }
    }
    let mut relative = Block::new(2);
    blocks(&random_decks(2, 3))[0].relative(3, &mut relative);
    assert!(relative.is_empty());
}
