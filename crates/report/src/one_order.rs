//! The words for orders of items: a lottery, a ballot, the epochs of a data loader. It is no shuffle that deals again, so that
//! nothing is said of opponents and of more decks.

use super::glance::{State, capital, odds_against};
use super::table::{Align, Cell, Table};
use super::tables::{self, findings, significant};
use record::Record;
use record::{Routine, Test, Verdict};
use text::figures::Figures;
use text::names::{figure, grouped, ratio};

/// The statistics in the order in which they are plain to people.
const PLAINEST: [&str; 7] = [
    "spearman",
    "inversions",
    "group-ranks",
    "near-neighbours",
    "shuffle-buffer",
    "block-ranks",
    "block-table",
];

/// Statistics of pieces of the old order.
const OF_PIECES: [&str; 3] = ["near-neighbours", "shuffle-buffer", "batch-mates"];

/// Statistics of epochs beside each other.
const OF_EPOCHS: [&str; 3] = ["near-neighbours", "block-ranks", "block-table"];

/// Statistics of permutations under keys.
const OF_KEYS: [&str; 5] = [
    "differentials",
    "index-avalanche",
    "key-avalanche",
    "cycles",
    "fixed-points",
];

/// The plainest of the tests with that verdict.
fn plainest(routine: &Routine, verdict: Verdict) -> Option<&Test> {
    let tests = || routine.tests.iter().filter(|test| test.verdict == verdict);
    let named = |name: &&str| tests().find(|test| test.statistic == **name);
    PLAINEST.iter().find_map(named).or_else(|| tests().next())
}

/// Says what a test saw, and how seldom a fair order looks so.
fn seen(test: &Test) -> String {
    let p = test.p_adjusted.unwrap_or(1.0);
    format!(
        "{} (at most one fair order in {} looks this odd)",
        test.words,
        odds_against(p)
    )
}

/// Orders that were looked at, as a sentence calls them.
fn called(routine: &Routine) -> &'static str {
    if routine.decks > 1 {
        "these orders"
    } else {
        "this order"
    }
}

/// Evidence, doubt or none, in a sentence.
pub(super) fn answer(routine: &Routine, items: usize) -> String {
    let orders = called(routine);
    if let Some(test) = plainest(routine, Verdict::Fail) {
        let why = loader(routine)
            .or_else(|| alike(routine).map(likeness))
            .or_else(|| unexplained(routine));
        let why = why.unwrap_or_else(|| format!("{}.", capital(&seen(test))));
        return format!("Chance does not explain {orders}. {why}");
    }
    if let Some(test) = plainest(routine, Verdict::Suspicious) {
        return format!(
            "Nothing established: at most one fair order in {} looks this odd. {}.",
            odds_against(test.p_adjusted.unwrap_or(1.0)),
            capital(&test.words)
        );
    }
    if routine.tests.iter().all(|test| test.p.is_none()) {
        return format!(
            "Too few items to say anything: no order of {items} would be a surprise to any of these tests."
        );
    }
    format!(
        "Nothing sets {orders} apart from the orders that chance gives{}.",
        power(routine)
    )
}

/// The test that shows best that epochs are alike, unless something else shows better. Tests of all epochs together take them to
/// be independent: where an order comes again they fail, too, and say nothing of a loader.
fn alike(routine: &Routine) -> Option<&Test> {
    let failed = || {
        let tests = routine.tests.iter();
        tests.filter(|test| test.verdict == Verdict::Fail)
    };
    let p = |test: &Test| test.p.unwrap_or(1.0);
    let between = failed().filter(|test| test.lag > 0);
    let best = between.min_by(|one, other| p(one).total_cmp(&p(other)))?;
    let mut others = failed().filter(|test| test.lag == 0);
    others.all(|other| p(best) < p(other)).then_some(best)
}

/// Says how an epoch is like an earlier one: a sentence.
fn likeness(test: &Test) -> String {
    let before = match test.lag {
        1 => "the one before it".to_owned(),
        lag => format!("the one {lag} before it"),
    };
    format!("An epoch is like {before}: {}.", seen(test))
}

