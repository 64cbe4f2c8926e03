//! One deal as the two notations write it.
//!
//! ```text
//! pbn  = seat ":" hand " " hand " " hand " " hand      clockwise from the seat
//! hand = "-" | ranks "." ranks "." ranks "." ranks     spades, hearts, diamonds, clubs
//! seat = "N" | "E" | "S" | "W"
//!
//! lin  = [dealer] hand "," hand "," hand ["," hand [","]]    South, West, North, East
//! hand = {suit ranks}                                  nothing at all if it is not known
//! suit = "S" | "H" | "D" | "C"                         each at most once
//! dealer = "1" (South) | "2" (West) | "3" (North) | "4" (East)
//!
//! ranks = {"A" | "K" | "Q" | "J" | "T" | "10" | "9" … "2"}
//! ```
//!
//! Letters in any case; ranks in any order; in LIN with blanks anywhere.

use super::Hands;
use super::hands::{ACCEPTED_RANKS, SEATS, SUITS, Table, counted, rank};
use super::lines::{found, is_blank};
use crate::fault::Slip;

/// The content of the place of a deal.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// A deal.
    Hands(Hands),
    /// No hand at all.
    Nothing,
    /// The deal of the game before.
    Before,
}

impl From<Table> for Written {
    fn from(table: Table) -> Self {
        table.hands().map_or(Self::Nothing, Self::Hands)
    }
}

/// The deal in the line `text` from the offset `from` to `to`, in the notation of PBN.
pub(super) fn pbn(text: &[u8], from: usize, to: usize) -> Result<Written, Slip> {
    let (from, to) = trimmed(text, from, to);
    match &text[from..to] {
        // An empty value, and "?" for what is not known, as in any other tag.
        b"" | b"?" => return Ok(Written::Nothing),
        // The standard forbids it for this tag; some programs write it for the second table.
        b"#" => return Ok(Written::Before),
        _ => {}
    }
    let letter = text[from].to_ascii_uppercase();
    let Some(first) = SEATS.iter().position(|seat| seat.as_bytes()[0] == letter) else {
        return Err(Slip::new(
            from,
            format!(
                "found {}; accepted: the seat of the first hand (N, E, S or W) and a colon",
                found(text, from)
            ),
        ));
    };
    if text[from + 1..to].first() != Some(&b':') {
        let problem = format!(
            "found {}; accepted: a colon after the seat",
            found(text, from + 1)
        );
        return Err(Slip::new(from + 1, problem));
    }
    let mut table = Table::new();
    let mut at = from + 2;
    for hand in 0.. {
        let (start, _) = trimmed(text, at, to);
        if start == to {
            if hand < SEATS.len() {
                return Err(four_hands(to, hand, "keep them apart by a blank"));
            }
            break;
        }
        if hand == SEATS.len() {
            return Err(Slip::new(start, "found a fifth hand; accepted: four hands"));
        }
        let end = start + until(&text[start..to], is_blank);
        if text[start..end] != *b"-" {
            pbn_hand(text, start, end, (first + hand) % SEATS.len(), &mut table)?;
        }
        at = end;
    }
    Ok(table.into())
}

/// Reads the hand of `seat` from the offset `at` to `end`.
fn pbn_hand(
    text: &[u8],
    start: usize,
    end: usize,
    seat: usize,
    table: &mut Table,
) -> Result<(), Slip> {
    // First of all the dots: one that is lost would move the cards behind it to another suit, where
    // somebody else holds them, and that would be a strange thing to say.
    let mut dots = (start..end).filter(|at| text[*at] == b'.');
    let between = dots.by_ref().take(SUITS.len() - 1).count();
    if between + 1 < SUITS.len() {
        return Err(four_suits(end, &counted(between + 1, "suit"), seat));
    }
    if let Some(at) = dots.next() {
        return Err(four_suits(at, "a fourth dot", seat));
    }
    let mut suit = 0;
    let mut at = start;
    while at < end {
        if text[at] == b'.' {
            suit += 1;
            at += 1;
        } else if let Some((rank, length)) = rank(&text[at..end]) {
            let taken = table.take(seat, suit, rank);
            taken.map_err(|problem| Slip::new(at, problem))?;
            at += length;
        } else {
            let problem = format!(
                "found {} in {}'s hand; accepted: {ACCEPTED_RANKS}, or a dot between two suits",
                found(text, at),
                SEATS[seat]
            );
            return Err(Slip::new(at, problem));
        }
    }
    let whole = table.whole(seat);
    whole.map_err(|problem| Slip::new(start, problem + ", or `-` for a hand that is not known"))
}

