//! Text from outside, made fit to be shown: file names, the texts of specs and of records, what programs write.
//!
//! Such text may hold what a terminal obeys (escape sequences, carriage returns, bells), what puts characters in
//! another order than they are read (bidirectional controls), line ends that make one message look like two, and what
//! GitHub Actions takes for a command (`::error::` where a line begins, `##[error]` anywhere). All of that is shown as
//! in a string of Rust, `\n` or `\u{1b}`, so that nothing is lost and nothing is obeyed.
//!
//! Names and words are made harmless where they come in ([`line()`], [`path()`], [`value`]), and whatever is printed passes
//! [`screen`] once more.

use std::borrow::Cow;
use std::path::Path;

/// Returns true if a character does something else than to be seen.
pub(crate) fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Bidirectional marks, embeddings, overrides and isolates; ends of lines and of paragraphs.
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            // Byte order marks and annotations, which are not seen, and what XML cannot hold.
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}')
}

/// Replaces each character of `text` that `asks` for it by what `shown` makes of it.
fn replaced(
    text: &str,
    asks: impl Fn(char) -> bool,
    shown: impl Fn(char) -> String,
) -> Cow<'_, str> {
    if !text.contains(&asks) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().map(|c| match c {
        c if asks(c) => shown(c),
        c => c.to_string(),
    });
    Cow::Owned(shown.collect())
}

fn escaped(c: char) -> String {
    c.escape_default().to_string()
}

/// Text that stands within a line, with its line ends and tabs escaped as well.
pub fn line(text: &str) -> Cow<'_, str> {
    replaced(text, is_harmful, escaped)
}

/// Words that may have been written on several lines: line ends and tabs become blanks, all else is escaped.
pub fn words(text: &str) -> Cow<'_, str> {
    let blank = |c| c == '\n' || c == '\t';
    let joined = text.replace("\r\n", "\n");
    match replaced(&joined, blank, |_| " ".to_owned()) {
        Cow::Borrowed(same) if same == text => line(text),
        spaced => Cow::Owned(line(&spaced).into_owned()),
    }
}

/// Text of several lines, whose ends stay.
pub fn lines(text: &str) -> Cow<'_, str> {
    replaced(text, |c| is_harmful(c) && c != '\n', escaped)
}

/// Words as one would write them in a shell: `python3 -u 'my shuffle.py'`.
pub fn shell(words: &[impl AsRef<str>]) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    let quoted = |word: &str| match word {
        "" => "''".to_owned(),
        word if word.chars().all(plain) => word.to_owned(),
        word => format!("'{}'", line(word).replace('\'', "'\\''")),
    };
    let words = words.iter().map(|word| quoted(word.as_ref()));
    words.collect::<Vec<_>>().join(" ")
}

/// The name of a file or folder.
pub fn path(path: &Path) -> String {
    line(&path.to_string_lossy()).into_owned()
}

