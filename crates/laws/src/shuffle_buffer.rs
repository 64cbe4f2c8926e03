//! A shuffle buffer: it holds so many items, hands out one of them at random, and takes the next one from the input in its place.
//! When the input ends it hands out the rest in random order.
//!
//! An item can come earlier than it went in by less than the size of the buffer, and all orders in which every item does so are
//! equally likely: there are B! · B^(n−B) of them for n items, as each of n − B steps has B ways and the rest has B!. So the size
//! is one more than the most places by which an item came forward, unless no item was handed out as soon as it came in.

use super::counting::ln_factorial;

/// The logarithm of the number of orders that a buffer of this size, from 1 to `items`, can make.
pub fn ln_orders(items: usize, buffer: usize) -> f64 {
    ln_factorial(buffer) + (items - buffer) as f64 * libm::log(buffer as f64)
}

/// P(no item of a fair order comes forward by `buffer` places or more), `buffer` from 1 to `items`.
pub fn fair_chance(items: usize, buffer: usize) -> f64 {
    libm::exp(ln_orders(items, buffer) - ln_factorial(items)).min(1.0)
}

/// The largest buffer whose every order has at most this chance in a fair order; 0 if none has.
pub fn largest_seen(items: usize, level: f64) -> usize {
    largest(0, items, |buffer| fair_chance(items, buffer) <= level)
}

/// The upper limit of the size of a buffer that made an order in which no item came forward by `seen` places or more: larger
/// ones show no more than that with less than the probability `beta`. It is exact: of the orders that a buffer of B can make, all
/// equally likely, those that one of `seen` can make are a part.
pub fn upper_limit(items: usize, seen: usize, beta: f64) -> usize {
    let least = libm::log(beta);
    let ours = ln_orders(items, seen);
    largest(seen, items, |buffer| {
        ours - ln_orders(items, buffer) >= least
    })
}

/// The largest number above `known`, at most `most`, that `holds`, if each below it holds too; else `known`.
fn largest(known: usize, most: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut yes, mut no) = (known, most + 1);
    while no - yes > 1 {
        let middle = yes + (no - yes) / 2;
        if holds(middle) {
            yes = middle;
        } else {
            no = middle;
        }
    }
    yes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_close;

    /// The number of orders of so many items in which no item comes forward by `buffer` places or more, one by one.
    fn counted(items: usize, buffer: usize) -> u64 {
        fn place(order: &mut Vec<usize>, items: usize, buffer: usize) -> u64 {
            let at = order.len();
            if at == items {
                return 1;
            }
            let mut all = 0;
            for item in 0..items.min(at + buffer) {
                if !order.contains(&item) {
                    order.push(item);
                    all += place(order, items, buffer);
                    order.pop();
                }
            }
            all
        }
        place(&mut Vec::new(), items, buffer)
    }

    #[test]
    fn orders_are_counted() {
        for items in 1..8 {
            let all = counted(items, items) as f64;
            for buffer in 1..=items {
                let share = counted(items, buffer) as f64 / all;
                assert_close(fair_chance(items, buffer), share, 1e-12);
            }
        }
    }

    /// The chance that none of n − B + 1 items leaves at once, each with chance 1/B, is that of a buffer that shows one less.
    #[test]
    fn limits_are_exact() {
        let (items, seen) = (1_000_usize, 300_usize);
        let limit = upper_limit(items, seen, 0.05);
        assert!(limit > seen && limit < 2 * seen, "{limit}");
        let one_less =
            |buffer: usize| (1.0 - 1.0 / buffer as f64).powf((items - buffer + 1) as f64);
        let ratio = libm::exp(ln_orders(items, 299) - ln_orders(items, 300));
        assert_close(ratio, one_less(300), 1e-9);
        let at = |buffer| libm::exp(ln_orders(items, seen) - ln_orders(items, buffer));
        assert!(at(limit) >= 0.05 && at(limit + 1) < 0.05);
        assert_eq!(upper_limit(10, 10, 0.05), 10);
        let largest = largest_seen(10_000, 1e-4);
        assert!(fair_chance(10_000, largest) <= 1e-4 && fair_chance(10_000, largest + 1) > 1e-4);
        assert!((9_500..9_700).contains(&largest), "{largest}");
        assert_eq!(largest_seen(3, 1e-4), 0);
    }
}
