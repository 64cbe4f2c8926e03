//! Routines as people type them, and what they mean: `M7`, `7 mashes`, `seven mash, then a cut`.

use super::words::{self, Step};
use super::{Letters, Routine};
use crate::KINDS;
use text::names;

/// Words that say nothing of their own.
const IDLE: [&str; 14] = [
    "then", "and", "a", "an", "the", "of", "by", "times", "time", "shuffle", "shuffles", "x", "do",
    "deck",
];

/// Numbers as words.
const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// Shorter words are like too many others.
const FEWEST_LETTERS: usize = 4;

/// Other names of kinds.
const SAME: [(&str, &str); 3] = [
    ("smoosh", "wash"),
    ("scramble", "wash"),
    ("dovetail", "riffle"),
];

/// Numbers of times as words.
const TIMES: [(&str, usize); 4] = [("once", 1), ("twice", 2), ("thrice", 3), ("dozen", 12)];

/// Longer texts of letters are words that somebody mistyped.
const MOST_LETTERS: usize = 5;

/// A part of what was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Number(String),
    /// A word or letters, as a routine has them.
    Shuffle(String),
}

/// The routine that was probably meant by a text that is none; `None` if nobody can know.
pub(super) fn meant(text: &str, letters: &Letters) -> Option<String> {
    if let Some(closed) = closed(text, letters) {
        return Some(closed);
    }
    // Parentheses, decimals and names of files are left alone.
    if text.contains(['(', ')', '.', '/', '\\', '=']) {
        return None;
    }
    let parts: Option<Vec<Part>> = pieces(text)
        .iter()
        .filter(|piece| !IDLE.contains(&piece.to_lowercase().as_str()))
        .map(|piece| Part::of(piece, letters))
        .collect();
    let parts = parts?;
    let first = matches!(parts.first()?, Part::Number(_));
    let mut items: Vec<String> = Vec::new();
    let mut number = None;
    for part in parts {
        match part {
            // Before its shuffle or after it, as the first one stands.
            Part::Number(times) if first => {
                if number.replace(times).is_some() {
                    return None;
                }
            }
            Part::Number(times) => {
                // Seven piles are dealt once.
                let last = items
                    .last_mut()
                    .filter(|item| !item.contains('*') && *item != "pile")?;
                *last = format!("{last}*{times}");
            }
            Part::Shuffle(shuffle) => {
                let times = number.take().filter(|times| times != "1");
                let times = times.map_or_else(String::new, |times| format!("*{times}"));
                items.push(format!("{shuffle}{times}"));
            }
        }
    }
    let routine = items.join(" ");
    let known = !items.is_empty() && Routine::read(&routine, letters, false).is_ok();
    (number.is_none() && known && routine != text).then_some(routine)
}

/// The text with the parentheses that are missing, where that makes a routine of it.
fn closed(text: &str, letters: &Letters) -> Option<String> {
    let [opened, shut] = ['(', ')'].map(|sign| text.matches(sign).count());
    let text = text.trim();
    let before = "(".repeat(shut.saturating_sub(opened));
    let after = ")".repeat(opened.saturating_sub(shut));
    let routine = format!("{before}{text}{after}");
    (opened != shut && Routine::read(&routine, letters, false).is_ok()).then_some(routine)
}

/// Numbers, and words between blanks and signs.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut last = None;
    for c in text.chars() {
        let kind = if c.is_ascii_digit() {
            Some('0')
        } else if words::in_word(c) {
            Some('a')
        } else {
            None
        };
        match (kind, pieces.last_mut()) {
            (Some(_), Some(piece)) if kind == last => piece.push(c),
            (Some(_), _) => pieces.push(c.to_string()),
            (None, _) => {}
        }
        last = kind;
    }
    pieces
}

impl Part {
    fn of(piece: &str, letters: &Letters) -> Option<Self> {
        let lower = piece.to_lowercase();
        if piece.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(Self::Number(piece.to_owned()));
        }
        if let Some(number) = NUMBERS.iter().position(|word| *word == lower) {
            return Some(Self::Number(number.to_string()));
        }
        if let Some((_, times)) = TIMES.iter().find(|(word, _)| *word == lower) {
            return Some(Self::Number(times.to_string()));
        }
        let is_letters = |text: &str| text.chars().all(|c| letters.get(Step::from(c)).is_some());
        // One of several: mashes, cuts, riffles, riffled, mashing.
        let endings = ["", "s", "es", "d", "ed", "ing"].iter();
        let mut singular = endings.filter_map(|ending| lower.strip_suffix(ending));
        let named = |stem| {
            let same = SAME.iter().find(|(other, _)| *other == stem);
            same.map_or(stem, |(_, name)| *name)
        };
        let known = singular.find_map(|stem| words::find(named(stem)));
        if let Some(word) = known {
            return Some(Self::Shuffle(word.name().to_owned()));
        }
        let near = || names::nearest(piece, KINDS.iter().map(|kind| kind.name));
        // A word in small letters is nearer to a name than to four letters.
        if lower == piece
            && piece.chars().count() >= FEWEST_LETTERS
            && let Some(near) = near()
        {
            return Some(Self::Shuffle(near.to_owned()));
        }
        for letters in [piece.to_owned(), piece.to_uppercase()] {
            if piece.chars().count() <= MOST_LETTERS && lower != "or" && is_letters(&letters) {
                return Some(Self::Shuffle(letters));
            }
        }
        if piece.chars().count() < FEWEST_LETTERS {
            return None;
        }
        Some(Self::Shuffle(near()?.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_is_understood() {
        let letters = Letters::default();
        for (text, routine) in [
            ("M7", "M*7"),
            ("7 mashes", "mash*7"),
            ("mash 7", "mash*7"),
            ("seven mash", "mash*7"),
            ("7x mash", "mash*7"),
            ("mash x7", "mash*7"),
            ("mash × 7, cut", "mash*7 cut"),
            ("7 mashes and a cut", "mash*7 cut"),
            ("three riffles then 2 cuts", "riffle*3 cut*2"),
            ("Riffle 3 times, cut", "riffle*3 cut"),
            ("7M", "M*7"),
            ("riffle twice", "riffle*2"),
            ("a dozen riffles", "riffle*12"),
            ("twice riffle, cut", "riffle*2 cut"),
            ("smoosh 3", "wash*3"),
            ("hrr", "HRR"),
            ("rrc", "RRC"),
            ("mahs*7", "mash*7"),
            ("mosh*4 cut", "mash*4 cut"),
            ("rifle shuffle", "riffle"),
            ("overhand shuffle 5 times", "overhand*5"),
            ("(M C", "(M C)"),
            ("G*3 C)*2", "(G*3 C)*2"),
        ] {
            assert!(Routine::read(text, &letters, false).is_err(), "{text}");
            assert_eq!(meant(text, &letters).as_deref(), Some(routine), "{text}");
        }
        for text in [
            "",
            "7",
            "mash 7 8",
            "xyzzy",
            ")(",
            "7 7 mash",
            "hello reader",
            "nofile.txt",
            "7 riffles or mashes",
            "pile 7",
        ] {
            assert_eq!(meant(text, &letters), None, "{text}");
        }
    }
}