/// Makes all words in `value` harmless, keys too; tells whether there were others.
#[cfg(feature = "full")]
pub fn value(value: &mut serde_json::Value) -> bool {
    use serde_json::Value;
    let changed = |text: &mut String| match words(text) {
        Cow::Borrowed(_) => false,
        Cow::Owned(harmless) => {
            *text = harmless;
            true
        }
    };
    match value {
        Value::String(text) => changed(text),
        Value::Array(items) => {
            let found = items.iter_mut().map(self::value);
            found.fold(false, |any, found| any | found)
        }
        Value::Object(object) => {
            let mut any = false;
            if object.keys().any(|key| matches!(words(key), Cow::Owned(_))) {
                any = true;
                let items = std::mem::take(object).into_iter();
                *object = items
                    .map(|(key, item)| (words(&key).into_owned(), item))
                    .collect();
            }
            for (_, item) in object {
                any |= self::value(item);
            }
            any
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Returns true if [`value`] would change none of the words in what `value` becomes as JSON. It may miss some that are harmless,
/// and takes a fraction of the time.
#[cfg(feature = "full")]
pub fn is_surely_harmless(value: &impl serde::Serialize) -> bool {
    serde_json::to_writer(Harmless, value).is_ok()
}

/// Takes JSON, and fails at words that may do harm.
#[cfg(feature = "full")]
struct Harmless;

#[cfg(feature = "full")]
impl std::io::Write for Harmless {
    fn write(&mut self, json: &[u8]) -> std::io::Result<usize> {
        // What does harm below U+0020 is escaped in JSON, and comes as a piece of its own.
        let escaped = json.contains(&b'\\') && !matches!(json, b"\\\"" | b"\\\\");
        let seen = std::str::from_utf8(json).is_ok_and(|text| !text.contains(is_harmful));
        if escaped || !seen {
            return Err(std::io::ErrorKind::InvalidData.into());
        }
        Ok(json.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// JSON whose strings hold no raw harmful character, and no command of GitHub Actions: the same text to whoever reads
/// it as JSON.
pub fn json(text: &str) -> Cow<'_, str> {
    let units = |c: char| {
        let mut units = [0; 2];
        let units = c.encode_utf16(&mut units).iter();
        let units: Vec<String> = units.map(|unit| format!("\\u{unit:04x}")).collect();
        units.concat()
    };
    // A line begins with a bracket, a quotation mark or blanks.
    match replaced(text, |c| is_harmful(c) && c != '\n', units) {
        text if text.contains(FORMER_COMMAND) => {
            Cow::Owned(text.replace(FORMER_COMMAND, "##\\u005b"))
        }
        text => text,
    }
}

/// The beginning of a command of GitHub Actions as it was written formerly, which is obeyed anywhere in a line.
const FORMER_COMMAND: &str = "##[";

/// The last net before a terminal, a pipe or a log: of all that is not seen, only line ends and our own colours pass,
/// and nothing is a command of GitHub Actions.
pub fn screen(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    // Notes on the line so far: colours are taken out in pipes, and blanks before a command do not
    // count.
    let (mut begins, mut hashes) = (true, 0);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(colour) = colour(rest) {
            shown.push_str(colour);
            rest = &rest[colour.len()..];
            continue;
        }
        let command = (begins && is_command(rest)) || (c == '[' && hashes >= 2);
        match c {
            '\n' => shown.push('\n'),
            '\t' => shown.push(' '),
            c if command => shown.extend(c.escape_unicode()),
            c if is_harmful(c) => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
        begins = c == '\n' || (begins && c.is_whitespace());
        hashes = if c == '#' { hashes + 1 } else { 0 };
        rest = &rest[c.len_utf8()..];
    }
    shown
}

/// Returns true if `text` begins with two colons, whatever colours lie between them.
fn is_command(text: &str) -> bool {
    let Some(mut rest) = text.strip_prefix(':') else {
        return false;
    };
    while let Some(colour) = colour(rest) {
        rest = &rest[colour.len()..];
    }
    rest.starts_with(':')
}

/// The control sequence that `text` begins with, if it sets a colour or a weight that we use: none hides text.
fn colour(text: &str) -> Option<&str> {
    let parameters = text.strip_prefix("\u{1b}[")?;
    let length = parameters.find('m')?;
    let ours = |parameter: &str| {
        matches!(
            parameter,
            "0" | "1" | "2" | "3" | "4" | "22" | "23" | "24" | "39"
        ) || (parameter.len() == 2 && matches!(parameter.as_bytes(), [b'3', b'1'..=b'7']))
    };
    let all = parameters[..length].split(';').all(ours);
    let end = text.len() - parameters.len() + length;
    all.then(|| &text[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_stays_and_what_is_obeyed_is_shown() {
        assert!(matches!(line("Äpfel 🂡 – «x» \\n"), Cow::Borrowed(_)));
        assert_eq!(
            line("a\u{1b}[31mb\r\n\tc\u{7}\u{9b}\u{202e}\u{2028}"),
            "a\\u{1b}[31mb\\r\\n\\tc\\u{7}\\u{9b}\\u{202e}\\u{2028}"
        );
        assert_eq!(words("one\r\ntwo\n\tthree\r"), "one two  three\\r");
        assert!(matches!(words("one two"), Cow::Borrowed(_)));
        assert_eq!(lines("a\nb\r\n"), "a\nb\\r\n");
        assert_eq!(path(Path::new("a\nb.toml")), "a\\nb.toml");
    }

    #[test]
    fn every_string_of_a_value_is_reached() {
        let mut found = serde_json::json!({"a\u{1b}": ["\u{7}", {"b": "x\ny"}], "c": 1, "d": null});
        assert!(value(&mut found));
        let wanted = serde_json::json!({"a\\u{1b}": ["\\u{7}", {"b": "x y"}], "c": 1, "d": null});
        assert_eq!(found, wanted);
        assert!(!value(&mut found));
    }

    #[test]
    fn what_is_surely_harmless_is_not_changed() {
        let alike = |words: &str| {
            let mut value = serde_json::json!({ "a": [1.5, words], words: null });
            (is_surely_harmless(&value), !super::value(&mut value))
        };
        for plain in ["", "a — ≥ 日本", "\"quoted\" \\ n", "C:\\new"] {
            assert_eq!(alike(plain), (true, true), "{plain}");
        }
        for harmful in [
            "\n",
            "a\r\nb",
            "\t",
            "\u{1b}[2J",
            "\u{7f}",
            "\u{85}",
            "\u{202e}x",
            "\u{0}",
        ] {
            assert_eq!(alike(harmful), (false, false), "{harmful:?}");
        }
    }

    #[test]
    fn json_stays_the_same_json() {
        let text = serde_json::to_string_pretty(&["\u{1b}\u{9b}\u{202e}##[error]x", "b"]).unwrap();
        let shown = json(&text);
        assert!(!shown.contains(|c| is_harmful(c) && c != '\n') && !shown.contains("##["));
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(&shown), read(&text));
    }

    #[test]
    fn our_colours_pass_and_others_do_not() {
        let ours = "\u{1b}[1mbold\u{1b}[0m \u{1b}[31mred\u{1b}[0m\n";
        assert_eq!(screen(ours), ours);
        assert_eq!(screen("\u{1b}[8mhidden"), "\\u{1b}[8mhidden");
        assert_eq!(screen("\u{1b}[2Jgone\u{1b}["), "\\u{1b}[2Jgone\\u{1b}[");
        assert_eq!(
            screen("\u{1b}]0;title\u{7}\r\t."),
            "\\u{1b}]0;title\\u{7}\\r ."
        );
    }

    #[test]
    fn nothing_is_a_command() {
        assert_eq!(screen("a\n::error::b"), "a\n\\u{3a}:error::b");
        assert_eq!(screen(" \t::error::b"), "  \\u{3a}:error::b");
        assert_eq!(
            screen("\u{1b}[31m:\u{1b}[0m:error::b"),
            "\u{1b}[31m\\u{3a}\u{1b}[0m:error::b"
        );
        assert_eq!(screen("a ##[error]b"), "a ##\\u{5b}error]b");
        assert_eq!(screen("a::b, :c, #[d]"), "a::b, :c, #[d]");
    }
}
