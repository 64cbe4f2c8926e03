//! Repeated states: how many pairs of states are the same state.
//!
//! Among N random states N(N−1)/2 pairs are compared, each the same with probability 1/3,674,160.
//! Pairs are independent two by two, so that mean and variance of the number of colliding pairs are
//! those of the Poisson law; its third cumulant is a little larger, as three equal states are three
//! pairs. There are more states than orders of ten cards, for which and all larger decks the test
//! of [`crate::repeated_decks`] was found to hold. Among decks only repeats are a surprise;
//! among states their absence is one too, once some are due: scrambles from a list without repeats,
//! for instance.
//!
//! And pairs of which one undoes the other, as scrambles do where every other one is the last one backwards: such pairs
//! have the same law.

use std::cmp::Ordering;

use super::SIZE;
use crate::apart;
use crate::counter::{AnyCounter, Counter, Keeps};
use crate::repeated_decks::poisson_tails;
use crate::suite::Suite;
use crate::tally::Kept;
use crate::wager::{self, Wager};
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, Notes, Outcome, Statistic, Test,
};
use deck::batch::Batch;
use deck::cube::{STATES, State};
use deck::subject::States;
use laws::tail::PValue;
use text::figures::{Declaration, json};
use text::names::grouped;

pub(crate) const KIND: Kind = Kind {
    name: "repeated-states",
    about: "does the same state come up again as often as it should, or one that undoes it? counts pairs among the first 524,288 (Poisson)",
    plain: "states that come up again",
    causes: "too few random moves, few seeds, a list of scrambles that is used again; scrambles that undo the one before; for too few pairs, a list in which no scramble comes twice",
    example: "10,000 random states have 13.6 pairs of equal ones on average, give or take 3.7. After eleven random moves, where the same face may turn twice in a row, they have 1,732. A list that holds no scramble twice has no pair.",
    compares: &Compares::Nothing,
    source: "Knuth (1997), The Art of Computer Programming 2, 3.3.2 I (collision test)",
    parameters: &[],
    cards: SIZE,
    covers: &[],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::STATE,
    lagged: false,
    build: |_, _| Ok(Box::new(Repeated)),
};

/// States that are compared, at the most.
const MOST_STATES: u64 = 1 << 19;

/// The names of the tests.
const PAIRS: &str = "pairs";
const UNDONE: &str = "undone";

#[derive(Debug)]
struct Repeated;

/// Keeps the numbers of states, as wide as hashes of decks: the wager on repeats reads both.
#[derive(Debug)]
struct Numbers;

impl Counter<States> for Numbers {
    fn name(&self) -> &'static str {
        "numbers of states"
    }

    fn cells(&self, _size: usize) -> usize {
        0
    }

    fn layout(&self) {}

    fn count(&self, _: &States, _: &mut [u64], _: &mut Notes) {}

    fn keeps(&self, _size: usize) -> Keeps {
        Keeps {
            decks: MOST_STATES,
            width: size_of::<u128>(),
            ..Keeps::default()
        }
    }

    fn keep(&self, states: &States, kept: &mut Kept) {
        for (numbered, index) in states.states().iter().zip(states.first()..) {
            kept.push(index, u128::from(numbered.rank).to_le_bytes());
        }
    }
}

/// Counts of states that are the same.
#[derive(Debug, Default, PartialEq, Eq)]
struct Repeats {
    /// States compared.
    states: u64,
    /// Pairs that are the same.
    pairs: u64,
    /// States that are the same as an earlier one.
    again: u64,
    /// The number of times that the commonest state came.
    most: u64,
    /// Pairs of which one undoes the other.
    undone: u64,
    /// How far most states lie after the last one that is the same, and how many do.
    apart: Option<(u64, u64)>,
    /// The same of those that undo one.
    undone_apart: Option<(u64, u64)>,
}

/// Says how far apart most pairs lie.
fn apart_words(apart: Option<(u64, u64)>) -> String {
    match apart {
        None => String::new(),
        Some((1, times)) => format!(", {} of them the next state", grouped(times)),
        Some((distance, times)) => {
            format!(
                ", {} of them {} states later",
                grouped(times),
                grouped(distance)
            )
        }
    }
}

/// The state that undoes the one of that number.
fn inverse(number: u32) -> u32 {
    State::of_rank(number).map_or(number, |state| state.inverse().rank())
}

impl Repeats {
    fn of(kept: &Kept) -> Self {
        let number = |row: &[u8]| row.first_chunk().map_or(0, |row| u32::from_le_bytes(*row));
        let mut numbers: Vec<u32> = kept.rows().map(number).collect();
        numbers.sort_unstable();
        let mut repeats = Self {
            states: numbers.len() as u64,
            ..Self::default()
        };
        let mut counts: Vec<(u32, u64)> = Vec::new();
        for same in numbers.chunk_by(|a, b| a == b) {
            let times = same.len() as u64;
            repeats.pairs += times * (times - 1) / 2;
            repeats.again += times - 1;
            repeats.most = repeats.most.max(times);
            counts.push((same[0], times));
        }
        for (number, times) in &counts {
            let inverse = inverse(*number);
            repeats.undone += match inverse.cmp(number) {
                // Each two are counted once.
                Ordering::Less => 0,
                Ordering::Equal => times * (times - 1) / 2,
                Ordering::Greater => counts
                    .binary_search_by_key(&inverse, |(number, _)| *number)
                    .map_or(0, |at| times * counts[at].1),
            };
        }
        let states = kept.in_order();
        let states = states.iter().map(|(index, row)| (*index, number(row)));
        repeats.apart = apart::commonest(states.clone().map(|(index, own)| (index, own, own)));
        repeats.undone_apart =
            apart::commonest(states.map(|(index, own)| (index, own, inverse(own))));
        repeats
    }

