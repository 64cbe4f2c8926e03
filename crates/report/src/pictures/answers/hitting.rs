//! Pictures of how often a shuffle must be repeated until a card comes to a place.

use super::super::super::chart::{Axis, Key, Mark, Picture, Plot, Swatch};
use super::words::{brief, counted, letters, place, short};
use super::{ALONE, LINES, Named, Of, class, of, some_of, thinned};
use record::answers::HittingTimes;
use text::names::grouped;
use text::sorting;

/// Decks of different sizes from which on they are a line.
const SIZES: usize = 3;

/// Departure from a whole number of times for each card that words may pass over.
const ROUND: f64 = 0.02;

type Hit<'a> = Of<'a, HittingTimes>;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let all = of!(answers, HittingTimes);
    let (sizes, rest) = by_size(all);
    let sizes = of_sizes(&sizes);
    sizes.into_iter().chain(of_places(&rest)).collect()
}

/// The place farthest from the one that is hit.
fn far(hit: &Hit<'_>) -> usize {
    if hit.found.to > hit.found.from.len() / 2 {
        1
    } else {
        hit.found.from.len()
    }
}

fn mean(hit: &Hit<'_>, from: usize) -> Option<f64> {
    let time = hit.found.from.get(from.checked_sub(1)?)?;
    time.map(|time| time.mean)
}

/// Splits off the answers about one routine and decks of different sizes, from the top to the bottom.
fn by_size(all: Vec<Hit<'_>>) -> (Vec<Hit<'_>>, Vec<Hit<'_>>) {
    let through = |hit: &Hit<'_>| hit.found.to == hit.found.from.len() && mean(hit, 1).is_some();
    let same = |a: &Hit<'_>, b: &Hit<'_>| a.answer.routine == b.answer.routine && through(b);
    let count = |hit: &Hit<'_>| {
        let alike = all.iter().filter(|other| same(hit, other));
        let mut decks: Vec<usize> = alike.map(Of::cards).collect();
        decks.sort_unstable();
        decks.dedup();
        decks.len()
    };
    let most = all
        .iter()
        .filter(|hit| through(hit))
        .max_by_key(|hit| count(hit));
    let Some(routine) = most
        .filter(|most| count(most) >= SIZES)
        .map(|most| most.answer.routine.clone())
    else {
        return (Vec::new(), all);
    };
    let is = |hit: &Hit<'_>| hit.answer.routine == routine && through(hit);
    let (mut sizes, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(is);
    sorting::by_key(&mut sizes, Of::cards);
    (sizes, rest)
}

/// Decks of different sizes: from the top to the bottom.
fn of_sizes(hits: &[Hit<'_>]) -> Option<Picture> {
    let (first, last) = (hits.first()?, hits.last()?);
    let (one, many) = first.times();
    let means: Vec<(f64, f64)> = hits
        .iter()
        .filter_map(|hit| Some((hit.cards() as f64, mean(hit, 1)?)))
        .collect();
    let highest = means.iter().map(|(_, mean)| *mean).fold(0.0, f64::max);
    let mut plot = Plot::new(
        ALONE,
        Axis::new("cards in the deck", 0.0, last.cards() as f64).whole(),
        Axis::new(format!("mean {many}"), 0.0, 1.05 * highest),
    );
    let says = |hit: &Hit<'_>| {
        let time = hit.found.from[0]?;
        let says = format!(
            "{} cards: {} on average, standard deviation {}",
            grouped(hit.cards() as u64),
            times(time.mean, &one, &many),
            short(time.standard_deviation, 3)
        );
        Some(Mark::new(hit.cards() as f64, time.mean, says))
    };
    let keep = thinned(hits.len(), &[]);
    let marks: Vec<Mark> = keep.into_iter().filter_map(|at| says(&hits[at])).collect();
    plot.curve("s0", &marks);
    let each: Vec<f64> = means.iter().map(|(cards, mean)| mean / cards).collect();
    let even = each[0].round();
    let title = if even >= 1.0 && each.iter().all(|each| (each / even - 1.0).abs() < ROUND) {
        let takes = counted(even as u64, &one, &many);
        format!(
            "From the top to the bottom of a deck a card takes {takes} for each card in it, on average."
        )
    } else {
        format!(
            "A card from the top is first at the bottom after {} on average in a deck of {}, after {} in one of {}.",
            times(means[0].1, &one, &many),
            first.cards(),
            short(means[means.len() - 1].1, 3),
            last.cards()
        )
    };
    let words = marks.iter().map(|mark| mark.says.as_str());
    let words: Vec<&str> = words.collect();
    Some(Picture {
        quiet: false,
        name: "hitting-sizes",
        title,
        about: format!(
            "The mean number of {many} until the card that was on top is first at the bottom, by the number of cards. Exact.{}",
            letters(hits.iter().map(|hit| hit.answer))
        ),
        legend: Vec::new(),
        panels: vec![plot.panel("", &format!("{}.", words.join("; ")))],
    })
}

/// "104 riffles".
fn times(mean: f64, one: &str, many: &str) -> String {
    let text = short(mean, 4);
    format!("{text} {}", if text == "1" { one } else { many })
}

