//! The most socks without a mate while n pairs are drawn from a basket one sock at a time, in random order, and each is
//! folded with a mate as soon as there is one.
//!
//! - [`distinct`]: every sock has one mate.
//! - [`feet`]: every left sock is a mate of every right one.

pub mod distinct;
pub mod feet;

/// One value of U, the most socks that lie aside at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The value.
    pub value: usize,
    /// P(U = value).
    pub probability: f64,
    /// P(U ≥ value).
    pub at_least: f64,
}

/// Values that are less likely than this are left out of laws: the rounding of doubles is of this size.
pub(crate) const NEGLIGIBLE: f64 = 1e-15;

/// The law with the tails `at_least`, P(U ≥ u) for u = `first`, `first` + 1, …, as far as it is not negligible. Behind the
/// last one all is 0.
fn law(first: usize, at_least: &[f64]) -> Vec<Share> {
    let share = |(at, tail): (usize, &f64)| {
        let next = at_least.get(at + 1).copied().unwrap_or(0.0);
        Share {
            value: first + at,
            probability: tail - next,
            at_least: *tail,
        }
    };
    let shares = at_least.iter().enumerate().map(share);
    shares
        .filter(|share| share.probability > NEGLIGIBLE)
        .collect()
}

#[cfg(test)]
mod testing {
    /// Numbers of arrangements of the `socks` with each maximum of socks aside; `matches(a, b)` says whether two socks
    /// fold. Socks are numbers; all their orders are gone through.
    pub fn all_orders(pairs: usize, matches: impl Fn(usize, usize) -> bool) -> Vec<u64> {
        let mut counts = vec![0; pairs + 1];
        let mut socks: Vec<usize> = (0..2 * pairs).collect();
        permute(&mut socks, 0, &mut |order| {
            let (mut aside, mut most) = (Vec::new(), 0);
            for &sock in order {
                match aside.iter().position(|&other| matches(sock, other)) {
                    Some(at) => drop(aside.swap_remove(at)),
                    None => aside.push(sock),
                }
                most = most.max(aside.len());
            }
            counts[most] += 1;
        });
        counts
    }

    fn permute(items: &mut [usize], from: usize, each: &mut dyn FnMut(&[usize])) {
        if from == items.len() {
            return each(items);
        }
        for at in from..items.len() {
            items.swap(from, at);
            permute(items, from + 1, each);
            items.swap(from, at);
        }
    }
}
