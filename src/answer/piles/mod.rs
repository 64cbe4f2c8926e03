//! `piles`: how many piles to make of a cube of so many cards, which traces of a colour are left, and what a
//! remembered pile gives away.
//!
//! The technique of Weizenbaum (2021), How to Randomize a Cube: deal onto piles, shuffle each, stack them;
//! all of it again; deal once more. Every pile is taken as shuffled ideally: see
//! [`crate::exact::piles`].

mod colour;
mod page;
mod remembered;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use colour::{Balance, Colour};
pub(super) use page::page;
pub use remembered::Remembered;

use super::question::{Kind, Topic, ask};
use super::{Parameter, Read};
use crate::deck::MAX_CARDS;
use crate::exact::gsr::{Law, MOST_RIFFLES, Packets};
use crate::exact::piles::Dealing;

pub(super) const QUESTION: Kind = Kind {
    name: "piles",
    about: "How many piles for a cube? Dealt onto piles and each shuffled, twice: where a card can be",
    topic: Topic::Deck {
        flag: "cards",
        about: "Cards in the cube",
    },
    parameters: &[
        Parameter::new(
            "piles",
            "P",
            Read::UpToCards(2),
            "Look at so many piles, sensible or not",
        ),
        Parameter::new(
            "booster",
            "N",
            Read::UpToCards(1),
            "Cards in a booster; default 15, or the deck if that is less",
        ),
        Parameter::new(
            "hand",
            "N",
            Read::Whole(1..=MAX_CARDS as u64),
            "The most cards that can be shuffled by hand",
        )
        .default("100"),
        Parameter::new(
            "colour",
            "N",
            Read::UpToCards(1),
            "Cards of one colour; default: as many as in the first pile",
        ),
    ],
    ask: |given| {
        let question = PilesQuestion {
            cards: given.cards,
            piles: given.get("piles"),
            booster: given.get("booster").unwrap_or(BOOSTER.min(given.cards)),
            hand: given.value("hand"),
            colour: given.get("colour"),
        };
        ask(move |_| Ok(Piles::of(&question)))
    },
};

/// Cards in a booster.
const BOOSTER: usize = 15;

/// A pile counts as well shuffled by so many riffles that its total variation is at most this.
const SHUFFLED: f64 = 0.1;

/// Riffles are counted for piles of up to so many cards.
const MOST_RIFFLED: usize = 200;

/// The parameters of the question.
#[derive(Debug, Clone, Copy)]
struct PilesQuestion {
    cards: usize,
    /// The number of piles; `None` for all sensible numbers.
    piles: Option<usize>,
    booster: usize,
    hand: usize,
    /// Cards of one colour; `None` for as many as in the first pile.
    colour: Option<usize>,
}

/// The technique with each number of piles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Piles {
    /// Cards in a booster.
    pub booster: usize,
    /// The most cards that can be shuffled by hand.
    pub hand: usize,
    /// By number of piles: those with at least as many cards in a pile as there are piles and no more
    /// than can be shuffled by hand, and the one that was asked about.
    pub choices: Vec<Choice>,
    /// The one that was asked about.
    pub asked: Option<Choice>,
    /// The number of piles with the smallest distance; of several, the fewest piles. None where no number
    /// is sensible.
    pub best: Option<usize>,
    /// The nearest smaller cube, or this one, that some number of piles leaves without a trace.
    pub even: Option<Even>,
    /// The traces of a colour that are left with the number of piles asked about, or with the best one.
    pub colour: Option<Colour>,
    /// The knowledge that a remembered pile gives away, with the same number of piles. Absent in records from before it
    /// was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<Remembered>,
}

