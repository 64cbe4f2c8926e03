//! Pictures of how random moves scramble a pocket cube, and of how far its states are from solved.

use super::super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch};
use super::words::{all_of, capital, counted, distance, percent, short};
use super::{LINES, Named, Of, class, of, some_of, thinned};
use record::answers::PocketCube;
use text::names::grouped;
use text::sorting;

/// Quarter turns alone.
const QUARTER: &str = "quarter";

/// The size of a panel.
const SIZE: (f64, f64) = (440.0, 210.0);
const BESIDE: (f64, f64) = (400.0, 250.0);

/// Levels that are drawn at the most.
const LEVELS: usize = 3;

type Cube<'a> = Of<'a, PocketCube>;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let all = of!(answers, PocketCube);
    let mut walks: Vec<&Cube<'_>> = Vec::new();
    for cube in all
        .iter()
        .filter(|cube| cube.found.total_variation.len() > 1)
    {
        // The longest of the same walk is enough.
        let key = |cube: &Cube<'_>| (cube.found.metric.clone(), cube.found.no_repeat);
        match walks.iter_mut().find(|known| key(known) == key(cube)) {
            Some(known) if known.found.total_variation.len() < cube.found.total_variation.len() => {
                *known = cube;
            }
            Some(_) => {}
            None => walks.push(cube),
        }
    }
    let mut pictures: Vec<Picture> = scramble(&walks).into_iter().chain(states(&all)).collect();
    // Whoever asks whether the rules are right asks for states, and not how near random moves come.
    if all.iter().any(|cube| cube.found.rules.is_some()) {
        pictures.reverse();
    }
    pictures
}

/// "quarter turns", "moves", and that no face is turned twice.
fn moves(cube: &Cube<'_>) -> (&'static str, &'static str, &'static str) {
    let (one, many) = if cube.found.metric == QUARTER {
        ("quarter turn", "quarter turns")
    } else {
        ("move", "moves")
    };
    let never = if cube.found.no_repeat {
        ", no face twice in a row"
    } else {
        ""
    };
    (one, many, never)
}

