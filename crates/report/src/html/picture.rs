//! Pictures within pages: figures whose values are told to whoever points at them, or moves through them by keys.

use maud::{Markup, html};

use super::super::chart::{Key, Panel, Picture, at, shown, swatch};
use super::parts::heading;

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
            div class="panels" {
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
        svg role="img" tabindex="0" aria-label=(shown(words)) width=(wide) height=(high)
            viewBox={ "0 0 " (wide) " " (high) } data-matrix=[matrix] { (panel.body) }
    }
}
