//! The inside-out Fisher-Yates shuffle, which builds the shuffled deck while it reads the old one.
//!
//! For i from the top down, the new deck's card at a uniformly random j of 0..=i moves to i, and the
//! old deck's card i takes its place at j. After card i all (i + 1)! orders of the first i + 1 cards
//! are equally likely: each comes from exactly one order of i cards and one j. So the shuffle is
//! ideal.
//!
//! Durstenfeld's (1964) algorithm for a second array that need not be filled first; Wikipedia,
//! "Fisher-Yates shuffle", has it under this name.

use super::prelude::*;

pub(super) const KIND: Kind = Kind {
    name: "inside-out",
    group: Group::Ideal,
    time: None,
    about: "Fisher-Yates that fills a second deck: each card moves in at a random place",
    source: "after Durstenfeld (1964); Wikipedia, Fisher-Yates shuffle, the inside-out algorithm",
    parameters: &[],
    build: |_| Ok(Box::new(InsideOut)),
};

#[derive(Debug)]
struct InsideOut;

impl Law for InsideOut {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let built = &mut scratch.deck;
        built.clear();
        for &card in deck.iter() {
            let place = draws.below(built.len() as u32 + 1) as usize;
            built.push(card);
            let last = built.len() - 1;
            built[last] = built[place];
            built[place] = card;
        }
        deck.copy_from_slice(built);
    }

    fn mixing(&self) -> Mixing {
        Mixing::Ideal
    }

    /// Shuffles in its own way, and not the kernel's: that is what is looked at.
    fn blockwise(&self) -> Blockwise {
        Blockwise::EachDeck
    }

    fn describe(&self) -> String {
        "ideal shuffle (inside-out Fisher-Yates)".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn every_order_comes_up_once_over_all_draws() {
        for cards in 2..=7 {
            testing::is_ideal_by_enumeration(&InsideOut, cards);
        }
    }
}
