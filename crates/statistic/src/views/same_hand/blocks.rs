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
        Layout::CardLanes
    }

    fn count(&self, block: &Block, counts: &mut [u64], _: &mut Notes) {
        let (cards, isa) = (block.cards(), block.isa());
        let mut masks = Masks::new(self, cards);
        // The decks in which each card lies in a block or below it, and those in which it lies below it.
        let mut at_or_below = vec![u64::MAX >> (BLOCK - block.len()); cards];
        let mut below = vec![0; cards];
        for number in 0..self.hands {
            let end = (number + 1) * self.hand;
            on_lanes!(block, Layout::CardLanes, |lanes| isa.kernel().at_least(
                lanes,
                Cell::of(end),
                &mut below
            ));
            for (card, (at_or_below, below)) in at_or_below.iter_mut().zip(&below).enumerate() {
                masks.add(number, card, *at_or_below & !below);
                *at_or_below &= below;
            }
        }
        if self.hands > 1 || cards * (cards - 1) / 2 < PAIRS_FOR_ONE * self.hand * (self.hand - 1) {
            masks.count(isa, counts);
        } else {
            count_each(&masks.dealt, self.hand, counts);
        }
    }
}

/// Pairs of cards that are looked at in the masks of 64 decks in the time in which two of one deck are counted.
const PAIRS_FOR_ONE: usize = 96;

/// Counts the pairs of cards of each deck that are together, so many of each deck: `held[card]` are the decks in which a
/// card is among them.
fn count_each(held: &[u64], hand: usize, counts: &mut [u64]) {
    let mut together = vec![0; BLOCK * hand];
    let mut number = [0; BLOCK];
    for (card, &decks) in held.iter().enumerate() {
        let mut left = decks;
        while left != 0 {
            let deck = left.trailing_zeros() as usize;
            let (before, rest) = together[deck * hand..][..hand].split_at_mut(number[deck]);
            for low in before {
                counts[pair(held.len(), *low, card)] += 1;
            }
            rest[0] = card;
            number[deck] += 1;
            left &= left - 1;
        }
    }
}
