//! The law of a table's chi-squared statistic when decks are few: the squared length of a sum of
//! vectors, by its first three moments.
//!
//! A table of counts over N decks is a sum, and its statistic has the form
//!
//! ```text
//! T = |z₁ + z₂ + … + z_N|² / N,
//! ```
//!
//! zₜ what deck t adds, centred, and scaled so that on ideal decks its covariance is a projection onto
//! d dimensions, d the degrees of freedom. As N grows, T follows chi-squared with d of them. For few
//! decks it does not: the sum has yet to become normal, the less so the more cells there are for a
//! deck's few marks. In all tables that are tested this way |z|² is the same for every deck, and so it
//! is d. Then, with h = z₁·z₂ for two decks,
//!
//! ```text
//! T = d + (2/N) Σ zₛ·zₜ,  s < t,
//! ```
//!
//! and as z has mean 0, a product of such terms has a mean other than 0 only if every deck in it occurs
//! twice at least: for two terms the same pair twice, E h² = d; for three the three sides of a
//! triangle, E = d, six ways to take them; or the same pair three times. So, exactly, for every N,
//!
//! ```text
//! mean d,  variance 2 d (1 − 1/N),  third central moment 8 d (N−1)(N−2)/N² + 4 E[h³] (N−1)/N².
//! ```
//!
//! The law used is the gamma law, shifted and scaled, with these three moments (Pearson's type III):
//! T = shift + scale · X, X chi-squared with ν = 8 v³/k² degrees of freedom, scale = k/(4v),
//! shift = d − scale·ν, v the variance and k the third moment. It tends to chi-squared with d degrees of freedom. The fewest decks for which
//! it holds are measured for each table, by simulation of ideal decks.

use super::tail::{chi_squared_lower, chi_squared_upper};

/// The law of T on ideal decks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SquaredSum {
    shift: f64,
    scale: f64,
    degrees: f64,
}

impl SquaredSum {
    /// The law for `decks` decks, three at least, of a table with `degrees` degrees of freedom and
    /// a mean of h³ of `cube`, at least 0.
    pub fn new(degrees: f64, cube: f64, decks: u64) -> Self {
        let n = decks as f64;
        let [_, variance, third] = moments(degrees, cube, n);
        let scale = third / (4.0 * variance);
        let nu = 8.0 * variance * variance * variance / (third * third);
        Self {
            shift: degrees - scale * nu,
            scale,
            degrees: nu,
        }
    }

    /// P(T ≤ t).
    pub fn lower(&self, t: f64) -> f64 {
        chi_squared_lower((t - self.shift) / self.scale, self.degrees)
    }

    /// P(T ≥ t).
    pub fn upper(&self, t: f64) -> f64 {
        chi_squared_upper((t - self.shift) / self.scale, self.degrees)
    }
}

/// Mean, variance and third central moment of T.
pub fn moments(degrees: f64, cube: f64, decks: f64) -> [f64; 3] {
    let one = (decks - 1.0) / decks;
    let two = (decks - 2.0) / decks;
    [
        degrees,
        2.0 * degrees * one,
        one * (8.0 * degrees * two + 4.0 * cube / decks),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    #[test]
    fn with_many_decks_it_is_chi_squared() {
        let law = SquaredSum::new(51.0, 2_500.0, 1_000_000_000);
        for t in [20.0, 51.0, 120.0] {
            assert_close(law.upper(t), chi_squared_upper(t, 51.0), 1e-5);
            assert_close(law.lower(t), chi_squared_lower(t, 51.0), 1e-5);
        }
    }

    const SCIPY: [(f64, f64); 3] = [
        (35.0, 0.985_364_615_026_086_1),
        (51.0, 0.442_538_820_641_300_07),
        (100.0, 0.000_328_666_455_535_993_07),
    ];

    /// `scipy.stats.pearson3.sf(t, k / v**1.5, 51, v**0.5)`, with v = 102·0.95 and
    /// k = 0.95·(408·0.9 + 4·2500/20).
    #[test]
    fn with_few_it_has_the_three_moments() {
        let law = SquaredSum::new(51.0, 2_500.0, 20);
        for (t, upper) in SCIPY {
            assert_close(law.upper(t), upper, 1e-9);
            assert_close(law.lower(t), 1.0 - upper, 1e-9);
        }
        let third = law.degrees * law.scale.powi(3) * 8.0;
        assert_close(third, moments(51.0, 2_500.0, 20.0)[2], 1e-12);
    }
}
