//! Playing cards as people type them: `AS`, `10h`, `T♠`, `SA`, `🂡`, `Joker`.
//!
//! ```text
//! card  = rank suit | suit rank | joker | a character of Unicode's block of playing cards
//! rank  = "A" | "2" … "9" | "10" | "T" | "J" | "Q" | "K"
//! suit  = "S" | "H" | "D" | "C" | "♠" | "♥" | "♦" | "♣" | "♤" | "♡" | "♢" | "♧"
//! joker = ("JOKER" | "JK") ["1" … "9"]
//! ```
//!
//! Letters in any case; variation selectors, which choose between text and emoji, do not count.

pub mod hand;

/// Cards of each suit.
const RANKS: u8 = 13;

/// Cards of the four suits.
pub const STANDARD: u8 = 4 * RANKS;

/// Codes of cards: the four suits, and jokers without a number or with one.
pub const CODES: usize = STANDARD as usize + 10;

/// The letters and signs of suits, in the order of the codes.
const SUITS: [&[char]; 4] = [
    &['S', '♠', '♤'],
    &['H', '♥', '♡'],
    &['D', '♦', '♢'],
    &['C', '♣', '♧'],
];

/// A card's code: spades, hearts, diamonds and clubs from 0, each from ace to king, then jokers.
/// The code of a playing card; `None` if the text is none.
pub fn code(text: &str) -> Option<u8> {
    /// Characters of the longest names, `JOKER1`.
    const LONGEST: usize = 6;
    let mut found = ['\0'; LONGEST];
    let mut length = 0;
    for c in text.chars() {
        if matches!(c, '\u{fe0e}' | '\u{fe0f}') && length > 0 {
            continue;
        }
        *found.get_mut(length)? = c.to_ascii_uppercase();
        length += 1;
    }
    match &found[..length] {
        [one] => pictured(*one),
        [first, middle @ .., last] => {
            let with = |suit: Option<u8>, rank: Option<u8>| Some(suit? * RANKS + rank?);
            with(suit(*last), rank(&found[..length - 1]))
                .or_else(|| with(suit(*first), rank(&found[1..length])))
                .or_else(|| joker(*first, middle, *last))
        }
        [] => None,
    }
}

fn suit(sign: char) -> Option<u8> {
    let at = SUITS.iter().position(|signs| signs.contains(&sign))?;
    Some(at as u8)
}

fn rank(text: &[char]) -> Option<u8> {
    match text {
        ['A'] => Some(0),
        [digit @ '2'..='9'] => Some(*digit as u8 - b'1'),
        ['T'] | ['1', '0'] => Some(9),
        ['J'] => Some(10),
        ['Q'] => Some(11),
        ['K'] => Some(12),
        _ => None,
    }
}

fn joker(first: char, middle: &[char], last: char) -> Option<u8> {
    if first != 'J' {
        return None;
    }
    match (middle, last) {
        (['O', 'K', 'E'], 'R') | ([], 'K') => Some(STANDARD),
        (['O', 'K', 'E', 'R'] | ['K'], '1'..='9') => Some(STANDARD + last as u8 - b'0'),
        _ => None,
    }
}

/// A character of the block of playing cards, which starts at U+1F0A0 and has 16 for each suit in
/// the order of the codes. The knights of tarot decks are left out.
fn pictured(c: char) -> Option<u8> {
    const FIRST: u32 = 0x1F0A0;
    match c {
        '\u{1F0CF}' => return Some(STANDARD),
        '\u{1F0BF}' => return Some(STANDARD + 1),
        '\u{1F0DF}' => return Some(STANDARD + 2),
        _ => {}
    }
    let offset = u32::from(c).checked_sub(FIRST)?;
    let rank = match offset % 16 {
        place @ 1..=11 => place - 1,
        place @ 13..=14 => place - 2,
        _ => return None,
    };
    let suit = offset / 16;
    (suit < 4).then(|| suit as u8 * RANKS + rank as u8)
}

/// A card as messages write it: `AS`, `10H`, `JOKER2`.
pub fn written(code: u8) -> String {
    const NAMES: [&str; RANKS as usize] = [
        "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
    ];
    match code.checked_sub(STANDARD) {
        None => {
            let (suit, rank) = (code / RANKS, code % RANKS);
            format!(
                "{}{}",
                NAMES[usize::from(rank)],
                SUITS[usize::from(suit)][0]
            )
        }
        Some(0) => "JOKER".to_owned(),
        Some(number) => format!("JOKER{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_in_both_orders_any_case_and_every_sign() {
        const RANKS: [&[&str]; 13] = [
            &["A", "a"],
            &["2"],
            &["3"],
            &["4"],
            &["5"],
            &["6"],
            &["7"],
            &["8"],
            &["9"],
            &["10", "T", "t"],
            &["J", "j"],
            &["Q", "q"],
            &["K", "k"],
        ];
        const SUITS: [&[&str]; 4] = [
            &["S", "s", "♠", "♤", "♠\u{fe0f}"],
            &["H", "h", "♥", "♡", "♥\u{fe0e}"],
            &["D", "d", "♦", "♢", "♦\u{fe0f}"],
            &["C", "c", "♣", "♧", "♣\u{fe0f}"],
        ];
        let mut expected = 0;
        for suits in SUITS {
            for ranks in RANKS {
                for suit in suits {
                    for rank in ranks {
                        assert_eq!(code(&format!("{rank}{suit}")), Some(expected));
                        assert_eq!(code(&format!("{suit}{rank}")), Some(expected));
                    }
                }
                assert_eq!(code(&written(expected)), Some(expected));
                expected += 1;
            }
        }
        assert_eq!(expected, STANDARD);
    }

    #[test]
    fn jokers_and_pictures_of_cards_are_read() {
        for (text, expected) in [
            ("Joker", 52),
            ("jk", 52),
            ("JOKER1", 53),
            ("jk9", 61),
            ("🃏", 52),
            ("🂿", 53),
            ("🃟", 54),
            ("🂡", 0),
            ("🂮", 12),
            ("🂱", 13),
            ("🃁", 26),
            ("🃍", 37),
            ("🃞", 51),
        ] {
            assert_eq!(code(text), Some(expected), "{text}");
        }
        for jokers in STANDARD..CODES as u8 {
            assert_eq!(code(&written(jokers)), Some(jokers));
        }
    }

    #[test]
    fn nothing_else_is_a_playing_card() {
        for text in [
            "",
            "A",
            "S",
            "1S",
            "11S",
            "0S",
            "AX",
            "AAS",
            "ASS",
            "SAS",
            "10",
            "1 0S",
            "SH",
            "AS ",
            "K.S",
            "JOKER0",
            "JOKERS",
            "JO",
            "J",
            "jk10",
            "🂠",
            "🂬",
            "🂯",
            "🃠",
            "\u{fe0f}",
            "Ä♠",
            "♠",
            "♠♠",
            "\u{fe0f}AS",
            "ſA",
        ] {
            assert_eq!(code(text), None, "{text:?}");
        }
    }
}
