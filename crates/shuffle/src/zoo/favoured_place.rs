//! Ideal, but for one card in one place, or in a few next to each other, where it lies oftener or more seldom than it
//! should.
//!
//! After an ideal shuffle, a card that should lie at the k places oftener is swapped to one of them with probability q from
//! wherever it is; one that should lie there more seldom is swapped away, to any other place. With the card there `times`
//! as often as fair, q is k (times − 1)/(n − k), at most 1, or 1 − times of the times it is there. All other things are as
//! even as that lets them be: of n² cells of the position matrix k are off by `times`, and the others by much less.

use super::super::fisher_yates::FisherYates;
use super::super::prelude::*;
use text::params::ParamError;

/// The factor by which the card is there oftener than is fair, unless a spec says otherwise.
const DEFAULT_TIMES: f64 = 1.3;

pub(in super::super) const KIND: Kind = Kind {
    name: "favoured-place",
    group: Group::Wrong,
    time: None,
    about: "ideal, except for one card, which lies at some places more or less often than fair",
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
            name: "last",
            about: "the last of the places, if there are several from `place` on; default `place` alone",
        },
        Parameter {
            name: "times",
            about: "how often it lies there, as a multiple of fair, from 0; default 1.3; always, where that is as many as there are cards",
        },
    ],
    build: |params| {
        let number = |key| -> Result<Option<usize>, ParamError> {
            let number = params.whole(key, 1..=MAX_CARDS as u32)?;
            Ok(number.map(|number| number as usize - 1))
        };
        let place = number("place")?.unwrap_or(0);
        Ok(Box::new(FavouredPlace {
            card: number("card")?.unwrap_or(0),
            place,
            // Places that end before they begin are one place.
            last: number("last")?.unwrap_or(place).max(place),
            times: params
                .number("times", 0.0..=MAX_CARDS as f64)?
                .unwrap_or(DEFAULT_TIMES),
        }))
    },
};

#[derive(Debug)]
struct FavouredPlace {
    card: usize,
    place: usize,
    last: usize,
    times: f64,
}

impl FavouredPlace {
    /// Returns true if the deck has the card, the places and others. Smaller decks are shuffled
    /// ideally.
    fn applies(&self, cards: usize) -> bool {
        self.card.max(self.last) < cards && self.places() < cards
    }

    fn places(&self) -> usize {
        self.last - self.place + 1
    }

    fn has(&self, place: usize) -> bool {
        (self.place..=self.last).contains(&place)
    }

    /// The share of decks that have the card at any of its places, 1 at the most.
    fn share(&self, cards: usize) -> f64 {
        (self.times * self.places() as f64 / cards as f64).min(1.0)
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
        let (places, others) = (self.places(), cards - self.places());
        let fair = places as f64 / cards as f64;
        if self.has(at) {
            if self.times < 1.0 && draws.chance(1.0 - self.times) {
                let other = draws.below(others as u32) as usize;
                deck.swap(
                    at,
                    if other < self.place {
                        other
                    } else {
                        other + places
                    },
                );
            }
        } else if self.times > 1.0 && draws.chance((self.share(cards) - fair) / (1.0 - fair)) {
            deck.swap(at, self.place + draws.below(places as u32) as usize);
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        if !self.applies(cards) {
            return Some(Matrix::uniform(cards));
        }
        let n = cards as f64;
        let (share, places) = (self.share(cards), self.places() as f64);
        let mut chain = Matrix::zero(cards);
        for to in 0..cards {
            let followed = if self.has(to) {
                share / places
            } else {
                (1.0 - share) / (n - places)
            };
            for from in 0..cards {
                let other = (1.0 - followed) / (n - 1.0);
                chain.add(from, to, if from == self.card { followed } else { other });
            }
        }
        Some(chain)
    }

    fn distance_at_most(&self, cards: usize) -> Option<f64> {
        let off = (self.share(cards) - self.places() as f64 / cards as f64).abs();
        Some(if self.applies(cards) { off } else { 0.0 })
    }

    fn describe(&self) -> String {
        let places = match (self.place + 1, self.last + 1) {
            (place, last) if place == last => format!("place {place}"),
            (place, last) => format!("places {place} to {last}"),
        };
        format!(
            "ideal, but card {} at {places} {} times as often (wrong: favoured places)",
            self.card + 1,
            self.times
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn the_chain_is_that_of_enumeration_and_of_simulation() {
        for (times, last) in [
            (0.0, 1),
            (0.6, 1),
            (1.0, 1),
            (1.5, 1),
            (2.0, 1),
            (0.7, 2),
            (1.2, 2),
        ] {
            let law = FavouredPlace {
                card: 2,
                place: 1,
                last,
                times,
            };
            for cards in 2..=5 {
                testing::enumeration_agrees(&law, cards);
            }
            testing::simulation_follows_the_chain(&law, 20, 20_000);
        }
    }
}
