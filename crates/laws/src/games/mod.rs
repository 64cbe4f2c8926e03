//! Laws of card games on an ideal deck of `groups` groups (ranks) of `size` cards (suits) each.
//!
//! Each game counts matches. For each j, the sets of j matches that a deck has are counted over all n!
//! orders, which is easy where matches of different groups do not meet; inclusion and exclusion makes of
//! that the number of orders with exactly k of them. All in whole numbers.
//!
//! | game | matches | sets of j of them, over all orders |
//! | --- | --- | --- |
//! | [`snap`] | neighbours of one group | (n−j)! \[x^(n−j)\] (Σ C(s−1, m−1) s!/m! x^m)^r |
//! | [`war`] | tricks of two cards of one group | C(t, j) j! (n−2j)! \[x^j\] (Σ s!/(k! (s−2k)!) x^k)^r |
//! | [`frustration`] | cards of the group that is called | (n−j)! \[x^j\] (Σ C(s, k)² k! x^k)^r |
//!
//! with r groups of s cards, n = r s and t = ⌊n/2⌋. Sources at each. Where matches of different groups do meet each
//! game has a way of its own: [`war_by_rank_or_suit`] a law; [`frustration_by_rank_or_suit`], [`snap_by_rank_or_suit`]
//! and, for any number of players, [`without_snap`] the probability that nothing matches.

mod frustration_by_rank_or_suit;
pub mod poker;
mod several_players;
mod snap_by_rank_or_suit;
mod war_by_rank_or_suit;

pub use frustration_by_rank_or_suit::frustration_by_rank_or_suit;
pub use several_players::without_snap;
pub use snap_by_rank_or_suit::snap_by_rank_or_suit;
pub use war_by_rank_or_suit::war_by_rank_or_suit;

use dashu_int::ops::UnsignedAbs;
use dashu_int::{IBig, UBig};

use super::null::{Exact, binomials};

/// Cards up to which these laws are given: within a second.
pub const MOST_CARDS: usize = 520;

/// The law of the number of neighbours in the deck that are of one group: the snaps of two players
/// who turn cards in turn.
///
/// A set of j such neighbours leaves n − j blocks. The s cards of a group make m blocks in
/// s!/m! C(s−1, m−1) ways (Lah, 1954), and all blocks lie in any order. For no snap at all this is the
/// count of Taylor (2016), Counting words with Laguerre series.
///
/// ```
/// // Two ranks of two cards: a b a b and b a b a, each in 2! 2! ways.
/// let law = colddeck_laws::games::snap(2, 2);
/// assert_eq!(law.counts()[0], 8u32.into());
/// ```
pub fn snap(groups: usize, size: usize) -> Exact {
    let cards = groups * size;
    let factorials = factorials(cards);
    let binomials = binomials(size - 1);
    let blocks: Vec<UBig> = (0..=size)
        .map(|m| match m.checked_sub(1) {
            None => UBig::ZERO,
            Some(below) => &factorials[size] / &factorials[m] * &binomials[below],
        })
        .collect();
    let ways = power(&blocks, groups, cards);
    let marked = (0..=cards - groups).map(|j| &ways[cards - j] * &factorials[cards - j]);
    of_marked(marked.collect(), cards)
}

/// The law of the number of tricks that are wars: two players turn a card each, ⌊n/2⌋ times, and
/// the cards are of one group.
pub fn war(groups: usize, size: usize) -> Exact {
    let cards = groups * size;
    let tricks = cards / 2;
    let factorials = factorials(cards);
    // k tricks of one group: k ordered pairs out of s cards, in any order.
    let pairs: Vec<UBig> = (0..=size / 2)
        .map(|k| &factorials[size] / (&factorials[k] * &factorials[size - 2 * k]))
        .collect();
    let (ways, places) = (power(&pairs, groups, tricks), binomials(tricks));
    let marked = (0..=tricks.min(groups * (size / 2)))
        .map(|j| &places[j] * &factorials[j] * &factorials[cards - 2 * j] * &ways[j]);
    of_marked(marked.collect(), cards)
}

/// The law of the number of the ⌊n/2⌋ tricks of [`war`] that the player who wins the most does not
/// win: 0 if there is no war and one player wins all. Each trick that is no war is as likely won by
/// either, whatever the others.
pub fn sweep(groups: usize, size: usize) -> Exact {
    let cards = groups * size;
    let tricks = cards / 2;
    let mut counts = vec![UBig::ZERO; tricks + 1];
    for (wars, orders) in war(groups, size).counts().iter().enumerate() {
        let decided = tricks - wars;
        // To swap the cards of any decided tricks gives 2^decided orders, so this is whole.
        let each = orders >> decided;
        for (won, ways) in binomials(decided).iter().enumerate() {
            counts[tricks - won.max(decided - won)] += ways * &each;
        }
    }
    Exact::new(0, trimmed(counts), cards)
}

