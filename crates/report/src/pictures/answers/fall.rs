//! Pictures of how the distance from fair falls with each riffle.

use super::super::super::chart::{Key, Mark, Picture, Swatch};
use super::words::{capital, counted, distance, spoken};
use super::{LINES, MARKS, Named, Of, by_riffles, class, of, seen, some_of};
use record::answers::Distance;
use text::names::grouped;
use text::sorting;

/// A deck is as good as unshuffled above this, halfway at this, and near fair below this.
const STILL: f64 = 0.9;
const HALF: f64 = 0.5;
const NEAR: f64 = 0.25;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let all = of!(answers, Distance);
    // A deck of which types or a part are seen has a picture with all orders beside it.
    if let [one] = &all[..]
        && seen::is_drawn(one.found)
    {
        return Vec::new();
    }
    let lines = decks(&all);
    let shown = &lines[..lines.len().min(LINES)];
    let Some(first) = shown.first() else {
        return Vec::new();
    };
    let from = shown.iter().filter_map(|line| line.after.first());
    let to = shown.iter().filter_map(|line| line.after.last());
    let from = from.map(|after| after.riffles).min().unwrap_or(0);
    let to = to.map(|after| after.riffles).max().unwrap_or(1);
    let mut plot = by_riffles(f64::from(from), f64::from(to));
    let mut legend = Vec::new();
    let mut key = |class, means| {
        legend.push(Key {
            class,
            swatch: Swatch::Line,
            means,
        });
    };
    if let [one] = shown {
        let separation = one.after.iter().map(|at| {
            let says = format!("{}: separation {}", riffles(at), distance(at.separation));
            Mark::new(f64::from(at.riffles), at.separation, says)
        });
        plot.curve("s5 thin dashed", &separation.collect::<Vec<_>>());
        key("s0", "total variation".to_owned());
        key("s5 thin dashed", "separation".to_owned());
    }
    for (at, line) in shown.iter().enumerate() {
        let marks = line.after.iter().map(|after| {
            let (said, cards) = (riffles(after), grouped(line.cards as u64));
            let says = format!(
                "{said} of {cards} cards: {}",
                distance(after.total_variation)
            );
            Mark::new(f64::from(after.riffles), after.total_variation, says)
        });
        plot.curve(class(at), &marks.collect::<Vec<_>>());
        if shown.len() > 1 {
            key(class(at), format!("{} cards", grouped(line.cards as u64)));
        }
    }
    let title = if shown.len() > 1 {
        of_several(shown)
    } else {
        of_one(first)
    };
    let words = shown.iter().map(|line| {
        let each = line
            .after
            .iter()
            .map(|after| distance(after.total_variation));
        let each: Vec<String> = each.collect();
        format!("{} cards: {}.", line.cards, each.join(", "))
    });
    let words: Vec<String> = words.collect();
    vec![Picture {
        quiet: false,
        name: "fall",
        title,
        about: format!(
            "Total variation: the most by which any event is likelier or less likely than in a fair deck; 0 is fair. Exact, over \
             all orders.{}",
            some_of(shown.len(), lines.len())
        ),
        legend,
        panels: vec![plot.panel("", &words.join(" "))],
    }]
}

/// A deck of so many cards after each of some riffles.
struct Line {
    cards: usize,
    after: Vec<After>,
}

/// A deck after so many riffles, and whether the routine has just so many.
struct After {
    riffles: u32,
    asked: bool,
    total_variation: f64,
    separation: f64,
}

/// Each deck once, with the most riffles.
fn decks(answers: &[Of<'_, Distance>]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for of in answers.iter().filter(|of| !of.found.after.is_empty()) {
        // No one looks at so many, but a file may hold them.
        let after = of.found.after.iter().take(MARKS).map(|after| After {
            riffles: after.riffles,
            asked: after.asked,
            total_variation: after.total_variation,
            separation: after.separation,
        });
        let (cards, after) = (of.cards(), after.collect::<Vec<_>>());
        match lines.iter_mut().find(|line| line.cards == cards) {
            Some(line) if line.after.len() < after.len() => line.after = after,
            Some(_) => {}
            None => lines.push(Line { cards, after }),
        }
    }
    sorting::by_key(&mut lines, |line| line.cards);
    lines
}

fn riffles(after: &After) -> String {
    counted(u64::from(after.riffles), "riffle", "riffles")
}

fn of_one(line: &Line) -> String {
    let cards = grouped(line.cards as u64);
    let tv = |after: &After| after.total_variation;
    let Some(asked) = line.after.iter().find(|after| after.asked) else {
        return of_several(std::slice::from_ref(line));
    };
    let leaves = if asked.riffles == 1 {
        "leaves"
    } else {
        "leave"
    };
    let said = format!(
        "{} of {cards} cards {leaves} a total variation of {} from fair",
        capital(&riffles(asked)),
        distance(tv(asked))
    );
    let mut earlier = line
        .after
        .iter()
        .filter(|after| after.riffles < asked.riffles);
    let still = earlier.rfind(|after| tv(after) >= STILL);
    let later = line.after.iter().find(|after| tv(after) < NEAR);
    match (still, later) {
        (Some(still), _) if tv(asked) < STILL => format!(
            "{said}; after {} it is still {}.",
            spoken(u64::from(still.riffles)),
            distance(tv(still))
        ),
        (_, Some(later)) if later.riffles > asked.riffles => format!(
            "{said}; it takes {} to come below {NEAR}.",
            spoken(u64::from(later.riffles))
        ),
        _ => format!("{said}."),
    }
}

fn of_several(lines: &[Line]) -> String {
    let halves = lines.iter().filter_map(|line| {
        let half = line
            .after
            .iter()
            .find(|after| after.total_variation < HALF)?;
        Some((u64::from(half.riffles), line.cards))
    });
    let halves: Vec<(u64, usize)> = halves.collect();
    match halves.as_slice() {
        [] => "So many riffles leave more than half of the distance from fair.".to_owned(),
        [(times, cards), rest @ ..] => {
            let first = counted(*times, "riffle", "riffles");
            let rest = rest.iter().map(|(times, cards)| {
                format!(", {} of {}", spoken(*times), grouped(*cards as u64))
            });
            format!(
                "Total variation from fair falls below a half with {first} of {} cards{}.",
                grouped(*cards as u64),
                rest.collect::<String>()
            )
        }
    }
}
