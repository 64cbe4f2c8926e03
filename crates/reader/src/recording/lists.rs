//! A deck as programs print a list: cards between brackets, in any quoting.
//!
//! ```text
//! list      = ("[" | "(") [card {separator card} [","]] ("]" | ")")
//! card      = quoted | bare | "np." word "(" (quoted | bare) ")"
//! quoted    = a text within single or double quotes, with the escapes of JSON, Python, Java or Rust
//! bare      = digits, or a name without quotes
//! separator = "," | blanks
//! ```
//!
//! Commas separate the cards, and then names without quotes may hold blanks (Java); where there is no
//! comma, blanks do (Go, numpy). A list that has names in quotes has none without: a name that lost its
//! quote is found.

use super::row::{Kind, Row, kind, words};
use crate::fault::Slip;
use text::found::token;

/// The lists that are accepted, in words.
pub(super) const ACCEPTED: &str = "a list of whole numbers or of names in brackets, as in [3, 1, 2], ['AS', '10H'] or \
     [\"AS\", \"10H\"]";

/// Words of programming languages that are no names.
const LITERALS: [&str; 10] = [
    "null",
    "true",
    "false",
    "None",
    "True",
    "False",
    "NaN",
    "nan",
    "nil",
    "undefined",
];

/// The separator of the cards of a list.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Separator {
    Commas,
    Blanks,
}

/// Walks over the cards of a list.
struct Cards<'a> {
    text: &'a str,
    at: usize,
    /// The separator of the cards, once two are there.
    separator: Option<Separator>,
    /// True if a name in quotes was there.
    quoted: bool,
    /// The offset of the first name without quotes.
    bare: Option<usize>,
}

/// Reads the cards of a list, which is all of `text`.
pub(super) fn split(text: &str, row: &mut Row) -> Result<(), Slip> {
    let close = text.bytes().next().and_then(closing);
    let close = close.ok_or_else(|| {
        let found = token(text.as_bytes());
        Slip::new(0, format!("found {found}; accepted: {ACCEPTED}"))
    })?;
    let mut cards = Cards::new(text, 1);
    cards.read(Some(close), row)?;
    cards.at += 1;
    if cards.at < text.len() {
        return Err(cards.no_separator());
    }
    Ok(())
}

/// Reads cards that stand one behind the other as in a list, but without brackets, up to the end of `text`.
pub(super) fn without_brackets(text: &str, row: &mut Row) -> Result<(), Slip> {
    Cards::new(text, 0).read(None, row)
}

/// The bracket that closes this one.
pub(super) fn closing(open: u8) -> Option<u8> {
    match open {
        b'[' => Some(b']'),
        b'(' => Some(b')'),
        b'{' => Some(b'}'),
        _ => None,
    }
}

pub(super) fn is_closing(byte: u8) -> bool {
    matches!(byte, b']' | b')' | b'}')
}

pub(super) fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'')
}

impl<'a> Cards<'a> {
    fn new(text: &'a str, at: usize) -> Self {
        Self {
            text,
            at,
            separator: None,
            quoted: false,
            bare: None,
        }
    }

