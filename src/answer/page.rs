//! The page of an answer, as data: words, tables, pictures. Each question makes its own page; a report
//! draws it.

use serde_json::Value;

use super::distance::Proof;
use crate::names::{scientific, significant};

/// Cards that a table shows at the most; of more, those that are worst off.
pub(super) const SHOWN: usize = 60;

/// Rows of a law that are shown: the likeliest.
pub(super) const LAW_ROWS: usize = 60;

/// The parts of an answer in their order.
#[derive(Default)]
pub struct Page {
    /// Paragraphs; the first is the answer.
    pub lines: Vec<String>,
    /// Tables below them.
    pub tables: Vec<Table>,
    /// Pictures below the tables.
    pub pictures: Vec<Picture>,
    /// Remarks below everything else.
    pub notes: Vec<String>,
}

/// Block characters under a line that says what they show.
pub struct Picture {
    /// The line.
    pub caption: String,
    /// One line of text for each row.
    pub blocks: String,
}

impl Page {
    /// Adds a paragraph; the first is the answer.
    pub fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Adds a remark below everything else.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Adds a picture of characters, one line of text for each of its rows.
    pub fn picture(&mut self, caption: impl Into<String>, blocks: impl Into<String>) {
        self.pictures.push(Picture {
            caption: caption.into(),
            blocks: blocks.into(),
        });
    }

    /// Adds a table.
    pub fn table(&mut self, columns: &[(&str, Align)], rows: impl IntoIterator<Item = Vec<Cell>>) {
        let mut table = Table::default();
        for (title, align) in columns {
            table.column(*title, *align);
        }
        table.rows = rows.into_iter().collect();
        self.tables.push(table);
    }
}

/// The way in which a cell's text is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tone {
    /// Plain text.
    #[default]
    Plain,
    /// All is well.
    Good,
    /// Worth a second look.
    Doubtful,
    /// Evidence, or not as expected.
    Bad,
    /// Less important.
    Faint,
}

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cell {
    /// Its text.
    pub text: String,
    /// The way in which the text is to be read.
    pub tone: Tone,
    /// The page that it links to, where a report can have links.
    pub link: Option<String>,
}

impl Cell {
    /// A text as it is.
    pub fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// A text that leads somewhere.
    pub fn link(text: impl Into<String>, link: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            link: Some(link.into()),
            ..Self::default()
        }
    }

    /// A text in a tone.
    pub fn toned(text: impl Into<String>, tone: Tone) -> Self {
        Self {
            text: text.into(),
            tone,
            ..Self::default()
        }
    }
}

/// The side at which a column's text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// The left side.
    Left,
    /// The right side.
    Right,
}

/// Heads, alignments, rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// The columns' titles, and where their text stands.
    pub head: Vec<(String, Align)>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Adds a column.
    pub fn column(&mut self, title: impl Into<String>, align: Align) {
        self.head.push((title.into(), align));
    }
}

/// The `keep` of the numbers below `count` for which `of` is largest, the largest first and the
/// smaller number first of equals.
pub(super) fn largest(count: usize, keep: usize, of: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| of(b).total_cmp(&of(a)).then(a.cmp(&b)));
    order.truncate(keep);
    order
}

/// The same numbers in their own order.
pub(super) fn largest_in_order(count: usize, keep: usize, of: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut order = largest(count, keep, of);
    order.sort_unstable();
    order
}

pub(super) fn cell(text: impl Into<String>) -> Cell {
    Cell::plain(text)
}

pub(super) fn faint(text: impl Into<String>) -> Cell {
    Cell::toned(text, Tone::Faint)
}

/// Writes a number with so many significant digits, without zeros at the end.
pub(super) fn figure(value: f64, digits: usize) -> String {
    let text = significant(value, digits);
    if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// A number of the answer that may be text because no double holds it.
pub(super) fn any(value: &Value) -> String {
    match (value.as_f64(), value.as_str()) {
        (Some(number), _) => figure(number, 6),
        (None, Some(text)) => text.to_owned(),
        _ => String::new(),
    }
}

/// Near 1, its distance from it.
pub(super) fn near_one(value: f64, gap: &Value) -> String {
    match gap.as_str() {
        Some(text) => format!("1 - {text}"),
        None => closed(value, gap.as_f64().unwrap_or(0.0)),
    }
}

pub(super) fn closed(value: f64, gap: f64) -> String {
    if gap > 0.0 && gap < 1e-3 {
        format!("1 - {}", scientific(gap))
    } else if value < 1e-3 && value > 0.0 {
        format!("{value:.6e}")
    } else {
        figure(value, 9)
    }
}

pub(super) fn proof(proof: &Proof) -> String {
    closed(proof.value, proof.gap)
}
