//! The outcome of a case, as a page of text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::Value;

/// Texts that are longer are shown in part, beside a digest of the whole.
const WHOLE: usize = 20_000;

/// Texts that are longer are shown once.
const SHORT: usize = 1_000;

/// Records longer than this would be too long even in part.
const IN_PART: usize = 100_000;

/// Lists of more numbers than this are left out of the part of a record that is shown.
const FEW_NUMBERS: usize = 12;

/// Values shorter than this stand in one line of that part.
const LINE: usize = 600;

/// A page, and the texts that it shows in part.
pub struct Page {
    /// The case.
    pub name: String,
    /// All that is compared.
    pub text: String,
    /// Name and text of what is too long for the page.
    pub long: Vec<(String, String)>,
    /// Texts that stand in the page, with the names of their sections.
    shown: BTreeMap<String, String>,
    folder: String,
}

impl Page {
    /// An empty page for a case that runs in `folder`.
    pub fn new(name: &str, folder: &Path) -> Self {
        Self {
            name: name.to_owned(),
            text: String::new(),
            long: Vec::new(),
            shown: BTreeMap::new(),
            folder: folder.display().to_string(),
        }
    }

    /// A line of the shell, and how it ended.
    pub fn line(&mut self, line: &str, code: i32) {
        let _ = writeln!(self.text, "$ {line}\nexit {code}");
    }

    /// A file that is there, whatever is in it.
    pub fn named(&mut self, name: &str) {
        let _ = writeln!(self.text, "--- {name}\n(of the machine)");
    }

    /// Adds the content of a stream or a file; nothing if it is an empty stream.
    pub fn section(&mut self, name: &str, bytes: &[u8]) {
        if bytes.is_empty() && ["stdout", "stderr"].contains(&name) {
            return;
        }
        let _ = writeln!(self.text, "--- {name}");
        let Ok(text) = std::str::from_utf8(bytes) else {
            self.text += &hexadecimal(bytes);
            return;
        };
        let mut text = text.replace(&self.folder, "FOLDER");
        let ending = Path::new(name).extension();
        if ending.is_some_and(|end| end == "html" || end == "svg") {
            // They are made of the record beside them, and tried in a browser: a colour is no matter of these pages.
            let _ = writeln!(self.text, "(a page of the record)");
            return;
        }
        if name == "stderr" {
            text = without_time(&text);
        }
        if Path::new(name).extension().is_some_and(|end| end == "xml") {
            text = elements(&text);
        }
        if let Some(before) = self.shown.get(&text) {
            let _ = writeln!(self.text, "(the same as {before})");
            return;
        }
        if text.len() > SHORT {
            self.shown.insert(text.clone(), name.to_owned());
        }
        if text.len() > WHOLE {
            let shown = in_part(&text);
            self.long.push((name.replace('/', "_"), text));
            text = shown;
        }
        self.text += &text;
        if !text.ends_with('\n') {
            self.text += "\n(no newline at the end)\n";
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let line = |bytes: &[u8]| {
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        hex.join(" ") + "\n"
    };
    bytes.chunks(32).map(line).collect()
}

/// Leaves out what differs from run to run and from machine to machine in the last line of a run.
fn without_time(text: &str) -> String {
    let line = |line: &str| {
        let (decks, rest) = line.split_once(" in ")?;
        let (seconds, rest) = rest.split_once(" s, ")?;
        let (threads, _isa) = rest.split_once(" threads, ")?;
        let units = [
            " deck", " decks", " draw", " draws", " hand", " hands", " deal", " deals", " order",
            " orders",
        ];
        let is_run = units.iter().any(|unit| decks.ends_with(unit));
        (is_run && seconds.parse::<f64>().is_ok() && threads.parse::<u32>().is_ok())
            .then(|| format!("{decks} in TIME s, N threads, ISA\n"))
    };
    let lines = text.split_inclusive('\n');
    lines
        .map(|whole| line(whole).unwrap_or_else(|| usage(whole)))
        .collect()
}

/// A usage names the option for the instruction set where the environment sets it.
fn usage(line: &str) -> String {
    if line.starts_with("Usage: ") {
        return line.replace(" --isa <LEVEL>", "");
    }
    line.to_owned()
}

/// The digest of a text, and what of it is short.
fn in_part(text: &str) -> String {
    let mut page = format!("{} bytes, digest {:032x}\n", text.len(), digest(text));
    if text.len() > IN_PART {
        return page;
    }
    match serde_json::from_str(text) {
        Ok(value) => outline(&mut page, &value, "", 0),
        Err(_) => page.extend(text.split_inclusive('\n').take(100)),
    }
    page
}

/// FNV-1a of 128 bits: nobody tries to make two texts with the same one.
fn digest(text: &str) -> u128 {
    let start = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    text.bytes().fold(start, |hash: u128, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    })
}

/// JSON in few lines, without its long lists of numbers.
fn outline(page: &mut String, value: &Value, key: &str, depth: usize) {
    let indent = "  ".repeat(depth);
    let value = &without_numbers(value);
    let short = value.to_string();
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(map) if short.len() > LINE => map
            .iter()
            .map(|(key, value)| (format!("{key}: "), value))
            .collect(),
        Value::Array(list) if short.len() > LINE => {
            list.iter().map(|value| ("- ".to_owned(), value)).collect()
        }
        _ => {
            let _ = writeln!(page, "{indent}{key}{short}");
            return;
        }
    };
    let _ = writeln!(page, "{indent}{key}");
    for (key, value) in parts {
        outline(page, value, &key, depth + 1);
    }
}

