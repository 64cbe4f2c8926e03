//! Pictures of answers that no one would give: nothing in their lists, one thing, or very many; the largest numbers and
//! the longest names.

use serde_json::{Value, json};

use super::super::super::chart::sheet;
use super::tests::{answer, fall, position};
use super::{Answer, pictures};

/// A question, and the figures of an answer to it.
type Asked = (&'static str, Value);

/// A law of so many values, all alike, each with `rest`.
fn law(many: u64, key: &str, rest: &Value) -> Value {
    let value = |at: u64| {
        let mut value = rest.clone();
        value[key] = json!(at * 7);
        value["probability"] = json!(1.0 / many as f64);
        value
    };
    (0..many).map(value).collect()
}

/// A list of so many of what `each` makes.
fn list(many: u64, each: impl Fn(u64) -> Value) -> Value {
    (0..many).map(each).collect()
}

fn laws(many: u64, large: f64) -> Vec<Asked> {
    vec![
        (
            "null",
            json!({
                "law": "x", "about": "y".repeat(4000), "source": "", "decks": 1, "mean": large, "mean_exact": null,
                "variance": large, "variance_exact": null,
                "at": {"value": u64::MAX, "probability": null, "at_most": 1.0, "at_most_exact": null, "at_least": 0.0,
                       "at_least_exact": null, "two_sided": 0.0},
                "values": law(many, "value", &json!({"orders": null})),
            }),
        ),
        (
            "game",
            json!({
                "game": "war", "counted": "wars ".repeat(900), "event": "no war", "none": 0.0, "none_exact": null, "mean": null,
                "values": law(many, "value", &json!({})), "estimate": null, "poker": {"classes": 1, "hands": 1, "median": "",
                "beaten_by_median": 0.5, "categories": list(many, |_| json!({"name": "</text>".repeat(100), "hands": 1,
                "classes": 1, "probability": 0.1}))},
            }),
        ),
        (
            "law",
            json!({
                "reachable": null, "total_variation": 0.5, "separation": 0.5, "entropy_bits": null,
                "information_left_bits": 0.0, "likeliest": [],
                "rising_sequences": law(many, "rising_sequences", &json!({"ideal": 0.0})),
            }),
        ),
        (
            "roll-and-keep",
            json!({
                "dice": 1, "sides": 1, "keep": 1, "lowest": 5, "highest": 1, "rolls": "1e9999", "mean": null, "mean_exact": null,
                "standard_deviation": null, "scores": law(many, "score", &json!({"ways": null})), "score": null,
                "printed": {"rolls": 3, "total": large, "ways": ["x"]},
                "coefficient": {"steps": 0, "primes": 0, "equal": true},
            }),
        ),
        (
            "wait",
            json!({
                "ends": 0.0, "ends_exact": null, "goes_on": 0.0, "won": 0.0, "won_exact": null, "mean": large, "mean_exact": null,
                "standard_deviation": 0.0, "mean_without_losing_rolls": 0.0, "mean_without_losing_rolls_exact": null,
                "rolls": law(many, "rolls", &json!({})),
            }),
        ),
        (
            "socks",
            json!({
                "pairs": many, "kind": "k".repeat(3000), "mean": large, "mean_exact": null, "standard_deviation": large,
                "values": law(many, "value", &json!({"arrangements": null, "at_least": 1.0})), "arrangements": null,
                "formulas": null, "scan": null,
            }),
        ),
    ]
}

fn shuffles(many: u64, large: f64) -> Vec<Asked> {
    let times = list(
        many,
        |_| json!({"mean": large, "standard_deviation": large}),
    );
    let riffles: Vec<(u32, f64)> = (0..many as u32)
        .map(|at| (at, 1.0 / f64::from(at + 1)))
        .collect();
    let side = many.min(200) as usize;
    vec![
        ("tv", fall(&riffles, 0)),
        ("position", position(&vec![vec![large; side]; side])),
        ("hit", json!({"to": 1, "from": times, "mean_return": null})),
        (
            "hit",
            json!({"to": 2, "from": vec![Value::Null; many as usize], "mean_return": null}),
        ),
        (
            "enough",
            json!({
                "riffles": true, "more_riffles": null, "curve": list(many, |at| json!({"times": at, "lower": 0.0, "upper": large})),
                "thresholds": [{"below": 0.0, "exact": null, "never": false, "at_least": 1, "too_few": null, "at_most": null,
                                "enough": null}],
            }),
        ),
        (
            "duplicates",
            json!({
                "trials": u64::MAX, "counts": (0..many).collect::<Vec<_>>(), "expected": large, "expected_ideal": 0.0,
                "cells": list(many, |at| json!({"held": at, "expected": large, "expected_ideal": 1.0})),
            }),
        ),
        (
            "cycles",
            json!({
                "order": "9".repeat(400), "order_digits": 400, "cycles": many, "longest": 1, "uniform": 0, "occupied": large,
                "fixed_cards": many, "swapped_pairs": 0, "fixed": [], "swapped": [],
                "lengths": list(many, |at| json!({"length": at, "cycles": at})),
                "to": [], "cycle": [], "rounds": [],
                "cuts": {"uniform": 0, "uniform_cuts": [], "longest_cut": 0, "each": list(many, |at| json!({"cut": at,
                "order": "x", "cycles": 1, "fixed_cards": 0}))},
                "decks": {"order_above_cards": 0, "uniform": 0, "each": list(many, |at| json!({"cards": at, "order": at,
                "cycles": 1, "fixed": [], "swapped": []}))},
            }),
        ),
    ]
}

fn others(many: u64, large: f64) -> Vec<Asked> {
    let effort = json!({"states": 0, "numbers": 0});
    let choice = |piles: u64| {
        json!({
            "piles": piles, "largest_pile": 1, "smallest_pile": 1, "larger_piles": 0, "last_card": 1, "square_divides": piles % 2,
            "more_than_piles": 1, "smallest": 1.0, "largest": large, "distance": large, "dealt": 1, "shuffled": 1,
            "riffles_each": null, "riffles": null,
        })
    };
    vec![
        (
            "pocket-cube",
            json!({
                "metric": "quarter", "no_repeat": false, "states": 0, "farthest": 0,
                "distances": vec![u32::MAX; many as usize], "mean_distance": large, "thresholds": [],
                "total_variation": vec![1.0; many as usize], "of_reached_half": vec![0.0; 2],
                "after": [{"moves": 1, "total_variation": 1.0, "distances": [1.0], "mean_distance": 0.0}], "rules": null,
            }),
        ),
        (
            "fill-up",
            json!({"laws": vec![vec![0.1; many as usize]; many.min(300) as usize], "entropy": []}),
        ),
        (
            "bag",
            json!({
                "items": vec![1; many as usize], "take": 0, "entropy": 0.0, "entropy_independent": 0.0, "right": large,
                "right_deviation": null, "right_independent": 0.0, "symbols": [], "window": 0, "bags": null,
                "streak_in_bags": null,
            }),
        ),
        (
            "adaptive-dice",
            json!({
                "unrandomness": large, "sides": 0, "repeats": vec![0.0; many as usize], "mean_repeats": null,
                "repeats_independent": 0.0, "same_law": null, "rolls": null,
            }),
        ),
        (
            "hot-hand",
            json!({
                "flips": many, "streak": many, "p": "1".repeat(900), "either": true, "expected_return": large,
                "expected_return_exact": null, "win": large, "lose": 0.0, "push": 0.0, "any": 0.0, "share": large, "share_exact": null,
                "noted": 0.0, "going_on": 0.0, "share_of_all": 0.0,
                "effort": {"expected_return": effort, "share_by_both": effort, "share": effort},
            }),
        ),
        (
            "piles",
            json!({
                "booster": 0, "hand": 0, "choices": list(many, choice), "asked": null, "best": null, "even": null, "colour": null,
            }),
        ),
    ]
}

/// There is no panic, nothing of theirs is obeyed, and no file is large.
#[test]
fn whatever_stands_in_an_answer_is_drawn_or_left_out() {
    let name = "\u{202e}<script>".repeat(400);
    for many in [0, 1, 2, 10_000] {
        for large in [0.0, 1e300] {
            let all = [
                laws(many, large),
                shuffles(many, large),
                others(many, large),
            ];
            for (what, figures) in all.into_iter().flatten() {
                drawn(&answer(what, figures), &name);
            }
        }
    }
}

fn drawn(answer: &Answer, name: &str) {
    let all = pictures(&[("", answer), (name, answer), ("c", answer)]);
    let text = sheet("x", &all);
    let what = &answer.what;
    assert!(text.len() < 700_000, "{what}: {}", text.len());
    for never in ["<script>", "NaN", "inf"] {
        assert!(!text.contains(never), "{what}: {never}");
    }
    for picture in &all {
        assert!(picture.title.len() < 2000, "{what}: {}", picture.title);
        let words = picture.panels.iter().map(|panel| panel.words.len());
        assert!(words.max() < Some(40_000), "{what}");
    }
}
