//! Frustration where cards match by rank or by suit: the permanent of a board.
//!
//! At each place a card of another rank and of another suit must lie. Ryser (1963), Combinatorial Mathematics, counts
//! such orders by the sets S of cards: each counts (−1)^(n − |S|) times the product, over all places, of the number of
//! its cards that may lie there. Let S have cⱼ cards of suit j, C in all, and of a rank those of the suits in p. Then
//!
//! ```text
//! Π (C − |p| − cⱼ + [j ∈ p]) over all suits j
//! ```
//!
//! is the product over the places of that rank. So all sets with the same c₁, …, cₛ together have the coefficient of
//! x₁^c₁ … xₛ^cₛ in Pʳ, where P is the sum over all p of this product times Π xⱼ over p. Numbers c₁, …, cₛ in another
//! order have the same coefficient.

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::orders;
use crate::null::factorial;
use crate::residues::{self, Prime};

/// Boards that take more products of remainders than this are not counted: that would take longer than some seconds.
const MOST_PRODUCTS: f64 = 7e9;

/// The probability that no card is of the rank or of the suit that is called, where each pair of the two is called
/// once: two decks turned at once, in which no two cards match by rank or by suit. It is worked out when it is
/// called; `None` for decks that are too large.
///
/// ```
/// # use colddeck_laws::{games::frustration_by_rank_or_suit, null::fraction};
/// // Of two ranks and two suits, each card can only lie where the one that it shares nothing with is called.
/// let boring = frustration_by_rank_or_suit(2, 2).unwrap()();
/// assert_eq!(fraction(&boring).unwrap(), "1/24");
/// ```
pub fn frustration_by_rank_or_suit(
    ranks: usize,
    suits: usize,
) -> Option<impl FnOnce() -> RBig + Send> {
    // The fewer columns, the fewer terms; rows and columns do the same.
    let (rows, columns) = (ranks.max(suits), ranks.min(suits));
    (products(rows, columns) <= MOST_PRODUCTS).then_some(move || {
        let all = factorial(rows * columns);
        let boring = residues::whole(&all, |prime| vec![boring(rows, columns, prime)]);
        RBig::from_parts(boring.into_iter().sum::<UBig>().into(), all)
    })
}

/// An upper limit of the number of products.
fn products(rows: usize, columns: usize) -> f64 {
    // C(rows + columns, columns) sorted lists of c, and 2^columns products for each term of P, P², …, P^⌈rows/2⌉.
    let lists: f64 = (1..=columns)
        .map(|k| (rows + k) as f64 / k as f64)
        .product();
    let power = |base: usize| libm::pow(base as f64, columns as f64);
    let terms: f64 = (1..=rows.div_ceil(2)).map(|at| power(at + 1)).sum();
    // Primes have 59 bits, and n! is below nⁿ.
    let cards = (rows * columns) as f64;
    let primes = cards * libm::log2(cards) / 59.0 + 1.0;
    lists * terms * power(2) * primes
}

/// Counts the orders without a match, modulo a prime.
fn boring(rows: usize, columns: usize, prime: Prime) -> u64 {
    let mut sum = 0;
    let mut chosen = vec![0; columns];
    loop {
        let lists = prime.reduce_big(&orders(&chosen));
        let sets = prime.product(coefficient(rows, &chosen, prime), lists);
        let left = rows * columns - chosen.iter().sum::<usize>();
        sum = if left.is_multiple_of(2) {
            prime.sum(sum, sets)
        } else {
            prime.subtract(sum, sets)
        };
        // The next list in ascending order.
        let Some(at) = chosen.iter().rposition(|&cards| cards < rows) else {
            return sum;
        };
        let more = chosen[at] + 1;
        chosen[at..].fill(more);
    }
}

/// The coefficient of x₁^c₁ … xₛ^cₛ in Pʳ, modulo a prime; c is `chosen`.
fn coefficient(rows: usize, chosen: &[usize], prime: Prime) -> u64 {
    let (lower, upper) = (rows / 2, rows - rows / 2);
    // A table of the terms of a power of P up to `upper`, with a line of zeros below those of each variable.
    let mut strides = Vec::with_capacity(chosen.len());
    let mut size = 1;
    for &cards in chosen {
        strides.push(size);
        size *= cards.min(upper) + 2;
    }
    let constant: usize = strides.iter().sum();
    let terms = terms_of_p(chosen, &strides);
    let mut power = vec![0; size];
    power[constant] = 1;
    let mut half = power.clone();
    for exponent in 1..=upper {
        let mut next = vec![0; size];
        let spans: Vec<Span> = chosen
            .iter()
            .zip(&strides)
            .map(|(&cards, &stride)| (0, cards.min(exponent), stride))
            .collect();
        each(&spans, constant, &mut |at| {
            let products = terms
                .iter()
                .map(|&(step, factor)| u128::from(power[at - step]) * u128::from(factor));
            next[at] = prime.reduce(products.sum());
        });
        power = next;
        if exponent == lower {
            half.clone_from(&power);
        }
    }
    // Pʳ is the product of its lower and its upper half: exponents that add up to c.
    let spans: Vec<Span> = chosen
        .iter()
        .zip(&strides)
        .map(|(&cards, &stride)| (cards.saturating_sub(upper), cards.min(lower), stride))
        .collect();
    let whole = chosen.iter().zip(&strides);
    let whole: usize = whole.map(|(cards, stride)| cards * stride).sum();
    let mut sum = 0;
    each(&spans, constant, &mut |at| {
        let rest = whole + 2 * constant - at;
        sum = prime.sum(sum, prime.product(half[at], power[rest]));
    });
    sum
}

