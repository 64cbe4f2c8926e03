//! Pictures within pages: figures whose values are told to whoever points at them, or moves through them by keys.

use maud::{Markup, html};

use super::super::chart::{Key, Panel, Picture, at, shown, swatch};
use super::parts::heading;

/// Pictures below each other: those that found something, and folded away below them those that show no evidence
/// of anything. Where none found anything, the first of them stands open.
pub(super) fn figures(pictures: &[&Picture], level: usize) -> Markup {
    let all_quiet = pictures.iter().all(|picture| picture.quiet);
    let all = pictures.iter().copied().enumerate();
    let (open, folded): (Vec<_>, Vec<_>) =
        all.partition(|(at, picture)| !picture.quiet || (all_quiet && *at == 0));
    let [open, folded] = [open, folded].map(|part| part.into_iter().map(|(_, one)| one));
    html! {
        @for picture in open { (figure(picture, level)) }
        @if folded.len() > 0 {
            details class="quiet-pictures" {
                summary {
                    (folded.len())
                    @if folded.len() == 1 { " picture shows" } @else { " pictures show" }
                    " no evidence"
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
            // What is to be seen comes before how it is read.
            @let (caption, letters) = picture.caption();
            p class="about" { (shown(&caption)) }
            @if !letters.is_empty() {
                details class="letters" { summary { "Letters" } p { (shown(&letters)) } }
            }
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
    let shape = match panel.size.1 / panel.size.0 {
        tall if tall > 1.1 => Some("tall"),
        square if square > 0.9 => Some("square"),
        high if high > 0.65 => Some("tall"),
        _ => None,
    };
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
        svg class=[shape] style={ "--w:" (wide) } role="img" tabindex="0" aria-label=(shown(words)) width=(wide) height=(high)
            viewBox={ "0 0 " (wide) " " (high) } data-matrix=[matrix] { (panel.body) }
    }
}
