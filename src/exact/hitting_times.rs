//! Hitting times of one-card chains: how many shuffles until a card is first at a position.
//!
//! With T the number of shuffles and j the target, the means h solve (I − Q) h = 1, Q the chain
//! without row and column j (Kemeny and Snell 1960, theorem 3.3.5). The elimination is that of
//! Grassmann, Taksar and Heyman (1985): a diagonal entry 1 − q is computed as the sum of the other
//! probabilities of its row, so no two numbers are ever subtracted, and every entry of the result
//! has a small relative error whatever the condition of the matrix (O'Cinneide 1993).
//!
//! The variances solve (I − Q) v = s, where sᵢ = Σ pᵢₖ (1 + hₖ − hᵢ)² over all k, hⱼ = 0: the law of
//! total variance for the first step, again with no difference of large numbers.
//!
//! The graph of possible moves decides if a target is reached, never the size of a number: a card
//! that may get to where the target cannot be reached has no mean. In the chain of a shuffle such a
//! card never reaches it (every chain of a shuffle is doubly stochastic, so each card can come back
//! to wherever it has been).

use serde::{Deserialize, Serialize};

use super::lattice::sum::Sum;
use super::matrix::Matrix;

/// Shuffles until a card is first at a given position.
#[derive(Debug, Clone, PartialEq)]
pub struct HittingTimes {
    /// For each starting position, from the top; `None` where it may never happen (or where the
    /// mean is too large for a double, 1.8e308). A card that starts at the target is there after 0
    /// shuffles.
    pub from: Vec<Option<Time>>,
    /// Mean number of shuffles, at least one, until a card at the target is there again; `None`
    /// where it may never be. In the chain of a shuffle, the number of positions that the card
    /// can reach (Kac 1947).
    pub mean_return: Option<f64>,
}

/// A random number of shuffles; answers are written so.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Time {
    /// Its mean.
    pub mean: f64,
    /// Its standard deviation.
    pub standard_deviation: f64,
}

/// The times until a card is first at position `target`, from every starting position.
///
/// `chain` holds probabilities, its rows sum to 1. Relative error below 1e-12 up to 1,000 cards,
/// if the cells of the chain are known that well. Takes n³/3 multiplications, half a second
/// or so for each 10⁹, and as much memory as the chain.
///
/// ```
/// use colddeck::internals::exact::{hitting_times, matrix::Matrix};
/// let times = hitting_times::to(&Matrix::uniform(52), 0);
/// assert!((times.from[51].unwrap().mean - 52.0).abs() < 1e-12);
/// ```
///
/// # Panics
/// If the target is not a position of the chain.
pub fn to(chain: &Matrix, target: usize) -> HittingTimes {
    assert!(target < chain.size(), "a target within the deck");
    let certain = certain(chain, target);
    let states: Vec<usize> = (0..chain.size())
        .filter(|&state| certain[state] && state != target)
        .collect();
    let absorbing = Absorbing::new(chain, target, &states);
    let means = absorbing.solve(vec![1.0; states.len()]);

    let mut mean_from = vec![0.0; chain.size()];
    for (&state, &mean) in states.iter().zip(&means) {
        mean_from[state] = mean;
    }
    // In units of the longest mean, whose square might be too large for a double.
    let unit = means.iter().copied().fold(1.0, f64::max);
    let spread = |&from: &usize| {
        let terms = chain.row(from).iter().zip(&mean_from).map(|(p, mean)| {
            let change = (1.0 + mean - mean_from[from]) / unit;
            p * change * change
        });
        Sum::of(terms).value()
    };
    let variances = absorbing.solve(states.iter().map(spread).collect());

    let mut from = vec![None; chain.size()];
    from[target] = Some(Time {
        mean: 0.0,
        standard_deviation: 0.0,
    });
    for (&state, (&mean, variance)) in states.iter().zip(means.iter().zip(&variances)) {
        from[state] = mean.is_finite().then(|| Time {
            mean,
            standard_deviation: variance.sqrt() * unit,
        });
    }
    let next = || chain.row(target).iter().zip(&mean_from);
    let mean_return = (0..chain.size())
        .all(|next| certain[next] || chain.get(target, next) == 0.0)
        .then(|| 1.0 + Sum::of(next().map(|(p, mean)| p * mean)).value())
        .filter(|mean| mean.is_finite());
    HittingTimes { from, mean_return }
}

