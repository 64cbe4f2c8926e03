//! A test of fit: whether decks look like those of the model that was fitted to them.
//!
//! Sets of as many decks are simulated of the fitted model. Three distances from what is usual there are taken of each set
//! and of the decks: of the means of the named statistics, of the table that counts where each card ended, and of how far
//! apart neighbours ended. Of views there are two: of the counts of their classes, and of the table that counts which cards
//! are seen where. The p-value is the smallest share of sets that are as far off, times the number of distances
//! (Bonferroni). Sets are
//! simulated until it is known well: of each distance until so many sets are as far off (Besag and Clifford, 1991), or all
//! are made, and then a set more is counted than there is (Davison and Hinkley, 1997). A distance that none of 399 sets
//! reaches is looked at no further: with three distances p is then 3/400, below the level. Parameters are not fitted again for each set, which makes the p-value a little too
//! large.

use super::coarse::Coarse;
use super::likelihood::Statistics;
use super::model::Fitted;
use super::orders::places;
use super::simulated::affordable;
use super::summary::{BINARY, Summary, Synthetic};
use super::{MOST_DECKS, Orders};
use deck::Card;
use deck::subject::Shape;
use record::answers::fit::TestOfFit;

/// A model fits unless the p-value is below this.
pub(super) const LEVEL: f64 = 0.01;

/// Simulated sets at the most.
const SETS: usize = 4_999;

/// Sets that are as far off, of each distance, until its share is known well enough.
const AS_FAR: usize = 15;

/// Sets after which a distance that none of them reaches is taken to be one that none reaches.
const HOPELESS: usize = 399;

/// Sets that are made at once.
const AT_ONCE: usize = 20;

/// Decks by which it is known what is usual.
const USUAL: usize = 10_000;

/// The values that are usual of the model.
enum Usual<'a> {
    Orders(UsualOrders),
    Views(UsualViews<'a>),
}

impl Usual<'_> {
    /// The distances of a set of decks from it.
    fn distances<'a>(&self, decks: impl Iterator<Item = &'a [Card]> + Clone) -> Vec<f64> {
        match self {
            Self::Orders(usual) => usual.distances(decks),
            Self::Views(usual) => usual.distances(decks),
        }
    }
}

/// The values that are usual of views.
struct UsualViews<'a> {
    cards: usize,
    shape: Shape,
    coarse: &'a Coarse,
    /// Shares of the views of each class.
    classes: Vec<f64>,
    /// Shares of the views in which card c is seen in cell p, cell by cell.
    table: Vec<f64>,
}

impl<'a> UsualViews<'a> {
    fn of((cards, shape): (usize, Shape), coarse: &'a Coarse, views: &[Card]) -> Self {
        let views = views.chunks_exact(shape.seen());
        let count = views.len() as f64;
        let mut usual = Self {
            cards,
            shape,
            coarse,
            classes: Vec::new(),
            table: Vec::new(),
        };
        let (classes, table) = usual.counts(views);
        usual.classes = shares(&classes, count);
        usual.table = shares(&table, count);
        usual
    }

    /// Counts of the classes, and of the cards in each cell.
    fn counts<'v>(&self, views: impl Iterator<Item = &'v [Card]>) -> (Vec<f64>, Vec<f64>) {
        let mut classes = vec![0.0; self.coarse.classes];
        let mut table = vec![0.0; self.cards * self.shape.cells()];
        for view in views {
            classes[self.coarse.class(view)] += 1.0;
            for (cell, cards) in view.chunks(self.shape.cell()).enumerate() {
                for card in cards {
                    table[cell * self.cards + usize::from(*card)] += 1.0;
                }
            }
        }
        (classes, table)
    }

    fn distances<'v>(&self, views: impl Iterator<Item = &'v [Card]> + Clone) -> Vec<f64> {
        let count = views.clone().count() as f64;
        let (classes, table) = self.counts(views);
        vec![
            chi_squared(&classes, &self.classes, count),
            chi_squared(&table, &self.table, count),
        ]
    }
}

/// Shares of what was counted, with half a deck more in each cell, so that what never happened is not impossible.
fn shares(counts: &[f64], all: f64) -> Vec<f64> {
    counts.iter().map(|count| (count + 0.5) / all).collect()
}

/// The values that are usual of orders.
struct UsualOrders {
    cards: usize,
    summary: Summary,
    statistics: Synthetic,
    /// Shares of the decks in which card c ends at place p, card by card.
    table: Vec<f64>,
    /// Shares of the pairs of neighbours that end so far apart.
    gaps: Vec<f64>,
}

/// Counts of a table, one row after the other.
fn table<'a>(cards: usize, decks: impl Iterator<Item = &'a [Card]>) -> (Vec<f64>, Vec<f64>) {
    let mut table = vec![0.0; cards * cards];
    let mut gaps = vec![0.0; 2 * cards];
    for deck in decks {
        let places = places(deck);
        for (card, place) in places.iter().enumerate() {
            table[card * cards + place] += 1.0;
        }
        for pair in places.windows(2) {
            gaps[cards + pair[1] - pair[0]] += 1.0;
        }
    }
    (table, gaps)
}

