//! All pictures of a record on one sheet, as a file of its own.

use maud::{Markup, PreEscaped, html};

use super::rows::hatch;
use super::text::{cut, shown, width, wrapped};
use super::{Key, Picture, STYLE, Swatch, at};

/// The sheet is about this wide; the margin is around it and between its parts.
const WIDE: f64 = 1080.0;
const MARGIN: f64 = 20.0;

/// Sizes of text, and the heights of its lines.
const HEAD: f64 = 15.0;
const TEXT: f64 = 11.0;
const HEAD_LINE: f64 = 20.0;
const TEXT_LINE: f64 = 15.0;

/// Bold letters are so much wider than plain ones.
const BOLD: f64 = 1.15;

/// The height of a panel's label.
const LABEL: f64 = 20.0;

/// A file with all `pictures` below each other.
pub(crate) fn sheet(name: &str, pictures: &[Picture]) -> String {
    let mut parts: Vec<Markup> = Vec::new();
    let widest = pictures.iter().map(natural).fold(0.0, f64::max);
    let wide = widest.clamp(360.0, WIDE);
    let column = column(pictures);
    let mut y = MARGIN;
    for picture in pictures {
        let (part, tall) = drawn(picture, (wide, column), y);
        parts.push(part);
        y += tall + MARGIN;
    }
    let (across, down) = (at(wide + 2.0 * MARGIN), at(y));
    let name = shown(name);
    let page = html! {
        svg xmlns="http://www.w3.org/2000/svg" class="sheet" viewBox={ "0 0 " (across) " " (down) }
            width=(across) height=(down) role="img" aria-label=(name) {
            title { (name) }
            style { (PreEscaped(STYLE)) }
            rect class="paper" width=(across) height=(down) {}
            @for part in &parts { (part) }
        }
    };
    format!("{}\n", page.into_string())
}

/// The width of all panels in one row.
fn natural(picture: &Picture) -> f64 {
    let panels = picture.panels.iter().map(|panel| panel.size.0 + MARGIN);
    panels.sum::<f64>() - MARGIN
}

/// The width of the columns of a sheet on which all pictures have the same parts, so that each part has a column.
fn column(pictures: &[Picture]) -> Option<f64> {
    let parts = pictures
        .iter()
        .map(|picture| picture.panels.len())
        .filter(|parts| *parts > 1);
    let parts: Vec<usize> = parts.collect();
    let alike = parts.windows(2).all(|pair| pair[0] == pair[1]);
    let panels = pictures.iter().flat_map(|picture| &picture.panels);
    let widest = panels
        .filter(|panel| !panel.label.is_empty())
        .map(|panel| panel.size.0)
        .fold(0.0, f64::max);
    let room = parts
        .first()
        .map_or(0.0, |parts| *parts as f64 * (widest + MARGIN) - MARGIN);
    (alike && room <= WIDE).then_some(widest)
}

/// A picture that begins at the height `y`, and its own height.
fn drawn(picture: &Picture, (wide, column): (f64, Option<f64>), y: f64) -> (Markup, f64) {
    let titles = wrapped(&shown(&picture.title), BOLD * HEAD, wide);
    let (caption, letters) = picture.caption();
    let abouts = [caption, letters]
        .into_iter()
        .filter(|text| !text.is_empty());
    let abouts: Vec<String> = abouts
        .flat_map(|text| wrapped(&shown(&text), TEXT, wide))
        .collect();
    let mut down = y + titles.len() as f64 * HEAD_LINE;
    let abouts_from = down;
    down += abouts.len() as f64 * TEXT_LINE + 6.0;
    let (legend, legend_tall) = legend(&picture.legend, wide, down);
    down += legend_tall;
    let mut panels = Vec::new();
    let labelled = picture.panels.iter().any(|panel| !panel.label.is_empty());
    let (mut x, mut tallest) = (0.0, 0.0_f64);
    for panel in &picture.panels {
        if x > 0.0 && x + panel.size.0 > wide {
            down += tallest + MARGIN * 0.5;
            (x, tallest) = (0.0, 0.0);
        }
        let label = if labelled { LABEL } else { 0.0 };
        let (left, top) = (at(MARGIN + x), at(down + label));
        let (w, h) = (at(panel.size.0), at(panel.size.1));
        let name = cut(&shown(&panel.label), TEXT + 1.0, panel.size.0);
        panels.push(html! {
            @if labelled { text class="strong" x=(left) y=(at(down + 13.0)) { (name) } }
            svg x=(left) y=(top) width=(w) height=(h) viewBox={ "0 0 " (w) " " (h) } { (panel.body) }
        });
        x += column.filter(|_| labelled).unwrap_or(panel.size.0) + MARGIN;
        tallest = tallest.max(panel.size.1 + label);
    }
    down += tallest;
    let part = html! {
        @for (line, text) in titles.iter().enumerate() {
            text class="title" x=(at(MARGIN)) y=(at(y + HEAD + line as f64 * HEAD_LINE)) { (text) }
        }
        @for (line, text) in abouts.iter().enumerate() {
            text class="quiet" x=(at(MARGIN)) y=(at(abouts_from + TEXT + line as f64 * TEXT_LINE)) { (text) }
        }
        (legend)
        @for panel in &panels { (panel) }
    };
    (part, down - y)
}

/// The meanings of colours in lines, and their height.
fn legend(keys: &[Key], wide: f64, y: f64) -> (Markup, f64) {
    let (mut x, mut line) = (0.0, 0.0);
    let mut parts = Vec::new();
    for key in keys {
        let means = shown(&key.means);
        let long = 22.0 + width(&means, TEXT) + 14.0;
        if x > 0.0 && x + long > wide {
            (x, line) = (0.0, line + TEXT_LINE + 2.0);
        }
        let (left, middle) = (MARGIN + x, y + line + 7.0);
        parts.push(html! {
            (swatch(key, (left, middle)))
            text x=(at(left + 20.0)) y=(at(middle + 4.0)) { (means) }
        });
        x += long;
    }
    let tall = if keys.is_empty() {
        0.0
    } else {
        line + TEXT_LINE + 8.0
    };
    (html! { @for part in &parts { (part) } }, tall)
}

/// A colour as the legend shows it, its left end in the middle of the line.
pub(crate) fn swatch(key: &Key, (x, y): (f64, f64)) -> Markup {
    let class = key.class;
    match key.swatch {
        Swatch::Area => {
            html! { rect class={ (class) " edge" } x=(at(x)) y=(at(y - 5.0)) width="15" height="10" {} }
        }
        Swatch::Hatched => hatch((x, x + 15.0), (y - 5.0, y + 5.0)),
        Swatch::Line => {
            html! { path class={ "line " (class) } d={ "M" (at(x)) " " (at(y)) "h15" } {} }
        }
        Swatch::Dot => html! {
            g class={ "dots " (class) } { circle cx=(at(x + 7.0)) cy=(at(y)) r="3" {} }
        },
    }
}
