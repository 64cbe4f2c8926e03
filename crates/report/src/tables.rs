//! The tables that all reports share.

use serde_json::Value;

use super::anytime;
use super::table::{Align, Cell, Table, Tone};
use record::{Agreement, Claim, Column, Outcome, Record, Routine, Test, TotalVariation, Verdict};
use text::names::{NEAR, SMALLEST_P, exponent_in};
pub(super) use text::names::{p_value, scientific, share, significant};
use text::sorting;

/// Tests that still have a column each.
const MOST_TEST_COLUMNS: usize = 6;

/// Figures that still have a column each.
const MOST_FIGURE_COLUMNS: usize = 8;

/// Each routine's verdicts and its distance from ideal.
pub(super) fn verdicts(record: &Record) -> Table {
    if record.experiment.until_decided.is_some() {
        return anytime::verdicts(record);
    }
    if super::nouns::is_single(&record.experiment) {
        return super::one_order::verdicts(record);
    }
    let most = record
        .routines
        .iter()
        .map(|routine| routine.tests.len())
        .max();
    if most > Some(MOST_TEST_COLUMNS) {
        summaries(record)
    } else {
        by_test(record)
    }
}

/// Makes the table of how many tests each routine fails, and of its strongest evidence.
fn summaries(record: &Record) -> Table {
    let mut table = Table::default();
    for title in [
        "routine",
        "verdict",
        "tests",
        "strongest evidence",
        "adjusted p",
        "total variation",
    ] {
        table.column(title, Align::Left);
    }
    for routine in &record.routines {
        let worst = strongest(routine);
        let distance = routine.total_variation.as_ref();
        // Valid tests that nothing could have failed give no verdict.
        let judged = worst.filter(|_| record.outcome != Outcome::TooLittle);
        table.rows.push(vec![
            name(routine),
            judged.map_or_else(|| Cell::toned("invalid", Tone::Doubtful), verdict_word),
            Cell::plain(tested(routine)),
            Cell::plain(worst.map_or_else(String::new, |test| test.title.clone())),
            Cell::plain(worst.map_or_else(String::new, adjusted)),
            Cell::plain(distance.map_or_else(String::new, interval)),
        ]);
    }
    table
}

/// The number of tests that it fails.
pub(super) fn failed(routine: &Routine) -> u64 {
    let failed = routine.tests.iter();
    failed.filter(|test| test.verdict == Verdict::Fail).count() as u64
}

/// `23 of 48 failed, 3 invalid`
fn tested(routine: &Routine) -> String {
    let count = |verdict: Verdict| {
        let tests = routine.tests.iter();
        tests.filter(|test| test.verdict == verdict).count()
    };
    let (failed, suspicious, invalid) = (
        count(Verdict::Fail),
        count(Verdict::Suspicious),
        count(Verdict::Invalid),
    );
    let mut text = format!("{failed} of {} failed", routine.tests.len() - invalid);
    for (number, word) in [(suspicious, "suspicious"), (invalid, "invalid")] {
        if number > 0 {
            text = format!("{text}, {number} {word}");
        }
    }
    text
}

/// The valid test with the smallest p-value, of those that fail if any does; of several, the first.
fn strongest(routine: &Routine) -> Option<&Test> {
    let valid = routine.tests.iter().filter(|test| test.p.is_some());
    valid.min_by(|a, b| by_strength(a, b))
}

/// Failing tests first, then by p-value: tests have shares of the level that differ, so that one with a smaller p-value may
/// not fail.
fn by_strength(a: &Test, b: &Test) -> std::cmp::Ordering {
    let key = |test: &Test| (test.verdict != Verdict::Fail, test.p.unwrap_or(1.0));
    let ((a_passes, a), (b_passes, b)) = (key(a), key(b));
    a_passes.cmp(&b_passes).then(a.total_cmp(&b))
}

