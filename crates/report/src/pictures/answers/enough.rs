//! Pictures of how often a routine must be done until it is near fair: what is proved of the distance, as a band.

use super::super::super::chart::{Axis, Key, Picture, Plot, Swatch};
use super::words::{all_of, brief, counted, letters, short, spoken};
use super::{ALONE, EXACT, LINES, Named, Of, banded, class, of, some_of, thinned};
use record::answers::Enough;
use text::names::{grouped, percent};
use text::sorting;

/// Levels that are drawn at the most.
const LEVELS: usize = 4;

type Found<'a> = Of<'a, Enough>;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, Enough);
    all.retain(|of| of.found.curve.len() > 1);
    let shown = &all[..all.len().min(LINES)];
    let Some(first) = shown.first() else {
        return Vec::new();
    };
    let times = shown
        .iter()
        .flat_map(|of| of.found.curve.iter().map(|at| f64::from(at.times)));
    let (from, to) = (
        times.clone().fold(f64::INFINITY, f64::min),
        times.fold(1.0, f64::max),
    );
    let riffles = shown.iter().all(|of| of.found.riffles);
    let unit = match (riffles, shown) {
        (true, _) => "riffles".to_owned(),
        (false, [one]) => one.times().1,
        (false, _) => "times".to_owned(),
    };
    let mut plot = Plot::new(
        ALONE,
        Axis::new(unit, from, to).whole(),
        Axis::new("total variation from fair", 0.0, 1.0),
    );
    let mut levels: Vec<f64> = shown
        .iter()
        .flat_map(|of| of.found.thresholds.iter().map(|at| at.below))
        .collect();
    sorting::floats(&mut levels);
    levels.dedup();
    let levels: Vec<f64> = levels.into_iter().rev().take(LEVELS).collect();
    for below in &levels {
        plot.level("s5 thin dashed", *below, "");
    }
    let mut legend = Vec::new();
    for (at, of) in shown.iter().enumerate() {
        draw(&mut plot, class(at), of);
        if shown.len() > 1 {
            legend.push(Key {
                class: class(at),
                swatch: Swatch::Line,
                means: format!("{}, {}", of.label(), subject(of)),
            });
        }
    }
    // The limit of one answer alone: of several it would be one line more for each.
    let limited = match shown {
        [one] => limit(one),
        _ => None,
    };
    if let Some(limit) = &limited {
        plot.line(LIMIT, limit);
        legend.push(Key {
            class: LIMIT,
            swatch: Swatch::Line,
            means: "decks of many cards (Bayer and Diaconis, 1992)".to_owned(),
        });
    }
    if !levels.is_empty() {
        let told: Vec<String> = levels.iter().map(|at| short(*at, 3)).collect();
        legend.push(Key {
            class: "s5 thin dashed",
            swatch: Swatch::Line,
            means: format!("asked about: {}", all_of(&told)),
        });
    }
    let words: Vec<String> = shown.iter().map(said).collect();
    let title = if shown.len() > 1 {
        of_several(shown)
    } else {
        said(first)
    };
    vec![Picture {
        quiet: false,
        name: "enough",
        title,
        about: format!(
            "The total variation from fair lies in the band, or on the line where it is known.{}{}{}{}",
            if limited.is_some() { MANY_CARDS } else { "" },
            confidence(shown),
            letters(shown.iter().map(|of| of.answer)),
            some_of(shown.len(), all.len())
        ),
        legend,
        panels: vec![plot.panel("", &words.join(" "))],
    }]
}

/// The limit in words.
const MANY_CARDS: &str =
    " Decks of many cards come to 1 − 2Φ(−2⁻ᶜ/(4√3)) after 3/2 log₂ n + c riffles of n cards.";

/// The class of the limit of large decks.
const LIMIT: &str = "s1 dashed";

/// The fall of large decks, where it is known.
fn limit(of: &Found<'_>) -> Option<Vec<(f64, f64)>> {
    let points = of.found.curve.iter();
    let points = points.map(|point| Some((f64::from(point.times), point.limit?)));
    points.collect()
}

/// Says how sure limits are that come from drawn decks.
fn confidence(shown: &[Found<'_>]) -> String {
    let sure = shown.iter().filter_map(|of| of.found.confidence);
    let sure = sure.fold(1.0, f64::min);
    let of_seen = shown.iter().all(|of| of.found.types.is_some());
    if sure < 1.0 && of_seen {
        format!(" Each limit holds with {} confidence.", percent(sure))
    } else if sure < 1.0 {
        format!(
            " Lower ends come from simulated decks too, with {} confidence.",
            percent(sure)
        )
    } else {
        String::new()
    }
}

/// The band between the bounds of an answer, and a line along each.
fn draw(plot: &mut Plot, class: &str, of: &Found<'_>) {
    let keep = thinned(of.found.curve.len(), &[]).into_iter();
    let points: Vec<(f64, f64, f64)> = keep
        .map(|at| {
            let point = &of.found.curve[at];
            (f64::from(point.times), point.lower, point.upper)
        })
        .collect();
    let (one, many) = unit(of);
    banded(plot, class, &points, |times, far| {
        format!("{}: {far}", counted(times as u64, &one, &many))
    });
}

/// The first threshold of an answer, as it was asked: "it takes seven riffles".
fn takes(of: &Found<'_>) -> Option<(f64, String)> {
    let at = of.found.thresholds.first()?;
    let takes = match (at.at_least, at.at_most) {
        (None, _) => return None,
        (Some(least), Some(most)) if least == most => spoken(u64::from(most)),
        (Some(least), Some(most)) if least > 1 => {
            format!(
                "{} to {}",
                spoken(u64::from(least)),
                spoken(u64::from(most))
            )
        }
        (_, Some(most)) => format!("at most {}", spoken(u64::from(most))),
        (Some(least), None) if at.stopped => format!("more than {}", spoken(u64::from(least - 1))),
        (Some(least), None) => format!("at least {}", spoken(u64::from(least))),
    };
    Some((at.below, takes))
}

fn subject(of: &Found<'_>) -> String {
    of.found.subject(&grouped(of.cards() as u64))
}

fn said(of: &Found<'_>) -> String {
    let (subject, done) = (subject(of), of.begins());
    let routine = brief(of.answer.routine.as_deref().unwrap_or_default());
    match (takes(of), of.found.thresholds.first()) {
        (Some((below, takes)), _) => {
            let (one, many) = unit(of);
            let what = if takes == "one" { one } else { many };
            let below = short(below, 3);
            format!("It takes {takes} {what} until {subject} are within {below} of fair.")
        }
        (None, Some(at)) => {
            let below = short(at.below, 3);
            format!("{routine} never comes within {below} of fair, however often it is done.")
        }
        (None, None) => format!("{done} again and again: how near {subject} come to fair."),
    }
}

/// One of such times and several: "riffle", "riffles" or "time GG", "times GG".
fn unit(of: &Found<'_>) -> (String, String) {
    if of.found.riffles {
        return ("riffle".to_owned(), "riffles".to_owned());
    }
    of.times()
}

fn of_several(all: &[Found<'_>]) -> String {
    let Some((first, _)) = all.iter().find_map(takes) else {
        return said(&all[0]);
    };
    let each = all.iter().filter_map(|of| {
        let (below, takes) = takes(of)?;
        let same = (below - first).abs() < EXACT;
        same.then(|| format!("{takes} {} of {}", unit(of).1, subject(of)))
    });
    let each: Vec<String> = each.take(LEVELS).collect();
    format!(
        "To come within {} of fair it takes {}.",
        short(first, 3),
        all_of(&each)
    )
}