fn scramble(all: &[&Cube<'_>]) -> Option<Picture> {
    let cubes = &all[..all.len().min(LINES)];
    let longest = cubes
        .iter()
        .map(|cube| cube.found.total_variation.len())
        .max()?;
    let mut plot = Plot::new(
        SIZE,
        Axis::new("random moves", 0.0, longest.saturating_sub(1) as f64).whole(),
        Axis::new("total variation from fair", 0.0, 1.0),
    );
    let mut levels: Vec<f64> = cubes
        .iter()
        .flat_map(|cube| cube.found.thresholds.iter().map(|at| at.below))
        .collect();
    sorting::floats(&mut levels);
    levels.dedup();
    for below in levels.iter().rev().take(LEVELS) {
        plot.level("s5 thin dashed", *below, "");
    }
    let mut legend = Vec::new();
    for (at, cube) in cubes.iter().enumerate() {
        let (one, many, never) = moves(cube);
        let line = |list: &[f64], of: &str| {
            let keep = thinned(list.len(), &[]).into_iter();
            let marks = keep.map(|at| {
                let moves = counted(at as u64, one, many);
                Mark::new(
                    at as f64,
                    list[at],
                    format!("{moves}{never}: {}{of}", distance(list[at])),
                )
            });
            marks.collect::<Vec<Mark>>()
        };
        plot.curve(class(at), &line(&cube.found.total_variation, ""));
        let mut key = |class, means| {
            legend.push(Key {
                class,
                swatch: Swatch::Line,
                means,
            });
        };
        key(class(at), format!("{many}{never}"));
        // The number of moves that takes it below what was asked first.
        if let Some(moves) = cube.found.thresholds.first().and_then(|asked| asked.moves) {
            let number = f64::from(moves);
            let below = cube.found.total_variation.get(moves as usize);
            plot.whiskers(
                &format!("{} thin", class(at)),
                &[(number, 0.0, below.copied().unwrap_or(0.0))],
            );
            plot.note((number, 0.03), &counted(u64::from(moves), one, many));
        }
        if let Some(half) = &cube.found.of_reached_half {
            let dashed = class(at + 6);
            plot.curve(dashed, &line(half, " from all that can be reached"));
            key(
                dashed,
                format!("{many}{never}, of the half that so many can reach"),
            );
        }
    }
    let told: Vec<String> = levels
        .iter()
        .rev()
        .take(LEVELS)
        .map(|at| short(*at, 3))
        .collect();
    if !told.is_empty() {
        legend.push(Key {
            class: "s5 thin dashed",
            swatch: Swatch::Line,
            means: format!("asked about: {}", all_of(&told)),
        });
    }
    let words: Vec<String> = cubes.iter().map(|cube| said(cube)).collect();
    // Beside one that comes near, it is told why another never does.
    let beside_one = || {
        let (first, rest) = words.split_first()?;
        let never = rest.iter().zip(&cubes[1..]);
        let mut never =
            never.filter(|(_, cube)| cube.found.thresholds.iter().any(|asked| asked.never));
        let never = never.next().map(|(words, _)| format!(" {words}"));
        Some(format!("{first}{}", never.unwrap_or_default()))
    };
    let title = title(cubes).or_else(beside_one)?;
    Some(Picture {
        quiet: false,
        name: "cube-scramble",
        title,
        about: format!(
            "Total variation of a pocket cube (2×2×2) after so many random moves from all its states alike.{}",
            some_of(cubes.len(), all.len())
        ),
        legend,
        panels: vec![plot.panel("", &words.join(" "))],
    })
}

/// The numbers of moves that come below what was asked first: "19 moves bring a pocket cube within 0.25 of fair; eleven moves
/// do, no face twice in a row."
fn title(cubes: &[&Cube<'_>]) -> Option<String> {
    let passed = cubes.iter().filter_map(|cube| {
        let asked = cube.found.thresholds.first()?;
        Some((*cube, asked.below, asked.moves?))
    });
    let passed: Vec<(&Cube<'_>, f64, u32)> = passed.collect();
    let (first, rest) = passed.split_first()?;
    // One by itself says how near it comes, too.
    if rest.is_empty() {
        return None;
    }
    let (cube, below, number) = first;
    let (one, many, never) = moves(cube);
    let begins = format!(
        "{}{} bring a pocket cube within {below} of fair",
        capital(&counted(u64::from(*number), one, many)),
        comma(never)
    );
    let alike = rest
        .iter()
        .filter(|(_, other, _)| (other - below).abs() < 1e-9);
    let others = alike.map(|(cube, _, number)| {
        let (one, many, never) = moves(cube);
        format!(
            "; {}{} do",
            counted(u64::from(*number), one, many),
            comma(never)
        )
    });
    Some(format!("{begins}{}.", others.collect::<String>()))
}

/// A remark on moves, closed by a comma.
fn comma(never: &str) -> String {
    if never.is_empty() {
        String::new()
    } else {
        format!("{never},")
    }
}

/// The threshold that was asked about first, in a sentence.
fn said(cube: &Cube<'_>) -> String {
    let (one, many, never) = moves(cube);
    let tv = &cube.found.total_variation;
    let Some(asked) = cube.found.thresholds.first() else {
        let last = tv.len().saturating_sub(1);
        return format!(
            "{}{} leave a pocket cube {} from fair.",
            capital(&counted(last as u64, one, many)),
            comma(never),
            distance(tv[last])
        );
    };
    if asked.never {
        return "Quarter turns alone never come below 0.5: each is an odd exchange of corners, so if their number is known, half of \
                the states are out of reach."
            .to_owned();
    }
    let at = |moves: u32| {
        tv.get(moves as usize)
            .map_or_else(String::new, |tv| distance(*tv))
    };
    match asked.moves {
        Some(moves) => format!(
            "{}{} bring a pocket cube within {} of fair (total variation {}).",
            capital(&counted(u64::from(moves), one, many)),
            comma(never),
            asked.below,
            at(moves)
        ),
        None => format!(
            "{}{} do not bring a pocket cube within {} of fair.",
            capital(&counted(tv.len().saturating_sub(1) as u64, one, many)),
            comma(never),
            asked.below
        ),
    }
}

/// States by the moves that solve them, beside where random moves lead: a panel for each metric.
fn states(all: &[Cube<'_>]) -> Option<Picture> {
    let mut shown: Vec<&Cube<'_>> = Vec::new();
    for cube in all.iter().filter(|cube| !cube.found.distances.is_empty()) {
        if !shown
            .iter()
            .any(|known| known.found.metric == cube.found.metric)
        {
            shown.push(cube);
        }
    }
    let first = shown.first()?;
    let panels: Vec<Panel> = shown
        .iter()
        .map(|cube| of_states(cube, shown.len() > 1))
        .collect();
    let (one, many, _) = moves(first);
    let all_states: u64 = first
        .found
        .distances
        .iter()
        .map(|count| u64::from(*count))
        .sum();
    let far = first.found.distances.last().copied().unwrap_or(0);
    let need = if far == 1 { "needs" } else { "need" };
    Some(Picture {
        quiet: false,
        name: "cube-states",
        title: format!(
            "{} of the {} states of a pocket cube {need} {} to solve; on average {} are enough.",
            capital(&super::words::spoken(u64::from(far))),
            grouped(all_states),
            counted(first.found.farthest as u64, one, many),
            short(first.found.mean_distance, 3)
        ),
        about: "The share of all states by the fewest moves that solve them; the line is the same after random moves.".to_owned(),
        legend: vec![
            Key { class: "seen", swatch: Swatch::Area, means: "all states".to_owned() },
            Key { class: "fair", swatch: Swatch::Line, means: "after random moves".to_owned() },
        ],
        panels,
    })
}

fn of_states(cube: &Cube<'_>, labelled: bool) -> Panel {
    let (one, many, _) = moves(cube);
    let states = f64::from(cube.found.states.max(1));
    let shares: Vec<f64> = cube
        .found
        .distances
        .iter()
        .map(|count| f64::from(*count) / states)
        .collect();
    // The last one: as many moves as scramble it.
    let after = cube.found.after.last();
    let beside: &[f64] = after.map_or(&[], |after| after.distances.as_slice());
    let highest = shares.iter().chain(beside).copied().fold(0.0, f64::max);
    let mut plot = Plot::new(
        BESIDE,
        Axis::new(format!("{many} to solve"), -0.5, shares.len() as f64 - 0.5).whole(),
        Axis::shares("states", highest),
    );
    let marks = shares.iter().zip(0_u64..).map(|(share, at)| {
        let states = cube.found.distances[at as usize];
        let after = after.and_then(|after| Some((after.moves, *after.distances.get(at as usize)?)));
        let after = after.map_or_else(String::new, |(moves, share)| {
            format!(
                "; after {}: {}",
                counted(
                    u64::from(moves),
                    &format!("random {one}"),
                    &format!("random {many}")
                ),
                percent(share)
            )
        });
        let words = counted(at, one, many);
        Mark::new(
            at as f64,
            *share,
            format!(
                "{words}: {} states, {}{after}",
                grouped(u64::from(states)),
                percent(*share)
            ),
        )
    });
    let marks: Vec<Mark> = marks.take(super::MARKS).collect();
    plot.bars("seen", 1.0, &marks);
    let ticks: Vec<(f64, f64)> = beside
        .iter()
        .enumerate()
        .map(|(at, share)| (at as f64, *share))
        .collect();
    plot.ticks("fair", 1.0, &ticks);
    let words: Vec<&str> = marks.iter().map(|mark| mark.says.as_str()).collect();
    let label = match after {
        Some(after) if labelled => format!("{many}; line: after {} random ones", after.moves),
        _ if labelled => many.to_owned(),
        _ => String::new(),
    };
    plot.panel(&label, &format!("{}.", words.join("; ")))
}
