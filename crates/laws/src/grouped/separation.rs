//! Riffled decks in which cards are repeated: the separation distance (Assaf, Diaconis and
//! Soundararajan 2011, "A rule of thumb for riffle shuffling", Annals of Applied Probability 21).
//!
//! Cards of one type cannot be told apart, so what counts are arrangements of types. The deck
//! *starts sorted*: all cards of the type on top, then all of the next, and so on; from another
//! start other figures result. Then the least likely arrangement after an a-shuffle is the one with
//! the types in reverse (their theorem on the separation distance): all cards of the bottom type on
//! top, and so on down to the top type at the bottom.
//!
//! # What is computed
//!
//! Number the cards from the top of the start. An order that shows the reversed arrangement keeps
//! the cards of each type together, and no rising sequence passes from one type to the next, so its
//! number R of rising sequences is a sum over the types. Over all such orders the summands are
//! independent, each with the Eulerian law of so many cards ([`eulerian::wide_law`]). With the
//! density q(r) of an order with r rising sequences after an a-shuffle ([`super::super::gsr`]),
//!
//!   (probability of the reversed arrangement) / (its probability in an ideal deck) = E\[q(R)\],
//!
//! and the separation distance is 1 less that. The authors sum over the last packet of each type
//! instead; the tests hold this form to theirs. It shows that the order of the types does not
//! matter, and that the distance is 1 for fewer packets than types.
//!
//! # Accuracy
//!
//! E\[q(R)\] is a sum of positive terms, each with a relative error of at most 1e-25. The distance is
//! E\[1 - q(R)\]; there terms of both signs cancel, but those below 0 come to less than 1 in all, and
//! for many packets to less than the square root of n times the result. So both have a relative
//! error below 1e-20 before they are rounded to doubles.

use super::super::classes::Density;
use super::super::eulerian;
use super::super::gsr::{self, Packets};
use super::super::wide::Wide;

/// The distance of the deck from an ideal one after an a-shuffle, as to the types of its cards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Separation {
    /// The separation distance, the largest share of its ideal probability that an arrangement
    /// lacks: from 0 (a single type) to 1 (the reversed arrangement is impossible).
    pub distance: f64,
    /// 1 less the distance: the probability of the least likely arrangement over its ideal one, also
    /// where the distance rounds to 1.
    pub gap: Wide,
}

/// The separation distance after a riffle of so many packets of a deck that starts sorted by type,
/// with `multiplicities[i]` cards of the i-th type from the top (0 is no type at all); 1 to 10,000
/// cards in all. Both figures are right to the last digits of a double. 52 cards take 0.04 ms,
/// 10,000 cards up to about two seconds: [`Reversed`] does most of that once for several riffles.
///
/// ```
/// use colddeck_laws::{grouped::separation, gsr::Packets};
///
/// // Red and black cards, sorted by colour: nearly as far off after two riffles as after one.
/// let after = |riffles| separation::separation(&[26, 26], Packets::riffles(riffles)).distance;
/// assert_eq!(format!("{:.4} {:.4} {:.4}", after(1), after(2), after(3)), "0.8899 0.8898 0.8488");
/// ```
pub fn separation(multiplicities: &[usize], packets: Packets) -> Separation {
    Reversed::new(multiplicities).separation(packets)
}

/// The orders that show the types in reverse: how many rising sequences they have.
#[derive(Debug, Clone)]
pub struct Reversed {
    cards: usize,
    types: usize,
    /// The law of the number of rising sequences, from the number of types up.
    rising: Vec<Wide>,
}

impl Reversed {
    /// Those of a deck with `multiplicities[i]` cards of the i-th type, as [`separation`] has it.
    pub fn new(multiplicities: &[usize]) -> Self {
        let types: Vec<usize> = multiplicities.iter().copied().filter(|&m| m > 0).collect();
        let several = types.len() > 1;
        Self {
            cards: types.iter().sum(),
            types: types.len(),
            rising: if several { rising(&types) } else { Vec::new() },
        }
    }

    /// The [`separation`] distance after a riffle of so many packets.
    pub fn separation(&self, packets: Packets) -> Separation {
        if self.types <= 1 {
            return Separation {
                distance: 0.0,
                gap: Wide::ONE,
            };
        }
        let densities = gsr::densities(self.cards, packets);
        let mean_of = |f: fn(&Density) -> Wide| -> Wide {
            let terms = self.rising.iter().zip(&densities[self.types - 1..]);
            terms.map(|(&p, density)| p * f(density)).sum()
        };
        Separation {
            distance: (-mean_of(|density| density.excess)).value(),
            gap: mean_of(|density| density.ratio),
        }
    }
}

/// The law of the sum of independent numbers of rising sequences of ideal decks of these sizes, from
/// the smallest possible sum up.
fn rising(sizes: &[usize]) -> Vec<Wide> {
    let mut sorted = sizes.to_vec();
    sorted.sort_unstable();
    let mut sum = vec![Wide::ONE];
    for same in sorted.chunk_by(|a, b| a == b) {
        let one = eulerian::wide_law(same[0]);
        for _ in same {
            sum = convolved(&sum, &one);
        }
    }
    sum
}

