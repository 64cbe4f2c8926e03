//! Pictures of what is seen of a deck: how many cards of each class come to each cell of a view, in standard errors from fair.

use super::super::chart::{Axis, Key, Panel, Picture, Piece, Rows, Swatch};
use super::super::tables::significant;
use super::verdicts::Shows;
use super::{Judged, label, shown};
use record::{Figures, Record, Routine};
use text::names::grouped;

const STATISTIC: &str = "view-cells";

const WIDE: f64 = 300.0;

/// Cells of a routine that a picture shows.
const MOST: usize = 12;

/// Standard errors within which 99.9% of single cells lie by chance.
const LIMIT: f64 = 3.29;

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let found: Vec<(&Routine, Vec<Cell>)> = shown(record)
        .into_iter()
        .filter_map(|(_, routine)| Some((routine, cells(routine.statistics.get(STATISTIC)?)?)))
        .collect();
    if !found.iter().any(|(routine, _)| !routine.control) {
        return Vec::new();
    }
    let shows = Shows::all_of(STATISTIC);
    let title = shows.verdicts(record).title(
        record,
        "classes do not come to cells as in fair decks",
        "that a class of cards prefers a cell",
    );
    let offs = found
        .iter()
        .flat_map(|(_, cells)| cells)
        .map(|cell| cell.off);
    let far = 1.05 * offs.fold(1.2 * LIMIT, |far, off| f64::max(far, off.abs()));
    let picture = Picture {
        quiet: false,
        name: "view-cells",
        title,
        about: format!(
            "Cards of each class in each cell of what is seen: standard errors from fair, of the {MOST} cells that are farthest \
             off. The band holds 99.9% of single cells of fair decks."
        ),
        legend: vec![
            key("seen", "standard errors from fair"),
            key("band s5", "99.9% by chance"),
        ],
        panels: found
            .iter()
            .map(|(routine, cells)| panel(record, routine, cells, far))
            .collect(),
    };
    vec![Judged::by(shows, picture)]
}

fn key(class: &'static str, means: &str) -> Key {
    Key {
        class,
        swatch: Swatch::Area,
        means: means.to_owned(),
    }
}

/// A class in a cell: how many of its cards came there, how many do of fair decks, and standard errors between them.
struct Cell {
    name: String,
    count: u64,
    fair: f64,
    off: f64,
}

fn cells(figures: &Figures) -> Option<Vec<Cell>> {
    let all = figures.at("largest")?.as_array()?;
    let cell = |cell: &serde_json::Value| {
        let whole = |key: &str| cell.get(key)?.as_u64();
        let number = |key: &str| cell.get(key)?.as_f64().filter(|value| value.is_finite());
        Some(Cell {
            name: format!("class {}, cell {}", whole("class")?, whole("cell")?),
            count: whole("count")?,
            fair: number("fair")?,
            off: number("off")?,
        })
    };
    let cells: Vec<Cell> = all.iter().take(MOST).filter_map(cell).collect();
    (!cells.is_empty()).then_some(cells)
}

fn panel(record: &Record, routine: &Routine, cells: &[Cell], far: f64) -> Panel {
    let names: Vec<String> = cells.iter().map(|cell| cell.name.clone()).collect();
    let axis = Axis::new("standard errors from fair", -far, far);
    let mut rows = Rows::new(WIDE, axis, &names);
    rows.band("s5", -LIMIT, LIMIT, "99.9% of single cells by chance");
    rows.ticks("s5 thin", &vec![Some(0.0); cells.len()]);
    for (row, cell) in cells.iter().enumerate() {
        let says = format!(
            "{}: {} cards, fair {}",
            cell.name,
            grouped(cell.count),
            significant(cell.fair, 5)
        );
        let (from, to) = (cell.off.min(0.0), cell.off.max(0.0));
        rows.pieces(
            row,
            &[Piece {
                from,
                to,
                class: "seen",
                says,
            }],
        );
    }
    let beyond = cells.iter().filter(|cell| cell.off.abs() > LIMIT).count();
    let words = format!(
        "{}: {beyond} of {} cells lie beyond the band.",
        routine.name,
        cells.len()
    );
    rows.panel(&label(record, routine), &words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_far_as_they_are_whole() {
        let figures: Figures = serde_json::from_value(serde_json::json!({
            "largest": [
                {"class": 1, "cell": 2, "count": 5, "fair": 4.0, "off": 0.5},
                {"class": 1, "cell": 2, "count": 5, "fair": null, "off": 0.5},
            ],
        }))
        .unwrap();
        let found = cells(&figures).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].name, "class 1, cell 2");
        let none: Figures = serde_json::from_value(serde_json::json!({"largest": []})).unwrap();
        assert!(cells(&none).is_none());
    }
}
