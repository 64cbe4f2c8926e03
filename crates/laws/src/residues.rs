//! Arithmetic modulo primes just below 2^59, and whole numbers from remainders.

use dashu_int::UBig;

const BITS: u32 = 59;

/// A prime 2^59 - c with a small c, which makes remainders cheap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Prime {
    modulus: u64,
    /// c < 2^16
    below: u64,
}

/// The primes below 2^59, largest first; the first thousand are above 2^59 - 2^16.
fn primes() -> impl Iterator<Item = Prime> {
    (1..1 << 16)
        .step_by(2)
        .map(|below| Prime {
            modulus: (1 << BITS) - below,
            below,
        })
        .filter(|prime| prime.is_prime())
}

/// The primes that whole numbers from 0 to `most`, 1 or more, need: their product is larger.
fn primes_for(most: &UBig) -> Vec<Prime> {
    let mut product = UBig::ONE;
    // The primes below 2^59 do not end: they would need 2^59 bits.
    let needed = primes().take_while(|prime| {
        let more = product <= *most;
        product *= UBig::from(prime.modulus);
        more
    });
    needed.collect()
}

/// Whole numbers from 0 to `most`, 1 or more, by the Chinese remainder theorem; `residues` gives the remainder of each.
pub(crate) fn whole(most: &UBig, residues: impl Fn(Prime) -> Vec<u64>) -> Vec<UBig> {
    let mut all: Vec<UBig> = Vec::new();
    let mut modulus = UBig::ONE;
    for prime in primes_for(most) {
        let inverse = prime.inverse(prime.reduce_big(&modulus));
        let residues = residues(prime);
        all.resize(residues.len(), UBig::ZERO);
        for (known, residue) in all.iter_mut().zip(residues) {
            let missing = prime.subtract(residue, prime.reduce_big(known));
            *known += &modulus * UBig::from(prime.product(missing, inverse));
        }
        modulus *= UBig::from(prime.modulus);
    }
    all
}

impl Prime {
    /// The remainder of any `value`: a sum of up to 1,024 products of remainders fits.
    pub(crate) fn reduce(self, value: u128) -> u64 {
        // 2^59 = c: what stands above the 59th bit counts c times. Below 2^85 after one step, below
        // 2^43 + 2^59 after two.
        let fold =
            |value: u128| (value >> BITS) * u128::from(self.below) + (value & ((1 << BITS) - 1));
        let mut rest = fold(fold(value)) as u64;
        while rest >= self.modulus {
            rest -= self.modulus;
        }
        rest
    }

    /// The remainder of a whole number of any size.
    pub(crate) fn reduce_big(self, value: &UBig) -> u64 {
        value % self.modulus
    }

    pub(crate) fn product(self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    pub(crate) fn sum(self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a + b))
    }

    pub(crate) fn subtract(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.modulus - b }
    }

    /// 1/a for a other than 0 (Fermat).
    pub(crate) fn inverse(self, a: u64) -> u64 {
        self.power(a, self.modulus - 2)
    }

    fn power(self, base: u64, exponent: u64) -> u64 {
        let (mut power, mut square) = (1, base);
        for bit in 0..u64::BITS {
            if exponent >> bit & 1 == 1 {
                power = self.product(power, square);
            }
            square = self.product(square, square);
        }
        power
    }

    /// Miller and Rabin's test with the first twelve primes as bases, which is certain below 3e23
    /// (Sorenson and Webster 2015).
    fn is_prime(self) -> bool {
        const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
        let twos = (self.modulus - 1).trailing_zeros();
        let odd = (self.modulus - 1) >> twos;
        BASES.iter().all(|&base| {
            let mut power = self.power(base, odd);
            if power == 1 {
                return true;
            }
            for _ in 0..twos {
                if power == self.modulus - 1 {
                    return true;
                }
                power = self.product(power, power);
            }
            false
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_primes_are_those_below_a_power_of_two() {
        // The largest primes below 2^59.
        let below: Vec<u64> = primes().map(|prime| prime.below).take(5).collect();
        assert_eq!(below, [55, 99, 225, 427, 517]);
        assert!(primes().count() > 700);
    }

    #[test]
    fn remainders_are_those_of_division() {
        let prime = primes().nth(100).unwrap();
        let modulus = u128::from(prime.modulus);
        for value in [0, 1, modulus - 1, modulus, modulus + 1, 1 << 127, u128::MAX] {
            assert_eq!(u128::from(prime.reduce(value)), value % modulus);
        }
        for a in [1, 2, 12_345_678_901_234_567, prime.modulus - 1] {
            assert_eq!(prime.product(a, prime.inverse(a)), 1);
            assert_eq!(prime.sum(prime.subtract(3, a), a), 3);
        }
        let big = UBig::from(prime.modulus).pow(3) + UBig::from(5_u32);
        assert_eq!(prime.reduce_big(&big), 5);
    }

    #[test]
    fn numbers_are_found_again_from_their_remainders() {
        let most = UBig::from(7_u32).pow(100);
        assert_eq!(primes_for(&UBig::ONE).len(), 1);
        assert_eq!(primes_for(&most).len(), 5);
        let numbers = [UBig::ZERO, UBig::ONE, UBig::from(3_u32).pow(100), most];
        let found = whole(&numbers[3], |prime| {
            let remainders = numbers.iter().map(|number| prime.reduce_big(number));
            remainders.collect()
        });
        assert_eq!(found, numbers);
    }
}
