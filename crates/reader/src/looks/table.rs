//! Tables of separated values: decks beside other columns, one order, draws, games.

use std::collections::BTreeSet;

use super::{FEWEST_ITEMS, Field, Look, Unclear, permuted};
use crate::recording::{Columns, Separator, playing_card};
use deck::MAX_CARDS;
use text::found::token;

/// Rows that are looked at to tell decks.
const ROWS: usize = 200;

/// Cards of a deck beside other columns, at the least.
const FEWEST: usize = 5;

/// Columns beside a deck, at the most.
const BESIDE: usize = 20;

/// Names of columns of draws, in small letters.
const DRAWN: [&str; 16] = [
    "rarity", "item", "drop", "loot", "reward", "result", "outcome", "symbol", "piece", "roll",
    "face", "draw", "pull", "prize", "die", "value",
];

/// Names of columns and keys of times, in small letters.
const TIMES: [&str; 12] = [
    "time",
    "timestamp",
    "ts",
    "t",
    "date",
    "datetime",
    "day",
    "when",
    "at",
    "created",
    "created_at",
    "unix",
];

/// Returns true if a column of this name holds draws.
pub(crate) fn is_drawn(name: &str) -> bool {
    DRAWN.contains(&name.to_lowercase().as_str())
}

/// Returns true if a column of this name holds times.
pub(crate) fn is_time(name: &str) -> bool {
    TIMES.contains(&name.to_lowercase().as_str())
}

/// Returns true if a column of this name says whose draw it is.
pub(crate) fn is_drawer(name: &str) -> bool {
    let name = name.to_lowercase();
    // What is called a name may be that of the item.
    name != "name" && DRAWERS.contains(&name.as_str())
}

/// Returns true for a date or a time of day, as in 2024-01-31T10:00:00Z, 31.01.2024 or 10:00.
fn is_date(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let marks = value.bytes().filter(|byte| b"-:/.".contains(byte)).count();
    let other = value
        .bytes()
        .any(|byte| !(byte.is_ascii_digit() || b"-:/.TZ +".contains(&byte)));
    value.starts_with(|c: char| c.is_ascii_digit())
        && !other
        && digits >= 3
        && value.parse::<f64>().is_err()
        && marks > 0
}

/// Names of columns of those who draw.
const DRAWERS: [&str; 8] = [
    "player",
    "user",
    "account",
    "session",
    "character",
    "name",
    "player_id",
    "user_id",
];

/// Columns that 17lands' replay data have.
const LANDS17: [&str; 3] = ["expansion", "event_type", "draft_id"];

/// A table: its header, if it has one, and its rows.
struct Table {
    header: Option<Vec<String>>,
    rows: Vec<Vec<String>>,
    width: usize,
    separator: u8,
}

/// Finds what a table holds; `None` if the text is none, or all of its columns are a deck.
pub(super) fn look(text: &str, complete: bool) -> Result<Option<Look>, Unclear> {
    let first = text.lines().next().unwrap_or_default();
    if LANDS17.iter().all(|name| first.contains(name)) && first.contains("deck_") {
        return Ok(Some(Look::Rows));
    }
    let Some(table) = Table::read(text, complete) else {
        return Ok(None);
    };
    if let Some(columns) = table.deck() {
        return Ok(Some(Look::Columns(columns, table.header.is_some())));
    }
    if table.is_whole_deck() {
        return Ok(None);
    }
    // A list of cards with commas and no names of columns is for the readers of lines, but for an order with numbered rows.
    if table.header.is_none() {
        let numbered = complete && table.numbers_its_rows();
        return Ok(if numbered { table.place()? } else { None });
    }
    if complete && let Some(look) = table.place()? {
        return Ok(Some(look));
    }
    table.draws().map(Some)
}

impl Table {
    /// Reads a text with two columns or more.
    fn read(text: &str, complete: bool) -> Option<Self> {
        let first = text.lines().find(|line| !line.trim().is_empty())?;
        let separator = Separator::of_line(first)?.byte();
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let mut rows: Vec<Vec<String>> = Vec::new();
        for record in reader.records() {
            let record = record.ok()?;
            if record.iter().any(|value| !value.is_empty()) {
                rows.push(record.iter().map(str::to_owned).collect());
            }
        }
        if !complete {
            rows.pop();
        }
        let width = rows.first()?.len();
        if rows.len() < 2 || width < 2 || rows.iter().any(|row| row.len() != width) {
            return None;
        }
        let headed = is_header(&rows[0], &rows[1..]);
        let header = headed.then(|| rows.remove(0));
        Some(Self {
            header,
            rows,
            width,
            separator,
        })
    }

