//! Socks from a basket: the most that lie aside without a mate at a time.

use super::super::super::chart::{Panel, Picture};
use super::law::{Value, plot};
use super::words::{counted, short};
use super::{Named, Of, PANELS, of, size, some_of};
use record::answers::Socks;
use text::sorting;

/// Values from which on they are a law worth a panel.
const LAW: usize = 3;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, Socks);
    let key = |of: &Of<'_, Socks>| (of.found.kind.clone(), of.found.pairs);
    let mut seen = Vec::new();
    all.retain(|of| {
        let new = !seen.contains(&key(of)) && of.found.values.len() >= LAW;
        seen.push(key(of));
        new
    });
    sorting::by_key(&mut all, key);
    let shown = &all[..all.len().min(PANELS)];
    let panel = |of: &Of<'_, Socks>| -> Option<Panel> {
        let values = of.found.values.iter();
        let values: Vec<Value> = values
            .map(|at| (at.value as u64, at.probability, None))
            .collect();
        let words = ("sock aside", "socks aside");
        let plot = plot(
            size(shown.len()),
            "most socks aside at a time",
            words,
            &values,
        )?;
        Some(plot.panel(&pairs(of.found), &said(of.found)))
    };
    let panels: Vec<Panel> = shown.iter().filter_map(panel).collect();
    let most = shown.iter().max_by_key(|of| of.found.pairs);
    let (Some(most), false) = (most, panels.is_empty()) else {
        return Vec::new();
    };
    vec![Picture {
        quiet: false,
        name: "socks",
        title: said(most.found),
        about: format!(
            "Socks come from the basket one by one, and lie aside until a mate comes: the most that lie there at a time. Exact.{}",
            some_of(shown.len(), all.len())
        ),
        legend: Vec::new(),
        panels,
    }]
}

/// "distinct", "left and right".
fn kind(found: &Socks) -> String {
    match found.kind.as_str() {
        "left-right" => "left and right".to_owned(),
        other => other.chars().take(20).collect(),
    }
}

fn pairs(found: &Socks) -> String {
    let number = counted(found.pairs as u64, "pair", "pairs");
    format!("{number}, {}", kind(found))
}

fn said(found: &Socks) -> String {
    format!(
        "Of {} of {} socks, {} lie aside at the most on average, give or take {}.",
        counted(found.pairs as u64, "pair", "pairs"),
        kind(found),
        short(found.mean, 3),
        short(found.standard_deviation, 2)
    )
}
