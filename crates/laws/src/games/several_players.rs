//! Snap with any number of players: how many orders have no snap at all.
//!
//! With p players the piles show the last p cards, so that a game without a snap is an order in which no two cards of
//! a rank are fewer than p places apart. Cards are turned one by one; all that matters of those that were turned is how
//! many cards are left of each of the last p − 1 ranks, in order, and of how many ranks some number is left: a rank among
//! the last ones may not come, any other may.

use std::collections::HashMap;

use dashu_int::UBig;
use dashu_ratio::RBig;

use crate::null::factorial;

/// Orders are counted up to this many states at a time: within some seconds.
const MOST_STATES: u64 = 1_000_000;

/// The cards left of each of the last ranks, the latest last; then the number of ranks of which 0, 1, 2, … cards are left.
type State = Vec<u16>;

/// The probability that `ranks` ranks of `suits` cards each come without a snap of `players` players, 2 or more. It is
/// worked out when it is called; `None` if there are too many states to count their orders.
///
/// ```
/// // Three ranks of two cards, three players: the first three cards are all different, and the same order comes again.
/// # use colddeck_laws::{games::without_snap, null::fraction};
/// assert_eq!(fraction(&without_snap(3, 2, 3).unwrap()()).unwrap(), "1/15");
/// ```
pub fn without_snap(
    ranks: usize,
    suits: usize,
    players: usize,
) -> Option<impl FnOnce() -> RBig + Send> {
    let window = players - 1;
    let few = states(ranks, suits, window) <= MOST_STATES;
    few.then_some(move || counted(ranks, suits, window))
}

/// The share of the orders in which no two cards of a rank are `window` places or less apart.
fn counted(ranks: usize, suits: usize, window: usize) -> RBig {
    let mut start = vec![0; suits + 1];
    start[suits] = ranks as u16;
    let mut ways: HashMap<State, UBig> = HashMap::from([(start, UBig::ONE)]);
    for turned in 0..ranks * suits {
        let mut next: HashMap<State, UBig> = HashMap::new();
        let shown = window.min(turned);
        for (state, orders) in &ways {
            let (last, left) = state.split_at(shown);
            for cards in 1..=suits {
                let among_last = last.iter().filter(|of| usize::from(**of) == cards).count();
                let free = usize::from(left[cards]) - among_last;
                if free == 0 {
                    continue;
                }
                let mut after = last[usize::from(shown == window)..].to_vec();
                after.push(cards as u16 - 1);
                let from = after.len();
                after.extend_from_slice(left);
                after[from + cards] -= 1;
                after[from + cards - 1] += 1;
                *next.entry(after).or_default() += orders * UBig::from(free * cards);
            }
        }
        ways = next;
    }
    let orders: UBig = ways.into_values().sum();
    RBig::from_parts(orders.into(), factorial(ranks * suits))
}

/// An upper limit of the number of states that come up at a time.
fn states(ranks: usize, suits: usize, window: usize) -> u64 {
    // Partitions of the ranks by what is left of them: C(ranks + suits, suits), divided among some of the cards.
    let mut compositions = 1.0;
    for k in 1..=suits {
        compositions *= (ranks + k) as f64 / k as f64;
    }
    let last = libm::pow((suits + 1) as f64, window as f64);
    (compositions * last / (ranks * suits).max(1) as f64).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::snap;
    use crate::null::to_f64;
    use crate::order_law::OrderLaw;
    use deck::Card;

    #[test]
    fn small_decks_are_those_of_all_orders() {
        for (ranks, suits) in [(2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (8, 1)] {
            for players in 2..=5 {
                if ranks * suits == 9 && players > 3 {
                    continue;
                }
                let mut boring = UBig::ZERO;
                let all = OrderLaw::uniform(ranks * suits).unwrap();
                all.for_each(|deck: &[Card], _| {
                    let rank = |at: usize| usize::from(deck[at]) % ranks;
                    let snaps = (0..deck.len()).any(|at| {
                        (at.saturating_sub(players - 1)..at).any(|other| rank(other) == rank(at))
                    });
                    boring += u32::from(!snaps);
                });
                let exact = RBig::from_parts(boring.into(), factorial(ranks * suits));
                let ours = without_snap(ranks, suits, players).unwrap();
                assert_eq!(ours(), exact, "{ranks} {suits} {players}");
            }
        }
    }

    #[test]
    fn two_players_are_those_of_the_whole_law() {
        for (ranks, suits) in [(13, 4), (4, 13), (10, 3)] {
            let ours = without_snap(ranks, suits, 2).unwrap()();
            assert_eq!(ours, snap(ranks, suits).probability(0));
        }
    }

    /// The digits of a recursion from the last card back, in fractions: by `python3`, with memory of its states.
    #[test]
    fn several_players_have_the_known_probabilities() {
        for (ranks, suits, players, digits) in [
            (13, 4, 3, "1.69069e-3"),
            (13, 4, 4, "4.94467e-5"),
            (13, 4, 5, "1.08057e-6"),
            (5, 3, 3, "9.07735e-3"),
        ] {
            let p = to_f64(&without_snap(ranks, suits, players).unwrap()());
            assert_eq!(format!("{p:.5e}"), digits);
        }
    }

    #[test]
    fn too_many_states_are_refused() {
        assert!(without_snap(40, 13, 8).is_none());
        assert!(without_snap(13, 4, 13).is_none());
    }
}