/// Says which simple loader makes such orders, if one does: sentences.
fn loader(routine: &Routine) -> Option<String> {
    let figures = routine.statistics.get("shuffle-buffer")?;
    let whole = |key: &str| {
        figures
            .number(key)
            .map(|number| grouped(number.round() as u64))
    };
    match figures.text("like") {
        Some("in order") => Some("The items came in their old order.".to_owned()),
        Some("buffer") => {
            let (buffer, most) = whole("buffer").zip(whole("most"))?;
            let limits = if buffer == most {
                String::new()
            } else {
                format!(" (at most {most}, at 95%)")
            };
            Some(format!(
                "It looks like the old order behind a shuffle buffer of {buffer}{limits}."
            ))
        }
        Some("shards") => {
            let shard = figure(figures.number("shard")?, 4);
            let Some((least, most)) = whole("least").zip(whole("most")) else {
                return Some(format!(
                    "It looks like shards of {shard} items in random order, each in its old order."
                ));
            };
            if least == most {
                return Some(format!(
                    "It looks like shards of {shard} items in random order behind a shuffle buffer of {most}."
                ));
            }
            Some(format!(
                "It looks like shards of {shard} items in random order behind a shuffle buffer of about {} ({least} to {most}, at \
                 95%).",
                whole("buffer")?
            ))
        }
        _ => None,
    }
}

/// Says that no simple loader makes such orders, where pieces of the old order show.
fn unexplained(routine: &Routine) -> Option<String> {
    let pieces = ["near-neighbours", "shuffle-buffer"];
    let fails = |test: &&Test| {
        test.verdict == Verdict::Fail && test.lag == 0 && pieces.contains(&test.statistic.as_str())
    };
    let test = routine.tests.iter().find(fails)?;
    Some(format!(
        "{}. The loader was not recognised.",
        capital(&seen(test))
    ))
}

/// Says how varied batches are, if that was looked at.
fn variety(routine: &Routine) -> Option<String> {
    let figures: &Figures = routine.statistics.get("batch-mates")?;
    let (seen, fair) = (figures.number("seen")?, figures.number("fair")?);
    let mates = |test: &&Test| test.statistic == "batch-mates" && test.test == "meet";
    let verdict = routine.tests.iter().find(mates)?.verdict;
    let (batch, alike) = (
        grouped(figures.whole("batch")?),
        figures.text("alike")?.to_owned(),
    );
    let times = ratio(seen / fair);
    if verdict != Verdict::Fail {
        let often = match (times.as_str(), verdict) {
            ("1", _) => "as often as by chance".to_owned(),
            (_, Verdict::Suspicious) => {
                format!("{times} times as often as by chance, which is not established")
            }
            _ => format!("{times} times as often as by chance; fair orders do so, too"),
        };
        return Some(format!("In a batch of {batch}, two {alike} meet {often}."));
    }
    if seen < fair {
        return Some(format!(
            "A batch of {batch} is more varied than a fair one: two {alike} meet in it {times} times as often as by chance."
        ));
    }
    let draws = figure(figures.number("variety")?, 2);
    let draws = if draws == "1" {
        "1 fair draw".to_owned()
    } else {
        format!("{draws} fair draws")
    };
    Some(format!(
        "A batch of {batch} holds the variety of {draws}: two {alike} meet in one {times} times as often as by chance."
    ))
}

/// Says where along the epoch batches differ from fair ones most, if they do.
fn along(routine: &Routine) -> Option<String> {
    let fails = |test: &&Test| {
        test.statistic == "batch-mates" && test.test == "along" && test.verdict == Verdict::Fail
    };
    let test = routine.tests.iter().find(fails)?;
    Some(format!("{}.", capital(&test.words)))
}

