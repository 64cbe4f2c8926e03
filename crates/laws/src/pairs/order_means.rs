//! Exact means of the order statistics of a shuffled deck, from its two-card chain.
//!
//! Each is a sum over pairs of cards, so its mean needs no more than where two cards go together.

use super::Pairs;
use crate::lattice::sum::Sum;

/// Expected values of order statistics of a deck that starts as 0..n.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrderMeans {
    /// Rising sequences: 1 + #{c: card c + 1 above card c}.
    pub rising_sequences: f64,
    /// Descents: #{i: deck\[i\] > deck\[i + 1\]}.
    pub descents: f64,
    /// Inversions: pairs of cards whose larger one lies above.
    pub inversions: f64,
    /// Successions: #{i < n − 1: deck\[i + 1\] = deck\[i\] + 1}.
    pub successions: f64,
    /// Successions with values modulo n: card 0 follows card n − 1 as well.
    pub successions_of_values_around: f64,
    /// Successions with values and positions modulo n: the top card follows the bottom one as well.
    pub successions_around: f64,
}

impl OrderMeans {
    /// The means from the expected values, by pairs of cards (a, b), of [`Pairs::above`] (P(a above
    /// b)), [`Pairs::next`] (P(b directly below a), the successor matrix) and
    /// [`Pairs::next_around`]. All of the same n ≥ 2.
    pub fn of(above: &Pairs, next: &Pairs, next_around: &Pairs) -> Self {
        Self {
            rising_sequences: Self::rising_sequences_of(above),
            descents: Self::descents_of(next),
            inversions: Self::inversions_of(above),
            successions: Self::successions_of(next),
            successions_of_values_around: Self::successions_around_of(next),
            successions_around: Self::successions_around_of(next_around),
        }
    }

    /// Rising sequences, from the expected values of [`Pairs::above`].
    pub fn rising_sequences_of(above: &Pairs) -> f64 {
        1.0 + Sum::of((1..above.cards()).map(|c| above.get(c, c - 1))).value()
    }

    /// Inversions, from the expected values of [`Pairs::above`].
    pub fn inversions_of(above: &Pairs) -> f64 {
        larger_first(above)
    }

    /// Descents, from the expected values of [`Pairs::next`].
    pub fn descents_of(next: &Pairs) -> f64 {
        larger_first(next)
    }

    /// Successions, from the expected values of [`Pairs::next`].
    pub fn successions_of(next: &Pairs) -> f64 {
        Sum::of((1..next.cards()).map(|c| next.get(c - 1, c))).value()
    }

    /// Successions with values modulo n, from the expected values of [`Pairs::next`]; with positions
    /// modulo n as well, from those of [`Pairs::next_around`].
    pub fn successions_around_of(next: &Pairs) -> f64 {
        Self::successions_of(next) + next.get(next.cards() - 1, 0)
    }

    /// The means after an ideal shuffle of `cards` ≥ 2 cards, in closed form.
    pub fn ideal(cards: usize) -> Self {
        let n = cards as f64;
        Self {
            rising_sequences: 0.5 * (n + 1.0),
            descents: 0.5 * (n - 1.0),
            inversions: 0.25 * n * (n - 1.0),
            successions: (n - 1.0) / n,
            successions_of_values_around: 1.0,
            successions_around: n / (n - 1.0),
        }
    }
}

/// The sum over all pairs (b, a) with a < b.
fn larger_first(table: &Pairs) -> f64 {
    let pairs = (1..table.cards()).flat_map(|b| (0..b).map(move |a| (b, a)));
    Sum::of(pairs.map(|(b, a)| table.get(b, a))).value()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(ours: &OrderMeans, expected: &OrderMeans) {
        let list = |means: &OrderMeans| {
            [
                means.rising_sequences,
                means.descents,
                means.inversions,
                means.successions,
                means.successions_of_values_around,
                means.successions_around,
            ]
        };
        for (a, b) in list(ours).into_iter().zip(list(expected)) {
            assert!((a - b).abs() < 1e-12, "{ours:?} is not {expected:?}");
        }
    }

    #[test]
    fn levelled_tables_give_the_ideal_means() {
        for cards in [2, 3, 7, 52] {
            let means = OrderMeans::of(
                &Pairs::above(cards).levelled(),
                &Pairs::next(cards).levelled(),
                &Pairs::next_around(cards).levelled(),
            );
            assert_close(&means, &OrderMeans::ideal(cards));
        }
    }

    #[test]
    fn a_sorted_deck_has_one_rising_sequence_and_all_successions() {
        for cards in [2, 3, 52] {
            let n = cards as f64;
            let means = OrderMeans::of(
                &Pairs::above(cards),
                &Pairs::next(cards),
                &Pairs::next_around(cards),
            );
            let sorted = OrderMeans {
                rising_sequences: 1.0,
                descents: 0.0,
                inversions: 0.0,
                successions: n - 1.0,
                successions_of_values_around: n - 1.0,
                successions_around: n,
            };
            assert_close(&means, &sorted);
        }
    }
}
