//! Shuffled well, but for a share of the decks: the dealer who forgets, the machine that jams.
//!
//! Each deck is shuffled as `each` says with the probability `share`, and ideally otherwise. No law of all decks together
//! is farther from the ideal one than `share`, in total variation; the one bad deck among ten thousand is as bad as
//! ever.

use super::super::fisher_yates::FisherYates;
use super::super::inner_shuffles::{EACH, Inner};
use super::super::prelude::*;

/// The share of decks that are shuffled otherwise, unless a spec says how large it is.
const DEFAULT_SHARE: f64 = 0.001;

pub(in super::super) const KIND: Kind = Kind {
    name: "now-and-then",
    group: Group::Wrong,
    time: None,
    about: "ideal, except for a share of the decks, which are shuffled in another way",
    source: "a mixture: what a jam in a machine or a break in a program's loop makes of a shuffle",
    parameters: &[
        Parameter {
            name: "share",
            about: "the probability that a deck is shuffled that way, from 0 to 1; default 0.001",
        },
        Parameter {
            name: EACH,
            about: "how such decks are shuffled, as in \"G\" or { kind = \"riffle\" }; required",
        },
    ],
    build: |params| {
        Ok(Box::new(NowAndThen {
            share: params.number("share", 0.0..=1.0)?.unwrap_or(DEFAULT_SHARE),
            each: Inner::read(params)?,
        }))
    },
};

#[derive(Debug)]
struct NowAndThen {
    share: f64,
    each: Inner,
}

impl Law for NowAndThen {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        if draws.chance(self.share) {
            self.each.shuffle(deck, scratch, draws);
        } else {
            FisherYates.shuffle(deck, scratch, draws);
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let otherwise = self.each.one_card(cards)?;
        let ideal = (1.0 - self.share) / cards as f64;
        let mut chain = Matrix::zero(cards);
        for from in 0..cards {
            for to in 0..cards {
                chain.add(from, to, self.share * otherwise.get(from, to) + ideal);
            }
        }
        Some(chain)
    }

    fn distance_at_most(&self, _cards: usize) -> Option<f64> {
        Some(self.share)
    }

    fn describe(&self) -> String {
        format!(
            "ideal, but in {}% of decks only {}",
            100.0 * self.share,
            self.each.describe()
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::{build, testing};

    #[test]
    fn the_chain_is_that_of_simulation_and_the_distance_at_most_the_share() {
        let table = "share = 0.25\neach = { kind = \"riffle\" }"
            .parse()
            .unwrap();
        let shuffle = build("now-and-then", table).unwrap();
        for cards in 2..=5 {
            testing::enumeration_agrees(&*shuffle, cards);
        }
        testing::simulation_follows_the_chain(&*shuffle, 20, 20_000);
        assert_eq!(shuffle.distance_at_most(20), Some(0.25));
    }
}