/// Says in plain words which tests a routine failed: a line for each statistic, the strongest evidence
/// first; then likewise for the order from deck to deck, each statistic at its strongest lag.
pub(super) fn findings(routine: &Routine) -> Vec<(&Test, String)> {
    let mut found: Vec<&Test> = routine
        .tests
        .iter()
        .filter(|test| [Verdict::Fail, Verdict::Suspicious].contains(&test.verdict))
        .collect();
    sorting::by(&mut found, |a, b| {
        let lagged = |test: &Test| test.lag > 0;
        lagged(a).cmp(&lagged(b)).then(by_strength(a, b))
    });
    let mut seen = Vec::new();
    found.retain(|test| {
        let statistic = test.statistic.rsplit('/').next();
        let key = (test.lag > 0, statistic.unwrap_or_default());
        let first = !seen.contains(&key);
        seen.push(key);
        first
    });
    let line = |test: &Test| {
        let verdict = if test.verdict == Verdict::Fail {
            ""
        } else {
            ", suspicious"
        };
        let p = adjusted(test);
        let p = if p.starts_with('<') {
            p
        } else {
            format!("= {p}")
        };
        let words = if test.words.is_empty() {
            "not that of ideal decks"
        } else {
            &test.words
        };
        format!("{}: {words} (p {p}{verdict})", test.title)
    };
    found.into_iter().map(|test| (test, line(test))).collect()
}

/// A column for each test.
fn by_test(record: &Record) -> Table {
    let mut table = Table::default();
    table.column("routine", Align::Left);
    let tests: Vec<&Test> = record
        .routines
        .first()
        .map(|routine| routine.tests.iter().collect())
        .unwrap_or_default();
    for test in &tests {
        table.column(&test.title, Align::Left);
    }
    table.column("total variation", Align::Left);
    for routine in &record.routines {
        let mut row = vec![name(routine)];
        row.extend(routine.tests.iter().map(verdict));
        row.push(Cell::plain(
            routine
                .total_variation
                .as_ref()
                .map_or_else(String::new, interval),
        ));
        table.rows.push(row);
    }
    table
}

/// Said below figures of which some exact ones are left out.
pub(super) const EXACT_LEFT_OUT: &str = "Some exact figures are left out: they take longer than counting these decks, or than some seconds.";

/// Each routine's figures, as the record's columns say.
pub(super) fn figures(record: &Record) -> Table {
    let mut table = Table::default();
    table.column("routine", Align::Left);
    // A column that is empty for every routine would only take room.
    let filled = |column: &&Column| {
        record
            .routines
            .iter()
            .any(|routine| figure(routine, &column.figure, column).is_some())
    };
    let columns: Vec<&Column> = record.columns.iter().filter(filled).collect();
    if columns.len() > MOST_FIGURE_COLUMNS {
        return by_figure(record, &columns);
    }
    for column in &columns {
        table.column(&column.title, Align::Right);
    }
    for routine in &record.routines {
        let mut row = vec![name(routine)];
        for column in &columns {
            let tone = if ["exact", "off"].contains(&column.title.as_str()) {
                Tone::Faint
            } else {
                Tone::Plain
            };
            row.push(Cell::toned(said(record, routine, column), tone));
        }
        table.rows.push(row);
    }
    table
}

/// A figure with its error; a symbol that has a name by that.
fn said(record: &Record, routine: &Routine, column: &Column) -> String {
    let subject = &record.experiment.subject;
    let figures = routine.statistics.get(&column.statistic);
    let number = figures.and_then(|figures| figures.whole(&column.figure));
    match number.and_then(|number| usize::try_from(number).ok()?.checked_sub(1)) {
        Some(at) if column.title.starts_with("symbol ") && at < subject.symbols.len() => {
            subject.symbol(at)
        }
        _ => with_error(routine, column),
    }
}

