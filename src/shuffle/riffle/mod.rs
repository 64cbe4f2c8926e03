//! Riffles: cut the deck in two packets and interleave them.
//!
//! Without parameters, the model of Gilbert, Shannon and Reeds (Gilbert, 1955; Reeds, 1981; Bayer
//! and Diaconis, 1992): the cut is binomial(n, ½), and all interleavings are equally likely; that
//! is, n fair coins say, position by position, from which packet the card comes.
//!
//! With `max-streak = k`, the streak-limited riffle of the published refutation (for sleeved
//! cards): the cut is binomial(n, ½). While both packets have cards, x above and y below, the next
//! card comes from the lower packet with probability y / (x + y); but once a streak of k cards
//! from one packet is complete, the other one must give the next card (its draw is made all the
//! same). The limit does not bind on the very first streak. When a packet is empty, the rest of
//! the other follows without draws.
//!
//! With `packets = a`, the cut is in a packets, and all are interleaved at once.

mod gsr;
mod packets;
mod streak;

use super::Shuffle;
use super::prelude::*;
use crate::exact::beta::binomial_pmf;
use crate::params::ParamError;
pub(super) use gsr::Gsr;
use packets::Packets;
use streak::StreakLimited;

pub(super) const KIND: Kind = Kind {
    name: "riffle",
    group: Group::Cards,
    time: Some(Time::of_hands(4.0, 0.05)),
    about: "Gilbert-Shannon-Reeds riffle; with `max-streak`, the streak-limited one; with `packets`, of more than two",
    source: "Bayer and Diaconis (1992), Trailing the dovetail shuffle to its lair; streak-limited: Shiina (2020)",
    parameters: &[
        Parameter {
            name: "max-streak",
            about: "longest run of cards from one packet, the first run apart; default: no limit",
        },
        Parameter {
            name: "packets",
            about: "packets that are interleaved at once, from 2; default 2; not beside `max-streak`",
        },
    ],
    build: |params| {
        let limit = params.whole("max-streak", 1..=MAX_CARDS as u32)?;
        match (limit, params.whole("packets", 2..=MAX_CARDS as u32)?) {
            (None, None | Some(2)) => Ok(Box::new(Gsr) as Box<dyn Shuffle>),
            (None, Some(packets)) => Ok(Box::new(Packets { packets })),
            (Some(limit), None) => Ok(Box::new(StreakLimited { limit })),
            (Some(_), Some(packets)) => Err(ParamError::Wrong {
                key: "packets".to_owned(),
                found: packets.to_string(),
                accepted: "no `packets` beside `max-streak`".to_owned(),
            }),
        }
    },
};

/// The cuts of a riffle, binomial(n, ½), as numbers of cards in the upper packet, with their
/// probabilities.
fn cuts(cards: usize) -> Vec<(usize, f64)> {
    // A cut less likely than this changes no bit of a probability near 1/n.
    const NEGLIGIBLE: f64 = 1e-30;
    (0..=cards)
        .map(|upper| (upper, binomial_pmf(upper as u64, cards as u64, 0.5)))
        .filter(|&(_, probability)| probability >= NEGLIGIBLE)
        .collect()
}

/// ln(2ⁿ − n): each order but the sorted one comes from exactly one cut and interleaving, and the
/// sorted one from n + 1 of the 2ⁿ.
pub(super) fn ln_riffle_orders(cards: usize) -> f64 {
    let n = cards as f64;
    n * std::f64::consts::LN_2 + libm::log1p(-n * libm::exp2(-n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::{Law, Mixing, testing};

    #[test]
    fn without_a_binding_limit_it_is_the_riffle() {
        let (free, gsr) = (
            Law::one_card(&StreakLimited { limit: 60 }, 30).unwrap(),
            Law::one_card(&Gsr, 30).unwrap(),
        );
        for (a, b) in free.cells().iter().zip(gsr.cells()) {
            assert!((a - b).abs() < 1e-13);
        }
    }

    #[test]
    fn a_riffle_has_at_most_two_rising_sequences_and_2_to_n_minus_n_orders() {
        for shuffle in [&Gsr as &dyn Shuffle, &StreakLimited { limit: 2 }] {
            let mut orders = std::collections::HashSet::new();
            for deck in testing::sample(shuffle, 6, 20_000) {
                let mut pos = [0; 6];
                deck.iter()
                    .enumerate()
                    .for_each(|(at, &card)| pos[usize::from(card)] = at);
                assert!(pos.windows(2).filter(|pair| pair[1] < pair[0]).count() <= 1);
                orders.insert(deck);
            }
            assert!(libm::log(orders.len() as f64) <= shuffle.ln_support(6) + 1e-12);
            if shuffle.mixing() == Mixing::Gsr {
                assert_eq!(orders.len(), 58);
            }
        }
    }
}
