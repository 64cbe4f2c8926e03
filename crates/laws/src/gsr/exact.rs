//! Distances of riffled decks as exact fractions, by whole numbers of any size.
//!
//! An order with r rising sequences has probability f(r) / (n! aⁿ), with f(r) = n! C(a + n − r, n), the product of the n
//! numbers from a − r + 1 to a + n − r; A(n, r − 1) orders have r (Bayer and Diaconis, 1992, theorem 1 and section 3). Total
//! variation is the sum of A(n, r − 1)(f(r) − aⁿ) over all r with f(r) > aⁿ, over n! aⁿ.

use dashu_int::UBig;

use super::super::digits::Fraction;
use super::super::eulerian;
use super::super::null::factorial;

/// Cards of a deck at the most: those of 1,000 take a fraction of a second.
pub const MOST_CARDS: usize = 1_000;

/// The bits of aⁿ at the most: twenty numbers of riffles with so many take half a second for 1,000 cards.
pub const MOST_BITS: usize = 40_000;

/// The orders of a deck by their rising sequences.
#[derive(Debug, Clone)]
pub struct Exact {
    cards: usize,
    /// A(n, r − 1) at index r − 1.
    eulerian: Vec<UBig>,
    /// n!
    orders: UBig,
}

/// The distances of a riffled deck from the ideal one.
#[derive(Debug, Clone)]
pub struct Distances {
    /// Total variation.
    pub total_variation: Fraction,
    /// The largest 1 − n!·P(order).
    pub separation: Fraction,
    /// The largest |n!·P(order) − 1|.
    pub l_infinity: Fraction,
}

impl Distances {
    /// Those of an ideal deck: all are 0.
    pub fn none() -> Self {
        let none = || Fraction::new(UBig::ZERO, UBig::ONE);
        Self {
            total_variation: none(),
            separation: none(),
            l_infinity: none(),
        }
    }
}

/// The packets of `riffles` riffles after Gilbert, Shannon and Reeds: 2 to that power.
pub fn packets(riffles: u32) -> UBig {
    UBig::ONE << riffles as usize
}

/// True if decks of so many cards have exact distances after a riffle of 2^`bits` packets.
pub fn is_short(cards: usize, bits: usize) -> bool {
    cards <= MOST_CARDS && cards.saturating_mul(bits) <= MOST_BITS
}

impl Exact {
    /// The orders of `cards` cards, from 1 to [`MOST_CARDS`]. A cut at a uniform position before the riffles leaves the
    /// distances of a deck of one card less.
    ///
    /// ```
    /// use colddeck_laws::gsr::exact::{Exact, packets};
    ///
    /// let seven = Exact::new(52).distances(&packets(7));
    /// assert_eq!(seven.total_variation.decimal(10), "0.3340609994…");
    /// assert_eq!(Exact::new(3).distances(&packets(1)).total_variation.short().unwrap(), "1/3");
    /// ```
    pub fn new(cards: usize) -> Self {
        Self {
            cards,
            eulerian: eulerian::numbers(cards),
            orders: factorial(cards),
        }
    }

    /// n! aⁿ P(order) for orders with 1, 2, … rising sequences, as many as can come; with aⁿ.
    fn weights(&self, packets: &UBig) -> (impl Iterator<Item = UBig> + use<'_>, UBig) {
        let n = self.cards;
        let most: UBig = (0..n).map(|card| packets + UBig::from(card)).product();
        let packets = packets.clone();
        let all = packets.pow(n);
        let each = (1..=n).scan(most, move |weight, rising| {
            let this = weight.clone();
            let rising = UBig::from(rising);
            if packets < rising {
                return None;
            }
            // C(a + n − r − 1, n) is (a − r)/(a + n − r) of C(a + n − r, n).
            *weight *= &packets - &rising;
            *weight /= &packets + UBig::from(n) - rising;
            Some(this)
        });
        (each, all)
    }

