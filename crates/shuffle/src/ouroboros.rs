//! The Ouroboros shuffle: the bottom card onto the table, the top card onto it, the bottom card again,
//! alternately until the deck is used up; then, if wanted, a cut of so many cards from the top to the
//! bottom. No chance is in it.
//!
//! `0 1 2 3 4 5` becomes `2 3 1 4 0 5`. Without a cut the bottom card stays where it is, and the shuffle is the
//! inverse of the Mongean one whose last card goes beneath.
//!
//! Toponce, The Ouroboros Card Shuffle, whose program cuts k cards off the top of the shuffled deck.

use super::arrangement::{Arrangement, Fixed};
use super::prelude::*;

pub(super) const KIND: Kind = Kind {
    name: "ouroboros",
    group: Group::Cards,
    time: Some(Time::of_hands(3.0, 0.6)),
    about: "bottom and top cards alternately onto the table, then a cut; nothing is random",
    source: "Toponce, The Ouroboros Card Shuffle",
    parameters: &[Parameter {
        name: "cut",
        about: "cards that a cut then takes from the top to the bottom, modulo the deck's; default 0",
    }],
    build: |params| {
        let cut = params.whole("cut", 0..=MAX_CARDS as u32)?.unwrap_or(0);
        Ok(Box::new(Fixed(Ouroboros { cut: cut as usize })))
    },
};

#[derive(Debug)]
struct Ouroboros {
    cut: usize,
}

impl Arrangement for Ouroboros {
    fn gathered(&self, cards: usize) -> impl Iterator<Item = usize> {
        let cut = self.cut % cards;
        // The cards go onto the table as n−1, 0, n−2, 1, …: the last of them lies on top.
        let dealt = move |at: usize| {
            if at.is_multiple_of(2) {
                cards - 1 - at / 2
            } else {
                at / 2
            }
        };
        (0..cards).map(move |to| dealt(cards - 1 - (to + cut) % cards))
    }

    fn describe(&self) -> String {
        match self.cut {
            0 => "Ouroboros shuffle".to_owned(),
            cut => format!("Ouroboros shuffle, then a cut of {cut}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::arrangement::testing::{is_a_single_order, once};
    use crate::build;
    use crate::routine::{Lettered, Plan};
    use deck::Card;
    use laws::counting::greatest_common_divisor;
    use laws::permutation::Permutation;

    /// Shuffles as hands do it.
    fn by_hand(cards: usize, cut: usize) -> Vec<Card> {
        let mut hand: VecDeque<Card> = (0..cards as Card).collect();
        let mut table = VecDeque::new();
        while let Some(bottom) = hand.pop_back() {
            table.push_front(bottom);
            if let Some(top) = hand.pop_front() {
                table.push_front(top);
            }
        }
        table.rotate_left(cut);
        table.into()
    }

    #[test]
    fn the_published_steps_of_52_cards() {
        let deck: Vec<Card> = once(Ouroboros { cut: 0 }, 52)
            .iter()
            .map(|c| c + 1)
            .collect();
        assert_eq!(deck[..5], [26, 27, 25, 28, 24]);
        assert_eq!(deck[49..], [51, 1, 52]);
    }

    #[test]
    fn it_does_as_hands_do() {
        for cards in 2..=60 {
            for cut in [0, 1, 7, cards - 1] {
                let cut = cut.min(cards - 1);
                assert_eq!(once(Ouroboros { cut }, cards), by_hand(cards, cut));
            }
            let around = Ouroboros { cut: 2 * cards + 1 };
            assert_eq!(once(around, cards), by_hand(cards, 1 % cards));
        }
    }

    #[test]
    fn it_is_a_single_order() {
        for cut in [0, 1, 5] {
            is_a_single_order(Ouroboros { cut });
        }
    }

    /// Counts places from the bottom, 0 to n − 1. The shuffle halves them modulo 2n − 1, up to sign, so that a card p is
    /// back after k rounds if 2ᵏp ≡ ±p. One Mongean shuffle is its inverse. The other one doubles modulo 2n + 1, and there place 0
    /// is no card.
    #[test]
    fn which_cards_stay_or_alternate_follows_from_the_number_of_cards() {
        const LETTERS: &[Lettered] = &[
            ('U', "ouroboros", ""),
            ('T', "mongean", "first = \"top\""),
            ('B', "mongean", "first = \"bottom\""),
        ];
        let of_length = |permutation: &Permutation, length: usize| -> Vec<usize> {
            let cycles = permutation.cycles().into_iter();
            let cycles = cycles.filter(|cycle| cycle.len() == length);
            cycles.flatten().map(|place| place + 1).collect()
        };
        let back = |permutation: &Permutation, rounds: usize| -> usize {
            let cycles = permutation.cycles().into_iter().map(|cycle| cycle.len());
            cycles.filter(|length| rounds.is_multiple_of(*length)).sum()
        };
        let stay_up_to_sign = |modulus: usize, rounds: usize| {
            let shared = |of: u64| greatest_common_divisor(of, modulus as u64);
            u64::midpoint(shared((1 << rounds) - 1), shared((1 << rounds) + 1)) as usize
        };
        for n in 2..=200 {
            let made = |routine| Plan::written(routine, LETTERS).permutation(n).unwrap();
            let (inverse, other) = if n % 2 == 0 { ("B", "T") } else { ("T", "B") };
            for permutation in [made("U"), made(inverse)] {
                let card = (n % 3 == 2).then(|| (n + 1) / 3);
                let stay: Vec<usize> = card.into_iter().chain([n]).collect();
                assert_eq!(of_length(&permutation, 1), stay, "{n}");
                let two = (n % 5 == 3).then(|| [(n + 2) / 5, (3 * n + 1) / 5]);
                let alternate: Vec<usize> = two.into_iter().flatten().collect();
                assert_eq!(of_length(&permutation, 2), alternate, "{n}");
                for rounds in 1..=8 {
                    let stay = stay_up_to_sign(2 * n - 1, rounds);
                    assert_eq!(back(&permutation, rounds), stay, "{n}");
                }
            }
            let permutation = made(other);
            assert_eq!(
                of_length(&permutation, 1).len(),
                usize::from(n % 3 == 1),
                "{n}"
            );
            assert_eq!(
                of_length(&permutation, 2).len(),
                2 * usize::from(n % 5 == 2),
                "{n}"
            );
            for rounds in 1..=8 {
                let stay = stay_up_to_sign(2 * n + 1, rounds) - 1;
                assert_eq!(back(&permutation, rounds), stay, "{n}");
            }
        }
    }

    #[test]
    fn a_bad_cut_is_refused() {
        let error = build("ouroboros", "cut = -1".parse().unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "key `cut`: found `-1`; accepted: a whole number from 0 to 10000"
        );
        let text = build("ouroboros", "cut = 19".parse().unwrap())
            .unwrap()
            .describe();
        assert_eq!(text, "Ouroboros shuffle, then a cut of 19");
    }
}
