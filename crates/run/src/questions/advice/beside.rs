//! A routine and what is beside it: one move less and more, and other hands.

use std::cmp::Reverse;

use search::advise::{Table, Word};

/// A routine that is measured beside another.
#[derive(Debug)]
pub(super) struct Beside<'a> {
    /// The difference from the other.
    pub change: String,
    /// Its table: that of the other, or one of other hands.
    pub table: &'a Table,
    /// True if other hands do it.
    pub other_hands: bool,
    /// Its moves.
    pub word: Word,
}

impl<'a> Beside<'a> {
    /// The routine `word` itself, then all that is beside it; `hands` are the tables of other hands.
    pub fn of(table: &'a Table, hands: &'a [(&str, Table)], word: &[u8]) -> Vec<Self> {
        let own = [("as it is", word.to_vec())]
            .into_iter()
            .chain(nearby(word));
        let own = own.map(|(change, word)| Self {
            change: change.to_owned(),
            table,
            other_hands: false,
            word,
        });
        let others = hands.iter().map(|(how, table)| Self {
            change: format!("{how} hands"),
            table,
            other_hands: true,
            word: word.to_vec(),
        });
        own.chain(others).collect()
    }

    /// The routine at its table.
    pub fn routine(&self) -> (&'a Table, Word) {
        (self.table, self.word.clone())
    }
}

/// The move that a routine has most of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Main {
    /// Its number.
    pub number: u8,
    /// How often the routine has it.
    pub times: usize,
    /// Its last place.
    pub last: usize,
}

impl Main {
    /// Finds it, the first of equals; `None` of an empty routine.
    pub fn of(word: &[u8]) -> Option<Self> {
        let times = |number: u8| word.iter().filter(|at| **at == number).count();
        let numbers = word.iter().copied();
        let number = numbers.max_by_key(|number| (times(*number), Reverse(*number)))?;
        Some(Self {
            number,
            times: times(number),
            last: word.iter().rposition(|at| *at == number)?,
        })
    }
}

/// The routine with one move less, and with one more of the move that it has most of.
fn nearby(word: &[u8]) -> Vec<(&'static str, Word)> {
    let Some(main) = Main::of(word) else {
        return Vec::new();
    };
    let (mut less, mut more) = (word.to_vec(), word.to_vec());
    less.remove(main.last);
    more.insert(main.last, main.number);
    let less = (!less.is_empty()).then_some(("one less", less));
    less.into_iter().chain([("one more", more)]).collect()
}
