//! Pictures of what comes after streaks: the share that goes on in the mean of sequences, beside that of all flips
//! together.

use super::super::super::chart::{Axis, Key, Picture, Piece, Rows, Swatch};
use super::words::{counted, percent};
use super::{Named, Of, of, some_of};
use record::answers::HotHand;
use text::names::grouped;
use text::sorting;

/// Rows at the most, and their width.
const ROWS: usize = 24;
const WIDE: f64 = 440.0;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let found = of!(answers, HotHand);
    bet(&found).into_iter().chain(shares(&found)).collect()
}

/// How often the bet on the streak's going on is won, and how often it is lost; the first answer is what the title says.
fn bet(found: &[Of<'_, HotHand>]) -> Option<Picture> {
    let shown = &found[..found.len().min(ROWS)];
    let first = shown.first()?;
    let names: Vec<String> = shown.iter().map(|of| name(of.found)).collect();
    let mut rows = Rows::new(WIDE, Axis::shares("share of games", 1.0), &names);
    let words = |found: &HotHand| {
        format!(
            "{}: won in {}, lost in {}",
            name(found),
            percent(found.win),
            percent(found.lose)
        )
    };
    for (row, of) in shown.iter().enumerate() {
        let (won, lost) = (of.found.win, 1.0 - of.found.lose);
        let piece = |from: f64, to: f64, class| Piece {
            from,
            to,
            class,
            says: words(of.found),
        };
        let pieces = [
            piece(0.0, won, "seen"),
            piece(won, lost.max(won), "blank"),
            piece(lost.max(won), 1.0, "fair"),
        ];
        rows.pieces(row, &pieces);
    }
    let key = |class, means: &str| Key {
        class,
        swatch: Swatch::Area,
        means: means.to_owned(),
    };
    let said: Vec<String> = shown.iter().map(|of| words(of.found)).collect();
    Some(Picture {
        quiet: false,
        name: "hot-hand-bet",
        title: format!(
            "Over {} flips, after streaks of {}, the bet is won in {} of games and lost in {}.",
            grouped(first.found.flips as u64),
            streak(first.found),
            percent(first.found.win),
            percent(first.found.lose)
        ),
        about: format!(
            "Each flip after a streak is noted. The bet is won where most of the noted flips go on with the streak, and lost \
             where most end it. Exact.{}",
            some_of(shown.len(), found.len())
        ),
        legend: vec![
            key("seen", "won"),
            key("blank", "neither"),
            key("fair", "lost"),
        ],
        panels: vec![rows.panel("", &format!("{}.", said.join("; ")))],
    })
}

/// "four heads", "four alike".
fn streak(found: &HotHand) -> String {
    let streak = found.streak as u64;
    if found.either {
        format!("{} alike", super::words::spoken(streak))
    } else {
        counted(streak, "head", "heads")
    }
}

/// The share of flips that go on with a streak.
fn shares(found: &[Of<'_, HotHand>]) -> Option<Picture> {
    let mut all: Vec<(&Of<'_, HotHand>, f64, f64)> = found
        .iter()
        .filter_map(|of| Some((of, of.found.share?, of.found.share_of_all?)))
        .collect();
    // The longer the sequences, the less is left of it.
    sorting::by_key(&mut all, |(of, ..)| {
        (
            of.found.either,
            of.found.p.clone(),
            of.found.streak,
            of.found.flips,
        )
    });
    let shown = &all[..all.len().min(ROWS)];
    let farthest = shown
        .iter()
        .max_by(|a, b| (a.1 - a.2).abs().total_cmp(&(b.1 - b.2).abs()));
    let farthest = farthest?;
    let names: Vec<String> = shown.iter().map(|(of, ..)| name(of.found)).collect();
    let highest = shown
        .iter()
        .map(|(_, share, all)| share.max(*all))
        .fold(0.0, f64::max);
    let mut rows = Rows::new(WIDE, Axis::shares("share that goes on", highest), &names);
    let together: Vec<Option<f64>> = shown.iter().map(|(.., all)| Some(*all)).collect();
    rows.ticks("fair", &together);
    for (row, of) in shown.iter().enumerate() {
        rows.dot("s0", row, of.1, &said(of));
    }
    let words: Vec<String> = shown.iter().map(said).collect();
    Some(Picture {
        quiet: false,
        name: "hot-hand",
        title: said(farthest),
        about: format!(
            "Flips that come after a streak: the share of them that goes on with it, in the mean of sequences; the line is the share of \
             those of all sequences together. No flip knows of the one before it. Exact.{}",
            some_of(shown.len(), all.len())
        ),
        legend: vec![
            Key {
                class: "s0",
                swatch: Swatch::Dot,
                means: "mean of sequences".to_owned(),
            },
            Key {
                class: "fair",
                swatch: Swatch::Line,
                means: "all flips together".to_owned(),
            },
        ],
        panels: vec![rows.panel("", &words.join(" "))],
    })
}

/// "100 flips, 4 heads".
fn name(found: &HotHand) -> String {
    let heads = match found.streak {
        _ if found.either => "alike",
        1 => "head",
        _ => "heads",
    };
    let p: String = found.p.chars().take(12).collect();
    let p = if p == "1/2" {
        String::new()
    } else {
        format!(", p = {p}")
    };
    format!(
        "{} flips, {} {heads}{p}",
        grouped(found.flips as u64),
        grouped(found.streak as u64)
    )
}

fn said((of, share, all): &(&Of<'_, HotHand>, f64, f64)) -> String {
    let (found, after) = (of.found, streak(of.found));
    format!(
        "Of the flips after {after} in a row, {} go on with the streak in the mean of sequences of {}, though {} of all of them do.",
        percent(*share),
        grouped(found.flips as u64),
        percent(*all)
    )
}
