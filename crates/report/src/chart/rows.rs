//! A panel of rows: a name on the left, and what it has on an axis that they share.

use std::fmt::Write;

use maud::{Markup, html};

use super::axis::Axis;
use super::plot::{across, centre};
use super::text::{cut, shown, size as text_size, width};
use super::{Panel, at};

/// The height of a row, and that of its bar; of rows whose words stand above their bars, and of these words.
const ROW: f64 = 19.0;
const BAR: f64 = 12.0;
const STACKED: f64 = 37.0;
const WORDS: f64 = 19.0;

/// The room above the rows, below them, and on the right; and the height of a line of names of marks.
const ABOVE: f64 = 4.0;
const LINE: f64 = 14.0;
const BELOW: f64 = 36.0;
const RIGHT: f64 = 12.0;

/// The share of a panel that names may take, and that words at the end of rows may.
const NAMES: f64 = 0.45;
const ENDS: f64 = 0.3;

/// A part of a bar: where it begins and ends, its class, and what is said of it.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    /// Its beginning.
    pub from: f64,
    /// Its end.
    pub to: f64,
    /// Its class.
    pub class: &'static str,
    /// Its words.
    pub says: String,
}

/// An outlined area with lines across it: it needs no pattern, whose name would have to be one of a whole page.
pub(super) fn hatch((left, right): (f64, f64), (top, bottom): (f64, f64)) -> Markup {
    /// The way from one line to the next.
    const APART: f64 = 5.0;
    let tall = bottom - top;
    let mut path = format!(
        "M{} {}H{}V{}H{}Z",
        at(left),
        at(top),
        at(right),
        at(bottom),
        at(left)
    );
    let lines = ((right - left + tall) / APART).floor().max(0.0) as usize;
    for line in 1..=lines.min(400) {
        // From the bottom up to the right, cut off at both ends of the area.
        let foot = left - tall + line as f64 * APART;
        let (from, to) = (foot.max(left), (foot + tall).min(right));
        if to > from {
            let (low, high) = (bottom - (from - foot), bottom - (to - foot));
            let _ = write!(path, "M{} {}L{} {}", at(from), at(low), at(to), at(high));
        }
    }
    html! { path class="hatch" d=(path) {} }
}

/// A panel of rows that is being drawn.
pub(crate) struct Rows {
    wide: f64,
    left: f64,
    right: f64,
    /// The height at which the rows begin.
    above: f64,
    axis: Axis,
    names: Vec<String>,
    ends: Vec<String>,
    /// True if names and ends stand above the bars, since they are too long to stand beside them.
    stacked: bool,
    drawn: Vec<Markup>,
}

impl Rows {
    /// Rows of these names on an axis, in a panel that is so wide.
    pub fn new(wide: f64, axis: Axis, names: &[String]) -> Self {
        let rows = Self {
            wide,
            left: 0.0,
            right: 0.0,
            above: ABOVE,
            axis,
            names: names.iter().map(|name| shown(name).into_owned()).collect(),
            ends: Vec::new(),
            stacked: false,
            drawn: Vec::new(),
        };
        rows.laid_out()
    }

    /// Words at the right end of each row; to be given before anything is drawn.
    pub fn ends(mut self, words: &[String]) -> Self {
        self.ends = words.iter().map(|word| shown(word).into_owned()).collect();
        self.laid_out()
    }

