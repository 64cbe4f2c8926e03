//! A square of coloured cells: places before a shuffle across, places after it down.

use std::fmt::Write;

use maud::{Markup, html};

use super::super::chart::{at, shown};

/// Rows and columns that are drawn at the most; of more, several are taken together.
pub(super) const MOST: usize = 128;

/// The sides of the drawing, and the room on the left and below for the names of places.
const SIDE: f64 = 164.0;
const LEFT: f64 = 30.0;
const ABOVE: f64 = 4.0;
const BELOW: f64 = 32.0;
const RIGHT: f64 = 6.0;

/// The width and height of the panel.
pub(super) const SIZE: (f64, f64) = (LEFT + SIDE + RIGHT, ABOVE + SIDE + BELOW);

/// The classes of what is rarer than fair, and of what comes more often, from little to much.
pub(super) const RARER: [&str; 5] = ["r1", "r2", "r3", "r4", "r5"];
pub(super) const OFTENER: [&str; 5] = ["o1", "o2", "o3", "o4", "o5"];

/// The left and upper edges of the drawing, and the side of each of `many` cells.
pub(super) fn place(many: usize) -> (f64, f64, f64) {
    (LEFT, ABOVE, SIDE / many.max(1) as f64)
}

/// The cells of each class as one path: lines as thick as cells are high, over runs of equal cells. `None` is left as it
/// is.
pub(super) fn paths(classes: &[Vec<Option<&'static str>>]) -> Vec<(&'static str, String)> {
    let mut paths: Vec<(&'static str, String, (usize, usize))> = Vec::new();
    for (row, classes) in classes.iter().enumerate() {
        let mut from = 0_usize;
        for run in classes.chunk_by(|a, b| a == b) {
            if let Some(class) = run[0] {
                let known = paths.iter().position(|(known, ..)| *known == class);
                let known = known.unwrap_or_else(|| {
                    paths.push((class, String::new(), (0, 0)));
                    paths.len() - 1
                });
                let (_, path, (x, y)) = &mut paths[known];
                // Relative moves are short; half a cell down is the middle of the first row.
                let right = from.cast_signed() - x.cast_signed();
                let down = row.cast_signed() - y.cast_signed();
                let _ = if path.is_empty() {
                    write!(path, "M{from} {row}.5h{}", run.len())
                } else {
                    write!(path, "m{right} {down}h{}", run.len())
                };
                (*x, *y) = (from + run.len(), row);
            }
            from += run.len();
        }
    }
    paths
        .into_iter()
        .map(|(class, path, _)| (class, path))
        .collect()
}

/// The square of such cells, rows from the top down, for a deck of `cards`.
pub(super) fn square(classes: &[Vec<Option<&'static str>>], cards: usize) -> Markup {
    let (.., cell) = place(classes.len());
    let (right, bottom) = (at(LEFT + SIDE), at(ABOVE + SIDE));
    let middle = 0.5 * SIDE;
    let scale = format!("translate({LEFT} {ABOVE}) scale({cell:.5})");
    html! {
        rect class="even" x=(at(LEFT)) y=(at(ABOVE)) width=(at(SIDE)) height=(at(SIDE)) {}
        g class="cells" transform=(scale) {
            @for (class, path) in paths(classes) { path class=(class) d=(path) {} }
        }
        rect class="frame" x=(at(LEFT)) y=(at(ABOVE)) width=(at(SIDE)) height=(at(SIDE)) {}
        g class="names" {
            text x=(at(LEFT)) y=(at(ABOVE + SIDE + 13.0)) { "1" }
            text x=(right) y=(at(ABOVE + SIDE + 13.0)) text-anchor="end" { (cards) }
            text x=(at(LEFT + middle)) y=(at(ABOVE + SIDE + 13.0)) text-anchor="middle" { "place before" }
            text x=(at(LEFT - 4.0)) y=(at(ABOVE + 9.0)) text-anchor="end" { "1" }
            text x=(at(LEFT - 4.0)) y=(bottom) text-anchor="end" { (cards) }
            text x="11" y=(at(ABOVE + middle)) text-anchor="middle"
                transform={ "rotate(-90 11 " (at(ABOVE + middle)) ")" } { "place after" }
        }
    }
}

/// Tells of each column of such a square what its reader sees on pointing at it.
pub(super) fn columns(says: &[String]) -> Markup {
    let (left, top, wide) = place(says.len());
    html! {
        g class="aim" {
            @for (column, says) in says.iter().enumerate() {
                rect x=(at(left + column as f64 * wide)) y=(at(top)) width=(at(wide)) height=(at(SIDE)) {
                    title { (shown(says)) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_equal_cells_are_one_line() {
        let (o, r) = (Some("o3"), Some("r2"));
        let paths = paths(&[vec![o, o, r], vec![o, r, o], vec![r, r, None]]);
        assert_eq!(
            paths,
            [
                ("o3", "M0 0.5h2m-2 1h1m1 0h1".to_owned()),
                ("r2", "M2 0.5h1m-2 1h1m-2 1h2".to_owned())
            ]
        );
    }
}
