//! Do counts follow a law that is known exactly? Pearson's chi-squared test (1900), with what is
//! rare pooled and what is impossible forbidden; and how even the counts of equal shares are, by the law of all ways in
//! which few counts can fall.

use super::beta::binomial_pmf;
use super::tail::{FLOOR, Tails, chi_squared_lower, chi_squared_upper};

/// Cells that expect fewer counts are pooled. The tests that use this look far out in the tail,
/// where the chi-squared law needs large cells: right simulations of 20 cards, overhand, 2,000
/// decks, failed a test at 0.001 at a rate of 0.0016 with 10 here, 0.0007 with 50 (10,000 seeds).
pub const FEWEST_EXPECTED: f64 = 50.0;

/// The probability of counts at least this far from `law`, for counts that follow it: an upper tail
/// in `[FLOOR, 1]`. `counts` holds a count for each value; `law` the probabilities, which sum to 1.
///
/// [`FLOOR`] where a value was counted whose probability is exactly 0. `None` where pooling leaves a
/// single cell: then nothing can be said.
pub fn departure(counts: impl Iterator<Item = u64> + Clone, law: &[f64]) -> Option<f64> {
    let total = counts.clone().sum::<u64>() as f64;
    let mut cells = 0;
    let mut value = 0.0;
    let mut pool = (0.0, 0.0);
    let mut last = (0.0, 0.0);
    let term = |(expected, count): (f64, f64)| (count - expected) * (count - expected) / expected;
    for (count, &probability) in counts.zip(law) {
        if probability <= 0.0 {
            if count > 0 {
                return Some(FLOOR);
            }
            continue;
        }
        let cell = (probability * total, count as f64);
        if cell.0 < FEWEST_EXPECTED {
            pool = (pool.0 + cell.0, pool.1 + cell.1);
        } else {
            value += term(cell);
            cells += 1;
            last = cell;
        }
    }
    if pool.0 >= FEWEST_EXPECTED {
        value += term(pool);
        cells += 1;
    } else if cells > 0 {
        // Too little for a cell of its own: it joins the last one.
        value += term((last.0 + pool.0, last.1 + pool.1)) - term(last);
    }
    (cells > 1).then(|| chi_squared_upper(value.max(0.0), f64::from(cells - 1)).clamp(FLOOR, 1.0))
}

/// Additions of probabilities that the law of few counts may take: a tenth of a second.
const MOST_ADDITIONS: f64 = 1e8;

/// The evenness of counts that fall into equally likely cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evenness {
    /// Pearson's sum.
    pub value: f64,
    /// The probability of counts at least as even, and of counts at least as uneven.
    pub tails: Tails,
    /// True if these are exact, false if they are chi-squared's.
    pub exact: bool,
}

/// Measures how even `counts` are, of two cells or more: exactly, if they are few.
pub fn evenness(counts: &[u64]) -> Evenness {
    let (cells, total) = (counts.len(), counts.iter().sum::<u64>());
    let squares = counts.iter().map(|count| u128::from(*count).pow(2));
    let squares: u128 = squares.sum();
    let (k, n) = (cells as f64, total as f64);
    // Σ (x − e)²/e = k Σx²/n − n.
    let value = if total == 0 {
        0.0
    } else {
        (cells as u128 * squares - u128::from(total).pow(2)) as f64 / n
    };
    let additions = k * n.powi(4) / 6.0;
    if additions <= MOST_ADDITIONS {
        let law = law_of_squares(cells, total as usize);
        let at = squares as usize;
        let tails = Tails {
            lower: law[..=at].iter().sum::<f64>().min(1.0),
            upper: law[at..].iter().sum::<f64>().min(1.0),
        };
        return Evenness {
            value,
            tails,
            exact: true,
        };
    }
    let tails = Tails {
        lower: chi_squared_lower(value, k - 1.0),
        upper: chi_squared_upper(value, k - 1.0),
    };
    Evenness {
        value,
        tails,
        exact: false,
    }
}

