//! Decks as text: one on each line, whole numbers separated by blanks or commas.
//!
//! ```text
//! line  = [blanks] [card {separator card} [blanks]] end
//! separator = blanks | [blanks] "," [blanks]
//! end   = LF | CR LF | the end of the stream
//! ```

use std::io::Read;
use std::ops::Range;

use super::format::Format;
use super::inspector::Inspector;
use super::quote::looks_binary;
use super::row::TOO_LARGE;
use super::slips::is_right;
use super::sniff::{BYTE_ORDER_MARK, instead_of_line};
use super::window::Window;
use crate::fault::{Fault, Place};
use text::found::token;

/// Bytes on a line for each card, at most: the widest card (`10000`) and a separator in a column as
/// wide as anyone would print it.
const WIDEST_CARD: usize = 32;

/// Bytes that any line may have, however few cards: the lines of another deck size are still read,
/// and their cards counted for the message.
const SHORTEST_LIMIT: usize = 4096;

/// Bytes that are looked at at once: the widest card and what stands behind it.
const AT_ONCE: usize = 8;

/// Reads decks from lines.
#[derive(Debug)]
pub(super) struct Lines {
    /// The line read last, from 1.
    line: u64,
    /// Bytes that a line may have.
    longest: usize,
}

impl Lines {
    /// A reader for decks of `cards` cards.
    pub(super) fn new(cards: usize) -> Self {
        Self {
            line: 0,
            longest: SHORTEST_LIMIT.max(WIDEST_CARD * cards),
        }
    }

    /// Bytes that must be seen at once.
    pub(super) fn widest(&self) -> usize {
        self.longest + 1
    }

    /// The line read last.
    pub(super) fn line(&self) -> u64 {
        self.line.max(1)
    }

    /// Reads the next deck into `check`; false at the end of the stream.
    pub(super) fn next<R: Read>(
        &mut self,
        window: &mut Window<R>,
        check: &mut Inspector,
    ) -> Result<bool, Fault> {
        loop {
            // No more than the line, which may be all that a program has written for now.
            if window.bytes(self.widest()).len() < self.widest() {
                window.line_end(0, self.widest());
            }
            if window.passed() == 0 && window.bytes(self.widest()).starts_with(BYTE_ORDER_MARK) {
                window.pass(BYTE_ORDER_MARK.len());
                continue;
            }
            let bytes = window.bytes(self.widest());
            if bytes.is_empty() {
                return window
                    .take_broken()
                    .map_or(Ok(false), |error| Err(Fault::Broken(error)));
            }
            self.line += 1;
            let mut scanner = Scanner::new(bytes);
            let whole = scanner.deck(check)
                && (scanner.at < bytes.len()
                    || (bytes.len() <= self.longest && !window.is_broken()));
            if !whole || !(scanner.is_blank() || check.finish()) {
                return Err(self.fault(window, check));
            }
            let (end, blank) = (scanner.at, scanner.is_blank());
            let length = (end + 1).min(bytes.len());
            window.pass(length);
            if !blank {
                return Ok(true);
            }
        }
    }

    /// Says what is wrong with the line at the window, which was refused.
    #[cold]
    fn fault<R: Read>(&self, window: &mut Window<R>, check: &Inspector) -> Fault {
        let bytes = window.bytes(self.widest());
        let ends = bytes.contains(&b'\n');
        let cut = !ends && bytes.len() > self.longest;
        if !ends
            && !cut
            && let Some(error) = window.take_broken()
        {
            return Fault::Broken(error);
        }
        let bytes = window.bytes(self.widest());
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let line = end.map_or(bytes.len(), |end| end + 1);
        let other = if self.line == 1 {
            instead_of_line(window, line, check.cards(), Format::Text)
        } else {
            String::new()
        };
        let bytes = &window.bytes(self.widest())[..line];
        let (at, problem) = self.problem(bytes, cut, !ends && !cut, check, &other);
        Fault::Deck {
            place: Place::Byte {
                line: Some(self.line()),
                byte: window.passed() + at as u64,
            },
            problem,
            behind: (!cut).then_some(line),
        }
    }

