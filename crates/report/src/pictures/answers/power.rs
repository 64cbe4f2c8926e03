//! Pictures of how many decks a test of where cards go needs until it sees a routine.

use super::super::super::chart::{Axis, Key, Mark, Picture, Plot, Swatch};
use super::words::{capital, counted, letters, percent};
use super::{ALONE, LINES, MARKS, Named, Of, class, of, some_of};
use record::answers::Position;
use text::names::grouped;
use text::sorting;

/// Powers that differ by less are the same.
const SAME: f64 = 1e-9;

type Found<'a> = Of<'a, Position>;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, Position);
    all.retain(|of| of.found.power.len() > 1);
    let shown = &all[..all.len().min(LINES)];
    let Some(first) = shown.first() else {
        return Vec::new();
    };
    let decks = shown
        .iter()
        .flat_map(|of| of.found.power.iter().map(|at| at.decks.max(1) as f64));
    let fewest = decks.clone().fold(f64::INFINITY, f64::min);
    let most = decks.fold(1.0, f64::max);
    let mut plot = Plot::new(
        ALONE,
        Axis::log("decks", fewest, most).whole(),
        Axis::shares("power: tests that fail", 1.0),
    );
    let mut legend = Vec::new();
    let wanted = first.found.test.power;
    if shown
        .iter()
        .all(|of| (of.found.test.power - wanted).abs() < SAME)
    {
        plot.level("s5 thin dashed", wanted, "");
        legend.push(Key {
            class: "s5 thin dashed",
            swatch: Swatch::Line,
            means: format!("{} of tests", percent(wanted)),
        });
    }
    for (at, of) in shown.iter().enumerate() {
        let power: Vec<Mark> = of
            .found
            .power
            .iter()
            .take(MARKS)
            .map(|at| mark(of, at.decks, at.power))
            .collect();
        let line: Vec<(f64, f64)> = power.iter().map(|at| (at.x, at.y)).collect();
        plot.line(class(at), &line);
        plot.dots("unseen", &power);
        if let Some(decks) = of.found.test.decks_needed {
            let needed = mark(of, decks, of.found.test.power);
            if shown.len() <= NOTES {
                // On the right of a steep line there is room a little below the level.
                plot.note((needed.x, needed.y - 0.08), &grouped(decks));
            }
            plot.dots(class(at), &[needed]);
        }
    }
    let words: Vec<String> = shown.iter().map(said).collect();
    let title = if shown.len() > 1 {
        of_several(shown)
    } else {
        said(first)
    };
    let lines = shown.iter().enumerate().map(|(at, of)| Key {
        class: class(at),
        swatch: Swatch::Line,
        means: of.label(),
    });
    if shown.len() > 1 {
        legend.splice(0..0, lines);
    }
    vec![Picture {
        quiet: false,
        name: "power",
        title,
        about: format!(
            "The probability that the test of the position matrix fails, at an error level of {}, by the number of decks. Exact chain, \
             noncentral chi-squared law.{}{}",
            first.found.test.alpha,
            letters(shown.iter().map(|of| of.answer)),
            some_of(shown.len(), all.len())
        ),
        legend,
        panels: vec![plot.panel("", &words.join(" "))],
    }]
}

/// The power with so many decks.
fn mark(of: &Found<'_>, decks: u64, power: f64) -> Mark {
    let said = counted(decks, "deck", "decks");
    let says = format!("{}, {said}: {}", of.label(), percent(power));
    Mark::new(decks.max(1) as f64, power, says)
}

/// The number of lines up to which there is room for the number of decks at each.
const NOTES: usize = 4;

/// "To see two riffles of 52 cards in 90% of tests of where cards go takes 14 decks."
fn said(of: &Found<'_>) -> String {
    let test = &of.found.test;
    let (done, cards) = (of.done(), grouped(of.cards() as u64));
    match test.decks_needed {
        Some(decks) => format!(
            "A test of where cards go needs {} to see {done} of {cards} cards in {} of tests.",
            counted(decks, "deck", "decks"),
            percent(test.power)
        ),
        None => format!("No number of decks shows {done} of {cards} cards in where cards go."),
    }
}

fn of_several(all: &[Found<'_>]) -> String {
    let mut needed: Vec<(u64, &Found<'_>)> = all
        .iter()
        .filter_map(|of| Some((of.found.test.decks_needed?, of)))
        .collect();
    sorting::by_key(&mut needed, |(decks, _)| *decks);
    let (Some((few, first)), Some((many, last))) = (needed.first(), needed.last()) else {
        return said(&all[0]);
    };
    capital(&format!(
        "{} {} {} in {} of tests, but it takes {} to show {}.",
        counted(*few, "deck", "decks"),
        if *few == 1 { "shows" } else { "show" },
        first.done_of(all),
        percent(first.found.test.power),
        grouped(*many),
        last.done_of(all)
    ))
}
