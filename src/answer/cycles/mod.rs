//! `cycles`: how a routine without chance moves a deck when it is done again and again.

mod page;

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(super) use page::page;

use super::question::{Kind, Topic, ask};
use super::{Parameter, Read, Unanswered};
use crate::exact::permutation::{self, Permutation, Relation};
use crate::routine::Plan;

pub(super) const QUESTION: Kind = Kind {
    name: "cycles",
    about: "A routine without chance, again and again: its cycles, and how often until the deck is as it was",
    topic: Topic::routine("A routine of shuffles in which nothing is random, such as \"O\""),
    parameters: &[
        Parameter::new(
            "each-cut",
            "",
            Read::Flag,
            "Followed by each cut of 0 to all but one card",
        ),
        Parameter::new(
            "compare",
            "ROUTINE",
            Read::Routine,
            "Compare it with another routine: the same, its inverse, the deck turned?",
        ),
        Parameter::new(
            "decks-to",
            "N",
            Read::Whole(2..=1000),
            "Also for each deck of 2 to so many cards",
        ),
    ],
    ask: |given| {
        let besides = Besides {
            compare: given.routine("compare")?,
            each_cut: given.get("each-cut").unwrap_or(false),
            decks_to: given.get("decks-to"),
        };
        ask(move |about| Cycles::of(about.plan()?, about.cards, &besides))
    },
};

/// Cards and rounds up to which [`Cycles::rounds`] is given.
const ROUNDS_SHOWN: usize = 104;

/// Larger whole numbers are text: no double holds them.
const MOST_NUMBER: u64 = 1 << 53;

/// Cycles of a fixed rearrangement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cycles {
    /// The number of times that it must be done until the deck is as it was; text if a double does not hold it.
    pub order: Value,
    /// The number of digits of that.
    pub order_digits: usize,
    /// Number of cycles, cards that stay included.
    pub cycles: usize,
    /// Length of the longest.
    pub longest: usize,
    /// 1 where all cards are in one cycle, so that every card visits every position; else 0.
    pub uniform: u8,
    /// The share of the n² cells (card, position) that come up before the deck is back.
    pub occupied: f64,
    /// Number of positions whose card stays.
    pub fixed_cards: usize,
    /// Number of pairs of positions whose cards change places.
    pub swapped_pairs: usize,
    /// Positions whose card stays.
    pub fixed: Vec<usize>,
    /// Pairs of positions whose cards change places.
    pub swapped: Vec<[usize; 2]>,
    /// Cycles by length, the longest first.
    pub lengths: Vec<Length>,
    /// The position to which the card at each position goes.
    pub to: Vec<usize>,
    /// The cycle of each position, by its smallest position: a card that starts at i is at j in some round
    /// just if both have the same.
    pub cycle: Vec<usize>,
    /// The deck at the start and after each round, as starting positions from the top down, for up to
    /// [`ROUNDS_SHOWN`] cards and as many rounds, or until it is as it was.
    pub rounds: Vec<Vec<usize>>,
    /// Its relation to another routine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compared: Option<Compared>,
    /// The same followed by a cut of 0, 1, … cards from the top to the bottom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cuts: Option<Cuts>,
    /// The same for other decks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decks: Option<Decks>,
}

/// Cycles of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Length {
    /// Positions in the cycle.
    pub length: usize,
    /// Number of such cycles.
    pub cycles: usize,
}

/// The relation of two rearrangements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The other routine.
    pub with: String,
    /// 1 where both are the same, else 0.
    pub equal: u8,
    /// 1 where one undoes the other.
    pub inverse: u8,
    /// 1 where both have the same number of cycles of each length.
    pub same_lengths: u8,
    /// All relations that make this one the other.
    pub relations: Vec<Relation>,
}

/// A rearrangement followed by each cut.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cuts {
    /// Number of cuts with which all cards are in one cycle.
    pub uniform: usize,
    /// The cuts with which all cards are in one cycle.
    pub uniform_cuts: Vec<usize>,
    /// The cut with the largest order, the first of several.
    pub longest_cut: usize,
    /// The rearrangement with each cut, from 0.
    pub each: Vec<Cut>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cut {
    /// Cards from the top to the bottom.
    pub cut: usize,
    /// The number of rounds until the deck is as it was.
    pub order: Value,
    /// Number of cycles.
    pub cycles: usize,
    /// Cards that stay.
    pub fixed_cards: usize,
}

