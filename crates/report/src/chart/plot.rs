//! A panel with two axes, and what is drawn between them.

use std::fmt::Write;

use maud::{Markup, html};

use super::axis::Axis;
use super::text::{cut, shown, size as text_size, width};
use super::{Panel, at};

/// The room above, on the right and below the axes, and on the left beside the names of ticks.
const ABOVE: f64 = 10.0;
const RIGHT: f64 = 12.0;
const BELOW: f64 = 36.0;
const LEFT: f64 = 22.0;

/// Values of a curve up to which each has a point.
const DOTTED: usize = 30;

/// Ticks on the axis up a panel of that size.
fn down(size: (f64, f64)) -> usize {
    ((size.1 - ABOVE - BELOW) / 36.0).max(2.0) as usize
}

/// A value: where it stands, and what is said of it to whoever points at it.
#[derive(Debug, Clone)]
pub(crate) struct Mark {
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
pub(crate) struct Plot {
    size: (f64, f64),
    left: f64,
    x: Axis,
    y: Axis,
    drawn: Vec<Markup>,
    /// The points of the lines that were drawn, on the screen.
    lines: Vec<Vec<(f64, f64)>>,
}

/// Points of two lines that are nearer to each other lie on each other.
const ON_TOP: f64 = 1.2;

impl Plot {
    /// A panel of that size between two axes.
    pub fn new(size: (f64, f64), x: Axis, y: Axis) -> Self {
        let names = y.ticks(down(size)).into_iter();
        let left = LEFT
            + names
                .map(|(_, name)| width(&name, text_size(size.0)))
                .fold(0.0, f64::max);
        Self {
            size,
            left,
            x,
            y,
            drawn: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// The size of text for which there is room.
    fn text(&self) -> f64 {
        text_size(self.size.0)
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
    pub(crate) fn bars(&mut self, class: &str, wide: f64, marks: &[Mark]) {
        let bottom = self.bottom();
        let bars = marks.iter().map(|mark| {
            let (left, right) = (self.x(mark.x - 0.5 * wide), self.x(mark.x + 0.5 * wide));
            let top = self.y(mark.y);
            // A gap between bars as long as they are wide enough to be told apart.
            let gap = if right - left > 4.0 { 1.0 } else { 0.0 };
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

    /// A line through points; where it lies on an earlier one, it has gaps through which that is seen.
    pub fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        if !points.is_empty() {
            let path = self.points(points);
            let screen = points.iter().map(|(x, y)| (self.x(*x), self.y(*y)));
            let screen: Vec<(f64, f64)> = screen.collect();
            // A dashed line has gaps of its own, and is seen through.
            let dashed = class.contains("dashed");
            let hides = !dashed && self.lines.iter().any(|line| lies_on(&screen, line));
            let gaps = if hides { " over" } else { "" };
            if !dashed {
                self.lines.push(screen);
            }
            self.drawn
                .push(html! { path class={ "line " (class) (gaps) } d=(path) {} });
        }
    }

    /// Returns true if a line lies on an earlier one.
    pub(crate) fn has_lines_on_each_other(&self) -> bool {
        let pairs = self.lines.iter().enumerate();
        pairs.into_iter().any(|(at, line)| {
            let mut earlier = self.lines[..at].iter();
            earlier.any(|other| lies_on(line, other))
        })
    }

    /// Many lines in one path: none of them is told apart.
    pub(crate) fn whole_lines<'a>(
        &mut self,
        class: &str,
        lines: impl Iterator<Item = &'a [(f64, f64)]>,
    ) {
        let path: String = lines.map(|line| self.points(line)).collect();
        if !path.is_empty() {
            self.drawn
                .push(html! { path class={ "line " (class) } d=(path) {} });
        }
    }

    /// A line of steps: each value holds until the next, and the last one until `end`.
    pub(crate) fn steps(&mut self, class: &str, marks: &[Mark], end: f64) {
        let nexts = marks.iter().skip(1).map(|mark| mark.x).chain([end]);
        let corners = marks.iter().zip(nexts);
        let corners =
            corners.flat_map(|(mark, next)| [(mark.x, mark.y), (next.max(mark.x), mark.y)]);
        self.line(class, &corners.collect::<Vec<_>>());
        self.dots(class, marks);
    }

    /// A line through values that have words: with points where there are few, else with places to point at.
    pub(crate) fn curve(&mut self, class: &str, marks: &[Mark]) {
        let points: Vec<_> = marks.iter().map(|mark| (mark.x, mark.y)).collect();
        self.line(class, &points);
        if marks.len() <= DOTTED {
            self.dots(class, marks);
        } else {
            self.dots("unseen", marks);
        }
    }

    /// The area between two heights.
    pub(crate) fn band(&mut self, class: &str, band: &[(f64, f64, f64)]) {
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
    pub(crate) fn dots(&mut self, class: &str, marks: &[Mark]) {
        // Many are smaller, so that they do not hide each other; places to point at stay large enough.
        let small = marks.len() > DOTTED && class != "unseen";
        let radius = if small { "2" } else { "3" };
        self.drawn.push(html! {
            g class={ "dots " (class) } {
                @for mark in marks {
                    circle cx=(at(self.x(mark.x))) cy=(at(self.y(mark.y))) r=(radius) { title { (shown(&mark.says)) } }
                }
            }
        });
    }

    /// Short lines across at the height that each value would have.
    pub(crate) fn ticks(&mut self, class: &str, wide: f64, points: &[(f64, f64)]) {
        let mut path = String::new();
        for (x, y) in points {
            let (left, right) = (self.x(x - 0.5 * wide), self.x(x + 0.5 * wide));
            let _ = write!(path, "M{} {}H{}", at(left), at(self.y(*y)), at(right));
        }
        self.drawn
            .push(html! { path class={ "line " (class) } d=(path) {} });
    }

    /// Lines from one height to another.
    pub(crate) fn whiskers(&mut self, class: &str, whiskers: &[(f64, f64, f64)]) {
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
        let text = cut(&shown(name), self.text(), end - self.left);
        let above = if y > ABOVE + 16.0 { y - 4.0 } else { y + 13.0 };
        self.drawn.push(html! {
            path class={ "line " (class) } d={ "M" (at(self.left)) " " (at(y)) "H" (at(end)) } {}
            text class="halo" x=(at(end)) y=(at(above)) text-anchor="end" { (text) }
        });
    }

    /// A line up at a value, with its name at the top; none where the value is beyond the axis.
    pub(crate) fn upright(&mut self, class: &str, value: f64, name: &str) {
        if !self.x.holds(value) {
            return;
        }
        let (x, bottom) = (self.x(value), self.bottom());
        let path = format!("M{} {}V{}", at(x), at(ABOVE), at(bottom));
        let text = cut(&shown(name), self.text(), self.right() - self.left);
        let fits = x + 4.0 + width(&text, self.text()) <= self.right();
        let (beside, anchor) = if fits {
            (x + 4.0, "start")
        } else {
            (x - 4.0, "end")
        };
        self.drawn.push(html! {
            path class={ "line " (class) } d=(path) {}
            text class="halo" x=(at(beside)) y=(at(ABOVE + 9.0)) text-anchor=(anchor) { (text) }
        });
    }

    /// Words beside a value, on its left where there is no room on its right.
    pub fn note(&mut self, (x, y): (f64, f64), words: &str) {
        let (x, y) = (self.x(x), self.y(y));
        let most = (self.right() - x - 6.0).max(x - self.left - 6.0);
        let words = cut(&shown(words), self.text(), most);
        let fits = x + 6.0 + width(&words, self.text()) <= self.right();
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
        let half = 0.5 * (ABOVE + bottom);
        let x_title = cut(&shown(&self.x.title), self.text(), self.size.0);
        let y_title = cut(&shown(&self.y.title), self.text(), 2.0 * half);
        let middle = centre(&x_title, (self.left, right), self.size.0);
        let body = html! {
            g class="grid" {
                @for (value, _) in self.y.ticks(down(self.size)) {
                    path d={ "M" (at(self.left)) " " (at(self.y(value))) "H" (at(right)) } {}
                }
            }
            @for drawn in &self.drawn { (drawn) }
            path class="axis" d={ "M" (at(self.left)) " " (at(bottom)) "H" (at(right)) } {}
            g class="names" {
                @for (value, name) in self.y.ticks(down(self.size)) {
                    text x=(at(self.left - 5.0)) y=(at(self.y(value) + 3.8)) text-anchor="end" { (name) }
                }
                @for tick in across(&self.x, (self.left, right), self.size.0) {
                    text x=(at(tick.middle)) y=(at(bottom + 14.0)) text-anchor="middle" { (tick.name) }
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

/// Returns true if at least half of the points of `line` lie on `other`.
fn lies_on(line: &[(f64, f64)], other: &[(f64, f64)]) -> bool {
    // At a step two pieces of the other line have a point at the same place.
    let on = |point: &&(f64, f64)| {
        let (x, y) = **point;
        let mut pieces = other
            .windows(2)
            .filter(|pair| pair[0].0 < pair[1].0 && (pair[0].0..=pair[1].0).contains(&x));
        pieces.any(|pair| {
            let share = (x - pair[0].0) / (pair[1].0 - pair[0].0);
            let height = pair[0].1 + share * (pair[1].1 - pair[0].1);
            (height - y).abs() < ON_TOP
        })
    };
    line.len() > 1 && 2 * line.iter().filter(on).count() >= line.len()
}

/// A tick: its value, its name, and the middle of that.
pub(super) struct Tick {
    pub value: f64,
    pub name: String,
    pub middle: f64,
}

/// The ticks of an axis from `left` to `right` in a panel that is `wide`: as many as have room for their names.
pub(super) fn across(axis: &Axis, (left, right): (f64, f64), wide: f64) -> Vec<Tick> {
    let text = text_size(wide);
    let place = |(value, name): (f64, String)| {
        let half = 0.5 * width(&name, text);
        let x = left + axis.share(value) * (right - left);
        // A long name at an end of the axis moves inwards.
        let middle = x.clamp(half.min(wide), (wide - half).max(half));
        Tick {
            value,
            name,
            middle,
        }
    };
    let apart = |ticks: &[Tick]| {
        ticks.windows(2).all(|pair| {
            let names = 0.5 * (width(&pair[0].name, text) + width(&pair[1].name, text));
            (pair[1].middle - pair[0].middle).abs() >= names + 5.0
        })
    };
    let most = ((right - left) / 30.0).max(2.0) as usize;
    let tries = (1..=most)
        .rev()
        .map(|many| axis.ticks(many).into_iter().map(place).collect::<Vec<_>>());
    let mut fitting = tries.filter(|ticks| apart(ticks));
    fitting.next().unwrap_or_default()
}

/// The middle of a title below an axis: the axis' own, or where the title is wider than that allows, the panel's.
pub(super) fn centre(title: &str, (left, right): (f64, f64), wide: f64) -> f64 {
    let middle = 0.5 * (left + right);
    if width(title, text_size(wide)) > 2.0 * (wide - middle).min(middle) {
        0.5 * wide
    } else {
        middle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_lies_on_another_lets_it_be_seen() {
        let classes = |second: &[(f64, f64)]| {
            let axis = || Axis::new("", 0.0, 10.0);
            let mut plot = Plot::new((300.0, 200.0), axis(), axis());
            plot.line("s0", &[(0.0, 1.0), (5.0, 5.0), (10.0, 9.0)]);
            plot.line("s1", second);
            plot.panel("", "").body.into_string().contains("s1 over")
        };
        assert!(classes(&[(0.0, 1.0), (5.0, 5.0)]));
        assert!(!classes(&[(0.0, 2.0), (5.0, 6.0), (10.0, 8.0)]));
        assert!(
            !classes(&[(0.0, 9.0), (5.0, 5.0), (10.0, 1.0)]),
            "they only cross"
        );
    }

    #[test]
    fn steps_hold_until_the_next_value() {
        let axis = || Axis::new("", 0.0, 10.0);
        let mut plot = Plot::new((300.0, 200.0), axis(), axis());
        let marks = [Mark::new(0.0, 10.0, ""), Mark::new(5.0, 0.0, "")];
        plot.steps("s0", &marks, 10.0);
        let corners = &plot.lines[0];
        assert_eq!(corners.len(), 4);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(corners[0].1, corners[1].1) && near(corners[1].0, corners[2].0));
    }

    #[test]
    fn names_of_ticks_do_not_touch_and_stay_inside() {
        for axis in [
            Axis::new("", 0.0, 3_000_000_000.0),
            Axis::log("", 1.0, 1e12),
            Axis::new("", 0.0, 1.0),
            Axis::new("", 0.5, 1.5).whole(),
        ] {
            let ticks = across(&axis, (40.0, 288.0), 300.0);
            assert!(!ticks.is_empty(), "{axis:?}");
            let sides = ticks.iter().map(|tick| {
                let half = 0.5 * width(&tick.name, text_size(300.0));
                (tick.middle - half, tick.middle + half)
            });
            let sides: Vec<_> = sides.collect();
            assert!(sides[0].0 >= 0.0 && sides[sides.len() - 1].1 <= 300.0);
            assert!(sides.windows(2).all(|pair| pair[0].1 < pair[1].0));
        }
    }
}
