//! The page of an answer without simulating, drawn: on a screen, or as a part of a page of Markdown.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use anstyle::Style;

use super::markdown::{escape, fenced, rows};
use super::terminal::{drawn, parts, wrapped};
use crate::record::Answer;
use crate::record::answer::page::Page;

/// The whole answer, on a screen.
pub fn answer(answer: &Answer) -> String {
    answer.page().drawn(&answer.letters)
}

impl Page {
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
            let blocks = fenced(&picture.blocks);
            writeln!(page, "{}\n\n{blocks}", escape(&picture.caption))?;
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
