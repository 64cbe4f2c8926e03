//! Pictures of a comparison: by how many standard errors each figure moved, and the limit beyond which it did.

use super::super::chart::{Axis, Key, Panel, Picture, Piece, Rows, Swatch};
use super::super::compare::{comparison_headline, heading, moved, title};
use record::Change;
use record::compare::{Comparison, Figure, Movement, Pair};
use text::names::{grouped, short};
use text::sorting;

const WIDE: f64 = 440.0;

/// Rows of a routine, and routines, that a picture shows.
const ROWS: usize = 16;
const PAIRS: usize = 6;

/// The pictures of a comparison: none if nothing could be compared.
pub(crate) fn of_comparison(found: &Comparison) -> Vec<Picture> {
    let limit = limit(found);
    let shown: Vec<(&Pair, Vec<(&Figure, f64)>)> = found
        .routines
        .iter()
        .map(|pair| (pair, rows(pair)))
        .filter(|(_, rows)| !rows.is_empty())
        .collect();
    let panels: Vec<Panel> = shown
        .iter()
        .take(PAIRS)
        .map(|(pair, rows)| panel(pair, rows, limit, shown.len() > 1))
        .collect();
    if panels.is_empty() {
        return Vec::new();
    }
    let cut = match shown.len() {
        0..=PAIRS => String::new(),
        many => format!(
            " The first {PAIRS} of {} routines are shown.",
            grouped(many as u64)
        ),
    };
    vec![Picture {
        quiet: found.outcome == Movement::Same,
        name: "moved",
        title: comparison_headline(found),
        about: format!(
            "By how many standard errors each figure moved, those that moved most first. One beyond the band would move by \
             chance with probability {} at the most, if it were the only one; verdicts follow Holm's order.{cut}",
            short(found.alpha / found.tests.max(1) as f64, 2)
        ),
        legend: vec![
            key("o4", "moved"),
            key("seen", "within what chance gives"),
            key("band s5", "limit for all figures together"),
        ],
        panels,
    }]
}

fn key(class: &'static str, means: &str) -> Key {
    Key {
        class,
        swatch: Swatch::Area,
        means: means.to_owned(),
    }
}

/// The figures that have a number of standard errors, the farthest first.
fn rows(pair: &Pair) -> Vec<(&Figure, f64)> {
    let figures = pair.figures.iter();
    let errors = figures.filter_map(|figure| Some((figure, figure.errors?)));
    let mut all: Vec<(&Figure, f64)> = errors.filter(|(_, errors)| errors.is_finite()).collect();
    sorting::by(&mut all, |(a, x), (b, y)| {
        let still = |figure: &Figure| figure.verdict != Change::Moved;
        still(a).cmp(&still(b)).then(y.abs().total_cmp(&x.abs()))
    });
    all.truncate(ROWS);
    all
}

/// Standard errors that one of all figures exceeds, either way, with the probability that the error level leaves to it.
fn limit(found: &Comparison) -> f64 {
    let level = found.alpha / found.tests.max(1) as f64;
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if libm::erfc(middle * std::f64::consts::FRAC_1_SQRT_2) > level {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

fn panel(pair: &Pair, found: &[(&Figure, f64)], limit: f64, several: bool) -> Panel {
    let names: Vec<String> = found.iter().map(|(figure, _)| title(figure)).collect();
    let ends: Vec<String> = found
        .iter()
        .map(|(_, errors)| {
            let sign = if *errors < 0.0 { "−" } else { "+" };
            format!("{sign}{}", short(errors.abs(), 2))
        })
        .collect();
    let far = found.iter().map(|(_, errors)| *errors);
    let low = 1.05 * far.clone().fold(-1.3 * limit, f64::min);
    let high = 1.05 * far.fold(1.3 * limit, f64::max);
    let axis = Axis::new("standard errors by which it moved", low, high);
    let mut rows = Rows::new(WIDE, axis, &names).ends(&ends);
    rows.band("s5", -limit, limit, "limit for all figures together");
    rows.ticks("s5 thin", &vec![Some(0.0); found.len()]);
    for (row, (figure, errors)) in found.iter().enumerate() {
        let moves = figure.verdict == Change::Moved;
        rows.pieces(
            row,
            &[Piece {
                from: errors.min(0.0),
                to: errors.max(0.0),
                class: if moves { "o4" } else { "seen" },
                says: format!("{}: {}", names[row], moved(figure)),
            }],
        );
    }
    let moving = found
        .iter()
        .filter(|(figure, _)| figure.verdict == Change::Moved);
    let words = format!(
        "{}: {} of the figures shown moved.",
        heading(pair),
        moving.count()
    );
    rows.panel(if several { &pair.new } else { "" }, &words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn comparison(errors: &[(f64, &str)]) -> Comparison {
        let figures = errors.iter().map(|(errors, verdict)| {
            json!({
                "statistic": "inversions", "test": "mean", "base": 1.0, "new": 2.0, "errors": errors, "p": 0.5,
                "p_adjusted": 0.5, "verdict": verdict, "needed": null, "place": null,
            })
        });
        let outcome = if errors.iter().any(|(_, verdict)| *verdict == "moved") {
            "moved"
        } else {
            "same"
        };
        serde_json::from_value(json!({
            "schema": "colddeck.comparison/1", "version": "0", "alpha": 0.05, "tests": 1,
            "base": {"name": "a.json", "experiment": "a", "source": null},
            "new": {"name": "b.json", "experiment": "b", "source": null},
            "routines": [{
                "base": "G", "new": "G", "base_decks": 10, "new_decks": 10, "figures": figures.collect::<Vec<_>>(),
                "not_compared": [],
            }],
            "unpaired": [], "outcome": outcome,
        }))
        .unwrap()
    }

    #[test]
    fn the_limit_is_that_of_a_normal_law() {
        let alone = comparison(&[(0.5, "same")]);
        assert!(
            (limit(&alone) - 1.959_964).abs() < 1e-5,
            "{}",
            limit(&alone)
        );
        let many = Comparison { tests: 50, ..alone };
        // Φ(−3.2905) = 0.0005.
        assert!((limit(&many) - 3.290_527).abs() < 1e-5, "{}", limit(&many));
    }

    #[test]
    fn a_picture_tells_what_moved_from_what_did_not() {
        let drawn = |errors: &[(f64, &str)]| of_comparison(&comparison(errors));
        let moved = drawn(&[(-9.0, "moved"), (0.5, "same")]).remove(0);
        assert!(!moved.quiet);
        let body = moved.panels[0].body.clone().into_string();
        assert!(
            body.contains("class=\"o4\"") && body.contains("−9"),
            "{body}"
        );
        let same = drawn(&[(0.5, "same")]).remove(0);
        assert!(
            same.quiet && same.title.starts_with("Nothing moved"),
            "{}",
            same.title
        );
        assert!(
            !same.panels[0]
                .body
                .clone()
                .into_string()
                .contains("class=\"o4\"")
        );
        assert!(drawn(&[]).is_empty());
    }
}