    /// Names at values of the axis, above all rows, each with a line down; to be given before anything else is drawn. Those
    /// at the same place share a line and a name.
    pub(crate) fn marks(mut self, marks: &[(String, f64)]) -> Self {
        /// The room between two names, and between two lines that can be told apart.
        const GAP: f64 = 6.0;
        const APART: f64 = 2.5;
        let mut places: Vec<(f64, String)> = Vec::new();
        for (name, value) in marks {
            let x = self.x(*value);
            match places
                .iter_mut()
                .find(|(known, _)| (known - x).abs() < APART)
            {
                Some((_, names)) => *names = format!("{names}, {name}"),
                None => places.push((x, name.clone())),
            }
        }
        let mut taken: Vec<f64> = Vec::new();
        let mut named: Vec<(f64, &str, (f64, &str), usize)> = Vec::new();
        for (x, name) in &places {
            let (x, wide) = (*x, width(name, self.text()));
            // A name that has no room in the middle begins or ends at its line, at whatever size it is shown.
            let (from, anchored) = if x < 0.5 * wide {
                let from = (x - GAP).max(0.0);
                (from, (from, "start"))
            } else if x + 0.5 * wide > self.wide {
                let end = (x + GAP).min(self.wide);
                (end - wide, (end, "end"))
            } else {
                (x - 0.5 * wide, (x, "middle"))
            };
            let level = taken.iter().position(|end| end + GAP <= from);
            let level = level.unwrap_or(taken.len());
            if level == taken.len() {
                taken.push(0.0);
            }
            taken[level] = from + wide;
            named.push((x, name, anchored, level));
        }
        self.above = ABOVE + LINE * taken.len() as f64;
        let bottom = self.above + self.pitch() * self.names.len() as f64;
        let drawn = html! {
            // All lines lie below all names, which they must not strike through.
            @for (x, _, _, level) in &named {
                @let y = ABOVE + LINE * (*level as f64 + 1.0) - 4.0;
                path class="mark" d={ "M" (at(*x)) " " (at(y + 3.0)) "V" (at(bottom)) } {}
            }
            @for (_, name, (x, anchor), level) in &named {
                @let y = ABOVE + LINE * (*level as f64 + 1.0) - 4.0;
                text class="quiet halo" x=(at(*x)) y=(at(y)) text-anchor=(anchor) { (shown(name)) }
            }
        };
        self.drawn.push(drawn);
        self
    }

    /// A band behind all rows, from one value to the other; to be given after the marks.
    pub(crate) fn band(&mut self, class: &str, from: f64, to: f64, says: &str) {
        let (from, to) = (self.x(from), self.x(to));
        let tall = self.pitch() * self.names.len() as f64;
        self.drawn.push(html! {
            rect class={ "band " (class) } x=(at(from)) y=(at(self.above)) width=(at((to - from).max(0.0))) height=(at(tall)) {
                title { (shown(says)) }
            }
        });
    }

    fn text(&self) -> f64 {
        text_size(self.wide)
    }

    /// The width of the longest of some words.
    fn longest(&self, words: &[String]) -> f64 {
        let widths = words.iter().map(|words| width(words, self.text()));
        widths.fold(0.0, f64::max)
    }

    /// Decides where the words stand, and what is left for the bars.
    fn laid_out(mut self) -> Self {
        let (names, ends) = (self.longest(&self.names), self.longest(&self.ends));
        self.stacked = names > NAMES * self.wide || ends > ENDS * self.wide;
        if self.stacked {
            (self.left, self.right) = (10.0, self.wide - RIGHT);
        } else {
            self.left = 10.0 + names;
            self.right = match self.ends.as_slice() {
                [] => self.wide - RIGHT,
                _ => self.wide - 10.0 - ends,
            };
        }
        self
    }

    /// The height from one row to the next.
    fn pitch(&self) -> f64 {
        if self.stacked { STACKED } else { ROW }
    }

    /// The height at which the middle of a row's bar lies.
    fn middle_of(&self, row: usize) -> f64 {
        let top = self.above + row as f64 * self.pitch();
        top + 0.5 * ROW + if self.stacked { WORDS - 3.0 } else { 0.0 }
    }

    /// The names and the words at the ends.
    fn words(&self) -> Markup {
        let nothing = String::new();
        let rows = self.names.iter().enumerate().map(|(row, name)| {
            let end = self.ends.get(row).unwrap_or(&nothing);
            let middle = self.middle_of(row);
            if !self.stacked {
                let y = at(middle + 3.8);
                return html! {
                    text x=(at(self.left - 6.0)) y=(y) text-anchor="end" { (name) }
                    @if !end.is_empty() { text x=(at(self.right + 6.0)) y=(y) { (end) } }
                };
            }
            let y = at(self.above + row as f64 * STACKED + WORDS - 5.0);
            let end = cut(end, self.text(), 0.6 * self.wide);
            let room = self.right - self.left - width(&end, self.text()) - 10.0;
            html! {
                text class="halo" x=(at(self.left)) y=(y) { (cut(name, self.text(), room)) }
                @if !end.is_empty() { text class="halo" x=(at(self.right)) y=(y) text-anchor="end" { (end) } }
            }
        });
        let rows: Vec<Markup> = rows.collect();
        html! { @for row in &rows { (row) } }
    }