    fn sample(&self) -> &[Vec<String>] {
        &self.rows[..self.rows.len().min(ROWS)]
    }

    /// Returns true if each row from `first` to `last` is the same cards in some order.
    fn are_cards(&self, first: usize, last: usize) -> bool {
        let cards = |row: &Vec<String>| -> Option<BTreeSet<String>> {
            let row = &row[first..=last];
            let set: BTreeSet<String> = row.iter().cloned().collect();
            (set.len() == row.len() && !set.contains("")).then_some(set)
        };
        let rows = self.sample();
        let Some(set) = cards(&rows[0]) else {
            return false;
        };
        let numbers: Vec<u64> = set.iter().filter_map(|card| card.parse().ok()).collect();
        let known = match numbers.len() {
            0 => rows.len() > 1 && !(first..=last).any(|column| self.is_constant(column)),
            // Numbers and names side by side are several things.
            some => some == set.len() && permuted(&numbers).is_some(),
        };
        known && rows.iter().all(|row| cards(row).as_ref() == Some(&set))
    }

    /// Returns true if all rows have the same value there: no card is always at one place.
    fn is_constant(&self, column: usize) -> bool {
        const ENOUGH: usize = 4;
        let rows = self.sample();
        rows.len() >= ENOUGH && rows.iter().all(|row| row[column] == rows[0][column])
    }

    fn is_whole_deck(&self) -> bool {
        self.are_cards(0, self.width - 1)
    }

    /// The columns of a deck, where others stand beside it.
    fn deck(&self) -> Option<Columns> {
        if self.is_whole_deck() {
            return None;
        }
        let fewest = FEWEST.max(self.width.saturating_sub(BESIDE));
        for width in (fewest..self.width).rev() {
            let mut starts = 0..=self.width - width;
            if let Some(first) = starts.find(|first| self.are_cards(*first, first + width - 1)) {
                return Some(Columns::Numbered {
                    first: first + 1,
                    last: first + width,
                });
            }
        }
        let one = (0..self.width).find(|column| self.holds_decks(*column))?;
        Some(match &self.header {
            Some(header) => Columns::Named(header[one].clone()),
            None => Columns::One(one + 1),
        })
    }

