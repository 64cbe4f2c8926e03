//! The wash, or smooshing: cards lie face down on a table, hands move them about, and they are gathered.
//!
//! Diaconis and Pal (2017, Shuffling cards by spatial motion) put cards as points on a square; again and again
//! the cards around a random spot are gathered and spread towards a random direction, and in the end the cards are
//! taken up by their distance from one side. This is that model with the simplest law for each part,
//! and none of its numbers is a measurement:
//!
//! - The card at i of n starts at ((i + ½)/n, ½): a row across the middle of the unit square.
//! - [`STROKES_A_SECOND`] strokes are made in each second. A stroke goes to a uniformly random spot of the square, and in a
//!   uniformly random direction. Each card within `radius` of the spot moves to a point of its own on the line from the
//!   spot in that direction, uniform up to 2 `radius` away. A card that would leave the square is reflected at its edge.
//! - The cards are gathered by x, the smallest on top.
//!
//! With no strokes nothing moves. Each stroke takes up all cards near one spot and none elsewhere, so that cards
//! near each other stay so for long if they are missed together, and how far one card has come depends on what
//! hit the others: one card's position in the deck is its rank among all n points of the square. So
//! there is no exact chain, not even of one card; simulation is all there is.

use super::prelude::*;

/// Two hands, each with two strokes a second.
const STROKES_A_SECOND: u32 = 4;

/// Half a minute: many dealers take less.
const DEFAULT_SECONDS: u32 = 30;

/// A tenth of the table, and a little more, lies within a hand's reach.
const DEFAULT_RADIUS: f64 = 0.2;

/// An hour.
const MOST_SECONDS: u32 = 3_600;

pub(super) const KIND: Kind = Kind {
    name: "wash",
    group: Group::Cards,
    // Ten seconds to spread the cards before it and to square them up after it.
    time: Some(Time::of_hands(10.0, 0.0).and("seconds", DEFAULT_SECONDS)),
    about: "cards moved about on the table by both hands, then gathered (smooshing)",
    source: "a simple case of Diaconis and Pal (2017), Shuffling cards by spatial motion; its numbers are ours",
    parameters: &[
        Parameter {
            name: "seconds",
            about: "how long the hands move, from 0 to 3600; default 30",
        },
        Parameter {
            name: "radius",
            about: "how far a hand reaches, as a share of the table's width, from 0 to 1; default 0.2",
        },
    ],
    build: |params| {
        let seconds = params
            .whole("seconds", 0..=MOST_SECONDS)?
            .unwrap_or(DEFAULT_SECONDS);
        let radius = params.fraction("radius")?.unwrap_or(DEFAULT_RADIUS);
        Ok(Box::new(Wash { seconds, radius }))
    },
};

#[derive(Debug)]
struct Wash {
    seconds: u32,
    radius: f64,
}

/// A number from 0 up to 1, of 53 bits.
fn unit<D: Draws>(draws: &mut D) -> f64 {
    const UNIT: f64 = 1.0 / (1_u64 << 53) as f64;
    (draws.word() >> 11) as f64 * UNIT
}

/// The place of a card that went straight on to `x`, on a table from 0 to 1 whose edges throw it
/// back.
fn reflected(x: f64) -> f64 {
    // At most two tables away in either direction: a stroke is no longer.
    let folded = libm::fabs(x) % 2.0;
    if folded > 1.0 { 2.0 - folded } else { folded }
}

impl Wash {
    fn strokes(&self) -> u32 {
        STROKES_A_SECOND * self.seconds
    }

    /// One stroke over cards at these places.
    fn stroke<D: Draws>(&self, places: &mut [[f64; 2]], draws: &mut D) {
        let (x, y) = (unit(draws), unit(draws));
        let (sine, cosine) = libm::sincos(2.0 * std::f64::consts::PI * unit(draws));
        let reach = self.radius * self.radius;
        for place in places {
            let (right, down) = (place[0] - x, place[1] - y);
            if right * right + down * down < reach {
                let far = 2.0 * self.radius * unit(draws);
                *place = [reflected(x + far * cosine), reflected(y + far * sine)];
            }
        }
    }
}

