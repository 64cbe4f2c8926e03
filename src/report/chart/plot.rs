//! A panel with two axes, and what is drawn between them.

use std::fmt::Write;

use maud::{Markup, html};

use super::axis::Axis;
use super::text::{cut, shown, width};
use super::{Panel, at};

/// The size of text in pictures.
const TEXT: f64 = 11.0;

/// The room above, on the right and below the axes, and on the left beside the names of ticks.
const ABOVE: f64 = 10.0;
const RIGHT: f64 = 12.0;
const BELOW: f64 = 36.0;
const LEFT: f64 = 22.0;

/// A value: where it stands, and what is said of it to whoever points at it.
#[derive(Debug, Clone)]
pub(in crate::report) struct Mark {
    /// Its place along the axis across.
    pub x: f64,
    /// Its height.
    pub y: f64,
    /// Its words.
    pub says: String,
}

impl Mark {
    /// A value and its words.
    pub fn new(x: f64, y: f64, says: impl Into<String>) -> Self {
        Self {
            x,
            y,
            says: says.into(),
        }
    }
}

/// A panel that is being drawn. Later things lie above earlier ones.
pub(in crate::report) struct Plot {
    size: (f64, f64),
    left: f64,
    x: Axis,
    y: Axis,
    drawn: Vec<Markup>,
}

impl Plot {
    /// A panel of that size between two axes.
    pub fn new(size: (f64, f64), x: Axis, y: Axis) -> Self {
        let names = y.ticks(4).into_iter().map(|(_, name)| width(&name, TEXT));
        let left = LEFT + names.fold(0.0, f64::max);
        Self {
            size,
            left,
            x,
            y,
            drawn: Vec::new(),
        }
    }

    fn right(&self) -> f64 {
        self.size.0 - RIGHT
    }

    fn bottom(&self) -> f64 {
        self.size.1 - BELOW
    }

    fn x(&self, value: f64) -> f64 {
        self.left + self.x.share(value) * (self.right() - self.left)
    }

    fn y(&self, value: f64) -> f64 {
        self.bottom() - self.y.share(value) * (self.bottom() - ABOVE)
    }