/// The rearrangement of decks of other sizes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Decks {
    /// Number of decks whose order is larger than their number of cards.
    pub order_above_cards: usize,
    /// Number of decks of which all cards are in one cycle.
    pub uniform: usize,
    /// Decks of 2, 3, … cards.
    pub each: Vec<Deck>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Deck {
    /// Cards.
    pub cards: usize,
    /// The number of rounds until the deck is as it was.
    pub order: Value,
    /// Number of cycles.
    pub cycles: usize,
    /// Positions whose card stays.
    pub fixed: Vec<usize>,
    /// Pairs of positions whose cards change places.
    pub swapped: Vec<[usize; 2]>,
}

/// Further questions that are asked along with it.
#[derive(Debug, Default)]
struct Besides {
    /// Another routine to compare with, and its name.
    compare: Option<(Plan, String)>,
    /// The same followed by each cut.
    each_cut: bool,
    /// The same for all decks of 2 to so many cards.
    decks_to: Option<usize>,
}

impl Cycles {
    /// Finds the cycles of a routine without chance.
    fn of(plan: &Plan, cards: usize, besides: &Besides) -> Result<Self, Unanswered> {
        let permutation = fixed(plan, cards)?;
        let cycles = permutation.cycles();
        let lengths = permutation.lengths();
        let order = permutation::order(&lengths);
        let mut of = vec![0; cards];
        for cycle in &cycles {
            for &at in cycle {
                of[at] = cycle[0] + 1;
            }
        }
        let (fixed_cards, swapped) = short(&cycles);
        let compared = besides.compare.as_ref().map(|(other, name)| {
            let other = fixed(other, cards)?;
            Ok(Compared::of(&permutation, &other, name))
        });
        let decks = besides.decks_to.map(|most| Decks::of(plan, most));
        Ok(Self {
            order: number(&order),
            order_digits: order.to_string().len(),
            cycles: cycles.len(),
            longest: lengths.keys().next_back().copied().unwrap_or(0),
            uniform: u8::from(cycles.len() == 1),
            occupied: permutation::occupied(&lengths),
            fixed_cards: fixed_cards.len(),
            swapped_pairs: swapped.len(),
            fixed: fixed_cards,
            swapped,
            lengths: lengths
                .iter()
                .rev()
                .map(|(&length, &cycles)| Length { length, cycles })
                .collect(),
            to: permutation.to().iter().map(|at| at + 1).collect(),
            cycle: of,
            rounds: rounds(&permutation),
            compared: compared.transpose()?,
            cuts: besides.each_cut.then(|| Cuts::of(&permutation)),
            decks: decks.transpose()?,
        })
    }
}

impl Compared {
    fn of(one: &Permutation, other: &Permutation, name: &str) -> Self {
        let relations = permutation::relations(one, other);
        let plain = |inverse| Relation {
            inverse,
            reversed_before: false,
            reversed_after: false,
        };
        let has = |inverse| u8::from(relations.contains(&plain(inverse)));
        Self {
            with: name.to_owned(),
            equal: has(false),
            inverse: has(true),
            same_lengths: u8::from(one.lengths() == other.lengths()),
            relations,
        }
    }
}

impl Cuts {
    fn of(permutation: &Permutation) -> Self {
        let cards = permutation.cards();
        let mut longest = (UBig::ZERO, 0);
        let mut uniform_cuts = Vec::new();
        let mut cuts = Vec::with_capacity(cards);
        for cut in 0..cards {
            let lengths = permutation.then(&Permutation::cut(cards, cut)).lengths();
            let order = permutation::order(&lengths);
            let cycles = lengths.values().sum();
            if cycles == 1 {
                uniform_cuts.push(cut);
            }
            cuts.push(Cut {
                cut,
                order: number(&order),
                cycles,
                fixed_cards: lengths.get(&1).copied().unwrap_or(0),
            });
            if order > longest.0 {
                longest = (order, cut);
            }
        }
        Self {
            uniform: uniform_cuts.len(),
            uniform_cuts,
            longest_cut: longest.1,
            each: cuts,
        }
    }
}

