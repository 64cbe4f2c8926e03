//! Walks on the orders of a deck that papers on shuffling study: one small move, drawn alike each time, again and again.
//!
//! A move gives its chains, and how likely each order is that it can give; those of several moves follow.

pub(super) mod adjacent_transpositions;
pub(super) mod borel;
pub(super) mod inverse_riffle;
pub(super) mod random_to_random;
pub(super) mod random_to_top;
pub(super) mod random_transpositions;
pub(super) mod rudvalis;
pub(super) mod thorp;
pub(super) mod top_to_random;

use std::f64::consts::LN_2;
use std::fmt;

use super::Shuffle;
use super::prelude::*;
use laws::counting::ln_sum;
use laws::walks::Walk;
use text::params::{ParamError, Params};

/// The most moves of one shuffle.
const MOST_MOVES: u32 = 1_000_000;

/// Multiplications of numbers that the place of one card after several moves may take: some seconds.
const MOST_EFFORT: f64 = 5e9;

/// The key that all of these kinds take.
const MOVES: &[Parameter] = &[Parameter {
    name: MOVES_KEY,
    about: "how many such moves one shuffle makes, from 1 to 1000000; default 1",
}];

const MOVES_KEY: &str = "moves";

/// Orders that are equally likely after one move.
#[derive(Debug, Clone, Copy)]
struct Alike {
    /// The natural logarithm of their number.
    ln_orders: f64,
    /// The natural logarithm of the probability of each.
    ln_each: f64,
}

impl Alike {
    /// So many orders, with the probability `each`.
    fn new(orders: usize, each: f64) -> Self {
        Self {
            ln_orders: libm::log(orders as f64),
            ln_each: libm::log(each),
        }
    }

    /// All orders that a move can give, as many as have this logarithm.
    fn all(ln_orders: f64) -> Vec<Self> {
        vec![Self {
            ln_orders,
            ln_each: -ln_orders,
        }]
    }
}

/// One move of a walk.
trait Move: fmt::Debug + Send + Sync {
    /// Moves cards of `deck`, top first.
    fn go<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D);

    /// The exact chain of one card of a deck of two cards or more.
    fn one_card(&self, cards: usize) -> Matrix;

    /// Takes a table over ordered pairs of positions through the move, for two cards or more.
    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Pairs;

    /// The effort of [`Self::two_card`].
    fn effort(&self, cards: usize) -> Effort;

    /// All orders that the move can give two cards or more, once each.
    fn orders(&self, cards: usize) -> Vec<Alike>;

    /// True if all orders that the move can give are equally likely.
    fn is_level(&self) -> bool {
        false
    }

    /// The walk, if the law of the whole deck is followed.
    fn walk(&self) -> Option<Walk> {
        None
    }

    /// The second eigenvalue of the walk on all orders of two cards or more: [`Law::second_eigenvalue`].
    fn second_eigenvalue(&self, _cards: usize) -> Option<Eigenvalue> {
        None
    }

    /// One line for legends.
    fn describe(&self) -> String;
}

/// So many moves.
#[derive(Debug)]
struct Moves<M> {
    one: M,
    moves: u32,
}

/// Makes the shuffle of so many moves as the parameters say.
fn build<M: Move + 'static>(one: M, params: &Params) -> Result<Box<dyn Shuffle>, ParamError> {
    let moves = params.whole(MOVES_KEY, 1..=MOST_MOVES)?.unwrap_or(1);
    Ok(Box::new(Moves { one, moves }))
}

impl<M: Move> Law for Moves<M> {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        if deck.len() < 2 {
            return;
        }
        for _ in 0..self.moves {
            self.one.go(deck, scratch, draws);
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        if cards < 2 {
            return Some(Matrix::identity(cards));
        }
        let n = cards as f64;
        let products = 2 * self.moves.ilog2();
        let affordable = n * n * n * f64::from(products) <= MOST_EFFORT;
        affordable.then(|| self.one.one_card(cards).power(self.moves))
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        if pairs.cards() < 2 {
            return Some(pairs.clone());
        }
        let mut next = pairs.clone();
        for _ in 0..self.moves {
            next = self.one.two_card(&next, direction);
        }
        Some(next)
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(self.one.effort(cards).times(self.moves as usize))
    }

