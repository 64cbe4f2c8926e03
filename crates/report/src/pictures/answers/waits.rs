//! Pictures of how long games last that are won: the law of their rolls.

use super::super::super::chart::{Panel, Picture};
use super::law::{Value, plot};
use super::words::{all_of, brief, short};
use super::{Named, PANELS, of, size, some_of};
use record::answers::Wait;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, Wait);
    all.retain(|of| of.found.rolls.len() > 1);
    let shown = &all[..all.len().min(PANELS)];
    let said = |found: &Wait| {
        let (mean, without) = (
            short(found.mean, 3),
            short(found.mean_without_losing_rolls, 3),
        );
        if mean == without {
            format!("{mean} rolls")
        } else {
            format!("{mean} rolls on average and not {without}")
        }
    };
    let panel = |of: &super::Of<'_, Wait>| -> Option<Panel> {
        let values = of.found.rolls.iter();
        let values: Vec<Value> = values.map(|at| (at.rolls, at.probability, None)).collect();
        let plot = plot(
            size(shown.len()),
            "rolls of a game that is won",
            ("roll", "rolls"),
            &values,
        )?;
        Some(plot.panel(
            &of.label(),
            &format!("Games that are won last {}.", said(of.found)),
        ))
    };
    let panels: Vec<Panel> = shown.iter().filter_map(panel).collect();
    if panels.is_empty() {
        return Vec::new();
    }
    let each = shown.iter().map(|of| match of.name {
        "" => said(of.found),
        name if shown.len() > 1 => format!("{} ({})", said(of.found), brief(name)),
        _ => said(of.found),
    });
    let each: Vec<String> = each.collect();
    vec![Picture {
        quiet: false,
        name: "waits",
        title: format!("Games that are won last {}.", all_of(&each)),
        about: format!(
            "How many rolls a game that is won takes, the last one counted. The other number is that of dice from which the losing rolls \
             were taken: games that would have been lost early are then played to the end. Exact.{}",
            some_of(shown.len(), all.len())
        ),
        legend: Vec::new(),
        panels,
    }]
}
