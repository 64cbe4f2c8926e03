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

/// The order of names as people read them: runs of digits by their value, so that `shelves-15` comes before `shelves-100`;
/// all else by its letters.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut rest_a, mut rest_b) = (a, b);
    loop {
        let (digits_a, digits_b) = (leading_digits(rest_a), leading_digits(rest_b));
        if !digits_a.is_empty() && !digits_b.is_empty() {
            let value = |digits: &str| digits.trim_start_matches('0').to_owned();
            let (value_a, value_b) = (value(digits_a), value(digits_b));
            let order = (value_a.len(), value_a).cmp(&(value_b.len(), value_b));
            if order.is_ne() {
                return order;
            }
            rest_a = &rest_a[digits_a.len()..];
            rest_b = &rest_b[digits_b.len()..];
            continue;
        }
        let (mut letters_a, mut letters_b) = (rest_a.chars(), rest_b.chars());
        match (letters_a.next(), letters_b.next()) {
            // Names that differ in zeros alone are in the order of their letters.
            (None, None) => return a.cmp(b),
            (letter_a, letter_b) if letter_a != letter_b => return letter_a.cmp(&letter_b),
            _ => {
                rest_a = letters_a.as_str();
                rest_b = letters_b.as_str();
            }
        }
    }
}

fn leading_digits(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit());
    &text[..end.unwrap_or(text.len())]
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
    fn numbers_in_names_are_in_order_of_size() {
        let mut names = [
            "b2", "a100", "a", "a15", "a015", "a20-x", "a20", "", "1e3", "10",
        ]
        .map(str::to_owned);
        by(&mut names, |a, b| natural(a, b));
        assert_eq!(
            names,
            [
                "", "1e3", "10", "a", "a015", "a15", "a20", "a20-x", "a100", "b2"
            ]
        );
    }

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
