//! Limits of how many cards anyone calls right who sees each card after calling it, in the mean, whatever his rule is.
//!
//! On ideal decks the card at the m-th place from the end is right with probability 1/m whatever is called, so that the
//! calls that are right have one law: that of a sum of independent indicators with probabilities 1/n, …, 1/2, 1. (A rule
//! that calls cards that are gone has fewer.) Another law of orders weighs each order by its likelihood ratio L, the
//! number of times that it is as likely. Whatever the rule, E\[calls\] = E₀\[calls · L\], which is largest where the
//! largest numbers of calls meet the likeliest orders (Hardy, Littlewood and Pólya, 1934, chapter 10):
//!
//! E\[calls\] ≤ ∫₀¹ h\*(u) L\*(u) du,
//!
//! both quantile functions falling. Mixing orders with anything independent makes L more even, so the limit holds for
//! every routine of which the shuffles with that law are a part.
//!
//! From below, the likeliest of several answers is wrong with at most half their entropy, in bits (Hellman and Raviv,
//! 1970). Added up over all cards that is half the entropy of the deck, at most ½ log₂ K for K orders.

mod riffled;

use std::f64::consts::LN_2;

use super::classes::Classes;
use super::wide::Wide;

pub use riffled::riffled;

/// The calls that no rule exceeds, in the mean, on decks of `cards` cards whose law is one of these classes.
///
/// Takes n² steps of arithmetic with 31 digits.
///
/// ```
/// use colddeck_laws::{calls, gsr};
///
/// let seven = gsr::Law::riffled(52, gsr::Packets::riffles(7));
/// let most = calls::at_most(seven.classes(), 52);
/// assert_eq!(format!("{most:.2}"), "6.03");
/// ```
pub fn at_most(classes: &Classes, cards: usize) -> f64 {
    let mut calls = Wide::ZERO;
    let mut likeliest = Likeliest::new(classes);
    // E[h L] = Σ over c of the weight of the P(h ≥ c) likeliest orders.
    let mut tail = Wide::ZERO;
    for probability in of_ideal_decks(cards).into_iter().skip(1).rev() {
        tail = tail + probability;
        calls = calls + likeliest.weight(tail);
    }
    calls.value().min(cards as f64)
}

/// The calls that the best rule has right at least, in the mean, if the order of `cards` cards has no more than so much
/// entropy, as a natural logarithm: of one of K orders, ln K.
pub fn at_least(cards: usize, ln_orders: f64) -> f64 {
    cards as f64 - 0.5 * ln_orders / LN_2
}

/// The probability of each number of right calls in an ideal deck, from 0 on.
fn of_ideal_decks(cards: usize) -> Vec<Wide> {
    let mut law = vec![Wide::ONE];
    for left in 1..=cards {
        let (right, wrong) = (
            Wide::ONE / Wide::from(left),
            Wide::from(left - 1) / Wide::from(left),
        );
        law.push(Wide::ZERO);
        for calls in (0..law.len()).rev() {
            let before = if calls > 0 {
                law[calls - 1]
            } else {
                Wide::ZERO
            };
            law[calls] = law[calls] * wrong + before * right;
        }
    }
    law
}

/// The weight of the likeliest orders: the integral of L\*.
struct Likeliest {
    /// The share of the class among all orders, and L, of those classes that are not used up yet, the last one first.
    left: Vec<(Wide, Wide)>,
    /// The share and the weight of all orders of the classes before.
    share: Wide,
    weight: Wide,
}

impl Likeliest {
    fn new(classes: &Classes) -> Self {
        let mut left: Vec<(Wide, Wide)> = classes.likelihoods().collect();
        left.reverse();
        Self {
            left,
            share: Wide::ZERO,
            weight: Wide::ZERO,
        }
    }