    /// The mean number of pairs of random states that are the same.
    fn expected(&self) -> f64 {
        (self.states * self.states.saturating_sub(1) / 2) as f64 / f64::from(STATES)
    }

    fn words(&self) -> String {
        let seen = match self.again {
            0 => format!("no state came up twice among {}", grouped(self.states)),
            again => format!(
                "{} of {} states had come up before{}; the most frequent came {} times in all",
                grouped(again),
                grouped(self.states),
                apart_words(self.apart),
                grouped(self.most)
            ),
        };
        format!(
            "{seen}; fair states would have {} equal pairs on average",
            self.due()
        )
    }

    /// The pairs that are due, in words.
    fn due(&self) -> String {
        let expected = self.expected();
        if expected < 0.05 {
            format!("{expected:.2}")
        } else {
            format!("{expected:.1}")
        }
    }

    fn words_of_undone(&self) -> String {
        format!(
            "in {} pairs among {} states one undoes the other{}; fair states would have {} such pairs on average",
            grouped(self.undone),
            grouped(self.states),
            apart_words(self.undone_apart),
            self.due()
        )
    }

    /// The tests of equal pairs, and of pairs of which one undoes the other.
    fn tests(&self) -> Vec<Test> {
        vec![
            self.test(PAIRS, "repeated states", (self.pairs, self.words())),
            self.test(
                UNDONE,
                "states that undo others",
                (self.undone, self.words_of_undone()),
            ),
        ]
    }

    fn test(&self, name: &'static str, title: &str, (pairs, words): (u64, String)) -> Test {
        let mut test = Test {
            value: Some(pairs as f64),
            words,
            ..Test::new(name, title.to_owned())
        };
        if self.states < 2 {
            test.outcome = Outcome::TooFew { needed: 2 };
            return test;
        }
        let tails = poisson_tails(pairs, self.expected());
        test.outcome = Outcome::P(PValue::new(tails.two_sided()));
        test.tails = Some(tails);
        test
    }
}

impl Statistic for Repeated {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::States(&Numbers)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![PAIRS, UNDONE]
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        let ln_states = libm::log(f64::from(STATES));
        Some(Box::new(wager::Repeats::new(ln_states)))
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::whole("repeats", "states"),
            Declaration::whole("pairs", "pairs of states"),
            Declaration::number("pairs_expected", "pairs of states").known(),
            Declaration::whole("most", "states"),
            Declaration::whole("undone", "pairs of states"),
            Declaration::whole("compared", "states"),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("equal pairs", "pairs", 0),
            Column::new("due", "pairs_expected", 1),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let repeats = Repeats::of(evidence.tally.kept());
        let figures = json!({
            "repeats": repeats.again,
            "pairs": repeats.pairs,
            "pairs_expected": repeats.expected(),
            "most": repeats.most,
            "undone": repeats.undone,
            "compared": repeats.states,
        });
        Assessment {
            figures: figures.into(),
            tests: repeats.tests(),
            checks: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_states_are_counted_in_pairs_and_in_words() {
        let mut kept = Kept::new(Counter::<States>::keeps(&Numbers, 0));
        for (index, rank) in [1, 2, 1, 3, 1, 2_u128].into_iter().enumerate() {
            kept.push(index as u64, rank.to_le_bytes());
        }
        let repeats = Repeats::of(&kept);
        let expected = Repeats {
            states: 6,
            pairs: 4,
            again: 3,
            most: 3,
            // The states of ranks 1 and 2 undo each other.
            undone: 6,
            apart: None,
            undone_apart: Some((1, 3)),
        };
        assert_eq!(repeats, expected);
        assert_eq!(
            repeats.words(),
            "3 of 6 states had come up before; the most frequent came 3 times in all; fair states would have 0.00 equal pairs on average"
        );
        assert_eq!(
            Repeats::default().tests()[0].outcome,
            Outcome::TooFew { needed: 2 }
        );
    }

    /// Counted pair by pair, with states that are their own inverses among them.
    #[test]
    fn states_that_undo_others_are_counted_and_fail() {
        let state = |index: u64| {
            let number = (index / 2).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
            let state = State::of_rank((number % u64::from(STATES)) as u32).unwrap();
            if index.is_multiple_of(2) {
                state
            } else {
                state.inverse()
            }
        };
        let mut states: Vec<State> = (0..60).map(state).collect();
        states.extend([State::SOLVED; 3]);
        states.extend(states[..5].to_vec());
        let mut kept = Kept::new(Counter::<States>::keeps(&Numbers, 0));
        for (index, state) in states.iter().enumerate() {
            kept.push(index as u64, u128::from(state.rank()).to_le_bytes());
        }
        let mut pairs = 0;
        for (at, one) in states.iter().enumerate() {
            let later = states[at + 1..].iter();
            pairs += later.filter(|other| one.inverse() == **other).count();
        }
        let repeats = Repeats::of(&kept);
        assert!(pairs > 30, "{pairs}");
        assert_eq!(repeats.undone, pairs as u64);
        assert!(matches!(repeats.tests()[1].outcome, Outcome::P(p) if p.get() < 1e-30));
    }

    #[test]
    fn too_few_repeats_are_a_surprise_once_some_are_due() {
        let none = |states| Repeats {
            states,
            ..Repeats::default()
        };
        let p = |repeats: &Repeats| match repeats.tests()[0].outcome {
            Outcome::P(p) => p.get(),
            Outcome::TooFew { .. } => f64::NAN,
        };
        // A pair is due among some 2,700 states, and 13.6 among 10,000.
        assert!(p(&none(2_700)) > 0.5);
        assert!(p(&none(10_000)) < 1e-5);
    }
}
