//! The small table of the first screen: what is seen at a table beside what a fair shuffle gives, or each symbol of draws;
//! of several routines a line each, from best to worst; of a spec its claims.

use super::super::nouns;
use super::super::stakes;
use super::super::table::{Align, Cell, Table, Tone};
use super::super::tables::{self, findings, significant};
use super::calls::Calls;
use super::meaning::{is_beyond, is_over_all, plain, told};
use super::practical::little_is_left;
use super::rank::ranked;
use super::{State, ours, symbols};
use record::{Column, Decision, Experiment, Outcome, Record, Routine, Test, TotalVariation};
use text::judgement::{Unaveraged, Verdict};
use text::names::grouped;
use text::shown::unaveraged;
use text::sorting;

/// Rows about one routine.
const MOST_ROWS: usize = 6;

/// Rows of routines, and of claims.
const MOST_LINES: usize = 18;

/// The small table; `None` where there is nothing to show in one.
pub(super) fn table(record: &Record) -> Option<Table> {
    let table = match (record.outcome, ours(record).as_slice()) {
        (Outcome::AsExpected | Outcome::NotAsExpected, _) => claims(record),
        (Outcome::FaultyControl | Outcome::FaultySimulation, _) | (_, []) => return None,
        (_, [routine]) => {
            // Who names stakes asks for these.
            stakes::small(record, routine)
                .or_else(|| symbols::table(&record.experiment, routine))
                .unwrap_or_else(|| figures(record, routine))
        }
        _ => routines(record),
    };
    (!table.rows.is_empty()).then_some(table)
}

/// Figures that one sees, here and of a fair shuffle.
fn figures(record: &Record, routine: &Routine) -> Table {
    let experiment = &record.experiment;
    let here = match experiment.source {
        Some(_) => "here",
        None => &routine.name,
    };
    let mut table = Table::default();
    table.column(nouns::in_one(experiment), Align::Left);
    table.column(here, Align::Right);
    table.column("fair", Align::Right);
    table.column("beyond chance?", Align::Left);
    let mut rows: Vec<(f64, Vec<Cell>)> = (record.columns.iter())
        .filter_map(|column| row(experiment, routine, column))
        .collect();
    // The strongest evidence first; what an opponent calls, and types of cards that were asked for, before all.
    sorting::by(&mut rows, |(a, _), (b, _)| a.total_cmp(b));
    table.rows = rows
        .into_iter()
        .map(|(_, row)| row)
        .take(MOST_ROWS)
        .collect();
    table
}

/// A row, and its place: the smaller the earlier.
fn row(experiment: &Experiment, routine: &Routine, column: &Column) -> Option<(f64, Vec<Cell>)> {
    let (seen, fair) = (column.seen.as_deref()?, column.fair.as_deref()?);
    let figures = routine.statistics.get(&column.statistic)?;
    let (here, fair) = (figures.number(&column.figure)?, figures.number(fair)?);
    let ours = |test: &&Test| test.statistic == column.statistic;
    let tests = routine.tests.iter().filter(ours);
    let p = tests.clone().filter_map(|test| test.p);
    let p = p.fold(1.0, f64::min);
    let asked = [
        "opponent",
        "opening-hand",
        "type-runs",
        "longest-run",
        "fullest-booster",
    ];
    let place = asked.iter().position(|name| *name == column.statistic);
    let place = place.map_or(p, |place| place as f64 - asked.len() as f64);
    let elsewhere = tests.clone().find_map(beyond_elsewhere);
    let beyond = is_beyond(tests.filter(|test| is_over_all(test)))
        .or_else(|| decided(routine, &column.statistic));
    let (here, fair) = told(here, fair, beyond == Some(true));
    let beyond = match (beyond, elsewhere) {
        (Some(true), _) => Cell::toned("yes", Tone::Bad),
        (Some(false), Some(place)) => Cell::toned(place, Tone::Bad),
        (Some(false), None) => Cell::toned("no", Tone::Good),
        (None, _) => Cell::toned(
            format!("too few {}", nouns::lacking(experiment)),
            Tone::Doubtful,
        ),
    };
    let row = vec![
        Cell::plain(seen),
        Cell::plain(here),
        Cell::plain(fair),
        beyond,
    ];
    Some((place, row))
}

/// Says where a test that fails found what the figures over all decks do not show.
fn beyond_elsewhere(test: &Test) -> Option<&'static str> {
    if test.verdict != Verdict::Fail {
        return None;
    }
    match unaveraged(&test.statistic, &test.test, test.lag)? {
        Unaveraged::Drift => Some("in a part of them"),
        Unaveraged::RareDecks => Some("in single ones"),
        Unaveraged::Memory => Some("from one to the next"),
        _ => None,
    }
}

