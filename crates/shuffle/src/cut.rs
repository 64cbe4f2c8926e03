//! The cut: at a uniformly random place, the last k cards going to the top, k uniform on 0..n; or of a
//! fixed number of cards, `cards = 19`, from the top to the bottom.
//!
//! After a random cut every card is equally likely to end anywhere, yet the cyclic order never changes: the example
//! by which the refutation of the "number of duplicates" metric shows that positions alone prove
//! nothing. A cut of 0 cards leaves the deck as it is, and so does one of all cards: a fixed number
//! counts modulo the deck's.

use super::arrangement::{Arrangement, Fixed};
use super::prelude::*;
use super::two_card;

pub(super) const KIND: Kind = Kind {
    name: "cut",
    group: Group::Cards,
    time: Some(Time::of_hands(2.0, 0.0)),
    about: "one cut, at a uniformly random place or of a fixed number of cards",
    source: "the \"cut shuffle\" of the refutation (Shiina, 2020); a random power of an n-cycle",
    parameters: &[Parameter {
        name: "cards",
        about: "how many cards go from the top to the bottom, modulo the deck's; default: a random number",
    }],
    build: |params| {
        Ok(match params.whole("cards", 0..=MAX_CARDS as u32)? {
            Some(cards) => Box::new(Fixed(CutOf(cards as usize))),
            None => Box::new(Cut),
        })
    },
};

#[derive(Debug)]
struct CutOf(usize);

impl Arrangement for CutOf {
    fn gathered(&self, cards: usize) -> impl Iterator<Item = usize> {
        let cut = self.0 % cards;
        (cut..cards).chain(0..cut)
    }

    fn describe(&self) -> String {
        format!("a cut of {} from the top", self.0)
    }
}

#[derive(Debug)]
struct Cut;

impl Law for Cut {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        let moved = draws.below(deck.len() as u32) as usize;
        deck.rotate_right(moved);
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        Some(Matrix::uniform(cards))
    }

    /// Two cards keep their distance on the circle, so each pair gets the mean of the n pairs at
    /// its distance. A cut undone is a cut: both directions are the same.
    fn two_card(&self, pairs: &Pairs, _direction: Direction) -> Option<Pairs> {
        let cards = pairs.cards();
        let means: Vec<f64> = (0..cards)
            .map(|distance| {
                let around = (0..cards).map(|i| pairs.get(i, (i + distance) % cards));
                around.sum::<f64>() / cards as f64
            })
            .collect();
        Some(Pairs::from_fn(cards, |i, j| means[(j + cards - i) % cards]))
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(two_card::effort_of_moving(cards))
    }

    fn ln_support(&self, cards: usize) -> f64 {
        libm::log(cards as f64)
    }

    /// A card that goes around passes n − 1 others: an even number of swaps where n is odd.
    fn is_odd(&self, cards: usize) -> Option<bool> {
        (!cards.is_multiple_of(2)).then_some(false)
    }

    fn mixing(&self) -> Mixing {
        Mixing::UniformCut
    }

    fn describe(&self) -> String {
        "one cut at a random place".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrangement::testing::{is_a_single_order, once};
    use crate::{build, testing};

    #[test]
    fn a_cut_keeps_the_cyclic_order_and_reaches_every_rotation() {
        let mut tops = [0; 8];
        for deck in testing::sample(&Cut, 8, 400) {
            assert!(
                deck.iter()
                    .zip(deck.iter().cycle().skip(1))
                    .all(|(a, b)| (a + 1) % 8 == *b)
            );
            tops[usize::from(deck[0])] += 1;
        }
        assert!(tops.iter().all(|&count| count > 0), "{tops:?}");
    }

    #[test]
    fn a_cut_of_so_many_takes_them_to_the_bottom() {
        assert_eq!(once(CutOf(2), 5), [2, 3, 4, 0, 1]);
        assert_eq!(once(CutOf(12), 5), [2, 3, 4, 0, 1]);
        assert_eq!(once(CutOf(5), 5), [0, 1, 2, 3, 4]);
        for cut in [0, 1, 4] {
            is_a_single_order(CutOf(cut));
        }
        let described = |text: &str| build("cut", text.parse().unwrap()).unwrap().describe();
        assert_eq!(described(""), "one cut at a random place");
        assert_eq!(described("cards = 19"), "a cut of 19 from the top");
        let error = build("cut", "cards = \"half\"".parse().unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "key `cards`: found `\"half\"`; accepted: a whole number from 0 to 10000"
        );
    }
}
