//! Curves that are kept with the program: what an opponent calls after a move was done one to twelve times.
//!
//! A routine's decks are the same whoever asks for them, so its counts can be kept. They are those of all decks that a race
//! gives a routine: whoever reads them gets the very numbers that he would have simulated, a race, a check, or the advice
//! how often a routine must be done.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::apart;
use super::interval::{Histogram, Intervals};
use super::scale::{By, Scale};
use super::{Measured, Move, measured};
use deck::rng::Seed;
use deck::subject::Classes;
use shuffle::Shuffle;

/// Made by the test `every_kept_count_is_that_of_its_routine`.
const TABLE: &str = include_str!("kept.txt");

/// The seed of the decks that are kept: that of a question that names none.
const SEED: Seed = Seed::Integer(1);

/// Sizes of decks whose curves are kept.
pub const CARDS: [usize; 6] = [40, 52, 60, 78, 99, 100];

/// The counts of calls after each number of times, from 1 on, by the cards and the description of a move: `60 wash…`.
type Curves = HashMap<&'static str, Vec<Histogram>>;

static CURVES: LazyLock<Curves> = LazyLock::new(|| read(TABLE));

/// Each curve is a line with the cards and the move, followed by a line for each number of times: the least number of calls,
/// and how many decks had that many, one more, and so on.
fn read(table: &'static str) -> Curves {
    let mut curves = Curves::new();
    let mut key = None;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("= ") {
            key = Some(name);
        } else if let Some(key) = key {
            let mut numbers = line.split(' ').filter_map(|number| number.parse().ok());
            let least = numbers.next().unwrap_or(0);
            let counts = std::iter::repeat_n(0, least as usize).chain(numbers);
            let curve = curves.entry(key).or_default();
            curve.push(Histogram(counts.collect()));
        }
    }
    curves
}

fn kept(shuffle: &dyn Shuffle, cards: usize) -> Option<&'static Vec<Histogram>> {
    CURVES.get(&*format!("{cards} {}", shuffle.describe()))
}

/// The counts of calls of all decks that a race gives the routine `word`; `None` if they are not kept.
pub(super) fn counts(
    (moves, word): (&[Move], &[u8]),
    cards: usize,
    by: By,
    seed: &Seed,
) -> Option<&'static Histogram> {
    let [first, others @ ..] = word else {
        return None;
    };
    if by != By::Calls || *seed != SEED || others.iter().any(|other| other != first) {
        return None;
    }
    let shuffle = &*moves.get(usize::from(*first))?.shuffle;
    kept(shuffle, cards)?.get(others.len())
}

/// The cards that an opponent calls on average after a move was done so many times; `None` if that is not kept.
pub fn mean_calls(shuffle: &dyn Shuffle, cards: usize, times: usize) -> Option<f64> {
    let counts = kept(shuffle, cards)?.get(times.checked_sub(1)?)?;
    Some(counts.mean())
}

/// The curve of a move: what an opponent calls of decks of `cards` cards after it was done 1, 2, … 12 times. Each score
/// lies within its limits with that confidence. `None` if it is not kept.
pub fn curve(shuffle: &dyn Shuffle, cards: usize, confidence: f64) -> Option<Vec<Measured>> {
    let curve = kept(shuffle, cards)?;
    let scale = Scale::new(By::Calls, &Classes::halves(cards));
    let each = 0.5 * (1.0 - confidence);
    let intervals = Intervals::new(scale.most(), scale.spread, each);
    let points = curve.iter().map(|counts| {
        let score = scale.scores(intervals.of(counts));
        measured(&scale, counts, score)
    });
    Some(points.collect())
}

