//! The knowledge that a pile gives away: the boosters in which a card can be if someone saw its pile and remembers it.

use serde::{Deserialize, Serialize};

use crate::exact::piles::{Dealing, Known, Packs, dealt_directly};

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

impl Remembered {
    /// Finds it for a cube of so many cards, in boosters of a size.
    pub(super) fn of(dealing: &Dealing, cards: usize, booster: usize) -> Self {
        let chance = booster as f64 / cards as f64;
        let insight = |known: Known| Insight {
            fewest: known.fewest,
            most: known.most,
            likeliest: known.likeliest,
            least_likeliest: known.least_likeliest,
            times: known.likeliest / chance,
        };
        let dealt: Vec<usize> = dealing.dealt_again().collect();
        let stack: Vec<usize> = (0..cards).collect();
        let [dealt, undealt, made] = [dealt, stack, dealt_directly(cards, booster)]
            .map(|places| Packs::new(*dealing, &places, booster));
        let insights = |of: fn(&Packs) -> Known| Insights {
            dealt: insight(of(&dealt)),
            undealt: insight(of(&undealt)),
            made: insight(of(&made)),
        };
        Self {
            piles: dealing.piles(),
            boosters: cards / booster,
            chance,
            first: insights(Packs::of_first),
            second: insights(Packs::of_second),
        }
    }
}
