//! The ideal shuffle: all n! orders equally likely.
//!
//! For i from the bottom position up to the second, swap the card at i with one picked uniformly
//! from the positions 0..=i. Fisher and Yates (1938), in the form of Durstenfeld (1964),
//! Algorithm 235.
//!
//! With `direction = "down"` the same swaps are made from the second position to the last. Each of
//! the n! outcomes of the draws is then the inverse of what it is the other way round, another order
//! each, so that this is ideal as well.

use super::prelude::*;

pub(super) const KIND: Kind = Kind {
    name: "fisher-yates",
    group: Group::Ideal,
    time: None,
    about: "the ideal shuffle: all orders equally likely",
    source: "Fisher and Yates (1938); Durstenfeld (1964), Algorithm 235",
    parameters: &[Parameter {
        name: "direction",
        about: "\"up\" swaps from the bottom card up, \"down\" from the top card down; default \"up\"",
    }],
    build: |params| {
        Ok(match params.word("direction", &["up", "down"])? {
            Some("down") => Box::new(Downwards),
            _ => Box::new(FisherYates),
        })
    },
};

/// The ideal shuffle; the control group is shuffled by it too.
#[derive(Debug)]
pub struct FisherYates;

impl Law for FisherYates {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        draws.shuffle(deck);
    }

    fn mixing(&self) -> Mixing {
        Mixing::Ideal
    }

    fn describe(&self) -> String {
        "ideal shuffle (Fisher-Yates)".to_owned()
    }
}

/// The same swaps, from the top card down.
#[derive(Debug)]
struct Downwards;

impl Law for Downwards {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        for at in 1..deck.len() {
            let pick = draws.below(at as u32 + 1) as usize;
            deck.swap(at, pick);
        }
    }

    fn mixing(&self) -> Mixing {
        Mixing::Ideal
    }

    /// Shuffles in its own way, and not the kernel's: that is what is looked at.
    fn blockwise(&self) -> Blockwise {
        Blockwise::EachDeck
    }

    fn describe(&self) -> String {
        "ideal shuffle (Fisher-Yates, from the top card down)".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{build, testing};

    #[test]
    fn both_directions_give_every_order_once_over_all_draws() {
        for direction in ["up", "down"] {
            let table = format!("direction = \"{direction}\"").parse().unwrap();
            let shuffle = build("fisher-yates", table).unwrap();
            for cards in 2..=7 {
                testing::is_ideal_by_enumeration(shuffle.as_ref(), cards);
            }
        }
    }

    /// The control group is shuffled without a direction.
    #[test]
    fn it_goes_up_by_default() {
        let default = build("fisher-yates", toml::Table::new()).unwrap();
        let decks = testing::sample(default.as_ref(), 20, 10);
        assert_eq!(decks, testing::sample(&FisherYates, 20, 10));
        assert_ne!(decks, testing::sample(&Downwards, 20, 10));
        let error = build("fisher-yates", "direction = \"left\"".parse().unwrap());
        assert_eq!(
            error.unwrap_err().to_string(),
            "key `direction`: found `\"left\"`; accepted: `up`, `down`"
        );
    }
}
