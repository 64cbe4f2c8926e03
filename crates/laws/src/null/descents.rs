//! Descents: the number of positions i with deck[i+1] < deck[i]; the Eulerian law, one below that of
//! the rising sequences (those of a deck are the descents of its inverse, and one more).

use super::big_numbers::ratio;
use super::{Law, MAX_CARDS, Moments, neighbours, rising_sequences};
use crate::eulerian;

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
    moments: |n| Moments::closed(n, ratio(n - 1, 2), || ratio(n + 1, 12)),
    sums: None,
    value: |deck| neighbours(deck, |upper, lower| lower < upper),
};
