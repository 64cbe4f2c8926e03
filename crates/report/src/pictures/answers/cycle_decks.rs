//! Shuffles without chance on decks of all sizes: how often until each is back.

use super::super::super::chart::{Axis, Mark, Panel, Picture, Plot};
use super::cycles::order;
use super::words::letters;
use super::{Named, Of, PANELS, of, size, some_of, thinned};
use record::answers::Cycles;

type Found<'a> = Of<'a, Cycles>;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    by_deck(&of!(answers, Cycles)).into_iter().collect()
}

/// The order by the number of cards in the deck.
fn by_deck(all: &[Found<'_>]) -> Option<Picture> {
    let found = all.iter().filter(|of| {
        of.found
            .decks
            .as_ref()
            .is_some_and(|decks| !decks.each.is_empty())
    });
    let found: Vec<&Found<'_>> = found.collect();
    let shown = &found[..found.len().min(PANELS)];
    let lines: Vec<Vec<(f64, f64, String)>> = shown
        .iter()
        .map(|of| {
            let decks = of.found.decks.iter().flat_map(|decks| &decks.each);
            decks
                .filter_map(|deck| {
                    let (rounds, said) = order(&deck.order)?;
                    Some((deck.cards as f64, rounds, said))
                })
                .collect()
        })
        .collect();
    let highest = lines
        .iter()
        .flatten()
        .map(|(_, rounds, _)| *rounds)
        .fold(1.0, f64::max);
    let last = lines
        .iter()
        .flatten()
        .map(|(cards, ..)| *cards)
        .fold(2.0, f64::max);
    let panels: Vec<Panel> = shown
        .iter()
        .zip(&lines)
        .map(|(of, line)| {
            let mut plot = Plot::new(
                size(shown.len()),
                Axis::new("cards in the deck", 0.0, last).whole(),
                Axis::log("rounds until it is back", 1.0, 1.5 * highest).whole(),
            );
            let equal: Vec<(f64, f64)> = (1..=50)
                .map(|at| 1.0 + (last - 1.0) * f64::from(at) / 50.0)
                .map(|cards| (cards, cards))
                .collect();
            plot.line("fair thin dashed", &equal);
            let peak = line
                .iter()
                .enumerate()
                .max_by(|a, b| a.1.1.total_cmp(&b.1.1))
                .map_or(0, |(at, _)| at);
            let marks = thinned(line.len(), &[peak]).into_iter().map(|at| {
                let (cards, rounds, said) = &line[at];
                Mark::new(*cards, *rounds, format!("{cards} cards: {said} rounds"))
            });
            plot.dots("s0", &marks.collect::<Vec<_>>());
            plot.panel(&of.label(), &in_decks(of))
        })
        .collect();
    let first = shown.iter().max_by(|a, b| {
        let above = |of: &Found<'_>| {
            of.found
                .decks
                .as_ref()
                .map_or(0, |decks| decks.order_above_cards)
        };
        above(a).cmp(&above(b))
    })?;
    Some(Picture {
        quiet: false,
        name: "cycles-decks",
        title: in_decks(first),
        about: format!(
            "Rounds until the deck is as it was, by the number of cards in it; on the dashed line there are as many rounds as cards.{}{}",
            letters(shown.iter().map(|of| of.answer)),
            some_of(shown.len(), found.len())
        ),
        legend: Vec::new(),
        panels,
    })
}

fn in_decks(of: &Found<'_>) -> String {
    let Some(decks) = &of.found.decks else {
        return String::new();
    };
    let last = decks.each.last().map_or(0, |deck| deck.cards);
    let (done, all) = (of.begins(), decks.each.len());
    match decks.order_above_cards {
        0 => format!(
            "{done} brings every deck of up to {last} cards back in no more rounds than it has cards; in {} of {all} every card comes to \
             every place.",
            decks.uniform
        ),
        above => format!(
            "{done} takes more rounds than there are cards to bring {above} of {all} decks back."
        ),
    }
}
