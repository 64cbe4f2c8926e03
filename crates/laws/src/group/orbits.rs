//! The places that a group can bring a card to, and blocks of places that stay together.

use super::{By, Move, Order};
use crate::null::factorial;

/// Joins of places that a search for blocks may look at: a second.
const EFFORT: usize = 300_000_000;

/// Returns true if the smallest group of `members` that is closed under conjugation brings any card anywhere.
pub(super) fn is_transitive(cards: usize, members: &[Move], conjugator: Option<&Move>) -> bool {
    let mut sets = Sets::new(cards);
    // A member that brings `a` to `b` has a conjugate that does so where `a` and `b` are brought, and so on.
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for member in members {
        pairs.extend(member.iter().enumerate().map(|(a, &b)| (a, usize::from(b))));
        while let Some((a, b)) = pairs.pop() {
            if let (true, Some(c)) = (sets.join(a, b), conjugator) {
                pairs.push((usize::from(c[a]), usize::from(c[b])));
            }
        }
    }
    sets.count == 1
}

/// Bounds the group that `generators` generate: by the sets of places that no card leaves, or by blocks of places that stay
/// together (Atkinson, 1975). Nothing where there are none but those that each group has.
pub(super) fn at_most(cards: usize, generators: &[Move]) -> Option<Order> {
    let order = |members| Order {
        members,
        by: By::Blocks,
    };
    let mut orbits = Sets::new(cards);
    for one in generators {
        for (a, &b) in one.iter().enumerate() {
            orbits.join(a, usize::from(b));
        }
    }
    if orbits.count > 1 {
        let sizes = orbits.sizes().into_iter().filter(|size| *size > 1);
        return Some(order(sizes.map(factorial).product()));
    }
    if cards * cards * generators.len() > EFFORT {
        return None;
    }
    let bounds = (1..cards).filter_map(|other| {
        let blocks = joined(cards, generators, other);
        let (count, size) = (blocks.count, cards / blocks.count);
        (count > 1).then(|| factorial(count) * factorial(size).pow(count))
    });
    bounds.min().map(order)
}

/// The smallest blocks of which one holds the first place and `other`.
fn joined(cards: usize, generators: &[Move], other: usize) -> Sets {
    let mut sets = Sets::new(cards);
    sets.join(0, other);
    let mut pairs = vec![(0, other)];
    while let Some((a, b)) = pairs.pop() {
        for one in generators {
            let next = (usize::from(one[a]), usize::from(one[b]));
            if sets.join(next.0, next.1) {
                pairs.push(next);
            }
        }
    }
    sets
}

/// Sets of places that grow together.
struct Sets {
    /// A place of the same set, at last the one that stands for it.
    of: Vec<usize>,
    count: usize,
}

impl Sets {
    /// Each place by itself.
    fn new(cards: usize) -> Self {
        Self {
            of: (0..cards).collect(),
            count: cards,
        }
    }

    /// The size of each set.
    fn sizes(&mut self) -> Vec<usize> {
        let mut sizes = vec![0; self.of.len()];
        for at in 0..sizes.len() {
            sizes[self.find(at)] += 1;
        }
        sizes.retain(|size| *size > 0);
        sizes
    }

    fn find(&mut self, mut at: usize) -> usize {
        while self.of[at] != at {
            self.of[at] = self.of[self.of[at]];
            at = self.of[at];
        }
        at
    }

    /// Joins the sets of two places; false if it was one before.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.of[a] = b;
            self.count -= 1;
        }
        a != b
    }
}
