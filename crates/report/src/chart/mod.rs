//! Pictures as data, and the small builder that draws them.
//!
//! Nothing here asks the machine for a font or a locale: places are sums of a few decimals, widths of text are
//! estimated, colours are classes of one style sheet. So a picture is the same bytes everywhere, and follows the theme
//! of the page that it stands on. No library of plots was found that keeps to this: those that were looked at measure
//! text with the fonts of the system, or write numbers with more digits than two machines agree on.

mod axis;
#[cfg(test)]
mod colours;
mod plot;
mod rows;
mod sheet;
mod text;
mod tree;

use maud::Markup;

pub(super) use axis::Axis;
pub(super) use plot::{Mark, Plot};
pub(super) use rows::{Piece, Rows};
pub(super) use sheet::{sheet, swatch};
pub(super) use text::shown;
pub(super) use tree::{Way, tree};

/// The style sheet of pictures: by themselves and in pages.
pub(super) const STYLE: &str = include_str!("style.css");

/// A picture: it says one thing, of one routine or of several side by side.
#[derive(Debug, Clone)]
pub(super) struct Picture {
    /// True if it shows nothing beyond chance: pages fold it away below what they found.
    pub quiet: bool,
    /// Its kind, for whoever looks for it: `heat-map`.
    pub name: &'static str,
    /// Its message, in a sentence.
    pub title: String,
    /// Directions for reading it; a line of its own has the meanings of letters.
    pub about: String,
    /// The meanings of colours, where the axes do not say them.
    pub legend: Vec<Key>,
    /// The parts, side by side.
    pub panels: Vec<Panel>,
}

impl Picture {
    /// The directions for reading it, and the meanings of letters, if any are left open: these are long, and few readers
    /// need them.
    pub(crate) fn caption(&self) -> (String, String) {
        let mut lines = self.about.split('\n');
        let first = lines.next().unwrap_or_default().trim();
        let letters = lines.next().unwrap_or_default().trim().to_owned();
        let others = lines.map(str::trim).filter(|line| !line.is_empty());
        let caption: Vec<&str> = [first].into_iter().chain(others).collect();
        (caption.join(" "), letters)
    }
}

/// A colour and its meaning.
#[derive(Debug, Clone)]
pub(super) struct Key {
    /// The class of what has the colour.
    pub class: &'static str,
    /// The way in which it is drawn.
    pub swatch: Swatch,
    /// Its meaning.
    pub means: String,
}

/// The ways in which a legend shows a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Swatch {
    /// An area.
    Area,
    /// An area of which nothing is known.
    Hatched,
    /// A line.
    Line,
    /// A point.
    Dot,
}

/// A part of a picture, with its own axes.
#[derive(Debug, Clone)]
pub(super) struct Panel {
    /// The thing that it is about: a routine.
    pub label: String,
    /// Its width and height, in units of a picture: at its natural size, those of the screen.
    pub size: (f64, f64),
    /// Its content in words, for those who do not see it.
    pub words: String,
    /// The matrix of a record that its cells show, if it shows one.
    pub matrix: Option<Matrix>,
    /// Its drawing.
    pub body: Markup,
}

/// The place of a matrix in a record, and the place where it is drawn.
#[derive(Debug, Clone)]
pub(super) struct Matrix {
    /// The keys that lead to it, with `/` between them.
    pub path: String,
    /// The left and upper edges of its drawing, and the side of a cell.
    pub place: (f64, f64, f64),
    /// Cards in a deck.
    pub cards: usize,
    /// Cards and places in an entry; not whole where as many entries as are asked for share them as equally as may be.
    pub bin: f64,
    /// Entries of the matrix that a drawn cell takes in each direction.
    pub take: usize,
}

/// A place in a picture: a tenth of a unit is finer than any screen.
pub(super) fn at(value: f64) -> String {
    // A zero has no sign.
    let text = format!("{:.1}", value + 0.0);
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0" } else { text }.to_owned()
}
