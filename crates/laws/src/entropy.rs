//! The entropy of choices, in bits (Shannon, 1948).

use super::lattice::sum::Sum;

/// The entropy −Σ p log₂ p of a law, in bits.
///
/// ```
/// assert!((colddeck_laws::entropy::bits([0.5, 0.25, 0.25, 0.0]) - 1.5).abs() < 1e-15);
/// ```
pub fn bits(law: impl IntoIterator<Item = f64>) -> f64 {
    let possible = law.into_iter().filter(|p| *p > 0.0);
    Sum::of(possible.map(|p| -p * libm::log2(p))).value()
}

/// The bits that are lost where outcomes with these probabilities look the same: the difference of the entropies before
/// and after.
///
/// ```
/// // Of four orders, all as likely, two are one.
/// assert!((colddeck_laws::entropy::lost(&[0.25; 2]) - 0.5).abs() < 1e-15);
/// ```
pub fn lost(alike: &[f64]) -> f64 {
    bits(alike.iter().copied()) - bits([alike.iter().sum()])
}
