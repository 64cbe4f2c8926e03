//! What is shown of an answer: words, tables, pictures; on a screen, or as a part of a page of Markdown.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use anstyle::Style;

use super::markdown::{escape, rows};
use super::table::{Align, Cell, Table};
use super::terminal::{drawn, parts, wrapped};

/// The parts of an answer in their order.
#[derive(Default)]
pub(super) struct Page {
    lines: Vec<String>,
    tables: Vec<Table>,
    pictures: Vec<Picture>,
    notes: Vec<String>,
}

/// Block characters under a line that says what they show.
struct Picture {
    caption: String,
    blocks: String,
}

impl Page {
    /// A paragraph; the first is the answer.
    pub fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// A remark below everything else.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// A picture of characters, one line of text for each of its rows.
    pub fn picture(&mut self, caption: impl Into<String>, blocks: impl Into<String>) {
        self.pictures.push(Picture {
            caption: caption.into(),
            blocks: blocks.into(),
        });
    }

    /// A table.
    pub fn table(&mut self, columns: &[(&str, Align)], rows: impl IntoIterator<Item = Vec<Cell>>) {
        let mut table = Table::default();
        for (title, align) in columns {
            table.column(*title, *align);
        }
        table.rows = rows.into_iter().collect();
        self.tables.push(table);
    }

    /// The answer in a sentence.
    pub fn words(&self) -> &str {
        self.lines.first().map_or("", String::as_str)
    }

    /// Everything on a screen, the first line in bold.
    pub fn drawn(&self, letters: &BTreeMap<String, String>) -> String {
        let bold = Style::new().bold();
        let mut text: Vec<String> = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            let line = wrapped(line);
            text.push(match at {
                0 => format!("{bold}{line}{bold:#}"),
                _ => line,
            });
        }
        if !letters.is_empty() {
            text.push(wrapped(&format!("letters: {}", legend(letters))));
        }
        for part in self.tables.iter().flat_map(parts) {
            text.push(format!("\n{}", drawn(&part)));
        }
        for picture in &self.pictures {
            text.push(format!(
                "\n{}\n{}",
                wrapped(&picture.caption),
                picture.blocks
            ));
        }
        text.extend(self.notes.iter().map(|note| wrapped(note)));
        text.push(String::new());
        text.join("\n")
    }

    /// Everything as a part of a page of Markdown.
    pub fn write(&self, page: &mut String, letters: &BTreeMap<String, String>) -> fmt::Result {
        for (at, line) in self.lines.iter().enumerate() {
            let mark = if at == 0 { "**" } else { "" };
            writeln!(page, "{mark}{}{mark}\n", escape(line))?;
        }
        if !letters.is_empty() {
            writeln!(page, "Letters: {}.\n", escape(&legend(letters)))?;
        }
        for table in &self.tables {
            rows(page, table)?;
            writeln!(page)?;
        }
        for picture in &self.pictures {
            writeln!(
                page,
                "{}\n\n```text\n{}\n```\n",
                escape(&picture.caption),
                picture.blocks
            )?;
        }
        for note in &self.notes {
            writeln!(page, "{}\n", escape(note))?;
        }
        Ok(())
    }
}

/// `G = riffle; C = cut`
fn legend(letters: &BTreeMap<String, String>) -> String {
    let letters: Vec<String> = letters
        .iter()
        .map(|(letter, shuffle)| format!("{letter} = {shuffle}"))
        .collect();
    letters.join("; ")
}