    fn x(&self, value: f64) -> f64 {
        self.left + self.axis.share(value) * (self.right - self.left)
    }

    /// The pieces of a row's bar.
    pub fn pieces(&mut self, row: usize, pieces: &[Piece]) {
        let top = at(self.middle_of(row) - 0.5 * BAR);
        let bar = |piece: &Piece| {
            let (from, to) = (self.x(piece.from), self.x(piece.to));
            // Pieces that are wide enough have a gap between them.
            let gap = if to - from > 3.0 { 1.0 } else { 0.0 };
            html! {
                rect class=(piece.class) x=(at(from)) y=(top) width=(at((to - from - gap).max(0.3))) height=(at(BAR)) {
                    title { (shown(&piece.says)) }
                }
            }
        };
        let bars: Vec<Markup> = pieces.iter().map(bar).collect();
        self.drawn.push(html! { g { @for bar in &bars { (bar) } } });
    }

    /// The part of a row's bar that is not known.
    pub(crate) fn hatched(&mut self, row: usize, (from, to): (f64, f64), says: &str) {
        let (left, right, top) = (self.x(from), self.x(to), self.middle_of(row) - 0.5 * BAR);
        let area = hatch((left, right), (top, top + BAR));
        self.drawn.push(html! {
            (area)
            g class="aim" {
                rect x=(at(left)) y=(at(top)) width=(at((right - left).max(0.3))) height=(at(BAR)) { title { (shown(says)) } }
            }
        });
    }

    /// A point in a row.
    pub(crate) fn dot(&mut self, class: &str, row: usize, value: f64, says: &str) {
        let (x, y) = (at(self.x(value)), at(self.middle_of(row)));
        self.drawn.push(html! {
            g class={ "dots " (class) } { circle cx=(x) cy=(y) r="4" { title { (shown(says)) } } }
        });
    }

    /// Draws short lines down at the value of each row that has one.
    pub(crate) fn ticks(&mut self, class: &str, values: &[Option<f64>]) {
        let mut path = String::new();
        for (row, value) in values.iter().enumerate() {
            if let Some(value) = value {
                let (x, y) = (self.x(*value), self.middle_of(row));
                let (from, to) = (at(y - 0.5 * ROW + 1.0), at(y + 0.5 * ROW - 1.0));
                let _ = write!(path, "M{} {from}V{to}", at(x));
            }
        }
        if !path.is_empty() {
            self.drawn
                .push(html! { path class={ "line " (class) } d=(path) {} });
        }
    }

    /// The panel with its axis; `words` say what it shows.
    pub fn panel(self, label: &str, words: &str) -> Panel {
        let bottom = self.above + self.pitch() * self.names.len() as f64;
        let tall = bottom + BELOW;
        let ticks = across(&self.axis, (self.left, self.right), self.wide);
        let title = cut(&shown(&self.axis.title), self.text(), self.wide);
        let middle = centre(&title, (self.left, self.right), self.wide);
        let body = html! {
            g class="grid" {
                @for tick in &ticks { path d={ "M" (at(self.x(tick.value))) " " (at(self.above)) "V" (at(bottom)) } {} }
            }
            @for drawn in &self.drawn { (drawn) }
            path class="axis" d={ "M" (at(self.left)) " " (at(bottom)) "H" (at(self.right)) } {}
            (self.words())
            g class="names" {
                @for tick in &ticks {
                    text x=(at(tick.middle)) y=(at(bottom + 14.0)) text-anchor="middle" { (tick.name) }
                }
                text x=(at(middle)) y=(at(tall - 5.0)) text-anchor="middle" { (title) }
            }
        };
        Panel {
            label: label.to_owned(),
            size: (self.wide, tall),
            words: words.to_owned(),
            matrix: None,
            body,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_any_names_keep_room_for_their_axis() {
        let long = "x".repeat(500);
        let names = [long.clone(), "b".to_owned()];
        let mut rows = Rows::new(400.0, Axis::new(&*long, 0.0, 1.0), &names).ends(&names);
        assert!(rows.stacked && rows.right - rows.left > 0.2 * rows.wide);
        rows.ticks("fair", &[None, Some(0.5)]);
        let panel = rows.panel("", "");
        assert!(panel.body.into_string().len() < 3000);
    }
}