/// The law of the number of cards that are of the group that is called, where each group is called
/// `size` times: by rook polynomials of squares (Riordan, 1958, An Introduction to Combinatorial
/// Analysis, chapter 7). With groups of one card these are the fixed points.
pub fn frustration(groups: usize, size: usize) -> Exact {
    let cards = groups * size;
    let factorials = factorials(cards);
    let chosen = binomials(size);
    let rooks: Vec<UBig> = (0..=size)
        .map(|k| &chosen[k] * &chosen[k] * &factorials[k])
        .collect();
    let ways = power(&rooks, groups, cards);
    let marked = (0..=cards).map(|j| &ways[j] * &factorials[cards - j]);
    of_marked(marked.collect(), cards)
}

/// The numbers of orders with exactly k matches from, for each j, the number of orders with j of their
/// matches marked: Σ marked\[j\] (x−1)^j, by powers of x.
fn of_marked(marked: Vec<UBig>, cards: usize) -> Exact {
    let mut shifted: Vec<IBig> = marked.into_iter().map(IBig::from).collect();
    for from in 0..shifted.len() {
        for at in (from + 1..shifted.len()).rev() {
            let (lower, upper) = shifted.split_at_mut(at);
            lower[at - 1] -= &upper[0];
        }
    }
    // A number of orders is not negative.
    let counts = shifted.into_iter().map(UnsignedAbs::unsigned_abs);
    Exact::new(0, trimmed(counts.collect()), cards)
}

/// Drops the values at the end that no order has.
fn trimmed(mut counts: Vec<UBig>) -> Vec<UBig> {
    while counts.len() > 1 && counts.last().is_some_and(UBig::is_zero) {
        counts.pop();
    }
    counts
}

/// base^exponent, without powers of x above `degree`.
fn power(base: &[UBig], exponent: usize, degree: usize) -> Vec<UBig> {
    let mut result = vec![UBig::ONE];
    for _ in 0..exponent {
        result = product(&result, base);
        result.truncate(degree + 1);
    }
    result.resize(degree + 1, UBig::ZERO);
    result
}

/// The product of two polynomials, each by powers of x.
fn product(a: &[UBig], b: &[UBig]) -> Vec<UBig> {
    let mut product = vec![UBig::ZERO; a.len() + b.len() - 1];
    let terms = a.iter().enumerate().filter(|(_, term)| !term.is_zero());
    for (at, term) in terms {
        for (cell, factor) in product[at..].iter_mut().zip(b) {
            *cell += term * factor;
        }
    }
    product
}

/// The number of orders of these numbers, which are sorted.
fn orders(sorted: &[usize]) -> UBig {
    let all = factorials(sorted.len());
    let alike = sorted.chunk_by(|a, b| a == b);
    alike.fold(all[sorted.len()].clone(), |orders, alike| {
        orders / &all[alike.len()]
    })
}

