//! Shuffle bags: how many draws someone who counts calls right, and the law of draws from a bag that is only filled.

use super::super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Rows, Swatch};
use super::words::{capital, counted, percent, short, spaced};
use super::{LINES, Named, Of, PANELS, class, of, size, some_of, thinned};
use record::answers::{Bag, FillUp};

/// Rows at the most, and their width.
const ROWS: usize = 24;
const WIDE: f64 = 440.0;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let calls = calls(&of!(answers, Bag));
    let filled = filled(&of!(answers, FillUp));
    calls.into_iter().chain(filled).collect()
}

/// The items of a full bag.
fn number(of: &Of<'_, Bag>) -> u64 {
    of.found.items.iter().map(|items| u64::from(*items)).sum()
}

/// The same in words: "20 items".
fn items(of: &Of<'_, Bag>) -> String {
    counted(number(of), "item", "items")
}

/// A bag in words: "9 items of 3 symbols, 9 drawn".
fn bag(of: &Of<'_, Bag>) -> String {
    let items = number(of);
    let all = u64::from(of.found.take) == items;
    let what = format!(
        "{} of {}",
        counted(items, "item", "items"),
        counted(of.found.items.len() as u64, "symbol", "symbols")
    );
    if all {
        format!("{what}, drawn to the last")
    } else {
        format!(
            "{what}, full again after {}",
            counted(u64::from(of.found.take), "draw", "draws")
        )
    }
}

fn calls(all: &[Of<'_, Bag>]) -> Option<Picture> {
    let bags: Vec<(&Of<'_, Bag>, f64, f64)> = all
        .iter()
        .filter_map(|of| {
            let take = f64::from(of.found.take.max(1));
            Some((
                of,
                of.found.right? / take,
                of.found.right_independent / take,
            ))
        })
        .collect();
    let shown = &bags[..bags.len().min(ROWS)];
    let name = |(of, ..): &(&Of<'_, Bag>, f64, f64)| {
        let words = bag(of);
        let alike = shown.iter().filter(|(other, ..)| bag(other) == words);
        match of.name {
            "" => "this bag".to_owned(),
            // What an answer is called tells those apart that draw in the same way.
            name if alike.count() > 1 => format!("{}: {}", items(of), spaced(name)),
            _ => capital(&words),
        }
    };
    let names: Vec<String> = shown.iter().map(name).collect();
    // The answer of a record speaks of the first.
    let best = shown.first()?;
    let highest = shown
        .iter()
        .map(|(_, right, chance)| right.max(*chance))
        .fold(0.0, f64::max);
    let says = |(of, right, chance): &(&Of<'_, Bag>, f64, f64)| {
        format!(
            "{}: {} right, chance {}",
            bag(of),
            percent(*right),
            percent(*chance)
        )
    };
    let mut rows = Rows::new(WIDE, Axis::shares("draws called right", highest), &names);
    let chance: Vec<Option<f64>> = shown.iter().map(|(.., chance)| Some(*chance)).collect();
    rows.ticks("fair", &chance);
    for (row, of) in shown.iter().enumerate() {
        rows.dot("s0", row, of.1, &says(of));
    }
    let words: Vec<String> = shown.iter().map(says).collect();
    let (of, right, chance) = best;
    let title = if right - chance < 1e-9 {
        "No one calls draws from such a bag better than chance.".to_owned()
    } else {
        let take = f64::from(of.found.take.max(1));
        format!(
            "Whoever counts calls {} of {} draws right from a bag of {}; chance gives {}.",
            short(right * take, 4),
            of.found.take,
            bag(of),
            short(chance * take, 4)
        )
    };
    Some(Picture {
        quiet: false,
        name: "bags",
        title,
        about: format!(
            "The share of draws that are called right by someone who knows what is in the bag and calls the likeliest symbol. Exact.{}",
            some_of(shown.len(), bags.len())
        ),
        legend: vec![
            Key {
                class: "s0",
                swatch: Swatch::Dot,
                means: "by counting".to_owned(),
            },
            Key {
                class: "fair",
                swatch: Swatch::Line,
                means: "independent draws".to_owned(),
            },
        ],
        panels: vec![rows.panel("", &format!("{}.", words.join("; ")))],
    })
}

fn filled(all: &[Of<'_, FillUp>]) -> Option<Picture> {
    let found: Vec<&Of<'_, FillUp>> = all
        .iter()
        .filter(|of| of.found.laws.first().is_some_and(|law| !law.is_empty()))
        .collect();
    let shown = &found[..found.len().min(PANELS)];
    let first = shown.first()?;
    let highest = shown
        .iter()
        .flat_map(|of| of.found.laws.iter().flatten())
        .copied()
        .fold(0.0, f64::max);
    let most = shown
        .iter()
        .map(|of| of.found.laws[0].len())
        .max()?
        .min(LINES);
    let panel = |of: &&Of<'_, FillUp>| -> Panel {
        let laws = &of.found.laws;
        let mut plot = Plot::new(
            size(shown.len()),
            Axis::new("draw", 1.0, laws.len() as f64).whole(),
            Axis::shares("probability", highest),
        );
        for symbol in 0..laws[0].len().min(LINES) {
            let marks = thinned(laws.len(), &[]).into_iter().filter_map(|at| {
                let p = *laws[at].get(symbol)?;
                let says = format!("draw {}, symbol {}: {}", at + 1, symbol + 1, percent(p));
                Some(Mark::new((at + 1) as f64, p, says))
            });
            plot.curve(class(symbol), &marks.collect::<Vec<_>>());
        }
        plot.panel(&of.label(), &swings(of))
    };
    let legend = (0..most).map(|symbol| Key {
        class: class(symbol),
        swatch: Swatch::Line,
        means: format!("symbol {}", symbol + 1),
    });
    Some(Picture {
        quiet: false,
        name: "fill-up",
        title: swings(first),
        about: format!(
            "The probability of each symbol, draw by draw, from a bag that gets one more item after each draw while nothing is ever taken \
             out. Exact.{}",
            some_of(shown.len(), found.len())
        ),
        legend: legend.collect(),
        panels: shown.iter().map(panel).collect(),
    })
}

/// The symbol that is farthest from an equal share, and when.
fn swings(of: &Of<'_, FillUp>) -> String {
    let symbols = of.found.laws.first().map_or(1, Vec::len).max(1);
    let fair = 1.0 / symbols as f64;
    let all = of.found.laws.iter().zip(1_u64..);
    let all = all.flat_map(|(law, draw)| {
        law.iter()
            .zip(1_u64..)
            .map(move |(p, symbol)| (draw, symbol, *p))
    });
    let farthest = all.max_by(|a, b| (a.2 - fair).total_cmp(&(b.2 - fair)));
    match farthest {
        Some((draw, symbol, p)) if p - fair > 1e-9 => format!(
            "Draw {draw} from a bag that is only ever filled up is symbol {symbol} with {}; an even share is {}.",
            percent(p),
            percent(fair)
        ),
        _ => "In a bag that is only ever filled up, all symbols are equally likely at every draw."
            .to_owned(),
    }
}
