//! Pictures of shelf shufflers: the distance from fair by the number of shelves.

use super::super::super::chart::{Axis, Key, Mark, Picture, Plot, Swatch};
use super::words::{distance, short, spoken};
use super::{ALONE, LINES, Named, Of, class, of, some_of};
use record::answers::Distance;
use text::names::grouped;
use text::sorting;

/// Near fair is below this.
const NEAR: f64 = 0.25;

/// The meaning of the letter of a shelf shuffler, before the number of its shelves and after it.
const BEFORE: &str = "shelf shuffler with ";
const AFTER: &str = " shelves";

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let all = machines(&of!(answers, Distance));
    let shown = &all[..all.len().min(LINES)];
    let Some(first) = shown.first() else {
        return Vec::new();
    };
    let shelves = shown
        .iter()
        .flat_map(|line| &line.shelves)
        .map(|at| at.0 as f64);
    let (fewest, most) = shelves.fold((f64::INFINITY, 1.0), |(low, high), at| {
        (f64::min(low, at), f64::max(high, at))
    });
    let mut plot = Plot::new(
        ALONE,
        Axis::log("shelves", fewest, most).whole(),
        Axis::new("total variation from fair", 0.0, 1.0),
    );
    plot.level("s5 thin dashed", NEAR, "");
    let mut legend = Vec::new();
    for (at, line) in shown.iter().enumerate() {
        let marks = line.shelves.iter().map(|&(shelves, value)| {
            let says = format!(
                "{} shelves, {} cards: {}",
                grouped(shelves),
                grouped(line.cards as u64),
                distance(value)
            );
            Mark::new(shelves as f64, value, says)
        });
        plot.curve(class(at), &marks.collect::<Vec<_>>());
        if shown.len() > 1 {
            legend.push(Key {
                class: class(at),
                swatch: Swatch::Line,
                means: format!("{} cards", grouped(line.cards as u64)),
            });
        }
    }
    legend.push(Key {
        class: "s5 thin dashed",
        swatch: Swatch::Line,
        means: short(NEAR, 2),
    });
    vec![Picture {
        quiet: false,
        name: "shelves",
        title: said(first),
        about: format!(
            "Total variation from fair after one pass through a machine with so many shelves, exactly, over all orders. The \
             axis across is by factors.{}",
            some_of(shown.len(), all.len())
        ),
        legend,
        panels: vec![plot.panel("", &shown.iter().map(said).collect::<Vec<_>>().join(" "))],
    }]
}

/// Machines for decks of one size: the number of shelves and the distance.
struct Line {
    cards: usize,
    shelves: Vec<(u64, f64)>,
}

/// Each size of decks that two machines or more shuffle once.
fn machines(answers: &[Of<'_, Distance>]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for of in answers {
        let (Some(shelves), Some(found)) = (shelves(of), &of.found.total_variation) else {
            continue;
        };
        let point = (shelves, found.value);
        match lines.iter_mut().find(|line| line.cards == of.cards()) {
            Some(line) => line.shelves.push(point),
            None => lines.push(Line {
                cards: of.cards(),
                shelves: vec![point],
            }),
        }
    }
    for line in &mut lines {
        sorting::by_key(&mut line.shelves, |(shelves, _)| *shelves);
        line.shelves.dedup_by_key(|(shelves, _)| *shelves);
    }
    lines.retain(|line| line.shelves.len() > 1);
    lines
}

/// The number of shelves of a routine that is one pass through a machine.
fn shelves(of: &Of<'_, Distance>) -> Option<u64> {
    let meaning = of.answer.letters.get(of.answer.routine.as_deref()?)?;
    let (number, _) = meaning.strip_prefix(BEFORE)?.split_once(AFTER)?;
    number.parse().ok().filter(|shelves| *shelves > 0)
}

/// "A shelf shuffler needs 50 shelves to bring 52 cards within 0.25 of fair; with ten it is nearly 1 from it."
fn said(line: &Line) -> String {
    let cards = grouped(line.cards as u64);
    let (few, far) = line.shelves[0];
    let left = format!("with {} one pass leaves {}", spoken(few), distance(far));
    match line.shelves.iter().find(|(_, value)| *value < NEAR) {
        Some((enough, value)) if *enough > few => format!(
            "With {} shelves one pass leaves {cards} cards {} from fair; {left}.",
            spoken(*enough),
            distance(*value)
        ),
        Some(_) => format!(
            "One pass through any of these machines leaves {cards} cards within {NEAR} of fair; {left}."
        ),
        None => format!(
            "None of these machines brings {cards} cards within {NEAR} of fair by one pass; {left}."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Answer;
    use super::super::tests::{answer, fall};
    use super::*;

    fn machine(shelves: u64, value: f64) -> Answer {
        let mut figures = fall(&[], 0);
        figures["total_variation"] =
            serde_json::json!({"value": value, "gap": 1.0 - value, "by": "law"});
        let mut found = answer("tv", figures);
        found.routine = Some("A".to_owned());
        let meaning = format!("shelf shuffler with {shelves} shelves, cards taken from the bottom");
        found.letters = [("A".to_owned(), meaning)].into();
        found
    }

    #[test]
    fn machines_stand_by_their_shelves() {
        let all = [
            machine(50, 0.159),
            machine(10, 0.999_999),
            machine(35, 0.299),
        ];
        let named: Vec<(&str, &Answer)> = all.iter().map(|of| ("", of)).collect();
        let found = pictures(&named);
        assert_eq!(
            found[0].title,
            "With 50 shelves one pass leaves 52 cards 0.159 from fair; with ten one pass leaves nearly 1."
        );
        assert!(pictures(&named[..1]).is_empty(), "one machine is no curve");
        let riffles = [answer("tv", fall(&[], 0)), answer("tv", fall(&[], 0))];
        let named: Vec<(&str, &Answer)> = riffles.iter().map(|of| ("", of)).collect();
        assert!(pictures(&named).is_empty());
    }
}