    fn ln_support(&self, cards: usize) -> f64 {
        if cards < 2 {
            return 0.0;
        }
        let orders = self.one.orders(cards);
        let once = ln_sum(orders.iter().map(|alike| alike.ln_orders));
        (once * f64::from(self.moves)).min(ln_factorial(cards))
    }

    fn entropy(&self, cards: usize) -> Option<f64> {
        if cards < 2 {
            return Some(0.0);
        }
        let bits = |alike: Alike| {
            let p = libm::exp(alike.ln_orders + alike.ln_each);
            if p > 0.0 {
                -p * alike.ln_each / LN_2
            } else {
                0.0
            }
        };
        (self.moves == 1).then(|| self.one.orders(cards).into_iter().map(bits).sum())
    }

    fn mixing(&self) -> Mixing {
        match self.one.walk() {
            Some(walk) => Mixing::Moves(walk, self.moves),
            None if self.moves == 1 && self.one.is_level() => Mixing::EquallyLikely,
            None => Mixing::Other,
        }
    }

    fn moves(&self) -> u32 {
        self.moves
    }

    fn second_eigenvalue(&self, cards: usize) -> Option<Eigenvalue> {
        let once = self.one.second_eigenvalue(cards)?;
        Some(once.repeated(self.moves))
    }

    fn describe(&self) -> String {
        match self.moves {
            1 => self.one.describe(),
            moves => format!("{moves} times {}", self.one.describe()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{self, enumeration_agrees};
    use crate::{Shuffle, build};

    const KINDS: &[&str] = &[
        "random-transpositions",
        "top-to-random",
        "random-to-top",
        "random-to-random",
        "adjacent-transpositions",
        "thorp",
        "rudvalis",
        "borel",
    ];

    fn of(kind: &str, moves: u32) -> Box<dyn Shuffle> {
        let parameters = format!("moves = {moves}").parse().unwrap();
        build(kind, parameters).unwrap()
    }

    #[test]
    fn one_move_and_its_orders_are_those_of_enumeration() {
        for kind in KINDS {
            let once = of(kind, 1);
            for cards in 2..=7 {
                let orders = enumeration_agrees(once.as_ref(), cards);
                // All that are said to come do come.
                let exact = libm::log(orders as f64);
                assert!(
                    (once.ln_support(cards) - exact).abs() < 1e-12,
                    "{kind}, {cards}"
                );
                assert!(once.entropy(cards).is_some());
                testing::two_cards_agree(once.as_ref(), cards);
            }
        }
    }

    #[test]
    fn several_moves_are_those_of_enumeration() {
        for kind in KINDS {
            for (moves, cards) in [(2, 2), (2, 3), (3, 4), (2, 5), (3, 5)] {
                let walk = of(kind, moves);
                enumeration_agrees(walk.as_ref(), cards);
                testing::two_cards_agree(walk.as_ref(), cards);
            }
        }
    }

    #[test]
    fn decks_follow_the_chain_after_many_moves() {
        for kind in KINDS {
            for (moves, cards) in [(1, 60), (30, 20), (5, 33)] {
                let walk = of(kind, moves);
                testing::two_cards_are_consistent(walk.as_ref(), cards);
                testing::simulation_follows_the_chain(walk.as_ref(), cards, 5_000);
            }
        }
    }

    #[test]
    fn a_deck_of_one_card_stays_and_large_ones_have_no_chain_of_many_moves() {
        for kind in KINDS {
            let walk = of(kind, 3);
            assert_eq!(testing::sample(walk.as_ref(), 1, 2), [[0], [0]]);
            assert_eq!(walk.ln_support(1).to_bits(), 0);
            assert!(walk.one_card(1).is_some());
            assert!(of(kind, 1_000_000).one_card(3_000).is_none());
        }
    }

    #[test]
    fn a_bad_number_of_moves_is_refused_and_shown() {
        let error = build("rudvalis", "moves = 0".parse().unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "key `moves`: found `0`; accepted: a whole number from 1 to 1000000"
        );
        let described = |moves| of("top-to-random", moves).describe();
        assert_eq!(described(1), "the top card to a random place");
        assert_eq!(described(30), "30 times the top card to a random place");
    }
}
