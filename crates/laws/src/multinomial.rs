//! Do counts follow a law that is known exactly? Pearson's chi-squared test (1900), with what is
//! rare pooled and what is impossible forbidden.

use super::tail::{FLOOR, chi_squared_upper};

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
}
