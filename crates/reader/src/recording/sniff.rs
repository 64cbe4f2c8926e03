//! Guesses the format of a stream by its looks: to choose one, and to suggest another.

use std::io::Read;

use super::format::{FORMATS, Format};
use super::jsonl;
use super::key::Key;
use super::layout;
use super::quote::looks_binary;
use super::row::{Kind, common_kind, kind, words};
use super::window::Window;

/// The UTF-8 byte-order mark.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The format of the first line that is not blank, by its looks; none if there is no such line, or
/// it is no text. Objects have their decks under `key`.
pub(super) fn sniff(bytes: &[u8], key: Option<&Key>) -> Option<Format> {
    let line = first_line(bytes).filter(|line| !looks_binary(line))?;
    let line = String::from_utf8_lossy(line);
    let line = line.trim();
    if line.starts_with(['[', '(', '{']) {
        let alone = jsonl::is_alone(line, key);
        return Some(if alone { Format::Jsonl } else { Format::Json });
    }
    if line.starts_with('\'') && !line.contains(';') {
        return Some(Format::Cards);
    }
    // Nothing before the first comma is the head of a column of row numbers.
    if line.contains(['"', ';', '|']) || line.starts_with(',') {
        return Some(Format::Csv);
    }
    let separated = line.contains([',', '\t']);
    let without_commas = line.replace(',', " ");
    match common_kind(words(&without_commas).map(|(_, word)| word)) {
        Some(Kind::Playing) => return Some(Format::Cards),
        Some(Kind::Number) => return Some(Format::Text),
        _ => {}
    }
    let numeric = |name: &str| matches!(kind(name.trim()), Kind::Number | Kind::Fraction);
    let some_numeric = if separated {
        line.split([',', '\t']).any(numeric)
    } else {
        line.split_whitespace().any(numeric)
    };
    Some(match (some_numeric || line.starts_with('#'), separated) {
        (true, _) => Format::Text,
        (false, true) => Format::Csv,
        (false, false) => Format::Cards,
    })
}

/// The first line that is not blank.
fn first_line(bytes: &[u8]) -> Option<&[u8]> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let mut lines = bytes.split(|&byte| byte == b'\n');
    lines.find(|line| !line.trim_ascii().is_empty())
}

/// [`instead`] for a first line of `line` bytes at the window. It looks at that line, and at no less than
/// a deck of two-byte numbers, whatever was read by now.
pub(super) fn instead_of_line<R: Read>(
    window: &mut Window<R>,
    line: usize,
    cards: usize,
    format: Format,
) -> String {
    let seen = line.max(2 * cards);
    window.fetch(seen);
    instead(window.bytes(seen), cards, format)
}

/// Gives the words that a message adds at the start of a stream that is not in `format` but looks as if
/// it were in another: they start with `; `, or are empty.
pub(super) fn instead(bytes: &[u8], cards: usize, format: Format) -> String {
    const UTF_16_MARKS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];
    let about = |other: Format| FORMATS.iter().find(|about| about.format == other);
    if let Some(found) = layout::layout(bytes, cards) {
        return format!("; the bytes are {}", found.about());
    }
    if UTF_16_MARKS.iter().any(|mark| bytes.starts_with(mark)) {
        return "; the text looks like UTF-16: save it as UTF-8".to_owned();
    }
    if first_line(bytes).is_some_and(looks_binary) {
        return "; the bytes look binary: use --format u8 or --format u16 if they are".to_owned();
    }
    match sniff(bytes, None)
        .filter(|other| *other != format)
        .and_then(about)
    {
        Some(other) => {
            let looks = match other.format {
                Format::Csv => "separated values",
                Format::Jsonl | Format::Json => "JSON",
                Format::Cards => "names of cards",
                _ => "text",
            };
            format!(
                "; the bytes look like {looks}: use --format {} if they are",
                other.name
            )
        }
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_says_the_format() {
        use Format::{Cards, Csv, Json, Jsonl, Text};
        for (bytes, expected) in [
            ("1 2 3\n", Some(Text)),
            ("1,2,3\nAS KD", Some(Text)),
            ("1\t2\t3", Some(Text)),
            ("\u{feff}\n \r\n3, 1 2\r\n", Some(Text)),
            ("1 2 x", Some(Text)),
            ("x 2", Some(Text)),
            ("-1 0 1", Some(Text)),
            ("1.5e0 2.0e0", Some(Text)),
            ("1.5,x,y", Some(Text)),
            ("# decks", Some(Text)),
            ("[1, 2]", Some(Jsonl)),
            ("['AS', 'KD'],", Some(Jsonl)),
            ("('AS', 'KD')", Some(Jsonl)),
            ("[1, 2", Some(Json)),
            ("[[1, 2], [2, 1]]", Some(Json)),
            ("{ deck: [1, 2],", Some(Json)),
            ("{\"decks\": [[1, 2], [2, 1]]}", Some(Json)),
            ("'AS', 'KD'", Some(Cards)),
            ("'AS';'KD'", Some(Csv)),
            ("  {\"deck\": [1, 2]}", Some(Jsonl)),
            ("\"1\",\"2\"", Some(Csv)),
            ("1;2;3", Some(Csv)),
            ("AS|KD|QC", Some(Csv)),
            ("c1,c2,c3", Some(Csv)),
            ("first\tsecond", Some(Csv)),
            (",0,1,2", Some(Csv)),
            ("Forest,Lightning Bolt", Some(Csv)),
            ("AS KD", Some(Cards)),
            ("AS, KD,10h T♠", Some(Cards)),
            ("Forest Island", Some(Cards)),
            ("", None),
            ("\n \r\n", None),
            ("\0\u{1}\u{2}", None),
            ("\n\u{b}\n1 2", None),
        ] {
            assert_eq!(sniff(bytes.as_bytes(), None), expected, "{bytes:?}");
        }
        assert_eq!(sniff(b"1 2 \xff\n", None), None);
        // A line that is cut within a character.
        assert_eq!(sniff(&"AS T♠".as_bytes()[..5], None), Some(Cards));
    }
}
