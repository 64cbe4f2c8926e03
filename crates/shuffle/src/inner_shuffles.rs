//! Shuffles within a shuffle: what is done to each pile.
//!
//! A spec says `each = "S"`, or any routine of its letters; what arrives here are the shuffles that the
//! letters stand for, as tables in order. A table may be written in place of a routine, too:
//! `each = { kind = "riffle" }`.

use std::sync::Arc;

use toml::Table;

use super::{Mixing, Scratch, Shuffle};
use deck::rng::Draws;
use deck::{Card, MIN_CARDS};
use laws::counting::ln_factorial;
use laws::matrix::Matrix;
use laws::pairs::{Direction, Effort, Pairs};
use text::params::{Kinded, ParamError, Params};

/// The key under which shuffles name the shuffle within them.
pub const EACH: &str = "each";

/// The most shuffles within a shuffle, those deeper within counted.
pub const MOST_WITHIN: usize = 1_000;

/// The values that messages call accepted under [`EACH`].
const ACCEPTED: &str =
    "a routine of letters, as in \"S\" or \"G*7\", or a shuffle, as in { kind = \"riffle\" }";

/// Shuffles that are done to a part of the deck, one after the other.
#[derive(Debug)]
pub(super) struct Inner {
    steps: Vec<Arc<dyn Shuffle>>,
}

impl Inner {
    /// The shuffles under [`EACH`].
    pub fn read(params: &Params) -> Result<Self, ParamError> {
        let wrong = |problem: String| ParamError::Within {
            key: EACH.to_owned(),
            problem,
        };
        let tables = params.tables(EACH, ACCEPTED)?;
        if tables.iter().map(|table| count(table)).sum::<usize>() > MOST_WITHIN {
            return Err(wrong(format!(
                "found more than {MOST_WITHIN} shuffles within one; accepted: at most that many"
            )));
        }
        let mut known: Vec<(&Table, Arc<dyn Shuffle>)> = Vec::new();
        let mut steps = Vec::with_capacity(tables.len());
        for table in tables {
            if let Some((_, shuffle)) = known.iter().find(|(other, _)| *other == table) {
                steps.push(Arc::clone(shuffle));
                continue;
            }
            let Kinded { kind, parameters } = Kinded::split(table.clone()).map_err(wrong)?;
            let shuffle =
                super::build(&kind, parameters).map_err(|error| wrong(error.to_string()))?;
            known.push((table, Arc::from(shuffle)));
            steps.push(Arc::clone(&known[known.len() - 1].1));
        }
        Ok(Self { steps })
    }

    /// Shuffles a part of the deck. A single card stays.
    pub fn shuffle<D: Draws>(&self, part: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        if part.len() < MIN_CARDS {
            return;
        }
        for step in &self.steps {
            step.shuffle_within(part, scratch.inner(), draws);
        }
    }

    /// Returns true if it leaves all orders of a part equally likely.
    pub(crate) fn is_ideal(&self) -> bool {
        self.steps.iter().any(|step| step.mixing() == Mixing::Ideal)
    }

    /// Returns true if nothing in it is random.
    pub(crate) fn is_fixed(&self) -> bool {
        let mut steps = self.steps.iter();
        steps.all(|step| step.mixing().has_one_outcome())
    }

    /// The one-card chain of a part of so many cards.
    pub fn one_card(&self, cards: usize) -> Option<Matrix> {
        if cards < MIN_CARDS {
            return Some(Matrix::identity(cards));
        }
        if self.is_ideal() {
            return Some(Matrix::uniform(cards));
        }
        let mut chain = Matrix::identity(cards);
        for run in self.runs() {
            let once = run[0].one_card(cards)?;
            for _ in run {
                chain = chain.then(&once);
            }
        }
        Some(chain)
    }

