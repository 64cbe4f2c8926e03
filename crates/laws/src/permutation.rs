//! One fixed rearrangement, done again and again: its cycles, and how often until the deck is as it was.

use std::collections::BTreeMap;

use dashu_int::UBig;

/// A rearrangement of positions 0 to n − 1: the card at `i` goes to `to[i]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Permutation {
    to: Vec<usize>,
}

impl Permutation {
    /// The rearrangement that leaves every card where it is.
    pub fn identity(cards: usize) -> Self {
        Self {
            to: (0..cards).collect(),
        }
    }

    /// The one that makes of a sorted deck this one, top first: card c lies where it says.
    ///
    /// # Panics
    /// If a card is not a number below the deck's size.
    pub fn of_deck(deck: &[u16]) -> Self {
        let mut to = vec![0; deck.len()];
        for (position, &card) in deck.iter().enumerate() {
            to[usize::from(card)] = position;
        }
        Self { to }
    }

    /// The deck turned end for end.
    pub(crate) fn reversal(cards: usize) -> Self {
        Self {
            to: (0..cards).rev().collect(),
        }
    }

    /// A cut of so many cards, fewer than all, from the top to the bottom.
    pub fn cut(cards: usize, of: usize) -> Self {
        Self {
            to: (0..cards).map(|at| (at + cards - of) % cards).collect(),
        }
    }

    /// Number of cards.
    pub fn cards(&self) -> usize {
        self.to.len()
    }

    /// Says where the card at each position goes.
    pub fn to(&self) -> &[usize] {
        &self.to
    }

    /// This one, then `next`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self {
            to: self.to.iter().map(|&at| next.to[at]).collect(),
        }
    }

    /// The one that undoes this.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut to = vec![0; self.to.len()];
        for (from, &at) in self.to.iter().enumerate() {
            to[at] = from;
        }
        Self { to }
    }

    /// The cycles, each from its smallest position on, by that position; a card that stays is a cycle of
    /// its own.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.to.len()];
        let mut cycles = Vec::new();
        for start in 0..self.to.len() {
            let mut cycle = Vec::new();
            let mut at = start;
            while !seen[at] {
                seen[at] = true;
                cycle.push(at);
                at = self.to[at];
            }
            if !cycle.is_empty() {
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// True if it takes an odd number of swaps: one less than its length for each cycle.
    pub fn is_odd(&self) -> bool {
        let swaps: usize = self.cycles().iter().map(|cycle| cycle.len() - 1).sum();
        !swaps.is_multiple_of(2)
    }

    /// Number of cycles by length.
    pub fn lengths(&self) -> BTreeMap<usize, usize> {
        let mut lengths = BTreeMap::new();
        for cycle in self.cycles() {
            *lengths.entry(cycle.len()).or_insert(0) += 1;
        }
        lengths
    }
}

/// The least common multiple of these lengths of cycles: how often the rearrangement must be done for
/// all cards to be back at once.
pub fn order(lengths: &BTreeMap<usize, usize>) -> UBig {
    // The largest power of each prime.
    let mut powers: BTreeMap<usize, usize> = BTreeMap::new();
    for &length in lengths.keys() {
        let mut left = length;
        let mut prime = 2;
        while left > 1 {
            if prime * prime > left {
                prime = left;
            }
            let mut power = 1;
            while left.is_multiple_of(prime) {
                left /= prime;
                power *= prime;
            }
            if power > 1 {
                let most = powers.entry(prime).or_insert(power);
                *most = power.max(*most);
            }
            prime += 1;
        }
    }
    powers
        .into_values()
        .fold(UBig::ONE, |product, power| product * power)
}

/// The share of all n² cells (card, position) that come up before the deck is back: a card visits the
/// positions of its cycle, all equally often.
pub fn occupied(lengths: &BTreeMap<usize, usize>) -> f64 {
    let visited = lengths
        .iter()
        .map(|(length, count)| length * length * count);
    let cards: usize = lengths.iter().map(|(length, count)| length * count).sum();
    visited.sum::<usize>() as f64 / (cards * cards) as f64
}

/// A way to get one rearrangement from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relation {
    /// True if it is the other one's inverse, and not the other one itself.
    pub inverse: bool,
    /// True if the deck is turned end for end before that.
    pub reversed_before: bool,
    /// True if the deck is turned end for end after it.
    pub reversed_after: bool,
}

