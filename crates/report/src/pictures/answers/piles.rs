//! The technique of piles with each number of them: how far a card's place is from uniform.

use super::super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch};
use super::words::{capital, counted, short, spoken};
use super::{Named, Of, PANELS, of, size, some_of, thinned};
use record::answers::Piles;
use text::names::grouped;
use text::sorting;

/// A number of piles, its distance from uniform, and whether it has none.
struct Choice {
    piles: usize,
    distance: f64,
    even: bool,
}

type Found<'a> = Of<'a, Piles>;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut decks: Vec<(Found<'_>, Vec<Choice>)> = Vec::new();
    for of in of!(answers, Piles) {
        let choices = choices(&of);
        // The same cube has the same numbers of piles, whatever else was asked of it.
        match decks
            .iter_mut()
            .find(|(known, _)| known.cards() == of.cards())
        {
            Some(known) if known.1.len() < choices.len() => *known = (of, choices),
            Some(_) => {}
            None => decks.push((of, choices)),
        }
    }
    decks.retain(|(_, choices)| choices.len() > 1);
    let shown = &decks[..decks.len().min(PANELS)];
    let panels: Vec<Panel> = shown
        .iter()
        .map(|(of, choices)| panel(of, choices, size(shown.len())))
        .collect();
    let Some((of, choices)) = shown.first() else {
        return Vec::new();
    };
    let dot = |class, means: &str| Key {
        class,
        swatch: Swatch::Dot,
        means: means.to_owned(),
    };
    vec![Picture {
        quiet: false,
        name: "piles",
        title: said(of, choices),
        about: format!(
            "The total variation of a card's place from uniform, for the card that is worst off, by the number of piles: each pile is \
             shuffled fairly, two rounds long. Exact.{}",
            some_of(shown.len(), decks.len())
        ),
        legend: vec![
            dot("s2", "no trace: every place is equally likely"),
            dot("s0", "a trace is left"),
        ],
        panels,
    }]
}

/// All numbers of piles that are known of, each once.
fn choices(of: &Found<'_>) -> Vec<Choice> {
    let all = of.found.choices.iter().chain(&of.found.asked);
    let mut choices: Vec<Choice> = all
        .map(|choice| Choice {
            piles: choice.piles,
            distance: choice.distance,
            even: choice.square_divides == 1,
        })
        .collect();
    sorting::by_key(&mut choices, |choice| choice.piles);
    choices.dedup_by_key(|choice| choice.piles);
    choices
}

fn panel(of: &Found<'_>, choices: &[Choice], size: (f64, f64)) -> Panel {
    let highest = choices
        .iter()
        .map(|choice| choice.distance)
        .fold(0.0, f64::max);
    let (first, last) = (&choices[0], &choices[choices.len() - 1]);
    let mut plot = Plot::new(
        size,
        Axis::new("piles", first.piles as f64, last.piles as f64).whole(),
        Axis::new(
            "total variation",
            0.0,
            if highest > 0.0 { 1.05 * highest } else { 1.0 },
        ),
    );
    let mark = |at: &usize| {
        let choice = &choices[*at];
        let says = format!(
            "{}: {}",
            counted(choice.piles as u64, "pile", "piles"),
            short(choice.distance, 3)
        );
        Mark::new(choice.piles as f64, choice.distance, says)
    };
    let even = |at: &usize| choices[*at].even;
    let always: Vec<usize> = (0..choices.len()).filter(even).take(super::MARKS).collect();
    let (even, others): (Vec<usize>, Vec<usize>) =
        thinned(choices.len(), &always).into_iter().partition(even);
    let marks: Vec<Mark> = others.iter().map(mark).collect();
    plot.dots("s0", &marks);
    plot.dots("s2", &even.iter().map(mark).collect::<Vec<_>>());
    plot.panel(
        &format!("{} cards", grouped(of.cards() as u64)),
        &said(of, choices),
    )
}

fn said(of: &Found<'_>, choices: &[Choice]) -> String {
    let cards = grouped(of.cards() as u64);
    let worst = choices
        .iter()
        .max_by(|a, b| a.distance.total_cmp(&b.distance));
    let best = choices
        .iter()
        .min_by(|a, b| a.distance.total_cmp(&b.distance));
    let (Some(worst), Some(best)) = (worst, best) else {
        return String::new();
    };
    let even: Vec<String> = choices
        .iter()
        .filter(|choice| choice.even)
        .map(|choice| spoken(choice.piles as u64))
        .collect();
    let leave = |choice: &Choice| {
        let leaves = if choice.piles == 1 { "leaves" } else { "leave" };
        format!(
            "{} {leaves} the card that is worst off {} from it",
            spoken(choice.piles as u64),
            short(choice.distance, 2)
        )
    };
    if !even.is_empty() && even.len() <= 3 {
        let even = super::words::all_of(&even).replace(" and ", " or ");
        return format!(
            "{} piles make every place of {cards} cards equally likely; {}.",
            capital(&even),
            leave(worst)
        );
    }
    if even.is_empty() {
        return format!(
            "No number of piles makes every place of {cards} cards equally likely: {}, {}.",
            leave(best),
            leave(worst)
        );
    }
    format!(
        "{} numbers of piles make every place of {cards} cards equally likely; {}.",
        capital(&spoken(even.len() as u64)),
        leave(worst)
    )
}
