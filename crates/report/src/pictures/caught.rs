//! Pictures of how many decks it takes to catch each known-bad shuffle.

use super::super::chart::{Axis, Picture, Rows};
use record::calibration::{Calibration, Power};
use text::names::grouped;
use text::sorting;

const WIDE: f64 = 440.0;

/// The picture of how many decks it takes.
pub(super) fn pictures(found: &Calibration) -> Vec<Picture> {
    let whole = found
        .power
        .iter()
        .filter(|power| power.view.is_none() && power.classes.is_none());
    let mut caught: Vec<(&Power, u64)> = whole
        .filter_map(|power| Some((power, power.decks?)))
        .collect();
    sorting::by_key(&mut caught, |(power, decks)| (*decks, &power.shuffle));
    let (Some((soonest, few)), Some((latest, many))) = (caught.first(), caught.last()) else {
        return Vec::new();
    };
    let axis = Axis::log(
        "decks that the standard suite needs",
        1.0,
        2.0 * *many as f64,
    )
    .whole();
    let names: Vec<String> = (caught.iter())
        .map(|(power, _)| format!("{} ({})", power.shuffle, power.deck))
        .collect();
    let ends: Vec<String> = caught.iter().map(|(_, decks)| grouped(*decks)).collect();
    let mut rows = Rows::new(WIDE, axis, &names).ends(&ends);
    for (row, (power, decks)) in caught.iter().enumerate() {
        let by: Vec<&str> = power
            .by
            .iter()
            .take(2)
            .map(|(statistic, _)| statistic.as_str())
            .collect();
        let says = format!(
            "{}, {} cards: {} decks, {} of {} runs, mostly by {}",
            power.shuffle,
            power.deck,
            grouped(*decks),
            power.caught,
            power.runs,
            by.join(" and ")
        );
        rows.dot("s0", row, *decks as f64, &says);
    }
    vec![Picture {
        quiet: false,
        name: "power",
        title: format!(
            "{} is caught by {} decks, {} by {}.",
            soonest.shuffle,
            grouped(*few),
            latest.shuffle,
            grouped(*many)
        ),
        about: "The fewest decks, of the numbers that were tried, at which nearly all runs catch each known-bad shuffle; in \
                brackets the cards of its decks. The axis is by factors of ten."
            .to_owned(),
        legend: Vec::new(),
        panels: vec![rows.panel("", &format!("{} shuffles and the decks that catch them.", caught.len()))],
    }]
}