impl Decks {
    fn of(plan: &Plan, most: usize) -> Result<Self, Unanswered> {
        let mut found = Self {
            order_above_cards: 0,
            uniform: 0,
            each: Vec::new(),
        };
        for cards in 2..=most {
            let permutation = fixed(plan, cards)?;
            let cycles = permutation.cycles();
            let order = permutation::order(&permutation.lengths());
            let (fixed, swapped) = short(&cycles);
            found.order_above_cards += usize::from(order > UBig::from(cards));
            found.uniform += usize::from(cycles.len() == 1);
            found.each.push(Deck {
                cards,
                order: number(&order),
                cycles: cycles.len(),
                fixed,
                swapped,
            });
        }
        Ok(found)
    }
}

/// Gives the permutation that the routine makes, if nothing in it is random.
fn fixed(plan: &Plan, cards: usize) -> Result<Permutation, Unanswered> {
    plan.permutation(cards).map_err(|shuffle| {
        Unanswered::Unknown(format!(
            "a routine has cycles if nothing in it is random; found a shuffle that is ({}); accepted: shuffles \
             such as `ouroboros`, `mongean`, `mexican-spiral`, `pile`, `faro`, `cut` of a fixed number of cards",
            shuffle.describe()
        ))
    })
}

/// Positions whose card stays, and pairs whose cards change places, from 1.
fn short(cycles: &[Vec<usize>]) -> (Vec<usize>, Vec<[usize; 2]>) {
    let one = |cycle: &Vec<usize>| match cycle[..] {
        [at] => Some(at + 1),
        _ => None,
    };
    let two = |cycle: &Vec<usize>| match cycle[..] {
        [a, b] => Some([a + 1, b + 1]),
        _ => None,
    };
    (
        cycles.iter().filter_map(one).collect(),
        cycles.iter().filter_map(two).collect(),
    )
}

/// The decks of the first rounds.
fn rounds(permutation: &Permutation) -> Vec<Vec<usize>> {
    let cards = permutation.cards();
    if cards > ROUNDS_SHOWN {
        return Vec::new();
    }
    let start: Vec<usize> = (1..=cards).collect();
    let from = permutation.inverse();
    let mut rounds = vec![start];
    for _ in 0..ROUNDS_SHOWN {
        let before = &rounds[rounds.len() - 1];
        let deck: Vec<usize> = from.to().iter().map(|&at| before[at]).collect();
        let back = deck == rounds[0];
        rounds.push(deck);
        if back {
            break;
        }
    }
    rounds
}