    /// Reads all cards, up to the bracket that closes or to the end.
    fn read(&mut self, close: Option<u8>, row: &mut Row) -> Result<(), Slip> {
        row.clear();
        loop {
            self.pass_blanks();
            match self.byte() {
                None if close.is_none() => break,
                None => return Err(self.unclosed()),
                Some(byte) if Some(byte) == close => break,
                Some(b',') => return Err(self.empty(row.len())),
                Some(byte) if is_closing(byte) => return Err(self.not_closing(close)),
                Some(byte) if closing(byte).is_some() => {
                    return Err(no_card(self.at, &self.text[self.at..], row.len()));
                }
                Some(byte) if is_quote(byte) => self.quoted(row)?,
                Some(_) if self.text[self.at..].starts_with("np.") => self.wrapped(row)?,
                Some(_) => self.bare(row)?,
            }
            self.separate()?;
        }
        match self.bare {
            Some(at) if self.quoted => Err(Slip::new(
                at,
                format!(
                    "found {} without quotes, beside names in quotes; accepted: {ACCEPTED}",
                    token(word_of(&self.text[at..]).as_bytes())
                ),
            )),
            _ => Ok(()),
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn pass_blanks(&mut self) {
        while self.byte() == Some(b' ') {
            self.at += 1;
        }
        if self.byte().is_none_or(|byte| byte.is_ascii_graphic()) {
            return;
        }
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Goes past what separates two cards, which must be the same throughout.
    fn separate(&mut self) -> Result<(), Slip> {
        let end = self.at;
        self.pass_blanks();
        let found = match self.byte() {
            None => return Ok(()),
            Some(byte) if is_closing(byte) => return Ok(()),
            Some(b',') => {
                self.at += 1;
                Separator::Commas
            }
            Some(_) if self.at > end => Separator::Blanks,
            Some(_) => return Err(self.no_separator()),
        };
        if *self.separator.get_or_insert(found) == found {
            return Ok(());
        }
        self.at -= usize::from(found == Separator::Commas);
        Err(self.no_separator())
    }

    fn no_separator(&self) -> Slip {
        let should = match self.separator {
            Some(Separator::Blanks) => "a blank or the end of the list",
            _ => "a comma or the end of the list",
        };
        Slip::new(
            self.at,
            format!(
                "found {} where {should} should stand; accepted: {ACCEPTED}",
                token(&self.text.as_bytes()[self.at..])
            ),
        )
    }

    fn quoted(&mut self, row: &mut Row) -> Result<(), Slip> {
        let start = self.at;
        self.quoted = true;
        let unescaped;
        let (name, end) = if let Some((name, end)) = without_escapes(self.text, start) {
            (name, end)
        } else {
            let end;
            (unescaped, end) = string(self.text, start)?;
            (unescaped.as_str(), end)
        };
        self.at = end;
        if name.trim().is_empty() {
            return Err(no_card(start, &self.text[start..end], row.len()));
        }
        row.push(start, name.trim());
        Ok(())
    }

    /// A name without quotes; or several, where no comma separates them.
    fn bare(&mut self, row: &mut Row) -> Result<(), Slip> {
        let (start, rest) = (self.at, &self.text[self.at..]);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let ends = |byte: &u8| *byte == b',' || is_closing(*byte);
        if digits > 0 && rest.as_bytes().get(digits).is_some_and(ends) {
            row.push(start, &rest[..digits]);
            self.at += digits;
            return Ok(());
        }
        let run = rest[..end_of_run(rest)].trim_end();
        let comma = rest[run.len()..].trim_start().starts_with(',');
        let blanks = match self.separator {
            Some(separator) => separator == Separator::Blanks,
            None => !comma,
        };
        if !blanks {
            if run.contains('\n') {
                self.at += word_of(run).len();
                return Err(self.no_separator());
            }
            self.at += run.len();
            return self.push_bare(start, run, row);
        }
        let before = row.len();
        for (at, word) in words(run) {
            self.push_bare(start + at, word, row)?;
        }
        if row.len() > before + 1 {
            self.separator = Some(Separator::Blanks);
        }
        self.at += run.len();
        Ok(())
    }

    fn push_bare(&mut self, at: usize, name: &str, row: &mut Row) -> Result<(), Slip> {
        let kind = kind(name);
        if kind == Kind::Fraction || LITERALS.contains(&name) {
            return Err(no_card(at, name, row.len()));
        }
        if kind != Kind::Number {
            self.bare.get_or_insert(at);
        }
        row.push(at, name);
        Ok(())
    }

    /// A number or a name as numpy prints it: `np.int64(3)`, `np.str_('AS')`.
    fn wrapped(&mut self, row: &mut Row) -> Result<(), Slip> {
        let (start, before) = (self.at, row.len());
        let word = |byte: u8| byte.is_ascii_alphanumeric() || b"_.".contains(&byte);
        let rest = &self.text[start..];
        let open = rest.bytes().position(|byte| !word(byte));
        let Some(open) = open.filter(|open| rest.as_bytes()[*open] == b'(') else {
            return self.bare(row);
        };
        self.at = start + open + 1;
        if self.byte().is_some_and(is_quote) {
            self.quoted(row)?;
        } else {
            let rest = &self.text[self.at..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 {
                return Err(no_card(start, word_of(&self.text[start..]), before));
            }
            row.push(self.at, &rest[..digits]);
            self.at += digits;
        }
        if self.byte() != Some(b')') {
            return Err(no_card(start, word_of(&self.text[start..]), before));
        }
        self.at += 1;
        Ok(())
    }

    fn empty(&self, before: usize) -> Slip {
        Slip::new(
            self.at,
            format!(
                "found no card where card {} of the deck should stand, beside a comma; accepted: {ACCEPTED}",
                before + 1
            ),
        )
    }

    fn unclosed(&self) -> Slip {
        Slip::new(
            self.text.trim_end().len(),
            format!("found no bracket that closes the list; accepted: {ACCEPTED}"),
        )
    }

    fn not_closing(&self, close: Option<u8>) -> Slip {
        let found = token(&self.text.as_bytes()[self.at..=self.at]);
        let should = close.map_or("the end of the line".to_owned(), |close| token(&[close]));
        Slip::new(
            self.at,
            format!("found {found} where {should} should close the list; accepted: {ACCEPTED}"),
        )
    }
}

#[cold]
fn no_card(at: usize, written: &str, before: usize) -> Slip {
    Slip::new(
        at,
        format!(
            "found {} as card {} of the deck; accepted: {ACCEPTED}",
            token(written.as_bytes()),
            before + 1
        ),
    )
}

/// Bytes before a comma, a bracket or a quote that is not within a word.
fn end_of_run(text: &str) -> usize {
    let mut before = None;
    for (at, c) in text.char_indices() {
        let ends = match c {
            ',' | '"' | '[' | ']' | '(' | ')' | '{' | '}' => true,
            '\'' => before.is_none_or(char::is_whitespace),
            _ => false,
        };
        if ends {
            return at;
        }
        before = Some(c);
    }
    text.len()
}

/// The text before the first blank, comma or bracket that closes.
fn word_of(text: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || c == ',' || c.is_ascii() && is_closing(c as u8);
    &text[..text.find(ends).unwrap_or(text.len())]
}

/// Reads like [`string`], if nothing in it is escaped.
fn without_escapes(text: &str, start: usize) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    let stops = |byte: &u8| *byte == bytes[start] || b"\\\r\n".contains(byte);
    let end = start + 1 + bytes[start + 1..].iter().position(stops)?;
    (bytes[end] == bytes[start]).then(|| (&text[start + 1..end], end + 1))
}

/// The text of what is in quotes at `start`, and the place behind the quote that closes it.
pub(super) fn string(text: &str, start: usize) -> Result<(String, usize), Slip> {
    let bytes = text.as_bytes();
    let close = bytes[start];
    let mut found = String::new();
    let mut at = start + 1;
    loop {
        let stops = |byte: &u8| *byte == close || b"\\\r\n".contains(byte);
        let Some(length) = bytes[at..].iter().position(stops) else {
            return Err(unquoted(text, start));
        };
        found.push_str(&text[at..at + length]);
        at += length;
        match bytes[at] {
            b'\\' => {
                let (c, length) = escape(&text[at..]).ok_or_else(|| no_escape(text, at))?;
                found.push(c);
                at += length;
            }
            b'\r' | b'\n' => return Err(unquoted(text, start)),
            _ => return Ok((found, at + 1)),
        }
    }
}

/// The character of the escape that `text` starts with, and its length.
fn escape(text: &str) -> Option<(char, usize)> {
    let plain = |c| Some((c, 2));
    match text.as_bytes().get(1)? {
        b'n' => plain('\n'),
        b'r' => plain('\r'),
        b't' => plain('\t'),
        b'b' => plain('\u{8}'),
        b'f' => plain('\u{c}'),
        c @ (b'\\' | b'/' | b'"' | b'\'') => plain(char::from(*c)),
        b'x' => Some((char::from_u32(code(text, 2, 2)?)?, 4)),
        b'U' => Some((char::from_u32(code(text, 2, 8)?)?, 10)),
        b'u' if text[2..].starts_with('{') => {
            let length = text[3..]
                .find('}')
                .filter(|length| (1..=6).contains(length))?;
            Some((char::from_u32(code(text, 3, length)?)?, length + 4))
        }
        b'u' => {
            let first = code(text, 2, 4)?;
            if let Some(c) = char::from_u32(first) {
                return Some((c, 6));
            }
            // One of a pair of UTF-16: the other must follow.
            let second = text
                .get(6..)?
                .starts_with("\\u")
                .then(|| code(text, 8, 4))??;
            let pair = [first as u16, second as u16];
            let c = char::decode_utf16(pair).next()?.ok()?;
            Some((c, 12))
        }
        _ => None,
    }
}

/// The number of so many hexadecimal digits.
fn code(text: &str, from: usize, length: usize) -> Option<u32> {
    let digits = text.get(from..from + length)?;
    let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    hex.then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cold]
fn no_escape(text: &str, at: usize) -> Slip {
    Slip::new(
        at,
        format!(
            "found {} in quotes; accepted there: escapes such as \\\\, \\', \\\", \\n and \\u2660",
            token(&text.as_bytes()[at..])
        ),
    )
}

#[cold]
fn unquoted(text: &str, start: usize) -> Slip {
    let line = text[start..].lines().next().unwrap_or_default();
    Slip::new(
        start,
        format!(
            "found {} without a closing quote on its line; accepted: {ACCEPTED}",
            token(line.as_bytes())
        ),
    )
}
