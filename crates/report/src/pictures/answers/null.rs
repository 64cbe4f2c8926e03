//! The law of a statistic on fair decks.

use super::super::super::chart::{Panel, Picture};
use super::law::{Value, plot};
use super::words::{brief, capital, percent, short};
use super::{Named, Of, PANELS, of, size, some_of};
use record::answers::Null;
use text::names::grouped;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, Null);
    all.retain(|of| !of.found.values.is_empty());
    let shown = &all[..all.len().min(PANELS)];
    let panels = shown.iter().filter_map(|of| panel(of, size(shown.len())));
    let panels: Vec<Panel> = panels.collect();
    let (Some(first), false) = (shown.first(), panels.is_empty()) else {
        return Vec::new();
    };
    vec![Picture {
        quiet: false,
        name: "null",
        title: said(first),
        about: format!(
            "How likely each value is on an ideally shuffled deck. Exact. {}.{}",
            capital(&brief(&first.found.about)),
            some_of(shown.len(), all.len())
        ),
        legend: Vec::new(),
        panels,
    }]
}

/// The thing that is counted, in a word or two: "rising sequences: 1 + the number of …" begins with them.
fn counted(found: &Null) -> String {
    let name = found.about.split_once(':').map(|(name, _)| name);
    brief(name.unwrap_or(&found.law))
}

fn panel(of: &Of<'_, Null>, size: (f64, f64)) -> Option<Panel> {
    let values = of.found.values.iter();
    let values: Vec<Value> = values.map(|at| (at.value, at.probability, None)).collect();
    let what = counted(of.found);
    let mut plot = plot(size, &what, ("", ""), &values)?;
    if let Some(at) = &of.found.at {
        plot.upright("fair", at.value as f64, &grouped(at.value));
    }
    let label = match of.name {
        "" => String::new(),
        name => format!(
            "{}: {}, {} cards",
            brief(name),
            brief(&of.found.law),
            of.cards()
        ),
    };
    Some(plot.panel(&label, &said(of)))
}

/// "Rising sequences of fair decks of 52 cards: 26.5 on average, give or take 2.08; 20 or fewer in 0.25% of decks."
fn said(of: &Of<'_, Null>) -> String {
    let (found, cards) = (of.found, grouped(of.cards() as u64));
    let tail = found.at.as_ref().map(|at| {
        let (tail, more) = if at.at_least < at.at_most {
            (at.at_least, "more")
        } else {
            (at.at_most, "fewer")
        };
        let decks = if found.decks == 1 { "decks" } else { "all" };
        format!(
            "; {} or {more} in {} of {decks}",
            grouped(at.value),
            percent(tail)
        )
    });
    format!(
        "{} of fair decks of {cards} cards: {} on average, give or take {}{}.",
        capital(&counted(found)),
        short(found.mean, 4),
        short(found.variance.max(0.0).sqrt(), 3),
        tail.unwrap_or_default()
    )
}