/// A whole number, as text where no double holds it.
fn number(value: &UBig) -> Value {
    match u64::try_from(value.clone()) {
        Ok(small) if small <= MOST_NUMBER => json!(small),
        _ => json!(value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routine::{Letters, Routine};

    fn plan(text: &str) -> Plan {
        let mut letters = Letters::default();
        for (letter, kind, parameters) in [
            ('O', "ouroboros", ""),
            ('M', "mongean", "first = \"bottom\""),
            ('T', "mongean", "first = \"top\""),
            ('X', "mexican-spiral", ""),
            ('P', "pile", "piles = 5"),
        ] {
            let shuffle = crate::shuffle::build(kind, parameters.parse().unwrap()).unwrap();
            letters.define(letter, shuffle.into());
        }
        Routine::parse(text, &letters).unwrap().plan(&letters)
    }

    fn cycles(text: &str, cards: usize, besides: &Besides) -> Cycles {
        Cycles::of(&plan(text), cards, besides).unwrap()
    }

    /// The list of orders printed in Toponce, The Ouroboros Card Shuffle.
    const PUBLISHED: [u64; 52] = [
        51, 52, 51, 272, 168, 210, 217, 52, 418, 52, 24, 350, 387, 252, 1020, 144, 1972, 34, 651,
        6090, 175, 90, 235, 60, 2002, 144, 12, 50, 24, 10, 44, 72, 297, 90, 45, 132, 12, 210, 207,
        104, 420, 348, 30, 198, 35, 140, 390, 246, 28, 12, 36, 30,
    ];

    #[test]
    fn the_published_orders_of_the_ouroboros_shuffle() {
        let each_cut = Besides {
            each_cut: true,
            ..Besides::default()
        };
        let cuts = cycles("O", 52, &each_cut).cuts.unwrap();
        let orders: Vec<u64> = cuts
            .each
            .iter()
            .map(|cut| cut.order.as_u64().unwrap())
            .collect();
        assert_eq!(orders, PUBLISHED);
        assert_eq!(cuts.uniform_cuts, [1, 7, 9]);
        assert_eq!(cuts.longest_cut, 19);
    }

    /// Fixed cards and pairs that change places as a reader found them at 26 to 29 cards, in the form in
    /// which the last card goes beneath.
    #[test]
    fn what_a_reader_saw_at_26_to_29_cards() {
        for (text, cards, order, fixed, swapped) in [
            ("M", 26, 8, vec![9, 26], vec![]),
            ("T", 27, 26, vec![27], vec![]),
            ("M", 28, 20, vec![28], vec![[6, 17]]),
            ("T", 29, 9, vec![10, 29], vec![]),
        ] {
            let besides = Besides {
                compare: Some((plan("O"), "O".to_owned())),
                ..Besides::default()
            };
            let found = cycles(text, cards, &besides);
            assert_eq!(found.order, json!(order));
            assert_eq!((found.fixed, found.swapped), (fixed, swapped));
            let compared = found.compared.unwrap();
            assert_eq!((compared.inverse, compared.equal), (1, 0));
            assert_eq!(compared.same_lengths, 1);
        }
    }

    #[test]
    fn the_ouroboros_shuffle_is_the_inverse_of_one_mongean_shuffle_for_every_deck() {
        for cards in 2..=120 {
            let (own, other) = if cards % 2 == 0 {
                ("M", "T")
            } else {
                ("T", "M")
            };
            for (text, inverse) in [(own, 1), (other, 0)] {
                let besides = Besides {
                    compare: Some((plan(text), text.to_owned())),
                    ..Besides::default()
                };
                let compared = cycles("O", cards, &besides).compared.unwrap();
                // Two cards have so few orders that both are.
                assert!(compared.inverse == inverse || cards == 2, "{cards}");
            }
        }
    }

    #[test]
    fn orders_of_other_decks_are_counted() {
        let besides = Besides {
            decks_to: Some(300),
            ..Besides::default()
        };
        for text in ["M", "T", "O"] {
            assert_eq!(
                cycles(text, 52, &besides).decks.unwrap().order_above_cards,
                0
            );
        }
        let spiral = cycles("X", 52, &besides);
        assert_eq!(spiral.order, json!(510));
        let decks = spiral.decks.unwrap();
        assert!(decks.order_above_cards > 100);
        assert_eq!(
            (decks.each[9].cards, &decks.each[9].order),
            (11, &json!(15))
        );
        assert_eq!(cycles("P", 52, &Besides::default()).order, json!(2280));
    }

    #[test]
    fn rounds_end_where_the_deck_is_back() {
        let found = cycles("M", 26, &Besides::default());
        assert_eq!(found.rounds.len(), 9);
        assert_eq!(found.rounds[0], found.rounds[8]);
        assert_eq!(found.rounds[1][25], 26);
        assert!(cycles("O", 105, &Besides::default()).rounds.is_empty());
        assert_eq!(cycles("O*51", 52, &Besides::default()).order, json!(1));
    }

    #[test]
    fn a_large_deck_has_a_large_order_and_chance_has_none() {
        let found = cycles("XPX", 10_000, &Besides::default());
        assert_eq!(
            found.order.as_str().map_or(16, str::len),
            found.order_digits.max(16)
        );
        let error = Cycles::of(&plan("OG"), 52, &Besides::default()).unwrap_err();
        assert!(error.to_string().contains("riffle"), "{error}");
    }
}
