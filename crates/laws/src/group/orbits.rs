//! The places that a group can bring a card to.

use super::Move;

/// Returns true if the smallest group of `members` that is closed under conjugation brings any card anywhere.
pub(super) fn is_transitive(cards: usize, members: &[Move], conjugator: Option<&Move>) -> bool {
    let mut sets = Sets {
        of: (0..cards).collect(),
        count: cards,
    };
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

/// Sets of places that grow together.
struct Sets {
    /// A place of the same set, at last the one that stands for it.
    of: Vec<usize>,
    count: usize,
}

impl Sets {
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
