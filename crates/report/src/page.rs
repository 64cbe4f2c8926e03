//! The page of an answer without simulating, drawn: on a screen, or as a part of a page of Markdown.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::markdown::{escape, fenced, rows};
use super::screen::{Screen, bold};
use crate::answers::page as answer_page;
use crate::table::Page;
use record::Answer;

/// The whole answer, on a screen.
pub fn answer(answer: &Answer, screen: Screen) -> String {
    answer_page(answer).drawn(&answer.letters, screen)
}

/// The whole answer, as a page of Markdown.
pub(super) fn answer_markdown(answer: &Answer) -> String {
    let mut page = String::new();
    let _ = answer_page(answer).write(&mut page, &answer.letters);
    page
}

impl Page {
    /// The answer in a sentence.
    pub fn words(&self) -> &str {
        self.lines.first().map_or("", String::as_str)
    }

    /// Everything on a screen, the first line in bold.
    pub fn drawn(&self, letters: &BTreeMap<String, String>, screen: Screen) -> String {
        let mut text: Vec<String> = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            let line = screen.wrapped(line);
            text.push(if at == 0 { bold(&line) } else { line });
        }
        if !letters.is_empty() {
            text.push(screen.wrapped(&format!("letters: {}", legend(letters))));
        }
        for part in self.tables.iter().flat_map(|table| screen.in_parts(table)) {
            text.push(format!("\n{part}"));
        }
        for picture in &self.pictures {
            text.push(format!(
                "\n{}\n{}",
                screen.wrapped(&picture.caption),
                picture.blocks
            ));
        }
        text.extend(self.notes.iter().map(|note| screen.wrapped(note)));
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
pub(super) fn legend(letters: &BTreeMap<String, String>) -> String {
    let letters: Vec<String> = letters
        .iter()
        .map(|(letter, shuffle)| format!("{letter} = {shuffle}"))
        .collect();
    letters.join("; ")
}
