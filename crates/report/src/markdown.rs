//! The record as a page of Markdown: `report.md`.

use std::fmt::{self, Write};

use super::glance;
use super::page::legend;
use super::sections::{Body, sections};
use super::table::{Align, Table, Tone};
use crate::answers::page as answer_page;
use record::Record;
use text::harmless;

/// The whole report; `pictures` is the file beside it that has the pictures, if there is one.
#[allow(
    clippy::missing_panics_doc,
    reason = "writing to a string does not fail"
)]
pub fn markdown(record: &Record, pictures: Option<&str>) -> String {
    let mut page = String::new();
    write_page(&mut page, record, pictures).expect("writing to a string");
    page
}

fn write_page(page: &mut String, record: &Record, pictures: Option<&str>) -> fmt::Result {
    let experiment = &record.experiment;
    writeln!(page, "# {}\n", escape(&experiment.name))?;
    if !experiment.question.is_empty() {
        writeln!(page, "*{}*\n", escape(experiment.question.trim()))?;
    }
    match &record.finding {
        // The claims stand beside it.
        Some(finding) => {
            writeln!(page, "**{}**\n", escape(finding.trim()))?;
            for text in glance::glance(record).meaning {
                writeln!(page, "{}\n", escape(&text))?;
            }
        }
        None => writeln!(page, "**{}**\n", escape(glance::headline(record).trim()))?,
    }
    for text in glance::glance(record).next {
        writeln!(page, "Next: {}\n", escape(&text))?;
    }
    if !record.letters.is_empty() {
        writeln!(page, "Letters: {}.\n", escape(&legend(&record.letters)))?;
    }
    if let Some(file) = pictures {
        writeln!(page, "![The pictures of this page]({})\n", link(file))?;
    }
    for part in sections(record) {
        writeln!(page, "## {}\n", escape(&part.title))?;
        if !part.note.is_empty() {
            writeln!(page, "{}\n", marked(&part.note))?;
        }
        match &part.body {
            Body::Table(table) => {
                rows(page, table)?;
                writeln!(page)?;
            }
            Body::Lists(lists) => {
                for (name, items) in lists {
                    if !name.is_empty() {
                        writeln!(page, "{}\n", escape(name))?;
                    }
                    for item in items {
                        writeln!(page, "- {}", escape(item))?;
                    }
                    writeln!(page)?;
                }
            }
            Body::Paragraphs(texts) => {
                for text in texts {
                    writeln!(page, "{}\n", marked(text))?;
                }
            }
            Body::Answer(answer) => answer_page(answer).write(page, &answer.letters)?,
        }
    }
    writeln!(
        page,
        "Made by colddeck {} from `record.json` ({}).",
        escape(&record.version),
        escape(&record.schema)
    )
}

pub(super) fn section(page: &mut String, title: &str, note: &str, table: &Table) -> fmt::Result {
    writeln!(page, "## {title}\n\n{note}\n")?;
    rows(page, table)?;
    writeln!(page)
}

/// The table alone.
pub(super) fn rows(page: &mut String, table: &Table) -> fmt::Result {
    row(page, table.head.iter().map(|(title, _)| escape(title)))?;
    row(
        page,
        table.head.iter().map(|(_, align)| {
            if *align == Align::Right {
                "---:".to_owned()
            } else {
                "---".to_owned()
            }
        }),
    )?;
    for cells in &table.rows {
        row(
            page,
            cells.iter().map(|cell| {
                let text = escape(&cell.text);
                match &cell.link {
                    Some(path) => format!("[{text}]({})", link(path)),
                    None if cell.tone == Tone::Bad => format!("**{text}**"),
                    None => text,
                }
            }),
        )?;
    }
    Ok(())
}

pub(super) fn row(page: &mut String, cells: impl Iterator<Item = String>) -> fmt::Result {
    for cell in cells {
        write!(page, "| {cell} ")?;
    }
    writeln!(page, "|")
}

/// Text as it is: characters that would end a cell or begin a tag, emphasis, a link, a heading or a block of code are
/// escaped.
pub(super) fn escape(text: &str) -> String {
    let text = harmless::words(text);
    let mut escaped = String::new();
    for (at, c) in text.char_indices() {
        match c {
            '|' | '*' | '_' | '`' | '[' | ']' | '~' => escaped.extend(['\\', c]),
            // A backslash before a letter or a digit is itself.
            '\\' if !text[at + 1..].starts_with(char::is_alphanumeric) => {
                escaped.push_str("\\\\");
            }
            '#' if at == 0 => escaped.push_str("\\#"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Text as it was typed, in a cell too.
pub(super) fn code(text: &str) -> String {
    let text = harmless::words(text).replace('`', " ");
    format!("`{}`", text.replace('|', "\\|"))
}

/// Text in which names stand between backquotes: they stay names, and the rest is text as it is.
pub(super) fn marked(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // A backquote that nothing closes is one.
    let (pairs, rest) = parts.split_at(parts.len() - (parts.len() + 1) % 2);
    let pairs = pairs.iter().enumerate().map(|(at, part)| match at % 2 {
        0 => escape(part),
        _ => code(part),
    });
    let rest = rest.iter().map(|part| format!("\\`{}", escape(part)));
    pairs.chain(rest).collect()
}

/// Lines as they are, between fences that none of them can end.
pub(super) fn fenced(text: &str) -> String {
    let runs = text.split(|c| c != '`').map(str::len);
    let fence = "`".repeat(3.max(1 + runs.max().unwrap_or(0)));
    format!("{fence}text\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// The anchor of a heading, as readers of Markdown make it of its text.
pub(super) fn anchor(heading: &str) -> String {
    let text = heading.to_lowercase();
    let kept = text
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The target of a link: a path below the page, whatever its folders are called.
pub(super) fn link(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/#".contains(&byte);
    let bytes = path.bytes().map(|byte| match byte {
        byte if plain(byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    bytes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_spec_says_cannot_break_the_table() {
        assert_eq!(escape("a|b\n<i>*c*"), "a\\|b &lt;i&gt;\\*c\\*");
        assert_eq!(escape("# a\\|b"), "\\# a\\\\\\|b");
        assert_eq!(escape("~~~\u{1b}"), "\\~\\~\\~\\u{1b}");
        assert_eq!(code("a`b|c\n"), "`a b\\|c `");
        assert_eq!(marked("all by `B*2`, <i>"), "all by `B*2`, &lt;i&gt;");
        assert_eq!(marked("a `*` b ` c*"), "a `*` b \\` c\\*");
        assert_eq!(fenced("a\n```\nb\n"), "````text\na\n```\nb\n````\n");
        assert_eq!(link("a b)/c<d>"), "a%20b%29/c%3Cd%3E");
    }
}
