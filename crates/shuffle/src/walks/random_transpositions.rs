//! Random transpositions: two positions are drawn, each uniformly and independently of the other, and their cards are
//! swapped. With probability 1/n both are the same, and nothing moves.
//!
//! The first walk on all orders that was analysed to the end: some ½ n ln n swaps are needed, and a few times n more
//! are enough (Diaconis and Shahshahani, 1981). All orders of one cycle type stay equally likely, so that the law of the
//! deck is followed type by type ([`laws::walks`]).

use super::super::prelude::*;
use super::{Alike, MOVES, Move, build};
use laws::walks::Walk;

pub(in super::super) const KIND: Kind = Kind {
    name: "random-transpositions",
    group: Group::Studied,
    time: None,
    about: "two positions, drawn independently, are swapped; they may be the same",
    source: "Diaconis and Shahshahani (1981), Generating a random permutation with random transpositions",
    parameters: MOVES,
    build: |params| build(RandomTranspositions, params),
};

#[derive(Debug)]
struct RandomTranspositions;

impl Move for RandomTranspositions {
    fn go<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len() as u32;
        let (one, other) = (draws.below(cards), draws.below(cards));
        deck.swap(one as usize, other as usize);
    }

    /// To each other place with 2/n².
    fn one_card(&self, cards: usize) -> Matrix {
        let n = cards as f64;
        let mut matrix = Matrix::zero(cards);
        for from in 0..cards {
            for to in 0..cards {
                let stays = 1.0 - 2.0 * (n - 1.0) / (n * n);
                matrix.add(from, to, if from == to { stays } else { 2.0 / (n * n) });
            }
        }
        matrix
    }

    /// There are n(n − 1)/2 swaps, each with 2/n²: one exchanges the two cards, n − 2 take the first elsewhere and n − 2
    /// the second. A swap undone is the same swap: both directions are the same.
    fn two_card(&self, pairs: &Pairs, _direction: Direction) -> Pairs {
        let cards = pairs.cards();
        let n = cards as f64;
        let each = 2.0 / (n * n);
        let neither = 1.0 / n + each * 0.5 * (n - 2.0) * (n - 3.0);
        let rows: Vec<f64> = (0..cards).map(|i| pairs.row(i).iter().sum()).collect();
        let column = |j: usize| (0..cards).map(|i| pairs.get(i, j)).sum();
        let columns: Vec<f64> = (0..cards).map(column).collect();
        Pairs::from_fn(cards, |a, b| {
            let (here, swapped) = (pairs.get(a, b), pairs.get(b, a));
            let elsewhere = rows[a] + columns[b] - 2.0 * here;
            neither * here + each * (swapped + elsewhere)
        })
    }

    fn effort(&self, cards: usize) -> Effort {
        Effort::of_tables(cards, 3)
    }

    fn orders(&self, cards: usize) -> Vec<Alike> {
        let n = cards as f64;
        vec![
            Alike::new(1, 1.0 / n),
            Alike::new(cards * (cards - 1) / 2, 2.0 / (n * n)),
        ]
    }

    fn walk(&self) -> Option<Walk> {
        Some(Walk::RandomTranspositions)
    }

    /// 1 − 2/n: the swap of two cards has the character ratio (n − 3)/(n − 1) in the representation of single cards.
    fn second_eigenvalue(&self, cards: usize) -> Option<Eigenvalue> {
        let n = cards as f64;
        Some(Eigenvalue {
            modulus: 1.0 - 2.0 / n,
            source: "Diaconis and Shahshahani, 1981",
        })
    }

    fn describe(&self) -> String {
        "two random positions swapped".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_swaps_two_cards_or_none() {
        let decks = crate::testing::sample(
            &super::super::Moves {
                one: RandomTranspositions,
                moves: 1,
            },
            10,
            1_000,
        );
        let moved = |deck: &Vec<Card>| (0..).zip(deck).filter(|(at, card)| at != *card).count();
        let none = decks.iter().filter(|deck| moved(deck) == 0).count();
        assert!(decks.iter().all(|deck| [0, 2].contains(&moved(deck))));
        // A tenth: 100, with a standard deviation of 9.5.
        assert!((55..145).contains(&none), "{none}");
    }
}