/// All the ways in which `one` is `other`, undone or not, with the deck turned end for end before or after.
pub fn relations(one: &Permutation, other: &Permutation) -> Vec<Relation> {
    let reversal = Permutation::reversal(one.cards());
    let all = (0..8).map(|bits| Relation {
        inverse: bits & 1 == 1,
        reversed_before: bits & 2 == 2,
        reversed_after: bits & 4 == 4,
    });
    all.filter(|relation| {
        let mut made = if relation.inverse {
            other.inverse()
        } else {
            other.clone()
        };
        if relation.reversed_before {
            made = reversal.then(&made);
        }
        if relation.reversed_after {
            made = made.then(&reversal);
        }
        made == *one
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(to: &[usize]) -> Permutation {
        Permutation { to: to.to_vec() }
    }

    /// Counts the repetitions until every card is back in its place.
    fn counted(permutation: &Permutation) -> usize {
        let identity = Permutation::identity(permutation.cards());
        let mut at = permutation.clone();
        let mut times = 1;
        while at != identity {
            at = at.then(permutation);
            times += 1;
        }
        times
    }

    #[test]
    fn cycles_and_orders_by_hand() {
        let permutation = of(&[2, 1, 4, 5, 0, 3]);
        assert_eq!(permutation.cycles(), [vec![0, 2, 4], vec![1], vec![3, 5]]);
        let lengths = permutation.lengths();
        assert_eq!(order(&lengths), UBig::from(6_u8));
        assert!((occupied(&lengths) - 14.0 / 36.0).abs() < 1e-15);
        assert_eq!(counted(&permutation), 6);
        let still = Permutation::identity(5).lengths();
        assert_eq!(order(&still), UBig::ONE);
        assert!((occupied(&still) - 0.2).abs() < 1e-15);
    }

    #[test]
    fn orders_are_counted_ones_for_every_permutation_of_six() {
        let mut orders: Vec<Vec<usize>> = vec![vec![]];
        for card in 0..6 {
            orders = orders
                .iter()
                .flat_map(|order| {
                    (0..=order.len()).map(move |at| {
                        let mut longer = order.clone();
                        longer.insert(at, card);
                        longer
                    })
                })
                .collect();
        }
        for to in orders {
            let permutation = of(&to);
            assert_eq!(
                order(&permutation.lengths()),
                UBig::from(counted(&permutation))
            );
            let back = permutation.then(&permutation.inverse());
            assert_eq!(back, Permutation::identity(6));
        }
    }

    /// One cycle of each prime length up to 181, 4,227 cards: the product of the primes, which no 64 bits
    /// hold.
    #[test]
    fn large_orders_are_exact() {
        let primes = (2..=181_usize).filter(|n| (2..*n).all(|d| !n.is_multiple_of(d)));
        let lengths: BTreeMap<usize, usize> = primes.map(|prime| (prime, 1)).collect();
        let product = lengths
            .keys()
            .fold(UBig::ONE, |product, &prime| product * prime);
        assert_eq!(order(&lengths), product);
        assert!(product > (UBig::ONE << 200));
        let powers: BTreeMap<usize, usize> = [(8, 3), (12, 1), (9, 2), (10_000, 1)].into();
        assert_eq!(order(&powers), UBig::from(90_000_u32));
    }

    #[test]
    fn relations_are_those_that_the_cards_have() {
        let cut = Permutation::cut(5, 2);
        let found = relations(&cut, &Permutation::cut(5, 3));
        assert!(found.contains(&Relation {
            inverse: true,
            reversed_before: false,
            reversed_after: false
        }));
        // A deck turned, cut and turned again is cut the other way.
        assert!(found.contains(&Relation {
            inverse: false,
            reversed_before: true,
            reversed_after: true
        }));
        assert_eq!(found.len(), 2);
        assert_eq!(relations(&cut, &Permutation::identity(5)), []);
        let deck = [2, 3, 4, 0, 1];
        assert_eq!(Permutation::of_deck(&deck), cut);
    }
}
