//! The way in which decks are made: one shuffle again and again, and perhaps another one before or after all.

use toml::{Table, Value};

use deck::Card;
use deck::rng::{Generator, Seed};
use shuffle::{Scratch, Shuffle};

/// One kind of shuffle with its parameters.
#[derive(Debug, Clone)]
pub(crate) struct Move {
    pub kind: &'static str,
    pub table: Table,
}

impl Move {
    /// The shuffle as `--shuffle` takes it: `mash packet=1..3 error=2`.
    pub fn text(&self) -> String {
        written(self.kind, &self.table)
    }

    fn built(&self) -> Option<Box<dyn Shuffle>> {
        shuffle::build(self.kind, self.table.clone()).ok()
    }
}

/// The shuffle that is done as often as the decks were shuffled, and what is done once before or after.
#[derive(Debug, Clone)]
pub(crate) struct Recipe {
    pub before: Option<Move>,
    pub main: Move,
    pub after: Option<Move>,
}

impl Recipe {
    /// One shuffle, with nothing before and after.
    pub fn alone(kind: &'static str, table: Table) -> Self {
        Self {
            before: None,
            main: Move { kind, table },
            after: None,
        }
    }

    /// The text by which recipes differ.
    pub fn text(&self) -> String {
        let moves = [self.before.as_ref(), Some(&self.main), self.after.as_ref()];
        let moves = moves.map(|one| one.map(Move::text).unwrap_or_default());
        moves.join(";")
    }

    /// The shuffles, built; `None` where one cannot be: a fitted parameter may be one that its shuffle does not have.
    pub(crate) fn built(&self) -> Option<Built> {
        let built = |one: &Option<Move>| match one {
            Some(one) => one.built().map(Some),
            None => Some(None),
        };
        Some(Built {
            before: built(&self.before)?,
            main: self.main.built()?,
            after: built(&self.after)?,
        })
    }
}

/// A recipe whose decks can be simulated.
pub(crate) struct Built {
    pub before: Option<Box<dyn Shuffle>>,
    pub main: Box<dyn Shuffle>,
    pub after: Option<Box<dyn Shuffle>>,
}

impl Built {
    /// Decks, one after the other, that started sorted; the shuffle was done so many times.
    pub fn decks(
        &self,
        (cards, times): (usize, u32),
        count: usize,
        (seed, label): (u128, &str),
    ) -> Vec<Card> {
        let mut decks: Vec<Card> = (0..count).flat_map(|_| 0..cards as Card).collect();
        let mut scratch = Scratch::default();
        // This generator takes any whole number.
        if let Ok(mut stream) = Generator::Pcg64.stream(&Seed::Integer(seed), label, 0, 0) {
            let main = std::iter::repeat_n(&self.main, times as usize);
            for one in self.before.iter().chain(main).chain(&self.after) {
                one.apply(&mut decks, cards, &mut scratch, &mut stream);
            }
        }
        decks
    }
}

/// A shuffle with its parameters, as `--shuffle` takes them after the letter.
pub(crate) fn written(kind: &str, table: &Table) -> String {
    let mut text = kind.to_owned();
    for (key, value) in table {
        let value = match value {
            Value::Array(span) => span
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(".."),
            Value::Table(within) => {
                let pairs = within.iter().map(|(key, value)| format!("{key}={value}"));
                format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
            }
            Value::String(word) if word.chars().all(|c| c.is_alphanumeric() || c == '-') => {
                word.clone()
            }
            value => value.to_string(),
        };
        text.extend([" ", key, "=", &value]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::model::{number, span, table, whole};
    use super::*;

    #[test]
    fn shuffles_are_written_as_the_command_line_takes_them() {
        let mash = table([("packet", span(1, 3)), ("error", whole(2))]);
        assert_eq!(written("mash", &mash), "mash packet=1..3 error=2");
        let merge = table([("algorithm", "merge".into())]);
        assert_eq!(
            written("random-comparator", &merge),
            "random-comparator algorithm=merge"
        );
        assert_eq!(
            written("overhand", &table([("chance", number(0.212_345_678))])),
            "overhand chance=0.212346"
        );
    }
}
