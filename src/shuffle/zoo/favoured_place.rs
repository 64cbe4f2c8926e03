//! Ideal, but for one card in one place, where it lies oftener or more seldom than it should.
//!
//! After an ideal shuffle, a card that should lie at the place oftener is swapped there with probability q from wherever
//! it is; one that should lie there more seldom is swapped away, to any other place. With the card there `times` as often
//! as fair, q is (times − 1)/(n − 1), or 1 − times of the times it is there. All other things are as even as that lets
//! them be: of n² cells of the position matrix one is off by `times`, and 2n − 2 by a (n − 1)-th of that.

use super::super::fisher_yates::FisherYates;
use super::super::prelude::*;
use crate::params::ParamError;

/// How often the card is there, in times that are fair, unless a spec says so.
const DEFAULT_TIMES: f64 = 1.3;

pub(in super::super) const KIND: Kind = Kind {
    name: "favoured-place",
    group: Group::Wrong,
    about: "ideal, but for one card, which lies at one place oftener or more seldom than fair",
    source: "one favoured cell of the position matrix, all else as even as can be",
    parameters: &[
        Parameter {
            name: "card",
            about: "the card, by its place in the sorted deck from 1; default 1",
        },
        Parameter {
            name: "place",
            about: "the place, from 1 on top; default 1",
        },
        Parameter {
            name: "times",
            about: "how often it lies there, in times that are fair, from 0 to 2; default 1.3",
        },
    ],
    build: |params| {
        let number = |key| -> Result<usize, ParamError> {
            Ok(params.whole(key, 1..=MAX_CARDS as u32)?.unwrap_or(1) as usize - 1)
        };
        Ok(Box::new(FavouredPlace {
            card: number("card")?,
            place: number("place")?,
            times: params.number("times", 0.0..=2.0)?.unwrap_or(DEFAULT_TIMES),
        }))
    },
};

#[derive(Debug)]
struct FavouredPlace {
    card: usize,
    place: usize,
    times: f64,
}

impl FavouredPlace {
    /// Whether the deck has the card and the place. Smaller decks are shuffled ideally.
    fn applies(&self, cards: usize) -> bool {
        self.card.max(self.place) < cards
    }
}

impl Law for FavouredPlace {
    /// The card that starts at the place of the number `card` is followed, whatever it is.
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len();
        if !self.applies(cards) {
            return FisherYates.shuffle(deck, scratch, draws);
        }
        let card = deck[self.card];
        FisherYates.shuffle(deck, scratch, draws);
        let at = deck
            .iter()
            .position(|other| *other == card)
            .unwrap_or(self.place);
        if at == self.place {
            if self.times < 1.0 && draws.chance(1.0 - self.times) {
                let other = draws.below(cards as u32 - 1) as usize;
                deck.swap(self.place, other + usize::from(other >= self.place));
            }
        } else if self.times > 1.0 && draws.chance((self.times - 1.0) / (cards - 1) as f64) {
            deck.swap(at, self.place);
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        if !self.applies(cards) {
            return Some(Matrix::uniform(cards));
        }
        let n = cards as f64;
        let there = self.times / n;
        let beside = (1.0 - there) / (n - 1.0);
        let elsewhere = (1.0 - beside) / (n - 1.0);
        let mut chain = Matrix::zero(cards);
        for from in 0..cards {
            for to in 0..cards {
                chain.add(
                    from,
                    to,
                    match (from == self.card, to == self.place) {
                        (true, true) => there,
                        (true, false) | (false, true) => beside,
                        (false, false) => elsewhere,
                    },
                );
            }
        }
        Some(chain)
    }

    fn distance_at_most(&self, cards: usize) -> Option<f64> {
        let off = (self.times - 1.0).abs() / cards as f64;
        Some(if self.applies(cards) { off } else { 0.0 })
    }

    fn describe(&self) -> String {
        format!(
            "ideal, but card {} at place {} {} times as often (wrong: one favoured place)",
            self.card + 1,
            self.place + 1,
            self.times
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::testing;

    #[test]
    fn the_chain_is_that_of_enumeration_and_of_simulation() {
        for times in [0.0, 0.6, 1.0, 1.5, 2.0] {
            let law = FavouredPlace {
                card: 2,
                place: 1,
                times,
            };
            for cards in 2..=5 {
                testing::enumeration_agrees(&law, cards);
            }
            testing::simulation_follows_the_chain(&law, 20, 20_000);
        }
    }
}
