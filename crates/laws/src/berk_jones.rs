//! Berk and Jones's statistic: are the smallest of many p-values smaller than chance makes them?
//!
//! With p₁ ≤ p₂ ≤ … the ordered p-values of m cells, it is the largest m·K(i/m, pᵢ) over the smallest [`SMALLEST`], where
//! pᵢ < i/m and K(a, b) = a ln(a/b) + (1−a) ln((1−a)/(1−b)) (Berk and Jones, 1979). It sees a few cells that are a
//! little off each, where the farthest alone says nothing and the sum over all drowns them.
//!
//! For independent p-values the law is exact, by a recursion over the bounds cᵢ, m·K(i/m, cᵢ) = b: the statistic
//! reaches b when for some i at least i of them are at most cᵢ (Noé, 1972). Cells of a doubly centred matrix
//! depend on each other: their covariance is (n/(n−1))² times a projection, so that on the scale of exponents a
//! set of cells is at most as much more likely as that factor says, p to the power ((n−1)/n)². The law used is that power.
//! Measured on a million doubly centred matrices of independent normal numbers of each size, the share of p-values at
//! most 0.01, 0.001, 10⁻⁴ and 10⁻⁵ over these levels: it errs on the side of passing.
//!
//! | n | 0.01 | 0.001 | 10⁻⁴ | 10⁻⁵ |
//! | ---: | ---: | ---: | ---: | ---: |
//! | 6 | 0.39 | 0.28 | 0.21 | 0.1 |
//! | 8 | 0.48 | 0.36 | 0.27 | 0.1 |
//! | 12 | 0.60 | 0.50 | 0.39 | 0.6 |
//! | 20 | 0.68 | 0.56 | 0.41 | 0.4 |
//! | 52 | 0.84 | 0.80 | 0.65 | 0.5 |

use std::iter::once;

/// The smallest p-values that are looked at.
pub const SMALLEST: usize = 32;

/// The statistic of so many `cells`, of which the smallest p-values come from the smallest on.
pub fn statistic(smallest: &[f64], cells: usize) -> f64 {
    let m = cells as f64;
    let ordered = (1u32..).zip(smallest.iter().take(SMALLEST.min(cells / 2)));
    let terms = ordered.map(|(i, p)| {
        let share = f64::from(i) / m;
        if *p < share {
            m * relative_entropy(share, *p)
        } else {
            0.0
        }
    });
    terms.fold(0.0, f64::max)
}

/// K(a, b), for 0 < b < 1.
fn relative_entropy(a: f64, b: f64) -> f64 {
    a * libm::log(a / b) + (1.0 - a) * (libm::log1p(-a) - libm::log1p(-b))
}

/// P(statistic ≥ `b`) of so many independent uniform p-values.
pub fn upper(b: f64, cells: usize) -> f64 {
    let bounds = SMALLEST.min(cells / 2);
    if b <= 0.0 || bounds == 0 {
        return 1.0;
    }
    // inside[j]: j of them are at most the last bound, and fewer than i at most the i-th, so far.
    let mut inside = vec![1.0];
    let (mut last, mut outside) = (0.0, 0.0);
    for i in 1..=bounds {
        let bound = bound(i, b, cells);
        let share = (bound - last) / (1.0 - last);
        let mut next = vec![0.0; i];
        for (j, probability) in inside.iter().enumerate() {
            let mut more = binomial(cells - j, share);
            for cell in &mut next[j..] {
                *cell += probability * more.next().unwrap_or(0.0);
            }
            outside += probability * falling_sum(more);
        }
        (inside, last) = (next, bound);
    }
    outside.min(1.0)
}

/// The sum of terms that fall, as they do here: bounds are far below the means. It ends where a term no longer counts.
fn falling_sum(mut terms: impl Iterator<Item = f64>) -> f64 {
    let all = terms.try_fold(0.0, |sum, term| {
        if sum + term > sum {
            Ok(sum + term)
        } else {
            Err(sum)
        }
    });
    all.unwrap_or_else(|sum| sum)
}