/// The probability of each sum of the squares of `total` counts that fall into so many equally likely cells, cell by
/// cell: of those that are left, each falls into the next cell with the same probability.
fn law_of_squares(cells: usize, total: usize) -> Vec<f64> {
    // By the counts that are left: the probability of each sum of squares so far.
    let mut left = vec![vec![0.0; total * total + 1]; total + 1];
    left[total][0] = 1.0;
    for cell in 0..cells {
        let share = 1.0 / (cells - cell) as f64;
        let mut next = vec![vec![0.0; total * total + 1]; total + 1];
        for (of, sums) in left.iter().enumerate() {
            let most = (total - of).pow(2);
            for here in 0..=of {
                let p = binomial_pmf(here as u64, of as u64, share);
                let to = &mut next[of - here][here * here..];
                for (to, from) in to.iter_mut().zip(&sums[..=most]) {
                    *to += p * from;
                }
            }
        }
        left = next;
    }
    left.swap_remove(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    fn of(counts: &[u64], law: &[f64]) -> Option<f64> {
        departure(counts.iter().copied(), law)
    }

    #[test]
    fn counts_as_expected_have_1_and_others_the_textbook_tail() {
        assert_close(of(&[500, 300, 200], &[0.5, 0.3, 0.2]).unwrap(), 1.0, 0.0);
        // 10²/500 + 20²/300 + 10²/200 = 2.0333…, two degrees of freedom: exp(-x/2).
        let tail = libm::exp(-0.5 * (100.0 / 500.0 + 400.0 / 300.0 + 100.0 / 200.0));
        assert_close(of(&[510, 280, 210], &[0.5, 0.3, 0.2]).unwrap(), tail, 1e-12);
    }

    #[test]
    fn rare_values_are_pooled_and_a_small_pool_joins_the_last_cell() {
        // Two values that expect 30 each are one that expects 60.
        let pooled = of(&[940, 20, 40], &[0.94, 0.03, 0.03]);
        assert_eq!(pooled, of(&[940, 60], &[0.94, 0.06]));
        // One that expects 30 joins its neighbour.
        let joined = of(&[570, 390, 40], &[0.57, 0.4, 0.03]);
        assert_close(
            joined.unwrap(),
            of(&[570, 430], &[0.57, 0.43]).unwrap(),
            1e-9,
        );
    }

    #[test]
    fn the_impossible_is_at_the_floor_and_one_cell_says_nothing() {
        assert_eq!(of(&[999, 1], &[1.0, 0.0]), Some(FLOOR));
        assert_eq!(of(&[1000, 0], &[1.0, 0.0]), None);
        assert_eq!(of(&[20, 20], &[0.5, 0.5]), None);
        assert_eq!(of(&[], &[]), None);
    }

    /// 54 rolls of a die: nine of each side, or one 8 and one 10 among them, 28 · 54!/(9!⁶ 6⁵⁴) (Python's fractions).
    #[test]
    fn counts_as_even_as_the_printed_rolls_have_their_exact_probability() {
        let printed = evenness(&[9, 9, 9, 9, 8, 10]);
        assert!(printed.exact);
        assert_close(printed.tails.lower, 0.002_702_279_925_516, 1e-12);
        // The chi-squared tail says less than half of it.
        assert!(chi_squared_lower(printed.value, 5.0) < 0.001_2);
        assert_close(
            printed.tails.lower + printed.tails.upper - 1.0,
            27.0 / 28.0 * printed.tails.lower,
            1e-9,
        );
    }

    #[test]
    fn few_counts_have_the_law_of_all_their_ways() {
        // All 3⁵ ways.
        let mut ways = std::collections::BTreeMap::<u64, u32>::new();
        for code in 0..243_u32 {
            let mut counts = [0_u64; 3];
            let mut rest = code;
            for _ in 0..5 {
                counts[(rest % 3) as usize] += 1;
                rest /= 3;
            }
            *ways
                .entry(counts.iter().map(|count| count * count).sum())
                .or_default() += 1;
        }
        for counts in [[2, 2, 1], [3, 1, 1], [3, 2, 0], [4, 1, 0], [0, 5, 0]] {
            let found = evenness(&counts);
            let squares: u64 = counts.iter().map(|count| count * count).sum();
            let of = |as_far: &dyn Fn(u64) -> bool| -> f64 {
                let ways = ways.iter().filter(|(sum, _)| as_far(**sum));
                f64::from(ways.map(|(_, ways)| *ways).sum::<u32>()) / 243.0
            };
            assert_close(found.tails.lower, of(&|sum| sum <= squares), 1e-12);
            assert_close(found.tails.upper, of(&|sum| sum >= squares), 1e-12);
        }
        assert!(!evenness(&[1_000; 6]).exact);
        assert_eq!(evenness(&[0; 6]).tails.lower.to_bits(), 1_f64.to_bits());
    }
}