/// Says of each position whether a card there reaches the target with probability 1, as one at the target
/// does: every position that it can get to before must have a way to the target.
fn certain(chain: &Matrix, target: usize) -> Vec<bool> {
    let backwards = |from: usize, to: usize| chain.get(to, from) > 0.0;
    let reaching = reached(chain.size(), &[target], |_| true, backwards);
    let lost: Vec<usize> = (0..chain.size()).filter(|&at| !reaching[at]).collect();
    let doubtful = reached(chain.size(), &lost, |at| at != target, backwards);
    doubtful.iter().map(|doubtful| !doubtful).collect()
}

/// Says of each node whether it can be reached from `starts` by `edge`s, through nodes that may be
/// `entered`. The starts themselves are reached.
fn reached(
    size: usize,
    starts: &[usize],
    entered: impl Fn(usize) -> bool,
    edge: impl Fn(usize, usize) -> bool,
) -> Vec<bool> {
    let mut seen: Vec<bool> = (0..size).map(|at| starts.contains(&at)).collect();
    let mut open = starts.to_vec();
    while let Some(at) = open.pop() {
        for (next, seen) in seen.iter_mut().enumerate() {
            if !*seen && entered(next) && edge(at, next) {
                *seen = true;
                open.push(next);
            }
        }
    }
    seen
}

/// I − Q for states that all reach the target, eliminated from the last state to the first.
struct Absorbing {
    size: usize,
    /// By rows. Right of the diagonal, what a state takes from a later one when that is
    /// eliminated; left of it, the probabilities among the states that are still there then. The
    /// diagonal itself is not used.
    cells: Vec<f64>,
    /// The probability of leaving each state when it is eliminated.
    leaving: Vec<f64>,
}

impl Absorbing {
    fn new(chain: &Matrix, target: usize, states: &[usize]) -> Self {
        let size = states.len();
        let mut cells = Vec::with_capacity(size * size);
        let mut absorbed = Vec::with_capacity(size);
        for &from in states {
            let row = chain.row(from);
            cells.extend(states.iter().map(|&to| row[to]));
            absorbed.push(row[target]);
        }
        let mut leaving = vec![0.0; size];
        for last in (0..size).rev() {
            let (before, after) = cells.split_at_mut(last * size);
            let onward = &after[..last];
            let all = onward.iter().copied().chain([absorbed[last]]);
            leaving[last] = Sum::of(all).value();
            for (row, absorbed_there) in before.chunks_exact_mut(size).zip(0..) {
                if row[last] == 0.0 {
                    continue;
                }
                row[last] /= leaving[last];
                let share = row[last];
                for (cell, probability) in row[..last].iter_mut().zip(onward) {
                    *cell += share * probability;
                }
                absorbed[absorbed_there] += share * absorbed[last];
            }
        }
        Self {
            size,
            cells,
            leaving,
        }
    }

