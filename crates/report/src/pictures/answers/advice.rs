//! Advice: how good the best routine is within each time.

use super::super::super::chart::{Axis, Key, Mark, Picture, Plot, Swatch};
use super::words::{all_of, brief, short};
use super::{ALONE, LINES, Named, Of, class, of, some_of};
use record::answers::advice::{Advice, Advised};
use text::names::grouped;
use text::sorting;

type Found<'a> = Of<'a, Advice>;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, Advice);
    all.retain(|of| !of.found.frontier.is_empty());
    let Some(first) = all.first().map(|of| of.found.by.clone()) else {
        return Vec::new();
    };
    // One axis has one scale.
    let stake = all[0].found.stake.clone();
    all.retain(|of| of.found.by == first && of.found.stake == stake);
    let shown = &all[..all.len().min(LINES)];
    let latest = shown.iter().map(|of| of.found.within).fold(0.0, f64::max);
    let points = || shown.iter().flat_map(|of| of.found.frontier.iter());
    let highest = points()
        .map(|one| value(of_by(&first), one))
        .fold(0.0, f64::max);
    let fair = shown[0].found.frontier[0].figures.get(&first);
    let mut plot = Plot::new(
        ALONE,
        Axis::new("seconds of shuffling", 0.0, latest),
        Axis::new(axis(&first), 0.0, highest),
    );
    let mut legend = Vec::new();
    if let Some(fair) = fair {
        plot.level("s5 thin dashed", fair.fair, "");
        legend.push(Key {
            class: "s5 thin dashed",
            swatch: Swatch::Line,
            means: format!("fair: {}", short(fair.fair, 3)),
        });
    }
    for (at, of) in shown.iter().enumerate() {
        let advice = of.found;
        let marks = advice.frontier.iter().map(|one| {
            let value = value(of_by(&first), one);
            let says = format!(
                "{} s: {}, {}",
                short(one.from, 4),
                routine(of, one),
                short(value, 3)
            );
            Mark::new(one.from, value, says)
        });
        plot.steps(class(at), &marks.collect::<Vec<_>>(), advice.within);
        if shown.len() > 1 {
            legend.push(Key {
                class: class(at),
                swatch: Swatch::Line,
                means: of.label(),
            });
        }
    }
    let words: Vec<String> = shown.iter().map(said).collect();
    let all_moves = shown.iter().flat_map(|of| &of.found.moves);
    let mut moves: Vec<String> = Vec::new();
    for one in all_moves {
        let said = format!("{}: {}", one.name, one.meaning);
        if !moves.contains(&said) {
            moves.push(said);
        }
    }
    let together = if plot.has_lines_on_each_other() {
        " Where lines lie on each other, their colours take turns."
    } else {
        ""
    };
    let title = if shown.len() > 1 {
        of_several(shown)
    } else {
        words[0].clone()
    };
    vec![Picture {
        quiet: false,
        name: "advice",
        title,
        about: format!(
            "At each time the simplest routine that is within {} of the best; it stays the answer until the next point.{together}{}\n{}.",
            short(shown[0].found.tie, 3),
            some_of(shown.len(), all.len()),
            moves.join("; ")
        ),
        legend,
        panels: vec![plot.panel("", &words.join(" "))],
    }]
}

fn of_by(by: &str) -> Option<&str> {
    (by != "total-variation").then_some(by)
}

/// The figure that decides; of total variation what it is at most.
fn value(by: Option<&str>, one: &Advised) -> f64 {
    let figure = by.and_then(|by| one.figures.get(by));
    figure.map_or(one.score_at_most, |figure| figure.mean)
}

fn axis(by: &str) -> &'static str {
    match by {
        "calls" => "cards called right",
        "opening-hands" => "hands to send back",
        "clumps" => "cards on one of their type",
        "neighbours" => "neighbours still together",
        "stake" => "chance of the stake",
        _ => "total variation from fair",
    }
}

/// The routine in words.
fn routine(of: &Found<'_>, one: &Advised) -> String {
    let moves = of.found.moves.iter();
    let letters = moves.map(|one| (one.name.clone(), one.meaning.clone()));
    crate::spoken::named(&brief(&one.routine), &letters.collect())
}

/// "Of 60 cards: within 15 s five mashes and within 60 s nine mashes."
fn of_several(all: &[Found<'_>]) -> String {
    let mut bests: Vec<(&Found<'_>, &Advised)> = all
        .iter()
        .filter_map(|of| Some((of, of.found.frontier.last()?)))
        .collect();
    sorting::by(&mut bests, |(_, a), (_, b)| a.seconds.total_cmp(&b.seconds));
    // With fewer moves to choose from it is another question: the first of a time is what the answer speaks of.
    let is_first = |of: &Found<'_>| {
        let mut same = all.iter();
        let same = same.find(|other| {
            (other.found.within - of.found.within).abs() < f64::EPSILON
                && other.cards() == of.cards()
        });
        same.is_some_and(|first| first.name == of.name)
    };
    bests.retain(|(of, _)| is_first(of));
    let cards = all[0].cards();
    let alike = all.iter().all(|of| of.cards() == cards);
    let each: Vec<String> = bests
        .iter()
        .map(|(of, one)| {
            let of_cards = if alike {
                String::new()
            } else {
                format!(" for {} cards", grouped(of.cards() as u64))
            };
            format!(
                "within {} s {}{of_cards}",
                short(of.found.within, 4),
                routine(of, one)
            )
        })
        .collect();
    let of_all = if alike {
        format!("Of {} cards: ", grouped(cards as u64))
    } else {
        "The best within the time: ".to_owned()
    };
    format!("{of_all}{}.", all_of(&each))
}

fn said(of: &Found<'_>) -> String {
    let (advice, cards) = (of.found, grouped(of.cards() as u64));
    let best = advice.frontier.last();
    let (routine, seconds) = best
        .map(|one| (routine(of, one), one.seconds))
        .unwrap_or_default();
    format!(
        "Of {cards} cards within {} s: {routine} ({} s); no routine looked at is better by more than {}.",
        short(advice.within, 4),
        short(seconds, 4),
        short(best.map_or(0.0, |one| one.within), 2)
    )
}