/// Each place at which a card may start.
fn of_places(all: &[Hit<'_>]) -> Option<Picture> {
    let all: Vec<&Hit<'_>> = all
        .iter()
        .filter(|hit| !hit.found.from.is_empty())
        .collect();
    let hits = &all[..all.len().min(LINES)];
    let first = hits.first()?;
    let longest = hits.iter().map(|hit| hit.found.from.len()).max()?;
    let means = hits.iter().flat_map(|hit| hit.found.from.iter().flatten());
    let highest = means.map(|time| time.mean).fold(0.0, f64::max);
    let same = hits.iter().all(|hit| hit.times() == first.times());
    let unit = if same {
        first.times().1
    } else {
        "times".to_owned()
    };
    let mut plot = Plot::new(
        ALONE,
        Axis::new("place where the card starts", 1.0, longest as f64).whole(),
        Axis::new(format!("mean {unit}"), 0.0, 1.05 * highest),
    );
    for (at, hit) in hits.iter().enumerate() {
        let from = &hit.found.from;
        let to = hit.found.to.saturating_sub(1);
        let keep = thinned(from.len(), &[to.saturating_sub(1), to, to + 1]);
        // A line has gaps where a card may never come, and at the place itself, where it is there at once.
        let waits = |place: usize| from[place].filter(|_| place != to);
        for part in keep.chunk_by(|_, next| waits(*next).is_some()) {
            let marks = part.iter().filter_map(|place| {
                let time = waits(*place)?;
                let says = format!(
                    "{}, from place {}: {} on average, standard deviation {}",
                    hit.label(),
                    place + 1,
                    short(time.mean, 4),
                    short(time.standard_deviation, 3)
                );
                Some(Mark::new((place + 1) as f64, time.mean, says))
            });
            plot.curve(class(at), &marks.collect::<Vec<_>>());
        }
    }
    let legend = hits.iter().enumerate().map(|(at, hit)| Key {
        class: class(at),
        swatch: Swatch::Line,
        means: format!(
            "{}, to {}",
            hit.label(),
            place(hit.found.to, hit.found.from.len())
        ),
    });
    let legend = if hits.len() > 1 {
        legend.collect()
    } else {
        Vec::new()
    };
    let words: Vec<String> = hits.iter().map(|hit| said(hit)).collect();
    let title = match words.as_slice() {
        [one] => one.clone(),
        _ => of_several(hits),
    };
    let letters = letters(hits.iter().map(|hit| hit.answer));
    Some(Picture {
        quiet: false,
        name: "hitting",
        title,
        about: format!(
            "The mean number of {unit} until a card is first at a place, by the place where it starts. Exact.{letters}{}",
            some_of(hits.len(), all.len())
        ),
        legend,
        panels: vec![plot.panel("", &words.join(" "))],
    })
}

/// "A card from the top of 52 is first at the bottom after 104 riffles on average; from the best place it takes 99.3."
fn said(hit: &Hit<'_>) -> String {
    let (cards, (one, many)) = (hit.found.from.len(), hit.times());
    let (from, to) = (place(far(hit), cards), place(hit.found.to, cards));
    let Some(mean) = mean(hit, far(hit)) else {
        return format!("A card from {from} of {cards} may never come to {to}.");
    };
    let others = hit.found.from.iter().zip(1..);
    let others = others.filter(|(_, at)| *at != hit.found.to);
    let best = others
        .filter_map(|(time, at)| Some((time.as_ref()?.mean, at)))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    let best = match best {
        Some((best, at)) if best < mean * (1.0 - 1e-6) => format!(
            "; from {}, where it takes the least, after {}",
            place(at, cards),
            short(best, 4)
        ),
        _ => String::new(),
    };
    let takes = times(mean, &one, &many);
    format!("A card from {from} of {cards} is first at {to} after {takes} on average{best}.")
}

/// Compares where cards that start as far as can be take longest and least.
fn of_several(hits: &[&Hit<'_>]) -> String {
    let means: Vec<(f64, &Hit<'_>)> = hits
        .iter()
        .filter_map(|hit| Some((mean(hit, far(hit))?, *hit)))
        .collect();
    let low = means.iter().min_by(|a, b| a.0.total_cmp(&b.0));
    let high = means.iter().max_by(|a, b| a.0.total_cmp(&b.0));
    let (Some((low, least)), Some((high, most))) = (low, high) else {
        return "A card may never come to the place.".to_owned();
    };
    let name = |hit: &Hit<'_>| brief(hit.answer.routine.as_deref().unwrap_or_default());
    let to = place(most.found.to, most.found.from.len());
    let from = place(far(most), most.found.from.len());
    if high - low < 0.005 * high {
        let (one, many) = most.times();
        return format!(
            "It takes {} on average until a card from the other end is first at its place, whichever end that is.",
            times(*high, &one, &many)
        );
    }
    format!(
        "A card from {from} is first at {to} after {} rounds of {} on average, after {} of {}.",
        short(*high, 4),
        name(most),
        short(*low, 4),
        name(least)
    )
}
