//! Pictures of how the number of times grows with the size of the deck, beside the cutoff.

use super::super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch};
use super::words::{counted, letters, short, spoken};
use super::{Named, Of, PANELS, class, of, size, some_of};
use record::answers::Enough;
use text::names::grouped;

/// Thresholds that are drawn at the most: more can no longer be told apart.
const THRESHOLDS: usize = 5;

/// The class of the cutoff.
const CUTOFF: &str = "s5 dashed";

type Found<'a> = Of<'a, Enough>;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, Enough);
    all.retain(|of| of.found.growth.len() > 1);
    let shown = &all[..all.len().min(PANELS)];
    let Some(first) = shown.first() else {
        return Vec::new();
    };
    let has_cutoff = |of: &Found<'_>| of.found.growth.iter().any(|size| size.cutoff.is_some());
    let levels = first.found.thresholds.iter().take(THRESHOLDS).enumerate();
    let mut legend: Vec<Key> = levels
        .map(|(at, times)| Key {
            class: class(at),
            swatch: Swatch::Line,
            means: format!("within {} of fair", short(times.below, 3)),
        })
        .collect();
    if shown.iter().any(has_cutoff) {
        legend.push(Key {
            class: CUTOFF,
            swatch: Swatch::Line,
            means: "cutoff: 3/2 log₂ n riffles (Bayer and Diaconis, 1992)".to_owned(),
        });
    }
    let alone = shown.len() == 1;
    let panels = shown.iter().map(|of| {
        let label = if alone { String::new() } else { of.label() };
        panel(of, size(shown.len()), &label)
    });
    vec![Picture {
        quiet: false,
        name: "enough-growth",
        title: said(first),
        about: format!(
            "How often the deck must be shuffled until it is near fair, by its number of cards. Exact, by the law of the whole \
             deck.{}{}",
            letters(shown.iter().map(|of| of.answer)),
            some_of(shown.len(), all.len())
        ),
        legend,
        panels: panels.collect(),
    }]
}

/// One of such times and several: "riffle", "riffles".
fn unit(of: &Found<'_>) -> (String, String) {
    if of.found.riffles {
        return ("riffle".to_owned(), "riffles".to_owned());
    }
    of.times()
}

fn panel(of: &Found<'_>, size: (f64, f64), label: &str) -> Panel {
    let growth = &of.found.growth;
    let cards = |at: usize| growth[at].cards as f64;
    let (one, many) = unit(of);
    let most = growth.iter().flat_map(|size| &size.times).flatten().max();
    let most = f64::from(most.copied().unwrap_or(1));
    let cutoffs = growth
        .iter()
        .filter_map(|size| Some((size.cards as f64, size.cutoff?)));
    let cutoffs: Vec<(f64, f64)> = cutoffs.collect();
    let top = cutoffs
        .iter()
        .fold(most, |top, (_, cutoff)| top.max(*cutoff));
    let mut plot = Plot::new(
        size,
        Axis::log("cards", cards(0), cards(growth.len() - 1)).whole(),
        Axis::new(many.clone(), 0.0, libm::ceil(top)).whole(),
    );
    plot.line(CUTOFF, &cutoffs);
    let levels = of.found.thresholds.iter().take(THRESHOLDS).enumerate();
    for (at, threshold) in levels {
        let below = short(threshold.below, 3);
        let marks = growth.iter().filter_map(|size| {
            let times = size.times.get(at).copied().flatten()?;
            let says = format!(
                "{} cards: {} until within {below}",
                grouped(size.cards as u64),
                counted(times.into(), &one, &many)
            );
            Some(Mark::new(size.cards as f64, f64::from(times), says))
        });
        plot.curve(class(at), &marks.collect::<Vec<_>>());
    }
    plot.panel(label, &said(of))
}

/// "10 cards take four riffles until they are within 0.25 of fair; 500 cards take 13."
fn said(of: &Found<'_>) -> String {
    let (Some(first), Some(last), Some(threshold)) = (
        of.found.growth.first(),
        of.found.growth.last(),
        of.found.thresholds.first(),
    ) else {
        return String::new();
    };
    let below = short(threshold.below, 3);
    let (from, to) = (grouped(first.cards as u64), grouped(last.cards as u64));
    let taken = |times: &[Option<u32>]| times.first().copied().flatten();
    match (taken(&first.times), taken(&last.times)) {
        (Some(few), Some(many)) => format!(
            "{from} cards take {} until they are within {below} of fair; {to} cards take {}.",
            counted(few.into(), &unit(of).0, &unit(of).1),
            spoken(many.into())
        ),
        _ => format!("Not all decks of {from} to {to} cards ever come within {below} of fair."),
    }
}
