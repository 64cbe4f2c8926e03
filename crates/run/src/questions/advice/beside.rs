//! A routine and what is beside it: one move less and more, and other hands.

use std::cmp::Reverse;

use search::advise::{Table, Word, period};

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

/// The part of a routine that is done more or less often: the move that it has most of, where that stands in one place; else
/// the shortest part that makes up the whole, as G strip of G strip G strip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Repeated {
    before: Word,
    unit: Word,
    /// How often the routine has it.
    pub times: usize,
    behind: Word,
}

impl Repeated {
    /// Finds it; `None` of an empty routine.
    pub fn of(word: &[u8]) -> Option<Self> {
        let count = |number: u8| word.iter().filter(|at| **at == number).count();
        let main = *word.iter().max_by_key(|at| (count(**at), Reverse(**at)))?;
        let times = count(main);
        let first = word.iter().position(|at| *at == main)?;
        let (before, rest) = word.split_at(first);
        let (run, behind) = rest.split_at_checked(times)?;
        let alone = word.iter().all(|at| *at == main || count(*at) < times);
        if alone && run.iter().all(|at| *at == main) {
            return Some(Self {
                before: before.to_vec(),
                unit: vec![main],
                times,
                behind: behind.to_vec(),
            });
        }
        let long = period(word);
        Some(Self {
            before: Word::new(),
            unit: word[..long].to_vec(),
            times: word.len() / long,
            behind: Word::new(),
        })
    }

    /// The routine with the part so many times.
    pub fn with(&self, times: usize) -> Word {
        let units = std::iter::repeat_n(&self.unit, times).flatten();
        let all = self.before.iter().chain(units).chain(&self.behind);
        all.copied().collect()
    }
}

/// The routine with the part that is repeated once less, and once more.
fn nearby(word: &[u8]) -> Vec<(&'static str, Word)> {
    let Some(repeated) = Repeated::of(word) else {
        return Vec::new();
    };
    let less = repeated.with(repeated.times - 1);
    let less = (!less.is_empty()).then_some(("one less", less));
    let more = ("one more", repeated.with(repeated.times + 1));
    less.into_iter().chain([more]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_routine_is_repeated_by_its_main_move_or_as_a_whole() {
        let of = |word: &[u8]| Repeated::of(word).unwrap();
        let with = |word: &[u8], times| of(word).with(times);
        assert_eq!(Repeated::of(&[]), None);
        // M*7, and O M M C.
        assert_eq!((of(&[0; 7]).times, with(&[0; 7], 9)), (7, vec![0; 9]));
        assert_eq!(with(&[1, 0, 0, 2], 3), [1, 0, 0, 0, 2]);
        // Strip G; G strip G strip; G G strip G.
        assert_eq!((of(&[0, 1]).times, with(&[0, 1], 2)), (1, vec![0, 1, 0, 1]));
        assert_eq!(
            (of(&[0, 1, 0, 1]).times, with(&[0, 1, 0, 1], 1)),
            (2, vec![0, 1])
        );
        assert_eq!(with(&[0, 0, 1, 0], 2), [0, 0, 1, 0, 0, 0, 1, 0]);
        assert_eq!(nearby(&[0]), [("one more", vec![0, 0])]);
    }
}