/// The same of the cells of a doubly centred matrix of n rows and columns.
pub fn upper_of_matrix(b: f64, n: usize) -> f64 {
    let root = (n - 1) as f64 / n as f64;
    libm::pow(upper(b, n * n), root * root)
}

/// The p-value pᵢ with m·K(i/m, pᵢ) = b.
fn bound(i: usize, b: f64, cells: usize) -> f64 {
    let share = i as f64 / cells as f64;
    let (mut low, mut high) = (libm::log(f64::MIN_POSITIVE), libm::log(share));
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        if cells as f64 * relative_entropy(share, libm::exp(middle)) > b {
            low = middle;
        } else {
            high = middle;
        }
    }
    libm::exp(low)
}

/// From an interval of some 700 to its last digits.
const BISECTIONS: u32 = 60;

/// The probabilities of 0, 1, 2, … successes of so many trials.
fn binomial(trials: usize, share: f64) -> impl Iterator<Item = f64> {
    let odds = share / (1.0 - share);
    let none = libm::exp(trials as f64 * libm::log1p(-share));
    let more = (0..trials).scan(none, move |term, k| {
        *term *= (trials - k) as f64 / (k + 1) as f64 * odds;
        Some(*term)
    });
    once(none).chain(more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beta::clopper_pearson_lower;
    use crate::tail::normal_upper;
    use crate::testing::assert_close;
    use deck::rng::{Draws, PcgDraws};

    fn draws(label: &str) -> PcgDraws {
        PcgDraws::for_batch(7, label, 0, 0)
    }

    /// A number between 0 and 1.
    fn uniform(draws: &mut PcgDraws) -> f64 {
        (f64::from((draws.word() >> 32) as u32) + 0.5) / 4_294_967_296.0
    }

    /// Two independent standard normal numbers (Box and Muller, 1958).
    fn normals(draws: &mut PcgDraws) -> [f64; 2] {
        let radius = (-2.0 * libm::log(uniform(draws))).sqrt();
        let (sine, cosine) = libm::sincos(std::f64::consts::TAU * uniform(draws));
        [radius * cosine, radius * sine]
    }

    fn smallest(mut values: Vec<f64>) -> Vec<f64> {
        let last = SMALLEST.min(values.len() - 1);
        values.select_nth_unstable_by(last, f64::total_cmp);
        values.truncate(last);
        values.sort_unstable_by(f64::total_cmp);
        values
    }

    /// The p-values of the cells of a doubly centred matrix of n rows, the smallest of them.
    fn of_matrix(n: usize, draws: &mut PcgDraws) -> Vec<f64> {
        let pairs = (0..(n * n).div_ceil(2)).flat_map(|_| normals(draws));
        let cells: Vec<f64> = pairs.take(n * n).collect();
        let size = n as f64;
        let rows: Vec<f64> = cells
            .chunks(n)
            .map(|row| row.iter().sum::<f64>() / size)
            .collect();
        let columns: Vec<f64> = (0..n)
            .map(|column| cells[column..].iter().step_by(n).sum::<f64>() / size)
            .collect();
        let mean = rows.iter().sum::<f64>() / size;
        let off = |at: usize| (cells[at] - rows[at / n] - columns[at % n] + mean).abs();
        let mut sizes: Vec<f64> = (0..n * n).map(off).collect();
        let last = SMALLEST.min(sizes.len() - 1);
        sizes.select_nth_unstable_by(last, |a, b| b.total_cmp(a));
        sizes.truncate(last);
        sizes.sort_unstable_by(|a, b| b.total_cmp(a));
        let scale = size / (size - 1.0);
        sizes
            .iter()
            .map(|z| 2.0 * normal_upper(scale * z))
            .collect()
    }

    #[test]
    fn one_and_two_bounds_have_closed_forms() {
        // With two cells, the smaller one alone is looked at.
        let c = bound(1, 1.5, 2);
        assert_close(2.0 * relative_entropy(0.5, c), 1.5, 1e-12);
        assert_close(upper(1.5, 2), 1.0 - (1.0 - c) * (1.0 - c), 1e-12);
        // With four, none is at most the first bound, and one at the most is at most the second.
        let [c, d] = [1, 2].map(|i| bound(i, 2.0, 4));
        let none = (1.0 - d).powi(4) + 4.0 * (d - c) * (1.0 - d).powi(3);
        assert_close(upper(2.0, 4), 1.0 - none, 1e-12);
    }

    #[test]
    #[ignore = "some 10 s of processor: .ci/run ignored"]
    fn p_values_of_independent_cells_are_uniform() {
        const RUNS: usize = 20_000;
        let mut draws = draws("independent");
        for cells in [16, 400] {
            let p: Vec<f64> = (0..RUNS)
                .map(|_| {
                    let values = (0..cells).map(|_| uniform(&mut draws)).collect();
                    upper(statistic(&smallest(values), cells), cells)
                })
                .collect();
            for level in [0.3, 0.05, 0.01, 0.001] {
                let seen = p.iter().filter(|p| **p <= level).count() as f64;
                let error = (RUNS as f64 * level * (1.0 - level)).sqrt();
                // Four standard errors: a false alarm in some 2,000 runs of this test.
                assert!(
                    (seen - RUNS as f64 * level).abs() < 4.0 * error,
                    "{cells} {level}: {seen}"
                );
            }
        }
    }

    /// Shares of p-values at most each level over that level, and whether they are above it beyond chance.
    fn of_matrices(n: usize, runs: u64, levels: &[f64]) -> Vec<(f64, bool)> {
        let mut draws = draws("matrices");
        let mut p: Vec<f64> = (0..runs)
            .map(|_| statistic(&of_matrix(n, &mut draws), n * n))
            .collect();
        p.sort_unstable_by(|a, b| b.total_cmp(a));
        levels
            .iter()
            .map(|level| {
                let seen = p.partition_point(|b| upper_of_matrix(*b, n) <= *level) as u64;
                let ratio = seen as f64 / (runs as f64 * level);
                (ratio, clopper_pearson_lower(seen, runs, 1e-3) > *level)
            })
            .collect()
    }

    #[test]
    fn p_values_of_centred_matrices_are_not_too_small() {
        for n in [6, 20] {
            let found = of_matrices(n, 20_000, &[0.05, 0.01, 0.001]);
            assert!(found.iter().all(|(_, above)| !above), "{n}: {found:?}");
        }
    }

    #[test]
    #[ignore = "a minute, a million matrices of each size: .ci/full laws"]
    fn a_million_matrices_of_each_size() {
        for n in [6, 8, 12, 20, 52] {
            let found = of_matrices(n, 1_000_000, &[0.01, 0.001, 1e-4, 1e-5]);
            println!("{n}: {found:?}");
            assert!(found.iter().all(|(_, above)| !above), "{n}: {found:?}");
        }
    }

    /// Twenty cells of 52 × 52 that are 3.5 standard errors off are seen, as no other way sees them.
    #[test]
    fn several_cells_that_are_a_little_off_are_seen() {
        let mut draws = draws("several");
        let runs = 200;
        let seen = (0..runs).filter(|_| {
            let mut cells: Vec<f64> = (0..1352).flat_map(|_| normals(&mut draws)).collect();
            cells.iter_mut().take(20).for_each(|cell| *cell += 3.5);
            let p = cells.iter().map(|z| 2.0 * normal_upper(z.abs())).collect();
            upper_of_matrix(statistic(&smallest(p), 2704), 52) < 0.001
        });
        assert!(seen.count() >= 190);
    }
}
