//! The cards of one class from the first seen one to the last seen one, with unseen ones in the gaps.

use super::rising::{Weights, add_product, descents_by_last};

/// Series by the number of unseen cards.
pub(super) type Series = Vec<Weights>;

/// From the first seen card of a class to the last one, with unseen cards in between.
///
/// Let 1 be added to all places of an order, and the highest become the lowest: what stays is the number of
/// descents around the circle, and the difference of the first and the last place in it. So the first place
/// may be taken as the lowest, and the others as an order of their own.
pub(super) struct Gaps {
    /// The series by last − first + (seen cards − 1).
    differences: Vec<Series>,
    /// The series by the first card, which are those by the last one in reverse.
    from: Vec<Series>,
    /// The series of all gaps together.
    pub(super) all: Series,
}

impl Gaps {
    /// Counts the gaps of a class with `seen` seen cards, from 1, and up to `hidden` unseen ones
    /// between them. Weights are shares of all ways to order the seen cards and to choose which
    /// copies they are.
    pub(super) fn of(seen: usize, hidden: usize, laws: &[Weights]) -> Self {
        let ways = ways(seen, hidden, laws);
        // Any of the copies may be the seen ones: C(copies, seen) ways.
        let chosen = (0..seen).fold(1.0, |c, i| c * (hidden + i + 1) as f64 / (i + 1) as f64);
        let others = descents_by_last(seen.max(2) - 1);
        let differences = (0..2 * seen - 1).map(|at| {
            // One card is its own first and last; up, or down with the descent that closes the circle.
            let (weights, step): (&[f64], _) = match at + 1 {
                _ if seen == 1 => (&[1.0], 0),
                up if up > seen => (&others[up - seen - 1], 0),
                down if down < seen => (&others[down - 1], 1),
                _ => (&[], 0),
            };
            let mut sum = vec![Vec::new(); hidden + 1];
            for (ways, weight) in ways.iter().skip(step).zip(weights) {
                let weight = weight / (seen as f64 * chosen);
                for (sum, ways) in sum.iter_mut().zip(ways) {
                    add_product(sum, ways, &[weight], 0);
                }
            }
            sum
        });
        let differences: Vec<Series> = differences.collect();
        let from = (0..seen).map(|first| total(&differences[seen - 1 - first..][..seen]));
        let from: Vec<Series> = from.collect();
        let all = total(&from);
        Self {
            differences,
            from,
            all,
        }
    }

    /// The series from the seen card at one place, by its rank, to that at another.
    pub(super) fn between(&self, first: usize, last: usize) -> &Series {
        &self.differences[last + self.from.len() - 1 - first]
    }

    /// The series from one place to any.
    pub(super) fn from(&self, first: usize) -> &Series {
        &self.from[first]
    }

    /// The series from any place to one: the same differences as from the one opposite.
    pub(super) fn to(&self, last: usize) -> &Series {
        &self.from[self.from.len() - 1 - last]
    }
}

/// The sum of several series.
fn total(all: &[Series]) -> Series {
    let mut sum = vec![Vec::new(); all.first().map_or(0, Vec::len)];
    for series in all {
        for (sum, more) in sum.iter_mut().zip(series) {
            add_product(sum, more, &[1.0], 0);
        }
    }
    sum
}

/// The weights of the gaps between seen cards that have k descents among themselves, by k: any number of
/// unseen cards may lie in a gap. If none does, a descent stays one; else there is one anyway, after them.
fn ways(seen: usize, hidden: usize, laws: &[Weights]) -> Vec<Series> {
    let mut filled = vec![Vec::new(); hidden + 1];
    for (unseen, sum) in filled.iter_mut().enumerate().skip(1) {
        add_product(sum, &laws[unseen], &[1.0], 1);
    }
    let mut rise = filled.clone();
    rise[0] = vec![1.0];
    let mut fall = filled;
    fall[0] = vec![0.0, 1.0];
    let (rises, falls) = (powers(&rise, seen), powers(&fall, seen));
    rises
        .iter()
        .rev()
        .zip(&falls)
        .map(|(a, b)| times(a, b))
        .collect()
}

/// The powers 0 to `count` − 1.
fn powers(series: &Series, count: usize) -> Vec<Series> {
    let mut one = vec![Vec::new(); series.len()];
    one[0] = vec![1.0];
    let more = |last: &Series| Some(times(last, series));
    std::iter::successors(Some(one), more).take(count).collect()
}

/// The product, as far as the factors go.
fn times(a: &Series, b: &Series) -> Series {
    let mut product = vec![Vec::new(); a.len()];
    for (at, weights) in a.iter().enumerate() {
        for (sum, other) in product[at..].iter_mut().zip(b) {
            add_product(sum, weights, other, 0);
        }
    }
    product
}