impl Law for Wash {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let Scratch { places, keys, .. } = scratch;
        let cards = deck.len() as f64;
        places.clear();
        places.extend((0..deck.len()).map(|i| [(i as f64 + 0.5) / cards, 0.5]));
        for _ in 0..self.strokes() {
            self.stroke(places, draws);
        }
        keys.clear();
        // The bits of numbers from 0 on are in the order of the numbers.
        let across = places.iter().map(|place| place[0].to_bits());
        keys.extend(across.zip(deck.iter().copied()));
        keys.sort_by_key(|(key, _)| *key);
        for (slot, (_, card)) in deck.iter_mut().zip(keys) {
            *slot = *card;
        }
    }

    fn ln_support(&self, cards: usize) -> f64 {
        match self.mixing() {
            Mixing::Nothing => 0.0,
            _ => ln_factorial(cards),
        }
    }

    fn mixing(&self) -> Mixing {
        if self.strokes() == 0 || self.radius <= 0.0 {
            Mixing::Nothing
        } else {
            Mixing::Other
        }
    }

    fn describe(&self) -> String {
        format!(
            "wash of {} seconds, hands that reach {:?} of the table",
            self.seconds, self.radius
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{build, testing};

    fn of(seconds: u32) -> Wash {
        Wash {
            seconds,
            radius: DEFAULT_RADIUS,
        }
    }

    #[test]
    fn no_time_and_no_reach_move_nothing() {
        for wash in [
            of(0),
            Wash {
                seconds: 20,
                radius: 0.0,
            },
        ] {
            let sorted: Vec<Card> = (0..60).collect();
            assert_eq!(testing::sample(&wash, 60, 2), [sorted.clone(), sorted]);
            assert_eq!(wash.mixing(), Mixing::Nothing);
            assert_eq!(wash.ln_support(60).to_bits(), 0);
        }
        assert_eq!(testing::enumeration_agrees(&of(0), 5), 1);
    }

    #[test]
    fn cards_that_reach_the_edge_come_back() {
        for (x, within) in [
            (0.25, 0.25),
            (-0.25, 0.25),
            (1.25, 0.75),
            (-1.5, 0.5),
            (2.75, 0.75),
        ] {
            assert!((reflected(x) - within).abs() < 1e-15, "{x}");
        }
        for deck in testing::sample(
            &Wash {
                seconds: 9,
                radius: 1.0,
            },
            40,
            200,
        ) {
            let mut sorted = deck.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(0..40));
        }
    }

    /// The total variation distance of the places of the top card from uniform ones, as estimated.
    fn distance_of_the_top(seconds: u32, cards: usize, decks: usize) -> f64 {
        let mut counts = vec![0_u32; cards];
        for deck in testing::sample(&of(seconds), cards, decks) {
            let place = deck.iter().position(|&card| card == 0).unwrap();
            counts[place] += 1;
        }
        let even = 1.0 / cards as f64;
        let apart = counts
            .iter()
            .map(|&count| (f64::from(count) / decks as f64 - even).abs());
        0.5 * apart.sum::<f64>()
    }

    #[test]
    fn a_longer_wash_is_nearer_to_fair() {
        // A fair shuffle would show some 0.027, give or take 0.005, in 4,000 decks of 20 cards.
        let distances: Vec<f64> = [0, 2, 8, 30, 120]
            .iter()
            .map(|&seconds| distance_of_the_top(seconds, 20, 4_000))
            .collect();
        assert!((distances[0] - 0.95).abs() < 1e-12);
        assert!(
            distances[..4]
                .windows(2)
                .all(|pair| pair[1] < pair[0] - 0.05),
            "{distances:?}"
        );
        assert!(distances[4] < 0.055, "{distances:?}");
    }

    #[test]
    fn a_wash_keeps_its_values() {
        // One second of strokes, of two decks of one stream: the draws of a stroke, and what is made of them.
        let decks = testing::sample(&of(1), 12, 2);
        let expected: [[Card; 12]; 2] = [
            [1, 0, 2, 3, 4, 5, 6, 10, 7, 11, 9, 8],
            [2, 1, 0, 3, 4, 5, 6, 7, 8, 11, 9, 10],
        ];
        assert_eq!(decks, expected);
    }

    #[test]
    fn a_bad_time_is_refused_and_shown() {
        let error = build("wash", "seconds = -5".parse().unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "key `seconds`: found `-5`; accepted: a whole number from 0 to 3600"
        );
        let default = build("wash", toml::Table::new()).unwrap().describe();
        assert_eq!(
            default,
            "wash of 30 seconds, hands that reach 0.2 of the table"
        );
    }
}
