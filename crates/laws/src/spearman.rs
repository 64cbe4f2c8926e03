//! Spearman's rank correlation of a random order with the old one.
//!
//! With d the difference between the old and the new place of each of n items, ρ = 1 − 6 Σd²/(n³ − n).
//! Σd² is even; half of it is a whole number up to (n³ − n)/6, which an order and its reverse share between
//! them. Up to [`EXACT_UP_TO`] items its law is exact, by a programme over the sets of places that are taken;
//! beyond there is no exact law that can be had. Kendall and Stuart (1973, The Advanced Theory of Statistics 2, 31.19)
//! take ρ√((n−2)/(1−ρ²)) for Student's t with n − 2 degrees of freedom, which has the variance 1/(n − 1) of ρ and too
//! short tails: at 12 items p-values are too small by a quarter at .01 and by nearly a half at .001. Student's t is
//! therefore fitted to the fourth moment too, 3(25n³ − 38n² − 35n + 72)/(25n(n+1)(n−1)³): with m degrees of freedom and
//! ρ/s for ρ, where s² = (m+1)/(n−1). With half a step for continuity it is within 3% of the exact p-value at 12 items down
//! to .01, and errs on the side of passing beyond: by 30% at .001, six times at 10⁻⁵. The error falls as 1/n.

use super::student::student_upper;

/// Items up to which the law is exact.
pub(crate) const EXACT_UP_TO: usize = 12;

/// The largest value of Σd²/2 for so many items.
pub fn most(items: usize) -> u64 {
    let items = items as u64;
    items * (items * items - 1) / 6
}

/// ρ of an order of `items` items with this Σd²/2.
pub fn correlation(items: usize, half_squares: f64) -> f64 {
    1.0 - 2.0 * half_squares / most(items) as f64
}

/// The probability of each value of Σd²/2, from 0 on, for up to [`EXACT_UP_TO`] items: none for more.
pub fn law(items: usize) -> Option<Vec<f64>> {
    if items > EXACT_UP_TO {
        return None;
    }
    let values = 2 * most(items) as usize + 1;
    // By the set of places that the first items have taken: how many ways lead to each Σd².
    let mut ways: Vec<Vec<u64>> = vec![Vec::new(); 1 << items];
    ways[0] = vec![0; values];
    ways[0][0] = 1;
    for taken in 0..ways.len() {
        let item = taken.count_ones() as usize;
        let here = std::mem::take(&mut ways[taken]);
        if item == items {
            ways[taken] = here;
            continue;
        }
        for place in (0..items).filter(|place| taken >> place & 1 == 0) {
            let square = place.abs_diff(item) * place.abs_diff(item);
            let next = &mut ways[taken | 1 << place];
            next.resize(values, 0);
            for (to, from) in next[square..].iter_mut().zip(&here) {
                *to += from;
            }
        }
    }
    let all = ways.pop().unwrap_or_default();
    let orders: u64 = all.iter().sum();
    let even = all.iter().step_by(2);
    Some(even.map(|ways| *ways as f64 / orders as f64).collect())
}

/// Both tails together of ρ for more items than [`EXACT_UP_TO`], by the fitted Student's t: no less than what the rarest
/// orders have, the old one and its reverse.
pub fn two_sided(items: usize, rho: f64) -> f64 {
    let n = items as f64;
    let rarest = 2.0 * libm::exp(-libm::lgamma(n + 1.0));
    // E ρ⁴/(E ρ²)²
    let kurtosis = 3.0 * (25.0 * n * n * n - 38.0 * n * n - 35.0 * n + 72.0)
        / (25.0 * n * (n + 1.0) * (n - 1.0));
    let df = (3.0 * kurtosis - 3.0) / (3.0 - kurtosis);
    let spread = ((df + 1.0) / (n - 1.0)).sqrt();
    let step = 1.0 / most(items) as f64;
    let x = (rho.abs() - step).max(0.0) / spread;
    let left = 1.0 - x * x;
    if left <= 0.0 {
        return rarest;
    }
    let t = x * (df / left).sqrt();
    (2.0 * student_upper(t, df)).clamp(rarest, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// For four items, Σd² = 0, 2, …, 20 have 1, 3, 1, 4, 2, 2, 2, 4, 1, 3, 1 orders (Kendall,
    /// 1938).
    #[test]
    fn small_laws_are_those_of_the_textbooks() {
        let law = law(4).unwrap();
        let counts: Vec<u64> = law.iter().map(|p| (24.0 * p).round() as u64).collect();
        assert_eq!(counts, [1, 3, 1, 4, 2, 2, 2, 4, 1, 3, 1]);
        assert!(super::law(EXACT_UP_TO + 1).is_none());
        for items in 2..=EXACT_UP_TO {
            let law = super::law(items).unwrap();
            assert_eq!(law.len() as u64, most(items) + 1);
            let sum: f64 = law.iter().sum();
            let mean: f64 = (0_u32..).map(f64::from).zip(&law).map(|(v, p)| v * p).sum();
            let of_rho = |v: f64| correlation(items, v);
            let variance: f64 = (0_u32..)
                .map(f64::from)
                .zip(&law)
                .map(|(v, p)| of_rho(v) * of_rho(v) * p)
                .sum();
            assert_close(sum, 1.0, 1e-12);
            assert_close(mean, 0.5 * most(items) as f64, 1e-12);
            assert_close(variance, 1.0 / (items as f64 - 1.0), 1e-12);
        }
    }

    /// Checks the documentation of the fitted Student's t, at twelve items.
    #[test]
    fn the_approximation_is_as_good_as_it_says() {
        let law = law(12).unwrap();
        let mut below = 0.0;
        let mut ratios = Vec::new();
        for (value, p) in law.iter().enumerate() {
            below += p;
            let exact = 2.0 * below;
            if exact > 0.05 {
                break;
            }
            let ours = two_sided(12, correlation(12, value as f64));
            ratios.push((exact, ours / exact));
        }
        for (level, low, high) in [(0.01, 0.97, 1.01), (0.001, 0.97, 1.29), (1e-5, 0.97, 6.4)] {
            let beyond = ratios.iter().filter(|(exact, _)| *exact >= level);
            for (exact, ratio) in beyond {
                assert!((low..high).contains(ratio), "{exact}: {ratio}");
            }
        }
    }

    /// The draft lottery of 1970 (Starr, 1997, gives ρ = −.226).
    #[test]
    fn the_draft_lottery() {
        let rho = 0.225_7_f64;
        let plain = 2.0 * student_upper(rho * (364.0 / (1.0 - rho * rho)).sqrt(), 364.0);
        assert!((plain / 1.3e-5 - 1.0).abs() < 0.01, "{plain:e}");
        let p = two_sided(366, -rho);
        assert!((p / plain - 1.054).abs() < 0.01, "{p:e}");
        // No order is rarer than the old one and its reverse.
        assert!(two_sided(13, 1.0) >= 2.0 / 6_227_020_800.0);
    }
}