/// The terms of P that can lead to c, each as what it adds to the index of a term, and its factor.
fn terms_of_p(chosen: &[usize], strides: &[usize]) -> Vec<(usize, u64)> {
    let all: usize = chosen.iter().sum();
    let term = |suits: usize| {
        let has = |suit: usize| suits >> suit & 1;
        let held = suits.count_ones() as usize;
        let (mut step, mut factor) = (0, 1);
        for (suit, (&cards, stride)) in chosen.iter().zip(strides).enumerate() {
            // The C − cⱼ cards of other suits have |p| − [j ∈ p] of this rank among them, or p cannot lead to c.
            factor *= (all - cards).checked_sub(held - has(suit))? as u64;
            step += has(suit) * stride;
        }
        (factor > 0).then_some((step, factor))
    };
    (0..1 << chosen.len()).filter_map(term).collect()
}

/// The first and the last exponent of a variable, and what one more adds to an index.
type Span = (usize, usize, usize);

/// Goes through the indices of all terms within spans, `at` being that of the constant.
fn each(spans: &[Span], at: usize, visit: &mut impl FnMut(usize)) {
    match spans {
        [] => visit(at),
        [(first, last, stride), others @ ..] => {
            for exponent in *first..=*last {
                each(others, at + exponent * stride, visit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::frustration;
    use crate::null::to_f64;
    use crate::order_law::OrderLaw;
    use deck::Card;

    /// The number of orders without a match.
    fn orders(rows: usize, columns: usize) -> UBig {
        let all = factorial(rows * columns);
        residues::whole(&all, |prime| vec![boring(rows, columns, prime)]).remove(0)
    }

    #[test]
    fn small_boards_are_those_of_all_orders() {
        for (ranks, suits) in [(2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (3, 3)] {
            let mut boring = UBig::ZERO;
            let all = OrderLaw::uniform(ranks * suits).unwrap();
            all.for_each(|deck: &[Card], _| {
                let cell = |card: usize| (card % ranks, card / ranks);
                let matches = deck.iter().enumerate().any(|(place, &card)| {
                    let (one, other) = (cell(place), cell(usize::from(card)));
                    one.0 == other.0 || one.1 == other.1
                });
                boring += u32::from(!matches);
            });
            assert_eq!(orders(ranks, suits), boring, "{ranks} {suits}");
            let exact = RBig::from_parts(boring.into(), factorial(ranks * suits));
            let ours = frustration_by_rank_or_suit(ranks, suits).unwrap();
            assert_eq!(ours(), exact, "{ranks} {suits}");
        }
    }

    /// The numbers of tests/closed/frustration.py: those of up to 16 cards go through all sets of cards that were dealt, the
    /// others are of inclusion and exclusion over ranks.
    #[test]
    fn larger_boards_have_the_numbers_of_other_methods() {
        for (rows, columns, boring) in [
            (4, 3, 190_992_u64),
            (3, 4, 190_992),
            (5, 3, 163_211_008),
            (3, 5, 163_211_008),
            (4, 4, 3_089_972_673),
            (6, 3, 245_345_028_160),
            (5, 4, 124_072_143_888_384),
        ] {
            assert_eq!(
                orders(rows, columns),
                UBig::from(boring),
                "{rows} {columns}"
            );
        }
    }

    /// Of two suits each card must lie on the other one: the orders of each are derangements of ranks.
    #[test]
    fn two_suits_are_two_derangements() {
        for ranks in [2, 7, 13, 20] {
            let deranged = frustration(ranks, 1).counts()[0].clone();
            assert_eq!(orders(ranks, 2), deranged.sqr(), "{ranks}");
        }
    }

    /// The digits of two other sums in whole numbers, by `python3 tests/closed/frustration.py ryser ranks`.
    #[test]
    fn a_deck_of_52_is_boring_once_in_160_million() {
        let boring = frustration_by_rank_or_suit(13, 4).unwrap()();
        let orders = &boring * RBig::from(factorial(52));
        assert_eq!(
            orders.to_string(),
            "503146820389973014637827551601280511134368162753581316204032"
        );
        assert_eq!(
            to_f64(&boring).to_bits(),
            6.238_013_931_304_827e-9_f64.to_bits()
        );
        assert_eq!(frustration_by_rank_or_suit(4, 13).unwrap()(), boring);
    }

    #[test]
    fn large_boards_are_refused() {
        for (ranks, suits) in [(16, 4), (13, 5), (13, 13), (40, 13), (260, 2)] {
            assert!(frustration_by_rank_or_suit(ranks, suits).is_none());
        }
    }
}
