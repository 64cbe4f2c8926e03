//! Numbers of ways: factorials and binomial coefficients, as they are and as logarithms.

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use crate::lattice::sum::Sum;

/// C(n, k), 0 where k > n. No step may exceed 64 bits: C(52, 26) is far below.
pub fn choose(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |ways, i| ways * (n as u64).saturating_sub(i) / (i + 1))
}

/// Natural logarithm of a whole number, however large; of 0, minus infinity.
pub fn ln(number: &UBig) -> f64 {
    let below = number.bit_len().saturating_sub(u64::BITS as usize);
    let leading = u64::try_from(number >> below).unwrap_or(u64::MAX);
    libm::log(leading as f64) + below as f64 * std::f64::consts::LN_2
}

/// The greatest common divisor of two numbers; of a number and 0, the number.
pub fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

/// ln n!
pub fn ln_factorial(n: usize) -> f64 {
    libm::lgamma(n as f64 + 1.0)
}

/// ln C(n, k), k up to n.
pub fn ln_choose(n: usize, k: usize) -> f64 {
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}

/// The logarithm of a sum of numbers that are given by their logarithms, without overflow.
pub fn ln_sum(logarithms: impl Iterator<Item = f64> + Clone) -> f64 {
    let largest = logarithms.clone().fold(f64::NEG_INFINITY, f64::max);
    if !largest.is_finite() {
        return largest;
    }
    let sum: f64 = logarithms.map(|ln| libm::exp(ln - largest)).sum();
    largest + libm::log(sum)
}

/// 1 + 1/2 + … + 1/n: the cards that anyone calls right of an ideal deck of n cards, in the mean, who sees
/// each card after calling it.
pub fn harmonic(cards: usize) -> f64 {
    Sum::of((1..=cards).rev().map(|left| 1.0 / left as f64)).value()
}

/// e^ln as a whole number below a thousand, and as a power of ten above: "24", "3.1e12".
pub fn power_of_ten(ln: f64) -> String {
    const COUNTED: f64 = 1_000.0;
    let number = libm::round(libm::exp(ln.min(COUNTED)));
    if number < COUNTED {
        return number.to_string();
    }
    let log10 = ln / std::f64::consts::LN_10;
    let whole = libm::floor(log10);
    format!(
        "{:.1}e{whole}",
        libm::exp((log10 - whole) * std::f64::consts::LN_10)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_of_large_numbers_keep_their_digits() {
        for n in [1, 2, 20, 52, 500] {
            let factorial: UBig = (1..=n).map(UBig::from).product();
            let off = ln(&factorial) - ln_factorial(n);
            assert!(off.abs() <= 1e-14 * ln_factorial(n).max(1.0), "{n}: {off}");
        }
        assert!(ln(&UBig::ZERO) < f64::MIN);
    }

    #[test]
    fn all_ways_to_choose_agree() {
        assert_eq!(choose(52, 13), 635_013_559_600);
        assert_eq!(choose(3, 5), 0);
        for n in 0..40 {
            for k in 0..=n {
                let ln = libm::log(choose(n, k) as f64);
                assert!((ln_choose(n, k) - ln).abs() < 1e-12, "{n} {k}");
            }
        }
    }

    #[test]
    fn sums_of_logarithms_do_not_overflow() {
        let sum = ln_sum([1000.0, 1000.0].into_iter());
        assert!((sum - 1000.0 - std::f64::consts::LN_2).abs() < 1e-12);
        let nothing = ln_sum(std::iter::empty());
        assert!(nothing.is_infinite() && nothing < 0.0);
    }
}
