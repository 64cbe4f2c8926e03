//! A shuffler that is never empty, as a continuous shuffling machine at a table of blackjack: cards that were played
//! go back into it while others come out.
//!
//! This is a model of such a machine as it should be. Each draw gives one of the items inside, all equally likely. An
//! item that was drawn is out for the next `hold` draws (on the table, or behind cards that the machine has lined up
//! already), and then it is inside again, at a random place. The items inside have no order that anybody knows, so the
//! number of shelves within does not matter: a card that goes to a shelf at random and a shelf that gives in proportion
//! to its cards are the same as one heap.
//!
//! Any `hold` + 1 draws in a row are a random sample without putting back, as from a shoe; draws that are farther apart
//! repeat freely. So an item of which there is one cannot come again for `hold` draws, and of N items, c of them of one
//! symbol, the chance that the symbol comes again at once is (c − 1)/(N − 1) and not c/N. With `hold = 0` draws are
//! independent; with all items but one out it is one order that comes again and again.
//!
//! Machines that were built keep cards in some compartments, put each card that comes back into a random one, and empty
//! one as a whole when the slot from which cards are taken runs low. People who see the cards of such a machine can tell a
//! little more than here. Its law given all cards seen is that of a hidden state, how many cards lie in which
//! compartment, and no exact one is known to us; so there is no key for compartments. The cards that are lined up count
//! in `hold`: a slot of 20 cards and 15 on the table are 35 draws.
//!
//! After the description of a machine with compartments in US patent 6,254,096 (2001), Device and method for
//! continuously shuffling cards.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::items::{self, ITEMS};
use super::{Kind, Rule};
use deck::rng::Draws;
use text::params::Parameter;

const HOLD: &str = "hold";

/// A round of blackjack with some four players and the dealer.
const DEFAULT_HOLD: u32 = 15;

pub(super) const KIND: Kind = Kind {
    name: "never-empty",
    about: "a machine that gives cards and takes them back: a drawn item is out for some draws, then inside again",
    source: "our model of the machine in US patent 6,254,096 (2001), Device and method for continuously shuffling cards",
    parameters: &[
        Parameter {
            name: ITEMS,
            about: "how many of each symbol there are; default the stated weights",
        },
        Parameter {
            name: HOLD,
            about: "draws for which a drawn item is out, from 0 to one less than all items; default 15, or as many as go",
        },
    ],
    build: |params, fair| {
        let items = items::read(params, fair.get().len(), || fair.get().to_vec())?;
        let all = items::total(&items) as u32;
        let hold = params.whole(HOLD, 0..=all - 1)?;
        Ok(Box::new(NeverEmpty {
            inside: items,
            left: all,
            hold: hold.unwrap_or(DEFAULT_HOLD.min(all - 1)) as usize,
            out: VecDeque::new(),
        }))
    },
};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct NeverEmpty {
    /// Items of each symbol that are inside, and all together: one at least.
    inside: Vec<u32>,
    left: u32,
    /// Items that are out, the first drawn first: at most `hold`.
    out: VecDeque<u16>,
    hold: usize,
}

impl NeverEmpty {
    /// Takes an item of `symbol` out, and the one that has been out for long enough back in.
    fn take(&mut self, symbol: u16) {
        self.inside[usize::from(symbol)] -= 1;
        self.left -= 1;
        self.out.push_back(symbol);
        if self.out.len() > self.hold
            && let Some(back) = self.out.pop_front()
        {
            self.inside[usize::from(back)] += 1;
            self.left += 1;
        }
    }
}

impl Rule for NeverEmpty {
    fn weights(&self, into: &mut Vec<f64>) {
        into.clear();
        into.extend(self.inside.iter().map(|&items| f64::from(items)));
    }

    fn draw(&mut self, draws: &mut dyn Draws) -> u16 {
        let mut at = draws.below(self.left);
        let mut symbol = 0;
        while at >= self.inside[symbol] {
            at -= self.inside[symbol];
            symbol += 1;
        }
        self.take(symbol as u16);
        symbol as u16
    }

    fn see(&mut self, symbol: u16) -> bool {
        let inside = self.inside.get(usize::from(symbol));
        let possible = inside.is_some_and(|&items| items > 0);
        if possible {
            self.take(symbol);
        }
        possible
    }

    fn boxed(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }

    fn state(&self) -> Vec<u8> {
        super::state_of(self)
    }

    fn restore(&mut self, state: &[u8]) -> bool {
        super::restored(self, state)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, made, refusal};

    #[test]
    fn draws_have_the_weights_of_what_is_inside() {
        for text in [
            "",
            "hold = 0",
            "hold = 1",
            "hold = 3",
            "items = [1, 0, 3]\nhold = 2",
            "items = [1, 1, 1]\nhold = 2",
        ] {
            testing::draws_follow_the_weights(&*made("never-empty", text, &[2, 1, 1]), 6);
        }
    }

    /// The first draws and any others in a row are those of a bag.
    #[test]
    fn draws_in_a_row_are_a_sample_without_putting_back() {
        let bag = testing::law_of_draws(&*made("bag", "", &[2, 1, 2]), 3);
        let machine = made("never-empty", "hold = 2", &[2, 1, 2]);
        testing::same_law(&testing::law_of_draws(&*machine, 3), &bag);
        let mut later = testing::Law::new();
        for (draws, probability) in testing::law_of_draws(&*machine, 6) {
            *later.entry(draws[3..].to_vec()).or_insert(0.0) += probability;
        }
        testing::same_law(&later, &bag);
    }

    #[test]
    fn an_item_cannot_come_again_while_it_is_out() {
        let mut rule = made("never-empty", "hold = 2", &[1, 1, 1, 1]);
        assert!(rule.see(3) && !rule.see(3) && !rule.see(4));
        assert!(rule.see(0));
        assert_eq!(testing::weights(&*rule), [0.0, 1.0, 1.0, 0.0]);
        assert!(rule.see(1));
        assert_eq!(testing::weights(&*rule), [0.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn all_but_one_out_is_one_order_for_ever() {
        let mut rule = made("never-empty", "hold = 3", &[1, 1, 1, 1]);
        for _ in 0..5 {
            for symbol in [2, 0, 3, 1] {
                assert!(rule.see(symbol));
            }
            assert_eq!(testing::weights(&*rule), [0.0, 0.0, 1.0, 0.0]);
        }
    }

    #[test]
    fn more_than_there_are_cannot_be_out() {
        let error = refusal("never-empty", "hold = 4", &[2, 2]);
        assert_eq!(
            error,
            "key `hold`: found `4`; accepted: a whole number from 0 to 3"
        );
        // By default as many as go.
        let mut rule = made("never-empty", "", &[2, 1]);
        assert!(rule.see(0) && rule.see(0) && rule.see(1) && !rule.see(1));
    }
}
