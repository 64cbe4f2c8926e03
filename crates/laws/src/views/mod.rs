//! Exact laws of what is seen of an ideal deck, and how much likelier it is after riffles.
//!
//! Cards fall into classes of equal cards: `copies` holds how many cards each class has. A view is the
//! first cards in order, a hand of cards without an order, or several hands. Every law is a vector of
//! probabilities from the value 0 on, and a sum of positive terms, so that small probabilities keep their
//! digits too.

pub mod calls;
#[cfg(feature = "full")]
pub mod copies;
mod gaps;
pub mod hands;
#[cfg(feature = "full")]
pub mod neighbours;
pub mod overlap;
#[cfg(feature = "full")]
pub mod poker;
pub mod rising;
#[cfg(feature = "full")]
pub mod runs;
#[cfg(feature = "full")]
pub mod same_hand;
#[cfg(feature = "full")]
pub mod suits;
pub mod words;

#[cfg(feature = "full")]
use super::lattice::sum::Sum;

/// The law of the successes in `trials` trials with probability `share` each.
///
/// Given their sum, independent such numbers for all classes are the numbers of cards of each class in a
/// hand, whatever the share; with that of the hand in the deck their sum is likely to be right.
#[cfg(feature = "full")]
fn successes(trials: usize, share: f64) -> Vec<f64> {
    let mut law = vec![0.0; trials + 1];
    law[0] = 1.0;
    for trial in 0..trials {
        for number in (0..=trial).rev() {
            law[number + 1] += law[number] * share;
            law[number] *= 1.0 - share;
        }
    }
    law
}

/// `drawn` out of `cards`; 0 of an empty deck.
#[cfg(feature = "full")]
fn share(drawn: usize, cards: usize) -> f64 {
    drawn as f64 / cards.max(1) as f64
}

/// Weights as probabilities.
#[cfg(feature = "full")]
fn normalised(mut law: Vec<f64>) -> Vec<f64> {
    let total = Sum::of(law.iter().copied()).value();
    for probability in &mut law {
        *probability /= total;
    }
    law
}

/// C(n, k) for all n up to `most`, at [n][k].
#[cfg(feature = "full")]
fn binomials(most: usize) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![1.0]];
    for n in 1..=most {
        let above = &rows[n - 1];
        let inner = above.windows(2).map(|pair| pair[0] + pair[1]);
        let row = [1.0].into_iter().chain(inner).chain([1.0]).collect();
        rows.push(row);
    }
    rows
}

#[cfg(test)]
pub(crate) mod testing {
    //! Helpers that the tests of these laws share.

    /// Lists every way to divide `cards` cards into classes, the largest first.
    pub fn decks(cards: usize) -> Vec<Vec<usize>> {
        fn parts(left: usize, most: usize) -> Vec<Vec<usize>> {
            if left == 0 {
                return vec![Vec::new()];
            }
            let with_first = |first: usize| {
                let rest = parts(left - first, first).into_iter();
                rest.map(move |rest| [vec![first], rest].concat())
            };
            (1..=most.min(left)).rev().flat_map(with_first).collect()
        }
        parts(cards, cards)
    }

    /// Lists every order of the cards, equal ones told apart, each as the word of its classes.
    pub fn orders(copies: &[usize]) -> Vec<Vec<u16>> {
        fn after(word: &mut Vec<u16>, left: &mut [usize], all: &mut Vec<Vec<u16>>) {
            if left.iter().all(|left| *left == 0) {
                all.push(word.clone());
            }
            for class in 0..left.len() {
                for _ in 0..left[class] {
                    left[class] -= 1;
                    word.push(class as u16);
                    after(word, left, all);
                    word.pop();
                    left[class] += 1;
                }
            }
        }
        let mut all = Vec::new();
        after(&mut Vec::new(), &mut copies.to_vec(), &mut all);
        all
    }

    /// Fails unless the law is that of the value over all orders.
    pub fn agrees(law: &[f64], orders: &[Vec<u16>], value: impl Fn(&[u16]) -> usize) {
        let mut counts = vec![0_u32; law.len()];
        for order in orders {
            counts[value(order)] += 1;
        }
        for (ours, count) in law.iter().zip(&counts) {
            let exact = f64::from(*count) / orders.len() as f64;
            assert!((ours - exact).abs() < 1e-13, "{law:?}: {counts:?}");
        }
    }

    pub fn mean(law: &[f64]) -> f64 {
        law.iter().zip(0_u32..).map(|(p, x)| p * f64::from(x)).sum()
    }

    /// Fails unless `ours` is within `relative` of `reference`.
    pub fn close(ours: f64, reference: f64, relative: f64) {
        let off = (ours - reference).abs();
        assert!(off <= relative * reference.abs(), "{ours:e} {reference:e}");
    }
}