/// The same of a run that stopped once it was decided.
fn decided(routine: &Routine, statistic: &str) -> Option<bool> {
    let found = routine.anytime.as_ref()?;
    let known = found.statistics.iter().any(|of| of.statistic == statistic);
    known.then(|| found.culprits.iter().any(|name| name == statistic))
}

/// Several routines, from best to worst.
fn routines(record: &Record) -> Table {
    let experiment = &record.experiment;
    let ranked = ranked(record);
    let fair = ranked.iter().find_map(|one| Calls::of(one.routine));
    let fair = fair.filter(|_| experiment.until_decided.is_none());
    let mut table = Table::default();
    table.column("place", Align::Right);
    table.column("routine", Align::Left);
    table.column("answer", Align::Left);
    if let Some(calls) = &fair {
        table.column(
            format!("rules tried call (fair {:.1})", calls.ideal),
            Align::Right,
        );
    } else if experiment.until_decided.is_some() {
        table.column(nouns::unit(experiment, 2), Align::Right);
    }
    table.column("from fair", Align::Right);
    table.column("plainest sign", Align::Left);
    let shown = if ranked.len() > MOST_LINES {
        MOST_LINES - 1
    } else {
        MOST_LINES
    };
    let left_out = ranked.len().saturating_sub(shown);
    for one in ranked.into_iter().take(shown) {
        let routine = one.routine;
        let mut row = vec![
            Cell::plain(one.place()),
            Cell::plain(&routine.name),
            match little_is_left(record, routine) {
                Some(_) => Cell::toned("nearly fair", Tone::Bad),
                None => State::of(record, routine).cell(),
            },
        ];
        if fair.is_some() {
            let calls = Calls::of(routine);
            let calls = calls.map(|calls| told(calls.mean, calls.ideal, calls.low > calls.ideal).0);
            row.push(Cell::plain(calls.unwrap_or_default()));
        } else if experiment.until_decided.is_some() {
            row.push(Cell::plain(grouped(routine.decks)));
        }
        let distance = routine.total_variation.as_ref();
        row.push(Cell::plain(distance.map_or_else(String::new, from_fair)));
        row.push(Cell::plain(sign(record, routine)));
        table.rows.push(row);
    }
    if left_out > 0 {
        let mut row = vec![Cell::default(); table.head.len()];
        row[1] = Cell::toned(format!("… and {left_out} more"), Tone::Faint);
        table.rows.push(row);
    }
    table
}

/// A total variation in few digits: `0.33`, `over 0.999`, `0.21 to 0.22`.
pub(crate) fn from_fair(distance: &TotalVariation) -> String {
    const NEARLY: f64 = 0.001;
    let short = |value: f64| significant(value, 2);
    let (least, most) = (distance.least(), distance.most());
    match (short(least), short(most)) {
        _ if most <= 0.0 => "0".to_owned(),
        _ if most < NEARLY => format!("under {NEARLY}"),
        _ if least > 1.0 - NEARLY => format!("over {}", 1.0 - NEARLY),
        (least, most) if least == most => least,
        (_, most) if least <= 0.0 => format!("at most {most}"),
        (least, _) if most >= 1.0 => format!("at least {least}"),
        (least, most) => format!("{least} to {most}"),
    }
}

/// Names what the strongest evidence against it is about.
fn sign(record: &Record, routine: &Routine) -> String {
    if let Some(found) = &routine.anytime {
        let culprit = found
            .culprits
            .first()
            .filter(|_| found.verdict == Decision::Fail);
        return culprit.map_or_else(String::new, |name| plain(record, name).to_owned());
    }
    let found = findings(routine);
    found.first().map_or_else(String::new, |(test, _)| {
        plain(record, &test.statistic).to_owned()
    })
}

/// The claims: those first that did not come out as expected.
fn claims(record: &Record) -> Table {
    let mut table = tables::claims(record);
    let mut order: Vec<usize> = (0..record.claims.len()).collect();
    sorting::by_key(&mut order, |at| record.claims[*at].as_expected());
    let rows = order.iter().map(|at| table.rows[*at].clone());
    let shown = if order.len() > MOST_LINES {
        MOST_LINES - 1
    } else {
        MOST_LINES
    };
    table.rows = rows.take(shown).collect();
    if order.len() > shown {
        let mut row = vec![Cell::default(); table.head.len()];
        row[0] = Cell::toned(format!("… and {} more", order.len() - shown), Tone::Faint);
        table.rows.push(row);
    }
    table
}
