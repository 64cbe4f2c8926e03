//! Pictures of a calibration's p-values: of ideal decks each test's are uniform, so that their share below p is p.

use super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch};
use record::Uniformity;
use record::calibration::{Calibration, Ideal, PValues};
use text::names::{grouped, percent};

const SIZE: (f64, f64) = (300.0, 210.0);

/// Panels, and lines of a panel, at the most.
const PANELS: usize = 6;
const LINES: usize = 400;

/// Kolmogorov's law exceeds x with probability 2 exp(−2x²), to all digits that are drawn: here 0.001.
const BEYOND: f64 = 0.001;

/// The picture of the p-values of all tests on ideal decks.
pub(super) fn pictures(found: &Calibration) -> Vec<Picture> {
    let whole = found.ideal.iter().filter(|ideal| {
        ideal.replicates > 0 && ideal.tests.iter().any(|test| !test.bins.is_empty())
    });
    let all: Vec<&Ideal> = whole.collect();
    let shown = &all[..all.len().min(PANELS)];
    if shown.is_empty() {
        return Vec::new();
    }
    let tests = || found.ideal.iter().flat_map(|ideal| &ideal.tests);
    let (number, off) = (tests().count(), tests().filter(|test| is_off(test)).count());
    let title = if off == 0 {
        format!(
            "Small p-values come too often in none of {} tests on ideal decks, as far as these runs tell.",
            grouped(number as u64)
        )
    } else {
        format!(
            "Small p-values come too often in {} of {} tests on ideal decks.",
            grouped(off as u64),
            grouped(number as u64)
        )
    };
    let cut = match all.len() {
        0..=PANELS => String::new(),
        many => format!(
            " The first {PANELS} of {} kinds of decks are shown.",
            grouped(many as u64)
        ),
    };
    vec![Picture {
        quiet: false,
        name: "uniform",
        title,
        about: format!(
            "The share of p-values up to each p, less p itself: the ordered p-values beside the diagonal, made visible. A test \
             with uniform p-values stays within the band in 99.9% of calibrations; one of few values lies below it, and fails less often.{cut}"
        ),
        legend: vec![
            key("s0 thin", Swatch::Line, "a test"),
            key("s1", Swatch::Line, "a test of which they come too often"),
            key("band fair", Swatch::Area, "99.9% of uniform ones"),
        ],
        panels: shown.iter().map(|ideal| panel(ideal)).collect(),
    }]
}

fn key(class: &'static str, swatch: Swatch, means: &str) -> Key {
    Key {
        class,
        swatch,
        means: means.to_owned(),
    }
}

fn is_off(test: &PValues) -> bool {
    test.verdict != Uniformity::Uniform
}

/// The ordered p-values of a test beside the diagonal: at the end of each bin the share up to there less its end.
fn departures(test: &PValues) -> Vec<(f64, f64)> {
    let all: u64 = test
        .bins
        .iter()
        .fold(0, |sum, count| sum.saturating_add(*count));
    let bins = test.bins.len() as f64;
    let mut sum = 0_u64;
    let points = test.bins.iter().enumerate().map(|(bin, count)| {
        sum = sum.saturating_add(*count);
        let end = (bin + 1) as f64 / bins;
        (end, sum as f64 / (all as f64).max(1.0) - end)
    });
    [(0.0, 0.0)].into_iter().chain(points).collect()
}

/// Half the height of the band within which a uniform sample of so many stays as a whole.
fn half(number: u64) -> f64 {
    (0.5 * libm::log(2.0 / BEYOND) / (number as f64).max(1.0)).sqrt()
}

fn panel(ideal: &Ideal) -> Panel {
    let tests: Vec<&PValues> = ideal.tests.iter().take(LINES).collect();
    let half = half(ideal.replicates);
    let lines: Vec<(&PValues, Vec<(f64, f64)>)> =
        tests.iter().map(|test| (*test, departures(test))).collect();
    let far = lines
        .iter()
        .flat_map(|(_, line)| line)
        .map(|(_, off)| off.abs());
    let top = 1.1 * far.fold(half, f64::max);
    let mut plot = Plot::new(
        SIZE,
        Axis::new("p", 0.0, 1.0),
        Axis::new("share up to p, less p", -top, top),
    );
    plot.band("fair", &[(0.0, -half, half), (1.0, -half, half)]);
    plot.whole_lines(
        "s0 thin",
        lines
            .iter()
            .filter(|(test, _)| !is_off(test))
            .map(|(_, line)| &line[..]),
    );
    for (test, line) in lines.iter().filter(|(test, _)| is_off(test)) {
        let marks = line
            .iter()
            .map(|(p, off)| Mark::new(*p, *off, format!("{}: {off:+.4} at {p}", test.test)));
        plot.curve("s1", &marks.collect::<Vec<_>>());
    }
    // The test that is farthest off at each end of a bin.
    let ends = lines.iter().map(|(_, line)| line.len()).max().unwrap_or(0);
    let farthest = (1..ends).filter_map(|at| {
        let here = lines
            .iter()
            .filter_map(|(test, line)| Some((test, *line.get(at)?)));
        let (test, (p, off)) = here.max_by(|(_, a), (_, b)| a.1.abs().total_cmp(&b.1.abs()))?;
        let says = format!(
            "p up to {}: {} is farthest off, by {off:+.4}",
            percent(p),
            test.test
        );
        Some(Mark::new(p, off, says))
    });
    plot.dots("unseen", &farthest.collect::<Vec<_>>());
    let kind = ideal
        .classes
        .as_ref()
        .map_or_else(String::new, |classes| format!(", {classes}"));
    let view = ideal
        .view
        .as_ref()
        .map_or_else(String::new, |view| format!(", {view}"));
    let words = format!(
        "{} tests on {} runs; the farthest is {:.3} off.",
        lines.len(),
        grouped(ideal.replicates),
        lines.iter().map(|(test, _)| test.gap).fold(0.0, f64::max)
    );
    plot.panel(&format!("{} cards{kind}{view}", ideal.deck), &words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(bins: &[u64], verdict: &str) -> PValues {
        serde_json::from_value(serde_json::json!({
            "test": "inversions: mean", "randomised": false, "bins": bins, "at_most": [0, 0, 0], "gap": 0.5, "p": 0.0,
            "p_adjusted": 0.0, "verdict": verdict,
        }))
        .unwrap()
    }

    #[test]
    fn uniform_p_values_do_not_depart_from_the_diagonal() {
        let flat = departures(&test(&[5, 5, 5, 5], "uniform"));
        assert!(flat.iter().all(|(_, off)| off.abs() < 1e-12), "{flat:?}");
        let small = departures(&test(&[20, 0, 0, 0], "uniform"));
        assert!((small[1].0 - 0.25).abs() < 1e-12 && (small[1].1 - 0.75).abs() < 1e-12);
    }

    /// Kolmogorov (1933): the 0.999 quantile of the law is 1.9495.
    #[test]
    fn the_band_is_kolmogorovs() {
        assert!((half(1) - 1.9495).abs() < 1e-4);
        assert!((half(10_000) - 0.019_495).abs() < 1e-6);
    }
}