/// The law of the sum of two independent numbers.
fn convolved(a: &[Wide], b: &[Wide]) -> Vec<Wide> {
    let mut sum = vec![Wide::ZERO; a.len() + b.len() - 1];
    for (i, &p) in a.iter().enumerate() {
        for (total, &q) in sum[i..].iter_mut().zip(b) {
            *total = *total + p * q;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::testing::assert_close;

    /// Cards of each type, packets, separation distance and its gap in each line.
    const EXACT: &str = include_str!("../../../../tests/data/riffles_repeated.txt");

    fn packets(a: u64) -> Packets {
        Packets::new(a).unwrap()
    }

    #[test]
    fn figures_agree_with_the_sum_over_packets() {
        let lines = EXACT.lines().filter(|line| !line.starts_with('#'));
        let mut count = 0;
        for line in lines {
            let fields: Vec<&str> = line.split(' ').collect();
            let &[types, a, distance, gap] = &fields[..] else {
                panic!("{line}");
            };
            let types: Vec<usize> = types.split(',').map(|m| m.parse().unwrap()).collect();
            let ours = separation(&types, packets(a.parse().unwrap()));
            assert_close(ours.distance, distance.parse().unwrap(), 1e-15);
            assert_close(ours.gap.value(), gap.parse().unwrap(), 1e-15);
            count += 1;
        }
        assert!(count > 50, "{count}");
    }

    #[test]
    fn distinct_cards_are_those_of_an_ordinary_deck() {
        for (n, a) in [
            (2, 2),
            (5, 8),
            (52, 51),
            (52, 60),
            (52, 1024),
            (52, 1 << 40),
        ] {
            let ours = separation(&vec![1; n], packets(a));
            let law = gsr::Law::riffled(n, packets(a));
            assert_close(ours.distance, law.separation(), 1e-15);
            assert_close(
                ours.gap.value(),
                law.classes().separation_gap().value(),
                1e-15,
            );
        }
    }

    #[test]
    fn one_type_is_always_mixed_and_empty_types_do_not_count() {
        for types in [&[][..], &[0], &[52], &[0, 7, 0]] {
            assert_close(separation(types, packets(1)).distance, 0.0, 0.0);
            assert_eq!(separation(types, packets(2)).gap, Wide::ONE);
        }
        assert_eq!(
            separation(&[2, 0, 3], packets(3)),
            separation(&[2, 3], packets(3))
        );
    }

    #[test]
    fn large_decks_keep_their_digits() {
        // 10,000 cards of two types, 2^40 packets: n(m-1)/(2a) to first order, m types.
        let ours = separation(&[5000, 5000], Packets::riffles(40)).distance;
        assert_close(ours, 5000.0 / 1_099_511_627_776.0, 1e-4);
        // Distinct but for one pair, more packets than can be told from infinitely many.
        let mut types = vec![1; 98];
        types.push(2);
        let ours = separation(&types, Packets::riffles(900)).distance;
        assert_close(ours, 50.0 * 98.0 * libm::ldexp(1.0, -900), 1e-15);
    }

    /// The probability of each arrangement of types after an a-shuffle, by dealing each position
    /// one of the packets in all ways.
    fn enumerated(types: &[usize], a: usize) -> BTreeMap<Vec<usize>, f64> {
        let start: Vec<usize> = (0..types.len())
            .flat_map(|kind| vec![kind; types[kind]])
            .collect();
        let n = start.len();
        let ways = a.pow(n as u32);
        let mut law = BTreeMap::new();
        for way in 0..ways {
            let mut places: Vec<usize> = (0..n).collect();
            places.sort_by_key(|&position| way / a.pow(position as u32) % a);
            let mut riffled = vec![0; n];
            for (kind, position) in start.iter().zip(places) {
                riffled[position] = *kind;
            }
            *law.entry(riffled).or_insert(0.0) += 1.0 / ways as f64;
        }
        law
    }

    #[test]
    fn small_decks_agree_with_enumeration_and_the_reversed_one_is_least_likely() {
        let factorial = |n: usize| (1..=n).product::<usize>() as f64;
        let decks: [&[usize]; 9] = [
            &[1, 1],
            &[2, 1],
            &[1, 3],
            &[2, 2],
            &[1, 2, 1],
            &[1, 1, 1, 1],
            &[3, 2],
            &[2, 1, 2],
            &[1, 4, 1],
        ];
        for types in decks {
            let n = types.iter().sum::<usize>();
            let arrangements = factorial(n) / types.iter().map(|&m| factorial(m)).product::<f64>();
            for a in [1, 2, 3, 4, 8] {
                let law = enumerated(types, a);
                let all_possible = law.len() as f64 > arrangements - 0.5;
                let least = if all_possible {
                    law.values().copied().fold(1.0, f64::min)
                } else {
                    0.0
                };
                let reversed: Vec<usize> = (0..types.len())
                    .rev()
                    .flat_map(|kind| vec![kind; types[kind]])
                    .collect();
                let of_reversed = law.get(&reversed).copied().unwrap_or(0.0);
                assert!((of_reversed - least).abs() < 1e-13, "{types:?} {a}");
                let ours = separation(types, packets(a as u64));
                assert!(
                    (ours.gap.value() - least * arrangements).abs() < 1e-12,
                    "{types:?} {a}"
                );
                assert!((ours.distance + ours.gap.value() - 1.0).abs() < 1e-15);
            }
        }
    }
}
