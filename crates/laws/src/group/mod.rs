//! Groups of rearrangements: all that can come of some of them, done one after the other, and how many orders that is.

mod chain;
mod orbits;
mod walk;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use crate::counting::power_of_ten;
use crate::null::factorial;
use crate::permutation::Permutation;
use chain::Chain;
use text::names::grouped;

/// A rearrangement in few bytes: the card at `i` goes to `self[i]`.
type Move = Box<[u16]>;

/// The most cards of a group that is looked at.
pub const MOST_POINTS: usize = 1_000;

/// The number of members of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The number of members.
    pub members: UBig,
    /// The way in which it is known.
    pub by: By,
}

impl Order {
    /// Natural logarithm of the share of all n! orders of so many cards that are members.
    pub fn ln_share(&self, cards: usize) -> f64 {
        let all = factorial(cards);
        if self.members == all {
            return 0.0;
        }
        // A group has a whole number of cosets.
        -std::f64::consts::LN_2 * log2(&(all / &self.members))
    }

    /// The number of members in words: "52!", "52!/2", "1,040", "3.1e33".
    pub fn in_words(&self, cards: usize) -> String {
        let all = factorial(cards);
        match u64::try_from(&self.members) {
            Ok(few) if few < 1_000_000_000 => grouped(few),
            _ if self.members == all => format!("{cards}!"),
            _ if &self.members + &self.members == all => format!("{cards}!/2"),
            _ => power_of_ten(std::f64::consts::LN_2 * log2(&self.members)),
        }
    }
}

/// Base-two logarithm of a positive number.
fn log2(number: &UBig) -> f64 {
    let bits = number.bit_len();
    let below = bits.saturating_sub(64);
    let leading = u64::try_from(number >> below).expect("so many bits are left");
    libm::log2(leading as f64) + below as f64
}

/// A proof of the number of members of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// A chain of stabilisers with its coset representatives (Sims, 1970).
    Chain,
    /// It moves any card anywhere, and some member has a cycle of a prime length p with n/2 < p < n − 2: it has all even
    /// rearrangements (Jordan, 1873).
    Jordan,
}

impl By {
    /// The way in which it is known, in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Chain => "counted by a chain of stabilisers (Sims, 1970)",
            Self::Jordan => "by a cycle of prime length among its members (Jordan, 1873)",
        }
    }
}

/// Finds the order of the smallest group that holds `members` and, with each of its own members g, also c⁻¹gc, where c is
/// `conjugator`. Without one it is the group that `members` generate.
///
/// Nothing for more than [`MOST_POINTS`] cards, and where it would take more than some seconds.
///
/// # Panics
///
/// If the rearrangements are of different numbers of cards.
pub fn order(
    cards: usize,
    members: &[Permutation],
    conjugator: Option<&Permutation>,
) -> Option<Order> {
    let same = |one: &Permutation| one.cards() == cards;
    assert!(members.iter().chain(conjugator).all(same));
    if cards > MOST_POINTS {
        return None;
    }
    let members: Vec<Move> = members.iter().map(packed).collect();
    let conjugator = conjugator.map(packed);
    let conjugator = conjugator.as_ref();
    if orbits::is_transitive(cards, &members, conjugator)
        && walk::meets_long_prime_cycle(cards, &members, conjugator)
    {
        let all = factorial(cards);
        let members = if members.iter().any(|one| is_odd(one)) {
            all
        } else {
            all / UBig::from(2_u8)
        };
        return Some(Order {
            members,
            by: By::Jordan,
        });
    }
    let mut chain = Chain::new(cards);
    let mut kept: Vec<Move> = Vec::new();
    for one in members {
        if chain.add(one.clone())? {
            kept.push(one);
        }
    }
    if let Some(conjugator) = conjugator {
        let mut at = 0;
        while at < kept.len() {
            let next = conjugate(&kept[at], conjugator);
            if chain.add(next.clone())? {
                kept.push(next);
            }
            at += 1;
        }
    }
    Some(Order {
        members: chain.order(),
        by: By::Chain,
    })
}

fn packed(one: &Permutation) -> Move {
    one.to().iter().map(|&to| to as u16).collect()
}

fn identity(cards: usize) -> Move {
    (0..cards).map(|at| at as u16).collect()
}

/// The first, then the second.
fn then(first: &[u16], second: &[u16]) -> Move {
    first.iter().map(|&at| second[usize::from(at)]).collect()
}

fn inverse(one: &[u16]) -> Move {
    let mut to = vec![0; one.len()];
    for (from, &at) in one.iter().enumerate() {
        to[usize::from(at)] = from as u16;
    }
    to.into()
}

/// c⁻¹gc: what g does, where each card is called by the place to which c brings it.
fn conjugate(g: &[u16], c: &[u16]) -> Move {
    let mut to = vec![0; g.len()];
    for (from, &at) in g.iter().enumerate() {
        to[usize::from(c[from])] = c[usize::from(at)];
    }
    to.into()
}

/// The lengths of the cycles.
fn cycle_lengths(one: &[u16]) -> Vec<usize> {
    let mut seen = vec![false; one.len()];
    let mut lengths = Vec::new();
    for start in 0..one.len() {
        let (mut at, mut length) = (start, 0);
        while !seen[at] {
            seen[at] = true;
            length += 1;
            at = usize::from(one[at]);
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

fn is_odd(one: &[u16]) -> bool {
    (one.len() - cycle_lengths(one).len()) % 2 == 1
}

#[cfg(test)]
mod tests;
