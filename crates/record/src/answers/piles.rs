//! `piles`: how many piles to make of a cube of so many cards, which traces of a colour are left, and what a
//! remembered pile gives away.
//!
//! The technique of Weizenbaum (2021), How to Randomize a Cube: deal onto piles, shuffle each, stack them;
//! all of it again; deal once more. Every pile is taken as shuffled ideally: see
//! `laws::piles`; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "piles";

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
    /// The same, with boosters that the last dealing itself makes: dealt onto as many piles as there are
    /// boosters. Absent in records from before it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Balance>,
    /// The cube sorted by colour in place of the first dealing, and not dealt a third time; this colour on
    /// top.
    pub sorted: Balance,
}

/// The balance of a colour: how evenly it is spread.
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

/// The knowledge of someone who saw a dealing face up and remembers on which pile a card went.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Remembered {
    /// Number of piles.
    pub piles: usize,
    /// Full boosters.
    pub boosters: usize,
    /// Probability of each booster for a card of which nothing is known.
    pub chance: f64,
    /// The pile of the first dealing is remembered.
    pub first: Insights,
    /// The pile of the second dealing is remembered.
    pub second: Insights,
}

/// The knowledge that a remembered pile gives away, by how boosters are made.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Insights {
    /// Off the stack after the last dealing.
    pub dealt: Insight,
    /// Off the stack after the second round: not dealt a third time.
    pub undealt: Insight,
    /// By the last dealing itself, onto as many piles as there are boosters.
    pub made: Insight,
}

/// The boosters in which a card of a remembered pile can be.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Insight {
    /// Boosters that are possible for a card of the pile that leaves the fewest.
    pub fewest: usize,
    /// Boosters that are possible for a card of the pile that leaves the most.
    pub most: usize,
    /// Probability of the likeliest booster, for a card of the pile where it is largest.
    pub likeliest: f64,
    /// Probability of the likeliest booster, for a card of the pile where it is smallest.
    pub least_likeliest: f64,
    /// The largest one as a multiple of chance.
    pub times: f64,
}