/// The total variation from fair that a move leaves at least after it was done 1, 2, … 12 times; 0 where nothing is shown. All
/// hold together with that confidence. `None` if the curve is not kept.
pub fn distances(shuffle: &dyn Shuffle, cards: usize, confidence: f64) -> Option<Vec<f64>> {
    let curve = kept(shuffle, cards)?;
    let fair = apart::fair_calls(cards);
    let miss = (1.0 - confidence) / curve.len() as f64;
    let each = curve.iter();
    Some(
        each.map(|counts| apart::at_least(counts, &fair, miss))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::super::race::{ALL_DECKS, Rules, first};
    use super::*;
    use rayon::prelude::*;
    use shuffle::{build, by_other_hands};
    use std::fmt::Write;
    use std::sync::Arc;
    use text::params::Kinded;
    use toml::Table;

    /// The moves that people do; those of the first three are kept for other hands too.
    const MOVES: [&str; 8] = [
        "mash",
        "riffle",
        "overhand",
        "hindu",
        "table-riffle",
        "strip",
        "box",
        "wash",
    ];

    const BY_OTHER_HANDS: usize = 3;

    const TIMES: usize = 12;

    fn moves() -> Vec<Arc<dyn Shuffle>> {
        let each = MOVES.iter().enumerate().flat_map(|(at, kind)| {
            let made = Kinded {
                kind: (*kind).to_owned(),
                parameters: Table::new(),
            };
            let usual = build(kind, Table::new()).unwrap();
            let others = by_other_hands(&made).into_iter().flatten();
            let others = others.take(if at < BY_OTHER_HANDS { 2 } else { 0 });
            std::iter::once(usual).chain(others)
        });
        each.map(Arc::from).collect()
    }

    fn simulated(
        shuffle: &Arc<dyn Shuffle>,
        cards: usize,
        times: std::ops::RangeInclusive<usize>,
    ) -> Vec<Histogram> {
        let one = Move {
            name: "X".to_owned(),
            shuffle: shuffle.clone(),
            seconds: [1.0; 3],
            by_other_hands: [None, None],
        };
        let scale = Scale::new(By::Calls, &Classes::halves(cards));
        let rules = Rules {
            moves: std::slice::from_ref(&one),
            cards,
            scale: &scale,
            tie: 0.1,
            miss: 0.01,
            seed: &SEED,
            most_decks: u64::MAX,
        };
        let words: Vec<Vec<u8>> = times.map(|times| vec![0; times]).collect();
        let words: Vec<&Vec<u8>> = words.iter().collect();
        let found = first(&words, ALL_DECKS, &rules, &[&scale]);
        found.into_iter().flatten().collect()
    }

    fn curve_in_words(cards: usize, shuffle: &Arc<dyn Shuffle>) -> String {
        let mut text = format!("= {cards} {}\n", shuffle.describe());
        for Histogram(counts) in simulated(shuffle, cards, 1..=TIMES) {
            let least = counts.iter().take_while(|count| **count == 0).count();
            let _ = write!(text, "{least}");
            for count in &counts[least..] {
                let _ = write!(text, " {count}");
            }
            text.push('\n');
        }
        text
    }

    /// Makes the table anew, and writes it to the file that `COLDDECK_CURVES` names.
    #[test]
    #[ignore = "some minutes, 1,008 routines of 65,536 decks: .ci/full curves"]
    fn every_kept_count_is_that_of_its_routine() {
        let all = CARDS.iter().flat_map(|cards| {
            let moves = moves().into_iter();
            moves.map(move |one| (*cards, one))
        });
        let all: Vec<_> = all.collect();
        let curves: Vec<String> = all
            .par_iter()
            .map(|(cards, one)| curve_in_words(*cards, one))
            .collect();
        let mut table = String::from(
            "# Cards that an opponent calls right after a move was done 1 to 12 times: see kept.rs.\n",
        );
        table.extend(curves);
        if let Ok(path) = std::env::var("COLDDECK_CURVES") {
            std::fs::write(path, &table).unwrap();
        }
        assert!(table == TABLE, "the table is another one");
    }

    #[test]
    fn some_kept_counts_are_those_of_their_routines() {
        let moves = moves();
        for (at, cards, times) in [(0, 60, 7), (3, 52, 3), (9, 40, 2)] {
            let kept = &kept(&*moves[at], cards).unwrap()[times - 1];
            assert_eq!(kept.decks(), ALL_DECKS as u64);
            let simulated = simulated(&moves[at], cards, times..=times).remove(0);
            assert_eq!(*kept, simulated, "{at}");
        }
        assert_eq!(CURVES.len(), CARDS.len() * moves.len());
        assert!(CURVES.values().all(|curve| curve.len() == TIMES));
    }
}
