//! Four hands while they are read, and what bridge asks of them.

use super::Hands;

/// Cards of a hand, and of a suit.
pub(super) const CARDS: usize = 13;

/// The seats, clockwise, in the order of a deal's hands.
pub(super) const SEATS: [&str; 4] = ["North", "East", "South", "West"];

/// The suits in the order of the card codes, as words.
pub(super) const SUITS: [&str; 4] = ["spades", "hearts", "diamonds", "clubs"];

/// The ranks in the order of the card codes, as words.
const RANKS: [&str; CARDS] = [
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king",
];

/// The ranks that the notations accept, in words.
pub(super) const ACCEPTED_RANKS: &str = "a rank (A, K, Q, J, T or 10, 9 to 2)";

/// The rank at the start of `text`, from ace 0 to king 12, and how many bytes it takes.
pub(super) fn rank(text: &[u8]) -> Option<(u8, usize)> {
    let rank = match text.first()?.to_ascii_uppercase() {
        b'A' => 0,
        digit @ b'2'..=b'9' => digit - b'1',
        b'1' if text.get(1) == Some(&b'0') => return Some((9, 2)),
        b'T' => 9,
        b'J' => 10,
        b'Q' => 11,
        b'K' => 12,
        _ => return None,
    };
    Some((rank, 1))
}

/// The number with its noun: `1 card`, `12 cards`.
pub(super) fn counted(how_many: usize, what: &str) -> String {
    text::names::counted(how_many as u64, what)
}

/// The deal on the table: who holds which card.
#[derive(Debug)]
pub(super) struct Table {
    /// The seat that holds each card; None if that is not known.
    holders: [Option<usize>; 4 * CARDS],
    /// The seats whose hand is known.
    known: [bool; 4],
}

impl Table {
    pub(super) fn new() -> Self {
        Self {
            holders: [None; 4 * CARDS],
            known: [false; 4],
        }
    }

    /// Gives a card to `seat`, or says that it is gone.
    pub(super) fn take(&mut self, seat: usize, suit: u8, rank: u8) -> Result<(), String> {
        let card = CARDS * usize::from(suit) + usize::from(rank);
        let Some(holder) = self.holders[card] else {
            self.holders[card] = Some(seat);
            return Ok(());
        };
        let whose = if holder == seat {
            format!("twice in {}'s hand", SEATS[seat])
        } else {
            format!("in {}'s hand and in {}'s", SEATS[holder], SEATS[seat])
        };
        let (rank, suit) = (RANKS[usize::from(rank)], SUITS[usize::from(suit)]);
        Err(format!(
            "found the {rank} of {suit} {whose}; accepted: each card once"
        ))
    }

    /// Says that the whole hand of `seat` has been read.
    pub(super) fn whole(&mut self, seat: usize) -> Result<(), String> {
        let held = self.held(seat);
        if held != CARDS {
            return Err(format!(
                "found {} in {}'s hand; accepted: {CARDS}",
                counted(held, "card"),
                SEATS[seat]
            ));
        }
        self.known[seat] = true;
        Ok(())
    }

    fn held(&self, seat: usize) -> usize {
        self.holders
            .iter()
            .filter(|holder| **holder == Some(seat))
            .count()
    }

    /// The hands. If three are known, the fourth has what is left. None if no hand is known.
    pub(super) fn hands(mut self) -> Option<Hands> {
        let mut unknown = (0..SEATS.len()).filter(|seat| !self.known[*seat]);
        let (first, second) = (unknown.next(), unknown.next());
        if let (Some(last), None) = (first, second) {
            self.known[last] = true;
            for holder in &mut self.holders {
                holder.get_or_insert(last);
            }
        }
        let mut hands = [None; 4];
        for (seat, hand) in hands.iter_mut().enumerate() {
            *hand = self.known[seat].then(|| self.hand(seat));
        }
        hands.iter().any(Option::is_some).then_some(hands)
    }

    /// The cards of a seat whose hand is known, ascending.
    fn hand(&self, seat: usize) -> [u8; CARDS] {
        let mut cards = (0..)
            .zip(&self.holders)
            .filter(|(_, holder)| **holder == Some(seat))
            .map(|(card, _)| card);
        std::array::from_fn(|_| cards.next().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::{CARDS, Table, rank};

    /// Gives `seat` a whole suit.
    fn suit(table: &mut Table, seat: usize, suit: u8) {
        for rank in 0..CARDS as u8 {
            table.take(seat, suit, rank).unwrap();
        }
        table.whole(seat).unwrap();
    }

    #[test]
    fn ranks_have_the_codes_of_the_crate() {
        for (at, text) in "A23456789TJQK".chars().enumerate() {
            for text in [text.to_string(), text.to_ascii_lowercase().to_string()] {
                assert_eq!(rank(text.as_bytes()), Some((at as u8, 1)));
            }
        }
        assert_eq!(rank(b"10K"), Some((9, 2)));
        for wrong in ["", "1", "1K", "0", "X", ".", "-", "♠"] {
            assert_eq!(rank(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn three_hands_leave_the_fourth() {
        let mut table = Table::new();
        suit(&mut table, 1, 2);
        suit(&mut table, 2, 0);
        suit(&mut table, 3, 3);
        let hands = table.hands().unwrap();
        let hearts: [u8; CARDS] = std::array::from_fn(|at| 13 + at as u8);
        assert_eq!(hands[0], Some(hearts));
        assert_eq!(hands[2].unwrap()[12], 12);
        assert_eq!(hands[3].unwrap()[0], 39);
    }

    #[test]
    fn two_hands_leave_nothing_known_of_the_others() {
        let mut table = Table::new();
        suit(&mut table, 1, 2);
        suit(&mut table, 2, 0);
        let hands = table.hands().unwrap();
        assert_eq!(hands.map(|hand| hand.is_some()), [false, true, true, false]);
        assert_eq!(Table::new().hands(), None);
    }

    #[test]
    fn a_card_has_one_holder() {
        let mut table = Table::new();
        table.take(0, 1, 11).unwrap();
        assert_eq!(
            table.take(0, 1, 11).unwrap_err(),
            "found the queen of hearts twice in North's hand; accepted: each card once"
        );
        assert_eq!(
            table.take(3, 1, 11).unwrap_err(),
            "found the queen of hearts in North's hand and in West's; accepted: each card once"
        );
        assert_eq!(
            table.whole(0).unwrap_err(),
            "found 1 card in North's hand; accepted: 13"
        );
    }
}
