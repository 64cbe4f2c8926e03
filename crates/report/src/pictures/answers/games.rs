//! Games on ideal decks: the law of what is counted, how rarely nothing is, and the categories of poker.

use super::super::super::chart::{Axis, Key, Panel, Picture, Rows, Swatch};
use super::law::{Value, plot};
use super::words::{brief, capital, counted, often, one_in, percent, short};
use super::{Named, Of, PANELS, of, size, some_of};
use record::answers::Game;
use text::names::grouped;

/// Rows at the most, and their width.
const ROWS: usize = 24;
const WIDE: f64 = 440.0;

/// Games that a title tells of.
const TOLD: usize = 3;

/// Shares above this are told in per cent, others as one in so many.
const OFTEN: f64 = 0.05;

type Found<'a> = Of<'a, Game>;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let all = of!(answers, Game);
    let mut pictures = Vec::new();
    pictures.extend(nothing(&all));
    pictures.extend(laws(&all));
    pictures.extend(all.iter().filter_map(poker).take(1));
    pictures
}

/// The probability that nothing is counted, and whether it is exact.
fn none(of: &Found<'_>) -> Option<(f64, bool)> {
    let exact = of.found.none.map(|none| (none, true));
    let estimate = of.found.estimate.map(|estimate| (estimate.mean, false));
    exact.or(estimate).filter(|(none, _)| *none > 0.0)
}

/// Pictures how rarely nothing is counted, game by game.
fn nothing(all: &[Found<'_>]) -> Option<Picture> {
    let games: Vec<(&Found<'_>, f64, bool)> = all
        .iter()
        .filter_map(|of| none(of).map(|(none, exact)| (of, none, exact)))
        .collect();
    let shown = &games[..games.len().min(ROWS)];
    if shown.len() < 2 {
        return None;
    }
    let names: Vec<String> = shown
        .iter()
        .map(|(of, ..)| brief(&of.found.counted))
        .collect();
    let ends = shown.iter();
    let ends: Vec<String> = ends
        .map(|(_, none, _)| one_in(*none).replacen("one in", "1 in", 1))
        .collect();
    let least = shown.iter().map(|(_, none, _)| *none).fold(1.0, f64::min);
    let axis = Axis::log("probability that there is none", 0.5 * least, 1.0);
    let mut rows = Rows::new(WIDE, axis, &names).ends(&ends);
    let says = |(of, none, exact): &(&Found<'_>, f64, bool)| {
        let how = if *exact { "" } else { ", by sampling" };
        format!(
            "{}: {} in {}{how}",
            brief(&of.found.counted),
            brief(&of.found.event),
            often(*none, "game")
        )
    };
    for (row, game) in shown.iter().enumerate() {
        let class = if game.2 { "s0" } else { "s1" };
        rows.dot(class, row, game.1, &says(game));
    }
    // The answer of a record speaks of the first ones.
    let told = shown.iter().take(TOLD);
    let told: Vec<String> = told
        .enumerate()
        .map(|(at, (of, none, _))| {
            let counted = brief(&of.found.counted).replace(" (same rank)", "");
            match at {
                0 => format!("{} has no {counted}", capital(&often(*none, "game"))),
                _ => format!("{} no {counted}", one_in(*none)),
            }
        })
        .collect();
    let words: Vec<String> = shown.iter().map(says).collect();
    let key = |class, means: &str| Key {
        class,
        swatch: Swatch::Dot,
        means: means.to_owned(),
    };
    Some(Picture {
        quiet: false,
        name: "games-none",
        title: format!("{}.", told.join(", ")),
        about: format!(
            "The probability that a game on an ideal deck goes by without any of what it waits for.{}",
            some_of(shown.len(), games.len())
        ),
        legend: vec![key("s0", "exact"), key("s1", "by dealing games")],
        panels: vec![rows.panel("", &format!("{}.", words.join("; ")))],
    })
}

fn laws(all: &[Found<'_>]) -> Option<Picture> {
    let found: Vec<&Found<'_>> = all.iter().filter(|of| of.found.values.len() > 1).collect();
    let shown = &found[..found.len().min(PANELS)];
    let first = shown.first()?;
    let panel = |of: &&Found<'_>| {
        let values = of.found.values.iter();
        let values: Vec<Value> = values.map(|at| (at.value, at.probability, None)).collect();
        let plot = plot(
            size(shown.len()),
            &brief(&of.found.counted),
            ("", ""),
            &values,
        )?;
        Some(plot.panel(&of.label(), &said(of)))
    };
    let panels: Vec<Panel> = shown.iter().filter_map(panel).collect();
    (!panels.is_empty()).then(|| Picture {
        quiet: false,
        name: "games",
        title: said(first),
        about: format!(
            "How likely each number of them is in a game on an ideal deck. Exact.{}",
            some_of(shown.len(), found.len())
        ),
        legend: Vec::new(),
        panels,
    })
}

/// "7.65 wars (same rank or suit) come in a game on average; no war in one of 7,551 games."
fn said(of: &Found<'_>) -> String {
    let found = of.found;
    let mean = found
        .values
        .iter()
        .map(|at| at.value as f64 * at.probability)
        .sum();
    let mean = short(found.mean.unwrap_or(mean), 3);
    let none = none(of).map_or_else(String::new, |(none, _)| {
        format!("; {} has {}", often(none, "game"), brief(&found.event))
    });
    let counted = brief(&found.counted);
    format!("{mean} {counted} come in a game on average{none}.")
}

/// The categories of poker hands.
fn poker(of: &Found<'_>) -> Option<Picture> {
    let poker = of.found.poker.as_ref()?;
    let shown: Vec<_> = poker
        .categories
        .iter()
        .rev()
        .filter(|category| category.probability > 0.0)
        .take(ROWS)
        .collect();
    let (rarest, commonest) = (shown.first()?, shown.last()?);
    let names: Vec<String> = shown.iter().map(|category| brief(&category.name)).collect();
    let ends: Vec<String> = shown
        .iter()
        .map(|category| match category.probability {
            common if common > OFTEN => percent(common),
            rare => one_in(rare),
        })
        .collect();
    let least = shown
        .iter()
        .map(|category| category.probability)
        .fold(1.0, f64::min);
    let mut rows =
        Rows::new(WIDE, Axis::log("share of hands", 0.5 * least, 1.0), &names).ends(&ends);
    let words = shown.iter().map(|category| {
        format!(
            "{}: {}, {} in {}",
            brief(&category.name),
            percent(category.probability),
            counted(category.hands, "hand", "hands"),
            counted(category.classes as u64, "class", "classes")
        )
    });
    let words: Vec<String> = words.collect();
    for (row, category) in shown.iter().enumerate() {
        rows.dot("s0", row, category.probability, &words[row]);
    }
    Some(Picture {
        quiet: false,
        name: "poker",
        title: format!(
            "{} of five-card hands are no more than a {}; a {} comes {} hands.",
            capital(&percent(commonest.probability)),
            brief(&commonest.name),
            brief(&rarest.name),
            one_in(rarest.probability).replacen("one in", "once in", 1)
        ),
        about: format!(
            "Hands of five cards by category, {} in {} classes; hands of a class tie.",
            grouped(poker.hands),
            grouped(poker.classes as u64)
        ),
        legend: Vec::new(),
        panels: vec![rows.panel("", &format!("{}.", words.join("; ")))],
    })
}
