//! Rolls of which the highest dice are kept: the law of their sum, beside a published recursion.

use super::super::super::chart::{Key, Panel, Picture, Swatch};
use super::law::{Value, plot};
use super::words::{capital, counted, short};
use super::{Named, Of, PANELS, of, size, some_of};
use record::answers::RollAndKeep;
use text::names::grouped;

type Found<'a> = Of<'a, RollAndKeep>;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, RollAndKeep);
    let key = |of: &Found<'_>| (of.found.dice, of.found.sides, of.found.keep);
    let mut seen = Vec::new();
    all.retain(|of| {
        let new = !seen.contains(&key(of)) && of.found.scores.len() > 1;
        seen.push(key(of));
        new
    });
    let shown = &all[..all.len().min(PANELS)];
    let panels: Vec<Panel> = shown
        .iter()
        .filter_map(|of| panel(of, size(shown.len())))
        .collect();
    let (Some(first), false) = (shown.first(), panels.is_empty()) else {
        return Vec::new();
    };
    let wrong = shown.iter().filter(|of| of.found.printed.is_some());
    let wrong = wrong.max_by(|a, b| {
        let off = |of: &Found<'_>| {
            of.found
                .printed
                .as_ref()
                .map_or(0.0, |printed| (printed.total - 1.0).abs())
        };
        off(a).total_cmp(&off(b))
    });
    let title = wrong.and_then(misprint).unwrap_or_else(|| said(first));
    let legend = if wrong.is_some() {
        vec![
            Key {
                class: "seen",
                swatch: Swatch::Area,
                means: "true".to_owned(),
            },
            Key {
                class: "fair",
                swatch: Swatch::Line,
                means: "by the recursion as it is printed".to_owned(),
            },
        ]
    } else {
        Vec::new()
    };
    vec![Picture {
        quiet: false,
        name: "roll-and-keep",
        title,
        about: format!(
            "The sum of the dice that are kept, the highest of a roll. Exact.{}",
            some_of(shown.len(), all.len())
        ),
        legend,
        panels,
    }]
}

/// "the three highest of five dice".
fn kept(of: &Found<'_>) -> String {
    let (keep, dice) = (of.found.keep as u64, of.found.dice as u64);
    let dice_of = format!(
        "{} of {} sides",
        counted(dice, "die", "dice"),
        grouped(of.found.sides as u64)
    );
    if keep == dice {
        return dice_of;
    }
    let highest = if keep == 1 {
        "the highest".to_owned()
    } else {
        format!("the {} highest", super::words::spoken(keep))
    };
    format!("{highest} of {dice_of}")
}

fn said(of: &Found<'_>) -> String {
    let mean = of.found.mean.map(|mean| short(mean, 3));
    let mean = mean.map_or_else(String::new, |mean| format!(" {mean} on average"));
    let from = format!(
        "from {} to {}",
        grouped(of.found.lowest as u64),
        grouped(of.found.highest as u64)
    );
    let adds = if of.found.keep == 1 {
        "shows"
    } else {
        "add up to"
    };
    if mean.is_empty() {
        return capital(&format!("{} {adds} {from}.", kept(of)));
    }
    capital(&format!("{} {adds}{mean}, {from}.", kept(of)))
}

/// "As it is printed, the recursion counts 11,561 rolls of five dice, where there are 7,776."
fn misprint(of: &Found<'_>) -> Option<String> {
    let printed = of.found.printed.as_ref()?;
    let (counts, are) = (printed.rolls.as_u64()?, of.found.rolls.as_u64()?);
    (counts != are).then(|| {
        format!(
            "As it is printed, the recursion counts {} rolls of {}, where there are {}.",
            grouped(counts),
            counted(of.found.dice as u64, "die", "dice"),
            grouped(are)
        )
    })
}

fn panel(of: &Found<'_>, size: (f64, f64)) -> Option<Panel> {
    let found = of.found;
    let rolls = found.rolls.as_f64();
    let printed = |score: usize| {
        let ways = found
            .printed
            .as_ref()?
            .ways
            .get(score.checked_sub(found.lowest)?)?;
        let ways: f64 = ways.parse().ok()?;
        Some(ways / rolls?).filter(|share| share.is_finite())
    };
    let scores = found.scores.iter();
    let values: Vec<Value> = scores
        .map(|at| (at.score as u64, at.probability, printed(at.score)))
        .collect();
    let plot = plot(size, "sum of the dice that are kept", ("", ""), &values)?;
    Some(plot.panel(&capital(&kept(of)), &said(of)))
}
