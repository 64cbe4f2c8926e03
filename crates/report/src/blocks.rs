//! Pictures made of block characters: where cards go, and how many decks the cells of the matrix hold.

use super::table::{Align, Cell, Table};
use record::Figures;
use record::{Record, Routine};
use text::names::percent;

/// Characters of a picture's lines, at the most.
const WIDTH: usize = 40;

/// Characters between two pictures.
const BETWEEN: usize = 3;

/// Shades of a cell by its share of what it should hold: below a quarter, about half, fair, about one and a
/// half, more than seven quarters of it.
const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];

/// The meaning of the shades.
pub(super) const SHADES_ARE: &str = "Across: where a card was. Down: where it ends. ▒ is fair, within a quarter; ░ is about half of it, blank \
less than a quarter; ▓ about one and a half, █ more than that. A character stands for several cells where there are more \
than 40 across.";

/// The heights of bars.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The heat maps of all routines that have one, as many side by side as fit into `width` characters.
pub(super) fn maps(record: &Record, width: usize) -> Vec<String> {
    let cards = record.experiment.deck;
    let maps: Vec<Vec<String>> = (record.routines.iter())
        .filter_map(|routine| map(routine, cards))
        .collect();
    let Some(wide) = maps.iter().flatten().map(|line| line.chars().count()).max() else {
        return Vec::new();
    };
    let abreast = ((width + BETWEEN) / (wide + BETWEEN)).max(1);
    let mut lines = Vec::new();
    for row in maps.chunks(abreast) {
        let tall = row.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..tall {
            let parts = row.iter().map(|map| map.get(at).map_or("", String::as_str));
            let line: Vec<String> = parts.map(|part| format!("{part:wide$}")).collect();
            lines.push(line.join(&" ".repeat(BETWEEN)).trim_end().to_owned());
        }
        lines.push(String::new());
    }
    lines.pop();
    lines
}

/// A routine's name and its matrix; of the counted one, as an exact one has no noise to show.
fn map(routine: &Routine, cards: usize) -> Option<Vec<String>> {
    let figures = routine.statistics.get("position-matrix")?;
    let bin = figures.whole("bin").filter(|_| figures.is("picture"))? as usize;
    let matrix = figures.matrix("matrix")?;
    // A character is about twice as high as wide.
    let across = matrix.len().div_ceil(WIDTH);
    let shades = shaded(&matrix, cards, bin, (2 * across, across));
    let frame = "─".repeat(matrix.len().div_ceil(across));
    let mut lines = vec![routine.name.clone(), format!("┌{frame}┐")];
    lines.extend(shades.into_iter().map(|line| format!("│{line}│")));
    lines.push(format!("└{frame}┘"));
    Some(lines)
}

/// Draws a character for each `down` by `across` entries of `matrix`. Each entry is a sum over `bin` by
/// `bin` cells of the full matrix of `cards` cards.
fn shaded(
    matrix: &[Vec<u64>],
    cards: usize,
    bin: usize,
    (down, across): (usize, usize),
) -> Vec<String> {
    let total = matrix.iter().flatten().sum::<u64>() as f64;
    // Cards in so many entries from `first`: the last ones may have fewer.
    let held = |first: usize, entries: usize| {
        ((first + entries) * bin).min(cards) - (first * bin).min(cards)
    };
    let shade = |top: usize, left: usize| {
        let rows = matrix.iter().skip(top).take(down);
        let sum: u64 = rows
            .flat_map(|row| row.iter().skip(left).take(across))
            .sum();
        let fair = total * (held(top, down) * held(left, across)) as f64 / (cards * cards) as f64;
        // Whole quarters of the fair share, the odd ones between two shades.
        let quarters = (4.0 * sum as f64 / fair) as usize;
        SHADES[quarters.div_ceil(2).min(SHADES.len() - 1)]
    };
    let line = |top| {
        (0..matrix.len())
            .step_by(across)
            .map(|left| shade(top, left))
            .collect()
    };
    (0..matrix.len()).step_by(down).map(line).collect()
}

/// Shows how many decks the cells of a replicate's matrix hold: a row for each number, seen and exact for each routine,
/// in per cent of the cells; the last row a picture of all.
pub(super) fn cell_counts(record: &Record) -> Option<Table> {
    let of = |routine: &Routine| routine.statistics.get("duplicates")?.groups("cells");
    let pictured = |routine: &Routine| {
        let matrix = routine.statistics.get("position-matrix");
        matrix.is_some_and(|figures| figures.is("picture"))
    };
    let routines: Vec<(&Routine, Vec<Figures>)> = (record.routines.iter())
        .filter(|routine| pictured(routine))
        .filter_map(|routine| of(routine).map(|cells| (routine, cells)))
        .collect();
    let (_, first) = routines.first()?;
    let mut table = Table::default();
    table.column("decks in a cell", Align::Left);
    for (routine, _) in &routines {
        table.column(&routine.name, Align::Right);
        table.column("exact", Align::Right);
    }
    let shown = |share: Option<f64>| Cell::plain(share.map_or_else(String::new, percent));
    for (at, entry) in first.iter().enumerate() {
        let name = match (entry.whole("held"), entry.whole("held_at_least")) {
            (Some(held), _) => held.to_string(),
            (None, Some(held)) => format!("{held} or more"),
            (None, None) => String::new(),
        };
        let mut row = vec![Cell::plain(name)];
        for (_, cells) in &routines {
            let share = |key| cells.get(at).and_then(|cell| cell.number(key));
            row.extend([shown(share("mean")), shown(share("exact"))]);
        }
        table.rows.push(row);
    }
    let mut row = vec![Cell::plain("all")];
    for (_, cells) in &routines {
        for key in ["mean", "exact"] {
            let shares: Vec<f64> = cells
                .iter()
                .map(|cell| cell.number(key).unwrap_or(0.0))
                .collect();
            row.push(Cell::plain(bars(&shares)));
        }
    }
    table.rows.push(row);
    Some(table)
}

/// Bars as high as each share of the largest one.
fn bars(shares: &[f64]) -> String {
    let largest = shares.iter().copied().fold(0.0, f64::max);
    if largest <= 0.0 {
        return String::new();
    }
    let highest = (BARS.len() - 1) as f64;
    shares
        .iter()
        .map(|share| BARS[((share / largest * highest).ceil() as usize).min(BARS.len() - 1)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_are_shares_of_what_is_fair() {
        // Fair is 10; sums of two rows by one column, fair 20.
        let matrix = vec![
            vec![0, 5, 10, 25],
            vec![0, 4, 10, 26],
            vec![10, 10, 16, 4],
            vec![14, 10, 14, 2],
        ];
        assert_eq!(shaded(&matrix, 4, 1, (2, 1)), [" ░▒█", "▒▒▓░"]);
        // Seven cards in bins of two: the last row and column hold one card.
        let even = [2, 2, 2, 1].map(|down| [2, 2, 2, 1].map(|across| down * across).to_vec());
        assert_eq!(shaded(&even, 7, 2, (2, 1)), ["▒▒▒▒", "▒▒▒▒"]);
    }

    #[test]
    fn bars_are_as_high_as_their_shares() {
        assert_eq!(bars(&[0.0, 0.01, 0.5, 1.0]), " ▁▄█");
        assert_eq!(bars(&[0.0, 0.0]), "");
    }
}
