//! Descents: the number of positions i with deck[i+1] < deck[i]; the Eulerian law, one below that of
//! the rising sequences (those of a deck are the descents of its inverse, and one more).

use super::big_numbers::ratio;
use super::{Card, Law, MAX_CARDS, Moments, rising_sequences};
use crate::exact::eulerian;

pub(super) const LAW: Law = Law {
    name: "descents",
    about: "descents: the number of cards that lie directly below a higher card (Eulerian)",
    source: "Graham, Knuth and Patashnik (1994), Concrete Mathematics, 6.2",
    least: 0,
    exact_up_to: 2000,
    floats_up_to: MAX_CARDS,
    moments_up_to: MAX_CARDS,
    counts: rising_sequences::counts,
    probabilities: eulerian::law,
    moments,
    sums: None,
    value,
};

fn moments(n: usize) -> Moments {
    Moments {
        mean: ratio(n - 1, 2),
        variance: rising_sequences::variance(n),
    }
}

fn value(deck: &[Card]) -> u64 {
    deck.windows(2).filter(|pair| pair[1] < pair[0]).count() as u64
}
