//! The law of rising sequences beside that of a fair deck.

use super::super::super::chart::{Key, Panel, Picture, Swatch};
use super::law::{Value, plot};
use super::words::{letters, short};
use super::{Named, Of, PANELS, of, size, some_of};
use record::answers::Law;
use text::names::grouped;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, Law);
    // Shelf shuffles of large decks have a law of valleys instead.
    all.retain(|of| !of.found.rising_sequences.is_empty());
    let shown = &all[..all.len().min(PANELS)];
    let panels = shown.iter().filter_map(|of| panel(of, size(shown.len())));
    let panels: Vec<Panel> = panels.collect();
    // The title is about the one that is farthest from fair, if several are shown.
    let off = |of: &Of<'_, Law>| {
        let (mean, fair) = means(of.found);
        (mean - fair).abs()
    };
    let first = shown.iter().max_by(|a, b| off(a).total_cmp(&off(b)));
    let Some(first) = first.filter(|_| !panels.is_empty()) else {
        return Vec::new();
    };
    vec![Picture {
        quiet: false,
        name: "rising-sequences",
        title: said(first),
        about: format!(
            "Rising sequences: how often one goes through the deck from top to bottom to take up its cards in their first order. Exact, \
             over all orders.{}{}",
            letters(shown.iter().map(|of| of.answer)),
            some_of(shown.len(), all.len())
        ),
        legend: vec![
            Key {
                class: "seen",
                swatch: Swatch::Area,
                means: "shuffled so".to_owned(),
            },
            Key {
                class: "fair",
                swatch: Swatch::Line,
                means: "fair".to_owned(),
            },
        ],
        panels,
    }]
}

fn panel(of: &Of<'_, Law>, size: (f64, f64)) -> Option<Panel> {
    let values = of.found.rising_sequences.iter();
    let values: Vec<Value> = values
        .map(|at| (at.rising_sequences, at.probability, Some(at.ideal)))
        .collect();
    let said_of = ("rising sequence", "rising sequences");
    let plot = plot(size, "rising sequences", said_of, &values)?;
    let label = format!("{}, {} cards", of.label(), grouped(of.cards() as u64));
    Some(plot.panel(&label, &said(of)))
}

/// The mean of the law, and of a fair deck.
fn means(found: &Law) -> (f64, f64) {
    let all = found.rising_sequences.iter();
    all.fold((0.0, 0.0), |(mean, fair), at| {
        let value = at.rising_sequences as f64;
        (mean + value * at.probability, fair + value * at.ideal)
    })
}

fn said(of: &Of<'_, Law>) -> String {
    let (mean, fair) = means(of.found);
    let (done, cards) = (of.done(), grouped(of.cards() as u64));
    let (mean, fair) = (short(mean, 3), short(fair, 3));
    if mean == fair {
        return format!(
            "After {done}, {cards} cards have {mean} rising sequences on average, as fair ones have."
        );
    }
    format!(
        "After {done}, {cards} cards have {mean} rising sequences on average, where {fair} is fair."
    )
}
