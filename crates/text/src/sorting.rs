//! Sorting where it is not hot. A sort of the standard library is compiled anew for each type and each comparison; these
//! share one that orders places.

use std::cmp::Ordering;

/// Sorts in the order of `compare`; what is equal stays in its order.
pub fn by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = ordered(items.len(), &|a, b| compare(&items[a], &items[b]));
    arrange(items, order);
}

/// Sorts by a key; what has the same key stays in its order.
pub fn by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts numbers, the smallest first.
pub fn floats(items: &mut [f64]) {
    items.sort_unstable_by(f64::total_cmp);
}

/// Sorts names and texts by their letters.
pub fn strings(items: &mut [String]) {
    by(items, Ord::cmp);
}

/// The places 0 to `count`, in the order of `compare`.
fn ordered(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

/// Moves to each place the item that was at the place that `order` names there, along the cycles of `order`.
fn arrange<T>(items: &mut [T], mut order: Vec<usize>) {
    for start in 0..order.len() {
        let mut at = start;
        while order[at] != start {
            let from = order[at];
            items.swap(at, from);
            order[at] = at;
            at = from;
        }
        order[at] = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        for count in [0, 1, 2, 3, 10, 100, 1000] {
            let pairs: Vec<(u32, usize)> = (0..count).map(|at| (next() % 50, at)).collect();
            let (mut ours, mut theirs) = (pairs.clone(), pairs.clone());
            by_key(&mut ours, |pair| pair.0);
            theirs.sort_by_key(|pair| pair.0);
            assert_eq!(ours, theirs);
            by(&mut ours, |a, b| b.0.cmp(&a.0));
            theirs.sort_by_key(|pair| std::cmp::Reverse(pair.0));
            assert_eq!(ours, theirs);
            let mut texts: Vec<String> = pairs.iter().map(|pair| pair.0.to_string()).collect();
            strings(&mut texts);
            assert!(texts.is_sorted());
            let mut numbers: Vec<f64> = pairs.iter().map(|pair| f64::from(pair.0) - 9.5).collect();
            floats(&mut numbers);
            assert!(numbers.is_sorted());
        }
    }
}
