//! Dice that make rare what has just come: how often they repeat a roll.

use super::super::super::chart::{Axis, Key, Mark, Picture, Plot, Swatch};
use super::words::{percent, short};
use super::{ALONE, LINES, Named, class, of, some_of, thinned};
use record::answers::AdaptiveDice;
use text::names::grouped;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, AdaptiveDice);
    all.retain(|of| of.found.repeats.len() > 1);
    let shown = &all[..all.len().min(LINES)];
    let Some(first) = shown.first() else {
        return Vec::new();
    };
    let longest = shown
        .iter()
        .map(|of| of.found.repeats.len())
        .max()
        .unwrap_or(1);
    let independent = first.found.repeats_independent;
    let all_repeats = shown.iter().flat_map(|of| &of.found.repeats).copied();
    let highest = all_repeats.fold(independent, f64::max);
    let mut plot = Plot::new(
        ALONE,
        Axis::new("roll", 2.0, (longest + 1) as f64).whole(),
        Axis::shares("repeats the roll before it", 1.1 * highest),
    );
    plot.level("fair dashed", independent, "independent dice");
    for (at, of) in shown.iter().enumerate() {
        let repeats = &of.found.repeats;
        let marks = thinned(repeats.len(), &[]).into_iter().map(|at| {
            Mark::new(
                (at + 2) as f64,
                repeats[at],
                format!("roll {}: {}", at + 2, percent(repeats[at])),
            )
        });
        plot.curve(class(at), &marks.collect::<Vec<_>>());
    }
    let said = |of: &super::Of<'_, AdaptiveDice>| {
        let found = of.found;
        let mean = found.repeats.iter().sum::<f64>() / found.repeats.len() as f64;
        format!(
            "Over {} rolls, adaptive dice of {} sides repeat the roll before in {} on average; independent dice in {}.",
            grouped(found.repeats.len() as u64 + 1),
            grouped(found.sides as u64),
            percent(found.mean_repeats.unwrap_or(mean)),
            percent(found.repeats_independent)
        )
    };
    let key = |(at, of): (usize, &super::Of<'_, AdaptiveDice>)| Key {
        class: class(at),
        swatch: Swatch::Line,
        means: format!(
            "unrandomness {}, {} sides",
            short(of.found.unrandomness, 4),
            of.found.sides
        ),
    };
    let words: Vec<String> = shown.iter().map(said).collect();
    vec![Picture {
        quiet: false,
        name: "adaptive-dice",
        title: said(first),
        about: format!(
            "The probability that a roll repeats the one before it, roll by roll. Exact.{}",
            some_of(shown.len(), all.len())
        ),
        legend: if shown.len() > 1 {
            shown.iter().enumerate().map(key).collect()
        } else {
            Vec::new()
        },
        panels: vec![plot.panel("", &words.join(" "))],
    }]
}
