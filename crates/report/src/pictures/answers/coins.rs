//! Pictures of what comes after streaks: the share that goes on in the mean of sequences, beside that of all flips
//! together.

use super::super::super::chart::{Axis, Key, Picture, Rows, Swatch};
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
    let Some(farthest) = farthest else {
        return Vec::new();
    };
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
    vec![Picture {
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
    }]
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
    let found = of.found;
    let streak = found.streak as u64;
    let after = if found.either {
        format!("{} alike", super::words::spoken(streak))
    } else {
        counted(streak, "head", "heads")
    };
    format!(
        "Of the flips after {after} in a row, {} go on with the streak in the mean of sequences of {}, though {} of all of them do.",
        percent(*share),
        grouped(found.flips as u64),
        percent(*all)
    )
}