/// One number of piles.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// Number of piles.
    pub piles: usize,
    /// Cards in the largest pile.
    pub largest_pile: usize,
    /// Cards in the smallest pile.
    pub smallest_pile: usize,
    /// Number of piles that have one card more than the others; 0 where all have the same.
    pub larger_piles: usize,
    /// The pile, from 1, that the last card is dealt onto.
    pub last_card: usize,
    /// 1 where the square of the number of piles divides the number of cards, so that every place is equally
    /// likely; else 0.
    pub square_divides: u8,
    /// 1 where every pile has more cards than there are piles, as the document demands; else 0.
    pub more_than_piles: u8,
    /// The number of cards times the least probability of any card for any place.
    pub smallest: f64,
    /// The number of cards times the largest.
    pub largest: f64,
    /// The largest total variation of any card's place from uniform.
    pub distance: f64,
    /// Cards that are dealt, in all three dealings.
    pub dealt: usize,
    /// Piles that are shuffled.
    pub shuffled: usize,
    /// Riffles that bring a largest pile within a total variation of a tenth; for piles of up to 200
    /// cards.
    pub riffles_each: Option<u32>,
    /// The same for all piles.
    pub riffles: Option<usize>,
}

/// A cube without a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Even {
    /// Cards.
    pub cards: usize,
    /// Piles.
    pub piles: usize,
}

impl Piles {
    /// Answers the question for a cube of so many cards.
    fn of(question: &PilesQuestion) -> Self {
        let PilesQuestion {
            cards,
            piles: asked,
            booster,
            hand,
            colour,
        } = *question;
        let mut counts: Vec<usize> = (2..=cards)
            .take_while(|piles| piles * piles <= cards)
            .filter(|piles| cards.div_ceil(*piles) <= hand)
            .collect();
        let sensible = counts.clone();
        if let Some(asked) = asked.filter(|asked| !counts.contains(asked)) {
            counts.push(asked);
            counts.sort_unstable();
        }
        let choices: Vec<Choice> = counts
            .iter()
            .map(|&piles| Choice::of(cards, piles))
            .collect();
        let best = choices
            .iter()
            .filter(|choice| sensible.contains(&choice.piles));
        let best = best.min_by(|a, b| a.distance.total_cmp(&b.distance));
        let best = best.map(|choice| choice.piles);
        let even = (4..=cards).rev().find_map(|cards| {
            let piles = (2..=cards).take_while(|piles| piles * piles <= cards);
            let mut even = piles.filter(|piles| cards.is_multiple_of(piles * piles));
            let piles = even.find(|piles| cards / piles <= hand)?;
            Some(Even { cards, piles })
        });
        let dealing = asked.or(best).map(|piles| Dealing::new(cards, piles));
        let spread = dealing.as_ref().map(|dealing| {
            let colour = colour.unwrap_or(dealing.size(0));
            Colour::of(dealing, cards, colour, booster)
        });
        let remembered = (dealing.as_ref()).map(|dealing| Remembered::of(dealing, cards, booster));
        Self {
            booster,
            hand,
            asked: asked.map(|piles| Choice::of(cards, piles)),
            choices,
            best,
            even,
            colour: spread,
            remembered,
        }
    }
}

impl Choice {
    fn of(cards: usize, piles: usize) -> Self {
        let dealing = Dealing::new(cards, piles);
        let places = dealing.places();
        let used = dealing.piles();
        let (largest, smallest) = (dealing.size(0), dealing.size(used - 1));
        let riffles_each = (2..=MOST_RIFFLED)
            .contains(&largest)
            .then(|| riffles(largest));
        Self {
            piles,
            largest_pile: largest,
            smallest_pile: smallest,
            larger_piles: if largest > smallest { cards % piles } else { 0 },
            last_card: dealing.last() + 1,
            square_divides: u8::from(cards.is_multiple_of(piles * piles)),
            more_than_piles: u8::from(smallest > piles),
            smallest: places.smallest,
            largest: places.largest,
            distance: places.distance,
            dealt: 3 * cards,
            shuffled: 2 * used,
            riffles_each,
            riffles: riffles_each.map(|each| 2 * used * each as usize),
        }
    }
}

/// The fewest riffles that bring so many cards within [`SHUFFLED`].
fn riffles(cards: usize) -> u32 {
    let law = Law::riffled(cards, Packets::riffles(1));
    let near = |riffles: &u32| law.with(Packets::riffles(*riffles)).total_variation() <= SHUFFLED;
    (1..=MOST_RIFFLES).find(near).unwrap_or(MOST_RIFFLES)
}
