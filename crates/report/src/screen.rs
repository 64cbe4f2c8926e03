//! The width of a screen: text is broken between words, and tables are made to fit.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::table::{Align, Cell, Table, Tone};

/// A screen of so many columns of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen(usize);

/// The width beyond which lines of prose are hard to read, however wide the screen.
const LONGEST_LINE: usize = 100;

/// Narrower screens are not thought of.
const NARROWEST: usize = 60;

impl Default for Screen {
    /// A screen of which nothing is known, or a page that is no screen.
    fn default() -> Self {
        Self(LONGEST_LINE)
    }
}

/// Blanks between two columns; a line begins with one fewer.
const GAP: usize = 3;

/// Texts are not cut off below this while a table has more than a few columns, and below the other after that.
const LONG_TEXT: usize = 24;
const SHORT_TEXT: usize = 14;
const FEW_COLUMNS: usize = 4;

impl Screen {
    /// A screen of so many columns, at least 60.
    pub fn of(columns: usize) -> Self {
        Self(columns.max(NARROWEST))
    }

    /// Its columns.
    pub(super) fn columns(self) -> usize {
        self.0
    }

    /// The columns of its lines of prose.
    pub(super) fn prose(self) -> usize {
        self.0.min(LONGEST_LINE)
    }

    /// The text in lines that fit, broken between words: a terminal would break them anywhere.
    pub fn wrapped(self, text: &str) -> String {
        wrapped_to(self.prose(), text)
    }

    /// A line of a list, wrapped under its own beginning.
    pub fn listed(self, mark: &str, text: &str) -> String {
        let indent = " ".repeat(mark.chars().count());
        let width = self.prose() - indent.len();
        let text = wrapped_to(width, text).replace('\n', &format!("\n{indent}"));
        format!("{mark}{text}")
    }

    /// The table, drawn; where it is too wide, long texts are cut off a little, then the last columns are left out, and
    /// then texts are cut off more. Numbers are never cut.
    pub(super) fn fitted(self, table: &Table) -> String {
        let mut table = table.clone();
        loop {
            let drawing = drawn(&table);
            let wide = lines_wide(&drawing);
            let columns = table.head.len();
            if wide <= self.0 || columns <= 1 {
                return drawing;
            }
            let widest = (0..columns)
                .filter(|at| table.head[*at].1 == Align::Left)
                .map(|at| (column(&table, at), at))
                .max_by_key(|(width, _)| *width);
            let least = if columns > FEW_COLUMNS {
                LONG_TEXT
            } else {
                SHORT_TEXT
            };
            match widest {
                Some((width, at)) if width > least => {
                    let rest = width.saturating_sub(wide - self.0).max(least);
                    cut_off(&mut table, at, rest);
                }
                _ => {
                    table.head.pop();
                    table.rows.iter_mut().for_each(|row| drop(row.pop()));
                }
            }
        }
    }

    /// The table in as many parts as it takes, each drawn; each begins with the first column, and the columns `exact` and
    /// `off` stay with their figure.
    pub(super) fn in_parts(self, table: &Table) -> Vec<String> {
        let parts = self.parts(table);
        parts.iter().map(|part| self.fitted(part)).collect()
    }

    fn parts(self, table: &Table) -> Vec<Table> {
        let width = |at: usize| GAP + column(table, at);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for at in 1..table.head.len() {
            match groups.last_mut() {
                Some(group) if ["exact", "off"].contains(&table.head[at].0.as_str()) => {
                    group.push(at);
                }
                _ => groups.push(vec![at]),
            }
        }
        let mut lines: Vec<(usize, Vec<usize>)> = Vec::new();
        for group in groups {
            let wide: usize = group.iter().map(|&at| width(at)).sum();
            match lines.last_mut().filter(|(used, _)| used + wide <= self.0) {
                Some((used, line)) => {
                    *used += wide;
                    line.extend(group);
                }
                // The line under the head is one longer than the columns with their gaps.
                None => lines.push((1 + width(0) + wide, [vec![0], group].concat())),
            }
        }
        let pick = |line: Vec<usize>| Table {
            head: line.iter().map(|&at| table.head[at].clone()).collect(),
            rows: table
                .rows
                .iter()
                .map(|row| line.iter().map(|&at| row[at].clone()).collect())
                .collect(),
        };
        lines.into_iter().map(|(_, line)| pick(line)).collect()
    }
}

/// Characters of the widest cell of a column, its head included.
fn column(table: &Table, at: usize) -> usize {
    let cells = table.rows.iter().map(|row| row[at].text.chars().count());
    let head = table.head[at].0.chars().count();
    cells.chain([head]).max().unwrap_or(0)
}

/// Cuts the texts of a column down to so many characters, with a sign that something is missing.
fn cut_off(table: &mut Table, at: usize, most: usize) {
    let cut = |text: &mut String| {
        if text.chars().count() > most {
            *text = text.chars().take(most - 1).chain(['…']).collect();
        }
    };
    cut(&mut table.head[at].0);
    let cells = table.rows.iter_mut().map(|row| &mut row[at].text);
    cells.for_each(cut);
}

/// Characters of the widest line, colours apart.
fn lines_wide(text: &str) -> usize {
    let plain = anstream::adapter::strip_str(text).to_string();
    let lines = plain.lines().map(|line| line.chars().count());
    lines.max().unwrap_or(0)
}

