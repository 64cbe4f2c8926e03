//! Rising sequences of a deck whose equal cards cannot be told apart.
//!
//! After an a-shuffle, a riffle of a packets, an order with r rising sequences is q(r) = Π (1 + j/a) times
//! as likely as in an ideal deck, j from 1 − r to n − r (Bayer and Diaconis 1992). The part of the deck
//! that is seen does not give r. But where all orders of an ideal deck that look like this are equally likely, what is
//! seen is likelier by the mean of q(r) over these orders. So it is enough to know the law of r among them:
//! [`words`](super::words) and [`hands`](super::hands) give it, once for all a.
//!
//! Rising sequences are one more than the descents of the new places along the old order.

/// The most cards: beyond, one order of all would be below the smallest double.
pub const MOST_CARDS: usize = 170;

/// Weights by the number of descents.
pub(super) type Weights = Vec<f64>;

/// The likelihood ratio of the deck after an a-shuffle and an ideal one, as a natural logarithm:
/// `law` holds the probability of each number of rising sequences, from 0 to the number of cards,
/// and `packets` is a, 2ᵏ for k riffles. −∞ if an a-shuffle cannot give it; so it is for no
/// packets.
///
/// Every such ratio has mean 1 over ideal decks: it may be bet on, and so may a mean of several.
pub fn log_ratio(law: &[f64], packets: u64) -> f64 {
    let cards = law.len().saturating_sub(1);
    if cards == 0 {
        return 0.0;
    }
    let a = packets as f64;
    // ln q(1), and then from r to r + 1 by the factor (a − r)/(a + n − r).
    let mut density: f64 = (1..cards).map(|j| libm::log1p(j as f64 / a)).sum();
    let mut terms = Vec::with_capacity(cards);
    for (r, probability) in law.iter().enumerate().skip(1) {
        if r as u64 > packets {
            break;
        }
        terms.push(libm::log(*probability) + density);
        let left = a - r as f64;
        density += libm::log(left / (left + cards as f64));
    }
    let most = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        return most;
    }
    let total: f64 = terms.iter().map(|term| libm::exp(term - most)).sum();
    most + libm::log(total)
}

/// ln(n (n − 1) ⋯ (n − k + 1)).
#[cfg(test)]
pub(super) fn log_falling(n: usize, k: usize) -> f64 {
    (0..k)
        .map(|taken| libm::log(n.saturating_sub(taken) as f64))
        .sum()
}

/// The law of the descents of a random order, for 0 to `most` cards (Euler's numbers over n!).
pub(super) fn descents(most: usize) -> Vec<Weights> {
    let mut laws = vec![vec![1.0], vec![1.0]];
    for cards in 2..=most {
        let before = &laws[cards - 1];
        let at = |k: usize| before.get(k).copied().unwrap_or(0.0);
        let here = |k: usize| {
            // The highest card goes into a descent or to the end, or makes a descent of a rise.
            let more = if k == 0 {
                0.0
            } else {
                at(k - 1) * (cards - k) as f64
            };
            (at(k) * (k + 1) as f64 + more) / cards as f64
        };
        laws.push((0..cards).map(here).collect());
    }
    laws
}

/// The probability that a random order of `cards` cards, at least one, ends with a certain one, counted
/// from the lowest, and has a certain number of descents: at [last][descents].
pub(super) fn descents_by_last(cards: usize) -> Vec<Weights> {
    let mut table = vec![vec![1.0]];
    for size in 2..=cards {
        let mut next = vec![vec![0.0; size]; size];
        for (before, weights) in table.iter().enumerate() {
            for (last, cells) in next.iter_mut().enumerate() {
                // The one before is higher if its rank among the others is not below the last one's.
                let step = usize::from(before >= last);
                for (cell, weight) in cells[step..].iter_mut().zip(weights) {
                    *cell += weight / size as f64;
                }
            }
        }
        table = next;
    }
    table
}

/// Adds the product of two series, with `step` descents more, to a third.
pub(super) fn add_product(sum: &mut Weights, a: &[f64], b: &[f64], step: usize) {
    if a.is_empty() || b.is_empty() {
        return;
    }
    let length = a.len() + b.len() - 1 + step;
    if sum.len() < length {
        sum.resize(length, 0.0);
    }
    for (at, x) in a.iter().enumerate() {
        if *x != 0.0 {
            for (cell, y) in sum[at + step..].iter_mut().zip(b) {
                *cell += x * y;
            }
        }
    }
}

/// Weights by descents as the law of the rising sequences of `cards` cards, from 0 on.
pub(super) fn law(mut by_descents: Weights, cards: usize) -> Vec<f64> {
    if cards > 0 {
        by_descents.insert(0, 0.0);
    }
    by_descents.resize(cards + 1, 0.0);
    by_descents
}

#[cfg(test)]
mod tests {
    use super::super::testing::{close, orders};
    use super::*;

    fn falls(order: &[u16]) -> usize {
        order.windows(2).filter(|pair| pair[0] > pair[1]).count()
    }

    #[test]
    fn descents_agree_with_all_orders_of_up_to_seven_cards() {
        let laws = descents(7);
        for cards in 1..=7 {
            let orders = orders(&vec![1; cards]);
            let mut seen = vec![vec![0_u32; cards]; cards];
            for order in &orders {
                seen[usize::from(order[cards - 1])][falls(order)] += 1;
            }
            let by_last = descents_by_last(cards);
            for k in 0..cards {
                let mut all = 0.0;
                for last in 0..cards {
                    let exact = f64::from(seen[last][k]) / orders.len() as f64;
                    assert!((by_last[last][k] - exact).abs() < 1e-15);
                    all += exact;
                }
                assert!((laws[cards][k] - all).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn a_riffle_makes_the_old_order_53_times_as_likely_as_one_other() {
        // P = C(a + n - r, n)/aⁿ: 53/2⁵² and 1/2⁵².
        let certain = |r: usize| {
            (0..=52)
                .map(|at| f64::from(u8::from(at == r)))
                .collect::<Vec<_>>()
        };
        let fair = -log_falling(52, 52);
        let bits = 52.0 * 2.0_f64.ln();
        close(
            log_ratio(&certain(1), 2) + fair,
            53.0_f64.ln() - bits,
            1e-13,
        );
        close(log_ratio(&certain(2), 2) + fair, -bits, 1e-13);
        let impossible = [log_ratio(&certain(3), 2), log_ratio(&certain(1), 0)];
        assert!(impossible.iter().all(|log| log.is_infinite() && *log < 0.0));
        close(log_ratio(&[1.0], 4), 0.0, 0.0);
    }

    #[test]
    fn an_ideal_deck_is_as_likely_as_it_is() {
        // All orders together have probability 1 after any shuffle.
        for cards in [2, 52, 170] {
            let law = law(descents(cards).pop().unwrap_or_default(), cards);
            for packets in [1, 2, 16, 128, 1 << 40] {
                let off = log_ratio(&law, packets).abs();
                assert!(off < 1e-11, "{cards} {packets} {off}");
            }
        }
    }
}