    /// Takes a table of pairs within a part through the two-card chain.
    pub fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        if pairs.cards() < MIN_CARDS {
            return Some(pairs.clone());
        }
        if self.is_ideal() {
            return Some(pairs.levelled());
        }
        let mut pairs = pairs.clone();
        let mut through = |step: &Arc<dyn Shuffle>| {
            pairs = step.two_card(&pairs, direction)?;
            Some(())
        };
        match direction {
            Direction::Forward => self.steps.iter().try_for_each(&mut through)?,
            Direction::Backward => self.steps.iter().rev().try_for_each(&mut through)?,
        }
        Some(pairs)
    }

    /// Gives the effort of [`Self::two_card`] for a part of so many cards; `None` where no two-card chain is
    /// known.
    pub(crate) fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        let effort = Effort::of_tables(cards, 1);
        if cards < MIN_CARDS || self.is_ideal() {
            return Some(effort);
        }
        self.steps.iter().try_fold(effort, |effort, step| {
            Some(effort.then(&step.two_card_effort(cards)?))
        })
    }

    /// Natural logarithm of an upper bound for the number of orders of a part of so many cards.
    pub fn ln_support(&self, cards: usize) -> f64 {
        if cards < MIN_CARDS {
            return 0.0;
        }
        let steps = self.steps.iter().map(|step| step.ln_support(cards));
        steps.sum::<f64>().min(ln_factorial(cards))
    }

    /// One line for legends: the shuffles, with how often each is done in a row.
    pub fn describe(&self) -> String {
        let runs = self.runs().map(|run| match run.len() {
            1 => run[0].describe(),
            times => format!("{times} times: {}", run[0].describe()),
        });
        runs.collect::<Vec<_>>().join("; then ")
    }

    /// The same shuffle several times in a row is one run.
    fn runs(&self) -> impl Iterator<Item = &[Arc<dyn Shuffle>]> {
        self.steps.chunk_by(Arc::ptr_eq)
    }
}

/// The shuffles that a table stands for: its own, or if there are any those within it.
pub fn count(table: &Table) -> usize {
    let within = match table.get(EACH) {
        Some(toml::Value::Table(one)) => count(one),
        Some(toml::Value::Array(items)) => {
            let tables = items.iter().filter_map(toml::Value::as_table);
            tables.map(count).sum()
        }
        _ => 0,
    };
    within + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use text::params::Parameter;

    const KNOWN: &[Parameter] = &[Parameter {
        name: EACH,
        about: "",
    }];

    fn read(text: &str) -> Result<Inner, ParamError> {
        Inner::read(&Params::new("piles", text.parse().unwrap(), KNOWN)?)
    }

    #[test]
    fn one_shuffle_or_several_are_read_and_described() {
        let one = read("each = { kind = \"fisher-yates\" }").unwrap();
        assert!(one.is_ideal() && !one.is_fixed());
        assert_eq!(one.describe(), "ideal shuffle (Fisher-Yates)");
        let three = read(
            "each = [{ kind = \"riffle\" }, { kind = \"riffle\" }, { kind = \"pile\", piles = 2 }]",
        )
        .unwrap();
        let text = three.describe();
        assert!(
            text.starts_with("2 times: ") && text.contains("; then dealt onto 2 piles"),
            "{text}"
        );
        assert!(!three.is_fixed() && !three.is_ideal());
        assert!(read("each = { kind = \"faro\" }").unwrap().is_fixed());
    }

    #[test]
    fn several_are_done_in_order() {
        let both =
            read("each = [{ kind = \"riffle\" }, { kind = \"hindu\", packet = [1, 3] }]").unwrap();
        let alone = |text: &str| read(text).unwrap().one_card(5).unwrap();
        let riffle = alone("each = { kind = \"riffle\" }");
        let hindu = alone("each = { kind = \"hindu\", packet = [1, 3] }");
        assert_eq!(both.one_card(5).unwrap(), riffle.then(&hindu));
    }

    #[test]
    fn what_is_wrong_within_is_named() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert!(error("").starts_with("key `each` is missing for `piles`; accepted: a routine"));
        assert!(error("each = 7").starts_with("key `each`: found `7`; accepted: a routine"));
        assert!(error("each = []").starts_with("key `each`: found `[]`"));
        assert!(error("each = { piles = 3 }").starts_with("key `each`: key `kind`"));
        assert!(error("each = { kind = \"rifle\" }").ends_with("did you mean `riffle`?"));
        let many = format!(
            "each = [{}]",
            "{ kind = \"riffle\" },".repeat(MOST_WITHIN + 1)
        );
        assert!(error(&many).contains("more than 1000 shuffles"));
    }
}
