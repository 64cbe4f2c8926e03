//! The number of riffles that move an order as far: it need not be whole.
//!
//! After a riffle of a packets, cards c and c + 1 are still neighbours, c directly above, for
//!
//!   S(a) = (n − 1)/a · Σ_{0 ≤ j < a} (1 − j/a)ⁿ⁻¹
//!
//! of the n − 1 pairs on average: either they are of one packet, 1/a, or they are the last of one packet and the first of a
//! later one, with nothing of either or of those between them elsewhere. The sum is meant for every real a ≥ 1, and falls
//! from n − 1, nothing moved, to (n − 1)/n, fair. Decks are moved as x riffles do if their mean number of neighbours kept
//! together is S(2ˣ).

use super::Orders;
use super::orders::kept;
use laws::student::student_quantile_upper;
use record::answers::fit::Riffles;

/// The mean number of neighbours that a riffle of `packets`, a real number from 1, leaves together.
pub(super) fn neighbours(packets: f64, cards: usize) -> f64 {
    /// From here on the sum is its integral to nine digits (Euler and Maclaurin).
    const MANY: f64 = 3_000.0;
    let pairs = cards as f64 - 1.0;
    if packets > MANY.max(30.0 * pairs) {
        let a = packets;
        return pairs * (1.0 / cards as f64 + 0.5 / a + pairs / (12.0 * a * a));
    }
    let mut sum = 0.0;
    let mut j = 0.0;
    while j < packets {
        let term = libm::pow(1.0 - j / packets, pairs);
        sum += term;
        if term < 1e-18 {
            break;
        }
        j += 1.0;
    }
    pairs * sum / packets
}

/// The riffles after which so many neighbours are kept together on average; `None` if no number of them leaves so few.
fn riffles(kept: f64, cards: usize) -> Option<f64> {
    /// The number of riffles that leave a deck fair: more of them look the same.
    const MOST: f64 = 30.0;
    let left = |x: f64| neighbours(libm::exp2(x), cards);
    if kept <= left(MOST) {
        return None;
    }
    let (mut low, mut high) = (0.0, MOST);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if left(middle) > kept {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(0.5 * (low + high))
}

/// The riffles that move these decks as far, for each time that they were shuffled, with an interval of 95% from the
/// spread of the decks (Student's).
pub(super) fn fit(orders: &Orders) -> Option<Riffles> {
    let decks = orders.count();
    if decks < 2.0 || orders.cards < 4 {
        return None;
    }
    let values = orders.decks.iter().map(|deck| kept(deck) as f64);
    let mean = values.clone().sum::<f64>() / decks;
    let squares = values
        .map(|value| (value - mean) * (value - mean))
        .sum::<f64>();
    let error = (squares / (decks - 1.0) / decks).sqrt();
    let wide = student_quantile_upper(0.025, decks - 1.0) * error;
    let times = f64::from(orders.times);
    let of = |kept: f64| riffles(kept, orders.cards).map(|riffles| riffles / times);
    Some(Riffles {
        neighbours: mean,
        fair: (orders.cards as f64 - 1.0) / orders.cards as f64,
        value: of(mean),
        low: of(mean + wide),
        high: of(mean - wide),
    })
}

#[cfg(test)]
mod tests {
    use super::super::model::testing::enumerated;
    use super::*;

    #[test]
    fn the_mean_is_that_of_enumeration() {
        for cards in 3..=6 {
            for packets in [2, 3, 5] {
                let law = enumerated(&format!("riffle packets = {packets}"), cards, 1);
                let mean: f64 = law.iter().map(|(deck, p)| p * kept(deck) as f64).sum();
                let ours = neighbours(f64::from(packets), cards);
                assert!(
                    (ours - mean).abs() < 1e-12,
                    "{cards} {packets}: {ours} {mean}"
                );
            }
        }
        assert!((neighbours(1.0, 52) - 51.0).abs() < 1e-12);
    }

    #[test]
    fn it_falls_without_a_step_and_is_undone() {
        for x in [0.05, 0.61, 1.0, 2.5, 6.0, 11.5] {
            let found = riffles(neighbours(libm::exp2(x), 60), 60).unwrap();
            assert!((found - x).abs() < 1e-4, "{x}: {found}");
        }
        let (before, after) = (neighbours(2_999.0, 60), neighbours(3_001.0, 60));
        assert!(before > after && before - after < 1e-3 * before);
        assert_eq!(riffles(0.5, 60), None);
    }
}
