//! One order, from separated values: each row is an item, a column holds its place and perhaps another its group.
//!
//! The first row names the columns. Items count in the order of their rows, which is the order before; the places
//! are 1 to their number, each once.

use std::collections::HashMap;

use super::csv;
use super::row::Row;
use super::slips::text_of;
use super::sniff::BYTE_ORDER_MARK;
use crate::SourceError;
use crate::fault::{Fault, Place, Slip};
use deck::subject::{Groups, MAX_ITEMS, Order, OrderColumns};
use text::found::token;
use text::harmless;
use text::names;
use text::names::grouped;

/// The number of items below which there are too few orders to say anything of one.
pub(crate) const FEWEST_ITEMS: usize = 3;

/// Reads the order that `bytes` hold, which errors call `name`, and the order itself `shown`.
pub fn read(
    (name, shown): (&str, &str),
    bytes: &[u8],
    columns: &OrderColumns,
) -> Result<Order, SourceError> {
    Table::read(bytes, columns, PLACES)
        .and_then(|table| table.order(shown, columns))
        .map_err(|fault| fault.named(name))
}

fn wrong(line: usize, column: Option<&str>, problem: impl Into<String>) -> Fault {
    let column = column.map(str::to_owned);
    Place::Value { line, column }.fault(problem)
}

/// Reads the items that a column of a table holds, row after row, by the name of the column or by its number from 1.
pub(crate) fn column(name: &str, bytes: &[u8], column: &str) -> Result<Vec<u32>, SourceError> {
    let columns = OrderColumns {
        place: column.to_owned(),
        groups: None,
    };
    let table = Table::read(bytes, &columns, ITEMS).map_err(|fault| fault.named(name))?;
    Ok(table
        .places
        .into_iter()
        .map(|(_, item)| item as u32)
        .collect())
}

/// The words for the numbers of a column.
#[derive(Debug, Clone, Copy)]
struct Numbers {
    /// The option that names the column.
    flag: &'static str,
    /// The number of an item, or its place.
    what: &'static str,
    least: u64,
}

const PLACES: Numbers = Numbers {
    flag: "--place",
    what: "place of an item",
    least: 1,
};

const ITEMS: Numbers = Numbers {
    flag: "--column",
    what: "number of an item",
    least: 0,
};

/// The values of the columns that are wanted.
#[derive(Default)]
struct Table {
    /// The line and the place of each item.
    places: Vec<(usize, u64)>,
    /// The group of each.
    groups: Option<Groups>,
    /// The groups by their names.
    known: HashMap<String, u32>,
    /// The line read last.
    last: usize,
    delimiter: u8,
}

/// Finds the place of a column.
fn find(row: &Row, line: usize, wanted: &str, flag: &str) -> Result<usize, Fault> {
    let mut found = (0..row.len()).filter(|at| row.name(*at) == wanted);
    match (found.next(), found.next()) {
        (Some(at), None) => Ok(at),
        (Some(_), Some(_)) => Err(wrong(
            line,
            Some(wanted),
            "found two columns of that name; accepted: names of columns that come once",
        )),
        (None, _) => {
            let problem = format!(
                "found no column `{}` ({flag}); accepted: one of the {} names in the first row{}",
                wanted.escape_debug(),
                row.len(),
                names::hint(wanted, row.names())
            );
            Err(wrong(line, None, problem))
        }
    }
}

/// The place of a column that is asked for by its number, unless another has that number as its name.
fn numbered(row: &Row, wanted: &str) -> Option<usize> {
    let at = wanted.parse::<usize>().ok()?.checked_sub(1)?;
    let named = row.names().any(|name| name == wanted);
    (at < row.len() && (!named || row.len() == 1)).then_some(at)
}

fn is_number(text: &str) -> bool {
    text.parse::<u64>().is_ok()
}

/// A number in words that are not too long: it may be anything that was written.
fn number_of(place: u64) -> String {
    let digits = place.to_string();
    token(digits.as_bytes()).replace('`', "")
}

