//! The picture of a watch: the evidence in its last windows of each length, beside the evidence that is enough.

use super::super::chart::{Axis, Key, Picture, Piece, Rows, Swatch};
use super::super::glance::capital;
use record::follow::{Status, Stretch, Watching};
use text::names::grouped;

const WIDE: f64 = 440.0;

/// Lengths that are shown: a window is twice as long as the one before, so that more are longer than any stream.
const MOST: usize = 40;

/// Decimal logarithms beyond which more evidence says no more.
const LEAST: f64 = -3.0;
const LARGEST: f64 = 30.0;

/// The picture of a watch; none before its first deck.
pub(crate) fn of_watch(status: &Status) -> Vec<Picture> {
    if status.decks == 0 || status.windows.is_empty() {
        return Vec::new();
    }
    let shown = &status.windows[..status.windows.len().min(MOST)];
    let mut names = vec!["all decks".to_owned(), "single rare decks".to_owned()];
    names.extend(
        shown
            .iter()
            .map(|window| format!("last {} decks", grouped(window.length))),
    );
    let enough = status.log10_enough.clamp(0.0, LARGEST);
    let known = shown
        .iter()
        .flat_map(|of| of.last.iter().chain([&of.running]));
    let known = known.map(|stretch| clamped(stretch.log10_e));
    let all = [clamped(status.log10_e_all), clamped(status.log10_e_rare)];
    let low = known.clone().chain(all).fold(0.0, f64::min);
    let high = known.chain(all).fold(1.15 * enough, f64::max);
    let mut ends: Vec<String> = all.map(power).to_vec();
    ends.extend(shown.iter().map(|of| {
        let last = of.last.as_ref().unwrap_or(&of.running);
        power(clamped(last.log10_e))
    }));
    let axis = Axis::new("decimal logarithm of the e-value", low, high);
    let marks = [("enough in all".to_owned(), enough)];
    let mut rows = Rows::new(WIDE, axis, &names).ends(&ends).marks(&marks);
    for (row, value) in all.into_iter().enumerate() {
        let says = format!("{}: e-value {}", names[row], power(value));
        rows.pieces(row, &[bar(value, enough, says)]);
    }
    for (row, of) in shown.iter().enumerate() {
        let row = row + all.len();
        if let Some(last) = &of.last {
            rows.pieces(
                row,
                &[bar(
                    clamped(last.log10_e),
                    enough,
                    says(last, "the last full one"),
                )],
            );
        }
        let running = &of.running;
        rows.dot(
            "s0",
            row,
            clamped(running.log10_e),
            &says(running, "the one that runs"),
        );
    }
    vec![Picture {
        quiet: status.state != Watching::Failed,
        name: "windows",
        title: format!("{}.", capital(&status.words)),
        about: format!(
            "The evidence against a fair shuffle in the last windows of each length. In fair decks the e-value of all parts together \
             ever reaches 10^{:.1} with probability {} at most.",
            enough, status.alpha
        ),
        legend: vec![
            Key {
                class: "seen",
                swatch: Swatch::Area,
                means: "the last full window".to_owned(),
            },
            Key {
                class: "s0",
                swatch: Swatch::Dot,
                means: "the window that runs".to_owned(),
            },
            Key {
                class: "o4",
                swatch: Swatch::Area,
                means: "as much as is enough in all".to_owned(),
            },
        ],
        panels: vec![rows.panel(
            "",
            &format!("The evidence in windows of {} lengths.", shown.len()),
        )],
    }]
}

fn clamped(log10_e: f64) -> f64 {
    log10_e.clamp(LEAST, LARGEST)
}

fn bar(value: f64, enough: f64, says: String) -> Piece {
    Piece {
        from: value.min(0.0),
        to: value.max(0.0),
        class: if value >= enough { "o4" } else { "seen" },
        says,
    }
}

/// The e-value, as far as the axis goes.
fn power(log10_e: f64) -> String {
    match log10_e {
        value if value <= LEAST => format!("10^{LEAST} or less"),
        value if value >= LARGEST => format!("10^{LARGEST} or more"),
        value => format!("10^{value:.1}"),
    }
}

fn says(stretch: &Stretch, which: &str) -> String {
    let (first, last) = (
        stretch.from.saturating_add(1),
        stretch.from.saturating_add(stretch.decks),
    );
    let loudest = stretch
        .loudest
        .as_ref()
        .map_or_else(String::new, |telling| {
            format!(", most by {}", telling.statistic)
        });
    format!(
        "decks {} to {}, {which}: e-value {}{loudest}",
        grouped(first),
        grouped(last),
        power(clamped(stretch.log10_e))
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn status(log10_e: f64, state: &str) -> Status {
        let stretch = json!({"from": 1000, "decks": 1000, "log10_e": log10_e, "loudest": {"statistic": "inversions", "log10_e": log10_e}});
        serde_json::from_value(json!({
            "schema": record::follow::STATUS_SCHEMA, "version": "0", "source": "decks", "state": state,
            "words": "2,000 decks, no evidence", "decks": 2000, "cards": 52, "alpha": 0.001, "log10_e": 0.0, "log10_enough": 3.0,
            "log10_e_all": log10_e, "log10_e_rare": f64::MIN, "hardly_shuffled": [], "drift": [], "skipped": 0, "seconds": 1.0,
            "written": 0, "windows": [{"length": 1000, "last": stretch, "running": stretch}],
        }))
        .unwrap()
    }

    #[test]
    fn evidence_that_is_enough_is_told_from_less() {
        let drawn = |log10_e: f64, state: &str| of_watch(&status(log10_e, state)).remove(0);
        let body = |of: &Picture| of.panels[0].body.clone().into_string();
        let less = drawn(1.5, "watching");
        assert!(less.quiet && !body(&less).contains("class=\"o4\""));
        assert_eq!(less.title, "2,000 decks, no evidence.");
        let more = drawn(3.5, "failed");
        assert!(!more.quiet && body(&more).contains("class=\"o4\""));
        assert!(body(&more).contains(
            "decks 1,001 to 2,000, the last full one: e-value 10^3.5, most by inversions"
        ));
        // Numbers of any size are drawn within the axis.
        for far in [f64::MIN, f64::MAX] {
            assert!(!body(&drawn(far, "watching")).contains("NaN"));
        }
        let mut none = status(0.0, "watching");
        none.decks = 0;
        assert!(of_watch(&none).is_empty());
    }
}
