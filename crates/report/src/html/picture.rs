//! Pictures within pages: figures whose values are told to whoever points at them, or moves through them by keys.

use maud::{Markup, html};

use super::super::chart::{Key, Panel, Picture, at, shown, swatch};
use super::parts::heading;

/// Pictures below each other: those that found something, and folded away below them those that show nothing beyond
/// chance. Where none found anything, all of them stand open.
pub(super) fn figures(pictures: &[&Picture], level: usize) -> Markup {
    let all_quiet = pictures.iter().all(|picture| picture.quiet);
    let all = pictures.iter().copied();
    let (open, folded): (Vec<&Picture>, Vec<&Picture>) =
        all.partition(|picture| all_quiet || !picture.quiet);
    html! {
        @for picture in open { (figure(picture, level)) }
        @if !folded.is_empty() {
            details class="quiet-pictures" {
                summary {
                    (folded.len())
                    @if folded.len() == 1 { " picture shows" } @else { " pictures show" }
                    " nothing beyond chance"
                }
                @for picture in folded { (figure(picture, level)) }
            }
        }
    }
}

/// A picture with its sentence, a heading of this level, how it is read, its legend and its panels.
pub(super) fn figure(picture: &Picture, level: usize) -> Markup {
    let title = html! { (shown(&picture.title)) };
    let labelled = picture.panels.iter().any(|panel| !panel.label.is_empty());
    html! {
        figure class="picture" data-picture=(picture.name) {
            figcaption {
                (heading(0, level, &title))
                p { (shown(&picture.about)) }
                @if !picture.legend.is_empty() {
                    ul class="legend" { @for key in &picture.legend { (legend(key)) } }
                }
            }
            div class={ "panels " (abreast(picture.panels.len())) } {
                @for panel in &picture.panels {
                    div class="panel" {
                        @if labelled { div class="label" { (shown(&panel.label)) } }
                        (drawing(panel, &picture.title))
                    }
                }
            }
            output { }
        }
    }
}

/// The class of so many panels: the style sheet says how many of them stand abreast.
fn abreast(panels: usize) -> &'static str {
    match panels {
        0 | 1 => "one",
        2 | 4 => "two",
        _ => "many",
    }
}

fn legend(key: &Key) -> Markup {
    html! {
        li {
            svg aria-hidden="true" width="18" height="12" viewBox="0 0 18 12" { (swatch(key, (1.0, 6.0))) }
            (shown(&key.means))
        }
    }
}

fn drawing(panel: &Panel, title: &str) -> Markup {
    let (wide, high) = (at(panel.size.0), at(panel.size.1));
    let is_square = panel.size.1 > 0.9 * panel.size.0;
    let words = if panel.words.is_empty() {
        title
    } else {
        &panel.words
    };
    let matrix = panel.matrix.as_ref().map(|matrix| {
        let (left, top, side) = matrix.place;
        format!(
            "{}|{left}|{top}|{side:.5}|{}|{}|{}",
            matrix.path, matrix.cards, matrix.bin, matrix.take
        )
    });
    html! {
        svg class=[is_square.then_some("square")] style={ "--w:" (wide) } role="img" tabindex="0" aria-label=(shown(words)) width=(wide) height=(high)
            viewBox={ "0 0 " (wide) " " (high) } data-matrix=[matrix] { (panel.body) }
    }
}
