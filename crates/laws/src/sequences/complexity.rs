//! Linear complexity: the length of the shortest linear feedback shift register that gives a sequence of bits.
//!
//! Among the 2ⁿ sequences of n bits 2^min(2n − 2L, 2L − 1) have the complexity L ≥ 1, and one has 0 (Rueppel, 1986, proposition
//! 4.2, after Gustavson, 1976). Found by the algorithm of Massey (1969, Shift-register synthesis and BCH decoding).

/// Bits of a word.
const WORD: usize = u64::BITS as usize;

/// The linear complexity of `bits`, in time that grows like their number squared: 65,536 take a tenth of a second.
pub fn linear_complexity(bits: &[bool]) -> usize {
    let words = bits.len() / WORD + 2;
    // The connection polynomial, and the one before its last change of length, as it is to be added.
    let mut connection = vec![0_u64; words];
    let mut before = vec![0_u64; words];
    connection[0] = 1;
    before[0] = 1;
    // The bits so far, the latest first.
    let mut past = vec![0_u64; words];
    let mut length = 0;
    for (at, &bit) in bits.iter().enumerate() {
        shift(&mut past, length / WORD + 2);
        past[0] |= u64::from(bit);
        shift(&mut before, words);
        let used = length / WORD + 1;
        let odd = connection[..used]
            .iter()
            .zip(&past)
            .fold(0, |sum, (connection, past)| sum ^ (connection & past));
        if odd.count_ones() % 2 == 0 {
            continue;
        }
        if 2 * length > at {
            add(&mut connection, &before);
        } else {
            let kept = connection.clone();
            add(&mut connection, &before);
            before = kept;
            length = at + 1 - length;
        }
    }
    length
}

/// Moves all bits of the first `words` one place up.
fn shift(bits: &mut [u64], words: usize) {
    let mut carried = 0;
    for word in bits.iter_mut().take(words) {
        let next = *word >> (WORD - 1);
        *word = *word << 1 | carried;
        carried = next;
    }
}

fn add(to: &mut [u64], other: &[u64]) {
    for (to, other) in to.iter_mut().zip(other) {
        *to ^= other;
    }
}

/// P(complexity ≤ L) of `bits` fair bits, for L up to half of them; above, 1 as an upper limit.
pub fn at_most(bits: usize, complexity: usize) -> f64 {
    if 2 * complexity > bits {
        return 1.0;
    }
    // 2⁻ⁿ (1 + Σ 2^(2j − 1)) for j from 1 to L.
    let power = |exponent: f64| libm::exp2(exponent - bits as f64);
    (power(2.0 * complexity as f64 + 1.0) + power(0.0)) / 3.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_short_sequences_have_the_law() {
        for n in 1..=12_usize {
            let mut counts = vec![0_u32; n + 1];
            for code in 0..1_u32 << n {
                let bits: Vec<bool> = (0..n).map(|at| code >> at & 1 == 1).collect();
                counts[linear_complexity(&bits)] += 1;
            }
            let mut sum = 0;
            for (length, &count) in counts.iter().enumerate() {
                let expected = match length {
                    0 => 1,
                    _ => 1 << (2 * n - 2 * length).min(2 * length - 1),
                };
                assert_eq!(count, expected, "{n} bits, {length}");
                sum += count;
                if 2 * length <= n {
                    let share = f64::from(sum) / f64::from(1_u32 << n);
                    assert!((at_most(n, length) - share).abs() < 1e-15, "{n}, {length}");
                }
            }
        }
    }

    #[test]
    fn a_register_is_found_with_its_length() {
        // x⁸⁹ + x³⁸ + 1 and x³¹ + x³ + 1 (Zierler, 1969).
        for (length, tap) in [(31, 3), (89, 38)] {
            let mut bits: Vec<bool> = (0..length).map(|at| at % 5 == 0).collect();
            for at in length..3000 {
                bits.push(bits[at - length] ^ bits[at - length + tap]);
            }
            assert_eq!(linear_complexity(&bits), length);
        }
        // One bit after n − 1 others that are 0 needs a register of n.
        let mut bits = vec![false; 200];
        bits[199] = true;
        assert_eq!(linear_complexity(&bits), 200);
    }
}
