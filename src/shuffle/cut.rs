//! The random cut: the last k cards go to the top, k uniform on 0..n.
//!
//! Every card is equally likely to end anywhere, yet the cyclic order never changes: the example
//! by which the refutation of the "number of duplicates" metric shows that positions alone prove
//! nothing. A cut of 0 cards leaves the deck as it is.

use super::{Group, Kind, Law, Mixing, Scratch, two_card};
use crate::deck::Card;
use crate::exact::matrix::Matrix;
use crate::exact::pairs::{Direction, Effort, Pairs};
use crate::rng::Draws;

pub(super) const KIND: Kind = Kind {
    name: "cut",
    group: Group::Cards,
    about: "one cut at a uniformly random place",
    source: "the \"cut shuffle\" of the refutation (Shiina, 2020); a random power of an n-cycle",
    parameters: &[],
    build: |_| Ok(Box::new(Cut)),
};

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
    use crate::shuffle::testing;

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
}
