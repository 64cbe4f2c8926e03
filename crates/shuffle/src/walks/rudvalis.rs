//! The Rudvalis shuffle: the top card goes to the bottom, or to the place next to it, as a coin says.
//!
//! One bit of chance is in each move, and few walks need more of them: of the order of n³ ln n (Hildebrand, 1990, for
//! enough; Wilson, 2003, for no less).

use super::super::prelude::*;
use super::super::two_card::top_card::{self, TopCard};
use super::{Alike, MOVES, Move, build};

pub(in super::super) const KIND: Kind = Kind {
    name: "rudvalis",
    group: Group::Studied,
    time: None,
    about: "the top card goes to the bottom, or next to it, as a coin says",
    source: "Wilson (2003), Mixing time of the Rudvalis shuffle",
    parameters: MOVES,
    build: |params| build(Rudvalis, params),
};

#[derive(Debug)]
struct Rudvalis;

fn top_card(cards: usize) -> TopCard {
    let place = move |at: usize| if at + 2 < cards { 0.0 } else { 0.5 };
    TopCard::to((0..cards).map(place))
}

impl Move for Rudvalis {
    fn go<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len();
        let spared = usize::from(draws.chance(0.5));
        deck[..cards - spared].rotate_left(1);
    }

    fn one_card(&self, cards: usize) -> Matrix {
        top_card(cards).one_card()
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Pairs {
        top_card(pairs.cards()).two_card(pairs, direction)
    }

    fn effort(&self, cards: usize) -> Effort {
        top_card::effort(cards)
    }

    fn orders(&self, _cards: usize) -> Vec<Alike> {
        Alike::all(std::f64::consts::LN_2)
    }

    fn is_level(&self) -> bool {
        true
    }

    fn describe(&self) -> String {
        "the top card to the bottom, or next to it".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_card_goes_to_one_of_two_places() {
        let walk = super::super::Moves {
            one: Rudvalis,
            moves: 1,
        };
        let mut bottom = 0;
        for deck in crate::testing::sample(&walk, 5, 400) {
            if deck == [1, 2, 3, 4, 0] {
                bottom += 1;
            } else {
                assert_eq!(deck, [1, 2, 3, 0, 4]);
            }
        }
        // Half of them, with a standard deviation of 10.
        assert!((150..250).contains(&bottom), "{bottom}");
    }
}