impl Table {
    fn read(bytes: &[u8], columns: &OrderColumns, numbers: Numbers) -> Result<Self, Fault> {
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        let lines = bytes.split(|byte| *byte == b'\n').zip(1..);
        let mut lines = lines.filter(|(line, _)| !line.trim_ascii().is_empty());
        let Some((head, line)) = lines.next() else {
            let problem =
                "found nothing; accepted: a row of the columns' names, and a row for each item";
            return Err(wrong(1, None, problem));
        };
        let slip = |line| move |slip: Slip| wrong(line, None, slip.problem);
        let head = text_of(head).map_err(slip(line))?;
        let delimiter = csv::delimiter(head, usize::MAX);
        let mut row = Row::default();
        csv::split(head, delimiter, &mut row).map_err(slip(line))?;
        let width = row.len();
        let place = match numbered(&row, &columns.place) {
            Some(place) => place,
            None => find(&row, line, &columns.place, numbers.flag)?,
        };
        // A number in its place says that the first row is none of names.
        let is_name = width > 1 && row.name(place) == columns.place;
        let has_names = is_name || !is_number(row.name(place));
        let group = match &columns.groups {
            Some(groups) => Some(match numbered(&row, groups) {
                Some(group) => group,
                None => find(&row, line, groups, "--groups")?,
            }),
            None => None,
        };
        let mut table = Self {
            groups: columns.groups.as_ref().map(|column| Groups {
                column: column.clone(),
                names: Vec::new(),
                of: Vec::new(),
            }),
            last: line,
            delimiter,
            ..Self::default()
        };
        if !has_names {
            table.take(
                (line, row.name(place), numbers),
                group.map(|at| row.name(at)),
                columns,
            )?;
        }
        for (text, line) in lines {
            let text = text_of(text).map_err(slip(line))?;
            csv::split(text, delimiter, &mut row).map_err(slip(line))?;
            if row.len() != width {
                let problem = format!(
                    "found {} values; accepted: {width}, as many as the first row names columns",
                    row.len()
                );
                return Err(wrong(line, None, problem));
            }
            table.take(
                (line, row.name(place), numbers),
                group.map(|at| row.name(at)),
                columns,
            )?;
        }
        Ok(table)
    }

    /// Takes the values of a row.
    fn take(
        &mut self,
        (line, place, numbers): (usize, &str, Numbers),
        group: Option<&str>,
        columns: &OrderColumns,
    ) -> Result<(), Fault> {
        self.last = line;
        if self.places.len() == MAX_ITEMS {
            let most = grouped(MAX_ITEMS as u64);
            let problem = format!("found more than {most} items; accepted: up to {most}");
            return Err(wrong(line, None, problem));
        }
        let number = Some(place).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let number: Option<u64> = number.and_then(|text| text.parse().ok());
        let Some(number) =
            number.filter(|number| (numbers.least..=MAX_ITEMS as u64).contains(number))
        else {
            let problem = format!(
                "found {} as the {}; accepted: a whole number from {}",
                token(place.as_bytes()),
                numbers.what,
                numbers.least
            );
            return Err(wrong(line, Some(&columns.place), problem));
        };
        self.places.push((line, number));
        if let (Some(groups), Some(name)) = (&mut self.groups, group) {
            if name.is_empty() {
                let problem = "found no group of an item; accepted: a name or a number";
                return Err(wrong(line, Some(&groups.column), problem));
            }
            let next = groups.names.len() as u32;
            let at = *self.known.entry(name.to_owned()).or_insert(next);
            if at == next {
                groups.names.push(name.to_owned());
            }
            groups.of.push(at);
        }
        Ok(())
    }

    /// The order, if the places are those of one.
    fn order(self, name: &str, columns: &OrderColumns) -> Result<Order, Fault> {
        let count = self.places.len();
        if count < FEWEST_ITEMS {
            let problem = format!(
                "found {count} items; accepted: {FEWEST_ITEMS} to {}, each on a row below the names of the columns",
                grouped(MAX_ITEMS as u64)
            );
            return Err(wrong(self.last, None, problem));
        }
        let mut lines = vec![0; count];
        let mut items = vec![0; count];
        for (item, (line, place)) in (0_u32..).zip(&self.places) {
            let Some(at) = (*place <= count as u64).then(|| *place as usize - 1) else {
                let problem = format!(
                    "found the place {}; accepted: 1 to {count}, each once, as there are {count} items",
                    number_of(*place)
                );
                return Err(wrong(*line, Some(&columns.place), problem));
            };
            if lines[at] > 0 {
                let problem = format!(
                    "found the place {place} twice, on line {} too; accepted: 1 to {count}, each once",
                    lines[at]
                );
                return Err(wrong(*line, Some(&columns.place), problem));
            }
            lines[at] = *line;
            items[at] = item;
        }
        self.check_groups(count)?;
        let groups = self.groups.as_ref().map_or_else(String::new, |groups| {
            format!(
                ", in {} groups by column {}",
                groups.names.len(),
                groups.column
            )
        });
        let source = format!(
            "{name}, csv separated by {}, places in column {}{groups}",
            csv::written(self.delimiter),
            columns.place
        );
        let shown = |text: &str| harmless::words(text).into_owned();
        let named = |groups: Groups| Groups {
            column: shown(&groups.column),
            names: groups.names.iter().map(|name| shown(name)).collect(),
            of: groups.of,
        };
        Ok(Order {
            epochs: vec![items.into()],
            labels: None,
            batch: None,
            keyed: false,
            place: shown(&columns.place),
            groups: self.groups.map(named),
            source: shown(&source),
        })
    }

