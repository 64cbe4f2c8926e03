//! Poker categories of the best five of several cards, from 52.

use crate::counting::choose;
use crate::games::poker::CATEGORIES;

/// Ranks of the deck.
const RANKS: usize = 13;

/// Suits of the deck.
const SUITS: usize = 4;

/// Cards of a poker hand.
const HAND: usize = 5;

/// The most cards for which categories are counted: with ten, two suits may have a flush each.
pub(crate) const MOST_DRAWN: usize = 9;

/// The category of the best five of `drawn` cards, the lowest first, as in
/// [`games::poker::CATEGORIES`](crate::games::poker::CATEGORIES): 5 cards are a poker hand, and 7 a
/// hand at the end of hold'em. Fewer cards have a category for their ranks alone. Nothing above [`MOST_DRAWN`] cards.
pub fn best_hand(drawn: usize) -> Option<Vec<f64>> {
    let counts = hands(drawn)?;
    let all: u64 = counts.iter().sum();
    let share = |count: &u64| *count as f64 / all as f64;
    Some(counts.iter().map(share).collect())
}

/// The chance that five of `drawn` cards, [`MOST_DRAWN`] at the most, are a straight flush up to the ace.
pub(crate) fn royal_flush(drawn: usize) -> f64 {
    let others = drawn.checked_sub(HAND);
    let with = others.map_or(0, |others| {
        SUITS as u64 * choose(RANKS * SUITS - HAND, others)
    });
    with as f64 / choose(RANKS * SUITS, drawn) as f64
}

/// The number of hands of each category.
///
/// Goes through the numbers of cards of each rank. These decide, but for flushes, which depend on the
/// ranks that are held in one suit.
fn hands(drawn: usize) -> Option<[u64; CATEGORIES.len()]> {
    if !(1..=MOST_DRAWN).contains(&drawn) {
        return None;
    }
    let mut counts = [0; CATEGORIES.len()];
    for_each_holding(&mut [0; RANKS], 0, drawn, &mut |held| {
        let mut plain: u64 = held.iter().map(|cards| choose(SUITS, *cards)).product();
        let of_ranks = without_flush(held);
        for_each_suited(held, &mut |ranks, ways| {
            let category = if in_row(ranks) { 8 } else { of_ranks.max(5) };
            counts[category] += ways;
            plain -= ways;
        });
        counts[of_ranks] += plain;
    });
    Some(counts)
}

/// Visits every way to hold `left` more cards of the ranks from `rank` on.
fn for_each_holding(
    held: &mut [usize; RANKS],
    rank: usize,
    left: usize,
    visit: &mut impl FnMut(&[usize; RANKS]),
) {
    if left == 0 {
        return visit(held);
    }
    if rank < RANKS {
        for cards in 0..=left.min(SUITS) {
            held[rank] = cards;
            for_each_holding(held, rank + 1, left - cards, visit);
        }
        held[rank] = 0;
    }
}

/// Visits the sets of at least five of the ranks held, as bits, that one suit may have, with the number of
/// ways in all four suits.
fn for_each_suited(held: &[usize; RANKS], visit: &mut impl FnMut(u32, u64)) {
    let ranks = bits(held, |cards| cards > 0);
    let mut set = ranks;
    while set.count_ones() > 0 {
        if set.count_ones() as usize >= HAND {
            // The other cards of a rank are of the other suits.
            let ways = held
                .iter()
                .enumerate()
                .map(|(rank, cards)| choose(SUITS - 1, *cards - (set >> rank & 1) as usize));
            visit(set, SUITS as u64 * ways.product::<u64>());
        }
        // The next smaller set of the same ranks.
        set = (set - 1) & ranks;
    }
}

/// The category, if suits are left aside.
fn without_flush(held: &[usize; RANKS]) -> usize {
    let with = |least: usize| held.iter().filter(|cards| **cards >= least).count();
    match (with(4), with(3), with(2)) {
        (1.., ..) => 7,
        (_, 1.., 2..) => 6,
        _ if in_row(bits(held, |cards| cards > 0)) => 4,
        (_, 1.., _) => 3,
        (_, _, 2..) => 2,
        (_, _, pairs) => pairs,
    }
}

/// Returns true if the ranks have five in a row; the ace also goes below the lowest.
fn in_row(ranks: u32) -> bool {
    let with_low_ace = ranks << 1 | ranks >> (RANKS - 1);
    (0..HAND).fold(u32::MAX, |rows, step| rows & with_low_ace >> step) != 0
}

/// The ranks of which enough cards are held, as bits.
fn bits(held: &[usize; RANKS], enough: impl Fn(usize) -> bool) -> u32 {
    held.iter()
        .enumerate()
        .filter(|(_, cards)| enough(**cards))
        .fold(0, |bits, (rank, _)| bits | 1 << rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::poker::Classes;

    #[test]
    fn five_cards_have_the_categories_of_poker() {
        let mut known = [0; CATEGORIES.len()];
        for class in Classes::of(RANKS, SUITS).all() {
            known[class.category] += class.hands;
        }
        assert_eq!(hands(5), Some(known));
    }

    /// Weisstein, "Poker"; the numbers of seven-card hands are known since Alspach (1998).
    #[test]
    fn seven_cards_have_the_categories_of_holdem() {
        let known = [
            23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184,
            224_848, 41_584, 0,
        ];
        assert_eq!(hands(7), Some(known));
        let law = best_hand(7).unwrap();
        assert!((law[1] - 58_627_800.0 / 133_784_560.0).abs() < 1e-15);
    }

    #[test]
    fn hands_of_all_sizes_are_counted_once() {
        for drawn in 1..=MOST_DRAWN {
            let all: u64 = hands(drawn).unwrap().iter().sum();
            assert_eq!(all, choose(52, drawn));
        }
        assert_eq!(best_hand(10), None);
        // Hold'em deals 78 pairs of 1,326 hands of two.
        assert_eq!(hands(2).unwrap()[..2], [1_248, 78]);
    }

    #[test]
    fn royal_flushes_are_as_rare_as_they_are_known_to_be() {
        // Weisstein, "Poker"; Alspach (1998) for seven cards.
        for (drawn, hands, all) in [(5, 4.0, 2_598_960.0), (7, 4_324.0, 133_784_560.0)] {
            assert!((royal_flush(drawn) * all - hands).abs() < 1e-9);
        }
        assert!(royal_flush(4).abs() < 1e-300);
    }
}
