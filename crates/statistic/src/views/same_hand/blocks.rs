//! Two cards in one block of places of a whole deck, as it would be dealt: the first five or seven, and quarters.

use super::{Masks, Of, SameHand, Together, pair};
use crate::cell_counts::on_lanes;
use crate::counter::Counter;
use crate::suite::Suite;
use crate::views::Seen;
use crate::{Build, Compares, Feature, Kind, Notes, Statistic};
use deck::kernel::Cell;
use deck::subject::{self, Shape, Told, View};
use deck::{BLOCK, Block, Layout};
use std::ops::RangeInclusive;

const CAUSES: &str = "cards that stay close together, such as those of a trick, a pair or a suit; two cards that avoid each other";
const SOURCE: &str =
    "chi-squared on the eigenspace of pairs in the Johnson scheme (Delsarte, 1973)";

/// Larger decks have more than 32,000 pairs.
const MOST_CARDS: usize = 255;

/// A statistic of pairs of cards in blocks of places.
const fn kind(
    (name, about, plain, example): (&'static str, &'static str, &'static str, &'static str),
    cards: RangeInclusive<usize>,
    build: Build,
) -> Kind {
    Kind {
        name,
        about,
        plain,
        causes: CAUSES,
        example,
        compares: &Compares::Nothing,
        source: SOURCE,
        parameters: &[],
        cards,
        covers: &[Feature::TwoCards],
        suite: Some(Suite::Standard),
        on: subject::Kind::DECK,
        lagged: false,
        build,
    }
}

pub(crate) const FIRST_5: Kind = kind(
    (
        "pairs-in-first-5",
        "are any two cards among the first five as often as any other two? one chi-squared test of all pairs",
        "which two cards come into a hand of five",
        "Two given cards are both among the first five of 52 in 0.75% of fair decks (20 of 2,652).",
    ),
    8..=MOST_CARDS,
    |_, design| {
        Ok(of_blocks(
            FIRST_5.name,
            design.size,
            (1, 5),
            "among the first five cards",
        ))
    },
);

pub(crate) const FIRST_7: Kind = kind(
    (
        "pairs-in-first-7",
        "are any two cards among the first seven as often as any other two? one chi-squared test of all pairs",
        "which two cards come into a hand of seven",
        "Two given cards are both among the first seven of 60 in 1.19% of fair decks (42 of 3,540).",
    ),
    10..=MOST_CARDS,
    |_, design| {
        Ok(of_blocks(
            FIRST_7.name,
            design.size,
            (1, 7),
            "among the first seven cards",
        ))
    },
);

pub(crate) const QUARTER: Kind = kind(
    (
        "pairs-in-quarter",
        "are any two cards in one quarter of the deck as often as any other two? one chi-squared test of all pairs",
        "which two cards come into one quarter of the deck",
        "Two given cards are in one quarter of 52 cards in 23.5% of fair decks (12 of 51).",
    ),
    12..=MOST_CARDS,
    |_, design| {
        Ok(of_blocks(
            QUARTER.name,
            design.size,
            (4, design.size / 4),
            "in one quarter of the deck",
        ))
    },
);

/// The statistic of so many blocks of so many places each, from the top.
fn of_blocks(
    name: &'static str,
    cards: usize,
    (blocks, each): (usize, usize),
    place: &'static str,
) -> Box<dyn Statistic> {
    let shape = match blocks {
        1 => Shape::Hand(each),
        hands => Shape::in_turn(hands, each),
    };
    let view = View {
        shape,
        classes: None,
        told: Told::Places,
    };
    Box::new(SameHand::new(name, Seen { cards, view }, Of::Blocks(place)))
}

impl Counter for Together {
    fn name(&self) -> &'static str {
        self.name
    }

    fn cells(&self, cards: usize) -> usize {
        cards * (cards - 1) / 2
    }

    fn layout(&self) -> Layout {
        if self.hands > 1 {
            Layout::CardLanes
        } else {
            Layout::PlaceLanes
        }
    }

    fn count(&self, block: &Block, counts: &mut [u64], _: &mut Notes) {
        let decks = block.len();
        if self.hands > 1 {
            on_lanes!(block, Layout::CardLanes, |lanes| self
                .count_blocks(lanes, decks, counts));
        } else {
            on_lanes!(block, Layout::PlaceLanes, |lanes| self
                .count_first(lanes, decks, counts));
        }
    }
}

/// The decks in whose lane there is a number from `range`, as a mask.
fn mask<T: Cell>(lane: &[T; BLOCK], range: &std::ops::Range<T>) -> u64 {
    let within = lane.map(|cell| u8::from(cell >= range.start && cell < range.end));
    let eights = within.as_chunks().0.iter().rev();
    eights.fold(0, |all, eight| {
        // Moves the lowest bit of each byte to the highest byte, one beside the other.
        let bits = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        all << 8 | bits
    })
}

impl Together {
    /// Counts the pairs in several blocks of `decks` decks, whose cards have these places.
    fn count_blocks<T: Cell>(&self, places: &[[T; BLOCK]], decks: usize, counts: &mut [u64]) {
        let mut masks = Masks::new(self, places.len(), decks);
        let blocks: Vec<_> = (0..self.hands)
            .map(|block| T::of(block * self.hand)..T::of((block + 1) * self.hand))
            .collect();
        for (card, places) in places.iter().enumerate() {
            for (number, block) in blocks.iter().enumerate() {
                masks.add(number, card, mask(places, block));
            }
        }
        masks.count(counts);
    }

    /// Counts the pairs among the first cards of `decks` decks, which have these cards in their places.
    fn count_first<T: Cell>(&self, places: &[[T; BLOCK]], decks: usize, counts: &mut [u64]) {
        let cards = places.len();
        // The place of a pair is what its lower card says, plus its higher card.
        let mut of_low = [0_usize; MOST_CARDS + 1];
        for (low, of) in of_low.iter_mut().enumerate().take(cards - 1) {
            *of = pair(cards, low, low + 1).wrapping_sub(low + 1);
        }
        let held = &places[..self.hand];
        for (at, one) in held.iter().enumerate() {
            for other in &held[at + 1..] {
                for (one, other) in one[..decks].iter().zip(&other[..decks]) {
                    let (one, other) = (one.index(), other.index());
                    let of_low = of_low[one.min(other) % of_low.len()];
                    counts[of_low.wrapping_add(one.max(other))] += 1;
                }
            }
        }
    }
}
