//! CSV: everything that a record says in numbers, as one long table with a row for each number.
//!
//! Numbers are written in the fewest digits that are read back as the same ones, and integers whole. Text is harmless
//! to terminals, and to spreadsheets, which take for a formula what begins like one.

mod rows;

use std::borrow::Cow;

use serde_json::Value;

use super::format::Found;
use text::harmless;

/// The heads of the columns.
const COLUMNS: [&str; 14] = [
    "experiment",
    "routine",
    "kind",
    "statistic",
    "name",
    "value",
    "standard_error",
    "exact",
    "ideal",
    "p",
    "p_adjusted",
    "verdict",
    "unit",
    "published",
];

/// A row. Columns that it does not have are empty.
#[derive(Debug, Clone, Default)]
struct Row<'a> {
    experiment: &'a str,
    routine: &'a str,
    kind: &'a str,
    statistic: &'a str,
    name: String,
    value: String,
    standard_error: String,
    exact: String,
    ideal: String,
    p: String,
    p_adjusted: String,
    verdict: &'a str,
    unit: &'a str,
    published: &'a str,
}

impl Row<'_> {
    /// Its cells, as [`COLUMNS`] names them.
    fn cells(&self) -> [Cow<'_, str>; COLUMNS.len()] {
        [
            self.experiment,
            self.routine,
            self.kind,
            self.statistic,
            &self.name,
            &self.value,
            &self.standard_error,
            &self.exact,
            &self.ideal,
            &self.p,
            &self.p_adjusted,
            self.verdict,
            self.unit,
            self.published,
        ]
        .map(cell)
    }
}

/// A file for all that was found.
pub fn csv(found: &Found<'_>) -> Result<String, ::csv::Error> {
    let mut table = Table(::csv::Writer::from_writer(Vec::new()));
    table.0.write_record(COLUMNS)?;
    for record in &found.records {
        table.record(record)?;
    }
    for comparison in &found.comparisons {
        table.comparison(comparison)?;
    }
    for answer in &found.answers {
        let row = Row {
            kind: "answer",
            ..Row::default()
        };
        table.answer(&row, &answer.what, answer)?;
    }
    for status in &found.watches {
        table.watch(status)?;
    }
    let bytes = table.0.into_inner();
    let bytes = bytes.map_err(|error| ::csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Text as it stands in a cell: what a spreadsheet would take for a formula comes after an apostrophe, which it does not
/// show, unless it is a number.
fn cell(text: &str) -> Cow<'_, str> {
    // Wide forms of the same signs count too, where people write them.
    const FORMULAS: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];
    let harmless = harmless::line(text);
    if text.starts_with(FORMULAS) && !is_number(text) {
        Cow::Owned(format!("'{harmless}"))
    } else {
        harmless
    }
}

/// Returns true if it is written as a number, be it outside the range of doubles.
fn is_number(text: &str) -> bool {
    let sign = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E');
    text.contains(|c: char| c.is_ascii_digit())
        && text.chars().all(sign)
        && text.parse::<f64>().is_ok()
}

/// A number that may be missing.
fn number(value: impl Into<Value>) -> String {
    match value.into() {
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

/// A value as it stands in a cell: a number, or text in place of one.
fn shown(value: Option<&Value>) -> String {
    match value {
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::String(text)) => text.clone(),
        _ => String::new(),
    }
}

/// `path` with one more step.
fn join(path: &str, step: &str) -> String {
    match path {
        "" => step.to_owned(),
        path => format!("{path}.{step}"),
    }
}

type Written = Result<(), ::csv::Error>;

/// The table, as far as it is written.
struct Table(::csv::Writer<Vec<u8>>);

impl Table {
    fn row(&mut self, row: &Row<'_>) -> Written {
        self.0
            .write_record(row.cells().iter().map(AsRef::as_ref).map(str::as_bytes))
    }

    /// A row with that value, if there is one.
    fn value(&mut self, row: &Row<'_>, name: &str, value: impl Into<Value>) -> Written {
        let value = number(value);
        if value.is_empty() {
            return Ok(());
        }
        let name = join(&row.name, name);
        self.row(&Row {
            name,
            value,
            ..row.clone()
        })
    }

    /// A row for each number in `value`, below the name that `row` has. `beside` fills in what stands beside the number of
    /// that name.
    fn walk(&mut self, row: &Row<'_>, value: &Value, beside: &impl Fn(&mut Row<'_>)) -> Written {
        let mut below = |step: &str, value: &Value| {
            let name = join(&row.name, step);
            self.walk(
                &Row {
                    name,
                    ..row.clone()
                },
                value,
                beside,
            )
        };
        match value {
            Value::Object(all) => all.iter().try_for_each(|(key, value)| below(key, value)),
            Value::Array(all) => {
                let mut all = all.iter().enumerate();
                all.try_for_each(|(at, value)| below(&at.to_string(), value))
            }
            // Some numbers are too large or too small for a double.
            Value::String(text) if !(is_number(text) && text.contains('e')) => Ok(()),
            Value::Number(_) | Value::String(_) => {
                let mut row = Row {
                    value: shown(Some(value)),
                    ..row.clone()
                };
                beside(&mut row);
                self.row(&row)
            }
            Value::Null | Value::Bool(_) => Ok(()),
        }
    }

    fn all<T: serde::Serialize>(&mut self, row: &Row<'_>, of: &T) -> Written {
        let value = serde_json::to_value(of).unwrap_or_default();
        self.walk(row, &value, &|_| ())
    }
}

#[cfg(test)]
mod tests;
