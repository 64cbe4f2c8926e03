//! PCG XSL RR 128/64 of `rand_pcg`, and how draws are made from its words.

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

use std::hash::Hasher;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use siphasher::sip128::{Hasher128, SipHasher24};

use super::Draws;
use crate::Card;

/// Marks what is hashed into a batch's seed, so that another use of the hash gives other streams.
const DOMAIN: &[u8] = b"colddeck pcg64 batch v1";

/// A stream of [`Pcg64`] and the draws made from it. Frozen: every draw's use of words is fixed.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct PcgDraws {
    words: Pcg64,
}

impl PcgDraws {
    /// The stream of batch `batch` of replicate `replicate` of what `label` names.
    ///
    /// State and stream number of the generator (256 bits) are two SipHash-2-4-128 values of all
    /// that identifies the batch, so that no two batches share a stream.
    pub fn for_batch(seed: u128, label: &str, replicate: u64, batch: u64) -> Self {
        Self::of_domain(DOMAIN, seed, label, replicate, batch)
    }

    /// The same as [`PcgDraws::for_batch`], for another use of such streams.
    pub(super) fn of_domain(
        domain: &[u8],
        seed: u128,
        label: &str,
        replicate: u64,
        batch: u64,
    ) -> Self {
        let hash = |key: u64| {
            let mut hasher = SipHasher24::new_with_keys(key, 0);
            hasher.write(domain);
            hasher.write(&seed.to_le_bytes());
            hasher.write(&replicate.to_le_bytes());
            hasher.write(&batch.to_le_bytes());
            hasher.write(label.as_bytes());
            hasher.finish128().as_u128().to_le_bytes()
        };
        let mut material = [0; 32];
        material[..16].copy_from_slice(&hash(1));
        material[16..].copy_from_slice(&hash(2));
        Self {
            words: Pcg64::from_seed(material),
        }
    }

    /// Uniform on `0..bound` by multiplication, exactly (Lemire, 2019, algorithm 5).
    #[inline]
    pub(super) fn below_u64(&mut self, bound: u64) -> u64 {
        let mut product = u128::from(self.words.next_u64()) * u128::from(bound);
        if (product as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u64) < threshold {
                product = u128::from(self.words.next_u64()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }
}

impl Draws for PcgDraws {
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        self.below_u64(u64::from(bound)) as u32
    }

    #[inline]
    fn second_of(&mut self, first: u32, second: u32) -> bool {
        self.below(first + second) >= first
    }

    #[inline]
    fn binomial_half(&mut self, n: u32) -> u32 {
        let mut heads = 0;
        for _ in 0..n / 64 {
            heads += self.words.next_u64().count_ones();
        }
        match n % 64 {
            0 => heads,
            rest => heads + (self.words.next_u64() >> (64 - rest)).count_ones(),
        }
    }

    #[inline]
    fn chance(&mut self, p: f64) -> bool {
        // 53 bits, the precision of p itself.
        const UNIT: f64 = 1.0 / (1u64 << 53) as f64;
        ((self.words.next_u64() >> 11) as f64) * UNIT < p
    }

    /// Both labels that a word could give are worked out for 64 places at once, and the one that the
    /// label before it chooses is found as the carries of a sum are.
    fn labels(&mut self, first: f64, after: [f64; 2], n: usize, labels: &mut [u64]) {
        let (first, after) = (above(first), after.map(above));
        let mut words = [0; 64];
        let mut before = 0;
        for (part, labels) in labels[..n.div_ceil(64)].iter_mut().enumerate() {
            let places = (n - 64 * part).min(64);
            let words = &mut words[..places];
            words.fill_with(|| self.words.next_u64());
            let mut choices = [0_u64; 2];
            for &word in &*words {
                for (choice, least) in choices.iter_mut().zip(after) {
                    // The sign of the difference: a branch would be mispredicted.
                    let label = least.wrapping_sub(1).wrapping_sub(word >> 11) >> 63;
                    *choice = *choice >> 1 | label << 63;
                }
            }
            let mut choices = choices.map(|choice| choice >> (64 - places));
            if part == 0 {
                let label = u64::from(words[0] >> 11 >= first);
                choices = choices.map(|choice| choice & !1 | label);
            }
            *labels = chosen(choices, before);
            before = *labels >> (places - 1);
        }
    }

    #[inline]
    fn coins(&mut self, n: usize, words: &mut Vec<u64>) {
        words.clear();
        for _ in 0..n / 64 {
            words.push(self.words.next_u64());
        }
        if !n.is_multiple_of(64) {
            words.push(self.words.next_u64() >> (64 - n % 64));
        }
    }

    #[inline]
    fn word(&mut self) -> u64 {
        self.words.next_u64()
    }

    /// Fisher-Yates from the bottom card up. Four swaps share one word (Brackett-Rozinsky and
    /// Lemire, 2024, "Batched ranged random integer generation"): the high halves of successive
    /// products are independent and uniform once words that would favour some outcomes are
    /// redrawn.
    #[inline]
    fn shuffle(&mut self, deck: &mut [Card]) {
        let mut left = deck.len();
        while left > 4 {
            let bounds = [left, left - 1, left - 2, left - 3].map(|bound| bound as u64);
            let product: u64 = bounds.iter().product();
            let mut picks;
            let mut low;
            loop {
                low = self.words.next_u64();
                picks = bounds.map(|bound| {
                    let wide = u128::from(low) * u128::from(bound);
                    low = wide as u64;
                    (wide >> 64) as usize
                });
                if low >= product || low >= product.wrapping_neg() % product {
                    break;
                }
            }
            for (swap, pick) in picks.into_iter().enumerate() {
                deck.swap(left - 1 - swap, pick);
            }
            left -= 4;
        }
        for last in (1..left).rev() {
            let pick = self.below_u64(last as u64 + 1) as usize;
            deck.swap(last, pick);
        }
    }
}

/// The least of the 53 high bits of a word, as a number, for which a chance of `p` does not come true.
fn above(p: f64) -> u64 {
    // Exact: p · 2⁵³ only has another exponent, and a whole number is below it if it is below the next whole one.
    libm::ceil(p * (1_u64 << 53) as f64) as u64
}

/// The bits of which each is that of the first of `choices` if the bit below it is 0, and that of the
/// second if it is 1; `before` is the bit below the lowest.
fn chosen([zero, one]: [u64; 2], before: u64) -> u64 {
    if zero & !one != 0 {
        // A bit that is the opposite of the one below it whatever that is: no carry does so.
        let mut before = before;
        return (0..64).fold(0, |bits, place| {
            before = (if before == 0 { zero } else { one }) >> place & 1;
            bits | before << place
        });
    }
    // A place with a 1 in both makes a carry, one with a 1 in the second alone hands it on.
    let both = zero & one;
    let (sum, first) = one.overflowing_add(both);
    let (sum, second) = sum.overflowing_add(before);
    (sum ^ one ^ both) >> 1 | u64::from(first | second) << 63
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream() -> PcgDraws {
        PcgDraws::for_batch(1, "test", 0, 0)
    }

    #[test]
    fn batches_have_streams_of_their_own() {
        let first = |seed, label, replicate, batch| {
            PcgDraws::for_batch(seed, label, replicate, batch)
                .words
                .next_u64()
        };
        let base = first(1, "R", 0, 0);
        assert_eq!(base, first(1, "R", 0, 0));
        for other in [
            first(2, "R", 0, 0),
            first(1, "RR", 0, 0),
            first(1, "R", 1, 0),
            first(1, "R", 0, 1),
        ] {
            assert_ne!(base, other);
        }
    }

    /// Values of the frozen stream: a change here is value-breaking and needs a new name.
    #[test]
    fn the_stream_is_frozen() {
        let mut draws = stream();
        let below: Vec<u32> = (0..8).map(|_| draws.below(40)).collect();
        let mut deck: Vec<Card> = (0..10).collect();
        draws.shuffle(&mut deck);
        let binomial: Vec<u32> = [1, 40, 64, 100].map(|n| draws.binomial_half(n)).to_vec();
        let mut words = Vec::new();
        draws.coins(70, &mut words);
        assert_eq!(below, [26, 33, 27, 10, 13, 17, 20, 9]);
        assert_eq!(deck, [6, 0, 7, 5, 9, 4, 3, 2, 1, 8]);
        assert_eq!(binomial, [1, 25, 37, 59]);
        assert_eq!(words, [1_321_933_750_093_130_232, 54]);
        assert_eq!((draws.chance(0.5), draws.second_of(3, 4)), (true, true));
    }

    #[test]
    fn all_orders_of_six_cards_are_equally_likely() {
        // 720 orders, 720,000 decks: a chi-squared with 719 degrees of freedom, below its 0.999
        // quantile 844 (one fixed seed; false-alarm rate 0.001 if it is ever changed).
        let mut draws = stream();
        let mut counts = std::collections::HashMap::new();
        for _ in 0..720_000 {
            let mut deck: Vec<Card> = (0..6).collect();
            draws.shuffle(&mut deck);
            *counts.entry(deck).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 720);
        let x2: f64 = counts
            .values()
            .map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0)
            .sum();
        assert!((580.0..844.0).contains(&x2), "{x2}");
    }