/// A row for each figure, a column for each routine.
fn by_figure(record: &Record, columns: &[&Column]) -> Table {
    let mut table = Table::default();
    table.column("figure", Align::Left);
    for routine in &record.routines {
        table.column(&routine.name, Align::Right);
    }
    // The exact value of a figure, and how far it is off, stand under the figure.
    let mut figure = "";
    for column in columns {
        let beside = ["exact", "off"].contains(&column.title.as_str());
        let title = if beside {
            format!("{figure}, {}", column.title)
        } else {
            figure = &column.title;
            column.title.clone()
        };
        let tone = if beside { Tone::Faint } else { Tone::Plain };
        let mut row = vec![Cell::toned(title, tone)];
        let cells = record.routines.iter();
        row.extend(cells.map(|routine| Cell::toned(said(record, routine, column), tone)));
        table.rows.push(row);
    }
    table
}

/// The claims: published, ours, exact, standard error, verdict.
pub(super) fn claims(record: &Record) -> Table {
    let mut table = Table::default();
    table.column("claim", Align::Left);
    for title in ["published", "ours", "exact", "std. error"] {
        table.column(title, Align::Right);
    }
    table.column("verdict", Align::Left);
    let rows = record.claims.iter().map(|row| claim(row).to_vec());
    table.rows.extend(rows);
    table
}

/// Whole numbers below this are printed in full.
const WHOLE: f64 = 1e15;

/// Gives the cells of one claim in the columns of [`claims`].
pub(super) fn claim(claim: &Claim) -> [Cell; 6] {
    let decimals = claim
        .published
        .as_deref()
        .and_then(|text| text.split_once('.'))
        .map(|(_, decimals)| decimals.len());
    // Digits count and not decimals in a small number that nobody printed.
    let small = |value: &Value| {
        let value = value.as_f64().filter(|_| decimals.is_none())?;
        (value != 0.0 && value.abs() < 0.01).then(|| significant(value, 4))
    };
    let shown = |value: &Option<Value>| {
        value.as_ref().map_or_else(String::new, |value| {
            small(value).unwrap_or_else(|| number(value, decimals))
        })
    };
    // An exact value earns a few digits more than what was printed, unless it is a whole number.
    let exact = |value: &Option<Value>| {
        value.as_ref().map_or_else(String::new, |value| {
            match value.as_f64().filter(|_| decimals.is_none()) {
                Some(whole) if whole.fract() == 0.0 && whole.abs() < WHOLE => whole.to_string(),
                _ => small(value).unwrap_or_else(|| {
                    number(value, Some(decimals.map_or(3, |digits| digits.max(3))))
                }),
            }
        })
    };
    let error = claim
        .standard_error
        .map_or_else(String::new, |error| significant(error, 2));
    [
        Cell::plain(&claim.id),
        Cell::plain(claim.published.clone().unwrap_or_default()),
        Cell::plain(shown(&claim.measured)),
        Cell::toned(exact(&claim.exact), Tone::Faint),
        Cell::toned(error, Tone::Faint),
        claim_verdict(claim),
    ]
}

fn claim_verdict(claim: &Claim) -> Cell {
    if claim.as_expected() {
        Cell::toned(claim.verdict.name(), Tone::Good)
    } else {
        Cell::toned(
            format!("{} (expected: {})", claim.verdict, claim.expected),
            Tone::Bad,
        )
    }
}

/// Every test of every routine, whole.
pub(super) fn tests(record: &Record) -> Table {
    let mut table = Table::default();
    for (title, align) in [
        ("routine", Align::Left),
        ("test", Align::Left),
        ("value", Align::Right),
        ("df", Align::Right),
        ("p", Align::Right),
        ("adjusted p", Align::Right),
        ("verdict", Align::Left),
        ("detectable", Align::Left),
    ] {
        table.column(title, align);
    }
    for routine in &record.routines {
        for test in &routine.tests {
            let detectable = test
                .detectable
                .as_ref()
                .map_or_else(String::new, |detectable| {
                    format!("{} {}", significant(detectable.value, 3), detectable.unit)
                });
            table.rows.push(vec![
                name(routine),
                Cell::plain(format!("{}: {}", test.statistic, test.test)),
                Cell::plain(
                    test.value
                        .map_or_else(String::new, |value| format!("{value:.3}")),
                ),
                Cell::plain(test.df.map_or_else(String::new, |df| format!("{df}"))),
                Cell::plain(test.p.map_or_else(String::new, p_value)),
                Cell::plain(adjusted(test)),
                verdict_word(test),
                Cell::plain(detectable),
            ]);
        }
    }
    table
}

