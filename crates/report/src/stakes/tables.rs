//! Tables of stakes.

use super::super::glance::ours;
use super::super::table::{Align, Cell, Table, Tone};
use super::figures::{range, written};
use super::{MOST_NAMED, beyond, looks_off};
use record::{Record, Routine, Stake, Standing, Tolerance};

/// Rows of the first screen.
const MOST_ROWS: usize = 12;

/// The stakes of the one routine of a first screen: those that are off first.
pub(in super::super) fn small(record: &Record, routine: &Routine) -> Option<Table> {
    if routine.stakes.is_empty() {
        return None;
    }
    let of_draws = routine.stakes.iter().any(|stake| stake.cases.is_some());
    let of_points = matches!(record.experiment.tolerance(), Some(Tolerance::Points(_)));
    let mut table = head(routine.stakes.len(), (of_draws, of_points));
    let off = beyond(routine);
    let first = off.iter().copied();
    let is_first = |stake: &Stake| off.iter().any(|other| std::ptr::eq(*other, stake));
    let others = routine.stakes.iter().filter(|stake| !is_first(stake));
    let mut others: Vec<&Stake> = others.collect();
    // If there are many, those that are not decided come first, and then those that look farthest off.
    if routine.stakes.len() > MOST_NAMED {
        let is_decided = |stake: &Stake| stake.standing != Some(Standing::Undecided);
        text::sorting::by(&mut others, |a, b| {
            let open = is_decided(a).cmp(&is_decided(b));
            open.then(looks_off(b).total_cmp(&looks_off(a)))
        });
    }
    let all: Vec<&Stake> = first.chain(others).collect();
    let shown = if all.len() > MOST_ROWS {
        MOST_ROWS - 1
    } else {
        MOST_ROWS
    };
    for stake in all.iter().take(shown) {
        let mut row = row(stake, is_first(stake), of_points);
        if of_draws {
            row.insert(1, Cell::plain(text::names::grouped(stake.hands)));
        }
        table.rows.push(row);
    }
    if all.len() > shown {
        table
            .rows
            .push(left_out(all.len() - shown, table.head.len()));
    }
    Some(table)
}

/// The row that stands for others.
fn left_out(rows: usize, columns: usize) -> Vec<Cell> {
    let mut row = vec![Cell::default(); columns];
    row[0] = Cell::toned(format!("… and {rows} more"), Tone::Faint);
    row
}

/// Leaves a row out of the small table of so many stakes, which says how many are left out.
pub(in super::super) fn shorten(table: &mut Table, stakes: usize) {
    // The last row says so, or its place is needed to say so.
    table.rows.truncate(table.rows.len().saturating_sub(2));
    let others = stakes.saturating_sub(table.rows.len());
    table.rows.push(left_out(others, table.head.len()));
}

/// Titles; among draws, each stake has its own number of cases.
fn head(stakes: usize, (of_draws, of_points): (bool, bool)) -> Table {
    let mut table = Table::default();
    let title = if stakes > MOST_NAMED {
        format!("stake, of {stakes}")
    } else {
        "stake".to_owned()
    };
    table.column(title, Align::Left);
    if of_draws {
        table.column("cases", Align::Right);
    }
    table.column("seen, %", Align::Right);
    table.column("fair, %", Align::Right);
    let limits = if of_points {
        "limits, %"
    } else {
        "a bet gains more, %"
    };
    table.column(limits, Align::Right);
    table.column("off?", Align::Left);
    table
}

fn row(stake: &Stake, is_off: bool, of_points: bool) -> Vec<Cell> {
    let percent = |share: f64| written(100.0 * share, 4);
    let limits = if of_points {
        Some(stake.limits)
    } else {
        stake.edge
    };
    let limits = limits.map(|limits| range(limits.map(|limit| 100.0 * limit)));
    let verdict = match (stake.standing, is_off) {
        (Some(Standing::Within), true) => Cell::toned("yes, within", Tone::Doubtful),
        (Some(Standing::Undecided), true) => Cell::toned("yes, how far: open", Tone::Bad),
        (_, true) => Cell::toned("yes", Tone::Bad),
        (Some(Standing::Within), _) => Cell::toned("within", Tone::Good),
        _ if super::is_off(stake) => Cell::toned("odd", Tone::Doubtful),
        (Some(Standing::Undecided), _) => Cell::toned("open", Tone::Doubtful),
        _ => Cell::toned("no sign", Tone::Good),
    };
    vec![
        Cell::plain(&stake.of),
        Cell::plain(stake.seen().map_or_else(String::new, percent)),
        Cell::plain(percent(stake.fair)),
        Cell::plain(limits.unwrap_or_default()),
        verdict,
    ]
}

/// All stakes of all routines, for reports.
pub(in super::super) fn full(record: &Record) -> Table {
    let routines = ours(record);
    let several = routines.len() > 1;
    let mut table = Table::default();
    if several {
        table.column("routine", Align::Left);
    }
    let of_draws = routines
        .iter()
        .flat_map(|routine| &routine.stakes)
        .any(|stake| stake.cases.is_some());
    for (title, align) in [
        ("stake", Align::Left),
        (if of_draws { "cases" } else { "hands" }, Align::Right),
        ("seen, %", Align::Right),
        ("limits, %", Align::Right),
        ("fair, %", Align::Right),
        ("a bet gains more, %", Align::Right),
        ("fair by", Align::Left),
    ] {
        table.column(title, align);
    }
    for routine in routines {
        for stake in &routine.stakes {
            let percent = |share: f64| written(100.0 * share, 5);
            let hundred = |limits: [f64; 2]| range(limits.map(|limit| 100.0 * limit));
            let mut row = Vec::new();
            if several {
                row.push(Cell::plain(&routine.name));
            }
            row.extend([
                Cell::plain(&stake.of),
                Cell::plain(text::names::grouped(stake.hands)),
                Cell::plain(stake.seen().map_or_else(String::new, percent)),
                Cell::plain(hundred(stake.limits)),
                Cell::plain(percent(stake.fair)),
                Cell::plain(stake.edge.map_or_else(String::new, hundred)),
                Cell::plain(&stake.by),
            ]);
            table.rows.push(row);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_how_many_rows_are_left_out() {
        let mut table = head(14, (false, false));
        table.rows = vec![left_out(0, 5); 12];
        let mut shown = Vec::new();
        for _ in 0..3 {
            shorten(&mut table, 14);
            let last = &table.rows[table.rows.len() - 1][0].text;
            shown.push((table.rows.len(), last.clone()));
        }
        let says = [
            (11, "… and 4 more"),
            (10, "… and 5 more"),
            (9, "… and 6 more"),
        ];
        assert_eq!(shown, says.map(|(rows, last)| (rows, last.to_owned())));
    }
}
