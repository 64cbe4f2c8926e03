//! `piles`: how many piles to make of a cube of so many cards, which traces of a colour are left, and what a
//! remembered pile gives away.
//!
//! The technique of Weizenbaum (2021), How to Randomize a Cube: deal onto piles, shuffle each, stack them;
//! all of it again; deal once more. Every pile is taken as shuffled ideally: see
//! [`laws::piles`].

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use colour::find_colour;
use deck::MAX_CARDS;
use laws::gsr::{Law, MOST_RIFFLES, Packets};
use laws::piles::Dealing;
use record::answers::piles::{Choice, Even, NAME, Piles};
use remembered::find_remembered;

mod colour;

mod remembered;

#[cfg(test)]
mod tests;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "How many piles for a cube? Deal it onto piles and shuffle each, twice: where a card can be",
    topic: Topic::Deck {
        flag: "cards",
        about: "Cards in the cube",
    },
    parameters: &[
        Parameter::new(
            "piles",
            "P",
            Read::UpToCards(2),
            "Look at this many piles, sensible or not",
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
        ask(move |_| Ok(find(&question)))
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

/// Answers the question for a cube of so many cards.
fn find(question: &PilesQuestion) -> Piles {
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
        .map(|&piles| find_choice(cards, piles))
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
        find_colour(dealing, cards, colour, booster)
    });
    let remembered = (dealing.as_ref()).map(|dealing| find_remembered(dealing, cards, booster));
    Piles {
        booster,
        hand,
        asked: asked.map(|piles| find_choice(cards, piles)),
        choices,
        best,
        even,
        colour: spread,
        remembered,
    }
}

fn find_choice(cards: usize, piles: usize) -> Choice {
    let dealing = Dealing::new(cards, piles);
    let places = dealing.places();
    let used = dealing.piles();
    let (largest, smallest) = (dealing.size(0), dealing.size(used - 1));
    let riffles_each = (2..=MOST_RIFFLED)
        .contains(&largest)
        .then(|| riffles(largest));
    Choice {
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

/// The fewest riffles that bring so many cards within [`SHUFFLED`].
fn riffles(cards: usize) -> u32 {
    let law = Law::riffled(cards, Packets::riffles(1));
    let near = |riffles: &u32| law.with(Packets::riffles(*riffles)).total_variation() <= SHUFFLED;
    (1..=MOST_RIFFLES).find(near).unwrap_or(MOST_RIFFLES)
}
