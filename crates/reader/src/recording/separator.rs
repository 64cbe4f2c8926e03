//! The separator of values, if one is given.

use std::fmt;
use std::str::FromStr;

use super::csv;

/// The character between separated values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Separator(u8);

/// Characters that separate values in most files.
const USUAL: [u8; 4] = [b',', b';', b'\t', b'|'];

impl Separator {
    /// The usual separator that a line has most of; `None` if it has none of them.
    pub(crate) fn of_line(line: &str) -> Option<Self> {
        let count = |byte: &u8| line.bytes().filter(|other| other == byte).count();
        let most = USUAL.into_iter().max_by_key(count)?;
        line.as_bytes().contains(&most).then_some(Self(most))
    }

    /// The character: ASCII.
    pub(crate) fn byte(self) -> u8 {
        self.0
    }

    /// Writes it as the option takes it.
    pub(crate) fn option(self) -> String {
        match self.0 {
            b'\t' => "tab".to_owned(),
            byte => char::from(byte).to_string(),
        }
    }
}

/// Writes it as messages do: `semicolons`.
impl fmt::Display for Separator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&csv::written(self.0))
    }
}

impl FromStr for Separator {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let byte = match text {
            "tab" | "\\t" | "\t" => Some(b'\t'),
            "comma" => Some(b','),
            "semicolon" => Some(b';'),
            "bar" | "pipe" => Some(b'|'),
            _ => match text.as_bytes() {
                [byte] if byte.is_ascii_punctuation() && !b"\"'".contains(byte) => Some(*byte),
                _ => None,
            },
        };
        byte.map(Self).ok_or_else(|| {
            "accepted: comma, semicolon, tab, bar, or one character such as \";\" or \":\", but no quote"
                .to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_separator_is_a_word_or_a_character() {
        for (text, byte, written) in [
            ("tab", b'\t', "tabs"),
            ("\\t", b'\t', "tabs"),
            ("\t", b'\t', "tabs"),
            (";", b';', "semicolons"),
            ("pipe", b'|', "bars"),
            ("|", b'|', "bars"),
            (":", b':', "`:`"),
        ] {
            let separator: Separator = text.parse().unwrap();
            assert_eq!(separator.byte(), byte, "{text}");
            assert_eq!(separator.to_string(), written);
        }
        for wrong in ["", "\"", "'", " ", "a", "7", ";;", "ö", "\n"] {
            assert!(wrong.parse::<Separator>().is_err(), "{wrong:?}");
        }
    }
}
