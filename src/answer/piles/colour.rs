//! The traces of a colour that two rounds leave in piles and boosters.

use serde::{Deserialize, Serialize};

use crate::exact::marked_cards::hand;
use crate::exact::piles::{Dealing, dealt_directly, distance, moments, thinned};

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

impl Colour {
    /// The traces of a colour of so many cards in boosters of a size.
    pub(super) fn of(dealing: &Dealing, cards: usize, colour: usize, booster: usize) -> Self {
        let fair = hand(cards, colour, booster);
        // The places in the stack after the second round from which the cards of each booster come.
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
            made: (colour <= first).then(|| worst(&dealt_directly(cards, booster))),
            sorted: Balance::of(range, laws, &fair),
        }
    }
}

impl Balance {
    /// Sums up the laws of the number in each booster, beside the fair law, and the fewest and most in a pile.
    pub(super) fn of(
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
