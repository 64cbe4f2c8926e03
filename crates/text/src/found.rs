//! Words of a file for an error about it: enough to find the fault, and never the contents of a file that was given by
//! mistake, which would end up in a log.

use super::harmless::is_harmful;

/// Characters of the longest word that is shown: a card, a number or a short name has fewer, a key or a token more.
const LONGEST: usize = 12;

/// Returns true if `c` may be part of a card, a number or a name.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric()
        || "+-.?♠♥♦♣♤♡♢♧\u{fe0e}\u{fe0f}".contains(c)
        || matches!(c, '\u{1f0a0}'..='\u{1f0ff}')
}

/// The first word or sign of `text` in backquotes, with an ellipsis if there is more; or a description of it, if it is
/// long or no text.
pub fn token(text: &[u8]) -> String {
    let text = text.trim_ascii_start();
    // A character may be cut at the end of what was read.
    let valid = match std::str::from_utf8(text) {
        Ok(valid) => valid,
        Err(error) => {
            let (valid, _) = text.split_at(error.valid_up_to());
            std::str::from_utf8(valid).unwrap_or_default()
        }
    };
    let Some(first) = valid.chars().next() else {
        let found = if text.is_empty() {
            "nothing"
        } else {
            "bytes that are no text"
        };
        return found.to_owned();
    };
    if !is_of_word(first) {
        return match first {
            '`' => "a backquote".to_owned(),
            c if is_harmful(c) => "bytes that are no text".to_owned(),
            c => format!("`{c}`"),
        };
    }
    let end = valid.find(|c| !is_of_word(c)).unwrap_or(valid.len());
    let word = &valid[..end];
    let length = word.chars().count();
    if length > LONGEST {
        return if word.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("a number of {length} digits")
        } else {
            format!("a word of {length} characters")
        };
    }
    let more = if text[end..].trim_ascii().is_empty() {
        ""
    } else {
        "…"
    };
    format!("`{word}{more}`")
}

/// Returns true if all of `text` is a word that [`token`] shows.
pub fn is_shown(text: &str) -> bool {
    text.chars().all(is_of_word) && (1..=LONGEST).contains(&text.chars().count())
}

/// Says what `error` says of a value of a file, without the value, of which a word is left at the most. It is an error of
/// serde: `invalid type: string "…", expected a sequence`.
pub fn without_value(error: &str) -> String {
    let Some((head, tail)) = error.rsplit_once(", expected ") else {
        return error.to_owned();
    };
    let Some(start) = head.find(['"', '`']) else {
        return error.to_owned();
    };
    let mark = &head[start..=start];
    let end = head.rfind(mark).filter(|end| *end > start);
    let value = &head[start + 1..end.unwrap_or(head.len())];
    let behind = end.map_or("", |end| &head[end + 1..]);
    format!(
        "{}{}{behind}, expected {tail}",
        &head[..start],
        token(value.as_bytes())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_and_numbers_are_shown_and_nothing_long_is() {
        for (text, shown) in [
            ("1x", "`1x`"),
            ("-3\n", "`-3`"),
            ("T♠", "`T♠`"),
            ("🂡", "`🂡`"),
            ("[1, 2]", "`[`"),
            ("\"AS\", 3", "`\"`"),
            ("Lightning Bolt", "`Lightning…`"),
            ("password=hunter2", "`password…`"),
            ("AKIAIOSFODNN7EXAMPLE", "a word of 20 characters"),
            ("4294967297000", "a number of 13 digits"),
            ("", "nothing"),
            (" \t", "nothing"),
            ("\u{1b}[31m", "bytes that are no text"),
            ("\u{202e}x", "bytes that are no text"),
            ("x\u{202e}", "`x…`"),
            ("`x`", "a backquote"),
        ] {
            assert_eq!(token(text.as_bytes()), shown, "{text:?}");
            assert_eq!(
                is_shown(text),
                shown == format!("`{text}`") && text.len() > 1 && text != "[",
                "{text:?}"
            );
        }
        assert_eq!(token(b"\xff\xfe"), "bytes that are no text");
        assert_eq!(token(b"ab\xff"), "`ab…`");
    }

    #[test]
    fn errors_of_serde_lose_the_value() {
        for (error, said) in [
            (
                "invalid type: string \"AKIA, expected IOSFODNN7EXAMPLE\", expected u64",
                "invalid type: string `AKIA…`, expected u64",
            ),
            (
                "unknown variant `hunter2hunter2`, expected `a` or `b`",
                "unknown variant a word of 14 characters, expected `a` or `b`",
            ),
            (
                "invalid type: integer `7`, expected a string",
                "invalid type: integer `7`, expected a string",
            ),
            ("missing field `routines`", "missing field `routines`"),
        ] {
            assert_eq!(without_value(error), said);
        }
    }
}
