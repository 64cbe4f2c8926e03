//! The Mexican spiral: the top card onto the table, the next one under the deck in hand, and so on until
//! the last card lies on the table. No chance is in it.
//!
//! `0 1 2 3 4 5` goes onto the table as 0 2 4 1 5 3, so that the deck becomes `3 5 1 4 2 0`: Josephus's
//! circle, in which every second one leaves.
//!
//! Toponce, The Ouroboros Card Shuffle, whose author never does it, as it takes too long. Cards dealt
//! onto the table lie one on the other, as in his other shuffles.

use std::collections::VecDeque;

use super::arrangement::{Arrangement, Fixed};
use super::prelude::*;

pub(super) const KIND: Kind = Kind {
    name: "mexican-spiral",
    group: Group::Cards,
    time: Some(Time::of_hands(3.0, 0.6)),
    about: "top cards alternately onto the table and under the deck; nothing is random",
    source: "Toponce, The Ouroboros Card Shuffle",
    parameters: &[],
    build: |_| Ok(Box::new(Fixed(MexicanSpiral))),
};

#[derive(Debug)]
struct MexicanSpiral;

impl Arrangement for MexicanSpiral {
    fn gathered(&self, cards: usize) -> impl Iterator<Item = usize> {
        let mut hand: VecDeque<usize> = (0..cards).collect();
        let mut dealt = Vec::with_capacity(cards);
        while let Some(card) = hand.pop_front() {
            dealt.push(card);
            if !hand.is_empty() {
                hand.rotate_left(1);
            }
        }
        dealt.into_iter().rev()
    }

    fn describe(&self) -> String {
        "Mexican spiral".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrangement::testing::{is_a_single_order, once};

    #[test]
    fn six_cards_come_out_as_documented() {
        assert_eq!(once(MexicanSpiral, 6), [3, 5, 1, 4, 2, 0]);
        assert_eq!(once(MexicanSpiral, 2), [1, 0]);
    }

    /// The last of n in Josephus's circle where every second one leaves, counted from 0: with n =
    /// 2^k + r it is 2r; here the first one leaves first, and so the last is one place before.
    #[test]
    fn the_top_card_is_the_survivor_of_the_circle() {
        for cards in 2..=200_usize {
            let rest = cards - (1 << cards.ilog2());
            let survivor = (2 * rest + cards - 1) % cards;
            assert_eq!(usize::from(once(MexicanSpiral, cards)[0]), survivor);
        }
    }

    #[test]
    fn it_is_a_single_order() {
        is_a_single_order(MexicanSpiral);
    }
}