    /// Returns true if each value of the column is a deck.
    fn holds_decks(&self, column: usize) -> bool {
        let cards = |value: &str| -> BTreeSet<String> {
            let words = value.split(|c: char| c.is_whitespace() || ",;|[]()'\"".contains(c));
            words
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let rows = self.sample();
        let first = cards(&rows[0][column]);
        let numbers: Option<Vec<u64>> = first.iter().map(|card| card.parse().ok()).collect();
        let known = match numbers {
            Some(numbers) => permuted(&numbers).is_some(),
            None => first.iter().all(|card| playing_card(card).is_some()),
        };
        known && first.len() >= FEWEST && rows.iter().all(|row| cards(&row[column]) == first)
    }

    fn column(&self, column: usize) -> impl Iterator<Item = &str> {
        self.rows.iter().map(move |row| row[column].as_str())
    }

    /// The name of a column, or its number.
    fn name(&self, column: usize) -> String {
        match &self.header {
            Some(header) => header[column].clone(),
            None => (column + 1).to_string(),
        }
    }

    /// Returns true if a column holds 1, 2, 3 and so on.
    fn numbers_its_rows(&self) -> bool {
        let counts = |column: usize| {
            let mut numbers = self.column(column).zip(1_u64..);
            numbers.all(|(value, row)| value.parse() == Ok(row))
        };
        (0..self.width).any(counts)
    }

    /// The column of the places of one order.
    fn place(&self) -> Result<Option<Look>, String> {
        if !(FEWEST_ITEMS..=MAX_CARDS).contains(&self.rows.len()) {
            return Ok(None);
        }
        let orders = |column: &usize| {
            let numbers: Option<Vec<u64>> = self
                .column(*column)
                .map(|value| value.parse().ok())
                .collect();
            numbers.is_some_and(|numbers| {
                // Numbers in order are names of rows.
                permuted(&numbers) == Some(1)
                    && !numbers.is_sorted()
                    && !numbers.iter().rev().is_sorted()
            })
        };
        let mut found = (0..self.width).filter(orders);
        match (found.next(), found.next()) {
            (Some(column), None) => Ok(Some(Look::Place(self.name(column)))),
            (Some(one), Some(other)) => Err(format!(
                "found two columns that hold each number once, {} and {} from the left; say which is the place of \
                 each item: --place with its name, such as {}",
                one + 1,
                other + 1,
                shown(&self.name(one))
            )),
            (None, _) => Ok(None),
        }
    }

    /// Says how to read numbers that were drawn without replacement, as in a lottery: columns beside each other, those of
    /// each row in rising order.
    fn drawn_without_replacement(&self) -> Option<String> {
        const FEWEST: usize = 3;
        let rises = |row: &[String]| {
            let numbers: Option<Vec<u64>> = row.iter().map(|value| value.parse().ok()).collect();
            numbers.is_some_and(|numbers| numbers.windows(2).all(|two| two[0] < two[1]))
        };
        let sorted =
            |first: usize, last: usize| self.rows.iter().all(|row| rises(&row[first..=last]));
        let mut best = (0, 0);
        for first in 0..self.width {
            let last = (first..self.width)
                .take_while(|last| sorted(first, *last))
                .last();
            let longest = best.1 - best.0;
            best = last
                .filter(|last| last - first > longest)
                .map_or(best, |last| (first, last));
        }
        let (first, last) = best;
        let width = last - first + 1;
        if width < FEWEST || self.rows.len() < FEWEST_ITEMS {
            return None;
        }
        let values = self.rows.iter().flat_map(|row| &row[first..=last]);
        let most = values.filter_map(|value| value.parse::<u64>().ok()).max()?;
        // Times and other numbers that grow are larger.
        if most > MAX_CARDS as u64 {
            return None;
        }
        let unnamed = if self.header.is_some() {
            "tail -n +2 FILE | "
        } else {
            ""
        };
        let file = if self.header.is_some() { "" } else { " FILE" };
        Some(format!(
            "columns {} to {} hold {width} numbers up to {most}, all different and in rising order, as in a lottery; say how \
             many there are to draw from, here at least {most}: `{unnamed}cut -d'{}' -f{}-{}{file} | colddeck - --deck {most} \
             --view hand:{width}`",
            first + 1,
            last + 1,
            char::from(self.separator),
            first + 1,
            last + 1
        ))
    }

    /// The column of draws.
    fn draws(&self) -> Result<Look, Unclear> {
        let repeats = |column: &usize| {
            let values: BTreeSet<&str> = self.column(*column).collect();
            let decimal =
                |value: &&str| value.parse::<u64>().is_err() && value.parse::<f64>().is_ok();
            values.len() > 1
                && values.len() * 5 <= self.rows.len()
                && !values
                    .iter()
                    .any(|value| decimal(value) || value.is_empty())
                && !values.iter().all(|value| is_date(value))
        };
        let found: Vec<String> = (0..self.width)
            .filter(repeats)
            .map(|column| self.name(column))
            .collect();
        // Numbers that are drawn without putting back come before a column beside them, unless its name says that it has draws.
        let named = found.iter().any(|name| is_drawn(name));
        let sorted = self.drawn_without_replacement();
        match chosen(&found) {
            Some(column) if named || sorted.is_none() => Ok(Look::Draws(Field::Column(column))),
            _ => Err(Unclear {
                problem: sorted.unwrap_or_else(|| self.unknown(&found)),
                asks_for_field: true,
                sorted_lines: false,
            }),
        }
    }

    /// Says what may be asked of a table that tells nothing by itself, where draws may be in the columns `found`.
    fn unknown(&self, found: &[String]) -> String {
        // One name alone: a table that was given by mistake is not told.
        let first = found.first().map_or_else(|| self.name(0), String::clone);
        format!(
            "this is a table with {} columns, {} among them; say which holds the draws (--column NAME), the deck \
             (--columns FIRST-LAST) or the place of each item (--place NAME); games with decks of their own are \
             read with --subject rows",
            self.width,
            shown(&first)
        )
    }
}

/// The one of these columns that holds draws, if that is plain.
pub(super) fn chosen(found: &[String]) -> Option<String> {
    let last = |name: &str| name.rsplit('.').next().unwrap_or(name).to_lowercase();
    let named: Vec<&String> = found
        .iter()
        .filter(|name| DRAWN.contains(&last(name).as_str()))
        .collect();
    let others: Vec<&String> = found
        .iter()
        .filter(|name| !DRAWERS.contains(&last(name).as_str()) && !is_time(&last(name)))
        .collect();
    match (named.as_slice(), others.as_slice()) {
        ([name], _) | ([], [name]) => Some((*name).clone()),
        _ => None,
    }
}

/// A name as messages write it.
fn shown(name: &str) -> String {
    token(name.as_bytes())
}

/// Returns true if the first row names columns: no value of it is a number, or a card above cards, and it is unlike the
/// others.
fn is_header(first: &[String], others: &[Vec<String>]) -> bool {
    // A column may be called c2.
    let is_card = |value: &String| playing_card(value).is_some();
    let named = |(value, below): (&String, &String)| {
        value.parse::<f64>().is_err() && !value.is_empty() && !(is_card(value) && is_card(below))
    };
    let distinct: BTreeSet<&String> = first.iter().collect();
    if distinct.len() != first.len() || !first.iter().zip(&others[0]).all(named) {
        return false;
    }
    // Names that come again below are values.
    let sample = &others[..others.len().min(ROWS)];
    let again = |column: usize| sample.iter().any(|row| row[column] == first[column]);
    let known = first.iter().any(|name| {
        let name = name.to_lowercase();
        DRAWN.contains(&name.as_str()) || DRAWERS.contains(&name.as_str())
    });
    known || (0..first.len()).all(|column| !again(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<Option<Look>, Unclear> {
        look(text, true)
    }

    #[test]
    fn columns_are_found() {
        let decks = "deal;a;b;c;d;e\n7;1;2;3;5;4\n8;5;4;3;2;1\n";
        let columns = Columns::Numbered { first: 2, last: 6 };
        assert_eq!(found(decks), Ok(Some(Look::Columns(columns.clone(), true))));
        let plain = decks.replace("deal;a;b;c;d;e\n", "").replace(';', "\t");
        assert_eq!(found(&plain), Ok(Some(Look::Columns(columns, false))));
        let beside = "1;2;3;5;4;x\n5;4;3;2;1;x\n".repeat(3);
        let columns = Columns::Numbered { first: 1, last: 5 };
        assert_eq!(found(&beside), Ok(Some(Look::Columns(columns, false))));
        let names = "n;a;b;c;d;e\nn;e;d;a;c;b\n".repeat(3);
        let columns = Columns::Numbered { first: 2, last: 6 };
        assert_eq!(found(&names), Ok(Some(Look::Columns(columns, false))));
        let one = "id,deck\n1,3 1 2 5 4\n2,1 2 3 4 5\n";
        let columns = Columns::Named("deck".to_owned());
        assert_eq!(found(one), Ok(Some(Look::Columns(columns, true))));
        assert_eq!(found("1,2,3\n3,2,1\n"), Ok(None));
        assert_eq!(found("no table\n"), Ok(None));
    }

    #[test]
    fn orders_and_draws_are_found() {
        let rows = (1..=22).map(|at| format!("d{at},{}\n", at * 7 % 23));
        let order = format!("day,number\n{}", rows.collect::<String>());
        assert_eq!(found(&order), Ok(Some(Look::Place("number".to_owned()))));
        let rows = (0..50).map(|at| format!("{at},p{},{}\n", at % 3, ["a", "b"][at % 2]));
        let loot = format!("time,player,rarity\n{}", rows.collect::<String>());
        assert_eq!(
            found(&loot),
            Ok(Some(Look::Draws(Field::Column("rarity".to_owned()))))
        );
        let bare = order.replace("day,number\n", "").replace('d', "");
        assert_eq!(found(&bare), Ok(Some(Look::Place("2".to_owned()))));
        let unclear = loot.replace("rarity", "x").replace("player", "y");
        let problem = found(&unclear).unwrap_err().problem;
        assert!(problem.contains("`y` among them"), "{problem}");
        assert_eq!(
            found("expansion,event_type,draft_id,deck_A\nx,y,z,1\n"),
            Ok(Some(Look::Rows))
        );
    }
}
