//! War where cards match by rank or by suit: matchings of a board.
//!
//! The cards are the cells of a board of r ranks and s suits, and two of them match if they stand in one row or one
//! column. Sets of j tricks that match are matchings of j pairs of such cells. They are counted suit by suit: which cells
//! of a row are paired within it is chosen first, and of the n cells that this leaves in a column k pairs can be chosen
//! in n!/(k! (n − 2k)! 2ᵏ) ways. So with all rows together a polynomial Σ c(k₁, …, kₛ) y₁^k₁ … yₛ^kₛ, in which row after
//! row has taken kᵢ cells out of column i, the numbers of matchings are the coefficients of
//!
//! ```text
//! Σ c(k₁, …, kₛ) x^(Σk/2) Π μ(r − kᵢ, x),   μ(n, x) = Σ n!/(k! (n − 2k)! 2ᵏ) xᵏ.
//! ```
//!
//! (μ is the matching polynomial of the complete graph: Godsil, 1993, Algebraic Combinatorics, chapter 1.)

use dashu_int::UBig;

use super::{binomials, factorials, of_marked, orders, product};
use crate::null::Exact;

/// Boards with more polynomial terms than this are not counted: that would take longer than a second or so.
const MOST_TERMS: usize = 100_000;

/// The law of the number of the ⌊n/2⌋ tricks of two cards each that match by rank or by suit;
/// `None` for boards that are too large.
///
/// ```
/// // Of two ranks and two suits, each card has one that it does not match: eight of 24 orders have no war.
/// let law = colddeck_laws::games::war_by_rank_or_suit(2, 2).unwrap();
/// assert_eq!(law.counts()[0], 8u32.into());
/// ```
pub fn war_by_rank_or_suit(ranks: usize, suits: usize) -> Option<Exact> {
    // The fewer columns, the fewer terms; rows and columns do the same.
    let (rows, columns) = (ranks.max(suits), ranks.min(suits));
    let terms = u32::try_from(columns)
        .ok()
        .and_then(|columns| (rows + 1).checked_pow(columns));
    if terms.is_none_or(|terms| terms > MOST_TERMS) {
        return None;
    }
    let cards = rows * columns;
    let tricks = cards / 2;
    let factorials = factorials(cards);
    let matchings = matchings(rows, columns, &factorials);
    let places = binomials(tricks);
    // j tricks get the pairs of a matching, in any order and each pair either way round.
    let marked = (0..=tricks).map(|j| {
        let ways = (&places[j] * &factorials[j] * &factorials[cards - 2 * j]) << j;
        ways * &matchings[j]
    });
    Some(of_marked(marked.collect(), cards))
}

/// Counts for each j the sets of j pairs of cells, all different, each in one row or in one column.
fn matchings(rows: usize, columns: usize, factorials: &[UBig]) -> Vec<UBig> {
    let base = rows + 1;
    let within_row = within_row(columns, base);
    // c(k₁, …, kₛ), with k₁ + k₂ (r + 1) + … as index.
    let mut taken = vec![UBig::ZERO; base.pow(columns as u32)];
    taken[0] = UBig::ONE;
    for _ in 0..rows {
        let mut next = vec![UBig::ZERO; taken.len()];
        for (at, ways) in taken.iter().enumerate().filter(|(_, ways)| !ways.is_zero()) {
            for &step in &within_row {
                next[at + step] += ways;
            }
        }
        taken = next;
    }
    let complete: Vec<Vec<UBig>> = (0..=rows).map(|n| of_complete(n, factorials)).collect();
    let mut all = vec![UBig::ZERO; rows * columns / 2 + 1];
    for (at, ways) in taken
        .into_iter()
        .enumerate()
        .filter(|(_, ways)| !ways.is_zero())
    {
        let mut digits: Vec<usize> = Vec::with_capacity(columns);
        let mut rest = at;
        for _ in 0..columns {
            digits.push(rest % base);
            rest /= base;
        }
        // Columns are alike: each of their orders has the same number.
        if !digits.is_sorted() {
            continue;
        }
        let terms = digits
            .iter()
            .fold(vec![ways * orders(&digits)], |terms, k| {
                product(&terms, &complete[rows - k])
            });
        let pairs = digits.iter().sum::<usize>() / 2;
        for (cell, term) in all[pairs..].iter_mut().zip(terms) {
            *cell += term;
        }
    }
    all
}

/// The sets of pairs of cells in one row, each as what it adds to the index of a term; the empty one too.
fn within_row(columns: usize, base: usize) -> Vec<usize> {
    fn add(
        first: usize,
        index: usize,
        places: &[usize],
        used: &mut Vec<bool>,
        all: &mut Vec<usize>,
    ) {
        all.push(index);
        for one in first..places.len() {
            if used[one] {
                continue;
            }
            for other in one + 1..places.len() {
                if !used[other] {
                    used[one] = true;
                    used[other] = true;
                    add(
                        one + 1,
                        index + places[one] + places[other],
                        places,
                        used,
                        all,
                    );
                    used[one] = false;
                    used[other] = false;
                }
            }
        }
    }
    let places: Vec<usize> = (0..columns as u32).map(|column| base.pow(column)).collect();
    let mut all = Vec::new();
    add(0, 0, &places, &mut vec![false; columns], &mut all);
    all
}

/// μ(n, x): the numbers of sets of k pairs among n things.
fn of_complete(n: usize, factorials: &[UBig]) -> Vec<UBig> {
    let pairs = (0..=n / 2).map(|k| {
        let orders: UBig = (&factorials[k] * &factorials[n - 2 * k]) << k;
        &factorials[n] / orders
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::null::to_f64;
    use crate::order_law::OrderLaw;
    use deck::Card;

    #[test]
    fn small_boards_are_those_of_all_orders() {
        for (ranks, suits) in [(2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (5, 1)] {
            let mut counts = vec![UBig::ZERO; ranks * suits / 2 + 1];
            let all = OrderLaw::uniform(ranks * suits).unwrap();
            all.for_each(|deck: &[Card], _| {
                let cell = |card: Card| (usize::from(card) % ranks, usize::from(card) / ranks);
                let tricks = deck.chunks_exact(2);
                let wars = tricks.filter(|trick| {
                    let (one, other) = (cell(trick[0]), cell(trick[1]));
                    one.0 == other.0 || one.1 == other.1
                });
                counts[wars.count()] += UBig::ONE;
            });
            let ours = war_by_rank_or_suit(ranks, suits).unwrap();
            assert_eq!(
                ours.counts(),
                super::super::trimmed(counts),
                "{ranks} {suits}"
            );
        }
    }

    /// The digits of another sum, in fractions, by `python3`: pairs of one rank by inclusion and exclusion, and the other
    /// tricks by how many of them join each two suits.
    #[test]
    fn a_deck_of_52_is_without_war_once_in_7551() {
        let law = war_by_rank_or_suit(13, 4).unwrap();
        assert_eq!(
            format!("{:.6e}", to_f64(&law.probability(0))),
            "1.324391e-4"
        );
        let all: UBig = law.counts().iter().sum();
        assert_eq!(&all, law.orders());
        let mean: f64 = (0..law.counts().len() as u64)
            .map(|value| value as f64 * to_f64(&law.probability(value)))
            .sum();
        assert!((mean - 26.0 * 15.0 / 51.0).abs() < 1e-12, "{mean}");
        assert!(war_by_rank_or_suit(13, 13).is_none());
    }
}
