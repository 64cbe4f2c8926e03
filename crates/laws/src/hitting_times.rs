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

/// A random number of shuffles.
#[derive(Debug, Clone, Copy, PartialEq)]
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
/// use colddeck_laws::{hitting_times, matrix::Matrix};
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