    fn points(&self, points: &[(f64, f64)]) -> String {
        let mut path = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            let command = if index == 0 { "M" } else { "L" };
            let _ = write!(path, "{command}{} {}", at(self.x(*x)), at(self.y(*y)));
        }
        path
    }

    /// Bars from the ground, each `wide` in values of the axis across.
    pub fn bars(&mut self, class: &str, wide: f64, marks: &[Mark]) {
        let bottom = self.bottom();
        // A gap between bars as long as they are wide enough to be told apart.
        let whole = self.x(wide) - self.x(0.0);
        let gap = if whole > 4.0 { 1.0 } else { 0.0 };
        let bars = marks.iter().map(|mark| {
            let (left, right) = (self.x(mark.x - 0.5 * wide), self.x(mark.x + 0.5 * wide));
            let top = self.y(mark.y);
            html! {
                rect x=(at(left)) y=(at(top)) width=(at((right - left - gap).max(0.3))) height=(at(bottom - top)) {
                    title { (shown(&mark.says)) }
                }
            }
        });
        let bars: Vec<Markup> = bars.collect();
        self.drawn
            .push(html! { g class=(class) { @for bar in &bars { (bar) } } });
    }

    /// A line through points.
    pub fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        if !points.is_empty() {
            let path = self.points(points);
            self.drawn
                .push(html! { path class={ "line " (class) } d=(path) {} });
        }
    }

    /// The area between two heights.
    pub fn band(&mut self, class: &str, band: &[(f64, f64, f64)]) {
        if band.is_empty() {
            return;
        }
        let upper = band.iter().map(|&(x, _, high)| (x, high));
        let lower = band.iter().rev().map(|&(x, low, _)| (x, low));
        let path = self.points(&upper.chain(lower).collect::<Vec<_>>());
        self.drawn
            .push(html! { path class={ "band " (class) } d={ (path) "Z" } {} });
    }

    /// Points.
    pub fn dots(&mut self, class: &str, marks: &[Mark]) {
        let radius = if class.starts_with("small") {
            "1.4"
        } else {
            "3"
        };
        self.drawn.push(html! {
            g class={ "dots " (class) } {
                @for mark in marks {
                    circle cx=(at(self.x(mark.x))) cy=(at(self.y(mark.y))) r=(radius) { title { (shown(&mark.says)) } }
                }
            }
        });
    }

    /// Short lines across at the height that each value would have.
    pub fn ticks(&mut self, class: &str, wide: f64, points: &[(f64, f64)]) {
        let mut path = String::new();
        for (x, y) in points {
            let (left, right) = (self.x(x - 0.5 * wide), self.x(x + 0.5 * wide));
            let _ = write!(path, "M{} {}H{}", at(left), at(self.y(*y)), at(right));
        }
        self.drawn
            .push(html! { path class={ "line " (class) } d=(path) {} });
    }

    /// Lines from one height to another.
    pub fn whiskers(&mut self, class: &str, whiskers: &[(f64, f64, f64)]) {
        let mut path = String::new();
        for (x, low, high) in whiskers {
            let _ = write!(
                path,
                "M{} {}V{}",
                at(self.x(*x)),
                at(self.y(*low)),
                at(self.y(*high))
            );
        }
        self.drawn
            .push(html! { path class={ "line " (class) } d=(path) {} });
    }

    /// A line across at a height, with its name at the right end.
    pub fn level(&mut self, class: &str, value: f64, name: &str) {
        let (y, end) = (self.y(value), self.right());
        let text = cut(&shown(name), TEXT, end - self.left);
        let above = if y > ABOVE + 16.0 { y - 4.0 } else { y + 13.0 };
        self.drawn.push(html! {
            path class={ "line " (class) } d={ "M" (at(self.left)) " " (at(y)) "H" (at(end)) } {}
            text class="halo" x=(at(end)) y=(at(above)) text-anchor="end" { (text) }
        });
    }

    /// Words beside a value, on its left where there is no room on its right.
    pub fn note(&mut self, (x, y): (f64, f64), words: &str) {
        let (x, y) = (self.x(x), self.y(y));
        let most = (self.right() - x - 6.0).max(x - self.left - 6.0);
        let words = cut(&shown(words), TEXT, most);
        let fits = x + 6.0 + width(&words, TEXT) <= self.right();
        let (x, anchor) = if fits {
            (x + 6.0, "start")
        } else {
            (x - 6.0, "end")
        };
        let y = y.clamp(ABOVE + 11.0, self.bottom() - 4.0);
        self.drawn
            .push(html! { text class="halo" x=(at(x)) y=(at(y)) text-anchor=(anchor) { (words) } });
    }

    /// The panel with its axes; `words` say what it shows.
    pub fn panel(self, label: &str, words: &str) -> Panel {
        let (right, bottom) = (self.right(), self.bottom());
        let across = ((right - self.left) / 52.0).max(2.0) as usize;
        let middle = 0.5 * (self.left + right);
        let half = 0.5 * (ABOVE + bottom);
        let x_title = cut(&shown(&self.x.title), TEXT, self.size.0);
        let y_title = cut(&shown(&self.y.title), TEXT, self.size.1);
        let body = html! {
            g class="grid" {
                @for (value, _) in self.y.ticks(4) {
                    path d={ "M" (at(self.left)) " " (at(self.y(value))) "H" (at(right)) } {}
                }
            }
            @for drawn in &self.drawn { (drawn) }
            path class="axis" d={ "M" (at(self.left)) " " (at(bottom)) "H" (at(right)) } {}
            g class="names" {
                @for (value, name) in self.y.ticks(4) {
                    text x=(at(self.left - 5.0)) y=(at(self.y(value) + 3.8)) text-anchor="end" { (name) }
                }
                @for (value, name) in self.x.ticks(across) {
                    text x=(at(self.x(value))) y=(at(bottom + 14.0)) text-anchor="middle" { (name) }
                }
                text x=(at(middle)) y=(at(self.size.1 - 5.0)) text-anchor="middle" { (x_title) }
                text x="11" y=(at(half)) text-anchor="middle" transform={ "rotate(-90 11 " (at(half)) ")" } { (y_title) }
            }
        };
        Panel {
            label: label.to_owned(),
            size: self.size,
            words: words.to_owned(),
            matrix: None,
            body,
        }
    }
}
