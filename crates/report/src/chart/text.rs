//! Text in pictures: made harmless, measured without a font, broken into lines.

use std::borrow::Cow;

use text::harmless;

/// Text from anywhere, fit to be shown.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    harmless::words(text)
}

/// The size of text in pictures, and the width of a picture on a phone that is 360 wide.
const TEXT: f64 = 11.0;
const PHONE: f64 = 328.0;

/// The size for which a panel that is so wide leaves room: text is never smaller than 11 on a screen, so that in a panel
/// that is shrunk for a phone it takes more of the panel.
pub(super) fn size(wide: f64) -> f64 {
    TEXT * (wide / PHONE).max(1.0)
}

/// The width of text of a size, on the wide side of what fonts without serifs have.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let of = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '(' | ')' | 'f'
        | 't' => 0.36,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '–' | '—' => 0.92,
        'A'..='Z' => 0.72,
        '\0'..='\u{24f}' => 0.6,
        _ => 1.05,
    };
    size * text.chars().map(of).sum::<f64>()
}

/// The text in lines that are no wider than `most`; words that are too long are broken.
pub(super) fn wrapped(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        let with = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if width(&with, size) <= most {
            *line = with;
            continue;
        }
        if !line.is_empty() {
            lines.push(String::new());
        }
        for c in word.chars() {
            let line = lines.last_mut().expect("there is always a line");
            line.push(c);
            if width(line, size) > most && line.chars().count() > 1 {
                line.pop();
                lines.push(c.to_string());
            }
        }
    }
    lines
}

/// The text, cut off with a sign where it is wider than `most`.
pub(super) fn cut(text: &str, size: f64, most: f64) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        if width(&short, size) + width(&c.to_string(), size) + size > most {
            break;
        }
        short.push(c);
    }
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_it_may_be() {
        let text = format!(
            "After three riffles {} the bottom card stays",
            "x".repeat(300)
        );
        for most in [60.0, 120.0, 400.0] {
            let lines = wrapped(&text, 11.0, most);
            assert!(
                lines.iter().all(|line| width(line, 11.0) <= most),
                "{lines:?}"
            );
            let whole = text.replace(' ', "");
            assert_eq!(lines.concat().replace(' ', ""), whole);
            assert!(width(&cut(&text, 11.0, most), 11.0) <= most);
        }
        assert_eq!(cut("short", 11.0, 60.0), "short");
        assert_eq!(wrapped("", 11.0, 60.0), [""]);
    }
}