    /// The x with (I − Q) x = `sides`, none of them negative.
    fn solve(&self, mut sides: Vec<f64>) -> Vec<f64> {
        let row = |state: usize| &self.cells[state * self.size..][..self.size];
        for last in (0..self.size).rev() {
            let side = sides[last];
            for (state, before) in sides[..last].iter_mut().enumerate() {
                *before += row(state)[last] * side;
            }
        }
        for state in 0..self.size {
            let known = row(state)[..state].iter().zip(&sides);
            let terms = known.map(|(p, x)| p * x).chain([sides[state]]);
            sides[state] = Sum::of(terms).value() / self.leaving[state];
        }
        sides
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::testing::assert_close;
    use crate::shuffle;

    fn chain(kind: &str, parameters: &str, cards: usize) -> Matrix {
        let shuffle = shuffle::build(kind, parameters.parse().unwrap()).unwrap();
        shuffle.one_card(cards).unwrap()
    }

    fn mean(times: &HittingTimes, from: usize) -> f64 {
        times.from[from].unwrap().mean
    }

    fn never(times: &HittingTimes) -> Vec<bool> {
        times.from.iter().map(Option::is_none).collect()
    }

    #[test]
    fn an_ideal_shuffle_takes_n_as_in_a_geometric_law() {
        for cards in [2, 3, 52, 200] {
            let times = to(&Matrix::uniform(cards), cards / 2);
            let n = cards as f64;
            for (from, time) in times.from.iter().enumerate() {
                let time = time.unwrap();
                if from == cards / 2 {
                    assert_eq!((time.mean, time.standard_deviation), (0.0, 0.0));
                } else {
                    assert_close(time.mean, n, 1e-13);
                    assert_close(time.standard_deviation, (n * (n - 1.0)).sqrt(), 1e-13);
                }
            }
            assert_close(times.mean_return.unwrap(), n, 1e-13);
        }
    }

    #[test]
    fn a_riffled_card_takes_2n_from_top_to_bottom() {
        for cards in 2..=100 {
            let riffle = chain("riffle", "", cards);
            let n = cards as f64;
            assert_close(mean(&to(&riffle, cards - 1), 0), 2.0 * n, 1e-12);
            assert_close(mean(&to(&riffle, 0), cards - 1), 2.0 * n, 1e-12);
            for target in [0, cards / 3, cards - 1] {
                assert_close(to(&riffle, target).mean_return.unwrap(), n, 1e-12);
            }
        }
    }

    /// (kind, parameters, cards, target, from, mean, standard deviation), with mpmath 1.3 in 60
    /// digits: `lu_solve(I - Q, 1)`, and E T(T − 1) = 2 (I − Q)⁻¹ Q h.
    const REFERENCES: &[(&str, &str, usize, usize, usize, f64, f64)] = &[
        ("riffle", "", 52, 51, 0, 104.0, 99.173_773_791_047_6),
        (
            "riffle",
            "",
            52,
            51,
            25,
            96.487_093_761_747_2,
            99.115_602_045_435_3,
        ),
        // The published 102.6: the card above the bottom one.
        (
            "riffle",
            "",
            52,
            51,
            50,
            102.557_616_520_594,
            99.163_270_916_769_5,
        ),
        (
            "riffle",
            "",
            52,
            25,
            0,
            53.721_800_391_618_8,
            49.985_332_860_662_8,
        ),
        (
            "riffle",
            "",
            52,
            25,
            24,
            51.902_574_342_023_9,
            49.978_403_003_044_8,
        ),
        (
            "riffle",
            "",
            52,
            25,
            51,
            53.855_001_343_908_3,
            49.987_731_956_348_1,
        ),
        (
            "overhand",
            "chance = 0.125",
            20,
            19,
            0,
            19.535_306_628_557_8,
            20.455_597_305_027_1,
        ),
        (
            "overhand",
            "chance = 0.125",
            20,
            19,
            18,
            21.476_825_380_016_9,
            20.537_960_516_238_6,
        ),
        // 2⁻⁴⁰: a solver that subtracts from 1 has four digits left.
        (
            "overhand",
            "chance = 9.094947017729282e-13",
            20,
            0,
            1,
            1_099_511_627_785.45,
            1_099_511_627_784.52,
        ),
        (
            "overhand",
            "chance = 9.094947017729282e-13",
            20,
            0,
            19,
            1_099_511_627_784.55,
            1_099_511_627_784.48,
        ),
    ];

    #[test]
    fn times_agree_with_a_solution_in_60_digits() {
        for &(kind, parameters, cards, target, from, mean, deviation) in REFERENCES {
            let time = to(&chain(kind, parameters, cards), target).from[from].unwrap();
            assert_close(time.mean, mean, 1e-13);
            assert_close(time.standard_deviation, deviation, 1e-13);
        }
    }

    #[test]
    fn a_thousand_cards_keep_their_digits() {
        let times = to(&chain("riffle", "", 1000), 999);
        assert_close(mean(&times, 0), 2000.0, 1e-12);
        assert_close(times.mean_return.unwrap(), 1000.0, 1e-12);
    }

    #[test]
    fn the_law_of_the_time_has_these_moments() {
        // P(T > t) from the powers of the chain without the target.
        let riffle = chain("riffle", "max-streak = 2", 6);
        for target in 0..6 {
            let times = to(&riffle, target);
            let mut still = vec![1.0; 6];
            still[target] = 0.0;
            let (mut means, mut squares) = (vec![0.0; 6], vec![0.0; 6]);
            for shuffles in 0..2_000 {
                for from in 0..6 {
                    means[from] += still[from];
                    squares[from] += (2.0 * f64::from(shuffles) + 1.0) * still[from];
                }
                let on = |from: usize| {
                    riffle
                        .row(from)
                        .iter()
                        .zip(&still)
                        .map(|(p, s)| p * s)
                        .sum()
                };
                still = (0..6)
                    .map(|from| if from == target { 0.0 } else { on(from) })
                    .collect();
            }
            for from in (0..6).filter(|from| *from != target) {
                let time = times.from[from].unwrap();
                assert_close(time.mean, means[from], 1e-11);
                let variance = squares[from] - means[from] * means[from];
                assert_close(time.standard_deviation, variance.sqrt(), 1e-11);
            }
        }
    }

    #[test]
    fn fixed_shuffles_count_along_their_cycles_and_never_leave_them() {
        // 0 → 2 → 4 → 0, 1 → 3 → 1, 5.
        let moves = [(0, 2), (2, 4), (4, 0), (1, 3), (3, 1), (5, 5)];
        let cycles = Matrix::permutation(6, moves.into_iter());
        let times = to(&cycles, 4);
        assert_eq!(never(&times), [false, true, false, true, false, true]);
        assert_eq!(
            (mean(&times, 0), mean(&times, 2), mean(&times, 4)),
            (2.0, 1.0, 0.0)
        );
        assert_eq!(times.from[0].unwrap().standard_deviation.to_bits(), 0);
        assert_eq!(times.mean_return, Some(3.0));
        let fixed = to(&cycles, 5);
        assert_eq!(never(&fixed), [true, true, true, true, true, false]);
        assert_eq!(fixed.mean_return, Some(1.0));
        assert_eq!(to(&Matrix::identity(1), 0).mean_return, Some(1.0));
    }

    #[test]
    fn a_target_that_may_be_missed_has_no_mean_however_rarely_it_is_missed() {
        // From 0 to 1, the target, or with a tiny probability to 2, which is never left; from 3 to
        // 0. From 1 back to 0.
        let tiny = 1e-300;
        let mut trap = Matrix::zero(4);
        for (from, to, p) in [
            (0, 1, 1.0),
            (0, 2, tiny),
            (1, 0, 1.0),
            (2, 2, 1.0),
            (3, 0, 1.0),
        ] {
            trap.add(from, to, p);
        }
        let times = to(&trap, 1);
        assert_eq!(never(&times), [true, false, true, true]);
        assert_eq!(times.mean_return, None);
        // A target that is reached as rarely, but from everywhere, has a mean.
        let times = to(&chain("overhand", "chance = 1e-300", 3), 0);
        assert_close(mean(&times, 1), 1e300, 1e-12);
        assert_close(times.from[2].unwrap().standard_deviation, 1e300, 1e-12);
        // Beyond the largest double there is none.
        assert_eq!(
            to(&chain("overhand", "chance = 1e-310", 3), 0).from[1],
            None
        );
    }
}
