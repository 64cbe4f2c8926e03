//! Counts of what decks have: every level against what is counted one by one.

use super::*;

#[test]
fn every_level_counts_the_cells_that_two_lanes_name() {
    let mut cases = Cases(15);
    for (first, second) in [(3, 2), (52, 51), (53, 53), (64, 63), (255, 255), (256, 256)] {
        for decks in [DECKS, 37, 1] {
            let cells = first * second;
            let mut lane = |bound| std::array::from_fn(|_| cases.below(bound) as u8);
            let (high, low): ([u8; DECKS], [u8; DECKS]) = (lane(first), lane(second));
            // Where there are fewer cells, what is past them is not counted.
            for cells in [cells, cells / 2] {
                let mut expected = vec![3; cells];
                for deck in 0..decks {
                    let at = usize::from(high[deck]) * second + usize::from(low[deck]);
                    if let Some(cell) = expected.get_mut(at) {
                        *cell += 1;
                    }
                }
                for isa in Isa::all() {
                    let mut found = vec![3; cells];
                    let lanes = (&high, second as u16, &low);
                    isa.kernel().joint(lanes, decks, &mut found);
                    assert_eq!(found, expected, "{first} times {second}, {}", isa.level());
                }
            }
        }
    }
}