fn wrapped_to(width: usize, text: &str) -> String {
    let lines = text.split('\n').map(|line| wrapped_line(width, line));
    lines.collect::<Vec<_>>().join("\n")
}

fn wrapped_line(width: usize, text: &str) -> String {
    let mut page = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let mut rest: Vec<char> = word.chars().collect();
        // A word that is longer than a line is broken where the line ends.
        while rest.len() > width {
            let later = rest.split_off(width);
            if used > 0 {
                page.push('\n');
            }
            page.extend(rest);
            used = width;
            rest = later;
        }
        if used > 0 && used + 1 + rest.len() > width {
            page.push('\n');
            used = 0;
        } else if used > 0 {
            page.push(' ');
            used += 1;
        }
        used += rest.len();
        page.extend(rest);
    }
    page
}

/// The head with a line under it, and the rows; nothing stands between columns but blanks.
fn drawn(table: &Table) -> String {
    let columns = table.head.len();
    let cells = |at: usize| table.rows.iter().filter_map(move |row| row.get(at));
    let width = |at: usize| {
        let texts = cells(at).map(|cell| cell.text.width());
        let head = table.head[at].0.width();
        // An empty column is as wide as a blank.
        texts.chain([head, 1]).max().unwrap_or(1)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &[(&str, String)]| {
        let mut line = " ".repeat(GAP - 1);
        for (at, (plain, styled)) in row.iter().enumerate() {
            if at > 0 {
                line.push_str(&" ".repeat(GAP));
            }
            let missing = " ".repeat(widths[at] - plain.width());
            match table.head[at].1 {
                Align::Left => line.extend([styled, missing.as_str()]),
                Align::Right => line.extend([missing.as_str(), styled]),
            }
        }
        line.truncate(line.trim_end().len());
        line
    };
    let titles = table.head.iter();
    let titles: Vec<_> = titles
        .map(|(title, _)| (title.as_str(), title.clone()))
        .collect();
    let under = widths.iter().map(|width| width + GAP).sum::<usize>() + 1;
    let mut lines = vec![line(&titles), "─".repeat(under)];
    for row in &table.rows {
        let cells = row.iter().take(columns);
        let cells: Vec<_> = cells
            .map(|cell| (cell.text.as_str(), styled(cell)))
            .collect();
        lines.push(line(&cells));
    }
    lines.join("\n")
}

fn styled(cell: &Cell) -> String {
    let text = &cell.text;
    let style = match cell.tone {
        Tone::Plain => return text.to_owned(),
        Tone::Good => AnsiColor::Green.on_default(),
        Tone::Doubtful => AnsiColor::Yellow.on_default(),
        Tone::Bad => AnsiColor::Red.on_default().bold(),
        Tone::Faint => Style::new().dimmed(),
    };
    if text.is_empty() {
        String::new()
    } else {
        format!("{style}{text}{style:#}")
    }
}

/// The text in bold, line by line, so that no colour runs over an end of a line.
pub(super) fn bold(text: &str) -> String {
    let bold = Style::new().bold();
    let mut page = String::new();
    for (at, line) in text.lines().enumerate() {
        let end = if at > 0 { "\n" } else { "" };
        let _ = write!(page, "{end}{bold}{line}{bold:#}");
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(cells: &[&str]) -> Table {
        let mut table = Table::default();
        for (at, _) in cells.iter().enumerate() {
            table.column(format!("column {at}"), Align::Left);
        }
        table
            .rows
            .push(cells.iter().map(|text| Cell::plain(*text)).collect());
        table
    }

    #[test]
    fn no_line_is_wider_than_the_screen() {
        let long = "word ".repeat(50) + &"x".repeat(250);
        for columns in [60, 80, 100, 120, 200] {
            let screen = Screen::of(columns);
            assert!(lines_wide(&screen.wrapped(&long)) <= columns.min(100));
            assert!(lines_wide(&screen.listed("  - ", &long)) <= columns.min(100));
            let cells = [long.as_str(), "0.5", &long, "more", &long, &long, "end"];
            assert!(lines_wide(&screen.fitted(&table(&cells))) <= columns);
        }
        assert_eq!(Screen::of(10), Screen::of(60));
    }

    #[test]
    fn a_table_that_fits_is_left_alone() {
        let cells = ["one", "two", "three"];
        let page = Screen::of(60).fitted(&table(&cells));
        assert!(cells.iter().all(|cell| page.contains(cell)) && !page.contains('…'));
    }

    #[test]
    fn a_table_in_parts_loses_no_column() {
        let cells = [
            "label",
            "one and two",
            "three and four",
            "five",
            "six and seven",
            "end",
        ];
        for wider in 0..36 {
            let wide = "x".repeat(1 + wider);
            let cells: Vec<&str> = [&cells[..2], &[wide.as_str()], &cells[2..]].concat();
            let parts = Screen::of(60).in_parts(&table(&cells)).concat();
            assert!(cells.iter().all(|cell| parts.contains(cell)), "{parts}");
        }
    }

    #[test]
    fn words_that_are_longer_than_a_line_lose_nothing() {
        let text = format!("a {} b", "x".repeat(130));
        let page = Screen::of(60).wrapped(&text);
        assert_eq!(page.replace(['\n', ' '], ""), text.replace(' ', ""));
    }
}
