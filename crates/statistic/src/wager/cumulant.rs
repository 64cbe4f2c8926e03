//! Bounds of ln E exp(λS), λ ≥ 0, for a score S of one ideal deck whose mean is 0: what a wager on the
//! score must pay for. A bet of exp(λ·score) over the exponential of such a bound is never in favour
//! of whoever makes it, if the decks are ideal.

/// The facts that are known about a score: a bound of its variance and one of its greatest value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounded {
    /// Its variance, or more.
    pub variance: f64,
    /// Its greatest value, or more.
    pub greatest: f64,
}

impl Bounded {
    /// Bennett (1962): (eˣ - 1 - x)/x² grows with x, so that with X ≤ b and variance v,
    /// E exp(λX) ≤ 1 + v/b² (exp(λb) - 1 - λb).
    pub(crate) fn cumulant(self, scale: f64) -> f64 {
        let end = scale * self.greatest;
        if end <= 0.0 {
            return 0.0;
        }
        let variance = self.variance * scale * scale;
        // Near 0 the difference would lose its digits.
        let grown = if end < 1e-3 {
            0.5 + end / 6.0 + end * end / 23.0
        } else {
            (libm::expm1(end) - end) / (end * end)
        };
        libm::log1p(variance * grown)
    }
}

/// The score S = Σ a(i, π(i)) of a permutation π of n that is uniform, for a matrix a whose rows and
/// columns all sum to 0. Its variance is Σ a²/(n-1) (Hoeffding, 1951).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PermutationScore {
    /// n.
    pub cards: f64,
    /// q = Σ a²/n.
    pub square: f64,
    /// A = max |a|.
    pub largest: f64,
    /// Σ |a|.
    pub total: f64,
    /// b ≥ max S: the sum of the greatest entries of all rows, or of all columns.
    pub greatest: f64,
}

impl PermutationScore {
    /// The variance of the score.
    pub fn variance(self) -> f64 {
        self.square * self.cards / (self.cards - 1.0)
    }

    /// The smaller of Bennett's bound, which is sharp while λb is small, and of one that is sharp while
    /// λA is small, which is n times as far. The latter:
    ///
    /// Let π' be π with two of its values exchanged at random, S' its score. Then
    /// E(S - S' | π) = 2S/(n-1), and since π and π' can be exchanged (Chatterjee, 2007),
    /// M'(λ) = E(S exp(λS)) ≤ λ E(Δ exp(λS)) with Δ = (n-1)/4 E((S-S')² | π), because
    /// (x - y)(eˣ - e^y) ≤ ½(x - y)²(eˣ + e^y). Multiplied out, with xᵢ = a(i, π(i)),
    ///
    /// Δ = ½Q + ½q + (S² + T)/2n, Q = Σ xᵢ², T = Σ a(i, π(j)) a(j, π(i)).
    ///
    /// So ψ = ln M has ψ'(μ) ≤ μ Eμ(Δ), where Eμ weighs permutations by exp(μS). One exchange leads
    /// from π to one with π(i) = k and changes S by at most 4A: under Eμ the probability of that is
    /// at most exp(4μA)/n, and that of π(i) = k and π(j) = l is within a factor exp(±8μA) of
    /// 1/n(n-1). Hence for μ ≤ λ
    ///
    /// - Eμ(Q) ≤ q exp(4λA);
    /// - Eμ(S²) and Eμ(T) ≤ q exp(4λA) + q/(n-1) + (exp(8λA) - 1)(Σ|a|)²/n(n-1);
    /// - T ≤ nq and S² ≤ nQ always (Cauchy and Schwarz);
    /// - Eμ(S²) ≤ V + b(ψ'(μ) + ½√V), V the variance: S² for S < 0 and -S for S < 0 fall with S, so
    ///   that their means under Eμ are no larger than under E (Chebyshev), and E max(-S, 0) ≤ ½√V.
    ///
    /// With these, ψ'(μ) ≤ μK for all μ ≤ λ, and ψ(λ) ≤ ½Kλ². As λA falls, K becomes V.
    pub(crate) fn cumulant(self, scale: f64) -> f64 {
        let bounded = Bounded {
            variance: self.variance(),
            greatest: self.greatest,
        };
        bounded
            .cumulant(scale)
            .min(0.5 * self.slope(scale) * scale * scale)
    }

