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
//!
//! With `upper` and `clump`, the packets are not halves, and cards cling to each other, of any number of packets.

mod clumped;
mod counts;
mod gsr;
mod packets;
mod streak;

use super::Shuffle;
use super::prelude::*;
use super::two_card::interleaving::{Interleaving, in_proportion};
pub(super) use clumped::Clumped;
pub(super) use gsr::Gsr;
use laws::beta::binomial_pmf;
use packets::Packets;
use streak::StreakLimited;
use text::params::{ParamError, Params};

pub(super) const KIND: Kind = Kind {
    name: "riffle",
    group: Group::Cards,
    time: Some(Time::of_hands(4.0, 0.05)),
    about: "Gilbert-Shannon-Reeds riffle; with `max-streak`, the streak-limited one; with `packets`, of more than two; \
            with `upper` and `clump`, of unequal packets and of cards that cling",
    source: "Bayer and Diaconis (1992), Trailing the dovetail shuffle to its lair; streak-limited: Shiina (2020); \
             unequal packets: Lalley (2000), On the rate of mixing for p-shuffles",
    parameters: &[
        Parameter {
            name: "max-streak",
            about: "longest run of cards from one packet, not counting the first run; default: no limit",
        },
        Parameter {
            name: "packets",
            about: "packets that are interleaved at once, from 2; default 2; not beside `max-streak`",
        },
        Parameter {
            name: UPPER_KEY,
            about: "mean share of the deck in the upper packet, from 0 to 1; default 0.5; not beside `max-streak` or \
                    more than two `packets`",
        },
        Parameter {
            name: CLUMP_KEY,
            about: "tendency of cards of a packet to fall together, from 0 to 1; default 0; not beside `max-streak`",
        },
    ],
    build,
};

/// The keys of [`Clumped`].
pub(super) const UPPER_KEY: &str = "upper";
pub(super) const CLUMP_KEY: &str = "clump";

fn build(params: &Params) -> Result<Box<dyn Shuffle>, ParamError> {
    let limit = params.whole("max-streak", 1..=MAX_CARDS as u32)?;
    let packets = params.whole("packets", 2..=MAX_CARDS as u32)?;
    let upper = params.fraction(UPPER_KEY)?;
    let clump = params.fraction(CLUMP_KEY)?;
    if let Some(limit) = limit {
        for key in ["packets", UPPER_KEY, CLUMP_KEY] {
            params.not_beside(key, "`max-streak`")?;
        }
        return Ok(Box::new(StreakLimited { limit }));
    }
    let clump = clump.unwrap_or(0.0);
    match packets {
        Some(packets) if packets > 2 => {
            params.not_beside(UPPER_KEY, "more than two `packets`")?;
            Ok(Box::new(Packets { packets, clump }))
        }
        _ => {
            let upper = upper.unwrap_or(0.5);
            if clump <= 0.0 && (upper - 0.5).abs() <= 0.0 {
                return Ok(Box::new(Gsr));
            }
            let name = "riffle";
            Ok(Box::new(Clumped { name, upper, clump }))
        }
    }
}

/// The riffle with so many packets, all as large on average.
pub(super) fn of_packets(packets: u32) -> impl Law {
    Packets {
        packets,
        clump: 0.0,
    }
}

/// The riffle of these cuts whose interleavings are all equally likely: while x and y cards are left in the
/// packets, the next one comes from them with probabilities proportional to x and y.
fn independent(cuts: Vec<(usize, f64)>) -> Interleaving<impl Fn(usize, [usize; 2]) -> [f64; 2]> {
    Interleaving {
        after: vec![[0, 0]],
        exchanged: vec![0],
        start: 0,
        cuts,
        chances: |_, left| in_proportion(left),
    }
}

/// A cut less likely than this changes no bit of a probability near 1/n.
const NEGLIGIBLE: f64 = 1e-30;

/// The cuts of a riffle, binomial(n, ½), as numbers of cards in the upper packet, with their
/// probabilities.
fn cuts(cards: usize) -> Vec<(usize, f64)> {
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
    use crate::{Law, Mixing, testing};

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
