//! Linear complexity: the length of the shortest linear feedback shift register that gives a sequence of bits.
//!
//! Among the 2ⁿ sequences of n bits 2^min(2n − 2L, 2L − 1) have the complexity L ≥ 1, and one has 0 (Rueppel, 1986, proposition
//! 4.2, after Gustavson, 1976). Found by the algorithm of Massey (1969, Shift-register synthesis and BCH decoding).

/// Bits of a word.
const WORD: usize = u64::BITS as usize;

/// The linear complexity of `bits`, in time that grows like their number squared: 65,536 take a tenth of a second.
pub fn linear_complexity(bits: &[bool]) -> usize {
    let mut register = Register::default();
    for bit in bits {
        register.see(*bit);
    }
    register.length
}

/// The shortest linear feedback shift register that gives the bits so far.
#[derive(Debug, Clone)]
pub struct Register {
    bits: usize,
    length: usize,
    connection: Vec<u64>,
    /// The connection polynomial before its last change of length, and how many bits ago that was.
    before: Vec<u64>,
    since: usize,
    /// All bits so far, the latest first, after a place for the next one.
    past: Vec<u64>,
}

impl Default for Register {
    fn default() -> Self {
        Self {
            bits: 0,
            length: 0,
            connection: vec![1],
            before: vec![1],
            since: 1,
            past: vec![0],
        }
    }
}

impl Register {
    /// Number of bits so far.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// Its length: the linear complexity of the bits so far.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The bit that it gives next.
    fn given(&self) -> bool {
        let used = self.connection.iter().zip(&self.past);
        let sum = used.fold(0, |sum, (connection, past)| sum ^ (connection & past));
        sum.count_ones() % 2 == 1
    }

    /// Sees the next bit; true if the register gave it.
    pub fn see(&mut self, bit: bool) -> bool {
        let right = self.given() == bit;
        if !right {
            if 2 * self.length > self.bits {
                add(&mut self.connection, &self.before, self.since);
            } else {
                let kept = self.connection.clone();
                add(&mut self.connection, &self.before, self.since);
                self.length = self.bits + 1 - self.length;
                (self.before, self.since) = (kept, 0);
            }
        }
        self.past[0] |= u64::from(bit);
        let mut carried = 0;
        for word in &mut self.past {
            let next = *word >> (WORD - 1);
            *word = *word << 1 | carried;
            carried = next;
        }
        self.bits += 1;
        self.since += 1;
        if self.bits.is_multiple_of(WORD) {
            self.past.push(carried);
        }
        right
    }
}

/// Adds another polynomial, all of whose powers are first raised by `places`.
fn add(to: &mut Vec<u64>, other: &[u64], places: usize) {
    let (words, shift) = (places / WORD, places % WORD);
    let needed = words + other.len() + 1;
    if to.len() < needed {
        to.resize(needed, 0);
    }
    let mut carried = 0;
    for (to, word) in to[words..].iter_mut().zip(other.iter().chain([&0])) {
        *to ^= *word << shift | carried;
        carried = word.checked_shr((WORD - shift) as u32).unwrap_or(0);
    }
    while to.last() == Some(&0) {
        to.pop();
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

    /// By Massey's algorithm on whole lists, without any packing.
    fn plainly(bits: &[bool]) -> usize {
        let (mut connection, mut before) = (vec![true], vec![true]);
        let (mut length, mut since) = (0, 1);
        for (at, bit) in bits.iter().enumerate() {
            let taps = 1..=length.min(connection.len() - 1);
            let given = taps.fold(false, |sum, back| {
                sum ^ (connection[back] & bits[at - back])
            });
            if given != *bit {
                let kept = connection.clone();
                connection.resize(connection.len().max(before.len() + since), false);
                for (power, one) in before.iter().enumerate() {
                    connection[power + since] ^= one;
                }
                if 2 * length <= at {
                    (before, since, length) = (kept, 0, at + 1 - length);
                }
            }
            since += 1;
        }
        length
    }

    /// A short register for hundreds of bits, then any bits: the past is needed far back at once.
    #[test]
    fn long_sequences_that_change_are_those_of_a_plain_algorithm() {
        for regular in [0, 100, 500, 1000] {
            let mut state = 12_345_u64;
            let mut bits: Vec<bool> = (0..31).map(|at| at % 3 == 0).collect();
            for at in 31..regular {
                bits.push(bits[at - 31] ^ bits[at - 28]);
            }
            for _ in 0..700 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                bits.push(state >> 63 == 1);
            }
            for end in [regular + 31, regular + 300, bits.len()] {
                let bits = &bits[..end];
                assert_eq!(linear_complexity(bits), plainly(bits), "{regular}, {end}");
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
