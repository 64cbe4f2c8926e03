//! The parts that the two-card chains of several shuffles share: how a table of pairs goes through the
//! interleaving of two packets, through packets put down in reverse order, and through fixed moves.

pub(super) mod insertions;
pub(super) mod interleaving;
pub(super) mod reversal;
mod side_by_side;
pub(super) mod swaps;
pub(super) mod top_card;

use laws::pairs::{Direction, Effort, Pairs};

/// Cards of the decks that `tables` are of, all the same.
pub(super) fn cards_of(tables: &[&Pairs]) -> usize {
    tables.first().map_or(0, |table| table.cards())
}

/// Takes `pairs` through a chain that `half` knows for pairs of which the first card is special,
/// such as the one that lands higher: with the two cards in either order.
///
/// `half` gets two tables on the side of the start and two on the side of the end, one for each
/// order. It takes each through alike: reads those that the direction starts from and adds to the
/// other ones, which come as zeros.
fn both_orders(
    pairs: &Pairs,
    direction: Direction,
    half: impl Fn(&mut [Pairs; 2], &mut [Pairs; 2]),
) -> Pairs {
    let mut given = [pairs.clone(), pairs.swapped()];
    let mut fresh = [0, 1].map(|_| Pairs::zero(pairs.cards()));
    match direction {
        Direction::Backward => half(&mut fresh, &mut given),
        Direction::Forward => half(&mut given, &mut fresh),
    }
    let [mut sum, other] = fresh;
    sum.add(&other.swapped());
    sum
}

/// Through a fixed rearrangement: `to` says where the card at each position goes.
pub(super) fn moved(pairs: &Pairs, direction: Direction, to: &[usize]) -> Pairs {
    let mut from = vec![0; to.len()];
    for (start, &end) in to.iter().enumerate() {
        from[end] = start;
    }
    let read = match direction {
        Direction::Backward => to,
        Direction::Forward => &from,
    };
    Pairs::from_fn(pairs.cards(), |i, j| pairs.get(read[i], read[j]))
}

/// Takes the places of a pair of cards, to which they may go, and the probability of that.
pub(super) type Goes<'a> = dyn FnMut([usize; 2], f64) + 'a;

/// Through a shuffle that takes each pair of cards to a few pairs of places: `goes` says which, and how likely they are.
pub(super) fn gone(
    pairs: &Pairs,
    direction: Direction,
    goes: impl Fn([usize; 2], &mut Goes<'_>),
) -> Pairs {
    let cards = pairs.cards();
    let mut next = Pairs::zero(cards);
    for a in 0..cards {
        for b in (0..cards).filter(|&b| b != a) {
            goes([a, b], &mut |[i, j], probability| match direction {
                Direction::Backward => next.row_mut(a)[b] += probability * pairs.get(i, j),
                Direction::Forward => next.row_mut(i)[j] += probability * pairs.get(a, b),
            });
        }
    }
    next
}

/// Gives the effort of [`moved`] and of other simple ways through a table.
pub(super) fn effort_of_moving(cards: usize) -> Effort {
    Effort::of_tables(cards, 2)
}
