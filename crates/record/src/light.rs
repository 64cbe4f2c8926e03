//! The record made light: large matrices as they are drawn, and one number where a matrix has no other.

use serde_json::Value;

use super::Record;
use super::answers::Found;

/// The figure that holds the exact matrix of a routine.
const EXACT: &str = "matrix_exact";

impl Record {
    /// Keeps no more of large tables than reports show. The run that made the record had the whole ones: tests, checks and
    /// claims are decided before. A record that is light stays as it is.
    pub fn lighten(&mut self) {
        for answer in self.answers.values_mut() {
            if let Found::Position(found) = &mut answer.found {
                found.lighten();
            }
        }
        let figures = self.routines.iter_mut();
        for figures in figures.flat_map(|routine| routine.statistics.values_mut()) {
            if let Some(cell) = figures.at(EXACT).and_then(only_number) {
                figures.insert(EXACT, cell);
            }
        }
    }
}

/// Finds the number that all cells of a matrix have, as those of a fair shuffle do.
fn only_number(matrix: &Value) -> Option<Value> {
    let rows = matrix.as_array()?;
    let first = rows.first()?.get(0)?;
    let same = |row: &Value| {
        row.as_array()
            .is_some_and(|row| row.len() == rows.len() && row.iter().all(|cell| cell == first))
    };
    (first.is_number() && rows.iter().all(same)).then(|| first.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_matrix_of_one_number_is_said_by_it() {
        let fair = serde_json::json!([[0.5, 0.5], [0.5, 0.5]]);
        assert_eq!(only_number(&fair), Some(Value::from(0.5)));
        for other in [
            serde_json::json!([[0.5, 0.5], [0.5, 0.25]]),
            serde_json::json!([[0.5, 0.5], [0.5]]),
            serde_json::json!([]),
            serde_json::json!(null),
            serde_json::json!(0.5),
        ] {
            assert_eq!(only_number(&other), None, "{other}");
        }
    }
}