    /// Refuses groups that cannot be compared: one of all items, or one for each.
    fn check_groups(&self, count: usize) -> Result<(), Fault> {
        let Some(groups) = &self.groups else {
            return Ok(());
        };
        let found = match groups.names.len() {
            1 => format!("one group, {}", token(groups.names[0].as_bytes())),
            many if many == count => "a group for each item".to_owned(),
            _ => return Ok(()),
        };
        let problem = format!("found {found}; accepted: two groups or more, fewer than items");
        Err(wrong(self.last, Some(&groups.column), problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(groups: bool) -> OrderColumns {
        OrderColumns {
            place: "number".to_owned(),
            groups: groups.then(|| "month".to_owned()),
        }
    }

    #[test]
    fn rows_are_items_and_columns_have_names() {
        let text = "\u{feff}month;day; number\r\n1;1;3\r\n\r\n\"1\";2;1\r\n2;3;4\r\n2;4;2\r\n";
        let order = read(("draft.csv", "draft.csv"), text.as_bytes(), &columns(true)).unwrap();
        assert_eq!(order.epochs[0].to_vec(), [1, 3, 0, 2]);
        let groups = order.groups.unwrap();
        assert_eq!(
            (groups.names, groups.of),
            (vec!["1".into(), "2".into()], vec![0, 0, 1, 1])
        );
        assert_eq!(
            order.source,
            "draft.csv, csv separated by semicolons, places in column number, in 2 groups by column month"
        );
        let plain = read(("a", "b"), b"number\n2\n1\n3", &columns(false)).unwrap();
        assert_eq!(
            (plain.epochs[0].to_vec(), plain.groups),
            (vec![1, 0, 2], None)
        );
        let by_number = |place: &str, groups: Option<&str>| OrderColumns {
            place: place.to_owned(),
            groups: groups.map(str::to_owned),
        };
        let unnamed = read(("a", "b"), b"2\n1\n3", &by_number("1", None)).unwrap();
        assert_eq!(unnamed.epochs[0].to_vec(), [1, 0, 2]);
        let named = read(
            ("a", "b"),
            b"loss,item\n.1,2\n.3,1\n.2,3",
            &by_number("2", None),
        )
        .unwrap();
        assert_eq!(named.epochs[0].to_vec(), [1, 0, 2]);
        let grouped = by_number("2", Some("1"));
        let unnamed = read(("a", "b"), b"x,3\ny,1\nx,4\ny,2", &grouped).unwrap();
        assert_eq!(unnamed.epochs[0].to_vec(), [1, 3, 0, 2]);
        assert_eq!(unnamed.groups.unwrap().of, [0, 1, 0, 1]);
    }

    #[test]
    fn wrong_tables_are_refused_with_line_and_column() {
        let refused = |text: &str, says: &[&str]| {
            let error = read(("d.csv", "e.csv"), text.as_bytes(), &columns(true)).unwrap_err();
            let error = error.to_string();
            assert!(error.contains("; accepted: "), "{error}");
            for part in says {
                assert!(error.contains(part), "{error} lacks {part}");
            }
        };
        refused("", &["d.csv, line 1: found nothing"]);
        refused(
            "month,nmber\n1,1\n",
            &[
                "line 1: found no column `number` (--place)",
                "accepted: one of the 2 names in the first row; did you mean `nmber`?",
            ],
        );
        refused(
            "number,day\n1,1\n",
            &["found no column `month` (--groups); accepted: one of the 2 names in the first row"],
        );
        refused(
            "number,month,number\n1,1,1\n",
            &["line 1, column `number`: found two columns"],
        );
        for found in ["", "x", "1.5", "-1", "0", "+3", "1e2"] {
            let text = format!("month,number\n1,2\n1,{found}\n2,3\n");
            let shown = token(found.as_bytes());
            let says = format!("line 3, column `number`: found {shown} as the place");
            refused(&text, &[&says]);
        }
        refused(
            "month,number\n1,2\n1,1\n2,2\n",
            &["line 4, column `number`: found the place 2 twice, on line 2 too; accepted: 1 to 3"],
        );
        refused(
            "month,number\n1,2\n1,1\n2,4\n",
            &["line 4", "found the place 4; accepted: 1 to 3"],
        );
        refused(
            "month,number\n1,2\n1,1\n",
            &["line 3: found 2 items; accepted: 3 to 1,000,000,000"],
        );
        refused(
            "month,number\n1,2\n,1\n2,3\n",
            &["line 3, column `month`: found no group"],
        );
        refused(
            "month,number\n1,2\n1,1\n1,3\n",
            &["column `month`: found one group, `1`"],
        );
        refused(
            "month,number\n1,2\n2,1\n3,3\n",
            &["found a group for each item"],
        );
        refused(
            "month,number\n1,2\n1\n2,3\n",
            &["line 3: found 1 values; accepted: 2"],
        );
        refused(
            "month,number\n1,\"2\n",
            &["line 2: found", "without a closing quote"],
        );
        let error = read(("d", "d"), b"number\n1\n\xff\n", &columns(false)).unwrap_err();
        assert!(error.to_string().contains("line 3: found"), "{error}");
    }
}