    /// K of [`PermutationScore::cumulant`].
    fn slope(self, scale: f64) -> f64 {
        let (n, q, variance) = (self.cards, self.square, self.variance());
        let one = libm::exp(4.0 * scale * self.largest);
        let two = libm::expm1(8.0 * scale * self.largest);
        let pair = q * one + q / (n - 1.0) + two * self.total * self.total / (n * (n - 1.0));
        let crossed = pair.min(n * q);
        let own = 0.5 * q * (one + 1.0);
        let by_pairs = own + (pair.min(n * q * one) + crossed) / (2.0 * n);
        let left = 1.0 - scale * self.greatest / (2.0 * n);
        let sum = variance + 0.5 * self.greatest * variance.sqrt();
        if left > 0.0 {
            by_pairs.min((own + (sum + crossed) / (2.0 * n)) / left)
        } else {
            by_pairs
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::rng::{Draws, PcgDraws};

    /// All permutations of 0..n.
    fn permutations(n: usize) -> Vec<Vec<usize>> {
        if n == 0 {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for shorter in permutations(n - 1) {
            for at in 0..n {
                let mut longer = shorter.clone();
                longer.insert(at, n - 1);
                all.push(longer);
            }
        }
        all
    }

    /// Matrices of several kinds, rows and columns summing to 0.
    fn centred(n: usize, kind: usize, draws: &mut PcgDraws) -> Vec<Vec<f64>> {
        let mut raw: Vec<Vec<f64>> = (0..n)
            .map(|i| {
                let mut cell = |j: usize| match kind {
                    0 => f64::from(draws.below(1001)) - 500.0,
                    1 => f64::from(u8::from(i == j)),
                    2 => -f64::from(u8::from(i == j)),
                    3 => f64::from(u8::from(i == 0 && j == 0)),
                    4 => (i as f64 - 1.0) * (j as f64 - 2.0),
                    5 => f64::from(draws.below(2)),
                    6 => f64::from(u8::from(draws.below(12) == 0)),
                    7 => f64::from(u8::from((i < n / 2) == (j < n / 2))),
                    _ => {
                        let cell = f64::from(draws.below(7)) - 3.0;
                        cell * cell * cell
                    }
                };
                (0..n).map(&mut cell).collect()
            })
            .collect();
        for _ in 0..3 {
            for row in &mut raw {
                let mean = row.iter().sum::<f64>() / n as f64;
                for cell in row {
                    *cell -= mean;
                }
            }
            for j in 0..n {
                let mean = raw.iter().map(|row| row[j]).sum::<f64>() / n as f64;
                for row in &mut raw {
                    row[j] -= mean;
                }
            }
        }
        raw
    }

    fn score_of(a: &[Vec<f64>]) -> PermutationScore {
        let n = a.len();
        let cells = || a.iter().flatten();
        let greatest = |row: Vec<f64>| row.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let rows: f64 = a.iter().map(|row| greatest(row.clone())).sum();
        let columns: f64 = (0..n)
            .map(|j| greatest(a.iter().map(|row| row[j]).collect()))
            .sum();
        PermutationScore {
            cards: n as f64,
            square: cells().map(|x| x * x).sum::<f64>() / n as f64,
            largest: cells().fold(0.0, |most, x| x.abs().max(most)),
            total: cells().map(|x| x.abs()).sum(),
            greatest: rows.min(columns),
        }
    }

    #[test]
    fn both_bounds_hold_for_all_permutations_of_up_to_seven() {
        let mut draws = PcgDraws::for_batch(7, "cumulants", 0, 0);
        for n in 2..=7 {
            let all = permutations(n);
            for round in 0..45 {
                let a = centred(n, round % 9, &mut draws);
                let score = score_of(&a);
                if score.square <= 1e-12 {
                    continue;
                }
                let values: Vec<f64> = all
                    .iter()
                    .map(|p| p.iter().enumerate().map(|(i, &j)| a[i][j]).sum())
                    .collect();
                let mean_of = |f: &dyn Fn(f64) -> f64| {
                    values.iter().map(|x| f(*x)).sum::<f64>() / values.len() as f64
                };
                // The variance is exact.
                let variance = mean_of(&|x| x * x);
                assert!((variance / score.variance() - 1.0).abs() < 1e-9);
                for power in -24..=10 {
                    let scale = 2f64.powf(f64::from(power) / 2.0) / variance.sqrt();
                    let exact = mean_of(&|x| (scale * x).exp()).ln();
                    let quadratic = 0.5 * score.slope(scale) * scale * scale;
                    let bennett = Bounded {
                        variance: score.variance(),
                        greatest: score.greatest,
                    };
                    let margin = 1.0 + 1e-9;
                    assert!(
                        exact <= quadratic * margin + 1e-13,
                        "{n} {round} {power}: {exact} {quadratic}"
                    );
                    assert!(exact <= bennett.cumulant(scale) * margin + 1e-13);
                    assert!(score.cumulant(scale) <= quadratic);
                }
            }
        }
    }

    #[test]
    fn the_bound_is_half_the_variance_times_the_square_where_entries_are_small() {
        let mut draws = PcgDraws::for_batch(8, "cumulants", 0, 0);
        let score = score_of(&centred(52, 0, &mut draws));
        let scale = 0.01 / score.largest;
        let ratio = score.cumulant(scale) / (0.5 * score.variance() * scale * scale);
        assert!((1.0..1.15).contains(&ratio), "{ratio}");
        // Bennett's bound alone would be far off there.
        let scale = 0.05 / score.largest;
        let half = 0.5 * score.variance() * scale * scale;
        let bennett = Bounded {
            variance: score.variance(),
            greatest: score.greatest,
        };
        assert!(score.cumulant(scale) < 1.5 * half && bennett.cumulant(scale) > 1.5 * half);
    }
}
