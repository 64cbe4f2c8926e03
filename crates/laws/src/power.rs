//! The smallest departure that a test would have shown: what a pass is worth.

use std::cell::RefCell;

use super::beta::kernel::poisson_weight;
use super::tail::{chi_squared_quantile_upper, chi_squared_upper, normal_quantile_upper};

/// The noncentrality λ at which a chi-squared test with `df` degrees of freedom at `level` rejects
/// with probability `power`: P(χ²(df, λ) > upper `level` quantile of χ²(df)) = `power`.
///
/// For N decks and cells of probabilities p instead of p₀, λ = N Σ (p - p₀)²/p₀. For `df` from 1
/// to 1e8, `level` from 1e-12 to 0.1 and `power` up to 0.9999; 0 where `power` is at most `level`.
/// Relative error below 1e-8 up to 1e6 degrees of freedom, 2e-6 at 1e8, where a call takes
/// a few milliseconds: this is the exact law, not an approximation of it.
pub fn chi_squared_noncentrality(df: f64, level: f64, power: f64) -> f64 {
    // Many runs of one design ask for the same few: each costs up to a millisecond.
    thread_local! {
        static KNOWN: RefCell<Vec<([u64; 3], f64)>> = const { RefCell::new(Vec::new()) };
    }
    let key = [df, level, power].map(f64::to_bits);
    let known = KNOWN.with_borrow(|known| {
        let mut known = known.iter();
        known
            .find(|(found, _)| *found == key)
            .map(|(_, value)| *value)
    });
    known.unwrap_or_else(|| {
        let value = noncentrality(df, level, power);
        KNOWN.with_borrow_mut(|known| {
            known.truncate(REMEMBERED - 1);
            known.insert(0, (key, value));
        });
        value
    })
}

/// Noncentralities that a thread remembers.
const REMEMBERED: usize = 128;

fn noncentrality(df: f64, level: f64, power: f64) -> f64 {
    if power <= level {
        return 0.0;
    }
    let threshold = chi_squared_quantile_upper(level, df);
    let (mut low, mut high) = (0.0, 1.0);
    while noncentral_chi_squared_upper(threshold, df, high) < power && high < MOST_NONCENTRAL {
        low = high;
        high *= 2.0;
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if noncentral_chi_squared_upper(threshold, df, middle) < power {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The shift of a standard normal statistic, in standard deviations, at which a two-sided test at
/// `level_two_sided` rejects with probability `power` (but for the far tail):
/// z(level/2) + z(1 - power), z(p) the point exceeded with probability p.
pub fn normal_shift(level_two_sided: f64, power: f64) -> f64 {
    normal_quantile_upper(0.5 * level_two_sided) - normal_quantile_upper(power)
}

/// Ends the search for an upper end, far beyond the domain's largest λ (some 2e5).
const MOST_NONCENTRAL: f64 = 1e12;

/// A bracket from a doubling, halved this often, is known to 1e-9 of its end.
const HALVINGS: usize = 30;

/// Weights below this cannot change a probability of this module: there are at most 1e6 of them.
const NEGLIGIBLE: f64 = 1e-18;

/// P(X ≥ x) for X noncentral chi-squared: the mean of P(χ²(df + 2J) ≥ x) over a Poisson J of mean
/// λ/2 (Patnaik 1949). For λ up to 1e12, in time that grows like √λ. Absolute error about 1e-7 at
/// 1e8 degrees of freedom, 1e-12 below 1e4.
pub(crate) fn noncentral_chi_squared_upper(x: f64, df: f64, noncentrality: f64) -> f64 {
    let (mean, half, point) = (0.5 * noncentrality, 0.5 * df, 0.5 * x);
    // Start at the likeliest J, and go up and down from there: each step of J adds one Poisson
    // weight to the tail, Q(a + 1, y) = Q(a, y) + yᵃ e⁻ʸ / Γ(a + 1) (DLMF 8.8.6).
    let likeliest = mean.floor();
    let weight = if likeliest > 0.0 {
        poisson_weight(likeliest, mean)
    } else {
        libm::exp(-mean)
    };
    let shape = half + likeliest;
    let tail = chi_squared_upper(x, 2.0 * shape);
    let step = poisson_weight(shape, point);

    let mut sum = weight * tail;
    let (mut j, mut here, mut q, mut add) = (likeliest, weight, tail, step);
    while here > NEGLIGIBLE {
        q += add;
        j += 1.0;
        here *= mean / j;
        add *= point / (half + j);
        sum += here * q;
    }
    let (mut j, mut here, mut q, mut add) = (likeliest, weight, tail, step);
    while here > NEGLIGIBLE && j > 0.0 {
        add *= (half + j) / point;
        q -= add;
        here *= j / mean;
        j -= 1.0;
        sum += here * q.max(0.0);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// (df, level, power, λ), with scipy 1.17: `scipy.optimize.brentq(lambda l:
    /// ncx2.sf(chi2.isf(level, df), df, l) - power, 1e-9, 1e6, rtol=1e-12)`.
    const NONCENTRALITIES: &[(f64, f64, f64, f64)] = &[
        (1.0, 0.05, 0.8, 7.848_860_509),
        (1.0, 1e-12, 0.9, 70.762_726_76),
        (2.0, 0.1, 0.5, 3.555_592_196),
        (51.0, 0.001, 0.9, 60.028_624_72),
        (51.0, 0.001, 0.999, 97.484_601_56),
        (2601.0, 0.001, 0.9, 331.660_269_5),
        (2601.0, 1e-6, 0.5, 358.086_593_4),
        (1e5, 0.05, 0.9, 1_316.926_601),
        (1e6, 0.001, 0.9, 6_199.105_509),
        (1e8, 0.001, 0.9, 61_842.836_47),
    ];

    #[test]
    fn noncentralities_agree_with_scipy() {
        for &(df, level, power, reference) in NONCENTRALITIES {
            let ours = chi_squared_noncentrality(df, level, power);
            assert_close(ours, reference, 1e-8 + 1e-14 * df);
        }
    }

    #[test]
    fn one_degree_of_freedom_is_the_normal_shift_squared() {
        // Up to the far tail, which is nothing at these levels.
        for (level, power) in [(1e-3, 0.9), (1e-9, 0.5), (1e-12, 0.999)] {
            let shift = normal_shift(level, power);
            assert_close(
                chi_squared_noncentrality(1.0, level, power),
                shift * shift,
                1e-8,
            );
        }
        // scipy: norm.isf(0.0005) + norm.isf(0.1), norm.isf(0.025) + norm.isf(0.2).
        assert_close(normal_shift(0.001, 0.9), 4.572_078_297_036_494, 1e-12);
        assert_close(normal_shift(0.05, 0.8), 2.801_585_218_112_969, 1e-12);
    }

    #[test]
    fn no_departure_is_needed_for_the_level_itself() {
        assert_close(chi_squared_noncentrality(51.0, 0.01, 0.01), 0.0, 0.0);
        assert!(chi_squared_noncentrality(51.0, 0.01, 0.010_1) < 0.1);
        let powers = [0.1, 0.5, 0.9, 0.99, 0.9999];
        let needed = powers.map(|power| chi_squared_noncentrality(51.0, 0.01, power));
        assert!(needed.is_sorted());
    }
}