fn without_numbers(value: &Value) -> Value {
    match (numbers(value), value) {
        (Some(count), _) if count > FEW_NUMBERS => Value::from(format!("{count} numbers")),
        (None, Value::Array(list)) => list.iter().map(without_numbers).collect(),
        (None, Value::Object(map)) => {
            let of = map.iter();
            of.map(|(key, value)| (key.clone(), without_numbers(value)))
                .collect()
        }
        _ => value.clone(),
    }
}

/// Counts the numbers, if it is nothing but numbers in lists.
fn numbers(value: &Value) -> Option<usize> {
    match value {
        Value::Number(_) | Value::Null => Some(1),
        Value::Array(list) => list.iter().map(numbers).sum(),
        _ => None,
    }
}

/// XML as its elements, each in a line with its attributes in order, and their text. Blanks around
/// elements mean nothing.
fn elements(xml: &str) -> String {
    let mut reader = Reader::from_str(xml);
    let (mut page, mut text, mut depth) = (String::new(), String::new(), 1);
    loop {
        let event = reader.read_event().expect("XML");
        match &event {
            Event::Text(part) => text += part,
            Event::CData(part) => text += part,
            Event::GeneralRef(name) => text += &entity(name),
            Event::Start(_) | Event::Empty(_) | Event::End(_) | Event::Eof => {
                if !text.trim().is_empty() {
                    let _ = writeln!(page, "{}{text:?}", "  ".repeat(depth - 1));
                }
                text.clear();
            }
            _ => {}
        }
        match event {
            Event::Start(start) => {
                page += &element(&start, depth);
                depth += 1;
            }
            Event::Empty(start) => page += &element(&start, depth),
            Event::End(_) => depth -= 1,
            Event::Eof => return page,
            _ => {}
        }
    }
}

fn element(start: &BytesStart<'_>, depth: usize) -> String {
    let mut attributes: Vec<String> = start
        .attributes()
        .map(|attribute| {
            let attribute = attribute.expect("an attribute");
            let value = quick_xml::escape::unescape(&attribute.value).expect("known entities");
            format!(" {}={value:?}", attribute.key.as_ref())
        })
        .collect();
    attributes.sort();
    let (indent, name) = ("  ".repeat(depth - 1), start.name());
    format!("{indent}{}{}\n", name.as_ref(), attributes.concat())
}

fn entity(name: &str) -> String {
    let text = format!("&{name};");
    quick_xml::escape::unescape(&text)
        .expect("a known entity")
        .into_owned()
}