/// Makes the table of simulated figures beside the exact ones.
pub(super) fn checks(record: &Record) -> Table {
    let mut table = Table::default();
    table.column("routine", Align::Left);
    table.column("figure", Align::Left);
    for title in ["simulated", "exact", "std. error", "off", "adjusted p"] {
        table.column(title, Align::Right);
    }
    table.column("verdict", Align::Left);
    for routine in &record.routines {
        for check in &routine.checks {
            // The digits that the standard error leaves, and one more.
            let digits = match check.standard_error {
                Some(error) if error > 0.0 => (2 - exponent(error)).clamp(0, 12).unsigned_abs(),
                _ => 3,
            };
            let shown = |value: Option<f64>| {
                Cell::plain(value.map_or_else(String::new, |value| format!("{value:.digits$}")))
            };
            let tone = match check.verdict {
                Agreement::Agrees => Tone::Good,
                Agreement::Departs => Tone::Bad,
                Agreement::Invalid => Tone::Doubtful,
            };
            table.rows.push(vec![
                name(routine),
                Cell::plain(format!("{}: {}", check.statistic, check.check)),
                shown(check.simulated),
                shown(check.exact),
                Cell::plain(
                    check
                        .standard_error
                        .map_or_else(String::new, |error| significant(error, 2)),
                ),
                Cell::plain(
                    check
                        .difference
                        .map_or_else(String::new, |off| format!("{off:+.1}")),
                ),
                Cell::plain(check.p_adjusted.map_or_else(String::new, p_value)),
                Cell::toned(check.verdict.name(), tone),
            ]);
        }
    }
    table
}

/// The ends of each routine's interval and how they were obtained.
pub(super) fn distances(record: &Record) -> Table {
    let mut table = Table::default();
    for title in ["routine", "at least", "by", "at most", "by", "exact"] {
        table.column(title, Align::Left);
    }
    for routine in &record.routines {
        let Some(distance) = &routine.total_variation else {
            continue;
        };
        let held = if distance.confidence < 1.0 {
            format!("{} (confidence {})", distance.lower_by, distance.confidence)
        } else {
            distance.lower_by.clone()
        };
        table.rows.push(vec![
            name(routine),
            Cell::plain(lower(distance)),
            Cell::plain(held),
            Cell::plain(share(distance.upper)),
            Cell::plain(&distance.upper_by),
            Cell::plain(distance.exact.map_or_else(String::new, share)),
        ]);
    }
    table
}

/// Shows how much the departure of each routine matters: the law over all decks that may be farthest off, and the
/// evidence that no such law shows.
pub(super) fn departures(record: &Record) -> Table {
    let mut table = Table::default();
    for (title, align) in [
        ("routine", Align::Left),
        ("departure", Align::Left),
        ("laws judged", Align::Right),
        ("at most", Align::Right),
        ("farthest law", Align::Left),
        ("seen besides", Align::Left),
    ] {
        table.column(title, align);
    }
    for routine in &record.routines {
        let Some(departure) = &routine.departure else {
            continue;
        };
        let farthest = departure.laws.iter();
        let farthest = farthest.max_by(|a, b| a.limit.total_cmp(&b.limit));
        let besides = departure.unaveraged.iter().map(|what| what.spoken());
        table.rows.push(vec![
            name(routine),
            Cell::plain(departure.extent.spoken()),
            Cell::plain(departure.laws.len().to_string()),
            Cell::plain(farthest.map_or_else(String::new, |law| upper(law.limit))),
            Cell::plain(farthest.map_or_else(String::new, |law| {
                format!("{}: {}", law.statistic, law.bounds)
            })),
            Cell::plain(besides.collect::<Vec<_>>().join(", ")),
        ]);
    }
    table
}

