//! Neighbours of two classes in an ideal deck.

use super::of_first;

/// States of the programme, times the tables that they are added up for, at the most.
const MOST: usize = 50_000_000;

/// Kinds of cards: of one class, of the other, of none.
const KINDS: usize = 3;

/// The law of the pairs of neighbours among the `first` places of an ideal deck of which one is of one class and the other
/// of the other: `sizes` are the cards of one class, of the other, and of none. If `same`, both are the first class.
/// `None` where it takes too long.
pub(super) fn next_to(sizes: [usize; 3], same: bool, first: usize) -> Option<Vec<f64>> {
    let cards: usize = sizes.iter().sum();
    let most = pairs(&sizes, same) + 1;
    let states = sizes.iter().map(|size| size + 1).product::<usize>() * KINDS * most;
    let tables = if first < cards {
        first * (sizes[1].min(first) + 1)
    } else {
        1
    };
    if states.checked_mul(tables)? > MOST {
        return None;
    }
    of_first(&sizes, first, |sizes| Some(whole(sizes, same)))
}

/// Pairs at the most: each card has two neighbours.
fn pairs(sizes: &[usize], same: bool) -> usize {
    if same {
        sizes[0].saturating_sub(1)
    } else {
        2 * sizes[0].min(sizes[1])
    }
}

/// The law of a whole deck, card by card: the next is of each kind in proportion to the cards that are left of it.
fn whole(sizes: &[usize], same: bool) -> Vec<f64> {
    let most = pairs(sizes, same) + 1;
    let cards: usize = sizes.iter().sum();
    let [rows, columns, depth] = [sizes[0] + 1, sizes[1] + 1, sizes[2] + 1];
    let at = |used: [usize; 3], last: usize| {
        (((used[0] * columns + used[1]) * depth + used[2]) * KINDS + last) * most
    };
    let mut law = vec![0.0; rows * columns * depth * KINDS * most];
    let counts = |last: usize, kind: usize| {
        if same {
            last == 0 && kind == 0
        } else {
            last + kind == 1
        }
    };
    // Nothing lies above the first card; kind 2 is next to nothing.
    law[at([0; 3], 2)] = 1.0;
    let mut ends = vec![0.0; most];
    for a in 0..rows {
        for b in 0..columns {
            for c in 0..depth {
                let used = [a, b, c];
                let left = cards - a - b - c;
                for last in 0..KINDS {
                    let from = at(used, last);
                    if left == 0 {
                        for (end, p) in ends.iter_mut().zip(&law[from..from + most]) {
                            *end += p;
                        }
                        continue;
                    }
                    for kind in 0..KINDS {
                        let of_kind = sizes[kind] - used[kind];
                        if of_kind == 0 {
                            continue;
                        }
                        let share = of_kind as f64 / left as f64;
                        let mut next = used;
                        next[kind] += 1;
                        let (to, more) = (at(next, kind), usize::from(counts(last, kind)));
                        for pairs in 0..most - more {
                            law[to + pairs + more] += share * law[from + pairs];
                        }
                    }
                }
            }
        }
    }
    ends
}
