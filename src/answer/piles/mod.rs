//! `piles`: how many piles to make of a cube of so many cards, and which traces of a colour are left.
//!
//! The technique of Weizenbaum (2021), How to Randomize a Cube: deal onto piles, shuffle each, stack them;
//! all of it again; deal once more. Every pile is taken as shuffled ideally: see
//! [`crate::exact::piles`].

mod page;

use serde::{Deserialize, Serialize};

pub(super) use page::page;

use super::question::{Kind, Topic, ask};
use super::{Parameter, Read};
use crate::deck::MAX_CARDS;
use crate::exact::gsr::{Law, MOST_RIFFLES, Packets};
use crate::exact::marked_cards::hand;
use crate::exact::piles::{Dealing, distance, moments, thinned};

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

/// The traces of a colour that are left.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Colour {
    /// Number of piles.
    pub piles: usize,
    /// Cards of the colour.
    pub cards: usize,
    /// n/p², the number that is said to be in each pile.
    pub expected: f64,
    /// Full boosters.
    pub boosters: usize,
    /// Variance of the number in a booster of a fair deck.
    pub fair_variance: f64,
    /// All of them in the first pile after the first dealing, which is the technique's worst case; none if
    /// they are more than a pile.
    pub dealt: Option<Balance>,
    /// The same, with boosters off the stack after the second round: not dealt a third time.
    pub undealt: Option<Balance>,
    /// The cube sorted by colour in place of the first dealing, and not dealt a third time; this colour on
    /// top.
    pub sorted: Balance,
}

