//! Groups of rearrangements: all that can come of some of them, done one after the other, and how many orders that is.

mod chain;
mod orbits;
mod walk;

use dashu_int::UBig;

use crate::counting::{ln, power_of_ten};
use crate::null::factorial;
use crate::permutation::Permutation;
use chain::Chain;
use text::names::grouped;

/// A rearrangement in few bytes: the card at `i` goes to `self[i]`.
type Move = Box<[u16]>;

/// The most cards of a group that is looked at.
pub const MOST_POINTS: usize = 1_000;

/// The number of members of a group, or a number that it does not exceed.
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
        -ln(&(all / &self.members))
    }

    /// True if the number is known, false if it is only known to be no larger.
    pub fn is_exact(&self) -> bool {
        self.by != By::Blocks
    }

    /// The number of members in words: "52!", "52!/2", "1,040", "3.1e33".
    pub fn in_words(&self, cards: usize) -> String {
        let all = factorial(cards);
        match u64::try_from(&self.members) {
            Ok(few) if few < 1_000_000_000 => grouped(few),
            _ if self.members == all => format!("{cards}!"),
            _ if &self.members + &self.members == all => format!("{cards}!/2"),
            _ => power_of_ten(ln(&self.members)),
        }
    }
}

/// A proof of the number of members of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// A chain of stabilisers with its coset representatives (Sims, 1970).
    Chain,
    /// It moves any card anywhere, and some member has a cycle of a prime length p with n/2 < p < n − 2: it has all even
    /// rearrangements (Jordan, 1873).
    Jordan,
    /// It is at most this: some cards never leave their places, or blocks of places stay together.
    Blocks,
}

impl By {
    /// The way in which it is known, in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Chain => "counted by a chain of stabilisers (Sims, 1970)",
            Self::Blocks => "bounded by blocks of places that stay together",
            Self::Jordan => "by a cycle of prime length among its members (Jordan, 1873)",
        }
    }
}

/// Finds the order of the smallest group that holds `members` and, with each of its own members g, also c⁻¹gc, where c is
/// `conjugator`. Without one it is the group that `members` generate.
///
/// If counting takes more than a second, it is bounded by blocks of places that stay together. Nothing for more than
/// [`MOST_POINTS`] cards, and where there are no such blocks.
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
    let conjugators = conjugator.map(std::slice::from_ref).unwrap_or_default();
    counted(cards, &members, conjugator)
        .or_else(|| orbits::at_most(cards, &[&members, conjugators].concat()))
}

/// Counts the members by a chain; nothing where that takes too long.
fn counted(cards: usize, members: &[Move], conjugator: Option<&Move>) -> Option<Order> {
    let mut chain = Chain::new(cards);
    let mut kept: Vec<Move> = Vec::new();
    for one in members {
        if chain.add(one.clone())? {
            kept.push(one.clone());
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
