//! Packets that are dropped one on the other where bits say: every level against what is moved packet by packet.

use super::*;

fn every_level_drops_packets<T: Cell>()
where
    dyn Kernel: AsCells<T>,
{
    let mut cases = Cases(13);
    for cards in sizes().filter(|cards| fits::<T>(*cards)) {
        let from: Grid<T> = cases.grid(cards);
        for one_in in [1, 3, 20, 1000] {
            let ends: Vec<Vec<usize>> = (0..DECKS)
                .map(|_| (1..cards).filter(|_| cases.below(one_in) == 0).collect())
                .collect();
            let mut masks = vec![0; DECKS * cards.div_ceil(64)];
            for (deck, ends) in ends.iter().enumerate() {
                for card in ends.iter().map(|end| end - 1) {
                    masks[card / 64 * DECKS + deck] |= 1 << (card % 64);
                }
            }
            for (level, kernel) in kernels::<T>() {
                let mut to = Grid::new(cards);
                kernel.drop_marked(&masks, &from, &mut to);
                for (deck, ends) in ends.iter().enumerate() {
                    let mut dropped: Vec<T> = Vec::new();
                    let mut start = 0;
                    for &end in ends.iter().chain([&cards]) {
                        dropped.extend_from_slice(&from.row(deck)[cards - end..cards - start]);
                        start = end;
                    }
                    assert_eq!(to.row(deck), dropped, "{cards}, {level}, {deck}");
                }
            }
        }
    }
}

#[test]
fn packets_end_where_bits_say() {
    every_level_drops_packets::<u8>();
    every_level_drops_packets::<u16>();
}
