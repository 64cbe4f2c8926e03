//! Moves and tables for tests.

use super::{Move, Table};
use deck::subject::Classes;
use shuffle::routine::{Letters, Routine};

/// `M=3 C=2`: the usual letters, with their seconds.
pub fn moves(text: &str) -> Vec<Move> {
    let letters = Letters::default();
    let one = |part: &str| {
        let (name, seconds) = part.split_once('=').unwrap();
        let seconds: f64 = seconds.parse().unwrap();
        let routine = Routine::parse(name, &letters).unwrap();
        Move {
            name: name.to_owned(),
            shuffle: routine.plan(&letters).steps()[0].clone(),
            seconds: [0.6 * seconds, seconds, 1.7 * seconds],
            by_other_hands: [None, None],
        }
    };
    text.split_whitespace().map(one).collect()
}

/// The same on a table of so many cards, for so many seconds.
pub fn table(text: &str, cards: usize, within: f64) -> Table {
    Table {
        moves: moves(text),
        classes: Classes::halves(cards),
        within,
        staked: None,
    }
}