    /// The probability of the likeliest orders that are so large a share of all; asked for rising shares.
    fn weight(&mut self, share: Wide) -> Wide {
        while let Some((of_class, likelihood)) = self.left.last().copied() {
            if self.share + of_class > share {
                return self.weight + (share - self.share) * likelihood;
            }
            self.share = self.share + of_class;
            self.weight = self.weight + of_class * likelihood;
            self.left.pop();
        }
        self.weight
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsr::{Law, Packets};
    use crate::order_law::OrderLaw;
    use crate::shelves;

    fn limit(cards: usize, packets: u64) -> f64 {
        let law = Law::riffled(cards, Packets::new(packets).unwrap());
        at_most(law.classes(), cards)
    }

    /// With fractions (Python), and rounded up to two digits.
    #[test]
    fn calls_after_five_to_nine_riffles_of_52_cards() {
        for (riffles, exact, up) in [
            (5, 11.126_288_946_439_571, 11.13),
            (6, 7.635_529_834_815_315, 7.64),
            (7, 6.026_301_893_216_702_5, 6.03),
            (8, 5.264_593_637_151_085, 5.27),
            (9, 4.896_474_851_468_644_5, 4.90),
        ] {
            let most = limit(52, 1 << riffles);
            assert!((most - exact).abs() < 1e-12, "{riffles}: {most}");
            let rounded = (100.0 * most).ceil() / 100.0;
            assert!((rounded - up).abs() < 1e-12, "{riffles}: {rounded}");
        }
    }

    #[test]
    fn more_packets_leave_fewer_calls_and_never_fewer_than_chance() {
        for cards in [2, 7, 52, 104] {
            let chance: f64 = (1..=cards).map(|left| 1.0 / left as f64).sum();
            let most = [1, 2, 3, 4, 8, 100, 1 << 20, 1 << 40].map(|packets| limit(cards, packets));
            assert!((most[0] - cards as f64).abs() < 1e-9, "{cards}: {most:?}");
            assert!(most.is_sorted_by(|a, b| a >= b), "{cards}: {most:?}");
            assert!(
                most.iter().all(|calls| *calls >= chance - 1e-9),
                "{cards}: {most:?}"
            );
            assert!((most[7] - chance).abs() < 1e-6, "{cards}: {most:?}");
        }
    }

    /// The orders of `cards` cards after a riffle of so many packets, by their rising sequences.
    fn orders(cards: usize, packets: u64) -> OrderLaw {
        let law = Law::riffled(cards, Packets::new(packets).unwrap());
        let of_class = law.rising();
        let mut decks = Vec::new();
        let all = OrderLaw::uniform(cards).unwrap();
        all.for_each(|deck, _| decks.push(deck.to_vec()));
        let rising = |deck: &[deck::Card]| {
            let place = |card: usize| deck.iter().position(|other| usize::from(*other) == card);
            (1..cards)
                .filter(|card| place(*card) < place(card - 1))
                .count()
        };
        let mut size = vec![0.0; cards];
        for deck in &decks {
            size[rising(deck)] += 1.0;
        }
        let weighed = decks.into_iter().map(|deck| {
            let class = rising(&deck);
            (deck, of_class[class] / size[class])
        });
        OrderLaw::new(cards, weighed).unwrap()
    }

    /// The best rule is known for up to seven cards: at each place the likeliest card, given all before it.
    #[test]
    fn no_rule_has_more_nor_the_best_one_fewer() {
        for cards in 1..=7 {
            for packets in [1, 2, 3, 4, 5, 8, 16, 64] {
                let best = orders(cards, packets).most_calls();
                let most = limit(cards, packets);
                assert!(
                    best <= most + 1e-9,
                    "{cards} cards, {packets}: {best} {most}"
                );
                let packets = Packets::new(packets).unwrap();
                let exact = riffled(cards, packets).unwrap();
                assert!(
                    (exact - best).abs() < 1e-12,
                    "{cards} cards: {exact} {best}"
                );
                let law = Law::riffled(cards, packets);
                let entropy = libm::lgamma(cards as f64 + 1.0) - LN_2 * law.information_left();
                let least = at_least(cards, entropy);
                assert!(
                    best >= least - 1e-9,
                    "{cards} cards, {packets}: {best} {least}"
                );
            }
        }
        // A sorted deck is called whole, by both.
        assert!((limit(7, 1) - 7.0).abs() < 1e-9 && (at_least(7, 0.0) - 7.0).abs() < 1e-12);
    }

    #[test]
    fn shelves_have_limits_too() {
        let of = |shelves| at_most(shelves::Law::shelved(52, shelves).classes(), 52);
        let chance: f64 = (1..=52).map(|left| 1.0 / f64::from(left)).sum();
        assert!(of(10) > of(200) && of(200) > chance - 1e-9);
    }
}