/// How evenly a colour is spread.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Balance {
    /// The fewest cards of the colour that a pile can have after the second dealing.
    pub fewest: usize,
    /// The most.
    pub most: usize,
    /// Mean number in a full booster.
    pub mean: f64,
    /// Mean of the variances of the number in each full booster.
    pub variance: f64,
    /// The mean of the squares of what boosters' means are off the fair one.
    pub variance_of_means: f64,
    /// Both together, as a share of the variance of a fair deck: below 1 boosters are more balanced. 1 where
    /// nothing varies in a fair one.
    pub share: f64,
    /// The mean total variation of the number in a booster from the hypergeometric law.
    pub distance: f64,
    /// The largest one.
    pub largest_distance: f64,
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
        let spread = asked.or(best).map(|piles| {
            let dealing = Dealing::new(cards, piles);
            let colour = colour.unwrap_or(dealing.size(0));
            Colour::of(&dealing, cards, colour, booster)
        });
        Self {
            booster,
            hand,
            asked: asked.map(|piles| Choice::of(cards, piles)),
            choices,
            best,
            even,
            colour: spread,
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

impl Colour {
    fn of(dealing: &Dealing, cards: usize, colour: usize, booster: usize) -> Self {
        let fair = hand(cards, colour, booster);
        // Where the cards of each booster lay in the stack after the second round.
        let dealt: Vec<usize> = dealing.dealt_again().collect();
        let sorted: Vec<usize> = (0..cards).collect();
        let first = dealing.size(0);
        let marks = |count: usize| -> Vec<usize> {
            let piles = 0..dealing.piles();
            piles.map(|pile| dealing.dealt(&(0..count), pile)).collect()
        };
        let of_first = marks(first);
        let of_sorted = marks(colour);
        let worst = |places: &[usize]| {
            let laws = places.chunks_exact(booster).map(|places| {
                let of_pile = dealing.among(&of_first, places);
                thinned(&of_pile, first, colour)
            });
            // So many of the others cannot be of the colour.
            let others = first - colour;
            let fewest = of_first.iter().map(|held| held.saturating_sub(others));
            let most = of_first.iter().map(|held| (*held).min(colour));
            Balance::of((fewest.min(), most.max()), laws, &fair)
        };
        let laws = sorted
            .chunks_exact(booster)
            .map(|places| dealing.among(&of_sorted, places));
        let range = (
            of_sorted.iter().copied().min(),
            of_sorted.iter().copied().max(),
        );
        Self {
            piles: dealing.piles(),
            cards: colour,
            expected: cards as f64 / (dealing.piles() * dealing.piles()) as f64,
            boosters: cards / booster,
            fair_variance: moments(&fair).1,
            dealt: (colour <= first).then(|| worst(&dealt)),
            undealt: (colour <= first).then(|| worst(&sorted)),
            sorted: Balance::of(range, laws, &fair),
        }
    }
}

impl Balance {
    fn of(
        (fewest, most): (Option<usize>, Option<usize>),
        laws: impl Iterator<Item = Vec<f64>>,
        fair: &[f64],
    ) -> Self {
        let (fair_mean, fair_variance) = moments(fair);
        let mut sums = [0.0; 4];
        let (mut boosters, mut largest_distance) = (0.0, 0.0_f64);
        for law in laws {
            let (mean, variance) = moments(&law);
            let off = distance(&law, fair);
            let square = (mean - fair_mean) * (mean - fair_mean);
            for (sum, term) in sums.iter_mut().zip([mean, variance, square, off]) {
                *sum += term;
            }
            boosters += 1.0;
            largest_distance = largest_distance.max(off);
        }
        let [mean, variance, variance_of_means, distance] = sums.map(|sum| sum / boosters);
        Self {
            fewest: fewest.unwrap_or(0),
            most: most.unwrap_or(0),
            mean,
            variance,
            variance_of_means,
            share: if fair_variance > 0.0 {
                (variance + variance_of_means) / fair_variance
            } else {
                1.0
            },
            distance,
            largest_distance,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::build;
    use crate::exact::matrix::Matrix;
    use crate::routine::{Letters, Plan, Routine};

    fn ask(cards: usize, piles: Option<usize>) -> PilesQuestion {
        PilesQuestion {
            cards,
            piles,
            booster: 15.min(cards),
            hand: 100,
            colour: None,
        }
    }

    /// `text` of dealings onto so many piles: `P` shuffles each, `F` does not.
    fn plan(text: &str, piles: usize) -> Plan {
        let mut letters = Letters::default();
        for (letter, kind, each) in [
            ('P', "piles", "each = { kind = \"fisher-yates\" }"),
            ('F', "pile", ""),
        ] {
            let parameters = format!("piles = {piles}\n{each}").parse().unwrap();
            let shuffle = crate::shuffle::build(kind, parameters).unwrap();
            letters.define(letter, shuffle.into());
        }
        Routine::parse(text, &letters).unwrap().plan(&letters)
    }

    #[test]
    fn figures_are_those_of_the_one_card_chain() {
        for (cards, piles) in [(540, 8), (540, 6), (53, 7), (30, 9), (12, 11)] {
            let chain: Matrix = plan("PPF", piles).one_card(cards).unwrap();
            let n = cards as f64;
            let least = chain.cells().iter().copied().fold(1.0, f64::min);
            let most = chain.cells().iter().copied().fold(0.0, f64::max);
            let far = (0..cards)
                .map(|card| chain.distance(card))
                .fold(0.0, f64::max);
            let choice = Choice::of(cards, piles);
            assert!((choice.smallest - n * least).abs() < 1e-12);
            assert!((choice.largest - n * most).abs() < 1e-12);
            assert!((choice.distance - far).abs() < 1e-12);
        }
    }

    #[test]
    fn a_cube_of_540_takes_six_piles() {
        let found = Piles::of(&ask(540, None));
        assert_eq!(found.best, Some(6));
        assert_eq!(
            found.even,
            Some(Even {
                cards: 540,
                piles: 6
            })
        );
        let piles: Vec<usize> = found.choices.iter().map(|choice| choice.piles).collect();
        assert!(piles.into_iter().eq(6..=23));
        let eight = found.choices[2];
        assert_eq!(
            (eight.largest_pile, eight.smallest_pile, eight.larger_piles),
            (68, 67, 4)
        );
        assert_eq!(
            (eight.last_card, eight.square_divides, eight.shuffled),
            (4, 0, 16)
        );
        assert_eq!(
            eight.riffles,
            eight.riffles_each.map(|each| 16 * each as usize)
        );
        let colour = found.colour.unwrap();
        let dealt = colour.dealt.unwrap();
        assert_eq!((dealt.fewest, dealt.most), (15, 15));
        assert!((colour.expected - 15.0).abs() < 1e-12);
        // With eight piles there are 8 or 9 in a pile, and not 540/64.
        let eight = Piles::of(&ask(540, Some(8))).colour.unwrap();
        let dealt = eight.dealt.unwrap();
        assert_eq!((eight.cards, dealt.fewest, dealt.most), (68, 8, 9));
    }

    #[test]
    fn a_hundred_piles_serve_10_000_cards_and_no_number_more_or_primes() {
        let most = Piles::of(&ask(10_000, None));
        assert_eq!(most.best, Some(100));
        assert_eq!(
            (
                most.choices[0].square_divides,
                most.choices[0].more_than_piles
            ),
            (1, 0)
        );
        let small = PilesQuestion {
            hand: 50,
            ..ask(10_000, None)
        };
        assert_eq!(Piles::of(&small).best, None);
        let prime = Piles::of(&ask(541, None));
        assert_eq!(
            prime.even,
            Some(Even {
                cards: 540,
                piles: 6
            })
        );
        assert!(prime.choices.iter().all(|choice| choice.distance > 0.0));
    }

    /// Eight cards are dealt on two piles, and the first pile holds all cards of a colour, or all but one.
    /// The law of each booster of three is that over all orders of the technique.
    #[test]
    fn colours_in_boosters_are_those_of_all_orders() {
        let orders = plan("PPF", 2).orders(8, 8).unwrap();
        let undealt = plan("PP", 2).orders(8, 8).unwrap();
        let sorted = plan("P", 2).orders(8, 8).unwrap();
        for colour in [4, 3, 1] {
            // Cards 0, 2, 4, 6 are dealt onto the first pile.
            let law = |law: &crate::exact::order_law::OrderLaw,
                       booster: usize,
                       marked: &dyn Fn(u16) -> bool| {
                let values = law.statistic(|deck| {
                    let cards = deck[3 * booster..][..3].iter();
                    cards.filter(|card| marked(**card)).count() as u64
                });
                let mut law = vec![0.0; 4];
                for value in values {
                    law[value.value as usize] += value.probability;
                }
                law
            };
            let even = move |card: u16| card.is_multiple_of(2) && usize::from(card / 2) < colour;
            let top = move |card: u16| usize::from(card) < colour;
            let laws: Vec<Vec<f64>> = (0..2).map(|booster| law(&orders, booster, &even)).collect();
            let stacked: Vec<Vec<f64>> = (0..2)
                .map(|booster| law(&undealt, booster, &even))
                .collect();
            let tops: Vec<Vec<f64>> = (0..2).map(|booster| law(&sorted, booster, &top)).collect();
            let fair = hand(8, colour, 3);
            let found = Colour::of(&Dealing::new(8, 2), 8, colour, 3);
            for (ours, laws) in [
                (found.dealt.unwrap(), laws),
                (found.undealt.unwrap(), stacked),
                (found.sorted, tops),
            ] {
                let counted = Balance::of((None, None), laws.into_iter(), &fair);
                for (a, b) in [
                    (ours.mean, counted.mean),
                    (ours.variance, counted.variance),
                    (ours.variance_of_means, counted.variance_of_means),
                    (ours.distance, counted.distance),
                    (ours.largest_distance, counted.largest_distance),
                ] {
                    assert!((a - b).abs() < 1e-12, "{colour}: {a}, {b}");
                }
            }
        }
    }

    #[test]
    fn where_nothing_can_vary_nothing_does() {
        for question in [
            PilesQuestion {
                booster: 7,
                ..ask(7, Some(2))
            },
            PilesQuestion {
                booster: 3,
                colour: Some(7),
                ..ask(7, Some(2))
            },
        ] {
            let colour = Piles::of(&question).colour.unwrap();
            assert!((colour.sorted.share - 1.0).abs() < 1e-15 && colour.fair_variance < 1e-15);
        }
    }

    #[test]
    fn questions_without_sense_are_refused() {
        for (text, part) in [
            ("piles = 11", "a whole number from 2 to 10"),
            ("booster = 0", "a whole number from 1 to 10"),
            ("colour = 99", "a whole number from 1 to 10"),
        ] {
            let error = build("piles", text.parse().unwrap(), 10, &Letters::none());
            let error = error.unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