pub(super) fn name(routine: &Routine) -> Cell {
    Cell::toned(
        &routine.name,
        if routine.control {
            Tone::Faint
        } else {
            Tone::Plain
        },
    )
}

/// `fail  p < 1e-300`
fn verdict(test: &Test) -> Cell {
    let word = verdict_word(test);
    let text = match test.p_adjusted {
        Some(_) if adjusted(test).starts_with('<') => format!("{} p {}", word.text, adjusted(test)),
        Some(_) => format!("{} p = {}", word.text, adjusted(test)),
        None => word.text,
    };
    Cell::toned(text, word.tone)
}

pub(super) fn verdict_word(test: &Test) -> Cell {
    match test.verdict {
        Verdict::Pass => Cell::toned("pass", Tone::Good),
        Verdict::Fail => Cell::toned("fail", Tone::Bad),
        Verdict::Invalid => {
            let needed = test
                .decks_needed
                .map_or_else(String::new, |decks| format!(" (needs {decks} decks)"));
            Cell::toned(format!("invalid{needed}"), Tone::Doubtful)
        }
        Verdict::Suspicious => Cell::toned("suspicious", Tone::Doubtful),
    }
}

/// The adjusted p-value; `<` where the p-value itself is only bounded.
pub(super) fn adjusted(test: &Test) -> String {
    match (test.p, test.p_adjusted) {
        (Some(p), Some(adjusted)) if p <= SMALLEST_P => format!("< {}", scientific(adjusted)),
        (_, Some(adjusted)) => p_value(adjusted),
        _ => String::new(),
    }
}

/// The exponent of a number as it is written: -3 for 0.0012.
fn exponent(value: f64) -> isize {
    exponent_in(&format!("{value:e}"))
}

/// `0.310 to 0.334`
pub(super) fn interval(distance: &TotalVariation) -> String {
    match (lower(distance), share(distance.upper)) {
        (lower, upper) if lower == upper => lower,
        (lower, upper) => format!("{lower} to {upper}"),
    }
}

/// The lower end; near 1 its distance from it says more.
pub(super) fn lower(distance: &TotalVariation) -> String {
    if distance.lower_gap > 0.0 && distance.lower_gap < NEAR {
        return format!("1 - {}", scientific(distance.lower_gap));
    }
    share(distance.lower)
}

/// An upper bound in two digits, rounded up.
pub(super) fn upper(bound: f64) -> String {
    let shown = significant(bound, 2);
    match shown.parse::<f64>() {
        Ok(value) if value < bound => {
            let unit = libm::pow(10.0, libm::log10(bound).floor() - 1.0);
            significant_short((value / unit + 1.0).round() * unit)
        }
        _ => significant_short(bound),
    }
}

/// `0.05`, and not `0.050`.
pub(super) fn significant_short(value: f64) -> String {
    let text = significant(value, 2);
    if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// The figure at `path` of the column's statistic.
fn figure(routine: &Routine, path: &str, column: &Column) -> Option<f64> {
    routine.statistics.get(&column.statistic)?.number(path)
}

fn with_error(routine: &Routine, column: &Column) -> String {
    let digits = column.digits;
    let Some(value) = figure(routine, &column.figure, column) else {
        return String::new();
    };
    match column
        .error
        .as_ref()
        .and_then(|error| figure(routine, error, column))
    {
        Some(error) => format!("{value:.digits$} ± {error:.digits$}"),
        None => format!("{value:.digits$}"),
    }
}

fn number(value: &Value, decimals: Option<usize>) -> String {
    match (value.as_f64(), decimals) {
        _ if value.is_u64() => value.to_string(),
        // A number that these decimals would show as 0.
        (Some(number), None | Some(0..=3)) if number != 0.0 && number.abs() < 5e-4 => {
            significant(number, 4)
        }
        (Some(number), Some(decimals)) => format!("{number:.decimals$}"),
        (Some(number), None) if number.fract() == 0.0 => format!("{number}"),
        (Some(number), None) => format!("{number:.3}"),
        (None, _) => value.as_str().unwrap_or("").to_owned(),
    }
}
