//! Several bounded numbers from one random word, without bias.
//!
//! Brackett-Rozinsky and Lemire (2025), "Batched ranged random integer generation", Software:
//! Practice and Experience, doi:10.1002/spe.3369 (arXiv 2408.06213, 2024). A word x, uniform below
//! 2ᴸ, times the first bound b₁ is a number of two words: its upper one is the first pick, below b₁,
//! and its lower one goes on as x to the next bound. So the picks are the digits, in the mixed base
//! b₁, b₂, …, of ⌊x·B / 2ᴸ⌋, B the product of all bounds, and what is left at the end is x·B modulo
//! 2ᴸ. Each number below B gets ⌊2ᴸ/B⌋ of the 2ᴸ words whose remainder is at least 2ᴸ modulo B
//! (Lemire, 2019, for a single bound); the other words are refused, and another one is drawn. Every
//! combination of picks is then exactly as likely as any other.

/// Picks a number below each of `bounds` from `word`, or refuses the word: then `picks` mean nothing.
///
/// The product of `bounds` must be below 2⁶⁴; `picks` has room for as many numbers.
#[inline]
#[must_use]
pub(crate) fn picks(word: u64, bounds: &[u32], picks: &mut [u32]) -> bool {
    picks_of::<{ u64::BITS }>(word, bounds, picks)
}

/// [`picks`] from a word of so many bits: with few of them every word can be tried.
#[inline]
fn picks_of<const BITS: u32>(word: u64, bounds: &[u32], picks: &mut [u32]) -> bool {
    let mask = u64::MAX >> (u64::BITS - BITS);
    let mut left = word;
    let mut product: u64 = 1;
    for (&bound, pick) in bounds.iter().zip(picks) {
        let wide = u128::from(left) * u128::from(bound);
        *pick = (wide >> BITS) as u32;
        left = wide as u64 & mask;
        product *= u64::from(bound);
    }
    // No remainder of a division is as large as its divisor, so most words need no division.
    left >= product || left >= ((mask % product) + 1) % product
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts how often each combination of picks comes up over all words of so many bits.
    fn counts<const BITS: u32>(bounds: &[u32]) -> Vec<u64> {
        let product: u32 = bounds.iter().product();
        let mut counts = vec![0; product as usize];
        let mut found = vec![0; bounds.len()];
        for word in 0..1 << BITS {
            if picks_of::<BITS>(word, bounds, &mut found) {
                let mut index = 0;
                for (pick, bound) in found.iter().zip(bounds) {
                    assert!(pick < bound, "{bounds:?}, {word}");
                    index = index * bound + pick;
                }
                counts[index as usize] += 1;
            }
        }
        counts
    }

    fn check<const BITS: u32>(bounds: &[u32]) {
        let counts = counts::<BITS>(bounds);
        let each = (1 << BITS) / counts.len() as u64;
        assert!(
            counts.iter().all(|&count| count == each),
            "{BITS} bits, {bounds:?}: {counts:?}"
        );
    }

    #[test]
    fn over_all_words_each_combination_comes_up_equally_often() {
        let lists: [&[u32]; 9] = [
            &[1],
            &[2],
            &[7],
            &[2, 2],
            &[5, 4, 3, 2],
            &[3, 5],
            &[6, 1, 7],
            &[10, 9, 8],
            &[31, 8],
        ];
        for bounds in lists {
            check::<10>(bounds);
            check::<11>(bounds);
            check::<16>(bounds);
        }
    }

    /// The words of which one more would be refused, worked out by hand for 64 bits and a product of
    /// 6: 2⁶⁴ is 4 modulo 6, so of the remainders 0 to 5 the first four are refused.
    #[test]
    fn a_whole_word_is_refused_where_it_must_be() {
        let mut found = [0; 2];
        // 0 · 6 leaves 0; 2⁶³ · 6 is 3 · 2⁶⁴, and leaves 0 as well.
        assert!(!picks(0, &[2, 3], &mut found));
        assert!(!picks(1 << 63, &[2, 3], &mut found));
        assert!(picks(1, &[2, 3], &mut found));
        assert_eq!(found, [0, 0]);
        assert!(picks(u64::MAX, &[2, 3], &mut found));
        assert_eq!(found, [1, 2]);
        // Just above half: the first pick is 1 and the second 0.
        assert!(picks((1 << 63) + 1, &[2, 3], &mut found));
        assert_eq!(found, [1, 0]);
    }
}
