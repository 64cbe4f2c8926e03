//! Luck: the law of what was counted, with the draw and all beyond it marked; by logarithms, as such draws are rare.

use super::super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch};
use super::words::{brief, capital, often, percent};
use super::{Named, Of, PANELS, of, size, some_of};
use record::answers::Luck;
use record::answers::luck::{Law, Origin};
use text::names::grouped;

/// Values that are less likely than the draw by so much are left out.
const BEYOND: f64 = 0.1;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, Luck);
    all.retain(|of| of.found.law.is_some());
    let shown = &all[..all.len().min(PANELS)];
    let panels = shown.iter().filter_map(|of| {
        let law = of.found.law.as_ref()?;
        panel(of, law, size(shown.len()))
    });
    let panels: Vec<Panel> = panels.collect();
    let Some(first) = shown.first().filter(|_| !panels.is_empty()) else {
        return Vec::new();
    };
    let key = |class, means: &str| Key {
        class,
        swatch: Swatch::Dot,
        means: means.to_owned(),
    };
    vec![Picture {
        quiet: false,
        name: "luck",
        title: match shown {
            [one] => format!("{}.", means(one)),
            _ => format!("{}. Beside it: {} more.", means(first), shown.len() - 1),
        },
        about: format!(
            "How likely each number is where all is fair. Exact.{}",
            some_of(shown.len(), all.len())
        ),
        legend: vec![
            key("s1", "such a draw, or one farther from the mean"),
            key("s0", "others"),
        ],
        panels,
    }]
}

/// The draw and how often it comes.
fn means(of: &Of<'_, Luck>) -> String {
    let words = brief(&capital(&of.found.words));
    let unit = match of.found.from {
        Origin::Deck { .. } => "game",
        Origin::Draws { .. } => "series",
    };
    format!("{words}: {}", often(of.found.exactly, unit))
}

fn panel(of: &Of<'_, Luck>, law: &Law, size: (f64, f64)) -> Option<Panel> {
    let least = of.found.exactly.max(SMALLEST) * BEYOND;
    let each = law.values.iter().zip(&law.probabilities).zip(&law.such);
    let each: Vec<(f64, f64, bool)> = each
        .filter(|((_, p), _)| **p >= least)
        .map(|((value, p), such)| (*value as f64, *p, *such))
        .collect();
    let (first, last) = (each.first()?.0, each.last()?.0);
    let highest = each.iter().map(|one| one.1).fold(0.0, f64::max);
    let mut plot = Plot::new(
        size,
        Axis::new(brief(&law.of), first - 0.5, last + 0.5).whole(),
        Axis::log("chance", least, highest * 2.0),
    );
    for (class, such) in [("s0", false), ("s1", true)] {
        let marks = each.iter().filter(|one| one.2 == such);
        let marks = marks.map(|&(value, p, _)| {
            Mark::new(
                value,
                p,
                format!("{}: {}", grouped(value as u64), percent(p)),
            )
        });
        plot.dots(class, &marks.collect::<Vec<_>>());
    }
    Some(plot.panel("", &format!("{}.", means(of))))
}

/// A chance that a logarithm can show.
const SMALLEST: f64 = 1e-290;
