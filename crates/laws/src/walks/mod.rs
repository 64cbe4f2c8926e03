//! Random walks on the orders of a deck whose law is followed exactly, however many moves are made.
//!
//! All orders of a class are equally likely: those of one cycle type after random transpositions, and those with the same
//! number of cards that may not have moved after cards went from the top to random places, or back.

mod cycle_types;
mod untouched;

use std::sync::Mutex;

use super::classes::Classes;
use super::wide::Wide;
use cycle_types::CycleTypes;
use untouched::Untouched;

/// A walk on the orders of a deck: one move again and again, drawn anew each time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walk {
    /// Two positions, drawn independently, are swapped; they may be the same (Diaconis and Shahshahani, 1981).
    RandomTranspositions,
    /// The top card goes to a random place (Aldous and Diaconis, 1986).
    TopToRandom,
    /// A random card goes to the top: the inverse.
    RandomToTop,
}

/// The law of a deck after some moves.
#[derive(Debug, Clone)]
enum Law {
    CycleTypes(CycleTypes),
    Untouched(Untouched),
}

/// A walk that is followed move by move, from a sorted deck on.
///
/// ```
/// use colddeck_laws::walks::{Followed, Walk};
///
/// // 179 times the top card of 52 to a random place.
/// let mut deck = Followed::from_start(Walk::TopToRandom, 52).unwrap();
/// deck.go_on(179).unwrap();
/// let (distance, _) = deck.total_variation();
/// assert!((0.24..0.25).contains(&distance));
/// ```
#[derive(Debug, Clone)]
pub struct Followed {
    walk: Walk,
    cards: usize,
    moves: u32,
    law: Law,
}

/// A law that was found last, as one question asks for several of its figures.
static LAST: Mutex<Option<(Walk, usize, u32, Classes)>> = Mutex::new(None);

impl Walk {
    /// The moves after which the law of a deck of `cards` cards is known at the most. `None` if it is not followed at all.
    pub fn most_moves(self, cards: usize) -> Option<u32> {
        match self {
            Self::RandomTranspositions => cycle_types::most_moves(cards),
            Self::TopToRandom | Self::RandomToTop => untouched::most_moves(cards),
        }
    }

    /// The total variation distance of a deck of any size is at most this, which may be above 1: for cards that go to
    /// the top or come from there the mean number of pairs that never moved, C(n, 2) (1 − 2/n)ᵏ, which is more than the
    /// separation distance (Aldous and Diaconis, 1986). `None` of random transpositions.
    pub fn at_most(self, cards: usize, moves: u32) -> Option<f64> {
        let n = cards as f64;
        match self {
            Self::RandomTranspositions => None,
            Self::TopToRandom | Self::RandomToTop => {
                let stays = libm::pow((1.0 - 2.0 / n).max(0.0), f64::from(moves));
                Some(0.5 * n * (n - 1.0) * stays)
            }
        }
    }

    /// The law of a deck of `cards` cards after so many moves. `None` if it would take more than some seconds.
    pub fn after(self, cards: usize, moves: u32) -> Option<Classes> {
        // An inverse is as far from uniform as what it inverts.
        let walk = match self {
            Self::RandomToTop => Self::TopToRandom,
            other => other,
        };
        let mut last = LAST.lock().ok()?;
        if let Some((of, size, made, law)) = &*last
            && (*of, *size, *made) == (walk, cards, moves)
        {
            return Some(law.clone());
        }
        if moves > walk.most_moves(cards)? {
            return None;
        }
        let mut deck = Followed::from_start(walk, cards)?;
        deck.go_on(moves)?;
        let law = deck.classes();
        *last = Some((walk, cards, moves, law.clone()));
        Some(law)
    }
}

impl Followed {
    /// A sorted deck. `None` if its law is not followed: it would have too many classes.
    pub fn from_start(walk: Walk, cards: usize) -> Option<Self> {
        let law = match walk {
            Walk::RandomTranspositions => Law::CycleTypes(CycleTypes::from_start(cards)?),
            Walk::TopToRandom | Walk::RandomToTop => Law::Untouched(Untouched::from_start(cards)?),
        };
        Some(Self {
            walk,
            cards,
            moves: 0,
            law,
        })
    }

    /// The walk.
    pub fn walk(&self) -> Walk {
        self.walk
    }

    /// The moves that were made.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Makes so many more moves. `None` if that would take more than some seconds: then no move is made.
    pub fn go_on(&mut self, moves: u32) -> Option<()> {
        let all = self.moves.checked_add(moves)?;
        if all > self.walk.most_moves(self.cards)? {
            return None;
        }
        for _ in 0..moves {
            match &mut self.law {
                Law::CycleTypes(law) => law.step(),
                Law::Untouched(law) => law.step(),
            }
        }
        self.moves = all;
        Some(())
    }

    /// The total variation distance from uniform, and 1 less it.
    pub fn total_variation(&self) -> (f64, f64) {
        match &self.law {
            Law::CycleTypes(law) => law.total_variation(),
            Law::Untouched(law) => {
                let classes = law.classes();
                (classes.total_variation(), Wide::value(classes.gap()))
            }
        }
    }

    /// The law as one of classes of orders, which has all distances.
    pub fn classes(&self) -> Classes {
        match &self.law {
            Law::CycleTypes(law) => law.classes(),
            Law::Untouched(law) => law.classes(),
        }
    }
}