    /// Finds the problem: its offset in the line, and the problem in words; `cut`: the line is too long and `bytes` is
    /// its start; `last`: no end of line comes after it; `other`: what the stream looks like instead of text.
    fn problem(
        &self,
        bytes: &[u8],
        cut: bool,
        last: bool,
        check: &Inspector,
        other: &str,
    ) -> (usize, String) {
        let accepted = check.accepted();
        let mut scanner = Scanner::new(bytes);
        let mut numbers = Vec::new();
        let mut tokens = Vec::new();
        let slip = loop {
            match scanner.next() {
                Ok(Some(number)) => {
                    numbers.push(number);
                    tokens.push(scanner.token.clone());
                }
                Ok(None) => break None,
                Err(slip) => break Some(slip),
            }
        };
        let count = numbers.len();
        let cards = check.cards();
        match slip {
            Some(NoCard::Empty) if !(cut && scanner.at == bytes.len()) => {
                let problem = format!(
                    "found no number where card {} of the deck should stand, beside a comma; \
                     accepted: numbers separated by blanks or single commas, {accepted}",
                    count + 1
                );
                return (scanner.at, problem);
            }
            Some(NoCard::Strange(place)) => {
                let at = place.start;
                let written = &bytes[place];
                let problem = format!(
                    "found {} as card {} of the deck, {}; accepted: numbers separated by blanks or \
                     commas, {accepted}{}",
                    token(written),
                    count + 1,
                    if is_negative(written) {
                        "a negative number"
                    } else {
                        "no whole number"
                    },
                    strange_hint(written, other)
                );
                return (at, problem);
            }
            _ => {}
        }
        if cut {
            let longest = self.longest;
            let (found, hint) = if count > cards {
                (format!("found {count} cards and "), "; is --deck right?")
            } else {
                ("found ".to_owned(), "")
            };
            let problem = format!(
                "{found}no end of the line within {longest} bytes; accepted: a deck of {cards} \
                 cards on each line{hint}"
            );
            return (0, problem);
        }
        if count != cards {
            let found = match count {
                1 => "found 1 card".to_owned(),
                _ => format!("found {count} cards"),
            };
            let hint = if last && count < cards {
                "; is the last line cut short, or is --deck wrong?".to_owned()
            } else {
                is_right(count, cards)
            };
            let problem =
                format!("{found} on the line; accepted: {cards} on each line, {accepted}{hint}");
            return (0, problem);
        }
        let problem = check.problem(&numbers, |at| token(&bytes[tokens[at].clone()]));
        (
            tokens[problem.at].start,
            format!("{}; accepted: {accepted}{}", problem.found, problem.hint),
        )
    }
}

/// Explains why something that is no number may stand there; `other`: what the stream looks like instead.
fn strange_hint(token: &[u8], other: &str) -> String {
    let hint = match token {
        _ if !other.is_empty() => return other.to_owned(),
        _ if looks_binary(token) => {
            "the bytes look binary: use --format u8 or --format u16 if they are"
        }
        [b'[' | b'(' | b'{' | b'"', ..] => "write the numbers alone, without brackets or quotes",
        [b'#', ..] => "comments are not read",
        _ if token.contains(&b'\r') => "lines end in LF or CR LF, not in CR alone",
        _ => return String::new(),
    };
    format!("; {hint}")
}

/// Something on a line that is no card.
enum NoCard {
    /// There is nothing before, between or after commas.
    Empty,
    /// A token that is no whole number.
    Strange(Range<usize>),
}

/// The item that stands before the next card.
#[derive(PartialEq)]
enum Before {
    Nothing,
    Card,
    Comma,
}

/// Walks over the cards of one line, which ends at the first LF or at the end of the bytes.
struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    before: Before,
    /// The place of the last card.
    token: Range<usize>,
}

impl<'a> Scanner<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            before: Before::Nothing,
            token: 0..0,
        }
    }

    /// Returns true if the line has no card, once its end was reached.
    fn is_blank(&self) -> bool {
        self.before == Before::Nothing
    }

    /// Hands all cards to `check`, up to the end of the line; false if one was refused.
    #[inline]
    fn deck(&mut self, check: &mut Inspector) -> bool {
        check.start();
        if !self.plain(check) {
            return false;
        }
        loop {
            match self.next() {
                Ok(Some(number)) if check.take(number) => {}
                Ok(None) => return true,
                _ => return false,
            }
        }
    }

    /// Hands cards to `check` as long as they are written as mostly: digits, and one blank, comma or LF behind. Most of
    /// a reader's time goes here; all else is left to [`Self::next`]. False if a card was refused.
    #[inline]
    fn plain(&mut self, check: &mut Inspector) -> bool {
        let bytes = self.bytes;
        let (mut at, mut before) = (self.at, Before::Nothing);
        let taken = check.take_all(|| {
            let word: [u8; AT_ONCE] = *bytes.get(at..)?.first_chunk()?;
            let (number, length) = leading_number(word)?;
            let behind;
            (behind, before) = match word[length] {
                b' ' => (1, Before::Card),
                b',' if word[length..].starts_with(b", ") => (2, Before::Comma),
                b',' => (1, Before::Comma),
                b'\n' => (0, Before::Card),
                _ => return None,
            };
            at += length + behind;
            Some(number)
        });
        (self.at, self.before) = (at, before);
        taken
    }

    /// The byte at `at`; past the last one, an end of line.
    #[inline]
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(b'\n')
    }

    /// The next card; none at the end of the line, where `at` stays on the LF, or past all bytes.
    #[inline]
    fn next(&mut self) -> Result<Option<u32>, NoCard> {
        loop {
            match self.byte(self.at) {
                b'0'..=b'9' => return self.number().map(Some),
                b' ' | b'\t' => self.at += 1,
                b',' if self.before == Before::Card => {
                    self.before = Before::Comma;
                    self.at += 1;
                }
                b'\r' if self.byte(self.at + 1) == b'\n' => self.at += 1,
                b',' => return Err(NoCard::Empty),
                b'\n' if self.before == Before::Comma => return Err(NoCard::Empty),
                b'\n' => return Ok(None),
                _ => return Err(self.strange(self.at)),
            }
        }
    }

    #[inline]
    fn number(&mut self) -> Result<u32, NoCard> {
        let start = self.at;
        let mut number = 0;
        loop {
            let byte = self.byte(self.at);
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                let ends = match byte {
                    b' ' | b',' | b'\n' | b'\t' => true,
                    b'\r' => self.byte(self.at + 1) == b'\n',
                    _ => false,
                };
                if !ends {
                    return Err(self.strange(start));
                }
                self.before = Before::Card;
                self.token = start..self.at;
                return Ok(number);
            }
            number = (10 * number + u32::from(digit)).min(TOO_LARGE);
            self.at += 1;
        }
    }

    #[cold]
    fn strange(&self, start: usize) -> NoCard {
        let rest = &self.bytes[start..];
        let length = rest
            .iter()
            .position(|byte| b" \t,\n".contains(byte))
            .unwrap_or(rest.len());
        NoCard::Strange(start..start + length)
    }
}

