//! Hands of playing cards: points of ranks, and the best five cards at poker. Cards are numbered as in [`code`](super::code).

/// Ranks of a suit.
const RANKS: u16 = 13;

/// High-card points of each rank, from the ace: 4, 3, 2 and 1 for ace, king, queen and jack.
///
/// Source: `McCampbell` (1915), Auction tactics.
pub const POINTS: [u32; RANKS as usize] = [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3];

/// Controls of each rank, from the ace: 2 for an ace, 1 for a king.
pub const CONTROLS: [u32; RANKS as usize] = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

/// The categories of poker hands, the lowest first. The last needs five cards of a rank.
pub const CATEGORIES: [&str; 10] = [
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "five of a kind",
];

/// The sum over the cards of a hand of what each rank is worth.
pub fn worth(hand: impl IntoIterator<Item = u16>, of_rank: &[u32; RANKS as usize]) -> u32 {
    let worth = hand
        .into_iter()
        .map(|card| of_rank[usize::from(card % RANKS)]);
    worth.sum()
}

/// The best category that five of the cards have, as an index of [`CATEGORIES`], and true if that is a straight flush up to
/// the ace. Fewer cards have a category for their ranks alone.
pub fn best_category(hand: impl IntoIterator<Item = u16>) -> (usize, bool) {
    let mut ranks = [0_u8; RANKS as usize];
    let mut suits = [0_u16; 4];
    for card in hand {
        let (suit, rank) = (card / RANKS % 4, card % RANKS);
        ranks[usize::from(rank)] += 1;
        suits[usize::from(suit)] |= 1 << rank;
    }
    let held = suits.iter().fold(0, |all, suit| all | suit);
    let has_flush = suits.iter().any(|suit| suit.count_ones() >= 5);
    let suited = suits.iter().map(|suit| in_row(*suit));
    let suited = suited.fold(0, |all, rows| all | rows);
    let (mut most, mut second) = (0, 0);
    for count in ranks {
        if count > most {
            (most, second) = (count, most);
        } else {
            second = second.max(count);
        }
    }
    let category = match (most, second) {
        _ if suited != 0 => 8,
        (4.., _) => 7,
        (3, 2..) => 6,
        _ if has_flush => 5,
        _ if in_row(held) != 0 => 4,
        (3, _) => 3,
        (2, 2) => 2,
        (2, _) => 1,
        _ => 0,
    };
    (category, suited >> HIGHEST_ROW & 1 == 1)
}

/// The lowest rank of the row that ends with the ace: the ten.
const HIGHEST_ROW: u16 = RANKS - 4;

/// The lowest ranks of the five in a row that are held, as bits; the ace stands below the two and above the king.
fn in_row(held: u16) -> u16 {
    let around = held | (held & 1) << RANKS;
    let rows = (0..5).fold(u16::MAX, |rows, step| rows & around >> step);
    rows & ((1 << (HIGHEST_ROW + 1)) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playing_cards::code;

    #[test]
    fn poker_hands_are_told_apart() {
        let hand = |text: &str| -> Vec<u16> {
            let cards = text.split(' ').map(|card| code(card).unwrap().into());
            cards.collect()
        };
        for (text, expected, is_royal) in [
            ("AS KH 9D 7C 2S", 0, false),
            ("AS AH 9D 7C 2S", 1, false),
            ("AS AH 9D 9C 2S 2H KC", 2, false),
            ("AS AH AD 7C 2S", 3, false),
            ("AS 2H 3D 4C 5S", 4, false),
            ("AS KH QD JC TS", 4, false),
            ("QS KH AD 2C 3S", 0, false),
            ("AS 9S 3S 4S 7S AH AD", 5, false),
            ("AS AH AD 7C 7S 7H 2C", 6, false),
            ("AS AH AD AC 2S 2H 2D", 7, false),
            ("AS 2S 3S 4S 5S AH AD", 8, false),
            ("TS JS QS KS AS", 8, true),
            ("9S TS JS QS KS AS 2D", 8, true),
            ("9S TS JS QS KS AD", 8, false),
            ("AS KS QS JS 9S TH", 5, false),
            ("AS AH", 1, false),
            ("AS KS", 0, false),
            ("AS AH KS KD", 2, false),
        ] {
            assert_eq!(best_category(hand(text)), (expected, is_royal), "{text}");
        }
    }

    #[test]
    fn high_cards_are_worth_their_points() {
        let pack = 0..52_u16;
        assert_eq!(worth(pack.clone(), &POINTS), 40);
        assert_eq!(worth(pack, &CONTROLS), 12);
        assert_eq!(worth([0, 12, 11, 10, 9], &POINTS), 10);
    }
}