/// Says which correlation and which shuffle buffer would have been seen. Begins with a full stop, or is empty.
fn power(routine: &Routine) -> String {
    let detectable = |statistic: &str| {
        let ours = |test: &&Test| test.statistic == statistic && test.lag == 0;
        let test = routine.tests.iter().find(ours);
        test.and_then(|test| test.detectable.as_ref())
    };
    let figures = routine.statistics.get("inversions");
    let fair = figures.and_then(|figures| figures.number("ideal"));
    let buffer = detectable("shuffle-buffer").filter(|buffer| buffer.value >= 1.0);
    if let Some(buffer) = buffer {
        return format!(
            ". A shuffle buffer of up to {} items, on the old order, would have been seen",
            grouped(buffer.value as u64)
        );
    }
    match (detectable("inversions"), fair) {
        (Some(shift), Some(fair)) if shift.value < fair => format!(
            ". A draw whose correlation with the order before is {} on average (Kendall's tau) would have been seen nine times in ten",
            significant(shift.value / fair, 2)
        ),
        _ => String::new(),
    }
}

/// Says what else was seen, in a sentence or two.
pub(super) fn meaning(routine: &Routine) -> Vec<String> {
    let mut told = [Verdict::Fail, Verdict::Suspicious].into_iter();
    let told = told.find_map(|verdict| plainest(routine, verdict));
    // A loader explains all that it leaves.
    let explained = routine
        .statistics
        .get("shuffle-buffer")
        .is_some_and(|figures| figures.text("like").is_some());
    let found = findings(routine);
    let repeated = alike(routine).filter(|_| !explained);
    let others = found.iter().filter(|(test, _)| {
        let told = Some(*test) == repeated.or(told) || (repeated.is_some() && test.lag == 0);
        !told && test.statistic != "batch-mates" && !explained
    });
    let others = others
        .take(2)
        .map(|(test, _)| format!("{}.", capital(&seen(test))));
    let batches = variety(routine).into_iter().chain(along(routine));
    batches.chain(others).collect()
}

/// Says what to do next.
pub(super) fn next(record: &Record, routine: &Routine) -> Vec<String> {
    let fails = |statistics: &[&str], lagged: bool| {
        let mut tests = routine.tests.iter();
        tests.any(|test| {
            test.verdict == Verdict::Fail
                && (test.lag > 0) == lagged
                && statistics.iter().any(|name| test.statistic.ends_with(name))
        })
    };
    match State::of(record, routine) {
        State::NotFair { .. } | State::Departs if fails(&OF_KEYS, false) => {
            vec![
                "Usual cause: a generator with too few rounds, or one that is linear; colddeck explain differentials says more."
                    .to_owned(),
            ]
        }
        State::NotFair { .. } | State::Departs if fails(&OF_PIECES, false) => {
            vec![
                "Usual cause: a shuffle buffer that is too small, or pieces that were shuffled as wholes; colddeck explain \
                 shuffle-buffer says more."
                    .to_owned(),
            ]
        }
        State::NotFair { .. } | State::Departs if fails(&OF_EPOCHS, true) => {
            vec![
                "Usual cause: each epoch begins with the same seed; give each its own, as `set_epoch` does."
                    .to_owned(),
            ]
        }
        State::NotFair { .. } | State::Departs => vec![
            "Usual cause: items that went in one after the other and were mixed too little before they were drawn; colddeck \
             explain spearman says more."
                .to_owned(),
        ],
        State::Suspicious => {
            vec!["Another order of the same kind of draw would settle it, if there is one.".to_owned()]
        }
        _ => Vec::new(),
    }
}

/// A row for each test: there are few, and their titles are long.
pub(super) fn verdicts(record: &Record) -> Table {
    let mut table = Table::default();
    for (title, align) in [
        ("test", Align::Left),
        ("p", Align::Right),
        ("adjusted p", Align::Right),
        ("verdict", Align::Left),
    ] {
        table.column(title, align);
    }
    for routine in &record.routines {
        for test in &routine.tests {
            let title = if routine.control {
                format!("{}, control", test.title)
            } else {
                test.title.clone()
            };
            table.rows.push(vec![
                Cell::plain(title),
                Cell::plain(test.p.map_or_else(String::new, tables::p_value)),
                Cell::plain(tables::adjusted(test)),
                tables::verdict_word(test),
            ]);
        }
    }
    table
}
