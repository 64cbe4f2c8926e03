//! A table on its way to paper or screen.

/// How a cell's text is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Tone {
    /// As it is.
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
pub(super) struct Cell {
    pub text: String,
    pub tone: Tone,
    /// Where it leads, on a page that can lead somewhere.
    pub link: Option<String>,
}

impl Cell {
    pub fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    pub fn link(text: impl Into<String>, link: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            link: Some(link.into()),
            ..Self::default()
        }
    }

    pub fn toned(text: impl Into<String>, tone: Tone) -> Self {
        Self {
            text: text.into(),
            tone,
            ..Self::default()
        }
    }
}

/// Where a column's text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// Heads, alignments, rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Table {
    pub head: Vec<(String, Align)>,
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    pub fn column(&mut self, title: impl Into<String>, align: Align) {
        self.head.push((title.into(), align));
    }
}