fn four_suits(at: usize, what: &str, seat: usize) -> Slip {
    Slip::new(
        at,
        format!(
            "found {what} in {}'s hand; accepted: spades, hearts, diamonds and clubs with three dots \
             between them",
            SEATS[seat]
        ),
    )
}

fn four_hands(at: usize, hands: usize, how: &str) -> Slip {
    let hands = counted(hands, "hand");
    Slip::new(at, format!("found {hands}; accepted: four hands ({how})"))
}

/// The deal in the line `text` from the offset `from` to `to`, in the notation of LIN.
pub(super) fn lin(text: &[u8], from: usize, to: usize) -> Result<Written, Slip> {
    /// The seats in the order of the hands.
    const ORDER: [usize; 4] = [2, 3, 0, 1];
    let (mut at, to) = trimmed(text, from, to);
    if let Some(digit) = text[at..to].first().filter(|byte| byte.is_ascii_digit()) {
        // Lessons write 0 to show some cards of a deal again, which is no deal.
        if !matches!(digit, b'1'..=b'4') {
            return Err(Slip::new(
                at,
                format!(
                    "found {}; accepted: the dealer (1 South, 2 West, 3 North, 4 East) or the first \
                     suit of South's hand",
                    found(text, at)
                ),
            ));
        }
        at += 1;
    }
    if at == to {
        return Ok(Written::Nothing);
    }
    let mut table = Table::new();
    for hand in 0.. {
        let end = at + until(&text[at..to], |byte| byte == b',');
        let (start, last) = trimmed(text, at, end);
        let Some(seat) = ORDER.get(hand) else {
            if start == to {
                break;
            }
            return Err(Slip::new(
                at - 1,
                "found a comma and more after the fourth hand; accepted: `|`",
            ));
        };
        if start < last {
            lin_hand(text, start, last, *seat, &mut table)?;
        }
        if end == to {
            if hand < 2 {
                let how = "keep them apart by commas; the last may be missing";
                return Err(four_hands(to, hand + 1, how));
            }
            break;
        }
        at = end + 1;
    }
    Ok(table.into())
}

/// Reads the hand of `seat` from the offset `start` to `end`.
fn lin_hand(
    text: &[u8],
    start: usize,
    end: usize,
    seat: usize,
    table: &mut Table,
) -> Result<(), Slip> {
    let mut suits = [false; SUITS.len()];
    let mut suit = None;
    let mut at = start;
    while at < end {
        let letter = text[at].to_ascii_uppercase();
        if is_blank(letter) {
            at += 1;
            continue;
        }
        if let Some(next) = b"SHDC".iter().position(|suit| *suit == letter) {
            if std::mem::replace(&mut suits[next], true) {
                let problem = format!(
                    "found {} twice in {}'s hand; accepted: each suit once",
                    SUITS[next], SEATS[seat]
                );
                return Err(Slip::new(at, problem));
            }
            suit = Some(next as u8);
            at += 1;
            continue;
        }
        let (Some(suit), Some((rank, length))) = (suit, rank(&text[at..end])) else {
            let ranks = suit.map_or(String::new(), |_| format!(" or {ACCEPTED_RANKS}"));
            let problem = format!(
                "found {} in {}'s hand; accepted: a suit (S, H, D or C){ranks}",
                found(text, at),
                SEATS[seat]
            );
            return Err(Slip::new(at, problem));
        };
        let taken = table.take(seat, suit, rank);
        taken.map_err(|problem| Slip::new(at, problem))?;
        at += length;
    }
    let whole = table.whole(seat);
    whole.map_err(|problem| Slip::new(start, problem + ", or nothing for a hand that is not known"))
}

/// The range of a text without the blanks around it.
pub(super) fn trimmed(text: &[u8], from: usize, to: usize) -> (usize, usize) {
    let start = from + until(&text[from..to], |byte| !is_blank(byte));
    let kept = text[start..to].trim_ascii_end().len();
    (start, start + kept)
}

/// Counts the bytes of `text` before the first that `is_end`.
pub(super) fn until(text: &[u8], is_end: impl Fn(u8) -> bool) -> usize {
    let end = text.iter().position(|byte| is_end(*byte));
    end.unwrap_or(text.len())
}
