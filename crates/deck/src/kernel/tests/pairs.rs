//! Pairs of small decks: every level against what is counted card by card.

use super::*;

#[test]
fn every_level_finds_the_order_that_is_left() {
    let mut cases = Cases(11);
    for cards in 2..=SMALL {
        let rows = cases.grid::<u8>(cards);
        let orders: Vec<Vec<u8>> = (0..DECKS).map(|deck| rows.row(deck).to_vec()).collect();
        let decks: Vec<SmallDeck> = (orders.iter())
            .map(|order| SmallDeck::of(order.iter().copied()))
            .collect();
        // Some decks beside themselves, of which all is left.
        let pairs: Vec<(u32, u32)> = (0..63).map(|at| (at, (at * at) % 64)).collect();
        let expected: Vec<Left> = (pairs.iter())
            .map(|&(before, after)| {
                let place = |card: u8| {
                    let mut after = orders[after as usize].iter();
                    after.position(|other| *other == card).unwrap()
                };
                let neighbours = orders[before as usize].windows(2);
                let places = neighbours.map(|two| (place(two[0]), place(two[1])));
                let places: Vec<_> = places.collect();
                let count = |holds: &dyn Fn(&(usize, usize)) -> bool| {
                    places.iter().filter(|two| holds(two)).count() as u8
                };
                Left {
                    falls: count(&|(upper, lower)| lower < upper),
                    kept: count(&|(upper, lower)| *lower == upper + 1),
                }
            })
            .collect();
        for isa in Isa::all() {
            let mut found = vec![Left::default(); pairs.len()];
            isa.kernel().left(&decks, cards, &pairs, &mut found);
            assert_eq!(found, expected, "{cards} cards, {}", isa.level());
        }
    }
}