/// 0!, …, n!
fn factorials(n: usize) -> Vec<UBig> {
    let mut all = vec![UBig::ONE];
    for k in 1..=n {
        all.push(&all[k - 1] * UBig::from(k));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::null::{self, to_f64};
    use crate::order_law::OrderLaw;
    use deck::Card;

    /// The number of orders of r groups of s cards with each value, by enumeration.
    fn enumerated(groups: usize, size: usize, value: impl Fn(&[usize]) -> usize) -> Vec<UBig> {
        let mut counts = vec![UBig::ZERO; groups * size + 1];
        let all = OrderLaw::uniform(groups * size).unwrap();
        all.for_each(|deck: &[Card], _| {
            let deck: Vec<usize> = deck
                .iter()
                .map(|&card| usize::from(card) % groups)
                .collect();
            counts[value(&deck)] += UBig::ONE;
        });
        trimmed(counts)
    }

    #[test]
    fn laws_are_those_of_all_orders_of_small_decks() {
        for (groups, size) in [
            (1, 2),
            (2, 1),
            (2, 2),
            (3, 2),
            (2, 3),
            (4, 2),
            (2, 4),
            (7, 1),
            (1, 5),
        ] {
            let of = |value: fn(&[usize]) -> usize| enumerated(groups, size, value);
            let snaps = of(|deck| deck.windows(2).filter(|pair| pair[0] == pair[1]).count());
            assert_eq!(snap(groups, size).counts(), snaps, "{groups} {size}");
            let wars = of(|deck| {
                let tricks = deck.chunks_exact(2);
                tricks.filter(|trick| trick[0] == trick[1]).count()
            });
            assert_eq!(war(groups, size).counts(), wars, "{groups} {size}");
            let lost = of(|deck| {
                let won = |first: usize| {
                    let tricks = deck.chunks_exact(2);
                    tricks
                        .filter(|trick| trick[first] > trick[1 - first])
                        .count()
                };
                deck.len() / 2 - won(0).max(won(1))
            });
            assert_eq!(sweep(groups, size).counts(), lost, "{groups} {size}");
            let called = enumerated(groups, size, |deck| {
                let places = deck.iter().enumerate();
                places.filter(|(at, group)| at % groups == **group).count()
            });
            assert_eq!(
                frustration(groups, size).counts(),
                called,
                "{groups} {size}"
            );
        }
    }

    #[test]
    fn large_decks_have_all_their_orders_and_the_means_that_any_two_cards_give() {
        for (groups, size) in [(13, 4), (4, 13), (13, 8), (10, 52)] {
            let n = (groups * size) as f64;
            let alike = (size as f64 - 1.0) / (n - 1.0);
            let tricks = (groups * size / 2) as f64;
            for (law, mean) in [
                (snap(groups, size), (n - 1.0) * alike),
                (war(groups, size), tricks * alike),
                (frustration(groups, size), size as f64),
            ] {
                let all: UBig = law.counts().iter().sum();
                assert_eq!(&all, law.orders());
                let ours: f64 = (0..law.counts().len() as u64)
                    .map(|value| value as f64 * to_f64(&law.probability(value)))
                    .sum();
                assert!((ours - mean).abs() < 1e-12 * mean, "{ours} {mean}");
            }
            let all: UBig = sweep(groups, size).counts().iter().sum();
            assert_eq!(&all, war(groups, size).orders());
        }
        let law = null::find("fixed-points").unwrap().exact(52).unwrap();
        assert_eq!(frustration(52, 1).counts(), law.counts());
    }

    /// The published figures, and those of a recursion over the cards left of each rank, in fractions:
    ///
    /// ```text
    /// python3 -c '
    /// from functools import lru_cache; from fractions import Fraction as F
    /// @lru_cache(None)
    /// def snap(left, last):  # left[i]: ranks of which i cards are left; last: cards left of the rank on top
    ///     n = sum(i * c for i, c in enumerate(left))
    ///     if n == 0: return F(1)
    ///     p = F(0)
    ///     for i in range(1, 5):
    ///         c = left[i] - (i == last)
    ///         if c > 0:
    ///             l = list(left); l[i] -= 1; l[i - 1] += 1
    ///             p += F(i * c, n) * snap(tuple(l), i - 1)
    ///     return p
    /// print(float(snap((0, 0, 0, 0, 13), None)))
    /// @lru_cache(None)
    /// def war(left):
    ///     n = sum(i * c for i, c in enumerate(left))
    ///     if n == 0: return F(1)
    ///     p = F(0)
    ///     for i in range(1, 5):
    ///         for j in range(1, 5):
    ///             pairs = left[i] * (left[j] - (i == j))
    ///             if pairs > 0:
    ///                 l = list(left); l[i] -= 1; l[j] -= 1; l[i - 1] += 1; l[j - 1] += 1
    ///                 p += F(i * j * pairs, n * (n - 1)) * war(tuple(l))
    ///     return p
    /// print(float(war((0, 0, 0, 0, 13))))'
    /// 0.045476282331094305
    /// 0.2102142332112751
    /// ```
    #[test]
    fn a_deck_of_52_has_the_published_probabilities() {
        for (law, published, digits) in [
            (snap(13, 4), "0.0454763", 7),
            (war(13, 4), "0.210214", 6),
            (frustration(13, 4), "0.0162327", 7),
            (frustration(52, 1), "0.367879", 6),
        ] {
            let p = to_f64(&law.probability(0));
            assert_eq!(format!("{p:.digits$}"), published);
        }
        let none = |law: Exact| to_f64(&law.probability(0));
        assert_eq!(
            none(snap(13, 4)).to_bits(),
            0.045_476_282_331_094_305_f64.to_bits()
        );
        assert_eq!(
            none(war(13, 4)).to_bits(),
            0.210_214_233_211_275_1_f64.to_bits()
        );
        let (all, none) = (none(sweep(13, 4)), none(war(13, 4)));
        assert!((all * 2f64.powi(25) / none - 1.0).abs() < 1e-14);
    }
}