    /// The distances after a riffle of so many packets, of which there is at least one.
    pub fn distances(&self, packets: &UBig) -> Distances {
        let (weights, all) = self.weights(packets);
        let (mut more, mut seen) = (UBig::ZERO, 0);
        let (mut first, mut last) = (UBig::ZERO, UBig::ZERO);
        for (weight, orders) in weights.zip(&self.eulerian) {
            if weight > all {
                more += orders * (&weight - &all);
            }
            if seen == 0 {
                first.clone_from(&weight);
            }
            last = weight;
            seen += 1;
        }
        // Orders with more rising sequences than packets cannot come.
        let least = if seen < self.cards { UBig::ZERO } else { last };
        let lacking = &all - least;
        let farthest = (first - &all).max(lacking.clone());
        Distances {
            total_variation: Fraction::new(more, &self.orders * &all),
            separation: Fraction::new(lacking, all.clone()),
            l_infinity: Fraction::new(farthest, all),
        }
    }

    /// P(R = r) at index r − 1, r from 1 to n, after a riffle of so many packets without a cut: the law of the number of
    /// rising sequences.
    pub fn rising(&self, packets: &UBig) -> Vec<Fraction> {
        let (weights, all) = self.weights(packets);
        let below = &self.orders * &all;
        let weights = weights.chain(std::iter::repeat(UBig::ZERO));
        let each = self.eulerian.iter().zip(weights);
        each.map(|(orders, weight)| Fraction::new(orders * weight, below.clone()))
            .collect()
    }

    /// The same law of an ideal deck.
    pub fn ideal(&self) -> Vec<Fraction> {
        let each = self.eulerian.iter();
        each.map(|orders| Fraction::new(orders.clone(), self.orders.clone()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Law, Packets};
    use super::*;
    use crate::testing::assert_close;

    /// n, packets and digits, then total variation, separation and L-infinity distance, each with its fraction.
    const EXPECTED: &str = include_str!("../../../../tests/data/riffles_digits.txt");

    #[test]
    fn digits_and_fractions_are_those_of_other_arithmetic() {
        let lines = EXPECTED.lines().filter(|line| !line.starts_with('#'));
        let mut count = 0;
        for line in lines {
            let fields: Vec<&str> = line.split(' ').collect();
            let [cards, packets, digits, figures @ ..] = &fields[..] else {
                panic!("{line}");
            };
            let (base, power) = packets.split_once('^').unwrap();
            let packets = UBig::from(base.parse::<u32>().unwrap()).pow(power.parse().unwrap());
            let ours = Exact::new(cards.parse().unwrap()).distances(&packets);
            let digits = digits.parse().unwrap();
            let ours = [&ours.total_variation, &ours.separation, &ours.l_infinity]
                .into_iter()
                .flat_map(|one| {
                    [
                        one.decimal(digits),
                        one.short().unwrap_or_else(|| "-".into()),
                    ]
                });
            assert!(ours.eq(figures.iter().copied()), "{line}");
            count += 1;
        }
        assert_eq!(count, 18);
    }

    #[test]
    fn distances_in_doubles_are_the_same() {
        let read = |number: &Fraction| number.decimal(40).trim_end_matches('…').parse().unwrap();
        for cards in [1, 2, 7, 30, 52, 100] {
            let exact = Exact::new(cards);
            for riffles in [0, 1, 3, 6, 9, 14, 30] {
                let ours = exact.distances(&packets(riffles));
                let law = Law::riffled(cards, Packets::riffles(riffles));
                assert_close(law.total_variation(), read(&ours.total_variation), 1e-14);
                assert_close(law.separation(), read(&ours.separation), 1e-14);
                let l_infinity = law.classes().l_infinity().value();
                assert_close(l_infinity, read(&ours.l_infinity), 1e-14);
                for (double, ours) in law.rising().iter().zip(exact.rising(&packets(riffles))) {
                    assert!((double - read(&ours)).abs() < 1e-15);
                }
            }
            let ideal: f64 = exact.ideal().iter().map(read).sum();
            assert!((ideal - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn decks_that_take_long_are_known() {
        assert!(is_short(52, 769) && is_short(1_000, 40));
        assert!(!is_short(1_001, 1) && !is_short(1_000, 41) && !is_short(52, usize::MAX));
    }
}
