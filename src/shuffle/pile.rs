//! The pile shuffle: the deck is dealt card by card onto a row of piles, and the piles are
//! gathered up. No chance is in it: the same deck always comes out the same.
//!
//! The top card goes to pile 1, the next to pile 2, and so on to pile p; then pile 1 gets its
//! second card, until the deck is dealt. Each card covers those dealt to its pile before, so a pile
//! is reversed. The piles are then gathered in the order in which they were started: pile 1 onto
//! pile 2, both onto pile 3, and so on, so that pile 1 ends on top and pile p at the bottom.
//!
//! Seven cards on three piles: from the top down the piles hold `6 3 0`, `4 1` and `5 2`, and the
//! deck becomes `6 3 0 4 1 5 2`. Where n is a multiple of p, cards that lay side by side are n/p
//! apart; cards that lay p apart are side by side, in reverse.
//!
//! With as many piles as cards, or more, each card is a pile of its own (the other piles stay
//! empty), and the deck comes out as it went in.
//!
//! Both documents that speak of piles deal them so, and one calls the name a misnomer, as nothing
//! random happens: Weizenbaum (2021), How to Randomize a Cube, and Toponce, The Ouroboros Card
//! Shuffle, who picks the piles up in order. Neither says which pile ends on top: that is our
//! choice.

use super::{Group, Kind, Law, Mixing, Scratch, two_card};
use crate::deck::{Card, MAX_CARDS};
use crate::exact::matrix::Matrix;
use crate::exact::pairs::{Direction, Effort, Pairs};
use crate::params::Parameter;
use crate::rng::Draws;

pub(super) const KIND: Kind = Kind {
    name: "pile",
    group: Group::Cards,
    about: "dealt card by card onto piles, which are gathered in order; nothing is random",
    source: "Toponce, The Ouroboros Card Shuffle; Weizenbaum (2021), How to Randomize a Cube",
    parameters: &[Parameter {
        name: "piles",
        about: "number of piles, from 2 to 10000; required",
    }],
    build: |params| {
        let piles = params.required_whole("piles", 2..=MAX_CARDS as u32)?;
        Ok(Box::new(Pile { piles }))
    },
};

#[derive(Debug)]
struct Pile {
    piles: u32,
}

impl Pile {
    /// The positions that the cards of the new deck had in the old one, from the top down.
    fn gathered(&self, cards: usize) -> impl Iterator<Item = usize> {
        let piles = self.piles as usize;
        // Piles beyond the last card are empty. The last card to be dealt lies on top of its pile.
        (0..piles.min(cards)).flat_map(move |pile| (pile..cards).step_by(piles).rev())
    }
}

impl Law for Pile {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, _draws: &mut D) {
        scratch.deck.clear();
        scratch.deck.extend_from_slice(deck);
        for (slot, from) in deck.iter_mut().zip(self.gathered(scratch.deck.len())) {
            *slot = scratch.deck[from];
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let moves = self
            .gathered(cards)
            .enumerate()
            .map(|(to, from)| (from, to));
        Some(Matrix::permutation(cards, moves))
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        let mut to = vec![0; pairs.cards()];
        for (end, start) in self.gathered(pairs.cards()).enumerate() {
            to[start] = end;
        }
        Some(two_card::moved(pairs, direction, &to))
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(two_card::effort_of_moving(cards))
    }

    fn ln_support(&self, _cards: usize) -> f64 {
        0.0
    }

    fn mixing(&self) -> Mixing {
        Mixing::Fixed
    }

    fn describe(&self) -> String {
        format!(
            "dealt onto {} piles, gathered with the first on top",
            self.piles
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::{build, testing};

    /// Deals as hands do: onto stacks, which are then put one on the other.
    fn by_hand(piles: usize, cards: usize) -> Vec<Card> {
        let mut table = vec![Vec::new(); piles];
        for card in 0..cards {
            table[card % piles].insert(0, card as Card);
        }
        table.concat()
    }

    #[test]
    fn seven_cards_on_three_piles_come_out_as_documented() {
        let deck = testing::sample(&Pile { piles: 3 }, 7, 1);
        assert_eq!(deck, [[6, 3, 0, 4, 1, 5, 2]]);
    }

    #[test]
    fn it_deals_as_hands_do() {
        for piles in [2, 3, 5, 8, 40, 41, 10_000] {
            for cards in [2, 3, 7, 8, 40] {
                let deck = testing::sample(&Pile { piles }, cards, 1).remove(0);
                assert_eq!(deck, by_hand(piles as usize, cards), "{piles}, {cards}");
            }
        }
    }

    #[test]
    fn the_chain_is_the_permutation_and_the_support_a_single_order() {
        for (piles, cards) in [(2, 2), (2, 7), (3, 7), (4, 6), (9, 5)] {
            let pile = Pile { piles };
            assert_eq!(testing::enumeration_agrees(&pile, cards), 1);
            testing::two_cards_agree(&pile, cards);
            assert_eq!(pile.ln_support(cards).to_bits(), 0.0_f64.to_bits());
            testing::simulation_follows_the_chain(&pile, cards, 20);
        }
    }

    #[test]
    fn with_no_fewer_piles_than_cards_nothing_moves() {
        for piles in [5, 6, 10_000] {
            assert_eq!(Pile { piles }.one_card(5), Some(Matrix::identity(5)));
        }
    }

    #[test]
    fn the_last_card_of_a_cube_of_540_on_eight_piles_is_on_the_fourth() {
        // The cube document's check that no card is missing. Piles 1 to 4 hold 68 cards, the last
        // of them on top.
        let deck = testing::sample(&Pile { piles: 8 }, 540, 1).remove(0);
        assert_eq!(deck[3 * 68], 539);
    }

    #[test]
    fn a_missing_or_bad_number_of_piles_is_refused() {
        let error = |text: &str| {
            build("pile", text.parse().unwrap())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error(""),
            "key `piles` is missing for `pile`; accepted: a whole number from 2 to 10000"
        );
        for found in ["1", "0", "-3", "10001", "2.5"] {
            assert_eq!(
                error(&format!("piles = {found}")),
                format!("key `piles`: found `{found}`; accepted: a whole number from 2 to 10000")
            );
        }
    }
}