/// Σ (O − E)²/E, where E is never quite 0.
fn chi_squared(counts: &[f64], shares: &[f64], all: f64) -> f64 {
    let cells = counts.iter().zip(shares);
    cells
        .map(|(count, share)| {
            let expected = all * share;
            (count - expected) * (count - expected) / expected
        })
        .sum()
}

impl UsualOrders {
    fn of(cards: usize, decks: &[Card]) -> Self {
        let summary = Summary::new(cards, &[]);
        let found: Vec<Vec<f64>> = decks
            .chunks_exact(cards)
            .map(|deck| summary.of(deck))
            .collect();
        let count = found.len() as f64;
        let (table, gaps) = table(cards, decks.chunks_exact(cards));
        Self {
            cards,
            summary,
            statistics: Synthetic::of(found.into_iter()),
            table: shares(&table, count),
            gaps: shares(&gaps, count * (cards as f64 - 1.0)),
        }
    }

    fn distances<'a>(&self, decks: impl Iterator<Item = &'a [Card]> + Clone) -> Vec<f64> {
        let (mut count, mut ones) = (0.0, [0.0; BINARY]);
        let mut sums = vec![0.0; self.statistics.mean.len()];
        for deck in decks.clone() {
            let found = self.summary.of(deck);
            count += 1.0;
            ones.iter_mut()
                .zip(&found)
                .for_each(|(sum, value)| *sum += value);
            sums.iter_mut()
                .zip(&found[BINARY..])
                .for_each(|(sum, value)| *sum += value);
        }
        let means: Vec<f64> = sums.iter().map(|sum| sum / count).collect();
        // One odd deck is as far off as can be where all decks are even.
        let binary = ones.iter().zip(&self.statistics.ones).map(|(sum, share)| {
            let off = sum / count - share;
            off * off / (share * (1.0 - share)).max(1e-6)
        });
        let binary: f64 = binary.sum();
        let (table, gaps) = table(self.cards, decks);
        let pairs = count * (self.cards as f64 - 1.0);
        vec![
            count * (self.statistics.distance(&means) + binary),
            chi_squared(&table, &self.table, count),
            chi_squared(&gaps, &self.gaps, pairs),
        ]
    }
}

/// Tests whether the decks look like those of the model; `None` where it cannot be simulated.
pub(super) fn test(
    orders: &Orders,
    fitted: &Fitted,
    statistics: &Statistics,
    seed: u128,
) -> Option<TestOfFit> {
    let built = fitted.recipe.built()?;
    let cards = orders.cards;
    let looked_at = orders.decks.len().min(affordable(MOST_DECKS, cards));
    let simulated = |count, label: &str| {
        let decks = built.decks((cards, orders.times), count, (seed, label));
        orders.seen.all_standing(decks, cards)
    };
    let standing = orders.seen.standing_cards(cards);
    let before = simulated(affordable(USUAL, cards), "usual");
    let usual = match (statistics, orders.seen.shape()) {
        (Statistics::Coarse(coarse), Some(shape)) => {
            Usual::Views(UsualViews::of((cards, shape), coarse, &before))
        }
        _ => Usual::Orders(UsualOrders::of(cards, &before)),
    };
    let ours = usual.distances(orders.decks[..looked_at].iter().map(Vec::as_slice));
    let (mut as_far, mut shares) = (vec![0_usize; ours.len()], vec![None; ours.len()]);
    let mut sets = 0;
    while sets < SETS && shares.contains(&None) {
        let label = format!("sets from {sets}");
        let count = AT_ONCE.min(SETS - sets);
        let made = simulated(count * looked_at, &label);
        for set in made.chunks_exact(standing * looked_at) {
            sets += 1;
            let theirs = usual.distances(set.chunks_exact(standing));
            for at in 0..ours.len() {
                if shares[at].is_some() {
                    continue;
                }
                as_far[at] += usize::from(theirs[at] >= ours[at]);
                if as_far[at] >= AS_FAR {
                    shares[at] = Some(as_far[at] as f64 / sets as f64);
                } else if sets == SETS || sets == HOPELESS && as_far[at] == 0 {
                    shares[at] = Some((as_far[at] + 1) as f64 / (sets + 1) as f64);
                }
            }
        }
        // One distance that none reaches is enough.
        if sets >= HOPELESS && as_far.contains(&0) {
            break;
        }
    }
    let smallest = shares.into_iter().flatten().fold(1.0, f64::min);
    let p = (ours.len() as f64 * smallest).min(1.0);
    Some(TestOfFit {
        p,
        fits: p >= LEVEL,
        decks: looked_at as u64,
        sets: sets as u64,
    })
}
