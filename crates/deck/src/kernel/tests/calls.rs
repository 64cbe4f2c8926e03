//! Cards that are called: every level against what is looked at one by one.

use super::*;

#[test]
fn every_level_calls_the_card_that_most_speaks_for() {
    let mut cases = Cases(14);
    for cards in (2..=CALLED).chain([52; 10]) {
        // Few weights, so that many cards are equal, or as far apart as they may be.
        let mut weight = |range: usize| {
            let above = i16::try_from(cases.below(2 * range)).unwrap();
            above - i16::try_from(range).unwrap()
        };
        let mut rows = |number: usize, range| -> Vec<Weights> {
            let row = |_| std::array::from_fn(|_| weight(range));
            (0..number).map(row).collect()
        };
        let range = if cards % 2 == 0 { 3 } else { 1 << 14 };
        let (place, successor) = (rows(cards, range), rows(cards + 1, range));
        let grid = cases.grid::<u8>(cards);
        for deck in 0..DECKS {
            let deck: Vec<u16> = grid.row(deck).iter().map(|card| u16::from(*card)).collect();
            let mut expected = 0;
            for at in 0..cards {
                let before = if at == 0 {
                    cards
                } else {
                    usize::from(deck[at - 1])
                };
                let sum =
                    |card: usize| i32::from(place[at][card]) + i32::from(successor[before][card]);
                let left = deck[at..].iter().map(|card| usize::from(*card));
                let best = left.max_by_key(|card| (sum(*card), std::cmp::Reverse(*card)));
                expected |= u64::from(best == Some(usize::from(deck[at]))) << at;
            }
            for isa in Isa::all() {
                let found = isa.kernel().called(&place, &successor, &deck);
                assert_eq!(found, expected, "{cards} cards, {}", isa.level());
            }
        }
    }
}
