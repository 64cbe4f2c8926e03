//! Damages a file, or changes it in a way that may leave it whole.

use deck::rng::{Draws, PcgDraws};
use reader::Format;

/// Pieces that mean something in one format or another.
const PIECES: &[&str] = &[
    " ",
    "\t",
    ",",
    "\n",
    "\r",
    "-",
    "+",
    ".",
    "0",
    "1",
    "2",
    "9",
    ";",
    "\"",
    "\"\"",
    "[",
    "]",
    "{",
    "}",
    ":",
    "'",
    "|",
    "(",
    ")",
    "\\'",
    "np.int64(1)",
    "\\",
    "\\u0041",
    "\\ud800",
    "null",
    "1e3",
    "deck",
    "A",
    "S",
    "10h",
    "K♠",
    "♥",
    "\u{fe0f}",
    "🂡",
    "Joker",
    "jk2",
    "x",
    "\u{a0}",
    "\u{85}",
    "\u{feff}",
    "\u{c}",
    "\0",
    "é",
    "4 ",
    "2x ",
    "  ",
    "[[",
    "true",
];

/// Texts, and others that may stand in their place.
const SWAPS: &[(&str, &str)] = &[
    (" ", ", "),
    (" ", "\t "),
    (",", ";"),
    (",", "|"),
    (",", " , "),
    (",", "\t"),
    (";", ","),
    ("\n", "\r\n"),
    ("\n", "\n\n"),
    ("\n", "\r"),
    ("\"", ""),
    ("\"", "\"\""),
    ("[", "{\"deck\":["),
    ("]", "]}"),
    ("]", "],"),
    ("[", "("),
    ("\"", "'"),
    (",", ""),
    ("A", "a"),
    ("1", "2"),
];

/// Damages a file of decks.
pub fn mutate(bytes: &mut Vec<u8>, cards: usize, format: Format, draws: &mut PcgDraws) {
    let mut pick = |bound: usize| draws.below(bound.max(1) as u32) as usize;
    let at = pick(bytes.len());
    match pick(14) {
        0 => bytes.truncate(at),
        1 => {
            let bit = pick(8);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << bit;
            }
        }
        2 => bytes.extend_from_within(..),
        3 => {
            // A stretch of the file comes twice.
            let end = (at + pick(40)).min(bytes.len());
            let stretch = bytes[at..end].to_vec();
            bytes.splice(end..end, stretch);
        }
        4 => {
            for _ in 0..=pick(3) {
                let byte = pick(256) as u8;
                bytes.insert(at.min(bytes.len()), byte);
            }
        }
        5 => {
            let piece = PIECES[pick(PIECES.len())];
            bytes.splice(at..at, piece.bytes());
        }
        6 => {
            let other = pick(bytes.len());
            if !bytes.is_empty() {
                bytes.swap(at, other);
            }
        }
        7 => {
            // Two lines, or decks, are swapped; or one is left out.
            let mut rows: Vec<&[u8]> = match format {
                Format::U8 => bytes.chunks(cards).collect(),
                Format::U16 => bytes.chunks(2 * cards).collect(),
                _ => bytes.split_inclusive(|&byte| byte == b'\n').collect(),
            };
            let (one, other) = (pick(rows.len()), pick(rows.len()));
            if !rows.is_empty() {
                rows.swap(one, other);
                if pick(2) == 0 {
                    rows.remove(one);
                }
            }
            *bytes = rows.concat();
        }
        8 if !matches!(format, Format::U8 | Format::U16) => {
            let (old, new) = SWAPS[pick(SWAPS.len())];
            let text = String::from_utf8_lossy(bytes);
            let text = if pick(2) == 0 {
                text.replace(old, new)
            } else {
                // From some place on, or once.
                let count = 1 + pick(3);
                text.replacen(old, new, count)
            };
            *bytes = text.into_bytes();
        }
        9 => {
            bytes.splice(..0, *b"\xEF\xBB\xBF");
        }
        10 => {
            let end = (at + pick(10)).min(bytes.len());
            bytes.drain(at..end);
        }
        11 => {
            // A piece at the start, where formats are found out.
            let piece = PIECES[pick(PIECES.len())];
            bytes.splice(..0, piece.bytes());
        }
        12 => {
            // A line of its own.
            let line = ["\n", "a,b\n", "x\n", "[]\n", "{}\n", "1 2\n", "AS KD\n"][pick(7)];
            let start = bytes[..at].iter().rposition(|&byte| byte == b'\n');
            let start = start.map_or(0, |end| end + 1);
            bytes.splice(start..start, line.bytes());
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = pick(256) as u8;
            }
        }
    }
}

/// Damages a starting deck.
pub fn mutate_text(bytes: &mut Vec<u8>, draws: &mut PcgDraws) {
    mutate(bytes, 1, Format::Cards, draws);
}
