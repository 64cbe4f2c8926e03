//! Walks of small moves that are done again and again.

use super::super::{Whole, bounds};
use super::search::Search;
use laws::known::Bound;
use laws::walks::{Followed, Walk};

/// So many moves of a walk, done again and again: true if the law was followed to the end.
pub(super) fn by_law((walk, each): (Walk, u32), cards: usize, search: &mut Search) -> bool {
    let Some(mut deck) = Followed::from_start(walk, cards) else {
        by_pairs_that_stay((walk, each), cards, search);
        return false;
    };
    for times in 1.. {
        if deck.go_on(each).is_none() {
            return false;
        }
        let (value, gap) = deck.total_variation();
        let by = Whole::Moves(walk, deck.moves()).law_in_words();
        let distance = Bound { value, gap, by };
        search.not_yet(times, &distance);
        search.reached(times, &distance);
        if search.is_done(times) {
            break;
        }
    }
    true
}

/// Bounds from above of a walk whose law is not followed: each move takes the same share off them.
fn by_pairs_that_stay((walk, each): (Walk, u32), cards: usize, search: &mut Search) {
    let bound = |times: u32| bounds::walked(walk, times.checked_mul(each)?, cards);
    let thresholds: Vec<f64> = search.all.iter().map(|one| one.below).collect();
    for below in thresholds {
        // The least number of times, between one that is too small and one that is enough.
        let is_enough = |times| bound(times).is_some_and(|bound| bound.value < below);
        let Some(mut most) = (0..u32::BITS)
            .map(|power| 1 << power)
            .find(|times| is_enough(*times))
        else {
            return;
        };
        let mut least = most / 2;
        while least + 1 < most {
            let middle = least.midpoint(most);
            if is_enough(middle) {
                most = middle;
            } else {
                least = middle;
            }
        }
        if let Some(bound) = bound(most) {
            search.reached(most, &bound);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Times, times};
    use crate::routine::Plan;

    fn of(kind: &'static str, moves: &'static str, cards: usize, below: f64) -> Times {
        let plan = Plan::written("X", &[('X', kind, moves)]);
        times(&plan, cards, &[below]).remove(0)
    }

    /// As a second program finds, of cards that move to the top in whole numbers.
    #[test]
    fn the_number_is_exact_where_the_law_is_followed() {
        for (kind, moves, cards, exact) in [
            ("top-to-random", "", 52, 179),
            ("random-to-top", "", 52, 179),
            ("top-to-random", "moves = 10", 52, 18),
            ("random-transpositions", "", 30, 54),
        ] {
            let found = of(kind, moves, cards, 0.25);
            assert_eq!(found.exact, Some(exact), "{kind} {moves}");
        }
    }

    #[test]
    fn small_decks_are_those_of_enumeration() {
        for kind in ["random-transpositions", "top-to-random", "random-to-top"] {
            let plan = Plan::written("X", &[('X', kind, "")]);
            for below in [0.5, 0.25, 0.1] {
                let once = plan.orders(6, 6).unwrap();
                let mut law = once.clone();
                let mut done = 1;
                while law.total_variation() >= below {
                    law = law.then(&once);
                    done += 1;
                }
                let found = times(&plan, 6, &[below]).remove(0);
                assert_eq!(found.exact, Some(done), "{kind}, {below}");
            }
        }
    }

    /// For 2,000 cards: 2 ln(C(n, 2) / .25) n / 2 moves are enough, and too few leave most orders out.
    #[test]
    fn larger_decks_have_a_number_that_is_enough() {
        let found = of("top-to-random", "", 2_000, 0.25);
        let enough = found.at_most.unwrap();
        let least = libm::log(1_999_000.0 / 0.25) / -libm::log(1.0 - 2.0 / 2_000.0);
        assert_eq!(enough, libm::ceil(least) as u32);
        assert!(found.exact.is_none() && found.at_least.unwrap() > 1_500);
        assert_eq!(of("random-transpositions", "", 70, 0.25).at_most, None);
    }
}
