//! Which columns of separated values hold the deck: beside it may stand a number, a date, a name.

use std::fmt;
use std::str::FromStr;

use super::fault::Slip;
use super::row::Row;

/// Columns of separated values, one behind the other, that hold a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Columns {
    /// The first column; columns count from 1.
    first: usize,
    last: usize,
}

impl Columns {
    /// Counts the columns.
    #[expect(clippy::len_without_is_empty, reason = "there is one at least")]
    pub fn len(&self) -> usize {
        self.last - self.first + 1
    }

    /// Drops the other columns from `row`.
    pub(super) fn keep(self, row: &mut Row) -> Result<(), Slip> {
        let found = row.len();
        if found < self.last {
            let plural = if found == 1 { "" } else { "s" };
            return Err(Slip::new(
                0,
                format!(
                    "found {found} column{plural}; accepted: {} or more, of which {self} hold the deck",
                    self.last
                ),
            ));
        }
        row.keep(self.first - 1..self.last);
        Ok(())
    }
}

/// Writes them as in `2-53`.
impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

impl FromStr for Columns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ends = text.split_once('-').and_then(|(first, last)| {
            let number = |text: &str| text.trim().parse::<usize>().ok();
            Some((number(first)?, number(last)?))
        });
        ends.filter(|(first, last)| (1..=*last).contains(first))
            .map(|(first, last)| Self { first, last })
            .ok_or_else(|| "accepted: the first and the last, from 1, as in 2-53".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_a_first_and_a_last_from_1() {
        let columns: Columns = "2-53".parse().unwrap();
        assert_eq!((columns.len(), columns.to_string().as_str()), (52, "2-53"));
        assert_eq!("7-7".parse::<Columns>().unwrap().len(), 1);
        for wrong in ["", "2", "0-5", "5-4", "2-", "-3", "a-b", "1-2-3", "1..3"] {
            assert!(wrong.parse::<Columns>().is_err(), "{wrong}");
        }
    }
}