/// The number at the start of some bytes, and how many digits it has: none unless digits stand there, and something else
/// behind them. One digit or two are told apart without a branch, which would be taken as cards are shuffled.
#[inline]
fn leading_number(word: [u8; AT_ONCE]) -> Option<(u32, usize)> {
    let digit = |at: usize| u32::from(word[at].wrapping_sub(b'0'));
    let (first, second) = (digit(0), digit(1));
    if first > 9 {
        return None;
    }
    let two = second <= 9;
    let number = if two { 10 * first + second } else { first };
    let length = 1 + usize::from(two);
    if digit(length) > 9 {
        return Some((number, length));
    }
    let (mut number, mut length) = (number, length);
    while digit(length) <= 9 {
        number = 10 * number + digit(length);
        length += 1;
        if length == AT_ONCE {
            return None;
        }
    }
    Some((number, length))
}

/// Returns true if a token is a minus sign and digits.
fn is_negative(token: &[u8]) -> bool {
    matches!(token, [b'-', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use deck::Card;

    use super::*;

    /// The number that a line's first card is read as, and how long it is, digit by digit.
    fn first(line: &[u8]) -> Option<(u32, usize)> {
        let mut scanner = Scanner::new(line);
        let number = scanner.number().ok()?;
        Some((number, scanner.at))
    }

    #[test]
    fn eight_bytes_at_once_are_read_as_one_by_one() {
        let behind = [b' ', b',', b'\n', b'\t'];
        for number in (0..12_000).chain([99_999, 100_000, 999_999, 1_000_000, 9_999_999]) {
            for zeros in ["", "0", "00"] {
                let mut word = format!("{zeros}{number}").into_bytes();
                if word.len() > 7 {
                    continue;
                }
                let length = word.len();
                for at in length..8 {
                    word.push(behind[(number as usize + at) % 4]);
                }
                let found = leading_number(*word.first_chunk().expect("eight bytes"));
                let slow = first(&word);
                assert_eq!(
                    found.map(|(number, length)| (number.min(TOO_LARGE), length)),
                    slow
                );
            }
        }
        for none in [
            b"12345678",
            b"x2345678",
            b" 1 2 3 4",
            b"-1 2 3 4",
            b"\xb1123 456",
        ] {
            assert_eq!(leading_number(*none), None, "{none:?}");
        }
    }

    #[test]
    fn decks_are_read_alike_however_they_are_separated() {
        let deck: Vec<Card> = (0..120).map(|card| card * 7 % 120).collect();
        for (between, end) in [
            (" ", ""),
            (",", "\n"),
            (", ", "\r\n"),
            (" ,  ", " \n"),
            ("\t", "\n1 2"),
        ] {
            let written: Vec<String> = deck.iter().map(ToString::to_string).collect();
            let line = written.join(between) + end;
            let mut check = Inspector::new(deck.len(), None);
            assert!(
                Scanner::new(line.as_bytes()).deck(&mut check) && check.finish(),
                "{line:?}"
            );
            assert_eq!(check.deck(), deck);
        }
        for wrong in [
            "0,,1",
            "0 1,\n",
            ",0 1",
            "0 1 1",
            "0 1 x",
            "0 1 2x",
            "0 1 2 3",
            "1 2 9999999",
        ] {
            let mut check = Inspector::new(3, None);
            let whole = Scanner::new(wrong.as_bytes()).deck(&mut check);
            assert!(!(whole && check.finish()), "{wrong:?}");
        }
    }
}
