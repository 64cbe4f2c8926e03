//! Pages as data: words, tables, pictures of characters. Reports draw them.

use std::fmt::Display;

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

    /// Adds a table with a row for each of `items`; the columns are added to what it returns.
    pub fn table<T>(&mut self, items: impl IntoIterator<Item = T>) -> Columns<'_, T> {
        let items: Vec<T> = items.into_iter().collect();
        let at = self.tables.len();
        self.tables.push(Table::default());
        let table = &mut self.tables[at];
        table.rows.resize_with(items.len(), Vec::new);
        Columns { table, items }
    }
}

/// The columns of a table to which more are added, and what its rows are about.
pub struct Columns<'a, T> {
    table: &'a mut Table,
    items: Vec<T>,
}

impl<T> Columns<'_, T> {
    /// Adds a column of texts.
    pub fn left<D: Display>(self, title: &str, text: impl Fn(&T) -> D) -> Self {
        self.column(title, Align::Left, |item| {
            Cell::plain(text(item).to_string())
        })
    }

    /// Adds a column of texts that matter less.
    pub(crate) fn faint<D: Display>(self, title: &str, text: impl Fn(&T) -> D) -> Self {
        let faint = |item: &T| Cell::toned(text(item).to_string(), Tone::Faint);
        self.column(title, Align::Left, faint)
    }

    /// Adds a column of numbers.
    pub fn right<D: Display>(self, title: &str, text: impl Fn(&T) -> D) -> Self {
        self.column(title, Align::Right, |item| {
            Cell::plain(text(item).to_string())
        })
    }

    fn column(self, title: &str, align: Align, cell: impl Fn(&T) -> Cell) -> Self {
        self.table.column(title, align);
        for (row, item) in self.table.rows.iter_mut().zip(&self.items) {
            row.push(cell(item));
        }
        self
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
    pub(crate) fn toned(text: impl Into<String>, tone: Tone) -> Self {
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