    #[test]
    fn bits_above_the_last_coin_are_zero() {
        let mut words = Vec::new();
        for n in [1, 40, 63, 64, 65, 128, 130] {
            stream().coins(n, &mut words);
            assert_eq!(words.len(), n.div_ceil(64));
            let spare = words.len() * 64 - n;
            assert_eq!(
                words.last().unwrap().leading_zeros().min(spare as u32),
                spare as u32
            );
        }
    }

    /// One after the other, as the definition has them.
    struct OneByOne(PcgDraws);

    impl Draws for OneByOne {
        fn below(&mut self, bound: u32) -> u32 {
            self.0.below(bound)
        }
        fn second_of(&mut self, first: u32, second: u32) -> bool {
            self.0.second_of(first, second)
        }
        fn binomial_half(&mut self, n: u32) -> u32 {
            self.0.binomial_half(n)
        }
        fn chance(&mut self, p: f64) -> bool {
            self.0.chance(p)
        }
        fn coins(&mut self, n: usize, words: &mut Vec<u64>) {
            self.0.coins(n, words);
        }
        fn shuffle(&mut self, deck: &mut [Card]) {
            self.0.shuffle(deck);
        }
        fn word(&mut self) -> u64 {
            self.0.word()
        }
    }

    #[test]
    fn labels_taken_together_are_those_taken_one_by_one() {
        let (mut together, mut one_by_one) = (stream(), OneByOne(stream()));
        for [first, upper, lower] in [
            [0.5, 0.75, 0.25],
            [0.2, 0.2, 0.2],
            [0.0, 1.0, 0.0],
            [1.0, 0.0, 1.0],
            [0.3, 0.1, 0.9],
            [1e-300, 1.0, 1e-17],
        ] {
            for n in [0, 1, 2, 51, 63, 64, 65, 128, 200] {
                let (mut ours, mut theirs) = (vec![0; 4], vec![0; 4]);
                together.labels(first, [upper, lower], n, &mut ours);
                one_by_one.labels(first, [upper, lower], n, &mut theirs);
                assert_eq!(ours, theirs, "{first} {upper} {lower}, {n}");
                assert_eq!(together.word(), one_by_one.word());
            }
        }
    }
}
