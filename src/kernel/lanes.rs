//! What is done to 64 decks side by side, as plain loops over lanes: the definition of each, and what
//! the compiler turns into vectors at every level.

#![expect(
    clippy::inline_always,
    reason = "a function must be compiled anew, with other instructions, in each kernel"
)]

use super::grid::Cell;
use super::{DECKS, Grid};

/// `lanes[card][deck]` of rows.
#[inline(always)]
pub fn transpose<T: Cell>(rows: &Grid<T>, lanes: &mut [[T; DECKS]]) {
    let stride = rows.stride();
    for (card, lane) in lanes.iter_mut().enumerate() {
        let cells = rows.cells()[card..].iter().step_by(stride);
        for (to, from) in lane.iter_mut().zip(cells) {
            *to = *from;
        }
    }
}

/// `lanes[position][deck] = card` of rows.
pub fn invert<T: Cell>(rows: &Grid<T>, lanes: &mut [[T; DECKS]]) {
    for deck in 0..DECKS {
        for (card, position) in rows.row(deck).iter().enumerate() {
            // Rows past the last deck may hold anything.
            if let Some(lane) = lanes.get_mut(position.index()) {
                lane[deck] = T::of(card);
            }
        }
    }
}

/// Of `places[position][deck] = card`, the number of smaller cards further down.
#[inline(always)]
pub fn lehmer<T: Cell>(places: &[[T; DECKS]], digits: &mut [[T; DECKS]]) {
    for (at, digit) in digits.iter_mut().enumerate() {
        let here = &places[at];
        let mut smaller = [T::default(); DECKS];
        for below in &places[at + 1..] {
            for ((count, card), below) in smaller.iter_mut().zip(here).zip(below) {
                *count = count.plus(T::of(usize::from(below < card)));
            }
        }
        *digit = smaller;
    }
}

/// The draws of a Fisher-Yates shuffle from the top down that gives the decks of these rows.
pub fn swaps_from_top<T: Cell>(rows: &Grid<T>, lanes: &mut [[T; DECKS]]) {
    let mut scratch = Swaps::new(rows.cards());
    for deck in 0..DECKS {
        scratch.begin(rows.row(deck));
        for (at, lane) in lanes.iter_mut().enumerate() {
            lane[deck] = T::of(scratch.place(at).wrapping_sub(at));
        }
    }
}

/// The draws of a Fisher-Yates shuffle from the bottom up that gives the decks of these rows.
pub fn swaps_from_bottom<T: Cell>(rows: &Grid<T>, lanes: &mut [[T; DECKS]]) {
    let mut scratch = Swaps::new(rows.cards());
    for deck in 0..DECKS {
        scratch.begin(rows.row(deck));
        for (at, lane) in lanes.iter_mut().enumerate().rev() {
            lane[deck] = T::of(scratch.place(at));
        }
    }
}

/// Follows a shuffle from its result: which card lies where, and where each card lies.
struct Swaps<T> {
    /// The card that ends at each position.
    wanted: Vec<T>,
    cards: Vec<T>,
    places: Vec<T>,
}

impl<T: Cell> Swaps<T> {
    fn new(cards: usize) -> Self {
        let zeros = || vec![T::default(); cards];
        Self {
            wanted: zeros(),
            cards: zeros(),
            places: zeros(),
        }
    }

    fn begin(&mut self, row: &[T]) {
        let sorted = self.cards.iter_mut().zip(&mut self.places).enumerate();
        for (at, (card, place)) in sorted {
            (*card, *place) = (T::of(at), T::of(at));
        }
        for (card, position) in row.iter().enumerate() {
            if let Some(wanted) = self.wanted.get_mut(position.index()) {
                *wanted = T::of(card);
            }
        }
    }

    /// Where the card lies that ends at `at`; it is swapped with the one that lies there.
    #[inline(always)]
    fn place(&mut self, at: usize) -> usize {
        let wanted = self.wanted[at].index();
        let place = self.places[wanted].index();
        let other = self.cards[at];
        self.cards[place] = other;
        self.places[other.index()] = T::of(place);
        place
    }
}
