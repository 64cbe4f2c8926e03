//! The card at one place of a riffled deck, for decks of any size.
//!
//! Label each place with its packet, one of a, all equally likely (Bayer and Diaconis, 1992). The card at a place p with label L was
//! below all cards with smaller labels, and below those with label L that lie above p. So it comes from place
//!
//! ```text
//! X + Y,  X ~ Bin(p, (L + 1)/a),  Y ~ Bin(n - 1 - p, L/a),  L uniform on 0..a.
//! ```
//!
//! With two packets one of the two sums is certain: from p, one riffle back leads to Bin(p, 1/2) or to p + Bin(n - 1 - p, 1/2).
//! That chain is followed for several riffles. All terms are positive.

use super::super::counting::ln_choose;

/// Multiplications that are done for a riffle of several packets, at the most.
const MOST: usize = 400_000_000;

/// Standard deviations beyond which a binomial law is left out: its tails are below 10⁻¹⁷ (Hoeffding, 1963).
const WIDTH: f64 = 9.0;

/// A law this near to uniform stays as it is: no riffle takes it farther away, and rounding hides the rest.
const UNIFORM: f64 = 1e-14;

/// The law of the place that the card at place `place` of `cards` came from, after one riffle, two, and so on.
///
/// ```
/// use colddeck_laws::features::one_place::riffled;
///
/// // The top card of two was the top one before, unless a riffle changed their order, in one of four.
/// let law = riffled(2, 0).next().unwrap();
/// assert!((law[0] - 0.75).abs() < 1e-15);
/// ```
pub fn riffled(cards: usize, place: usize) -> impl Iterator<Item = Vec<f64>> {
    let mut law = vec![0.0; cards];
    law[place] = 1.0;
    let mut is_uniform = false;
    std::iter::repeat_with(move || {
        if !is_uniform {
            law = once_more(&law);
            let even = 1.0 / law.len() as f64;
            let distance: f64 = law.iter().map(|p| (p - even).abs()).sum();
            is_uniform = 0.5 * distance < UNIFORM;
        }
        law.clone()
    })
}

/// The law one riffle earlier.
fn once_more(law: &[f64]) -> Vec<f64> {
    let last = law.len() - 1;
    let mut earlier = vec![0.0; law.len()];
    for (p, chance) in law.iter().enumerate() {
        if *chance > 0.0 {
            let half = 0.5 * chance;
            for (start, number) in [(0, p), (p, last - p)] {
                let (from, binomial) = binomial(number, 0.5);
                let places = earlier[start + from..].iter_mut();
                for (to, share) in places.zip(binomial) {
                    *to += half * share;
                }
            }
        }
    }
    earlier
}

/// The same after one riffle of so many packets; `None` where it takes too long.
pub fn of_packets(cards: usize, place: usize, packets: u32) -> Option<Vec<f64>> {
    let (above, below) = (place, cards - 1 - place);
    let wide = |number: usize| 1 + (WIDTH * (number as f64).sqrt()) as usize;
    let effort = wide(above).checked_mul(wide(below))?;
    if effort.checked_mul(packets as usize)? > MOST {
        return None;
    }
    let a = f64::from(packets);
    let mut law = vec![0.0; cards];
    for label in 0..packets {
        let (first, above) = binomial(above, f64::from(label + 1) / a);
        let (second, below) = binomial(below, f64::from(label) / a);
        for (x, p) in above.iter().enumerate() {
            let to = law[first + second + x..].iter_mut();
            for (to, q) in to.zip(&below) {
                *to += p * q / a;
            }
        }
    }
    Some(law)
}

/// The binomial law, from the first number on that is within [`WIDTH`] of the mean.
fn binomial(number: usize, p: f64) -> (usize, Vec<f64>) {
    if p <= 0.0 || number == 0 {
        return (0, vec![1.0]);
    }
    if p >= 1.0 {
        return (number, vec![1.0]);
    }
    let mean = number as f64 * p;
    let open = 0.5 * WIDTH * (number as f64).sqrt() + 1.0;
    let first = (mean - open).max(0.0) as usize;
    let last = ((mean + open) as usize).min(number);
    let mode = (mean as usize).clamp(first, last);
    let odds = p / (1.0 - p);
    let mut law = vec![0.0; last - first + 1];
    let ln_mode = ln_choose(number, mode)
        + mode as f64 * libm::log(p)
        + (number - mode) as f64 * libm::log1p(-p);
    law[mode - first] = libm::exp(ln_mode);
    for k in mode..last {
        law[k + 1 - first] = law[k - first] * odds * (number - k) as f64 / (k + 1) as f64;
    }
    for k in (first + 1..=mode).rev() {
        law[k - 1 - first] = law[k - first] * k as f64 / (odds * (number - k + 1) as f64);
    }
    // What rounding makes of the logarithm is a common factor.
    let sum: f64 = law.iter().sum();
    for p in &mut law {
        *p /= sum;
    }
    (first, law)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn laws_of_small_decks_are_those_of_all_labels() {
        let cards = 6;
        for packets in [1_u32, 2, 3, 4, 8] {
            let all = packets.pow(cards as u32);
            // At [place × cards + card].
            let mut counts = vec![0_u32; cards * cards];
            for way in 0..all {
                let label = |place: usize| way / packets.pow(place as u32) % packets;
                let mut places: Vec<usize> = (0..cards).collect();
                places.sort_by_key(|place| (label(*place), *place));
                for (card, place) in places.iter().enumerate() {
                    counts[place * cards + card] += 1;
                }
            }
            let riffles = packets.trailing_zeros() as usize;
            let is_riffled = riffles > 0 && packets.is_power_of_two();
            for (place, counts) in counts.chunks(cards).enumerate() {
                let found = of_packets(cards, place, packets).unwrap();
                let riffled = riffled(cards, place).nth(riffles.saturating_sub(1));
                let both = found.iter().zip(riffled.unwrap());
                for ((p, q), count) in both.zip(counts) {
                    let share = f64::from(*count) / f64::from(all);
                    assert_close(*p, share, 1e-14);
                    assert!(
                        !is_riffled || (q - share).abs() < 1e-14,
                        "{packets} {place}"
                    );
                }
            }
        }
    }

    #[test]
    fn laws_of_large_decks_end_uniform_and_add_up() {
        let laws: Vec<Vec<f64>> = riffled(1_000, 3).take(64).collect();
        for law in &laws {
            assert_close(law.iter().sum(), 1.0, 1e-12);
        }
        assert_close(laws[63][500], 0.001, 1e-13);
        let packets = of_packets(1_000, 3, 16).unwrap();
        for (p, q) in laws[3].iter().zip(&packets) {
            assert!((p - q).abs() < 1e-14, "{p}, {q}");
        }
        assert_eq!(of_packets(10_000, 5_000, 1 << 20), None);
    }
}
