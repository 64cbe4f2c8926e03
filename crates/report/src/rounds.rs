//! A generator of permutations with several numbers of rounds: what fails with each.

use std::collections::BTreeMap;

use super::screen::Screen;
use super::table::Page;
use super::tables::p_value;
use record::Record;
use serde::Serialize;
use text::judgement::Verdict;
use text::names::figure;

/// The findings with a number of rounds.
#[derive(Debug, Clone, Serialize)]
pub struct RoundsFound {
    /// The number of rounds.
    pub rounds: u32,
    /// The titles of the tests that fail, the smallest p-value first.
    pub failing: Vec<String>,
    /// The smallest p-value, adjusted for all tests of all numbers of rounds; `None` if no test has one.
    pub p_adjusted: Option<f64>,
}

impl RoundsFound {
    /// Those of a record, which is one of so many that share the error level.
    pub fn of(record: &Record, rounds: u32, of: u32) -> Self {
        let all = record.routines.iter().flat_map(|routine| &routine.tests);
        let p = |p: Option<f64>| p.unwrap_or(1.0);
        let mut failing: Vec<_> = all
            .clone()
            .filter(|test| test.verdict == Verdict::Fail)
            .collect();
        failing.sort_by(|a, b| {
            let both = [a, b].map(|test| (p(test.p_adjusted), p(test.p)));
            (both[0].0.total_cmp(&both[1].0)).then(both[0].1.total_cmp(&both[1].1))
        });
        let smallest = all
            .filter_map(|test| test.p_adjusted)
            .min_by(f64::total_cmp);
        Self {
            rounds,
            failing: failing.iter().map(|test| test.title.clone()).collect(),
            p_adjusted: smallest.map(|p| (p * f64::from(of)).min(1.0)),
        }
    }
}

/// Consecutive numbers of rounds: one with which a test fails, or some with which none does.
struct Row<'a> {
    first: u32,
    last: u32,
    failing: &'a [String],
    p: Option<f64>,
}

fn rows(all: &[RoundsFound]) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for found in all {
        match rows.last_mut() {
            Some(row) if row.failing.is_empty() && found.failing.is_empty() => {
                row.last = found.rounds;
                let both = row.p.into_iter().chain(found.p_adjusted);
                row.p = both.min_by(f64::total_cmp);
            }
            _ => rows.push(Row {
                first: found.rounds,
                last: found.rounds,
                failing: &found.failing,
                p: found.p_adjusted,
            }),
        }
    }
    rows
}

/// Says up to which number of rounds a test fails.
fn answer(all: &[RoundsFound], alpha: f64) -> String {
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return "No number of rounds was tried.".to_owned();
    };
    let (first, last) = (first.rounds, last.rounds);
    let level = format!(
        "at {} for all {} numbers of rounds together",
        figure(alpha, 2).trim_start_matches('0'),
        all.len()
    );
    let failing: Vec<u32> = (all.iter().filter(|found| !found.failing.is_empty()))
        .map(|found| found.rounds)
        .collect();
    let Some(worst) = failing.last().copied() else {
        return format!("From {first} to {last} rounds no test fails, {level}.");
    };
    if worst == last {
        let holes = failing.len() < all.len();
        return if holes {
            format!(
                "A test fails with {} of the numbers of rounds from {first} to {last}, the last one too, {level}.",
                failing.len()
            )
        } else {
            format!("From {first} to {last} rounds a test fails with each number, {level}.")
        };
    }
    let next = worst + 1;
    let before = worst - first + 1;
    let fails = match (first, before) {
        (_, before) if failing.len() < before as usize => format!(
            "Up to {worst} rounds a test fails with {} of {before} numbers, {level}",
            failing.len()
        ),
        (_, 1) if worst == 1 => format!("With 1 round a test fails, {level}"),
        (_, 1) => format!("With {worst} rounds a test fails, {level}"),
        (1, _) => format!("Up to {worst} rounds a test fails, {level}"),
        _ => format!("From {first} to {worst} rounds a test fails, {level}"),
    };
    format!("{fails}. From {next} on nothing here shows it.")
}

/// All that was found, on a screen. The level is that of all numbers of rounds together, which share it equally.
pub fn rounds(all: &[RoundsFound], alpha: f64, screen: Screen) -> String {
    let mut page = Page::default();
    page.line(answer(all, alpha));
    page.table(rows(all))
        .right("rounds", |row| {
            if row.first == row.last {
                row.first.to_string()
            } else {
                format!("{} to {}", row.first, row.last)
            }
        })
        .right("adjusted p", |row| row.p.map_or_else(String::new, p_value))
        .left("fails", |row| match row.failing {
            [] => "nothing".to_owned(),
            [one] => one.clone(),
            [one, other] => format!("{one}, {other}"),
            [one, other, more @ ..] => format!("{one}, {other}, {} more", more.len()),
        });
    page.note(
        "\nWhere nothing fails, a difference that these tests do not look for may be there. They say nothing of whether someone can \
         foretell the images: that takes a cipher.",
    );
    page.drawn(&BTreeMap::new(), screen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(failing: &[u32], of: std::ops::RangeInclusive<u32>) -> Vec<RoundsFound> {
        let each = of.map(|rounds| RoundsFound {
            rounds,
            failing: (failing.contains(&rounds))
                .then(|| "cycles".to_owned())
                .into_iter()
                .collect(),
            p_adjusted: Some(0.5 / f64::from(rounds)),
        });
        each.collect()
    }

    #[test]
    fn the_answer_says_where_failing_ends() {
        for (failing, of, says) in [
            (
                &[1, 2, 3][..],
                1..=90,
                "Up to 3 rounds a test fails, at .001 for all 90",
            ),
            (&[1, 2, 3], 1..=90, "From 4 on nothing here shows it."),
            (&[1], 1..=9, "With 1 round a test fails"),
            (&[3], 3..=9, "With 3 rounds a test fails"),
            (&[3, 4], 3..=9, "From 3 to 4 rounds a test fails"),
            (
                &[1, 4],
                1..=9,
                "Up to 4 rounds a test fails with 2 of 4 numbers",
            ),
            (&[], 2..=9, "From 2 to 9 rounds no test fails"),
            (&[2, 3], 2..=3, "a test fails with each number"),
            (
                &[3],
                2..=3,
                "with 1 of the numbers of rounds from 2 to 3, the last one too",
            ),
        ] {
            let found = found(failing, of);
            let answer = answer(&found, 0.001);
            assert!(answer.contains(says), "{answer}");
        }
        let page = rounds(&found(&[1, 2], 1..=9), 0.001, Screen::default());
        assert!(
            page.contains("3 to 9") && !page.contains("secure"),
            "{page}"
        );
    }
}
